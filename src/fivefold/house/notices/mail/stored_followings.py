"""Which matches a person wants to hear of by mail, in the database."""

from typing import NamedTuple

from sqlalchemy import Connection, and_, delete, insert, or_, select, update

from fivefold.house.database.schema import mail_followings
from fivefold.house.notices.mail import stored_audience as mail_audience

_COLUMNS = mail_followings.c


class StoredFollowing(NamedTuple):
    """What a person wants to hear of a match, or of every match of a game."""

    person: str
    game: str
    match: str
    """Empty for every match of the game."""
    level: str
    since: str


_ALL = select(*(_COLUMNS[name] for name in StoredFollowing._fields))


def keep(connection: Connection, new: StoredFollowing) -> None:
    """Store it in the place of what was there."""
    mine = (_COLUMNS.person == new.person) & (_COLUMNS.game == new.game) & (_COLUMNS.match == new.match)
    if connection.execute(update(mail_followings).where(mine).values(new._asdict())).rowcount == 0:
        connection.execute(insert(mail_followings), new._asdict())
    mail_audience.changed(connection)


def remove(connection: Connection, person: str, game: str, match: str) -> bool:
    """Forget it; return whether there was any."""
    mine = (_COLUMNS.person == person) & (_COLUMNS.game == game) & (_COLUMNS.match == match)
    mail_audience.changed(connection)
    return connection.execute(delete(mail_followings).where(mine)).rowcount > 0


def of_person(connection: Connection, person: str) -> list[StoredFollowing]:
    """Return all that a person follows."""
    return [StoredFollowing(*row) for row in connection.execute(_ALL.where(_COLUMNS.person == person))]


def of_match(connection: Connection, game: str, match: str) -> list[StoredFollowing]:
    """Return who follows a match: those who follow every match of its game first, then those who chose this one."""
    wanted = and_(_COLUMNS.game == game, or_(_COLUMNS.match == match, _COLUMNS.match == ""))
    return [StoredFollowing(*row) for row in connection.execute(_ALL.where(wanted).order_by(_COLUMNS.match))]
