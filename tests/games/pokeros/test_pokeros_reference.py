"""Greedy play against itself: the reference figures of the rules, from eight thousand games compiled."""

import pytest
from pokeros_table import start
from tests.quick import landing

from fivefold.contract import CHANCE, NOBODY, SPECTATOR, TABLE
from fivefold.engine.compile import kernel_twin, twin
from fivefold.games.pokeros import determinization, rules
from fivefold.parts import dice as generator

np = pytest.importorskip("numpy")
pytestmark = pytest.mark.slow
GAMES = 8_000
to_move, legal_moves, play, gain = map(twin, (rules.to_move, rules.legal_moves, rules.play, rules.gain))
observe, determinize, below = map(twin, (rules.observe, determinization.determinize, generator.below))
SIZE, COUNT, SCORE = rules.SIZE, rules.COUNT, rules.SCORE


def greedy_games(begin, row, moves, dice, totals):
    """Play each game with the placement that scores most, ties drawn evenly; write totals and cards on the table."""
    for game in range(len(totals)):
        for place in range(SIZE):
            row[place] = begin[place]
        while to_move(row) != NOBODY:
            count = legal_moves(row, moves)
            chosen, best, ties = moves[below(dice, count)], -1, 0
            for index in range(count if to_move(row) != CHANCE else 0):
                score = gain(row, moves[index])
                ties = ties + 1 if score == best else 1 if score > best else ties
                if score > best or (score == best and below(dice, ties) == 0):
                    best, chosen = score, moves[index]
            play(row, chosen)
        totals[game, 0], totals[game, 1], totals[game, 2] = row[SCORE], row[SCORE + 1], row[COUNT]


@pytest.mark.long
def test_greedy_self_play_has_the_reference_figures() -> None:
    totals, dice = np.zeros((GAMES, 3), np.int64), np.array([2024])
    row, moves = np.zeros(SIZE, np.int64), np.zeros(rules.MAX_MOVES, np.int64)
    kernel_twin(greedy_games)(np.array(start()), row, moves, dice, totals)
    first, second, cards = totals.T
    assert (first > second).mean() == pytest.approx(0.530, abs=0.025), "four standard errors"
    assert (first < second).mean() == pytest.approx(0.451, abs=0.025)
    assert (first == second).mean() == pytest.approx(0.019, abs=0.008)
    assert first.mean() == pytest.approx(75.6, abs=1.0)
    assert second.mean() == pytest.approx(73.2, abs=1.0)
    assert (cards < 52).mean() == pytest.approx(0.002, abs=0.002)


def watched(row, moves, dice, viewer, seen):
    """Play a random ply; write what a viewer then knows, and a determinization of it."""
    play(row, moves[below(dice, legal_moves(row, moves))])
    observe(row, viewer, seen[0])
    observe(row, viewer, seen[1])
    determinize(seen[1], viewer, dice)


CODES = landing(({}, {"wilds": 2}), [{}, {"wilds": 2}, {"hand": 1}, {"deck": 1}, {"cards": 2}])


@pytest.mark.parametrize("codes", CODES, ids=str)
def test_what_is_known_and_what_may_be_is_the_same_compiled(codes: dict[str, int]) -> None:
    kernel = kernel_twin(watched)
    plain_row, row = start(**codes), np.array(start(**codes))
    plain_moves, moves = [0] * rules.MAX_MOVES, np.zeros(rules.MAX_MOVES, np.int64)
    plain_dice, dice = [99], np.array([99])
    plain_seen, seen = [[0] * SIZE, [0] * SIZE], np.zeros((2, SIZE), np.int64)
    ply = 0
    while rules.to_move(plain_row) != NOBODY:
        viewer = (0, 1, SPECTATOR, TABLE)[ply % 4]
        plain = plain_moves[generator.below(plain_dice, rules.legal_moves(plain_row, plain_moves))]
        rules.play(plain_row, plain)
        for out in plain_seen:
            rules.observe(plain_row, viewer, out)
        determinization.determinize(plain_seen[1], viewer, plain_dice)
        kernel(row, moves, dice, viewer, seen)
        assert (plain_row, plain_dice, plain_seen) == (row.tolist(), dice.tolist(), seen.tolist())
        ply += 1
