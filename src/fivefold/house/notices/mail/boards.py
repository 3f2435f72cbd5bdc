"""The numbers by which mails call matches: 101 and on in each game."""

from typing import Final

from sqlalchemy import Connection, func, literal, select

from fivefold.house.cache import Cache
from fivefold.house.database.kind import insert_new
from fivefold.house.database.schema import mail_boards, matches
from fivefold.house.ledger import Ledger

FIRST: Final = 101
KEPT: Final = 4096
"""Numbers kept in memory."""
_COLUMNS = mail_boards.c


def number_of(connection: Connection, match: str) -> int | None:
    """Return a match's number."""
    return connection.scalar(select(_COLUMNS.number).where(_COLUMNS.match == match))


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


class MailBoards:
    """Which match has which number; safe to share among threads."""

    def __init__(self, ledger: Ledger) -> None:
        self._ledger = ledger
        self._numbers = Cache[str, int](KEPT)
        """Of the matches that were asked for last; a number never changes."""

    def known(self, match_id: str) -> int | None:
        """Return a match's number; ``None`` for one that has none yet."""
        number = self._numbers.peek(match_id)
        if number is None:
            number = self._ledger.read(number_of, match_id)
            if number is not None:
                self._numbers.put(match_id, number)
        return number

    def number(self, match_id: str) -> int:
        """Return a match's number; one that has none gets the next of its game. Raises ``UnknownMatch``."""
        known = self.known(match_id)
        if known is not None:
            return known
        game = self._ledger.known(match_id).match.game.key
        return self._ledger.write(give, game, match_id)

    def matches(self, number: int, game: str | None = None) -> list[tuple[str, str]]:
        """Return game and match wherever a match has this number, of every game or of one."""
        found = self._ledger.rows(select(_COLUMNS.game, _COLUMNS.match).where(_COLUMNS.number == number))
        return [(key, match) for key, match in found if game in (None, key)]
