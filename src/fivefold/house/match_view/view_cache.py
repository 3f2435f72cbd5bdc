"""Views and tables as JSON, ready to send: what several people see alike is worked out and encoded once.

Whoever has an earlier view is told only what has changed since.
"""

import zlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import accumulate, chain
from typing import Final, NamedTuple

import orjson

from fivefold.house.cache import Cache, DerivedCache
from fivefold.house.match_view import views
from fivefold.house.match_view.perspective import ViewContext, view_context
from fivefold.house.match_view.view_types import Edit, PreviewView, SharedView
from fivefold.house.match_view.views import Views
from fivefold.parts.svg import Markup, Things
from fivefold.session.snapshot import MatchSnapshot

DRAWN: Final = ("picture", "cover")  # The fields that hold drawings.
TAG: Final = "<"
DIFFERENCES: Final = 4096
"""Kept of how a thing differs from what it was, some 1 kB each: most come again in a preview or with the next move."""
TELLING: Final = 8  # A part of more characters is as good as never twice in a drawing; ``/g>`` is everywhere.


@dataclass(frozen=True)
class CachedView:
    """The part of a view that several people share, ready to be sent whole or compared."""

    version: str
    names: tuple[str, ...]  # Its fields, in their order.
    drawn: Mapping[str, Things]  # The drawings that there are.
    rest: Mapping[str, bytes]  # Every other field as JSON.

    @cached_property
    def check(self) -> int:
        """The checksum of its drawings, by which the page knows that it has made them rightly."""
        return zlib.crc32("".join(chain.from_iterable(self.drawn.values())).encode())

    @cached_property
    def earlier(self) -> Mapping[str, "Earlier"]:
        """Its drawings, to compare later ones with them."""
        return {name: Earlier(things) for name, things in self.drawn.items()}

    @property
    def begun(self) -> bytes:
        """The whole as a JSON object without its end: each person's own part follows."""
        return b"{" + b",".join(b'"%b":%b' % (name.encode(), self._field(name)) for name in self.names)

    def _field(self, name: str) -> bytes:
        return self.rest[name] if name in self.rest else orjson.dumps("".join(self.drawn[name]))


def kept(view: SharedView) -> CachedView:
    """Return a view to keep and to compare."""
    drawn = {name: things_of(text) for name in DRAWN if (text := view[name]) is not None}
    # Copies, because the encoder's own results hold on to far more memory.
    rest = {name: bytes(memoryview(orjson.dumps(value))) for name, value in view.items() if name not in drawn}
    return CachedView(view["version"], tuple(view), drawn, rest)


def change_begun(before: CachedView, after: CachedView) -> bytes:
    """Return a ``ChangeView`` as a JSON object without its end: each person's own part follows."""
    drawn = {
        name: before.earlier[name].edits(drawing)
        for name, drawing in after.drawn.items()
        if before.drawn.get(name, drawing) != drawing
    }
    whole = {name: orjson.dumps("".join(drawing)) for name, drawing in after.drawn.items() if name not in before.drawn}
    fields = {**after.rest, **whole}
    changed = [b'"%b":%b' % (name.encode(), value) for name, value in fields.items() if before.rest.get(name) != value]
    head = orjson.dumps({"since": before.version, "check": after.check, "drawn": drawn})
    return b'%b,"changed":{%b}' % (head[:-1], b",".join(changed))


def preview_changed(before: CachedView, preview: PreviewView) -> bytes:
    """Return a ``ChangedPreviewView`` as JSON: what moves would do, drawn as what they change in a view."""
    earlier = before.earlier["picture"]
    moves = [{**move, "after": earlier.edits(things_of(move["after"]))} for move in preview["moves"]]
    picture, check = earlier.edits(things_of(preview["picture"])), zlib.crc32(preview["picture"].encode())
    return orjson.dumps({**preview, "since": before.version, "check": check, "picture": picture, "moves": moves})


def things_of(drawing: str) -> Things:
    """Return what a drawing is made of; nothing for none."""
    return drawing.things if isinstance(drawing, Markup) else (drawing,) if drawing else ()


class Earlier:
    """A drawing with which later ones are compared: things as wholes, and tag by tag where one is not the same."""

    def __init__(self, things: Things) -> None:
        self._things = things
        self._starts = list(accumulate((thing.count(TAG) for thing in things), initial=1))
        self._places = {thing: place for place, thing in enumerate(things) if len(thing) > TELLING}

    def edits(self, later: Things) -> list[Edit]:
        """Return how to make a later drawing of this one; nothing for none."""
        old, starts, place, at = self._things, self._starts, 0, 0
        found: list[Edit] = [(0, 1)] if later else []  # (what is before the first tag: nothing)
        while at < len(later):
            there = self._places.get(later[at], place)
            place = same = there
            while at < len(later) and same < len(old) and old[same] == later[at]:
                same, at = same + 1, at + 1
            if same > place:
                _add(found, (starts[place], starts[same] - starts[place]))
                place = same
                continue
            start, different = starts[place], _differences(old[place] if place < len(old) else "", later[at])
            first, *rest = [each if isinstance(each, str) else (each[0] + start, each[1]) for each in different]
            _add(found, first)
            found += rest
            place, at = min(place + 1, len(old)), at + 1
        return found


@lru_cache(maxsize=DIFFERENCES)
def _differences(before: str, after: str) -> Sequence[Edit]:
    """Return how to make a thing of what it was, or of another one; its own first tag is the first piece."""
    old, found, place = before.split(TAG)[1:], list[Edit](), 0
    places = {piece: at for at, piece in enumerate(old) if len(piece) > TELLING}
    for piece in after.split(TAG)[1:]:
        there = place if place < len(old) and old[place] == piece else places.get(piece)
        _add(found, piece if there is None else (there, 1))
        place = (place if there is None else there) + 1
    return found


def _add(found: list[Edit], edit: Edit) -> None:
    """Add an edit, as part of the last one where it goes on from there."""
    last = found[-1] if found else None
    if isinstance(edit, str) and isinstance(last, str):
        found[-1] = f"{last}{TAG}{edit}"
    elif isinstance(edit, tuple) and isinstance(last, tuple) and last[0] + last[1] == edit[0]:
        found[-1] = last[0], last[1] + edit[1]
    else:
        found.append(edit)


SHARED: Final = 128
"""Views at hand by how somebody looks at a match now: the response to a move, the player's streams and all spectators
share them."""
VERSIONS: Final = 512
VERSIONS_HEARD: Final = 4
"""Earlier views kept to be compared with later ones, some 10 kB each: so many, and for each match that somebody listens
to what its seats and spectators saw last. Who has one that has been forgotten gets a whole view."""
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
        self._versions: Cache[tuple[Audience, str], CachedView] = Cache(
            VERSIONS, lambda: VERSIONS_HEARD * shown.heard()
        )
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
