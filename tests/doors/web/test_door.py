"""Each request has an id, and what is written of it holds nothing private, whatever a stranger sends."""

import json
import logging
import re
from ipaddress import ip_network

import httpx
import pytest

from fivefold.doors.web import logs
from fivefold.doors.web.app import create_app
from fivefold.doors.web.logs import AccessLog, Answered, log_to_stderr, masked
from fivefold.doors.web.settings import Settings
from tests.doors.web.conftest import TIMEOUT, Person, serving

ANSWERED = Answered("abc123", "GET", "/matches/{match_id}", 200, 0.0123, False)


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("550 <anna.k+x@mail.example>: unknown", "550 <***@***>: unknown"),
        ("postgresql://fivefold:geheim@db.example/x failed", "postgresql://fivefold:***@db.example/x failed"),
        ("cookie guest=anna.abc.def; csrf=xyz", "cookie guest=***; csrf=***"),
        ("Authorization: Bearer ff_abcdefghijkl", "Authorization: Bearer ff_***"),
        ("match abc: the disk is full", "match abc: the disk is full"),
    ],
)
def test_what_is_private_is_not_written(text, shown):
    assert masked(text) == shown


def record(message, *values, **more):
    made = logging.LogRecord("fivefold.web", logging.WARNING, __file__, 1, message, values, None)
    made.__dict__.update(more)
    return made


@pytest.mark.parametrize("kind", [logs.TEXT, logs.JSON])
def test_a_message_is_one_line_whatever_is_in_it(kind):
    line = logs.lines(kind).format(record("a table called %s", "x\n2026 ERROR forged\x1b[31m\r"))
    assert len(line.splitlines()) == 1 and "\x1b" not in line


def test_what_an_error_left_behind_is_set_in():
    try:
        raise ValueError("one\nERROR two")
    except ValueError as error:
        made = record("broken", exc_info=(ValueError, error, error.__traceback__))
    lines = logs.lines(logs.TEXT).format(made).splitlines()
    assert len(lines) > 3 and all(line.startswith("  ") for line in lines[1:])
    told = json.loads(logs.lines(logs.JSON).format(made))
    assert told["error"] == "ValueError" and "Traceback" in told["trace"]


def test_a_line_for_programs_says_what_they_look_for():
    told = json.loads(logs.lines(logs.JSON).format(record("%d left", 3, request="abc")))
    assert re.fullmatch(r"20\d\d-\d\d-\d\dT[0-9:]{8}\.\d{3}Z", told.pop("time"))
    assert told == {"level": "WARNING", "logger": "fivefold.web", "message": "3 left", "request": "abc"}


def test_requests_are_written_down(capfd):
    for kind in (logs.TEXT, logs.JSON):
        written = AccessLog(kind)
        written.start()
        written.note(ANSWERED)
        written.stop()
    text, told = capfd.readouterr().err.splitlines()
    assert text.endswith("INFO fivefold.access: GET /matches/{match_id} 200 12.3 ms (request abc123)")
    told = json.loads(told)
    assert (told["route"], told["status"], told["milliseconds"]) == ("/matches/{match_id}", 200, 12.3)


def test_too_many_requests_are_counted_and_hold_up_nobody(capfd):
    written = AccessLog(logs.TEXT, most=3)
    for _ in range(10):
        written.note(ANSWERED)
    written.start()
    written.stop()
    lines = capfd.readouterr().err.splitlines()
    assert len(lines) == 4 and "7 requests were left out" in lines[3]


@pytest.fixture
def told(app):
    """Return what is told of the answers of the app."""
    found = []
    app.state.answered.append(found.append)
    return found


@pytest.mark.slow
def test_each_answer_is_told_with_the_pattern_of_its_address(anna, told):
    match = anna.begin()["match"]
    anna.get(f"/matches/{match}/view")
    anna.head(f"/matches/{match}")
    anna.get("/static/css/tokens.css")
    anna.get("/nothing/of/the/kind?key=1")
    anna.request("BREW", "/")
    said = [(each.method, each.route, each.status) for each in told]
    assert said == [
        ("POST", "/new/{key}", 201),
        ("GET", "/matches/{match_id}/view", 200),
        ("HEAD", "/matches/{match_id}", 200),
        ("GET", "/static/{path}", 404),
        ("GET", "unknown", 404),
        ("OTHER", "/", 405),
    ]
    assert len({each.request for each in told}) == len(told) and all(each.seconds > 0 for each in told)


@pytest.mark.slow
@pytest.mark.parametrize(("proxies", "taken"), [((), False), (("10.0.0.0/8",), False), (("127.0.0.1",), True)])
def test_an_id_is_taken_over_from_servers_in_front_only(house, opponents, proxies, taken):
    app = create_app(house, opponents, Settings(limited=False, proxies=tuple(map(ip_network, proxies))))
    with serving(app) as (address, _):
        for given, sensible in (("abc-123", True), ("two words", False), ("x" * 65, False), ("a{b}", False)):
            answer = httpx.get(f"{address}/health/live", headers={"X-Request-ID": given}, timeout=TIMEOUT)
            number = answer.headers["x-request-id"]
            assert (number == given) == (taken and sensible) and len(number) <= 64


@pytest.mark.slow
@pytest.mark.parametrize("kind", [logs.TEXT, logs.JSON])
def test_nothing_private_is_written_down(house, opponents, monkeypatch, capfd, kind):
    """Requests with secrets wherever a request can have some, of which several break something."""
    app = create_app(house, opponents, Settings(limited=False))
    written = AccessLog(kind)
    app.state.answered.append(written.note)
    anna = Person(app, "anna567abcdefghi")
    match, token = anna.begin()["match"], anna.headers["X-CSRF-Token"]
    secret = "geheim-4711-geheim"
    cookie = anna.cookies["guest"]
    headers = {
        "Cookie": f"guest={cookie}; other={secret}",
        "Authorization": f"Bearer ff_{secret}",
        "X-CSRF-Token": token,
        "X-Request-ID": secret,
        "Referer": f"http://{secret}.example/",
        "User-Agent": secret,
    }
    with log_to_stderr(kind), serving(app) as (address, _), httpx.Client(base_url=address, timeout=TIMEOUT) as visitor:
        written.start()
        numbers = []
        for broken in (False, True):
            if broken:
                for name in ("resign", "snapshot", "person"):
                    monkeypatch.setattr(house, name, lambda *_: 1 / 0)
            for method, path in (
                ("GET", f"/?token={secret}"),
                ("GET", f"/matches/{match}?key={secret}"),
                ("POST", f"/matches/{match}/resign"),
                ("POST", f"/matches/{match}/chat"),
                ("GET", f"/mail/confirm/{secret}"),
                ("GET", f"/{secret}"),
                ("POST", "/sign-in"),
            ):
                body = {"password": secret, "mail": f"{secret}@mail.example", "text": secret, "number": "0"}
                numbers.append(
                    visitor.request(method, path, headers=headers, data=body if method == "POST" else None).headers[
                        "x-request-id"
                    ]
                )
        written.stop()
    said = capfd.readouterr().err
    assert said.count("/matches/{match_id}/resign") >= 2 and "ZeroDivisionError" in said
    assert all(number in said for number in numbers)
    for private in (secret, token, cookie, cookie.rpartition(".")[2], "anna567abcdefghi", match, "mail.example", "?"):
        assert private not in said, private
