"""The streams of the API: everything first and then what changes, resumed by number, ended with a reason."""

import json
import socket
import threading
from contextlib import contextmanager, suppress

import httpx
import jsonschema_rs
import pytest

from fivefold.doors.api import streams
from fivefold.doors.api.document import document
from fivefold.doors.web.problems import LINES
from fivefold.house.bus import CHANGED
from fivefold.house.errors import Busy
from tests.doors.web.conftest import PATIENCE, TIMEOUT, Person, wait_until
from tests.doors.web.programs import API, program_of, token_for

pytestmark = pytest.mark.slow

ANNA, BERT = "anna567abcdefghi", "bert567abcdefghi"


@pytest.fixture
def anna(app):
    return program_of(app, ANNA)


@pytest.fixture
def bert(app):
    return program_of(app, BERT)


@pytest.fixture
def live(anna, bert):
    begun = anna.begin()
    assert bert.post(f"matches/{begun['id']}/seats", json={}).status_code == 200
    return begun["id"]


class Lines:
    """An open stream, read by a thread of its own."""

    def __init__(self, answer, path):
        self.answer, self.told, self.empty, self.ended = answer, [], 0, threading.Event()
        self.undescribed, self._described = [], described_lines(path)
        threading.Thread(target=self._read, daemon=True).start()

    def _read(self):
        with suppress(httpx.HTTPError):
            for each in self.answer.iter_lines():
                if each:
                    self.told.append(json.loads(each))
                    self.undescribed += [str(error) for error in self._described.iter_errors(self.told[-1])]
                else:
                    self.empty += 1
        self.ended.set()

    def of(self, *kinds):
        return [each for each in list(self.told) if each["type"] in kinds]

    def wait(self, kind, count=1):
        wait_until(lambda: len(self.of(kind)) >= count)
        return self.of(kind)[count - 1]


@contextmanager
def reading(address, path, program):
    headers = {"Authorization": f"Bearer {program.secret}", "Accept-Encoding": "gzip"} if program else {}
    with (
        httpx.Client(base_url=address, timeout=TIMEOUT, headers=headers) as client,
        client.stream("GET", f"{API}/{path}") as answer,
    ):
        assert answer.status_code == 200
        assert answer.headers["content-type"] == "application/x-ndjson" and "content-encoding" not in answer.headers
        told = Lines(answer, path)
        try:
            yield told
        finally:
            with suppress(OSError):
                answer.extensions["network_stream"].get_extra_info("socket").shutdown(socket.SHUT_RDWR)
            assert told.ended.wait(PATIENCE)
        assert not told.undescribed, told.undescribed


def described_lines(path):
    """Return what checks the lines of a stream by the description of the API."""
    place = f"{API}/stream/events" if path.startswith("stream") else f"{API}/matches/{{match_id}}/stream"
    told = document()["paths"][place]["get"]["responses"]["200"]["content"][LINES]["schema"]
    return jsonschema_rs.validator_for({**told, "components": document()["components"]})


def test_a_match_is_told_whole_and_then_move_by_move_until_it_is_over(served, anna, bert, live):
    with reading(served, f"matches/{live}/stream?legal=1", bert) as told:
        whole = told.wait("match")
        assert whole["id"] == live and not whole["turn"] and whole["legal"] == []
        moved = anna.move(live).json()
        state = told.wait("state")
        assert state["moves"] == moved["moves"] and state["after_ply"] == whole["ply"] and state["turn"]
        assert state["legal"] == bert.see(live)["legal"]
        anna.post(f"matches/{live}/offers", json={"kind": "abort", "number": state["number"] + 1})
        offered = told.wait("state", 2)
        assert offered["offer"]["kind"] == "abort" and offered["moves"] == []
        bert.post(f"matches/{live}/resign", json={"number": state["number"] + 1})
        assert told.wait("end")["why"] == "over" and told.ended.wait(PATIENCE)
        assert told.of("state")[-1]["outcome"]["how"] == "resigned"


def test_what_was_missed_comes_by_its_number(served, anna, bert, live):
    seen = anna.see(live)
    first = anna.move(live).json()
    second = bert.move(live).json()
    with reading(served, f"matches/{live}/stream?since={seen['number']}", None) as told:
        whole = told.wait("match")
        assert whole["after_ply"] == seen["ply"] and whole["moves"] == first["moves"] + second["moves"]
    with reading(served, f"matches/{live}/stream?since=999", None) as told:
        assert told.wait("match")["after_ply"] == 0


def test_a_move_taken_back_is_told_by_how_many_are_left(served, anna):
    begun = anna.begin(others=["here"])
    with reading(served, f"matches/{begun['id']}/stream", anna) as told:
        moved = anna.move(begun["id"]).json()
        told.wait("state")
        anna.post(f"matches/{begun['id']}/undo", json={"number": moved["number"] + 1})
        back = told.wait("state", 2)
        assert (back["after_ply"], back["ply"], back["moves"]) == (begun["ply"], begun["ply"], [])


def test_whoever_sits_down_is_told(served, anna, bert):
    begun = anna.begin()
    with reading(served, f"matches/{begun['id']}/stream?chat=1", anna) as told:
        assert told.wait("match")["status"] == "waiting"
        bert.post(f"matches/{begun['id']}/seats", json={})
        again = told.wait("match", 2)
        assert again["status"] == "live" and {seat["name"] for seat in again["seats"]} == {"Anna", "Bert"}
        page = Person(anna.app, "carl567abcdefghi")
        assert page.post(f"/matches/{begun['id']}/chat", data={"text": "hello all"}).status_code == 201
        states = {seat["state"] for seat in told.wait("presence")["seats"]}
        assert "here" in states


def test_an_empty_line_keeps_the_connection_open(served, anna, live, monkeypatch):
    assert 6 <= streams.LineStream.quiet_seconds <= 10
    monkeypatch.setattr(streams.LineStream, "quiet_seconds", 0.02)
    with reading(served, f"matches/{live}/stream", anna) as told:
        told.wait("match")
        wait_until(lambda: told.empty > 2)


def test_where_the_database_is_away_a_stream_ends_in_order(served, house, anna, bert, live, monkeypatch, caplog):
    def away(*_, **__):
        raise Busy("the house cannot read its database just now; try again in a moment")

    with reading(served, f"matches/{live}/stream", bert) as told:
        told.wait("match")
        monkeypatch.setattr(house.compact, "state", away)
        anna.post(f"matches/{live}/offers", json={"kind": "abort", "number": anna.see(live)["number"] + 1})
        assert told.wait("end")["why"] == "closing"
    assert "Traceback" not in caplog.text and not [each for each in caplog.records if each.exc_info]


def test_a_revoked_token_ends_its_streams(served, house, anna, live):
    with reading(served, f"matches/{live}/stream", anna) as match, reading(served, "stream/events", anna) as events:
        match.wait("match")
        events.wait("now")
        house.tokens.revoke_all(ANNA)
        assert match.wait("end")["why"] == events.wait("end")["why"] == "revoked"


def test_another_process_ends_the_streams_of_a_token_that_was_revoked_elsewhere(served, house, anna, live, monkeypatch):
    from fivefold.house.people import tokens

    monkeypatch.setattr(streams.LineStream, "quiet_seconds", 0.02)
    monkeypatch.setattr(tokens, "TRUSTED_SECONDS", 0.0)
    with reading(served, f"matches/{live}/stream", anna) as match:
        match.wait("match")
        with house.writing() as connection:
            tokens.remove(connection, house.tokens.of(ANNA)[0].id)
        assert match.wait("end")["why"] == "revoked"


def test_what_another_process_tells_ends_and_moves_streams(served, house, anna, bert, live):
    with reading(served, "stream/events", anna) as events:
        events.wait("now")
        house.bus._subscribers[CHANGED].clear()  # as if another process had made the moves, and nobody else were told
        house.news.on_note.clear()
        anna.move(live)
        bert.move(live)
        assert events.wait("turn")["match"]["id"] == live
        house.bus.dispatch("token", [house.tokens.of(ANNA)[0].id])
        assert events.wait("end")["why"] == "revoked"


def test_everything_that_waits_comes_first_and_then_what_happens(served, house, anna, bert, live):
    asked = bert.post("matches", json={"game": "focus", "others": ["link"], "invite": ["Anna"], "word": "Hi"})
    assert asked.status_code == 201, asked.text
    with reading(served, "stream/events", anna) as told:
        told.wait("now")
        assert [each["match"]["id"] for each in told.of("match")] == [live] and told.of("match")[0]["match"]["turn"]
        challenge = told.wait("challenge")["challenge"]
        assert challenge["other"] == "Bert" and challenge["state"] == "open" and not challenge["mine"]
        anna.move(live)
        bert.move(live)
        assert told.wait("turn")["match"]["id"] == live
        house.challenges.accept(challenge["id"], ANNA)
        assert told.wait("begins")["match"]["id"] == asked.json()["id"]
        assert told.wait("challenge", 2)["challenge"]["state"] == "gone"
        number = anna.see(live)["number"]
        bert.post(f"matches/{live}/offers", json={"kind": "abort", "number": number + 1})
        assert told.wait("offer")["match"]["offer"]["kind"] == "abort"
        bert.post(f"matches/{live}/resign", json={"number": number + 1})
        assert told.wait("ends")["match"]["outcome"]["how"] == "resigned"


def test_who_has_challenged_is_told_the_answer(served, house, anna, bert):
    with reading(served, "stream/events", bert) as told:
        told.wait("now")
        bert.post("matches", json={"game": "focus", "invite": ["Anna"]})
        (challenge,) = house.challenges.of(ANNA)
        house.challenges.decline(challenge.id, ANNA, "later")
        declined = told.wait("challenge")["challenge"]
        assert declined["mine"] and declined["state"] == "declined" and declined["word"]
        assert told.wait("ends")["match"]["outcome"]["how"] == "abandoned"


def test_who_is_there_and_what_is_said_is_told(served, anna, bert, live):
    with (
        reading(served, f"matches/{live}/stream?chat=true", bert) as told,
        reading(served, "stream/events", bert) as mine,
    ):
        mine.wait("now")
        assert told.wait("presence")["seats"]
        assert anna.post(f"matches/{live}/chat", json={"text": "hello"}).status_code == 201
        assert told.wait("chat")["lines"][0]["text"] == "hello"
        assert mine.wait("chat")["match_id"] == live


def test_matches_against_computers_concern_one_too(served, house, anna):
    with reading(served, "stream/events", anna) as told:
        told.wait("now")
        begun = anna.begin(others=["2"])
        assert told.wait("begins")["match"]["id"] == begun["id"]
        moved = anna.move(begun["id"]).json()
        legal = house.snapshot(begun["id"]).match.legal_moves()[0]
        house.play_for(begun["id"], moved["number"] + 1, legal)
        assert told.wait("turn")["match"]["number"] == moved["number"] + 1


def test_events_need_a_token_and_only_so_many_streams_are_open_at_once(app, served, anna):
    with httpx.Client(base_url=served) as client:
        answer = client.get(f"{API}/stream/events")
        assert answer.status_code == 401 and answer.json()["code"] == "no-token"
    reader = {"Authorization": f"Bearer {token_for(app.state.house, ANNA)}"}
    app.state.streams.limits = type(app.state.streams.limits)(per_person=0)
    with httpx.Client(base_url=served) as client:
        answer = client.get(f"{API}/stream/events", headers=reader)
        assert answer.status_code == 429 and answer.json()["code"] == "too-many"
