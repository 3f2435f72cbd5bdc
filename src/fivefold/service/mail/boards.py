"""The numbers by which mails call matches: 101 and on in each game."""

from fivefold.service.ledger import Ledger
from fivefold.store import mail_boards as stored


class MailBoards:
    """Which match has which number; safe to share among threads."""

    def __init__(self, ledger: Ledger) -> None:
        self._ledger = ledger

    def known(self, match_id: str) -> int | None:
        """Return a match's number; ``None`` for one that has none yet."""
        with self._ledger.reading() as connection:
            return stored.number_of(connection, match_id)

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
