"""A house in a folder of its own, people who look at it, and a real server where a stream is needed."""

import json
import socket
import threading
import time
from contextlib import contextmanager, suppress

import httpx
import pytest

from fivefold.doors.web.app import create_app
from fivefold.doors.web.serving import Server
from fivefold.doors.web.settings import Settings
from fivefold.house.computers.opponents import Health
from fivefold.house.database import open_database
from fivefold.house.errors import NotOffered
from fivefold.house.house import House
from tests.doors.web.in_process import PATIENCE, Handed, Visitor, event_loop
from tests.house.people import applied


class Quiet:
    """Opponents who never move, so that a test decides what happens when."""

    compiling, database, up = False, Health("ok", 0.0, True), True

    def __init__(self):
        self.analysed, self.hints, self.arrangements = [], {}, {}

    def hint(self, match_id, person_id):
        if person_id.startswith("anna"):
            return self.hints.setdefault(match_id)
        raise NotOffered("hint: between people there is none")

    def look_for_hint(self, match_id, person_id):
        if match_id not in self.hints or not person_id.startswith("anna"):
            raise NotOffered("hint: nobody has asked for one")
        return self.hints[match_id]

    def coach(self, match_id, person_id, ply=None):
        raise NotOffered("coach: you have not moved yet")

    look_for_coach = coach

    def hindsight(self, match_id, person_id):
        found = self.arrangements.get(match_id)
        if isinstance(found, Exception):
            raise found
        return found

    def load(self):
        return 0, 0, 0.0

    def analyse(self, match_id, person_id):
        self.analysed.append(match_id)


class Person(Visitor):
    """A person with a browser: the cookie and the token that a page would have given."""

    def __init__(self, app, person_id, **more):
        super().__init__(app, **more)
        self.person_id = person_id
        self.cookies.set("guest", app.state.visitors.cookie(person_id))
        self.headers.update({"Accept": "application/json", "X-CSRF-Token": app.state.visitors.token(person_id)})

    def begin(self, game="locus", **fields):
        answer = self.post(f"/new/{game}", data={"other-1": "link", "begin": "me", **fields})
        assert answer.status_code == 201, answer.text
        return answer.json()

    def move(self, view, move=None):
        """Make a move, the first there is, in the match a view tells of."""
        text = view["moves"][0]["text"] if move is None else move
        return self.post(f"/matches/{view['match']}/moves", data={"number": view["number"] + 1, "move": text})

    def resign(self, match):
        return self.post(f"/matches/{match}/resign", data={"number": self.see(match)["number"]})

    def see(self, match):
        return self.get(f"/matches/{match}/view").json()


@pytest.fixture(scope="session", autouse=True)
def event_loop_for_everybody():
    with event_loop() as Handed.portal:
        yield
    Handed.portal = None


@pytest.fixture
def house(url):
    return House(open_database(url))


@pytest.fixture
def opponents():
    return Quiet()


@pytest.fixture
def app(house, opponents):
    return create_app(house, opponents, Settings(limited=False))


@pytest.fixture
def anna(app):
    return Person(app, "anna567abcdefghi")


@pytest.fixture
def bert(app):
    return Person(app, "bert567abcdefghi")


@pytest.fixture
def stranger(app):
    return Person(app, "carl567abcdefghi")


@pytest.fixture
def reader(app):
    """A person without script."""
    from tests.doors.web.reader import Reader  # (which needs this module)

    return Reader(app, "rita567abcdefghi")


@pytest.fixture
def live(anna, bert):
    """A match between Anna, who begins, and Bert: her view of its start."""
    begun = anna.begin()
    assert bert.post(f"/matches/{begun['match']}/seats", data={"name": "Bert"}).status_code == 200
    return anna.see(begun["match"])


@contextmanager
def serving(app):
    """Serve an app on a free port of this machine; yields its address and the server."""
    listening = socket.create_server(("127.0.0.1", 0))
    there = threading.Event()
    server = Server(app, there.set)
    thread = threading.Thread(target=server.run, kwargs={"sockets": [listening]})
    thread.start()
    try:
        assert there.wait(PATIENCE)
        yield f"http://127.0.0.1:{listening.getsockname()[1]}", server
    finally:
        server.should_exit = True
        thread.join(PATIENCE)
        assert not thread.is_alive()


@pytest.fixture
def served(app):
    with serving(app) as (address, _):
        yield address


def wait_until(condition, seconds=PATIENCE):
    """Wait for what another thread is about to do."""
    until = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < until, "it did not happen in time"
        time.sleep(0.005)


TIMEOUT = httpx.Timeout(PATIENCE)


class Reader:
    """A person's open stream, read by a thread of its own."""

    def __init__(self, answer):
        self.answer, self.events, self.comments, self.ended = answer, [], 0, threading.Event()
        self.retries = []
        self._thread = threading.Thread(target=self._read, daemon=True)
        self._thread.start()

    def _read(self):
        event = {}
        try:
            for line in self.answer.iter_lines():
                if line.startswith(":"):
                    self.comments += 1
                elif line:
                    name, _, value = line.partition(": ")
                    event[name] = value
                    if name == "retry":
                        self.retries.append(int(value))
                elif event:
                    self.events.append((event.get("event"), event.get("id"), event.get("data")))
                    event = {}
        except httpx.HTTPError:
            pass
        self.ended.set()

    def hang_up(self):
        """End the connection, which closing would not do while the thread waits for more."""
        with suppress(OSError):
            self.answer.extensions["network_stream"].get_extra_info("socket").shutdown(socket.SHUT_RDWR)
        assert self.ended.wait(PATIENCE)

    def views(self, *known):
        """Return the views it was told, those that came as changes made of the ones before, or of ``known`` ones."""
        made = {view["version"]: view for view in known}
        told = []
        for kind, _, data in self.told():
            view = json.loads(data) if kind == "view" else applied(made[json.loads(data)["since"]], json.loads(data))
            made[view["version"]] = view
            told.append(view)
        return told

    def ids(self):
        return [int(name.split(".")[0]) for _, name, _ in self.told()]

    def told(self):
        return [event for event in list(self.events) if event[0] in {"view", "change"}]

    def tables(self):
        return [json.loads(data) for kind, _, data in list(self.events) if kind == "table"]


@contextmanager
def reading(address, match, person=None, last=None, query=""):
    headers = {"Accept": "text/event-stream"} | ({} if last is None else {"Last-Event-ID": str(last).encode()})
    cookies = {"guest": person.cookies["guest"]} if person else {}
    with (
        httpx.Client(base_url=address, cookies=cookies, timeout=TIMEOUT, verify=False) as client,
        client.stream("GET", f"/matches/{match}/stream{query}", headers=headers) as answer,
    ):
        reader = Reader(answer)
        try:
            yield reader
        finally:
            reader.hang_up()
