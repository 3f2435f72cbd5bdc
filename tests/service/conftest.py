"""A house on a fresh database, the toy games, a clock that goes on by itself, and people."""

import shutil
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from itertools import count
from pathlib import Path

import pytest

from fivefold.play import catalogue
from fivefold.service.house import House
from fivefold.store import Database, open_database

START = datetime(2025, 3, 1, 12, tzinfo=UTC)


def ticking():
    """Return a clock on which every look takes 0.3 s."""
    looks = count()
    return lambda: START + next(looks) * timedelta(seconds=0.3)


@pytest.fixture(autouse=True)
def toy_games(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(catalogue._modules, "track", "tests.service.track")
    monkeypatch.setitem(catalogue._modules, "secret", "tests.service.secret")


@pytest.fixture(scope="session")
def empty_database(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a database without matches: a copy of it opens at once."""
    file = tmp_path_factory.mktemp("database") / "empty.sqlite"
    open_database(f"sqlite:///{file}").close()
    return file


@pytest.fixture
def url(tmp_path: Path, empty_database: Path) -> str:
    file = tmp_path / "house.sqlite"
    shutil.copy(empty_database, file)
    return f"sqlite:///{file}"


@pytest.fixture
def database(url: str) -> Iterator[Database]:
    database = open_database(url)
    yield database
    database.close()


@pytest.fixture
def house(database: Database) -> House:
    return House(database, ticking())
