"""Matches with clocks: on devices whose clock is wrong, through a lost connection, until somebody's time is out."""

from datetime import UTC, datetime, timedelta
from types import SimpleNamespace

import pytest
from playwright.sync_api import expect

from fivefold.doors.web.app import create_app
from fivefold.doors.web.settings import Settings
from fivefold.house.database import open_database
from fivefold.house.house import House
from fivefold.house.table.seating import MatchRequest
from tests.browser import player
from tests.browser.conftest import PHONE
from tests.doors.web.conftest import Quiet, serving
from tests.house.people import ANNA, BEN, CLEO, DORA

pytestmark = pytest.mark.slow
NAMES = {ANNA: "Anna", BEN: "Ben", CLEO: "Cleo", DORA: "Dora"}
WRONG_BY_TWO_HOURS = "const real = Date.now; Date.now = () => real() + 7_200_000;"
SHOWN = (
    "([seat, least, most]) => { const [minutes, seconds] = document.querySelector(`[data-clock='${seat}'] .clock-time`)"
)
SHOWN += (
    ".textContent.split(':').map(Number); const time = 60 * minutes + seconds; return least <= time && time <= most; }"
)


class Hands:
    """A clock that goes on by itself, and further when a test says so."""

    ahead = timedelta()

    def __call__(self):
        return datetime.now(UTC) + self.ahead


@pytest.fixture
def timed(url):
    """A house in this process, at which matches are begun for people whose browsers come later."""
    hands = Hands()
    house = House(open_database(url), hands)
    for person, name in NAMES.items():
        house.rename(person, name)
    app = create_app(house, Quiet(), Settings(limited=False))
    with serving(app) as (address, server):
        yield SimpleNamespace(house=house, app=app, address=address, server=server, hands=hands)


def begun(house, game, people, time, options=None):
    wish = MatchRequest(game, options or {}, ("link",) * (len(people) - 1), begin="me", time=time)
    now = house.create(people[0], wish)
    for person in people[1:]:
        now = house.sit(now.id, person)
    return now


def moved(house, now):
    """Make the first move there is for whose turn it is."""
    mover = now.seats[now.to_act].person
    return house.play(now.id, mover, now.number + 1, now.match.legal_moves()[0])


def opened(visit, timed, now, person, script="", **more):
    page = visit("/offline", at=timed, **more)
    if script:
        page.add_init_script(script)
    cookie = timed.app.state.visitors.cookie(person)
    page.context.add_cookies([{"name": "guest", "value": cookie, "url": timed.address}])
    page.goto(f"/matches/{now.id}")
    page.wait_for_selector("html[data-ready]", state="attached")
    return page


def clock(page, seat):
    return page.locator(f"[data-clock='{seat}']")


def shows(page, seat, least, most):
    """Wait until a clock shows a time between these seconds."""
    page.wait_for_function(SHOWN, arg=[seat, least, most])


def test_a_live_match_is_lost_on_time(timed, visit):
    timed.server._sweeper.stop()  # it would take the test's leaps for outages
    now = begun(timed.house, "locus", (ANNA, BEN), "5m+0s", {"grid": "6x5", "first": "0"})
    anna = opened(visit, timed, now, ANNA, WRONG_BY_TWO_HOURS, size=PHONE, has_touch=True)
    ben = opened(visit, timed, now, BEN)
    expect(clock(anna, 0)).to_have_class("clock running")
    expect(anna.locator("#first-move-note")).to_contain_text("Move within")
    strip, time = (anna.locator(each).bounding_box() for each in ("#seat-0", "#seat-0 .clock"))
    assert strip["y"] <= time["y"] and time["y"] + time["height"] <= strip["y"] + strip["height"] <= PHONE[1]
    assert anna.evaluate("document.documentElement.scrollHeight <= innerHeight"), "the page does not scroll"
    shows(anna, 0, 200, 300)
    player.by_touch(anna, player.view(anna)["moves"][0]["picks"])
    expect(clock(ben, 1)).to_have_class("clock running")
    ben.context.set_offline(True)
    timed.hands.ahead += timedelta(seconds=40)
    shows(ben, 1, 0, 299)  # it goes on without a connection
    ben.context.set_offline(False)
    visit.expected.append("ERR_INTERNET_DISCONNECTED")
    shows(ben, 1, 150, 260)
    player.by_mouse(ben, player.view(ben)["moves"][0]["picks"])
    expect(clock(anna, 0)).to_have_class("clock running")
    timed.hands.ahead += timedelta(seconds=302)
    timed.house.clocks.look(now.id)
    expect(clock(anna, 0).locator(".clock-note")).to_have_text("time out")
    expect(ben.locator("#result")).to_contain_text("ran out of time")
    assert player.view(ben)["outcome"]["winner"] == 1


@pytest.mark.long
def test_a_pause_stops_the_clocks_and_the_board_until_both_go_on(timed, visit):
    now = moved(timed.house, moved(timed.house, begun(timed.house, "locus", (ANNA, BEN), "5m+3s", {"first": "0"})))
    anna, ben = opened(visit, timed, now, ANNA), opened(visit, timed, now, BEN)
    anna.get_by_role("button", name="More").click()
    for page, press in ((anna, "#more [data-action=pause]"), (ben, "#offer [value=yes]")):
        page.locator(press).click()
    for page in (anna, ben):
        expect(page.locator("#pause-note")).to_contain_text("Paused")
        expect(clock(page, 0)).to_have_class("clock")
    assert not anna.locator("#more [data-action=pause]").is_visible()
    before = clock(anna, 0).inner_text()
    anna.locator("#pause-note button").click()
    ben.locator("#pause-note button").click()
    expect(anna.locator("#pause-note")).to_be_hidden()
    expect(clock(anna, 0)).to_have_class("clock running")
    assert before.startswith("5:0") or before.startswith("4:5")


@pytest.mark.long
def test_a_whole_game_has_one_clock_in_the_head(timed, visit):
    now = timed.house.create(ANNA, MatchRequest("solitaire", {}, (), time="30s/game"))
    page = opened(visit, timed, now, ANNA, WRONG_BY_TWO_HOURS, size=PHONE)
    assert page.locator(".clock").count() == 1
    shows(page, 0, 20, 30)
    expect(page.locator("header .head-clock")).to_be_visible()
