"""Ties between people: whom one blocks, and whom one follows. Nobody learns who blocks or follows them.

Where one of two blocks the other they don't sit at one table, challenge or write to each other, nor follow each other.
"""

from typing import NamedTuple

from sqlalchemy import Column, Connection, and_, delete, insert, or_, select

from fivefold.house.database.schema import blocks, followings
from fivefold.house.database.schema import people as everybody
from fivefold.house.errors import NotOffered
from fivefold.house.ledger import Ledger
from fivefold.house.people import people
from fivefold.house.people.accounts import Account, Accounts, Preferences
from fivefold.house.stored_match import time_text
from fivefold.house.table.presence import GONE, MOST_PRESENT, Presence, State
from fivefold.session.snapshot import MatchSnapshot


class Ties:
    """Ties of one kind, each from a person to another."""

    def __init__(self, ledger: Ledger, other: Column[str], does: str, most: int) -> None:
        """``other``: the column of whom they are to; ``does``: what making one is called; ``most``: of a person."""
        self._ledger, self._other, self._does, self._most = ledger, other, does, most

    def of(self, person_id: str) -> list[str]:
        """Return those whom a person has made a tie to, the latest first."""
        return self._ledger.read(self._of, person_id)

    def make(self, person_id: str, other: str) -> None:
        """Make a tie from a person to another; where there is one already nothing changes. Raises ``NotOffered``."""
        now, does = time_text(self._ledger.now()), self._does
        with self._ledger.writing() as connection:
            known = self._of(connection, person_id)
            if other in known:
                return
            if len(known) >= self._most:
                remedy = f"un{does} somebody first"
                raise NotOffered(f"you {does} {self._most} people already", subject=does, remedy=remedy)
            self._refuse(connection, person_id, other)
            people.note(connection, person_id, now)
            if people.name_of(connection, other) is None:
                people.note(connection, other, now)
            made = {"person": person_id, self._other.name: other, "since": now}
            connection.execute(insert(self._other.table), made)
            unfollow_blocked(connection, person_id)

    def end(self, person_id: str, other: str) -> None:
        """Take a person's tie to another back."""
        table = self._other.table
        self._ledger.execute(delete(table).where(table.c.person == person_id, self._other == other))

    def _of(self, connection: Connection, person_id: str) -> list[str]:
        table = self._other.table
        mine = select(self._other).where(table.c.person == person_id)
        return list(connection.scalars(mine.order_by(table.c.since.desc(), self._other)))

    def _refuse(self, connection: Connection, person_id: str, other: str) -> None:
        if person_id == other:
            raise NotOffered(f"you cannot {self._does} yourself", subject=self._does)


class Blocks(Ties):
    """Who wants nothing to do with whom."""

    def __init__(self, ledger: Ledger) -> None:
        super().__init__(ledger, blocks.c.blocked, "block", most=500)

    block, unblock = Ties.make, Ties.end

    def blocked(self, one: str, other: str) -> bool:
        """Return whether one of two people blocks the other."""
        return other in self.around(one)

    def around(self, person_id: str) -> set[str]:
        """Return everybody who blocks this person or is blocked by them."""
        return self._ledger.read(around, person_id)

    def refuse_company(self, now: MatchSnapshot, person_id: str, subject: str, remedy: str = "") -> None:
        """Raise ``NotOffered`` where a person and somebody at a table, or whoever opened it, don't want to meet."""
        blocked = self.around(person_id)
        names = [now.names[seat.seat] for seat in now.seats if seat.person in blocked]
        if names or now.terms.owner in blocked:
            who = names[0] if names else "whoever opened it"
            raise NotOffered(f"you and {who} do not play together", subject=subject, remedy=remedy)


class Followed(NamedTuple):
    """Somebody whom a person follows."""

    account: Account
    presence: State | None  # How present they are; ``None`` where they don't tell.


class Follows(Ties):
    """Who follows whom: those who keep an account can be followed."""

    def __init__(self, ledger: Ledger, accounts: Accounts, presence: Presence) -> None:
        super().__init__(ledger, followings.c.followed, "follow", most=200)
        self._accounts, self._presence = accounts, presence

    follow, unfollow = Ties.make, Ties.end

    def followed_by(self, person_id: str) -> list[Followed]:
        """Return whom a person follows: first who is here, then the latest followed."""
        chosen = select(everybody).join(followings, followings.c.followed == everybody.c.id)
        mine = chosen.where(followings.c.person == person_id).order_by(followings.c.since.desc(), everybody.c.id)
        found = [(Account.from_row(row), Preferences.read(row.settings)) for row in self._ledger.rows(mine)]
        seen = [
            Followed(
                account, self._presence.state(account.id) if chosen.public_profile and chosen.show_presence else None
            )
            for account, chosen in found
        ]
        return sorted(seen, key=lambda each: MOST_PRESENT(each.presence or GONE))

    def _refuse(self, connection: Connection, person_id: str, other: str) -> None:
        super()._refuse(connection, person_id, other)
        if not self._accounts.is_named(other):
            raise NotOffered("guests cannot be followed", subject=self._does, remedy="ask them to keep their name")
        if other in around(connection, person_id):
            raise NotOffered("you and they do not play together", subject=self._does)


def around(connection: Connection, person: str) -> set[str]:
    """Return everybody who blocks this person or is blocked by them."""
    chosen = select(blocks.c.person, blocks.c.blocked).where(or_(blocks.c.person == person, blocks.c.blocked == person))
    return {each for pair in connection.execute(chosen) for each in pair} - {person}


def unfollow_blocked(connection: Connection, person: str) -> None:
    """End what ties of following a block between a person and somebody else leaves no room for."""
    one, other, blocked = followings.c.person, followings.c.followed, around(connection, person)
    between = or_(and_(one == person, other.in_(blocked)), and_(other == person, one.in_(blocked)))
    connection.execute(delete(followings).where(between))
