"""Matches from the store: each is played through again by its log.

Whatever comes out differently from what is stored is an error that names the match and the entry.
"""

from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, datetime
from typing import NoReturn

from fivefold.contract import Game
from fivefold.contract.errors import FivefoldError
from fivefold.house.errors import DamagedMatch
from fivefold.house.log import StoredEntry, StoredMatch
from fivefold.house.stored_match import seat_of, snapshot_of, time_from_text
from fivefold.play import catalogue, chance, options
from fivefold.play.match import Clock, Match
from fivefold.play.outcome import WORDS
from fivefold.session.seats import record_names, with_seat_names
from fivefold.session.snapshot import HELD, MOVE, OVER, TIME_KINDS, UNDO, Entry, Link, MatchSnapshot
from fivefold.session.steps import end_match


def rebuilt(stored: StoredMatch, first: Link | None, clock: Clock) -> MatchSnapshot:
    """Return the snapshot of a stored match. Raises ``DamagedMatch``."""
    return _seated(stored, _Replay(stored, clock).match(), first)


def caught_up(before: MatchSnapshot, stored: StoredMatch, first: Link | None, clock: Clock) -> MatchSnapshot | None:
    """Return what ``rebuilt`` does, going on from a snapshot; ``None`` where that does not lead there. ``stored``: the
    match with only the entries that the snapshot lacks. Raises ``DamagedMatch``."""
    if not _goes_on(before, stored):
        return None
    return _seated(stored, _Replay(stored, clock, before.number).going_on(before.match), first, before.entries)


def _goes_on(before: MatchSnapshot, stored: StoredMatch) -> bool:
    """Tell whether nothing was taken back since, and nothing is different that a match begins with."""
    # What is stored may lack an option that is younger than the match.
    same = stored.fields["options"].items() <= before.match.options.items()
    anew = before.match.dealt != (stored.fields["begin"] is None) or not same
    nonces = [seat.nonce for seat in before.seats] == [seat.nonce for seat in stored.seats]
    ended = before.match.outcome is not None and bool(stored.entries)
    return nonces and not anew and not ended and all(entry.kind != UNDO for entry in stored.entries)


def _seated(stored: StoredMatch, match: Match, first: Link | None, earlier: tuple[Entry, ...] = ()) -> MatchSnapshot:
    """Return the snapshot of a stored match that was played through; ``earlier``: entries that it lacks."""
    seats = with_seat_names(match, [seat_of(seat) for seat in stored.seats])
    if len(seats) != len(match.seats) or [seat.seat for seat in stored.seats] != list(range(len(seats))):
        raise DamagedMatch(f"match {stored.fields['id']}: {len(stored.seats)} seats are stored, of {len(match.seats)}")
    match.seats = record_names(seats)
    snapshot = snapshot_of(stored, match, seats, first)
    if earlier:
        snapshot = replace(snapshot, entries=(*earlier, *snapshot.entries))
    _check_fields(stored, snapshot)
    match.legal()  # worked out now, so that threads that share it only read
    return snapshot


def _check_fields(stored: StoredMatch, snapshot: MatchSnapshot) -> None:
    where = f"match {snapshot.id}: after entry {snapshot.number}"
    if (snapshot.status == OVER) != (snapshot.match.outcome is not None):
        raise DamagedMatch(f"{where}: stored as {snapshot.status}, which the log does not lead to")
    if stored.fields["due"] != snapshot.due:
        raise DamagedMatch(f"{where}: level {stored.fields['due']} is stored as due, but it is {snapshot.due}")
    points = [seat.points for seat in stored.seats]
    if any(each is not None for each in points) and points != list(snapshot.result or ()):
        raise DamagedMatch(f"{where}: points {points} are stored, but they are {snapshot.result}")


class _Replay:
    """Plays a stored log through."""

    def __init__(self, stored: StoredMatch, clock: Clock, before: int = 0) -> None:
        """``before``: how many entries come before those that are stored here."""
        self.stored, self.fields, self.clock, self.before = stored, stored.fields, clock, before

    def match(self) -> Match:
        kept = self.kept()
        match = self.start()
        self.compare(match, kept, 0)
        return self.played_through(match, kept)

    def going_on(self, before: Match) -> Match:
        """Return a match after more moves, none of which is taken back."""
        return self.played_through(
            before.copy(), [*(StoredEntry(0, MOVE, mover, "", "") for mover in before.movers), *self.kept()]
        )

    def played_through(self, match: Match, kept: Sequence[StoredEntry]) -> Match:
        while len(match.moves) < len(kept):
            done = len(match.moves)
            self.follow(match, kept[done])
            self.compare(match, kept, done)
        self.conclude(match)
        return match

    def kept(self) -> list[StoredEntry]:
        """Return the moves that were not taken back."""
        kept: list[StoredEntry] = []
        last = self.before + len(self.stored.entries)
        for number, entry in enumerate(self.stored.entries, start=self.before + 1):
            if entry.number != number:
                self.fail(number, "it is missing")
            if entry.kind == MOVE:
                kept.append(entry)
            elif entry.kind == UNDO:
                if not (entry.text.isdecimal() and int(entry.text) < len(kept)):
                    self.fail(number, f"an undo to {entry.text} plies of {len(kept)}")
                del kept[int(entry.text) :]
            elif entry.kind not in {*TIME_KINDS, HELD} and (entry.kind not in WORDS or number < last):
                self.fail(number, f"{entry.kind} does not belong here")
        return kept

    def start(self) -> Match:
        fields = self.fields
        try:
            game = self.game()
            values = options.resolve(game, options.with_earlier(game, fields["options"]), chance.Scripted().draw)
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
            source, [chance.Nonce(seat.seat, seat.nonce) for seat in self.stored.seats if seat.nonce is not None]
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
                self.fail(self.before + len(self.stored.entries) + 1, f"it is missing, {text} comes here")
            if (kept[ply].mover, kept[ply].text) != (mover, text):
                self.fail(kept[ply].number, f"{kept[ply].text} by {kept[ply].mover}, where {text} by {mover} comes")

    def follow(self, match: Match, entry: StoredEntry) -> None:
        try:
            match.make(match.game.logged(match.row, entry.text))
        except FivefoldError as error:
            raise DamagedMatch(f"match {self.fields['id']}: entry {entry.number}: {error}") from error

    def conclude(self, match: Match) -> None:
        """End the match as its last entry says."""
        last = self.stored.entries[-1] if self.stored.entries else None
        if last is not None and last.kind in WORDS:
            if match.outcome is not None:
                self.fail(last.number, f"{last.kind}, but the game was over before")
            end_match(match, last.kind, last.mover, last.text)
        if last is not None:
            note_end(match, time_from_text(last.at))

    def fail(self, number: int, reason: str) -> NoReturn:
        raise DamagedMatch(f"match {self.fields['id']}: entry {number}: {reason}")


def note_end(match: Match, at: datetime) -> None:
    """Set when a match ended, if it is over: when its last entry was stored."""
    if match.outcome is not None:
        match.ended = at.astimezone(UTC).replace(microsecond=0)
