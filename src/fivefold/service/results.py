"""How a person's matches ended: what personal bests, "My results" and the result of a match are made of."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from fivefold.contract import Game
from fivefold.play.catalogue import find, keys
from fivefold.play.outcome import Termination
from fivefold.service.ledger import Ledger
from fivefold.service.stored_match import time_from_text
from fivefold.session.seats import COMPUTER
from fivefold.session.snapshot import MOVE
from fivefold.store import results
from fivefold.store.log import StoredSeat
from fivefold.store.results import FinishedMatch

MOST: Final = 2000
"""Matches looked at, the latest ones."""
KEPT: Final = 4000
"""Outcomes kept that only playing a match through can tell."""


@dataclass(frozen=True, slots=True)
class Result:
    """How a match ended for a person with one seat in it."""

    match: str
    game: str
    options: Mapping[str, str]
    ended: datetime
    seat: int
    scores: tuple[int | None, ...]
    """Each seat's points; ``None`` where the match was not played to its end."""
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
    """The results of all people. Matches in which a person has several seats are left out: nobody won them alone."""

    def __init__(self, ledger: Ledger) -> None:
        self._ledger = ledger
        self._shares: dict[str, tuple[float, ...]] = {}

    def of(self, person_id: str, game: str | None = None, limit: int = MOST) -> list[Result]:
        """Return how a person's matches ended, of one game or of all, the latest first."""
        with self._ledger.reading() as connection:
            found = results.of_person(connection, person_id, game, limit)
        known = set(keys())
        return [made for each in found if each.game in known and (made := self._result(each, person_id)) is not None]

    def of_day(self, game: str, day: str) -> list[tuple[StoredSeat, Result]]:
        """Return how the matches on a day's deal ended that were begun that day, each with its person's seat."""
        with self._ledger.reading() as connection:
            found = results.of_day(connection, game, day)
        seated = [(next(seat for seat in each.seats if seat.person is not None), each) for each in found]
        made = [(seat, self._result(each, seat.person or "")) for seat, each in seated]
        return [(seat, result) for seat, result in made if result is not None]

    def best(self, person_id: str, game: str, options: Mapping[str, str], besides: str = "") -> Result | None:
        """Return a person's result with the most points in matches with these options, the earliest of several.

        ``besides``: a match that is left out. Who begins makes no difference.
        """
        begins = find(game).setup.starting_option
        told = {name: value for name, value in options.items() if begins is None or name != begins.name}
        alike = [
            each
            for each in self.of(person_id, game)
            if each.match != besides and each.score is not None and told.items() <= each.options.items()
        ]
        return max(reversed(alike), key=lambda each: each.score or 0, default=None)

    def _result(self, found: FinishedMatch, person_id: str) -> Result | None:
        mine = [seat.seat for seat in found.seats if seat.person == person_id]
        if len(mine) != 1:
            return None
        others = [seat for seat in found.seats if seat.seat != mine[0]]
        return Result(
            match=found.id,
            game=found.game,
            options=found.options,
            ended=time_from_text(found.ended),
            seat=mine[0],
            scores=tuple(seat.points for seat in found.seats),
            share=self._shares_of(found)[mine[0]] if others else None,
            termination=Termination.PLAYED_OUT if found.last_kind == MOVE else Termination(found.last_kind),
            levels=tuple(seat.level for seat in others if seat.kind == COMPUTER and seat.level is not None),
            rivals=tuple(seat.name for seat in others),
            day=found.day,
        )

    def _shares_of(self, found: FinishedMatch) -> Sequence[float]:
        """Return each seat's share of the win; where neither points nor a resignation tell, the match is replayed."""
        game, points = find(found.game), [seat.points for seat in found.seats]
        if game.traits.scores_decide and None not in points:
            ahead = [mine == max(each for each in points if each is not None) for mine in points]
            return [leads / sum(ahead) for leads in ahead]
        if found.last_kind != MOVE and not game.traits.teams:
            return _broken_off(found)
        return self._replayed(game, found)

    def _replayed(self, game: Game, found: FinishedMatch) -> Sequence[float]:
        known = self._shares.get(found.id)
        if known is None:
            outcome = self._ledger.known(found.id).match.outcome
            known = outcome.returns if outcome is not None else tuple(0.0 for _ in found.seats)
            if len(self._shares) >= KEPT:
                self._shares = {}
            self._shares[found.id] = known
        return known


def _broken_off(found: FinishedMatch) -> Sequence[float]:
    """Return each seat's share where one lost by resigning or on time, or nobody did."""
    count = len(found.seats)
    if found.last_kind == Termination.ABANDONED:
        return [1 / count] * count
    return [0.0 if seat == found.last_mover else 1 / (count - 1) for seat in range(count)]
