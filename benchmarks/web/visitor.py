"""A visitor of a served house: pages, forms and streams over plain sockets, so that measuring costs next to nothing."""

import asyncio
import gzip
import json
import zlib
from collections.abc import AsyncGenerator, AsyncIterator, Mapping
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import urlencode

LONGEST_LINE = 1 << 22
"""Bytes; an event with a drawn board in it is one line."""


@dataclass(frozen=True, slots=True)
class Answer:
    """What came back for a request."""

    status: int
    headers: Mapping[str, str]
    """Names in lower case."""
    body: bytes
    """As it came over the wire, compressed if the headers say so."""

    def json(self) -> Any:
        """Return the body read as JSON."""
        return json.loads(gzip.decompress(self.body) if self.headers.get("content-encoding") == "gzip" else self.body)


@dataclass(frozen=True, slots=True)
class Event:
    """One event of a stream."""

    kind: str
    id: int | None
    data: str
    came: int = 0
    """How many bytes of the stream had come over the wire with it."""


@dataclass
class Visitor:
    """One person with a cookie jar, at a server on this machine."""

    port: int
    accept: str = "application/json"
    compressed: bool = False
    cookies: dict[str, str] = field(default_factory=dict)
    csrf: str = ""
    _connection: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None

    async def get(self, path: str) -> Answer:
        """Return the answer to a GET."""
        return await self.request("GET", path, b"")

    async def post(self, path: str, **fields: object) -> Answer:
        """Return the answer to a form sent by POST."""
        return await self.request(
            "POST", path, urlencode({name: str(value) for name, value in fields.items()}).encode()
        )

    async def enter(self, path: str = "/about") -> None:
        """Fetch a page, for the cookie and the token that forms need."""
        reader = Visitor(self.port, "text/html", cookies=self.cookies)
        page = (await reader.get(path)).body.decode()
        await reader.close()
        self.csrf = page.split('name="csrf"', 1)[1].split('content="', 1)[1].split('"', 1)[0]

    async def begin(self, key: str, **fields: object) -> str:
        """Fill in the set-up form of a game and return the match. Raises ``ConnectionError`` where none is made."""
        made = await self.post(f"/new/{key}", **fields)
        if made.status != 201:
            raise ConnectionError(f"/new/{key}: answered {made.status}: {made.body[:200]!r}")
        return str(made.json()["match"])

    async def stream(self, path: str) -> AsyncGenerator[Event, None]:
        """Yield the events of a stream until it ends."""
        reader, writer = await self.connect()
        writer.write(self.head("GET", path, 0, "text/event-stream"))
        status, headers = await read_head(reader)
        if status != 200:
            raise ConnectionError(f"{path}: answered {status}, not a stream")
        unpack = zlib.decompressobj(16 + zlib.MAX_WBITS) if headers.get("content-encoding") == "gzip" else None
        text, came = b"", 0
        try:
            async for chunk in chunks(reader):
                came += len(chunk)
                piece = unpack.decompress(chunk) if unpack else chunk
                text += piece
                *events, text = text.split(b"\n\n") if b"\n\n" in piece else [text]
                for event in events:
                    yield _event(event.decode(), came)
        finally:
            writer.close()

    async def close(self) -> None:
        """Hang up."""
        if self._connection is not None:
            self._connection[1].close()
            await self._connection[1].wait_closed()
            self._connection = None

    async def connect(self) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        """Return a new connection."""
        return await asyncio.open_connection("127.0.0.1", self.port, limit=LONGEST_LINE)

    async def request(self, method: str, path: str, body: bytes) -> Answer:
        """Return the answer to a request; one at a time."""
        if self._connection is None:
            self._connection = await self.connect()
        reader, writer = self._connection
        writer.write(self.head(method, path, len(body), self.accept) + body)
        status, headers = await read_head(reader)
        self._keep_cookies(headers)
        if method == "HEAD" or status in {204, 304}:
            return Answer(status, headers, b"")
        if "content-length" in headers:
            return Answer(status, headers, await reader.readexactly(int(headers["content-length"])))
        return Answer(status, headers, b"".join([chunk async for chunk in chunks(reader)]))

    def head(self, method: str, path: str, length: int, accept: str) -> bytes:
        """Return the head of a request."""
        lines = [f"{method} {path} HTTP/1.1", f"Host: 127.0.0.1:{self.port}", f"Accept: {accept}"]
        if self.cookies:
            lines.append("Cookie: " + "; ".join(f"{name}={value}" for name, value in self.cookies.items()))
        if self.compressed:
            lines.append("Accept-Encoding: gzip")
        if method == "POST":
            lines += [f"X-CSRF-Token: {self.csrf}", "Content-Type: application/x-www-form-urlencoded"]
            lines.append(f"Content-Length: {length}")
        return ("\r\n".join(lines) + "\r\n\r\n").encode()

    def _keep_cookies(self, headers: Mapping[str, str]) -> None:
        for line in headers.get("set-cookie", "").split("\n"):
            name, equals, value = line.split(";", 1)[0].partition("=")
            if equals:
                self.cookies[name.strip()] = value.strip()


async def read_head(reader: asyncio.StreamReader) -> tuple[int, dict[str, str]]:
    """Return the status and the headers of an answer, names in lower case."""
    first, *lines = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1").strip().split("\r\n")
    headers: dict[str, str] = {}
    for line in lines:
        name, _, value = line.partition(":")
        known = headers.get(name.lower())
        headers[name.lower()] = value.strip() if known is None else f"{known}\n{value.strip()}"
    return int(first.split()[1]), headers


async def chunks(reader: asyncio.StreamReader) -> AsyncIterator[bytes]:
    """Yield the chunks of a body sent by chunked transfer coding (RFC 9112, section 7.1)."""
    while size := int((await reader.readline()).split(b";")[0] or b"0", 16):
        yield (await reader.readexactly(size + 2))[:-2]
    await reader.readline()


def _event(text: str, came: int) -> Event:
    fields: dict[str, str] = {}
    for line in text.split("\n"):
        name, _, value = line.partition(":")
        fields[name] = value.removeprefix(" ")
    number = fields.get("id", "").split(".")[0]
    kind, data = fields.get("event", "message"), fields.get("data", "")
    return Event(kind, int(number) if number.isdigit() else None, data, came)
