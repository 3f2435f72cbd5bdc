"""Pools of ratings: matches that compare with each other, and what a match that is over says in its pool.

A game has one for each number of players and one more for its races; what a game says of itself decides, no pool is
listed by hand.
"""

from collections.abc import Mapping, Sequence
from functools import cache, lru_cache
from typing import Final, NamedTuple

from fivefold.contract import Game
from fivefold.house.links import BESIDE, DAY, PACK_OF, is_double, is_first_board
from fivefold.house.records.rating import RatedResult, Rating, Side
from fivefold.house.stored_match import time_text
from fivefold.house.table.followups import double_shares
from fivefold.play import catalogue
from fivefold.play import options as play_options
from fivefold.play.chance import Seeded
from fivefold.session.races import becomes_race
from fivefold.session.seats import COMPUTER
from fivefold.session.snapshot import OVER, MatchSnapshot

SURE: Final = 40.0  # Standard deviation of a computer's rating, which never changes.
UNRATED: Final = frozenset({"abandoned", "aborted"})  # Ends that say nothing about who is stronger.


class Pool(NamedTuple):
    """Matches that are rated together."""

    key: str
    game: Game
    race: bool
    seats: int | None  # How many play; ``None`` where the game leaves no choice.


def pool_of(game: Game, options: Mapping[str, str]) -> Pool | None:
    """Return the pool of matches with these options, the others as usual; ``None`` for a game for one. Raises
    ``InvalidOption``."""
    return _pool_of(game, tuple(sorted(options.items())))


@cache
def pools_of(game: Game) -> tuple[Pool, ...]:
    """Return all pools of a game, the usual one first."""
    races = (False, True) if game.traits.race else (False,)
    return tuple(_pool(game, race, seats) for race in races for seats in game.traits.seats if seats > 1)


def find(key: str) -> Pool | None:
    """Return the pool of this name, if there is one."""
    games = (catalogue.find(name) for name in catalogue.keys() if key.startswith(name))  # noqa: SIM118  (a module)
    return next((pool for game in games for pool in pools_of(game) if pool.key == key), None)


@cache
def anchors(pool: Pool) -> Mapping[str, Rating]:
    """Return what the computers of a pool are rated, by player: its levels, and every strength between them. Matches
    never change it."""
    marks = pool.game.traits.marks(pool.race)
    between = {} if pool.race else {elo: elo for elo in range(marks[0], marks[-1] + 1)}
    return {computer(level): Rating(mark, SURE) for level, mark in {**dict(enumerate(marks, 1)), **between}.items()}


def computer(level: int) -> str:
    """Return the computer of a level as a player."""
    return f"level:{level}"


def rated_pool(now: MatchSnapshot) -> Pool | None:
    """Return the pool that a match changes, or would change if it ended now; ``None`` where it is not rated."""
    if not now.terms.rated or now.alone:
        return None
    return pool_of(now.match.game, now.match.options) if is_fair(now) else None


def is_fair(now: MatchSnapshot) -> bool:
    """Tell whether everybody in a match is somebody else, and nobody can know what chance will bring."""
    people = [seat.person for seat in now.seats if seat.person is not None]
    again = is_double(now) and not now.terms.duplicate
    known = isinstance(now.match.source, Seeded) or now.match.script or PACK_OF in now.links or again
    return len(set(people)) == len(people) and not known and DAY not in now.links and BESIDE not in now.links


def result_of(now: MatchSnapshot) -> RatedResult | None:
    """Return what a match says about its players; ``None`` where it says nothing. It may be annulled. It says nothing
    where somebody has not made a move; of a duplicate the second board says it for both."""
    outcome = now.match.outcome
    if now.status != OVER or outcome is None or outcome.termination in UNRATED or rated_pool(now) is None:
        return None
    if not any(seat.person for seat in now.seats) or is_first_board(now):
        return None
    setup, options = now.match.game.setup, now.match.options
    teams = sorted({tuple(sorted(setup.team(options, seat.seat))) for seat in now.seats})
    if not all(set(team) & set(now.match.movers) for team in teams):
        return None
    returns = double_shares(now) or outcome.returns
    shares = [sum(returns[seat] for seat in team) for team in teams]
    whole = sum(shares) or 1.0
    ended, left = now.entries[-1].at or now.started, [seat for seat, _ in now.match.left]
    sides = tuple(
        Side(share / whole or _place_of(team, left, len(teams)), tuple(_player(now, seat) for seat in team))
        for share, team in zip(shares, teams, strict=True)
    )
    return RatedResult(now.id, time_text(ended), sides)


def _place_of(team: Sequence[int], left: Sequence[int], sides: int) -> float:
    """Return what stands for the share of a side that won nothing: below 0 if of more than two it left the match, the
    earlier the lower."""
    gone = sides > 2 and set(team) <= set(left)
    return max(map(left.index, team)) - float(len(left)) if gone else 0.0


def _player(now: MatchSnapshot, seat: int) -> str:
    sitting = now.seats[seat]
    return computer(sitting.level or 1) if sitting.kind == COMPUTER else sitting.person or ""


@lru_cache(maxsize=256)
def _pool_of(game: Game, given: tuple[tuple[str, str], ...]) -> Pool | None:
    values = play_options.resolve(game, dict(given), Seeded(0).draw)
    seats = game.setup.seats(values)
    return None if seats == 1 else _pool(game, becomes_race(game, values), seats)


def _pool(game: Game, race: bool, seats: int) -> Pool:
    choice = sum(count > 1 for count in game.traits.seats) > 1
    key = game.key + ("-race" if race else "") + (f"-{seats}" if choice else "")
    return Pool(key, game, race, seats if choice else None)
