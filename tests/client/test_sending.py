"""Calls over connections that break and houses that put things off: what is sent again, and what is not."""

import asyncio
import json

import httpx
import pytest

from fivefold.client import AsyncClient, Client, errors
from fivefold.client.errors import Refused, Unreachable

HOUSE = "http://house"


def problem(kind, status, **more):
    told = {"type": f"/api#problem-{kind}", "title": "x", "status": status, "detail": f"{kind}: it is so"}
    headers = {"Retry-After": str(more.pop("wait"))} if "wait" in more else {}
    return httpx.Response(
        status, json=told | {"code": kind, "subject": "", "remedy": "", "field": ""} | more, headers=headers
    )


class House:
    """Answers one request after the other as it was told, and notes what came and how long the client waited."""

    def __init__(self, *answers):
        self.answers, self.asked, self.waits = list(answers), [], []

    def __call__(self, request):
        self.asked.append(request)
        answer = self.answers.pop(0)
        if isinstance(answer, Exception):
            raise answer
        return answer if isinstance(answer, httpx.Response) else httpx.Response(200, json=answer)

    @property
    def bodies(self):
        return [json.loads(each.content) for each in self.asked if each.content]


@pytest.fixture(params=["now", "awaited"])
def ask(request):
    """Return a function that makes a call of either client at a house."""

    def now(house, name, *given, **named):
        with Client(HOUSE, "ff_x", transport=httpx.MockTransport(house), sleep=house.waits.append) as client:
            return getattr(client, name)(*given, **named)

    def awaited(house, name, *given, **named):
        async def sleep(seconds):
            house.waits.append(seconds)

        async def run():
            transport = httpx.MockTransport(house)
            async with AsyncClient(HOUSE, "ff_x", transport=transport, sleep=sleep) as client:
                return await getattr(client, name)(*given, **named)

        return asyncio.run(run())

    return now if request.param == "now" else awaited


BROKEN = [httpx.ReadError("gone"), httpx.RemoteProtocolError("half"), httpx.ReadTimeout("late"), httpx.WriteError("no")]


def test_a_call_says_what_is_asked_and_who_asks(ask):
    house = House({"moves": []}, {"id": "m"})
    ask(house, "see", "a/b", since=4, legal=True)
    asked = house.asked[0]
    assert (asked.method, str(asked.url)) == ("GET", "http://house/api/v1/matches/a%2Fb?since=4&legal=true")
    assert asked.headers["authorization"] == "Bearer ff_x"
    ask(house, "begin", game="focus", others=["3"])
    assert house.bodies == [{"game": "focus", "others": ["3"]}]


@pytest.mark.parametrize("error", BROKEN)
def test_a_move_is_sent_again_when_the_connection_breaks(ask, error):
    house = House(error, error, {"number": 5})
    assert ask(house, "move", "m", 5, "c3:up") == {"number": 5}
    assert len(house.bodies) == 3 and house.bodies[0] == house.bodies[2]
    assert len(house.waits) == 2 and all(0 < wait < 1 for wait in house.waits)


@pytest.mark.parametrize("error", BROKEN)
def test_what_may_have_been_done_is_not_done_twice(ask, error):
    house = House(error)
    with pytest.raises(Unreachable, match="not known whether this was done"):
        ask(house, "begin", game="focus")
    assert len(house.asked) == 1


def test_what_never_left_is_sent_again(ask):
    house = House(httpx.ConnectError("refused"), {"id": "m"})
    assert ask(house, "begin", game="focus") == {"id": "m"}


def test_the_client_waits_as_long_as_the_house_says(ask):
    house = House(problem("too-many", 429, wait=7), problem("busy", 503, wait=2), {"id": "m"})
    assert ask(house, "begin", game="focus") == {"id": "m"} and house.waits == [7, 2]


def test_what_was_perhaps_not_kept_is_sent_again_only_where_that_is_safe(ask):
    house = House(problem("not-kept", 503, wait=10), {"number": 5})
    assert ask(house, "move", "m", 5, "c3:up") == {"number": 5} and house.waits == [10]
    house = House(problem("not-kept", 503, wait=10))
    with pytest.raises(errors.HouseBusy, match="not-kept"):
        ask(house, "resign", "m", 5)


def test_a_client_gives_up_at_last(ask):
    house = House(*[httpx.ConnectError("refused")] * 50)
    with pytest.raises(Unreachable, match="cannot be reached"):
        ask(house, "account")
    assert 30 < sum(house.waits) <= 60
    house = House(problem("too-many", 429, wait=500))
    with pytest.raises(errors.TooMany) as raised:
        ask(house, "account")
    assert raised.value.wait == 500 and house.waits == []


def test_problems_are_errors_with_all_that_was_said(ask):
    told = {"subject": "c9", "remedy": "a cell of the board", "field": "move", "code": "no-cell"}
    with pytest.raises(errors.IllegalMove) as raised:
        ask(House(problem("illegal-move", 422, **told)), "move", "m", 5, "c9")
    error = raised.value
    assert (error.status, error.kind, error.code, error.subject) == (422, "illegal-move", "no-cell", "c9")
    assert (error.remedy, error.field, str(error)) == ("a cell of the board", "move", "illegal-move: it is so")
    with pytest.raises(errors.Stale) as stale:
        ask(House(problem("stale", 409, number=9, match={"id": "m"})), "move", "m", 5, "c9")
    assert stale.value.number == 9 and stale.value.match == {"id": "m"}


@pytest.mark.parametrize(
    ("answer", "kind"),
    [
        ((502, {"text": "<html>a server in front</html>"}), errors.HouseBusy),
        ((404, {"text": "no"}), errors.NotFound),
        ((500, {"json": [1]}), errors.HouseBroken),
        ((418, {"json": {}}), Refused),
        ((200, {"text": "hello"}), Unreachable),
    ],
)
def test_answers_of_others_than_a_house_are_errors_too(ask, answer, kind):
    with pytest.raises(kind) as raised:
        ask(House(httpx.Response(answer[0], **answer[1])), "begin", game="focus")
    assert str(raised.value)


def test_text_and_nothing_are_answers(ask):
    assert ask(House(httpx.Response(200, text="fivefold record")), "record", "m") == "fivefold record"
    assert ask(House(httpx.Response(204)), "revoke_token") is None


@pytest.mark.parametrize("url", ["", "house", "ftp://house", "http://"])
def test_an_address_that_is_none_is_refused(url):
    with pytest.raises(errors.ClientError, match="no address"):
        Client(url)
