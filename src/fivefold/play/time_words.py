"""Time controls in words: how long players may think, what that comes to a game, what is left."""

from typing import Final, NamedTuple

from fivefold.contract.stored import stored_sentences
from fivefold.parts.messages import Fact, Message
from fivefold.play.time_control import DAY, FULL, HOUR, MINUTE, SECOND, Pace, Preset, TimeControl

WORDS: Final = stored_sentences("fivefold.play", "time")

UNITS: Final = ((DAY, "days", "a-day"), (HOUR, "hours", "an-hour"), (MINUTE, "minutes", "a-minute"))
SHARES: Final = {FULL: "all-of-it", 75: "three-quarters", 50: "half", 25: "quarter"}
MILLISECONDS: Final = 1000
USED: Final = 0.5
"""How much of their time players use in a usual live game, roughly."""


class GameMinutes(NamedTuple):
    """How long a live game takes."""

    usual: int
    most: int
    """If everybody uses all of their time, in a game of the usual number of moves."""


def words(control: TimeControl | None) -> str:
    """Return a time control in words: ``10 minutes each, and 5 seconds more after each move``."""
    return WORDS.text(message(control), starts=False)


def message(control: TimeControl | None) -> Message:
    """Return the same as a message, for a catalogue to put into a sentence."""
    if control is None:
        return Message("none")
    if control.pace != Pace.TOTAL:
        return Message(control.pace, base=duration(control.base))
    if control.cap:
        key = "total-cap" if control.increment else "total-only-cap"
        return Message(key, **_gain(control), cap=duration(control.cap))
    return Message("total" + _gains(control), **_gain(control))


def short(control: TimeControl | None) -> str:
    """Return a time control for a column: ``10+5``, ``30 s/move``, ``3 d/move``."""
    if control is None:
        return WORDS.text(Message("short-none"))
    if control.pace != Pace.TOTAL:
        return WORDS.text(Message(f"short-{control.pace}", base=_shortest(control.base)))
    if control.delay:
        return WORDS.text(Message("short-delay", base=_shortest(control.base), gain=_shortest(control.delay)))
    if not control.increment:
        return WORDS.text(Message("short-total", base=_shortest(control.base)))
    if control.slow:
        return WORDS.text(Message("short-slow", base=_shortest(control.base), gain=_shortest(control.increment)))
    return WORDS.text(Message("short-live", base=_minutes(control.base), gain=control.increment))


def agreement(control: TimeControl | None) -> str:
    """Return what somebody agrees to who sits down, a sentence or two."""
    if control is None:
        return WORDS.text(Message("agree-none"))
    if control.pace == Pace.GAME:
        return WORDS.text(Message("agree-game", base=duration(control.base)))
    slow = "slow-" if control.slow else ""
    kind = "move" if control.pace == Pace.MOVE else (_gains(control) or "-total")[1:]
    return WORDS.text(Message(f"agree-{slow}{kind}", **_gain(control)))


def preset_name(preset: Preset) -> str:
    """Return what people call a well-known time control."""
    return WORDS.text(Message(preset.name))


def game_minutes(control: TimeControl | None, moves: int, seats: int) -> GameMinutes | None:
    """Return how long a live game takes in which each seat makes so many moves; ``None`` without limit or in days."""
    if control is None or control.slow:
        return None
    if control.pace == Pace.GAME:
        return GameMinutes(_whole_minutes(control.base), _whole_minutes(control.base))
    gain = control.increment + control.delay
    each = control.base * moves if control.pace == Pace.MOVE else control.base + gain * moves
    return GameMinutes(_whole_minutes(each * seats * USED), _whole_minutes(each * seats))


def game_minutes_words(minutes: GameMinutes | None) -> str:
    """Return the same in words: ``about 12 minutes a game, up to 24``; empty where there is nothing to say."""
    if minutes is None or minutes.usual == minutes.most:
        return ""
    return WORDS.text(Message("game-minutes", usual=minutes.usual, most=minutes.most), starts=False)


def left_words(milliseconds: int) -> str:
    """Return how much is left of somebody's time, in its largest unit: ``2 days left``."""
    seconds = milliseconds // MILLISECONDS
    if seconds <= 0:
        return WORDS.text(Message("out"), starts=False)
    return WORDS.text(Message("left", span=_parts(seconds)[0]), starts=False)


def handicap_words(percent: int) -> str:
    """Return the part of the time that a seat has: ``half the time``."""
    key = SHARES.get(percent)
    return WORDS.text(Message(key) if key else Message("percent", count=percent), starts=False)


def duration(seconds: int) -> Message | tuple[Message, ...]:
    """Return a duration: ``10 minutes``, ``1 minute and 30 seconds``."""
    parts = _parts(seconds)
    return parts[0] if len(parts) == 1 else tuple(parts)


def duration_words(seconds: int) -> str:
    """Return a duration in words."""
    return WORDS.text(duration(seconds))


def _parts(seconds: int) -> list[Message]:
    """Return a duration in the units it consists of, the largest first."""
    found: list[Message] = []
    for size, unit, _ in UNITS:
        count, seconds = divmod(seconds, size)
        if count:
            found.append(Message(unit, count=count))
    if seconds or not found:
        found.append(Message("seconds", count=seconds))
    return found


def _gains(control: TimeControl) -> str:
    return "-delay" if control.delay else "-increment" if control.increment else ""


def _gain(control: TimeControl) -> dict[str, Fact]:
    """Return the facts of a time control: what it begins with, and what a move gains."""
    gain = control.increment or control.delay
    single = next((one for size, _, one in UNITS if size == gain), "a-second" if gain == SECOND else "")
    said: Fact = Message(single) if single and control.increment else duration(gain)
    return {"base": duration(control.base), "gain": said, "gain_count": gain}


def _shortest(seconds: int) -> Message | tuple[Message, ...]:
    return tuple(Message(f"short-{part.key}", **part.facts) for part in _parts(seconds))


def _minutes(seconds: int) -> str:
    """Return minutes as a clock shows them: ``10``, ``1:30``."""
    minutes, rest = divmod(seconds, MINUTE)
    return f"{minutes}:{rest:02}" if rest else str(minutes)


def _whole_minutes(seconds: float) -> int:
    return max(1, round(seconds / MINUTE))
