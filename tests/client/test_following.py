"""Streams over connections that break: nothing is lost, nothing is half read, and programs do not all come at once."""

import asyncio
import json

import httpx
import pytest

from fivefold.client import AsyncClient, Client, errors
from fivefold.client.connection import Lines
from tests.client.test_sending import HOUSE, problem

OVER = {"type": "end", "why": "over", "detail": "x"}
CLOSING = {"type": "end", "why": "closing", "detail": "x"}
REVOKED = {"type": "end", "why": "revoked", "detail": "x"}


def lines(*told):
    return b"".join(json.dumps(each).encode() + b"\n" for each in told)


def state(number):
    return {"type": "state", "number": number}


class Pieces(httpx.SyncByteStream, httpx.AsyncByteStream):
    """A body that comes in pieces and may break off."""

    def __init__(self, pieces):
        self.pieces = pieces

    def __iter__(self):
        for piece in self.pieces:
            if isinstance(piece, Exception):
                raise piece
            yield piece

    async def __aiter__(self):
        for piece in self:
            yield piece


class House:
    def __init__(self, *connections):
        self.connections, self.asked, self.waits = list(connections), [], []

    def __call__(self, request):
        self.asked.append(str(request.url.query, "ascii"))
        assert request.headers["accept-encoding"] == "identity"
        connection = self.connections.pop(0)
        if isinstance(connection, Exception):
            raise connection
        return connection if isinstance(connection, httpx.Response) else httpx.Response(200, stream=Pieces(connection))


@pytest.fixture(params=["now", "awaited"])
def follow(request):
    """Return a function that reads a stream of either client to its end."""

    def now(house, name, *given, **named):
        with Client(HOUSE, "ff_x", transport=httpx.MockTransport(house), sleep=house.waits.append) as client:
            return list(getattr(client, name)(*given, **named))

    def awaited(house, name, *given, **named):
        async def sleep(seconds):
            house.waits.append(seconds)

        async def run():
            transport = httpx.MockTransport(house)
            async with AsyncClient(HOUSE, "ff_x", transport=transport, sleep=sleep) as client:
                return [line async for line in getattr(client, name)(*given, **named)]

        return asyncio.run(run())

    return now if request.param == "now" else awaited


def numbers(told):
    return [each["number"] for each in told]


def test_lines_come_as_they_are_complete():
    reader, whole = Lines(), lines(state(1), state(2)) + b"\n\n" + lines(state(3))
    found = [each["number"] for cut in range(0, len(whole), 7) for each in reader.of(whole[cut : cut + 7])]
    assert found == [1, 2, 3]


@pytest.mark.parametrize("error", [httpx.ReadError("gone"), httpx.ReadTimeout("quiet"), httpx.RemoteProtocolError("x")])
def test_a_line_that_was_cut_is_told_again_and_not_half(follow, error):
    whole = lines(state(1), state(2))
    house = House([whole[:-9], error], [lines(state(2)), lines(OVER)])
    assert numbers(follow(house, "stream", "m", legal=True)) == [1, 2]
    assert house.asked == ["legal=true", "legal=true&since=1"] and len(house.waits) >= 1


def test_a_stream_goes_on_where_it_was_after_a_restart_of_the_house(follow):
    down = httpx.ConnectError("refused")
    house = House([lines(state(4), CLOSING)], down, down, problem("busy", 503, wait=3), [lines(state(5), OVER)])
    assert numbers(follow(house, "stream", "m", since=3)) == [4, 5]
    assert house.asked == ["since=3", *["since=4"] * 4] and 3 in house.waits


def test_a_stream_ends_when_the_token_is_revoked(follow):
    house = House([lines(state(1), REVOKED)], problem("unknown-token", 401))
    with pytest.raises(errors.BadToken):
        follow(house, "stream", "m")


def test_a_match_that_is_not_there_is_an_error_at_once(follow):
    with pytest.raises(errors.NotFound):
        follow(House(problem("unknown-match", 404)), "stream", "m")


def test_a_stream_gives_up_when_the_house_stays_away(follow):
    house = House([lines(state(1))], *[httpx.ConnectError("refused")] * 50)
    with pytest.raises(errors.Unreachable, match="cannot be reached"):
        follow(house, "stream", "m")
    assert 30 < sum(house.waits) < 61


def test_what_is_no_stream_is_said(follow):
    for told in (b"<html>\n", b"no line " * 3_000_000):
        with pytest.raises(errors.Unreachable, match="no house"):
            follow(House([told]), "stream", "m")


def test_events_begin_with_all_that_waits_each_time(follow):
    house = House([lines({"type": "turn", "match": "a"}), httpx.ReadError("x")], [lines(OVER)])
    assert [each["match"] for each in follow(house, "events")] == ["a"]
    assert house.asked == ["", ""]
