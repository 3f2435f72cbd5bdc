"""The worked cases of the rules, and a slow, obvious second reading of them."""

import random
from collections.abc import Sequence
from itertools import combinations

import pytest
from tests.quick import first

from fivefold.contract.words import explain
from fivefold.games.locus import notation, rules, scored
from fivefold.parts.words import card_from_text, card_text

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


NINES_AND_KINGS = ("9h", "9d", "9s", "Kc", "Kd")


def test_nines_and_kings(lay) -> None:
    nine_chosen = lay(around("9s", "9h", "9d", "Kc", "Kd"))
    assert value(nine_chosen, "c3:up") == 9
    assert value(nine_chosen, "c3:down") == 9
    king_chosen = lay(around("Kc", "9h", "9d", "9s", "Kd"))
    assert value(king_chosen, "c3:up") == 9
    assert value(king_chosen, "c3:down") == 10
    assert explain(notation, king_chosen, notation.read(king_chosen, "c3:down")) == (
        "four nines (9h 9d 9s, Kc as 9c) 10 + bonus 0 = 10"
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


@pytest.mark.parametrize("square", ["a1", "f1", "a5", "f5"])
def test_no_five_card_hand_in_a_corner(dealt, square: str) -> None:
    for seed in range(60):
        row = dealt(seed, "6x5")
        for side in ("up", "down"):
            assert value(row, f"{square}:{side}") in (0, 2, 4, 5, 10)


def test_four_of_a_kind_in_a_corner(lay) -> None:
    row = lay({"a1": "2c", "b1": "9h", "a2": "9d", "b2": "9s"})
    assert value(row, "a1:up") == 5
    assert value(row, "a1:down") == 10
    assert value(lay({"a1": "9c", "b1": "9h", "a2": "9d", "b2": "9s"}), "a1:up") == 10


def test_down_never_scores_less_and_two_pair_up_is_beaten(dealt) -> None:
    two_pairs = 0
    for seed in range(40):
        row = dealt(seed, "8x6")
        for cell in range(48):
            up, down = rules.hand(row, cell, 0), rules.hand(row, cell, 1)
            assert down >= up
            if up == 4:
                two_pairs += 1
                assert down >= 5
    assert two_pairs > 50


def test_a_card_alone_scores_nothing_either_way(lay) -> None:
    row = lay({"c3": "Ac"})
    assert value(row, "c3:up") == value(row, "c3:down") == 0
    assert explain(notation, row, notation.read(row, "c3:down")) == "no hand 0 + bonus 0 = 0"


@pytest.mark.parametrize(
    ("cards", "up", "down"),
    [
        ("2c 7d", 0, 2),
        ("2c 2d", 2, 2),
        ("2c 7d 7h", 2, 5),
        ("2c 2d 7d 7h", 4, 5),
        ("2c 5d 5h 8s 8c Jd Jh", 4, 9),
        ("7c 7d 7h", 5, 5),
        ("2c 7s 7d 7h", 5, 10),
        ("Ac 2d 3d 4h 5s", 7, 7),
        ("Tc Jd Qd Kh As", 7, 7),
        ("Qc Kd Ad 2h 3s", 0, 2),
        ("8c 2d 3d 4h 6s", 0, 7),
        ("2h 5h 9h Jh Kh", 8, 8),
        ("2c 5h 9h Jh Kh", 0, 8),
        ("3c 3d 3h 8c 8d 8h", 9, 10),
        ("9c 9d 9h 9s", 10, 10),
        ("2c 9c 9d 9h 9s", 10, 10),
        ("5s 6s 7s 8s 9s", 11, 11),
        ("Ts Js Qs Ks As", 11, 11),
        ("2d Js Qs Ks As", 0, 11),
        ("Ks As 2s 3s 4s", 8, 11),
    ],
)
def test_hand_scores(lay, cards: str, up: int, down: int) -> None:
    row = lay(around(*cards.split()))
    assert (value(row, "c3:up"), value(row, "c3:down")) == (up, down)


def test_the_hand_need_not_hold_the_chosen_card(lay) -> None:
    row = lay(around("2c", "7d", "7h"))
    hand = scored.scored_hand(row, notation.read(row, "c3:up") >> 1, 0)
    assert [card_text(card) for card in hand.cards] == ["7d", "7h"]


def test_a_dead_card_is_in_no_area(lay) -> None:
    row = lay(around("7c", "7d", "7h"))
    rules.play(row, notation.read(row, "c3:down"))
    assert value(row, "c2:up") == 2
    assert row[rules.SCORE] == 5


def test_a_wild_card_may_be_a_card_of_the_area(lay) -> None:
    row = lay(around("2c", "Ah", "5h", "9h", "Jh"))
    hand = scored.scored_hand(row, notation.read(row, "c3:down") >> 1, 1)
    assert hand.points == 8
    assert hand.cards[hand.cells.index(hand.wild)] == card_from_text("Ah")


def test_of_several_sets_the_first_squares_count(lay) -> None:
    row = lay(around("2c", "7d", "Jd", "7h", "Jh", "7s", "Js"))
    hand = scored.scored_hand(row, notation.read(row, "c3:up") >> 1, 0)
    assert [notation.square(row, cell) for cell in hand.cells] == ["b2", "c2", "d2", "b3", "d3"]


def test_bonus_counts_edges_twice_and_only_own_face_up_chips(lay) -> None:
    cards = around("2c", "3d", "4h", "5s", "7c", "8d", "9h", "Ts", "Qc")
    own = dict.fromkeys(AROUND_C3, 0)
    assert value(lay(cards, chips=own), "c3:up") == 12
    assert value(lay(cards, chips={"b2": 0, "c4": 0}), "c3:up") == 3
    assert value(lay(cards, chips={"b2": 0, "c4": 0}, turn=1), "c3:up") == 0
    assert value(lay(cards, chips={"b2": 1, "c4": 1}), "c3:up") == 0
    assert value(lay(around("2c"), dead_chips=own), "c3:up") == 0


def test_the_way_the_card_is_played_leaves_the_bonus_alone(lay) -> None:
    row = lay(around("2c", "4d", "6h", "8s"), chips={"b2": 0, "c2": 0})
    assert explain(notation, row, notation.read(row, "c3:up")) == "no hand 0 + bonus 3 (b2, c2) = 3"
    assert (
        explain(notation, row, notation.read(row, "c3:down")) == "pair of fours (4d, 2c as 4c) 2 + bonus 3 (b2, c2) = 5"
    )


def test_the_new_chip_gives_a_bonus_only_from_the_next_turn_on(lay) -> None:
    row = lay(around("2c", "4d", "6h"))
    rules.play(row, notation.read(row, "c3:up"))
    assert row[rules.SCORE] == 0
    row[rules.TURN] = 0
    assert value(row, "c2:up") == 2
    assert value(row, "b2:up") == 1
