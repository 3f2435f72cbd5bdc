"""A program at a served house, over plain sockets, so that driving many of them costs next to nothing."""

import asyncio
import json
import time
from collections.abc import AsyncGenerator, AsyncIterator
from dataclasses import dataclass, field
from http import HTTPStatus
from typing import Any, Final

from benchmarks.web.visitor import Answer, Visitor, chunks, read_head

API = "/api/v1"
BUSY_TRIES: Final = 50
BUSY_SECONDS: Final = 0.2


@dataclass
class Program(Visitor):
    """An account with a token."""

    token: str = ""

    async def see(self, path: str) -> Any:
        """Return what a GET answers. Raises ``ConnectionError`` for a refusal."""
        return _told(path, await self.get(API + path))

    async def call(self, path: str, **body: object) -> Answer:
        """Return the answer to a POST."""
        return await self.request("POST", API + path, json.dumps(body).encode())

    async def do(self, path: str, **body: object) -> Any:
        """Return what a POST answers, asked again while the house is busy. Raises ``ConnectionError`` for a refusal."""
        answer = await self.call(path, **body)
        for _ in range(BUSY_TRIES):
            if answer.status != HTTPStatus.SERVICE_UNAVAILABLE:
                break
            await asyncio.sleep(BUSY_SECONDS)
            answer = await self.call(path, **body)
        return _told(path, answer)

    async def lines(self, path: str) -> AsyncIterator[dict[str, Any]]:
        """Yield the lines of a stream until it ends. Raises ``ConnectionError`` for a refusal."""
        reader, writer = await self.connect()
        writer.write(self.head("GET", API + path, 0, "application/x-ndjson"))
        try:
            status, _ = await read_head(reader)
            if status != 200:
                raise ConnectionError(f"{path}: answered {status}, not a stream")
            text = b""
            async for chunk in chunks(reader):
                *lines, text = (text + chunk).split(b"\n")
                for line in lines:
                    if line:
                        yield json.loads(line)
        finally:
            writer.close()

    def head(self, method: str, path: str, length: int, accept: str) -> bytes:
        """Return the head of a request."""
        lines = [f"{method} {path} HTTP/1.1", f"Host: 127.0.0.1:{self.port}", f"Accept: {accept}"]
        if self.token:
            lines.append(f"Authorization: Bearer {self.token}")
        if method == "POST":
            lines += ["Content-Type: application/json", f"Content-Length: {length}"]
        return ("\r\n".join(lines) + "\r\n\r\n").encode()


def _told(path: str, answer: Answer) -> Any:
    if answer.status >= 300:
        raise ConnectionError(f"{path}: answered {answer.status}: {answer.body[:200]!r}")
    return answer.json()


@dataclass
class Seat:
    """A program's seat at a match, followed by its stream."""

    program: Program
    match: str
    state: dict[str, Any] = field(default_factory=dict)
    """The last line, with all moves that came so far."""
    moves: list[str] = field(default_factory=list)
    """The texts of all moves, in the order in which the stream brought them."""
    own: int = 0
    """Its number."""
    arrived: dict[int, float] = field(default_factory=dict)
    """When each number came, by the clock of ``time.perf_counter``."""

    async def follow(self, legal: bool = True) -> AsyncGenerator[None]:
        """Follow the match until it is over; yield after every line that tells how it stands."""
        async for line in self.program.lines(f"/matches/{self.match}/stream{'?legal=true' if legal else ''}"):
            if line["type"] in {"match", "state"}:
                now = time.perf_counter()
                for number in range(self.state.get("number", line["number"]), line["number"] + 1):
                    self.arrived.setdefault(number, now)
                del self.moves[line["after_ply"] :]
                self.moves += (each["text"] for each in line["moves"])
                self.state, self.own = line, (line.get("yours") or [self.own])[0]
                yield
