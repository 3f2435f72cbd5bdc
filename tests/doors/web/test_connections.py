"""Connections that say nothing, half of something, too much, or read nothing: none of them holds anybody up."""

import asyncio
import random
import re
import socket
from contextlib import ExitStack, contextmanager, suppress
from ipaddress import ip_network
from types import SimpleNamespace

import httpx
import pytest
from starlette.requests import Request
from starlette.responses import PlainTextResponse

from fivefold.connections import Connections
from fivefold.doors.web.app import create_app
from fivefold.doors.web.connections import LEAST_READ, ConnectionLimits, guarded_by
from fivefold.doors.web.settings import Settings
from tests.doors.web.conftest import PATIENCE, reading, serving, wait_until
from tests.quick import first, long

pytestmark = pytest.mark.slow

HELLO = b"GET /small HTTP/1.1\r\nHost: x\r\n\r\n"
POST = (
    b"POST /name HTTP/1.1\r\nHost: x\r\nContent-Type: application/x-www-form-urlencoded\r\nContent-Length: 100\r\n\r\n"
)


def counted(altogether=3, per_network=2, proxies=()):
    return Connections(altogether, per_network, [ip_network(proxy) for proxy in proxies])


def test_where_there_is_room_nobody_goes():
    connections = counted()
    assert connections.admit("a", "192.0.2.1") is None and connections.admit("b", "192.0.2.2") is None
    assert len(connections) == 2


def test_the_longest_waiting_makes_room_and_who_is_served_stays():
    connections = counted()
    for name, address in (("a", "192.0.2.1"), ("b", "192.0.2.2"), ("c", "192.0.2.3")):
        connections.admit(name, address)
    connections.work("a")
    assert connections.admit("d", "192.0.2.4") == "b"
    connections.wait("a")
    assert connections.admit("e", "192.0.2.5") == "c"
    assert connections.admit("f", "192.0.2.6") == "d", "a has waited since it was answered"
    assert connections.admit("g", "192.0.2.7") == "a"


def test_when_everybody_is_being_served_the_new_one_is_refused():
    connections = counted()
    for number in range(3):
        connections.admit(number, f"192.0.2.{number}")
        connections.work(number)
    assert connections.admit("new", "192.0.2.9") == "new"
    assert len(connections) == 3
    connections.release(1)
    assert connections.admit("new", "192.0.2.9") is None


@pytest.mark.parametrize(
    ("first", "second", "other"),
    [
        ("192.0.2.1", "192.0.2.1", "192.0.2.2"),
        ("2001:db8::1", "2001:db8::2", "2001:db8:0:1::1"),
        ("::ffff:192.0.2.1", "192.0.2.1", "::ffff:192.0.2.2"),
    ],
)
def test_a_network_over_its_share_loses_its_own(first, second, other):
    connections = counted(altogether=9)
    connections.admit("other", other)
    connections.admit("a", first)
    connections.admit("b", second)
    connections.work("a")
    assert connections.admit("c", first) == "b"
    connections.work("c")
    assert connections.admit("d", second) == "d"
    assert connections.admit("further", other) is None


def test_a_proxy_brings_everybody():
    connections = counted(altogether=9, proxies=["10.0.0.0/8", "::1"])
    assert [connections.admit(number, "10.1.2.3") for number in range(5)] == [None] * 5
    assert connections.admit("b", "::1") is None
    assert connections.networks == 0


def test_counting_never_leaks():
    connections, chance, known = counted(altogether=20, per_network=4), random.Random(7), []
    for number in range(4000):
        known.append(number)
        connections.admit(number, f"192.0.2.{chance.randrange(9)}")
        getattr(connections, chance.choice(["wait", "work", "release"]))(chance.choice(known))
        assert len(connections) <= 20
        known = known[-40:]
    for number in range(4000):
        connections.release(number)
    assert len(connections) == connections.networks == 0
    assert not connections._house.taken and not connections._house.waiting and not connections._names


@pytest.fixture
def guarded(house, opponents):
    """Serve the house with these limits; yields the server, and how to connect."""

    @contextmanager
    def serve(**limits):
        app = create_app(house, opponents, Settings(limited=False, connections=ConnectionLimits(**limits)))
        app.add_api_route("/small", lambda: PlainTextResponse("here"))
        app.add_api_route("/large", lambda: PlainTextResponse("x" * 30_000_000))
        app.add_api_route("/read", read, methods=["GET"])
        with serving(app) as (address, server), ExitStack() as opened:
            port = int(address.rpartition(":")[2])

            def connect(sent=b"", small=False):
                one = opened.enter_context(socket.socket())
                one.settimeout(PATIENCE)
                if small:
                    one.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
                one.connect(("127.0.0.1", port))
                one.sendall(sent)
                return one

            yield SimpleNamespace(address=address, connections=server.connections, connect=connect)

    async def read(request: Request):
        return PlainTextResponse(f"{len(await request.body())} bytes")

    return serve


def told(connection):
    """Return everything up to the connection's end."""
    found = b""
    try:
        while piece := connection.recv(65536):
            found += piece
    except ConnectionResetError:
        pass
    return found


def answer(connection):
    """Return one answer of the page ``/small``; its head and its body may arrive one after the other."""
    found = b""
    while not found.endswith(b"here"):
        more = connection.recv(1000)
        assert more, found
        found += more
    return found


def statuses(answers):
    return [int(status) for status in re.findall(rb"HTTP/1\.1 (\d+)", answers)]


@pytest.mark.slow
def test_silent_connections_are_closed_without_a_word(guarded):
    with guarded(head_seconds=0.3) as served:
        assert told(served.connect()) == b""
        wait_until(lambda: len(served.connections) == 0)


HALF = [b"GET / HTTP/1.1\r\nHost: x\r\nX-Long: a", POST, long(POST + b"name=A"), long(b"G"), long(b"\r\n")]


@pytest.mark.parametrize("half", first(1, HALF))
def test_half_sent_requests_are_told_and_dropped(guarded, half, caplog):
    with guarded(head_seconds=0.3, body_seconds=0.3) as served:
        assert statuses(told(served.connect(half))) == [408]
        wait_until(lambda: len(served.connections) == 0)
    assert caplog.records == []


@pytest.mark.slow
def test_a_byte_now_and_then_gains_no_time(guarded):
    """The clock runs from the connection, not from the last byte."""
    with guarded(head_seconds=0.3) as served:
        slow = served.connect(b"GET /small HTTP/1.1\r\nX-Slow: ")
        slow.settimeout(0.02)
        found = None
        while found is None:
            try:
                slow.sendall(b"a")
                found = slow.recv(1000)
            except TimeoutError:
                continue
        assert statuses(found) == [408]


@pytest.mark.slow
def test_half_a_request_after_another_is_dropped_too(guarded):
    with guarded(head_seconds=0.3) as served:
        assert statuses(told(served.connect(HELLO + b"GET /small HT"))) == [200, 408]


@pytest.mark.slow
def test_a_body_that_is_refused_is_not_awaited_for_ever(guarded):
    """Its answer is given before it has arrived; what comes after that is read for a while only."""
    with guarded(body_seconds=0.2) as served:
        large = POST.replace(b"100", b"1000000")
        assert statuses(told(served.connect(large + b"x" * 1000))) == [413]
        wait_until(lambda: len(served.connections) == 0)


@pytest.mark.parametrize(
    "senseless", first(1, [b"\0\1\r\n\r\n", b"CONNECT a:1 HTTP/1.1\r\n\r\n", b"GET \xff HTTP/1.1\r\n\r\n"])
)
@pytest.mark.parametrize("before", first(1, [b"", HELLO]))
def test_what_is_no_request_is_refused(guarded, before, senseless):
    with guarded() as served:
        one = served.connect(before)
        assert statuses(one.recv(65536) if before else b"") == [200] * bool(before)
        one.sendall(senseless)
        assert statuses(told(one)) == [400]
        wait_until(lambda: len(served.connections) == 0)


@pytest.mark.slow
def test_a_protocol_that_is_not_spoken_is_not_changed_to(guarded):
    with guarded() as served:
        one = served.connect(HELLO.replace(b"x\r\n", b"x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"))
        assert statuses(one.recv(65536)) == [200]


def test_senseless_bytes_on_a_stream_end_it(guarded, live):
    """An answer to them would land in the middle of the stream's own."""
    with guarded() as served:
        path = f"/matches/{live['match']}/stream"
        one = served.connect(b"GET %s HTTP/1.1\r\nHost: x\r\n\r\n" % path.encode())
        assert statuses(one.recv(65536)) == [200]
        one.sendall(b"senseless\r\n\r\n")
        assert statuses(told(one)) == []


def test_a_request_in_pieces_arrives(guarded):
    with guarded() as served:
        one = served.connect()
        for piece in (HELLO[:9], HELLO[9:20], HELLO[20:-1], HELLO[-1:]):
            one.sendall(piece)
        assert statuses(answer(one)) == [200]
        one.sendall(HELLO)
        assert statuses(answer(one)) == [200], "kept alive"


@pytest.mark.parametrize("field", [b"X-Long: %s\r\n" % (b"a" * 5000), b"X-Short: a\r\n" * 400])
@pytest.mark.parametrize("whole", first(1, [False, True]))
def test_headers_are_bounded(guarded, field, whole):
    with guarded(longest_head=4000) as served:
        head = b"GET /small HTTP/1.1\r\nHost: x\r\n" + field
        assert statuses(told(served.connect(head + (b"\r\n" if whole else b"")))) == [431]
        assert statuses(answer(served.connect(HELLO))) == [200]


def test_a_header_of_many_megabytes_is_not_kept(guarded):
    with guarded() as served:
        one = served.connect(b"GET /small HTTP/1.1\r\nX-Long: ")
        sent = 0
        try:
            for _ in range(1000):
                sent += one.send(b"a" * 100_000)
        except OSError:
            pass
        assert sent < 20_000_000, "what the system itself keeps on its way"
        wait_until(lambda: len(served.connections) == 0)


@pytest.mark.slow
def test_trailers_are_bounded(guarded):
    with guarded(longest_head=4000) as served:
        chunked = (
            b"GET /read HTTP/1.1\r\nHost: x\r\nConnection: close\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n0\r\n"
        )
        good = told(served.connect(chunked + b"X-Sum: 7\r\n\r\n"))
        assert statuses(good) == [200] and b"3 bytes" in good
        assert statuses(told(served.connect(chunked + b"X-Long: " + b"a" * 5000))) == [431]


@pytest.mark.slow
def test_a_body_is_not_a_header(guarded):
    with guarded(longest_head=1000) as served:
        body = b"GET /read HTTP/1.1\r\nConnection: close\r\nContent-Length: 9000\r\n\r\n" + b"a" * 9000
        one = served.connect(body[:50])
        for start in range(50, len(body), 500):
            one.sendall(body[start : start + 500])
        assert b"9000 bytes" in told(one)


def test_requests_ahead_of_their_answers_are_bounded(guarded):
    last = HELLO.replace(b"x\r\n", b"x\r\nConnection: close\r\n")
    with guarded(pipelined=5) as served:
        assert statuses(told(served.connect(HELLO * 5 + last))) == [200] * 6
        assert statuses(told(served.connect(HELLO * 6 + last))) == []
        wait_until(lambda: len(served.connections) == 0)


@pytest.mark.slow
def test_who_reads_nothing_is_cut_off(guarded):
    with guarded(stalled_seconds=0.1) as served:
        served.connect(HELLO.replace(b"small", b"large"), small=True)
        wait_until(lambda: len(served.connections) == 1)
        wait_until(lambda: len(served.connections) == 0)


@pytest.mark.slow
def test_a_kept_connection_on_which_nothing_follows_ends(guarded, monkeypatch):
    """Also where the end of a refused body had stopped uvicorn's own clock."""
    monkeypatch.setattr("fivefold.doors.web.serving.KEPT_OPEN_SECONDS", 0.2)
    with guarded() as served:
        assert statuses(told(served.connect(HELLO))) == [200]
        large = POST.replace(b"100", b"20000")
        one = served.connect(large)
        answer = one.recv(65536)
        with suppress(OSError):  # on a busy machine it has ended by now
            one.sendall(b"x" * 20000)
        assert statuses(answer + told(one)) == [413]


@pytest.mark.slow
def test_a_thousand_silent_connections_lock_nobody_out(guarded):
    """A house that is full of connections on which nothing happens lets the next one in."""
    with guarded(altogether=20, per_network=20) as served:
        silent = [served.connect() for _ in range(100)]
        wait_until(lambda: len(served.connections) == 20)
        assert httpx.get(f"{served.address}/small").status_code == 200
        half = [served.connect(POST) for _ in range(100)]
        assert httpx.get(f"{served.address}/small").status_code == 200
        assert len(served.connections) <= 20
        for one in silent + half:
            one.close()
        wait_until(lambda: len(served.connections) == 0)


def test_a_stream_being_read_is_not_cut_off_for_others(guarded, anna, bert, live):
    with (
        guarded(altogether=4, per_network=4, head_seconds=0.3) as served,
        reading(served.address, live["match"], bert) as his,
    ):
        wait_until(his.ids)
        for _ in range(20):
            served.connect()
        wait_until(lambda: len(served.connections) == 1)
        assert not his.ended.is_set()


def test_a_full_house_refuses_at_once(guarded, live):
    with guarded(altogether=1, per_network=1) as served, reading(served.address, live["match"]) as first:
        wait_until(first.ids)
        assert told(served.connect(HELLO)) == b""
        assert not first.ended.is_set()


class Wire(asyncio.Transport):
    """A transport on which a test decides how much the reader takes."""

    def __init__(self):
        super().__init__()
        self.left, self.aborted = 0, False

    def get_extra_info(self, name, default=None):
        return ("192.0.2.1", 4711) if name == "peername" else default

    def get_write_buffer_size(self):
        return self.left

    def set_write_buffer_limits(self, high):
        assert high == 0

    def is_closing(self):
        return self.aborted

    def abort(self):
        self.aborted = True


def test_a_slow_reader_who_reads_on_is_served():
    async def read_slowly():
        connections, wire = counted(), Wire()
        protocol = bare(connections)
        protocol.connection_made(wire)
        wire.left = 10 * LEAST_READ
        protocol.pause_writing()
        for _ in range(5):
            before, wire.left = wire.left, wire.left - LEAST_READ
            protocol._reader_is_slow(before)
            assert not wire.aborted
        protocol._reader_is_slow(wire.left + LEAST_READ - 1)
        assert wire.aborted and len(connections) == 1
        protocol.connection_lost(OSError())
        assert len(connections) == 0

    alone(read_slowly)


def bare(connections):
    from uvicorn.config import Config
    from uvicorn.server import ServerState

    async def app(scope, receive, send):
        raise AssertionError("nothing was asked")

    config = Config(app, log_config=None, ws="none", lifespan="off", interface="asgi3")
    config.load()
    return guarded_by(connections, ConnectionLimits())(config, ServerState(), {}, asyncio.get_running_loop())


def alone(task):
    """Run this in a loop and a thread of its own, whatever else runs in this one."""
    from concurrent.futures import ThreadPoolExecutor

    with ThreadPoolExecutor() as threads:
        threads.submit(asyncio.run, task()).result()
