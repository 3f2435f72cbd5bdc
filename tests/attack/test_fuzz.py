"""Bytes on a socket that no browser sends: each connection is answered or closed, and the next visitor is served."""

import re
import socket
from contextlib import suppress
from urllib.parse import urlsplit

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from fivefold.doors.web.app import create_app
from fivefold.doors.web.settings import Settings
from fivefold.house.database import open_database
from fivefold.house.house import House
from tests.attack.conftest import many
from tests.doors.web.conftest import PATIENCE, Quiet, serving
from tests.quick import in_turn

pytestmark = pytest.mark.slow

ENOUGH = 100_000
"""Bytes of an answer that are read."""
HEAD = b"Host: localhost\r\nConnection: close\r\n"
FORM = b"Content-Type: application/x-www-form-urlencoded\r\n"
BROKEN = {
    "nothing": b"",
    "blank lines": b"\r\n" * 50,
    "no line end": b"GET /",
    "no version": b"GET /\r\n\r\n",
    "no path": b"GET HTTP/1.1\r\n\r\n",
    "an older version": b"GET / HTTP/0.9\r\n\r\n",
    "a newer version": b"GET / HTTP/9.9\r\n" + HEAD + b"\r\n",
    "an unknown protocol": b"GET / GOPHER/1.1\r\n\r\n",
    "encryption": b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03" + bytes(range(256)),
    "HTTP/2": b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
    "letters that are none": b"\xff\xfe\x00GET / HTTP/1.1\r\n\r\n",
    "a path of bytes": b"GET /\xff\xfe\x80 HTTP/1.1\r\n" + HEAD + b"\r\n",
    "a query of bytes": b"GET /about?\xff\xfe=\x80 HTTP/1.1\r\n" + HEAD + b"\r\n",
    "nul in the path": b"GET /\0 HTTP/1.1\r\n" + HEAD + b"\r\n",
    "an escaped nul": b"GET /matches/%00 HTTP/1.1\r\n" + HEAD + b"\r\n",
    "half an escape": b"GET /matches/%e HTTP/1.1\r\n" + HEAD + b"\r\n",
    "an address of elsewhere": b"GET http://[ HTTP/1.1\r\n" + HEAD + b"\r\n",
    "an asterisk": b"OPTIONS * HTTP/1.1\r\n" + HEAD + b"\r\n",
    "a tunnel": b"CONNECT localhost:80 HTTP/1.1\r\n" + HEAD + b"\r\n",
    "an unknown method": b"BREW / HTTP/1.1\r\n" + HEAD + b"\r\n",
    "a method in lower case": b"get / HTTP/1.1\r\n" + HEAD + b"\r\n",
    "no host": b"GET / HTTP/1.1\r\nConnection: close\r\n\r\n",
    "two hosts": b"GET / HTTP/1.1\r\nHost: a\r\n" + HEAD + b"\r\n",
    "a header without colon": b"GET / HTTP/1.1\r\nHost\r\n\r\n",
    "a header without name": b"GET / HTTP/1.1\r\n: x\r\n" + HEAD + b"\r\n",
    "a folded header": b"GET / HTTP/1.1\r\nAccept: a\r\n b\r\n" + HEAD + b"\r\n",
    "nul in a header": b"GET / HTTP/1.1\r\nAccept: a\0b\r\n" + HEAD + b"\r\n",
    "bytes in a header": b"GET / HTTP/1.1\r\nReferer: \xff\xfe\r\nCookie: \xff=\x80\r\n" + HEAD + b"\r\n",
    "a long header": b"GET / HTTP/1.1\r\nAccept: " + b"a" * 200_000 + b"\r\n" + HEAD + b"\r\n",
    "many headers": b"GET / HTTP/1.1\r\n" + b"A: b\r\n" * 20_000 + HEAD + b"\r\n",
    "a long path": b"GET /" + b"a" * 200_000 + b" HTTP/1.1\r\n" + HEAD + b"\r\n",
    "an upgrade": b"GET / HTTP/1.1\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nHost: localhost\r\n\r\n",
    "a huge length": b"POST /name HTTP/1.1\r\nContent-Length: 99999999999999999999\r\n" + FORM + HEAD + b"\r\na=b",
    "a length below zero": b"POST /name HTTP/1.1\r\nContent-Length: -1\r\n" + FORM + HEAD + b"\r\na=b",
    "a length in words": b"POST /name HTTP/1.1\r\nContent-Length: five\r\n" + FORM + HEAD + b"\r\na=b",
    "two lengths": b"POST /name HTTP/1.1\r\nContent-Length: 3\r\nContent-Length: 4\r\n" + FORM + HEAD + b"\r\na=b",
    "less than promised": b"POST /name HTTP/1.1\r\nContent-Length: 500\r\n" + FORM + HEAD + b"\r\na=b",
    "length and pieces": b"POST /name HTTP/1.1\r\nContent-Length: 3\r\nTransfer-Encoding: chunked\r\n"
    + HEAD
    + b"\r\na=b",
    "pieces of nonsense": b"POST /name HTTP/1.1\r\nTransfer-Encoding: chunked\r\n"
    + FORM
    + HEAD
    + b"\r\nzz\r\na=b\r\n0\r\n\r\n",
    "a huge piece": b"POST /name HTTP/1.1\r\nTransfer-Encoding: chunked\r\n"
    + FORM
    + HEAD
    + b"\r\n"
    + b"f" * 40
    + b"\r\na",
    "a piece below zero": b"POST /name HTTP/1.1\r\nTransfer-Encoding: chunked\r\n" + FORM + HEAD + b"\r\n-1\r\na\r\n",
    "an unknown coding": b"POST /name HTTP/1.1\r\nTransfer-Encoding: rot13\r\n" + FORM + HEAD + b"\r\na=b",
    "two at once": (b"GET /about HTTP/1.1\r\nHost: localhost\r\n\r\n" * 20) + b"GET /\xff",
}
PIECES = st.sampled_from(
    [
        *(part for whole in BROKEN.values() for part in re.split(rb"(?<=\r\n)", whole[:2000]) if part),
        b"\r\n",
        b"\0",
        b" ",
    ]
)


@pytest.fixture(scope="module")
def address(tmp_path_factory, empty_database):
    """The host and the port of a served house."""
    file = tmp_path_factory.mktemp("fuzz") / "house.sqlite"
    file.write_bytes(empty_database.read_bytes())
    database = open_database(f"sqlite:///{file}")
    with serving(create_app(House(database), Quiet(), Settings(limited=False))) as (url, _):
        parts = urlsplit(url)
        yield parts.hostname, parts.port
    database.close()


def told(address, sent):
    """Return what a server says to these bytes and no more, until it closes the connection; it must do so in time."""
    heard = b""
    with socket.create_connection(address, PATIENCE) as line:
        with suppress(OSError):  # the server may have closed it before everything was sent
            line.sendall(sent)
            line.shutdown(socket.SHUT_WR)
        with suppress(ConnectionResetError):
            while len(heard) < ENOUGH and (more := line.recv(65536)):
                heard += more
    return heard


def check(address, sent):
    """Check that these bytes are answered or not, but never with a breakdown, and that the next visitor is served."""
    heard = told(address, sent)
    assert not heard or re.match(rb"HTTP/1\.[01] [1-4][0-9][0-9]", heard), heard[:200]
    assert b"Traceback" not in heard and b" 500 " not in heard
    with socket.create_connection(address, PATIENCE) as line:
        line.sendall(b"GET /about HTTP/1.1\r\n" + HEAD + b"\r\n")
        assert line.recv(65536).startswith(b"HTTP/1.1 200")


@in_turn("sent", BROKEN.values())
def test_what_no_browser_sends_is_answered_or_closed(address, sent):
    check(address, sent)


@settings(
    deadline=None,
    derandomize=True,
    database=None,
    max_examples=many(200, 10_000),
    phases=[Phase.generate],
    suppress_health_check=list(HealthCheck),
)
@given(pieces=st.lists(PIECES | st.binary(max_size=40), max_size=12))
def test_bytes_in_any_order_are_answered_or_closed(address, pieces):
    check(address, b"".join(pieces))


def test_a_form_that_breaks_off_says_nothing_in_the_log(address, caplog):
    told(address, BROKEN["less than promised"])
    check(address, BROKEN["less than promised"])
    assert "ClientDisconnect" not in caplog.text and "Traceback" not in caplog.text
