"""With a delay, spectators get by every way what they would get if nothing had happened since, byte for byte."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest

from fivefold.doors.web.app import create_app
from fivefold.doors.web.settings import Settings
from fivefold.doors.web.stream import MatchFeed, Reader
from fivefold.house.database import open_database
from fivefold.house.house import House
from tests.doors.web.conftest import Person, Quiet
from tests.doors.web.pictures import AtOnce

pytestmark = pytest.mark.slow

DELAY = 60
READ = (
    *("", "?ply=1", "?watch=1", "/view", "/view?ply=1", "/view?everything=1", "/preview", "/preview?picks=7h"),
    *("/refusal?picks=7h", "/record", "/review", "/analysis", "/result", "/chat", "/coach", "/hint"),
    *(
        "/hindsight",
        "/companion",
        "/card.png",
        "/picture.png",
        "/picture.png?ply=1",
        "/animation.gif",
        "/score-card",
        "/report?seat=0",
    ),
)
DONE = ("moves", "undo", "resign", "rematch", "second", "new-cards", "same-cards", "play-on", "answer", "hint", "ready")


class Hands:
    now = datetime(2026, 1, 1, 12, tzinfo=UTC)

    def __call__(self):
        return self.now


@pytest.fixture
def clock():
    return Hands()


@pytest.fixture
def house(url, clock):
    return House(open_database(url), clock)


@pytest.fixture
def app(app):
    app.state.rasters = AtOnce()
    return app


def delayed(house, anna, bert, game):
    """Return a match with a delay, some moves made long ago."""
    match = anna.begin(game)["match"]
    bert.post(f"/matches/{match}/seats", data={"name": "Bert"})
    house.change({match: lambda now: replace(now, terms=replace(now.terms, delay=DELAY), revision=now.revision + 1)})
    move(match, anna, bert, 4)
    house._clock.now += timedelta(seconds=DELAY + 1)
    return match


def move(match, anna, bert, count):
    for _ in range(count):
        mover = next(person for person in (anna, bert) if person.see(match)["turn"])
        assert mover.move(mover.see(match)).status_code == 200


def everything(house, person, match):
    """Return whatever a person gets who looks on, by each way there is."""
    told = {}
    for accepted in ("text/html", "application/json"):
        for way in READ:
            answer = person.get(f"/matches/{match}{way}", headers={"Accept": accepted})
            told[accepted, way] = answer.status_code, answer.content
    for way in DONE:
        for number in (5, 9):
            fields = {"number": number, "move": "7h", "ply": 1, "agree": "yes"}
            answer = person.post(f"/matches/{match}/{way}", data=fields)
            told[way, number] = answer.status_code, answer.content
    snapshot = house.shown_to(person.person_id, match)
    told["stream"] = MatchFeed(house.encoded, person.person_id, Reader()).first(snapshot)
    return told


def differing(one, other):
    return [way for way in one if one[way] != other[way]]


@pytest.mark.slow
@pytest.mark.parametrize("game", ["pokeros", "locus"])
def test_nothing_tells_a_spectator_what_happened_since(house, clock, anna, bert, stranger, game):
    match = delayed(house, anna, bert, game)
    # What is worked out once is worked out, and commands get the refusal of somebody who is behind.
    move(match, anna, bert, 1)
    page = stranger.get(f"/matches/{match}", headers={"Accept": "text/html"}).text
    assert "</span>, 60 seconds after the players." in page
    everything(house, stranger, match)
    before = everything(house, stranger, match)
    assert all(before[way, number][0] in (403, 404, 409, 422) for way in DONE for number in (5, 9))
    clock.now += timedelta(seconds=1)
    move(match, anna, bert, 2)
    assert differing(before, everything(house, stranger, match)) == []
    assert anna.resign(match).status_code == 200
    anna.post(f"/matches/{match}/rematch", data={})
    assert anna.see(match)["over"] and differing(before, everything(house, stranger, match)) == []
    clock.now += timedelta(seconds=DELAY)
    assert stranger.see(match)["over"] and differing(before, everything(house, stranger, match))


@pytest.mark.slow
def test_a_stream_tells_a_spectator_later(house, clock, anna, bert, stranger):
    from tests.doors.web.conftest import reading, serving, wait_until

    app = create_app(house, Quiet(), Settings(limited=False))
    match = delayed(house, anna, bert, "locus")
    seen = house.snapshot(match).number
    with serving(app) as (address, _), reading(address, match, Person(app, stranger.person_id)) as theirs:
        wait_until(lambda: theirs.ids() == [seen])
        move(match, anna, bert, 1)
        with reading(address, match, anna) as hers:
            wait_until(lambda: hers.ids() and hers.ids()[-1] > seen)
        assert theirs.ids() == [seen]
        clock.now += timedelta(seconds=DELAY)
        anna.post(f"/matches/{match}/chat", data={"text": "wakes the streams"})
        wait_until(lambda: theirs.ids()[-1] > seen)
