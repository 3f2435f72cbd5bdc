"""A request to a house, and by its type what the answer is."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final, Generic, TypeVar
from urllib.parse import quote

API: Final = "/api/v1"
Answered = TypeVar("Answered")


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
    return Call("GET", path, query=in_query(query), again=True)


def in_query(given: Mapping[str, object]) -> dict[str, str]:
    """Return values as a query has them; those that are ``None`` are left out."""
    return {
        name: str(value).lower() if isinstance(value, bool) else str(value)
        for name, value in given.items()
        if value is not None
    }


def post(path: str, body: Mapping[str, Any] | None = None, *, again: bool = False) -> Call[Any]:
    """Return a command."""
    return Call("POST", path, body={} if body is None else body, again=again)


def delete(path: str) -> Call[Any]:
    """Return a command that takes something away; twice is as good as once."""
    return Call("DELETE", path, again=True)


def put(path: str, body: Mapping[str, Any] | None = None) -> Call[Any]:
    """Return a command that settles something; twice is as good as once."""
    return Call("PUT", path, body={} if body is None else body, again=True)


def patch(path: str, body: Mapping[str, Any]) -> Call[Any]:
    """Return a command that changes a part of something; twice is as good as once."""
    return Call("PATCH", path, body=body, again=True)


def at(match_id: str, what: str = "") -> str:
    """Return the path of a match, or of something at it."""
    return f"/matches/{quote(match_id, safe='')}{what}"
