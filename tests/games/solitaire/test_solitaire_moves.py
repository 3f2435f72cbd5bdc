"""Taking, rejecting, bringing back, stealing, planting, passing: the sentences of the rules one by one."""

import pytest
from solitaire_table import EMPTY, FULL, Table, card, cell, place

from fivefold.contract import CHANCE
from fivefold.games.solitaire import rules
from fivefold.games.solitaire.rules import FILLED, FIRST, MASK, PACK, QUIET, TURN, is_full

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
