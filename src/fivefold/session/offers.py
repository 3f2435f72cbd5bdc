"""What players offer each other at a table; every kind of ``KINDS`` is offered and answered alike.

One offer is open at a time. All the others have to agree; with the last of them it happens. One who declines ends it,
and it can be made again after the next move. Whoever made it can withdraw it. A person's next move ends it silently.
"""

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, replace
from itertools import groupby
from typing import Final

from fivefold.contract import NOBODY
from fivefold.play.clocks import MILLISECONDS, Clocks
from fivefold.play.observation import observed
from fivefold.play.outcome import Termination
from fivefold.play.time_control import DAY, LIVE_BOUNDS, MINUTE, SLOW_BOUNDS, Pace
from fivefold.session import steps
from fivefold.session.errors import NotOffered, NotYours
from fivefold.session.rights import check_next, check_seated, playing_seats, undo_target
from fivefold.session.seats import COMPUTER, PERSON
from fivefold.session.snapshot import (
    GIFT,
    MORE_TIME,
    OVER,
    PAUSE,
    RESUME,
    UNDO,
    WAITING,
    Cause,
    Declined,
    Entry,
    MatchSnapshot,
    Offer,
)

DRAW: Final = "draw"
ABORT: Final = "abort"
REMATCH: Final = "rematch"
MOST_OF_A_KIND: Final = 100
"""More time is given, and a pause made, so many times in a match: nobody fills the log with them."""
FEW_TURNS: Final = 2  # A match can be cancelled until everybody has had so many turns.


@dataclass(frozen=True, slots=True)
class Kind:
    """Something that can be offered."""

    name: str
    entry: str  # The kind of the entry in the log with which it is carried out; empty for none.
    check: Callable[[MatchSnapshot, Collection[int]], object]
    """Raises ``NotYours`` or ``NotOffered`` where none of these seats can offer it now."""
    carry_out: Callable[[MatchSnapshot, Offer], MatchSnapshot] | None
    """What happens when everybody has agreed; ``None`` where the house begins another match."""
    does: str  # What the one who offers it does, after the name.
    do: str  # The same after "you".
    mutual: bool = True  # Whether two who offer it mean the same: then the second offer accepts the first.
    computers_decide: bool = False  # Whether computer opponents are asked as well.
    all_seats_decide: bool = False  # Whether at one screen the other seats of the same person are asked too.
    by_seat_to_move: bool = True  # Whether, of several seats at one screen, the one to move offers it.


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
    if now.terms.duplicate:
        raise NotOffered("a duplicate goes on until it is over", subject=PAUSE)
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
    bounds = SLOW_BOUNDS if clocks.control.slow else LIVE_BOUNDS
    return clocks.seats[seat].left >= bounds[clocks.control.pace].most * MILLISECONDS


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


_UNDO = Kind(UNDO, UNDO, undo_target, _take_back, "asks to undo the last move", "asked to undo your last move")
_DRAW = Kind(DRAW, Termination.AGREED, _check_draw, lambda now, _: steps.drawn(now), "offers a draw", "offer a draw")
_KINDS: Final = (
    replace(_UNDO, mutual=False, by_seat_to_move=False),
    replace(_DRAW, computers_decide=True, all_seats_decide=True),
    Kind(
        ABORT, Termination.ABANDONED, _check_abort, _cancel, "offers to cancel the match", "offer to cancel the match"
    ),
    Kind(
        MORE_TIME, MORE_TIME, _check_more_time, _put_time_on, "asks for more time", "asked for more time", mutual=False
    ),
    Kind(PAUSE, PAUSE, _check_pause, _pause, "offers a pause", "offer a pause"),
    Kind(RESUME, RESUME, _check_resume, _resume, "wants to go on", "want to go on"),
    Kind(REMATCH, "", check_rematch, None, "offers a rematch", "offer a rematch", by_seat_to_move=False),
)
KINDS: Final[Mapping[str, Kind]] = {kind.name: kind for kind in _KINDS}
"""Everything that can be offered at a table, by its name."""


def kind_called(name: str) -> Kind:
    """Return a kind of offer. Raises ``NotOffered`` for a name of none."""
    if name not in KINDS:
        raise NotOffered(f"can be {', '.join(KINDS)}", subject="offer")
    return KINDS[name]


def seats_of_same_person(now: MatchSnapshot, seat: int) -> tuple[int, ...]:
    """Return all seats of the person who has this one."""
    return now.seats_of(now.seats[seat].person or "") or (seat,)


Willing = Callable[[MatchSnapshot, int], bool]  # Tells whether the computer in a seat agrees to a draw.
BEHIND: Final = 0.5  # By so much of the game's ``points_scale``, some 38 % to win, an opponent is behind.
LONG_TURNS: Final = 40  # After so many moves of every seat on average an opponent is content with a level position.
LONGEST_AMONG_COMPUTERS: Final = 1000  # Their moves; then they agree on a draw, since pieces could go round for ever.


# --- offering --------------------------------------------------------------------------------------------------------


def check(now: MatchSnapshot, person_id: str, name: str) -> None:
    """Raise ``NotYours`` or ``NotOffered`` with the reason why a person cannot offer this now."""
    kind, seats = kind_called(name), playing_seats(now, person_id, name)
    kind.check(now, seats)
    if now.offer is not None and _is_own(now, kind, seats):
        raise NotOffered(f"you {kind.do}", subject=name, remedy="the others have to agree")
    _check_free(now, kind, seats)


def offer(
    now: MatchSnapshot, person_id: str, name: str, number: int, willing: Willing = lambda now, seat: False
) -> MatchSnapshot:
    """Offer something, as what would be entry ``number``; with nobody to ask it is carried out at once. Where somebody
    else offers the same already, this accepts it. Computers that have to agree answer at once."""
    kind, seats = kind_called(name), playing_seats(now, person_id, name)
    if _is_done(now, kind, seats, number):
        return now
    check_next(now, number)
    kind.check(now, seats)
    if _is_own(now, kind, seats):
        return now
    if _is_accepted_by_offering(now, kind):
        return answer(now, person_id, True, name)
    _check_free(now, kind, seats)
    asked = replace(now, offer=Offer(name, _offering_seat(now, kind, seats), (), now.number))
    return _asked_of_computers(now, asked, willing)


def _asked_of_computers(now: MatchSnapshot, asked: MatchSnapshot, willing: Willing) -> MatchSnapshot:
    """Have the computers answer that are asked."""
    computers = [seat for seat in waits_for(asked) if now.seats[seat].kind == COMPUTER]
    for seat in computers:
        if not willing(now, seat):
            return declined(asked, seat)
    return agreed(asked, computers)


def _offering_seat(now: MatchSnapshot, kind: Kind, seats: Collection[int]) -> int:
    return now.match.to_move if kind.by_seat_to_move and now.match.to_move in seats else min(seats)


def _is_own(now: MatchSnapshot, kind: Kind, seats: Collection[int]) -> bool:
    """Tell whether one of these seats offers this already."""
    return now.offer is not None and now.offer.kind == kind.name and now.offer.seat in seats


def _is_accepted_by_offering(now: MatchSnapshot, kind: Kind) -> bool:
    return now.offer is not None and now.offer.kind == kind.name and kind.mutual


def _check_free(now: MatchSnapshot, kind: Kind, seats: Collection[int]) -> None:
    """Raise ``NotOffered`` while something else is offered, and after the same was declined."""
    open_offer = now.offer
    if open_offer is not None and not _is_accepted_by_offering(now, kind):
        other = KINDS[open_offer.kind]
        if open_offer.seat in seats:
            raise NotOffered(f"you {other.do}", subject=kind.name, remedy="withdraw that first")
        who = now.names[open_offer.seat]
        raise NotOffered(f"{who} {other.does}", subject=kind.name, remedy="answer that first")
    for each in now.declined if kind.name != RESUME else ():  # (no other entry ends a pause)
        if each.kind == kind.name and each.seat in seats:
            remedy = "ask again after the next move" if now.status != OVER else "they can still offer one"
            raise NotOffered(f"{now.names[each.by]} declined", subject=kind.name, remedy=remedy)


def _is_done(now: MatchSnapshot, kind: Kind, seats: Collection[int], number: int) -> bool:
    """Tell whether an entry is what is asked for (once more)."""
    movers = seats if kind.entry in {UNDO, MORE_TIME} else (NOBODY, *range(len(now.seats)))
    return bool(kind.entry) and bool(seats) and steps.repeats(now, movers, number, kind.entry)


# --- answering -------------------------------------------------------------------------------------------------------


def waits_for(now: MatchSnapshot) -> tuple[int, ...]:
    """Return the seats that have yet to agree to what is offered."""
    if now.offer is None:
        return ()
    kind, mine = KINDS[now.offer.kind], seats_of_same_person(now, now.offer.seat)
    done = {*now.offer.agreed, *((now.offer.seat,) if kind.all_seats_decide else mine)}
    asked = {PERSON, COMPUTER} if kind.computers_decide else {PERSON}
    done |= now.gone
    return tuple(seat.seat for seat in now.seats if seat.kind in asked and seat.seat not in done)


def may_answer(now: MatchSnapshot, person_id: str) -> bool:
    """Tell whether a person is asked to agree."""
    return not set(waits_for(now)).isdisjoint(now.seats_of(person_id))


def answer(now: MatchSnapshot, person_id: str, agree: bool, name: str = "", number: int = 0) -> MatchSnapshot:
    """Accept what is offered, or decline; whoever offered it withdraws it with a no.

    ``name``: what they think is offered, anything if empty. ``number``: as in ``offer``, so that a yes that arrives
    twice does no harm. Raises ``NotOffered`` where that is no longer open, ``NotYours``.
    """
    seats = playing_seats(now, person_id, "answer")
    check_seated(seats, "answer")
    if now.offer is None or name not in {"", now.offer.kind}:
        if agree and not _was_accepted(now, name, number):
            raise NotOffered("that offer is no longer open", subject="answer")
        return now
    own = [seat for seat in waits_for(now) if seat in seats]
    if own:
        return agreed(now, own) if agree else declined(now, own[0])
    if not agree:
        return withdrawn(now, person_id)
    if now.offer.seat in seats:
        raise NotYours("the others answer you", subject="answer", remedy="you can withdraw what you asked")
    return now


def _was_accepted(now: MatchSnapshot, name: str, number: int) -> bool:
    """Tell whether what was offered has been carried out as entry ``number``."""
    return name in KINDS and 0 < number <= now.number and now.entries[number - 1].kind == KINDS[name].entry


def withdrawn(now: MatchSnapshot, person_id: str) -> MatchSnapshot:
    """Return the snapshot without what this person offers."""
    if now.offer is None:
        return now
    if now.offer.seat not in now.seats_of(person_id):
        raise NotYours("somebody else offers that", subject="withdraw", remedy="you can decline")
    return replace(now, offer=None, revision=now.revision + 1)


def agreed(now: MatchSnapshot, seats: Collection[int]) -> MatchSnapshot:
    """Return the snapshot after these seats have agreed; with the last of all it is carried out. What the house carries
    out is left open, with nobody to wait for."""
    assert now.offer is not None  # noqa: S101  (the callers have looked)
    open_offer = now.offer._replace(agreed=tuple(sorted({*now.offer.agreed, *seats})))
    after = replace(now, offer=open_offer, revision=now.revision + 1)
    carry_out = KINDS[open_offer.kind].carry_out
    if waits_for(after) or carry_out is None:
        return after
    return carry_out(replace(now, offer=None), open_offer)


def declined(now: MatchSnapshot, seat: int) -> MatchSnapshot:
    """Return the snapshot after a seat has said no."""
    assert now.offer is not None  # noqa: S101  (the callers have looked)
    said_no = Declined(now.offer.kind, now.offer.seat, seat)
    return replace(now, offer=None, declined=(*now.declined, said_no), revision=now.revision + 1)


def is_agreed(now: MatchSnapshot) -> bool:
    """Tell whether everybody has agreed to something that the house has yet to carry out."""
    return now.offer is not None and not waits_for(now)


# --- computers --------------------------------------------------------------------------------------------------------


def accepts_draw(now: MatchSnapshot, seat: int) -> bool:
    """Tell whether the computer in a seat agrees to a draw: it has been behind for a whole round, or long not ahead. It
    goes by how the position looks at first sight, so that it answers at once."""
    match, seats, plies = now.match, len(now.seats), len(now.match.moves)
    if len(match.decisions) < 2 * seats:
        return False
    leads = [_lead(now, seat, ply) for ply in range(plies - seats, plies + 1)]
    margin, calm = BEHIND * match.game.search.points_scale, len(match.decisions) >= LONG_TURNS * seats
    return max(leads) <= -margin or (min(leads) <= 0 and calm and max(leads) <= margin)


def played_too_long(now: MatchSnapshot) -> bool:
    """Tell whether computers among themselves have played for so long that they agree on a draw."""
    match = now.match
    return not now.people and match.game.traits.agreed_draw and len(match.decisions) >= LONGEST_AMONG_COMPUTERS


def _lead(now: MatchSnapshot, seat: int, ply: int) -> float:
    """Return by how much a seat's side looks better than the best other after ``ply`` plies, as the seat sees it."""
    match, seats = now.match, range(len(now.seats))
    values = [0] * len(now.seats)
    match.game.search.value(observed(match.game, now.row_at(ply), seat), values)
    side = match.game.setup.team(match.options, seat)
    return max(values[each] for each in side) - max(values[each] for each in seats if each not in side)
