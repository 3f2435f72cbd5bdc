"""Bringing what a guest has made on a device into the account that signs in there.

Two kinds of matches stay the guest's, who comes back to them after signing out: those in which both sit, and deals of a
day that both have played, for a day is played once.
"""

from dataclasses import dataclass

from fivefold.house.ledger import Ledger
from fivefold.house.people import stored_bringing as bringing
from fivefold.house.people.accounts import Accounts
from fivefold.house.people.sessions import Sessions
from fivefold.house.people.stored_bringing import Held


@dataclass(frozen=True, slots=True)
class Brought:
    """What came of it."""

    matches: int
    both: tuple[str, ...]
    """Matches that stay: guest and account both sit there."""
    twice: tuple[str, ...]
    """Matches that stay: the account has played that day's deal itself."""


class Bringing:
    """Brings guests' things into accounts."""

    def __init__(self, ledger: Ledger, accounts: Accounts, sessions: Sessions) -> None:
        self._ledger, self._accounts, self._sessions = ledger, accounts, sessions

    def held(self, guest: str) -> Held | None:
        """Return what a guest has made; ``None`` for nothing, and for an account."""
        if self._accounts.is_named(guest):
            return None
        with self._ledger.reading() as connection:
            found = bringing.held(connection, guest)
        return found if any(found) else None

    def bring(self, guest: str, account_id: str) -> Brought:
        """Make what a guest has made the account's, in one step, and show it to whoever looks on."""
        account = self._accounts.account(account_id)
        if account is None or self._accounts.is_named(guest):
            return Brought(0, (), ())
        with self._ledger.turn():
            names = self._ledger.person(guest).shown, account.name
            with self._ledger.writing() as connection:
                both, twice = bringing.staying(connection, guest, account_id)
                stay = [*both, *twice]
                came = bringing.coming(connection, guest, stay)
                bringing.bring(connection, guest, account_id, names, stay)
            self._ledger.outdate(came)
        self._sessions.ended(guest)
        return Brought(len(came), tuple(both), tuple(each for each in twice if each not in both))
