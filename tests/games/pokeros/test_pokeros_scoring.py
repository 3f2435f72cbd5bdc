"""What a card scores: the worked cases of the rules, and every window against the slow second reading."""

from itertools import combinations

import pokeros_oracle as oracle
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from pokeros_table import laid, points, told
from tests.games.worked import worked
from tests.quick import in_turn

from fivefold.games.pokeros import hand_table, notation, rules, scored, scoring

WORKED = worked(__file__)


@in_turn("line, score", WORKED["every_kind_of_hand"])
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


@in_turn("line, score", WORKED["a_wild_card_is_whatever_scores_most"])
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


@in_turn("line, name", WORKED["hands_are_explained_with_their_cards"])
def test_hands_are_explained_with_their_cards(line: str, name: str) -> None:
    assert told(line, wilds=2) == name


@pytest.mark.parametrize(
    ("line", "name"),
    WORKED["of_equal_points"],
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


@in_turn("line, name", WORKED["hands_are_counted_under_their_names"])
def test_hands_are_counted_under_their_names(line: str, name: str) -> None:
    out = [0] * hand_table.MOST_MADE
    assert hand_table.made(*laid(line), [], out) == 1
    assert hand_table.NAMES[out[0]] == name
