"""What a match's stream tells of the match itself: views, whole or as what has changed, and who sits there."""

from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from starlette.requests import Request

from fivefold.doors.web import request_parsing
from fivefold.house.match_view.encoded import EncodedViews, Shown
from fivefold.house.match_view.events import last_entries
from fivefold.session.snapshot import UNDO, MatchSnapshot

ONE_BY_ONE: Final = 12
"""Up to this many missed events are sent one by one; after more, only the match as it is now."""


class Reader(NamedTuple):
    """What a reader has seen already, and can do."""

    after: int | None = None
    """The number of the last entry; ``None`` if it says none, or nothing sensible."""
    version: str | None = None
    """Of its last view; ``None`` where it has to get every view whole."""


class MatchFeed:
    """What a stream has sent to its reader, and what it should send next."""

    def __init__(self, encoded: EncodedViews, person_id: str, reader: Reader) -> None:
        self._encoded, self._person_id = encoded, person_id
        self._number, self._version, self._changes = reader.after, reader.version or "", reader.version is not None
        # What tells them from others, for a view with its picture takes tens of kB.
        self._view: tuple[str, int] | None = None
        self._table = hash("")

    def first_events(self, snapshot: MatchSnapshot) -> bytes:
        """Return the first events: the table, then the views that the reader has missed."""
        up_to_date = self._number == snapshot.number
        if up_to_date:
            self._view = self._encoded.shown(snapshot, self._person_id).state
        return b"".join(self._table_if_new(snapshot)) + b"".join(self._views(snapshot))

    def next_events(self, snapshot: MatchSnapshot) -> bytes:
        """Return the events that say what has changed."""
        return b"".join(self._views(snapshot)) + b"".join(self._table_if_new(snapshot))

    def _views(self, snapshot: MatchSnapshot) -> Iterator[bytes]:
        for number in missed_numbers(snapshot, self._number):
            yield self._told(self._encoded.shown(snapshot, self._person_id, number), number)
        newest = self._encoded.shown(snapshot, self._person_id)
        if newest.state != self._view:
            # Also where the number is the same: somebody sat down, or asks to take a move back.
            yield self._told(newest, snapshot.number)
        self._number, self._view = snapshot.number, newest.state

    def _told(self, shown: Shown, number: int) -> bytes:
        """Return the event that tells of a view: what has changed since the reader's, or all of it."""
        if not self._changes:
            return _event("view", shown.whole, str(number))
        change = self._encoded.change(shown, self._version)
        self._version = shown.kept.version
        name = f"{number}.{self._version}"
        return _event("view", shown.whole, name) if change is None else _event("change", change, name)

    def _table_if_new(self, snapshot: MatchSnapshot) -> Iterator[bytes]:
        table = self._encoded.table(snapshot, self._person_id)
        if hash(table) != self._table:
            self._table = hash(table)
            yield _event("table", table)


def missed_numbers(snapshot: MatchSnapshot, after: int | None) -> Sequence[int]:
    """Return the numbers before the newest to send one by one to a reader who has seen ``after``.

    A run of chance is one event, with its last number.
    """
    if after is None or not 0 <= after <= snapshot.number:
        return ()
    if any(entry.kind == UNDO for entry in snapshot.entries[after:]):
        return ()
    unseen = list(last_entries(snapshot.entries, after))
    return () if len(unseen) > ONE_BY_ONE else unseen[:-1]


def _event(kind: str, data: bytes, name: str = "") -> bytes:
    """Return one event; ``data``, JSON as the house makes it, is one line."""
    event = b"event: %b\ndata: %b\n" % (kind.encode(), data)
    return b"%bid: %b\n\n" % (event, name.encode()) if name else event + b"\n"


def reader_of(request: Request) -> Reader:
    """Return what a reader has seen already, as its address says or, after a lost connection, the last event's id."""
    query, last = request_parsing.query(request), request_parsing.header(request, "last-event-id")
    version = query.get("version")
    if version is not None and "." in last:
        last, version = last.split(".", 1)
    number = last or query.get("after", "")
    after = int(number) if number.isascii() and number.isdigit() and len(number) < 10 else None
    return Reader(after, version)
