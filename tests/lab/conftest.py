"""The toy game, and opponents that need no engine."""

from pathlib import Path

import pytest

from fivefold.lab import arena, ladder
from fivefold.lab.measuring import pairing, results_store
from fivefold.lab.players.known import GREEDY, RANDOM, Baseline
from fivefold.play import catalogue


@pytest.fixture(autouse=True)
def toy_game(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(catalogue._modules, "race", "tests.play.race")


@pytest.fixture
def no_engine(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Let levels 2 and 7 play greedily, the others at random; keep drafts out of the user's cache."""

    def new_player(game, name, scale, seed):
        return Baseline(GREEDY if name in {"2", "7", GREEDY} else RANDOM, seed)

    monkeypatch.setattr(pairing, "new_player", new_player)
    for module in (arena, ladder):
        monkeypatch.setattr(module, "prepare", lambda game, players: None)
    monkeypatch.setattr(results_store, "user_cache_path", lambda *name, **options: tmp_path / "cache")
