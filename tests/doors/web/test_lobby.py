"""The lobby as a page, as forms and as a stream."""

import json
import re
from contextlib import contextmanager

import httpx
import pytest

from fivefold.house.table.seating import MatchRequest
from tests.doors.web.conftest import TIMEOUT, Reader, wait_until
from tests.house.people import CLEO, keep_accounts

pytestmark = pytest.mark.slow


def open_table(person, game="locus", **fields):
    answer = person.post("/lobby/tables", data={"game": game, **fields})
    assert answer.status_code == 201, answer.text
    return answer.json()["path"].removeprefix("/matches/")


def known_table(house, game="locus"):
    """Return an open table of somebody with an account."""
    if not house.accounts.is_named(CLEO):
        keep_accounts(house, {CLEO: "Cleo"})
    return house.create(CLEO, MatchRequest(game, {}, ("link",), listed=True)).id


def page(person, query=""):
    answer = person.get(f"/lobby{query}", headers={"Accept": "text/html"})
    assert answer.status_code == 200
    return answer.text


def test_an_open_table_is_on_the_page_with_one_button_to_sit_down(anna, bert):
    anna.post("/name", data={"name": "Anna"})
    mine = open_table(anna)
    shown = page(bert)
    assert f'action="/matches/{mine}/seats"' in shown and "Anna" in shown and "Casual" in shown
    refused = anna.post("/lobby/tables", data={"game": "focus", "rated": "yes"}, headers={"Accept": "text/html"})
    assert refused.status_code == 422 and "players with an account" in refused.text
    assert f'data-own="{mine}"' in page(anna) and f'data-table="{mine}"' not in page(anna)
    assert bert.post(f"/matches/{mine}/seats").status_code == 200
    assert f'data-table="{mine}"' not in page(bert)


def test_tables_of_people_one_follows_are_marked_and_matches_to_watch_stand_below(house, bert):
    mine, other = known_table(house), known_table(house, "focus")
    assert "data-followed" not in page(bert) and 'id="watch"' not in page(bert)
    house.follows.follow(bert.person_id, CLEO)
    assert page(bert).count("<li data-followed ") == 2
    bert.post(f"/matches/{other}/seats")
    assert 'id="watch"' in page(bert) and f'href="/matches/{other}" class="stretched"' in page(bert)
    assert f'data-table="{mine}"' in page(bert)


def test_the_match_on_the_home_page_is_watched_or_taken_over(house, anna, bert, reader):
    table = open_table(anna, "focus")
    bert.post(f"/matches/{table}/seats")
    assert [each["words"] for each in reader.open("/").all("a", href=f"/matches/{table}")][-1] == "Watch"
    assert "play-on" not in reader.get("/").text, "nobody has moved"
    for person in (anna, bert, anna):
        if person.see(table)["turn"]:
            person.move(person.see(table))
    part = reader.get(f"/watched/{table}").text
    assert f'data-live="/watched/{table}"' in part and f'action="/matches/{table}/play-on"' in part
    for person in (anna, bert):
        assert "play-on" not in person.get(f"/watched/{table}", headers={"Accept": "text/html"}).text
    ply = re.search(r'name="ply" value="(\d+)"', part)[1]
    begun = reader.fill(reader.open("/"), f"/matches/{table}/play-on")
    assert int(ply) > 0 and begun.path != f"/matches/{table}" and house.snapshot(begun.path[9:]).row_at(int(ply))
    anna.resign(table)
    assert "data-live" not in reader.get(f"/watched/{table}").text


def test_people_one_follows_are_listed_with_their_matches(house, bert, reader):
    table = known_table(house, "focus")
    house.follows.follow(reader.person_id, CLEO)
    bert.post(f"/matches/{table}/seats")
    shown = reader.open("/people")
    assert [each["words"] for each in shown.all("h2")][:2] == ["You follow", "Challenge a player"]
    assert shown.all("a", href=f"/matches/{table}") and "Following" in shown.one("main")["words"]
    house.accounts.set_preference(CLEO, "show_presence", False)
    assert [each["words"] for each in reader.open("/people").all("h2")][:2] == ["You follow", "Watch"]


def test_the_filter_is_a_link(anna, bert):
    locus, focus = open_table(anna), open_table(anna, "focus")
    shown = page(bert, "?game=focus")
    assert focus in shown and locus not in shown
    assert "No table is open" in page(bert, "?game=nonsense")


def test_names_are_escaped_in_rows(anna, bert):
    anna.post("/name", data={"name": "<b>Anna</b>"})
    open_table(anna)
    assert "&lt;b&gt;Anna" in page(bert) and "<b>Anna" not in page(bert)


def test_nobodys_id_is_on_the_page(anna, bert):
    open_table(anna)
    assert anna.person_id not in page(bert) and bert.person_id not in page(bert)


def test_the_owner_fills_and_closes_from_the_lobby(anna, bert):
    mine, other = open_table(anna), open_table(anna)
    assert bert.post(f"/matches/{mine}/fill", data={"level": "2"}).status_code == 403
    assert anna.post(f"/matches/{mine}/fill", data={"level": "9"}).status_code == 422
    filled = anna.post(f"/matches/{mine}/fill", data={"level": "2"})
    assert filled.json()["path"] == f"/matches/{mine}" and anna.see(mine)["turn"] in {True, False}
    assert anna.post(f"/matches/{other}/close").json()["path"] == "/lobby"
    assert page(bert).count("open-table") == page(bert).count("open-tables")


def test_a_table_that_was_closed_invites_nobody_any_more(anna):
    table = open_table(anna)
    html = {"Accept": "text/html"}
    assert "Close the table" in anna.get(f"/matches/{table}", headers=html).text
    anna.post(f"/matches/{table}/close")
    told = anna.get(f"/matches/{table}", headers=html).text
    assert "Close the table" not in told and "Fill a seat" not in told and 'id="invite" class="note" hidden' in told


def test_two_who_look_for_the_same_meet(anna, bert):
    looking = anna.post("/lobby/seek", data={"game": "focus"}).json()["search"]
    assert looking["state"] == "looking" and "Play Mumbles, level 3" in looking["html"]
    found = bert.post("/lobby/seek", data={"game": "focus"}).json()["search"]
    assert found["state"] == "ready"
    to_table = anna.get("/lobby", headers={"Accept": "text/html"})
    assert to_table.status_code == 303 and to_table.headers["location"] == f"/matches/{found['match']}"


def test_a_computer_is_played_meanwhile_and_the_search_goes_on(anna, bert):
    anna.post("/lobby/seek", data={"game": "focus"})
    assert anna.post("/lobby/meanwhile").status_code == 201
    assert bert.post("/lobby/seek", data={"game": "focus"}).json()["search"]["state"] == "waiting"
    assert "Go and play" in page(anna)
    path = anna.post("/lobby/accept").json()["path"]
    assert anna.see(path.removeprefix("/matches/"))["yours"]
    assert bert.post("/lobby/stop").json() == {"search": None}


@pytest.mark.slow
def test_the_lobby_works_without_script(reader, bert):
    theirs = open_table(bert, "focus")
    shown = reader.open("/lobby")
    at_table = reader.fill(shown, f"/matches/{theirs}/seats")
    assert at_table.path == f"/matches/{theirs}"
    waiting = reader.fill(reader.open("/lobby"), "/lobby/seek")
    assert waiting.one("div", data_state="looking")
    assert reader.fill(waiting, "/lobby/stop").path == "/lobby"


def test_what_is_not_offered_is_said_on_the_page(anna):
    anna.headers["Accept"] = "text/html"
    for _ in range(5):
        assert anna.post("/lobby/tables", data={"game": "focus"}).status_code == 303
    refused = anna.post("/lobby/tables", data={"game": "focus"})
    assert refused.status_code == 409 and "close one first" in refused.text


# --- the stream ------------------------------------------------------------------------------------------------------


@contextmanager
def lobby(address, person, after="", only=""):
    cookies = dict(person.cookies)
    params = {"after": after, "only": only}
    with (
        httpx.Client(base_url=address, cookies=cookies, timeout=TIMEOUT) as client,
        client.stream("GET", "/lobby/stream", params=params) as answer,
    ):
        reader = Reader(answer)
        try:
            yield reader
        finally:
            reader.hang_up()


def told(reader, kind):
    return [json.loads(data) for each, _, data in list(reader.events) if each == kind]


@pytest.mark.slow
def test_a_table_comes_and_goes_on_every_open_lobby(served, app, anna, bert, stranger):
    app.state.house.lobby.tables()
    start = app.state.lobby_news.position()
    with lobby(served, anna, start) as hers, lobby(served, bert, start) as his:
        wait_until(lambda: hers.events and his.events)
        mine = open_table(anna)
        wait_until(lambda: told(his, "table") and told(hers, "own"))
        (row,) = told(his, "table")
        assert (row["id"], row["game"], row["new"]) == (mine, "locus", True)
        assert f'action="/matches/{mine}/seats"' in row["html"] and len(json.dumps(row)) < 2000
        assert stranger.post(f"/matches/{mine}/seats").status_code == 200
        wait_until(lambda: told(his, "gone"))
        assert told(his, "gone") == [{"id": mine, "game": "locus"}]
    ids = [number for _, number, _ in his.events if number]
    with lobby(served, bert, ids[0]) as again:
        wait_until(lambda: told(again, "gone"))
        assert told(again, "table") == [] and told(again, "all") == []
    with lobby(served, bert, "other-7") as anew:
        wait_until(lambda: told(anew, "all"))
    told_altogether = json.dumps([hers.events, his.events])
    assert anna.person_id not in told_altogether and bert.person_id not in told_altogether


@pytest.mark.slow
def test_blocked_people_hear_nothing_of_a_table(served, app, anna, bert, stranger):
    house = app.state.house
    house.lobby.tables()
    house.blocks.block(anna.person_id, bert.person_id)
    start = app.state.lobby_news.position()
    with lobby(served, bert, start) as his, lobby(served, stranger, start) as theirs:
        wait_until(lambda: his.events and theirs.events)
        mine = open_table(anna)
        anna.post(f"/matches/{mine}/close")
        other = open_table(stranger)
        wait_until(lambda: told(theirs, "gone") and told(his, "table"))
    assert [row["id"] for row in told(his, "table")] == [other] and told(his, "gone") == []
    refused = bert.post(f"/matches/{open_table(anna)}/seats")
    assert refused.status_code == 409 and "do not play together" in refused.text


@pytest.mark.slow
def test_a_search_is_told_only_to_its_own_person(served, anna, bert, stranger):
    anna.post("/lobby/seek", data={"game": "focus"})
    with lobby(served, anna, only="search") as hers, lobby(served, stranger) as theirs:
        wait_until(lambda: told(hers, "search"))
        found = bert.post("/lobby/seek", data={"game": "focus"}).json()["search"]
        wait_until(lambda: told(hers, "search")[-1]["state"] == "ready")
        assert told(hers, "search")[-1]["match"] == found["match"]
    assert told(theirs, "search") == [None]
    assert told(hers, "table") == told(hers, "here") == []
