"""Everything that can be offered at a table: who may offer it when, and what happens once all have agreed."""

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, replace
from itertools import groupby
from typing import Final

from fivefold.contract import NOBODY
from fivefold.play.clocks import MILLISECONDS, Clocks
from fivefold.play.outcome import Termination
from fivefold.play.time_control import DAY, LIVE_BOUNDS, MINUTE, SLOW_BOUNDS, Pace
from fivefold.session import steps
from fivefold.session.errors import NotOffered
from fivefold.session.rights import check_next, check_seated, playing_seats, undo_target
from fivefold.session.seats import PERSON
from fivefold.session.snapshot import (
    GIFT,
    MORE_TIME,
    OVER,
    PAUSE,
    RESUME,
    UNDO,
    WAITING,
    Cause,
    Entry,
    MatchSnapshot,
    Offer,
)

DRAW: Final = "draw"
ABORT: Final = "abort"
REMATCH: Final = "rematch"
MOST_OF_A_KIND: Final = 100
"""More time is given, and a pause made, so many times in a match: nobody fills the log with them."""
FEW_TURNS: Final = 2
"""A match can be cancelled until everybody has had so many turns."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Kind:
    """Something that can be offered."""

    name: str
    check: Callable[[MatchSnapshot, Collection[int]], object]
    """Raises ``NotYours`` or ``NotOffered`` where none of these seats can offer it now."""
    carry_out: Callable[[MatchSnapshot, Offer], MatchSnapshot] | None
    """What happens when everybody has agreed; ``None`` where the house begins another match."""
    entry: str = ""
    """The kind of the entry in the log with which it is carried out."""
    mutual: bool = True
    """Whether two who offer it mean the same: then the second offer accepts the first."""
    computers_decide: bool = False
    """Whether computer opponents are asked as well."""
    all_seats_decide: bool = False
    """Whether at one screen the other seats of the same person are asked too."""
    by_seat_to_move: bool = True
    """Whether, of several seats at one screen, the one to move offers it."""
    does: str
    """What the one who offers it does, after the name."""
    do: str
    """The same after "you"."""


# --- who may offer what, and when ------------------------------------------------------------------------------------


def _check_draw(now: MatchSnapshot, seats: Collection[int]) -> None:
    check_seated(seats, DRAW)
    if not now.match.game.traits.agreed_draw:
        reason = f"{now.match.game.name} always comes to an end, so it is played to the end"
        raise NotOffered(reason, subject=DRAW)
    _check_live(now, DRAW)


def _check_abort(now: MatchSnapshot, seats: Collection[int]) -> None:
    check_seated(seats, ABORT)
    if now.alone:
        raise NotOffered("you play alone", subject=ABORT, remedy="you can give up")
    if now.status == WAITING:
        return
    _check_live(now, ABORT)
    if _fewest_turns(now) >= FEW_TURNS:
        raise NotOffered("everybody has had two turns", subject=ABORT, remedy="you can resign")


def check_rematch(now: MatchSnapshot, seats: Collection[int]) -> None:
    """Raise ``NotYours`` or ``NotOffered`` where there is no rematch yet."""
    check_seated(seats, REMATCH)
    if now.status != OVER:
        raise NotOffered("finish this match first", subject=REMATCH)


def _check_live(now: MatchSnapshot, what: str) -> None:
    if now.status == OVER:
        raise NotOffered("the match is over", subject=what)
    if now.status == WAITING:
        raise NotOffered("the match has not begun", subject=what)


def _fewest_turns(now: MatchSnapshot) -> int:
    """Return how many turns the seat with the fewest has begun; in a race every move is one."""
    movers = [now.match.movers[ply] for ply in now.match.decisions]
    turns = movers if now.racing else [seat for seat, _ in groupby(movers)]
    return min(turns.count(seat) for seat in range(len(now.seats)) if seat not in now.out)


# --- what happens when everybody has agreed --------------------------------------------------------------------------


def _take_back(now: MatchSnapshot, offer: Offer) -> MatchSnapshot:
    ply = undo_target(now, seats_of_same_person(now, offer.seat))
    return steps.taken_back(now, now.match.movers[ply], ply)


def _agree_draw(now: MatchSnapshot, offer: Offer) -> MatchSnapshot:
    return steps.drawn(now)


def _cancel(now: MatchSnapshot, offer: Offer) -> MatchSnapshot:
    if now.status == WAITING and len(now.people) < 2:
        return steps.not_begun(now)
    return steps.cancelled(now, Cause.AGREED if len(now.people) > 1 else Cause.STOPPED, offer.seat)


def _check_more_time(now: MatchSnapshot, seats: Collection[int]) -> None:
    check_seated(seats, MORE_TIME)
    _check_clock(now, MORE_TIME)
    if now.paused:
        raise NotOffered("the match is paused", subject=MORE_TIME)


def _check_pause(now: MatchSnapshot, seats: Collection[int]) -> None:
    check_seated(seats, PAUSE)
    _check_clock(now, PAUSE)
    if now.paused:
        raise NotOffered("the match is paused already", subject=PAUSE)


def _check_resume(now: MatchSnapshot, seats: Collection[int]) -> None:
    check_seated(seats, RESUME)
    if not now.paused:
        raise NotOffered("the match is not paused", subject=RESUME)


def _check_clock(now: MatchSnapshot, what: str) -> None:
    """Raise ``NotOffered`` without a clock that somebody else has agreed to."""
    _check_live(now, what)
    if now.clocks is None or now.clocks.control.pace == Pace.GAME:
        reason = "nobody has a clock here" if now.clocks is None else "one clock runs for the whole game"
        raise NotOffered(reason, subject=what)
    if sum(entry.kind == what for entry in now.entries) >= MOST_OF_A_KIND:
        raise NotOffered(f"this match has had {MOST_OF_A_KIND} of these already", subject=what)
    if now.terms.rated and sum(seat.kind == PERSON for seat in now.seats) < len(now.seats):
        raise NotOffered("a computer takes part in this rated match", subject=what)


def gift_seconds(now: MatchSnapshot) -> int:
    """Return how much time is given at once."""
    control = now.terms.time
    if control is None:
        return 0
    return DAY if control.slow else min(MINUTE, control.base)


def _put_time_on(now: MatchSnapshot, offer: Offer) -> MatchSnapshot:
    return _noted(now, MORE_TIME, offer.seat, str(gift_seconds(now)))


def _pause(now: MatchSnapshot, offer: Offer) -> MatchSnapshot:
    """Stop the clocks."""
    return _noted(now, PAUSE, NOBODY)


def _resume(now: MatchSnapshot, offer: Offer) -> MatchSnapshot:
    """Let the clocks go on."""
    return _noted(now, RESUME, NOBODY)


def check_gift(now: MatchSnapshot, seats: Collection[int]) -> None:
    """Raise ``NotYours`` or ``NotOffered`` where these seats cannot give the others more time."""
    check_seated(seats, GIFT)
    _check_clock(now, GIFT)
    if now.paused:
        raise NotOffered("the match is paused", subject=GIFT, remedy="go on with it first")
    others = [seat.seat for seat in now.seats if seat.seat not in {*seats, *now.out}]
    people = any(now.seats[seat].kind == PERSON for seat in others)
    if len(seats) > 1 and people:
        raise NotOffered("you have several seats here", subject=GIFT, remedy="offer a pause instead")
    if len(seats) > 1 or not people:
        raise NotOffered("there is nobody else to give it to", subject=GIFT)
    if now.clocks is not None and all(_is_full(now.clocks, seat) for seat in others):
        raise NotOffered("the others have as much time as a clock can have", subject=GIFT)


def _is_full(clocks: Clocks, seat: int) -> bool:
    control = clocks.control
    bounds = SLOW_BOUNDS if control.slow else LIVE_BOUNDS
    return clocks.seats[seat].left >= bounds[control.pace].most * MILLISECONDS


def give_time(now: MatchSnapshot, person_id: str, number: int) -> MatchSnapshot:
    """Give all other seats more time, as entry ``number``: nobody has to agree to that."""
    seats = playing_seats(now, person_id, GIFT)
    if steps.repeats(now, seats, number, GIFT):
        return now
    check_next(now, number)
    check_gift(now, seats)
    given = _noted(now, GIFT, seats[0], str(gift_seconds(now)), keeps=now.offer)
    return replace(given, declined=now.declined)  # (what was declined can be offered again after the next move)


def _noted(now: MatchSnapshot, kind: str, seat: int, text: str = "", keeps: Offer | None = None) -> MatchSnapshot:
    """Return the snapshot with an entry that is no move."""
    return steps.advanced(now, now.match.copy(), [Entry(now.number + 1, kind, seat, text)], offer=keeps)


KINDS: Final[Mapping[str, Kind]] = {
    kind.name: kind
    for kind in (
        Kind(
            name=UNDO,
            check=undo_target,
            carry_out=_take_back,
            entry=UNDO,
            mutual=False,
            by_seat_to_move=False,
            does="asks to undo the last move",
            do="asked to undo your last move",
        ),
        Kind(
            name=DRAW,
            check=_check_draw,
            carry_out=_agree_draw,
            entry=Termination.AGREED,
            computers_decide=True,
            all_seats_decide=True,
            does="offers a draw",
            do="offer a draw",
        ),
        Kind(
            name=ABORT,
            check=_check_abort,
            carry_out=_cancel,
            entry=Termination.ABANDONED,
            does="offers to cancel the match",
            do="offer to cancel the match",
        ),
        Kind(
            name=MORE_TIME,
            check=_check_more_time,
            carry_out=_put_time_on,
            entry=MORE_TIME,
            mutual=False,
            does="asks for more time",
            do="asked for more time",
        ),
        Kind(
            name=PAUSE,
            check=_check_pause,
            carry_out=_pause,
            entry=PAUSE,
            does="offers a pause",
            do="offer a pause",
        ),
        Kind(
            name=RESUME,
            check=_check_resume,
            carry_out=_resume,
            entry=RESUME,
            does="wants to go on",
            do="want to go on",
        ),
        Kind(
            name=REMATCH,
            check=check_rematch,
            carry_out=None,
            by_seat_to_move=False,
            does="offers a rematch",
            do="offer a rematch",
        ),
    )
}
"""Everything that can be offered at a table, by its name."""


def kind_called(name: str) -> Kind:
    """Return a kind of offer. Raises ``NotOffered`` for a name of none."""
    if name not in KINDS:
        raise NotOffered(f"can be {', '.join(KINDS)}", subject="offer")
    return KINDS[name]


def seats_of_same_person(now: MatchSnapshot, seat: int) -> tuple[int, ...]:
    """Return all seats of the person who has this one."""
    return now.seats_of(now.seats[seat].person or "") or (seat,)
