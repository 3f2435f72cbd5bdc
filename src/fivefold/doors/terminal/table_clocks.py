"""Clocks at the keyboard: how they are chosen, how they look, and how they run at a table."""

import argparse
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from itertools import takewhile
from typing import Final, NamedTuple

from fivefold.command import whole
from fivefold.contract import ANYONE
from fivefold.contract.errors import InvalidOption
from fivefold.contract.stored import stored_sentences
from fivefold.doors.terminal.screen import Screen
from fivefold.parts.messages import Message, Reader
from fivefold.play import time_words
from fivefold.play.clocks import GAME_CLOCK, MILLISECONDS, NO_STOPS, Clocks
from fivefold.play.match import Match
from fivefold.play.record import Happening, Timed, TimeKeeper, Timing
from fivefold.play.time_control import FULL, HANDICAPS, HOUR, MINUTE, Pace, TimeControl, check_handicap, parsed
from fivefold.session.narration import player, sentence
from fivefold.session.seats import COMPUTER, Seat
from fivefold.session.snapshot import LIVE, MatchSnapshot
from fivefold.session.timing import Passed, beginning, moment, note, timed

WORDS: Final = stored_sentences("fivefold.doors.terminal", "clocks")  # The sentences about clocks, in English.
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


NEVER: Final = 10**15  # Milliseconds: a pause at one keyboard ends when somebody says so.


class TableClocks:
    """What happened to the clocks of one match, from the beginning; does nothing where it has none."""

    def __init__(self, now: MatchSnapshot, kept: Timing | None) -> None:
        """``kept``: what the file of an earlier sitting says."""
        control = now.terms.time
        self._keeper = TimeKeeper(kept or beginning(now, control)) if control is not None else None
        self._kept = kept

    def opened(self, now: MatchSnapshot, at: datetime) -> MatchSnapshot:
        """Return the match as it is opened: its clocks begin, or go on from where they stood."""
        if self._kept is None or now.terms.time is None:
            return timed(None, now, at, NO_STOPS)
        without = timed(None, replace(now, terms=replace(now.terms, time=None)), at, NO_STOPS)
        return replace(without, terms=now.terms, began=at, clocks=_gone_on(now, self._kept, moment(at)))

    def timed(self, before: MatchSnapshot, after: MatchSnapshot, at: datetime) -> MatchSnapshot:
        """Return a changed match with the time in its new entries and its clocks moved on."""
        now = timed(before, after, at, NO_STOPS)
        if self._keeper is None or now.clocks is None or before.clocks is None:
            return now
        chosen, then = set(now.match.decisions), before.clocks
        for entry in now.entries[before.number :]:
            made = now.plies_after(entry.number) - 1 in chosen and entry.kind == "move"
            note(self._keeper, now, Passed(now.clocks, entry, made), entry, then)
            then = now.clocks
        paused = now.clocks.paused and not before.paused
        return replace(now, clocks=replace(now.clocks, since=now.clocks.since + NEVER)) if paused else now

    def until(self, now: MatchSnapshot, at: datetime) -> Timing | None:
        """Return what happened so far, with what the one to move has thought until now."""
        if self._keeper is None or now.clocks is None:
            return None
        ply, clocks = len(now.match.moves), now.clocks
        told = self._keeper.until(ply)
        if clocks.running is None:
            return told
        spent = clocks.seats[clocks.running].left - clocks.left(clocks.running, moment(at), NO_STOPS)
        seat = None if clocks.control.pace == Pace.GAME else clocks.running
        thought = (Timed(Happening.SPENT, ply, seat, spent),) if spent else ()
        return replace(told, happened=(*told.happened, *thought))


def _gone_on(now: MatchSnapshot, kept: Timing, at: int) -> Clocks:
    """Return the clocks as they stood when the match was kept; what was thought about the next move is gone already."""
    stood = kept.stands()
    since = takewhile(lambda each: each.what not in {Happening.MOVED, Happening.TAKEN_BACK}, reversed(kept.happened))
    thought = any(each.what == Happening.SPENT for each in since)
    turn = GAME_CLOCK if kept.control.pace == Pace.GAME else now.to_act
    return replace(
        stood,
        at=at,
        running=turn if now.status == LIVE else None,
        since=at + (NEVER if stood.paused else 0),
        free=0 if thought else kept.control.delay * MILLISECONDS,
    )


# --- running out -----------------------------------------------------------------------------------------------------


def seconds_left(now: MatchSnapshot, at: datetime) -> float | None:
    """Return how long somebody at the keyboard still has; ``None`` where no time of theirs runs."""
    clocks = now.clocks
    if now.status != LIVE or clocks is None or clocks.running is None or clocks.paused:
        return None
    if clocks.control.pace != Pace.GAME and now.seats[clocks.running].kind == COMPUTER:
        return None
    out = clocks.runs_out(NO_STOPS)
    return None if out is None else (out - moment(at)) / MILLISECONDS


def not_thought(now: MatchSnapshot, at: datetime, seconds: float) -> int:
    """Return how many milliseconds the clock of a computer has run beyond the seconds that it thought."""
    if now.clocks is None or now.clocks.running is None:
        return 0
    return max(0, moment(at) - now.clocks.since - round(seconds * MILLISECONDS))


TIME, HANDICAP = "time", "handicap"  # How a clock is asked for among the options of a game.


class ClockWish(NamedTuple):
    """The clocks that a player wants."""

    control: TimeControl | None
    handicap: int = FULL  # The part of the time for themselves, in per cent.


NO_CLOCK: Final = ClockWish(None)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add what says how long they may think."""
    parser.add_argument(
        "--time", metavar="TIME", help="play with clocks: 5m+3s, 30s/move, 5m~3s, for races and games for one 5m/game"
    )
    parser.add_argument(
        "--handicap",
        type=whole,
        metavar="PERCENT",
        help=f"how much of the time you have yourself: {', '.join(map(str, HANDICAPS))}",
    )


def wanted(time: str | None, handicap: int | None) -> ClockWish:
    """Return what was asked for. Raises ``InvalidOption``."""
    control = parsed(time or "")
    if handicap is not None and control is None:
        raise InvalidOption(f"handicap {handicap}: there is no clock; add a time, for example 5m+3s")
    return ClockWish(control, FULL if handicap is None else check_handicap(handicap))


def check(wish: ClockWish, start: Match) -> None:
    """Raise ``InvalidOption`` for clocks that do not go with a match."""
    control = wish.control
    if control is None:
        return
    if control.slow:
        reason = "games over days are played in the browser: fivefold serve --open"
        raise InvalidOption(f"{control.text}: {reason}; here for example 10m+5s")
    whole_game, race = control.pace == Pace.GAME, start.to_move == ANYONE
    if race and not whole_game:
        raise InvalidOption(f"{control.text}: everybody moves at once in a race; limit the whole game, as 5m/game")
    if whole_game and not race and len(start.seats) > 1:
        reason = "a limit for the whole game is for races and games for one"
        raise InvalidOption(f"{control.text}: {reason}; give each player a clock, as 5m+3s")
    if whole_game and wish.handicap != FULL:
        raise InvalidOption(f"handicap {wish.handicap}: {control.text} is one time for all")


def with_handicap(seats: Sequence[Seat], seat: int, wish: ClockWish) -> tuple[Seat, ...]:
    """Return the seats with less time for the player who asked for it."""
    return tuple(replace(each, handicap=wish.handicap) if each.seat == seat else each for each in seats)


def taken_from(changes: Mapping[str, str], before: ClockWish) -> tuple[dict[str, str], ClockWish]:
    """Return changes of options without those of the clocks, and the clocks they ask for. Raises ``InvalidOption``."""
    others = {name: value for name, value in changes.items() if name.casefold() not in {TIME, HANDICAP}}
    asked = {name.casefold(): value for name, value in changes.items()}
    if TIME not in asked and HANDICAP not in asked:
        return others, before
    part = asked.get(HANDICAP, "").removesuffix("%")
    if part and not part.isdecimal():
        raise InvalidOption(f"handicap={part}: it is one of {', '.join(map(str, HANDICAPS))}")
    text = asked.get(TIME, before.control.text if before.control else "")
    return others, wanted(text, int(part) if part else before.handicap if before.handicap != FULL else None)


def explain(screen: Screen) -> None:
    """Say how to ask for clocks."""
    screen.say("time: how long each player may think (without it, as long as they like)", indent="      ")
    screen.say("  time=5m+3s  five minutes each, three seconds more after each move", indent="      ")
    screen.say("  time=30s/move  thirty seconds for each move", indent="      ")
    screen.say("  time=5m/game  five minutes for the whole game, in races and games for one", indent="      ")
    screen.say("handicap: how much of the time you have yourself, in per cent", indent="      ")
