"""The API beside the table: lobby, challenges, chat, players, days, tournaments, settings."""

from datetime import UTC, datetime, timedelta

import pytest

from tests.doors.web.programs import Program, program_of
from tests.doors.web.test_api_v1 import ANNA, BERT, problem

pytestmark = pytest.mark.slow


@pytest.fixture
def anna(app):
    return program_of(app, ANNA)


@pytest.fixture
def bert(app):
    return program_of(app, BERT)


@pytest.fixture
def nobody(app):
    return Program(app)


@pytest.fixture
def live(anna, bert):
    begun = anna.begin()
    assert bert.post(f"matches/{begun['id']}/seats", json={}).status_code == 200
    return begun["id"]


def good(answer, status=200):
    assert answer.status_code == status, answer.text
    return answer.json() if status != 204 else None


# --- lobby and challenges --------------------------------------------------------------------------------------------


def test_tables_that_are_open_to_all_are_listed_page_by_page(anna, bert, nobody):
    opened = [anna.begin("focus", listed=True, rated=False)["id"] for _ in range(3)]
    first = good(nobody.get("lobby/tables", params={"limit": 2}))
    second = good(nobody.get("lobby/tables", params={"limit": 2, "after": first["next"]}))
    assert {each["id"] for each in first["items"] + second["items"]} == set(opened) and second["next"] is None
    table = first["items"][0]
    assert (table["game"], table["host"], table["free"]) == ("focus", "Anna", 1)
    assert good(nobody.get("lobby/tables", params={"game": "locus"}))["items"] == []
    problem(nobody.get("lobby/tables", params={"after": "x"}), 422, "invalid-field")
    problem(nobody.get("lobby/tables", params={"game": "chess"}), 404, "unknown-page")
    good(bert.post(f"matches/{table['id']}/seats", json={}))
    assert len(good(nobody.get("lobby/tables"))["items"]) == 2


def test_two_who_look_for_the_same_are_paired(anna, bert):
    assert good(anna.get("lobby/search"))["search"] is None
    assert good(anna.post("lobby/search", json={"game": "focus"}))["search"]["state"] == "looking"
    found = good(bert.post("lobby/search", json={"game": "focus"}))["search"]
    assert found["match"] is not None and found["others"] == ["Anna"]
    good(anna.delete("lobby/search"), 204)
    assert good(anna.get("lobby/search"))["search"] is None
    problem(anna.post("lobby/search/accept"), 409, "not-offered")


def test_a_challenge_is_accepted_declined_and_withdrawn(anna, bert, nobody):
    def challenged():
        anna.begin("focus", invite=["Bert"], time="3d")
        return next(each for each in good(bert.get("challenges"))["challenges"] if each["state"] == "open")

    one = challenged()
    assert (one["game"], one["other"], one["mine"], one["state"], one["time"]) == (
        "focus",
        "Anna",
        False,
        "open",
        "3d+0s",
    )
    begun = good(bert.post(f"challenges/{one['id']}/accept"))
    assert begun["status"] == "live" and begun["yours"]
    reason = next(iter(good(nobody.get("challenges/reasons"))["reasons"]))
    good(bert.post(f"challenges/{challenged()['id']}/decline", json={"reason": reason}), 204)
    assert [each["state"] for each in good(anna.get("challenges"))["challenges"]].count("declined") == 1
    third = challenged()
    problem(bert.delete(f"challenges/{third['id']}"), 403, "not-yours")
    good(anna.delete(f"challenges/{third['id']}"), 204)
    assert good(bert.get("challenges"))["challenges"] == []
    problem(bert.post("challenges/nothing/accept"), 403, "not-yours")


def test_players_are_challenged_to_a_table_that_is_there(anna, bert):
    table = anna.begin("focus")["id"]
    good(anna.post(f"matches/{table}/invite", json={"names": ["Bert"], "word": "Come!"}))
    assert [each["match"] for each in good(bert.get("challenges"))["challenges"]] == [table]


def test_what_is_answered_beforehand(anna, bert):
    told = good(bert.put("account/standing", json={"game": "focus", "rejects": True, "most": 2}))["standing"]
    assert told == [{"game": "focus", "rejects": True, "most": 2, "seeks": 0}]
    refused = anna.post("matches", json={"game": "focus", "invite": ["Bert"], "time": "3d"})
    assert refused.status_code in {409, 422} and "Bert" in refused.json()["detail"]
    problem(bert.put("account/standing", json={"game": "chess"}), 422, "invalid-option")
    good(bert.put("account/standing", json={"game": "focus"}))
    anna.begin("focus", invite=["Bert"], time="3d")


# --- chat ------------------------------------------------------------------------------------------------------------


def test_lines_are_said_read_muted_and_reported(anna, bert, nobody, live, house):
    line = good(anna.post(f"matches/{live}/chat", json={"text": "Good luck"}), 201)
    seen = good(bert.get(f"matches/{live}/chat"))
    assert [(each["text"], each["own"]) for each in seen["lines"]] == [("Good luck", False)]
    problem(nobody.get(f"matches/{live}/chat"), 401, "no-token")
    seat = anna.see(live)["yours"][0]
    assert good(bert.post(f"matches/{live}/mute", json={"line": line["id"]}))["lines"] == []
    assert len(good(bert.post(f"matches/{live}/mute", json={"seat": seat, "muted": False}))["lines"]) == 1
    problem(bert.post(f"matches/{live}/mute", json={}), 422, "invalid-field")
    problem(bert.post(f"matches/{live}/mute", json={"line": 1, "seat": 1}), 422, "invalid-field")
    good(bert.post(f"matches/{live}/report", json={"line": line["id"], "reason": "rude"}), 204)
    assert [report.about_name for report in house.reports.list()] == ["Anna"]
    problem(bert.post(f"matches/{live}/report", json={"line": 999, "reason": "rude"}), 404, "unknown-line")


# --- players ---------------------------------------------------------------------------------------------------------


def test_a_player_is_seen_as_far_as_they_let_others(anna, bert, nobody, live):
    number = anna.see(live)["number"]
    good(bert.post(f"matches/{live}/resign", json={"number": number + 1}))
    seen = good(nobody.get("players/Anna"))
    assert (seen["name"], seen["bot"], seen["hidden"]) == ("Anna", False, False) and seen["records"]
    good(anna.patch("account/settings", json={"public_profile": False}))
    problem(nobody.get("players/Anna"), 404, "unknown-player")  # as for a name that nobody has
    assert nobody.get("players/Anna").text.replace("Anna", "Annaa") == nobody.get("players/Annaa").text
    hidden = good(bert.get("players/Anna"))
    assert hidden["hidden"] and hidden["records"] is None and hidden["ratings"] is None and hidden["since"] is None
    pool = good(nobody.get("leaderboards"))["pools"][0]["key"]
    problem(nobody.get(f"players/Anna/ratings/{pool}"), 404, "unknown-player")
    assert good(anna.get(f"players/Anna/ratings/{pool}")) == {"pool": pool, "points": []}
    problem(nobody.get("players/Nobody"), 404, "unknown-player")


def test_leaderboards_of_every_pool(nobody):
    for pool in good(nobody.get("leaderboards"))["pools"]:
        board = good(nobody.get(f"leaderboards/{pool['key']}"))
        assert board["people"] == 0 and all(each["level"] for each in board["ranks"])
    problem(nobody.get("leaderboards/chess"), 404, "unknown-page")


def test_finished_games_are_listed_with_filters(anna, bert, nobody, live):
    number = anna.see(live)["number"]
    good(anna.post(f"matches/{live}/resign", json={"number": number + 1}))
    (game,) = good(anna.get("account/games"))["items"]
    assert (game["match"], game["rivals"][0]["name"]) == (live, "Bert")
    assert good(anna.get("account/games", params={"game": "focus"}))["items"] == []
    assert len(good(bert.get("account/games", params={"against": "people", "name": "Anna"}))["items"]) == 1
    problem(anna.get("account/games", params={"since": "yesterday"}), 422, "invalid-field")
    problem(anna.get("account/games", params={"game": "chess"}), 404, "unknown-page")
    problem(nobody.get("account/games"), 401, "no-token")


@pytest.mark.parametrize(
    ("does", "done", "listed"), [("block", "blocked", "blocked"), ("follow", "followed", "following")]
)
def test_players_are_blocked_and_followed_and_no_longer(anna, bert, does, done, listed):
    good(anna.put(f"players/Bert/{does}"), 204)
    assert good(anna.get(f"account/{listed}"))["names"] == ["Bert"] and good(anna.get("players/Bert"))[done]
    good(anna.delete(f"players/Bert/{does}"), 204)
    assert good(anna.get(f"account/{listed}"))["names"] == []
    problem(anna.put(f"players/Anna/{does}"), 409, "not-offered")
    problem(anna.put(f"players/Nemo/{does}"), 404, "unknown-player")


# --- days and tournaments --------------------------------------------------------------------------------------------


def test_a_deal_of_the_day_is_begun_once(anna, nobody):
    days = good(nobody.get("daily"))
    key = days["games"][0]
    begun = good(anna.post(f"daily/{key}"))
    assert good(anna.post(f"daily/{key}", json={}))["id"] == begun["id"]
    seen = good(anna.get(f"daily/{key}", params={"day": days["day"]}))
    assert (seen["match"], seen["day"], seen["finished"]) == (begun["id"], days["day"], 0)
    problem(nobody.get(f"daily/{key}", params={"day": "tomorrow"}), 422, "invalid-field")
    problem(nobody.get(f"daily/{key}", params={"day": "1999-01-01"}), 409, "not-offered")
    assert good(nobody.get("announcements"))["announcements"] == []


def test_a_tournament_is_begun_played_and_seen_by_all(anna, bert, nobody):
    entrants = [{"level": 1}, {"name": "Me"}, {"level": 2}]
    made = good(anna.post("tournaments", json={"game": "focus", "name": "Three", "entrants": entrants}), 201)
    assert [each["level"] for each in made["standings"]] == [1, None, 2] and made["yours"]
    path = f"tournaments/{made['id']}"
    game = good(anna.post(f"{path}/games", json={"entrants": [1, 0]}), 201)
    seen = good(nobody.get(path))
    assert [each["match"] for each in seen["games"]] == [game["id"]] and not seen["yours"]
    assert good(anna.patch(f"{path}/entrants/1", json={"name": "Anna"}))["standings"][1]["name"] == "Anna"
    problem(bert.post(f"{path}/games", json={"entrants": [1, 0]}), 403, "not-yours")
    problem(anna.post(f"{path}/games", json={"entrants": [1, 1]}), 422, "invalid-option")
    problem(nobody.get("tournaments/nothing"), 404, "unknown-tournament")
    assert [each["id"] for each in good(anna.get("tournaments"))["tournaments"]] == [made["id"]]


# --- settings --------------------------------------------------------------------------------------------------------


def test_settings_change_together_or_not_at_all(anna):
    before = good(anna.get("account/settings"))
    assert before["chat"] is True
    after = good(anna.patch("account/settings", json={"chat": False, "mail_of_matches": "turns"}))
    assert after == {**before, "chat": False, "mail_of_matches": "turns"} == good(anna.get("account/settings"))
    problem(anna.patch("account/settings", json={"chat": True, "mail_of_matches": "often"}), 422, "invalid-option")
    problem(anna.patch("account/settings", json={"colour": "red"}), 422, "invalid-field")
    assert good(anna.get("account/settings")) == after


def test_times_away(anna):
    ends = (datetime.now(UTC) + timedelta(days=2)).isoformat()
    made = good(anna.post("account/vacations", json={"ends": ends}), 201)
    told = good(anna.get("account/vacations"))
    assert [each["id"] for each in told["vacations"]] == [made["id"]] and told["days_left"] < 30
    good(anna.delete(f"account/vacations/{made['id']}"), 204)
    problem(anna.delete("account/vacations/999"), 409, "not-offered")
    problem(anna.post("account/vacations", json={"ends": "tomorrow"}), 422, "invalid-field")
    problem(anna.post("account/vacations", json={"ends": "2026-03-31T12:00:00"}), 422, "invalid-field")


def test_answers_in_advance(anna, bert):
    live = anna.begin("focus", time="3d")["id"]
    good(bert.post(f"matches/{live}/seats", json={}))
    answers = f"matches/{live}/answers"
    assert good(bert.get(answers))["number"] == 0
    line = ["c2-c1:1", "d2-d1:1", "c1-d1:1", "e2-e1:1"]
    assert texts(good(bert.post(answers, json={"number": 1, "line": line}))) == line
    assert texts(good(bert.post(answers, json={"number": 1, "line": line[:2]}))) == line, "the same again is no harm"
    other = {"number": 1, "line": [line[0], "e2-e1:1"]}
    refused = problem(bert.post(answers, json=other), 409, "not-offered")
    assert refused["detail"] == "e2-e1:1: you already answer c2-c1:1 with d2-d1:1; remove that answer first"
    assert texts(good(bert.post(f"{answers}/remove", json={"number": 1, "line": line[:2]}))) == []
    assert texts(good(bert.post(answers, json=other))) == other["line"]
    assert texts(good(bert.delete(answers))) == []


def test_the_number_of_answers_in_advance_is_that_of_the_next_entry(anna, bert):
    slow, live = (anna.begin("focus", time=time)["id"] for time in ("3d", "5m+3s"))
    for each in (slow, live):
        good(bert.post(f"matches/{each}/seats", json={}))
    line = ["c2-c1:1", "d2-d1:1"]
    problem(bert.post(f"matches/{slow}/answers", json={"number": 0, "line": line}), 422, "invalid-field")
    sent = {
        "answers": (slow, {"line": line}),
        "answers/remove": (slow, {"line": line}),
        "ahead": (live, {"move": line[1]}),
    }
    for path, (match, body) in sent.items():
        late = problem(bert.post(f"matches/{match}/{path}", json={"number": 2, **body}), 409, "stale")
        assert late["detail"] == "number 2: send the number of the next entry, 1"
        good(bert.post(f"matches/{match}/{path}", json={"number": 1, **body}))
    for program in (anna, bert):
        assert program.move(slow).status_code == 200
    old = problem(bert.post(f"matches/{slow}/answers", json={"number": 2, "line": line}), 409, "stale")
    assert old["remedy"] == "look at `match`, then send the number of the next entry, 3" and old["number"] == 2
    again = [anna.see(slow)["legal"][0], "e2-e1:1"]
    assert texts(good(bert.post(f"matches/{slow}/answers", json={"number": 3, "line": again}))) == again


def texts(given):
    return [each["text"] for each in given["lines"]]
