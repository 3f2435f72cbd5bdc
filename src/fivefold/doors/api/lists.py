"""Lists in pages: each answer has a cursor, ``next``, with which the next page is asked for as ``after``."""

import base64
import binascii
from collections.abc import Sequence
from typing import Annotated, Any, Final, Generic, TypeVar

import orjson
from fastapi import Query

from fivefold.doors.api.bodies import Told
from fivefold.house.errors import InvalidField

MOST: Final = 100
USUAL: Final = 25
LONGEST: Final = 200
Item = TypeVar("Item")

After = Annotated[str, Query(max_length=LONGEST, description="The cursor `next` of the page before.")]
Limit = Annotated[int, Query(ge=1, le=MOST, description="How many to list at most.")]


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
