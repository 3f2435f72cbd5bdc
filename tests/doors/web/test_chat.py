"""Chat and presence by the web: with script and without, forged and flooded, and live by the match's stream."""

import json

import pytest

from tests.doors.web.conftest import Person, reading, wait_until

pytestmark = pytest.mark.slow

PAGE = {"Accept": "text/html"}


def say(person, match, text="", **more):
    return person.post(f"/matches/{match}/chat", data={"text": text, **more})


def chat_events(reader):
    return [json.loads(data) for kind, _, data in list(reader.events) if kind == "chat"]


def heard(reader):
    return [line["text"] for event in chat_events(reader) for line in event["lines"]]


def test_a_line_is_said_read_and_escaped(anna, bert, live):
    match = live["match"]
    answer = say(anna, match, "<script>alert(1)</script> & http://elsewhere.example")
    assert answer.status_code == 201 and answer.json()["own"] and answer.json()["room"] == "players"
    assert say(anna, match, phrase="luck").json()["text"] == "Good luck!"
    for path in (f"/matches/{match}/chat", f"/matches/{match}"):
        page = bert.get(path, headers=PAGE).text
        assert "&lt;script&gt;alert(1)&lt;/script&gt; &amp; http://elsewhere.example" in page
        assert "<script>alert" not in page and 'href="http://elsewhere' not in page


def test_without_script_a_form_leads_back_to_the_chat_and_keeps_what_was_typed(anna, live):
    match = live["match"]
    answer = anna.post(f"/matches/{match}/chat", data={"text": "hello"}, headers=PAGE)
    assert (answer.status_code, answer.headers["location"]) == (303, f"/matches/{match}/chat#latest")
    again = anna.post(f"/matches/{match}/chat", data={"text": "hello"}, headers=PAGE)
    assert again.status_code == 429 and 'value="hello"' in again.text and "you have just said that" in again.text
    long = anna.post(f"/matches/{match}/chat", data={"text": "y" * 301}, headers=PAGE)
    assert long.status_code == 422 and "301 characters are too long" in long.text and "y" * 301 in long.text


def test_a_spectators_line_reaches_no_player_before_the_end(anna, bert, stranger, live):
    match, secret = live["match"], "Bert should take the ace"
    line = say(stranger, match, secret).json()
    assert line["room"] == "spectators" and secret in stranger.get(f"/matches/{match}", headers=PAGE).text
    ways = ["", "/chat", f"/chat?before={line['id'] + 1}", f"/report?line={line['id']}", "/view", "/record"]
    for person in (anna, bert):
        for way in ways:
            for accepted in ("text/html", "application/json"):
                assert secret not in person.get(f"/matches/{match}{way}", headers={"Accept": accepted}).text
        assert person.post(f"/matches/{match}/mute", data={"line": line["id"], "muted": "yes"}).status_code == 404
    assert anna.resign(match).status_code == 200
    for person in (anna, bert):
        assert secret in person.get(f"/matches/{match}/chat").text
        assert secret in person.get(f"/matches/{match}", headers=PAGE).text


def test_no_id_of_a_person_leaves_the_house(anna, bert, stranger, live):
    match = live["match"]
    people = (anna, bert, stranger)
    for person in people:
        say(person, match, "hello")
    bert.post(f"/matches/{match}/mute", data={"seat": 0, "muted": "yes"})
    for person in people:
        for way in ("", "/chat", "/report?seat=0"):
            for accepted in ("text/html", "application/json"):
                told = person.get(f"/matches/{match}{way}", headers={"Accept": accepted}).text
                assert not any(each.person_id in told for each in people)


def test_muting_by_a_line_or_a_seat_hides_and_unmuting_shows(anna, bert, live):
    match, (own,) = live["match"], live["yours"]
    line = say(bert, match, "rude").json()["id"]
    muted = anna.post(f"/matches/{match}/mute", data={"line": line, "muted": "yes"}).json()
    assert not muted["lines"] and [one["name"] for one in muted["muted"]] == ["Bert"]
    assert "rude" not in anna.get(f"/matches/{match}", headers=PAGE).text
    heard_again = anna.post(f"/matches/{match}/mute", data={"seat": 1 - own, "muted": "no"}).json()
    assert [one["text"] for one in heard_again["lines"]] == ["rude"]
    assert anna.post(f"/matches/{match}/mute", data={"muted": "yes"}).status_code == 422
    assert anna.post(f"/matches/{match}/mute", data={"seat": own, "muted": "yes"}).status_code == 409


def test_a_report_by_the_form_thanks_and_a_wrong_one_keeps_what_was_typed(anna, bert, house, live):
    match = live["match"]
    line = say(bert, match, "rude").json()["id"]
    page = anna.get(f"/matches/{match}/report?line={line}", headers=PAGE)
    assert page.status_code == 200 and "Report Bert" in page.text and ">rude<" in page.text
    fields = {"line": line, "why": "he was rude"}
    wrong = anna.post(f"/matches/{match}/report", data=fields, headers=PAGE)
    assert wrong.status_code == 422 and "he was rude" in wrong.text and "choose what is wrong" in wrong.text
    done = anna.post(f"/matches/{match}/report", data=fields | {"reason": "rude"}, headers=PAGE)
    assert done.status_code == 200 and "Thank you, we look at it" in done.text
    assert [each.line for each in house.reports.list()] == [line]
    assert bert.get(f"/matches/{match}/report", headers=PAGE).status_code == 409


@pytest.mark.slow
def test_lines_come_by_the_stream_without_disturbing_its_numbers_and_none_is_lost(served, anna, bert, stranger, live):
    match = live["match"]
    with reading(served, match, bert) as his, reading(served, match, stranger) as theirs:
        wait_until(lambda: his.ids() and theirs.ids())
        first = say(anna, match, "one").json()["id"]
        anna.move(live)
        say(stranger, match, "watched")
        wait_until(lambda: heard(his) == ["one"] and len(his.ids()) == 2 and heard(theirs) == ["watched"])
    assert all(number is None for kind, number, _ in his.events if kind in ("chat", "presence"))
    say(anna, match, "two")
    with reading(served, match, bert, last=his.ids()[-1], query=f"?line={first}") as his:
        wait_until(lambda: heard(his) == ["two"])
        anna.resign(match)
        wait_until(lambda: any(event["anew"] for event in chat_events(his)))
        assert not his.ids() or his.ids()[-1] > live["number"]


@pytest.mark.slow
def test_the_stream_tells_who_is_there(served, app, anna, bert, live):
    match, (own,) = live["match"], live["yours"]

    def presence(reader):
        return [json.loads(data) for kind, _, data in list(reader.events) if kind == "presence"]

    def states(reader):
        seats = presence(reader)[-1]["seats"] if presence(reader) else []
        return [seat["state"] for seat in sorted(seats, key=lambda seat: seat["seat"] != own)]

    looker = Person(app, "cora567abcdefghi")
    looker.post("/name", data={"name": "Cora"})
    app.state.house.accounts.set_preference(looker.person_id, "named_spectator", True)
    with reading(served, match, anna, query="?tab=one") as hers:
        wait_until(lambda: states(hers) == ["here", "gone"])
        with reading(served, match, bert, query="?tab=two&seen=0"), reading(served, match, looker):
            wait_until(lambda: states(hers) == ["here", "away"] and presence(hers)[-1]["watching"] == 1)
            assert presence(hers)[-1]["named"] == ["Cora"]
            bert.post(f"/matches/{match}/presence", data={"tab": "two", "visible": "yes"})
            wait_until(lambda: states(hers) == ["here", "here"])
        assert states(hers) == ["here", "here"], "who has just left may be back in a moment"
