"""What has changed from one view of a match to a later one of the same viewer: a few kB instead of some 30.

A drawing is compared in pieces, its text cut before each tag; every other field is sent whole where it differs. The
page makes the later view of the earlier one (``static/js/viewChanges.js``), as ``applied`` does here.
"""

import zlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Final

import orjson

from fivefold.house.match_view.view_types import Edit, PreviewView, SharedView

DRAWN: Final = ("picture", "cover")
"""The fields that hold drawings."""
TAG: Final = "<"
TELLING: Final = 8
"""A piece of more characters is as good as never twice in a drawing; ``/g>`` is everywhere."""
MANY: Final = 32
"""So many pieces are compared at a time where nothing has changed."""


@dataclass(frozen=True)
class KeptView:
    """The part of a view that several people share, ready to be sent whole or compared."""

    version: str
    names: tuple[str, ...]
    """Its fields, in their order."""
    drawn: Mapping[str, str]
    """The drawings that there are."""
    rest: Mapping[str, bytes]
    """Every other field as JSON."""

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


def kept(view: SharedView) -> KeptView:
    """Return a view to keep and to compare."""
    drawn = {name: text for name in DRAWN if isinstance(text := view[name], str)}
    # Copies, because the encoder's own results hold on to far more memory.
    rest = {name: bytes(memoryview(orjson.dumps(value))) for name, value in view.items() if name not in drawn}
    return KeptView(view["version"], tuple(view), drawn, rest)


def change_begun(before: KeptView, after: KeptView) -> bytes:
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


def applied(before: Mapping[str, Any], change: Mapping[str, Any]) -> dict[str, Any]:
    """Return the later view, given the earlier one and the change, both as they were sent."""
    drawn = {name: edited(before[name], each) for name, each in change["drawn"].items()}
    own = {name: value for name, value in change.items() if name not in {"since", "check", "drawn", "changed"}}
    return {**before, **change["changed"], **drawn, **own}


def preview_changed(before: KeptView, preview: PreviewView) -> bytes:
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


def edited(before: str, found: Sequence[Edit]) -> str:
    """Return the later drawing, given the earlier one and how to make it."""
    old = before.split(TAG)
    return TAG.join(each if isinstance(each, str) else TAG.join(old[each[0] : each[0] + each[1]]) for each in found)
