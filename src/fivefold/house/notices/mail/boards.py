"""The numbers by which mails call matches: 101 and on in each game."""

from collections import OrderedDict
from threading import Lock
from typing import Final

from fivefold.house.ledger import Ledger
from fivefold.house.notices.mail import stored_boards as stored

KEPT: Final = 4096
"""Numbers kept in memory."""


class MailBoards:
    """Which match has which number; safe to share among threads."""

    def __init__(self, ledger: Ledger) -> None:
        self._ledger = ledger
        self._numbers: OrderedDict[str, int] = OrderedDict()
        """Of the matches that were asked for last; a number never changes."""
        self._lock = Lock()

    def known(self, match_id: str) -> int | None:
        """Return a match's number; ``None`` for one that has none yet."""
        number = self._numbers.get(match_id)
        if number is None:
            with self._ledger.reading() as connection:
                number = stored.number_of(connection, match_id)
            if number is not None:
                self._keep(match_id, number)
        return number

    def _keep(self, match_id: str, number: int) -> None:
        with self._lock:
            self._numbers[match_id] = number
            while len(self._numbers) > KEPT:
                self._numbers.popitem(last=False)

    def number(self, match_id: str) -> int:
        """Return a match's number; one that has none gets the next of its game. Raises ``UnknownMatch``."""
        known = self.known(match_id)
        if known is not None:
            return known
        game = self._ledger.known(match_id).match.game.key
        with self._ledger.writing() as connection:
            return stored.give(connection, game, match_id)

    def matches(self, number: int, game: str | None = None) -> list[tuple[str, str]]:
        """Return game and match wherever a match has this number, of every game or of one."""
        with self._ledger.reading() as connection:
            found = stored.all_of(connection, number)
        return [(key, match) for key, match in found if game in (None, key)]
