"""News in the page: the number of what waits, without script too, and the stream that keeps it up to date."""

import json
from contextlib import contextmanager

import httpx
import pytest

from fivefold.doors.web.stream import NewsFeed
from tests.doors.web.conftest import TIMEOUT, Person, Reader, wait_until
from tests.doors.web.markup import Page

pytestmark = pytest.mark.slow


def shown(person, path="/rules"):
    """Return a page's title, and what its badge says; empty where nothing waits."""
    page = Page(person.get(path, headers={"Accept": "text/html"}).text)
    badges = [each for each in page.all("a", id="waiting") if "hidden" not in each["attrs"]]
    return page.all("title")[0]["words"], "".join(each["words"] for each in badges)


@contextmanager
def feed(house, person, besides=""):
    """Return what a stream would send, as often as it is called."""
    made = NewsFeed(house, person.person_id, (besides,) if besides else ())
    woken = []
    with made.connected(lambda: woken.append(True)):

        def told():
            sent = made.events().decode()
            return json.loads(sent.partition("data: ")[2]) if sent else None

        yield told
    assert person.person_id not in house.news._listeners.names()


def test_the_badge_and_the_title_say_how_many_wait(anna, bert, live):
    title, badge = shown(anna)
    assert title.startswith("(1) ") and badge == "1waits for you"
    assert shown(bert) == (title.removeprefix("(1) "), "")
    anna.move(live)
    assert shown(anna)[1] == "" and shown(bert)[1] != ""


def test_a_match_is_not_counted_on_its_own_page(anna, live):
    title, badge = shown(anna, f"/matches/{live['match']}")
    assert not title.startswith("(") and badge == ""


def test_a_visitor_who_is_new_has_no_badge_and_asks_for_no_stream(app, anna):
    new = Person(app, "")
    new.cookies.clear()
    assert 'id="waiting"' not in new.get("/rules", headers={"Accept": "text/html"}).text


def test_a_stream_tells_of_a_turn_and_how_many_wait(house, anna, bert, live):
    with feed(house, bert) as told:
        assert told() == {"waiting": 0, "items": []}
        anna.move(live)
        news = told()
        assert news["waiting"] == 1
        (item,) = news["items"]
        assert item["kind"] == "turn" and item["path"] == f"/matches/{live['match']}"
        assert item["title"] == "Your turn" and item["words"].startswith("Locus Poker with Guest ")
        assert told() is None
        bert.move(bert.see(live["match"]))
        assert told() == {"waiting": 0, "items": []}


def test_the_stream_of_a_table_leaves_its_own_match_out(house, anna, bert, live):
    with feed(house, bert, besides=live["match"]) as told:
        told()
        anna.move(live)
        assert told() is None


def test_news_says_who_does_what(house, anna, bert, live):
    bert.post("/name", data={"name": "Bert <b>"})
    anna.move(live)
    bert.move(bert.see(live["match"]))
    with feed(house, anna) as told:
        told()
        house.undo(live["match"], bert.person_id, bert.see(live["match"])["number"] + 1)
        (item,) = told()["items"]
        assert item["title"] == "Bert <b> asks to undo the last move" and item["offer"] == "undo"
        sent = {"agree": "no", "kind": item["offer"], "number": item["number"]}
        assert anna.post(f"/matches/{live['match']}/offers/answer", data=sent).status_code == 200
        assert house.snapshot(live["match"]).offer is None
        bert.resign(live["match"])
        assert [(item["kind"], item["words"]) for item in told()["items"]] == [("ended", "Locus Poker with Bert <b>")]


def test_only_the_latest_news_is_told_of_very_much(house, anna, live):
    with feed(house, anna) as told:
        for _ in range(100):
            house.news.note(anna.person_id, "chat", live["match"])
        assert len(told()["items"]) == 5


def test_news_of_what_is_gone_is_not_told(house, anna):
    with feed(house, anna) as told:
        told()
        house.news.note(anna.person_id, "chat", "nosuchmatch")
        assert told() is None


def test_a_line_of_chat_is_news_to_the_others_who_want_to_hear_it(house, anna, bert, live):
    with feed(house, anna) as told, feed(house, bert) as his:
        (told(), his())
        assert bert.post(f"/matches/{live['match']}/chat", data={"text": "hello"}).status_code < 300
        assert [item["kind"] for item in told()["items"]] == ["chat"] and his() is None
        house.chat.mute(anna.person_id, bert.person_id)
        bert.post(f"/matches/{live['match']}/chat", data={"text": "are you there?"})
        assert told() is None


def test_a_challenge_leads_to_where_it_is_answered(house, anna, bert, live):
    with feed(house, bert) as told:
        told()
        house.news.note(bert.person_id, "challenge", live["match"])
        (item,) = told()["items"]
        assert item["path"] == "/challenges" and item["title"].endswith(" challenges you")
        assert item["challenge"] == "", "nothing is left to answer"


@pytest.mark.slow
def test_news_arrives_by_stream(served, anna, bert, live):
    with (
        httpx.Client(base_url=served, cookies={"guest": bert.cookies["guest"]}, timeout=TIMEOUT) as client,
        client.stream("GET", "/news", headers={"Accept": "text/event-stream"}) as answer,
    ):
        his = Reader(answer)
        try:
            wait_until(lambda: his.events)
            anna.move(live)
            wait_until(lambda: any(kind == "news" and '"turn"' in data for kind, _, data in list(his.events)))
        finally:
            his.hang_up()
