"""How a person's matches ended: what personal bests, "My results" and the result of a match are made of."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from fivefold.house.ledger import Ledger
from fivefold.house.log import StoredSeat
from fivefold.house.records import stored_dailies as dailies
from fivefold.house.records import stored_finished as finished
from fivefold.house.records.finished import set_up_of
from fivefold.house.records.stored_finished import Finished
from fivefold.house.stored_match import time_from_text
from fivefold.play.catalogue import keys
from fivefold.play.match import Match
from fivefold.play.outcome import Termination
from fivefold.session.seats import COMPUTER

MOST: Final = 2000
"""Matches looked at, the latest ones."""


@dataclass(frozen=True, slots=True)
class Result:
    """How a match ended for a person with one seat in it."""

    match: str
    game: str
    set_up: str
    """As ``finished.set_up`` writes it."""
    ended: datetime
    seat: int
    scores: tuple[int | None, ...]
    """Each seat's points; ``None`` where the match was not played to its end."""
    result: str
    """``won``, ``drawn``, ``lost`` or ``alone``."""
    share: float | None
    """1 for a win, 0 for a loss, equal parts of 1 for a draw; ``None`` where one plays alone."""
    termination: Termination
    levels: tuple[int, ...]
    """The levels of the computer opponents."""
    rivals: tuple[str, ...]
    """The names of the others, computers included."""
    day: str | None
    """The day, ISO 8601, whose deal it was."""

    @property
    def score(self) -> int | None:
        """The person's points; ``None`` where the match was not played to its end."""
        return self.scores[self.seat]


class Results:
    """The results of all people, as far as they count: alone on one's side, on new cards, to an end."""

    def __init__(self, ledger: Ledger) -> None:
        self._ledger = ledger

    def of(self, person_id: str, game: str | None = None, limit: int = MOST) -> list[Result]:
        """Return how a person's matches ended, of one game or of all, the latest first."""
        with self._ledger.reading() as connection:
            found = finished.of_person(connection, person_id, game, limit)
            seats = finished.seats_of(connection, [row.match for row, _ in found])
        known = set(keys())
        return [_result(row, day, seats[row.match]) for row, day in found if row.game in known]

    def of_match(self, match_id: str, person_id: str) -> Result | None:
        """Return how a match ended for a person; ``None`` where it goes on, or where they do not play."""
        with self._ledger.reading() as connection:
            found = finished.of_match(connection, match_id, person_id)
            seats = finished.seats_of(connection, [match_id])[match_id]
        return next((_result(row, day, seats) for row, day in found), None)

    def of_day(self, game: str, day: str) -> list[tuple[StoredSeat, Result]]:
        """Return how the matches on a day's deal ended that were begun that day, each with its person's seat."""
        with self._ledger.reading() as connection:
            found = finished.of_matches(connection, dailies.finished(game, day), dailies.MOST_RESULTS)
            seats = finished.seats_of(connection, [row.match for row, _ in found])
        return [(seats[row.match][row.seat], _result(row, of, seats[row.match])) for row, of in found]

    def best(self, person_id: str, match: Match, besides: str = "") -> Result | None:
        """Return a person's result with the most points in matches with this one's set-up, the earliest of several.

        ``besides``: a match that is left out. Who begins makes no difference.
        """
        with self._ledger.reading() as connection:
            found = finished.best(connection, person_id, match.game.key, set_up_of(match), besides)
        return None if found is None else self.of_match(found, person_id)


def _result(row: Finished, day: str | None, seats: Sequence[StoredSeat]) -> Result:
    others = [seat for seat in seats if seat.seat != row.seat]
    return Result(
        match=row.match,
        game=row.game,
        set_up=row.set_up,
        ended=time_from_text(row.ended),
        seat=row.seat,
        scores=tuple(seat.points for seat in seats),
        result=row.result,
        share=row.share,
        termination=Termination(row.termination),
        levels=tuple(seat.level for seat in others if seat.kind == COMPUTER and seat.level is not None),
        rivals=tuple(seat.name for seat in others),
        day=day,
    )
