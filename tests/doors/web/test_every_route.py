"""Whatever a stranger sends to whatever route: an answer in words, never a breakdown, and nothing given away."""

import gzip
import io
import re
import shutil
import zipfile

import orjson
import pytest
from hypothesis import HealthCheck, Phase, given, settings

from fivefold.doors.web.app import create_app
from fivefold.doors.web.settings import Settings
from fivefold.house.database import open_database
from fivefold.house.house import House
from tests.attack.conftest import many
from tests.doors.web.pictures import AtOnce
from tests.doors.web.strangers import ANNA, BERT, CARL, furnish, idle, requests, routes, visiting
from tests.quick import in_turn

ROUTES = routes()
QUICK = 4
AT_ONE_HOUSE = 12
"""So many routes are tried at one house, one after the other."""
LEAKS = re.compile(rf"Traceback|\b[A-Z]\w*(?:Error|Exception)\b|object at 0x|\.py\b|{ANNA}|{BERT}|{CARL}")
KINDS = (
    "application/zip",
    "application/json",
    "application/problem+json",
    "application/x-ndjson",
    "text/html",
    "text/plain",
    "text/css",
    "text/javascript",
    "image/svg+xml",
    "image/png",
    "image/gif",
    "text/event-stream",
)
FREE = settings(
    deadline=None, derandomize=True, database=None, phases=[Phase.generate], suppress_health_check=list(HealthCheck)
)


@pytest.fixture(scope="module")
def furnished(tmp_path_factory, empty_database):
    """A database with matches in every state, and what is in it."""
    file = tmp_path_factory.mktemp("furnished") / "house.sqlite"
    shutil.copy(empty_database, file)
    database = open_database(f"sqlite:///{file}")
    known = furnish(House(database))
    database.close()
    return file, known


@pytest.fixture
def visited(furnished, tmp_path):
    """A house of a test's own with all that: a function that sends it requests, and what there is."""
    file, known = furnished
    shutil.copy(file, tmp_path / "house.sqlite")
    database = open_database(f"sqlite:///{tmp_path / 'house.sqlite'}")
    house = House(database)
    house.mail.domain = "mail.example"
    app = create_app(house, idle(house), Settings(limited=False))
    app.state.rasters = AtOnce()
    yield visiting(app), known
    database.close()


def check(sent, answer):
    """Check that an answer is one of ours."""
    assert 200 <= answer.status < 500, sent
    assert not any(set("\r\n\0") & set(value) for value in answer.headers.values()), sent
    kind = answer.headers.get("content-type", "").partition(";")[0]
    body = (
        gzip.decompress(answer.body)
        if answer.headers.get("content-encoding") == "gzip" and answer.body
        else answer.body
    )
    if sent.method == "HEAD" or not body:
        assert sent.method == "HEAD" or answer.status in {200, 204, 303, 304, 307}, sent
        return
    assert kind in KINDS, (sent, kind)
    text = _text(kind, body) if answer.status != 206 and kind not in {"image/png", "image/gif"} else ""
    if kind == "application/json":
        told = orjson.loads(body)
        assert answer.status < 400 or len(told["error"].split()) >= 3, (sent, told)
    elif kind == "application/problem+json":
        assert answer.status == orjson.loads(body)["status"] >= 400 and len(orjson.loads(body)["detail"].split()) >= 3
    elif kind == "application/x-ndjson":
        assert all(orjson.loads(line)["type"] for line in body.splitlines() if line), sent
    elif kind == "text/html":
        is_part = (sent.target.endswith(b"/result") or b"/watched/" in sent.target) and answer.status == 200
        assert is_part or (text.startswith("<!doctype html>") and text.rstrip().endswith("</html>")), sent
    if answer.status >= 400:
        assert len(text.split()) >= 3 and not LEAKS.search(text), (sent, LEAKS.search(text))
    assert ANNA not in text and BERT not in text, sent


def _text(kind, body):
    """Return what an answer says; of an archive what all its files say."""
    if kind != "application/zip":
        return body.decode()
    with zipfile.ZipFile(io.BytesIO(body)) as archive:
        return "\n".join(archive.read(name).decode() for name in archive.namelist())


def try_out(method, path, visited, count, seed=None):
    """Send so many requests to a route and check the answers."""
    ask, known = visited

    @settings(FREE, max_examples=count)
    @given(sent=requests(method, path, known))
    def send(sent):
        check(sent, ask(sent))

    send()


def test_every_route_is_tried_out():
    paths = {path for _, path in ROUTES}
    assert len(paths) > 40 and {"/matches/{match_id}/moves", "/look", "/", "/static/{path}"} <= paths


@pytest.mark.slow
def test_a_stranger_is_answered_in_words_whatever_they_send(visited):
    for method, path in ROUTES:
        try_out(method, path, visited, QUICK)


@pytest.mark.long
@in_turn("method, path", ROUTES, by=lambda *route: str(ROUTES.index(route) // AT_ONE_HOUSE))
def test_every_route_stands_whatever_a_stranger_sends(method, path, visited):
    try_out(method, path, visited, many(24, 1000))
