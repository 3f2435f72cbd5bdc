"""The API: who may call it, how matches are begun and played, and what is answered to whatever is sent."""

import json
import re
from datetime import datetime, timedelta
from pathlib import Path

import pytest

from fivefold.doors.web import errors
from fivefold.doors.web.problems import KINDS, kind_of
from fivefold.house.people import tokens
from tests.doors.web.programs import API, Program, program_of, token_for

pytestmark = pytest.mark.slow

ANNA, BERT = "anna567abcdefghi", "bert567abcdefghi"


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


def problem(answer, status, kind):
    """Return the problem that is answered."""
    assert answer.headers["content-type"] == "application/problem+json"
    told = answer.json()
    assert (answer.status_code, told["status"], told["type"]) == (status, status, f"/api#problem-{kind}"), told
    assert told["title"] == KINDS[kind].title and len(told["detail"].split()) > 2
    return told


def test_every_error_that_the_api_can_answer_has_a_kind():
    for kind, status in errors.STATUS.items():
        assert KINDS[kind_of(kind.__new__(kind))].status == status, kind


# --- who calls -------------------------------------------------------------------------------------------------------


def test_games_are_open_to_all_and_no_cookie_is_set(nobody):
    answer = nobody.get("games")
    assert answer.status_code == 200 and "set-cookie" not in answer.headers
    assert {"locus", "focus", "pokeros", "dice_poker", "solitaire"} == {each["key"] for each in answer.json()["games"]}
    problem(nobody.get("games/chess"), 404, "unknown-page")


def test_a_token_says_who_calls_and_what_they_may_do(app, house, anna, nobody):
    told = anna.get("account").json()
    assert told["name"] == "Anna" and told["token"]["scopes"] == ["account", "play", "read"] and not told["bot"]
    answer = nobody.get("account")
    problem(answer, 401, "no-token")
    assert answer.headers["www-authenticate"].startswith("Bearer")
    reader = program_of(app, ANNA, scopes=("read",))
    assert reader.get("account").status_code == 200
    assert problem(reader.post("matches", json={"game": "locus"}), 403, "missing-scope")["scope"] == "play"


@pytest.mark.parametrize("given", ["", "x", "Bearer", "Bearer ff_x", "Basic YTpi", "Bearer UNKNOWN"])
def test_a_token_that_is_nobodys_is_refused_also_where_none_is_needed(nobody, given):
    given = given.replace("UNKNOWN", tokens.new_secret())
    answer = nobody.get("games", headers={"Authorization": given})
    assert answer.status_code == 200 if not given else problem(answer, 401, "unknown-token")


def test_a_revoked_token_opens_nothing_at_once(house, anna):
    assert anna.get("account").status_code == 200
    assert anna.delete("account/token").status_code == 204
    problem(anna.get("account"), 401, "unknown-token")
    assert house.tokens.of(ANNA) == []


def test_a_cookie_works_with_the_token_of_a_form_and_not_without(app, house):
    from tests.doors.web.conftest import Person

    page = Person(app, ANNA)
    assert page.post(f"{API}/matches", json={"game": "locus"}).status_code == 201
    del page.headers["X-CSRF-Token"]
    problem(page.post(f"{API}/matches", json={"game": "locus"}), 403, "forged")
    assert page.get(f"{API}/account").json()["account"] is False


# --- playing ---------------------------------------------------------------------------------------------------------


def test_a_match_is_begun_and_played(anna, bert, nobody, live):
    seen = anna.see(live)
    assert seen["turn"] and seen["yours"] == [seen["to_move"]] and seen["status"] == "live" and seen["legal"]
    moved = anna.move(live)
    assert moved.status_code == 200 and moved.json()["moves"] == [{"by": seen["to_move"], "text": seen["legal"][0]}]
    assert (moved.json()["after_ply"], moved.json()["ply"]) == (seen["ply"], seen["ply"] + 1)
    theirs = bert.see(live, since=seen["number"])
    assert theirs["turn"] and theirs["moves"] == moved.json()["moves"]
    watched = nobody.see(live)
    assert not watched["turn"] and watched["legal"] == [] and watched["yours"] == [] and watched["viewer"] is None


def test_the_usual_refusals(anna, bert, nobody, live):
    number = anna.see(live)["number"] + 1
    problem(anna.post(f"matches/{live}/moves", json={"number": number, "move": "castle"}), 422, "invalid-move")
    problem(bert.post(f"matches/{live}/moves", json={"number": number, "move": "c3:up"}), 403, "not-yours")
    problem(nobody.post(f"matches/{live}/moves", json={"number": number, "move": "c3:up"}), 401, "no-token")
    problem(anna.get("matches/nowhere"), 404, "unknown-match")
    problem(anna.get("nothing/here"), 404, "unknown-page")
    answer = anna.put(f"matches/{live}")
    problem(answer, 405, "method-not-allowed")
    assert answer.headers["allow"] == "GET"


def test_the_refusal_in_the_documentation_is_the_one_that_is_sent(anna, bert):
    page = (Path(__file__).parents[3] / "docs/api.md").read_text(encoding="utf-8")
    (told,) = (json.loads(each) for each in re.findall(r"^```json\n(.*?)^```$", page, re.DOTALL | re.MULTILINE))
    match = anna.begin("focus", begin="me")["id"]
    assert bert.post(f"matches/{match}/seats", json={}).status_code == 200
    answer = anna.post(f"matches/{match}/moves", json={"number": 1, "move": told["subject"]})
    assert problem(answer, 422, "illegal-move") == told


def test_offers_resignations_and_what_comes_after(anna, bert, live):
    number = anna.move(live).json()["number"]
    offered = anna.post(f"matches/{live}/offers", json={"kind": "abort", "number": number + 1}).json()["offer"]
    assert offered["kind"] == "abort" and offered["waits_for"] == bert.see(live)["yours"]
    assert bert.post(f"matches/{live}/offers/answer", json={"agree": False}).json()["offer"]["declined_by"] is not None
    over = bert.post(f"matches/{live}/resign", json={"number": number + 1}).json()
    assert over["status"] == "over" and over["outcome"]["how"] == "resigned" and "rematch" in over["can"]
    assert anna.post(f"matches/{live}/rematch").status_code == 200
    assert bert.post(f"matches/{live}/rematch").status_code == 201
    assert "fivefold record" in anna.get(f"matches/{live}/record").text
    problem(bert.post(f"matches/{live}/resign", json={"number": number + 2}), 409, "match-over")


def test_moments_are_text(anna, bert, house):
    match = anna.begin(time="10m+5s")["id"]
    assert bert.post(f"matches/{match}/seats", json={}).status_code == 200
    for program in (anna, bert):
        assert program.move(match).status_code == 200
    seen, now = anna.see(match), house.now()
    clock = seen["clock"]
    started, last, until = (datetime.fromisoformat(each) for each in (seen["started"], clock["at"], clock["runs_out"]))
    assert started <= last <= now < until and until - last < timedelta(minutes=11)
    assert clock["since"] == clock["at"] and clock["first_move"] is None
    (brief,) = anna.get("matches").json()["matches"]
    assert brief["started"] == seen["started"] and seen["started"].endswith("+00:00")


def test_what_waits_is_listed(anna, live):
    found = anna.get("matches").json()["matches"]
    assert [(each["id"], each["turn"]) for each in found] == [(live, True)]
    told = anna.get(f"matches/{live}/legal").json()
    assert told["turn"] and told["moves"][0]["text"] == anna.see(live)["legal"][0]


def test_values_of_options_are_text_numbers_or_yes_and_no(anna):
    for players, teams in (("4", "on"), (4, True)):
        begun = anna.begin("focus", options={"players": players, "teams": teams})
        assert (begun["options"]["players"], begun["options"]["teams"]) == ("4", "on")
    assert anna.begin("focus", options={"teams": False})["options"]["teams"] == "off"
    wrong = problem(anna.post("matches", json={"game": "focus", "options": {"players": 9}}), 422, "invalid-option")
    assert wrong["detail"].startswith("players=9: ")
    for value in (None, ["3"], 2.5):
        body = {"game": "focus", "options": {"players": value}}
        assert problem(anna.post("matches", json=body), 422, "invalid-field")["field"] == "options.players"
    entrants = [{"level": 1}, {"name": "Me"}]
    cup = {"name": "Cup", "game": "focus", "options": {"patience": 20}, "entrants": entrants}
    assert anna.post("tournaments", json=cup).json()["options"]["patience"] == "20"


def test_presets_and_games_for_one(anna, nobody):
    games = {each["key"]: each for each in nobody.get("games").json()["games"]}
    preset = games["solitaire"]["presets"][-1]
    begun = anna.begin("solitaire", preset=preset["name"], others=["3"])
    assert begun["options"].items() >= preset["options"].items()
    problem(anna.post("matches", json={"game": "focus", "preset": "none such"}), 422, "invalid-option")
    alone = anna.begin("solitaire", others=[], seed=3)
    assert alone["yours"] == [0]


# --- bodies ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("body", "status", "kind"),
    [
        (b"{", 400, "malformed"),
        (b'{"game": ' + b"[" * 15 + b"]" * 15 + b"}", 422, "invalid-field"),
        (b'{"game": ' + b"[" * 16 + b"]" * 16 + b"}", 400, "malformed"),
        (b"[" * 8000 + b"]" * 8000, 400, "malformed"),
        (b'{"game": NaN}', 400, "malformed"),
        (b'{"game": "locus", "game": "focus"}', 400, "malformed"),
        (b'{"seed": ' + b"9" * 5000 + b"}", 400, "malformed"),
        (b'{"game": "\xff"}', 415, "unreadable"),
        (b'{"game": "a\\u0000b"}', 422, "garbled"),
        (b'{"game": "\\ud800"}', 422, "garbled"),
        (b'{"game": "locus", "colour": "red"}', 422, "invalid-field"),
        (b'{"game": 5}', 422, "invalid-field"),
        (b"", 422, "invalid-field"),
        (b"null", 422, "invalid-field"),
        (b'"x"', 422, "invalid-field"),
        (b'{"game": "' + b"x" * 17_000 + b'"}', 413, "too-large"),
    ],
)
def test_bodies_that_cannot_be_taken(anna, body, status, kind):
    problem(anna.post("matches", content=body, headers={"Content-Type": "application/json"}), status, kind)


def test_only_json_is_read(anna):
    problem(anna.post("matches", data={"game": "locus"}), 415, "unreadable")
    problem(anna.post("matches", content=json.dumps({"game": "locus"})), 415, "unreadable")


def test_requests_that_are_no_http_are_problems_too(anna):
    problem(anna.get("games?x=%00"), 400, "malformed")
    problem(anna.get("games/" + "x" * 600), 414, "too-long")


# --- bots ------------------------------------------------------------------------------------------------------------


def test_an_account_becomes_a_bot_before_its_first_game(app, anna, bert, live):
    problem(anna.post("account/bot"), 409, "not-offered")
    robot = program_of(app, "robo567abcdefghi", name="Robo")
    assert robot.post("account/bot").json()["bot"] and robot.post("account/bot").status_code == 200
    begun = robot.begin()
    assert [seat["bot"] for seat in begun["seats"] if seat["name"] == "Robo"] == [True]
    bert.post(f"matches/{begun['id']}/seats", json={})
    assert [seat["bot"] for seat in bert.see(begun["id"])["seats"]].count(True) == 1


def test_a_bot_does_not_play_by_hand(app, house):
    from tests.doors.web.conftest import Person

    token_for(house, "robo567abcdefghi", name="Robo")
    house.bots.become("robo567abcdefghi")
    with house.writing() as connection:
        session = house.sessions.begun(connection, "robo567abcdefghi", "a browser")
    page = Person(app, session)
    page.headers["X-CSRF-Token"] = app.state.visitors.token("robo567abcdefghi")
    problem(page.post(f"{API}/matches", json={"game": "locus"}), 409, "not-offered")


def test_a_bot_is_shown_as_one_at_the_table_in_the_lobby_and_on_its_page(app, bert):
    from tests.doors.web.conftest import Person

    robot = program_of(app, "robo567abcdefghi", name="Robo")
    robot.post("account/bot")
    begun = robot.begin(listed=True)
    page = Person(app, "carl567abcdefghi")
    page.headers["Accept"] = "text/html"
    mark = '<span class="bot-mark" title="A program plays">bot</span>'
    for address in (f"/matches/{begun['id']}", "/lobby", "/players/Robo"):
        assert mark in page.get(address).text, address
    assert mark not in page.get("/players/Bert").text
    assert robot.post("matches", json={"game": "focus", "invite": ["Bert"]}).status_code == 201
    assert app.state.house.challenges.of(BERT)[0].bot


def test_a_bot_is_not_paired_with_whoever_looks_for_anybody(app, house):
    robot = program_of(app, "robo567abcdefghi", name="Robo")
    robot.post("account/bot")
    with pytest.raises(errors.NotOffered, match="not paired"):
        house.quick_match.seek("robo567abcdefghi", "locus")
