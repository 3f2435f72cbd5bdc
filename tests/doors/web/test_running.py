"""What those who run the house have decided, on the pages: announcements, bans at every door, closed games."""

import re
from types import SimpleNamespace

import pytest

from fivefold.house.moderation.operators import AuditPoller, Operator
from tests.doors.web.conftest import reading, serving, wait_until
from tests.house.people import keep_accounts

pytestmark = pytest.mark.slow

PAGE = {"Accept": "text/html"}


def ban(house, person, why="insults", days=3, game="locus"):
    """Ban somebody, named by a table that they open."""
    match = person.begin(game)["match"]
    return Operator(house, "root").ban(f"match:{match}:1", why, days)


# --- announcements ---------------------------------------------------------------------------------------------------


def test_an_announcement_stands_on_every_page_until_it_is_closed_on_this_device(house, anna, bert, live):
    nothing = anna.get("/", headers=PAGE).text
    assert "notices" not in nothing, "nothing is loaded for nothing"
    number = Operator(house, "root").announce("<b>The house</b> rests tonight.").number
    pages = ("/", "/lobby", "/new/focus", "/rules", f"/matches/{live['match']}", "/nowhere")
    for path in pages:
        assert "&lt;b&gt;The house&lt;/b&gt; rests tonight." in anna.get(path, headers=PAGE).text, path
    closing = anna.post(f"/announcements/{number}/close", headers={**PAGE, "Referer": "http://testserver/lobby"})
    assert (closing.status_code, closing.headers["location"]) == (303, "/lobby")
    assert "HttpOnly" in closing.headers["set-cookie"] and "SameSite=Lax" in closing.headers["set-cookie"]
    assert "rests tonight" not in anna.get("/", headers=PAGE).text
    assert "rests tonight" in bert.get("/", headers=PAGE).text
    Operator(house, "root").announce("Back again.")
    assert "Back again." in anna.get("/", headers=PAGE).text


def test_scripts_close_an_announcement_and_nobody_elses_site_does(anna):
    assert anna.post("/announcements/1/close").json() == {}
    assert anna.cookies["told"] == "1"
    for number in range(2, 30):
        anna.post(f"/announcements/{number}/close")
    assert anna.cookies["told"] == ".".join(map(str, range(20, 30))), "the cookie does not grow for ever"
    anna.headers["X-CSRF-Token"] = "forged"
    assert anna.post("/announcements/30/close").status_code == 403


@pytest.mark.parametrize("cookie", ["x", "1." * 500, "٣", "-1", "99999999999", "."])
def test_a_cookie_that_means_nothing_hides_nothing(house, anna, cookie):
    Operator(house, "root").announce("Hello, all of you.")
    header = {**PAGE, "Cookie": f"guest={anna.cookies['guest']}; told={cookie}".encode()}
    page = anna.get("/", headers=header)
    assert page.status_code == 200 and ("Hello, all of you." in page.text) == ("1." not in cookie)


# --- bans ------------------------------------------------------------------------------------------------------------


def test_somebody_who_is_banned_sees_it_on_every_page_with_the_reason_and_the_end(house, anna, bert):
    until = ban(house, anna, "insults <i>here</i>").until
    for path in ("/", "/lobby", "/new/locus"):
        page = anna.get(path, headers=PAGE)
        assert page.status_code == 200 and f"until {until.day} {until:%B %Y, %H:%M} UTC" in page.text, path
    page = anna.get("/ban", headers=PAGE).text
    assert "insults &lt;i&gt;here&lt;/i&gt;" in page and "By itself." in page
    assert "may not play" not in bert.get("/", headers=PAGE).text
    assert bert.get("/ban", headers=PAGE).headers["location"] == "/"


def test_every_door_is_closed_to_somebody_who_is_banned(house, anna, bert, live):
    match, table = live["match"], bert.begin()["match"]
    ban(house, anna)
    doors = {
        "/new/focus": {"other-1": "2", "begin": "me"},
        f"/matches/{match}/moves": {"number": live["number"] + 1, "move": live["moves"][0]["text"]},
        f"/matches/{match}/chat": {"text": "hello"},
        f"/matches/{match}/offers": {"kind": "draw", "number": live["number"] + 1},
        f"/matches/{table}/seats": {},
        "/lobby/seek": {"game": "focus"},
        "/lobby/tables": {"game": "focus"},
        "/daily/locus": {},
        "/name": {"name": "Annabel"},
    }
    for path, fields in doors.items():
        said = anna.post(path, data=fields)
        assert said.status_code in {403, 422}, (path, said.status_code, said.text)
        assert said.json()["problem"]["code"] == "banned" and "the reason: insults" in said.json()["error"], path
        page = anna.post(path, data=fields, headers=PAGE)
        assert page.status_code in {403, 422} and "the reason: insults" in page.text, path
    assert anna.see(match)["number"] == live["number"]
    assert anna.get("/account", headers=PAGE).status_code in {200, 303}
    assert anna.resign(match).status_code == 200


def test_a_session_that_is_ended_ends_its_streams(house, app, anna):
    keep_accounts(house, {"dora567abcdefghi": "Dora"})
    with house.writing() as connection:
        session = house.sessions.begun(connection, "dora567abcdefghi", "Firefox")
    match = anna.begin()["match"]
    other = type(house)(house._database)
    with serving(app) as (address, _):
        dora = SimpleNamespace(cookies={"guest": app.state.visitors.cookie(session)})
        with reading(address, match, dora) as stream:
            wait_until(stream.views)
            Operator(other, "root").end_sessions("Dora", "all", "a stolen phone")
            wait_until(stream.ended.is_set, 10)
    assert house.sessions.person(session) is None


# --- closed games ----------------------------------------------------------------------------------------------------


def test_a_closed_game_says_so_where_it_would_begin(house, anna, live):
    Operator(house, "root").close_game("locus", "a mistake in its scores")
    page = anna.get("/new/locus", headers=PAGE).text
    assert "No match of Locus Poker begins for now." in page and "a mistake in its scores" in page
    assert 'class="button primary large" disabled>Play' in page
    assert "begins for now" not in anna.get("/new/focus", headers=PAGE).text
    assert "No match of it begins for now." in anna.get("/new", headers=PAGE).text
    assert "Closed: a mistake in its scores" in anna.get("/lobby", headers=PAGE).text
    refused = anna.post("/new/locus", data={"other-1": "2", "begin": "me"}, headers=PAGE)
    assert refused.status_code == 409 and "the reason: a mistake in its scores" in refused.text
    kept = anna.post("/new/locus", data={"other-1": "5", "begin": "them"}, headers=PAGE)
    assert re.search(r'name="begin" value="them" checked', kept.text), "the form stands as it was filled in"
    said = anna.post("/new/locus", data={"other-1": "2", "begin": "me"}).json()
    assert said["problem"]["code"] == "game-closed"
    assert anna.post("/lobby/seek", data={"game": "locus"}).json()["problem"]["code"] == "game-closed"
    assert anna.move(live).status_code == 200, "matches that go on go on"


def test_a_server_follows_what_is_done_beside_it(app):
    with serving(app) as (_, server):
        assert isinstance(server._following, AuditPoller) and server._following._loop.up
    assert not server._following._loop.up
