"""`fivefold hands`: what players make who do not look ahead, against the figures of the rules page."""

import re

import pytest

from fivefold import cli
from fivefold.engine.kernels import PlainKernels
from fivefold.lab import design
from fivefold.lab.configuration import Configuration
from fivefold.lab.design import GameBlock, RoundCounts, hands_report, play_block
from fivefold.lab.estimates import wilson
from fivefold.lab.table_games import TableTerms, hand_table
from fivefold.play.catalogue import find

POKEROS = find("pokeros")
TABLE = hand_table(POKEROS, Configuration(), "hands")


@pytest.fixture
def plain(monkeypatch):
    monkeypatch.setattr(design, "kernels_of", PlainKernels)


def run(*words):
    return cli.main(["hands", *words])


@pytest.mark.slow
def test_the_command_prints_every_hand_and_who_won(plain, capsys):
    assert run("pokeros", "--games", "3", "--jobs", "1", "--option", "deck=stripped", "--option", "hand=1") == 0
    out = capsys.readouterr().out
    assert out.startswith("Pokeros, deck stripped, hand 1: 3 games in which nobody looks ahead, seed 1\n")
    assert all(name in out for name in TABLE.names[1:]) and "nothing" not in out
    shares = [float(share) for share in re.findall(r"(?:wins|shared) +([\d.]+) %", out)]
    assert len(shares) == 3 and sum(shares) == pytest.approx(100, abs=0.2)
    assert "ended early" in out


def test_whoever_waits_for_the_compiler_is_told(plain, monkeypatch, capsys):
    monkeypatch.setattr(PlainKernels, "is_stored", lambda *kernel: False, raising=False)
    assert run("locus", "--games", "2") == 0
    assert capsys.readouterr().err.startswith("Compiling Locus Poker, once on this machine ...\n")


@pytest.mark.slow
def test_who_plays_alone_wins_against_nobody(plain, capsys):
    assert run("solitaire", "--preset", "Poker Squares", "--games", "2") == 0
    out = capsys.readouterr().out
    assert "four of a kind" in out and "wins" not in out and "ended early" not in out
    assert re.search(r"^points +\d", out, re.MULTILINE)


def test_a_game_without_hands_is_refused(capsys):
    assert run("focus") == 2
    assert "hands focus: Focus has no table of hands; take locus, pokeros or solitaire" in capsys.readouterr().err


def test_wrong_options_are_refused(capsys):
    assert run("pokeros", "--option", "hand=2") == 2
    assert run("pokeros", "--games", "0") == 2
    err = capsys.readouterr().err
    assert "hand=2: " in err and "--games 0: " in err


def test_a_share_is_of_all_games():
    kinds = len(TABLE.names)
    made = tuple(range(kinds))
    counted = RoundCounts(200, made, made, (15000, 14000), (1200000, 1100000), (106, 90), (1000, 9000), 3)
    text = hands_report(TABLE, counted)
    assert re.search(r"^first to move wins +53\.0 % +46\.1 to 59\.8$", text, re.MULTILINE)
    assert re.search(r"^shared +2\.0 % ", text, re.MULTILINE)
    assert re.search(r"^ended early +1\.5 % ", text, re.MULTILINE)
    assert re.search(r"^points of the first +75\.0 ", text, re.MULTILINE)
    assert re.search(rf"^royal flush +{15 / 200:.4f} ", text, re.MULTILINE)


@pytest.mark.long
def test_greedy_games_give_the_figures_of_the_rules_page():
    games = 20_000
    own = tuple(TABLE.usual(Configuration().start_row(POKEROS)))
    counted = play_block(TableTerms("pokeros", (), own, 3), GameBlock(0, games))
    won = counted.won
    for number, share in ((won[0], 0.530), (won[1], 0.451), (games - sum(won), 0.019)):
        low, high = wilson(number / games, games)
        # The page's figures come from as many games: they have an interval of their own.
        assert low - (high - low) / 2 - 0.0005 < share < high + (high - low) / 2 + 0.0005
    for place, points in enumerate((75.6, 73.2)):
        mean = design.mean_points(counted, place)
        assert abs(mean.mean - points) < mean.high - mean.low + 0.05
    assert 0.001 < counted.cut_short / games < 0.003
