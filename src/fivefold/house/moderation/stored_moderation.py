"""What those who run the house decide, in the database: bans, announcements, closed games; and the log of acts."""

from collections.abc import Mapping
from typing import Any, Final, NamedTuple

from sqlalchemy import Connection, delete, func, insert, or_, select, update

from fivefold.house.moderation.tables import admin_acts, announcements, bans, closed_games


class StoredBan(NamedTuple):
    """A row of ``bans``."""

    person: str
    since: str
    until: str | None
    why: str


class StoredAnnouncement(NamedTuple):
    """A row of ``announcements``."""

    id: int
    text: str
    made: str
    until: str | None


class StoredClosedGame(NamedTuple):
    """A row of ``closed_games``."""

    game: str
    since: str
    why: str


class StoredAct(NamedTuple):
    """A row of ``admin_acts``."""

    id: int
    at: str
    by: str
    act: str
    person: str | None
    match: str | None
    why: str
    facts: Mapping[str, Any]


RENAME: Final = "rename"
"""The act that takes a name from somebody."""

_BANS = select(*(bans.c[name] for name in StoredBan._fields))
_ANNOUNCEMENTS = select(*(announcements.c[name] for name in StoredAnnouncement._fields))
_CLOSED = select(*(closed_games.c[name] for name in StoredClosedGame._fields))
_ACTS = select(*(admin_acts.c[name] for name in StoredAct._fields))
_LAST_ACT = select(func.max(admin_acts.c.id))


# --- bans ------------------------------------------------------------------------------------------------------------


def bans_at(connection: Connection, now: str) -> list[StoredBan]:
    """Return the bans that have not ended."""
    found = connection.execute(_BANS.where(or_(bans.c.until.is_(None), bans.c.until > now)))
    return [StoredBan(*row) for row in found]


def ban_of(connection: Connection, person: str) -> StoredBan | None:
    """Return a person's ban, also one that has ended."""
    found = connection.execute(_BANS.where(bans.c.person == person)).first()
    return None if found is None else StoredBan(*found)


def ban(connection: Connection, new: StoredBan) -> None:
    """Store a ban in the place of any before."""
    lift(connection, new.person)
    connection.execute(insert(bans), new._asdict())


def lift(connection: Connection, person: str) -> None:
    """Forget a person's ban."""
    connection.execute(delete(bans).where(bans.c.person == person))


# --- announcements ---------------------------------------------------------------------------------------------------


def announcements_at(connection: Connection, now: str) -> list[StoredAnnouncement]:
    """Return the announcements that are shown, the earliest first."""
    shown = or_(announcements.c.until.is_(None), announcements.c.until > now)
    found = connection.execute(_ANNOUNCEMENTS.where(shown).order_by(announcements.c.id))
    return [StoredAnnouncement(*row) for row in found]


def announcement(connection: Connection, number: int) -> StoredAnnouncement | None:
    """Return an announcement."""
    found = connection.execute(_ANNOUNCEMENTS.where(announcements.c.id == number)).first()
    return None if found is None else StoredAnnouncement(*found)


def announce(connection: Connection, text: str, made: str, until: str | None) -> int:
    """Store an announcement; return its number."""
    key = connection.execute(insert(announcements), {"text": text, "made": made, "until": until}).inserted_primary_key
    return int(key[0]) if key else 0


def withdraw(connection: Connection, number: int, now: str) -> None:
    """Show an announcement no longer; its row stays, so that its number is never another's."""
    connection.execute(update(announcements).where(announcements.c.id == number).values(until=now))


# --- closed games ----------------------------------------------------------------------------------------------------


def closed(connection: Connection) -> list[StoredClosedGame]:
    """Return the games of which no match begins."""
    return [StoredClosedGame(*row) for row in connection.execute(_CLOSED.order_by(closed_games.c.game))]


def close(connection: Connection, new: StoredClosedGame) -> None:
    """Let no match of a game begin."""
    reopen(connection, new.game)
    connection.execute(insert(closed_games), new._asdict())


def reopen(connection: Connection, game: str) -> None:
    """Let matches of a game begin again."""
    connection.execute(delete(closed_games).where(closed_games.c.game == game))


# --- acts ------------------------------------------------------------------------------------------------------------


def note(connection: Connection, act: StoredAct) -> int:
    """Store an act; return its number."""
    values = {name: value for name, value in act._asdict().items() if name != "id"}
    key = connection.execute(insert(admin_acts), values).inserted_primary_key
    return int(key[0]) if key else 0


def last_act(connection: Connection) -> int:
    """Return the number of the last act, 0 before the first: whatever is decided here comes with one."""
    return int(connection.scalar(_LAST_ACT) or 0)


def refused_names(connection: Connection) -> set[str]:
    """Return the keys of names that were taken from somebody, and not given back since."""
    refused: set[str] = set()
    renamed = select(admin_acts.c.facts).where(admin_acts.c.act == RENAME).order_by(admin_acts.c.id)
    for facts in connection.scalars(renamed):
        refused.discard(facts["key"])
        refused.add(facts["before_key"])
    return refused - {""}


def acts_after(connection: Connection, number: int) -> list[StoredAct]:
    """Return the acts after this number, in their order."""
    found = connection.execute(_ACTS.where(admin_acts.c.id > number).order_by(admin_acts.c.id))
    return [StoredAct(*row) for row in found]


def acts(connection: Connection, person: str | None, match: str | None, limit: int) -> list[StoredAct]:
    """Return the latest acts, about a person or a match if one is given, the latest first."""
    wanted = _ACTS
    if person is not None:
        wanted = wanted.where(admin_acts.c.person == person)
    if match is not None:
        wanted = wanted.where(admin_acts.c.match == match)
    return [StoredAct(*row) for row in connection.execute(wanted.order_by(admin_acts.c.id.desc()).limit(limit))]
