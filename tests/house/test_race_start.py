"""The start of a race: nothing is dealt before all are ready and have counted down, and nobody sees a card sooner."""

import json
from datetime import timedelta

import pytest

from fivefold.house.errors import NotOffered, NotYours
from fivefold.house.house import House
from fivefold.house.match_view import views
from fivefold.house.table import answers
from fivefold.house.table.seating import MatchRequest
from fivefold.session import races
from fivefold.session.snapshot import LIVE, OVER, WAITING
from tests.house.conftest import START, numbered
from tests.house.people import ANNA, BEN, CLEO, facts

RACE = {"mode": "race", "deal": "3"}


class Clock:
    """A clock that a test sets."""

    def __init__(self):
        self.time = START

    def __call__(self):
        return self.time

    def wait(self, seconds):
        self.time += timedelta(seconds=seconds)


@pytest.fixture
def clock():
    return Clock()


@pytest.fixture
def timed(database, clock):
    """Return a house whose clock the test sets."""
    return House(database, clock, numbered())


@pytest.fixture
def seated(timed):
    """Return a race at which Anna and Ben sit."""
    timed.rename(ANNA, "Anna")
    snapshot = timed.create(ANNA, MatchRequest("solitaire", RACE, ("link",), "me"))
    return timed.sit(snapshot.id, BEN, name="Ben")


def told(snapshot):
    """Return everything that anybody is told of a match."""
    views_of_all = [views.Views().view(snapshot, person, history=True) for person in (ANNA, BEN, CLEO)]
    return json.dumps(
        [views_of_all, [views.table(snapshot, person) for person in (ANNA, BEN)], views.record(snapshot, "")]
    )


def test_nothing_is_dealt_before_all_are_ready_and_have_counted_down(timed, clock, seated):
    assert (seated.status, seated.number, seated.match.dealt) == (WAITING, 0, False)
    assert views.table(seated, ANNA)["start"] == {"ready": [], "seconds": None}
    assert views.table(seated, BEN)["note"] == "The cards are dealt when everybody is ready."
    one = timed.race_starts.ready(seated.id, ANNA)
    assert timed.race_starts.ready(seated.id, ANNA) is one
    assert views.table(one, BEN)["note"] == "Anna is ready. The cards are dealt when everybody is ready."
    both = timed.race_starts.ready(seated.id, BEN)
    assert views.table(both, ANNA)["start"] == {"ready": [0, 1], "seconds": races.COUNTDOWN.total_seconds()}
    assert views.table(both, ANNA)["note"] == "Get ready."
    assert 'id=\\"card-' not in told(both) and "deal:" not in told(both)
    clock.wait(1.5)
    assert views.table(both, BEN)["start"]["seconds"] == 2.0, "by the house's clock, whatever the device's says"
    assert timed.race_starts.ready(seated.id, BEN) is both is timed.race_starts.in_time(seated.id)
    clock.wait(2)
    live = timed.race_starts.ready(seated.id, BEN)
    assert live.status == LIVE and live.match.dealt and live.racing and views.table(live, ANNA)["start"] is None
    assert timed.race_starts.ready(seated.id, ANNA) is live
    assert views.Views().view(live, ANNA)["status"] == "Go!" and 'id=\\"card-' in told(live)


def test_a_move_before_the_start_is_refused_with_the_reason(timed, seated):
    for _ in range(2):
        with pytest.raises(NotOffered, match=r"the race has not begun.*everybody is ready"):
            timed.play(seated.id, ANNA, 1, "1:7h@1a1")
        timed.race_starts.ready(seated.id, ANNA)
    with pytest.raises(NotYours):
        timed.race_starts.ready(seated.id, CLEO)


def test_nobody_is_ready_while_a_seat_is_free(timed):
    waiting = timed.create(ANNA, MatchRequest("solitaire", RACE, ("link",), "me"))
    assert views.table(waiting, ANNA)["race"] and views.table(waiting, ANNA)["start"] is None
    with pytest.raises(NotOffered, match="every seat is taken"):
        timed.race_starts.ready(waiting.id, ANNA)
    assert timed.resign(waiting.id, ANNA, 1).status == OVER


@pytest.mark.parametrize("others", ["3", "here"])
def test_against_computers_and_at_one_screen_one_person_is_ready_for_all(timed, clock, others):
    snapshot = timed.create(ANNA, MatchRequest("solitaire", RACE, (others,), "me"))
    assert snapshot.status == WAITING and snapshot.due is None
    counting = timed.race_starts.ready(snapshot.id, ANNA)
    clock.wait(races.COUNTDOWN.total_seconds())
    live = timed.race_starts.in_time(counting.id)
    assert live.status == LIVE and (live.due is not None) == (others == "3")
    assert all(call.at > clock() for call in live.calls), "a computer reacts to the cards, not to the countdown"


def test_a_countdown_goes_on_in_another_house(timed, clock, seated, database):
    timed.race_starts.ready(seated.id, ANNA)
    counting = timed.race_starts.ready(seated.id, BEN)
    other = House(database, clock)
    assert facts(other.snapshot(seated.id)) == facts(counting) and other.snapshot(seated.id).begins == counting.begins
    clock.wait(4)
    assert other.race_starts.in_time(seated.id).status == LIVE


def test_a_rematch_of_a_race_asks_again(timed, clock, seated):
    for person in (ANNA, BEN):
        timed.race_starts.ready(seated.id, person)
    clock.wait(4)
    live = timed.race_starts.ready(seated.id, ANNA)
    over = timed.resign(live.id, ANNA, live.number + 1)
    timed.rematch(over.id, ANNA)
    for following in (timed.rematch(over.id, BEN), timed.same_cards(over.id, BEN)):
        assert following.status == WAITING and views.table(following, ANNA)["start"]["ready"] == []


def test_nobody_is_offered_answers_in_advance_before_the_cards_of_a_race_lie_there(seated):
    assert answers.kind(seated, ANNA) == ""
