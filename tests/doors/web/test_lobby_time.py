"""Time in the lobby: what a table's clocks are, which are shown, and who is paired."""

import pytest

pytestmark = pytest.mark.slow
PAGE = {"Accept": "text/html"}


def open_table(person, game="locus", **fields):
    answer = person.post("/lobby/tables", data={"game": game, **fields})
    assert answer.status_code == 201, answer.text
    return answer.json()["path"].removeprefix("/matches/")


def page(person, query=""):
    answer = person.get(f"/lobby{query}", headers=PAGE)
    assert answer.status_code == 200
    return answer.text


def test_a_table_says_its_time_and_the_filter_is_a_link(anna, bert):
    tables = {time: open_table(anna, time=time) for time in ("10m+5s", "3d/move", "")}
    shown = page(bert)
    assert all(words in shown for words in (">10+5<", ">3 d/move<", ">No limit<"))
    for chosen, time in (("live", "10m+5s"), ("slow", "3d/move"), ("none", "")):
        rows = page(bert, f"?time={chosen}")
        assert [each for each in tables if f'data-table="{tables[each]}"' in rows] == [time]
    assert all(f'data-table="{table}"' in page(bert, "?time=nonsense") for table in tables.values())


def test_whoever_is_invited_reads_what_they_agree_to(anna, bert):
    table = anna.post("/new/locus", data={"other-1": "link", "time": "10m+5s", "handicap": "50", "name": "Anna"})
    shown = bert.get(table.headers["location"], headers=PAGE).text
    assert "10 minutes each, and 5 seconds more after each move; Anna has half the time." in shown
    assert "If your time runs out, you lose." in shown and 'href="/help/time"' in shown


def test_a_quick_match_has_the_time_that_both_chose(anna, bert, house):
    assert 'name="time" value="10m+5s"' in page(anna) and 'name="time" value="3m+2s"' in page(anna, "?pace=quick")
    for person, time in ((anna, "10m+5s"), (bert, "3m+2s")):
        search = person.post("/lobby/seek", data={"game": "focus", "time": time}).json()["search"]
        assert search["state"] == "looking" and "minutes each" in search["said"]
    met = bert.post("/lobby/seek", data={"game": "focus", "time": "10m+5s"}).json()["search"]
    assert met["state"] == "ready" and house.snapshot(met["match"]).terms.time.text == "10m+5s"


@pytest.mark.parametrize("path", ["/lobby/seek", "/lobby/tables"])
def test_a_time_that_is_none_is_refused(anna, path):
    assert anna.post(path, data={"game": "focus", "time": "1s/move"}).status_code == 422
    refused = anna.post(path, data={"game": "focus", "time": "nonsense"}, headers=PAGE)
    assert refused.status_code == 422 and "is not a time to play with" in refused.text


def test_one_tap_on_a_race_opens_it_without_a_clock_for_each_player(anna, house):
    table = house.snapshot(open_table(anna, "solitaire", time="10m+5s"))
    assert (table.terms.time is None) == (table.match.options["mode"].startswith("race"))


def test_a_challenge_says_its_time(anna, bert, house):
    bert.post("/name", data={"name": "Bert"})
    table = open_table(anna, time="")
    assert bert.post(f"/matches/{table}/seats").status_code == 200
    house.resign(table, anna.person_id, house.snapshot(table).number + 1)
    met = house.challenges.acquaintances(anna.person_id)[0].key
    asked = {"other-1": "link", "who": "name", "met": met, "time": "3d/move"}
    assert anna.post("/new/locus", data=asked).status_code == 201
    assert "3 days a move" in bert.get("/challenges", headers=PAGE).text
    assert "3 days a move" in anna.get("/challenges", headers=PAGE).text


def test_my_games_lists_first_what_runs_out_first_and_says_what_is_left(anna, bert, house):
    lasting = {}
    for time in ("7d/move", "1d/move", "", "3d/move"):
        asked = {"other-1": "link", "begin": "me", "time": time}
        table = anna.post("/new/locus", data=asked).headers["location"].rpartition("/")[2]
        assert bert.post(f"/matches/{table}/seats").status_code == 200
        lasting[time] = table
    for person, state in ((anna, "Your turn"), (bert, "Their turn")):
        shown = person.get("/games/mine", headers=PAGE).text
        order = sorted(lasting, key=lambda time: shown.index(lasting[time]))
        assert order == ["1d/move", "3d/move", "7d/move", ""] and state in shown
        assert "23 hours left" in shown and "6 days left" in shown and shown.count(" left</span>") == 3
