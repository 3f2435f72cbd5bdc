"""Sentences about a match, with the names of who plays it."""

import pytest

from fivefold.parts.messages import Reader
from fivefold.play.outcome import Outcome, Termination
from fivefold.session import narration

from .tables import ANNA, BEN, computer, guest, table

YOU_AND_PIP = Reader(("Anna", "Pip"), you=0)


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
    assert narration.outcome_line(now, now.match.outcome, Reader(now.names, you=0)) == said


def test_giving_up_a_game_for_one_beats_nobody():
    now = table("solitaire", guest(ANNA))
    now.match.resign(0)
    assert narration.outcome_line(now, now.match.outcome, Reader(now.names, you=0)) == "0 points: given up"


def test_partners_win_together_and_you_are_in_the_middle_of_the_sentence():
    now = table("focus", *(guest(name) for name in ("anna", "ben", "cleo", "dora")), players="4", teams="on")
    now.match.resign(0)
    said = narration.outcome_line(now, now.match.outcome, Reader(now.names, you=3))
    assert said == "Ben and you win: Anna resigned"


def test_points_are_said_where_they_decided_and_left_out_above_a_score():
    now = table("locus")
    outcome = Outcome((1.0, 0.0), (44, 39), 0, Termination.PLAYED_OUT, "every card has a chip")
    assert narration.outcome_line(now, outcome, YOU_AND_PIP) == "You win 44 : 39: every card has a chip"
    assert narration.outcome_line(now, outcome, YOU_AND_PIP, with_points=False) == "You win: every card has a chip"
    assert narration.score_line(YOU_AND_PIP, (44, 39)) == "Score: You 44, Pip 39"
    assert narration.double_line(YOU_AND_PIP, (5, 5)) == "A draw. Both games together: Score: You 5, Pip 5"


def test_who_sits_where_is_said_unless_the_names_say_it():
    now = table("locus", guest(ANNA), computer(1))
    assert (
        narration.seats_line(now, YOU_AND_PIP)
        == f"You are {now.seats[0].seat_name} and Pip is {now.seats[1].seat_name}"
    )
    assert narration.seats_line(now, Reader([seat.seat_name for seat in now.seats])) == ""
