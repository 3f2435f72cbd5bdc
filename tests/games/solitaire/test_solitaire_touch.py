"""Where a card may go: the touch rule against a slow reading of it, and fixed and movable cards."""

from collections.abc import Set

import pytest
from hypothesis import given
from hypothesis import strategies as st
from solitaire_table import Table, cell
from tests.quick import first

from fivefold.games.solitaire import rules
from fivefold.games.solitaire.rules import ANYWHERE, CORNERS, EDGES, reach

RULES = {"edges": EDGES, "corners": CORNERS, "anywhere": ANYWHERE}
CELLS = range(25)
LONE = "-- -- -- -- --\n-- -- -- -- --\n-- -- 7h -- --\n-- -- -- -- --\n-- -- -- -- --"
PAIR = "-- -- -- -- --\n-- -- -- -- --\n-- -- 7h 7s --\n-- -- -- -- --\n-- -- -- -- --"
ALL = set(CELLS)


def touches(one: int, other: int, rule: str) -> bool:
    across, down = abs(one % 5 - other % 5), abs(one // 5 - other // 5)
    if rule == "edges":
        return across + down == 1
    return rule == "anywhere" or max(across, down) == 1


def allowed(cards: Set[int], rule: str) -> set[int]:
    """Return the empty cells where a card may go beside those in the square."""
    return {each for each in ALL - cards if not cards or any(touches(each, card, rule) for card in cards)}


def mask(cards: Set[int]) -> int:
    return sum(1 << each for each in cards)


def cells(text: str) -> set[int]:
    return {cell(word) for word in text.split()}


@pytest.mark.parametrize("rule", first(1, RULES))
@given(cards=st.sets(st.sampled_from(CELLS)))
def test_a_card_goes_where_the_rule_lets_it(rule: str, cards: set[int]) -> None:
    assert reach(mask(cards), RULES[rule]) == mask(allowed(cards, rule))


def test_a_square_that_has_become_empty_takes_a_card_anywhere() -> None:
    table = Table().square(1, LONE).face_up("2c").play("1c3-1r1")
    assert table.targets(rules.PLACE) == ALL


def test_a_square_robbed_empty_takes_a_card_anywhere() -> None:
    table = Table(mode="alternate", steal="on").square(2, LONE).face_up("2c").play("2c3-1a1")
    assert table.targets(rules.PLACE) == {25 + each for each in CELLS}


@pytest.mark.slow
@given(cards=st.sets(st.sampled_from(CELLS), min_size=1, max_size=24), rule=st.sampled_from(list(RULES)))
def test_every_card_moves_where_the_others_let_it(cards: set[int], rule: str) -> None:
    words = " ".join("7h" if each in cards else "--" for each in CELLS)
    table = Table(move="movable", touch=rule, decks="4", rejects="0/0/0").square(1, words).face_up("2c")
    for each in cards:
        assert table.targets(rules.SHIFT, each) == allowed(cards - {each}, rule) - cards


def test_a_card_that_moves_away_may_leave_others_alone() -> None:
    row = "-- -- -- -- --\n-- -- -- -- --\n-- 7h 7s 7c --\n-- -- -- -- --\n-- -- -- -- --"
    table = Table(move="movable").square(1, row).face_up("2c").play("1c3-1b2")
    assert [table.at(where) for where in ("1b2", "1b3", "1c3", "1d3")] == ["7s", "7h", "--", "7c"]
    assert cell("1e3") in table.targets(rules.PLACE)


def test_with_one_player_and_two_squares_each_square_has_its_own_neighbours() -> None:
    table = Table(mode="sum-of-two").square(1, LONE).face_up("2c")
    assert table.targets(rules.PLACE) == cells("1b3 1d3 1c2 1c4") | {25 + each for each in CELLS}


def test_both_squares_of_one_player_follow_player_1() -> None:
    options = {"touch": "corners", "touch2": "edges", "move": "movable", "move2": "fixed"}
    table = Table(mode="sum-of-two", **options).square(2, LONE).face_up("2c")
    around = cells("2b3 2d3 2c2 2c4 2b2 2d2 2b4 2d4")
    assert table.targets(rules.PLACE) == ALL | around
    assert table.targets(rules.SHIFT, cell("2c3")) == (ALL | {25 + each for each in CELLS}) - {cell("2c3")}


def test_a_card_moves_to_the_other_square_by_what_lies_there() -> None:
    table = Table(mode="best-of-two", move="movable").square(1, PAIR).square(2, LONE).face_up("2c")
    assert table.targets(rules.SHIFT, cell("1c3")) == cells("1d2 1d4 1e3 2b3 2d3 2c2 2c4")
    table.play("1c3-2c4")
    assert [table.at("1c3"), table.at("2c4")] == ["--", "7h"]


def test_each_player_has_a_touch_rule() -> None:
    table = Table(mode="alternate", touch="corners", touch2="edges").square(1, LONE).square(2, LONE).face_up("2c")
    assert len(table.targets(rules.PLACE)) == 8
    assert table.turn_of(1).targets(rules.PLACE) == cells("2b3 2d3 2c2 2c4")


def test_planting_follows_the_rule_of_the_square_s_owner() -> None:
    options = {"mode": "alternate", "plant": "on", "touch": "anywhere", "touch2": "edges"}
    table = Table(**options).square(1, LONE).square(2, LONE).face_up("2c")
    assert table.targets(rules.PLANT) == cells("2b3 2d3 2c2 2c4")
    assert table.turn_of(1).targets(rules.PLANT) == ALL - {cell("1c3")}


def test_a_card_may_be_planted_first_in_an_empty_square() -> None:
    table = Table(mode="alternate", plant="on").face_up("2c")
    assert table.targets(rules.PLANT) == {25 + each for each in CELLS}


def test_a_stolen_card_goes_where_the_thief_s_rule_lets_it() -> None:
    options = {"mode": "alternate", "steal": "on", "touch": "edges", "touch2": "anywhere"}
    table = Table(**options).square(1, LONE).square(2, LONE.replace("7h", "7s")).face_up("2c")
    assert table.targets(rules.STEAL) == cells("1b3 1d3 1c2 1c4")


def test_cards_that_lie_apart_stay_legal() -> None:
    apart = "7h -- -- -- --\n" + "-- -- -- -- --\n" * 3 + "-- -- -- -- 7s"
    table = Table().square(1, apart).face_up("2c")
    assert table.targets(rules.PLACE) == cells("1b1 1a2 1d5 1e4")
    assert table.targets(rules.REJECT) == {5}


# fixed and movable


def test_a_fixed_card_does_not_move_and_a_rejected_one_is_out_for_good() -> None:
    table = Table().square(1, PAIR).aside("1r1", "2d").face_up("2c")
    assert table.kinds() == {rules.PLACE}


def test_a_fixed_player_s_card_may_be_rejected() -> None:
    assert Table().square(1, PAIR).face_up("2c").kinds() == {rules.PLACE, rules.ASIDE, rules.REJECT}


def test_each_player_is_fixed_or_movable_for_themself() -> None:
    table = Table(mode="alternate", move2="movable").square(1, PAIR).square(2, PAIR).face_up("2c")
    assert rules.SHIFT not in table.kinds()
    assert rules.SHIFT in table.turn_of(1).kinds()
