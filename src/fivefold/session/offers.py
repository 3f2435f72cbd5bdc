"""What players offer each other at a table; every kind of ``offer_kinds`` is offered and answered alike.

One offer is open at a time. All the others have to agree; with the last of them it happens. One who declines ends it,
and it can be made again after the next move. Whoever made it can withdraw it. A person's next move ends it silently.
"""

from collections.abc import Callable, Collection
from dataclasses import replace
from typing import Final

from fivefold.contract import NOBODY
from fivefold.play.observation import observed
from fivefold.session import steps
from fivefold.session.errors import NotOffered, NotYours
from fivefold.session.offer_kinds import KINDS, Kind, kind_called, seats_of_same_person
from fivefold.session.rights import check_next, check_seated, playing_seats
from fivefold.session.seats import COMPUTER, PERSON
from fivefold.session.snapshot import (
    MORE_TIME,
    OVER,
    RESUME,
    UNDO,
    Declined,
    MatchSnapshot,
    Offer,
)

Willing = Callable[[MatchSnapshot, int], bool]
"""Tells whether the computer in a seat agrees to a draw."""
BEHIND: Final = 0.5
"""By so much of the game's ``points_scale``, some 38 % to win, an opponent is behind."""
LONG_TURNS: Final = 40
"""After so many moves of every seat on average an opponent is content with a level position."""


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
    """Offer something, as what would be entry ``number``; with nobody to ask it is carried out at once.

    Where somebody else offers the same already, this accepts it. Computers that have to agree answer at once.
    """
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
    """Return the snapshot after these seats have agreed; with the last of all it is carried out.

    What the house carries out is left open, with nobody to wait for.
    """
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
    """Tell whether the computer in a seat agrees to a draw: it has been behind for a whole round, or long not ahead.

    It goes by how the position looks at first sight, so that it answers at once.
    """
    match, seats = now.match, len(now.seats)
    plies = len(match.moves)
    if len(match.decisions) < 2 * seats:
        return False
    least = min(_lead(now, seat, ply) for ply in range(plies - seats, plies + 1))
    most = max(_lead(now, seat, ply) for ply in range(plies - seats, plies + 1))
    margin = BEHIND * match.game.search.points_scale
    return most <= -margin or (least <= 0 and len(match.decisions) >= LONG_TURNS * seats and most <= margin)


def _lead(now: MatchSnapshot, seat: int, ply: int) -> float:
    """Return by how much a seat's side looks better than the best other after ``ply`` plies, as the seat sees it."""
    match, seats = now.match, range(len(now.seats))
    values = [0] * len(now.seats)
    match.game.search.value(observed(match.game, now.row_at(ply), seat), values)
    side = match.game.setup.team(match.options, seat)
    return max(values[each] for each in side) - max(values[each] for each in seats if each not in side)
