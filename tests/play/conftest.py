"""The toy game, known to the catalogue while these tests run."""

from datetime import UTC, datetime

import pytest

from fivefold.play import catalogue

NOON = datetime(2025, 1, 31, 12, 0, 0, tzinfo=UTC)


@pytest.fixture(autouse=True)
def toy_game(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(catalogue._modules, "race", "tests.play.race")
