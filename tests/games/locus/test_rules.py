"""The rules of Locus Poker cell by cell, its worked cases, who can still win and what a position is worth."""

import random
from collections.abc import Sequence
from itertools import combinations
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.games.cases import best_lead, with_best_lead
from tests.games.worked import worked
from tests.quick import first, in_turn

from fivefold.contract import CHANCE, NOBODY
from fivefold.contract.words import explain
from fivefold.games.locus import evaluation, notation, rules, scored
from fivefold.games.locus.rules import can_win
from fivefold.parts.hands import classify, classify_with_wild
from fivefold.play.match import Match

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


def near_the_end(seed, left):
    match, random = Match("locus", seed=seed, grid="6x5"), Random(seed)
    while match.row[rules.LEFT] > left:
        match.make(random.choice(match.legal()))
    return match.row


@pytest.mark.parametrize("left", [1, 2, 3])
@pytest.mark.parametrize("seed", range(6))
def test_who_can_get_ahead_can_win(seed, left):
    row = near_the_end(seed, left)
    assert all(can_win(with_best_lead(rules, row, seat, 1), seat) for seat in range(2))


@pytest.mark.parametrize("seed", range(6))
def test_before_the_last_turn_the_answer_is_exact(seed):
    row = near_the_end(seed, 1)
    for seat in range(2):
        assert best_lead(rules, with_best_lead(rules, row, seat, 0), seat) == 0
        assert not can_win(with_best_lead(rules, row, seat, -26), seat)
    mover = row[rules.TURN]
    assert not can_win(with_best_lead(rules, row, mover, 0), mover)


def test_a_lead_out_of_reach_is_known_before_the_end_and_nothing_at_the_start():
    row = near_the_end(1, 8)
    row[rules.SCORE] += 100
    assert can_win(row, 0) and not can_win(row, 1)
    assert all(can_win(Match("locus", seed=1).row, seat) for seat in range(2))


def test_time_that_runs_out_is_a_draw_where_the_other_is_out_of_reach():
    match, random = Match("locus", seed=1, grid="6x5"), Random(1)
    while match.row[rules.LEFT] > 1:
        match.make(random.choice(match.legal()))
    seat = 0 if can_win(match.row, 0) and not can_win(match.row, 1) else 1
    match.lose_on_time(seat)
    assert match.outcome.returns == (0.5, 0.5) and match.outcome.winner is None


WORKED = worked(__file__)

POINTS = {(2,): 2, (2, 2): 4, (3,): 5, (3, 2): 9, (4,): 10}
AROUND_C3 = ("b2", "c2", "d2", "b3", "d3", "b4", "c4", "d4")


def slow_points(cards: Sequence[int]) -> int:
    """What these cards make as one hand, all of them counting."""
    ranks = sorted(card // 4 for card in cards)
    flush = len(cards) == 5 and len({card % 4 for card in cards}) == 1
    straights = [list(range(low, low + 5)) for low in range(9)] + [[0, 9, 10, 11, 12]]
    if len(cards) == 5 and (flush or ranks in straights):
        return 11 if flush and ranks in straights else 8 if flush else 7
    groups = sorted((ranks.count(rank) for rank in set(ranks)), reverse=True)
    return POINTS.get(tuple(groups), 0)


def slow_hand(row: list[int], cell: int, down: bool) -> tuple[int, tuple[int, ...], int]:
    """Points, the first cells that make them, and the first identity of the wild (-1: it is not among them)."""
    area = scored.scoring_area(row, cell)
    found: dict[tuple[int, tuple[int, ...]], int] = {}
    for size in range(1, 6):
        for cells in combinations(area, size):
            for identity in range(52) if down and cell in cells else [-1]:
                cards = [identity if place == cell and identity >= 0 else row[rules.CARD + place] for place in cells]
                found.setdefault((-slow_points(cards), cells), identity)
    best = min(points for points, _ in found)
    cells = min(cells for points, cells in found if points == best)
    return -best, cells if best else (), found[best, cells] if best else -1


def value(row: list[int], text: str) -> int:
    return rules.gain(row, notation.read(row, text))


def around(*cards: str) -> dict[str, str]:
    """These cards on c3 and around it, c3 first."""
    return dict(zip(("c3", *AROUND_C3), cards, strict=False))


def test_nines_and_kings(lay) -> None:
    nine_chosen = lay(around("9s", "9h", "9d", "Kc", "Kd"))
    assert value(nine_chosen, "c3:up") == 9
    assert value(nine_chosen, "c3:down") == 9
    king_chosen = lay(around("Kc", "9h", "9d", "9s", "Kd"))
    assert value(king_chosen, "c3:up") == 9
    assert value(king_chosen, "c3:down") == 10
    assert explain(notation, king_chosen, notation.read(king_chosen, "c3:down")) == (
        "four nines (9h 9d 9s, Kc as 9c) 10"
    )


@pytest.mark.parametrize("seed", first(1, range(4)))
def test_slow_reading_agrees_everywhere(dealt, seed: int) -> None:
    row, dice = dealt(seed, ("6x5", "6x6", "7x6", "8x6")[seed]), random.Random(seed)
    cells = list(range(row[rules.CELLS]))
    for cell in dice.sample(cells, len(cells) * seed // 4):
        row[rules.CHIP + cell], row[rules.DEAD + cell] = 1 + cell % 2, dice.randrange(2)
    for cell in cells:
        rules.rescore(row, cell)
    free = [cell for cell in cells if not row[rules.CHIP + cell]]
    for cell in dice.sample(free, 6):
        for down in (0, 1):
            points, makers, identity = slow_hand(row, cell, bool(down))
            hand = scored.scored_hand(row, cell, down)
            assert rules.hand(row, cell, down) == hand.points == points
            assert hand.cells == makers
            assert (hand.cards[hand.cells.index(cell)] if hand.wild >= 0 else -1) == identity


def test_a_card_alone_scores_nothing_either_way(lay) -> None:
    row = lay({"c3": "Ac"})
    assert value(row, "c3:up") == value(row, "c3:down") == 0
    assert explain(notation, row, notation.read(row, "c3:down")) == "no hand"


@pytest.mark.parametrize(("cards", "up", "down"), WORKED["hand_scores"])
def test_hand_scores(lay, cards: str, up: int, down: int) -> None:
    row = lay(around(*cards.split()))
    assert (value(row, "c3:up"), value(row, "c3:down")) == (up, down)


def test_the_way_the_card_is_played_leaves_the_bonus_alone(lay) -> None:
    row = lay(around("2c", "4d", "6h", "8s"), chips={"b2": 0, "c2": 0})
    assert explain(notation, row, notation.read(row, "c3:up")) == "no hand 0 + bonus 3 (b2, c2) = 3"
    assert (
        explain(notation, row, notation.read(row, "c3:down")) == "pair of fours (4d, 2c as 4c) 2 + bonus 3 (b2, c2) = 5"
    )


def test_the_estimate_counts_bonuses_as_the_rules_do_and_is_exact_at_the_end():
    match, chance = Match("locus", seed=3, grid="6x5"), random.Random(3)
    while match.outcome is None:
        for cell in (each for each in range(30) if match.row[rules.CHIP + each] == 0):
            near = evaluation.bonuses(match.row, cell)
            taken = [rules.bonus(match.row, cell, seat) for seat in (0, 1)]
            assert [near & 15, near >> 4 & 15, near >> 8] == [rules.open_bonus(match.row, cell), *taken]
        match.make(chance.choice(match.legal()))
    values = [0, 0]
    evaluation.value(match.row, values)
    assert values == [100 * points for points in match.scores]


@pytest.mark.parametrize("number", [0, 1, 2, 0b1011, 2**61, 2**62 - 1, 0x2AAAAAAAAAAAAAAA])
def test_ones_counts_bits(number):
    assert evaluation.ones(number) == number.bit_count()
