"""Who may have to be told by mail at all, read at once: most matches are nobody's of these, and must know it fast."""

from typing import Final, NamedTuple
from weakref import WeakKeyDictionary

from sqlalchemy import Connection, Engine, select

from fivefold.house.database.schema import mail_addresses, mail_followings

_REACHED: Final = select(mail_addresses.c.person).where(
    mail_addresses.c.address.is_not(None), mail_addresses.c.off == ""
)
_FOLLOWED: Final = select(mail_followings.c.game, mail_followings.c.match).distinct()
_versions: WeakKeyDictionary[Engine, int] = WeakKeyDictionary()


class Audience(NamedTuple):
    """Everybody who gets mail, and everything that is followed."""

    people: frozenset[str]
    followed: frozenset[tuple[str, str]]
    """Game and match; an empty match for every match of the game."""


def load(connection: Connection) -> Audience:
    """Return the audience as it is stored."""
    followed = frozenset((game, match) for game, match in connection.execute(_FOLLOWED))
    return Audience(frozenset(connection.scalars(_REACHED)), followed)


def changed(connection: Connection) -> None:
    """Note that this process has changed the audience."""
    _versions[connection.engine] = version(connection) + 1


def version(connection: Connection) -> int:
    """Return how often this process has changed the audience."""
    return _versions.get(connection.engine, 0)
