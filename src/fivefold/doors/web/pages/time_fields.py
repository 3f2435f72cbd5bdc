"""The question how long players may think, on the page of a new match."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from fivefold.contract import Game
from fivefold.contract.errors import FivefoldError
from fivefold.doors.web import time_form
from fivefold.doors.web.request_parsing import Fields
from fivefold.doors.web.time_form import DAYS, GAME_MINUTES, MINUTES, NUMBERS, OWN, OWN_DAYS, OWN_GAME, SECONDS
from fivefold.play import time_words
from fivefold.play.options import resolve
from fivefold.play.set_ups import Options
from fivefold.play.time_control import (
    DAY,
    FULL,
    HANDICAPS,
    LIVE,
    MINUTE,
    PER_MOVE,
    SLOW,
    WHOLE_GAME,
    Pace,
    Preset,
    TimeControl,
)
from fivefold.session.races import becomes_race

LIVE_TITLE: Final = "Live: everybody stays at the table"
EACH, WHOLE = "each", "whole"
"""For whom a time control can be: each player, or the game as a whole."""
NORMAL: Final = LIVE[1].control
"""What a table for strangers has unless its owner says otherwise."""


@dataclass(frozen=True, slots=True)
class TimeChoice:
    """A time control to choose."""

    value: str
    name: str
    words: str
    """What it means; empty where the name says it."""
    minutes: str
    """What it comes to a game; empty where that says nothing."""
    chosen: bool


@dataclass(frozen=True, slots=True)
class TimeGroup:
    """Time controls under one heading."""

    key: str
    title: str
    kind: str
    """``each`` or ``whole``."""
    choices: Sequence[TimeChoice]


def time_context(game: Game, options: Options, fields: Fields) -> dict[str, Any]:
    """Return what the page's question about time is filled with."""
    chosen = _chosen(fields)
    given = _settled(game, options)
    groups = [
        TimeGroup(
            "live", "Live: everybody stays at the table", EACH, _choices(game, given, (*LIVE, *PER_MOVE), chosen)
        ),
        TimeGroup("slow", "Slow: come back when it suits you", EACH, _choices(game, given, SLOW, chosen)),
        TimeGroup("whole", "A limit for the whole game", WHOLE, _choices(game, given, WHOLE_GAME, chosen)),
    ]
    whole, kinds = _whole_values(game), _kinds(game, given)
    control = time_form.readable(fields)
    deciding = game.setup.seat_option
    return {
        "time_groups": [group for group in groups if group.kind in kinds],
        "time_kind": _kind(game, given),
        "time_chosen": chosen,
        "time_given": time_form.FIELD in fields,
        "time_summary": time_words.words(control),
        "time_other": _other(groups, chosen, control),
        "time_numbers": _numbers(fields, control),
        "time_decided_by": deciding.name if deciding is not None and whole else "",
        "time_whole": whole,
        "time_normal": NORMAL.text,
        "handicaps": [(percent, time_words.handicap_words(percent)) for percent in HANDICAPS],
        "handicap": fields.get("handicap", "") or str(FULL),
    }


def time_query(fields: Fields) -> dict[str, str]:
    """Return how an address says the time that is chosen: nothing where there is no limit."""
    control = time_form.readable(fields)
    if control is None:
        return {}
    handicap = fields.get("handicap", "")
    return {"time": control.text, **({"handicap": handicap} if handicap not in {"", str(FULL)} else {})}


def _chosen(fields: Fields) -> str:
    """Return which choice is made: the value of the field, an own one by its kind, else the canonical text."""
    value = fields.get(time_form.FIELD, "").strip()
    if value in {OWN, OWN_DAYS, OWN_GAME}:
        return value
    control = time_form.readable(fields)
    if control is None or any(control == preset.control for preset in (*LIVE, *PER_MOVE, *SLOW, *WHOLE_GAME)):
        return "" if control is None else control.text
    return _own_kind(control) or control.text


def _own_kind(control: TimeControl) -> str:
    """Return which of the own choices says this time control; empty if none does."""
    plain = not (control.delay or control.cap)
    if control.pace == Pace.TOTAL and not control.slow and plain and control.base % MINUTE == 0:
        return OWN
    if control.pace == Pace.MOVE and control.slow and control.base % DAY == 0:
        return OWN_DAYS
    return OWN_GAME if control.pace == Pace.GAME and control.base % MINUTE == 0 else ""


def _numbers(fields: Fields, control: TimeControl | None) -> Mapping[str, str]:
    """Return what stands in the fields for numbers of one's own."""
    known = {name: fields.get(name, "")[:10] for name in NUMBERS if name in fields}
    kind = "" if control is None or fields.get(time_form.FIELD) in {OWN, OWN_DAYS, OWN_GAME} else _own_kind(control)
    if control is not None and kind == OWN:
        known |= {MINUTES: str(control.base // MINUTE), SECONDS: str(control.increment)}
    elif control is not None and kind == OWN_DAYS:
        known |= {DAYS: str(control.base // DAY)}
    elif control is not None and kind == OWN_GAME:
        known |= {GAME_MINUTES: str(control.base // MINUTE)}
    return {**NUMBERS, **known}


def _other(groups: Sequence[TimeGroup], chosen: str, control: TimeControl | None) -> TimeChoice | None:
    """Return the choice for a time control that came by a link and stands nowhere else."""
    listed = {choice.value for group in groups for choice in group.choices} | {"", OWN, OWN_DAYS, OWN_GAME}
    if control is None or chosen in listed:
        return None
    return TimeChoice(chosen, "As in the link", time_words.words(control), "", True)


def _choices(game: Game, values: Mapping[str, str], presets: Sequence[Preset], chosen: str) -> list[TimeChoice]:
    return [_choice(game, values, preset, chosen) for preset in presets]


def _choice(game: Game, values: Mapping[str, str], preset: Preset, chosen: str) -> TimeChoice:
    says_it = preset.control.pace != Pace.TOTAL
    said = "" if says_it else time_words.words(preset.control)
    minutes = time_words.game_minutes(preset.control, game.setup.usual_moves(values), game.setup.seats(values))
    return TimeChoice(
        preset.control.text,
        time_words.preset_name(preset),
        said[:1].upper() + said[1:],
        time_words.game_minutes_words(minutes),
        preset.control.text == chosen,
    )


def _settled(game: Game, options: Options) -> Mapping[str, str]:
    """Return all options; the usual ones where those given go wrong."""
    try:
        return resolve(game, options, _first)
    except FivefoldError:
        return resolve(game, {}, _first)


def _first(label: str, count: int) -> int:
    """Draw what is left to chance: it makes no difference here."""
    return 0


def _kind(game: Game, values: Mapping[str, str]) -> str:
    return WHOLE if game.setup.seats(values) == 1 or becomes_race(game, values) else EACH


def _kinds(game: Game, values: Mapping[str, str]) -> set[str]:
    """Return the kinds there are, whatever decides how many play."""
    deciding = game.setup.seat_option
    if deciding is None:
        return {_kind(game, values)}
    return {_kind(game, _settled(game, {deciding.name: value})) for value in deciding.values}


def _whole_values(game: Game) -> list[str]:
    """Return for which values of the option that decides how many play there is only a limit for the whole game."""
    deciding = game.setup.seat_option
    if deciding is None:
        return []
    return [value for value in deciding.values if _kind(game, _settled(game, {deciding.name: value})) == WHOLE]
