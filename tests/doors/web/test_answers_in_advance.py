"""Answers in advance on the page: with script and without, and nobody else gets a different byte for them."""

import re

import pytest

from fivefold.doors.web.forms import BETWEEN
from fivefold.session.answers import ANYTHING

pytestmark = pytest.mark.slow

READ = ("", "/view", "/preview", "/record", "/chat", "/result", "/hint", "/score-card", "/refusal?picks=c3")


@pytest.fixture
def match(anna, bert):
    """Anna, who is to move, and Bert, who waits."""
    path = f"/matches/{anna.begin('focus', name='Anna')['match']}"
    assert bert.post(f"{path}/seats", data={"name": "Bert"}).status_code == 200
    return path


def line_of(who, path, length=2):
    """Return a line as the board offers it."""
    line = []
    for _ in range(length):
        line.append(who.get(f"{path}/answers/board", params={"line": line}).json()["view"]["moves"][0]["text"])
    return line


def number(who, path):
    """Return the number of the next entry."""
    return who.get(f"{path}/view").json()["number"] + 1


def add(who, path, line):
    return who.post(f"{path}/answers/add", data={"number": number(who, path), "line": BETWEEN.join(line)})


def test_a_line_is_played_on_the_board_and_saved(bert, match):
    first = bert.get(f"{match}/answers/board").json()
    assert (first["answers"], first["asks"]) == (False, "What could Anna play?")
    line = line_of(bert, match, 4)
    assert bert.get(f"{match}/answers/board", params={"line": line[:1]}).json()["asks"] == "What do you play then?"
    picks = bert.get(f"{match}/answers/board", params={"line": line[:1]}).json()["view"]["moves"][0]["picks"]
    ahead = bert.get(f"{match}/answers/board", params={"line": line[:1], "pick": picks}).json()
    assert ahead["preview"]["moves"][0]["after"]
    given = add(bert, match, line).json()
    assert [(each["yours"], each["text"]) for each in given["lines"]] == list(zip([False, True] * 2, line, strict=True))
    assert "plays 1 piece from b2 onto Red's stack on c2, you play 1 piece from d2 to d1." in given["summary"]
    data = {"number": number(bert, match), "line": BETWEEN.join(line)}
    assert len(bert.post(f"{match}/answers/drop", data=data).json()["lines"]) == 2
    assert bert.post(f"{match}/answers/clear").json()["lines"] == []


def test_without_script_it_is_a_form(bert, match):
    page = {"Accept": "text/html"}
    shown = bert.get(f"{match}/answers", headers=page).text
    assert "What could Anna play?" in shown
    assert re.search(r'<form class="joined choose" method="get"', shown)
    line = line_of(bert, match)
    shown = bert.get(f"{match}/answers", params={"line": line[:1]}, headers=page).text
    assert "What do you play then?" in shown
    fields = {"number": number(bert, match), "line": line[0], "move": line[1]}
    assert bert.post(f"{match}/answers/add", data=fields, headers=page).status_code == 303
    shown = bert.get(f"{match}/answers", headers=page).text
    assert "If Anna plays 1 piece from b2 onto Red’s stack on c2" in shown.replace("&#39;", "’")
    assert "you play 1 piece from d2 to d1" in shown
    wrong = bert.post(f"{match}/answers/add", data={**fields, "move": "z9"}, headers=page)
    assert wrong.status_code == 422
    assert "z9" in wrong.text
    other = bert.get(f"{match}/answers/board", params={"line": line[:1]}).json()["view"]["moves"][1]["text"]
    second = bert.post(f"{match}/answers/add", data={**fields, "move": other}, headers=page)
    assert second.status_code == 409
    assert f"{other}: you already answer {line[0]} with {line[1]}; remove that answer first" in second.text
    assert "What do you play then?" in second.text
    drop = {"number": fields["number"], "line": BETWEEN.join(line)}
    assert bert.post(f"{match}/answers/drop", data=drop, headers=page).status_code == 303
    assert bert.post(f"{match}/answers/add", data={**fields, "move": other}, headers=page).status_code == 303


def test_what_cannot_be_answered_says_why(anna, bert, stranger, match):
    assert "your turn" in anna.get(f"{match}/answers", headers={"Accept": "text/html"}).text
    assert anna.get(f"{match}/answers").json()["refused"] == "It is your turn, so play."
    assert add(anna, match, ["x"]).status_code == 409
    assert stranger.get(f"{match}/answers").status_code == 403
    assert add(stranger, match, ["x"]).status_code in {403, 404}
    assert add(bert, match, ["z9"]).status_code == 422
    assert bert.post(f"{match}/answers/add", data={"number": 77, "line": "a|b"}).status_code == 409
    assert add(bert, match, ["a"] * 400).status_code == 422


def test_nobody_else_gets_a_different_byte(anna, stranger, bert, match, house):
    line = line_of(bert, match)

    def shown():
        asked = [who.get(f"{match}{path}") for who in (anna, stranger) for path in READ]
        pages = [who.get(match, headers={"Accept": "text/html"}) for who in (anna, stranger)]
        return [(each.status_code, re.sub(rb'nonce-[^"]+', b"", each.content)) for each in (*asked, *pages)]

    shown()  # from here on the stranger is counted as watching
    before = shown()
    add(bert, match, line)
    assert shown() == before
    assert anna.get(f"{match}/answers").json()["lines"] == []
    played = anna.post(f"{match}/moves", data={"number": 1, "move": line[0]})
    assert played.json()["number"] == 1, "the mover's own reply ends before the answer"
    house.answers.look(match.rpartition("/")[2])
    record = stranger.get(f"{match}/record").text
    assert line[1] in record
    assert "answer" not in record


def test_a_move_ahead_where_the_clock_is_live(house, anna, bert, match):
    now = house.known(match.rpartition("/")[2])
    refused = bert.post(f"{match}/answers/ahead", data={"number": now.number + 1, "move": "b2-c2:1"})
    assert refused.status_code == 409
    assert bert.get(f"{match}/answers/ahead").json()["moves"]
    assert ANYTHING not in refused.text


def test_a_move_queued_by_mail_is_shown_and_can_be_removed(house, bert, match):
    match_id = match.removeprefix("/matches/")
    now = house.known(match_id)
    seat = next(each for each in now.seats if each.name == "Bert")
    house.answers.move_ahead(seat.person, match_id, now.number + 1, "d2-d1:1", slow=True)
    shown = bert.get(f"{match}/answers", headers={"Accept": "text/html"}).text
    assert "You will play d2-d1:1 next, if you can." in shown
    assert 'id="clear">' in shown
    assert 'id="no-answers" class="soft small" hidden' in shown
    assert bert.post(f"{match}/answers/clear").json()["ahead"] == ""
