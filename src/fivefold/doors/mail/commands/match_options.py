"""Whom a mail challenges and to what: names, computers, the game's own options, the clock, whether it is rated."""

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Final, NamedTuple

from fivefold.contract import Game, Option
from fivefold.contract.errors import InvalidOption
from fivefold.doors.mail.answers import refused
from fivefold.house.house import House
from fivefold.house.people.near_names import near_names
from fivefold.house.records.own_level import OWN_LEVEL
from fivefold.house.table.seating import LINK
from fivefold.parts.messages import Fact, Message
from fivefold.play.options import canonical, resolve
from fivefold.play.time_control import DAY, FULL, HANDICAPS, SLOW, SLOW_BOUNDS, Pace, TimeControl
from fivefold.play.time_words import message, preset_name
from fivefold.session.races import becomes_race

MOST_NAMED: Final = 24
"""Names that an error lists."""
LONGEST_TYPED: Final = 40
"""Characters of what was typed that an error repeats."""


def plain(text: str) -> str:
    """Return a text as it is compared: without case, blanks and signs."""
    return "".join(character for character in text.casefold() if character.isalnum())


def names_meant(typed: str, names: Collection[str]) -> list[str]:
    """Return the names that a word may mean: one for the name itself, in any case, else all that begin with it."""
    wanted = plain(typed)
    same = [name for name in names if plain(name) == wanted]
    return same[:1] or [name for name in names if wanted and plain(name).startswith(wanted)]


def unclear(typed: str, meant: Collection[str], names: Collection[str], what: str, field: str) -> InvalidOption:
    """Return the error for a word that means none of the names, or several."""
    key, listed = ("several-names", tuple(meant)) if meant else ("no-such-name", tuple(names))
    some = listed if len(listed) <= MOST_NAMED else (*listed[:MOST_NAMED], "others")
    return refused(InvalidOption, key, typed[:LONGEST_TYPED], field, names=some, what=what)


# --- How long players may think, as a mail asks for it ---------------------------------------------------------------


NAG, FORFEIT, TOTAL = "nagtime", "forfeittime", "totaltime"
OLD: Final = (NAG, FORFEIT, TOTAL)
"""Time options of the old server, in days: a reminder, the time for a move, and for all moves of a player."""
USUAL: Final = SLOW[0].control
OLD_SERVER: Final = TimeControl(Pace.MOVE, 21 * DAY)
"""What the old server used, unless told otherwise."""
NONE: Final = "none"
CLOCKS: Final[Mapping[str, TimeControl | None]] = {
    **{preset.name: preset.control for preset in SLOW},
    **{preset_name(preset): preset.control for preset in SLOW},
    "old server": OLD_SERVER,
    **dict.fromkeys((NONE, "no limit", "unlimited")),
}
"""Clocks by name. Only slow ones: mail takes its time."""


class AskedTime(NamedTuple):
    """A clock that somebody asks for."""

    control: TimeControl | None
    notes: tuple[Message, ...] = ()
    """What has to be said about it."""


def _read_time(typed: str) -> AskedTime:
    """Return the clock that a text or a name means. Raises ``InvalidOption``."""
    meant = names_meant(typed, CLOCKS)
    controls = {CLOCKS[name] for name in meant}
    if len(controls) == 1:
        return AskedTime(controls.pop())
    if meant:
        raise unclear(typed, meant, CLOCKS, "clock", "time")
    if not any(character.isdigit() for character in typed):
        names = tuple(preset.name for preset in SLOW)
        raise refused(InvalidOption, "no-time", typed[:40], "time", names=names)
    control = TimeControl.parse(typed)
    if not control.slow:
        raise refused(InvalidOption, "too-quick", control.text, "time")
    return AskedTime(control)


def _read_old_times(given: Mapping[str, str]) -> AskedTime:
    """Return the clock that comes nearest to what was asked of the old server. Raises ``InvalidOption``."""
    days = {name: _days(name, text) for name, text in given.items()}
    total, most = days.get(TOTAL, 0), SLOW_BOUNDS[Pace.TOTAL].most
    if FORFEIT not in days and total and total * DAY <= most:
        control = TimeControl(Pace.TOTAL, total * DAY)
    else:
        longest = SLOW_BOUNDS[Pace.MOVE].most // DAY
        control = TimeControl(Pace.MOVE, min(days.get(FORFEIT, OLD_SERVER.base // DAY), longest) * DAY)
    typed = tuple(f"{name}={number}" for name, number in days.items())
    return AskedTime(control, (Message("old-time", typed=typed, time=message(control)),))


def _is_time(typed: str) -> bool:
    """Tell whether a word that stands alone is a clock: ``3d/move``, ``weekly``."""
    if plain(typed) in {plain(name) for name in CLOCKS if name != NONE}:
        return True
    try:
        _ = TimeControl.parse(typed)
    except InvalidOption:
        return False
    return True


def _days(name: str, text: str) -> int:
    if not (text.isascii() and text.isdigit() and 1 <= len(text) <= 4 and int(text)):
        raise refused(InvalidOption, "number-of-days", f"{name}={text}"[:40], "time", name=name)
    return int(text)


# --- What a mail chooses for a match ---------------------------------------------------------------------------------


TIME: Final = ("time", "clock", "timelimit")
RATED, CASUAL = ("rated",), ("casual", "unrated")
HANDICAP, DOUBLE, DUPLICATE = "handicap", "double", "duplicate"
TERMS: Final = (*TIME, *OLD, *RATED, *CASUAL, HANDICAP, DOUBLE, DUPLICATE)
"""What can be chosen in every game."""
YES, NO = ("", "on", "yes", "true", "1"), ("off", "no", "false", "0")


@dataclass(frozen=True, slots=True)
class Chosen:
    """What a mail chooses for a match."""

    options: Mapping[str, str] = field(default_factory=dict)
    time: AskedTime = AskedTime(USUAL)  # noqa: RUF009  (a tuple)
    rated: bool = False
    double: bool = False
    duplicate: bool = False
    handicap: int = FULL

    @property
    def time_text(self) -> str:
        """The clock as a match request has it."""
        return self.time.control.text if self.time.control else ""


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
        raise _other_count(game, count)
    if option is None:
        return _without_race(game, chosen)
    value = chosen.options.get(option.name)
    if value is None:
        fitting = [value for value, seats in option.seats.items() if seats == count]
        quiet = [value for value in fitting if not _is_race(game, {**chosen.options, option.name: value})]
        chosen = replace(chosen, options={**chosen.options, option.name: next(iter(quiet), fitting[0])})
    elif option.seats[value] != count:
        asked, seats = f"{option.name}={value}", option.seats[value]
        facts: dict[str, Fact] = {"seats": seats, "named": count - 1, "most": seats - 1, "asked": asked}
        raise refused(InvalidOption, "one-alone" if seats == 1 else "other-count", asked, "to", **facts)
    return _without_race(game, chosen)


def _other_count(game: Game, count: int) -> InvalidOption:
    counts = [each for each in game.setup.seat_counts if each > 1]
    some = "one player" if counts == [2] else f"{counts[0] - 1} to {counts[-1] - 1} players"
    facts: dict[str, Fact] = {
        "game": game.name,
        "counts": tuple(map(str, counts)),
        "others": some if count < 2 else "fewer",
    }
    return refused(InvalidOption, "for-counts", f"{count} players", "to", **facts)


def _without_race(game: Game, chosen: Chosen) -> Chosen:
    if not _is_race(game, chosen.options):
        return chosen
    seats = {} if game.setup.seat_option is None else game.setup.seat_option.seats
    name = game.setup.seat_option.name if game.setup.seat_option else ""
    quiet = [value for value in seats if seats[value] > 1 and not _is_race(game, {name: value})]
    options = tuple(f"{name}={value}" for value in quiet)
    raise refused(InvalidOption, "race", "a race by mail", "options", options=options)


def _is_race(game: Game, options: Mapping[str, str]) -> bool:
    return becomes_race(game, resolve(game, options))


def _name(game: Game, typed: str, value: str) -> str | None:
    """Return the option or term that a name means; ``None`` for a word that stands alone and is perhaps a value."""
    names = [option.name for option in game.setup.options]
    meant = names_meant(typed, [*names, *TERMS])
    if len(meant) == 1 and (value or plain(meant[0]) == plain(typed) or not _alone(game, typed)):
        return meant[0]
    if not value and (_alone(game, typed) or _is_time(typed)):
        return None
    offered = [*names, TIME[0], *RATED, CASUAL[0], HANDICAP, *_doubles(game)]
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
    if not typed and "on" in option.values:
        return "on"
    if not typed:
        value = next(iter(option.values), str(option.numbers[0]) if option.numbers else "…")
        raise refused(InvalidOption, "needs-value", f"-{option.name}", "options", option=option.name, value=value)
    meant = names_meant(typed, option.values) if not typed.lstrip("-").isdigit() else []
    if option.values and len(meant) > 1:
        raise unclear(f"{option.name}={typed}", meant, option.values, "value", "options")
    return meant[0] if meant else canonical(game, option, typed)


def _doubles(game: Game) -> list[str]:
    return [*([DOUBLE] if game.traits.doubles else []), *([DUPLICATE] if game.traits.duplicates else [])]


def _with_terms(given: Mapping[str, str]) -> Chosen:
    chosen, old = Chosen(), {name: given[name] for name in OLD if name in given}
    if old:
        chosen = replace(chosen, time=_read_old_times(old))
    for name, value in given.items():
        if name in TIME:
            chosen = replace(chosen, time=_read_time(value))
        elif name in (*RATED, *CASUAL):
            chosen = replace(chosen, rated=_is_on(name, value) == (name in RATED))
        elif name == DOUBLE:
            chosen = replace(chosen, double=_is_on(name, value))
        elif name == DUPLICATE:
            chosen = replace(chosen, duplicate=_is_on(name, value))
        elif name == HANDICAP:
            chosen = replace(chosen, handicap=_percent(value))
    return chosen


def _is_on(name: str, value: str) -> bool:
    word = value.casefold()
    if word not in (*YES, *NO):
        raise refused(InvalidOption, "on-or-off", f"{name}={value}"[:40], name, name=name)
    return word in YES


def _percent(value: str) -> int:
    number, shares = value.strip().removesuffix("%").strip() or "?", [str(each) for each in HANDICAPS]
    meant = names_meant(number, shares)
    if len(meant) != 1:
        raise unclear(number, meant, shares, "part of the time in per cent", HANDICAP)
    return int(meant[0])


# --- Whom a mail wants to play with ----------------------------------------------------------------------------------


LEVEL: Final = re.compile(r"(?:level|computer|bot)[\s:=]*([0-9]{1,4})?", re.IGNORECASE)
ME: Final = ("me", "myself", "i")
MY_LEVEL: Final = "mylevel"  # As names are compared.
MOST: Final = 8
"""Names in one command."""
LONGEST_NAME: Final = 3
"""Words of a name that stand apart."""


class Opponents(NamedTuple):
    """Who is to play."""

    others: tuple[str, ...]
    """As ``MatchRequest`` has them, in turn order after the person."""
    invited: tuple[str, ...]
    """The names of the people among them."""
    own: int | None
    """The place at which the person named themself: the order counts then, and the first one begins."""


def read_opponents(house: House, person_id: str, game: Game, arguments: Sequence[str]) -> Opponents:
    """Return who is meant. Raises ``InvalidOption`` for a name that nobody has, with those that come near."""
    own_name = house.person(person_id).shown
    found: list[tuple[str, str]] = []
    own = None
    for word in _words(house, own_name, game, arguments):
        if plain(word) in (*ME, plain(own_name)):
            own = len(found) if own is None else own
            continue
        found.append(_opponent(house, person_id, game, word))
    at = own or 0
    turned = found[at:] + found[:at]
    names = tuple(name for text, name in turned if text == LINK)
    return Opponents(tuple(text for text, _ in turned), names, own)


def _words(house: House, own_name: str, game: Game, arguments: Sequence[str]) -> Iterator[str]:
    """Yield what each opponent is called: names that stand in several words are put together."""
    rest = [part.strip() for argument in arguments[: 4 * MOST] for part in argument.split(",") if part.strip()]
    while rest:
        count = next((n for n in range(1, LONGEST_NAME + 1) if _is_known(house, own_name, game, rest[:n])), 1)
        if LEVEL.fullmatch(rest[0]) and len(rest) > 1 and rest[1].isdigit():
            count = 2
        yield " ".join(rest[:count])
        rest = rest[count:]


def _is_known(house: House, own_name: str, game: Game, words: Sequence[str]) -> bool:
    name = " ".join(words)
    known = plain(name) in (*ME, MY_LEVEL, plain(own_name)) or LEVEL.fullmatch(name) is not None
    return known or _persona(game, name) is not None or house.accounts.by_name(name) is not None


def _opponent(house: House, person_id: str, game: Game, word: str) -> tuple[str, str]:
    """Return an opponent as ``MatchRequest.others`` has it, and the name of a person."""
    level, typed = LEVEL.fullmatch(word), word[:LONGEST_TYPED]
    if level is not None:
        number = int(level[1] or 0)
        if not game.has_level(number):
            raise refused(InvalidOption, "no-such-computer", typed, "to", highest=len(game.personas))
        return str(number), ""
    if plain(word) == MY_LEVEL:
        return OWN_LEVEL, ""
    persona = _persona(game, word)
    if persona is not None:
        return str(persona), ""
    found = house.accounts.by_name(word)
    if found is None:
        near = tuple(near_names(house, house.accounts, house.blocks, person_id, word))
        raise refused(InvalidOption, "did-you-mean" if near else "no-account-called", typed, "to", names=near)
    return LINK, found.name


def _persona(game: Game, word: str) -> int | None:
    names = [plain(persona.name) for persona in game.personas]
    return names.index(plain(word)) + 1 if plain(word) in names else None
