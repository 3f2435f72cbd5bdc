"""A house on a fresh database, the toy games, a clock that goes on by itself, and people."""

import hashlib
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from itertools import count
from pathlib import Path

import pytest

from fivefold.house.database import Database, open_database
from fivefold.house.house import House
from fivefold.play import catalogue
from tests.conftest import TWINS

FOLDER = Path(__file__).parent
START = datetime(2025, 3, 1, 12, tzinfo=UTC)


def ticking():
    """Return a clock on which every look takes 0.3 s."""
    looks = count()
    return lambda: START + next(looks) * timedelta(seconds=0.3)


def numbered(first=0):
    """Return a source of secret seeds that gives the same ones in every run."""
    numbers = count(first)
    return lambda size: hashlib.sha256(f"seed {next(numbers)}".encode()).digest()[:size]


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Run every test of the house on both kinds of database, where it doesn't say itself on which."""
    said = any("url" in mark.args[0] for mark in metafunc.definition.iter_markers("parametrize"))
    about_the_house = metafunc.definition.path.parent == FOLDER
    if "url" in metafunc.fixturenames and about_the_house and not said:
        metafunc.parametrize("url", TWINS, indirect=True)


@pytest.fixture(autouse=True)
def toy_games(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(catalogue._modules, "track", "tests.house.track")
    monkeypatch.setitem(catalogue._modules, "secret", "tests.house.secret")


@pytest.fixture
def database(url: str) -> Iterator[Database]:
    database = open_database(url)
    yield database
    database.close()


@pytest.fixture
def house(database: Database) -> House:
    return House(database, ticking(), numbered())
