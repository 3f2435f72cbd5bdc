"""Sentences about a match, with the names of who plays it."""

from dataclasses import replace
from pathlib import Path

import pytest

from fivefold.contract import ANYONE, NOBODY
from fivefold.parts.messages import Message, Reader
from fivefold.play.match import Match
from fivefold.play.outcome import Outcome, Termination
from fivefold.session import history, narration, steps
from fivefold.session.snapshot import GIFT, MORE_TIME, PAUSE, RESUME, Cause, Entry
from tests.quick import in_turn

from .tables import ANNA, BEN, computer, person, table

YOU_AND_PIP = Reader(("Anna", "Pip"), you=0)


@pytest.mark.parametrize(
    ("seats", "ways_to_end", "said"),
    [
        ((person(ANNA), person(BEN)), lambda match: match.resign(0), "Ben wins. You resigned."),
        ((person(ANNA), person(BEN)), lambda match: match.resign(1), "You win. Ben resigned."),
        ((person(ANNA), person(BEN)), lambda match: match.lose_on_time(1), "You win. Ben ran out of time."),
        (
            (person(ANNA), person(BEN)),
            lambda match: match.lose_on_time(1, drawn=True),
            "A draw. Ben ran out of time, but you could not win any more.",
        ),
        (
            (person(ANNA), person(BEN)),
            lambda match: match.lose_on_time(0, drawn=True),
            "A draw. You ran out of time, but Ben could not win any more.",
        ),
        ((person(ANNA), person(BEN)), lambda match: match.time_up(), "A draw. The time was up."),
    ],
)
def test_how_it_ended_is_said_with_the_names_of_those_who_ended_it(seats, ways_to_end, said):
    now = table("locus", *seats)
    ways_to_end(now.match)
    assert narration.outcome_line(now, now.match.outcome, Reader(now.names, you=0)) == said


def test_how_somebody_won_is_said_once():
    record = Path(__file__).parent.parent / "games" / "goldens" / "focus-quota.fivefold"
    now = replace(table("focus", person(ANNA), person(BEN)), match=Match.from_record(record.read_text()))
    assert narration.outcome_line(now, now.match.outcome, Reader(now.names)) == "Anna wins by capturing 6 pieces"
    assert narration.outcome_line(now, now.match.outcome, Reader(now.names, 0)) == "You win by capturing 6 pieces"


@in_turn(
    "cause, seat, said",
    [
        (Cause.LATE, 1, "Cancelled: Ben didn't start in time. No result."),
        (Cause.LATE, 0, "Cancelled: you didn't start in time. No result."),
        (Cause.AGREED, 0, "Cancelled: both agreed. No result."),
        (Cause.EMPTY, NOBODY, "Cancelled: nobody joined. No result."),
        (Cause.DECLINED, NOBODY, "Cancelled: the challenge was declined. No result."),
        (Cause.WITHDRAWN, NOBODY, "Cancelled: the challenge was withdrawn. No result."),
        (Cause.LEFT, 1, "Cancelled: Ben left before the start. No result."),
        (Cause.STOPPED, 0, "Cancelled: you stopped the match. No result."),
        (Cause.OPERATOR, NOBODY, "Cancelled by an operator. No result."),
        (Cause.LONG, NOBODY, "Cancelled: 3,000 moves are as many as a match takes here. No result."),
        ("", NOBODY, "Cancelled. No result."),
    ],
)
def test_who_cancelled_a_match_and_why_is_said(cause, seat, said):
    now = steps.cancelled(table("locus", person(ANNA), person(BEN)), cause, seat)
    reader = Reader(now.names, you=0)
    assert narration.outcome_line(now, now.match.outcome, reader) == said
    assert narration.headline(now, now.match.outcome, reader) == "Cancelled"
    why = narration.telling_reason(now, now.match.outcome, reader)
    assert why.endswith("No result.") and why.count("No result") == 1
    assert said.startswith(narration.entry_sentence(now.entries[-1], reader))


def test_the_points_are_said_when_the_time_for_the_game_was_up():
    now = table("pokeros", person(ANNA), person(BEN))
    while not any(now.match.scores):
        now.match.make(now.match.legal()[0])
    now.match.time_up()
    won, lost = sorted(now.match.scores, reverse=True)
    winner = now.names[now.match.outcome.winner]
    assert narration.outcome_line(now, now.match.outcome, Reader(now.names)) == (
        f"{winner} wins {won}–{lost}. The time was up."
    )
    alone = table("solitaire", person(ANNA))
    alone.match.time_up()
    assert narration.outcome_line(alone, alone.match.outcome, Reader(alone.names, you=0)) == (
        "0 points. The time was up."
    )


def test_partners_who_ran_out_of_time_lose_together_or_the_others_could_not_win():
    names = ("anna", "ben", "cleo", "dora")
    for drawn, said in (
        (False, "Ben and you win. Anna ran out of time."),
        (True, "A draw. Anna ran out of time, but Ben and you could not win any more."),
    ):
        now = table("focus", *(person(name) for name in names), players="4", teams="on", dropping="end")
        now.match.lose_on_time(0, drawn=drawn)
        assert narration.outcome_line(now, now.match.outcome, Reader(now.names, you=3)) == said


def test_what_the_list_of_moves_says_of_time():
    reader = Reader(("Anna", "Ben"), you=1)
    said = [narration.entry_sentence(Entry(1, "time", seat, ""), reader) for seat in (0, 1, NOBODY)]
    assert said == ["Anna runs out of time", "You run out of time", "The time is up"]


def test_what_happens_to_clocks_is_said_of_whoever_it_concerns():
    reader = Reader(("Anna", "Ben"), you=1)
    said = [narration.entry_sentence(Entry(1, kind, 0, "60"), reader) for kind in (GIFT, MORE_TIME, PAUSE, RESUME)]
    assert said == [
        "Anna gives the others more time",
        "Anna gets more time",
        "The match is paused",
        "The match goes on",
    ]


def test_giving_up_a_game_for_one_beats_nobody():
    now = table("solitaire", person(ANNA))
    now.match.resign(0)
    assert narration.outcome_line(now, now.match.outcome, Reader(now.names, you=0)) == "0 points. Given up."


def test_partners_win_together_and_you_are_in_the_middle_of_the_sentence():
    people = (person(name) for name in ("anna", "ben", "cleo", "dora"))
    now = table("focus", *people, players="4", teams="on", dropping="end")
    now.match.resign(0)
    said = narration.outcome_line(now, now.match.outcome, Reader(now.names, you=3))
    assert said == "Ben and you win. Anna resigned."


def test_points_are_said_where_they_decided_and_left_out_above_a_score():
    now = table("locus")
    everything = Message("all-chips-placed")
    outcome = Outcome((1.0, 0.0), (44, 39), 0, Termination.PLAYED_OUT, "every card has a chip", everything)
    assert narration.outcome_line(now, outcome, YOU_AND_PIP) == "You win 44–39"
    assert narration.outcome_line(now, outcome, YOU_AND_PIP, with_points=False) == "You win"
    assert narration.score_line(YOU_AND_PIP, (44, 39)) == "Score: You 44, Pip 39"
    assert narration.double_line(YOU_AND_PIP, (5, 5), (5, 5)) == "The double match is a draw, 5–5"
    assert narration.double_line(YOU_AND_PIP, (5, 9), (5, 9)) == "Pip wins the double match 9–5"


def test_who_sits_where_is_said_unless_the_names_say_it():
    now = table("locus", person(ANNA), computer(1))
    assert (
        narration.seats_line(now, YOU_AND_PIP)
        == f"You are {now.seats[0].seat_name} and Pip is {now.seats[1].seat_name}"
    )
    assert narration.seats_line(now, Reader([seat.seat_name for seat in now.seats])) == ""


def test_the_cause_of_an_end_is_told_of_the_players_and_recorded_of_the_seats():
    now = table("focus")
    cause = Message("last-able", winners=(now.match.game.notation.seat(now.match.row, 0),))
    outcome = Outcome((1.0, 0.0), (8, 6), 0, Termination.PLAYED_OUT, "nobody but Red can move or place", cause)
    said = narration.outcome_line(now, outcome, Reader(now.names, you=0))
    assert said == "You win. Nobody but you can move or place."  # captured pieces decide nothing, so no 8–6
    assert narration.reason(now, outcome, Reader(now.names, you=0)) == "nobody but you can move or place"
    assert narration.reason(now, outcome, Reader(now.names)) == "nobody but Anna can move or place"


def test_a_run_of_chance_is_one_sentence_about_who_sits_there():
    now = table("pokeros")
    (deal, *_) = history.runs(now.match.replay())
    said = history.run_sentence(now, Reader(now.names, you=0), 0, deal)
    assert "you draw " in said and "Ben draws 3 cards" in said


def test_names_stay_as_they_are_written_at_the_beginning_of_a_sentence():
    people = (person(name) for name in ("anna", "ben", "cleo", "dora"))
    now = table("focus", *people, players="4", teams="on", dropping="end")
    now.match.resign(0)
    reader = Reader(("anna", "ben", "cleo", "dora"))
    assert narration.outcome_line(now, now.match.outcome, reader) == "ben and dora win. anna resigned."


def test_a_sentence_of_its_own_begins_with_a_capital():
    assert narration.status_line(YOU_AND_PIP, ANYONE, [1, 1]) == "Level at 1–1"
    assert narration.status_line(YOU_AND_PIP, 0, [1, 1]) == "Your turn; level at 1–1"
