"""Matches that would never end: called off when no more moves fit, as people are told."""

import pytest

from fivefold.house.database import open_database
from fivefold.house.errors import NotOffered
from fivefold.house.house import House
from fivefold.house.match_view import views
from fivefold.house.table.seating import MatchRequest
from fivefold.play.match import Match
from fivefold.session import narration, snapshot, steps
from fivefold.session.snapshot import OVER, Cause
from tests.house.people import ANNA, STEPS, facts, play, resigned

MOST = 10
LONG = {**STEPS, "goal": "40"}


@pytest.fixture(autouse=True)
def few_moves(monkeypatch):
    for module in (steps, snapshot, narration):
        monkeypatch.setattr(module, "MOST_MOVES", MOST)


def back_and_forth(house, match_id):
    """Move and take back until no more fits."""
    now = house.snapshot(match_id)
    while now.status != OVER:
        now = house.play(match_id, ANNA, now.number + 1, "step:1")
        if now.status != OVER:
            now = house.undo(match_id, ANNA, now.number + 1)
    return now


def test_a_match_that_goes_on_and_on_is_called_off_and_says_why(house, url):
    begun = house.create(ANNA, MatchRequest("track", LONG, ("here",), "me"))
    now = back_and_forth(house, begun.id)
    assert (now.number, now.entries[-1].kind, now.match.ending.kind) == (MOST + 1, "abandoned", "abandoned")
    said = "Cancelled: 10 moves are as many as a match takes here"
    for viewer in (ANNA, "nobody"):
        assert said in views.Views().view(now, viewer)["outcome"]["said"]
    assert now.result is None and now.due is None
    fresh = House(open_database(url)).snapshot(begun.id)
    assert facts(fresh) == facts(now) and said in views.Views().view(fresh, ANNA)["outcome"]["said"]
    assert Match.from_record(views.record(now, ANNA)).ending.kind == "abandoned"
    assert house.undo(begun.id, ANNA, MOST) is now  # the last entry that counted, sent once more


def test_whoever_makes_the_last_move_that_fits_is_told_of_it(house):
    now = house.create(ANNA, MatchRequest("track", LONG, ("1",), "me"))
    while now.status != OVER:
        now = play(house, now, "step:1")
    assert now.number == MOST + 1
    with pytest.raises(NotOffered, match="over"):
        house.undo(now.id, ANNA, now.number + 1)
    assert house.rematch(now.id, ANNA).number == 0


def test_a_match_that_ends_with_the_last_entry_is_not_called_off(house):
    now = house.create(ANNA, MatchRequest("track", LONG, ("here",), "me"))
    while now.number < MOST - 1:
        now = play(house, now, "step:1")
        now = house.undo(now.id, ANNA, now.number + 1) if now.number < MOST - 1 else now
    now = resigned(house, now)
    assert (now.number, now.entries[-1].kind) == (MOST, "resigned")


def test_what_chance_does_is_no_move(database):
    house = House(database, seeds=lambda count: bytes(range(count)))
    now = house.create(ANNA, MatchRequest("track", {"dice": "on", "goal": "40"}, ("here",), "me"))
    while now.status != OVER:
        now = house.play(now.id, ANNA, now.number + 1, now.match.legal_moves()[0])
    moves = sum(entry.mover >= 0 for entry in now.entries)
    assert MOST <= moves < now.number - 1 and now.entries[-1].text == Cause.LONG


def test_one_that_people_call_off_says_nothing_of_length(house):
    waiting = house.create(ANNA, MatchRequest("track", STEPS, ("link",), "me"))
    assert resigned(house, waiting).entries[-1].text == Cause.EMPTY
