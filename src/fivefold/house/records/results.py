"""How a person's matches ended: what personal bests, "My results" and the result of a match are made of."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from sqlalchemy import ColumnElement, func, select

from fivefold.house.database.schema import dailies, finished, matches
from fivefold.house.ledger import Ledger
from fivefold.house.log import StoredSeat
from fivefold.house.records.finished import COLUMNS, HALF, Finished, seats_of, set_up_of
from fivefold.house.stored_match import time_from_text
from fivefold.play.catalogue import keys
from fivefold.play.match import Match
from fivefold.play.outcome import Termination
from fivefold.session.seats import COMPUTER

MOST: Final = 2000
"""Matches looked at, the latest ones."""
MOST_OF_A_DAY: Final = 1000
"""Of one day and game; the first who finished."""
ON_THE_DAY: Final[ColumnElement[bool]] = func.substr(matches.c.started, 1, 10) == dailies.c.day
"""Whether a match on a day's deal was begun that day."""


@dataclass(frozen=True, slots=True)
class PersonResult:
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

    def of(self, person_id: str, game: str | None = None, limit: int = MOST) -> list[PersonResult]:
        """Return how a person's matches ended, of one game or of all, the latest first."""
        mine = (finished.c.person == person_id) & finished.c.counts & (finished.c.result != HALF)
        found = self._found(mine if game is None else mine & (finished.c.game == game), limit)
        known = set(keys())
        return [result for _, result in found if result.game in known]

    def of_match(self, match_id: str, person_id: str) -> PersonResult | None:
        """Return how a match ended for a person; ``None`` where it goes on, or where they do not play."""
        found = self._found((finished.c.match == match_id) & (finished.c.person == person_id), 1)
        return next((result for _, result in found), None)

    def of_day(self, game: str, day: str) -> list[tuple[StoredSeat, PersonResult]]:
        """Return how the matches on a day's deal ended that were begun that day, each with its person's seat."""
        joined = dailies.join(matches, matches.c.id == dailies.c.match)
        here = (dailies.c.game == game) & (dailies.c.day == day) & (matches.c.status == "over") & ON_THE_DAY
        ended = select(dailies.c.match).select_from(joined).where(here)
        return self._found(finished.c.match.in_(ended) & finished.c.counts, MOST_OF_A_DAY)

    def best(self, person_id: str, match: Match, besides: str = "") -> PersonResult | None:
        """Return a person's result with the most points in matches with this one's set-up, the earliest of several.

        ``besides``: a match that is left out. Who begins makes no difference.
        """
        game, set_up = match.game.key, set_up_of(match)
        alike = (finished.c.person == person_id) & finished.c.counts & (finished.c.game == game)
        here = alike & (finished.c.set_up == set_up) & finished.c.points.is_not(None) & (finished.c.match != besides)
        chosen = select(finished.c.match).where(here).order_by(finished.c.points.desc(), finished.c.ended).limit(1)
        with self._ledger.reading() as connection:
            found = connection.scalar(chosen)
        return None if found is None else self.of_match(found, person_id)

    def _found(self, which: ColumnElement[bool], limit: int) -> list[tuple[StoredSeat, PersonResult]]:
        chosen = (
            select(*COLUMNS, dailies.c.day)
            .select_from(finished.outerjoin(dailies, dailies.c.match == finished.c.match))
            .where(which)
            .order_by(finished.c.ended.desc(), finished.c.match.desc())
            .limit(limit)
        )
        with self._ledger.reading() as connection:
            found = [(Finished(*row[:-1]), row[-1]) for row in connection.execute(chosen)]
            seats = seats_of(connection, [row.match for row, _ in found])
        return [(seats[row.match][row.seat], _result(row, day, seats[row.match])) for row, day in found]


def _result(row: Finished, day: str | None, seats: Sequence[StoredSeat]) -> PersonResult:
    others = [seat for seat in seats if seat.seat != row.seat]
    return PersonResult(
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
