"""The toy game, and opponents that need no engine."""

from pathlib import Path

import pytest

from fivefold.lab import jobs, ladder, match, matches
from fivefold.lab.players.registry import GREEDY, RANDOM, Baseline
from fivefold.play import catalogue


@pytest.fixture(autouse=True)
def toy_game(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(catalogue._modules, "race", "tests.play.race")


@pytest.fixture(autouse=True)
def kept(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """Keep results of unfinished jobs out of the user's cache; return the folder in which they are."""
    monkeypatch.setattr(jobs, "user_cache_path", lambda *name, **options: tmp_path / "cache")
    return tmp_path / "cache" / "jobs"


@pytest.fixture
def no_engine(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let levels 2 and 7 play greedily, the others at random."""

    def new_player(game, name, scale, seed, seconds=10.0):
        return Baseline(GREEDY if name in {"2", "7", GREEDY} else RANDOM, seed)

    monkeypatch.setattr(matches, "new_player", new_player)
    for module in (match, ladder):
        monkeypatch.setattr(module, "prepare", lambda game, players: None)
