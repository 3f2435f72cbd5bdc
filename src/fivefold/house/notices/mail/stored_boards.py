"""The numbers by which mails call matches, in the database."""

from typing import Final

from sqlalchemy import Connection, func, literal, select

from fivefold.house.database.kind import insert_new
from fivefold.house.database.schema import mail_boards, matches

FIRST: Final = 101
_COLUMNS = mail_boards.c


def number_of(connection: Connection, match: str) -> int | None:
    """Return a match's number."""
    return connection.scalar(select(_COLUMNS.number).where(_COLUMNS.match == match))


def match_of(connection: Connection, game: str, number: int) -> str | None:
    """Return the match of a game that has this number."""
    return connection.scalar(select(_COLUMNS.match).where(_COLUMNS.game == game, _COLUMNS.number == number))


def all_of(connection: Connection, number: int) -> list[tuple[str, str]]:
    """Return game and match wherever a match has this number."""
    rows = connection.execute(select(_COLUMNS.game, _COLUMNS.match).where(_COLUMNS.number == number))
    return [(game, match) for game, match in rows]


def give(connection: Connection, game: str, match: str) -> int:
    """Return a match's number, the next of its game if it has none yet.

    Another transaction may take that number at the same time: then this one waits for it, and takes the next.
    """
    while (known := number_of(connection, match)) is None:
        next_one = func.coalesce(func.max(_COLUMNS.number) + 1, FIRST)
        chosen = select(literal(game), next_one, literal(match)).where(_COLUMNS.game == game)
        connection.execute(insert_new(mail_boards, connection).from_select(["game", "number", "match"], chosen))
    return known


def give_to(connection: Connection, match: str) -> int:
    """Return a stored match's number, the next of its game if it has none yet."""
    game = connection.scalar(select(matches.c.game).where(matches.c.id == match))
    return give(connection, str(game), match)
