"""The clocks of a match, kept with its snapshot: each entry of the log moves them on; a stored log leads to them.

For the record it says how long the players thought.
"""

from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import NamedTuple

from fivefold.contract import ANYONE, NOBODY, Row
from fivefold.contract.rules import packed, unpacked
from fivefold.play.clocks import ANNOUNCED, MILLISECONDS, NO_STOPS, REMINDED, Clocks, Step, Stops
from fivefold.play.record import TimeKeeper, Timing
from fivefold.play.time_control import FULL, Pace, TimeControl
from fivefold.session import steps
from fivefold.session.errors import NotOffered
from fivefold.session.rights import check_seated
from fivefold.session.seats import COMPUTER
from fivefold.session.snapshot import (
    DOUBLE_OF,
    GIFT,
    HELD,
    LIVE,
    MORE_TIME,
    MOVE,
    OVER,
    PAUSE,
    RESUME,
    UNDO,
    WAITING,
    Cause,
    Entry,
    MatchSnapshot,
    stamped,
)

EPOCH = datetime(1970, 1, 1, tzinfo=UTC)


def moment(at: datetime) -> int:
    """Return a time in whole milliseconds since 1970."""
    return (at - EPOCH) // timedelta(milliseconds=1)


def time_of(moment: int) -> datetime:
    """Return the time of a moment in milliseconds since 1970."""
    return EPOCH + timedelta(milliseconds=moment)


def timed(before: MatchSnapshot | None, after: MatchSnapshot, at: datetime, stops: Stops) -> MatchSnapshot:
    """Return a changed snapshot with the time in its new entries, and with its clocks moved on. ``before``: as it was,
    ``None`` for a new match."""
    control = after.terms.time
    if control is not None and control.pace != Pace.GAME:
        at = _not_before(before, at)
    after = stamped(after, at)
    if after.terms.time is None or after.status == WAITING:
        return after
    known = before.number if before is not None else 0
    if after.clocks is None:
        after = _begun(replace(after, began=_to_the_millisecond(at)), moment(at))
    if after.number == known:
        return with_next_look(after, stops, after.told)
    clocks = after.clocks
    assert clocks is not None  # noqa: S101  (it has begun)
    new = after.entries[known:]
    chosen = set(after.match.decisions[-len(new) :])
    for entry in new:
        by_choice = entry.kind == MOVE and after.plies_after(entry.number) - 1 in chosen
        step = _step(after, clocks, entry, after.to_act, by_choice)
        clocks = clocks.after(step, stops)
    return with_next_look(replace(after, clocks=clocks), stops, 0)


def replayed(now: MatchSnapshot, stops: Stops) -> MatchSnapshot:
    """Return a snapshot from the store, which has no clocks yet, with those that its log leads to."""
    if now.terms.time is None or now.began is None:
        return now
    known = list(_turns(now)) if now.terms.time.pace != Pace.GAME else [(None, False)] * (now.number + 1)
    *_, last = walked(now, stops, known)
    return with_next_look(replace(now, clocks=last.clocks), stops, now.told)


def caught_up(before: MatchSnapshot, after: MatchSnapshot, stops: Stops) -> MatchSnapshot:
    """Return what ``replayed`` does of ``after``, going on from the clocks of a snapshot before."""
    if before.clocks is None or after.terms.time is None:
        return replayed(after, stops)
    clocks = before.clocks
    known = list(_turns(after, before.number)) if after.terms.time.pace != Pace.GAME else []
    for place, entry in enumerate(after.entries[before.number :], start=1):
        turn, chosen = known[place] if known else (None, False)
        clocks = clocks.after(_step(after, clocks, entry, turn, chosen), stops)
    return with_next_look(replace(after, clocks=clocks), stops, after.told)


class Passed(NamedTuple):
    """The clocks after an entry of the log, or when they began."""

    clocks: Clocks
    entry: Entry | None = None
    chosen: bool = False  # Whether it is a move that somebody chose.


def walked(now: MatchSnapshot, stops: Stops, known: Sequence[tuple[int | None, bool]] = ()) -> Iterator[Passed]:
    """Yield the clocks as they began, and after each entry since; ``known``: what ``_turns`` yields, if it is known."""
    assert now.began is not None  # noqa: S101  (the callers have looked)
    turns, began = known or list(_turns(now)), now.began
    start = next((number for number, entry in enumerate(now.entries) if entry.at and entry.at >= began), now.number)
    clocks = _begun(now, moment(began), turns[start][0]).clocks
    assert clocks is not None  # noqa: S101  (it has begun)
    yield Passed(clocks)
    for entry, (turn, chosen) in zip(now.entries[start:], turns[start + 1 :], strict=True):
        clocks = clocks.after(_step(now, clocks, entry, turn, chosen), stops)
        yield Passed(clocks, entry, chosen)


def with_next_look(now: MatchSnapshot, stops: Stops, told: int) -> MatchSnapshot:
    """Return a snapshot with the moment at which somebody has to look at its clocks again."""
    looked_at = now.status != OVER and now.clocks is not None and not computer_runs(now)
    next_look = now.clocks.next_look(stops, told) if looked_at and now.clocks is not None else None
    same = (told, next_look) == (now.told, now.next_look)
    return now if same else replace(now, told=told, next_look=next_look)


def computer_runs(now: MatchSnapshot) -> bool:
    """Tell whether it is a computer whose clock runs: what it thought is counted once it has moved, and only that."""
    clocks = now.clocks
    if clocks is None or clocks.running is None or clocks.paused or clocks.control.pace == Pace.GAME:
        return False
    return now.seats[clocks.running].kind == COMPUTER


def _begun(now: MatchSnapshot, at: int, turn: int | None = None) -> MatchSnapshot:
    control = now.terms.time
    assert control is not None  # noqa: S101  (the callers have looked)
    first = now.to_act if turn is None else turn
    return replace(now, clocks=Clocks.begun(control, [seat.handicap for seat in now.seats], first, at))


def _not_before(before: MatchSnapshot | None, at: datetime) -> datetime:
    """Return a time, but none before the last entry: the log goes on where the machine's clock was put back."""
    last = before.entries[-1].at if before is not None and before.entries else None
    began = before.began if before is not None else None
    return max([at, *(known for known in (last, began) if known is not None)])


def _step(now: MatchSnapshot, clocks: Clocks, entry: Entry, turn: int | None, chosen: bool) -> Step:
    """Return what an entry means to the clocks as they stood before it."""
    assert entry.at is not None  # noqa: S101  (it is stored, or stamped)
    runs = clocks.running if clocks.control.pace != Pace.GAME else None
    held = entry.kind == HELD
    moves = held or (chosen and not _was_held(now, entry))  # A move that was held counted then.
    return Step(
        at=moment(entry.at),
        turn=None if held else turn,
        moved=entry.mover if moves else None,
        given_back=entry.given_back,
        gifts=gifts_of(now, entry),
        pauses=entry.kind == PAUSE,
        drops_out=entry.drop_out is not None,
        over=now.status == OVER and entry.number == now.number,
        uncounted=runs is not None and now.seats[runs].kind == COMPUTER and not (moves and entry.mover == runs),
    )


def _was_held(now: MatchSnapshot, move: Entry) -> bool:
    """Tell whether a move waited for the other board of a duplicate before it was made."""
    if not now.terms.duplicate:
        return False
    before = reversed(now.entries[: move.number - 1])
    return next((entry.kind == HELD for entry in before if entry.kind in {MOVE, HELD}), False)


def gifts_of(now: MatchSnapshot, entry: Entry) -> tuple[tuple[int, int], ...]:
    """Return which seats an entry gives how many milliseconds."""
    if entry.kind == MORE_TIME:
        return ((entry.mover, int(entry.text) * MILLISECONDS),)
    if entry.kind == GIFT:
        others = (seat.seat for seat in now.seats if seat.seat != entry.mover)
        return tuple((seat, int(entry.text) * MILLISECONDS) for seat in others)
    return ()


def _turns(now: MatchSnapshot, since: int = 0) -> Iterator[tuple[int | None, bool]]:
    """Yield, at the start and after each entry, the seat to move, and whether somebody chose that entry's move.
    ``since``: the entry with which to start, where nothing before it was taken back later."""
    game, rows = now.match.game, [packed(now.row_at(now.plies_after(since)))]
    yield _turn(now, unpacked(rows[0])), False
    for entry in now.entries[since:]:
        row, chosen = unpacked(rows[-1]), False
        if entry.kind == MOVE:
            chosen = not _plays_itself(now, row) and entry.drop_out is None
            game.rules.play(row, game.logged(row, entry.text))
            rows.append(packed(row))
        elif entry.kind == UNDO:
            del rows[int(entry.text) + 1 :]
        yield _turn(now, unpacked(rows[-1])), chosen


def _turn(now: MatchSnapshot, row: Row) -> int | None:
    turn = now.match.game.rules.to_move(row)
    return turn if turn >= 0 else None


def _plays_itself(now: MatchSnapshot, row: list[int]) -> bool:
    """Tell whether the table or chance makes the move here."""
    game = now.match.game
    turn = game.rules.to_move(row)
    if turn < 0:
        return turn != ANYONE
    legal = [0] * game.rules.MAX_MOVES
    count = game.rules.legal_moves(row, legal)
    return count == 1 and game.plays_itself(row, legal[0])


def _to_the_millisecond(at: datetime) -> datetime:
    return at.astimezone(UTC).replace(microsecond=at.microsecond // 1000 * 1000)


# --- for the record --------------------------------------------------------------------------------------------------


def timing_of(now: MatchSnapshot, stops: Stops = NO_STOPS) -> Timing | None:
    """Return what happened to the clocks of a match up to the last entry of its log; ``None`` without clocks."""
    if now.terms.time is None:
        return None
    keeper = TimeKeeper(beginning(now, now.terms.time))
    if now.began is None:
        return keeper.until(0)
    before, *passed = walked(now, stops)
    for each in passed:
        assert each.entry is not None  # noqa: S101  (all but the first have one)
        note(keeper, now, each, each.entry, before.clocks)
        before = each
    return keeper.until(len(now.match.moves))


def beginning(now: MatchSnapshot, control: TimeControl) -> Timing:
    """Return the clocks of a match before anything has happened to them."""
    whole = control.pace == Pace.GAME
    return Timing(control, tuple(FULL if whole else seat.handicap for seat in now.seats))


def note(keeper: TimeKeeper, now: MatchSnapshot, passed: Passed, entry: Entry, before: Clocks) -> None:
    """Note what an entry did to the clocks, which stood like ``before``."""
    ply, whole = now.plies_after(entry.number), before.control.pace == Pace.GAME
    for seat, (then, since) in enumerate(zip(before.seats, passed.clocks.seats, strict=True)):
        keeper.think(None if whole else seat, since.used - then.used)
    for seat, gift in () if whole else gifts_of(now, entry):
        keeper.give(seat, gift, ply)
    if entry.kind == UNDO:
        keeper.take_back(ply)
        for seat, (then, since) in enumerate(zip(before.seats, passed.clocks.seats, strict=True)):
            if since.added > then.added:  # (a limit for each move begins anew)
                keeper.give(seat, since.added - then.added, ply)
    elif passed.chosen:
        keeper.move(entry.mover, ply - 1)
    elif entry.kind == PAUSE:
        keeper.stop(ply)
    elif entry.kind == RESUME:
        keeper.go_on(ply)


CLAIM = "claim"


def looked_at(now: MatchSnapshot, at: int, stops: Stops) -> MatchSnapshot:
    """Return the snapshot after what is due at this moment: a pause ends, or a flag falls; the same if nothing is. A
    slow clock that is out ends nothing by itself: see ``claimed``."""
    clocks = now.clocks
    if now.status != LIVE or clocks is None:
        return now
    if clocks.paused:
        return resumed(now) if at >= clocks.since else now
    falls = clocks.falls(stops)
    if clocks.control.slow or falls is None or at < falls or computer_runs(now):
        return now
    return _ended(now, clocks)


def announced(now: MatchSnapshot, at: int, stops: Stops) -> MatchSnapshot:
    """Return the snapshot with what has to be said by this moment of a slow clock, and with its next look."""
    return with_next_look(now, stops, _told(now, at, stops))


def _told(now: MatchSnapshot, at: int, stops: Stops) -> int:
    clocks = now.clocks
    if clocks is None or not clocks.control.slow or clocks.paused or computer_runs(now):
        return 0
    reminds, out = clocks.reminds(stops), clocks.runs_out(stops)
    if out is not None and at >= out:
        return ANNOUNCED
    return REMINDED if reminds is not None and at >= reminds else 0


def late(now: MatchSnapshot, seat: int, at: int, given_back: int, stops: Stops) -> MatchSnapshot | None:
    """Return how the match ends where a seat's move arrives after its time; ``None`` where it is in time."""
    clocks = now.clocks
    if now.status != LIVE or clocks is None or clocks.paused:
        return None
    if clocks.running != seat and clocks.control.pace != Pace.GAME:
        return None
    return _ended(now, clocks) if clocks.late(at, given_back, stops) else None


def check_claim(now: MatchSnapshot, seats: Collection[int]) -> None:
    """Raise ``NotYours`` or ``NotOffered`` where none of these seats can claim that somebody's time is out, as far as
    that was announced."""
    clocks = _claimable(now, seats)
    if now.told != ANNOUNCED:
        raise _still_has_time(now, clocks)


def claimed(now: MatchSnapshot, seats: Collection[int], at: int, stops: Stops) -> MatchSnapshot:
    """End a slow match in which somebody's time is out, as one of these seats claims. Raises ``NotYours``,
    ``NotOffered``."""
    clocks = _claimable(now, seats)
    out = clocks.runs_out(stops)
    if out is None or at < out:
        raise _still_has_time(now, clocks)
    return _ended(now, clocks)


def _claimable(now: MatchSnapshot, seats: Collection[int]) -> Clocks:
    """Return the clocks of a match in which another's time may be out. Raises ``NotYours``, ``NotOffered``."""
    check_seated(seats, CLAIM)
    clocks = now.clocks
    if now.status != LIVE or clocks is None or clocks.running is None or not clocks.control.slow or computer_runs(now):
        raise NotOffered("nobody's time can run out here", subject=CLAIM)
    if clocks.running in seats:
        raise NotOffered("it is your own time", subject=CLAIM, remedy="make a move")
    if clocks.paused:
        raise NotOffered("the match is paused", subject=CLAIM)
    return clocks


def _still_has_time(now: MatchSnapshot, clocks: Clocks) -> NotOffered:
    assert clocks.running is not None  # noqa: S101  (a clock runs)
    return NotOffered(f"{now.names[clocks.running]} still has time", subject=CLAIM)


def resumed(now: MatchSnapshot) -> MatchSnapshot:
    """Return the snapshot of a match that goes on after a pause."""
    return steps.advanced(now, now.match.copy(), [Entry(now.number + 1, RESUME, NOBODY, "")])


def _ended(now: MatchSnapshot, clocks: Clocks) -> MatchSnapshot:
    """Return the snapshot with the running clock out: lost, or cancelled where its seat has never moved. The second
    game of a double match is lost even so, after the first: otherwise who is behind would only have to wait."""
    assert clocks.running is not None  # noqa: S101  (its time is out)
    if clocks.first_move and (now.terms.duplicate or DOUBLE_OF not in now.links):
        return steps.cancelled(now, Cause.LATE, clocks.running)
    return steps.out_of_time(now, NOBODY if clocks.control.pace == Pace.GAME else clocks.running)
