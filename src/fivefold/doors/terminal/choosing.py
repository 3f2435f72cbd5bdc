"""The options of a game as they are typed: a well-known set by its name, changes to it, tables from files."""

import shlex
from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from fivefold.command import FROM_FILE, read_option, with_tables
from fivefold.contract import Game, Option, Preset
from fivefold.contract.errors import FivefoldError, InvalidOption
from fivefold.doors.terminal import clock_choice
from fivefold.doors.terminal.clock_choice import ClockWish
from fivefold.doors.terminal.menu import ask
from fivefold.doors.terminal.screen import Screen
from fivefold.parts.words import listed
from fivefold.play.match import Match
from fivefold.play.number_tables import fallback_text
from fivefold.play.options import matters, resolve

MOST_LISTED: Final = 8
"""An option with more values has them summed up in a line; each is listed only on demand."""


def wanted(game: Game, preset: str | None, given: Mapping[str, str]) -> dict[str, str]:
    """Return the options of a well-known set with changes. Raises ``InvalidOption``, and ``OSError`` for a file."""
    known = find_preset(game, preset).options if preset is not None else {}
    chosen = {**known, **with_tables(game, given)}
    resolve(game, chosen, lambda label, count: 0)
    return chosen


def find_preset(game: Game, text: str) -> Preset:
    """Return the set of options with this number, name or part of a name. Raises ``InvalidOption``."""
    tidy = " ".join(text.casefold().split())
    names = [preset.name.casefold() for preset in game.setup.presets]
    like = [index for index, name in enumerate(names) if tidy in name and tidy and not tidy.isdigit()]
    numbers = {str(index + 1): index for index in range(len(names))}
    index = numbers.get(tidy, names.index(tidy) if tidy in names else like[0] if len(like) == 1 else None)
    if index is not None:
        return game.setup.presets[index]
    if not names:
        raise InvalidOption(f"{text}: {game.name} has no named sets of options; use --option NAME=VALUE")
    offered = ", ".join(f"{number} {preset.name}" for number, preset in enumerate(game.setup.presets, start=1))
    raise InvalidOption(f"{text}: there is no such set of options; {game.name} has {offered}")


def other_ways(game: Game) -> str:
    """Return which sets of options there are besides the usual one, for a player who named none."""
    usual, *others = (preset.name for preset in game.setup.presets)
    return f"Besides {usual} --preset offers {listed(others)}."


def without_effect(game: Game, given: Mapping[str, str]) -> Iterator[str]:
    """Yield a sentence for each option that was asked for and means nothing beside the others."""
    chosen = resolve(game, given, lambda label, count: 0)
    for option in game.setup.options:
        if option.name in given and not matters(option, chosen):
            yield f"{option.name} has no effect here: it goes with {_condition(option)}."


def _condition(option: Option) -> str:
    """Return beside which values of others an option means something."""
    return " and ".join(f"{name} {listed(sorted(values), 'or')}" for name, values in option.only.items())


# --- asked for in the menu -------------------------------------------------------------------------------------------


def choose_options(screen: Screen, game: Game, wish: ClockWish) -> tuple[dict[str, str], ClockWish]:
    """Return what the player wants other than usual; clocks only where they type so. Raises ``Left``."""
    prompt = _offer_presets(screen, game) if game.setup.presets else _offer_options(screen, game)
    while True:
        answer = ask(screen, prompt)
        try:
            if answer.startswith("?"):
                _tell(screen, game, answer.removeprefix("?").strip())
                continue
            return _read(game, answer, wish)
        except FivefoldError as error:
            screen.say(str(error))
        except OSError as error:
            screen.say(f"{error.filename}: {error.strerror}")


def _offer_presets(screen: Screen, game: Game) -> str:
    """Show the well-known sets of options and return what to ask."""
    screen.show(f"\n{game.name}. How would you like to play?\n")
    for number, preset in enumerate(game.setup.presets, start=1):
        screen.say(f"  {number}  {preset.name}: {preset.meaning}", indent="     ")
    screen.say(f"\nYou can change any of them, e.g. {_example(game, '2 ')}; type ? to see everything you can change.")
    return "\nA number (Enter for 1), with or without changes, or ?: "


def _offer_options(screen: Screen, game: Game) -> str:
    usual = ", ".join(f"{option.name} {option.default or 'drawn'}" for option in game.setup.options)
    screen.say(f"\n{game.name}. The usual: {usual}.")
    return f"Enter for the usual settings, a change such as {_example(game)}, or ?: "


def _example(game: Game, number: str = "") -> str:
    """Return a change, of an option that means something in every set and leaves the number of seats."""
    option = next(option for option in game.setup.options if not option.only and option is not game.setup.seat_option)
    return f"{number}{option.name}={next(value for value in option.values if value != option.default)}"


def _read(game: Game, answer: str, wish: ClockWish) -> tuple[dict[str, str], ClockWish]:
    try:
        words = shlex.split(answer)
    except ValueError:
        raise InvalidOption(f"{answer}: a quotation mark is missing its partner") from None
    name = [word for word in words if "=" not in word]
    if name and not game.setup.presets:
        read_option(name[0])
    changes = dict(read_option(word) for word in words if "=" in word)
    changes, clocks = clock_choice.taken_from(changes, wish)
    options = wanted(game, " ".join(name) if name else None, changes)
    clock_choice.check(clocks, Match(game, seed=0, options=options))
    return options, clocks


def _tell(screen: Screen, game: Game, name: str) -> None:
    """List all options, or everything about one. Raises ``InvalidOption`` if there is none of that name."""
    options = [option for option in game.setup.options if not name or option.name == name.casefold()]
    asks_for_clocks = name.casefold() in {"", clock_choice.TIME, clock_choice.HANDICAP}
    if not options and not asks_for_clocks:
        names = ", ".join(each.name for each in game.setup.options)
        raise InvalidOption(f"? {name}: there is no such option; there are {names}")
    group = ""
    for option in options:
        if option.group != group:
            group = option.group
            screen.say(f"{group}:")
        _tell_option(screen, option, in_full=bool(name))
    if asks_for_clocks:
        clock_choice.explain(screen)


def _tell_option(screen: Screen, option: Option, in_full: bool) -> None:
    goes_with = f" (with {_condition(option)})" if option.only else ""
    screen.say(f"{option.name}: {option.meaning}{goes_with}", indent="      ")
    if option.table is not None:
        _tell_table(screen, option, in_full)
    elif in_full or len(option.values) <= MOST_LISTED:
        for value in option.values:
            screen.say(f"  {option.name}={value}  {option.explained.get(value, '')}", indent="      ")
    else:
        screen.say(f"  {_some(list(option.values))}; ? {option.name} explains them", indent="      ")
    if option.numbers is not None:
        screen.say(f"  {option.name}=N  any whole number from {option.numbers[0]} to {option.numbers[-1]}")


def _some(values: Sequence[str]) -> str:
    return f"{len(values)} values, {', '.join(values[:3])} to {values[-1]}"


def _tell_table(screen: Screen, option: Option, in_full: bool) -> None:
    if option.table is None:
        return
    lowest, highest = option.table.numbers[0], option.table.numbers[-1]
    screen.say(f"  {option.name}={FROM_FILE}FILE  from a file saved on the page", indent="      ")
    said = f"  {option.name}=1={highest},2={lowest}  numbers for entries, {lowest} to {highest}, the others blank"
    screen.say(said if in_full else f"{said}; ? {option.name} lists the entries", indent="      ")
    if in_full:
        for number, entry in enumerate(option.table.entries, start=1):
            screen.say(f"  {number} {entry.name}: blank counts {fallback_text(entry)}", indent="      ")
