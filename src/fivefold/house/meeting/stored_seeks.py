"""Who looks for somebody to play with, in the database."""

from collections.abc import Mapping
from typing import Any, NamedTuple

from sqlalchemy import Connection, delete, insert, or_, select, update

from fivefold.house.database.schema import blocks, matches, seeks


class StoredSeek(NamedTuple):
    """A row of ``seeks``."""

    person: str
    game: str
    terms: Mapping[str, Any]
    since: str
    seen: str
    match: str | None
    meanwhile: str | None


COLUMNS = tuple(seeks.c[name] for name in StoredSeek._fields)


def put(connection: Connection, seek: StoredSeek) -> None:
    """Store what a person looks for, instead of what they looked for in this game before."""
    remove(connection, seek.person, seek.game)
    connection.execute(insert(seeks), seek._asdict())


def remove(connection: Connection, person: str, game: str | None = None) -> None:
    """Forget what a person looks for: in one game, or in all."""
    own = seeks.c.person == person
    connection.execute(delete(seeks).where(own if game is None else own & (seeks.c.game == game)))


def of_person(connection: Connection, person: str) -> list[StoredSeek]:
    """Return what a person looks for."""
    chosen = select(*COLUMNS).where(seeks.c.person == person).order_by(seeks.c.since)
    return [StoredSeek(*row) for row in connection.execute(chosen)]


def of_game(connection: Connection, game: str) -> list[StoredSeek]:
    """Return who looks for a game, paired or not."""
    return [StoredSeek(*row) for row in connection.execute(select(*COLUMNS).where(seeks.c.game == game))]


def waiting(connection: Connection, seen_since: str, game: str | None = None) -> list[StoredSeek]:
    """Return those who are not paired yet and were here lately, the longest waiting first."""
    chosen = select(*COLUMNS).where(seeks.c.match.is_(None), seeks.c.seen >= seen_since)
    if game is not None:
        chosen = chosen.where(seeks.c.game == game)
    return [StoredSeek(*row) for row in connection.execute(chosen.order_by(seeks.c.since))]


def paired(connection: Connection) -> list[tuple[StoredSeek, str, str]]:
    """Return those who are paired, with their match's status and the time of its last change."""
    chosen = select(*COLUMNS, matches.c.status, matches.c.touched).join(matches, matches.c.id == seeks.c.match)
    return [(StoredSeek(*row[:-2]), row[-2], row[-1]) for row in connection.execute(chosen)]


def pair(connection: Connection, person: str, game: str, since: str, match: str) -> bool:
    """Note the match in which a person meets somebody, if they still look for that; return whether they did."""
    same = (seeks.c.person == person) & (seeks.c.game == game) & (seeks.c.since == since)
    return connection.execute(update(seeks).where(same, seeks.c.match.is_(None)).values(match=match)).rowcount == 1


def unpair(connection: Connection, person: str, match: str) -> None:
    """Let a person look on after a match that did not come about."""
    mine = (seeks.c.person == person) & (seeks.c.match == match)
    connection.execute(update(seeks).where(mine).values(match=None))


def play_meanwhile(connection: Connection, person: str, game: str, match: str) -> None:
    """Note the match that a person plays while they look on."""
    mine = (seeks.c.person == person) & (seeks.c.game == game)
    connection.execute(update(seeks).where(mine).values(meanwhile=match))


def forget(connection: Connection, before: str) -> None:
    """Forget those who were last here before this time."""
    connection.execute(delete(seeks).where(seeks.c.seen < before, seeks.c.match.is_(None)))


def blocked_pairs(connection: Connection, person_ids: list[str]) -> set[frozenset[str]]:
    """Return which of these people have blocked one another."""
    either = or_(blocks.c.person.in_(person_ids), blocks.c.blocked.in_(person_ids))
    return {frozenset(pair) for pair in connection.execute(select(blocks.c.person, blocks.c.blocked).where(either))}
