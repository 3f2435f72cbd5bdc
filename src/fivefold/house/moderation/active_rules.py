"""What those who run the house have decided and what holds now: bans, announcements, closed games, refused names.

Every move asks for it, so it is kept in memory. Whatever is decided comes with an entry in the audit log, so one number
tells whether something is new. It is looked up once a second at most: another process, such as `fivefold admin`, is
heard of within two.

Somebody who is banned can sign in, look on, resign, decline, withdraw, take their data along and delete their account.
They can begin nothing, sit nowhere, make no move and say nothing. Page, API and mail all pass here. Of a closed game no
match begins; those that have begun go on, with the second game of a double match.
"""

import logging
import time
from collections.abc import Callable, Iterator, Mapping
from datetime import UTC, datetime
from threading import Lock
from typing import Any, Final, NamedTuple, Self

from sqlalchemy import Connection, Row, or_, select

from fivefold.house.database.schema import admin_acts, announcements, bans, closed_games
from fivefold.house.errors import Busy, InvalidName, NotKept
from fivefold.house.ledger import Ledger
from fivefold.house.links import BESIDE
from fivefold.house.moderation import audit_log
from fivefold.house.moderation.audit_log import RENAME, AuditLog
from fivefold.house.people.names import name_key
from fivefold.house.stored_match import time_from_text, time_text
from fivefold.play import catalogue
from fivefold.session.errors import NotOffered
from fivefold.session.snapshot import DOUBLE_OF, GIFT, LIVE, MOVE, UNDO, WAITING, MatchSnapshot

FRESH_SECONDS: Final = 1.0
STOPPED: Final = frozenset({MOVE, UNDO, GIFT})
"""Kinds of entries in a match's log that nobody makes who is banned; time still runs out, and everybody may resign."""

log = logging.getLogger("fivefold.service")


class Banned(NotOffered):
    """Somebody who is banned may not do this now."""


class GameClosed(NotOffered):
    """No match of this game begins for now."""


class Ban(NamedTuple):
    """Why somebody may not play, and until when."""

    since: datetime
    until: datetime | None  # ``None`` until it is lifted.
    why: str

    @classmethod
    def from_row(cls, row: Row[Any]) -> Self:
        """Return a ban as it is stored."""
        return cls(time_from_text(row.since), _time(row.until), row.why)


class Announcement(NamedTuple):
    """Something that everybody is told on every page."""

    number: int
    text: str
    made: datetime
    until: datetime | None  # ``None`` until it is withdrawn.

    @classmethod
    def from_row(cls, row: Row[Any]) -> Self:
        """Return an announcement as it is stored."""
        return cls(row.id, row.text, time_from_text(row.made), _time(row.until))


class ClosedGame(NamedTuple):
    """A game of which no match begins."""

    game: str
    since: datetime
    why: str


class RulesInForce(NamedTuple):
    """What holds as of an entry in the audit log."""

    act: int
    bans: Mapping[str, Ban]  # By person; some may have ended meanwhile.
    announcements: tuple[Announcement, ...]
    closed: Mapping[str, ClosedGame]  # By game.
    refused_names: frozenset[str]  # Keys of names that were taken from somebody.


class Moderation:
    """All that was decided, as the rest of the house asks for it; safe to share among threads."""

    def __init__(self, ledger: Ledger, seconds: Callable[[], float] = time.monotonic) -> None:
        self._ledger, self._seconds = ledger, seconds
        self._lock = Lock()
        self._known = RulesInForce(-1, {}, (), {}, frozenset())
        self._looked = float("-inf")
        self.acts, refuse = AuditLog(ledger), ledger.refuse
        refuse.person, refuse.beginning = self.refuse_banned, self.refuse_beginning
        refuse.name, refuse.change = self.refuse_name, self.refuse_change

    def _rules(self) -> RulesInForce:
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
            if self._ledger.read(audit_log.last) != self._known.act:
                with self._ledger.reading() as connection:
                    self._known = _rules(connection, audit_log.last(connection), time_text(self._ledger.now()))
        except (Busy, NotKept) as error:
            log.warning("What was decided lately was not looked up: %s", error)

    def ban_of(self, person_id: str) -> Ban | None:
        """Return a person's ban, as long as it holds."""
        ban = self._rules().bans.get(person_id)
        return ban if ban is not None and (ban.until is None or ban.until > self._ledger.now()) else None

    def announced(self) -> list[Announcement]:
        """Return what is announced now, the earliest first."""
        now = self._ledger.now()
        return [each for each in self._rules().announcements if each.until is None or each.until > now]

    def closed_games(self) -> Mapping[str, ClosedGame]:
        """Return the games that are closed just now, by key."""
        return self._rules().closed

    def refuse_banned(self, person_id: str) -> None:
        """Raise ``Banned`` for somebody who is banned, with the reason and the end."""
        ban = self.ban_of(person_id)
        if ban is not None:
            message = f"you may not play or write here {until_words(ban.until)}"
            raise Banned(message, remedy=f"the reason: {ban.why}", code="banned")

    def refuse_beginning(self, person_id: str, game: str) -> None:
        """Raise ``Banned`` for a person who is banned, ``GameClosed`` for a game that is closed."""
        self.refuse_banned(person_id)
        self._refuse_closed(game)

    def _refuse_closed(self, game: str) -> None:
        found = self.closed_games().get(game)
        if found is not None:
            message = f"no match of {catalogue.find(game).name} begins for now"
            raise GameClosed(message, remedy=f"the reason: {found.why}", field="game", code="game-closed")

    def refuse_change(self, before: MatchSnapshot | None, after: MatchSnapshot) -> None:
        """Raise ``NotOffered`` where somebody who is banned would come to a table or move there, ``GameClosed`` where a
        match of a closed game would begin, or a table for one. Whoever asks was refused before, with the reason."""
        for seat in _doing(before, after) if self._rules().bans else ():
            person = after.seats[seat].person
            if person is not None and self.ban_of(person) is not None:
                raise NotOffered(f"{after.names[seat] or 'somebody here'} may not play just now", code="banned-player")
        begins = before is None or (before.status == WAITING and after.status == LIVE)
        if begins and DOUBLE_OF not in after.links and BESIDE not in after.links:
            self._refuse_closed(after.match.game.key)

    def refuse_name(self, name: str) -> None:
        """Raise ``InvalidName`` for a name that was taken from somebody."""
        refused = self._rules().refused_names
        if refused and name_key(name) in refused:
            raise InvalidName(f"{name} is not allowed here", remedy="choose another name")


def until_words(until: datetime | None) -> str:
    """Return until when something holds: ``until 3 December 2026, 14:00 UTC``."""
    if until is None:
        return "until further notice"
    there = until.astimezone(UTC)
    return f"until {there.day} {there:%B %Y, %H:%M} UTC"


def _rules(connection: Connection, act: int, now: str) -> RulesInForce:
    holding = select(bans).where(or_(bans.c.until.is_(None), bans.c.until > now))
    shown = select(announcements).where(or_(announcements.c.until.is_(None), announcements.c.until > now))
    closed = connection.execute(select(closed_games).order_by(closed_games.c.game))
    return RulesInForce(
        act,
        {row.person: Ban.from_row(row) for row in connection.execute(holding)},
        tuple(map(Announcement.from_row, connection.execute(shown.order_by(announcements.c.id)))),
        {row.game: ClosedGame(row.game, time_from_text(row.since), row.why) for row in closed},
        frozenset(_refused_names(connection)),
    )


def _refused_names(connection: Connection) -> set[str]:
    refused: set[str] = set()
    renamed = select(admin_acts.c.facts).where(admin_acts.c.act == RENAME).order_by(admin_acts.c.id)
    for facts in connection.scalars(renamed):
        refused.discard(facts["key"])
        refused.add(facts["before_key"])
    return refused - {""}


def _doing(before: MatchSnapshot | None, after: MatchSnapshot) -> Iterator[int]:
    """Return the seats that are taken, or in which something is done, in a change."""
    there = {seat.person for seat in before.seats} if before is not None else set()
    yield from (seat.seat for seat in after.seats if seat.person not in there)
    for entry in after.entries[before.number if before is not None else 0 :]:
        if entry.kind in STOPPED and 0 <= entry.mover < len(after.seats):
            yield entry.mover


def _time(text: str | None) -> datetime | None:
    return None if text is None else time_from_text(text)
