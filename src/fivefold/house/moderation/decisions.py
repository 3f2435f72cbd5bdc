"""What holds now of all that was decided, in memory: every move asks for it.

Whatever is decided comes with an act in the log, so one number tells whether something is new. It is looked up once a
second at most: another process, such as `fivefold admin`, is heard of within two.
"""

import logging
import time
from collections.abc import Callable, Mapping
from threading import Lock
from typing import Final, NamedTuple

from fivefold.house.errors import Busy, NotKept
from fivefold.house.ledger import Ledger
from fivefold.house.moderation import stored_moderation as stored
from fivefold.house.moderation.stored_moderation import StoredAnnouncement, StoredBan, StoredClosedGame
from fivefold.house.stored_match import time_text

FRESH_SECONDS: Final = 1.0

log = logging.getLogger("fivefold.service")


class Decided(NamedTuple):
    """What holds as of an act."""

    act: int
    bans: Mapping[str, StoredBan]
    """By person; some may have ended meanwhile."""
    announcements: tuple[StoredAnnouncement, ...]
    closed: Mapping[str, StoredClosedGame]
    """By game."""
    refused_names: frozenset[str]
    """Keys of names that were taken from somebody."""


class Decisions:
    """What holds now; safe to share among threads."""

    def __init__(self, ledger: Ledger, seconds: Callable[[], float] = time.monotonic) -> None:
        self._ledger, self._seconds = ledger, seconds
        self._lock = Lock()
        self._known = Decided(-1, {}, (), {}, frozenset())
        self._looked = float("-inf")

    def now(self) -> Decided:
        """Return what holds, as far as it was known a second ago."""
        if self._seconds() - self._looked < FRESH_SECONDS:
            return self._known
        with self._lock:
            if self._seconds() - self._looked >= FRESH_SECONDS:
                self.look()
        return self._known

    def look(self) -> None:
        """Look whether something is new."""
        self._looked = self._seconds()
        try:
            with self._ledger.reading() as connection:
                act = stored.last_act(connection)
                if act == self._known.act:
                    return
                now = time_text(self._ledger.now())
                self._known = Decided(
                    act,
                    {each.person: each for each in stored.bans_at(connection, now)},
                    tuple(stored.announcements_at(connection, now)),
                    {each.game: each for each in stored.closed(connection)},
                    frozenset(stored.refused_names(connection)),
                )
        except (Busy, NotKept) as error:
            log.warning("What was decided lately was not looked up: %s", error)
