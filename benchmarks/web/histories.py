"""The pages of somebody who has played 100,000 matches: My games with any filter, and the player's page."""

import asyncio
import random
import time
from collections.abc import Iterator, Mapping
from datetime import UTC, datetime, timedelta
from pathlib import Path
from statistics import median
from typing import Any, Final
from urllib.parse import quote

from sqlalchemy import Connection, Table, insert

from benchmarks.measurement import Measurement
from benchmarks.web.served import Served, served
from benchmarks.web.visitor import Visitor
from fivefold.house import database as store
from fivefold.house.database import schema
from fivefold.house.house import House
from fivefold.house.records import finished
from fivefold.house.records.pools import pools_of
from fivefold.house.stored_match import time_text
from fivefold.play.catalogue import find, keys

MATCHES: Final = 100_000
TARGET_MS: Final = 100.0
NAME, PASSWORD = "Centurion", "one hundred thousand games"
FRIENDS: Final = 60
BATCH: Final = 5_000
FIRST: Final = datetime(2020, 1, 1, 12, tzinfo=UTC)
APART: Final = timedelta(minutes=31)
OTHER: Final = {"solitaire": "scoring=american", "focus": "players=3"}
"""Set-ups that are not the usual ones."""
FILTERS: Final[Mapping[str, str]] = {
    "first page": "",
    "one page in the middle": "after={middle}",
    "last page": "after={last}",
    "one game": "game=pokeros",
    "one opponent": "name=Friend%207",
    "one level, lost": "against=level:4&result=lost",
    "against people, drawn": "against=people&result=drawn",
    "another set-up": "set_up=other",
    "rated, some months": "rated=yes&since=2022-01-01&until=2022-03-31",
    "everything at once": "game=focus&against=people&result=broken_off&set_up=usual&rated=yes&since=2020-06-01",
}


def measure_histories(quick: bool) -> list[Measurement]:
    """Measure the pages of a person with 100,000 finished matches, from the request to the whole answer."""
    count, times = (10_000, 3) if quick else (MATCHES, 15)
    with served() as house:
        return asyncio.run(_measure(house, count, times))


async def _measure(house: Served, count: int, times: int) -> list[Measurement]:
    visitor = Visitor(house.port, "text/html")
    await visitor.enter()
    made = await visitor.post("/sign-up", name=NAME, password=PASSWORD)
    if made.status not in {200, 201, 303}:
        raise ConnectionError(f"/sign-up: answered {made.status}: {made.body[:200]!r}")
    await asyncio.to_thread(fill, house.folder, NAME, count)
    places = {"middle": _place(count // 2), "last": _place(20)}
    took = {
        name: await _time(visitor, f"/games/mine?{query.format(**places)}", times) for name, query in FILTERS.items()
    }
    player = await _time(visitor, f"/players/{quote(NAME)}", times)
    await visitor.close()
    slowest = max(took, key=lambda name: took[name])
    note = "; ".join(f"{name} {ms:.0f}" for name, ms in took.items())
    what, name = f"with {count:,} finished matches", f"a player's page with {count:,} finished matches"
    worst = f"My games {what}, the slowest filter ({slowest})"
    return [
        Measurement(worst, took[slowest], "ms", TARGET_MS, at_most=True, note=note),
        Measurement(name, player, "ms", TARGET_MS, at_most=True, note=f"median of {times}"),
    ]


async def _time(visitor: Visitor, path: str, times: int) -> float:
    """Return the median of how many milliseconds a page took. Raises ``ConnectionError`` where there is none."""
    took = []
    for _ in range(times):
        started = time.perf_counter()
        answer = await visitor.get(path)
        took.append(1000 * (time.perf_counter() - started))
        if answer.status != 200:
            raise ConnectionError(f"{path}: answered {answer.status}: {answer.body[:200]!r}")
    return median(took)


# --- 100,000 matches -------------------------------------------------------------------------------------------------


def fill(folder: Path, name: str, count: int) -> None:
    """Store finished matches of the account of this name, as if they had been played."""
    database = store.open_database(f"sqlite:///{folder / 'fivefold.db'}")
    try:
        account = House(database).accounts.by_name(name)
        if account is None:
            raise ConnectionError(f"nobody is called {name}")
        with database.writing() as connection:
            people = [_friend(number) for number in range(FRIENDS)]
            connection.execute(insert(schema.people), people)
            pools = [pools_of(find(key))[0].key for key in keys() if pools_of(find(key))]
            connection.execute(insert(schema.ratings), [_rating(account.id, pool) for pool in pools])
        for start in range(0, count, BATCH):
            with database.writing() as connection:
                _store(connection, account.id, range(start, min(start + BATCH, count)))
        with database.writing() as connection:
            finished.recount(connection, [account.id])
    finally:
        database.close()


def _store(connection: Connection, person: str, numbers: range) -> None:
    rows: dict[Table, list[dict[str, Any]]] = {}
    for number in numbers:
        for table, row in _rows(person, number):
            rows.setdefault(table, []).append(row)
    for table, several in rows.items():
        connection.execute(insert(table), several)


def _rows(person: str, number: int) -> Iterator[tuple[Table, dict[str, Any]]]:
    """Return all rows of one match."""
    chosen = random.Random(number)
    game, at = chosen.choice(keys()), time_text(FIRST + number * APART)
    alone, computer = game == "solitaire", chosen.random() < 0.4
    set_up = OTHER.get(game, "") if chosen.random() < 0.2 else ""
    result = "alone" if alone else chosen.choices(("won", "lost", "drawn", "broken_off"), (50, 42, 6, 2))[0]
    level, friend = chosen.randint(1, 7), f"friend{chosen.randrange(FRIENDS):010}"
    rated, counts = not alone and not computer and chosen.random() < 0.7, result != "broken_off"
    share = {"won": 1.0, "lost": 0.0, "alone": None}.get(result, 0.5)
    points, seat = chosen.randint(20, 120), chosen.randrange(2) if not alone else 0
    common = {"match": _id(number), "game": game, "result": result, "usual": not set_up, "rated": rated}
    common |= {"counts": counts, "ended": at, "person": person}
    yield schema.matches, _match(number, game, at, rated)
    yield schema.seats, _seat(number, seat, "person", person, None, NAME, points)
    company = "nobody" if alone else "computers" if computer else "people"
    yield (
        schema.finished,
        {**common, "seat": seat, "seats": 1 if alone else 2, "company": company, "turn": None if alone else seat + 1}
        | {"share": share, "points": points, "set_up": set_up, "termination": "played-out", "annulled": False},
    )
    if not alone:
        kind, rival = ("computer", None) if computer else ("person", friend)
        other = _seat(number, 1 - seat, kind, rival, level if computer else None, "Pip", chosen.randint(20, 120))
        yield schema.seats, other
        yield schema.against, {**common, "opponent": f"level:{level}" if computer else friend}
    if rated:
        pool = pools_of(find(game))[0].key
        change = {"match": _id(number), "person": person, "pool": pool, "mu": 25 + chosen.random(), "sigma": 2.0}
        yield schema.rating_changes, {**change, "games": number, "before": 25.0, "at": at}


def _match(number: int, game: str, at: str, rated: bool) -> dict[str, Any]:
    return {
        "id": _id(number),
        **{"game": game, "version": 1, "options": {}, "drawn": [], "chance": "fair", "seed": "00", "script": []},
        **{"started": at, "status": "over", "agreed": [], "double": False, "rated": rated, "ended": at},
        **{"revision": 0, "touched": at},
    }


def _seat(
    number: int, seat: int, kind: str, person: str | None, level: int | None, name: str, points: int
) -> dict[str, Any]:
    told = {"match": _id(number), "seat": seat, "kind": kind, "person": person, "level": level, "name": name}
    return {**told, "points": points, "waits": False, "over": True}


def _friend(number: int) -> dict[str, Any]:
    at = time_text(FIRST)
    return {"id": f"friend{number:010}", "name": f"Friend {number}", "created": at, "seen": at, "settings": {}}


def _rating(person: str, pool: str) -> dict[str, Any]:
    return {"pool": pool, "person": person, "mu": 25, "sigma": 2, "games": 100, "changed": time_text(FIRST)}


def _id(number: int) -> str:
    return f"bench{number:011}"


def _place(number: int) -> str:
    return quote(f"{time_text(FIRST + number * APART)}~{_id(number)}")
