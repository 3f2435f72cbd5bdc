"""What both clients have in common: calls, how answers are read, when to try again, streams of lines, tokens.

Nothing here asks a network or waits itself.
"""

import os
import random
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, Generic, TypeVar
from urllib.parse import quote

import httpx
import orjson

from fivefold.client.errors import ClientError, HouseBroken, HouseBusy, Refused, TooMany, Unreachable, refusal

API: Final = "/api/v1"
PATIENCE: Final = 60.0
"""Seconds for which a client goes on trying by itself."""
QUIET_SECONDS: Final = 25.0
"""A house says something more often than that; after so long the connection is taken to be lost."""
TIMEOUT: Final = httpx.Timeout(15.0, connect=5.0)
STREAMING: Final = httpx.Timeout(QUIET_SECONDS, connect=5.0)
LIMITS: Final = httpx.Limits(max_connections=None, max_keepalive_connections=40, keepalive_expiry=3.0)
"""Kept connections are given up before a house gives them up, so that nothing is sent into one that is closing."""
FIRST_WAIT: Final = 0.25
LONGEST_WAIT: Final = 5.0
UNSENT: Final = (httpx.ConnectError, httpx.ConnectTimeout, httpx.PoolTimeout)
"""Errors after which nothing can have reached the house."""
LONGEST_LINE: Final = 16_000_000
SOON: Final = 0.2
"""Seconds until a house that is starting anew is asked again."""
VARIABLE: Final = "FIVEFOLD_TOKEN"

Answered = TypeVar("Answered")
Line = dict[str, Any]
"""What a line of a stream says: its ``type``, and what goes with it."""

# --- calls -----------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Call(Generic[Answered]):
    """A request to a house, and by its type what the answer is."""

    method: str
    path: str
    body: Mapping[str, Any] | None = None
    query: Mapping[str, str] | None = None
    again: bool = False
    """Whether sending it twice does no more than sending it once."""
    text: bool = False
    """Whether the answer is text rather than JSON."""


def get(path: str, **query: object) -> Call[Any]:
    """Return a question, which may be asked again."""
    return Call("GET", path, query=_given(query), again=True)


def post(path: str, body: Mapping[str, Any] | None = None, *, again: bool = False, **query: object) -> Call[Any]:
    """Return a command."""
    return Call("POST", path, body={} if body is None else body, query=_given(query), again=again)


def _given(query: Mapping[str, object]) -> dict[str, str]:
    """Return a query as it is sent: what is ``None`` is left out."""
    said = {name: value for name, value in query.items() if value is not None}
    return {name: str(value).lower() if isinstance(value, bool) else str(value) for name, value in said.items()}


def delete(path: str) -> Call[Any]:
    """Return a command that takes something away; twice is as good as once."""
    return Call("DELETE", path, again=True)


def put(path: str, body: Mapping[str, Any] | None = None) -> Call[Any]:
    """Return a command that settles something; twice is as good as once."""
    return Call("PUT", path, body={} if body is None else body, again=True)


def patch(path: str, body: Mapping[str, Any]) -> Call[Any]:
    """Return a command that changes a part of something; twice is as good as once."""
    return Call("PATCH", path, body=body, again=True)


def quoted(part: str) -> str:
    """Return a part of a path, whatever letters it has."""
    return quote(part, safe="")


def at(match_id: str, what: str = "") -> str:
    """Return the path of a match, or of something at it."""
    return f"/matches/{quoted(match_id)}{what}"


# --- a house, its answers, and when to try again ----------------------------------------------------------------------


class Connection:
    """An address, a token, and what is done with answers."""

    def __init__(self, url: str, token: str, patience: float) -> None:
        address = httpx.URL(url)
        if address.scheme not in {"http", "https"} or not address.host:
            raise ClientError("this is no address of a house", subject=url, remedy="https://play.example.org")
        self.base = url.rstrip("/").removesuffix(API) + API
        self.patience = patience
        self.headers = {"Accept": "application/json", "User-Agent": "fivefold-client"}
        if token:
            self.headers["Authorization"] = f"Bearer {token.strip()}"

    def arguments(self, call: Call[Any]) -> Mapping[str, Any]:
        """Return what httpx is told of a call."""
        more = {} if call.body is None else {"json": call.body}
        return {"method": call.method, "url": self.base + call.path, "params": call.query, **more}


def read(call: Call[Any], answer: httpx.Response) -> Any:
    """Return what an answer says. Raises ``Refused``, ``Unreachable``."""
    if answer.is_error:
        raise refused(answer)
    if call.text:
        return answer.text
    if answer.status_code == 204:
        return None
    try:
        return answer.json()
    except ValueError as error:
        raise Unreachable("what answers is no house: it sends no JSON", subject=str(answer.url)) from error


def refused(answer: httpx.Response) -> Refused:
    """Return the error for an answer that has been read."""
    try:
        told = answer.json()
    except ValueError:
        told = None
    return refusal(told, answer.status_code, answer.headers.get("retry-after"))


class Waiting:
    """How long a client has waited for a house that does not answer, and how much longer it does."""

    def __init__(self, patience: float) -> None:
        """``patience``: seconds to wait altogether before giving up."""
        self._patience, self._waited, self._tries = patience, 0.0, 0

    def over(self) -> None:
        """Begin with short waits again."""
        self._waited, self._tries = 0.0, 0

    def seconds(self, error: Exception, wait: float | None = None, more: float = 0.0) -> float:
        """Return how many seconds to wait before the next try, those of the house if it says so, and ``more``.

        They grow, each a little different, so that programs which lost a house do not all come back at once.
        Raises the error where it is time to give up.
        """
        if wait is None:
            wait = more + min(LONGEST_WAIT, FIRST_WAIT * 2**self._tries) * (0.5 + random.random() / 2)
            self._tries = min(self._tries + 1, 16)
        self._waited += wait
        if self._waited > self._patience:
            if isinstance(error, httpx.TransportError):
                raise Unreachable(f"the house cannot be reached: {error}") from error
            raise error
        return wait


class Tries:
    """The tries of one call."""

    def __init__(self, call: Call[Any], patience: float) -> None:
        self._repeatable, self._waiting = call.again, Waiting(patience)

    def after_error(self, error: httpx.TransportError) -> float:
        """Return the seconds to wait after a connection failed. Raises ``Unreachable`` for what is sent once."""
        if not (self._repeatable or isinstance(error, UNSENT)):
            raise Unreachable(
                "the connection broke, so it is not known whether this was done", remedy="look at how things stand"
            ) from error
        return self._waiting.seconds(error)

    def after_refusal(self, error: Refused) -> float:
        """Return the seconds to wait after a refusal. Raises it where trying again would change nothing."""
        if isinstance(error, TooMany) or error.kind == "busy" or (isinstance(error, HouseBusy) and self._repeatable):
            return self._waiting.seconds(error, error.wait)
        raise error


# --- streams of lines -------------------------------------------------------------------------------------------------


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

    def __init__(self, call: Call[Any], patience: float) -> None:
        """``patience``: seconds without a house."""
        self.path, self.query = call.path, dict(call.query or {})
        self.ended = False
        """Whether the stream has come to its own end."""
        self._waiting, self._lines = Waiting(patience), Lines()

    def opened(self) -> None:
        """Begin to read what a new connection brings."""
        self._lines = Lines()

    def take(self, chunk: bytes) -> Iterator[Line]:
        """Yield the lines that a chunk completes, without the last one, which says why a stream ends. Raises
        ``Refused`` where that is because the token is no longer good."""
        for line in self._lines.of(chunk):
            self._waiting.over()
            if line.get("type") == "end":
                # Everything else is said again, and more exactly, to whoever asks for the stream again.
                self.ended = line.get("why") == "over"
                return
            if isinstance(line.get("number"), int):  # the next connection begins after the last entry that came
                self.query["since"] = str(line["number"])
            yield line

    def lost(self, error: Exception | None = None) -> float:
        """Return how many seconds to wait before the next connection. Raises ``Unreachable`` after long enough."""
        return self._waiting.seconds(error or Unreachable("the house keeps closing the connection"), more=SOON)

    def refused(self, error: Refused) -> float:
        """Return how many seconds to wait after a refusal. Raises it where waiting would change nothing."""
        if not isinstance(error, TooMany | HouseBusy | HouseBroken):
            raise error
        return self._waiting.seconds(error, error.wait)


# --- tokens ----------------------------------------------------------------------------------------------------


def find_token(file: str | Path | None = None) -> str:
    """Return the token in a file, without one that of ``FIVEFOLD_TOKEN``. Raises ``ClientError``."""
    if file is None:
        found, place = os.environ.get(VARIABLE, ""), VARIABLE
    else:
        place = str(file)
        try:
            found = Path(file).read_text(encoding="utf-8")
        except (OSError, UnicodeDecodeError) as error:
            raise ClientError(f"the token cannot be read: {error}", subject=place) from error
    if not found.strip():
        remedy = f"make one on the page /account/tokens, and put it into a file or into {VARIABLE}"
        raise ClientError("there is no token", subject=place, remedy=remedy)
    return found.strip()
