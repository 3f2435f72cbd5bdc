"""When a game is over and why, who may say so, and who can still win."""

from random import Random

import pytest
from solitaire_table import EMPTY, FULL, OTHER_FULL, Table
from tests.games.cases import best_lead

from fivefold.contract import ANYONE, NOBODY
from fivefold.games.solitaire import rules
from fivefold.games.solitaire.rules import (
    FINISHED,
    GOING_ON,
    NO_CARDS,
    QUIET,
    QUIET_TURNS,
    REASON,
    SAID_DONE,
    STOLEN,
    TURN,
    TWO_PASSES,
)
from fivefold.games.solitaire.rules import FULL as FULL_SQUARES
from fivefold.games.solitaire.winning import PointsSpan, can_win, square_span, stays
from fivefold.play.match import Match

LACKS_JC = FULL.replace("Jc\n", "--\n")
LACKS_TS = OTHER_FULL.replace("Ts\n", "--\n")
BOTH_SQUARES = ["best-of-two", "sum-of-two"]
RACES = ["race", "race-both"]
IN_TURN = ["alternate", "same-deck"]


def reason(table: Table) -> int:
    assert (table.row[TURN] == NOBODY) == (table.row[REASON] != GOING_ON)
    assert (table.legal() == []) == (table.row[TURN] == NOBODY)
    return table.row[REASON]


# one player


def test_one_hand_fixed_ends_with_the_last_cell_an_unused_reject_notwithstanding() -> None:
    table = Table(rejects="1/1/0").square(1, LACKS_JC).face_up("Jc")
    assert reason(table.play("Jc@1e5")) == FULL_SQUARES


def test_one_hand_fixed_goes_on_while_a_cell_is_empty() -> None:
    table = Table().square(1, LACKS_JC).face_up("Jc").play("1a1-1r1").play("Jc@1e5").deal_any()
    assert reason(table) == GOING_ON


@pytest.mark.parametrize("mode", BOTH_SQUARES)
def test_two_squares_of_one_player_end_when_both_are_full(mode: str) -> None:
    table = Table(mode=mode).square(1, LACKS_JC).square(2, LACKS_TS).face_up("Jc").play("Jc@1e5")
    assert reason(table) == GOING_ON
    assert reason(table.play("deal:Ts", "Ts@2e5")) == FULL_SQUARES


def test_cards_of_one_player_go_to_either_square() -> None:
    table = Table(mode="best-of-two").square(1, LACKS_JC).square(2, LACKS_TS).face_up("Jc")
    assert table.targets(rules.PLACE) == {24, 49}


@pytest.mark.parametrize("mode", ["one-hand", *BOTH_SQUARES])
def test_one_movable_player_ends_it_with_done(mode: str) -> None:
    table = Table(mode=mode, move="movable").square(1, LACKS_JC).face_up("Jc")
    if mode != "one-hand":
        table.square(2, OTHER_FULL)
    assert not table.may("done")
    table.play("Jc@1e5").deal_any()
    assert reason(table) == GOING_ON
    assert reason(table.play("done")) == SAID_DONE


@pytest.mark.parametrize("mode", BOTH_SQUARES)
def test_done_wants_all_squares_full(mode: str) -> None:
    table = Table(mode=mode, move="movable").square(1, FULL).square(2, LACKS_TS).face_up("Ts")
    assert not table.may("done")


def test_a_fixed_player_alone_has_no_done() -> None:
    assert not Table().square(1, FULL).face_up("Ac").may("done")


def test_a_movable_player_may_go_on_with_a_full_square() -> None:
    table = Table(move="movable").square(1, FULL).face_up("Ac").play("1e5-1r1")
    assert not table.may("done")
    table.play("1d5-1e5", "1r1-1d5")
    assert [table.at("1d5"), table.at("1e5")] == ["Jc", "Td"]
    assert table.may("done")


# races


@pytest.mark.parametrize("move", ["fixed", "movable"])
@pytest.mark.parametrize("seat", [1, 2])
def test_a_race_ends_when_a_player_whose_square_is_full_says_done(seat: int, move: str) -> None:
    table = Table(mode="race", move=move, move2=move).square(seat, LACKS_JC).square(3 - seat, EMPTY).face_up("Jc")
    assert not table.may(f"{seat}:done")
    table.play(f"{seat}:Jc@{seat}e5").deal_any()
    assert reason(table) == GOING_ON
    assert table.row[TURN] == ANYONE
    assert not table.may(f"{3 - seat}:done")
    assert reason(table.play(f"{seat}:done")) == SAID_DONE


def test_a_race_goes_on_after_both_squares_are_full() -> None:
    table = Table(mode="race").square(1, FULL).square(2, LACKS_TS).face_up("Ts").play("2:Ts@2e5").deal_any()
    assert reason(table) == GOING_ON
    assert table.may("1:done")
    assert table.may("2:done")


def test_a_full_player_says_done_only_as_long_as_the_square_is_full() -> None:
    table = Table(mode="race").square(1, FULL).square(2, EMPTY).face_up("Ac").play("1:1e5-1r1")
    assert not table.may("1:done")


def test_race_both_ends_when_both_have_said_done() -> None:
    table = Table(mode="race-both").square(1, FULL).square(2, LACKS_TS).face_up("Ts").play("1:done")
    assert reason(table) == GOING_ON
    table.play("2:Ts@2e5").deal_any()
    assert reason(table) == GOING_ON
    assert reason(table.play("2:done")) == SAID_DONE


def test_in_race_both_done_is_final() -> None:
    options = {"mode": "race-both", "move": "movable", "steal": "on", "plant": "on"}
    table = Table(**options).square(1, FULL).square(2, LACKS_TS).face_up("Ts").play("1:done")
    assert table.row[FINISHED] == 1
    assert {rules.seat_of(move) for move in table.legal()} == {1}


def test_nobody_steals_from_a_square_whose_player_is_done() -> None:
    table = Table(mode="race-both", steal="on").square(1, FULL).square(2, LACKS_TS).face_up("Ts")
    assert table.may("2:1a1-2e5")
    table.play("1:done")
    assert rules.STEAL not in table.kinds()


# turn by turn


@pytest.mark.parametrize("mode", IN_TURN)
def test_turns_end_at_once_when_both_squares_are_full_and_nobody_is_movable(mode: str) -> None:
    table = Table(mode=mode, steal="on", rejects="1/1/1").square(1, LACKS_JC).square(2, OTHER_FULL).face_up("Jc")
    assert reason(table.turn_of(0).play("Jc@1e5")) == FULL_SQUARES


@pytest.mark.parametrize("movable", ["move", "move2"])
def test_turns_go_on_while_one_of_two_full_players_is_movable(movable: str) -> None:
    table = Table(mode="alternate", **{movable: "movable"}).square(1, LACKS_JC).square(2, OTHER_FULL).face_up("Jc")
    table.turn_of(0).play("Jc@1e5").deal_any()
    assert reason(table) == GOING_ON
    assert table.may("pass")


def test_two_passes_in_a_row_end_it() -> None:
    table = Table(mode="alternate", move="movable").square(1, FULL).square(2, OTHER_FULL).face_up("Ac").turn_of(0)
    table.play("pass")
    assert reason(table) == GOING_ON
    assert reason(table.play("pass")) == TWO_PASSES


def test_a_move_between_two_passes_lets_it_go_on() -> None:
    table = Table(mode="alternate", move="movable").square(1, FULL).square(2, OTHER_FULL).face_up("Ac").turn_of(0)
    table.play("pass", "2e5-2r1", "pass")
    assert reason(table) == GOING_ON


def test_twenty_turns_without_a_face_up_card_taken_end_it() -> None:
    table = Table(mode="alternate", move="movable", move2="movable").square(1, LACKS_JC).square(2, LACKS_TS)
    table.face_up("Ac").turn_of(0)
    for turn in range(10):
        here, there = ("d5", "e5") if turn % 2 == 0 else ("e5", "d5")
        table.play(f"1{here}-1{there}")
        assert reason(table) == GOING_ON
        table.play(f"2{here}-2{there}")
    assert reason(table) == QUIET_TURNS


def test_passes_count_among_the_quiet_turns() -> None:
    table = Table(mode="alternate", move="movable").square(1, LACKS_JC).square(2, OTHER_FULL).face_up("Ac").turn_of(0)
    for turn in range(10):
        assert reason(table) == GOING_ON
        table.play("1d5-1e5" if turn % 2 == 0 else "1e5-1d5", "pass")
    assert reason(table) == QUIET_TURNS


@pytest.mark.parametrize("text", ["Ac@1e5", "Ac@1r1", "Ac@2e5"])
def test_a_face_up_card_that_leaves_its_slot_begins_the_count_anew(text: str) -> None:
    table = Table(mode="alternate", move="movable", plant="on").square(1, LACKS_JC).square(2, LACKS_TS).face_up("Ac")
    table.turn_of(0)
    table.row[QUIET] = 19
    assert reason(table.play(text).deal_any()) == GOING_ON
    assert table.row[QUIET] == 0


@pytest.mark.parametrize("mode", ["one-hand", "race"])
def test_quiet_moves_end_nothing_elsewhere(mode: str) -> None:
    table = Table(mode=mode, move="movable").square(1, LACKS_JC).face_up("Ac")
    for turn in range(30):
        move = "1d5-1e5" if turn % 2 == 0 else "1e5-1d5"
        table.play(move if mode == "one-hand" else f"1:{move}")
    assert reason(table) == GOING_ON


# no cards


def last_card(**options: str) -> Table:
    """The last card lies face up, each square has room for more."""
    room = "2c 3c 4c 5c 7c\n" + "-- -- -- -- --\n" * 4
    table = Table(**options).square(1, room).square(2, room.replace("c", "d")).no_pack().face_up("Jc")
    return table.turn_of(0) if options["mode"] in {"alternate", "same-deck"} else table


EVERY_MODE = [("sum-of-two", ""), ("best-of-two", ""), *((mode, "1:") for mode in RACES), *((m, "") for m in IN_TURN)]


@pytest.mark.parametrize(("mode", "prefix"), EVERY_MODE)
def test_every_mode_ends_when_the_cards_are_gone_and_none_can_come(mode: str, prefix: str) -> None:
    table = last_card(mode=mode).play(f"{prefix}Jc@1a2")
    assert reason(table) == NO_CARDS


@pytest.mark.parametrize(("mode", "prefix"), EVERY_MODE)
def test_a_movable_player_s_reject_keeps_it_going(mode: str, prefix: str) -> None:
    table = last_card(mode=mode, move="movable", rejects="0/1/0").play(f"{prefix}Jc@1r1")
    assert reason(table) == GOING_ON
    if mode in IN_TURN:
        assert table.legal() == [table.number("pass")]
        table.play("pass")
    assert reason(table.play(f"{prefix}1r1-1a2")) == NO_CARDS


@pytest.mark.parametrize(("mode", "prefix"), EVERY_MODE)
def test_a_fixed_player_s_reject_does_not(mode: str, prefix: str) -> None:
    assert reason(last_card(mode=mode).play(f"{prefix}Jc@1r1")) == NO_CARDS


@pytest.mark.parametrize(("mode", "prefix"), EVERY_MODE[2:])
def test_a_card_to_steal_keeps_it_going(mode: str, prefix: str) -> None:
    assert reason(last_card(mode=mode, steal="on").play(f"{prefix}Jc@1a2")) == GOING_ON


def test_only_stolen_cards_to_steal_do_not() -> None:
    table = last_card(mode="race", steal="on")
    for cell in range(5):
        table.row[STOLEN + cell] = table.row[STOLEN + 25 + cell] = 1
    table.play("1:Jc@1a2")
    assert reason(table) == GOING_ON, "the card just laid may be stolen"
    assert reason(table.play("2:1a2-2a2")) == NO_CARDS


def test_a_common_reject_keeps_it_going_for_a_movable_player_alone() -> None:
    for move, expected in (("movable", GOING_ON), ("fixed", NO_CARDS)):
        table = last_card(mode="race", rejects="1/0/0", move2=move).play("1:Jc@x1")
        assert reason(table) == expected


def test_a_reject_is_of_no_use_to_a_full_player() -> None:
    table = Table(mode="alternate", move="movable").square(1, FULL).square(2, LACKS_TS).no_pack().face_up("Ac")
    assert reason(table.turn_of(0).play("Ac@1r1")) == NO_CARDS


def test_with_all_squares_full_a_movable_player_goes_on_without_cards() -> None:
    table = Table(move="movable").square(1, LACKS_JC).no_pack().face_up("Jc").play("Jc@1e5")
    assert reason(table) == GOING_ON
    assert reason(table.play("done")) == SAID_DONE


def test_a_done_that_saves_a_square_from_thieves_may_end_it() -> None:
    table = Table(mode="race-both", steal="on").square(1, FULL).square(2, LACKS_TS).no_pack()
    table.row[TURN] = ANYONE
    assert reason(table.play("1:done")) == NO_CARDS


def test_squares_score_as_they_stand() -> None:
    table = last_card(mode="sum-of-two").play("Jc@1a2")
    assert table.scores() == [10]


PLAIN = {"mode": "alternate", "rejects": "0/0/0"}


def able(table):
    return [can_win(table.row, seat) for seat in range(2)]


def points(table):
    out = [0, 0]
    rules.scores(table.row, out)
    return out


def test_full_squares_that_stay_as_they_are_are_exact():
    table = Table(**PLAIN).square(1, FULL).square(2, OTHER_FULL)
    spans = [square_span(table.row, square) for square in range(2)]
    assert spans == [PointsSpan(each, each) for each in points(table)]
    assert able(table) == [True, False] if points(table)[0] > points(table)[1] else [False, True]


@pytest.mark.parametrize("more", [{"steal": "on"}, {"move": "movable", "move2": "movable"}, {"rejects": "0/1/1"}])
def test_nothing_is_certain_while_cards_may_leave_a_square(more):
    table = Table(**{**PLAIN, **more}).square(1, FULL).square(2, OTHER_FULL)
    assert able(table) == [True, True] and not stays(table.row, 0)


def test_a_reject_place_that_is_taken_for_good_lets_nothing_out():
    table = Table(mode="alternate", rejects="0/1/1").square(1, FULL).square(2, OTHER_FULL)
    assert not stays(table.aside("1r1", "Js").row, 1) and stays(table.row, 0)


def test_a_common_place_may_be_emptied_by_a_movable_opponent():
    for moves, certain in (("fixed", True), ("movable", False)):
        table = Table(mode="alternate", rejects="1/0/0", move2=moves).square(1, FULL)
        assert stays(table.aside("x1", "Js").row, 0) is certain


def test_who_has_said_done_keeps_what_they_have():
    table = Table(mode="race-both", steal="on", move="movable").square(1, FULL)
    table.row[FINISHED] = 1
    span = square_span(table.row, 0)
    assert span.least == span.most == points(table)[0]


def test_the_cards_that_may_still_come_are_what_is_left():
    gap = FULL.replace("9c 9d Tc Td Jc", "9c 9d Tc Td --")  # the last row has two pair, for 3; a full house is 10
    table = Table(**PLAIN).square(1, gap).square(2, OTHER_FULL)
    least, most = square_span(table.row, 0)
    now = points(table)[0]
    assert least <= now < most
    assert square_span(table.no_pack().row, 0) == (now, now)


def test_one_who_plays_alone_has_nobody_to_lose_to():
    assert can_win(Table(mode="one-hand").row, 0)


@pytest.mark.slow
@pytest.mark.parametrize("scoring", ["english", "american"])
@pytest.mark.parametrize("seed", range(4))
def test_who_can_get_ahead_with_the_last_cards_can_win(seed, scoring):
    options = {**PLAIN, "scoring": scoring, "touch": "anywhere", "touch2": "anywhere"}
    match, random = Match("solitaire", seed=seed, options=options), Random(seed)
    while sum(each != 0 for each in match.row[rules.CELL : rules.CELL + 50]) < 48:
        match.make(random.choice(match.legal()))
    for seat in range(2):
        assert can_win(match.row, seat) or best_lead(rules, match.row, seat) <= 0
