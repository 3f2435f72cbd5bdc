"""Ratings at a table: how strong everybody is, and once a rated match is over what it has changed."""

from typing import Any

from fivefold.doors.web.pages import leaderboard
from fivefold.house.house import House
from fivefold.house.records import rating_words
from fivefold.house.records.pools import rated_pool
from fivefold.session.snapshot import OVER, MatchSnapshot


def at_table(house: House, snapshot: MatchSnapshot) -> dict[str, Any]:
    """Return for each seat of a rated match its rating in few words."""
    found = house.ratings.at_table(snapshot)
    return {
        "seat_ratings": {
            each["seat"]: {
                "short": f"{each['rating']}{'?' if each['provisional'] else ''}",
                "long": rating_words.at_seat(each),
            }
            for each in found
        }
    }


def at_end(house: House, snapshot: MatchSnapshot) -> dict[str, Any] | None:
    """Return what a rated match that is over has changed, people only; ``None`` where it was not rated."""
    pool = rated_pool(snapshot)
    if pool is None or snapshot.status != OVER:
        return None
    people = [each for each in house.ratings.at_table(snapshot) if not each["computer"]]
    return {
        "path": leaderboard.board_path(pool),
        "pool": rating_words.full_name(pool),
        "less": rating_words.counted_less(snapshot, house.ratings.met_before(snapshot)),
        "changes": [
            {
                "name": snapshot.names[each["seat"]],
                "before": each["before"],
                "after": each["rating"],
                "change": rating_words.change(each["before"], each["rating"]),
                "up": each["rating"] > each["before"],
                "provisional": each["provisional"],
            }
            for each in people
            if each["before"] is not None
        ],
    }
