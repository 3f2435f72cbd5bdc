"""`fivefold hands`: what greedy players make, against the figures of the rules page."""

import json
import re

import pytest

from fivefold import cli
from fivefold.contract import CHANCE, NOBODY, HandCounts
from fivefold.engine.kernels import PlainKernels
from fivefold.games.pokeros import rules, scored
from fivefold.lab import hand_counts
from fivefold.lab.hand_counts import counts_job, option_values, report, total
from fivefold.lab.measuring.pairing import derived_seed
from fivefold.lab.running.execution import finished
from fivefold.lab.running.places import Processes
from fivefold.parts import dice
from fivefold.play.catalogue import find

POKEROS = find("pokeros")


@pytest.fixture
def plain(monkeypatch):
    monkeypatch.setattr(hand_counts, "kernels_of", PlainKernels)


def counted(games, seed=1, **options):
    with finished(counts_job(POKEROS, option_values(POKEROS, options, seed), games, seed), Processes()) as counts:
        return counts


def test_the_command_prints_every_hand_and_who_won(plain, capsys):
    assert (
        cli.main(["hands", "pokeros", "--games", "3", "--jobs", "1", "--option", "deck=stripped", "--option", "hand=1"])
        == 0
    )
    out = capsys.readouterr().out
    assert out.startswith("Pokeros, 3 games of greedy players (hand=1 deck=stripped wilds=0 bonus=2), seed 1\n")
    assert all(name in out for name in POKEROS.extra_of(HandCounts).names[1:]) and "nothing" not in out
    shares = [float(share) for share in re.findall(r"(?:wins|shared) +([\d.]+) %", out)]
    assert len(shares) == 3 and sum(shares) == pytest.approx(100, abs=0.2)


def test_chunks_have_games_of_their_own_and_are_added_up(plain, monkeypatch):
    monkeypatch.setattr(hand_counts, "CHUNK", 2)
    job = counts_job(POKEROS, option_values(POKEROS, {}, 1), 5, 1)
    assert [chunk.games for chunk in job.tasks] == [2, 2, 1]
    parts = [job.function(chunk) for chunk in job.tasks]
    assert parts[0] != parts[1] and counted(5) == total(parts)
    assert [*counted(5).made_sum] == [sum(each) for each in zip(*(part.made_sum for part in parts), strict=True)]


def test_counts_survive_json(plain):
    counts, coding = counted(1), counts_job(POKEROS, {}, 1, 1).coding
    assert coding.load(json.loads(json.dumps(coding.dump(counts)))) == counts


def test_a_game_without_hands_is_refused(capsys):
    assert cli.main(["hands", "focus"]) == 2
    assert "hands focus: Focus has no hands to count; take pokeros" in capsys.readouterr().err


def test_wrong_options_are_refused(capsys):
    assert cli.main(["hands", "pokeros", "--option", "hand=2"]) == 2
    assert cli.main(["hands", "pokeros", "--games", "0"]) == 2
    err = capsys.readouterr().err
    assert "hand=2: " in err and "--games 0: " in err


@pytest.mark.slow
@pytest.mark.parametrize("options", [{}, {"hand": "1", "wilds": "2"}], ids=str)
def test_counts_are_those_of_games_told_hand_by_hand(plain, options):
    """The same games once more, each placement's hands from the account that people read."""
    counts, seen = counted(3, seed=4, **options), [0] * len(POKEROS.extra_of(HandCounts).names)
    values = option_values(POKEROS, options, 4)
    start, stream, moves = [0] * rules.SIZE, [0], [0] * rules.MAX_MOVES
    rules.setup(start, hand_counts.choosing.codes(POKEROS, values))
    dice.seed(stream, derived_seed(4, 0))
    points = [0, 0]
    for _ in range(3):
        row = list(start)
        while rules.to_move(row) != NOBODY:
            legal = moves[: rules.legal_moves(row, moves)]
            if rules.to_move(row) == CHANCE:
                move = legal[dice.below(stream, len(legal))]
            else:
                move = greedily(row, legal, stream)
                for line in scored.scored_placement(row, move).lines:
                    for made in line.hands:
                        seen[made.hand] += 1
            rules.play(row, move)
        first = row[rules.FIRST]
        points = [points[0] + row[rules.SCORE + first], points[1] + row[rules.SCORE + 1 - first]]
    assert list(counts.made_sum) == seen and list(counts.score_sum) == points and sum(seen) > 100


def greedily(row, legal, stream):
    """Return a move with the most points; each equal one takes the place of those before with an even chance."""
    most = max(rules.gain(row, move) for move in legal)
    chosen, equals, best = legal[0], 0, -1
    for move in legal:
        if rules.gain(row, move) > best:
            chosen, equals, best = move, 1, rules.gain(row, move)
        elif rules.gain(row, move) == best:
            equals += 1
            chosen = move if dice.below(stream, equals) == 0 else chosen
    assert rules.gain(row, chosen) == most
    return chosen


@pytest.mark.slow
def test_plain_and_compiled_count_the_same(monkeypatch):
    for options in ({}, {"deck": "stripped", "wilds": "1"}):
        compiled = counted(12, 2, **options)
        with monkeypatch.context() as patch:
            patch.setattr(hand_counts, "kernels_of", PlainKernels)
            assert counted(12, 2, **options) == compiled


@pytest.mark.slow
def test_greedy_games_give_the_figures_of_the_rules_page():
    games = 20_000
    counts = counted(games, 3)
    won = [int(number) for number in counts.won]
    for number, share in ((won[0], 0.530), (won[1], 0.451), (games - sum(won), 0.019)):
        low, high = hand_counts.wilson(number / games, games)
        # The page's figures come from as many games: they have an interval of their own.
        assert low - (high - low) / 2 - 0.0005 < share < high + (high - low) / 2 + 0.0005
    for place, points in enumerate((75.6, 73.2)):
        average, half = hand_counts.mean_and_half(int(counts.score_sum[place]), int(counts.score_squares[place]), games)
        assert abs(average - points) < 2 * half + 0.05
    assert 0.001 < int(counts.cut_short[0]) / games < 0.003
    assert "ended early" in report(POKEROS, counts, games)
