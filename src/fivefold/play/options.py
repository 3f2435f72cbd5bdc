"""Option values: what was asked for, completed, checked and written in one form."""

from collections.abc import Callable, Mapping

from fivefold.contract import Game, Option
from fivefold.contract.errors import InvalidOption
from fivefold.play import number_tables

Draw = Callable[[str, int], int]
"""Given what is drawn ("option first") and how many possibilities there are, the number of one of them, from 0."""


def resolve(game: Game, given: Mapping[str, object], draw: Draw = lambda label, count: 0) -> dict[str, str]:
    """Return a value for every option of ``game``, in the game's order, as records write it.

    ``given`` holds strings, ints or bools (``on``/``off``), names and values in any case; ``None`` counts as not given.
    Options without a default are drawn, among those that go with the rest; where nobody draws, the first is taken.
    Raises ``InvalidOption`` for unknown names and values, naming those there are, and for values that do not fit.
    """
    asked = _by_name(game, given)
    options = {option.name: _settled(game, option, asked.get(option.name)) for option in game.setup.options}
    options = _without_ignored(game, options)
    for option in game.setup.options:
        if option.name not in asked and option.default is None and matters(option, options):
            drawn_from = choices(game, option, options)
            options[option.name] = drawn_from[draw(f"option {option.name}", len(drawn_from))]
    return game.setup.settle(options)


def with_earlier(game: Game, kept: Mapping[str, str]) -> dict[str, str]:
    """Return the options of a match that is kept, with what it had before there were those that are missing."""
    return {**{option.name: option.earlier for option in game.setup.options if option.earlier is not None}, **kept}


def matters(option: Option, options: Mapping[str, str]) -> bool:
    """Tell whether an option means anything beside these values of the others."""
    return all(options[name] in values for name, values in option.only.items())


def _without_ignored(game: Game, options: dict[str, str]) -> dict[str, str]:
    """Return the options with those that mean nothing at their default; each asks only about options before it."""
    kept: dict[str, str] = {}
    for option in game.setup.options:
        kept[option.name] = options[option.name] if matters(option, kept) else _settled(game, option, None)
    return kept


def canonical(game: Game, option: Option, asked: object) -> str:
    """Return a value as records write it. Raises ``InvalidOption``, naming the values there are."""
    text = {True: "on", False: "off"}[asked] if isinstance(asked, bool) else str(asked).strip()
    for value in option.values:
        if value.casefold() == text.casefold():
            return value
    if option.table is not None:
        return number_tables.written(number_tables.read(option, text))
    number = _number(option, text)
    if number is None:
        raise InvalidOption(f"{option.name}={text}: {game.name} has {option.name}={_offer(option)}", field=option.name)
    return str(number)


def drawn(game: Game, given: Mapping[str, object]) -> frozenset[str]:
    """Return the names of the options that ``resolve`` draws."""
    asked = _by_name(game, given)
    settled = {option.name: _settled(game, option, asked.get(option.name)) for option in game.setup.options}
    free = [option for option in game.setup.options if option.default is None and option.name not in asked]
    return frozenset(option.name for option in free if matters(option, settled))


def choices(game: Game, option: Option, options: Mapping[str, str]) -> list[str]:
    """Return the values that are drawn from: those on offer, or else all numbers, that go with the other options."""
    everything = _everything(option)
    return [value for value in everything if _goes(game, {**options, option.name: value})] or everything


def _goes(game: Game, options: dict[str, str]) -> bool:
    try:
        game.setup.settle(options)
    except InvalidOption:
        return False
    return True


def _everything(option: Option) -> list[str]:
    return list(option.values) or [str(number) for number in option.numbers or ()]


def codes(game: Game, options: Mapping[str, str]) -> dict[str, int]:
    """Return the code of each value and the numbers of tables, for ``rules.setup``. ``options`` is complete and
    canonical."""
    known = {option.name: _code(option, options[option.name]) for option in game.setup.options}
    for option in game.setup.options:
        if option.table is not None:
            numbers = number_tables.read(option, options[option.name])
            known |= {f"{option.name}.{entry}": number for entry, number in numbers.items()}
    return known


def start_row(game: Game, options: Mapping[str, str]) -> list[int]:
    """Return the row in which a game begins, before any chance. ``options`` is complete and canonical."""
    row = [0] * game.rules.SIZE
    game.rules.setup(row, codes(game, options))
    return row


def _by_name(game: Game, given: Mapping[str, object]) -> dict[str, object]:
    names = {option.name.casefold(): option.name for option in game.setup.options}
    asked: dict[str, object] = {}
    for name, value in given.items():
        known = names.get(name.strip().casefold())
        if known is None:
            raise InvalidOption(f"{name}: {game.name} has no such option; it has {', '.join(names.values()) or 'none'}")
        if value is not None:
            asked[known] = value
    return asked


def _settled(game: Game, option: Option, asked: object) -> str:
    """Return the value asked for, or the default; for an option to be drawn any, until it is."""
    if asked is not None:
        return canonical(game, option, asked)
    return option.default if option.default is not None else _everything(option)[0]


def _number(option: Option, text: str) -> int | None:
    digits = text.removeprefix("-")
    if option.numbers is None or not (digits.isascii() and digits.isdigit() and len(digits) < 19):
        return None
    number = int(text)
    return number if number in option.numbers else None


def _offer(option: Option) -> str:
    offer = ", ".join(option.values)
    if option.numbers is None:
        return offer
    numbers = f"{option.numbers[0]} to {option.numbers[-1]}"
    if option.numbers.step != 1:
        numbers += f" in steps of {option.numbers.step}"
    return f"{offer}, or {numbers}" if offer else numbers


def _code(option: Option, value: str) -> int:
    code = option.values.get(value)
    if code is None:
        return 0 if option.table is not None else int(value)
    return code
