"""Snapshots from the store: matches that are loaded, and those that another process has moved on since."""

from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager, suppress

from sqlalchemy import Connection

from fivefold.house import log, replay
from fivefold.house.errors import DamagedMatch, UnknownMatch
from fivefold.house.log import StoredMatch, StoredStep
from fivefold.house.stored_match import stored_after
from fivefold.house.table import followups
from fivefold.play.clocks import Stops
from fivefold.play.match import Clock
from fivefold.session import timing
from fivefold.session.snapshot import OVER, Link, MatchSnapshot


class Loading:
    """Reads matches from the store; safe to share among threads."""

    def __init__(
        self,
        reading: Callable[[], AbstractContextManager[Connection]],
        known: Callable[[str], MatchSnapshot],
        stops: Callable[[MatchSnapshot], Stops],
        clock: Clock,
    ) -> None:
        """``known``: returns another match, the first of a double; ``stops``: tells when a match's clocks stand
        still."""
        self._reading, self._known, self._stops, self._clock = reading, known, stops, clock

    def load(self, match_id: str) -> MatchSnapshot:
        """Return a match, played through from its first entry. Raises ``UnknownMatch``, ``DamagedMatch``."""
        stored = self._stored(match_id)
        found = replay.rebuilt(stored, self._first(stored), self._clock)
        return timing.replayed(found, self._stops(found))

    def newer(self, before: MatchSnapshot, told: Sequence[StoredStep] = ()) -> MatchSnapshot | None:
        """Return a match as it is now, by the entries that a snapshot lacks; ``None`` where it has not changed.

        ``told``: what another process says has happened since; where that leads nowhere the store is asked.
        Raises ``UnknownMatch``, ``DamagedMatch``.
        """
        after: MatchSnapshot | None = before
        for step in told:
            if after is not None and step.revision >= after.revision:
                after = self._moved_on(after, step)
        if after is not None and after is not before:
            return after
        stored = self._stored(before.id, before.number)
        if stored.fields["revision"] <= before.revision:
            return None
        return self._after(before, stored) or self.load(before.id)

    def _moved_on(self, before: MatchSnapshot, step: StoredStep) -> MatchSnapshot | None:
        """Return a match after the next step; ``None`` where this is another, or does not fit."""
        if step.revision == before.revision:
            with suppress(DamagedMatch):
                return self._after(before, stored_after(before, step, self._clock()))
        return None

    def _after(self, before: MatchSnapshot, stored: StoredMatch) -> MatchSnapshot | None:
        found = replay.caught_up(before, stored, self._first(stored), self._clock)
        return None if found is None else timing.caught_up(before, found, self._stops(found))

    def _stored(self, match_id: str, after: int = 0) -> StoredMatch:
        with self._reading() as connection:
            stored = log.load(connection, match_id, after)
        if stored is None:
            raise unknown(match_id)
        return stored

    def _first(self, stored: StoredMatch) -> Link | None:
        first = stored.fields["double_of"]
        if not first:
            return None
        known = self._known(first)
        stale = stored.fields["status"] == OVER != known.status  # It ended elsewhere, the second game with it.
        return followups.first_game(self.load(first) if stale else known)


def unknown(match_id: str) -> UnknownMatch:
    """Return the error for a match that does not exist, or that nobody may know about."""
    return UnknownMatch("it does not exist", subject=f"match {match_id[:20]}", remedy="the link may be incomplete")
