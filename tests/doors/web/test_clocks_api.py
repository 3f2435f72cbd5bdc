"""Claiming a win on time, giving more, and what a move says of the network: by script and by plain form."""

import pytest

from fivefold.house.database import open_database
from fivefold.house.house import House
from fivefold.house.table.seating import MatchRequest
from fivefold.session.snapshot import OVER
from tests.house.virtual import VirtualClock, up_for

pytestmark = pytest.mark.slow

DAYS = 3 * 86_400


@pytest.fixture
def clock():
    return VirtualClock()


@pytest.fixture
def house(url, clock):
    return House(open_database(url), clock)


def begun(house, first, second, time):
    """Return the id of a match in which each has moved once."""
    wish = MatchRequest("focus", {}, ("link",), begin="me", time=time)
    now = house.sit(house.create(first.person_id, wish).id, second.person_id, name="Bert")
    for person in (first, second):
        now = house.play(now.id, person.person_id, now.number + 1, now.match.legal_moves()[0])
    return now.id


def move(person, match, **more):
    view = person.see(match)
    fields = {"number": view["number"] + 1, "move": view["moves"][0]["text"], **more}
    return person.post(f"/matches/{match}/moves", data=fields)


def ran_out(house, clock, match):
    up_for(house, clock, DAYS + 1)
    house.clocks.look(match)


def test_a_win_on_time_is_claimed(anna, bert, house, clock):
    match = begun(house, anna, bert, "3d/move")
    early = bert.post(f"/matches/{match}/claim")
    assert early.status_code == 409 and "still has time" in early.json()["error"]
    ran_out(house, clock, match)
    assert bert.see(match)["can"]["claim"] is True and anna.see(match)["can"]["claim"] is not True
    assert anna.post(f"/matches/{match}/claim").status_code == 409
    assert bert.post(f"/matches/{match}/claim").json()["over"]


def test_more_time_is_given(anna, bert, house, clock):
    match = begun(house, anna, bert, "3d/move")
    ran_out(house, clock, match)
    number = bert.see(match)["number"]
    given = bert.post(f"/matches/{match}/give", data={"number": number})
    assert given.status_code == 200 and given.json()["number"] == number + 1
    assert bert.post(f"/matches/{match}/give", data={"number": number}).json()["number"] == number + 1, "once"
    assert bert.post(f"/matches/{match}/claim").status_code == 409


@pytest.mark.parametrize(("what", "ends"), [("claim", True), ("give", False)])
def test_without_script_one_comes_back_to_the_table(reader, anna, house, clock, what, ends):
    match = begun(house, anna, reader, "3d/move")
    ran_out(house, clock, match)
    page = reader.open(f"/matches/{match}")
    sent = page.fields(page.all("form", action=f"{page.path}/resign")[0])
    back = reader.read(reader.post(f"{page.path}/{what}", data=sent))
    assert back.path == page.path and (house.snapshot(match).status == OVER) == ends


def test_what_the_network_took_comes_with_the_move_and_is_bounded(anna, bert, house, clock):
    match = begun(house, anna, bert, "30s/move")
    clock.pass_(31)
    answer = move(anna, match, lag="90000000000")
    assert answer.status_code == 200, answer.text
    assert house.snapshot(match).entries[-1].given_back == 1500
    assert move(bert, match, lag="soon").status_code == 422


def test_a_move_after_the_time_is_answered_in_words(anna, bert, house, clock):
    match = begun(house, anna, bert, "30s/move")
    clock.pass_(40)
    late = move(anna, match)
    assert late.status_code == 409 and "your time was up" in late.json()["error"]
    assert anna.see(match)["over"]
