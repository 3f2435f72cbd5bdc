"""Poker Solitaire in words: moves read and refused, told and spelled as picks; the squares as text."""

import re
from random import Random

import pytest
from solitaire_table import EMPTY, FULL, OTHER_FULL, Table
from tests.games.worked import worked
from tests.quick import in_turn

from fivefold.contract import CHANCE, SPECTATOR, TABLE
from fivefold.contract.errors import IllegalMove, InvalidMove
from fivefold.contract.words import ending_text, explain, narration
from fivefold.games.solitaire import notation, rules
from fivefold.games.solitaire.rules import ASIDE, MODE, PLACE, PLANT, STEAL, TURN, kind_of, seat_of, squares
from fivefold.parts.messages import Reader

WORKED = worked(__file__)

MODES = ("one-hand", "best-of-two", "sum-of-two", "race", "race-both", "alternate", "same-deck")
MIDDLE = "-- -- -- -- --\n-- 9d -- -- --\n-- -- Kc -- --\n-- -- -- -- --\n-- -- -- -- --"


def read(table, text):
    return notation.say(table.row, notation.read(table.row, text), TABLE)


def refused(table, text):
    before = table.row.copy()
    with pytest.raises((InvalidMove, IllegalMove)) as caught:
        notation.read(table.row, text)
    assert table.row == before
    return str(caught.value)


def told(table, text):
    return explain(notation, table.row, table.number(text))


def everything_on(mode):
    between = {"steal": "on", "plant": "on", "move2": "movable"} if MODES.index(mode) > 2 else {}
    return Table(mode=mode, deal="2", rejects="1/1/1", move="movable", decks="2", first="0", **between)


@pytest.fixture
def alone():
    return Table().face_up("7h").square(1, MIDDLE)


@pytest.fixture
def two():
    table = Table(mode="alternate", deal="2", rejects="1/1/1", steal="on", plant="on", move2="movable", first="0")
    return table.face_up("7h", "2c").square(1, "9d").square(2, "Kc Qc").turn_of(0)


@pytest.fixture
def race():
    return Table(mode="race-both", deal="2", rejects="1/1/1").face_up("7h", "2c").square(1, FULL)


# --- what is written is read -----------------------------------------------------------------------------------------


@in_turn("mode, number, text", WORKED["the_canonical_text_has_the_squares_of_two_and_in_a_race_the_player"])
def test_the_canonical_text_has_the_squares_of_two_and_in_a_race_the_player(mode, number, text):
    table = everything_on(mode).face_up("7h", "2c")
    assert notation.say(table.row, table.number(number), TABLE) == text
    assert notation.read(table.row, text) == table.number(number)


def test_with_two_players_a_place_without_a_number_is_ones_own(two, race):
    assert read(two, "7h@b1") == "7h@1b1"
    assert read(two, "2a1-b1") == "2a1-1b1"
    assert read(two, "7h@r1") == "7h@1r1"
    assert read(race, "2:7h@c3") == "2:7h@2c3"
    two.turn_of(1)
    assert read(two, "a1-b2") == "2a1-2b2"
    assert read(two, "7h@r1") == "7h@2r1"


def test_one_player_with_two_squares_has_to_say_which():
    table = Table(mode="sum-of-two", move="movable").face_up("7h").square(1, "9d Kd")
    assert "c3 is on both squares; write 1c3 or 2c3" in refused(table, "7h@c3")
    assert "b1 is on both squares" in refused(table, "1a1-b1")
    assert read(table, "1a1-2e5") == "1a1-2e5"


def test_in_a_race_and_only_there_the_player_stands_in_front(race, alone):
    assert "write 1:7h@c3 or 2:7h@c3" in refused(race, "7h@c3")
    assert "3 is no player" in refused(race, "3:done")
    assert "come first; write 7h@c2" in refused(alone, "1:7h@c2")


def test_a_place_is_told_with_whose_square_it_is(alone, two):
    for table, text, where in ((alone, "7h@b1", "b1"), (two, "7h@1b1", "b1 of Sage's square")):
        event = notation.account(table.row, notation.read(table.row, text)).event
        said = notation.WORDS.text(event)
        assert said.partition(":")[0].partition(";")[0].endswith(f"puts the seven of hearts on {where}"), said


def test_ten_may_be_written_out():
    table = Table().face_up("Th")
    assert read(table, "10H@c3") == read(table, "th @ C3") == "Th@c3"


@pytest.mark.parametrize(
    "text", ["", "7h", "@", "c3-", "7h@", "@c3", "b2@c3", "7h@f1", "7h@a6", "7h@a0", "7h@r0", "7h@2c2"]
)
def test_what_is_no_move_is_refused_with_the_form_of_one(alone, text):
    message = refused(alone, text)
    assert message.startswith(text) and ";" in message


# --- refusals --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("text", "reason"), WORKED["alone_the_refusal_says_why"])
def test_alone_the_refusal_says_why(alone, text, reason):
    assert reason in refused(alone, text)


def test_what_a_theft_breaks_is_no_hand_that_it_makes():
    robbed = Table(mode="alternate", steal="on", first="0").face_up("2s").square(1, "9d").square(2, "Kc Kd").turn_of(0)
    account = notation.account(robbed.row, notation.read(robbed.row, "2a1-1b1"))
    assert notation.WORDS.text(account.brief) == "Kc is stolen from Plum"


def test_a_refusal_names_a_move_like_the_one_that_was_meant(alone, two):
    assert refused(alone, "7h@e5").endswith("you could play 7h@d3")
    assert refused(alone, "Kc@r1").endswith("you could play 7h@r1")
    assert refused(two, "7h@1e5").endswith("you could play 7h@1b1")


def test_a_full_reject_is_named_with_its_card(alone):
    alone.aside("1r1", "5c")
    assert "5c lies on r1 for good, and a reject holds one card" in refused(alone, "7h@r1")
    assert "5c lies on r1" in refused(alone, "c3-r1")
    assert "a rejected card is out for good" in refused(alone, "r1-c2")


def test_corners_are_told_apart_from_edges():
    table = Table(touch="corners").face_up("7h").square(1, MIDDLE)
    assert read(table, "7h@d4") == "7h@d4"
    assert "e5 shares no edge or corner with a card there" in refused(table, "7h@e5")


@pytest.mark.parametrize(("text", "reason"), WORKED["against_another_the_refusal_says_why"])
def test_against_another_the_refusal_says_why(two, text, reason):
    assert reason in refused(two, text)


def test_stealing_and_planting_have_to_be_on_and_a_stolen_card_is_safe(two):
    plain = Table(mode="alternate", first="0").face_up("7h").square(1, "9d").square(2, "Kc").turn_of(0)
    assert "2a1 is Plum's, and stealing is off" in refused(plain, "2a1-1b1")
    assert "2b1 is Plum's, and planting is off" in refused(plain, "7h@2b1")
    two.play("2a1-1b1")
    assert "Kc was stolen before and cannot be stolen again" in refused(two, "1b1-2a1")


def test_done_is_for_good(race):
    race.play("1:done")
    assert "Sage has said done, and cannot move any more; wait for your rival" in refused(race, "1:a1-r1")
    assert "25 cells of Plum's square are empty" in refused(race, "2:done")


def test_before_a_deal_and_after_the_end_nothing_can_be_played():
    table = Table()
    assert "a card must be dealt first; the next move is a deal, e.g. deal:Ac" in refused(table, "7h@a1")
    over = Table(rejects="0/0/0").face_up("7s").square(1, FULL.replace("Jc", "--")).play("7s@1e5")
    assert over.legal() == []
    for text in ("7h@a1", "pass", "deal:7h"):
        assert "the game is over, the square is full; start another" in refused(over, text)


def test_a_deal_is_of_a_card_that_is_left_and_of_a_twin_the_one():
    table = Table(mode="same-deck", deal="2", first="0")
    assert read(table, "deal:10h") == "deal:Th"
    table.play("deal:Th")
    assert "every card comes twice; deal:Th is next" in refused(table, "deal:2c")
    plain = Table().face_up("7h").play("7h@1a1")
    assert plain.row[TURN] == CHANCE
    assert "7h is no longer in the pack" in refused(plain, "deal:7h")


# --- picks -----------------------------------------------------------------------------------------------------------


def test_a_race_says_what_whoever_has_a_full_square_can_do(race):
    def said(you=-1):
        return notation.WORDS.text(notation.status(race.row), Reader(("Anna", "Ben"), you))

    assert said(0) == "You have a full square: say Done"
    assert said(1) == said() == "Anna has a full square and can say Done"
    race.play("1:done")
    assert said(0) == said(1) == "Whoever is quicker moves"


def test_a_third_pick_says_who_only_where_both_could(race):
    plain = {notation.clicks(race.row, move) for move in race.legal()}
    assert ("7h", "2c3") in plain and ("7h", "x1", "take-2") in plain and ("done-1",) in plain
    planting = Table(mode="race", plant="on").face_up("7h")
    for move in planting.legal():
        told_apart = kind_of(move) in {PLACE, PLANT}
        assert (notation.clicks(planting.row, move)[-1] == f"take-{seat_of(move) + 1}") == told_apart


# --- what is told ----------------------------------------------------------------------------------------------------


def test_a_placement_tells_every_line_it_changes_with_what_it_was():
    table = Table(scoring="american", touch="anywhere").face_up("7h").square(1, "2h 3h 4h 9h --\n7c -- -- -- 7d")
    assert told(table, "7h@1e1") == "flush in row 1: 20; one pair in column e: 2"
    assert told(table, "7h@1b2") == "three of a kind in row 2: 10, was 2"
    assert told(table, "7h@1c4") == "no new hand"


def test_rejecting_tells_what_is_lost_and_two_squares_are_named(two):
    table = Table(scoring="american").face_up("2s").square(1, "7c 7d")
    assert told(table, "1a1-1r1") == "7c is rejected; nothing in row 1: 0, was 2"
    assert told(two, "2a1-1b1") == "Kc is stolen from Plum"
    assert told(two, "7h@2a2") == "planted in Plum's square"
    two.square(1, "-- 7d")
    assert told(two, "7h@1c1") == "one pair in row 1 of Sage's square: 1"
    assert told(two, "7h@x1") == "set aside on x1"


def test_a_deal_is_the_pack_s_and_the_last_card_says_that_it_fills_the_square():
    table = Table(rejects="0/0/0")
    assert told(table, "deal:7h") == "The pack deals the seven of hearts"
    table.face_up("7s").square(1, FULL.replace("Jc", "--"))
    assert told(table, "7s@1e5").startswith("the square is full; ")


def test_points_of_a_table_of_one_s_own_go_by_the_81_names():
    table = Table(scoring="user", table="28=-40", touch="anywhere").face_up("9d").square(1, "2c 3c 5c 6d --")
    assert told(table, "9d@1e1") == "skeet in row 1: −40"


def test_every_end_has_its_reason():
    full = Table(mode="race").face_up("7h").square(1, FULL).play("1:done")
    assert ending_text(notation, full.row) == "Sage said done"
    both = Table(mode="race-both", decks="2").square(1, FULL).square(2, OTHER_FULL).face_up("7h")
    assert ending_text(notation, both.play("2:done", "1:done").row) == "Sage and Plum said done"
    passed = Table(mode="alternate", move="movable", first="0").square(1, FULL).square(2, OTHER_FULL).face_up("7h")
    assert ending_text(notation, passed.turn_of(0).play("pass", "pass").row) == "both passed, one after the other"
    moved = Table(move="movable").square(1, FULL).face_up("7h")
    assert ending_text(notation, moved.play("done").row) == "the cards lie as they are to stay"
    assert notation.WORDS.text(notation.status(moved.row)).endswith(" points in the end")


# --- what a move does, as data ---------------------------------------------------------------------------------------


def earned(table, text):
    """Return what a move earns: points, what they are for, and the cells that earn them."""
    items = notation.account(table.row, table.number(text)).points
    return [(item.points, notation.WORDS.text(item.because), item.things) for item in items]


def test_points_are_itemised_by_line_with_the_cells_that_earn_them():
    table = Table(scoring="american", touch="anywhere").face_up("7h").square(1, "2h 3h 4h 9h --\n7c -- -- -- 7d")
    row, column = ("a1", "b1", "c1", "d1", "e1"), ("e1", "e2")
    assert earned(table, "7h@1e1") == [(20, "flush in row 1", row), (2, "one pair in column e", column)]
    assert earned(table, "7h@1c4") == []


def test_planting_is_told_once(two):
    told_of = notation.account(two.row, two.number("7h@2a2")).event
    assert (
        notation.WORDS.text(told_of, Reader(("Anna", "Ben"))) == "Anna plants the seven of hearts on a2 of Ben's square"
    )


def test_what_goes_earns_less_and_a_theft_earns_nothing_in_the_other_s_square():
    table = Table(scoring="american").face_up("2s").square(1, "7c 7d")
    assert earned(table, "1a1-1r1") == [(-2, "nothing in row 1", ("b1",))]
    robbed = Table(mode="alternate", steal="on", first="0").face_up("2s").square(1, "9d").square(2, "Kc Kd").turn_of(0)
    assert earned(robbed, "2a1-1b1") == []
    assert told(robbed, "2a1-1b1") == "Kc is stolen from Plum; nothing in row 1 of Plum's square: 0, was 1"


def test_of_two_squares_the_better_one_counts_in_the_points_too():
    table = Table(mode="best-of-two", scoring="american", touch="anywhere").face_up("7h")
    table.square(1, "7c").square(2, "2c 2d 2h")
    assert earned(table, "7h@1b1") == [
        (2, "one pair in row 1 of square 1", ("1a1", "1b1")),
        (-2, "the better square counts", ()),
    ]


def test_with_pat_only_the_last_row_that_is_pat_earns_its_point():
    lacks_one = FULL.replace("9c 9d Tc Td Jc", "9c Tc Jc Qc --")
    table = Table(scoring="pat", rejects="0/0/0", touch="anywhere").face_up("Kc", "As").square(1, lacks_one)
    assert earned(table, "Kc@1e5") == [(1, "pat", ())]
    assert earned(table, "As@1e5") == []


def test_a_run_of_deals_is_told_as_one():
    table = Table(deal="3")
    accounts = [notation.account(table.row, table.number(f"deal:{card}")) for card in ("7h", "8d")]
    assert narration(notation.WORDS, accounts, "") == "The pack deals the seven of hearts and the eight of diamonds"


def test_a_refusal_says_which_problem_it_is_and_who_it_is_about(two):
    with pytest.raises(IllegalMove) as caught:
        notation.read(two.row, "7h@2r1")
    problem = caught.value.problem
    assert (problem.code, problem.subject) == ("others-reject", "7h@2r1")
    assert problem.wrong.facts["other"] == notation.seat(two.row, 1)


# --- the squares as text ---------------------------------------------------------------------------------------------

FIGURE = """
5h 5d 6d -- Kc
6h 2d 6s 2h 6c
7h Jd 7c Qs 2c
8h Td 7d Jd --
-- 3d -- Js --
"""


def test_the_diagram_is_the_figure_of_the_manual():
    table = Table(decks="2", scoring="american", rejects="0/0/0").square(1, FIGURE).face_up("7s")
    assert notation.diagram(table.row, SPECTATOR).splitlines() == [
        "Square: 56 points",
        "    a  b  c  d  e",
        " 1 5h 5d 6d -- Kc  one pair 2",
        " 2 6h 2d 6s 2h 6c  full house 25",
        " 3 7h Jd 7c Qs 2c  one pair 2",
        " 4 8h Td 7d Jd --  nothing",
        " 5 -- 3d -- Js --  nothing",
        " column a: nothing",
        " column b: flush 20",
        " column c: two pair 5",
        " column d: one pair 2",
        " column e: nothing",
        "",
        f"Face up: 7s   pack: {104 - 21} cards",
        "7s to place",
    ]


@pytest.mark.parametrize("mode", MODES)
def test_the_diagram_fits_80_columns_and_shows_every_card(mode):
    table, random = everything_on(mode), Random(3)
    for _ in range(70):
        legal = table.legal()
        if not legal:
            break
        rules.play(table.row, random.choice(legal))
    text = notation.diagram(table.row, SPECTATOR)
    assert max(map(len, text.splitlines())) <= 80
    numbers = [f"{square + 1}" for square in range(squares(table.row))]
    shown = {table.at(f"{number}{letter}{line}") for number in numbers for letter in "abcde" for line in range(1, 6)}
    assert {name.lower() for name in shown if name != "--"} <= set(re.findall(r"\w\w", text.lower()))
    assert table.row[MODE] == MODES.index(mode)


def test_the_diagram_marks_stolen_cards_and_cells_out_of_reach(two):
    two.play("2a1-1b1")
    lines = notation.diagram(two.row, SPECTATOR).splitlines()
    assert lines[2].startswith(" 1 9d KC -- .. ..")
    assert "7H in capitals: stolen, for good" in lines and "..: touches no card" in lines
    assert EMPTY.count("--") == 25
    assert {kind_of(move) for move in two.legal()} >= {PLACE, PLANT, ASIDE, STEAL}
