"""A thread that hears of what was done from another process, as by `fivefold admin`, and brings this one up to date."""

from collections import deque
from time import monotonic
from typing import Final

from fivefold.house.house import House
from fivefold.house.loop import Loop
from fivefold.house.moderation import audit_log
from fivefold.house.moderation.audit_log import RENAME, Act
from fivefold.house.people import leaving

EVERY_SECONDS: Final = 1.0
AGAIN_SECONDS: Final = 5.0
"""After which an act is looked at once more: what follows from it may have been stored a moment after it."""


class AuditPoller:
    """Follows the audit log."""

    def __init__(self, house: House) -> None:
        self._house = house
        self._loop = Loop("acts", self._round)
        self._last = 0
        self._again: deque[tuple[float, Act]] = deque()

    def start(self) -> None:
        """Begin with what is done from now on."""
        self.begin()
        self._loop.start()

    def stop(self) -> None:
        """End."""
        self._loop.stop()

    def begin(self) -> None:
        """Note the last act there is."""
        with self._house.reading() as connection:
            self._last = audit_log.last(connection)
        self._house.running.rules.look()

    def look(self) -> None:
        """Bring this process up to date with what was done since the last look."""
        self._house.running.rules.look()
        with self._house.reading() as connection:
            new = audit_log.after(connection, self._last)
        now = monotonic()
        for act in new:
            self._take(act)
            self._last = act.number
            self._again.append((now + AGAIN_SECONDS, act))
        while self._again and self._again[0][0] <= now:
            self._take(self._again.popleft()[1])

    def _round(self) -> float:
        self.look()
        return EVERY_SECONDS

    def _take(self, act: Act) -> None:
        house = self._house
        for session in act.facts.get("sessions", ()):
            house.sessions.ended(session)
        if act.act == "ban" and act.person is not None:
            house.quick_match.stop(act.person)  # one who began to look in the second before this was known
        if act.act == RENAME and act.person is not None:
            house.accounts.forget(act.person)
            with house.reading() as connection:
                playing = leaving.unfinished(connection, act.person)
            for match_id in playing:
                house.catch_up(match_id)
        if act.act in {"hide-line", "show-line"} and act.match is not None:
            house.chat.outdate(act.match)
        elif act.match is not None:
            house.catch_up(act.match)
