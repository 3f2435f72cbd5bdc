"""How long players may think, as a mail asks for it: by text, by a name, or as the old server wrote it."""

from collections.abc import Mapping
from typing import Final, NamedTuple

from fivefold.contract.errors import InvalidOption
from fivefold.doors.mail.commands.choosing import found, plain, unclear
from fivefold.parts.messages import Message
from fivefold.play.time_control import DAY, SLOW, SLOW_BOUNDS, Pace, TimeControl
from fivefold.play.time_words import message, preset_name

NAG, FORFEIT, TOTAL = "nagtime", "forfeittime", "totaltime"
OLD: Final = (NAG, FORFEIT, TOTAL)
"""Time options of the old server, in days: a reminder, the time for a move, and for all moves of a player."""
USUAL: Final = SLOW[0].control
OLD_SERVER: Final = TimeControl(Pace.MOVE, 21 * DAY)
"""What the old server used, unless told otherwise."""
NONE: Final = "none"
NAMES: Final[Mapping[str, TimeControl | None]] = {
    **{preset.name: preset.control for preset in SLOW},
    **{preset_name(preset): preset.control for preset in SLOW},
    "old server": OLD_SERVER,
    NONE: None,
    "no limit": None,
    "unlimited": None,
}
"""Clocks by name. Only slow ones: mail takes its time."""
EXAMPLES: Final = "3d/move, 10d+1d^14d or none"


class AskedTime(NamedTuple):
    """A clock that somebody asks for."""

    control: TimeControl | None
    notes: tuple[Message, ...] = ()
    """What has to be said about it: keys of ``challenge_words``."""


def read_time(typed: str) -> AskedTime:
    """Return the clock that a text or a name means. Raises ``InvalidOption``."""
    meant = found(typed, NAMES)
    controls = {NAMES[name] for name in meant}
    if meant and len(controls) == 1:
        return AskedTime(controls.pop())
    if meant:
        raise unclear(typed, meant, NAMES, "clock", "time")
    if not any(character.isdigit() for character in typed):
        raise InvalidOption("is not a time to play with", subject=typed[:40], field="time", remedy=_choices())
    return AskedTime(_slow(TimeControl.parse(typed)))


def read_old_times(given: Mapping[str, str]) -> AskedTime:
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


def is_time(typed: str) -> bool:
    """Tell whether a word that stands alone is a clock: ``3d/move``, ``weekly``."""
    if plain(typed) in {plain(name) for name in NAMES if name != NONE}:
        return True
    try:
        _ = TimeControl.parse(typed)
    except InvalidOption:
        return False
    return True


def _slow(control: TimeControl) -> TimeControl:
    if not control.slow:
        remedy = "count in days, for example 3d/move, or play it on the page"
        raise InvalidOption("nobody can be so quick by mail", subject=control.text, field="time", remedy=remedy)
    return control


def _days(name: str, text: str) -> int:
    if not (text.isascii() and text.isdigit() and 1 <= len(text) <= 4 and int(text)):
        remedy = f"for example {name}=7, or time=3d/move"
        raise InvalidOption("it is a number of days", subject=f"{name}={text}"[:40], field="time", remedy=remedy)
    return int(text)


def _choices() -> str:
    names = ", ".join(preset.name for preset in SLOW)
    return f"for example {EXAMPLES}; by name there is {names} and old server"
