"""Who may do what at a table; where somebody may not, an error says why."""

from collections.abc import Collection

from fivefold.contract.errors import IllegalMove, MatchOver, Problem
from fivefold.session.errors import LOOK_AGAIN, NotOffered, NotYours, Stale
from fivefold.session.seats import OPEN
from fivefold.session.snapshot import (
    GIFT,
    HELD,
    MORE_TIME,
    MOVE,
    OVER,
    PAUSE,
    RESUME,
    UNDO,
    WAITING,
    Entry,
    MatchSnapshot,
)


def check_seated(seats: Collection[int], what: str) -> None:
    """Raise ``NotYours`` for somebody without a seat."""
    if not seats:
        raise NotYours("you are watching this match and have no seat", subject=what)


def playing_seats(now: MatchSnapshot, person_id: str, what: str) -> tuple[int, ...]:
    """Return the seats for which a person may act, those that are ``gone`` left out; none for a spectator. Raises
    ``NotYours`` for somebody who has dropped out."""
    seats = now.seats_of(person_id)
    left = tuple(seat for seat in seats if seat not in now.gone)
    if seats and not left:
        raise NotYours("you have dropped out of this match", subject=what, remedy="you can watch the others")
    return left


def check_turn(now: MatchSnapshot, seats: Collection[int], text: str) -> None:
    """Raise ``NotYours`` or ``NotOffered`` where none of these seats may make a move."""
    check_seated(seats, text)
    if now.status == WAITING and not any(seat.kind == OPEN for seat in now.seats):
        message = "the race has not begun, its cards are still to come"
        raise NotOffered(message, subject=text, remedy="it begins when everybody is ready")
    if now.status == WAITING:
        message, remedy = "the match begins when every seat is taken", "send the link to the people you want to play"
        raise NotOffered(message, subject=text, remedy=remedy)
    if now.paused:
        raise NotOffered("the match is paused", subject=text, remedy="go on with it first")
    if now.held is not None:
        refuse_held(now, now.held, seats, text)
    turn = now.match.to_move
    if turn >= 0 and turn not in seats:
        raise NotYours(f"it is {now.names[turn]}'s turn", subject=text)


def refuse_held(now: MatchSnapshot, held: Entry, seats: Collection[int], text: str) -> None:
    """Raise ``NotOffered`` or ``NotYours`` for a move on a board of a duplicate that waits for the other board."""
    if held.mover in seats:
        raise NotOffered("your move here is in", subject=text, remedy=f"wait for {now.names[1 - held.mover]}'s")
    raise NotYours(f"{now.names[held.mover]} has moved here", subject=text, remedy="move on the other board first")


def after_gifts(now: MatchSnapshot, number: int) -> int:
    """Return the number of an entry that a player chose to make while others gave somebody time: one after those.
    Otherwise others could keep a player from moving by giving time again and again."""
    while 0 < number <= now.number and now.entries[number - 1].kind in {GIFT, MORE_TIME}:
        number += 1
    return number


def check_next(now: MatchSnapshot, number: int) -> None:
    """Raise ``Stale`` unless ``number`` is that of the next entry."""
    if number == now.number + 1:
        return
    if not 0 < number <= now.number:
        raise Stale(Problem(f"send the number of the next entry, {now.number + 1}", f"number {number}"), now)
    raise Stale(Problem(f"{_happened(now, now.entries[number - 1])} meanwhile", remedy=LOOK_AGAIN), now)


def _happened(now: MatchSnapshot, entry: Entry) -> str:
    if entry.mover < 0:
        told = {MOVE: "the match went on", PAUSE: "the match was paused", RESUME: "the match went on after its pause"}
        return told.get(entry.kind, "the match ended")
    who, what = now.names[entry.mover], "" if now.match.game.hidden else f" {entry.text}"
    words = {
        MOVE: f"{who} played{what}",
        HELD: f"{who} moved",
        UNDO: f"{who} took a move back",
        GIFT: f"{who} gave more time",
        MORE_TIME: f"{who} got more time",
        "resigned": f"{who} resigned",
        "time": f"{who} ran out of time",
    }
    return words.get(entry.gives_up or entry.kind, "the match ended")


def undo_target(now: MatchSnapshot, seats: Collection[int]) -> int:
    """Return the ply to go back to: before the last move that one of these seats chose. Raises ``NotYours`` or
    ``NotOffered``, with the reason, where it cannot be taken back."""
    check_seated(seats, "undo")
    if now.terms.duplicate:
        raise NotOffered("moves stand in a duplicate", subject="undo")
    if now.match.outcome is not None:
        raise NotOffered("the match is over and its moves stand", subject="undo")
    if now.racing:
        raise NotOffered("there is no undo in a race", subject="undo")
    if now.paused:
        raise NotOffered("the match is paused", subject="undo", remedy="go on with it first")
    own = [ply for ply in now.match.decisions if now.match.movers[ply] in seats]
    if not own:
        raise NotOffered("you have not moved yet", subject="undo")
    try:
        now.match.check_undo(own[-1])
    except (IllegalMove, MatchOver) as error:
        raise NotOffered(error.problem) from error
    return own[-1]


def check_resign(now: MatchSnapshot, seats: Collection[int]) -> None:
    """Raise ``NotYours`` or ``NotOffered`` where none of these seats can give up."""
    check_seated(seats, "resign")
    if now.status == OVER:
        raise NotOffered("the match is over", subject="resign")
