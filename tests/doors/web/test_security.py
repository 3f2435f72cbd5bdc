"""What keeps visitors and the house safe: cookies, tokens, headers, sizes, rates, and errors that tell nothing."""

import re
import sqlite3
import subprocess
import sys
from contextlib import closing

import pytest

from fivefold.doors.web.app import create_app
from fivefold.doors.web.headers import POLICY
from fivefold.doors.web.settings import Settings
from fivefold.doors.web.visitors import SIGNED_FOR, Visitors
from tests.doors.web.conftest import Person
from tests.doors.web.in_process import Visitor

pytestmark = pytest.mark.slow

HEADERS = ("content-security-policy", "x-content-type-options", "referrer-policy", "cross-origin-opener-policy")


def test_the_policy_allows_nothing_inside_pages_and_nothing_from_elsewhere():
    assert "unsafe" not in POLICY and "*" not in POLICY and "http" not in POLICY
    assert "default-src 'none'" in POLICY and "frame-ancestors 'none'" in POLICY


def answers(anna, live):
    """Return one answer of every kind, by name."""
    static = anna.app.state.static.address
    page = {"Accept": "text/html"}
    return {
        "json": anna.get(f"/matches/{live['match']}/view"),
        "text": anna.get(f"/matches/{live['match']}/record"),
        "see other": anna.post("/look", data={}, headers=page),
        "json error": anna.get("/matches/aaaaaaaaaa/view"),
        "page error": anna.get("/matches/aaaaaaaaaa", headers=page),
        "nothing there": anna.get("/nothing", headers=page),
        "wrong method": anna.delete("/name"),
        "too long": anna.get("/" + "x" * 2000),
        "too large": anna.post("/name", content=b"x" * 20_000),
        "style": anna.get("/styles/locus.css"),
        "static": anna.get(static("icon.svg")),
        "static missing": anna.get(static("nothing.svg")),
        "home": anna.get("/", headers=page),
    }


def test_every_kind_of_answer_has_the_headers(anna, live):
    for kind, answer in answers(anna, live).items():
        assert answer.status_code < 500, kind
        assert answer.headers["content-security-policy"] == POLICY, kind
        assert all(name in answer.headers for name in HEADERS), kind
        assert answer.headers["cache-control"], kind


def test_what_is_one_people_is_not_kept(anna, live):
    found = answers(anna, live)
    assert {found[kind].headers["cache-control"] for kind in ("json", "json error", "page error", "home")} == {
        "no-store"
    }


def test_statuses_and_words_of_refusals(anna, live):
    found = answers(anna, live)
    expected = {"nothing there": 404, "wrong method": 405, "too long": 414, "too large": 413, "static missing": 404}
    assert {kind: found[kind].status_code for kind in expected} == expected
    assert found["too large"].json()["error"].startswith("what was sent is longer")
    assert found["wrong method"].headers["allow"]
    assert "have that page" in found["nothing there"].text


def test_files_with_their_digest_are_kept_for_ever(anna):
    address = anna.app.state.static.address("icon.svg")
    assert "immutable" in anna.get(address).headers["cache-control"]
    older = anna.get("/static/000000000000/icon.svg")
    assert older.status_code == 200 and "immutable" not in older.headers["cache-control"]


@pytest.mark.parametrize("path", ["../app.py", "%2e%2e/app.py", "..%2fapp.py", "css/../../app.py", "/etc/passwd"])
def test_only_static_files_are_served(anna, path):
    assert anna.get(f"/static/x/{path}").status_code == 404


def test_a_page_brings_a_cookie_once(app):
    with Visitor(app) as client:
        first = client.get("/about", headers={"Accept": "text/html"})
        cookie = first.headers["set-cookie"]
        assert cookie.startswith("guest=") and "HttpOnly" in cookie and "SameSite=Lax" in cookie and "Path=/" in cookie
        assert "Secure" not in cookie
        assert "set-cookie" not in client.get("/about", headers={"Accept": "text/html"}).headers


@pytest.mark.slow
def test_a_cookie_by_https_stays_there(house, opponents):
    for app, base in (
        (create_app(house, opponents, Settings(url_base="https://fivefold.example")), "http://testserver"),
        (create_app(house, opponents), "https://testserver"),
    ):
        answer = Visitor(app, base_url=base).get("/about", headers={"Accept": "text/html"})
        assert "; Secure" in answer.headers["set-cookie"]


def test_by_https_browsers_are_told_to_stay_there(house, opponents):
    public = create_app(house, opponents, Settings(url_base="https://fivefold.example"))
    for app, base, told in (
        (public, "http://testserver", True),
        (create_app(house, opponents), "https://testserver", True),
        (create_app(house, opponents), "http://testserver", False),
    ):
        answer = Visitor(app, base_url=base).get("/styles/locus.css")
        assert answer.headers.get("strict-transport-security") == ("max-age=31536000" if told else None)


@pytest.mark.parametrize(
    ("host", "base"),
    [
        ("testserver", "http://testserver"),
        ("testserver:8080", "http://testserver:8080"),
        ("LOCALHOST:9000", "http://localhost:9000"),
        ("127.0.0.1:8555", "http://127.0.0.1:8555"),
        ("[::1]:8555", "http://[::1]:8555"),
        ("evil.example", "http://testserver:80"),
        ("testserver.evil.example", "http://testserver:80"),
    ],
)
def test_links_to_send_do_not_follow_the_host_header(anna, host, base):
    match = anna.begin()["match"]
    page = anna.get(f"/matches/{match}", headers={"Accept": "text/html", "Host": host})
    assert re.search(r'id="invite-link"[^>]*value="([^"]+)"', page.text)[1] == f"{base}/matches/{match}"


def test_links_to_send_lead_to_the_public_address(house, opponents):
    anna = Person(create_app(house, opponents, Settings(url_base="https://fivefold.example")), "anna567abcdefghi")
    match = anna.begin()["match"]
    page = anna.get(f"/matches/{match}", headers={"Accept": "text/html", "Host": "localhost"})
    assert f'value="https://fivefold.example/matches/{match}"' in page.text


def test_reading_stores_nothing(app, tmp_path, live):
    database = tmp_path / "house.sqlite"
    before = _rows(database)
    with Visitor(app) as client:
        for path in ("/", "/about", f"/matches/{live['match']}", f"/matches/{live['match']}/view", "/new/locus"):
            assert client.get(path, headers={"Accept": "text/html"}).status_code == 200
    assert _rows(database) == before


def _rows(database):
    """Return how many rows each table has."""
    with closing(sqlite3.connect(database)) as connection:
        names = [name for (name,) in connection.execute("select name from sqlite_master where type = 'table'")]
        return {name: connection.execute(f"select count(*) from {name}").fetchone()[0] for name in names}


def test_a_forged_cookie_counts_as_none():
    visitors = Visitors(b"secret")
    good = visitors.cookie("anna")
    assert visitors.visitor(good).id == "anna"
    for forged in (
        good[:-9] + ("a" if good[-9] != "a" else "b") + good[-8:],
        good.replace("anna", "bert"),
        "anna",
        "",
        "é.é.é",
    ):
        who = visitors.visitor(forged)
        assert not who.known and who.welcome and who.id not in {"anna", "bert"}
    assert not Visitors(b"another").visitor(good).known


def test_an_old_cookie_is_renewed(monkeypatch):
    visitors = Visitors(b"secret")
    cookie = visitors.cookie("anna")
    now = visitors._cookies.get_timestamp()
    # Not even after a year, or where the clock goes back, is it overwritten: all of a person's matches hang on it.
    for days, welcome in ((-3000, False), (-1, False), (29, False), (31, True), (366, True), (3000, True)):
        monkeypatch.setattr("time.time", lambda days=days: now + days * 86_400)
        who = visitors.visitor(cookie)
        assert (who.id, who.known, who.welcome) == ("anna", True, welcome), days


def test_a_form_needs_the_token_of_its_own_person(app, anna, bert):
    plain = dict(anna.headers)
    del anna.headers["X-CSRF-Token"]
    assert anna.post("/name", data={"name": "A"}).status_code == 403
    assert anna.post("/name", data={"name": "A", "csrf": "wrong"}).status_code == 403
    assert anna.post("/name", data={"name": "A", "csrf": "é"}).status_code == 403
    assert anna.post("/name", data={"name": "A", "csrf": app.state.visitors.token(bert.person_id)}).status_code == 403
    assert anna.post("/name", data={"name": "A", "csrf": app.state.visitors.token(anna.person_id)}).status_code == 200
    anna.headers.update(plain)
    assert anna.post("/name", data={"name": "A"}).status_code == 200
    assert anna.post("/name", data={"name": "A"}, headers={"Sec-Fetch-Site": "cross-site"}).status_code == 403


def test_every_form_needs_a_token(app):
    guarded = 0
    client = Person(app, "anna567abcdefghi")
    del client.headers["X-CSRF-Token"]
    for route in _routes(app):
        if route.path in SIGNED_FOR:
            continue  # the key in its address is the token: test_mail_pages.py
        for method in set(getattr(route, "methods", None) or ()) - {"GET", "HEAD"}:
            answer = client.request(method, route.path.format_map(_Any()))
            assert answer.status_code == 403, route.path
            guarded += 1
    assert guarded >= 11


class _Any(dict):
    def __missing__(self, name):
        return {"key": "locus", "game": "locus"}.get(name.split(":")[0], "aaaaaaaaaa")


def _routes(app):
    """Yield every route with a path, also of routers that are included as they are."""
    waiting = list(app.routes)
    while waiting:
        route = waiting.pop()
        if getattr(route, "methods", None):
            yield route
        else:
            inner = getattr(route, "original_router", None) or getattr(route, "router", None)
            waiting.extend(getattr(inner, "routes", ()))


def test_without_a_cookie_the_reason_is_said(anna):
    anna.cookies.clear()
    answer = anna.post("/name", data={"name": "A"})
    assert answer.status_code == 403 and "cookie" in answer.json()["error"]


def test_what_breaks_is_logged_and_not_shown(anna, live, monkeypatch, caplog):
    def break_down(*_):
        raise ZeroDivisionError("the seed is 4711")

    monkeypatch.setattr(anna.app.state.house, "snapshot", break_down)
    for accept in ("application/json", "text/html"):
        answer = anna.get(f"/matches/{live['match']}/view?secret=5", headers={"Accept": accept})
        assert answer.status_code == 500
        assert (
            "4711" not in answer.text
            and "Zero" not in answer.text
            and "Everything confirmed before is safe" in answer.text
        )
        assert answer.headers["content-security-policy"] == POLICY
    assert "ZeroDivisionError" in caplog.text
    assert "secret" not in caplog.text and anna.cookies["guest"] not in caplog.text


def test_names_and_moves_are_text_not_markup(anna, live):
    evil = '<b onclick="x()">'
    assert anna.post("/name", data={"name": evil}).status_code == 200
    page = {"Accept": "text/html"}
    assert evil not in anna.get("/about", headers=page).text
    assert evil not in anna.get(f"/matches/{live['match']}", headers=page).text
    fields = {"number": live["number"] + 1, "move": evil}
    refused = anna.post(f"/matches/{live['match']}/moves", data=fields, headers=page)
    assert refused.status_code == 422 and evil not in refused.text
    script = anna.begin(name="</script><i>")["match"]
    assert "</script><i>" not in anna.get(f"/matches/{script}", headers=page).text


def test_head_is_get_without_a_body(anna, live):
    for path in ("/", "/about", f"/matches/{live['match']}/view", "/styles/locus.css", "/nothing"):
        get, head = anna.get(path), anna.head(path)
        assert (head.status_code, head.content) == (get.status_code, b""), path
        assert head.headers["content-type"] == get.headers["content-type"], path


def test_head_of_a_stream_ends(anna, live):
    answer = anna.head(f"/matches/{live['match']}/stream")
    assert answer.status_code == 200 and answer.headers["content-type"].startswith("text/event-stream")


def test_large_answers_are_compressed(anna, live):
    assert anna.get(f"/matches/{live['match']}/view").headers["content-encoding"] == "gzip"


def test_a_body_without_a_length_is_cut_off(anna):
    def endless():
        for _ in range(100):
            yield b"name=" + b"x" * 1000 + b"&"

    answer = anna.post("/name", content=endless(), headers={"Content-Type": "application/x-www-form-urlencoded"})
    assert answer.status_code == 413


@pytest.mark.slow
def test_the_web_process_does_not_load_the_engine():
    code = "import sys, fivefold.doors.web.app, fivefold.doors.web.serving; print(*sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], check=True, timeout=300, capture_output=True, text=True)
    assert {"numba", "numpy", "matplotlib"} & set(done.stdout.split()) == set()
