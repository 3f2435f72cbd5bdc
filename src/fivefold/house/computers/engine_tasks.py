"""What the strongest opponent finds out about a match: a hint, what a coach says, arrangements, estimates."""

from typing import Final

from fivefold.engine.budget import Budget
from fivefold.engine.cache import is_warm
from fivefold.engine.calibration import calibration_at
from fivefold.engine.opponents import LEVELS
from fivefold.engine.worker_main import hindsight_question, question
from fivefold.house.computers import analysis, hindsight
from fivefold.house.computers.agenda import Urgency
from fivefold.house.computers.coach import coach_view
from fivefold.house.computers.hindsight import Arrangement
from fivefold.house.computers.hints import hint
from fivefold.house.computers.local_results import GONE_ON, Dropped, Subject
from fivefold.house.computers.stored_results import AskedQuestion
from fivefold.house.computers.thinking import Thinking
from fivefold.house.house import House
from fivefold.house.match_view.view_types import CoachView, HindsightView, HintView
from fivefold.session.snapshot import MatchSnapshot

HINT_BUDGET: Final = Budget(seconds=1.5)


class EngineTasks:
    """Has workers think, and makes of their answers what people are shown. Each raises ``NoAnswer``."""

    def __init__(self, house: House, workers: Thinking) -> None:
        self._house, self._workers = house, workers

    def hint(self, snapshot: MatchSnapshot) -> HintView:
        """Return what to play in a position. Raises ``Dropped`` where the match has gone on."""
        if self._house.known(snapshot.id).number != snapshot.number:
            raise Dropped(GONE_ON)
        thought = self._workers.think(question(snapshot.match, len(LEVELS), HINT_BUDGET))
        return hint(snapshot.match, thought, calibration_at(snapshot.match, snapshot.levels))

    def coach(self, snapshot: MatchSnapshot, ply: int) -> CoachView:
        """Return what a coach says of a move."""
        match, row = snapshot.match, snapshot.row_at(ply)
        shown = calibration_at(match, snapshot.levels, ply, row)
        made = analysis.analyse(match, ply, row, self._workers.think, shown)
        return coach_view(match, ply, made)

    def arrangements(self, snapshot: MatchSnapshot) -> HindsightView:
        """Return what could have been made of the cards of a match that is over, and store it."""
        known = self._house.arrangements.of(snapshot.id)
        for seat in range(len(snapshot.seats)):
            if seat not in known:
                found = self._workers.arrange(hindsight_question(snapshot.match, seat))
                known[seat] = Arrangement(seat, tuple(found.row), found.points, found.seconds)
                self._house.arrangements.keep(snapshot.id, known[seat])
        return hindsight.hindsight_view(snapshot, known)

    def estimate(self, match_id: str) -> bool:
        """Analyse the first ply that is missing, or was only looked at quickly; return whether there was one."""
        snapshot, known = self._house.snapshot(match_id), self._house.estimates.of(match_id)
        match = snapshot.match
        sure = {ply for ply, made in known.items() if not made.note or not is_warm(match.game)}
        missing = [ply for ply in analysis.plies_to_analyse(match) if ply not in sure]
        if missing:
            ply, row = missing[0], snapshot.row_at(missing[0])
            shown = calibration_at(match, snapshot.levels, ply, row)
            self._house.estimates.keep(match_id, analysis.analyse(match, ply, row, self._workers.think, shown))
        return bool(missing)

    def answer(self, asked: AskedQuestion) -> HintView | CoachView | HindsightView:
        """Return what was asked of a match in another process, as whoever asked may see it."""
        self._house.catch_up(asked.match)
        snapshot = self._house.shown_to(asked.person, asked.match)
        if asked.kind == Urgency.HINDSIGHT.name.lower():
            return self.arrangements(snapshot)
        if asked.kind == Urgency.COACH.name.lower():
            return self.coach(snapshot, asked.ply)
        if snapshot.number != asked.number:
            raise Dropped(GONE_ON)
        return self.hint(snapshot)


def choice(snapshot: MatchSnapshot, ply: int) -> Subject:
    """Return what names a choice that was made: the position before it, and the move."""
    return Subject(f"{snapshot.id} move {ply}: {snapshot.match.history[ply]}", snapshot.id, snapshot.number, ply)


def position(snapshot: MatchSnapshot) -> Subject:
    """Return what names the position that a match has reached."""
    return Subject(f"{snapshot.id} at {snapshot.number}", snapshot.id, snapshot.number)


def urgency(snapshot: MatchSnapshot) -> Urgency:
    """Return how urgent a move is: nobody waits for a companion's, nor for those of computers among themselves."""
    return Urgency.MOVE if any(seat.person for seat in snapshot.seats) else Urgency.BESIDE
