"""What a mail chooses for a match behind ``-`` and ``--``: the game's own options, the clock, whether it is rated."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Final

from fivefold.contract import Game, Option
from fivefold.contract.errors import InvalidOption
from fivefold.doors.mail.commands.choosing import found, only, plain, unclear
from fivefold.doors.mail.commands.match_times import OLD, USUAL, AskedTime, is_time, read_old_times, read_time
from fivefold.parts.words import listed
from fivefold.play.options import canonical, resolve
from fivefold.play.time_control import FULL, HANDICAPS
from fivefold.session.races import becomes_race

TIME: Final = ("time", "clock", "timelimit")
RATED, CASUAL = ("rated",), ("casual", "unrated")
HANDICAP, DOUBLE = "handicap", "double"
TERMS: Final = (*TIME, *OLD, *RATED, *CASUAL, HANDICAP, DOUBLE)
"""What can be chosen in every game."""
ON, OFF = ("", "on", "yes", "true", "1"), ("off", "no", "false", "0")


@dataclass(frozen=True, slots=True)
class Chosen:
    """What a mail chooses for a match."""

    options: Mapping[str, str] = field(default_factory=dict)
    time: AskedTime = AskedTime(USUAL)  # noqa: RUF009  (a tuple)
    rated: bool = False
    double: bool = False
    handicap: int = FULL


def read_chosen(game: Game, given: Mapping[str, str]) -> Chosen:
    """Return what is chosen. Raises ``InvalidOption`` for what there is not, naming what there is."""
    known = {option.name: option for option in game.setup.options}
    options: dict[str, str] = {}
    terms: dict[str, str] = {}
    for typed, value in given.items():
        name = _name(game, typed, value)
        if name is None:
            _read_alone(game, typed, options, terms)
        elif name in known:
            options[name] = _value(game, known[name], value)
        else:
            terms[name] = value
    return replace(_with_terms(terms), options=options)


def with_seats(game: Game, chosen: Chosen, count: int) -> Chosen:
    """Return what is chosen for so many players. Raises ``InvalidOption`` where that cannot be, or not by mail."""
    option = game.setup.seat_option
    if count not in (game.setup.seat_counts if option else (2,)):
        wanted = listed([str(each) for each in game.setup.seat_counts if each > 1], "or")
        remedy = f"name {_others(game)}" if count < 2 else "name fewer"
        raise InvalidOption(f"{game.name} is for {wanted}", subject=f"{count} players", field="to", remedy=remedy)
    if option is None or (option.name in chosen.options and option.seats[chosen.options[option.name]] == count):
        return _without_race(game, chosen)
    if option.name in chosen.options:
        asked = f"{option.name}={chosen.options[option.name]}"
        seats = option.seats[chosen.options[option.name]]
        remedy = f"name {seats - 1} besides yourself, or leave {asked} out"
        raise InvalidOption(f"it is for {seats}, and you named {count - 1}", subject=asked, field="to", remedy=remedy)
    fitting = [value for value, seats in option.seats.items() if seats == count]
    quiet = [value for value in fitting if not _is_race(game, {**chosen.options, option.name: value})]
    value = next(iter(quiet), fitting[0])
    return _without_race(game, replace(chosen, options={**chosen.options, option.name: value}))


def _without_race(game: Game, chosen: Chosen) -> Chosen:
    if not _is_race(game, chosen.options):
        return chosen
    option = game.setup.seat_option
    quiet = [] if option is None else [value for value in option.seats if not _is_race(game, {option.name: value})]
    several = [f"{option.name}={value}" for value in quiet if option and option.seats[value] > 1]
    remedy = f"choose {listed(several, 'or')}, or play it on the page"
    raise InvalidOption("everybody moves at once in a race", subject="a race by mail", field="options", remedy=remedy)


def _is_race(game: Game, options: Mapping[str, str]) -> bool:
    return becomes_race(game, resolve(game, options, lambda label, count: 0))


def _others(game: Game) -> str:
    counts = [count - 1 for count in game.setup.seat_counts if count > 1]
    return "one player" if counts == [1] else f"{counts[0]} to {counts[-1]} players"


def _name(game: Game, typed: str, value: str) -> str | None:
    """Return the option or term that a name means; ``None`` for a word that stands alone and is perhaps a value."""
    names = [*(option.name for option in game.setup.options), *TERMS]
    meant = found(typed, names)
    if len(meant) == 1 and (value or plain(meant[0]) == plain(typed) or not _alone(game, typed)):
        return meant[0]
    if not value and (_alone(game, typed) or is_time(typed)):
        return None
    offered = [*(option.name for option in game.setup.options), TIME[0], *RATED, CASUAL[0], HANDICAP]
    offered += [DOUBLE] if game.traits.doubles else []
    raise unclear(typed, meant, offered, f"option of {game.name}", "options")


def _alone(game: Game, typed: str) -> list[tuple[str, Mapping[str, str]]]:
    """Return what a word may mean that stands alone: well-known set-ups before values that are words."""
    offered = {preset.name: dict(preset.options) for preset in game.setup.presets}
    for option in game.setup.options:
        for value in option.values:
            is_word = not any(character.isdigit() for character in value) and value not in {"on", "off"}
            if is_word and {option.name: value} not in offered.values():
                offered[f"{option.name}={value}"] = {option.name: value}
    words = {name: name.partition("=")[2] or name for name in offered}
    exact = [name for name, word in words.items() if plain(word) == plain(typed)]
    begins = [name for name, word in words.items() if plain(typed) and plain(word).startswith(plain(typed))]
    return [(name, offered[name]) for name in exact[:1] or begins]


def _read_alone(game: Game, typed: str, options: dict[str, str], terms: dict[str, str]) -> None:
    meant = _alone(game, typed)
    if len(meant) == 1:
        options.update(meant[0][1])
    elif meant:
        names = [name for name, _ in meant]
        raise unclear(typed, names, names, "option", "options")
    else:
        terms[TIME[0]] = typed


def _value(game: Game, option: Option, typed: str) -> str:
    if not typed:
        if "on" in option.values:
            return "on"
        remedy = f"write {option.name}={_first(option)}"
        raise InvalidOption("it needs a value", subject=f"-{option.name}", field="options", remedy=remedy)
    meant = found(typed, option.values) if not typed.lstrip("-").isdigit() else []
    if option.values and len(meant) > 1:
        raise unclear(f"{option.name}={typed}", meant, option.values, "value", "options")
    return meant[0] if meant else canonical(game, option, typed)


def _first(option: Option) -> str:
    return next(iter(option.values), str(option.numbers[0]) if option.numbers else "…")


def _with_terms(given: Mapping[str, str]) -> Chosen:
    chosen, old = Chosen(), {name: given[name] for name in OLD if name in given}
    if old:
        chosen = replace(chosen, time=read_old_times(old))
    for name, value in given.items():
        if name in TIME:
            chosen = replace(chosen, time=read_time(value))
        elif name in (*RATED, *CASUAL):
            chosen = replace(chosen, rated=_is_on(name, value) == (name in RATED))
        elif name == DOUBLE:
            chosen = replace(chosen, double=_is_on(name, value))
        elif name == HANDICAP:
            chosen = replace(chosen, handicap=_percent(value))
    return chosen


def _is_on(name: str, value: str) -> bool:
    word = value.casefold()
    if word not in (*ON, *OFF):
        raise InvalidOption("it is on or off", subject=f"{name}={value}"[:40], field=name, remedy=f"write --{name}")
    return word in ON


def _percent(value: str) -> int:
    number = value.strip().removesuffix("%").strip()
    return int(only(number or "?", [str(each) for each in HANDICAPS], "part of the time in per cent", HANDICAP))
