"""The best arrangement: nothing gets lost, no exchange of two cards betters it, small ones against all there are."""

import math
from itertools import combinations, permutations
from random import Random

import pytest
from solitaire_table import FULL, Table
from tests.quick import first

from fivefold.contract import NOBODY
from fivefold.games.solitaire import hindsight, rules
from fivefold.games.solitaire.rules import CELL, REJECTED

SCORINGS = ["english", "american", "pat", "user"]


def finished(seed, **options):
    table, random = Table(**options), Random(seed)
    while table.row[rules.TURN] != NOBODY:
        table.play_number(random.choice(table.legal()))
    return table


def best_of(table, seat=0, steps=6_000, rounds=2):
    arrangement, dice, best = [0] * hindsight.ARRANGEMENT, [1], None
    hindsight.gather(table.row, seat, arrangement)
    most = -(1 << 40)
    for _ in range(rounds):
        worth = hindsight.improve(table.row, seat, arrangement, dice, steps)
        if worth > most:
            best, most = arrangement.copy(), worth
    hindsight.lay(table.row, seat, best)
    return most


def cards_of(table):
    return sorted(table.row[CELL : CELL + 50]), sorted(table.row[REJECTED : REJECTED + 15])


@pytest.mark.parametrize("scoring", first(1, SCORINGS))
def test_no_exchange_of_two_cards_betters_the_best_arrangement(scoring):
    table = finished(1, scoring=scoring, touch="anywhere", rejects="0/0/0")
    before, made = cards_of(table), table.scores()[0]
    most = best_of(table)
    assert cards_of(table) == before
    score = table.scores()[0]
    assert score >= made and (scoring == "pat" or score == most)
    for one, other in combinations(range(CELL, CELL + 25), 2):
        cells = table.row
        cells[one], cells[other] = cells[other], cells[one]
        assert table.scores()[0] <= score
        cells[one], cells[other] = cells[other], cells[one]


@pytest.mark.parametrize("words", ["7c 7d 7h", "7c 8d 7h", "Kc Kd"])
def test_few_cards_are_laid_as_well_as_can_be(words):
    table = Table(mode="race", scoring="american").square(1, words).square(2, FULL)
    hand = [value for value in table.row[CELL : CELL + 25] if value]
    best = 0
    for places in permutations((0, 1, 2, 6, 12), len(hand)):
        for cell in range(25):
            table.row[CELL + cell] = 0
        for value, place in zip(hand, places, strict=True):
            table.row[CELL + place] = value
        best = max(best, table.scores()[0])
    assert best_of(table, steps=1500) == table.scores()[0] == best


def test_a_rejected_card_is_used_where_it_is_better():
    waiting = "9c Tc Jc Qc 2h\n2d 2s 4s 7c 5h\n3d 3h 3s 3c 6h\n4d 4h 5s 4c 7h\n5d 8s 6s 6d 7s"
    table = Table().square(1, waiting).aside("1r1", "Kc").no_pack()
    table.row[rules.TURN] = NOBODY
    before = table.scores()[0]
    best_of(table, steps=2_000, rounds=1)
    assert table.scores()[0] > before and table.row[REJECTED + 5] != 0 and table.row[rules.FILLED] == 25


@pytest.mark.parametrize("mode", first(1, ["best-of-two", "sum-of-two"]))
def test_two_squares_share_their_cards(mode):
    table = finished(3, mode=mode, scoring="american", touch="anywhere", rejects="0/0/0")
    before, made = cards_of(table), table.scores()[0]
    best_of(table)
    assert cards_of(table) == before and table.scores()[0] > made
    assert [table.row[rules.FILLED], table.row[rules.FILLED + 1]] == [25, 25]


def test_a_point_is_given_up_easily_at_first_and_never_at_the_end():
    hot, steps = hindsight.HEAT[rules.ENGLISH], 6_400
    assert [hindsight.heat_at(hot, step, steps) for step in (0, steps // 2, steps)] == [3_075, 825, 75]
    accepted = [
        sum(hindsight.heat_at(hot, step, steps) * draw > 1_000 * 1_000 for draw in hindsight.CHANCE) / hindsight.ODDS
        for step in (0, steps)
    ]
    assert accepted == [pytest.approx(math.exp(-1_000 / 3_075), abs=0.01), 0]
