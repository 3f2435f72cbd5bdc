"""What both clients have in common: the address of a house, a token, and how answers are read."""

from collections.abc import Mapping
from typing import Any, Final

import httpx

from fivefold.client.call import API, Call, at, in_query
from fivefold.client.errors import ClientError, Refused, Unreachable, refusal
from fivefold.client.lines import QUIET_SECONDS, Following, Line
from fivefold.client.patience import Backoff, Tries

PATIENCE: Final = 60.0
"""Seconds for which a client goes on trying by itself."""
TIMEOUT: Final = httpx.Timeout(15.0, connect=5.0)
STREAMING: Final = httpx.Timeout(QUIET_SECONDS, connect=5.0)
LIMITS: Final = httpx.Limits(max_connections=None, max_keepalive_connections=40, keepalive_expiry=3.0)
"""Kept connections are given up before a house gives them up, so that nothing is sent into one that is closing."""


class Connection:
    """An address, a token, and what is done with answers."""

    def __init__(self, url: str, token: str, patience: float) -> None:
        address = httpx.URL(url)
        if address.scheme not in {"http", "https"} or not address.host:
            raise ClientError("this is no address of a house", subject=url, remedy="https://play.example.org")
        self.base = url.rstrip("/").removesuffix(API) + API
        self.patience, self.backoff = patience, Backoff()
        self.headers = {"Accept": "application/json", "User-Agent": "fivefold-client"}
        if token:
            self.headers["Authorization"] = f"Bearer {token.strip()}"

    def tries(self, call: Call[Any]) -> Tries:
        """Return the tries for a call, none made yet."""
        return Tries(call.again, self.patience, Backoff())

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


def match_stream(match_id: str, patience: float, since: int | None, **wanted: bool) -> Following:
    """Return how a match is followed: each connection begins after the last entry that came.

    ``wanted``: what to tell besides, by its name in the query.
    """
    query = in_query({"since": since, **{name: True for name, value in wanted.items() if value}})
    return Following(at(match_id, "/stream"), query, _after_number, patience)


def _after_number(line: Line) -> Mapping[str, str]:
    return {"since": str(line["number"])} if isinstance(line.get("number"), int) else {}


def event_stream(patience: float) -> Following:
    """Return how a person's events are followed: each connection begins with all that waits."""
    return Following("/stream/events", {}, lambda line: {}, patience)
