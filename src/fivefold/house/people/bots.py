"""Bots: accounts for which a program plays. An account becomes one before its first game, and stays one for good."""

from fivefold.house import log
from fivefold.house.errors import NotOffered
from fivefold.house.ledger import Ledger
from fivefold.house.people import stored_accounts as accounts
from fivefold.house.people.accounts import Accounts


class Bots:
    """All bots of a house."""

    def __init__(self, ledger: Ledger, people: Accounts) -> None:
        self._ledger, self._accounts = ledger, people

    def become(self, person_id: str) -> None:
        """Make an account a bot; one that is a bot already stays one. Raises ``NotOffered``."""
        account = self._accounts.account(person_id)
        if account is None:
            raise NotOffered("a guest cannot become one", subject="bot", remedy="sign up first: /sign-up")
        if account.bot:
            return
        with self._ledger.writing() as connection:
            if log.of_person(connection, person_id, 1):
                raise NotOffered(
                    "this account has played already, so it stays a person",
                    subject="bot",
                    remedy="sign up another account for the program",
                )
            accounts.change(connection, person_id, {"bot": True})
        self._accounts.forget(person_id)

    def refuse_by_hand(self, person_id: str) -> None:
        """Raise ``NotOffered`` for a bot that would play or meet people without its token, that is, by hand."""
        if self._accounts.is_bot(person_id):
            raise NotOffered(
                "this account is a bot, so only its program plays", subject="bot", remedy="play with your own account"
            )

    def refuse_quick_match(self, person_id: str) -> None:
        """Raise ``NotOffered`` for a bot that would be paired with people who have not asked for one."""
        if self._accounts.is_bot(person_id):
            raise NotOffered(
                "a bot is not paired with people who look for anybody",
                subject="quick match",
                remedy="open a table, or challenge somebody",
            )
