"""How long players may think: the time control of a match.

As text, the same in records, addresses and on the command line: ``30s/move``, ``5m+3s`` (five minutes and three seconds
more after each move), ``5m~3s`` (the first three seconds of each move don't count), ``10m/game`` (for all together),
``3d/move``, ``10d+1d^14d`` (never more than fourteen days on the clock).
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Final, NamedTuple, Self

from fivefold.contract.errors import InvalidOption
from fivefold.parts.words import listed

SECOND, MINUTE, HOUR, DAY = 1, 60, 3600, 86400
"""In seconds."""
UNITS: Final[Mapping[str, int]] = {"d": DAY, "h": HOUR, "m": MINUTE, "s": SECOND}
FULL: Final = 100
"""The handicap of a seat that has all of its time, in per cent."""
HANDICAPS: Final = (100, 75, 50, 25, 10)
"""How much of the time a seat may have, in per cent."""
EXAMPLES: Final = "30s/move, 5m+3s, 10m/game or 3d/move"
_DURATION = r"([0-9]{1,6})([dhms])"
_TEXT = re.compile(rf"{_DURATION}(?:(/move|/game)|([+~]){_DURATION})?(?:\^{_DURATION})?")


class Pace(StrEnum):
    """What the time is for; the values stand in texts."""

    MOVE = "move"
    """Each move of its own."""
    TOTAL = "total"
    """All moves of a seat."""
    GAME = "game"
    """The whole game, for all seats together; the only one for races."""


class Bounds(NamedTuple):
    """The shortest and the longest time, in seconds."""

    least: int
    most: int


LIVE_BOUNDS: Final = {Pace.MOVE: Bounds(5, HOUR), Pace.TOTAL: Bounds(15, 3 * HOUR), Pace.GAME: Bounds(30, 3 * HOUR)}
SLOW_BOUNDS: Final = {Pace.MOVE: Bounds(DAY, 30 * DAY), Pace.TOTAL: Bounds(DAY, 90 * DAY)}
FOR: Final = {Pace.MOVE: "a move", Pace.TOTAL: "for all moves", Pace.GAME: "for the game"}
MOST_LIVE_INCREMENT: Final = 3 * MINUTE
MOST_SLOW_INCREMENT: Final = 7 * DAY


@dataclass(frozen=True, slots=True)
class TimeControl:
    """How long players may think; all durations are whole seconds."""

    pace: Pace
    base: int
    """For each move, for all moves of a seat, or for the game."""
    increment: int = 0
    """Added after each move."""
    delay: int = 0
    """So much of each move doesn't count."""
    cap: int = 0
    """The clock never holds more than this after a move; 0 if it may."""

    def __post_init__(self) -> None:
        """Raise ``InvalidOption`` for times that nobody can play with."""
        bounds = (SLOW_BOUNDS if self.slow else LIVE_BOUNDS).get(self.pace)
        if bounds is None or not bounds.least <= self.base <= bounds.most:
            raise _invalid(
                _duration(self.base), f"live games take {_spans(LIVE_BOUNDS)}, slow ones {_spans(SLOW_BOUNDS)}"
            )
        most = MOST_SLOW_INCREMENT if self.slow else MOST_LIVE_INCREMENT
        if self.pace != Pace.TOTAL and (self.increment or self.delay or self.cap):
            raise _invalid(self.text, "only a clock for all moves gains time")
        if not 0 <= self.increment + self.delay <= most:
            raise _invalid(_duration(self.increment + self.delay), f"at most {_duration(most)} a move")
        if self.cap and not (self.slow and self.base <= self.cap <= 90 * DAY):
            raise _invalid(_duration(self.cap), "only a slow clock has an upper limit, from what it begins with to 90d")

    @property
    def slow(self) -> bool:
        """Whether it is counted in days: then nobody has to sit there."""
        return self.base >= DAY

    @property
    def text(self) -> str:
        """The canonical text."""
        base = _duration(self.base)
        if self.pace != Pace.TOTAL:
            return f"{base}/{self.pace}"
        gain = f"~{_duration(self.delay)}" if self.delay else f"+{_duration(self.increment)}"
        return f"{base}{gain}{f'^{_duration(self.cap)}' if self.cap else ''}"

    @classmethod
    def parse(cls, text: str) -> Self:
        """Return what a text says. Raises ``InvalidOption``."""
        found = _TEXT.fullmatch(text.strip().lower())
        if found is None:
            raise _invalid(text.strip()[:20], f"for example {EXAMPLES}")
        number, unit, pace, sign, gain, gain_unit, cap, cap_unit = found.groups()
        more = _seconds(gain, gain_unit)
        return cls(
            Pace(pace[1:]) if pace else Pace.TOTAL,
            _seconds(number, unit),
            increment=more if sign == "+" else 0,
            delay=more if sign == "~" else 0,
            cap=_seconds(cap, cap_unit),
        )


def parsed(text: str) -> TimeControl | None:
    """Return what a text says, ``None`` if it is empty: no limit. Raises ``InvalidOption``."""
    return TimeControl.parse(text) if text.strip() else None


def check_handicap(percent: int) -> int:
    """Return a handicap as it is. Raises ``InvalidOption``."""
    if percent not in HANDICAPS:
        choices = ", ".join(f"{each}%" for each in HANDICAPS)
        raise InvalidOption(f"{percent}%", subject="handicap", field="handicap", remedy=f"it is {choices}")
    return percent


class Preset(NamedTuple):
    """A time control with a name."""

    name: str
    control: TimeControl


LIVE: Final = (
    Preset("quick", TimeControl(Pace.TOTAL, 3 * MINUTE, increment=2)),
    Preset("normal", TimeControl(Pace.TOTAL, 10 * MINUTE, increment=5)),
    Preset("relaxed", TimeControl(Pace.TOTAL, 20 * MINUTE, increment=15)),
)
PER_MOVE: Final = (Preset("thirty", TimeControl(Pace.MOVE, 30)), Preset("sixty", TimeControl(Pace.MOVE, 60)))
SLOW: Final = (
    Preset("daily", TimeControl(Pace.MOVE, 3 * DAY)),
    Preset("weekly", TimeControl(Pace.MOVE, 7 * DAY)),
    Preset("bank", TimeControl(Pace.TOTAL, 10 * DAY, increment=DAY, cap=14 * DAY)),
)
WHOLE_GAME: Final = (
    Preset("sprint", TimeControl(Pace.GAME, 3 * MINUTE)),
    Preset("heat", TimeControl(Pace.GAME, 5 * MINUTE)),
    Preset("distance", TimeControl(Pace.GAME, 10 * MINUTE)),
)
"""Well-known time controls; the last are for races."""


def _seconds(number: str | None, unit: str | None) -> int:
    return int(number) * UNITS[unit] if number and unit else 0


def _duration(seconds: int) -> str:
    """Return a duration in the largest unit that goes into it."""
    unit = next(unit for unit, size in UNITS.items() if seconds % size == 0 and (seconds or unit == "s"))
    return f"{seconds // UNITS[unit]}{unit}"


def _spans(bounds: Mapping[Pace, Bounds]) -> str:
    return listed(
        [f"{_duration(each.least)} to {_duration(each.most)} {FOR[pace]}" for pace, each in bounds.items()], "or"
    )


def _invalid(subject: str, remedy: str) -> InvalidOption:
    return InvalidOption("is not a time to play with", subject=subject, field="time", remedy=remedy)
