"""How much and how often: every address has a limit, for each person and each address a request may come from."""

import pytest
from starlette.routing import Mount

from fivefold import connections
from fivefold.doors.web import limits
from fivefold.doors.web.app import create_app
from fivefold.doors.web.errors import TooMany
from fivefold.doors.web.settings import Settings
from fivefold.house.trial import Boards
from fivefold.play.start import Start
from tests.doors.web.conftest import Person
from tests.doors.web.in_process import Visitor
from tests.doors.web.test_security import _Any, _routes

HOME = "192.0.2.7"


class Closed:
    """Limits that everybody is past."""

    def spend(self, rate, person_id, address, cost=1):
        raise TooMany(f"too many {rate.what}", 7)


@pytest.mark.slow
def test_every_address_has_a_limit(app):
    client = Person(app, "anna567abcdefghi")
    app.state.limits = Closed()
    seen = 0
    for route in _routes(app):
        for method in route.methods - {"HEAD"}:
            answer = client.request(method, route.path.format_map(_Any()))
            assert (answer.status_code, answer.headers.get("retry-after")) == (429, "7"), f"{method} {route.path}"
            seen += 1
    assert seen > 40
    mounted = [route.path for route in app.routes if isinstance(route, Mount)]
    for path in (*(f"{path}/x/icon.svg" for path in mounted), "/nothing/here"):
        assert client.get(path).status_code == 429, path
    assert mounted


def test_a_refusal_is_short_and_says_what_to_do(app):
    app.state.limits = Closed()
    answer = Person(app, "anna567abcdefghi").get("/about", headers={"Accept": "text/html"})
    assert answer.status_code == 429 and answer.text == "Too fast\n\ntoo many pages\n"
    assert answer.headers["content-type"].startswith("text/plain")


@pytest.fixture
def guarded(house, opponents):
    return create_app(house, opponents, Settings())


def test_too_much_is_refused_with_the_time_to_wait(guarded):
    anna, bert = Person(guarded, "anna567abcdefghi"), Person(guarded, "bert567abcdefghi")
    statuses = [anna.post("/name", data={"name": "A"}).status_code for _ in range(limits.NAMES.count + 1)]
    assert statuses == [200] * limits.NAMES.count + [429]
    refused = anna.post("/name", data={"name": "A"})
    assert 1 <= int(refused.headers["retry-after"]) <= limits.NAMES.seconds
    assert "try again in" in refused.json()["error"]
    assert bert.post("/name", data={"name": "B"}).status_code == 200


@pytest.mark.slow
def test_one_address_with_many_people_is_limited_too(guarded):
    allowed = limits.NAMES.count * limits.PER_ADDRESS
    statuses = [
        Person(guarded, f"person{number}").post("/name", data={"name": "A"}).status_code
        for number in range(allowed + 1)
    ]
    assert statuses == [200] * allowed + [429]


def test_fast_play_is_never_too_fast(guarded):
    """A fast player moves twice a second, looks at previews all the time and takes back every other move."""
    counter = limits.Limits()
    for rate, a_second in ((limits.MOVES, 2), (limits.PREVIEWS, 8), (limits.COMMANDS, 1), (limits.VIEWS, 4)):
        for _ in range(a_second * rate.seconds):
            counter.spend(rate, "anna", "127.0.0.1")


@pytest.mark.parametrize(
    ("address", "network"),
    [
        ("192.0.2.7", "192.0.2.7"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::"),
        ("::ffff:192.0.2.7", "192.0.2.7"),
        ("testclient", "testclient"),
    ],
)
def test_an_address_stands_for_a_customer(address, network):
    assert connections.network(address) == network


# --- who is counted --------------------------------------------------------------------------------------------------


@pytest.fixture
def counter():
    return limits.Limits()


def spent(counter, rate, person, address=HOME, **more):
    """Spend until it is too much; return how often that went well."""
    for count in range(10_000):
        try:
            counter.spend(rate, person, address, **more)
        except TooMany:
            return count
    raise AssertionError("there is no limit")


def test_who_is_past_their_own_limit_leaves_the_address_to_others(counter):
    assert spent(counter, limits.NAMES, "anna") == limits.NAMES.count
    for _ in range(limits.PER_ADDRESS * limits.NAMES.count):
        with pytest.raises(TooMany):
            counter.spend(limits.NAMES, "anna", HOME)
    assert spent(counter, limits.NAMES, "bert") == limits.NAMES.count


def test_who_brings_no_cookie_is_counted_by_address_alone_and_fills_no_memory(guarded):
    with Visitor(guarded) as client:
        for _ in range(20):
            client.cookies.clear()
            assert client.get("/robots.txt").status_code == 200
    assert len(guarded.state.limits._storage.events) == 1


def test_many_cookies_of_one_address_come_no_further_than_five_people(counter):
    allowed = limits.PER_ADDRESS * limits.NAMES.count
    assert sum(spent(counter, limits.NAMES, f"person {number}") for number in range(50)) == allowed
    assert len(counter._storage.events) <= 50 + 1


def test_what_costs_more_is_counted_more(counter):
    assert spent(counter, limits.TRIALS, "anna", cost=25) == limits.TRIALS.count // 25


def test_a_board_with_many_moves_costs_more_unless_it_is_at_hand():
    moves = ["c3:up"] * 100
    boards, start = Boards(), Start("locus", {}, 1, ())
    assert boards.cost(start.after(*moves)) == 5 and boards.cost(start) == 1
    boards.view(start)
    assert boards.cost(start.after("c3:up")) == boards.cost(start) == 1


# --- a clock that steps ----------------------------------------------------------------------------------------------


def test_nobody_is_locked_out_when_the_clock_steps_back(counter, monkeypatch):
    spent(counter, limits.NAMES, "anna")
    now = limits.time()
    monkeypatch.setattr("time.time", lambda: now - 3600)
    monkeypatch.setattr(limits, "time", lambda: now - 3600)
    assert spent(counter, limits.NAMES, "anna") == limits.NAMES.count


def test_a_clock_that_is_set_right_by_and_by_forgives_nothing(counter, monkeypatch):
    spent(counter, limits.NAMES, "anna")
    now = limits.time()
    for slower in (0.3, 0.6, 0.9, 1.2):
        monkeypatch.setattr(limits, "time", lambda slower=slower: now - slower)
        with pytest.raises(TooMany):
            counter.spend(limits.NAMES, "anna", HOME)
