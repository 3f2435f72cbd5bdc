"""A database of a test's own, ready at once: a file, or one on a PostgreSQL server."""

import gc
import os
import random
import re
import shutil
import signal
import sys
from collections.abc import Iterator
from itertools import count
from pathlib import Path

import pytest
from hypothesis import settings

from fivefold.house.database import open_database, sqlite
from tests import fitting, postgresql, quick, statements

DATABASE = "FIVEFOLD_TEST_DATABASE"
"""``postgresql`` has every test use that which doesn't say what it uses."""
BOTH = ["sqlite", quick.slow("postgresql")]
"""For ``url``: whoever is parametrised with it runs on both."""
TWINS = ["sqlite", quick.long("postgresql")]
"""The same for what lies above the store: a change lands when it runs on a file."""

os.environ["FIVEFOLD_CONFIG"] = ""  # whoever runs the tests may have settings of their own

DURABLE = sqlite.PRAGMAS
"""How a house opens its file."""
LEFT_OUT = re.compile(r"\bnot (slow|long)\b")
"""The tiers that an expression of marks leaves out."""

# No deadlines: how long an example takes depends on what else the machine does.
settings.register_profile("quick", max_examples=25, deadline=None)
settings.register_profile("landing", max_examples=40, deadline=None)
settings.register_profile("all", deadline=None)


def pytest_configure(config: pytest.Config) -> None:
    """Try fewer examples where a test does not say how many; collect without looking for garbage."""
    quick.LEFT_OUT.update(LEFT_OUT.findall(config.option.markexpr))
    settings.load_profile("quick" if "slow" in quick.LEFT_OUT else "landing" if quick.LEFT_OUT else "all")
    gc.disable()
    signal.signal(signal.SIGINT, signal.default_int_handler)  # a shell lets what it runs in the background ignore it


def pytest_sessionstart() -> None:
    """Let no test store what would not fit into a column, and let all use the statements that one has compiled.

    No power is cut here: waiting for the disk at each commit would take longer than most tests.
    """
    sqlite.PRAGMAS = tuple(pragma.replace("synchronous=FULL", "synchronous=OFF") for pragma in DURABLE)
    fitting.watch()
    statements.share()
    statements.watch()


def pytest_pycollect_makeitem(collector: pytest.Module | pytest.Class, obj: object) -> list[pytest.Item] | None:
    """Leave tests that are left out anyway out before they are multiplied by their parameters."""
    marks = [*getattr(obj, "pytestmark", []), *collector.own_markers]
    return [] if any(mark.name in quick.LEFT_OUT for mark in marks) else None


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Try them in an order of chance, if one is asked for: the same for the same ``FIVEFOLD_ORDER``."""
    if seed := os.environ.get("FIVEFOLD_ORDER"):
        random.Random(seed).shuffle(items)


def pytest_collection_finish() -> None:
    """Leave what was imported and collected out of every later garbage collection: it stays to the end anyway."""
    gc.collect()
    gc.freeze()
    gc.enable()


_opened: list[str] = []
"""What the running test has opened, as the interpreter tells it."""
_begun = count(1)
ALL_AFTER = 500
"""Tests after which garbage is looked for among everything, for the sake of memory."""
OPENINGS = {"socket.__new__", "subprocess.Popen", "open"}


def _note_opening(event: str, _: object, openings: set[str] = OPENINGS, opened: list[str] = _opened) -> None:
    """Its defaults outlive this module: the interpreter opens files until it has ended."""
    if event in openings and not opened:
        opened.append(event)


sys.addaudithook(_note_opening)


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_setup() -> None:
    """Leave what earlier tests keep out of garbage collections: the next one looks at this test's objects alone."""
    if next(_begun) % ALL_AFTER == 0:
        gc.unfreeze()
        gc.collect()
    gc.freeze()


@pytest.hookimpl(trylast=True)
def pytest_runtest_teardown() -> None:
    """Tell a test at once that it has left something open: garbage found later would be another test's mistake."""
    if _opened:
        gc.collect()
        _opened.clear()


@pytest.fixture(scope="session")
def empty_database(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a database without matches: making its tables takes longer than copying it."""
    file = tmp_path_factory.mktemp("database") / "empty.sqlite"
    open_database(f"sqlite:///{file}").close()
    return file


@pytest.fixture(scope="session")
def server() -> postgresql.Server:
    """Return a PostgreSQL server, one for all tests of this process."""
    return postgresql.shared()


@pytest.fixture
def shared_url(server: postgresql.Server) -> Iterator[str]:
    """Return the address of a database that several processes may serve."""
    with server.house() as address, postgresql.all_closed():
        yield address


@pytest.fixture
def url(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str]:
    """Return the address of a database that only this test uses, with the house's tables."""
    if getattr(request, "param", os.environ.get(DATABASE, "sqlite")) == "postgresql":
        with request.getfixturevalue("server").house() as address, postgresql.all_closed():
            yield address
    else:
        file = tmp_path / "house.sqlite"
        shutil.copy(request.getfixturevalue("empty_database"), file)
        yield f"sqlite:///{file}"
