"""Getting no more mail: about everything, or about one match."""

from typing import Final

from fivefold.house.ledger import Ledger
from fivefold.house.notices.mail import stored_followings as followings
from fivefold.house.notices.mail.outgoing import EVERY, NEVER
from fivefold.house.notices.mail.stored_followings import StoredFollowing
from fivefold.house.people.accounts import Accounts
from fivefold.house.stored_match import time_text

CHOICE: Final = "mail_of_matches"
"""What a person has chosen to be mailed of matches."""


class Stopping:
    """Stops what is mailed without having been asked for by a mail; safe to share among threads."""

    def __init__(self, ledger: Ledger, accounts: Accounts) -> None:
        self._ledger, self._accounts = ledger, accounts

    def stop(self, person_id: str) -> None:
        """Mail a person nothing about any match, also not about those they follow."""
        self._accounts.set_preference(person_id, CHOICE, NEVER)
        with self._ledger.writing() as connection:
            for each in followings.of_person(connection, person_id):
                if each.level != NEVER:
                    followings.remove(connection, person_id, each.game, each.match)

    def resume(self, person_id: str) -> None:
        """Mail a person about their matches again, as usual."""
        self._accounts.set_preference(person_id, CHOICE, EVERY)

    def stop_match(self, person_id: str, match_id: str) -> None:
        """Mail a person nothing more about one match, whether they play in it or follow it. Raises ``UnknownMatch``."""
        game = self._ledger.known(match_id).match.game.key
        new = StoredFollowing(person_id, game, match_id, NEVER, time_text(self._ledger.now()))
        with self._ledger.writing() as connection:
            followings.keep(connection, new)
