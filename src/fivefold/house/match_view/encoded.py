"""Views and tables as JSON, ready to send: what several people see alike is worked out and encoded once.

Whoever has an earlier view is told only what has changed since.
"""

from collections import OrderedDict
from collections.abc import Sequence
from threading import Lock
from typing import Final, NamedTuple, TypeVar
from weakref import ref

import orjson

from fivefold.house.match_view import views
from fivefold.house.match_view.changes import KeptView, change_begun, kept, preview_changed
from fivefold.house.match_view.perspective import Sight, sight_of
from fivefold.house.match_view.views import Views
from fivefold.session.snapshot import MatchSnapshot

SHARED: Final = 128
"""Views at hand by how somebody looks at a match now: the response to a move, the player's streams and all spectators
share them."""
VERSIONS: Final = 512
"""Earlier views kept to be compared with later ones, some 30 kB each. Who has one that has been forgotten gets a whole
view."""
CHANGES: Final = 32
"""Changes kept, some 5 kB each: the response to a move, the player's streams and all spectators share them."""

Key = TypeVar("Key")
Value = TypeVar("Value")
Audience = tuple[str, tuple[int, ...]]
"""A match, and the seats of those who look at it: nobody is compared with what people in other seats see."""


class Shown(NamedTuple):
    """A view as one person sees it."""

    audience: Audience
    kept: KeptView
    own: bytes
    """The person's own part, as JSON."""

    @property
    def whole(self) -> bytes:
        """All of it as JSON."""
        return b"%b,%b" % (self.kept.begun, self.own[1:])

    @property
    def state(self) -> tuple[str, int]:
        """What tells it from a view that says something else."""
        return self.kept.version, hash(self.own)


class EncodedViews:
    """Views as bytes; threads may share it."""

    def __init__(self, shown: Views, is_bot: views.IsBot = lambda person_id: False) -> None:
        self._views, self._is_bot, self._lock = shown, is_bot, Lock()
        self._at_hand: OrderedDict[tuple[str, Sight], tuple[ref[MatchSnapshot], KeptView]] = OrderedDict()
        self._versions: OrderedDict[tuple[Audience, str], KeptView] = OrderedDict()
        self._changes: OrderedDict[tuple[Audience, str, str], bytes] = OrderedDict()

    def view(self, snapshot: MatchSnapshot, person_id: str, number: int | None = None) -> bytes:
        """Return ``Views.view`` as JSON: now, or as it was when the entry ``number`` had just been made."""
        return self.shown(snapshot, person_id, number).whole

    def shown(self, snapshot: MatchSnapshot, person_id: str, number: int | None = None) -> Shown:
        """Return ``view`` so that it can be sent whole, or only what has changed."""
        sight = sight_of(snapshot, person_id, number=number)
        audience = snapshot.id, snapshot.seats_of(person_id)
        found = self._shared(snapshot, sight)
        with self._lock:
            _keep(self._versions, (audience, found.version), found, VERSIONS)
        return Shown(audience, found, orjson.dumps(views.own(snapshot, person_id, sight)))

    def change(self, shown: Shown, since: str) -> bytes | None:
        """Return what has changed since a version of the same match that the same person has, a ``ChangeView`` as JSON;
        ``None`` where that version is not known."""
        key = shown.audience, since, shown.kept.version
        with self._lock:
            before, begun = self._versions.get(key[:2]), self._changes.get(key)
        if before is None:
            return None
        if begun is None:
            begun = change_begun(before, shown.kept)
            with self._lock:
                _keep(self._changes, key, begun, CHANGES)
        return b"%b,%b" % (begun, shown.own[1:])

    def preview(self, snapshot: MatchSnapshot, person_id: str, picks: Sequence[str], version: str) -> bytes:
        """Return ``Views.preview`` as JSON, its drawings as what they change in the view of this version, if known."""
        found = self._views.preview(snapshot, person_id, picks)
        with self._lock:
            before = self._versions.get(((snapshot.id, snapshot.seats_of(person_id)), version))
        return orjson.dumps(found) if before is None else preview_changed(before, found)

    def table(self, snapshot: MatchSnapshot, person_id: str) -> bytes:
        """Return ``views.table`` as JSON."""
        return orjson.dumps(views.table(snapshot, person_id, self._is_bot))

    def _shared(self, snapshot: MatchSnapshot, sight: Sight) -> KeptView:
        """Return the shared part of a view."""
        key = snapshot.id, sight
        with self._lock:
            of, known = self._at_hand.get(key, (None, None))
            if of is not None and known is not None and of() is snapshot:
                self._at_hand.move_to_end(key)
                return known
        made = kept(self._views.shared(snapshot, sight))
        with self._lock:
            _keep(self._at_hand, key, (ref(snapshot), made), SHARED)
        return made


def _keep(those: OrderedDict[Key, Value], key: Key, value: Value, most: int) -> None:
    """Note something as used last, and forget what was used longest ago."""
    those[key] = value
    those.move_to_end(key)
    while len(those) > most:
        those.popitem(last=False)
