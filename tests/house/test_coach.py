"""The coach: what it says of a move, and that it says nothing where somebody else plays."""

import time

import pytest

from fivefold.house.computers.analysis import Estimate
from fivefold.house.computers.hints import check_coach, coach_view, coached_ply
from fivefold.house.computers.opponents import Opponents
from fivefold.house.database import open_database
from fivefold.house.errors import NotOffered, NotYours
from fivefold.house.house import House
from fivefold.house.table.seating import MatchRequest
from fivefold.play.match import Match
from tests.house.test_opponents import WAIT, Thinkers

WITHOUT = {"explain": "", "points": 0.0}
ANNA, BERT = "anna567abcdefghi", "bert567abcdefghi"


def estimate(ply, played, best, loss=0.0, **more):
    return Estimate(
        **{"values": (0.6, 0.4), "line": (best,), **more}, **WITHOUT, ply=ply, text=best, played=played, loss=loss
    )


@pytest.fixture
def match():
    return Match("locus", seed=24, options={"grid": "6x5", "first": "0"})


def said(match, played, best, loss=0.0, you=0):
    ply = len(match.moves)
    match.play(played)
    return coach_view(match, ply, estimate(ply, played, best, loss), you)


def test_the_best_move_is_called_so(match):
    view = said(match, "c3:up", "c3:up")
    assert (view["mark"], view["words"]) == ("best", "Your chance stays 60%.")


@pytest.mark.parametrize(("loss", "mark", "left"), [(0.02, "good", 58), (0.12, "mistake", 48), (0.5, "blunder", 10)])
def test_every_mark_says_the_chance_before_and_after_and_what_was_better(match, loss, mark, left):
    view = said(match, "c3:down", "c3:up", loss=loss)
    assert view["mark"] == mark
    assert (view["before"], view["after"]) == pytest.approx((0.6, left / 100))
    assert view["words"].startswith(f"Your chance: from 60% to {left}%. ") and "etter: " in view["words"]
    assert view["picks"] == ["c3", "up"], "so that it can be shown on the board"


def test_where_nothing_is_lost_another_move_than_the_best_is_good_and_none_is_called_better(match):
    view = said(match, "c3:down", "c3:up", loss=0.001)
    assert (view["mark"], view["words"]) == ("good", "Your chance stays 60%.")


def test_of_a_computers_reply_it_says_what_it_did_and_what_that_did_to_your_chance(match):
    view = said(match, "c3:up", "c3:up", you=1)
    assert view["did"] == "Queen of clubs face up on c3: straight flush, 11 points"
    assert view["explain"].startswith("straight flush (") and view["explain"].endswith(") 11")
    assert (view["before"], view["after"], view["words"]) == (0.4, 0.4, "Your chance stays 40%.")
    worse = said(Match("locus", seed=24, options=dict(match.options)), "c3:down", "c3:up", loss=0.12, you=1)
    assert worse["words"].startswith("Your chance: from 40% to 52%. A better reply was ")


def test_of_its_best_reply_it_says_what_it_expects_next(match):
    ply, line = len(match.moves), ("c3:up", "c4:down")
    match.play(line[0])
    made = estimate(ply, "c3:up", "c3:up", line=line)
    assert coach_view(match, ply, made, 1)["words"].endswith("next.")


def test_among_three_it_says_the_chance_of_whoever_moved():
    match = Match("focus", seed=1, options={"players": "3"})
    played = match.legal_moves()[0]
    match.play(played)
    made = estimate(0, played, played, values=(0.5, 0.3, 0.2))
    assert coach_view(match, 0, made, 2)["words"] == f"{match.seats[0]}: from 50% to 50%."


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
    with pytest.raises(NotOffered, match="no help in matches between people"):
        check_coach(match, ANNA)


def test_whoever_watches_gets_no_coach(house):
    with pytest.raises(NotYours, match="watching"):
        check_coach(begin(house, "3"), BERT)


def test_it_tells_of_the_last_move_one_chose(house):
    match = begin(house, "3")
    with pytest.raises(NotOffered, match="you have not moved yet"):
        coached_ply(match, ANNA)
    dealt = len(match.match.moves)
    match = house.play(match.id, ANNA, match.number + 1, match.match.legal_moves()[0])
    assert coached_ply(match, ANNA) == dealt


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
        assert found["mark"] in ("best", "good", "mistake", "blunder")
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
