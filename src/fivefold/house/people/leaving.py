"""Deleting an account: its open matches are given up, its finished ones stay with a "Former player"."""

import logging
from typing import Final

from fivefold.contract.errors import FivefoldError, InvalidOption
from fivefold.house.errors import NotOffered
from fivefold.house.people import stored_accounts as accounts
from fivefold.house.people import stored_leaving as leaving
from fivefold.house.people.accounts import RESERVED, Account
from fivefold.house.people.names import name_key
from fivefold.house.people.people import FORMER_PLAYER
from fivefold.house.people.renaming import Renaming
from fivefold.house.people.signing_in import SigningIn
from fivefold.house.people.stored_accounts import FormerName
from fivefold.house.stored_match import time_text
from fivefold.session import steps
from fivefold.session.snapshot import OVER, MatchSnapshot

MOST_SEATS: Final = 8
"""Of one match: so often somebody with several of them may have to resign."""

log = logging.getLogger("fivefold.service")


class Leaving:
    """Deletes accounts."""

    def __init__(self, house: Renaming, signing_in: SigningIn) -> None:
        self._house, self._signing_in = house, signing_in

    def confirm(self, person_id: str, password: str, typed: str, network: str) -> Account:
        """Return a person's account, confirmed by its password, or without one by its name.

        Raises ``InvalidOption``, ``NotOffered``.
        """
        found = self._house.accounts.account(person_id)
        if found is None:
            raise NotOffered("you have no account", subject="account", remedy="there is nothing to delete")
        if found.has_password:
            return self._signing_in.confirm(person_id, password, network, "confirm")
        if name_key(typed) != name_key(found.name):
            raise InvalidOption(
                "that is not your name", subject="account", remedy=f"type {found.name}", field="confirm"
            )
        return found

    def delete(self, account: Account) -> None:
        """Delete an account that has been confirmed. The name is nobody's for a while."""
        self._give_up_matches(account.id)
        now, key = self._house.now(), name_key(account.name)
        sessions = [each.id for each in self._house.sessions.of(account.id)]
        tokens = self._house.tokens.of(account.id)
        with self._house.turn():
            with self._house.writing() as connection:
                accounts.give_up(connection, FormerName(key, account.name, account.id, time_text(now + RESERVED)))
                changed = leaving.leave(connection, account.id, FORMER_PLAYER, time_text(now))
            self._house.outdate(changed)
        self._house.accounts.forget(account.id)
        for each in (*sessions, account.id):
            self._house.sessions.ended(each)
        self._house.tokens.ended(tokens)

    def _give_up_matches(self, person_id: str) -> None:
        with self._house.reading() as connection:
            playing = leaving.unfinished(connection, person_id)
        for match_id in playing:
            try:
                self._house.change({match_id: lambda now: _given_up(now, person_id)})
            except FivefoldError:
                # One that cannot be loaded any more keeps nobody from leaving.
                log.exception("match %s: its player left and could not give it up", match_id)


def _given_up(now: MatchSnapshot, person_id: str) -> MatchSnapshot:
    """Return the snapshot after somebody has resigned, or cancelled what still waited for others."""
    for _ in range(MOST_SEATS):
        if now.status == OVER or not now.plays(person_id):
            break
        now = steps.resign(now, person_id, now.number + 1)
    return now
