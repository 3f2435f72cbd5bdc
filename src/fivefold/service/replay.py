"""Standings from the store, and what the store is told of them.

A match is rebuilt by playing its log through; whatever comes out differently from what is stored is an error that names
the match and the entry.
"""

from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from typing import Any, Final, NoReturn

from fivefold.contract import Game
from fivefold.contract.errors import FivefoldError
from fivefold.play import catalogue, chance, options
from fivefold.play.match import Clock, Match
from fivefold.play.outcome import WORDS
from fivefold.service.errors import DamagedMatch
from fivefold.service.links import (
    BESIDE,
    COMPANION,
    DAY,
    DOUBLE_OF,
    PACK_OF,
    REMATCH,
    SECOND,
    TOURNAMENT,
    is_double,
)
from fivefold.session.seats import Seat, record_names, with_seat_names
from fivefold.session.snapshot import MOVE, OVER, UNDO, Entry, Link, MatchSnapshot
from fivefold.session.steps import end_match, prepare_for_readers
from fivefold.store.log import StoredEntry, StoredMatch, StoredSeat

FIXED_LINKS: Final = (DOUBLE_OF, PACK_OF, BESIDE, DAY, TOURNAMENT)
"""Links that a match has from its beginning; the columns have the same names."""
LATER_LINKS: Final = (SECOND, REMATCH, COMPANION)
"""Links that come while it is played, or after."""


def time_text(time: datetime) -> str:
    """Return a time as it is stored: ISO 8601 in UTC, to the millisecond."""
    return time.astimezone(UTC).isoformat(timespec="milliseconds")


def time_from_text(text: str) -> datetime:
    """Return the time of a stored text."""
    return datetime.fromisoformat(text)


# --- to the store ----------------------------------------------------------------------------------------------------


def fields_of(snapshot: MatchSnapshot, at: datetime) -> dict[str, Any]:
    """Return all columns of a new match."""
    match, source = snapshot.match, snapshot.match.source
    return {
        "id": snapshot.id,
        "game": match.game.key,
        "version": match.game.rules.VERSION,
        "drawn": sorted(match.drawn),
        "chance": source.kind,
        "seed": source.seed.hex() if isinstance(source, chance.Fair) else source.public,
        "script": list(match.script),
        "started": time_text(snapshot.started),
        "double": is_double(snapshot),
        "game_number": snapshot.links[TOURNAMENT].number if TOURNAMENT in snapshot.links else None,
        **{name: snapshot.linked(name) for name in FIXED_LINKS},
        "revision": snapshot.revision,
        **dealt_fields(snapshot),
        **changing_fields(snapshot, at),
    }


def dealt_fields(snapshot: MatchSnapshot) -> dict[str, Any]:
    """Return the columns of a match that change when it is dealt."""
    return {"options": snapshot.match.options, "begin": None if snapshot.match.dealt else snapshot.begin}


def step_fields(before: MatchSnapshot, after: MatchSnapshot, at: datetime) -> dict[str, Any]:
    """Return the columns that a step may change."""
    dealt = dealt_fields(after) if before.match.dealt != after.match.dealt else {}
    return {**dealt, **changing_fields(after, at)}


def changing_fields(snapshot: MatchSnapshot, at: datetime) -> dict[str, Any]:
    """Return the columns of a match that change while it is played."""
    return {
        "status": snapshot.status,
        "due": snapshot.due,
        "asking": snapshot.asking,
        "agreed": list(snapshot.agreed),
        **{name: snapshot.linked(name) for name in LATER_LINKS},
        "touched": time_text(at),
    }


def stored_entries(entries: Sequence[Entry], at: datetime) -> tuple[StoredEntry, ...]:
    """Return entries as they are stored."""
    return tuple(
        StoredEntry(entry.number, entry.kind, entry.mover, entry.text, time_text(entry.at or at)) for entry in entries
    )


def stored_seats(snapshot: MatchSnapshot) -> tuple[StoredSeat, ...]:
    """Return seats as they are stored."""
    points = snapshot.result or [None] * len(snapshot.seats)
    return tuple(
        StoredSeat(seat.seat, seat.kind, seat.guest, seat.level, seat.name, seat.entrant, points[seat.seat], seat.nonce)
        for seat in snapshot.seats
    )


def stored(snapshot: MatchSnapshot, at: datetime) -> StoredMatch:
    """Return a new match as it is stored."""
    return StoredMatch(fields_of(snapshot, at), stored_seats(snapshot), stored_entries(snapshot.entries, at))


# --- from the store --------------------------------------------------------------------------------------------------


def rebuilt(told: StoredMatch, carried: tuple[int, ...] | None, clock: Clock) -> MatchSnapshot:
    """Return the snapshot of a stored match. Raises ``DamagedMatch``."""
    match = _Replay(told, clock).match()
    seats = with_seat_names(match, [_seat(seat) for seat in told.seats])
    if len(seats) != len(match.seats) or [seat.seat for seat in told.seats] != list(range(len(seats))):
        raise DamagedMatch(f"match {told.fields['id']}: {len(told.seats)} seats are stored, of {len(match.seats)}")
    match.seats = record_names(seats)
    snapshot = _snapshot(told, match, seats, carried)
    _check_fields(told, snapshot)
    prepare_for_readers(match)
    return snapshot


def _seat(told: StoredSeat) -> Seat:
    return Seat(told.seat, told.kind, told.guest, told.level, told.name, "", told.entrant, told.nonce)


def _snapshot(
    told: StoredMatch, match: Match, seats: tuple[Seat, ...], carried: tuple[int, ...] | None
) -> MatchSnapshot:
    fields = told.fields
    return MatchSnapshot(
        id=fields["id"],
        match=match,
        entries=tuple(Entry(*entry[:4], at=time_from_text(entry.at)) for entry in told.entries),
        seats=seats,
        status=fields["status"],
        started=match.started,
        begin=fields["begin"] or "",
        asking=fields["asking"],
        agreed=tuple(fields["agreed"]),
        links=_links(fields, carried),
        revision=fields["revision"],
    )


def _links(fields: Mapping[str, Any], carried: tuple[int, ...] | None) -> dict[str, Link]:
    """Return the links in a stored match's columns."""
    links = {name: Link(fields[name]) for name in (*FIXED_LINKS, *LATER_LINKS) if fields[name] is not None}
    if TOURNAMENT in links:
        links[TOURNAMENT] = links[TOURNAMENT]._replace(number=fields["game_number"])
    if DOUBLE_OF in links:
        links[DOUBLE_OF] = links[DOUBLE_OF]._replace(points=carried)
    elif fields["double"]:
        links.setdefault(SECOND, Link(""))
    return links


def _check_fields(told: StoredMatch, snapshot: MatchSnapshot) -> None:
    where = f"match {snapshot.id}: after entry {snapshot.number}"
    if (snapshot.status == OVER) != (snapshot.match.outcome is not None):
        raise DamagedMatch(f"{where}: stored as {snapshot.status}, which the log does not lead to")
    if told.fields["due"] != snapshot.due:
        raise DamagedMatch(f"{where}: level {told.fields['due']} is stored as due, but it is {snapshot.due}")
    points = [seat.points for seat in told.seats]
    if any(each is not None for each in points) and points != list(snapshot.result or ()):
        raise DamagedMatch(f"{where}: points {points} are stored, but they are {snapshot.result}")


class _Replay:
    """Plays a stored log through."""

    def __init__(self, told: StoredMatch, clock: Clock) -> None:
        self.told, self.fields, self.clock = told, told.fields, clock

    def match(self) -> Match:
        kept = self.kept()
        match = self.start()
        self.compare(match, kept, 0)
        while len(match.moves) < len(kept):
            done = len(match.moves)
            self.follow(match, kept[done])
            self.compare(match, kept, done)
        self.conclude(match)
        return match

    def kept(self) -> list[StoredEntry]:
        """Return the moves that were not taken back."""
        kept: list[StoredEntry] = []
        for number, entry in enumerate(self.told.entries, start=1):
            if entry.number != number:
                self.fail(number, "it is missing")
            if entry.kind == MOVE:
                kept.append(entry)
            elif entry.kind == UNDO:
                if not (entry.text.isdecimal() and int(entry.text) < len(kept)):
                    self.fail(number, f"an undo to {entry.text} plies of {len(kept)}")
                del kept[int(entry.text) :]
            elif entry.kind not in WORDS or number < len(self.told.entries):
                self.fail(number, f"{entry.kind} does not belong here")
        return kept

    def start(self) -> Match:
        fields = self.fields
        try:
            game = self.game()
            values = options.resolve(game, fields["options"], chance.Scripted().draw)
            match = Match.prepared(
                game,
                values,
                self.source(),
                drawn=fields["drawn"],
                script=fields["script"],
                clock=self.clock,
                dealt=fields["begin"] is None,
            )
        except (FivefoldError, ValueError) as error:
            raise DamagedMatch(f"match {fields['id']}: {error}") from error
        match.started = time_from_text(fields["started"]).replace(microsecond=0)
        return match

    def source(self) -> chance.Source:
        fields = self.fields
        source = chance.source(int(fields["seed"]) if fields["chance"] == "seeded" else fields["seed"])
        return chance.mixed(
            source, [chance.Nonce(seat.seat, seat.nonce) for seat in self.told.seats if seat.nonce is not None]
        )

    def game(self) -> Game:
        game, version = catalogue.find(self.fields["game"]), self.fields["version"]
        if version != game.rules.VERSION:
            raise DamagedMatch(f"rules version {version}; this program plays {game.name} by {game.rules.VERSION}")
        return game

    def compare(self, match: Match, kept: Sequence[StoredEntry], done: int) -> None:
        """Raise ``DamagedMatch`` unless the plies from ``done`` on are what is stored."""
        for ply, (mover, text) in enumerate(zip(match.movers[done:], match.history[done:], strict=True), start=done):
            if ply >= len(kept):
                self.fail(len(self.told.entries) + 1, f"it is missing, {text} comes here")
            if (kept[ply].mover, kept[ply].text) != (mover, text):
                self.fail(kept[ply].number, f"{kept[ply].text} by {kept[ply].mover}, where {text} by {mover} comes")

    def follow(self, match: Match, entry: StoredEntry) -> None:
        try:
            match.play(entry.text)
        except FivefoldError as error:
            raise DamagedMatch(f"match {self.fields['id']}: entry {entry.number}: {error}") from error

    def conclude(self, match: Match) -> None:
        """End the match as its last entry says."""
        last = self.told.entries[-1] if self.told.entries else None
        if last is not None and last.kind in WORDS:
            if match.outcome is not None:
                self.fail(last.number, f"{last.kind}, but the game was over before")
            end_match(match, last.kind, last.mover)
        if last is not None:
            note_end(match, time_from_text(last.at))

    def fail(self, number: int, reason: str) -> NoReturn:
        raise DamagedMatch(f"match {self.fields['id']}: entry {number}: {reason}")


def note_end(match: Match, at: datetime) -> None:
    """Let a match that is over have ended when its last entry was stored."""
    if match.outcome is not None:
        match.ended = at.astimezone(UTC).replace(microsecond=0)
