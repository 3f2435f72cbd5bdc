"""Who drops out, as pages, their JSON and the API tell of it."""

import re

import pytest

from fivefold.play.match import Match
from tests.doors.web.conftest import Person
from tests.doors.web.programs import API, program_of

pytestmark = pytest.mark.slow

PEOPLE = ("anna567abcdefghi", "bert567abcdefghi", "carl567abcdefghi")


@pytest.fixture
def people(app):
    return [Person(app, person) for person in PEOPLE]


@pytest.fixture
def match(people):
    """A match of three at a table on the page, after four moves."""
    anna, *others = people
    view = anna.begin("focus", **{"other-1": "link", "other-2": "link", "option-players": "3"})
    for person in others:
        person.post(f"/matches/{view['match']}/seats", data={})
    for _ in range(4):
        go_on(people, view["match"])
    return view["match"]


def go_on(people, match):
    """Make a move for whose turn it is."""
    (mover,) = [person for person in people if person.see(match)["turn"]]
    assert mover.move(mover.see(match)).status_code == 200


def test_the_page_and_its_json_say_who_has_left_and_go_on(people, match):
    anna, bert, carl = people
    assert carl.resign(match).status_code == 200
    view = anna.see(match)
    assert not view["over"] and view["last"]["text"] == "resign:2"
    assert view["last"]["said"].endswith("resigns; the others play on")
    assert [part["words"] for part in view["last"]["parts"]] == ["resigns"] and view["standings"][2] == 0
    gone = carl.see(match)
    assert gone["yours"] == [2] and not gone["turn"] and gone["moves"] == []
    assert "dropped out" in gone["can"]["resign"] and "dropped out" in gone["can"]["draw"]
    page = carl.get(f"/matches/{match}", headers={"Accept": "text/html"}).text
    others = anna.get(f"/matches/{match}", headers={"Accept": "text/html"}).text
    tables = [re.search(r'<main id="table" class="([^"]*)"', each)[1].split() for each in (page, others)]
    assert ["out" in classes for classes in tables] == [True, False]
    assert '<span class="seat-state">resigned</span>' in page and "resign:2" not in anna.get("/").text
    refused = carl.post(f"/matches/{match}/moves", data={"number": gone["number"] + 1, "move": "c3-c4"})
    assert refused.status_code in {403, 409}
    for _ in range(3):
        go_on([anna, bert], match)
    assert bert.resign(match).status_code == 200
    assert anna.see(match)["outcome"]["returns"] == [1, 0, 0]
    for path in ("", "/result", "/review", "?ply=5"):
        for person in (anna, carl):
            shown = person.get(f"/matches/{match}{path}", headers={"Accept": "text/html"})
            assert shown.status_code == 200, path


def test_nobody_can_drop_another_out_by_a_move(people, match):
    anna, bert, _ = people
    view = bert.see(match)
    for text in ("resign:0", "flag:2", "resign:1"):
        assert bert.move(view, text).status_code in {400, 422}, text
        assert bert.post(f"/matches/{match}/preview", data={"picks": text}).status_code < 500
    assert anna.see(match)["number"] == view["number"]


def test_a_page_says_to_the_others_what_is_possible_after_the_first_round_was_left(people):
    anna, bert, carl = people
    view = anna.begin("focus", **{"other-1": "link", "other-2": "link", "option-players": "3"})
    for person in (bert, carl):
        person.post(f"/matches/{view['match']}/seats", data={})
    anna.move(anna.see(view["match"]))
    carl.resign(view["match"])
    seen = anna.see(view["match"])
    assert seen["over"] and seen["can"]["rematch"] is True and bert.see(view["match"])["can"]["rematch"] is True
    assert "dropped out" in carl.see(view["match"])["can"]["rematch"]


def test_the_api_tells_it_as_a_move_and_with_the_seat(app, people, match):
    anna, bert, carl = (program_of(app, person) for person in PEOPLE)
    number = carl.see(match)["number"]
    told = carl.post(f"matches/{match}/resign", json={"number": number + 1})
    assert told.status_code == 200 and told.json()["status"] == "live"
    again = carl.post(f"matches/{match}/resign", json={"number": number + 1})
    assert again.status_code == 200 and again.json()["number"] == told.json()["number"]
    seen = anna.see(match, since=number)
    assert seen["moves"] == [{"by": 2, "text": "resign:2"}]
    assert [seat["left"] for seat in seen["seats"]] == ["", "", "resigned"]
    assert not carl.see(match)["turn"] and carl.see(match)["legal"] == []
    bert.move(match)
    record = anna.get(f"matches/{match}/record").text
    assert Match.from_record(record).dropped_out[0].seat == 2 and f"{API}" not in record
