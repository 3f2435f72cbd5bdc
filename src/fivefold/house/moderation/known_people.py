"""Who keeps an account, and what is counted of a person, for those who run the house."""

from typing import NamedTuple

from sqlalchemy import Connection, func, select

from fivefold.house.database.schema import finished, matches, passkeys, people, seats
from fivefold.house.moderation.tables import api_tokens


class KnownPerson(NamedTuple):
    """A person as the list of all shows them."""

    id: str
    name: str
    created: str
    seen: str
    kept: str | None
    deleted: str | None
    bot: bool


class Counts(NamedTuple):
    """How much there is of somebody."""

    playing: int
    finished: int
    passkeys: int
    tokens: int


_PERSON = select(*(people.c[name] for name in KnownPerson._fields))
_KEPT = _PERSON.where(people.c.kept.is_not(None), people.c.deleted.is_(None))


def load(connection: Connection, person: str) -> KnownPerson | None:
    """Return a person, guests and those who have left among them."""
    found = connection.execute(_PERSON.where(people.c.id == person)).first()
    return None if found is None else KnownPerson(*found)


def kept(connection: Connection, letters: str, key: str, most: int) -> list[KnownPerson]:
    """Return who keeps an account and has these letters in their name, or this key in that of it, seen last first."""
    named = people.c.name.contains(letters, autoescape=True)
    if key:
        named |= people.c.name_key.contains(key, autoescape=True)
    found = connection.execute(_KEPT.where(named).order_by(people.c.seen.desc(), people.c.id).limit(most))
    return [KnownPerson(*row) for row in found]


def counts(connection: Connection, person: str) -> Counts:
    """Count what there is of a person."""
    mine = select(seats.c.match).where(seats.c.person == person)
    several = (
        select(func.count()).select_from(matches).where(matches.c.id.in_(mine), matches.c.status != "over"),
        *(select(func.count()).where(table.c.person == person) for table in (finished, passkeys, api_tokens)),
    )
    return Counts(*(int(connection.scalar(each) or 0) for each in several))
