"""What the engine says about a match that is over: at each ply the best move, the chances, and what the played move
lost.

A game for one player has expected points in place of chances. Where cards can be arranged differently, the
best that could have been made of them is kept here too.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from enum import StrEnum
from itertools import pairwise
from typing import Any, Final, cast

from sqlalchemy import delete, insert, select

from fivefold.contract import ANYONE, CHANCE, Game, Hindsight
from fivefold.contract.words import explain
from fivefold.engine.budget import Budget
from fivefold.engine.calibration import Calibration
from fivefold.engine.opponents import LEVELS, Thought
from fivefold.engine.strength import levels_of
from fivefold.engine.worker_main import Question
from fivefold.house.database.schema import analyses, hindsights
from fivefold.house.errors import NotOffered
from fivefold.house.ledger import Ledger
from fivefold.house.match_view.pictures import drawn_beside
from fivefold.house.match_view.view_types import ArrangementView, EstimateView, HindsightView
from fivefold.play.match import Match
from fivefold.play.observation import observed
from fivefold.play.outcome import points
from fivefold.session.snapshot import OVER, MatchSnapshot


class MistakeKind(StrEnum):
    """What was wrong with a move."""

    MISSED = "missed"  # The better move would have scored more at once.
    HASTY = "hasty"  # It scored more at once than the better move, which pays later.
    UNSEEN = "unseen"  # Both score the same at once; what follows differs.


@dataclass(frozen=True, slots=True)
class Estimate:
    """The engine's view of one position of a match that is over."""

    ply: int  # The position, by the moves made before it: the first is 0.
    text: str  # The best move.
    explain: str  # What the best move earns or does, in words.
    values: tuple[float, ...]  # For each seat its chance to win, 0 to 1; draws count as shared.
    points: float
    """The lead of the side to move that best play is expected to bring, in the units of the game's ``value``; for one
    player the final score."""
    line: tuple[str, ...]  # The play it expects, the best move first.
    played: str  # The move that was made; "" where the match was broken off here.
    loss: float
    """What the played move cost its mover in chance to win, 0 to 1; 0 where that cannot be told, and for one player."""
    exact: bool = False  # Whether this was searched to the end of the game.
    note: str = ""  # Why it may be weaker than usual; empty as a rule.
    cost: float = 0.0  # What the played move cost one player in points of the final score; 0 for several.
    seat: int = -1  # Whose move it was; -1 where the match was broken off, and in estimates older than this.
    kind: str = ""  # The kind of mistake that it would be: a ``MistakeKind``; empty where it was the best move.

    def view(self) -> EstimateView:
        """Return it as it is sent and stored."""
        return cast(EstimateView, asdict(self) | {"values": list(self.values), "line": list(self.line)})

    @classmethod
    def from_json(cls, stored: Mapping[str, Any]) -> "Estimate":
        """Return the estimate that ``view`` made."""
        return cls(**{**stored, "values": tuple(stored["values"]), "line": tuple(stored["line"])})


class Estimates:
    """The estimates of all matches that are over."""

    def __init__(self, ledger: Ledger) -> None:
        self._ledger = ledger

    def of(self, match_id: str) -> dict[int, Estimate]:
        """Return what is known of a match, by ply."""
        chosen = select(analyses.c.ply, analyses.c.estimate).where(analyses.c.match == match_id)
        found = self._ledger.rows(chosen)
        return {ply: Estimate.from_json(stored) for ply, stored in found}

    def keep(self, match_id: str, estimate: Estimate) -> None:
        """Store an estimate, in place of what was known of its ply."""
        with self._ledger.writing() as connection:
            connection.execute(delete(analyses).where(analyses.c.match == match_id, analyses.c.ply == estimate.ply))
            new = {"match": match_id, "ply": estimate.ply, "estimate": dict(estimate.view())}
            connection.execute(insert(analyses), new)


Think = Callable[[Question], Thought]
QUICK_NOTE: Final = "A quick look only: the engine is still being compiled."


def plies_to_analyse(match: Match) -> list[int]:
    """Return the positions to judge, ascending: where a player chose, and the last one of a match broken off."""
    chosen = list(match.decisions)
    goes_on = match.ending is not None and match.game.rules.to_move(match.row) >= 0  # (in a race it is nobody's turn)
    return [*chosen, len(match.moves)] if goes_on else chosen


def budget_of(game: Game) -> Budget:
    """Return the budget for one ply: a number of positions, not of seconds, so that the result is always the same. The
    strongest opponent that does not use a clock spends as much."""
    return replace(levels_of(game)[-2], slip=0)


def analyse(
    match: Match, ply: int, row: Sequence[int], think: Think, calibration: Calibration | None = None
) -> Estimate:
    """Return the estimate of ``row``, the position after ``ply`` plies of a match that is over. ``calibration``: how
    chances are shown there."""
    played = match.moves[ply] if ply < len(match.moves) else None
    turn = match.game.rules.to_move(list(row))
    mover = match.movers[ply] if turn == ANYONE else None
    thought = calibrated(think(_question(match, ply, budget_of(match.game), weigh=played, mover=mover)), calibration)
    position, alone = observed(match.game, row, turn), len(match.seats) == 1
    best = match.game.notation.read(position, thought.text)
    return Estimate(
        ply=ply,
        text=thought.text,
        explain=explain(match.game.notation, position, best),
        values=thought.values,
        points=thought.points,
        line=thought.line,
        played="" if played is None else match.history[ply],
        loss=0.0 if alone else _loss(match, ply, thought, think, calibration),
        exact=thought.exact,
        note=QUICK_NOTE if thought.note else "",
        cost=_weighed(match, ply, thought) or 0.0 if alone else 0.0,
        seat=-1 if played is None else match.movers[ply],
        kind="" if played in {None, best} else _kind(match, position, best, row, ply),
    )


def _kind(match: Match, seen: Sequence[int], best: int, row: Sequence[int], ply: int) -> MistakeKind:
    """Return what kind of mistake the move after so many plies would be, by what it and the best one score at once.
    ``seen``: the position as its player saw it."""
    seat = match.movers[ply]
    more = _scored(match, seen, best, seat) - _scored(match, row, match.moves[ply], seat)
    return MistakeKind.MISSED if more > 0 else MistakeKind.HASTY if more < 0 else MistakeKind.UNSEEN


def _scored(match: Match, row: Sequence[int], move: int, seat: int) -> int:
    after = list(row)
    match.game.rules.play(after, move)
    return points(match.game, match.options, after)[seat]


def _question(
    match: Match, ply: int, budget: Budget, seat: int | None = None, weigh: int | None = None, mover: int | None = None
) -> Question:
    chance = [text for text, mover in zip(match.history[:ply], match.movers[:ply], strict=True) if mover == CHANCE]
    moves, options = tuple(match.moves[:ply]), dict(match.options)
    level = len(LEVELS)
    return Question(
        match.game.key, options, moves, tuple(chance), level, budget, fresh=True, seat=seat, weigh=weigh, mover=mover
    )


def calibrated(thought: Thought, calibration: Calibration | None) -> Thought:
    """Return a thought with the chances that are shown in place of those searched with; a certain draw stays one."""
    if calibration is None or (thought.exact and len(set(thought.values)) == 1):
        return thought
    weighed = {text: calibration.chance(value) for text, value in thought.weighed.items()}
    return replace(thought, values=calibration.shares(thought.values), weighed=weighed)


def _loss(match: Match, ply: int, thought: Thought, think: Think, calibration: Calibration | None) -> float:
    """Return how much less the mover can hope for after the played move than with the best one.

    The search may have compared the two, over all that chance may bring. Otherwise the position after is judged, where
    nothing but the player's choice led to it; both are shown alike, by the calibration before the move.
    """
    lost = _weighed(match, ply, thought)
    if lost is not None:
        return lost
    after = next((later for later in plies_to_analyse(match) if later > ply), len(match.moves))
    mover = match.movers[ply]
    if mover < 0 or _came_between(match, ply, after):
        return 0.0
    searched = _values_after(match, after, mover, thought.depth - 1, think)
    values = searched if calibration is None else calibration.shares(searched)
    return max(0.0, chance_to_win(match, thought.values, mover) - chance_to_win(match, values, mover))


def reconciled(match: Match, found: Mapping[int, Estimate]) -> dict[int, Estimate]:
    """Return the estimates of a match, each loss no more than the next position's own estimate confirms. Two searches
    see differently far. What the next one gives back was never lost."""
    following = dict(pairwise(plies_to_analyse(match)))
    return {ply: _confirmed(match, one, found.get(following.get(ply, -1))) for ply, one in found.items()}


def _confirmed(match: Match, estimate: Estimate, after: Estimate | None) -> Estimate:
    """Return an estimate, its loss no more than its mover's chance fell until the next one; that of luck aside."""
    if not estimate.loss or after is None or _came_between(match, estimate.ply, after.ply):
        return estimate
    mover = match.movers[estimate.ply]
    fell = chance_to_win(match, estimate.values, mover) - chance_to_win(match, after.values, mover)
    return replace(estimate, loss=min(estimate.loss, max(0.0, fell)))


def _came_between(match: Match, ply: int, after: int) -> bool:
    """Tell whether chance, or somebody who dropped out, changed more between two positions than the move made there."""
    return CHANCE in match.movers[ply + 1 : after] or any(map(match.game.drop_out_in, match.moves[ply + 1 : after]))


def _weighed(match: Match, ply: int, thought: Thought) -> float | None:
    """Return how much less the played move is worth than the best where the search compared them, else ``None``."""
    if ply == len(match.moves) or match.history[ply] == thought.text:
        return 0.0
    if {match.history[ply], thought.text} <= thought.weighed.keys():
        return max(0.0, thought.weighed[thought.text] - thought.weighed[match.history[ply]])
    return None


def _values_after(match: Match, ply: int, seat: int, depth: int, think: Think) -> Sequence[float]:
    """Return each seat's chance to win after so many plies, as ``seat`` sees it. The search goes exactly as deep as the
    one that chose: its value depends on whose move it ends with."""
    if match.ending is None and ply == len(match.moves) and match.outcome is not None:
        return match.outcome.returns
    budget = Budget(nodes=2 * budget_of(match.game).nodes, depth=max(1, depth))
    return think(_question(match, ply, budget, seat)).values


def chance_to_win(match: Match, values: Sequence[float], seat: int) -> float:
    """Return the chance to win of a seat's team, 0 to 1."""
    return sum(values[friend] for friend in match.game.setup.team(match.options, seat))


def chances(match: Match, estimate: Estimate, seat: int) -> tuple[float, float]:
    """Return a seat's chance to win before the move that was made and after it: of two sides one gains what the other
    loses."""
    had = chance_to_win(match, estimate.values, seat)
    loses = seat in match.game.setup.team(match.options, match.movers[estimate.ply])
    return had, min(1.0, max(0.0, had - estimate.loss if loses else had + estimate.loss))


@dataclass(frozen=True, slots=True)
class Arrangement:
    """The best arrangement found for one seat's cards."""

    seat: int
    row: tuple[int, ...]  # The finished position with this arrangement.
    points: int
    seconds: float  # How long the search took.


class Arrangements:
    """The arrangements of all matches that are over."""

    def __init__(self, ledger: Ledger) -> None:
        self._ledger = ledger

    def of(self, match_id: str) -> dict[int, Arrangement]:
        """Return the best that each seat could have made of a match's cards, as far as it was found out."""
        chosen = select(hindsights.c.seat, hindsights.c.found).where(hindsights.c.match == match_id)
        found = self._ledger.rows(chosen)
        return {seat: Arrangement(**{**stored, "row": tuple(stored["row"])}) for seat, stored in found}

    def keep(self, match_id: str, arrangement: Arrangement) -> None:
        """Store an arrangement, in place of what was known of its seat."""
        found = asdict(arrangement) | {"row": list(arrangement.row)}
        known = (hindsights.c.match == match_id) & (hindsights.c.seat == arrangement.seat)
        with self._ledger.writing() as connection:
            connection.execute(delete(hindsights).where(known))
            connection.execute(insert(hindsights), {"match": match_id, "seat": arrangement.seat, "found": found})


def check_hindsight(snapshot: MatchSnapshot) -> None:
    """Raise ``NotOffered`` where there is no hindsight, saying why."""
    game = snapshot.match.game
    if game.extra_of(Hindsight) is None:
        raise NotOffered(f"{game.name} has no cards to arrange differently", subject="hindsight")
    if snapshot.status != OVER:
        raise NotOffered("you get it when the match is over", subject="hindsight")
    if not snapshot.match.dealt:
        raise NotOffered("no cards were dealt", subject="hindsight")


def hindsight_view(snapshot: MatchSnapshot, found: Mapping[int, Arrangement]) -> HindsightView:
    """Return the arrangements of a finished match, by seat."""
    return {"seats": [_arrangement_view(snapshot, found[seat]) for seat in sorted(found)]}


def _arrangement_view(snapshot: MatchSnapshot, found: Arrangement) -> ArrangementView:
    match, row = snapshot.match, list(found.row)
    yours = points(match.game, match.options, match.row)[found.seat]
    # What the player made is an arrangement too, and the search may have missed it.
    best = max(found.points, yours)
    if best > found.points:
        row = match.row.copy()
    return {
        "seat": found.seat,
        "picture": drawn_beside(match.game, tuple(row), True, f"beside-{found.seat}").svg,
        "points": best,
        "yours": yours,
        "share": max(0.0, yours / best) if best > 0 else None,
        "seconds": found.seconds,
    }
