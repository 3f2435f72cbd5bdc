"""What people want to hear of single matches, or of every match of a game, by mail; and who hears of any at all."""

from collections.abc import Collection
from time import monotonic
from typing import Final, NamedTuple
from weakref import WeakKeyDictionary

from sqlalchemy import Connection, Engine, and_, delete, insert, or_, select, update

from fivefold.house.database.schema import mail_addresses, mail_followings
from fivefold.house.errors import NotOffered
from fivefold.house.ledger import Ledger
from fivefold.house.people.accounts import Accounts
from fivefold.house.stored_match import time_text
from fivefold.session.snapshot import MatchSnapshot

_COLUMNS = mail_followings.c
EVERY, ENDS, NEVER = "every", "ends", "never"
"""What a person wants to hear of a match that they follow."""


class Following(NamedTuple):
    """What a person wants to hear of a match, or of every match of a game."""

    person: str
    game: str
    match: str
    """Empty for every match of the game."""
    level: str
    since: str


_ALL = select(*(_COLUMNS[name] for name in Following._fields))


def keep_following(connection: Connection, new: Following) -> None:
    """Store it in the place of what was there."""
    mine = (_COLUMNS.person == new.person) & (_COLUMNS.game == new.game) & (_COLUMNS.match == new.match)
    if connection.execute(update(mail_followings).where(mine).values(new._asdict())).rowcount == 0:
        connection.execute(insert(mail_followings), new._asdict())
    changed(connection)


def _remove_following(connection: Connection, person: str, game: str, match: str) -> bool:
    mine = (_COLUMNS.person == person) & (_COLUMNS.game == game) & (_COLUMNS.match == match)
    changed(connection)
    return connection.execute(delete(mail_followings).where(mine)).rowcount > 0


def of_person(connection: Connection, person: str) -> list[Following]:
    """Return all that a person follows."""
    return [Following(*row) for row in connection.execute(_ALL.where(_COLUMNS.person == person))]


def of_match(connection: Connection, game: str, match: str) -> list[Following]:
    """Return who follows a match: those who follow every match of its game first, then those who chose this one."""
    wanted = and_(_COLUMNS.game == game, or_(_COLUMNS.match == match, _COLUMNS.match == ""))
    return [Following(*row) for row in connection.execute(_ALL.where(wanted).order_by(_COLUMNS.match))]


# --- Who may have to be told by mail at all, read at once ------------------------------------------------------------


_REACHED: Final = select(mail_addresses.c.person).where(
    mail_addresses.c.address.is_not(None), mail_addresses.c.off == ""
)
_FOLLOWED: Final = select(mail_followings.c.game, mail_followings.c.match).distinct()
_versions: WeakKeyDictionary[Engine, int] = WeakKeyDictionary()


class Audience(NamedTuple):
    """Everybody who gets mail, and everything that is followed."""

    people: frozenset[str]
    followed: frozenset[tuple[str, str]]
    """Game and match; an empty match for every match of the game."""


def reached(connection: Connection, people: Collection[str]) -> list[str]:
    """Return which of these people get mail."""
    return list(connection.scalars(_REACHED.where(mail_addresses.c.person.in_(people))))


def changed(connection: Connection) -> None:
    """Note that this process has changed the audience."""
    _versions[connection.engine] = version(connection) + 1


def version(connection: Connection) -> int:
    """Return how often this process has changed the audience."""
    return _versions.get(connection.engine, 0)


# --- Whether anybody hears of a match by mail ------------------------------------------------------------------------


KNOWN_SECONDS: Final = 5.0
"""How long it is kept in mind what another process may change."""


class KnownAudience:
    """Those who may have to be told, as they were a moment ago; for whoever has the turn to write."""

    def __init__(self) -> None:
        self._audience = Audience(frozenset(), frozenset())
        self._version, self._until = -1, 0.0

    def may_hear(self, connection: Connection, game: str, match_id: str, players: Collection[str]) -> bool:
        """Return whether one of a match's players, or somebody who follows it, may have to be told."""
        latest = version(connection)
        if latest != self._version or monotonic() > self._until:
            followed = frozenset((game, match) for game, match in connection.execute(_FOLLOWED))
            self._audience = Audience(frozenset(connection.scalars(_REACHED)), followed)
            self._version, self._until = latest, monotonic() + KNOWN_SECONDS
        people, followed = self._audience
        return not people.isdisjoint(players) or (game, match_id) in followed or (game, "") in followed


# --- What people want to hear of single matches, or of every match of a game, by mail --------------------------------


MOST: Final = 200
"""Of one person."""


class Followings:
    """Who follows what by mail; safe to share among threads."""

    def __init__(self, ledger: Ledger) -> None:
        self._ledger = ledger

    def of(self, person_id: str) -> list[Following]:
        """Return all that a person has chosen."""
        return self._ledger.read(of_person, person_id)

    def of_match(self, now: MatchSnapshot) -> list[str]:
        """Return who has chosen to hear of this match, or of every match of its game."""
        found = self._ledger.read(of_match, now.match.game.key, now.id)
        levels = {each.person: each.level for each in found}
        return [person for person, level in levels.items() if level != NEVER]

    def follow(self, person_id: str, game: str, match_id: str, level: str) -> bool:
        """Store a choice, ``match_id`` empty for every match of a game; return whether it is new. Raises
        ``NotOffered``."""
        with self._ledger.writing() as connection:
            before = {(each.game, each.match): each.level for each in of_person(connection, person_id)}
            if before.get((game, match_id)) == level:
                return False
            if len(before) >= MOST and (game, match_id) not in before:
                remedy = "send unsubscribe for some of them, or subscribe all for every match of a game"
                raise NotOffered(f"you have chosen for {MOST} matches already", subject="subscribe", remedy=remedy)
            since = time_text(self._ledger.now())
            keep_following(connection, Following(person_id, game, match_id, level, since))
        return True

    def forget(self, person_id: str, game: str, match_id: str) -> bool:
        """Forget a choice; return whether there was one."""
        return self._ledger.write(_remove_following, person_id, game, match_id)


# --- Getting no more mail --------------------------------------------------------------------------------------------


CHOICE: Final = "mail_of_matches"
"""What a person has chosen to be mailed of matches."""


class Stopping:
    """Stops what is mailed without having been asked for by a mail; safe to share among threads."""

    def __init__(self, ledger: Ledger, accounts: Accounts) -> None:
        self._ledger, self._accounts = ledger, accounts

    def stop(self, person_id: str) -> None:
        """Mail a person nothing about any match, also not about those they follow, and nothing of their week."""
        self._accounts.set_preference(person_id, CHOICE, NEVER)
        self._accounts.set_preference(person_id, "mail_of_week", False)
        with self._ledger.writing() as connection:
            for each in of_person(connection, person_id):
                if each.level != NEVER:
                    _remove_following(connection, person_id, each.game, each.match)

    def resume(self, person_id: str) -> None:
        """Mail a person about their matches again, as usual."""
        self._accounts.set_preference(person_id, CHOICE, EVERY)

    def stop_match(self, person_id: str, match_id: str) -> None:
        """Mail a person nothing more about one match, whether they play in it or follow it. Raises ``UnknownMatch``."""
        game = self._ledger.known(match_id).match.game.key
        new = Following(person_id, game, match_id, NEVER, time_text(self._ledger.now()))
        self._ledger.write(keep_following, new)
