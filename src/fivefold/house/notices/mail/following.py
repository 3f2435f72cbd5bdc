"""What people want to hear of single matches, or of every match of a game, by mail."""

from typing import Final, NamedTuple

from sqlalchemy import Connection

from fivefold.house.errors import NotOffered
from fivefold.house.ledger import Ledger
from fivefold.house.notices.mail import stored_followings as stored
from fivefold.house.notices.mail.outgoing import NEVER
from fivefold.house.notices.mail.stored_followings import StoredFollowing
from fivefold.house.stored_match import time_text
from fivefold.session.snapshot import MatchSnapshot

MOST: Final = 200
"""Of one person."""


class Following(NamedTuple):
    """What a person wants to hear of a match, or of every match of a game."""

    game: str
    match: str
    """Empty for every match of the game."""
    level: str


class Followings:
    """Who follows what by mail; safe to share among threads."""

    def __init__(self, ledger: Ledger) -> None:
        self._ledger = ledger

    def of(self, person_id: str) -> list[Following]:
        """Return all that a person has chosen."""
        with self._ledger.reading() as connection:
            return [Following(each.game, each.match, each.level) for each in stored.of_person(connection, person_id)]

    def of_match(self, now: MatchSnapshot) -> list[str]:
        """Return who has chosen to hear of this match, or of every match of its game."""
        with self._ledger.reading() as connection:
            found = stored.of_match(connection, now.match.game.key, now.id)
        levels = {each.person: each.level for each in found}
        return [person for person, level in levels.items() if level != NEVER]

    def follow(self, person_id: str, game: str, match_id: str, level: str) -> bool:
        """Store a choice, ``match_id`` empty for every match of a game; return whether it is new.

        Raises ``NotOffered``.
        """
        new = Following(game, match_id, level)
        with self._ledger.writing() as connection:
            before = self._all(connection, person_id)
            if new in before:
                return False
            if len(before) >= MOST and (game, match_id) not in {each[:2] for each in before}:
                remedy = "send unsubscribe for some of them, or subscribe all for every match of a game"
                raise NotOffered(f"you have chosen for {MOST} matches already", subject="subscribe", remedy=remedy)
            since = time_text(self._ledger.now())
            stored.keep(connection, StoredFollowing(person_id, game, match_id, level, since))
        return True

    def forget(self, person_id: str, game: str, match_id: str) -> bool:
        """Forget a choice; return whether there was one."""
        with self._ledger.writing() as connection:
            return stored.remove(connection, person_id, game, match_id)

    def _all(self, connection: Connection, person_id: str) -> list[Following]:
        return [Following(each.game, each.match, each.level) for each in stored.of_person(connection, person_id)]
