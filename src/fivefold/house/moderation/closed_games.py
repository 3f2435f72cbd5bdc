"""Closed games: no match of them begins; those that have begun go on, with the second game of a double match."""

from dataclasses import dataclass
from datetime import datetime

from fivefold.house.links import BESIDE
from fivefold.house.moderation.decisions import Decisions
from fivefold.house.moderation.errors import GameClosed
from fivefold.house.stored_match import time_from_text
from fivefold.play import catalogue
from fivefold.session.snapshot import DOUBLE_OF, LIVE, WAITING, MatchSnapshot


@dataclass(frozen=True, slots=True)
class ClosedGame:
    """A game of which no match begins."""

    game: str
    since: datetime
    why: str


class ClosedGames:
    """The games that are closed just now."""

    def __init__(self, decisions: Decisions) -> None:
        self._decisions = decisions

    def current(self) -> list[ClosedGame]:
        """Return all games that are closed."""
        closed = self._decisions.now().closed
        return [ClosedGame(each.game, time_from_text(each.since), each.why) for each in closed.values()]

    def find(self, game: str) -> ClosedGame | None:
        """Return why a game is closed; ``None`` where it is open."""
        return next((each for each in self.current() if each.game == game), None)

    def refuse(self, game: str) -> None:
        """Raise ``GameClosed`` for a game that is closed."""
        found = self.find(game)
        if found is not None:
            raise GameClosed(
                f"no match of {catalogue.find(game).name} begins for now",
                remedy=f"the reason: {found.why}",
                field="game",
                code="game-closed",
            )

    def refuse_change(self, before: MatchSnapshot | None, after: MatchSnapshot) -> None:
        """Raise ``GameClosed`` where a match of a closed game would begin, or a table for one."""
        begins = before is None or (before.status == WAITING and after.status == LIVE)
        if not begins or DOUBLE_OF in after.links or BESIDE in after.links:
            return
        self.refuse(after.match.game.key)
