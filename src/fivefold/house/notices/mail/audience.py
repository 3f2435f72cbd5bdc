"""Whether anybody hears of a match by mail: asked in the transaction of every move, so it is answered from memory."""

from collections.abc import Collection
from time import monotonic
from typing import Final

from sqlalchemy import Connection

from fivefold.house.notices.mail import stored_audience as mail_audience
from fivefold.house.notices.mail.stored_audience import Audience

KNOWN_SECONDS: Final = 5.0
"""How long it is kept in mind what another process may change."""


class KnownAudience:
    """Those who may have to be told, as they were a moment ago; for whoever has the turn to write."""

    def __init__(self) -> None:
        self._audience = Audience(frozenset(), frozenset())
        self._version, self._until = -1, 0.0

    def may_hear(self, connection: Connection, game: str, match_id: str, players: Collection[str]) -> bool:
        """Return whether one of a match's players, or somebody who follows it, may have to be told."""
        version = mail_audience.version(connection)
        if version != self._version or monotonic() > self._until:
            self._audience = mail_audience.load(connection)
            self._version, self._until = version, monotonic() + KNOWN_SECONDS
        people, followed = self._audience
        return not people.isdisjoint(players) or (game, match_id) in followed or (game, "") in followed
