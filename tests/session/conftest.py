"""The toy games, known to the catalogue while these tests run."""

import pytest

from fivefold.play import catalogue


@pytest.fixture(autouse=True)
def toy_games(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(catalogue._modules, "race", "tests.play.race")
    monkeypatch.setitem(catalogue._modules, "grab", "tests.play.grab")
