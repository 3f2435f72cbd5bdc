"""What a card scores: the worked cases of the rules, and every window against the slow second reading."""

from itertools import combinations

import pokeros_oracle as oracle
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from pokeros_table import laid, points, told
from tests.quick import in_turn

from fivefold.games.pokeros import hand_table, notation, rules, scored, scoring


@in_turn(
    "line, score",
    [
        ("7d [7c]", 1),
        ("7d [8c]", 0),
        ("7d [8d]", 0),
        ("7d 7h [7c]", 4),
        ("7d 7h 7s [7c]", 10),
        ("7d 7h Kc [Kd]", 3),
        ("Kc Td Th [Ks]", 3),
        ("9h Kc 9d Kd [9s]", 5),
        ("2h 9h [Jh]", 2),
        ("2h 9h Jh [Ah]", 4),
        ("2h 9h Jh Ah [5h]", 8),
        ("3c 5h [4d]", 2),
        ("2c 4d 3h [5s]", 5),
        ("9c Qd Th [8s] Jc", 10),
        ("8s 6s [7s]", 10),
        ("8s 6s [7s] 5s", 20),
        ("8s 6s [7s] 5s 9s", 40),
        ("Ts As [Ks] Js Qs", 60),
        ("9s Ts [Ks] Js Qs", 40),
        ("Qd [Kd] Ad", 10),
        ("Ah [2c] 3d", 2),
        ("Qh [Kc] Ad", 2),
        ("Kh [Ac] 2d", 0),
        ("As 2s 3s [4s] 5s", 40),
    ],
)
def test_every_kind_of_hand(line: str, score: int) -> None:
    assert points(line) == score
    assert points(line.replace(" ", "\n")) == score, "a column like a row"


def test_the_same_cards_score_again_with_a_later_card() -> None:
    row, move = laid("9h [9d]")
    row[rules.PACK] = 0
    rules.hold(row, 1, notation.card_from_text("9s"))
    rules.play(row, move)
    rules.play(row, notation.read(row, "9s@2,0"))
    assert row[rules.SCORE : rules.SCORE + 2] == [1, 4]


@in_turn(
    "line, score",
    [
        ("7d [W1]", 1),
        ("W2 [W1]", 1),
        ("7d 7h [W1]", 4),
        ("7d 7h 7c [W1]", 10),
        ("7d [W1] W2 7c", 11),
        ("7d 7h 9c [W1]", 3),
        ("7d 7h 9c [W1] 9d", 5),
        ("7d 7h 7s [W1] 9d", 11),
        ("7d 7h 7s [9c] W1", 5),
        ("7d 7h [7c] W1 W2", 14),
        ("7d Kh [W1] W2", 10),
        ("6c [W1] 8c", 10),
        ("6c W2 [W1] 9c", 20),
        ("5c W2 [9c] W1 8c", 40),
        ("Tc W2 [Qc] W1 Ac", 60),
        ("6c [W1] 8d", 2),
        ("9h [W1] 6c 5c", 11),
        ("6c 2c [W1]", 2),
        ("6c 2c [W1] Jc 9c", 12),
    ],
)
def test_a_wild_card_is_whatever_scores_most(line: str, score: int) -> None:
    assert points(line, wilds=2) == score


def test_there_is_no_five_of_a_kind() -> None:
    assert points("7d 7h [7s] 7c W1", wilds=1) == 10
    assert points("7d 7h 7s 7c [W1]", wilds=1) == 10
    assert told("7d 7h 7s 7c [W1]", wilds=1) == "row: four sevens (7h 7s 7c W1 as 7d) 10"
    assert scored.hand_of((0, 1, 2, 3, 52), 1) == scoring.NOTHING
    assert scored.hand_of((0, 1, 2, 52, 53), 1) == scoring.FULL_HOUSE, "which is less than the four in it"


def test_a_wild_card_differs_from_line_to_line() -> None:
    crossing = """
    .   4s
    3s [W1] 5s
    .   4h
    """
    assert points(crossing, wilds=1) == 2 * (10 + 4)
    assert "W1 as 4s" in told(crossing, wilds=1)
    assert "three fours (4s W1 as 4c 4h) 4" in told(crossing, wilds=1)


cards = st.sampled_from([*range(52), *range(8), *range(8), *range(36, 52), 52])
"""All cards, and more often those that make hands, and a wild one."""


def distinct(low: int, high: int) -> st.SearchStrategy[list[int]]:
    return st.lists(cards, min_size=low, max_size=high, unique=True)


@settings(max_examples=150, deadline=None)
@given(window=distinct(2, 5), low_ace=st.integers(0, 1))
@example(window=[0, 4, 8], low_ace=0)
@example(window=[0, 48, 44], low_ace=0)
@example(window=[0, 1, 2, 3, 52], low_ace=1)
def test_any_window_is_worth_what_the_slow_reading_says(window: list[int], low_ace: int) -> None:
    assert scoring.WORTH[scored.hand_of(window, low_ace)] == oracle.worth(window, low_ace)


@settings(max_examples=12, deadline=None)
@given(window=distinct(0, 3), low_ace=st.integers(0, 1))
@example(window=[0], low_ace=0)
def test_two_wild_cards_are_worth_what_the_slow_reading_says(window: list[int], low_ace: int) -> None:
    both = [card for card in window if card < 52] + [52, 53]
    assert scoring.WORTH[scored.hand_of(both, low_ace)] == oracle.worth(both, low_ace)


@pytest.mark.slow
@pytest.mark.parametrize("size", [2, 3, 4])
def test_every_window_of_up_to_four_cards_is_worth_what_the_slow_reading_says(size: int) -> None:
    for window in combinations(range(52), size):
        assert scoring.WORTH[scored.hand_of(window, 1)] == max(0, oracle.points(window, True)[0])


@settings(max_examples=100, deadline=None)
@given(drawn=distinct(2, 5), data=st.data(), stripped=st.booleans())
def test_any_line_scores_what_the_slow_reading_says(drawn: list[int], data: st.DataObject, stripped: bool) -> None:
    new = data.draw(st.integers(0, len(drawn) - 1))
    names = [notation.card_text(card) for card in drawn]
    names[new] = f"[{names[new]}]"
    row, move = laid(" ".join(names), deck=int(stripped), wilds=1)
    expected = oracle.line(drawn[:new], drawn[new], drawn[new + 1 :], not stripped)
    assert rules.gain(row, move) == expected
    placement = scored.scored_placement(row, move)
    assert placement.total == expected
    for hand in (hand for line in placement.lines for hand in line.hands):
        assert oracle.points(hand.identities, not stripped)[0] == hand.points, "identities make the very hand"


@in_turn(
    "line, name",
    [
        ("9h [9d]", "row: pair of nines (9h 9d) 1"),
        ("6h 6c [6d]", "row: three sixes (6h 6c 6d) 4"),
        ("2h 9h [Jh]", "row: flush of three (2h 9h Jh) 2"),
        ("8c 4c 3c [Kc] Kd", "row: flush of four (3c 4c 8c Kc) 4 + pair of kings (Kc Kd) 1 = 5"),
        ("5c [2d] 3h Ac 4s", "row: straight of five (Ac 2d 3h 4s 5c) 10"),
        ("Qd [Kd] Ad", "row: straight flush of three (Qd Kd Ad) 10"),
        ("Ts As [Ks] Js Qs", "row: royal flush (Ts Js Qs Ks As) 60"),
        ("Kc 9h 9d 9s [Kd]", "row: full house (9h 9d 9s Kc Kd) 5"),
        ("Kc 9h 9d [Kd]", "row: two pair (9h 9d Kc Kd) 3"),
        ("9h [Kd]", "no hand"),
        ("6c [W1] 8d", "row: straight of three (6c W1 as 7c 8d) 2"),
        ("9h [W1] 6c 5c", "row: pair of nines (9h W1 as 9c) 1 + straight flush of three (W1 as 4c 5c 6c) 10 = 11"),
    ],
)
def test_hands_are_explained_with_their_cards(line: str, name: str) -> None:
    assert told(line, wilds=2) == name


@pytest.mark.parametrize(
    ("line", "name"),
    [
        ("9c Ac [6c] 5c 7d", "row: flush of four (5c 6c 9c Ac) 4"),
        ("5c 5d [W1] 8c 5s", "row: full house (5c 5d 5s W1 as 8d 8c) 5"),
        ("Qh 9s [Ts] Js Kc", "row: straight of five (9s Ts Js Qh Kc) 10"),
        ("Kh 3h [2h] 4c", "row: flush of three (2h 3h Kh) 2"),
    ],
)
def test_of_equal_points_one_hand_gives_its_name_before_two_then_the_longer_then_flush_before_straight(
    line: str, name: str
) -> None:
    assert told(line, wilds=2) == name


def test_points_both_ways_are_itemised() -> None:
    crossing = """
    .  .  7s  .
    9h 9d [9s] Kc Kd
    .  .  9c
    """
    assert told(crossing) == ("row: full house (9h 9d 9s Kc Kd) 5; column: pair of nines (9s 9c) 1; both ways x2 = 12")
    assert told(crossing, bonus=1).endswith("; both ways = 6")


@in_turn(
    "line, name",
    [
        ("9h [9d]", "pair"),
        ("6c [7d] 8d", "straight of 3"),
        ("2h 9h [Jh]", "flush of 3"),
        ("Kc 9h 9d [Kd]", "two pair"),
        ("6h 6c [6d]", "three of a kind"),
        ("2h 9h Jh [Ah]", "flush of 4"),
        ("2c 4d 3h [5s]", "straight of 4"),
        ("9h Kc 9d Kd [9s]", "full house"),
        ("2h 9h Jh Ah [5h]", "flush of 5"),
        ("Qd [Kd] Ad", "straight flush of 3"),
        ("7d 7h 7s [7c]", "four of a kind"),
        ("9c Qd Th [8s] Jc", "straight of 5"),
        ("8s 6s [7s] 5s", "straight flush of 4"),
        ("8s 6s [7s] 5s 9s", "straight flush of 5"),
        ("Ts As [Ks] Js Qs", "royal flush"),
    ],
)
def test_hands_are_counted_under_their_names(line: str, name: str) -> None:
    out = [0] * hand_table.MOST_MADE
    assert hand_table.made(*laid(line), [], out) == 1
    assert hand_table.NAMES[out[0]] == name
