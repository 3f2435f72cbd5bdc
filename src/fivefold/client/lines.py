"""Streams of lines, over however many connections they take. Nothing here reads from a network or waits."""

from collections.abc import Callable, Iterator, Mapping
from typing import Any, Final

import httpx
import orjson

from fivefold.client.errors import HouseBroken, HouseBusy, Refused, TooMany, Unreachable
from fivefold.client.patience import Backoff

Line = dict[str, Any]
"""What a line of a stream says: its ``type``, and what goes with it."""
QUIET_SECONDS: Final = 25.0
"""A house says something more often than that; after so long the connection is taken to be lost."""
LONGEST_LINE: Final = 16_000_000
SOON: Final = 0.2
"""Seconds until a house that is starting anew is asked again."""


class Lines:
    """Cuts what arrives into lines; what a broken connection has left unfinished is never half read."""

    def __init__(self) -> None:
        self._rest = bytearray()

    def of(self, chunk: bytes) -> Iterator[Line]:
        """Yield the lines that are complete now. Raises ``Unreachable`` for what no house sends."""
        self._rest += chunk
        if b"\n" not in chunk:
            if len(self._rest) > LONGEST_LINE:
                raise Unreachable("what answers is no house: it sends a line without an end")
            return
        *lines, rest = self._rest.split(b"\n")
        self._rest = bytearray(rest)
        for line in lines:
            if line.strip():
                yield _read(bytes(line))


def _read(line: bytes) -> Line:
    try:
        found = orjson.loads(line)
    except orjson.JSONDecodeError as error:
        raise Unreachable("what answers is no house: it sends lines that are no JSON") from error
    return found if isinstance(found, dict) else {"type": "", "value": found}


class Following:
    """What a reader of a stream knows, and how the next connection takes up where the last one was lost."""

    def __init__(
        self, path: str, query: Mapping[str, str], resume: Callable[[Line], Mapping[str, str]], patience: float
    ) -> None:
        """``resume``: what a line adds to the query of the next connection. ``patience``: seconds without a house."""
        self.path, self.query = path, dict(query)
        self.ended = False
        """Whether the stream has come to its own end."""
        self._resume, self._patience, self._waited = resume, patience, 0.0
        self._backoff, self._lines = Backoff(), Lines()

    def opened(self) -> None:
        """Begin to read what a new connection brings."""
        self._lines = Lines()

    def take(self, chunk: bytes) -> Iterator[Line]:
        """Yield the lines that a chunk completes, without the last one, which says why a stream ends.

        Raises ``Refused`` where that is because the token is no longer good.
        """
        for line in self._lines.of(chunk):
            self._backoff.worked()
            self._waited = 0.0
            if line.get("type") == "end":
                self._end(line)
                return
            self.query.update(self._resume(line))
            yield line

    def _end(self, line: Line) -> None:
        if line.get("why") == "over":
            self.ended = True
        # Everything else is said again, and more exactly, to whoever asks for the stream again.

    def lost(self, error: Exception | None = None) -> float:
        """Return how many seconds to wait before the next connection. Raises ``Unreachable`` after long enough."""
        return self._wait(SOON + self._backoff.next(), error or Unreachable("the house keeps closing the connection"))

    def refused(self, error: Refused) -> float:
        """Return how many seconds to wait after a refusal. Raises it where waiting would change nothing."""
        if not isinstance(error, TooMany | HouseBusy | HouseBroken):
            raise error
        return self._wait(self._backoff.next() if error.wait is None else error.wait, error)

    def _wait(self, seconds: float, error: Exception) -> float:
        self._waited += seconds
        if self._waited > self._patience:
            if isinstance(error, httpx.TransportError):
                raise Unreachable(f"the house cannot be reached: {error}") from error
            raise error
        return seconds
