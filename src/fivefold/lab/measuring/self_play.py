"""Games of a player against itself, two on each start, and what there is to tell of them."""

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from fivefold.contract import CHANCE
from fivefold.lab.measuring.pairing import Matchup, Task, derived_seed, play_to_the_end
from fivefold.play import outcome
from fivefold.play.catalogue import find
from fivefold.play.match import Match


class Told(NamedTuple):
    """What there is to tell of one finished game."""

    first: float
    """What the side that moved first got: 1 if it won, 0 if it lost, between them shared."""
    drawn: bool
    """Whether no side won alone."""
    plies: int
    """Moves that a player chose."""
    choices: float
    """Legal moves where a player chose, on average."""
    lead_changes: int
    """How often another side took the lead in points."""
    margin: float
    """By how many points the side with most was ahead of the next at the end."""
    points: float
    """Points of a seat at the end, on average."""


class Start(NamedTuple):
    """Two games on one start: the same deal, the same dice, the same seat to begin, other choices."""

    number: int
    games: tuple[Told, Told]


def play_start(task: Task) -> Start:
    """Play both games on a start; both sides are the matchup's player A."""
    return Start(task.number, (told(finished_game(task, 0)), told(finished_game(task, 1))))


def finished_game(task: Task, half: int) -> Match:
    """Return one of the two games on a start, played to its end."""
    matchup = task.matchup
    match = start_of(matchup, task.number)
    for move in task.opening:
        match.make(move)
    seed = derived_seed(matchup.seed, task.number, half)
    play_to_the_end(match, [matchup.a] * len(match.seats), matchup.scale, seed)
    return match


def start_of(matchup: Matchup, number: int) -> Match:
    """Return a match at its start; who begins is drawn with the deal where the game leaves it open."""
    return Match(find(matchup.game), seed=derived_seed(matchup.seed, number), options=dict(matchup.options))


def dump(start: Start) -> Any:
    """Return what JSON can hold."""
    return [start.number, *map(list, start.games)]


def load(data: Any) -> Start:
    """Return what ``dump`` was given."""
    number, one, other = data
    return Start(number, (Told(*one), Told(*other)))


# --- one game --------------------------------------------------------------------------------------------------------


def told(match: Match) -> Told:
    """Return what there is to tell of a finished match."""
    assert match.outcome is not None  # noqa: S101  callers pass finished matches
    sides = sides_of(match)
    began = next((mover for mover in match.movers if mover != CHANCE), 0)
    ours = next(side for side in sides if began in side)
    ends = sorted((side_points(side, match.outcome.scores) for side in sides), reverse=True)
    returns = match.outcome.returns
    shares = [sum(returns[seat] for seat in side) for side in sides]
    return Told(
        first=sum(returns[seat] for seat in ours),
        drawn=len(sides) > 1 and max(shares) < 1,
        plies=len(match.decisions),
        choices=choices(match),
        lead_changes=lead_changes(leaders(match, sides)),
        margin=ends[0] - ends[1] if len(ends) > 1 else 0.0,
        points=sum(match.outcome.scores) / len(match.seats),
    )


def sides_of(match: Match) -> list[tuple[int, ...]]:
    """Return the seats of each side, in the order of the seats: partners are one side."""
    team = match.game.setup.team
    seats = range(len(match.seats))
    return list(dict.fromkeys(tuple(sorted(team(match.options, seat))) for seat in seats))


def side_points(side: Sequence[int], scores: Sequence[int]) -> float:
    """Return a side's points, a seat."""
    return sum(scores[seat] for seat in side) / len(side)


def choices(match: Match) -> float:
    """Return how many legal moves there were where a player chose, on average."""
    chosen, found = set(match.decisions), [0] * match.game.rules.MAX_MOVES
    counts = [match.game.rules.legal_moves(ply.before, found) for ply in match.replay() if ply.number - 1 in chosen]
    return sum(counts) / len(counts) if counts else 0.0


def leaders(match: Match, sides: Sequence[Sequence[int]]) -> Iterator[int | None]:
    """Yield the number of the side that is ahead in points after each ply, ``None`` where it is not one alone."""
    for ply in match.replay():
        scores = outcome.points(match.game, match.options, ply.after)
        points = [side_points(side, scores) for side in sides]
        most = max(points)
        yield points.index(most) if points.count(most) == 1 else None


def lead_changes(ahead: Iterator[int | None]) -> int:
    """Return how often another side took the lead; an even score in between changes nothing."""
    last, changes = None, 0
    for side in ahead:
        if side is not None:
            changes += last is not None and side != last
            last = side
    return changes
