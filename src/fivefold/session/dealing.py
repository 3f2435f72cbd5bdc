"""Dealing: chance begins once everybody sits, with everybody's own number mixed in.

Nothing is drawn before that, so nobody can look at a deal and call the match off until it is a good one.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from fivefold.contract import Game
from fivefold.play import chance, options
from fivefold.play.chance import LONGEST_NONCE, Nonce
from fivefold.play.match import Clock, Match
from fivefold.session.seats import Seat, starting_seat


def undealt_match(game: Game, given: Mapping[str, str], source: chance.Source, clock: Clock) -> Match:
    """Return a match in which nothing is drawn yet. Raises ``InvalidOption``."""
    values = options.resolve(game, given, lambda label, count: 0)
    return Match.prepared(game, values, source, drawn=options.drawn(game, given), clock=clock, dealt=False)


def with_nonces(source: chance.Source, seats: Sequence[Seat]) -> chance.Source:
    """Return a match's source with the nonces of those who sit there."""
    nonces = [Nonce(seat.seat, seat.nonce) for seat in seats if seat.nonce is not None]
    return chance.mixed(source, nonces) if nonces else source


def deal(match: Match, seats: Sequence[Seat], begin: str) -> list[Seat]:
    """Deal a match in place; return the people in the order of their seats.

    They have moved round the table if that is how the one who asked for the match sits where ``begin`` says.
    """
    before = starting_seat(match, begin) if begin else 0
    match.deal(with_nonces(match.source, seats))
    on = (starting_seat(match, begin) - before) % len(seats) if begin else 0
    return [*seats[-on:], *seats[:-on]] if on else list(seats)


def with_next_nonces(seats: Sequence[Seat], before: str, match_id: str) -> list[Seat]:
    """Return the people of a match, ``before``, as they sit in the next one.

    Each has the same nonce, with the new match's name behind it.
    """
    return [seat if seat.nonce is None else replace(seat, nonce=_next(seat.nonce, before, match_id)) for seat in seats]


def _next(nonce: str, before: str, match_id: str) -> str:
    own = nonce.removesuffix(f"-{before}")
    return f"{own[: LONGEST_NONCE - 1 - len(match_id)]}-{match_id}"
