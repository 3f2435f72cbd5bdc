"""Round trips to a database, counted by whoever stands between it and its clients."""

import asyncio
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import Thread
from typing import Final

from sqlalchemy.engine import make_url

SOCKET: Final = ".s.PGSQL.5432"
CHUNK: Final = 1 << 16
Streams = tuple[asyncio.StreamReader, asyncio.StreamWriter]


class Trips:
    """Passes on what clients and a PostgreSQL say to each other; a client that speaks after an answer begins a trip."""

    def __init__(self, host: str, port: int) -> None:
        self._host, self._port = host, port
        self.count = 0

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Pass on all of one client's connection."""
        if self._host.startswith("/"):
            far = await asyncio.open_unix_connection(f"{self._host}/.s.PGSQL.{self._port}")
        else:
            far = await asyncio.open_connection(self._host, self._port)
        answered = [True]
        await asyncio.gather(self._asked(reader, far[1], answered), _answer(far[0], writer, answered))

    async def _asked(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, answered: list[bool]) -> None:
        while text := await _read(reader):
            self.count += answered[0]
            answered[0] = False
            writer.write(text)
        writer.close()


async def _answer(reader: asyncio.StreamReader, writer: asyncio.StreamWriter, answered: list[bool]) -> None:
    while text := await _read(reader):
        answered[0] = True
        writer.write(text)
    writer.close()


async def _read(reader: asyncio.StreamReader) -> bytes:
    """Return what comes next; nothing at the end."""
    try:
        return await reader.read(CHUNK)
    except ConnectionError:
        return b""


@contextmanager
def counting(url: str) -> Iterator[tuple[str, Trips]]:
    """Stand before a PostgreSQL in this block; yield the URL that leads through here, and what counts."""
    parsed = make_url(url)
    host = str(parsed.query.get("host") or parsed.host or "127.0.0.1")
    trips, loop = Trips(host, parsed.port or 5432), asyncio.new_event_loop()
    thread = Thread(target=loop.run_forever)
    with tempfile.TemporaryDirectory() as folder:
        thread.start()
        place = asyncio.start_unix_server(trips.serve, Path(folder) / SOCKET)
        server = asyncio.run_coroutine_threadsafe(place, loop).result()
        through = parsed.set(host=None, port=None).update_query_dict({"host": folder})
        try:
            yield through.render_as_string(hide_password=False), trips
        finally:
            loop.call_soon_threadsafe(server.close)
            loop.call_soon_threadsafe(loop.stop)
            thread.join()
            loop.close()
