"""What is done with cards over the web: races, the same cards again, the expert beside, hindsight."""

import json

import httpx
import pytest

from fivefold.doors.web.app import create_app
from fivefold.doors.web.errors import status_of
from fivefold.doors.web.settings import Settings
from fivefold.house.computers.analysis import Arrangement, hindsight_view
from fivefold.house.computers.opponents import Opponents
from fivefold.house.errors import NotOffered, UnknownTable, UnknownTournament
from fivefold.house.links import COMPANION, PACK_OF
from tests.doors.web.conftest import Person, serving
from tests.house.cards import alone, begun, laid, race
from tests.house.test_opponents import Thinkers

pytestmark = pytest.mark.slow

FREE = {"option-mode": "one-hand", "option-touch": "anywhere", "option-rejects": "0/0/0", "other-1": ""}


@pytest.fixture
def running(house, anna, bert):
    """A race between Anna and Bert, two cards face up: how Anna sees it."""
    snapshot = race(house, by=anna.person_id, deal="2")
    assert bert.post(f"/matches/{snapshot.id}/seats", data={"name": "Bert"}).status_code == 200
    begun(house, house.snapshot(snapshot.id))
    return anna.see(snapshot.id)


def paths(match):
    return {name: f"/matches/{match}/{name}" for name in ("new-cards", "same-cards", "companion", "hindsight")}


def test_in_a_race_both_move_and_who_is_late_gets_the_news(anna, bert, running):
    card = running["moves"][0]["text"].partition(":")[2].partition("@")[0]
    theirs = bert.see(running["match"])
    made = bert.move(theirs, f"{card}@2c3")
    assert made.status_code == 200 and made.json()["last"]["number"] > running["number"]
    late = anna.move(running, f"1:{card}@1a1")
    assert late.status_code == 409 and late.json()["error"] == "Bert was quicker"
    assert late.json()["view"]["number"] == made.json()["number"] and late.json()["view"]["turn"]
    other = next(move["text"] for move in running["moves"] if not move["text"].startswith(f"1:{card}@"))
    assert anna.move(running, other).status_code == 200
    wrong = anna.move(running, f"2:{other[2:]}")
    assert wrong.status_code in {403, 422}


def test_new_cards_and_the_same_cards(house, anna, bert):
    snapshot = laid(house, alone(house, by=anna.person_id), anna.person_id)
    there = paths(snapshot.id)
    fresh, replay = anna.post(there["new-cards"]), anna.post(there["same-cards"])
    assert fresh.status_code == replay.status_code == 201
    assert fresh.headers["location"] == f"/matches/{fresh.json()['match']}"
    assert house.snapshot(replay.json()["match"]).linked(PACK_OF) == snapshot.id
    assert (
        anna.post(there["same-cards"], headers={"Accept": "text/html"}).headers["location"]
        == f"/matches/{replay.json()['match']}"
    )
    for path in (there["new-cards"], there["same-cards"]):
        assert bert.post(path).status_code == 403
    assert anna.see(snapshot.id)["can"]["same_cards"] is True


@pytest.mark.slow
def test_the_expert_beside_is_told_to_its_player_alone(house):
    app = create_app(house, Opponents(house, Thinkers()), Settings(limited=False))
    anna, bert = (Person(app, f"{name}567abcdefghi") for name in ("anna", "bert"))
    snapshot = alone(house, by=anna.person_id)
    path = paths(snapshot.id)["companion"]
    assert anna.get(path).json() is None
    told = anna.post(path)
    assert told.status_code == 200 and sorted(told.json()) == ["cards", "over", "picture", "score", "thinking"]
    assert anna.get(path).json() == told.json()
    assert anna.post(path, headers={"Accept": "text/html"}).headers["location"] == f"/matches/{snapshot.id}"
    assert bert.get(path).status_code == bert.post(path).status_code == 403
    hidden = house.known(snapshot.id).linked(COMPANION)
    for page in ("", "/view", "/record", "/review", "/analysis", "/preview", "/companion", "/hindsight", "/stream"):
        assert anna.get(f"/matches/{hidden}{page}").status_code == 404
    for command, fields in (
        ("moves", {"number": 1, "move": "x"}),
        ("undo", {"number": 0}),
        ("resign", {"number": 0}),
        ("seats", {}),
        ("hint", {}),
        ("same-cards", {}),
    ):
        answer = anna.post(f"/matches/{hidden}/{command}", data=fields)
        assert answer.status_code == 404 and "view" not in answer.json()
    everything = [anna.get(f"/matches/{snapshot.id}{page}").text for page in ("", "/view", "/companion")]
    everything.append(anna.get("/", headers={"Accept": "text/html"}).text)
    assert not any(hidden in text for text in everything)


def test_hindsight_is_looked_for_until_it_is_there(house, anna, opponents):
    path = paths(alone(house, by=anna.person_id).id)["hindsight"]
    asked = anna.get(path)
    assert (asked.status_code, asked.json(), asked.headers["retry-after"]) == (202, {"state": "thinking"}, "1")
    opponents.arrangements[path.split("/")[2]] = {"seats": [{"seat": 0, "points": 80}]}
    assert anna.get(path).json() == {"seats": [{"seat": 0, "points": 80}]}


def test_the_review_says_at_once_that_hindsight_is_being_looked_for(house, anna, opponents):
    over = laid(house, alone(house, by=anna.person_id), anna.person_id)
    path, page = f"/matches/{over.id}/review?hindsight=1", {"Accept": "text/html"}
    waiting = anna.get(path, headers=page)
    assert (
        waiting.status_code == 200
        and "Searching for the best arrangement" in waiting.text
        and "data-looking" in waiting.text
    )
    assert '<noscript><meta http-equiv="refresh" content="1"></noscript>' in waiting.text
    opponents.arrangements[over.id] = NotOffered("hindsight: the opponents are too busy just now")
    failed = anna.get(path, headers=page)
    assert failed.status_code == 200 and "too busy just now" in failed.text and "Try again" in failed.text
    opponents.arrangements[over.id] = hindsight_view(over, {0: Arrangement(0, tuple(over.match.row), 90, 1.5)})
    found = anna.get(path, headers=page)
    assert '<strong class="beside-points number">90</strong>' in found.text and "data-looking" not in found.text
    assert "Searching for the best arrangement" not in anna.get(f"/matches/{over.id}/review", headers=page).text


def test_with_two_players_there_is_no_expert_and_no_replay_before_the_end(anna, running):
    there = paths(running["match"])
    for name in ("same-cards", "new-cards", "companion"):
        refused = anna.post(there[name])
        assert refused.status_code == 409 and refused.json()["error"]


def test_an_unknown_table_or_tournament_is_nowhere():
    assert status_of(UnknownTable("x")) == status_of(UnknownTournament("x")) == 404


@pytest.mark.slow
def test_a_stream_of_a_race_tells_every_move_with_its_number(house, app, anna, bert):
    snapshot = race(house, by=anna.person_id, deal="2")
    snapshot = begun(house, house.sit(snapshot.id, bert.person_id))
    path, after = f"/matches/{snapshot.id}/stream", {"after": snapshot.number}
    with (
        serving(app) as (address, _),
        httpx.Client(base_url=address, cookies=dict(anna.cookies), verify=False) as client,
        client.stream("GET", path, params=after) as stream,
    ):
        lines, told, now = stream.iter_lines(), [], house.snapshot(snapshot.id)
        next(line for line in lines if line.startswith("event: table"))
        for person, prefix in ((anna.person_id, "1:"), (bert.person_id, "2:")):
            text = next(text for text in now.match.legal_moves() if text.startswith(prefix))
            now = house.play(snapshot.id, person, now.number + 1, text)
        while not told or told[-1] < now.number:
            line = next(lines)
            if line.startswith("data:") and '"number"' in line:
                told.append(json.loads(line.removeprefix("data:"))["number"])
    assert told == sorted(told) and told[-1] == now.number


def test_a_game_for_one_is_begun_by_the_form(anna):
    begun = anna.post("/new/solitaire", data=FREE)
    assert begun.status_code == 201 and begun.json()["yours"] == [0]
    assert begun.json()["status"] == "0 points"
