"""Routes of the API, with all that its documentation says of each; and lists in pages.

Each page of a list has a cursor, ``next``, with which the next one is asked for as ``after``.
"""

import base64
import binascii
import re
from collections.abc import Callable, Mapping, Sequence
from inspect import signature
from typing import Annotated, Any, Final, Generic, TypeVar, get_args, get_origin

import orjson
from fastapi import APIRouter, Depends, Query
from fastapi.routing import APIRoute

from fivefold.doors.api.bodies import StrictRoute, Told
from fivefold.doors.api.callers import CALLERS, anybody, limited
from fivefold.doors.web.address_queue import wait_for_turn
from fivefold.doors.web.limits import COMMANDS, VIEWS, Rate
from fivefold.doors.web.problems import API, KINDS, MEDIA_TYPE
from fivefold.house.commands import Sent
from fivefold.house.errors import InvalidField

ALWAYS: Final = ("malformed", "unknown-token", "too-long", "too-many", "internal-error", "busy")
TO_A_BODY: Final = ("too-large", "unreadable", "garbled", "forged", "not-kept")
NEED_TOKEN: Final = ("no-token", "missing-scope", "banned")
TURN: Final = Depends(wait_for_turn, scope="function")
"""For what takes a while: only a few such requests of an address are answered at a time."""


IN_PATHS: Final = {
    **{"match_id": "{match}", "challenge_id": "{challenge}", "tournament_id": "{tournament}"},
    **{"vacation_id": "{vacation}", "name": "{other}", "number": "2"},
    **{"game": "focus", "key": "locus", "pool": "focus-2"},
}
"""For each part of a path what stands for it in examples."""
RouteT = TypeVar("RouteT", bound=Callable[..., Any])


class Routes(APIRouter):
    """Routes that belong together under a heading of the documentation.

    The function of a route is called as the client calls it: so is the operation in the description.
    """

    def __init__(self, heading: str) -> None:
        names: Callable[[APIRoute], str] = lambda route: route.name  # noqa: E731
        super().__init__(prefix=API, route_class=StrictRoute, tags=[heading], generate_unique_id_function=names)

    def on(
        self,
        place: str,
        *problems: str,
        rate: Rate | None = None,
        sends: Any = None,
        query: Mapping[str, str] = {},
        path: Mapping[str, str] = {},
        status: int = 200,
        given: str = "live",
        queued: bool = False,
        body: bool | None = None,
        responses: Mapping[int | str, Any] = {},
        **more: Any,
    ) -> Callable[[RouteT], RouteT]:
        """Return what makes a function a route: ``@lobby.on("POST /lobby/search", "not-offered", sends={…})``.

        ``place``: method and path. ``problems``: kinds of ``problems.KINDS`` that it may answer besides those of every
        route. ``rate``: how often. ``queued``: it takes a while. The scope that a token needs is that of the function's
        ``caller``; whether it takes a body its arguments say; what it answers stands in ``Annotated[Response, …]``.

        The others are the example that the documentation shows and a test sends: ``path`` and ``query``, where they are
        not usual, ``sends`` and its ``status``; ``{match}`` and the like stand for what the test has made. ``given``:
        in which state the match is. ``live``: the caller is to move, against a person. ``computer``: the same, against
        a computer. ``waiting``: somebody else's table with a free seat. ``own``: the caller's own. ``table``: the
        caller sits at somebody else's, which waits for one more. ``asked``: something is offered to the caller.
        ``over``, ``double`` (the first of two games is over), ``alone`` (a game for one is over), ``race`` (everybody
        sits).
        """
        method, _, address = place.partition(" ")
        filled = {name: path.get(name) or IN_PATHS[name] for name in re.findall(r"{(\w+)}", address)}
        example = {"path": filled, "query": query, "body": sends, "status": status, "given": given}
        limit = rate or (VIEWS if method == "GET" else COMMANDS)

        def add(route: RouteT) -> RouteT:
            taken = {name: each.annotation for name, each in signature(route).parameters.items()}
            scope = next((scope for scope, caller in CALLERS.items() if taken.get("caller") is caller), "")
            takes = body if body is not None else any(_is_sent(each) for each in taken.values())
            kinds = [*ALWAYS, *(TO_A_BODY if takes else ()), *(NEED_TOKEN if scope else ()), *problems]
            answers = signature(route).return_annotation
            if get_origin(answers) is Annotated:
                more["response_model"] = answers.__metadata__[0]
            said = {
                "x-scope": scope,
                "security": [{"token": [scope]}] if scope else [{"token": []}, {}],
                "x-example": example,
                "x-rate": {"count": limit.count, "seconds": limit.seconds},
            }
            self.add_api_route(
                address,
                route,
                methods=[method],
                status_code=status if status in {201, 204} else 200,
                dependencies=[*([] if scope else [Depends(anybody)]), limited(limit), *([TURN] if queued else [])],
                responses={**_responses(kinds), **responses},
                openapi_extra=said,
                **more,
            )
            return route

        return add


def _is_sent(annotation: Any) -> bool:
    return any(isinstance(each, type) and issubclass(each, Sent) for each in (annotation, *get_args(annotation)))


def _responses(kinds: Sequence[str]) -> dict[int | str, dict[str, Any]]:
    found: dict[int | str, dict[str, Any]] = {}
    for kind in dict.fromkeys((*kinds, "invalid-field")):
        known = found.setdefault(KINDS[kind].status, {"description": "", "content": {}})
        known["description"] = ", ".join(filter(None, (known["description"], f"`{kind}`")))
        known["content"] = {MEDIA_TYPE: {"schema": {"$ref": "#/components/schemas/ApiProblem"}}}
    return found


def lines_of(line: Any) -> dict[int | str, Any]:
    """Return the answer of a stream; ``line``: the type of its lines."""
    return {
        200: {"model": line, "description": "Lines of JSON, each one of these, and an empty one every few seconds."}
    }


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
    """Return the place that a cursor was made of, values of these types; ``None`` for the beginning. Raises
    ``InvalidField`` for a cursor that is not ours."""
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
