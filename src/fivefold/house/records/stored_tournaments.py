"""Tournaments in the database: their entrants, and which matches are their games."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from sqlalchemy import Connection, insert, select, update

from fivefold.house.database.schema import entrants, matches, seats, tournaments


class StoredEntrant(NamedTuple):
    """Who takes part."""

    number: int
    name: str
    level: int | None


@dataclass(frozen=True, slots=True)
class StoredTournament:
    """A tournament as it is stored."""

    id: str
    person: str
    name: str
    game: str
    options: Mapping[str, str]
    begun: str
    entrants: tuple[StoredEntrant, ...]


class StoredGame(NamedTuple):
    """One seat of one game of a tournament."""

    number: int
    match: str
    pack_of: str | None
    status: str
    seat: int
    entrant: int
    points: int | None
    """Set once the game is played out."""


def add(connection: Connection, new: StoredTournament) -> None:
    """Store a new tournament."""
    values = {"id": new.id, "person": new.person, "name": new.name, "game": new.game, "begun": new.begun}
    connection.execute(insert(tournaments), values | {"options": dict(new.options)})
    connection.execute(insert(entrants), [{"tournament": new.id, **each._asdict()} for each in new.entrants])


def load(connection: Connection, tournament_id: str) -> StoredTournament | None:
    """Return a tournament, or ``None`` if there is none with this id."""
    found = connection.execute(select(tournaments).where(tournaments.c.id == tournament_id)).mappings().first()
    if found is None:
        return None
    there = (
        select(entrants.c.number, entrants.c.name, entrants.c.level)
        .where(entrants.c.tournament == tournament_id)
        .order_by(entrants.c.number)
    )
    members = tuple(StoredEntrant(*row) for row in connection.execute(there))
    return StoredTournament(**found, entrants=members)


def owner(connection: Connection, tournament_id: str) -> str | None:
    """Return whose tournament this is."""
    return connection.scalar(select(tournaments.c.person).where(tournaments.c.id == tournament_id))


def of_person(connection: Connection, person: str, limit: int) -> list[str]:
    """Return the ids of a person's tournaments, the latest first."""
    mine = select(tournaments.c.id).where(tournaments.c.person == person)
    return list(connection.scalars(mine.order_by(tournaments.c.begun.desc(), tournaments.c.id).limit(limit)))


def rename(connection: Connection, tournament_id: str, number: int, name: str) -> None:
    """Store an entrant's new name."""
    here = (entrants.c.tournament == tournament_id) & (entrants.c.number == number)
    connection.execute(update(entrants).where(here).values(name=name))


def games(connection: Connection, tournament_id: str) -> Sequence[StoredGame]:
    """Return every seat of every game, in the order in which the games were begun."""
    columns = (matches.c.game_number, matches.c.id, matches.c.pack_of, matches.c.status)
    chosen = (
        select(*columns, seats.c.seat, seats.c.entrant, seats.c.points)
        .select_from(matches.join(seats, seats.c.match == matches.c.id))
        .where(matches.c.tournament == tournament_id)
        .order_by(matches.c.game_number, seats.c.seat)
    )
    return [StoredGame(*row) for row in connection.execute(chosen)]


def last_game(connection: Connection, tournament_id: str) -> tuple[int, str, str] | None:
    """Return the number, the match and the status of the game begun last, ``None`` before the first."""
    columns = (matches.c.game_number, matches.c.id, matches.c.status)
    games = select(*columns).where(matches.c.tournament == tournament_id)
    found = connection.execute(games.order_by(matches.c.game_number.desc()).limit(1)).first()
    return None if found is None else (found[0], found[1], found[2])
