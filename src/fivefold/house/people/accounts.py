"""Accounts: people who have a name of their own and can come back to it on any device.

A guest becomes an account by getting a name and a way to sign in; the person's id stays, and with it every seat.
"""

from collections import OrderedDict
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from threading import Lock
from typing import Final
from urllib.parse import quote

from sqlalchemy import Connection
from sqlalchemy.exc import IntegrityError

from fivefold.house.errors import InvalidName, NotOffered
from fivefold.house.ledger import Ledger
from fivefold.house.people import stored_accounts as accounts
from fivefold.house.people.names import check_account_name, looks_like, name_key, refuse_staff
from fivefold.house.people.people import Person, tidy_name
from fivefold.house.people.preferences import Choice, Preferences
from fivefold.house.people.stored_accounts import FormerName, StoredAccount
from fivefold.house.stored_match import time_from_text, time_text

RESERVED: Final = timedelta(days=30)
"""How long nobody else may take a name that was given up."""
MOST_FORMER: Final = 3
"""Names of one person that are reserved so at the same time."""
CACHED: Final = 10_000


@dataclass(frozen=True, slots=True)
class Account:
    """Somebody with a name of their own."""

    id: str
    """The person's id; it stays in the house."""
    name: str
    since: datetime
    has_password: bool
    bot: bool = False
    """Whether a program plays; for good."""

    @property
    def path(self) -> str:
        """The address of the player's page."""
        return f"/players/{quote(self.name, safe='')}"


class Accounts:
    """All accounts of a house."""

    def __init__(self, ledger: Ledger) -> None:
        self._ledger = ledger
        self._lock = Lock()
        self._cached: OrderedDict[str, Account | None] = OrderedDict()
        ledger.neighbours.on("person", lambda words: self._forget_here(words[0]))
        ledger.neighbours.on_reset.append(self._forget_all)

    # Who is who

    def account(self, person_id: str) -> Account | None:
        """Return a person's account; ``None`` for a guest."""
        with self._lock:
            if person_id in self._cached:
                self._cached.move_to_end(person_id)
                return self._cached[person_id]
        with self._ledger.reading() as connection:
            found = _account(accounts.load(connection, person_id))
        with self._lock:
            self._cached[person_id] = found
            while len(self._cached) > CACHED:
                self._cached.popitem(last=False)
        return found

    def is_named(self, person_id: str) -> bool:
        """Return whether a person has an account."""
        return self.account(person_id) is not None

    def is_bot(self, person_id: str | None) -> bool:
        """Return whether a program plays for this account."""
        found = self.account(person_id) if person_id is not None else None
        return found is not None and found.bot

    def by_name(self, name: str) -> Account | None:
        """Return whose name this is, or was, or looks like."""
        with self._ledger.reading() as connection:
            return _account(_named(connection, name_key(name)))

    def path(self, person_id: str) -> str | None:
        """Return the address of a player's page; guests have none."""
        found = self.account(person_id)
        return None if found is None else found.path

    def forget(self, person_id: str) -> None:
        """Look a person up again next time: something has changed."""
        self._ledger.neighbours.later("person", person_id)
        self._forget_here(person_id)

    def _forget_here(self, person_id: str) -> None:
        with self._lock:
            self._cached.pop(person_id, None)

    def _forget_all(self) -> None:
        with self._lock:
            self._cached.clear()

    # What they have chosen

    def preferences(self, person_id: str) -> Preferences:
        """Return what a person has chosen; as usual for one who has chosen nothing."""
        with self._ledger.reading() as connection:
            return Preferences.read(accounts.settings(connection, person_id))

    def set_preference(self, person_id: str, name: str, value: Choice) -> Preferences:
        """Store a choice; one that a guest makes holds in the account as well. Raises ``InvalidOption``."""
        chosen = self.preferences(person_id).having(name, value)
        self._ledger.note_person(person_id)
        with self._ledger.writing() as connection:
            accounts.change(connection, person_id, {"settings": chosen.stored()})
        return chosen

    # Names

    def renamed(self, before: Person, name: str) -> Person:
        """Return a person with another name, that of an account stored. Raises ``InvalidName``, ``NotOffered``."""
        if before.named:
            return self.take_name(before, name)
        tidy = tidy_name(name)
        if tidy and tidy != before.name:
            refuse_staff(tidy)
            self.refuse_taken(before.id, tidy)
        return replace(before, name=tidy)

    def why_not(self, person_id: str, name: str) -> InvalidName | None:
        """Return why a guest cannot be called so; ``None`` where they can."""
        try:
            guest = Person(person_id, "")
            _ = self.renamed(guest, name)
        except InvalidName as error:
            return error
        return None

    def refuse_taken(self, person_id: str, name: str) -> None:
        """Raise ``InvalidName`` for the name of another account, one given up lately, or one that looks like it."""
        self._ledger.refuse.name(name)
        self.refuse_held(person_id, name)
        now = time_text(self._ledger.now())
        with self._ledger.reading() as connection:
            former = accounts.former(connection, name_key(name))
        if former is not None and former.person != person_id and former.until > now:
            raise InvalidName(f"somebody was called {former.name or name} until lately", remedy="choose another name")

    def refuse_held(self, person_id: str, name: str) -> None:
        """Raise ``InvalidName`` for the name of another account, or one that looks like it."""
        with self._ledger.reading() as connection:
            holders = [accounts.by_key(connection, key) for key in sorted(looks_like(name))]
        for holder in (each for each in holders if each is not None and each.id != person_id):
            whose = name if name == holder.name else f"{name} looks like {holder.name}, which"
            remedy = "choose another name, or sign in if the account is yours"
            raise InvalidName(f"{whose} belongs to an account", remedy=remedy)

    def take_name(self, before: Person, name: str) -> Person:
        """Give an account another name, and keep the old one for it. Raises ``InvalidName``, ``NotOffered``."""
        tidy = check_account_name(name)
        if tidy == before.name:
            return before
        self.refuse_taken(before.id, tidy)
        key, old = name_key(tidy), name_key(before.name)
        with self._ledger.writing() as connection:
            if key != old:
                self._keep_old(connection, before, old, key)
            try:
                accounts.change(connection, before.id, {"name": tidy, "name_key": key})
            except IntegrityError:  # taken a moment ago
                raise InvalidName(f"{tidy} has just been taken", remedy="choose another name") from None
        self.forget(before.id)
        return replace(before, name=tidy)

    def _keep_old(self, connection: Connection, before: Person, old: str, new: str) -> None:
        now = self._ledger.now()
        kept = [each for each in accounts.former_of(connection, before.id, time_text(now)) if each.name_key != new]
        if len(kept) >= MOST_FORMER:
            free = min(time_from_text(each.until) for each in kept)
            raise NotOffered(
                f"you have changed it {MOST_FORMER} times in {RESERVED.days} days",
                subject="name",
                remedy=f"you can change it again on {free.day} {free:%B}",
                field="name",
            )
        accounts.free(connection, new)
        accounts.give_up(connection, FormerName(old, before.name, before.id, time_text(now + RESERVED)))


def _named(connection: Connection, key: str) -> StoredAccount | None:
    found = accounts.by_key(connection, key)
    former = accounts.former(connection, key) if found is None else None
    return found if former is None else accounts.load(connection, former.person)


def _account(stored: StoredAccount | None) -> Account | None:
    if stored is None:
        return None
    return Account(stored.id, stored.name, time_from_text(stored.kept), stored.password is not None, stored.bot)
