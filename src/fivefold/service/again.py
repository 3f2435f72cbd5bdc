"""The next match of the same people: a rematch, or the second game of a double match."""

from collections.abc import Sequence
from dataclasses import replace

from fivefold.play import chance
from fivefold.play.match import Clock, Match
from fivefold.play.seating import seats_change
from fivefold.service import commands, loading
from fivefold.service.errors import NotOffered, NotYours
from fivefold.service.seats import numbered, recorded
from fivefold.service.standing import LIVE, OPEN, OVER, WAITING, Seat, Standing


def check_rematch(now: Standing, guest_id: str) -> None:
    """Raise ``NotYours`` or ``NotOffered`` where there is no rematch."""
    _refuse_onlooker(now, guest_id, "rematch")
    if now.status != OVER:
        raise NotOffered("rematch: play this match to its end first")
    if now.double and now.double_of is None:
        raise NotOffered("rematch: the second game of this double match comes first")


def check_second(now: Standing, guest_id: str) -> None:
    """Raise ``NotYours`` or ``NotOffered`` where there is no second game."""
    _refuse_onlooker(now, guest_id, "second game")
    if not now.double:
        raise NotOffered("second game: this is not a double match")
    if now.double_of is not None:
        raise NotOffered("second game: this is the second")
    if now.status != OVER:
        raise NotOffered("second game: play the first to its end")


def rematch(now: Standing, match_id: str, clock: Clock) -> Standing:
    """Return a new match for the same people, each a seat further, so that another one begins; the deal is fresh."""
    match = Match.prepared(now.match.game, now.match.options, chance.Fair(), clock=clock)
    return opened(match_id, match, [*now.seats[-1:], *now.seats[:-1]], double=now.double)


def second(now: Standing, match_id: str, clock: Clock) -> Standing:
    """Return the second game of a double match: the same deal, begun by the other side."""
    match = now.match.twin()
    match.started = clock().replace(microsecond=0)
    changed = seats_change(match)
    game = opened(match_id, match, now.seats[::-1] if changed else now.seats, double=True)
    return replace(game, double_of=now.id, carried=carried(now))


def carried(first: Standing) -> tuple[int, ...] | None:
    """Return the points that a double match's first game brings to each seat of its second.

    ``None`` where it was given up: then no points are added.
    """
    if first.match.ending is not None:
        return None
    scores = first.match.scores
    return scores[::-1] if seats_change(first.match) else scores


def opened(match_id: str, match: Match, seats: Sequence[Seat], double: bool) -> Standing:
    """Return the standing of a new match, which begins when every seat is taken."""
    placed = numbered(match, seats)
    match.seats = recorded(placed)
    loading.ready(match)
    entries = tuple(commands.moves_since(None, match, 0))
    status = WAITING if any(seat.kind == OPEN for seat in placed) else LIVE
    if match.outcome is not None:
        status = OVER  # chance and the table have played it to its end
    return Standing(match_id, match, entries, placed, status, match.started, double=double)


def _refuse_onlooker(now: Standing, guest_id: str, what: str) -> None:
    if not now.seats_of(guest_id):
        raise NotYours(f"{what}: you look on at this match and have no seat in it")
