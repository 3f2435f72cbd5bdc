"""The toy game, known to the catalogue while these tests run."""

import pytest

from fivefold.play import catalogue


@pytest.fixture(autouse=True)
def toy_game(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(catalogue._modules, "race", "tests.play.race")
