"""The pack, the slots, and same-deck's twins."""

import pytest
from solitaire_table import FULL, Table, card

from fivefold.contract import ANYONE, CHANCE, NOBODY
from fivefold.games.solitaire import rules
from fivefold.games.solitaire.rules import LEFT, NEXT, PACK, SLOT, TURN, TWIN


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
