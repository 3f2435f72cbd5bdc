"""What the house counts: the right things, nothing private, and next to nothing lost by it."""

import argparse
import logging
import re
import socket
import urllib.request

import pytest
from prometheus_client import CollectorRegistry, generate_latest

from fivefold.contract.errors import InvalidOption
from fivefold.doors.web.app import create_app
from fivefold.doors.web.settings import Settings
from fivefold.house.computers.agenda import Agenda, Job, Load, Urgency
from fivefold.house.computers.opponents import Opponents
from fivefold.house.database import open_database
from fivefold.house.house import House
from fivefold.metrics.counters import kind_of
from fivefold.metrics.port import counting, offered
from fivefold.play.catalogue import keys
from tests.doors.web.conftest import Person, reading, serving, wait_until
from tests.doors.web.strangers import routes
from tests.house.test_opponents import Thinkers
from tests.quick import in_turn

SAMPLE = re.compile(r"^(\w+)(?:\{(.*)\})? (\S+)$", re.MULTILINE)
LABEL = re.compile(r'(\w+)="([^"]*)"')


class Thinking(Thinkers):
    compiling = False

    def alive(self):
        return 1, 2


class Measured:
    """A house whose metrics can be read."""

    def __init__(self, url, limited=False):
        self.database = open_database(url)
        self.house, self.registry = House(self.database), CollectorRegistry()
        self.opponents = Opponents(self.house, Thinking())
        self.app = create_app(self.house, self.opponents, Settings(limited=limited))
        self.anna, self.bert = Person(self.app, "anna567abcdefghi"), Person(self.app, "bert567abcdefghi")

    def counting(self):
        return counting(self.registry, self.house, self.opponents, self.database, self.app)

    @property
    def text(self):
        return generate_latest(self.registry).decode()

    def value(self, name, **labels):
        found = [
            float(value)
            for each, given, value in SAMPLE.findall(self.text)
            if each == name and labels.items() <= dict(LABEL.findall(given)).items()
        ]
        return sum(found) if found else None


@pytest.fixture
def measured(url):
    found = Measured(url)
    with found.counting():
        yield found
    found.database.close()


@in_turn(
    "method, route, kind",
    [
        ("POST", "/matches/{match_id}/moves", "move"),
        ("POST", "/matches/{match_id}/undo", "command"),
        ("GET", "/matches/{match_id}/view", "view"),
        ("GET", "/matches/{match_id}", "page"),
        ("GET", "/static/{path}", "file"),
        ("GET", "/matches/{match_id}/position.png", "picture"),
        ("POST", "/api/v1/matches/{match_id}/moves", "move"),
        ("GET", "/api/v1/matches", "api"),
        ("GET", "/health/ready", "health"),
        ("GET", "unknown", "page"),
    ],
)
def test_routes_that_cost_about_the_same_are_of_one_kind(method, route, kind):
    assert kind_of(method, route) == kind


def test_work_is_told_by_urgency():
    now = [10.0]
    agenda = Agenda(lambda: now[0])
    for urgency, about in ((Urgency.MOVE, "a"), (Urgency.MOVE, "b"), (Urgency.HINT, "a")):
        agenda.add(Job(urgency, about, lambda: None))
        now[0] += 1
    agenda.take()
    found = agenda.loads()
    assert found[Urgency.MOVE] == Load(1, 1, 2.0) and found[Urgency.HINT] == Load(1, 0, 1.0)
    assert found[Urgency.ANALYSIS] == Load(0, 0, 0.0)


@pytest.mark.slow
def test_moves_are_counted_by_game_and_timed(measured):
    anna, bert = measured.anna, measured.bert
    match = anna.begin()["match"]
    bert.post(f"/matches/{match}/seats", data={"name": "Bert"})
    for _ in range(3):
        mover = anna if anna.see(match)["turn"] else bert
        assert mover.move(mover.see(match)).status_code == 200
    assert measured.value("fivefold_moves_total", game="locus", player="person") == 3
    assert measured.value("fivefold_move_transaction_seconds_count", game="locus") == 3
    assert measured.value("fivefold_transaction_seconds_count") >= 5
    assert measured.value("fivefold_answers_total", route="/matches/{match_id}/moves", status="200") == 3
    assert measured.value("fivefold_answer_seconds_count", kind="move") == 3
    assert measured.value("fivefold_matches_at_hand") == 1


@pytest.mark.slow
def test_what_is_open_and_to_be_done_is_told(measured):
    match = measured.anna.begin("locus", **{"other-1": "7", "begin": "them"})["match"]
    measured.opponents._sweep_once()
    assert measured.value("fivefold_opponents_jobs", urgency="move", state="waiting") == 1
    assert (measured.value("fivefold_opponents_workers"), measured.value("fivefold_opponents_workers_wanted")) == (1, 2)
    with serving(measured.app) as (address, _), reading(address, match, measured.anna) as hers:
        wait_until(hers.ids)
        assert measured.value("fivefold_streams_open") == 1
        assert measured.value("fivefold_people_here") == 1
        assert measured.value("fivefold_connections_open") == 1
    wait_until(lambda: measured.value("fivefold_answer_seconds_count", kind="stream") == 1)


@pytest.mark.slow
def test_a_database_that_fails_is_told_and_metrics_go_on(measured, monkeypatch):
    assert measured.value("fivefold_database_up") == 1
    assert measured.value("fivefold_database_answer_seconds") > 0
    monkeypatch.setattr(measured.house, "scalar", lambda statement: 1 / 0)
    assert measured.value("fivefold_database_up") == 0
    assert measured.value("fivefold_database_answer_seconds") is None


def test_what_was_not_kept_and_the_room_on_the_disk_are_told(measured, monkeypatch):
    assert measured.value("fivefold_database_not_kept") == 0
    monkeypatch.setattr(House, "fails_to_keep", True)
    monkeypatch.setattr(measured.database, "free_bytes", lambda: 7)
    assert measured.value("fivefold_database_not_kept") == 1
    assert measured.value("fivefold_database_free_bytes") == 7


@pytest.mark.slow
def test_refusals_and_complaints_are_counted(url, monkeypatch):
    measured = Measured(url, limited=True)
    with measured.counting():
        for _ in range(12):
            measured.anna.post("/new/locus", data={"other-1": "link"})
        for _ in range(70):
            measured.anna.get("/health")
        assert measured.value("fivefold_refused_by_limits_total", what="health checks") == 10
        assert measured.value("fivefold_answers_total", route="/health", status="429") == 10
        logging.getLogger("fivefold.tests").error("broken")
        assert measured.value("fivefold_log_messages_total", level="ERROR") == 1
    handlers = len(logging.getLogger().handlers)
    logging.getLogger("fivefold.tests").error("broken")  # is not counted any more
    assert measured.value("fivefold_log_messages_total", level="ERROR") == 1
    assert len(logging.getLogger().handlers) == handlers


@pytest.mark.slow
def test_no_label_says_anything_private(measured):
    """Whatever strangers send, labels are the house's own words, and so there are few of them."""
    anna, secret = measured.anna, "geheim-4711"
    match = anna.begin(**{"other-1": "here"})["match"]
    assert anna.move(anna.see(match)).status_code == 200
    for path in (f"/{secret}", f"/matches/{secret}", f"/people/{secret}", f"/matches/{match}?x={secret}", "/static/x"):
        anna.get(path, headers={"X-Request-ID": secret, "Authorization": f"Bearer ff_{secret}"})
    anna.post("/sign-in", data={"name": secret, "password": secret})
    anna.request("BREW", "/")
    text = measured.text
    for private in (secret, match, "anna567abcdefghi", "testclient", anna.headers["X-CSRF-Token"], "127.0.0.1"):
        assert private not in text
    known = {path for _, path in routes()} | {"unknown"}
    own = {
        "route": known,
        "game": set(keys()),
        "player": {"person", "computer"},
        "method": {"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "OTHER"},
        "urgency": {urgency.name.lower() for urgency in Urgency},
        "level": {"WARNING", "ERROR", "CRITICAL"},
        "direction": {"in", "out"},
    }
    for _, given, _ in SAMPLE.findall(text):
        for name, value in LABEL.findall(given):
            assert name in own or name in {"le", "status", "state", "kind", "what", "version", "python", "database"}
            assert value in own.get(name, {value}), (name, value)


@pytest.mark.slow
def test_they_are_told_at_a_port_of_their_own(measured):
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        options = argparse.Namespace(metrics_host="127.0.0.1", metrics_port=port)
        with (
            pytest.raises(InvalidOption, match=f"--metrics-port {port} at 127.0.0.1: Address already in use"),
            offered(options, measured.house, measured.opponents, measured.database, measured.app),
        ):
            pass
    with (
        offered(options, measured.house, measured.opponents, measured.database, measured.app),
        urllib.request.urlopen(f"http://127.0.0.1:{port}/metrics") as answer,
    ):
        text = answer.read().decode()
    assert "fivefold_build_info{" in text and "process_resident_memory_bytes" in text
    assert measured.anna.get("/metrics").status_code == 404


@pytest.mark.slow
def test_a_process_without_pages_tells_the_rest(url):
    measured = Measured(url)
    with counting(measured.registry, measured.house, measured.opponents, measured.database):
        assert measured.value("fivefold_opponents_up") == 1 and measured.value("fivefold_streams_open") is None
    measured.database.close()
