"""A real `fivefold serve`, allowed 256 open files, under floods of connections: a visitor still plays."""

import os
import re
import socket
import subprocess
import sys
from contextlib import ExitStack, contextmanager
from pathlib import Path

import httpx
import pytest

from tests.doors.web.conftest import PATIENCE, TIMEOUT, Reader, wait_until

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(sys.platform != "linux", reason="needs 127.0.0.0/8 and the limit on open files"),
]

FILES = 256
SILENT, HALF = 400, 100
VISITOR = "127.0.0.2"
"""Another network than the flood's, as far as the house can tell."""
ESTABLISHED_OR_HALF_CLOSED = ("01", "08")
"""As the kernel numbers them in `/proc/net/tcp`."""
HALF_SENT = b"POST /name HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\nname="
LIMITED = (
    f"import resource, sys; resource.setrlimit(resource.RLIMIT_NOFILE, ({FILES}, {FILES}));"
    "from fivefold.cli import main; sys.exit(main(sys.argv[1:]))"
)


class Attacked:
    """A house in a process of its own."""

    def __init__(self, process, address, log):
        self.process, self.address, self.log = process, address, log
        self.port = int(address.rpartition(":")[2])

    def files(self):
        """Return how many files it has open."""
        return sum(1 for _ in Path(f"/proc/{self.process.pid}/fd").iterdir())

    def connections(self):
        """Return how many connections to its port it has not let go: established, or closed by the other side only."""
        lines = Path("/proc/net/tcp").read_text().splitlines()[1:]
        held = [(line.split()[1].rpartition(":")[2], line.split()[3]) for line in lines]
        return sum(1 for port, state in held if int(port, 16) == self.port and state in ESTABLISHED_OR_HALF_CLOSED)

    def connect(self, source, sent=b""):
        one = socket.socket()
        one.settimeout(PATIENCE)
        one.bind((source, 0))
        one.connect(("127.0.0.1", self.port))
        one.sendall(sent)
        return one


@pytest.fixture
def attacked(tmp_path):
    if not Path("/proc/self/fd").exists():
        pytest.skip("the system does not tell which files are open")
    arguments = ["serve", "--port", "0", "--data", str(tmp_path), "--workers", "1"]
    environment = {**os.environ, "PYTHONUNBUFFERED": "1"}
    with (tmp_path / "server.log").open("w") as log:
        process = subprocess.Popen(
            [sys.executable, "-c", LIMITED, *arguments], stdout=subprocess.PIPE, stderr=log, text=True, env=environment
        )
    try:
        address = re.search(r"http://127\.0\.0\.1:\d+", process.stdout.readline()).group()
        yield Attacked(process, address, tmp_path / "server.log")
    finally:
        process.terminate()
        process.communicate(timeout=PATIENCE)


@contextmanager
def visitor(house):
    """Let somebody from another network begin a match and listen to it; yields how to look again, and the stream."""
    transport = httpx.HTTPTransport(local_address=VISITOR)
    page = {"Accept": "text/html"}
    with httpx.Client(base_url=house.address, transport=transport, timeout=TIMEOUT, headers=page) as client:
        token = re.search(r'name="csrf" content="([^"]+)"', client.get("/about").text)[1]
        match = client.post("/new/focus", data={"other-1": "here", "csrf": token}).headers["location"]
        with client.stream("GET", f"{match}/stream") as answer:
            news = Reader(answer)
            wait_until(news.ids)
            yield lambda: client.get(match).status_code, news
            news.hang_up()


def flood(house, sources):
    """Open silent connections and half-sent requests, from these addresses in turn."""
    for number in range(SILENT + HALF):
        yield house.connect(sources[number % len(sources)], HALF_SENT if number % 5 == 0 else b"")


@pytest.mark.long
@pytest.mark.parametrize("sources", [["127.0.0.1"], [f"127.0.0.{number}" for number in range(3, 103)]])
def test_a_flood_of_silent_connections_locks_nobody_out(attacked, sources):
    """Neither from one address nor from a hundred, where the house is full of them."""
    with ExitStack() as opened, visitor(attacked) as (look, news):
        for number, one in enumerate(flood(attacked, sources)):
            opened.enter_context(one)
            if number % 100 == 0:
                assert look() == 200
        assert look() == 200
        assert not news.ended.is_set()
        assert attacked.files() < FILES
        with visitor(attacked) as (_, later):
            assert later.ids()
    wait_until(lambda: attacked.connections() == 0)
    assert attacked.log.stat().st_size < 10_000, attacked.log.read_text()
    assert "out of system resource" not in attacked.log.read_text()
    assert attacked.process.poll() is None
