"""What people are told while the house cannot write: the database locked by another process, a full disk."""

import sqlite3
import threading
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, contextmanager
from types import SimpleNamespace

import httpx
import pytest
from sqlalchemy import event

from fivefold.doors.api import streams
from fivefold.doors.web import thread_pool
from fivefold.doors.web.errors import RETRY_AFTER, status_of
from fivefold.house import turns
from fivefold.house.database import open_database
from fivefold.house.errors import Busy, OutcomeUnknown
from fivefold.house.house import House
from fivefold.play import catalogue
from tests.doors.web.conftest import TIMEOUT, reading, serving, wait_until
from tests.doors.web.in_process import Handed
from tests.doors.web.programs import program_of
from tests.house.people import facts
from tests.quick import first

pytestmark = pytest.mark.slow

WAITING = 20
MOST_MOVES = 400
"""More than fit into a page of the database."""


@pytest.fixture
def file(tmp_path):
    return tmp_path / "house.sqlite"


@contextmanager
def locked(file, how="IMMEDIATE"):
    """Let somebody else write, as another process would."""
    with closing(sqlite3.connect(file, isolation_level=None)) as other:
        other.execute(f"BEGIN {how}")
        yield
        other.execute("ROLLBACK")


def limit_pages(house, pages):
    """Let the database have so many pages at most, in connections that are opened from now on."""
    house._database.close()
    event.listen(house._database._engine, "connect", lambda opened, _: opened.execute(f"PRAGMA max_page_count={pages}"))


@pytest.mark.parametrize("how", ["IMMEDIATE", "EXCLUSIVE"])
def test_a_move_is_refused_in_true_words_while_another_process_writes(anna, live, file, monkeypatch, how):
    monkeypatch.setattr(turns, "PATIENCE_SECONDS", 0.1)
    with locked(file, how):
        refused = anna.move(live)
        assert (refused.status_code, refused.headers["retry-after"]) == (503, "1")
        assert refused.json()["error"].startswith("the house cannot write to its database just now")
        assert anna.see(live["match"])["number"] == live["number"]
    made = anna.move(live)
    assert made.status_code == 200 and made.json()["number"] == live["number"] + 1
    again = anna.move(live)
    assert again.status_code == 200 and again.json()["number"] == live["number"] + 1


@pytest.mark.parametrize(
    ("path", "fields"),
    [
        ("/new/locus", {"other-1": "here"}),
        ("/matches/{match}/undo", {"number": "0"}),
        ("/matches/{match}/resign", {"number": "0"}),
        ("/name", {"name": "Zoe"}),
        ("/daily/solitaire", {}),
        ("/tournaments", {"link": "/new/focus", "title": "Cup", "name-0": "Anna", "name-1": "Ben"}),
    ],
)
def test_every_command_is_refused_and_not_half_done(anna, live, file, monkeypatch, path, fields):
    anna.move(live)
    number = anna.see(live["match"])["number"]
    monkeypatch.setattr(turns, "PATIENCE_SECONDS", 0.1)
    fields = {name: str(number) if name == "number" else value for name, value in fields.items()}
    with locked(file):
        refused = anna.post(path.format(match=live["match"]), data=fields)
    assert refused.status_code == 503 and "not done" in refused.json()["error"]
    assert anna.see(live["match"])["number"] == number


@pytest.mark.slow
def test_twenty_moves_that_wait_keep_no_page_and_no_stream_waiting(app, house, anna, file, monkeypatch):
    begun = [anna.begin("locus", **{"other-1": "here"}) for _ in range(WAITING)]
    monkeypatch.setattr(turns, "PATIENCE_SECONDS", 60.0)
    headers, cookies = dict(anna.headers), {"guest": anna.cookies["guest"]}

    def move(client, view):
        fields = {"number": view["number"] + 1, "move": view["moves"][0]["text"]}
        return client.post(f"/matches/{view['match']}/moves", data=fields)

    with (
        serving(app) as (address, _),
        httpx.Client(base_url=address, headers=headers, cookies=cookies, timeout=TIMEOUT, verify=False) as client,
        ThreadPoolExecutor(WAITING) as people,
    ):
        with locked(file):
            moves = [people.submit(move, client, view) for view in begun]
            wait_until(lambda: len(house._committer._newest) == WAITING)
            for path in ("/health", "/", "/about", f"/matches/{begun[0]['match']}/view"):
                assert client.get(path).status_code == 200
            with reading(address, begun[0]["match"], anna) as stream:
                wait_until(stream.ids)
            assert not any(made.done() for made in moves)
        assert {made.result().status_code for made in moves} == {200}
    assert [anna.see(view["match"])["number"] for view in begun] == [view["number"] + 1 for view in begun]


@pytest.mark.slow
def test_a_full_disk_is_told_and_nothing_is_kept_or_lost(house, anna, file, caplog, monkeypatch):
    monkeypatch.setitem(catalogue._modules, "track", "tests.house.track")
    with closing(sqlite3.connect(file)) as other:
        limit_pages(house, other.execute("PRAGMA page_count").fetchone()[0] + 2)
    kept = anna.begin("track", **{"other-1": "here", "option-goal": "40", "option-dice": "off"})
    for _ in range(MOST_MOVES):
        refused = anna.move(kept)
        if refused.status_code != 200:
            break
        refused = anna.post(f"/matches/{kept['match']}/undo", data={"number": refused.json()["number"]})
        if refused.status_code != 200:
            break
        kept = refused.json()
    assert refused.status_code == 503 and refused.headers["retry-after"] == "10"
    assert "was not kept" in refused.json()["error"] and "lost" not in refused.json()["error"]
    now = anna.see(kept["match"])
    assert now["number"] - kept["number"] in {0, 1}
    assert anna.move(now).status_code == 503
    assert facts(House(open_database(f"sqlite:///{file}")).snapshot(kept["match"])) == facts(house.known(kept["match"]))
    said = ["The house cannot write to its database: database or disk is full."]
    assert [record.message for record in caplog.records] == said


def test_a_database_that_becomes_read_only_refuses_moves_and_answers_every_page(house, anna, live, caplog):
    state = ["ON"]
    listener = lambda opened, *_: opened.execute(f"PRAGMA query_only={state[0]}")  # noqa: E731
    event.listen(house._database._engine, "checkout", listener)
    refused = anna.move(live)
    assert refused.status_code == 503 and "not kept" in refused.json()["error"]
    match = f"/matches/{live['match']}"
    assert anna.get("/health").json()["writes"] != "ok"
    for path in ("/", "/about", "/health/live", "/new/locus", "/days", "/tournaments", match, f"{match}/view"):
        assert anna.get(path, headers={"Accept": "text/html"}).status_code == 200, path
    state[0] = "OFF"
    assert anna.move(live).status_code == 200
    assert [record.message.rpartition(":")[0] or record.message for record in caplog.records] == [
        "The house cannot write to its database",
        "The house can write to its database again.",
    ]


def test_what_breaks_is_not_said_to_be_safe(anna, live, house, monkeypatch):
    def break_down(*_):
        raise ZeroDivisionError

    monkeypatch.setattr(house, "play", break_down)
    broken = anna.move(live)
    assert broken.status_code == 500 and "lost" not in broken.text and "may not have been done" in broken.text


@pytest.mark.slow
def test_a_command_whose_time_is_up_before_it_begins_is_refused(app, anna, file, monkeypatch):
    begun = [anna.begin("locus", **{"other-1": "here"}) for _ in range(thread_pool.THREADS + 2)]
    monkeypatch.setattr(turns, "PATIENCE_SECONDS", 0.2)
    statuses = []
    gate = threading.Barrier(len(begun))
    headers, cookies = dict(anna.headers), {"guest": anna.cookies["guest"]}
    with (
        serving(app) as (address, _),
        httpx.Client(base_url=address, headers=headers, cookies=cookies, timeout=TIMEOUT, verify=False) as client,
        locked(file),
    ):

        def resign(view):
            gate.wait()
            fields = {"number": view["number"]}
            statuses.append(client.post(f"/matches/{view['match']}/resign", data=fields).status_code)

        with ThreadPoolExecutor(len(begun)) as people:
            list(people.map(resign, begun))
    assert statuses == [503] * len(begun)
    assert all(not anna.see(view["match"])["over"] for view in begun)


@pytest.mark.parametrize("path", first(1, ["moves", "view", "preview?picks=c3", "stream"]))
def test_a_match_that_is_not_at_hand_is_not_loaded_on_the_event_loop(app, house, anna, live, monkeypatch, path):
    loops, loaded, load = [], [], house._loading.load

    def noted(match_id):
        loaded.append(threading.get_ident())
        return load(match_id)

    monkeypatch.setattr(house._loading, "load", noted)
    with serving(app) as (address, server):
        server.servers[0].get_loop().call_soon_threadsafe(lambda: loops.append(threading.get_ident()))
        wait_until(lambda: loops)
        house._live.outdate([live["match"]])
        cookies, headers = {"guest": anna.cookies["guest"]}, dict(anna.headers)
        fields = {"number": live["number"] + 1, "move": live["moves"][0]["text"]}
        with (
            httpx.Client(base_url=address, headers=headers, cookies=cookies, timeout=TIMEOUT, verify=False) as client,
            client.stream(
                "POST" if path == "moves" else "GET",
                f"/matches/{live['match']}/{path}",
                data=fields if path == "moves" else None,
            ) as answer,
        ):
            assert answer.status_code == 200
    assert loaded and loops[0] not in loaded


def test_what_may_have_been_done_is_sent_again_soon():
    """A page sends a move again after this, and it counts once."""
    assert (status_of(OutcomeUnknown("lost")), RETRY_AFTER[OutcomeUnknown]) == (503, 1)


@contextmanager
def unreadable(house, monkeypatch):
    """Let the database be out of reach."""

    def reading(*_):
        raise Busy("the house cannot read its database just now")

    with monkeypatch.context() as patched:
        for ledger in (house.tokens._ledger, house.sessions._ledger):
            patched.setattr(ledger, "reading", reading)
            patched.setattr(ledger, "read", reading)
        yield


def test_somebody_who_cannot_be_looked_up_is_asked_to_come_again(app, house, bert, monkeypatch):
    program = program_of(app, "anna567abcdefghi")
    with unreadable(house, monkeypatch):
        house.tokens._known.clear()
        house.sessions._known.clear()
        refused = program.get("account")
        page = bert.get("/", headers={"Accept": "text/html"})
    assert (refused.status_code, refused.headers["retry-after"]) == (503, "1")
    assert refused.json()["type"].endswith("#problem-busy")
    assert page.status_code == 503 and "cannot read its database" in page.text and "set-cookie" not in page.headers
    assert program.get("account").status_code == 200
    assert bert.get("/", headers={"Accept": "text/html"}).status_code == 200


def test_a_stream_goes_on_while_its_token_cannot_be_looked_up(app, house, monkeypatch):
    program = program_of(app, "anna567abcdefghi")
    token = house.tokens.find(program.secret)
    caller = SimpleNamespace(who=SimpleNamespace(token=token), house=house)
    with unreadable(house, monkeypatch):
        house.tokens._known.clear()
        assert Handed.portal.call(streams._holds, caller)
    house.tokens.revoke(token.person_id, token.id)
    assert not Handed.portal.call(streams._holds, caller)
