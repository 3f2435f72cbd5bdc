"""The worked cases of the rules, and a slow, obvious second reading of them."""

import random
from collections.abc import Sequence
from itertools import combinations

import pytest
from tests.games.worked import worked
from tests.quick import first

from fivefold.contract.words import explain
from fivefold.games.locus import notation, rules, scored

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
