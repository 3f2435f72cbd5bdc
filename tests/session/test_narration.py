"""Sentences about a match, with the names of who plays it."""

import pytest

from fivefold.play.outcome import Outcome, Termination
from fivefold.session import narration
from fivefold.session.narration import by_name

from .tables import ANNA, BEN, computer, guest, table


@pytest.mark.parametrize(
    ("sentence", "said"),
    [
        ("Red draws 7h and 8d", "You draw 7h and 8d"),
        ("Green has two", "Ben has two"),
        ("Redder than Red", "Redder than Red"),
        ("two for Red", "two for Red"),
        ("Red wins", "You win"),
    ],
)
def test_what_the_game_says_of_a_seat_is_said_of_who_sits_there(sentence, said):
    def verb(seat, third):
        return f"You {third.removesuffix('s')}" if seat == 0 else f"Ben {third}"

    assert by_name(sentence, ["Red", "Green"], verb) == said


@pytest.mark.parametrize(
    ("text", "names", "said"),
    [
        ("Red has two sets", ["You", "Ben"], "You have two sets"),
        ("Red and Green said done", ["You", "Ben"], "You and Ben said done"),
        ("Red and Green said done", ["Ben", "You"], "Ben and you said done"),
        ("all cards are laid", ["You", "Ben"], "all cards are laid"),
    ],
)
def test_what_the_game_says_of_all_seats_names_everybody(text, names, said):
    assert narration.with_player_names(text, ["Red", "Green"], names) == said


@pytest.mark.parametrize(
    ("seats", "ways_to_end", "said"),
    [
        ((guest(ANNA), guest(BEN)), lambda match: match.resign(0), "Ben wins: you resigned"),
        ((guest(ANNA), guest(BEN)), lambda match: match.resign(1), "You win: Ben resigned"),
        ((guest(ANNA), guest(BEN)), lambda match: match.lose_on_time(1), "You win: Ben ran out of time"),
        ((guest(ANNA), guest(BEN)), lambda match: match.abandon(), "A draw: abandoned"),
    ],
)
def test_how_it_ended_is_said_with_the_names_of_those_who_ended_it(seats, ways_to_end, said):
    now = table("locus", *seats)
    ways_to_end(now.match)
    names = narration.names_for(now, 0)
    assert narration.outcome_line(now, now.match.outcome, names) == said


def test_giving_up_a_game_for_one_beats_nobody():
    now = table("solitaire", guest(ANNA))
    now.match.resign(0)
    assert narration.outcome_line(now, now.match.outcome, ["You"]) == "0 points: given up"


def test_partners_win_together_and_you_are_in_the_middle_of_the_sentence():
    now = table("focus", *(guest(name) for name in ("anna", "ben", "cleo", "dora")), players="4", teams="on")
    now.match.resign(0)
    said = narration.outcome_line(now, now.match.outcome, narration.names_for(now, 3))
    assert said == "Ben and you win: Anna resigned"


def test_points_are_said_where_they_decided_and_left_out_above_a_score():
    now = table("locus")
    outcome = Outcome((1.0, 0.0), (44, 39), 0, Termination.PLAYED_OUT, "every card has a chip")
    assert narration.outcome_line(now, outcome, ["You", "Pip"]) == "You win 44 : 39: every card has a chip"
    assert narration.outcome_line(now, outcome, ["You", "Pip"], with_points=False) == "You win: every card has a chip"
    assert narration.score_line(["You", "Pip"], (44, 39)) == "Score: You 44, Pip 39"
    assert narration.double_line(["You", "Pip"], (5, 5)) == "A draw. Both games together: Score: You 5, Pip 5"


def test_who_sits_where_is_said_unless_the_names_say_it():
    now = table("locus", guest(ANNA), computer(1))
    assert (
        narration.seats_line(now, ["You", "Pip"])
        == f"You are {now.seats[0].seat_name} and Pip is {now.seats[1].seat_name}"
    )
    assert narration.seats_line(now, [seat.seat_name for seat in now.seats]) == ""
