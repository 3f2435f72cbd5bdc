"""What is done at a table through the web, in both forms of answer, and what is refused with which words."""

import re

import pytest

from tests.doors.web.conftest import Person

pytestmark = pytest.mark.slow

UNKNOWN = "aaaaaaaaaa"


def test_a_match_is_begun_and_played(anna, bert, live):
    assert live["turn"] and live["game"] == "locus"
    moved = anna.move(live)
    assert moved.status_code == 200
    assert moved.json()["number"] > live["number"] and moved.json()["last"]["text"]
    assert "history" not in moved.json()
    theirs = bert.see(live["match"])
    assert theirs["turn"] and theirs["number"] == moved.json()["number"]


def test_a_form_is_answered_with_the_page_to_see_next(anna):
    anna.headers["Accept"] = "text/html"
    begun = anna.post("/new/locus", data={"other-1": "3", "begin": "me"})
    assert begun.status_code == 303
    place = begun.headers["location"]
    match = place.removeprefix("/matches/")
    view = anna.see(match)
    moved = anna.post(f"{place}/moves", data={"number": view["number"] + 1, "move": view["moves"][0]["text"]})
    assert (moved.status_code, moved.headers["location"]) == (303, place)


def test_fields_of_a_new_match_are_what_it_has(anna):
    view = anna.begin("locus", **{"option-grid": "6x5", "other-1": "3", "seed": "7", "name": " Anna  Müller "})
    record = anna.get(f"/matches/{view['match']}/record").text
    assert "grid 6x5" in record and "Anna Müller" in record
    assert len(view["yours"]) == 1
    assert anna.begin("locus", **{"other-1": "here"})["yours"] == [0, 1]


def test_seats_other_than_the_second_are_taken_in_order(anna):
    view = anna.begin("focus", **{"other-1": "2", "other-2": "5", "other-3": "link", "option-players": "4"})
    seats = anna.get(f"/matches/{view['match']}/view").json()["scores"]
    assert len(seats) == 4


def test_opponents_for_seats_there_are_not_stay_at_home(anna):
    view = anna.begin("focus", **{"other-1": "here", "other-2": "2", "other-3": "9"})
    assert view["yours"] == [0, 1]


def test_a_page_with_choices_that_do_not_go_together_is_shown_again(anna):
    fields = {"other-1": "3", "option-grid": "9x9", "name": "Zoë"}
    answer = anna.post("/new/locus", data=fields, headers={"Accept": "text/html"})
    assert answer.status_code == 422 and "9x9" in answer.text and "<form" in answer.text
    assert "Zoë" in anna.get("/me", headers={"Accept": "text/html"}).text, "the name is kept"


@pytest.mark.parametrize(
    ("fields", "word"),
    [
        ({"other-1": "8"}, "8"),
        ({"other-1": "nobody"}, "nobody"),
        ({"other-1": "3", "option-grid": "9x9"}, "9x9"),
        ({"other-1": "3", "option-colour": "red"}, "colour"),
        ({"other-1": "3", "seed": "lucky"}, "lucky"),
        ({"other-1": "3", "seed": "-1"}, "-1"),
        ({"other-1": "3", "begin": "later"}, "later"),
        ({"other-1": "3", "double": "perhaps"}, "perhaps"),
        ({"other-1": "3", "move": "z9:up"}, "z9"),
        ({"other-1": "3", "name": "\u202ename"}, "name"),
        ({"other-1": "3", "name": "x" * 41}, "24"),
    ],
)
def test_a_match_that_cannot_be_is_refused_with_the_reason(anna, fields, word):
    answer = anna.post("/new/locus", data=fields)
    assert answer.status_code == 422, answer.text
    assert word in answer.json()["error"]


def test_an_unknown_game_is_not_found(anna):
    assert anna.post("/new/chess", data={"other-1": "3"}).status_code == 404
    assert anna.get("/try/chess/view").status_code == 404
    assert anna.get("/styles/chess.css").status_code == 404


@pytest.mark.parametrize("what", ["view", "preview", "record", "stream", "analysis"])
def test_an_unknown_match_is_not_found(anna, what):
    answer = anna.get(f"/matches/{UNKNOWN}/{what}")
    assert answer.status_code == 404
    assert UNKNOWN in answer.json()["error"]


@pytest.mark.parametrize(
    ("what", "fields"),
    [
        ("moves", {"number": 1, "move": "a1:up"}),
        ("undo", {"number": 1}),
        ("offers", {"number": 1, "kind": "draw"}),
        ("offers/answer", {"agree": "yes"}),
        ("resign", {"number": 1}),
        ("claim", {}),
        ("give", {"number": 1}),
        ("seats", {}),
        ("rematch", {}),
        ("second", {}),
    ],
)
def test_a_command_in_an_unknown_match_is_not_found(anna, what, fields):
    assert anna.post(f"/matches/{UNKNOWN}/{what}", data=fields).status_code == 404


def test_the_same_move_twice_counts_once(anna, live):
    first, again = anna.move(live), anna.move(live)
    assert (first.status_code, again.status_code) == (200, 200)
    assert again.json()["number"] == first.json()["number"]


def test_a_move_that_comes_too_late_brings_the_news(anna, live):
    assert anna.move(live).status_code == 200
    late = anna.move(live, live["moves"][-1]["text"])
    assert late.status_code == 409
    assert late.json()["view"]["number"] > live["number"]
    assert late.json()["error"]


@pytest.mark.parametrize("move", ["z9:up", "a1", "", "c3:sideways", "<b>", "\0", "𝟙", "x" * 101])
def test_a_text_that_is_no_move_is_refused_in_words(anna, live, move):
    answer = anna.move(live, move)
    assert answer.status_code == 422
    assert len(answer.json()["error"]) > 5


def test_a_rematch_is_one_match_for_both(anna, bert, live):
    anna.resign(live["match"])
    assert anna.post(f"/matches/{live['match']}/rematch").json()["match"] == live["match"]
    his = bert.post(f"/matches/{live['match']}/rematch")
    hers = anna.post(f"/matches/{live['match']}/rematch")
    assert hers.status_code == his.status_code == 201
    assert hers.json()["match"] == his.json()["match"] != live["match"]
    assert hers.headers["location"] == f"/matches/{hers.json()['match']}"
    path = hers.headers["location"]
    page = anna.get(path, headers={"Accept": "text/html"}).text
    assert page.count("0 won</span>") == page.count("1 won</span>") == 1
    anna.resign(hers.json()["match"])
    card = anna.get(f"{path}/result", headers={"Accept": "text/html"}).text
    assert re.search(r'Matches won: You <strong class="number">0</strong>, .* <strong class="number">2</strong>', card)


def test_earlier_positions_are_shown_without_moves(anna, live):
    moved = anna.move(live).json()
    past = anna.get(f"/matches/{live['match']}/view?ply=0").json()
    assert (past["ply"], past["moves"], past["number"]) == (0, [], moved["number"])
    assert anna.get(f"/matches/{live['match']}/view?ply=99").status_code == 404
    assert anna.get(f"/matches/{live['match']}/view?ply=-1").status_code == 422
    assert anna.get(f"/matches/{live['match']}/view?ply=two").status_code == 422


def test_the_view_has_its_history_when_asked_for(anna, live):
    anna.move(live)
    assert [line["ply"] for line in anna.see(live["match"])["history"]][:1] == [36], "the deal is one line"


def test_a_preview_says_what_moves_would_do(anna, live, stranger):
    first = live["moves"][0]["picks"][0]
    preview = anna.get(f"/matches/{live['match']}/preview", params={"picks": [first]}).json()
    assert preview["moves"] and preview["picture"].startswith("<svg")
    assert all(move["picks"][0] == first for move in preview["moves"])
    assert stranger.get(f"/matches/{live['match']}/preview", params={"picks": [first]}).status_code != 500
    assert anna.get(f"/matches/{live['match']}/preview", params={"picks": ["x" * 41]}).status_code == 422


def test_picks_that_lead_nowhere_are_answered_with_the_reason(anna, live, stranger):
    path = f"/matches/{live['match']}/refusal"
    first = live["moves"][0]["picks"][0]
    assert anna.get(path, params={"picks": ["z9"]}).json()["said"].startswith("z9 is not in the grid")
    assert anna.get(path, params={"picks": [first]}).json() == {"said": ""}
    assert stranger.get(path, params={"picks": ["z9"]}).json() == {"said": ""}


def test_a_record_is_a_text_to_keep(anna, live):
    answer = anna.get(f"/matches/{live['match']}/record")
    assert answer.headers["content-type"].startswith("text/plain")
    assert answer.headers["content-disposition"] == f'attachment; filename="locus-{live["match"]}.fivefold"'
    assert "locus" in answer.text


HINT = {"text": "c3:up", "said": "Try c3:up.", "note": "", "picks": ["c3", "up"]}
PAGE = {"Accept": "text/html"}


def test_a_hint_is_asked_for_and_looked_for_until_it_is_there(anna, live, opponents):
    path = f"/matches/{live['match']}/hint"
    assert anna.get(path).status_code == 409
    for asked in (anna.post(path), anna.get(path)):
        assert (asked.status_code, asked.json()) == (202, {"state": "thinking"})
        assert asked.headers["retry-after"] == "1"
    opponents.hints[live["match"]] = HINT
    for found in (anna.get(path), anna.post(path)):
        assert (found.status_code, found.json()) == (200, HINT)


def test_without_script_the_page_of_a_hint_loads_itself_anew_until_it_is_there(anna, bert, live, opponents):
    path = f"/matches/{live['match']}/hint"
    asked = anna.post(path, headers=PAGE)
    assert (asked.status_code, asked.headers["location"]) == (303, path)
    waiting = anna.get(path, headers=PAGE)
    assert waiting.status_code == 200 and "is thinking" in waiting.text
    assert '<meta http-equiv="refresh" content="1">' in waiting.text
    opponents.hints[live["match"]] = HINT
    page = anna.get(path, headers=PAGE)
    assert "Try c3:up." in page.text and "http-equiv" not in page.text
    assert f'href="/matches/{live["match"]}"' in page.text
    refused = bert.post(path)
    assert refused.status_code == 409 and "hint" in refused.json()["error"]


def test_a_match_is_analysed_when_it_is_over(anna, live, opponents):
    assert anna.get(f"/matches/{live['match']}/analysis").status_code == 409
    assert not opponents.analysed
    anna.move(live)
    anna.resign(live["match"])
    answer = anna.get(f"/matches/{live['match']}/analysis").json()
    assert opponents.analysed == [live["match"]]
    assert answer["done"] == 0 < answer["of"] and answer["estimates"] == []


def test_a_board_to_try_needs_nobody(app):
    client = Person(app, "dora567abcdefghi")
    client.cookies.clear()
    start = client.get("/try/locus/view?seed=7&option-grid=6x5").json()
    text = start["moves"][0]["text"]
    after = client.get("/try/locus/view", params={"seed": 7, "option-grid": "6x5", "move": [text]}).json()
    assert after["number"] > 0 and after["last"]["text"]
    wrong = client.get("/try/locus/view?seed=7&option-grid=6x5&move=zz")
    assert wrong.status_code == 422 and "zz" in wrong.json()["error"]
    assert client.get("/try/locus/view?seed=x").status_code == 422
    assert client.get("/try/locus/view", params={"move": ["a1:up"] * 700}).status_code == 422


def test_a_name_is_told_and_tidied(anna):
    assert anna.post("/name", data={"name": "  Ann  Lee "}).json() == {"name": "Ann Lee"}
    answer = anna.post(
        "/name", data={"name": "Ann"}, headers={"Accept": "text/html", "Referer": "http://testserver/about"}
    )
    assert (answer.status_code, answer.headers["location"]) == (303, "/about")


def test_looks_are_kept_in_a_cookie_that_scripts_can_read(anna):
    anna.cookies.set("look", "theme=dark")
    answer = anna.post("/look", data={"suits": "4", "theme": "<script>"})
    assert answer.json() == {"theme": "dark", "suits": "4"}
    cookie = answer.headers["set-cookie"]
    assert cookie.startswith("look=theme=dark&suits=4; ") and "HttpOnly" not in cookie


def test_portraits_and_styles_are_kept_and_asked_for_again(anna):
    portrait = anna.get("/portraits/locus/3.svg")
    assert portrait.headers["content-type"].startswith("image/svg+xml") and "<svg" in portrait.text
    again = anna.get("/portraits/locus/3.svg", headers={"If-None-Match": portrait.headers["etag"]})
    assert (again.status_code, again.text) == (304, "")
    assert anna.get("/portraits/locus/8.svg").status_code == 404
    assert anna.get("/styles/locus.css").headers["content-type"].startswith("text/css")


def test_a_refusal_is_told_in_a_sentence_and_as_data(anna, live):
    refused = anna.post(f"/matches/{live['match']}/rematch")
    assert refused.json() == {
        "error": "rematch: finish this match first",
        "problem": {
            **{"code": "not-offered", "subject": "rematch", "message": "finish this match first"},
            **{"remedy": "", "field": ""},
        },
    }
    named = anna.post("/name", data={"name": "x" * 25})
    assert named.json()["problem"]["field"] == "name" and named.json()["problem"]["code"] == "invalid-name"
