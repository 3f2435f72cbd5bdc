"""The rules of Locus Poker cell by cell: areas, hand scores kept in the row, bonus, turns, totals."""

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.quick import first, in_turn

from fivefold.contract import CHANCE, NOBODY
from fivefold.games.locus import rules
from fivefold.parts.hands import classify, classify_with_wild

GRIDS = {"6x5": (6, 5), "6x6": (6, 6), "7x6": (7, 6), "8x6": (8, 6)}


def legal(row):
    moves = [0] * rules.MAX_MOVES
    return moves[: rules.legal_moves(row, moves)]


def start(grid, first=0):
    row = [0] * rules.SIZE
    rules.setup(row, {"grid": list(GRIDS).index(grid), "first": first})
    return row


def places(row):
    """Column and row of every cell."""
    return [(cell % row[rules.COLUMNS], cell // row[rules.COLUMNS]) for cell in range(row[rules.CELLS])]


def distances(row, cell):
    """For every other cell that touches this one, 1 at an edge or 2 at a corner."""
    x, y = places(row)[cell]
    near = {other: (abs(x - a), abs(y - b)) for other, (a, b) in enumerate(places(row)) if other != cell}
    return {other: sum(steps) for other, steps in near.items() if max(steps) == 1}


def area_from_scratch(row, cell):
    return [other for other in distances(row, cell) if not row[rules.DEAD + other]]


def hands_from_scratch(row, cell):
    """Hand scores up and down of a free card."""
    around = sum(1 << row[rules.CARD + other] for other in area_from_scratch(row, cell))
    up, down = classify(around | 1 << row[rules.CARD + cell]), classify_with_wild(around)
    return rules.HAND_SCORE[up], rules.HAND_SCORE[down]


def bonus_from_scratch(row, cell, seat):
    own = [other for other in area_from_scratch(row, cell) if row[rules.CHIP + other] == 1 + seat]
    return sum(3 - distances(row, cell)[other] for other in own)


def play_out(row, random):
    """Play at random to the end; yield a copy of each position, the move made there, and what it was to score."""
    while rules.to_move(row) != NOBODY:
        move = random.choice(legal(row))
        before = row.copy()
        rules.play(row, move)
        yield before, move, row


@pytest.mark.parametrize(("grid", "size"), GRIDS.items())
def test_the_grids(grid, size):
    row = start(grid)
    assert (row[rules.COLUMNS], row[rules.ROWS]) == size
    assert row[rules.CELLS] == row[rules.LEFT] == size[0] * size[1]
    assert row[rules.CELLS] % 2 == 0, "both players have the same number of chips"


@in_turn("grid", GRIDS)
@in_turn("first", [0, 1])
def test_the_deal_fills_the_grid_in_reading_order_then_the_first_seat_moves(grid, first):
    row, random, dealt = start(grid, first), Random(1), []
    for cell in range(row[rules.CELLS]):
        assert rules.to_move(row) == CHANCE
        assert legal(row) == sorted(set(range(52)) - set(dealt))
        dealt.append(random.choice(legal(row)))
        rules.play(row, dealt[-1])
        assert row[rules.CARD + cell] == dealt[-1]
    assert rules.to_move(row) == first
    assert legal(row) == list(range(2 * row[rules.CELLS]))


@pytest.mark.parametrize("seed", first(1, range(3)))
@pytest.mark.parametrize("grid", first(2, GRIDS))
def test_hand_scores_in_the_row_are_those_worked_out_anew(dealt, grid, seed):
    row = dealt(seed, grid)
    for before, move, after in play_out(row, Random(seed)):
        for position in (before, after):
            free = [cell for cell in range(row[rules.CELLS]) if position[rules.CHIP + cell] == 0]
            for cell in free:
                up, down = hands_from_scratch(position, cell)
                assert (position[rules.UP + cell], position[rules.DOWN + cell]) == (up, down)
                assert (rules.hand(position, cell, 0), rules.hand(position, cell, 1)) == (up, down)
                assert down >= up, "down never scores less than up"
                assert up != 4 or down >= 5, "two pair up is beaten by down"
        assert 0 <= rules.gain(before, move) <= 23


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("grid", GRIDS)
def test_a_turn_scores_hand_and_bonus_from_before_it(dealt, grid, seed):
    row, totals, turn = dealt(seed, grid), [0, 0], 0
    for before, move, after in play_out(row, Random(seed)):
        cell, down = move >> 1, move & 1
        points = hands_from_scratch(before, cell)[down] + bonus_from_scratch(before, cell, turn)
        assert rules.gain(before, move) == points
        assert rules.bonus(before, cell, 1 - turn) == bonus_from_scratch(before, cell, 1 - turn)
        totals[turn] += points
        out = [0, 0]
        rules.scores(after, out)
        assert out == totals
        assert (after[rules.CHIP + cell], after[rules.DEAD + cell]) == (1 + turn, down)
        turn = 1 - turn
        assert after[rules.TURN] == turn
    assert totals[0] > 0 and row[rules.LEFT] == 0
    chips = [row[rules.CHIP + cell] for cell in range(row[rules.CELLS])]
    assert chips.count(1) == chips.count(2) == row[rules.CELLS] // 2
    assert legal(row) == []


@given(st.integers(0, 3), st.integers(0, 47), st.sets(st.integers(0, 47)))
def test_the_living_neighbours_of_a_cell(grid, cell, dead):
    row = start(list(GRIDS)[grid])
    cell %= row[rules.CELLS]
    for card in range(row[rules.CELLS]):
        rules.play(row, card)
    for other in dead:
        if other < row[rules.CELLS]:
            row[rules.DEAD + other] = 1
    assert rules.living_neighbours(row, cell) == sum(1 << other for other in area_from_scratch(row, cell))


@pytest.mark.parametrize(
    ("totals", "returned"), [((80, 75), [1.0, 0.0]), ((75, 80), [0.0, 1.0]), ((77, 77), [0.5, 0.5])]
)
def test_the_higher_total_wins(totals, returned):
    row, out = start("6x6"), [0.0, 0.0]
    row[rules.SCORE], row[rules.SCORE + 1] = totals
    rules.returns(row, out)
    assert out == returned
