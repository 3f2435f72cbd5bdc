"""Playing on from a position of a match that is over: a match of its own, against a computer or for both sides.

What chance brought until then stays as it was; what comes is drawn anew. The new match is linked to the old one as one
with the same cards, so that it counts for nobody's best.
"""

from collections.abc import Sequence
from typing import Final

from fivefold.contract import CHANCE
from fivefold.contract.errors import InvalidOption
from fivefold.engine.opponents import LEVELS
from fivefold.house.links import PACK_OF, with_link
from fivefold.house.match_request import HERE
from fivefold.house.people.people import Person
from fivefold.play.chance import Source
from fivefold.play.match import Clock, Match
from fivefold.session import races, steps
from fivefold.session.errors import NotOffered
from fivefold.session.seats import COMPUTER, PERSON, Seat
from fivefold.session.snapshot import OVER, Link, MatchSnapshot

WHAT: Final = "try from here"


def check_playing_on(now: MatchSnapshot, ply: int) -> None:
    """Raise ``NotOffered`` where nobody can play on from a position of a match."""
    if now.status != OVER:
        raise NotOffered("finish this match first", subject=WHAT)
    if races.is_race(now):
        raise NotOffered("a race cannot be continued from the middle", subject=WHAT)
    if not 0 <= ply <= len(now.match.moves) or now.match.game.rules.to_move(now.row_at(ply)) < 0:
        raise NotOffered("nobody is to move in this position", subject=WHAT, remedy="choose an earlier one")


def played_on(
    now: MatchSnapshot, ply: int, against: str, person: Person, match_id: str, source: Source, clock: Clock
) -> MatchSnapshot:
    """Return a match that goes on from the position after so many plies.

    ``against``: a level, ``1`` to ``7``, or ``here`` for all seats oneself. The person keeps the seat they had, or
    takes that of who is to move. Raises ``NotOffered``, ``InvalidOption``.
    """
    check_playing_on(now, ply)
    level = _level(against)
    mine = now.seats_of(person.id)
    own = mine[0] if len(mine) == 1 else now.match.game.rules.to_move(now.row_at(ply))
    match = position(now.match, ply, source, clock)
    seats = _seats(match, own, level, person)
    new = steps.open_table(match_id, match, seats)
    return with_link(new, PACK_OF, Link(now.linked(PACK_OF) or now.id))


def position(match: Match, ply: int, source: Source, clock: Clock) -> Match:
    """Return a match as it was after so many plies; ``source`` decides what chance brings from there."""
    chance = [text for text, mover in zip(match.history[:ply], match.movers[:ply], strict=True) if mover == CHANCE]
    again = Match.prepared(match.game, match.options, source, script=chance, clock=clock)
    while len(again.moves) < ply:
        again.make(match.moves[len(again.moves)])
    return again


def _level(against: str) -> int | None:
    """Return the level that plays the other seats; ``None`` where the person does."""
    if against == HERE:
        return None
    if against not in map(str, LEVELS):
        raise InvalidOption(against, subject="level", field="level", remedy=f"choose a level from 1 to {LEVELS[-1]}")
    return int(against)


def _seats(match: Match, own: int, level: int | None, person: Person) -> Sequence[Seat]:
    count = len(match.seats)
    alone = count == 1 or level is not None
    mine = [Seat(seat, PERSON, person.id, None, person.shown if alone else "", "") for seat in range(count)]
    if level is None:
        return mine
    name = match.game.personas[level - 1].name
    return [mine[seat] if seat == own else Seat(seat, COMPUTER, None, level, name, "") for seat in range(count)]
