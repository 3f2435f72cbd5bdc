"""Views and tables as JSON, ready to be sent: what several guests see alike is worked out and encoded once."""

from functools import lru_cache
from typing import Final

import orjson

from fivefold.service import views
from fivefold.service.views import Sight
from fivefold.session.snapshot import MatchSnapshot

SHARED: Final = 128
"""Encoded parts kept, some 30 kB each: the answer to a move, its player's streams and all who look on share them."""


def view(snapshot: MatchSnapshot, guest_id: str, number: int | None = None) -> bytes:
    """Return ``views.view`` as JSON: now, or as it was when the entry ``number`` had just been made."""
    ply = None if number is None else snapshot.plies_after(number)
    at, sight = views.look(snapshot, guest_id, ply)
    own = orjson.dumps(views.own(snapshot, guest_id, now=ply is None))
    return b"%b,%b" % (_begun(snapshot, at, sight, snapshot.number if number is None else number), own[1:])


def table(snapshot: MatchSnapshot, guest_id: str) -> bytes:
    """Return ``views.table`` as JSON."""
    return orjson.dumps(views.table(snapshot, guest_id))


@lru_cache(maxsize=SHARED)
def _begun(snapshot: MatchSnapshot, ply: int, sight: Sight, number: int) -> bytes:
    """Return the shared part of a view as a JSON object without its end: each guest's own part follows."""
    shared = orjson.dumps({**views.seen_by_all(snapshot, ply, sight), "number": number})
    return shared[:-1]  # a copy, and small: what the encoder returns holds on to ten times the room
