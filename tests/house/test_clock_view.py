"""What everybody sees of a match's clocks: true at any later moment, without asking again."""

from dataclasses import replace
from datetime import timedelta

import pytest

from fivefold.house.house import House
from fivefold.house.match_view.views import clock_view, left, stands_until
from fivefold.house.table.seating import MatchRequest
from fivefold.play.clocks import FIRST_MOVE, Stops
from fivefold.play.rest import Rest
from fivefold.session.timing import moment
from tests.house.conftest import START, numbered
from tests.house.people import ANNA, BEN, CLEO, STEPS, by_link, play

pytestmark = pytest.mark.slow
SECOND, HOUR, DAY = 1000, 3_600_000, 86_400_000


class Hands:
    """A clock that goes on when a test says so."""

    now = START

    def __call__(self):
        return self.now

    def go_on(self, seconds):
        self.now += timedelta(seconds=seconds)

    @property
    def moment(self):
        return moment(self.now)


@pytest.fixture
def hands():
    return Hands()


@pytest.fixture
def at_home(database, hands):
    return House(database, hands, numbered())


def seen(house, now, person=ANNA):
    return house.views.view(house.shown_to(person, now.id), person)["clock"]


def moved(house, now):
    return play(house, now, now.match.legal_moves()[0])


def test_without_a_limit_there_are_no_clocks(at_home):
    assert seen(at_home, by_link(at_home)) is None


def test_the_clocks_are_full_before_the_match_begins(at_home):
    waiting = at_home.create(ANNA, MatchRequest("track", STEPS, ("link",), begin="me", time="5m+3s", handicap=50))
    clock = seen(at_home, waiting)
    assert (clock["control"], clock["running"], clock["runs_out"]) == ("5m+3s", None, None)
    assert [seat["left"] for seat in clock["seats"]] == [150 * SECOND, 300 * SECOND]


def test_what_is_left_can_be_told_at_any_later_moment(at_home, hands):
    now = by_link(at_home, time="5m+3s")
    hands.go_on(7)
    now = moved(at_home, now)
    clock = seen(at_home, now)
    assert clock["running"] == 1 and clock["at"] == clock["since"] == hands.moment
    assert [seat["used"] for seat in clock["seats"]] == [7 * SECOND, 0]
    assert left(clock, 0, hands.moment + 99 * SECOND) == 296 * SECOND
    for later in (0, 1, 40 * SECOND, 299_999, 300 * SECOND, HOUR):
        assert left(clock, 1, hands.moment + later) == now.clocks.left(1, hands.moment + later, Stops())
    assert clock["runs_out"] == hands.moment + 300 * SECOND


def test_a_first_move_is_due_within_a_minute_whatever_the_clock_says(at_home, hands):
    now = by_link(at_home, time="5m+3s")
    assert seen(at_home, now)["first_move"] == hands.moment + FIRST_MOVE
    now = moved(at_home, moved(at_home, now))
    assert seen(at_home, now)["first_move"] is None


def test_nights_are_told_ahead_so_that_the_clock_stands_on_the_page_too(at_home, hands):
    now = by_link(at_home, time="3d/move")
    rest = Rest.parse("sat,sun 22:00-07:00 Europe/Berlin")
    stops = Stops(((hands.moment + HOUR, hands.moment + 2 * HOUR),), {0: rest})
    clock = clock_view(now, stops)
    assert clock["runs_out"] == now.clocks.runs_out(stops)
    for hour in range(0, 200, 3):
        at = hands.moment + hour * HOUR
        assert left(clock, 0, at) == now.clocks.left(0, at, stops)
        if at < clock["runs_out"]:
            assert (stands_until(clock, at) is None) == bool(stops.counted(0, at, at + 1))


def test_everybody_shares_the_bytes_and_a_past_position_has_no_clocks(at_home):
    now = moved(at_home, by_link(at_home, time="5m+3s"))
    assert seen(at_home, now) == seen(at_home, now, BEN) == seen(at_home, now, CLEO)
    assert at_home.views.view(now, ANNA, 0)["clock"] is None


def test_who_watches_with_a_delay_sees_the_clocks_as_they_stood(at_home, hands):
    begun = by_link(at_home, time="5m+3s")
    delayed = lambda now: replace(now, terms=replace(now.terms, delay=30), revision=now.revision + 1)  # noqa: E731
    (now,) = at_home.change({begun.id: delayed})
    before = seen(at_home, now)
    hands.go_on(40)
    now = moved(at_home, now)
    assert seen(at_home, now, CLEO) == before != seen(at_home, now)
    assert before["delay"] == 30 * SECOND and before["running"] == 0
    hands.go_on(31)
    assert seen(at_home, now, CLEO) == seen(at_home, now)


def test_a_pause_and_the_end_on_time_are_told(at_home, hands):
    now = moved(at_home, moved(at_home, by_link(at_home, time="15s+0s")))
    hands.go_on(5)
    now = at_home.offers.make(now.id, ANNA, "pause", now.number + 1)
    now = at_home.offers.answer(now.id, BEN, True, "pause", now.number + 1)
    clock = seen(at_home, now)
    assert clock["paused"] and clock["runs_out"] is None and clock["since"] == hands.moment + HOUR // 2
    assert left(clock, 0, hands.moment + 9 * SECOND) == 10 * SECOND
    hands.go_on(1801)
    at_home.clocks.look(now.id)
    hands.go_on(20)
    clock = seen(at_home, at_home.clocks.look(now.id))
    assert (clock["out"], clock["running"], clock["seats"][0]["left"]) == (0, None, 0)
