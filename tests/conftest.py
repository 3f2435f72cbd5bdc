"""A database of a test's own, ready at once."""

import gc
import shutil
from pathlib import Path

import pytest
from hypothesis import settings

from fivefold.store import open_database

settings.register_profile("quick", max_examples=25)


def pytest_configure(config: pytest.Config) -> None:
    """Try fewer examples in the quick part, where a test does not say how many."""
    if "not slow" in config.option.markexpr:
        settings.load_profile("quick")


def pytest_collection_finish() -> None:
    """Leave what was imported and collected out of every later garbage collection: it stays to the end anyway."""
    gc.collect()
    gc.freeze()


@pytest.fixture(scope="session")
def empty_database(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a database without matches: making its tables takes longer than copying it."""
    file = tmp_path_factory.mktemp("database") / "empty.sqlite"
    open_database(f"sqlite:///{file}").close()
    return file


@pytest.fixture
def url(tmp_path: Path, empty_database: Path) -> str:
    """Return the address of a database that only this test uses."""
    file = tmp_path / "house.sqlite"
    shutil.copy(empty_database, file)
    return f"sqlite:///{file}"
