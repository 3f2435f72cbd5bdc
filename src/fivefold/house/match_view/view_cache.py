"""Views and tables as JSON, ready to send: what several people see alike is worked out and encoded once.

Whoever has an earlier view is told only what has changed since.
"""

import zlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Final, NamedTuple

import orjson

from fivefold.house.cache import Cache, DerivedCache
from fivefold.house.match_view import views
from fivefold.house.match_view.perspective import ViewContext, view_context
from fivefold.house.match_view.view_types import Edit, PreviewView, SharedView
from fivefold.house.match_view.views import Views
from fivefold.session.snapshot import MatchSnapshot

DRAWN: Final = ("picture", "cover")  # The fields that hold drawings.
TAG: Final = "<"
TELLING: Final = 8  # A piece of more characters is as good as never twice in a drawing; ``/g>`` is everywhere.
MANY: Final = 32  # So many pieces are compared at a time where nothing has changed.


@dataclass(frozen=True)
class CachedView:
    """The part of a view that several people share, ready to be sent whole or compared."""

    version: str
    names: tuple[str, ...]  # Its fields, in their order.
    drawn: Mapping[str, str]  # The drawings that there are.
    rest: Mapping[str, bytes]  # Every other field as JSON.

    @cached_property
    def check(self) -> int:
        """The checksum of its drawings, by which the page knows that it has made them rightly."""
        return zlib.crc32("".join(self.drawn.values()).encode())

    @property
    def begun(self) -> bytes:
        """The whole as a JSON object without its end: each person's own part follows."""
        return b"{" + b",".join(b'"%b":%b' % (name.encode(), self._field(name)) for name in self.names)

    def _field(self, name: str) -> bytes:
        return self.rest[name] if name in self.rest else orjson.dumps(self.drawn[name])


def kept(view: SharedView) -> CachedView:
    """Return a view to keep and to compare."""
    drawn = {name: text for name in DRAWN if isinstance(text := view[name], str)}
    # Copies, because the encoder's own results hold on to far more memory.
    rest = {name: bytes(memoryview(orjson.dumps(value))) for name, value in view.items() if name not in drawn}
    return CachedView(view["version"], tuple(view), drawn, rest)


def change_begun(before: CachedView, after: CachedView) -> bytes:
    """Return a ``ChangeView`` as a JSON object without its end: each person's own part follows."""
    drawn = {
        name: edits(before.drawn[name], drawing)
        for name, drawing in after.drawn.items()
        if before.drawn.get(name, drawing) != drawing
    }
    whole = {name: orjson.dumps(text) for name, text in after.drawn.items() if name not in before.drawn}
    fields = {**after.rest, **whole}
    changed = [b'"%b":%b' % (name.encode(), value) for name, value in fields.items() if before.rest.get(name) != value]
    head = orjson.dumps({"since": before.version, "check": after.check, "drawn": drawn})
    return b'%b,"changed":{%b}' % (head[:-1], b",".join(changed))


def preview_changed(before: CachedView, preview: PreviewView) -> bytes:
    """Return a ``ChangedPreviewView`` as JSON: what moves would do, drawn as what they change in a view."""
    cut = Cut(before.drawn["picture"])
    texts = [preview["picture"], *(move["after"] for move in preview["moves"])]
    picture, *after = (cut.edits(text) if text else [] for text in texts)
    moves = [{**move, "after": found} for move, found in zip(preview["moves"], after, strict=True)]
    check = zlib.crc32(preview["picture"].encode())
    return orjson.dumps({**preview, "since": before.version, "check": check, "picture": picture, "moves": moves})


def edits(before: str, after: str) -> list[Edit]:
    """Return how to make a later drawing of an earlier one."""
    return Cut(before).edits(after)


class Cut:
    """A drawing cut in pieces, to be compared with later ones."""

    def __init__(self, drawing: str) -> None:
        self._pieces = drawing.split(TAG)
        self._places = dict(zip(self._pieces, range(len(self._pieces)), strict=True))
        self._pieces.append(TAG)  # like no piece

    def edits(self, later: str) -> list[Edit]:
        """Return how to make a later drawing of this one."""
        old, new = self._pieces, later.split(TAG)
        place = at = _same_beginning(old, new)
        found: list[Edit] = [(0, at)] if at else []
        fresh = list[str]()
        while at < len(new):
            there = place if old[place] == new[at] else self._elsewhere(new[at])
            if there is None:
                # What differs is passed over on both sides.
                fresh.append(new[at])
                place, at = min(place + 1, len(old) - 1), at + 1
                continue
            if fresh:
                found.append(TAG.join(fresh))
                fresh.clear()
            place = there
            while at < len(new) and old[place] == new[at]:
                place, at = place + 1, at + 1
            found.append((there, place - there))
        return [*found, TAG.join(fresh)] if fresh else found

    def _elsewhere(self, piece: str) -> int | None:
        return self._places.get(piece) if len(piece) > TELLING else None


def _same_beginning(old: Sequence[str], new: Sequence[str]) -> int:
    """Return how many pieces are the same before anything differs, or somewhat fewer."""
    same = 0
    while old[same : same + MANY] == new[same : same + MANY] and same + MANY <= len(new):
        same += MANY
    return same


SHARED: Final = 128
"""Views at hand by how somebody looks at a match now: the response to a move, the player's streams and all spectators
share them."""
VERSIONS: Final = 512
"""Earlier views kept to be compared with later ones, some 30 kB each. Who has one that has been forgotten gets a whole
view."""
CHANGES: Final = 32
"""Changes kept, some 5 kB each: the response to a move, the player's streams and all spectators share them."""

Audience = tuple[str, tuple[int, ...]]
"""A match, and the seats of those who look at it: nobody is compared with what people in other seats see."""


class PersonalView(NamedTuple):
    """A view as one person sees it."""

    audience: Audience
    kept: CachedView
    own: bytes  # The person's own part, as JSON.

    @property
    def whole(self) -> bytes:
        """All of it as JSON."""
        return b"%b,%b" % (self.kept.begun, self.own[1:])

    @property
    def state(self) -> tuple[str, int]:
        """What tells it from a view that says something else."""
        return self.kept.version, hash(self.own)


class ViewCache:
    """Views as bytes; threads may share it."""

    def __init__(self, shown: Views, is_bot: views.IsBot = lambda person_id: False) -> None:
        self._views, self._is_bot = shown, is_bot
        self._at_hand: DerivedCache[tuple[str, ViewContext], CachedView] = DerivedCache(SHARED)
        self._versions: Cache[tuple[Audience, str], CachedView] = Cache(VERSIONS)
        self._changes: Cache[tuple[Audience, str, str], bytes] = Cache(CHANGES)

    def view(self, snapshot: MatchSnapshot, person_id: str, number: int | None = None) -> bytes:
        """Return ``Views.view`` as JSON: now, or as it was when the entry ``number`` had just been made."""
        return self.shown(snapshot, person_id, number).whole

    def shown(self, snapshot: MatchSnapshot, person_id: str, number: int | None = None) -> PersonalView:
        """Return ``view`` so that it can be sent whole, or only what has changed."""
        context = view_context(snapshot, person_id, number=number)
        audience = snapshot.id, snapshot.seats_of(person_id)
        key = snapshot.id, context
        found = self._at_hand.of(snapshot, key, lambda: kept(self._views.shared(snapshot, context)))
        self._versions.put((audience, found.version), found)
        return PersonalView(audience, found, orjson.dumps(views.own(snapshot, person_id, context)))

    def change(self, shown: PersonalView, since: str) -> bytes | None:
        """Return what has changed since a version of the same match that the same person has, a ``ChangeView`` as JSON;
        ``None`` where that version is not known."""
        key = shown.audience, since, shown.kept.version
        before, begun = self._versions.get(key[:2]), self._changes.get(key)
        if before is None:
            return None
        if begun is None:
            begun = change_begun(before, shown.kept)
            self._changes.put(key, begun)
        return b"%b,%b" % (begun, shown.own[1:])

    def preview(self, snapshot: MatchSnapshot, person_id: str, picks: Sequence[str], version: str) -> bytes:
        """Return ``Views.preview`` as JSON, its drawings as what they change in the view of this version, if known."""
        found = self._views.preview(snapshot, person_id, picks)
        before = self._versions.get(((snapshot.id, snapshot.seats_of(person_id)), version))
        return orjson.dumps(found) if before is None else preview_changed(before, found)

    def table(self, snapshot: MatchSnapshot, person_id: str) -> bytes:
        """Return ``views.table`` as JSON."""
        return orjson.dumps(views.table(snapshot, person_id, self._is_bot))
