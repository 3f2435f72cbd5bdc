"""How long it takes to compute the ratings of many matches anew, and to annul one."""

import random
import tempfile
import time
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Final

from sqlalchemy import Connection, insert

from benchmarks.measurement import Measurement
from fivefold.house.database import open_database, schema
from fivefold.house.house import House
from fivefold.house.records import pools, rating_store
from fivefold.house.records.rating import RatedResult, Side
from fivefold.house.stored_match import time_text

MATCHES: Final = 1_000_000
QUICK: Final = 20_000
PLAYERS: Final = 20_000
POOL: Final = "locus"
FIRST: Final = datetime(2020, 1, 1, tzinfo=UTC)
TOGETHER: Final = 20_000
"""Matches stored at once."""


def measure_ratings(quick: bool) -> list[Measurement]:
    """Measure computing ratings for the first time, again where all is right, and after one match among them."""
    count = QUICK if quick else MATCHES
    pool = pools.find(POOL)
    assert pool is not None  # noqa: S101
    with tempfile.TemporaryDirectory() as folder:
        database = open_database(f"sqlite:///{Path(folder) / 'house.db'}")
        house = House(database)
        for part in _matches(count):
            with house.writing() as connection:
                _store(connection, part)
        first, found = _timed(house)
        again, _ = _timed(house)
        started = time.perf_counter()
        with house.writing() as connection:
            last = next(rating_store.results_in(connection, POOL, _moment(count - 1)))
            rating_store.go_on_from(connection, pool, last)
        one = time.perf_counter() - started
        database.close()
    scale = MATCHES / count
    said = f"{count:,} matches of {found:,} players"
    return [
        Measurement(f"ratings of {MATCHES:,} matches computed and stored", first * scale, "s", 60.0, True, note=said),
        Measurement(f"ratings of {MATCHES:,} matches found to be right", again * scale, "s", 60.0, True, note=said),
        Measurement(f"one more result among {count:,}", 1000 * one, "ms", 10.0, True, note="in the ending transaction"),
    ]


def _timed(house: House) -> tuple[float, int]:
    started = time.perf_counter()
    (found,) = house.ratings.recompute(lambda *_: None)
    return time.perf_counter() - started, found.players


def _moment(number: int) -> tuple[str, str]:
    return time_text(FIRST + timedelta(minutes=number)), f"b{number:09}"


def _matches(count: int) -> Iterator[list[RatedResult]]:
    """Yield results in parts: most between two who are about as strong, every tenth against a computer."""
    draws = random.Random(1)
    some = list[RatedResult]()
    for number in range(count):
        one = draws.randrange(PLAYERS)
        other = (one + 1 + draws.randrange(200)) % PLAYERS
        rival = f"level:{1 + other % 7}" if number % 10 == 0 else f"player{other:06}"
        share = draws.choice((0.0, 1.0, 1.0, 0.5))
        ended, match = _moment(number)
        some.append(RatedResult(match, ended, [Side(share, [f"player{one:06}"]), Side(1 - share, [rival])]))
        if len(some) == TOGETHER or number == count - 1:
            yield some
            some = []


def _store(connection: Connection, results: list[RatedResult]) -> None:
    fixed = {
        **{"game": POOL, "version": 1, "options": {}, "drawn": [], "chance": "fair", "seed": "", "script": []},
        **{"status": "over", "double": False, "agreed": [], "offered": "undo", "listed": False, "rated": True},
        **{"annulled": False, "delay": 0, "revision": 0},
    }
    rows = [{**fixed, "id": each.match, "started": each.ended, "touched": each.ended} for each in results]
    connection.execute(insert(schema.matches), [{**row, "ended": row["touched"]} for row in rows])
    connection.execute(insert(schema.rated_matches), [rating_store.row_of(POOL, each) for each in results])
