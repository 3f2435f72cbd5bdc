"""What can be said of a game from matches of a player against itself, and what can be wanted of that."""

import math
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, Final, NamedTuple, TypeAlias

from fivefold.contract import CHANCE, Game
from fivefold.contract.errors import InvalidOption
from fivefold.lab.arguments import lab_data
from fivefold.lab.estimates import Estimate, Z, clustered_mean, clustered_share, mean
from fivefold.lab.matches import Matchup, PairTask, derived_seed, play_to_the_end
from fivefold.play import outcome
from fivefold.play.catalogue import find
from fivefold.play.match import Match


class SelfPlayGame(NamedTuple):
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


class SelfPlayStart(NamedTuple):
    """Two games on one start: the same deal, the same dice, the same seat to begin, other choices."""

    number: int
    games: tuple[SelfPlayGame, SelfPlayGame]


def play_start(task: PairTask) -> SelfPlayStart:
    """Play both games on a start; both sides are the matchup's player A."""
    return SelfPlayStart(task.number, (told_of(game_from_start(task, 0)), told_of(game_from_start(task, 1))))


def game_from_start(task: PairTask, half: int) -> Match:
    """Return one of the two games on a start, played to its end."""
    matchup = task.matchup
    match = _start_of(matchup, task.number)
    for move in task.opening:
        match.make(move)
    seed = derived_seed(matchup.seed, task.number, half)
    play_to_the_end(match, [matchup.a] * len(match.seats), matchup.scale, seed)
    return match


def _start_of(matchup: Matchup, number: int) -> Match:
    """Return a match at its start; who begins is drawn with the deal where the game leaves it open."""
    return Match(find(matchup.game), seed=derived_seed(matchup.seed, number), options=dict(matchup.options))


def dump_start(start: SelfPlayStart) -> Any:
    """Return what JSON can hold."""
    return [start.number, *map(list, start.games)]


def load_start(data: Any) -> SelfPlayStart:
    """Return what ``dump`` was given."""
    number, one, other = data
    return SelfPlayStart(number, (SelfPlayGame(*one), SelfPlayGame(*other)))


# --- one game --------------------------------------------------------------------------------------------------------


def told_of(match: Match) -> SelfPlayGame:
    """Return what there is to tell of a finished match."""
    assert match.outcome is not None  # noqa: S101  callers pass finished matches
    sides = sides_of(match)
    began = next((mover for mover in match.movers if mover != CHANCE), 0)
    ours = next(side for side in sides if began in side)
    ends = sorted((_side_points(side, match.outcome.scores) for side in sides), reverse=True)
    returns = match.outcome.returns
    shares = [sum(returns[seat] for seat in side) for side in sides]
    return SelfPlayGame(
        first=sum(returns[seat] for seat in ours),
        drawn=len(sides) > 1 and max(shares) < 1,
        plies=len(match.decisions),
        choices=_choices(match),
        lead_changes=lead_changes(_leaders(match, sides)),
        margin=ends[0] - ends[1] if len(ends) > 1 else 0.0,
        points=sum(match.outcome.scores) / len(match.seats),
    )


def sides_of(match: Match) -> list[tuple[int, ...]]:
    """Return the seats of each side, in the order of the seats: partners are one side."""
    team = match.game.setup.team
    seats = range(len(match.seats))
    return list(dict.fromkeys(tuple(sorted(team(match.options, seat))) for seat in seats))


def _side_points(side: Sequence[int], scores: Sequence[int]) -> float:
    return sum(scores[seat] for seat in side) / len(side)


def _choices(match: Match) -> float:
    """Return how many legal moves there were where a player chose, on average."""
    chosen, found = set(match.decisions), [0] * match.game.rules.MAX_MOVES
    counts = [match.game.rules.legal_moves(ply.before, found) for ply in match.replay() if ply.number - 1 in chosen]
    return sum(counts) / len(counts) if counts else 0.0


def _leaders(match: Match, sides: Sequence[Sequence[int]]) -> Iterator[int | None]:
    """Yield the number of the side that is ahead in points after each ply, ``None`` where it is not one alone."""
    for ply in match.replay():
        scores = outcome.points(match.game, match.options, ply.after)
        points = [_side_points(side, scores) for side in sides]
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


# --- properties ------------------------------------------------------------------------------------------------------

Starts = Sequence[SelfPlayStart]
"""At least one."""


@dataclass(frozen=True, slots=True)
class MeasuringContext:
    """What a property needs to know besides the games."""

    fair: float = 0.5
    """What the side that moves first would get if it were like any other."""
    seconds: float = 10.0
    """How long people think about a move."""


Measure: TypeAlias = Callable[[Starts, MeasuringContext], Estimate]


@dataclass(frozen=True, slots=True)
class Property:
    """Something to measure, as ``sweep.toml`` declares it."""

    name: str
    measure: Measure
    meaning: str
    unit: str = ""
    signed: bool = False
    for_several: bool = False
    pools: bool = True
    in_turns: bool = False


def context_of(game: Game, options: Mapping[str, str], seconds: float) -> MeasuringContext:
    """Return the context of a game with a complete set of options."""
    seats = game.setup.seats(options)
    return MeasuringContext(len(game.setup.team(options, 0)) / seats, seconds)


def missing(wanted: Property, seats: int, race: bool) -> str:
    """Return why a property means nothing in a game for so many, empty if it does."""
    if wanted.for_several and seats == 1:
        return "means nothing where one plays alone"
    if wanted.in_turns and race:
        return "means nothing in a race, where nobody is first to move"
    return ""


def _mean_over_games(figure: Callable[[SelfPlayGame], float]) -> Measure:
    def measure(starts: Starts, context: MeasuringContext) -> Estimate:
        return clustered_mean(*_of_games(figure, starts))

    return measure


def _share_over_games(figure: Callable[[SelfPlayGame], float], starts: Starts) -> Estimate:
    """Return the mean of a figure from 0 to 1 in per cent."""
    found = clustered_share(*_of_games(figure, starts))
    return Estimate(100 * found.mean, 100 * found.low, 100 * found.high)


def _of_games(figure: Callable[[SelfPlayGame], float], starts: Starts) -> tuple[list[float], list[int]]:
    """Return a figure of each game, and the number of its start: games on one are not independent."""
    told = [(float(figure(game)), start.number) for start in starts for game in start.games]
    return [each for each, _ in told], [number for _, number in told]


def wider(found: Estimate, factor: float) -> Estimate:
    """Return an estimate with its interval so many times as wide."""
    below, above = found.mean - found.low, found.high - found.mean
    return Estimate(found.mean, found.mean - factor * below, found.mean + factor * above)


def size_of(found: Estimate) -> Estimate:
    """Return an estimate without its sign."""
    ends = abs(found.low), abs(found.high)
    return Estimate(abs(found.mean), 0.0 if found.low <= 0 <= found.high else min(ends), max(ends))


def _edge(starts: Starts, context: MeasuringContext) -> Estimate:
    share, fair = _share_over_games(lambda game: game.first, starts), 100 * context.fair
    return Estimate(share.mean - fair, share.low - fair, share.high - fair)


def _draws(starts: Starts, context: MeasuringContext) -> Estimate:
    return _share_over_games(lambda game: float(game.drawn), starts)


def _minutes(starts: Starts, context: MeasuringContext) -> Estimate:
    plies, factor = _mean_over_games(lambda game: game.plies)(starts, context), context.seconds / 60
    return Estimate(plies.mean * factor, plies.low * factor, plies.high * factor)


def _luck(starts: Starts, context: MeasuringContext) -> Estimate:
    """Return how much of who wins is settled by the start and by chance, in per cent.

    Two games of equal players on one start, with other choices, end alike more often the more the start decides: the
    correlation within starts, with Fisher's interval (Fisher 1925, section 39).
    """
    results = [(start.games[0].first, start.games[1].first) for start in starts]
    count, middle = len(results), mean(each for pair in results for each in pair)
    spread = sum((each - middle) ** 2 for pair in results for each in pair) / 2
    if count < 3 or spread == 0:
        return Estimate(0.0, 0.0, 100.0)
    alike = sum((one - middle) * (other - middle) for one, other in results) / spread
    bound = count / (count + 1)
    centre, half = math.atanh(max(-bound, min(bound, alike))), Z / math.sqrt(count - 1.5)
    low, high = math.tanh(centre - half), math.tanh(centre + half)
    return Estimate(*(100 * max(0.0, share) for share in (alike, low, high)))


MEASURES: Final[Mapping[str, Measure]] = {
    "edge": _edge,
    "draws": _draws,
    "plies": _mean_over_games(lambda game: game.plies),
    "minutes": _minutes,
    "choices": _mean_over_games(lambda game: game.choices),
    "lead-changes": _mean_over_games(lambda game: game.lead_changes),
    "margin": _mean_over_games(lambda game: game.margin),
    "points": _mean_over_games(lambda game: game.points),
    "luck": _luck,
}
PROPERTIES: Final = {name: Property(name, MEASURES[name], **declared) for name, declared in lab_data("sweep").items()}
"""What can be wanted, in the order of ``fivefold sweep --help``."""


def measured(starts: Starts, context: MeasuringContext, names: Sequence[str]) -> dict[str, Estimate]:
    """Return these properties of at least one start."""
    return {name: PROPERTIES[name].measure(starts, context) for name in names}


# --- wants -----------------------------------------------------------------------------------------------------------

FORM: Final = re.compile(
    r"\s*([a-z-]+)\s*([<>=])\s*(-?\d{1,9}(?:\.\d{1,6})?)\s*(?:\.\.\s*(-?\d{1,9}(?:\.\d{1,6})?)\s*)?"
)
FORMS: Final = "NAME<NUMBER, NAME>NUMBER, NAME=NUMBER or NAME=LOW..HIGH"
ABOUT: Final = 0.1
"""How far from the number after ``=`` is still about right, as a share of it."""


class Verdict(StrEnum):
    """Whether what was measured meets a want."""

    MET = "met"
    """The whole interval is where it is wanted."""
    OPEN = "open"
    """Part of it is: more games would tell."""
    NOT_MET = "not met"


@dataclass(frozen=True, slots=True)
class Want:
    """A property that is wanted within bounds."""

    property: Property
    low: float
    high: float
    text: str
    """As it is written, without spaces."""

    def verdict(self, found: Estimate) -> Verdict:
        """Return whether a figure is within the bounds, by its interval."""
        compared = self.compared(found)
        if self.low <= compared.low and compared.high <= self.high:
            return Verdict.MET
        return Verdict.NOT_MET if compared.high < self.low or compared.low > self.high else Verdict.OPEN

    def shortfall(self, found: Estimate) -> float:
        """Return how far the mean is from where it is wanted, in units of the bound; 0 within."""
        return self._beyond(self.compared(found).mean)

    def risk(self, found: Estimate) -> float:
        """Return the same for the worse end of the interval."""
        compared = self.compared(found)
        return max(self._beyond(compared.low), self._beyond(compared.high))

    def compared(self, found: Estimate) -> Estimate:
        """Return what is compared with the bounds: of a property to either side of 0 its size."""
        return size_of(found) if self.property.signed else found

    def _beyond(self, figure: float) -> float:
        bounds = [abs(bound) for bound in (self.low, self.high) if math.isfinite(bound)]
        return max(0.0, self.low - figure, figure - self.high) / max(1.0, *bounds)


def parse(text: str) -> Want:
    """Return the want that is written so. Raises ``InvalidOption``, saying what would do."""
    form = FORM.fullmatch(text)
    if form is None:
        raise _invalid(text, f"a want is written {FORMS}", "take for example edge<2, or minutes=8..12")
    name, sign, number, end = form.groups()
    if name not in PROPERTIES:
        raise _invalid(text, f"{name} is nothing that is measured", f"take one of {', '.join(PROPERTIES)}")
    if end is not None and sign != "=":
        raise _invalid(text, "a range goes with =", f"write {name}={number}..{end}")
    low, high = _bounds(sign, float(number), None if end is None else float(end))
    if low > high:
        raise _invalid(text, f"no number is from {low:g} to {high:g}", f"write {name}={high:g}..{low:g}")
    if high < 0 and name != "points":
        raise _invalid(text, f"{name} is never below 0", "take a number above 0")
    return Want(PROPERTIES[name], low, high, re.sub(r"\s", "", text))


def _bounds(sign: str, number: float, end: float | None) -> tuple[float, float]:
    if end is not None:
        return number, end
    if sign == "<":
        return -math.inf, number
    if sign == ">":
        return number, math.inf
    return number - ABOUT * abs(number), number + ABOUT * abs(number)


def parsed(texts: Sequence[str]) -> tuple[Want, ...]:
    """Return the wants that are written so. Raises ``InvalidOption`` where two of them exclude each other."""
    wants = tuple(parse(text) for text in texts)
    for one in wants:
        for other in wants:
            if one.property == other.property and one.low > other.high:
                raise _invalid(one.text, f"{other.text} is wanted too, and no number is both", "take one of them")
    return wants


def overall(verdicts: Sequence[Verdict]) -> Verdict:
    """Return what the verdicts on several wants come to."""
    if Verdict.NOT_MET in verdicts:
        return Verdict.NOT_MET
    return Verdict.OPEN if Verdict.OPEN in verdicts else Verdict.MET


def _invalid(text: str, problem: str, remedy: str) -> InvalidOption:
    return InvalidOption(problem, subject=f"--want {text}", remedy=remedy)
