"""Routes of the API, with all that its documentation says of each; and lists in pages.

Each page of a list has a cursor, ``next``, with which the next one is asked for as ``after``.
"""

import base64
import binascii
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field
from typing import Annotated, Any, Final, Generic, TypeVar

import orjson
from fastapi import APIRouter, Depends, Query

from fivefold.doors.api.bodies import StrictRoute, Told
from fivefold.doors.api.callers import anybody, limited
from fivefold.doors.web.address_queue import wait_for_turn
from fivefold.doors.web.limits import Rate
from fivefold.doors.web.problems import API, KINDS, MEDIA_TYPE
from fivefold.house.errors import InvalidField

ALWAYS: Final = ("malformed", "unknown-token", "too-long", "too-many", "internal-error", "busy")
TO_A_BODY: Final = ("too-large", "unreadable", "garbled", "forged", "not-kept")
TURN: Final = Depends(wait_for_turn, scope="function")
"""For what takes a while: only a few such requests of an address are answered at a time."""


@dataclass(frozen=True, slots=True)
class Example:
    """A request that the documentation shows; a test sends it to a house and compares the answer with the schema."""

    path: Mapping[str, str] = field(default_factory=dict)
    """For each part of the path its value; ``{match}`` and its like stand for what the test has made."""
    query: Mapping[str, str] = field(default_factory=dict)
    body: Any = None
    status: int = 200
    given: str = "live"
    """In which state the match is.

    ``live``: the caller is to move, against a person. ``computer``: the same, against a computer. ``waiting``: somebody
    else's table with a free seat. ``own``: the caller's own. ``table``: the caller sits at somebody else's, which waits
    for one more. ``asked``: something is offered to the caller. ``over``, ``double`` (the first of two games is over),
    ``alone`` (a game for one is over), ``race`` (everybody sits).
    """


def api_router(tag: str) -> APIRouter:
    """Return a router for routes that belong together under a heading of the documentation.

    The function of a route is called as the client calls it: so is the operation in the description.
    """
    return APIRouter(
        prefix=API, route_class=StrictRoute, tags=[tag], generate_unique_id_function=lambda route: route.name
    )


def how(
    rate: Rate,
    scope: str = "",
    *,
    example: Example | None = None,
    problems: Sequence[str] = (),
    queued: bool = False,
    body: bool = False,
) -> dict[str, Any]:
    """Return what every route is given besides its path: ``@router.get("/games", **how(VIEWS))``.

    ``scope``: what its token must be allowed; empty where anybody may ask. ``problems``: kinds of ``problems.KINDS``
    that it may answer besides those of every route. ``queued``: it takes a while. ``body``: it takes a body.
    """
    kinds = [
        *ALWAYS,
        *(TO_A_BODY if body else ()),
        *(("no-token", "missing-scope", "banned") if scope else ()),
        *problems,
    ]
    more: dict[str, Any] = {"x-scope": scope, "security": [{"token": [scope] if scope else []}]}
    if not scope:
        more["security"].append({})
    more["x-example"] = asdict(example or Example())
    more["x-rate"] = {"count": rate.count, "seconds": rate.seconds}
    return {
        "dependencies": [*([] if scope else [Depends(anybody)]), limited(rate), *([TURN] if queued else [])],
        "responses": _responses(kinds),
        "openapi_extra": more,
    }


def _responses(kinds: Sequence[str]) -> dict[int | str, dict[str, Any]]:
    found: dict[int | str, dict[str, Any]] = {}
    for kind in dict.fromkeys((*kinds, "invalid-field")):
        known = found.setdefault(KINDS[kind].status, {"description": "", "content": {}})
        known["description"] = ", ".join(filter(None, (known["description"], f"`{kind}`")))
        known["content"] = {MEDIA_TYPE: {"schema": {"$ref": "#/components/schemas/ApiProblem"}}}
    return found


def streaming(rate: Rate, line: Any, scope: str = "", **more: Any) -> dict[str, Any]:
    """Return what ``how`` does, for a route that answers a stream; ``line``: the type of its lines."""
    terms = how(rate, scope, **more)
    lines = {"model": line, "description": "Lines of JSON, each one of these, and an empty one every few seconds."}
    return {**terms, "responses": {**terms["responses"], 200: lines}}


MOST_ITEMS: Final = 100
USUAL_ITEMS: Final = 25
LONGEST_CURSOR: Final = 200
Item = TypeVar("Item")

After = Annotated[str, Query(max_length=LONGEST_CURSOR, description="The cursor `next` of the page before.")]
Limit = Annotated[int, Query(ge=1, le=MOST_ITEMS, description="How many to list at most.")]


class ListOf(Told, Generic[Item]):
    """One page of a list."""

    items: list[Item]
    next: str | None
    """With this as `after` comes the next page; null at the end."""


def cursor(*place: str | int) -> str:
    """Return the cursor of a place in a list, whatever it takes to find that again; it tells nobody else anything."""
    return base64.urlsafe_b64encode(orjson.dumps(place)).decode().rstrip("=")


def place(after: str, *kinds: type) -> tuple[Any, ...] | None:
    """Return the place that a cursor was made of, values of these types; ``None`` for the beginning.

    Raises ``InvalidField`` for a cursor that is not ours.
    """
    if not after:
        return None
    try:
        found = orjson.loads(base64.urlsafe_b64decode(after + "=" * (-len(after) % 4)))
    except (binascii.Error, ValueError):
        found = None
    fits = isinstance(found, list) and len(found) == len(kinds)
    if not fits or any(type(value) is not kind for value, kind in zip(found, kinds, strict=True)):
        raise InvalidField("it is no cursor of this list", subject="after", field="after")
    return tuple(found)


def page_of(everything: Sequence[Any], after: str, limit: int) -> tuple[Sequence[Any], str | None]:
    """Return a page of a short list that is at hand as a whole, and the cursor of the next."""
    known = place(after, int)
    begin = 0 if known is None else max(0, known[0])
    end = begin + limit
    return everything[begin:end], cursor(end) if end < len(everything) else None
