"""What the clocks say: short, for the line that waits for a move, and in words."""

from collections.abc import Iterator, Sequence
from datetime import datetime
from typing import Final

from fivefold.parts.messages import Catalogue, Message, Reader
from fivefold.play import time_words
from fivefold.play.clocks import GAME_CLOCK, MILLISECONDS, NO_STOPS, Clocks
from fivefold.play.recorded_times import Timing
from fivefold.play.time_control import FULL, HOUR, MINUTE, Pace
from fivefold.session.narration import player, sentence
from fivefold.session.snapshot import MatchSnapshot
from fivefold.session.timing import moment

WORDS: Final = Catalogue(
    {
        "somebody": "somebody",
        "has": "{who} {who:has|have} {left} left",
        "has-none": "{who} {who:has|have} no time left",
        "has-share": "{who} {who:has|have} {share}",
        "whole": "{left} left for the whole game",
        "runs": "{who's} clock is running",
        "stands": "The clocks stand still until you type go on",
        "paused": "Paused: the clocks stand still; type go on to continue",
        "goes-on": "The clocks go on",
        "gets": "{who} {who:gets|get} {gift} more",
        "resumed": "The clocks go on from where they stood",
        "late": "That came too late: {who's} time had run out",
        "late-whole": "That came too late: the time was up",
        "recorded": "Time: {control}; left at the end of the record: {left/, }",
        "took": "{seconds} s",
        "none": "There is no clock in this game; fivefold play --time 5m+3s begins one with clocks",
    }
)
"""The sentences about clocks, in English."""
TENTHS_BELOW: Final = 10 * MILLISECONDS


def face(milliseconds: int) -> str:
    """Return what a clock shows: ``4:51``, ``1:02:03``, and ``0:09.4`` where every tenth counts."""
    seconds, rest = divmod(max(0, milliseconds), MILLISECONDS)
    hours, minutes = divmod(seconds // MINUTE, HOUR // MINUTE)
    shown = f"{hours}:{minutes:02}" if hours else str(minutes)
    tenths = f".{rest // 100}" if milliseconds < TENTHS_BELOW else ""
    return f"{shown}:{seconds % MINUTE:02}{tenths}"


def faces(clocks: Clocks, names: Sequence[str], at: datetime) -> str:
    """Return what every clock shows: ``You 4:51 · Pip 4:58``."""
    shown = [face(clocks.left(seat, moment(at), NO_STOPS)) for seat in range(len(clocks.seats))]
    if clocks.control.pace == Pace.GAME:
        return shown[GAME_CLOCK]
    return " · ".join(f"{name} {left}" for name, left in zip(names, shown, strict=True))


def opening(now: MatchSnapshot, reader: Reader, kept: bool) -> Iterator[str]:
    """Yield how long they may think, who has less of it, and whether the clocks of a kept match go on."""
    yield sentence(time_words.WORDS.text(time_words.message(now.terms.time)))
    for seat in now.seats:
        if seat.handicap != FULL:
            share = time_words.handicap_words(seat.handicap)
            yield _said(reader, "has-share", seat.seat, share=share)
    if kept:
        yield said("resumed")


def told(now: MatchSnapshot, reader: Reader, at: datetime) -> Iterator[str]:
    """Yield what every clock says, in words, and whose is running."""
    clocks = now.clocks
    if clocks is None:
        yield said("none")
        return
    for seat in range(len(clocks.seats)):
        left = _in_words(clocks.left(seat, moment(at), NO_STOPS))
        if clocks.control.pace == Pace.GAME:
            yield said("whole", left=left)
        else:
            yield _said(reader, "has" if left else "has-none", seat, left=left)
    if clocks.paused:
        yield said("stands")
    elif clocks.running is not None and clocks.control.pace != Pace.GAME:
        yield _said(reader, "runs", clocks.running)


def given(reader: Reader, seat: int, seconds: int) -> str:
    """Return who gets how much more time."""
    return _said(reader, "gets", seat, gift=time_words.duration_words(seconds))


def late(now: MatchSnapshot, reader: Reader) -> str:
    """Return that a line came after the time had run out."""
    whole = now.clocks is None or now.clocks.running is None or now.clocks.control.pace == Pace.GAME
    return said("late-whole") if whole else _said(reader, "late", (now.clocks and now.clocks.running) or 0)


def recorded(timing: Timing, names: Sequence[str]) -> str:
    """Return a record's time control and what was left on the clocks: ``5 minutes each; left: Anna 4:51, Ben 0:00``."""
    left = [face(clock.left) for clock in timing.stands().seats]
    each = left if len(left) < len(names) else [f"{name} {shown}" for name, shown in zip(names, left, strict=True)]
    return WORDS.text(Message("recorded", control=time_words.words(timing.control), left=tuple(each)))


def took(milliseconds: int) -> str:
    """Return how long a move took: ``4.2 s``, ``1:05``."""
    seconds = milliseconds / MILLISECONDS
    return face(milliseconds) if seconds >= MINUTE else WORDS.text(Message("took", seconds=f"{seconds:.1f}"))


def said(key: str, **facts: str) -> str:
    """Return a sentence of this catalogue."""
    return sentence(WORDS.text(Message(key, **facts)))


def _said(reader: Reader, key: str, seat: int, **facts: str) -> str:
    text = sentence(WORDS.text(Message(key, who=player(seat), **facts), reader))
    return f"{text[:1].upper()}{text[1:]}" if seat == reader.you else text


def _in_words(milliseconds: int) -> str:
    """Return a duration in words; empty where less than a second is left."""
    seconds = milliseconds // MILLISECONDS
    return time_words.duration_words(seconds) if seconds else ""
