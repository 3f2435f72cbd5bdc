"""A search among a game's options for what is wanted of it: ``fivefold sweep``, and from Python.

>>> from fivefold.lab.sweep import sweep
>>> found = sweep("locus", {"grid": ["6x5", "6x6"]}, ["plies<35"], player="greedy", matches=16)
>>> found.best.options.title, found.best.verdict.value
('grid 6x5', 'met')

What hands are worth can vary too, where they score at once; then both sides take the move with the most points.
"""

import argparse
import math
import re
import shlex
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field, replace
from enum import StrEnum
from itertools import accumulate, combinations, product
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, NamedTuple, TypeAlias

from fivefold.command import FINE, Command, at_least_one
from fivefold.contract import CHANCE, Game, HandTable, HandTables
from fivefold.contract.errors import InvalidOption
from fivefold.contract.extras import no_points
from fivefold.engine.compile import kernels_of
from fivefold.engine.kernels import announced
from fivefold.engine.table_census import make_greedy_game
from fivefold.lab.arguments import add_declared, lab_data
from fivefold.lab.configuration import Configuration
from fivefold.lab.estimates import Estimate, Z, clustered_mean, clustered_share, mean, needs_scipy
from fivefold.lab.jobs import Figure, Job, Processes, ResultCoding, finished, place_of
from fivefold.lab.matches import Matchup, PairTask, derived_seed, faultless, pair_tasks, play_to_the_end, seats_by_side
from fivefold.lab.players.registry import OTHERS, canonical_name, digest, prepare, title
from fivefold.lab.provenance import check_places
from fivefold.lab.report import INK, LINE, Axes, can_draw, drawing, html_report, page, plain, say, table, written
from fivefold.lab.study_rows import drama, lead_changes, leader
from fivefold.lab.table_games import TableTerms, generators, laid_out
from fivefold.parts.words import listed
from fivefold.play import set_ups
from fivefold.play.catalogue import find
from fivefold.play.match import Match
from fivefold.play.options import canonical, resolve
from fivefold.play.outcome import points as scores_in
from fivefold.play.set_ups import settled
from fivefold.session.races import becomes_race

# --- self-play -------------------------------------------------------------------------------------------------------


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
    drama: float
    """How far behind in points the winner was where it was behind (``study_rows.drama``), its own points being 1."""


class SelfPlayStart(NamedTuple):
    """Two games on one start: the same deal, the same dice, the same seat to begin, other choices."""

    number: int
    games: tuple[SelfPlayGame, SelfPlayGame]


class TableStart(NamedTuple):
    """A start of two games in which hands are worth what a table says, as sent to a worker process."""

    matchup: Matchup
    number: int
    table: tuple[int, ...]
    """Points by hand."""


def play_start(task: PairTask | TableStart) -> SelfPlayStart:
    """Play both games on a start; both sides are the matchup's player A, or take the most points by a table."""
    if isinstance(task, TableStart):
        return SelfPlayStart(task.number, (game_by_table(task, 0), game_by_table(task, 1)))
    return SelfPlayStart(task.number, (told_of(game_from_start(task, 0)), told_of(game_from_start(task, 1))))


def game_from_start(task: PairTask, half: int) -> Match:
    """Return one of the two games on a start, played to its end."""
    matchup = task.matchup
    # Who begins is drawn with the deal where the game leaves it open.
    seed = derived_seed(matchup.seed, task.number)
    match = Match(find(matchup.game), seed=seed, options=dict(matchup.options))
    for move in task.opening:
        match.make(move)
    seed = derived_seed(matchup.seed, task.number, half)
    faultless(play_to_the_end(match, [matchup.a] * len(match.seats), matchup.scale, seed))
    return match


def load_start(data: Any) -> SelfPlayStart:
    """Return the start that JSON has made a list of."""
    number, (one, other) = data
    return SelfPlayStart(number, (SelfPlayGame(*one), SelfPlayGame(*other)))


# --- one game --------------------------------------------------------------------------------------------------------


def told_of(match: Match) -> SelfPlayGame:
    """Return what there is to tell of a finished match."""
    assert match.outcome is not None  # noqa: S101  callers pass finished matches
    sides, outcome = seats_by_side(match), match.outcome
    began = next((mover for mover in match.movers if mover != CHANCE), 0)
    course = [scores_in(match.game, match.options, ply.after) for ply in match.replay()]
    return facts(
        first=next(number for number, side in enumerate(sides) if began in side),
        course=[[_side_points(side, scores) for side in sides] for scores in course],
        ends=[_side_points(side, outcome.scores) for side in sides],
        shares=[sum(outcome.returns[seat] for seat in side) for side in sides],
        choices=_choices(match),
    )


def game_by_table(task: TableStart, half: int) -> SelfPlayGame:
    """Return what there is to tell of one of the two games on a start."""
    seed, options = task.matchup.seed, task.matchup.options
    kernels = kernels_of(find(task.matchup.game))
    census, hands = laid_out(kernels, TableTerms(kernels.game.key, options, task.table, seed))
    seeds = kernels.zeros(2)
    seeds[0], seeds[1] = generators(seed, task.number)[0], generators(derived_seed(seed, half), task.number)[1]
    announced(kernels, make_greedy_game, kernels.rules, hands)(census, seeds)
    made = [[int(each) for each in line] for line in census.course[: census.decisions[0]]]
    ends = [int(points) for points in census.points]
    gains = [[worth if at == seat else 0 for seat in range(len(ends))] for at, _, worth in made]
    return facts(
        first=made[0][0],
        course=list(accumulate(gains, lambda so_far, gained: [a + b for a, b in zip(so_far, gained, strict=True)])),
        ends=ends,
        shares=[float(points == max(ends)) / ends.count(max(ends)) for points in ends],
        choices=[count for _, count, _ in made],
    )


def facts(
    first: int,
    course: Sequence[Sequence[float]],
    ends: Sequence[float],
    shares: Sequence[float],
    choices: Sequence[int],
) -> SelfPlayGame:
    """Return what there is to tell of a game in which the side ``first`` began: each side's points in its ``course``
    and at its end, its share of the win, and among how many moves each decision was."""
    ahead, winner = sorted(ends, reverse=True), max(range(len(shares)), key=shares.__getitem__)
    drawn = len(ends) > 1 and max(shares) < 1
    behind = [tuple(points / ends[winner] for points in each) for each in course] if ends[winner] > 0 else []
    return SelfPlayGame(
        first=shares[first],
        drawn=drawn,
        plies=len(choices),
        choices=sum(choices) / max(1, len(choices)),
        lead_changes=lead_changes([leader(each) for each in course]),
        margin=ahead[0] - ahead[1] if len(ends) > 1 else 0.0,
        points=mean(ends),
        drama=0.0 if drawn else drama(behind, winner),
    )


def _side_points(side: Sequence[int], scores: Sequence[int]) -> float:
    return sum(scores[seat] for seat in side) / len(side)


def _choices(match: Match) -> list[int]:
    """Return how many legal moves there were each time a player chose."""
    chosen, found = set(match.decisions), [0] * match.game.rules.MAX_MOVES
    return [match.game.rules.legal_moves(ply.before, found) for ply in match.replay() if ply.number - 1 in chosen]


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


def missing(wanted: Property, seats: int, race: bool) -> str:
    """Return why a property means nothing in a game for so many, empty if it does."""
    if wanted.for_several and seats == 1:
        return "means nothing where one plays alone"
    return "means nothing in a race, where nobody is first to move" if wanted.in_turns and race else ""


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
    "drama": _mean_over_games(lambda game: 100 * game.drama),
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
AIM: Final = re.compile(r"\s*([a-z-]+)\s*=\s*(most|least)\s*")
FORMS: Final = "NAME<NUMBER, NAME>NUMBER, NAME=NUMBER, NAME=LOW..HIGH, NAME=most or NAME=least"
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
    """A property that is wanted within bounds, or as large or as small as can be: an aim."""

    property: Property
    low: float
    high: float
    text: str
    """As it is written, without spaces."""
    toward: int = 0
    """Of an aim, which any figure meets: 1 for most, -1 for least."""

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
        return max(0.0, self.low - figure, figure - self.high) / max([1.0, *bounds])


def parse(text: str) -> Want:
    """Return the want that is written so. Raises ``InvalidOption``, saying what would do."""
    if (aim := AIM.fullmatch(text)) and aim[1] in PROPERTIES:
        toward = 1 if aim[2] == "most" else -1
        return Want(PROPERTIES[aim[1]], -math.inf, math.inf, f"{aim[1]}={aim[2]}", toward)
    form = FORM.fullmatch(text if aim is None else f"{aim[1]}=0")
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
    about = ABOUT * abs(number)
    return {"<": (-math.inf, number), ">": (number, math.inf)}.get(sign, (number - about, number + about))


def parsed(texts: Sequence[str]) -> tuple[Want, ...]:
    """Return the wants that are written so. Raises ``InvalidOption`` where two of them exclude each other."""
    wants = tuple(parse(text) for text in texts)
    for one in wants:
        for other in wants:
            if one.property == other.property and (one.low > other.high or one.toward * other.toward < 0):
                raise _invalid(one.text, f"{other.text} is wanted too, and no number is both", "take one of them")
    return wants


def overall(verdicts: Sequence[Verdict]) -> Verdict:
    """Return what the verdicts on several wants come to."""
    if Verdict.NOT_MET in verdicts:
        return Verdict.NOT_MET
    return Verdict.OPEN if Verdict.OPEN in verdicts else Verdict.MET


def _invalid(text: str, problem: str, remedy: str) -> InvalidOption:
    return InvalidOption(problem, subject=f"--want {text}", remedy=remedy)


# --- option sets -----------------------------------------------------------------------------------------------------

Values = Mapping[str, str]
MOST: Final = 2_000
"""Combinations in one sweep."""
MOST_POINTS: Final = 999
"""What a hand may be worth."""


class Varied(NamedTuple):
    """An option and the values of it that are tried."""

    name: str
    values: tuple[str, ...]


class OptionSet(NamedTuple):
    """Options to play with."""

    given: tuple[tuple[str, str], ...]
    """Names and values as they were asked for, the varied ones last."""
    varied: tuple[tuple[str, str], ...]
    settled: tuple[tuple[str, str], ...]
    """A value for every option that is not left to chance: two sets that come to the same have the same."""
    arguments: str
    """As they stand behind a command: only what differs from the usual game."""
    table: tuple[int, ...] = ()
    """The points of each hand, where they vary."""

    @property
    def title(self) -> str:
        """What is varied, in words."""
        return _in_words(dict(self.varied))


@dataclass(slots=True)
class OptionSets:
    """The sets found so far, and what became of the other combinations."""

    game: Game
    fixed: Values
    found: dict[tuple[tuple[str, str], ...], OptionSet] = field(default_factory=dict)
    """By what they come to."""
    same: list[tuple[str, str]] = field(default_factory=list)
    """Combinations that come to the same as an earlier one, and that one."""
    skipped: list[tuple[str, str]] = field(default_factory=list)
    """Combinations that do not go together, and why."""

    def add(self, varied: Values) -> OptionSet | None:
        """Return the set for these values of the varied options, the earlier one if it comes to the same.

        Return ``None`` if they do not go together.
        """
        title = _in_words(varied)
        try:
            made = option_set(self.game, self.fixed, varied)
        except InvalidOption as error:
            self._note(self.skipped, (title, str(error)))
            return None
        known = self.found.setdefault(made.settled, made)
        if known.given != made.given:
            self._note(self.same, (title, known.title))
        return known

    def skip(self, unwanted: OptionSet, why: str) -> None:
        """Leave a set out."""
        self.found.pop(unwanted.settled, None)
        self._note(self.skipped, (unwanted.title, why))

    def _note(self, notes: list[tuple[str, str]], note: tuple[str, str]) -> None:
        if note not in notes:
            notes.append(note)


def option_set(game: Game, fixed: Values, varied: Values) -> OptionSet:
    """Return a set of options. Raises ``InvalidOption`` if they do not go together."""
    worth = {name: value for name, value in varied.items() if is_hand(game, name)}
    given = {**fixed, **{name: value for name, value in varied.items() if name not in worth}}
    comes_to = (*settled(game, given).items(), *worth.items())
    differs = set_ups.differing(game, given)
    arguments = " ".join(f"--option {name}={value}" for name, value in differs.items())
    return OptionSet(tuple(given.items()), tuple(varied.items()), comes_to, arguments, _table(game, given, worth))


def is_hand(game: Game, name: str) -> bool:
    """Tell whether what varies is what a hand is worth, and no option."""
    return all(option.name != name for option in game.setup.options)


def hand_table_of(game: Game, options: Values) -> HandTable | None:
    """Return the table of a game whose hands score at once, ``None`` for others."""
    extra = game.extra_of(HandTables)
    table = None if extra is None else extra.table_of(Configuration(tuple(options.items())).start_row(game))
    return None if table is None or table.points is no_points else table


def _table(game: Game, given: Values, worth: Values) -> tuple[int, ...]:
    """Return the points of all hands where these are worth so much; none where that is said of none."""
    hands = hand_table_of(game, given) if worth else None
    if hands is None:
        return ()
    usual = zip(hands.names[1:], hands.usual(Configuration(tuple(given.items())).start_row(game))[1:], strict=True)
    return (0, *(int(worth.get(name, points)) for name, points in usual))


def _in_words(varied: Values) -> str:
    return ", ".join(f"{name} {value}" for name, value in varied.items()) or "as given"


def grid(game: Game, varied: Sequence[Varied], fixed: Values) -> OptionSets:
    """Return all combinations of the values. Raises ``InvalidOption`` if there are too many, or none that can be."""
    size = 1
    for each in varied:
        size *= len(each.values)
    if size > MOST:
        raise InvalidOption(
            f"{size:,} combinations are too many",
            subject="--vary",
            remedy=f"name fewer values, at most {MOST:,} combinations, or take --search optuna --trials N",
        )
    sets = OptionSets(game, fixed)
    for values in product(*(each.values for each in varied)):
        sets.add({each.name: value for each, value in zip(varied, values, strict=True)})
    return sets


# --- reading ---------------------------------------------------------------------------------------------------------


def read_varied(game: Game, texts: Sequence[str]) -> list[Varied]:
    """Return the options that ``NAME=V1,V2,…`` name, with their values as records write them. Raises ``InvalidOption``.

    ``A..B/STEP`` stands for numbers from A to B.
    """
    found: list[Varied] = []
    for text in texts:
        name, equals, values = text.partition("=")
        if not (equals and values.strip()):
            raise _invalid_vary(
                text, "is written NAME=VALUE,VALUE", "take for example wilds=0,1,2, or patience=20..60/10"
            )
        found.append(vary(game, name, [part for value in values.split(",") for part in _numbers(text, value)]))
    return found


def vary(game: Game, name: str, values: Sequence[object]) -> Varied:
    """Return an option, or a hand, with the values to try, each once. Raises ``InvalidOption``."""
    wanted, hands = name.strip().casefold(), hand_table_of(game, {})
    option = next((each for each in game.setup.options if each.name.casefold() == wanted), None)
    if option is not None:
        return Varied(option.name, tuple(dict.fromkeys(canonical(game, option, value) for value in values)))
    if hands is None or wanted not in hands.names[1:]:
        names = [each.name for each in game.setup.options] + list(hands.names[1:] if hands else ())
        what = "option" if hands is None else "option or hand"
        raise _invalid_vary(name, f"{game.name} has no such {what}", f"take one of {', '.join(names)}")
    return Varied(wanted, tuple(dict.fromkeys(_points(name, str(value)) for value in values)))


def _points(hand: str, text: str) -> str:
    """Return the points of a hand as they are written. Raises ``InvalidOption``."""
    if not text.strip().isdecimal() or int(text) > MOST_POINTS:
        raise _invalid_vary(hand, f"{text} is no number of points", f"take 0 to {MOST_POINTS}")
    return str(int(text))


def checked(found: Sequence[Varied], fixed: Values) -> tuple[Varied, ...]:
    """Return the varied options. Raises ``InvalidOption`` if there is none, one is there twice, or is fixed too."""
    names = [each.name for each in found]
    if not names:
        raise InvalidOption("there is nothing to vary", subject="sweep", remedy="take for example --vary wilds=0,1,2")
    for name in names:
        if names.count(name) > 1:
            raise _invalid_vary(name, "is varied twice", "put all its values behind one --vary")
        if name in {each.strip().casefold() for each in fixed}:
            raise _invalid_vary(name, "is fixed by --option too", "take one of them")
    return tuple(found)


def _numbers(text: str, value: str) -> list[str]:
    """Return the numbers that ``A..B/STEP`` stands for, or the value itself."""
    if ".." not in value:
        return [value]
    first, _, rest = value.partition("..")
    last, _, step = rest.partition("/")
    try:
        numbers = range(int(first), int(last) + 1, int(step or 1))
    except ValueError:
        raise _invalid_vary(text, f"{value} is no range of numbers", "take for example 20..60/10") from None
    if not 0 < len(numbers) <= MOST:
        raise _invalid_vary(
            text, f"{value} has {len(numbers):,} numbers", f"take 1 to {MOST:,} of them, as in 20..60/10"
        )
    return [str(number) for number in numbers]


def _invalid_vary(text: str, problem: str, remedy: str) -> InvalidOption:
    return InvalidOption(problem, subject=f"--vary {text}", remedy=remedy)


# --- what is asked, and what was found -------------------------------------------------------------------------------

USUAL, GREEDY = "3", "greedy"
"""Who plays unless somebody else is asked for, and where what hands are worth varies."""
EARLY: Final = 1.3
"""How many times as wide an interval is taken before all games are played: whoever looks several times errs more often.
1.3 makes 99 % of 95 %."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SweepTerms:
    """What is asked of a game, and how it is played."""

    game: Game
    wants: tuple[Want, ...]
    shown: tuple[str, ...]
    """Names of the properties to measure, those that are wanted first."""
    player: str
    """Canonical name of whoever plays against itself."""
    starts: int
    """At most so many starts a set, two games each."""
    seconds: float
    scale: float
    seed: int
    even: bool
    """Whether each set gets as many games as any other."""

    @property
    def aims(self) -> tuple[Want, ...]:
        """What is wanted as large or as small as can be."""
        return tuple(want for want in self.wants if want.toward)

    @property
    def bounds(self) -> tuple[Want, ...]:
        """What is wanted within bounds."""
        return tuple(want for want in self.wants if not want.toward)


def terms_of(
    game: Game, wants: Sequence[str], show: Sequence[str], player: str, *, matches: int, even: bool, **how: Any
) -> SweepTerms:
    """Return what is asked of a game, checked; ``how``: the other fields. Raises ``InvalidOption``.

    An aim compares sets, so that all of them are played evenly.
    """
    wanted = parsed(wants)
    if not wanted:
        raise InvalidOption("nothing is wanted", subject="sweep", remedy="say what, for example --want 'edge<2'")
    for name in show:
        if name not in PROPERTIES:
            remedy = f"take one of {', '.join(PROPERTIES)}"
            raise InvalidOption(f"{name} is nothing that is measured", subject="--show", remedy=remedy)
    shown = tuple(dict.fromkeys((*(want.property.name for want in wanted), *show)))
    player, even = canonical_name(game, player), even or any(want.toward for want in wanted)
    return SweepTerms(game=game, wants=wanted, shown=shown, player=player, starts=-(-matches // 2), even=even, **how)


def player_of(game: Game, asked: str | None, varied: Sequence[Varied]) -> str:
    """Return who plays: whoever is asked for, otherwise level 3; where hands vary ``greedy``. Raises
    ``InvalidOption``."""
    if not any(is_hand(game, each.name) for each in varied):
        return asked or USUAL
    if asked not in (None, GREEDY):
        remedy = "leave it out: where hands vary, both sides take the move with the most points"
        raise InvalidOption("plays by the points of the rules", subject=f"--player {asked}", remedy=remedy)
    return GREEDY


@dataclass(frozen=True, slots=True)
class Measured:
    """An option set, what was played, and what that says."""

    options: OptionSet
    played: tuple[SelfPlayStart, ...]
    measures: Mapping[str, Estimate]
    verdicts: tuple[Verdict, ...]
    """On each want."""

    @property
    def starts(self) -> int:
        """How many starts were played, two matches on each."""
        return len(self.played)

    @property
    def verdict(self) -> Verdict:
        """Whether all wants are met."""
        return overall(self.verdicts)


@dataclass(frozen=True, slots=True)
class Findings:
    """All that a sweep has found."""

    terms: SweepTerms
    measured: tuple[Measured, ...]
    """Best first."""
    again: Measured | None
    """The best set once more, on starts that had no part in choosing it; ``None`` if there was nothing to choose."""
    same: Sequence[tuple[str, str]] = field(default_factory=tuple)
    skipped: Sequence[tuple[str, str]] = field(default_factory=tuple)
    trials: int = 0
    """How many sets the search asked for; 0 where all combinations were tried."""

    @property
    def best(self) -> Measured:
        """The set that comes nearest to what is wanted."""
        return self.measured[0]

    @property
    def front(self) -> list[Measured]:
        """Of the sets that may meet the bounds, those than which none is better in one aim and worse in no other."""
        return front(self.terms, self.measured)

    def rows(self) -> list[dict[str, object]]:
        """Return a row for each set, as ``polars.DataFrame`` takes them: varied options, matches, figures, verdict, and
        with aims whether it is on the front.

        Each figure has its name, and the ends of its interval stand behind it as ``NAME_low`` and ``NAME_high``.
        """
        ahead = self.front
        return [_row(self.terms, each) | ({"front": each in ahead} if ahead else {}) for each in self.measured]

    def with_verdict(self, verdict: Verdict) -> list[Measured]:
        """Return the sets of which this holds."""
        return [each for each in self.measured if each.verdict is verdict]


def measure(terms: SweepTerms, options: OptionSet, starts: Sequence[SelfPlayStart]) -> Measured:
    """Return what the games with an option set say."""
    game = terms.game
    names = [name for name in terms.shown if not _meaningless(game, PROPERTIES[name], options)]
    found = measured(starts, _context(terms, options), names)
    verdicts = tuple(want.verdict(found[want.property.name]) for want in terms.wants)
    return Measured(options, tuple(starts), found, verdicts)


def _context(terms: SweepTerms, options: OptionSet) -> MeasuringContext:
    return context_of(terms.game, _complete(terms.game, options), terms.seconds)


def context_of(game: Game, options: Values, seconds: float) -> MeasuringContext:
    """Return the context of a game with a complete set of options."""
    return MeasuringContext(len(game.setup.team(options, 0)) / game.setup.seats(options), seconds)


def is_open(terms: SweepTerms, found: Measured) -> bool:
    """Tell whether more games could change what is said of a set, looking strictly: this is not the last look."""
    verdicts = [want.verdict(wider(found.measures[want.property.name], EARLY)) for want in terms.wants]
    return overall(verdicts) is Verdict.OPEN


def _shortfall(terms: SweepTerms, found: Measured) -> float:
    """Return how far a set is from what is wanted, all wants added up; 0 where the means are within."""
    return sum(want.shortfall(found.measures[want.property.name]) for want in terms.wants)


def goals(terms: SweepTerms, found: Measured) -> list[float]:
    """Return what a set is to have as little of as can be: of all bounds together the shortfall, and the aims."""
    return [_shortfall(terms, found), *_aims(terms, found)] if terms.bounds else _aims(terms, found)


def _aims(terms: SweepTerms, found: Measured) -> list[float]:
    """Return the figure of each aim, with its sign turned where most is wanted."""
    return [-want.toward * want.compared(found.measures[want.property.name]).mean for want in terms.aims]


def front(terms: SweepTerms, found: Sequence[Measured]) -> list[Measured]:
    """Return, of the sets that may meet the bounds, those than which none is better in one aim and worse in no other;
    none without aims."""
    possible = [each for each in found if each.verdict is not Verdict.NOT_MET] if terms.aims else []
    by_set = [(each, goals(terms, each)) for each in possible]
    return [each for each, own in by_set if not any(_beats(other, own) for _, other in by_set)]


def _beats(one: Sequence[float], other: Sequence[float]) -> bool:
    """Tell whether one set is better in something and worse in nothing."""
    return one != other and all(mine <= theirs for mine, theirs in zip(one, other, strict=True))


def _given_up(aims: Sequence[Sequence[float]]) -> list[float]:
    """Return how much each set gives up of its aims, added up: of each 0 for the best of all sets, 1 for the worst."""
    ends = [(min(column), max(column)) for column in zip(*aims, strict=True)]
    return [
        sum((aim - best) / (worst - best or 1) for aim, (best, worst) in zip(each, ends, strict=True)) for each in aims
    ]


def ranked(terms: SweepTerms, found: Sequence[Measured]) -> tuple[Measured, ...]:
    """Return the sets, best first: by the verdict, then by how near the means, then the worse ends, come.

    Of sets equally near those on the front come first, and before others those that give up least of all aims together.
    Sets that are alike in this stay in order, and one nearer to the usual game stands before others.
    """
    places, ahead = [Verdict.MET, Verdict.OPEN, Verdict.NOT_MET], front(terms, found)
    given_up = _given_up([_aims(terms, each) for each in found])

    def place(number: int) -> tuple[float, ...]:
        each = found[number]
        risk = sum(want.risk(each.measures[want.property.name]) for want in terms.bounds)
        near = round(_shortfall(terms, each), 9), each not in ahead, round(given_up[number], 9), round(risk, 9)
        return places.index(each.verdict), *near, each.options.arguments.count("--option")

    return tuple(found[number] for number in sorted(range(len(found)), key=place))


def _why_unmeasurable(terms: SweepTerms, options: OptionSet) -> str:
    """Return why what is wanted means nothing with these options, empty if it does."""
    for want in terms.wants:
        why = _meaningless(terms.game, want.property, options)
        if why:
            return f"{want.property.name} {why}"
    return ""


def _meaningless(game: Game, wanted: Property, options: OptionSet) -> str:
    """Return why a property means nothing with these options, empty if it does."""
    values = _complete(game, options)
    return missing(wanted, game.setup.seats(values), becomes_race(game, values))


def _complete(game: Game, options: OptionSet) -> dict[str, str]:
    return resolve(game, dict(options.given))


def _row(terms: SweepTerms, found: Measured) -> dict[str, object]:
    figures: dict[str, object] = {}
    for name in terms.shown:
        measured = found.measures.get(name)
        ends = (None, None, None) if measured is None else (measured.mean, measured.low, measured.high)
        column = name.replace("-", "_")
        figures |= dict(zip((column, f"{column}_low", f"{column}_high"), ends, strict=True))
    return {**dict(found.options.varied), "matches": 2 * found.starts, **figures, "verdict": found.verdict.value}


# --- what a value of an option does, whatever the others are ---------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Effect:
    """All sets with one value of an option."""

    option: str
    value: str
    matches: int
    measures: Mapping[str, Estimate]


def effects(found: Findings) -> list[Effect]:
    """Return what each value of each varied option does.

    Of each set as many starts count as all have, so that no value is judged by other company than its rivals. There is
    nothing to tell where a single option varies, or where a search chose the sets.
    """
    varied = [name for name, _ in found.best.options.varied]
    if found.trials or len(varied) < 2 or len({_context(found.terms, each.options) for each in found.measured}) > 1:
        return []
    return [_effect(found, name, value) for name in varied for value in _values(found, name)]


def _values(found: Findings, name: str) -> list[str]:
    def in_order(value: str) -> tuple[int, str]:
        return (int(value), "") if value.removeprefix("-").isdigit() else (0, value)

    return sorted({dict(each.options.varied)[name] for each in found.measured}, key=in_order)


def _effect(found: Findings, name: str, value: str) -> Effect:
    starts = min(each.starts for each in found.measured)
    sets = [each for each in found.measured if dict(each.options.varied)[name] == value]
    played = [start for each in sets for start in each.played[:starts]]
    common = [each for each in found.terms.shown if all(each in one.measures for one in found.measured)]
    names = [each for each in common if PROPERTIES[each].pools]
    return Effect(name, value, 2 * len(played), measured(played, _context(found.terms, sets[0].options), names))


# --- rounds of games -------------------------------------------------------------------------------------------------

Round: TypeAlias = Job[PairTask | TableStart, SelfPlayStart, list[SelfPlayStart]]
Carry: TypeAlias = Callable[[Round], list[SelfPlayStart]]
"""Carries a round out, wherever that may be."""
LEAST: Final = 8
"""Starts of the first round, at least: fewer don't tell how much games differ."""
ROUNDS: Final = 4
"""Each goes as far as twice the one before."""


def play(terms: SweepTerms, sets: Sequence[OptionSet], carry: Carry, what: str = "") -> list[Measured]:
    """Play games with these option sets: first some with each, then more with those of which they would tell more.

    ``what``: what these games are, for whoever watches.
    """
    played: dict[OptionSet, list[SelfPlayStart]] = {each: [] for each in sets}
    found: dict[OptionSet, Measured] = {}
    ends = rounds(terms.starts, terms.even)
    for number, (begin, end) in enumerate(zip((0, *ends), ends, strict=False), start=1):
        left = [each for each in sets if each not in found or is_open(terms, found[each])]
        if not left:
            break
        title = ", ".join(filter(None, (terms.game.name, what, f"round {number} of {len(ends)}")))
        starts = carry(job(terms, left, range(begin, end), title))
        for place, each in enumerate(left):
            played[each] += starts[place * (end - begin) : (place + 1) * (end - begin)]
            found[each] = measure(terms, each, played[each])
    return [found[each] for each in sets]


def rounds(starts: int, even: bool) -> list[int]:
    """Return how many starts a set has after each round."""
    if even:
        return [starts]
    ends = [-(-starts // 2**later) for later in reversed(range(ROUNDS))]
    return sorted({end for end in ends if end >= LEAST} | {starts})


def job(terms: SweepTerms, sets: Sequence[OptionSet], numbers: range, title: str) -> Round:
    """Return the job of playing the starts of these numbers with each set, one set after the other."""
    who = terms.game.key, terms.player, terms.player
    matchups = [Matchup(*who, each.given, terms.scale, terms.seed) for each in sets]
    tables = [each.table for each in sets]
    listed = [task for each in zip(matchups, tables, strict=True) for task in _starts(*each, numbers)]
    spent = digest(terms.game, terms.player)
    drawn: Figure[SelfPlayStart] = Figure(
        lambda start: mean(game.drawn for game in start.games), lambda share: f"{100 * share:.0f} % drawn"
    )
    return Job(
        title=title,
        unit="starts",
        terms=f"sweep, version {terms.game.rules.VERSION}, {spent}, {numbers}, {matchups}, {tables}",
        tasks=listed,
        function=play_start,
        reduce=list,
        coding=ResultCoding(list, load_start),
        figure=drawn,
    )


def _starts(matchup: Matchup, table: tuple[int, ...], numbers: range) -> Iterable[PairTask | TableStart]:
    if table:
        return [TableStart(matchup, number, table) for number in numbers]
    return list(pair_tasks(matchup, numbers.stop))[numbers.start :]


if TYPE_CHECKING:
    from optuna import Study, Trial


# --- which sets are tried --------------------------------------------------------------------------------------------


def search_all(terms: SweepTerms, varied: Sequence[Varied], fixed: Values, carry: Carry) -> Findings:
    """Try all combinations. Raises ``InvalidOption`` where none can be played."""
    sets = grid(terms.game, varied, fixed)
    for each in list(sets.found.values()):
        why = _why_unmeasurable(terms, each)
        if why:
            sets.skip(each, why)
    _refuse_nothing(sets)
    return _findings(terms, sets, play(terms, list(sets.found.values()), carry), carry)


def search_some(terms: SweepTerms, varied: Sequence[Varied], fixed: Values, trials: int, carry: Carry) -> Findings:
    """Try as many sets as a search asks for, each after what the ones before have shown; some may be the same.

    The search is Optuna's tree-structured Parzen estimator, with the seed of the terms; of several goals none counts
    more than another. Raises ``InvalidOption`` where Optuna is missing, or no set that was asked for can be played.
    """
    study = _new_study(terms.seed, len(terms.aims) + bool(terms.bounds))
    sets, found = OptionSets(terms.game, fixed), dict[OptionSet, Measured]()

    def worth(options: OptionSet) -> list[float] | None:
        if why := _why_unmeasurable(terms, options):
            sets.skip(options, why)
            return None
        if options not in found:
            (found[options],) = play(terms, [options], carry, options.title)
        return goals(terms, found[options])

    for _ in range(trials):
        _ask(study, sets, varied, worth)
    _refuse_nothing(sets)
    return replace(_findings(terms, sets, list(found.values()), carry), trials=trials)


def _findings(terms: SweepTerms, sets: OptionSets, measured: Sequence[Measured], carry: Carry) -> Findings:
    """Return what was found; the best of several sets is played once more, as many starts as any set may have."""
    ordered, again = ranked(terms, measured), None
    if len(ordered) > 1:
        anew = replace(terms, seed=derived_seed(terms.seed, -1), even=True)
        (again,) = play(anew, [ordered[0].options], carry, "the best set on other starts")
    return Findings(terms, ordered, again, sets.same, sets.skipped)


def _refuse_nothing(sets: OptionSets) -> None:
    """Raise ``InvalidOption`` where no combination can be played, with the reason for the first."""
    if not sets.found:
        what, why = sets.skipped[0]
        raise InvalidOption(f"none of these combinations can be tried ({what}: {why})", subject="--vary")


# --- Optuna ----------------------------------------------------------------------------------------------------------


def _new_study(seed: int, count: int) -> "Study":
    """Return a study that makes so many numbers small. Raises ``InvalidOption`` where Optuna is missing."""
    try:
        import optuna  # noqa: PLC0415  an extra that may be missing
    except ModuleNotFoundError as error:
        if error.name != "optuna":
            raise
        raise InvalidOption(
            "needs Optuna, which is missing", subject="--search optuna", remedy="pip install optuna"
        ) from error
    optuna.logging.set_verbosity(optuna.logging.WARNING)
    return optuna.create_study(directions=["minimize"] * count, sampler=optuna.samplers.TPESampler(seed=seed))


def _ask(
    study: "Study", sets: OptionSets, varied: Sequence[Varied], worth: Callable[[OptionSet], Sequence[float] | None]
) -> None:
    from optuna.trial import TrialState  # noqa: PLC0415  loaded by now

    trial = study.ask()
    options = sets.add({each.name: _suggested(trial, each) for each in varied})
    told = None if options is None else worth(options)
    if told is None:
        study.tell(trial, state=TrialState.FAIL)
    else:
        study.tell(trial, told)


def _suggested(trial: "Trial", varied: Varied) -> str:
    """Return the value that a trial takes of an option; numbers are suggested in their order."""
    if not all(value.removeprefix("-").isdigit() for value in varied.values):
        return str(trial.suggest_categorical(varied.name, varied.values))
    ordered = sorted(varied.values, key=int)
    return ordered[trial.suggest_int(varied.name, 0, len(ordered) - 1)]


# --- the report ------------------------------------------------------------------------------------------------------

TEMPLATE: Final = "sweep.jinja"
SPACE: Final = "\N{NO-BREAK SPACE}"
ROWS: Final = 12
"""Sets in the first table; the others stand further down."""
MARKS: Final[Mapping[Verdict, str]] = {Verdict.MET: "✓", Verdict.OPEN: "?", Verdict.NOT_MET: "✗"}
CAPTIONS: Final = (
    "Each set's figures with their intervals; what is wanted is shaded",
    "What is wanted, one against another, sets by their numbers in the table; the best are dots, bounds are shaded",
)


def write(found: Findings, command: str, folder: Path, stem: str) -> list[Path]:
    """Write the report and its plots, without these where matplotlib is missing; return the files."""
    pictures = {f"{stem}.svg": _drawn_figures(found)} if can_draw() else {}
    if pictures and len({want.property.name for want in found.terms.wants}) > 1:
        pictures[f"{stem}-trade-off.svg"] = _drawn_trade_off(found)
    text = markdown(found, command, list(pictures))
    return written(folder, {**pictures, f"{stem}.md": text, f"{stem}.html": html_report(text, pictures)})


def markdown(found: Findings, command: str, pictures: Sequence[str]) -> str:
    """Return the report."""
    terms, others = found.terms, found.measured[ROWS:]
    who = terms.player if terms.player in OTHERS else f"level {title(terms.game, terms.player)}"
    left_out = [f"- {what}: {why}" for what, why in found.skipped]
    left_out += [f"- {what}: comes to the same as {other}" for what, other in found.same]
    meanings = "\n".join(f"- **{name}**: {PROPERTIES[name].meaning}" for name in terms.shown)
    return page(
        TEMPLATE,
        found=found,
        concluded=conclusion(found),
        names=listed(list(dict.fromkeys(name for each in found.measured for name, _ in each.options.varied))),
        wanted="; ".join(map(_want_in_words, terms.wants)),
        by_value=_by_value(found),
        sets=sets_table(found, found.measured[:ROWS], found.again),
        others=sets_table(found, others, first=ROWS + 1) if others else "",
        plots=list(zip(pictures, CAPTIONS, strict=False)),
        left_out="\n".join(left_out),
        who=f"{who[0].upper()}{who[1:]}",
        meanings=meanings.replace("(--seconds)", f"(here {terms.seconds:g})"),
        command=command,
    )


# --- what was found --------------------------------------------------------------------------------------------------


def conclusion(found: Findings) -> str:
    """Return the findings in plain sentences."""
    met, unsettled = found.with_verdict(Verdict.MET), found.with_verdict(Verdict.OPEN)
    figures = [_main_figures(found.terms, each) if each else "" for each in (found.best, found.again)]
    return say(TEMPLATE, "conclusion", found, met, unsettled, *figures)


def _main_figures(terms: SweepTerms, found: Measured) -> str:
    wanted = dict.fromkeys(want.property for want in terms.wants)
    return ", ".join(f"{each.name} {_figure(each, found.measures[each.name])}" for each in wanted)


def _want_in_words(want: Want) -> str:
    unit = f" {want.property.unit}" if want.property.unit else ""
    name = f"{want.property.name} (either way)" if want.property.signed else want.property.name
    if want.toward:
        return f"{name} as {'large' if want.toward > 0 else 'small'} as can be"
    if want.low == float("-inf"):
        return f"{name} below {want.high:g}{unit}"
    end = f"above {want.low:g}" if want.high == float("inf") else f"from {want.low:g} to {want.high:g}"
    return f"{name} {end}{unit}"


# --- tables ----------------------------------------------------------------------------------------------------------


def sets_table(found: Findings, sets: Sequence[Measured], again: Measured | None = None, first: int = 1) -> str:
    """Return sets as a table, a line each; ``first``: the number of the first of them."""
    ahead = found.front
    rows = [(str(place), *_cells(found.terms, each, each in ahead)) for place, each in enumerate(sets, first)]
    if again is not None:
        title, *others = _cells(found.terms, again)
        rows.append(("", f"{title}, on other starts", *others))
    columns = ("", "option set", "matches", *map(_heading, found.terms.shown), "all in all")
    # The line of the best set on other starts begins with an empty cell, of one space.
    return table(columns, rows, "rl" + "r" * (len(columns) - 3) + "l").replace("\n|  | ", "\n| | ")


def _heading(name: str) -> str:
    unit = PROPERTIES[name].unit
    return f"{name}, {unit}" if unit else name


def _cells(terms: SweepTerms, found: Measured, ahead: bool = False) -> list[str]:
    verdicts: dict[str, str] = {}
    for want, verdict in zip(terms.wants, found.verdicts, strict=True):
        if want.toward:
            continue
        verdicts[want.property.name] = verdicts.get(want.property.name, "") + MARKS[verdict]
    figures = [
        f"{_figure(PROPERTIES[name], found.measures[name], False)}{SPACE}{verdicts.get(name, '')}".strip()
        if name in found.measures
        else "–"
        for name in terms.shown
    ]
    name_of_set = ", ".join(f"{name}{SPACE}{value}" for name, value in found.options.varied)
    said = ", ".join([*([found.verdict.value] if terms.bounds else []), *(["front"] if ahead else [])])
    return [name_of_set, f"{2 * found.starts:,}", *figures, said]


def _figure(kind: Property, found: Estimate, with_unit: bool = True) -> str:
    sign = "+" if kind.signed else ""
    mean, low, high = (f"{end:{sign}.1f}".replace("-", "−") for end in (found.mean, found.low, found.high))
    unit = f" {kind.unit}" if kind.unit and with_unit else ""
    return f"{mean}{unit}" if low == high else f"{mean}{unit} ({low}{SPACE}to{SPACE}{high})"


def _by_value(found: Findings) -> str:
    """Return a table of what each value of an option does, the others averaged; empty where that says nothing."""
    values = effects(found)
    names = list(values[0].measures) if values else []
    rows = [
        (
            f"{each.option} {each.value}",
            f"{each.matches:,}",
            *(_figure(PROPERTIES[name], each.measures[name], False) for name in names),
        )
        for each in values
    ]
    return table(("option", "matches", *map(_heading, names)), rows) if values else ""


# --- plots -----------------------------------------------------------------------------------------------------------

MOST_DRAWN: Final = 24
"""Sets in one plot, the best ones."""
LONGEST_LABEL: Final = 48
"""Where sets have longer names, plots number them as the table does."""
LOOKS: Final[Mapping[Verdict, Mapping[str, Any]]] = {
    Verdict.MET: {"fmt": "o", "color": LINE, "alpha": 1.0},
    Verdict.OPEN: {"fmt": "D", "color": "#b7791f", "alpha": 1.0, "markerfacecolor": "none"},
    Verdict.NOT_MET: {"fmt": "X", "color": INK, "alpha": 0.6},
}
"""Marks differ too, so that nobody needs the colours, which can be read on white and on black."""


def _drawn_figures(found: Findings) -> str:
    """Return, as SVG, a line for each set and a column for each want; the bands are what is wanted."""
    sets, wants = found.measured[:MOST_DRAWN], found.terms.wants
    with drawing(0.9 + 0.34 * len(sets), max(7.2, 1.8 + 1.9 * len(wants))) as (figure, saved):
        columns = figure.subplots(1, len(wants), sharey=True, squeeze=False)[0]
        for place, (axes, want) in enumerate(zip(columns, wants, strict=True)):
            _draw_column(axes, sets, want, place)
        titles = [each.options.title for each in sets]
        short = max(map(len, titles)) <= LONGEST_LABEL
        columns[0].set_yticks(range(len(sets)), titles if short else [str(place) for place in range(1, len(sets) + 1)])
        columns[0].set_ylim(len(sets) - 0.4, -0.6)
        return saved()


def _drawn_trade_off(found: Findings) -> str:
    """Return, as SVG, each two of the first three wants against each other, sets by their places in the table.

    Bounds are a shaded corner; with aims a full dot is on the front.
    """
    pairs, ahead = list(combinations(found.terms.wants[:3], 2)), found.front
    with drawing(4.6 * len(pairs)) as (figure, saved):
        for axes, (across, up) in zip(figure.subplots(len(pairs), squeeze=False)[:, 0], pairs, strict=True):
            for place, each in enumerate(found.measured[:MOST_DRAWN], start=1):
                one, other = (want.compared(each.measures[want.property.name]) for want in (across, up))
                look = each.verdict if each in ahead or not found.terms.aims else Verdict.NOT_MET
                _draw_mark(axes, one.mean, other.mean, look, xerr=_error(one), yerr=_error(other))
                at = one.mean, other.mean
                axes.annotate(str(place), at, (6, 5), textcoords="offset points", color=INK, fontsize=9.5)
            _shade_corner(axes, across, up)
            plain(axes, "both", across=_axis_title(across), up=_axis_title(up))
        return saved()


def _axis_title(want: Want) -> str:
    name = f"size of the {want.property.name}" if want.property.signed else want.property.name
    return f"{name}, {want.property.unit}" if want.property.unit else name


def _draw_column(axes: Axes, sets: Sequence[Measured], want: Want, place: int) -> None:
    for row, each in enumerate(sets):
        measured = want.compared(each.measures[want.property.name])
        _draw_mark(axes, measured.mean, row, each.verdicts[place], xerr=_error(measured))
    low, high = axes.get_xlim()
    reach = [bound for bound in (want.low, want.high) if abs(bound) < float("inf")]
    low, high = min([low, *reach, 0.0 if want.property.signed else low]), max([high, *reach])
    margin = 0.04 * (high - low)
    if not want.toward:
        axes.axvspan(max(low - margin, want.low), min(high + margin, want.high), color=LINE, alpha=0.16, linewidth=0)
    axes.set_xlim(low - margin, high + margin)
    axes.set_title(_axis_title(want), color=INK, fontsize=10.5)
    plain(axes, "x")


def _draw_mark(axes: Axes, x: float, y: float, verdict: Verdict, **errors: Any) -> None:
    axes.errorbar(x, y, **errors, **LOOKS[verdict], markersize=7, linewidth=1.4, capsize=3)


def _shade_corner(axes: Axes, across: Want, up: Want) -> None:
    (left, right), (low, high) = axes.get_xlim(), axes.get_ylim()
    corner = max(left, across.low), max(low, up.low), min(right, across.high), min(high, up.high)
    if corner[0] < corner[2] and corner[1] < corner[3] and not (across.toward and up.toward):
        axes.fill_between([corner[0], corner[2]], corner[1], corner[3], color=LINE, alpha=0.16, linewidth=0)
    axes.set_xlim(left, right)
    axes.set_ylim(low, high)


def _error(found: Estimate) -> list[list[float]]:
    return [[max(0.0, found.mean - found.low)], [max(0.0, found.high - found.mean)]]


# --- from Python -----------------------------------------------------------------------------------------------------

__all__ = ["Effect", "Findings", "Measured", "Verdict", "Want", "effects", "sweep"]

SHOWN: Final = ("edge", "draws", "plies")
"""What is measured besides what is wanted."""


def sweep(
    game: Game | str,
    varied: Mapping[str, Iterable[object]],
    wants: Sequence[str],
    *,
    options: Mapping[str, object] | None = None,
    player: int | str | None = None,
    matches: int = 200,
    even: bool = False,
    trials: int = 0,
    show: Sequence[str] = SHOWN,
    seconds: float = 10.0,
    scale: float = 1.0,
    seed: int = 1,
    processes: int = 1,
) -> Findings:
    """Return what is found of a game with each combination of the values of the ``varied`` options and hands.

    ``wants``: as ``fivefold sweep --help`` shows them, such as ``edge<2``. ``options``: the others that differ from
    the defaults. ``player``: who plays against itself, level 3 unless hands vary. ``matches``: at most so many with
    each set, two on each deal; ``even``: exactly so many. ``trials``: try so many sets that Optuna asks for in place of
    all. ``show``: what to measure besides. ``seconds``: what people think about a move, for ``minutes``. The same
    arguments give the same findings; nothing is kept in between. Raises ``InvalidOption``.
    """
    found = find(game) if isinstance(game, str) else game
    fixed = {name: str(value) for name, value in (options or {}).items()}
    listed = checked([vary(found, name, list(values)) for name, values in varied.items()], fixed)
    who = player_of(found, None if player is None else str(player), listed)
    terms = terms_of(found, wants, show, who, matches=matches, seconds=seconds, scale=scale, seed=seed, even=even)
    place = Processes(processes)

    def carry(job: Round) -> list[SelfPlayStart]:
        by_number = dict(place.results(job.function, list(enumerate(job.tasks))))
        return job.reduce([by_number[number] for number in range(len(job.tasks))])

    return _search(terms, listed, fixed, trials, carry)


def _search(
    terms: SweepTerms, varied: Sequence[Varied], fixed: Mapping[str, str], trials: int, carry: Carry
) -> Findings:
    needs_scipy()
    prepare(terms.game, (terms.player,))
    if worth := {each.name: each.values[0] for each in varied if is_hand(terms.game, each.name)}:
        # A game that compiles what plays it, before several processes want that.
        options = option_set(terms.game, fixed, worth)
        play_start(TableStart(Matchup(terms.game.key, GREEDY, GREEDY, options.given), 0, options.table))
    return search_some(terms, varied, fixed, trials, carry) if trials else search_all(terms, varied, fixed, carry)


# --- the command -----------------------------------------------------------------------------------------------------

GRID, OPTUNA = "grid", "optuna"
TRIALS: Final = 20
EXAMPLES: Final = """what can be wanted, each once or more, in quotes:
  'NAME<NUMBER'  'NAME>NUMBER'  'NAME=NUMBER' (within a tenth of it)  'NAME=LOW..HIGH'
  'NAME=most'  'NAME=least' (of several: the sets than which none is better in one and worse in no other)

{properties}

examples: fivefold sweep pokeros --vary deck=full,stripped --vary wilds=0,1,2 --want 'edge<5' --want 'draws<3'
          fivefold sweep locus --vary grid=6x5,6x6 --vary flush=4..12/4 --vary pair=0,2,4 --want drama=most
                         --want edge=least --search optuna --trials 40"""


def run(options: argparse.Namespace) -> int:
    """Play, print what was found and write the report."""
    game = find(options.game)
    varied = checked(read_varied(game, options.vary), options.option)
    most, how = at_least_one("matches", options.matches), ("seconds", "scale", "seed", "even")
    asked = {name: getattr(options, name) for name in how}
    who = player_of(game, options.player, varied)
    terms = terms_of(game, options.want, options.show.split(","), who, matches=most, **asked)
    trials, place = _trials_of(options), place_of(options)
    check_places(options.game, [options.out])
    over = dict.fromkeys("hands" if is_hand(game, each.name) else each.name for each in varied)
    stem = "-".join(("sweep", game.key, *over))
    with ExitStack() as rounds:

        def carry(job: Round) -> list[SelfPlayStart]:
            # What is kept of a round is forgotten only once the report is written, so that the command can go on.
            return rounds.enter_context(finished(job, place))

        found = _search(terms, varied, options.option, trials, carry)
        written = write(found, _command_text(terms, varied, options), options.out, stem)
    print(conclusion(found).replace("**", ""))
    print(f"\n{sets_table(found, found.measured, found.again)}\n")
    print(f"Written: {', '.join(map(str, written))}")
    return FINE


def _trials_of(options: argparse.Namespace) -> int:
    """Return how many sets a search may ask for, 0 where all are tried. Raises ``InvalidOption``."""
    if options.search == GRID:
        if options.trials is not None:
            raise InvalidOption(
                "all combinations are tried", subject=f"--trials {options.trials}", remedy="add --search optuna"
            )
        return 0
    return at_least_one("trials", TRIALS if options.trials is None else options.trials)


def _command_text(terms: SweepTerms, varied: tuple[Varied, ...], options: argparse.Namespace) -> str:
    words = ["fivefold", "sweep", terms.game.key]
    for each in varied:
        words += ["--vary", f"{each.name}={','.join(each.values)}"]
    for name, value in options.option.items():
        words += ["--option", f"{name}={value}"]
    for want in terms.wants:
        words += ["--want", want.text]
    if options.search != GRID:
        words += ["--search", options.search, "--trials", str(_trials_of(options))]
    words += ["--player", terms.player, "--matches", str(2 * terms.starts), *(["--even"] if terms.even else [])]
    defaults = {"show": ",".join(SHOWN), "seconds": 10.0, "scale": 1.0}
    for name, default in defaults.items():
        value = getattr(options, name)
        words += [f"--{name}", value if isinstance(value, str) else f"{value:g}"] if value != default else []
    return shlex.join([*words, "--seed", str(terms.seed)])


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add what the command takes."""
    width = max(map(len, PROPERTIES))
    properties = "\n".join(
        f"  {each.name:{width}}  {each.meaning}{f' ({each.unit})' if each.unit else ''}" for each in PROPERTIES.values()
    )
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    parser.epilog = EXAMPLES.format(properties=properties)
    add_declared("sweep", parser)


SWEEP = Command(add_arguments, run)
