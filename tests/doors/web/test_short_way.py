"""The short way of a program at play answers what the long way does, counts what it counts, and keeps what it keeps."""

import pytest

from fivefold.doors.api import short_way
from fivefold.doors.web.app import create_app
from fivefold.doors.web.limits import VIEWS
from fivefold.doors.web.settings import Settings
from fivefold.house.commands import MOVES
from tests.doors.web.conftest import Quiet
from tests.doors.web.programs import Program, program_of, token_for

pytestmark = pytest.mark.slow

ANNA, BERT = "anna567abcdefghi", "bert567abcdefghi"
LONG = {"Sec-Fetch-Site": "same-origin"}
"""No plain program sends this."""


@pytest.fixture
def ways(monkeypatch):
    """Which requests went the short way: the text of each move, or what is looked at."""
    went, answered = [], short_way._answered

    async def noted(request, way, answer, receive, send):
        went.append(getattr(answer.args[-1], "move", way.route.name))
        await answered(request, way, answer, receive, send)

    monkeypatch.setattr(short_way, "_answered", noted)
    return went


@pytest.fixture
def anna(app):
    return program_of(app, ANNA)


@pytest.fixture
def bert(app):
    return program_of(app, BERT)


def begun(anna, bert):
    """Begin a match, and let both tokens be known; return its id, the next number and the legal moves."""
    match = anna.begin("focus", begin="me", others=["link"])["id"]
    assert bert.post(f"matches/{match}/seats", json={}).status_code == 200
    seen, _ = anna.see(match), bert.see(match)
    return match, seen["number"] + 1, seen["legal"]


def told(answer):
    headers = {name: value for name, value in answer.headers.items() if name != "x-request-id"}
    return answer.status_code, headers, answer.json()


def both(program, match, **body):
    """Send the same both ways, the short one first; return what is answered."""
    short = program.post(f"matches/{match}/moves", json=body)
    assert told(short) == told(program.post(f"matches/{match}/moves", json=body, headers=LONG))
    return short


def test_both_ways_answer_alike(anna, bert, ways):
    match, number, legal = begun(anna, bert)
    ways.clear()
    assert both(anna, match, number=number, move=legal[0]).status_code == 200
    assert both(anna, match, number=number, move=legal[1]).json()["type"].endswith("stale")
    assert both(bert, match, number=number + 1, move="castle").status_code == 422
    assert both(bert, match, number=number + 1, move="a1-a2 x9").status_code == 422
    assert both(anna, match, number=number + 1, move=legal[0]).status_code == 403
    assert ways == [legal[0], legal[1], "castle", "a1-a2 x9", legal[0]]
    assert anna.see(match)["number"] == number, "and each is done once"


UNREADABLE = [
    *(b"", b"{", b"[]", b'{"number": 3}', b'{"number": "3", "move": "x"}', b'{"number": 3, "move": "x", "more": 1}'),
    *(
        b'{"number": 3, "number": 3, "move": "x"}',
        b'{"number": 3, "move": "\\u0000"}',
        b'{"number": 3, "move": "\xff"}',
    ),
]


@pytest.mark.parametrize("body", UNREADABLE)
def test_what_cannot_be_read_is_answered_by_the_long_way(anna, bert, ways, body):
    match, *_ = begun(anna, bert)
    sent = {"content": body, "headers": {"Content-Type": "application/json"}}
    short = anna.post(f"matches/{match}/moves", **sent)
    sent["headers"] |= LONG
    assert told(short) == told(anna.post(f"matches/{match}/moves", **sent))
    assert short.status_code in {400, 415, 422} and set(ways) <= {"see"}


def test_who_may_not_play_and_who_is_nobody_takes_the_long_way(app, anna, bert, ways):
    match, number, legal = begun(anna, bert)
    reader = program_of(app, ANNA, scopes=("read",))
    for program, status in ((reader, 403), (Program(app), 401), (Program(app, "ff_nobody"), 401)):
        ways.clear()
        assert both(program, match, number=number, move=legal[0]).status_code == status
    revoked = Program(app, token_for(app.state.house, ANNA))
    revoked.get("account")
    assert revoked.delete("account/token").status_code == 204
    assert both(revoked, match, number=number, move=legal[0]).status_code == 401
    assert both(anna, "nowhere", number=number, move=legal[0]).status_code == 404
    assert not ways


def test_a_limit_counts_both_ways_together(house, ways):
    app = create_app(house, Quiet(), Settings())
    anna, bert = program_of(app, ANNA), program_of(app, BERT)
    match, number, _ = begun(anna, bert)
    answers = [
        anna.post(f"matches/{match}/moves", json={"number": number, "move": "castle"}, headers=LONG if long else {})
        for long in [False, True] * (MOVES.count // 2 + 1)
    ]
    assert [each.status_code for each in answers] == [422] * MOVES.count + [429, 429]
    assert answers[-2].json() == answers[-1].json() and "retry-after" in answers[-2].headers
    assert len(ways) == len(answers) // 2


def test_a_mistake_of_ours_is_answered_and_told_nobody(anna, bert, monkeypatch, caplog):
    match, number, legal = begun(anna, bert)
    monkeypatch.setattr("fivefold.doors.api.matches.plies_known", None)
    answer = anna.post(f"matches/{match}/moves", json={"number": number, "move": legal[0]})
    assert answer.status_code == 500 and answer.json()["type"].endswith("internal-error")
    assert "NoneType" not in answer.text and "/api/v1/matches/{match_id}/moves" in caplog.text


LOOKS = ("", "?legal=true", "?since=1&position=1&legal=0", "?since=999999")
LONG_LOOKS = ("?legal=yes", "?legal=1&legal=0", "?since=-1", "?since=x", "?since=1&", "?more=1")


def without_presence(answer):
    """Return the lines of an answer but those that say who is there: the reader of the stream before may still be."""
    return [line for line in answer.text.splitlines() if not line.startswith('{"type":"presence"')]


@pytest.mark.parametrize("place", ["", "/stream"])
def test_looks_and_streams_answer_alike(anna, bert, ways, place):
    match, number, legal = begun(anna, bert)
    anna.post(f"matches/{match}/moves", json={"number": number, "move": legal[0]})
    assert bert.post(f"matches/{match}/resign", json={"number": number + 1}).status_code == 200, "so that streams end"
    ways.clear()
    for query in (*LOOKS, *LONG_LOOKS):
        short = anna.get(f"matches/{match}{place}{query}")
        long = anna.get(f"matches/{match}{place}{query}", headers=LONG)
        assert (short.status_code, without_presence(short)) == (long.status_code, without_presence(long)), query
        assert short.headers["content-type"] == long.headers["content-type"]
    assert len(ways) == len(LOOKS)
    missing = anna.get(f"matches/nowhere{place}")
    assert missing.status_code == 404 and missing.text == anna.get(f"matches/nowhere{place}", headers=LONG).text


def test_chat_is_asked_for_on_streams_alone(anna, bert, ways):
    match, number, _ = begun(anna, bert)
    assert bert.post(f"matches/{match}/resign", json={"number": number}).status_code == 200
    ways.clear()
    for place in ("", "/stream"):
        answers = [anna.get(f"matches/{match}{place}?chat=true", headers=headers) for headers in ({}, LONG)]
        assert without_presence(answers[0]) == without_presence(answers[1]) and answers[0].status_code == 200
    assert ways == ["stream"]


def test_a_stream_without_a_place_is_refused_alike(app, anna, bert, ways):
    match, *_ = begun(anna, bert)
    app.state.streams.limits = type(app.state.streams.limits)(per_person=0)
    assert told(anna.get(f"matches/{match}/stream")) == told(anna.get(f"matches/{match}/stream", headers=LONG))
    assert ways[-1] == "stream" and anna.get(f"matches/{match}/stream").status_code == 429


def test_looks_count_their_limit_both_ways_together(house, ways):
    anna = program_of(create_app(house, Quiet(), Settings()), ANNA)
    match = anna.begin("focus")["id"]
    statuses = [anna.get(f"matches/{match}", headers=LONG if long else {}).status_code for long in [False, True] * 61]
    assert statuses[: VIEWS.count + 2] == [200] * VIEWS.count + [429, 429]
