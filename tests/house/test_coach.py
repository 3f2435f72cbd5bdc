"""The coach: what it says of a move, and that it says nothing where somebody else plays."""

import time

import pytest

from fivefold.house.computers.analysis import Estimate
from fivefold.house.computers.hints import check_coach, coach_view, last_choice
from fivefold.house.computers.opponents import Opponents
from fivefold.house.database import open_database
from fivefold.house.errors import NotOffered, NotYours
from fivefold.house.house import House
from fivefold.house.table.seating import MatchRequest
from fivefold.play.match import Match
from tests.house.test_opponents import WAIT, Thinkers

ANNA, BERT = "anna567abcdefghi", "bert567abcdefghi"


def estimate(played, best, loss=0.0, cost=0.0):
    values = (0.6, 0.4)
    return Estimate(0, best, "", values, 0.0, (best,), played, loss, cost=cost)


@pytest.fixture
def match():
    return Match("locus", seed=24, options={"grid": "6x5", "first": "0"})


def said(match, played, best, loss=0.0):
    ply = len(match.moves)
    match.play(played)
    return coach_view(match, ply, estimate(played, best, loss))


def test_the_best_move_is_called_so(match):
    view = said(match, "c3:up", "c3:up")
    assert (view["mark"], view["words"]) == ("best", "")


def test_a_good_move_hears_what_was_a_little_better(match):
    view = said(match, "c3:down", "c3:up", loss=0.02)
    assert view["mark"] == "good"
    assert view["words"].startswith("A little better: ")


@pytest.mark.parametrize(
    ("loss", "words"),
    [(0.12, "Mistake: your chance fell from 60% to 48%"), (0.5, "Blunder: your chance fell from 60% to 10%")],
)
def test_a_slip_says_how_far_the_chance_fell(match, loss, words):
    view = said(match, "c4:down", "c3:down", loss=loss)
    assert view["mark"] == "slip"
    assert view["words"].startswith(f"{words}. Better: ")


def test_where_fewer_points_now_are_better_it_says_what_they_leave_the_opponent(match):
    view = said(match, "b2:down", "b3:up", loss=0.1)
    assert "That scores 3 points less now, but" in view["words"]


@pytest.fixture
def house(url):
    return House(open_database(url))


def begin(house, *others, game="locus"):
    return house.create(ANNA, MatchRequest(game, {}, others, begin="me"))


def test_between_people_there_is_no_coach(house):
    match = begin(house, "link")
    match = house.sit(match.id, BERT, None, "Bert")
    with pytest.raises(NotOffered, match="no coach in matches between people"):
        check_coach(match, ANNA)


def test_whoever_watches_gets_no_coach(house):
    with pytest.raises(NotYours, match="watching"):
        check_coach(begin(house, "3"), BERT)


def test_it_tells_of_the_last_move_one_chose(house):
    match = begin(house, "3")
    with pytest.raises(NotOffered, match="you have not moved yet"):
        last_choice(match, ANNA)
    dealt = len(match.match.moves)
    match = house.play(match.id, ANNA, match.number + 1, match.match.legal_moves()[0])
    assert last_choice(match, ANNA) == dealt


def test_two_at_one_screen_get_no_coach(house):
    with pytest.raises(NotOffered, match="two at one screen"):
        check_coach(begin(house, "here"), ANNA)


def test_its_word_comes_later_from_the_workers_and_holds_nothing_up(house):
    thinkers = Thinkers()
    opponents = Opponents(house, thinkers, sweep_seconds=3600)
    opponents.start()
    try:
        match = begin(house, "3")
        thinkers.gate.clear()
        match = house.play(match.id, ANNA, match.number + 1, match.match.legal_moves()[-1])
        assert opponents.coach(match.id, ANNA) is None
        assert opponents.look_for_coach(match.id, ANNA) is None
        thinkers.gate.set()
        until, found = time.monotonic() + WAIT, None
        while found is None and time.monotonic() < until:
            found = opponents.look_for_coach(match.id, ANNA)
            time.sleep(0.005)
        assert found["mark"] in ("best", "good", "slip")
    finally:
        opponents.stop()


def test_between_people_the_workers_are_not_even_asked(house):
    match = begin(house, "link")
    match = house.sit(match.id, BERT, None, "Bert")
    thinkers = Thinkers()
    opponents = Opponents(house, thinkers, sweep_seconds=3600)
    with pytest.raises(NotOffered):
        opponents.coach(match.id, ANNA)
    assert not thinkers.asked
