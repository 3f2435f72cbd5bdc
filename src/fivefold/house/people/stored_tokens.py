"""Tokens by which programs act for people, in the database: of each only the digest of its secret."""

from typing import NamedTuple

from sqlalchemy import Connection, delete, func, insert, select, update

from fivefold.house.moderation.tables import api_tokens


class StoredToken(NamedTuple):
    """A token."""

    id: str
    digest: str
    """Of the secret, SHA-256 in hex."""
    person: str
    name: str
    scopes: list[str]
    created: str
    expires: str | None
    used: str | None


_TOKEN = select(*(api_tokens.c[name] for name in StoredToken._fields))


def by_digest(connection: Connection, digest: str) -> StoredToken | None:
    """Return the token with this digest, ``None`` if there is none."""
    found = connection.execute(_TOKEN.where(api_tokens.c.digest == digest)).first()
    return None if found is None else StoredToken(*found)


def of_person(connection: Connection, person: str) -> list[StoredToken]:
    """Return a person's tokens, the newest first."""
    mine = _TOKEN.where(api_tokens.c.person == person).order_by(api_tokens.c.created.desc(), api_tokens.c.id)
    return [StoredToken(*row) for row in connection.execute(mine)]


def count(connection: Connection, person: str) -> int:
    """Return how many tokens a person has."""
    mine = select(func.count()).select_from(api_tokens).where(api_tokens.c.person == person)
    return connection.scalar(mine) or 0


def add(connection: Connection, token: StoredToken) -> None:
    """Store a new token."""
    connection.execute(insert(api_tokens), token._asdict())


def remove(connection: Connection, token: str) -> None:
    """Delete a token."""
    connection.execute(delete(api_tokens).where(api_tokens.c.id == token))


def note_used(connection: Connection, token: str, at: str) -> None:
    """Note that a token was used."""
    connection.execute(update(api_tokens).where(api_tokens.c.id == token).values(used=at))
