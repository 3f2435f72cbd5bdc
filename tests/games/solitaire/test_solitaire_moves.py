"""Dealing, touching, taking, rejecting, stealing, planting, passing: the sentences of the rules one by one."""

from collections.abc import Set

import pytest
from hypothesis import given
from hypothesis import strategies as st
from solitaire_table import EMPTY, FULL, Table, card, cell, place
from tests.quick import first

from fivefold.contract import ANYONE, CHANCE, NOBODY
from fivefold.games.solitaire import rules
from fivefold.games.solitaire.rules import (
    ANYWHERE,
    CORNERS,
    EDGES,
    FILLED,
    FIRST,
    LEFT,
    MASK,
    NEXT,
    PACK,
    QUIET,
    SLOT,
    TURN,
    TWIN,
    is_full,
    reach,
)

PAIR = "-- -- -- -- --\n-- -- -- -- --\n-- -- 7h 7s --\n-- -- -- -- --\n-- -- -- -- --"
OTHER = "-- -- -- -- --\n-- -- -- -- --\n-- -- Qh Qs --\n-- -- -- -- --\n-- -- -- -- --"
ALL_BUT_E5 = FULL.replace("Jc\n", "--\n")


def two(**options: str) -> Table:
    """Two squares with two cards each, player 1 to move."""
    return Table(**{"mode": "alternate"} | options).square(1, PAIR).square(2, OTHER).face_up("2c").turn_of(0)


# taking what lies face up


def test_of_two_equal_cards_the_leftmost_is_taken() -> None:
    table = Table(deal="3", decks="2").face_up("9d", "7h", "7h")
    assert sum(move == table.number("7h@1c3") for move in table.legal()) == 1
    table.play("7h@1c3")
    assert table.shown() == ["9d", "--", "7h"]


def test_any_face_up_card_may_be_taken() -> None:
    table = Table(deal="3", rejects="0/0/0").face_up("9d", "2c", "7h")
    assert [rules.source_of(move) for move in table.legal()][::25] == [card("2c"), card("7h"), card("9d")]


def test_a_card_goes_straight_to_a_reject_even_as_the_very_first() -> None:
    table = Table(rejects="1/1/0").face_up("7h")
    assert table.targets(rules.ASIDE) == {place("x1"), place("1r1")}
    table.play("7h@x1")
    assert table.at("x1") == "7h"
    assert table.row[FILLED] == 0


def test_each_reject_holds_one_card() -> None:
    table = Table(rejects="2/0/0").face_up("7h").aside("x1", "8h")
    assert table.targets(rules.ASIDE) == {place("x2")}


def test_a_player_uses_common_rejects_and_their_own() -> None:
    table = two(rejects="1/2/1")
    assert table.targets(rules.ASIDE) == {place("x1"), place("1r1"), place("1r2")}
    assert table.turn_of(1).targets(rules.ASIDE) == {place("x1"), place("2r1")}


def test_a_full_square_leaves_a_card_to_be_put_aside() -> None:
    table = Table(mode="alternate").square(1, FULL).square(2, PAIR.replace("7", "Q")).face_up("Ac").turn_of(0)
    assert table.kinds() == {rules.ASIDE, rules.REJECT, rules.PASS}


# rejecting


@pytest.mark.parametrize("where", ["x1", "1r1"])
def test_a_card_of_one_s_square_may_be_rejected(where: str) -> None:
    table = Table(rejects="1/1/0").square(1, PAIR).face_up("2c").play(f"1c3-{where}")
    assert [table.at(where), table.at("1c3"), table.row[FILLED]] == ["7h", "--", 1]
    assert table.shown() == ["2c"]


def test_only_cards_of_one_s_own_square_may_be_rejected() -> None:
    table = two(rejects="1/0/0")
    assert {rules.source_of(move) for move in table.legal() if rules.kind_of(move) == rules.REJECT} == {12, 13}


def test_one_player_rejects_from_both_squares() -> None:
    table = Table(mode="sum-of-two").square(1, PAIR).square(2, OTHER).face_up("2c").play("2c3-1r1")
    assert table.at("1r1") == "Qh"


def test_with_all_rejects_taken_nothing_is_rejected() -> None:
    table = Table().square(1, PAIR).aside("1r1", "8h").face_up("2c")
    assert table.kinds() == {rules.PLACE}


def test_nothing_goes_from_reject_to_reject() -> None:
    table = Table(rejects="2/2/0", move="movable").aside("x1", "8h").square(1, PAIR).face_up("2c")
    assert all(rules.target_of(move) < 25 for move in table.legal() if rules.kind_of(move) == rules.RETURN)
    assert all(rules.source_of(move) != place("x1") for move in table.legal() if rules.kind_of(move) == rules.REJECT)


# back from the rejects


@pytest.mark.parametrize("where", ["x1", "1r1"])
def test_a_movable_player_takes_a_rejected_card_back(where: str) -> None:
    table = Table(rejects="1/1/0", move="movable").square(1, PAIR).aside(where, "8h").face_up("2c")
    table.play(f"{where}-1c2")
    assert [table.at(where), table.at("1c2")] == ["--", "8h"]


def test_a_movable_player_takes_any_card_out_of_a_common_reject() -> None:
    table = two(rejects="1/0/0", move2="movable").play("1c3-x1").turn_of(1)
    assert table.may("x1-2c2")
    assert table.targets(rules.RETURN) == {cell(where) for where in ["2b3", "2c2", "2c4", "2d2", "2d4", "2e3"]}


def test_nobody_takes_from_the_other_s_own_reject() -> None:
    table = two(rejects="0/1/1", move="movable", move2="movable").aside("2r1", "8h").aside("1r1", "8c")
    assert table.may("1r1-1c2")
    assert not table.may("2r1-1c2")


def test_a_fixed_player_leaves_what_a_movable_one_put_aside() -> None:
    table = two(rejects="1/0/0", move2="movable").aside("x1", "8h")
    assert rules.RETURN not in table.kinds()


def test_one_player_s_card_comes_back_to_either_square() -> None:
    table = Table(mode="best-of-two", move="movable").square(1, PAIR).square(2, OTHER).aside("1r1", "8h").face_up("2c")
    assert {target // 25 for target in table.targets(rules.RETURN)} == {0, 1}


# stealing


def test_stealing_is_off_by_default() -> None:
    assert rules.STEAL not in two().kinds()


def test_a_card_of_the_opponent_is_stolen_and_marked() -> None:
    table = two(steal="on").play("2c3-1c2")
    assert [table.at("2c3"), table.at("1c2")] == ["--", "Qh"]
    assert table.stolen("1c2")
    assert not table.stolen("2c3")
    assert [table.row[FILLED], table.row[FILLED + 1]] == [3, 1]


def test_a_stolen_card_is_never_stolen_again() -> None:
    table = two(steal="on").play("2c3-1c2")
    sources = {rules.source_of(move) for move in table.legal() if rules.kind_of(move) == rules.STEAL}
    assert sources == {cell("1c3"), cell("1d3")}


def test_a_stolen_card_stays_marked_when_it_moves() -> None:
    table = two(steal="on", move="movable").play("2c3-1c2").turn_of(0).play("1c2-1b3")
    assert table.stolen("1b3")
    assert not table.stolen("1c2")
    assert not any(rules.source_of(move) == cell("1b3") for move in table.turn_of(1).legal())


def test_a_stolen_card_stays_marked_through_a_reject_and_in_other_hands() -> None:
    table = two(steal="on", move2="movable", rejects="1/0/0").play("2c3-1c2").turn_of(0).play("1c2-x1")
    table.turn_of(1).play("x1-2c3")
    assert table.stolen("2c3")
    assert not table.turn_of(0).may("2c3-1c2")


def test_a_card_laid_where_a_stolen_one_was_is_not_marked() -> None:
    table = two(steal="on", rejects="1/0/0").play("2c3-1c2").turn_of(0).play("1c2-x1").turn_of(0).play("2c@1c2")
    assert not table.stolen("1c2")
    assert table.deal_any().turn_of(1).may("1c2-2c3")


def test_a_card_put_where_a_stolen_one_was_rejected_is_not_marked() -> None:
    table = two(steal="on", move="movable", rejects="1/0/0").aside("x1", "8h", stolen=1)
    table.play("x1-1c2").turn_of(0).play("2c@x1").deal_any().turn_of(0).play("x1-1b3")
    assert table.stolen("1c2")
    assert not table.stolen("1b3")


def test_one_does_not_steal_one_s_own_card_nor_into_the_other_s_square() -> None:
    stolen = [move for move in two(steal="on").legal() if rules.kind_of(move) == rules.STEAL]
    assert {(rules.source_of(move) // 25, rules.target_of(move) // 25) for move in stolen} == {(1, 0)}


def test_with_a_full_square_one_cannot_steal() -> None:
    table = Table(mode="alternate", steal="on").square(1, FULL).square(2, OTHER).face_up("Ac").turn_of(0)
    assert rules.STEAL not in table.kinds()


# planting


def test_planting_is_off_by_default() -> None:
    assert rules.PLANT not in two().kinds()


def test_a_face_up_card_is_planted_in_the_opponent_s_square() -> None:
    table = two(plant="on").play("2c@2c2")
    assert [table.at("2c2"), table.row[FILLED + 1]] == ["2c", 3]
    assert not table.stolen("2c2")


def test_only_a_face_up_card_is_planted() -> None:
    table = two(plant="on", move="movable", rejects="1/0/0").aside("x1", "8h")
    into_the_other = [move for move in table.legal() if rules.kind_of(move) != rules.ASIDE]
    planted = {rules.kind_of(move) for move in into_the_other if rules.target_of(move) >= 25}
    assert planted == {rules.PLANT}


def test_a_player_with_a_full_square_may_still_plant() -> None:
    table = Table(mode="alternate", plant="on", rejects="0/0/0").square(1, FULL).square(2, OTHER).face_up("Ac")
    assert table.turn_of(0).kinds() == {rules.PLANT, rules.PASS}


def test_nothing_is_planted_in_a_full_square() -> None:
    table = Table(mode="alternate", plant="on").square(1, PAIR).square(2, FULL.replace("7", "6")).face_up("Ac")
    assert rules.PLANT not in table.turn_of(0).kinds()


# turns and passing


@pytest.mark.parametrize("first", ["0", "1"])
@pytest.mark.parametrize("mode", ["alternate", "same-deck"])
def test_players_take_turns_and_first_begins(mode: str, first: str) -> None:
    table = Table(mode=mode, first=first, touch="anywhere", touch2="anywhere").deal_any()
    assert table.row[FIRST] == int(first)
    turns = []
    for _ in range(4):
        turns.append(table.row[TURN])
        own = [move for move in table.legal() if rules.kind_of(move) == rules.PLACE]
        table.play_number(own[0])
        table.deal_any()
    assert turns == [int(first), 1 - int(first)] * 2


@pytest.mark.parametrize("text", ["1c3-x1", "1c3-1b2", "x2-1c2", "2c3-1c2"])
def test_a_turn_is_one_move_of_one_card(text: str) -> None:
    table = two(rejects="2/0/0", move="movable", steal="on", touch="anywhere").aside("x2", "8h").play(text)
    assert table.row[TURN] == 1


def test_a_player_with_room_and_moves_may_not_pass() -> None:
    assert rules.PASS not in two().kinds()


def test_a_player_with_a_full_square_may_pass() -> None:
    table = Table(mode="alternate").square(1, FULL).square(2, OTHER).face_up("Ac").turn_of(0)
    assert table.may("pass")
    table.play("pass")
    assert table.row[TURN] == 1


def test_a_player_without_another_move_may_pass() -> None:
    table = Table(mode="alternate", rejects="0/1/0", move="movable").no_pack().turn_of(1)
    table.square(1, PAIR).aside("1r1", "8h").turn_of(1)
    assert not is_full(table.row, 1)
    assert table.legal() == [table.number("pass")]


@pytest.mark.parametrize("mode", ["one-hand", "best-of-two", "race", "race-both"])
def test_there_is_no_passing_elsewhere(mode: str) -> None:
    table = Table(mode=mode, move="movable").square(1, FULL).square(2, OTHER).face_up("Ac")
    assert rules.PASS not in table.kinds()


# bookkeeping


def test_a_cell_s_card_its_bit_and_its_count_change_together() -> None:
    table = Table(move="movable").face_up("7h").play("7h@1c3").deal_any().play("1c3-1e5")
    assert table.row[MASK] == 1 << 24
    assert table.row[FILLED] == 1


def test_the_pack_is_not_touched_by_moves_that_take_no_face_up_card() -> None:
    table = two(move="movable", rejects="1/0/0")
    before = table.row[PACK]
    table.play("1c3-1d2")
    assert table.row[PACK] == before
    assert table.row[TURN] != CHANCE
    assert table.row[QUIET] == 1


def test_an_empty_square_is_laid_out_as_empty() -> None:
    assert Table().square(1, EMPTY).row[FILLED] == 0


def test_the_last_cell_may_be_filled() -> None:
    table = Table().square(1, ALL_BUT_E5).face_up("Jc")
    assert table.targets(rules.PLACE) == {24}


RULES = {"edges": EDGES, "corners": CORNERS, "anywhere": ANYWHERE}
CELLS = range(25)
LONE = "-- -- -- -- --\n-- -- -- -- --\n-- -- 7h -- --\n-- -- -- -- --\n-- -- -- -- --"
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


def test_slots_are_filled_from_the_left() -> None:
    table = Table(deal="3")
    shown = []
    for text in ("deal:9d", "deal:2c", "deal:7h"):
        assert table.row[TURN] == CHANCE
        shown.append(table.play(text).shown())
    assert shown == [["9d", "--", "--"], ["9d", "2c", "--"], ["9d", "2c", "7h"]]
    assert table.row[TURN] == 0


@pytest.mark.parametrize("deal", ["1", "2", "3", "4", "5"])
def test_so_many_cards_lie_face_up_as_the_option_says(deal: str) -> None:
    table = Table(deal=deal, rejects="0/0/0").deal_any()
    assert "--" not in table.shown()
    assert len(table.shown()) == int(deal)
    assert table.row[SLOT + int(deal) : SLOT + 5] == [0] * (5 - int(deal))


def test_a_slot_is_refilled_at_once_before_anyone_moves() -> None:
    table = Table(mode="alternate", deal="3", rejects="0/1/1").face_up("9d", "2c", "7h").play("2c@1c3")
    assert table.row[TURN] == CHANCE
    assert table.row[NEXT] == 1
    assert table.play("deal:Kc").shown() == ["9d", "Kc", "7h"]
    assert table.row[TURN] == 1


@pytest.mark.parametrize("mode", ["race", "race-both"])
def test_in_a_race_anyone_moves_when_the_slots_are_filled(mode: str) -> None:
    table = Table(mode=mode, deal="2").deal_any()
    assert table.row[TURN] == ANYONE
    assert {rules.seat_of(move) for move in table.legal()} == {0, 1}


def test_either_player_of_a_race_takes_any_face_up_card_at_any_moment() -> None:
    table = Table(mode="race", deal="2").face_up("7h", "2c")
    for text in ("1:7h@1c3", "1:2c@1c3", "2:7h@2c3", "2:2c@2c3", "2:7h@2r1", "1:2c@1r1"):
        assert table.may(text)
    table.play("2:7h@2c3").deal_any().play("2:2c@2c4")
    assert table.at("2c4") == "2c"


def test_no_card_comes_after_the_move_that_ends_the_game() -> None:
    table = Table().square(1, FULL.replace("Jc\n", "--\n")).face_up("Jc").play("Jc@1e5")
    assert table.row[TURN] == NOBODY
    assert table.legal() == []
    assert table.row[PACK] == 52 - 25


def test_with_the_pack_gone_a_slot_stays_empty() -> None:
    table = Table(deal="2").no_pack().face_up("7h", "2c").play("7h@1c3")
    assert table.shown() == ["--", "2c"]
    assert table.row[TURN] == 0


def test_the_last_cards_of_the_pack_leave_a_slot_empty() -> None:
    table = Table(deal="3", rejects="0/0/0").no_pack()
    table.row[LEFT + card("7h")] = table.row[PACK] = 1
    table.row[TURN] = CHANCE
    table.play("deal:7h")
    assert table.shown() == ["7h", "--", "--"]
    assert table.row[TURN] == 0


@pytest.mark.parametrize("decks", ["1", "2", "3", "4"])
def test_every_card_left_in_the_pack_is_as_likely_as_any_other(decks: str) -> None:
    table = Table(decks=decks, deal="2")
    assert len(table.legal()) == table.row[PACK] == 52 * int(decks)
    table.play("deal:7h")
    drawn = [rules.source_of(move) for move in table.legal()]
    assert len(drawn) == 52 * int(decks) - 1
    assert drawn.count(card("7h")) == int(decks) - 1
    assert drawn.count(card("2c")) == int(decks)


def test_any_copy_of_a_card_is_that_card() -> None:
    one, other = Table(decks="4"), Table(decks="4")
    copies = [move for move in one.legal() if rules.source_of(move) == card("7h")]
    one.play_number(copies[0])
    other.play_number(copies[3])
    assert one.row == other.row


# same-deck


@pytest.mark.parametrize("decks", ["1", "2"])
def test_in_same_deck_every_card_comes_twice_in_a_row(decks: str) -> None:
    table = Table(mode="same-deck", decks=decks, deal="2", rejects="0/0/0")
    assert table.row[PACK] == 104 * int(decks)
    table.play("deal:7h")
    assert table.row[TWIN] == card("7h") + 1
    assert table.legal() == [table.number("deal:7h")]
    table.play("deal:7h")
    assert table.row[TWIN] == 0
    assert table.shown() == ["7h", "7h"]


def test_the_second_copy_fills_the_next_free_slot() -> None:
    table = Table(mode="same-deck").play("deal:7h").play("7h@1c3")
    assert table.row[TURN] == CHANCE
    assert table.legal() == [table.number("deal:7h")]
    table.play("deal:7h")
    assert table.row[TURN] == 1
    assert table.may("7h@2c3")
    table.play("7h@2c3")
    assert len(table.legal()) == 102


def test_one_player_may_take_both_copies() -> None:
    table = Table(mode="same-deck", deal="2", first="0").play("deal:7h", "deal:7h", "7h@1c3", "deal:2c")
    assert table.shown() == ["2c", "7h"]
    table.play("2c@2c3", "deal:2c").play("7h@1c2")
    assert [table.at("1c3"), table.at("1c2")] == ["7h", "7h"]


def test_after_both_copies_any_other_card_is_as_likely() -> None:
    table = Table(mode="same-deck", deal="3", rejects="0/0/0").play("deal:7h", "deal:7h")
    drawn = [rules.source_of(move) for move in table.legal()]
    assert card("7h") not in drawn
    assert {drawn.count(each) for each in set(drawn)} == {2}
    assert len(set(drawn)) == 51
