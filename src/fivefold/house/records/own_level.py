"""A computer as strong as a person: how strong they are against computers, from how their last games ended."""

from typing import Final, NamedTuple

from fivefold.contract import Game
from fivefold.house.records import pools
from fivefold.house.records.rating import START, RatedResult, Rating, Side, rated
from fivefold.house.records.ratings import Ratings
from fivefold.house.records.results import PersonResult, Results
from fivefold.house.stored_match import time_text

OWN_LEVEL: Final = "mine"
"""What stands for it where a computer's level is asked for."""
BEGINNER: Final = 2  # Somebody of whom nothing is known is taken to be as strong as this level.
RECENT: Final = 20
OPEN_MINDED: Final = 120.0
"""A rating counts as no surer than this standard deviation, in Elo, so that one's last games tell."""
ROUNDED: Final = 10


class OwnLevel(NamedTuple):
    """How strong a computer has to be for a person to win about every other game."""

    elo: int
    level: int
    """As seats have it: the number of a level that is just as strong, otherwise the same as ``elo``."""
    results: int
    """Of how many of the last games against one computer it was made."""
    rated: bool
    """Whether it began from a rating."""


def own_level(person_id: str, game: Game, ratings: Ratings, results: Results) -> OwnLevel:
    """Return how strong a person is in a game's usual form."""
    pool, marks = pools.pools_of(game)[0], game.traits.marks()
    known = ratings.rating(person_id, pool.key)
    start = known if known.games else Rating(marks[BEGINNER - 1], START)
    start = start._replace(deviation=max(start.deviation, OPEN_MINDED))
    found = [_result(person_id, each) for each in results.of(person_id, game.key, RECENT) if _against_one(each)]
    mean = rated(found[::-1], pools.anchors(pool), {person_id: start}).ratings[person_id].mean
    elo = min(max(marks[0], ROUNDED * round(mean / ROUNDED)), marks[-1]) if mean != start.mean else round(mean)
    return OwnLevel(elo, marks.index(elo) + 1 if elo in marks else elo, len(found), known.games > 0)


def _against_one(each: PersonResult) -> bool:
    return each.share is not None and len(each.levels) == len(each.rivals) == 1


def _result(person_id: str, each: PersonResult) -> RatedResult:
    share = each.share or 0.0
    sides = Side(share, (person_id,)), Side(1 - share, (pools.computer(each.levels[0]),))
    return RatedResult(each.match, time_text(each.ended), sides)
