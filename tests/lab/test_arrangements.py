"""`fivefold arrangements`: the best of random games, and how much longer looks find."""

import re

import pytest

from fivefold import cli
from fivefold.engine.kernels import PlainKernels
from fivefold.lab import arrangements
from fivefold.lab.players import registry

SQUARES = ["solitaire", "--preset", "poker squares", "--games", "2", "--seconds", "0.05", "--jobs", "1"]


@pytest.mark.slow
def test_the_best_arrangements_are_summed_up_and_compared_with_a_longer_look(monkeypatch, capsys):
    monkeypatch.setattr(arrangements, "kernels_of", PlainKernels)
    monkeypatch.setattr(registry, "is_warm", lambda game: False)
    monkeypatch.setattr(registry, "warm", lambda game: None)
    assert cli.main(["arrangements", *SQUARES, "--longer", "2"]) == 0
    said = capsys.readouterr()
    assert said.err.startswith("Compiling Poker Solitaire, once on this machine ...\n")
    heading, points, share = said.out.splitlines()
    assert heading == "Poker Solitaire, Poker Squares: the best of 2 random games, 0.05 s each"
    assert re.fullmatch(r"\d+\.\d\d points \(-?\d+\.\d\d to \d+\.\d\d\), spread \d+\.\d", points)
    found = re.fullmatch(r"(\d+\.\d\d) % of the best found in 2 times as long", share)
    assert found and 50 < float(found[1]) <= 100


def test_no_games_are_refused(capsys):
    assert cli.main(["arrangements", "solitaire", "--games", "0"]) == 2
    assert "--games 0: takes a whole number from 1 up" in capsys.readouterr().err
