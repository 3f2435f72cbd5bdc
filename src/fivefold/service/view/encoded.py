"""Views and tables as JSON, ready to send: what several people see alike is worked out and encoded once."""

from collections import OrderedDict
from threading import Lock
from typing import Final
from weakref import ref

import orjson

from fivefold.service.view import views
from fivefold.service.view.perspective import Sight, sight_of
from fivefold.service.view.views import Views
from fivefold.session.snapshot import MatchSnapshot

SHARED: Final = 128
"""Encoded parts kept, some 30 kB each: the response to a move, the player's streams and all spectators share them."""


class EncodedViews:
    """Views as bytes; threads may share it."""

    def __init__(self, shown: Views) -> None:
        self._views, self._lock = shown, Lock()
        self._kept: OrderedDict[tuple[str, Sight], tuple[ref[MatchSnapshot], bytes]] = OrderedDict()

    def view(self, snapshot: MatchSnapshot, person_id: str, number: int | None = None) -> bytes:
        """Return ``Views.view`` as JSON: now, or as it was when the entry ``number`` had just been made."""
        sight = sight_of(snapshot, person_id, number=number)
        own = orjson.dumps(views.own(snapshot, person_id, sight))
        return b"%b,%b" % (self._begun(snapshot, sight), own[1:])

    def table(self, snapshot: MatchSnapshot, person_id: str) -> bytes:
        """Return ``views.table`` as JSON."""
        return orjson.dumps(views.table(snapshot, person_id))

    def _begun(self, snapshot: MatchSnapshot, sight: Sight) -> bytes:
        """Return the shared part of a view as a JSON object without its end: each person's own part follows."""
        key = snapshot.id, sight
        with self._lock:
            of, known = self._kept.get(key, (None, b""))
            if of is not None and of() is snapshot:
                self._kept.move_to_end(key)
                return known
        # A copy, because the encoder's own result holds on to ten times the memory.
        begun = orjson.dumps(self._views.shared(snapshot, sight))[:-1]
        with self._lock:
            self._kept[key] = ref(snapshot), begun
            self._kept.move_to_end(key)
            while len(self._kept) > SHARED:
                self._kept.popitem(last=False)
        return begun
