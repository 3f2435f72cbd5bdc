"""Designing a game's table of hands: ``fivefold design``; and ``fivefold hands``, which counts hands.

Players play by a table, hands are counted, and points are set by how rare they are.
"""

import argparse
import math
import shlex
import time
from collections.abc import Callable, Container, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from enum import Enum
from functools import partial
from itertools import pairwise
from pathlib import Path
from typing import Any, Final, NamedTuple

from fivefold.command import FINE, at_least_one, process_count
from fivefold.contract import Game, HandTable, PolicyRollouts
from fivefold.contract.errors import InvalidOption
from fivefold.contract.extras import played_out
from fivefold.engine.compile import kernels_of
from fivefold.engine.functions import search_of
from fivefold.engine.kernels import Kernels, announced
from fivefold.engine.table_census import Play, make_greedy_census, make_policy_census
from fivefold.lab.arguments import lab_command
from fivefold.lab.configuration import Configuration, configuration_of
from fivefold.lab.estimates import Estimate, Z, needs_scipy, percent, poisson, wilson
from fivefold.lab.jobs import Job, JobPlace, Processes, ResultCoding, finished, place_of
from fivefold.lab.provenance import check_places
from fivefold.lab.report import (
    FAINT,
    INK,
    LINE,
    NO_PLOT,
    TEMPLATES,
    Axes,
    aligned,
    can_draw,
    drawing,
    html_report,
    page,
    plain,
    say,
    table,
    written,
)
from fivefold.lab.table_games import TableTerms, generators, hand_table, laid_out
from fivefold.parts.words import NUMBERS, listed
from fivefold.play import number_tables
from fivefold.play.catalogue import find

# --- games of a round ------------------------------------------------------------------------------------------------

BLOCK: Final = 250
"""Games a task."""


class RoundCounts(NamedTuple):
    """What games came to. What is added up comes with its squares; seats are in turn order, the first to move first."""

    games: int
    made: tuple[int, ...]
    """How often each hand was made."""
    made_squares: tuple[int, ...]
    points: tuple[int, ...]
    """Of each seat."""
    point_squares: tuple[int, ...]
    won: tuple[int, ...]
    """Games won alone; 0 where one plays alone."""
    lead: tuple[int, int]
    """By how many points the first was ahead, and the squares."""
    cut_short: int
    """Games that ended before their usual length."""

    @property
    def seats(self) -> int:
        """How many play."""
        return len(self.points)


class GameBlock(NamedTuple):
    """A task: the number of its first game, and how many there are."""

    first: int
    games: int


def round_job(title: str, terms: TableTerms, games: int) -> Job[GameBlock, RoundCounts, RoundCounts]:
    """Return the games of a round as a job."""
    blocks = [GameBlock(first, min(BLOCK, games - first)) for first in range(0, games, BLOCK)]
    return Job(
        title=title,
        unit="blocks of games",
        terms=f"{terms} {games} games, rules {find(terms.game).rules.VERSION}",
        tasks=blocks,
        function=partial(play_block, terms),
        reduce=added,
        coding=ResultCoding(list, _counts_of),
    )


def _counts_of(data: Sequence[Any]) -> RoundCounts:
    read: Any = (tuple(each) if isinstance(each, list) else each for each in data)
    return RoundCounts(*read)


def play_block(terms: TableTerms, block: GameBlock) -> RoundCounts:
    """Play the games of a block."""
    return counted(kernels_of(find(terms.game)), terms, GameBlock(*block))


def counted(kernels: Kernels, terms: TableTerms, block: GameBlock) -> RoundCounts:
    """Play the games of a block with these kernels."""
    (census, hands), seeds = laid_out(kernels, terms), kernels.zeros(block.games, 2)
    for place in range(block.games):
        seeds[place][0], seeds[place][1] = generators(terms.seed, block.first + place)
    _census_player(kernels, hands)(census, seeds, len(census.points))
    sums = (census.made_sum, census.made_squares, census.point_sum, census.point_squares, census.won, census.lead)
    found = (tuple(int(number) for number in array) for array in sums)
    return _counts_of([block.games, *found, int(census.cut_short[0])])


def _census_player(kernels: Kernels, hands: HandTable) -> Play:
    """Return what plays games: by the game's own policy where it has one, otherwise for the most points at once."""
    if isinstance(kernels.game.search, PolicyRollouts):
        return announced(kernels, make_policy_census, kernels.rules, hands, search_of(kernels.game, PolicyRollouts))
    return announced(kernels, make_greedy_census, kernels.rules, hands)


def added(parts: Sequence[RoundCounts]) -> RoundCounts:
    """Return counts added up. Raises ``InvalidOption`` where no hand was made at all."""
    columns: Any = zip(*parts, strict=True)
    total = _counts_of([sum(each) if isinstance(each[0], int) else _sums(each) for each in columns])
    if not any(total.made[1:]):
        raise InvalidOption("no hand was made in all these games; play more of them")
    return total


def _sums(rows: Sequence[Sequence[int]]) -> tuple[int, ...]:
    return tuple(sum(column) for column in zip(*rows, strict=True))


# --- what counts say -------------------------------------------------------------------------------------------------


def per_game(counts: RoundCounts, hand: int) -> Estimate:
    """Return how often a hand is made a game.

    The interval is that of a count of independent rare events (``poisson``), widened by how much more the hand's count
    spreads from game to game than such events would. It holds for hands that never came too.
    """
    number, games = counts.made[hand], counts.games
    mean = number / games
    spread = max(1.0, (counts.made_squares[hand] / games - mean**2) / mean) if number else 1.0
    low, high = poisson(number / spread)
    return Estimate(mean, spread * low / games, spread * high / games)


def rarity(counts: RoundCounts, hand: int) -> Estimate:
    """Return how often the commonest hand comes for each time that this one does.

    The interval is made of those of both rates, in proportion (Zou and Donner 2008); what never came has no upper end.
    """
    common = max(range(1, len(counts.made)), key=lambda each: counts.made[each])
    if hand == common:
        return Estimate(1.0, 1.0, 1.0)
    most, own = per_game(counts, common), per_game(counts, hand)
    if own.mean == 0:
        return Estimate(math.inf, most.mean / own.high, math.inf)
    times = most.mean / own.mean
    below = math.hypot(math.log(most.mean / most.low), math.log(own.high / own.mean))
    above = math.hypot(math.log(most.high / most.mean), math.log(own.mean / own.low))
    return Estimate(times, times / math.exp(below), times * math.exp(above))


def mean_points(counts: RoundCounts, place: int) -> Estimate:
    """Return the points a game of a seat."""
    return _mean_of(counts.points[place], counts.point_squares[place], counts.games)


def _mean_of(total: int, squares: int, games: int) -> Estimate:
    mean = total / games
    half = Z * math.sqrt(max(0.0, squares / games - mean**2) / games)
    return Estimate(mean, mean - half, mean + half)


def shares(counts: RoundCounts, table: Sequence[int]) -> tuple[float, ...]:
    """Return which share of all points each hand brings; at the place of nothing what is no hand's: bonuses."""
    total = max(1, sum(counts.points))
    parts = [number * points / total for number, points in zip(counts.made, table, strict=True)]
    return (1 - math.fsum(parts[1:]), *parts[1:])


# --- from counts to points -------------------------------------------------------------------------------------------

NOTHING: Final = 0
"""The number of the hand that is none, worth nothing."""
ROUND: Final = (10, 12, 15, 20, 25, 30, 40, 50, 60, 80)
"""From ten up these are easily remembered, and these with zeros behind them; below it every whole number is."""
SEEN: Final = 3
"""A hand that came less often is no measure of what is rarest; it gets as much as the rarest that is."""


@dataclass(frozen=True, slots=True)
class Scale:
    """What points there are to be."""

    least: int
    """Those of the commonest hand, 1 or more."""
    most: int
    """Those of the rarest; more than ``least``."""
    bend: float
    """Above so many points rarity is compressed; from ``least`` to ``most``."""

    @classmethod
    def of(cls, least: int, most: int, bend: float | None = None) -> "Scale":
        """Return a scale; the bend lies half-way, in factors, unless given. Raises ``InvalidOption``."""
        if not 1 <= least < most:
            raise InvalidOption(
                f"--least {least} --most {most}: the least is 1 or more, and the most is more than that"
            )
        bend = math.sqrt(least * most) if bend is None else bend
        if not least <= bend <= most:
            raise InvalidOption(f"--compress-above {bend:g}: takes a number of points from {least} to {most}")
        return cls(least, most, bend)


@dataclass(frozen=True, slots=True)
class Worth:
    """What counts ask for."""

    rarities: tuple[float, ...]
    """Of each hand, the commonest 1; infinite where it never came. Nothing has 0."""
    uncompressed: tuple[float, ...]
    """What it would be worth without compression."""
    exact: tuple[float, ...]
    """What it is worth, before rounding."""
    power: float
    """Of rarity, above the bend; 1 where nothing is compressed."""


def worth_of(counts: Sequence[int], scale: Scale) -> Worth:
    """Return what hands that came so often are worth, nothing first; at least one has to have come."""
    commonest = max(counts[1:])
    rarities = (0.0, *(commonest / count if count else math.inf for count in counts[1:]))
    rarest = max([1.0, *(commonest / count for count in counts[1:] if count >= SEEN)])
    power = _power_of(scale, rarest)
    exact = (0.0, *(compressed(scale, power, min(rarity, rarest)) for rarity in rarities[1:]))
    return Worth(rarities, tuple(scale.least * rarity for rarity in rarities), exact, power)


def _power_of(scale: Scale, rarest: float) -> float:
    if scale.least * rarest <= scale.most:
        return 1.0
    return math.log(scale.most / scale.bend) / math.log(scale.least * rarest / scale.bend)


def compressed(scale: Scale, power: float, rarity: float) -> float:
    """Return the points of a rarity."""
    points = scale.least * rarity
    return points if points <= scale.bend else scale.bend * math.pow(points / scale.bend, power)


# --- numbers that people remember ------------------------------------------------------------------------------------


def _below(number: float) -> int:
    if number < ROUND[0]:
        return int(number)
    zeros: int = 10 ** int(math.log10(number) - 1 + 1e-12)
    return zeros * max(each for each in ROUND if each * zeros <= number * (1 + 1e-12))


def next_above(number: int) -> int:
    """Return the number to remember that follows one, which is 0 or more."""
    if number < ROUND[0]:
        return number + 1
    zeros: int = 10 ** (len(str(number)) - 2)
    return next((each * zeros for each in ROUND if each * zeros > number), 100 * zeros)


def next_below(number: int) -> int:
    """Return the number to remember before one, which is 1 or more."""
    return 0 if number <= 1 else _below(number - 0.5)


def rounded(exact: float) -> int:
    """Return the number to remember that is nearest in proportion."""
    exact = max(1.0, exact)
    low = _below(exact)
    high = next_above(low)
    return high if exact * exact > low * high else low


def points_of(exact: Sequence[float]) -> tuple[int, ...]:
    """Return what each hand is worth in numbers to remember, nothing 0."""
    return (0, *(rounded(each) for each in exact[1:]))


def kept(table: Sequence[int], exact: Sequence[float]) -> tuple[int, ...]:
    """Return the points with those left alone that are no whole step from what counts ask for.

    A number stays as long as that lies between the two numbers to remember beside it: so tables don't flicker.
    """
    pairs = list(zip(table, exact, strict=True))[1:]
    return (0, *(points if _stays(points, asked) else rounded(asked) for points, asked in pairs))


def _stays(points: int, asked: float) -> bool:
    return points >= 1 and next_below(_below(points)) < asked < next_above(_below(points))


def distance(table: Sequence[int], exact: Sequence[float]) -> float:
    """Return the factor by which points differ on average (geometric mean) from what counts ask for."""
    factors = [abs(math.log(asked / max(points, 0.5))) for points, asked in list(zip(table, exact, strict=True))[1:]]
    return math.exp(math.fsum(factors) / len(factors))


# --- rounds ----------------------------------------------------------------------------------------------------------

SMALLEST_STEP: Final = 1 / 4

Table = tuple[int, ...]
PlayRound = Callable[[int, Table], RoundCounts]
"""Plays a round, by its number, with a table."""


class DesignEnding(Enum):
    """Why no further round was played."""

    SETTLED = "settled"
    SWINGING = "swinging"
    STOPPED = "stopped"
    """There were as many rounds as were allowed."""


@dataclass(frozen=True, slots=True)
class DesignRound:
    """A table, what was made of it, and what that asks for."""

    table: Table
    counts: RoundCounts
    worth: Worth
    step: float
    """The part of the step from this table to what is asked for that was taken; 1 is all of it."""
    proposed: Table
    """The next table, were it a whole step."""

    @property
    def apart(self) -> float:
        """The factor by which the table differs on average from what is asked for."""
        return distance(self.table, self.worth.exact)


@dataclass(slots=True)
class DesignCourse:
    """All rounds, the first with the table that was given."""

    rounds: list[DesignRound] = field(default_factory=list)
    ending: DesignEnding = DesignEnding.STOPPED
    swings: list[tuple[int, int]] = field(default_factory=list)
    """Where tables went in a circle: the rounds with the table that came back and with the last before it did."""

    @property
    def best(self) -> DesignRound:
        """The round whose table is to be taken: the last one if it stays, else the one that is least off."""
        if self.ending is DesignEnding.SETTLED:
            return self.rounds[-1]
        return min(self.rounds[1:] or self.rounds, key=lambda each: each.apart)

    @property
    def adjustments(self) -> int:
        """How often points were set before they stayed, or before the end."""
        return len(self.rounds) - 1


def design(play: PlayRound, first: Table, scale: Scale, most_rounds: int, keep_first: bool = False) -> DesignCourse:
    """Play rounds from a table until one stays, tables go in circles even with small steps, or there were enough.

    ``keep_first``: whether the points of the first table may stay where they are about right; without it they are
    numbers of cards, not points.
    """
    course, table, step, seen = DesignCourse(), first, 1.0, list[Table]()
    exact = tuple(float(points) for points in first)
    while True:
        number = len(course.rounds)
        counts = play(number, table)
        worth = worth_of(counts.made, scale)
        fresh = number == 0 and not keep_first
        proposed = points_of(worth.exact) if fresh else kept(table, worth.exact)
        course.rounds.append(DesignRound(table, counts, worth, step, proposed))
        if proposed == table:
            course.ending = DesignEnding.SETTLED
            return course
        if number + 1 >= most_rounds:
            return course
        seen.append(table)
        exact, following = (worth.exact, proposed) if fresh else _stepped(table, exact, worth.exact, step)
        if following in seen:
            course.swings.append((number - (len(seen) - 1 - seen.index(following)), number))
            step /= 2
            if step < SMALLEST_STEP:
                course.ending = DesignEnding.SWINGING
                return course
            circle = seen[seen.index(following) :]
            exact = tuple(_between([each[hand] for each in circle]) for hand in range(len(table)))
            following, seen = points_of(exact), []
        table = following


def _stepped(
    table: Table, exact: Sequence[float], asked: Sequence[float], step: float
) -> tuple[tuple[float, ...], Table]:
    """Return points moved part of the way, in proportion, to what is asked for, as often as it takes to change a table.

    Points that may stay are left alone, whatever moves beside them.
    """
    now, following = tuple(exact), table
    while following == table:
        now = tuple(_moved(points, wanted, step) for points, wanted in zip(now, asked, strict=True))
        following = kept(table, now)
    return now, following


def _moved(points: float, wanted: float, step: float) -> float:
    return 0.0 if wanted == 0 else max(points, 0.5) * math.pow(wanted / max(points, 0.5), step)


def _between(points: Sequence[int]) -> float:
    """Return the middle, in proportion, of points of one hand; 0 for nothing."""
    return math.exp(math.fsum(math.log(each) for each in points) / len(points)) if min(points) > 0 else 0.0


@dataclass(frozen=True, slots=True)
class Design:
    """What was played and what came of it."""

    game: Game
    configuration: Configuration
    hands: HandTable
    scale: Scale
    course: DesignCourse
    today: DesignRound
    """A round with the points that the game has now."""
    begins: str
    """What it began with: ``cards``, ``own`` or ``file``."""
    games: int
    """A round."""
    command: str
    """Makes it again."""

    @property
    def best(self) -> DesignRound:
        """The round of the table that is found."""
        return self.course.best

    @property
    def heading(self) -> str:
        """What it is about, in words."""
        return f"{self.configuration.heading(self.game)}: points by rarity"

    @property
    def stem(self) -> str:
        """The name of its files, without suffix."""
        return f"design-{self.configuration.stem(self.game)}"

    def asked(self, hand: int) -> Estimate:
        """Return the points that a hand's rarity asks for, and by the same rule those at the ends of its interval."""
        worth, rare = self.best.worth, rarity(self.best.counts, hand)
        low, high = (compressed(self.scale, worth.power, end) for end in (rare.low, rare.high))
        return Estimate(worth.exact[hand], low, high)

    @property
    def kinds(self) -> range:
        """The numbers of the hands, nothing left out."""
        return range(1, len(self.hands.cards))


# --- tables in files; see ``play.number_tables`` for their form ------------------------------------------------------

LARGEST: Final = 100_000
"""Bytes; no table is longer."""


def read_table(game: Game, hands: HandTable, file: Path) -> tuple[int, ...]:
    """Return the points of every hand. Raises ``InvalidOption``, naming what is wrong, and ``OSError``."""
    with file.open("rb") as opened:
        content = opened.read(LARGEST + 1)
    try:
        if len(content) > LARGEST:
            raise InvalidOption("is longer than any table of hands")
        return _points_in(game, hands, content.decode())
    except UnicodeDecodeError:
        raise InvalidOption(f"{file}: not a text file, so it cannot be a table of hands") from None
    except InvalidOption as error:
        raise InvalidOption(f"{file}: {error}") from error


def _points_in(game: Game, hands: HandTable, text: str) -> tuple[int, ...]:
    """Return the points of every hand. Raises ``InvalidOption`` where one has none."""
    numbers = number_tables.read(hands.option, number_tables.read_file(game, hands.option, text).value)
    for entry, name in zip(hands.entries[1:], hands.names[1:], strict=True):
        if entry not in numbers:
            raise InvalidOption(f"{name} has no points; write a line '{entry} {name} = ' with a whole number")
    extra = sorted(set(numbers) - set(hands.entries[1:]))
    if extra and hands.option.table is not None:
        name = hands.option.table.entries[extra[0] - 1].name
        raise InvalidOption(f"{name} has points, but is no hand of the table that is designed; leave it blank")
    return (0, *(numbers[entry] for entry in hands.entries[1:]))


def write_table(game: Game, hands: HandTable, table: Sequence[int], name: str) -> str:
    """Return a table as a file."""
    numbers = dict(zip(hands.entries[1:], table[1:], strict=True))
    return number_tables.write(game, hands.option, name, number_tables.written(numbers))


# --- plots -----------------------------------------------------------------------------------------------------------

NOW: Final = "#b8743a"
"""What the game has now; readable on white and on black, as the others are."""
WIDTH: Final = 7.6
MOST_LINES: Final = 16
"""Hands whose points are followed round by round: those that move most."""


def drawn(study: Design) -> dict[str, str]:
    """Return the plots as SVG by the names of their files; none where matplotlib is not installed."""
    if not can_draw():
        return {}
    found = {}
    drawings = {"frequency": _draw_frequency, "points": _draw_points, "rounds": _draw_rounds, "shares": _draw_shares}
    for name, draw in drawings.items():
        lines = min(MOST_LINES, len(study.kinds)) if name == "rounds" else len(study.kinds)
        with drawing(1.3 + 0.29 * max(8, lines), WIDTH, 10.5) as (figure, saved):
            draw(figure.add_subplot(), study)
            found[f"{study.stem}-{name}.svg"] = saved()
    return found


def _draw_frequency(axes: Axes, study: Design) -> None:
    for each, colour, mark, label, lift in _series(study):
        rates = [per_game(each.counts, hand) for hand in study.kinds]
        places = [place + lift for place, rate in enumerate(rates) if rate.mean > 0]
        means = [rate.mean for rate in rates if rate.mean > 0]
        errors = [
            [rate.mean - rate.low for rate in rates if rate.mean > 0],
            [rate.high - rate.mean for rate in rates if rate.mean > 0],
        ]
        axes.errorbar(
            means, places, xerr=errors, fmt=mark, color=colour, mfc=_face(mark, colour), label=label, capsize=0
        )
    axes.set_xscale("log")
    _dress(axes, study, "times a game; each line is ten times as often as the one before")
    _plain_numbers(axes.xaxis)


def _draw_points(axes: Axes, study: Design) -> None:
    for place, hand in enumerate(study.kinds):
        pair = [max(each.table[hand], 0.5) for each in (study.best, study.today)]
        axes.plot(pair, [place, place], color=FAINT, linewidth=3, zorder=1)
    for each, colour, mark, label, _ in _series(study):
        points = [max(each.table[hand], 0.5) for hand in study.kinds]
        axes.plot(points, range(len(points)), mark, color=colour, mfc=_face(mark, colour), label=label, markersize=7)
    asked = [(place, study.asked(hand)) for place, hand in enumerate(study.kinds)]
    ended = [(place, each) for place, each in asked if math.isfinite(each.high)]
    lows, highs = [each.low for _, each in ended], [each.high for _, each in ended]
    axes.hlines([place for place, _ in ended], lows, highs, color=LINE, linewidth=1.5, label="not rounded, 95 %")
    axes.set_xscale("log")
    _dress(axes, study, "points (in proportion)")
    _numbers(axes, "x", [points for each in (study.best, study.today) for points in each.table[1:]])


def _draw_shares(axes: Axes, study: Design) -> None:
    for each, colour, mark, label, lift in _series(study):
        part = shares(each.counts, each.table)
        hatch = "" if mark == "o" else "////"
        axes.barh(
            [place + lift * 1.4 for place in range(len(study.kinds))],
            [100 * part[hand] for hand in study.kinds],
            height=0.36,
            color=colour if not hatch else "none",
            edgecolor=colour,
            hatch=hatch,
            linewidth=1,
            label=label,
        )
    _dress(axes, study, "per cent of all points")


def _draw_rounds(axes: Axes, study: Design) -> None:
    rounds = study.course.rounds
    hands, said_of = _most_moved(study), dict[str, float]()
    for number, hand in enumerate(hands):
        points = [max(each.table[hand], 0.5) for each in rounds]
        style = ("-", "--", ":", "-.")[number % 4]
        colour = (LINE, NOW, INK)[number % 3]
        axes.plot(range(1, len(rounds) + 1), points, style, color=colour, marker="osD^v"[number % 5], markersize=4)
        said = f"{study.hands.names[hand]}, {rounds[-1].table[hand]}"
        said_of[said] = points[-1]
    axes.set_yscale("log")
    axes.set_xticks(range(1, len(rounds) + 1))
    axes.set_xlabel("round", color=INK)
    axes.set_ylabel("points (in proportion)", color=INK)
    plain(axes, "y")
    axes.set_axisbelow(True)
    _numbers(axes, "y", [each.table[hand] for each in rounds for hand in hands])
    _name_lines(axes, len(rounds), said_of)


def _name_lines(axes: Axes, last: int, said_of: dict[str, float]) -> None:
    """Write beside the ends of lines what they are, in ascending order, each name as near to its line as there is room.

    ``said_of``: for each name where its line ends.
    """
    low, high = (math.log(end) for end in axes.get_ylim())
    wanted = [(math.log(end) - low) / (high - low) for end in said_of.values()]
    arrow = {"arrowstyle": "-", "color": FAINT, "linewidth": 0.8, "relpos": (0, 0.5), "shrinkB": 4}
    for (said, end), place in zip(said_of.items(), spread(wanted, 1 / 17), strict=True):
        axes.annotate(
            said, (last, end), (1.05, place), xycoords="data", textcoords="axes fraction", color=INK, fontsize=9,
            va="center", arrowprops=arrow, annotation_clip=False,
        )  # fmt: skip


def _most_moved(study: Design) -> list[int]:

    def movement(hand: int) -> int:
        points = [each.table[hand] for each in study.course.rounds]
        return sum(abs(a - b) for a, b in pairwise(points))

    chosen = sorted(study.kinds, key=lambda hand: (-movement(hand), hand))[:MOST_LINES]
    return sorted(chosen, key=lambda hand: (study.course.rounds[-1].table[hand], hand))


def spread(wanted: Sequence[float], gap: float) -> list[float]:
    """Return ascending places at least a gap apart, as near to those wanted as that allows, the last at most at 1."""
    upwards, downwards = _pushed(wanted, gap), [-place for place in _pushed([-each for each in reversed(wanted)], gap)]
    # Both keep the gap, so their middle does.
    places = [(up + down) / 2 for up, down in zip(upwards, reversed(downwards), strict=True)]
    top = 1.0
    for number in reversed(range(len(places))):
        places[number] = min(places[number], top)
        top = places[number] - gap
    return places


def _pushed(wanted: Sequence[float], gap: float) -> list[float]:
    """Return places wanted in ascending order, each pushed up where it would be too near to the one before."""
    places: list[float] = []
    for place in wanted:
        places.append(max(place, places[-1] + gap) if places else place)
    return places


def _series(study: Design) -> list[tuple[DesignRound, str, str, str, float]]:
    """Return both tables: round, colour, mark, name, and how far it is moved aside."""
    return [(study.best, LINE, "o", "by rarity", -0.14), (study.today, NOW, "s", "now", 0.14)]


def _face(mark: str, colour: str) -> str:
    """Return how a mark is filled: only the round ones."""
    return colour if mark == "o" else "none"


def _dress(axes: Axes, study: Design, unit: str) -> None:
    names = [study.hands.names[hand] for hand in study.kinds]
    axes.set_yticks(range(len(names)), names)
    axes.set_ylim(len(names) - 0.4, -0.6)
    axes.set_xlabel(unit, color=INK)
    axes.legend(
        loc="lower center", bbox_to_anchor=(0.5, 1.0), ncols=3, frameon=False, labelcolor=INK, borderaxespad=0.2
    )
    plain(axes, "x")
    axes.set_axisbelow(True)


def _plain_numbers(axis: Any) -> None:
    axis.set_major_formatter(lambda number, _: f"{number:g}")
    axis.minorticks_off()


def _numbers(axes: Axes, along: str, points: Sequence[int]) -> None:
    axis = axes.xaxis if along == "x" else axes.yaxis
    top = max(points)
    axis.set_ticks([each for each in (1, 2, 3, 5, 10, 20, 30, 50, 100, 200, 500, 1000) if each <= top * 1.2])
    _plain_numbers(axis)


TEMPLATE: Final = "design.jinja"
EXAMPLES: Final = (2, 5, 10, 30, 100, 1000, 6000)
"""Rarities whose points are given as examples."""
MOST_NAMED: Final = 4
INTERVAL: Final = "95 % interval"


def write(study: Design, folder: Path) -> str:
    """Write the report, its plots and the table that was found; return what to tell the user."""
    pictures = drawn(study)
    markdown = report(study, pictures)
    files = {f"{study.stem}.md": markdown, f"{study.stem}.html": html_report(markdown, pictures), **pictures}
    name = f"{study.game.name} by rarity"
    files[f"{study.stem}.table"] = write_table(study.game, study.hands, study.best.table, name)
    written(folder, files)
    said = f"Written: {folder / study.stem}.html, .md, .table" + (f", {len(pictures)} plots" if pictures else "")
    return said if pictures else f"{said}. {NO_PLOT}"


# --- in words --------------------------------------------------------------------------------------------------------


def summary(study: Design) -> str:
    """Return what was found, for the terminal."""
    rows = [("hand", "a game", "rarity", INTERVAL, "points", "asked for", "now")]
    rows += [_hand_cells(study, hand) for hand in study.kinds]
    return "\n".join([study.heading, *aligned(rows), _outcome(study)])


def _hand_cells(study: Design, hand: int) -> tuple[str, str, str, str, str, str, str]:
    return (
        study.hands.names[hand],
        frequency(per_game(study.best.counts, hand).mean),
        times(study.best.worth.rarities[hand]),
        ends(rarity(study.best.counts, hand)),
        str(study.best.table[hand]),
        ends(study.asked(hand)),
        str(study.today.table[hand]),
    )


def _outcome(study: Design) -> str:
    last = study.course.rounds[-1]
    names = [study.hands.names[hand] for hand in study.kinds if last.table[hand] != last.proposed[hand]]
    more = [f"{len(names) - MOST_NAMED} more"] if len(names) > MOST_NAMED else []
    return say(
        TEMPLATE, "outcome", study.course, study.begins, _last_change(study), listed([*names[:MOST_NAMED], *more])
    )


def _last_change(study: Design) -> str:
    """Return what the last of several adjustments changed, if that was little."""
    if study.course.adjustments < 2:
        return ""
    before, after = (each.table for each in study.course.rounds[-2:])
    changed = [hand for hand in study.kinds if before[hand] != after[hand]]
    if len(changed) > MOST_NAMED:
        return ""
    return listed([f"{study.hands.names[hand]} ({before[hand]} to {after[hand]})" for hand in changed])


def _beside(study: Design) -> tuple[int, float, str, int, int]:
    """Return how many points are today's, by what factor they differ, and the hand whose differ most with both."""
    new, now = study.best.table, study.today.table
    apart = distance(new, tuple(float(max(points, 1)) for points in now))
    widest = max(study.kinds, key=lambda hand: abs(math.log(max(new[hand], 1) / max(now[hand], 1))))
    same = sum(new[hand] == now[hand] for hand in study.kinds)
    return same, apart, study.hands.names[widest], new[widest], now[widest]


# --- the page --------------------------------------------------------------------------------------------------------


def report(study: Design, pictures: Container[str]) -> str:
    """Return the report as Markdown; ``pictures``: the files of the plots that are drawn."""
    return page(
        TEMPLATE,
        study=study,
        drawn=pictures,
        outcome=_outcome(study),
        by_policy=isinstance(study.game.search, PolicyRollouts),
        beside_today=_beside(study),
        new=_play_figures(study.best),
        now=_play_figures(study.today),
        tables={
            "hands": hands_table(study),
            "examples": _examples(study),
            "points": _by_round(study, lambda each, hand: str(each.table[hand])),
            "players": _players_table(study),
            "frequency": _by_round(study, lambda each, hand: frequency(per_game(each.counts, hand).mean)),
            "shares": _shares_table(study),
        },
        people=_by_people(study),
    )


def _play_figures(each: DesignRound) -> dict[str, str]:
    """Return what players make of a table: the points of the first, and between players its wins and its lead."""
    counts = each.counts
    points = _plus_minus(mean_points(counts, 0))
    if counts.seats < 2:
        return {"points": points}
    won = counts.won[0] / counts.games
    low, high = wilson(won, counts.games)
    first = f"{percent(won)} ({100 * low:.1f} to {100 * high:.1f})"
    return {"points": points, "first": first, "lead": _plus_minus(_mean_of(*counts.lead, counts.games))}


def hands_table(study: Design) -> str:
    """Return what was found of each hand."""
    worth, made = study.best.worth, study.best.counts.made
    columns = ("hand", "a game", INTERVAL, "rarity", INTERVAL, "in full", "compressed", INTERVAL, "points", "now")
    rows = []
    for hand in study.kinds:
        name, often, rare, interval, points, asked, now = _hand_cells(study, hand)
        full = _points_text(worth.uncompressed[hand]) if made[hand] else ""
        compressed = _points_text(worth.exact[hand])
        rate = _interval(per_game(study.best.counts, hand))
        rows.append((name, often, rate, rare, interval, full, compressed, asked, f"**{points}**", now))
    return table(columns, rows)


def _examples(study: Design) -> str:
    worth = study.best.worth
    rarest = max(rarity for rarity in worth.rarities if not math.isinf(rarity))
    seen = [rarity for rarity in EXAMPLES if rarity <= rarest]
    points = [_points_text(compressed(study.scale, worth.power, float(rarity))) for rarity in seen]
    return table(("rarity", *(f"{rarity:,}" for rarity in seen)), [("points", *points)])


def _by_round(study: Design, said: Callable[[DesignRound, int], str], *more: Sequence[str]) -> str:
    """Return a table of the hands, a column for each round and one with today's points; ``more``: its last rows."""
    rounds = _named_rounds(study)
    rows = [(study.hands.names[hand], *(said(each, hand) for _, each in rounds)) for hand in study.kinds]
    return table(("hand", *(name for name, _ in rounds)), [*rows, *more])


def _players_table(study: Design) -> str:
    alone = study.best.counts.seats < 2
    further = ("points a game",) if alone else ("first wins", "shared", "first's lead", "points a game")
    rows = [
        (name, f"{each.apart:.2f}", *((_play_figures(each)["points"],) if alone else _between_players(each)))
        for name, each in _named_rounds(study)
    ]
    return table(("round", "off by", *further), rows)


def _between_players(each: DesignRound) -> tuple[str, ...]:
    counts, figures = each.counts, _play_figures(each)
    shared = (counts.games - sum(counts.won)) / counts.games
    points = " : ".join(f"{mean_points(counts, place).mean:.1f}" for place in range(counts.seats))
    return figures["first"], percent(shared), figures["lead"], points


def _shares_table(study: Design) -> str:
    bonuses = [shares(each.counts, each.table)[0] for _, each in _named_rounds(study)]
    more = [("bonuses", *map(percent, bonuses))] if any(abs(share) > 0.0005 for share in bonuses) else []
    return _by_round(study, lambda each, hand: percent(shares(each.counts, each.table)[hand]), *more)


def _named_rounds(study: Design) -> list[tuple[str, DesignRound]]:
    return [*((str(number), each) for number, each in enumerate(study.course.rounds, start=1)), ("now", study.today)]


def _by_people(study: Design) -> str:
    """Return the command by which people can play by the table, where the game lets them."""
    option, game = study.hands.option, study.game
    if option not in game.setup.options:
        return ""
    needed = [f"--option {name}={min(values)}" for name, values in option.only.items()]
    words = ["fivefold play", game.key, study.configuration.arguments, *needed]
    return " ".join(filter(None, [*words, f"--option {option.name}=@{study.stem}.table"]))


# --- figures as text -------------------------------------------------------------------------------------------------


def _plus_minus(figure: Estimate) -> str:
    return f"{figure.mean:.1f} ± {figure.high - figure.mean:.1f}"


def frequency(number: float, digits: int = 3) -> str:
    """Return how often something comes a game, to so many digits."""
    if number == 0:
        return "0"
    return f"{number:.{max(0, min(6, digits - 1 - math.floor(math.log10(number))))}f}"


def _interval(rate: Estimate) -> str:
    digits = 3 if rate.mean >= 1 else 2
    return f"{frequency(rate.low, digits)} to {frequency(rate.high, digits)}"


def times(rarity: float) -> str:
    """Return a rarity."""
    return "never came" if math.isinf(rarity) else _points_text(rarity)


def ends(figure: Estimate) -> str:
    """Return the interval of a rarity or of points; that of the commonest hand is 1 by definition and has none."""
    if figure.low == figure.high:
        return ""
    high = "or more" if math.isinf(figure.high) else f"to {_points_text(figure.high)}"
    return f"{_points_text(figure.low)} {high}"


def _points_text(points: float) -> str:
    return f"{points:,.0f}" if points >= 100 else f"{points:.1f}"


def in_words(number: int, what: str) -> str:
    """Return a number of things: ``two rounds``, ``12 rounds``."""
    said = NUMBERS[number] if number < len(NUMBERS) else f"{number:,}"
    return f"{said} {what}" if number == 1 else f"{said} {what}s"


TEMPLATES.globals |= {"in_words": in_words}


# --- the commands ----------------------------------------------------------------------------------------------------

WORTH_PROCESSES: Final = 15.0
"""Seconds: a shorter round is over before other processes have loaded what they need."""
TRIED: Final = 20
TODAY: Final = -1
"""The number of the round with the points the game has now."""


def run(options: argparse.Namespace) -> int:
    """Design the table that the command line asks for, and write the report. Raises ``InvalidOption``, ``OSError``."""
    check_places(options.game, [options.out])
    with _asked(options, "design") as (game, configuration, hands, own, play):
        first, begins = _first_table(game, hands, own, options)
        scale, most_rounds = _scale_of(own, options), at_least_one("rounds", options.rounds)
        course = design(play, first, scale, most_rounds, keep_first=begins != "cards")
        today = round_with(own, play(TODAY, own), scale)
        command = command_line(options)
        study = Design(game, configuration, hands, scale, course, today, begins, options.games, command)
        print(summary(study))
        print(write(study, options.out))
    return FINE


@contextmanager
def _asked(
    options: argparse.Namespace, command: str
) -> Iterator[tuple[Game, Configuration, HandTable, Table, PlayRound]]:
    """Provide the game, its options, its hands, their points now, and what plays rounds. Raises ``InvalidOption``."""
    game, games = find(options.game), at_least_one("games", options.games)
    configuration = configuration_of(game, options.preset, options.option)
    hands = hand_table(game, configuration, command)
    own = (0, *hands.usual(configuration.start_row(game))[1:])
    place = None if options.jobs is None and not options.on else place_of(options)
    with players(game, configuration, games, options.seed, place) as play:
        yield game, configuration, hands, own, play


def _first_table(game: Game, hands: HandTable, own: Table, options: argparse.Namespace) -> tuple[Table, str]:
    if options.table is not None:
        return read_table(game, hands, options.table), "file"
    return (own, "own") if options.own else (tuple(hands.cards), "cards")


def _scale_of(own: Table, options: argparse.Namespace) -> Scale:
    """Return the scale of points: as far as it is not given, from the least to the most that the game has now."""
    least = max(1, min((points for points in own[1:] if points > 0), default=1))
    most = max(own)
    return Scale.of(
        least if options.least is None else options.least,
        most if options.most is None else options.most,
        options.compress_above,
    )


def round_with(table: Table, counts: RoundCounts, scale: Scale) -> DesignRound:
    """Return a round beside the others."""
    worth = worth_of(counts.made, scale)
    return DesignRound(table, counts, worth, 1.0, points_of(worth.exact))


@contextmanager
def players(
    game: Game, configuration: Configuration, games: int, seed: int, place: JobPlace | None
) -> Iterator[PlayRound]:
    """Provide what plays rounds, each a job. What they came to is kept until the block ends without an error.

    Without a place rounds are played where it takes less time.
    """
    needs_scipy()
    with ExitStack() as kept:
        known: dict[Table, RoundCounts] = {}

        def play(number: int, table: Table) -> RoundCounts:
            nonlocal place
            if table not in known:
                terms = TableTerms(game.key, configuration.options, table, seed)
                took = _seconds_of(terms, games)
                place = place or Processes(1 if took < WORTH_PROCESSES else process_count(None))
                named = "today's table" if number == TODAY else f"round {number + 1}"
                known[table] = kept.enter_context(finished(round_job(f"{game.name}, {named}", terms, games), place))
            return known[table]

        yield play


def _seconds_of(terms: TableTerms, games: int) -> float:
    """Return how long a round will take in this process, by a few games.

    They compile what is to be compiled, once, before several processes want it.
    """
    kernels = kernels_of(find(terms.game))
    counted(kernels, terms, GameBlock(0, 1))
    tried, started = min(games, TRIED), time.perf_counter()
    counted(kernels, terms, GameBlock(0, tried))
    return (time.perf_counter() - started) * games / tried


def command_line(options: argparse.Namespace) -> str:
    """Return the command that does the same again."""
    words = ["fivefold", "design", options.game]
    words += ["--preset", options.preset] if options.preset else []
    for name, value in options.option.items():
        words += ["--option", f"{name}={value}"]
    words += ["--table", str(options.table)] if options.table else ["--own"] if options.own else []
    words += [f"--games={options.games}", f"--seed={options.seed}"]
    words += [] if options.rounds == ROUNDS else [f"--rounds={options.rounds}"]
    for name in ("least", "most", "compress_above"):
        number = getattr(options, name)
        words += [] if number is None else [f"--{name.replace('_', '-')}={number:g}"]
    return shlex.join(words)


ROUNDS: Final = 20


DESIGN = lab_command("design", run)

ORDINALS: Final = ("first", "second", "third", "fourth")


def _run_hands(options: argparse.Namespace) -> int:
    """Play the games the command line asks for and print the counts. Raises ``InvalidOption``."""
    with _asked(options, "hands") as (game, configuration, hands, own, play):
        counts, games, seed = play(TODAY, own), options.games, options.seed
        print(f"{configuration.heading(game)}: {games:,} games in which nobody looks ahead, seed {seed}")
        print(hands_report(hands, counts))
    return FINE


def hands_report(hands: HandTable, counts: RoundCounts) -> str:
    """Return counts in words: who won, what was scored, and each hand per game with its 95 % interval."""
    lines = [("", "", "95 % interval")]
    if counts.seats > 1:
        for place, number in enumerate(counts.won):
            lines.append((f"{ORDINALS[place]} to move wins", *_share_texts(number, counts.games)))
        lines.append(("shared", *_share_texts(counts.games - sum(counts.won), counts.games)))
    if hands.cut_short is not played_out:
        lines.append(("ended early", *_share_texts(counts.cut_short, counts.games)))
    for place in range(counts.seats):
        name = f"points of the {ORDINALS[place]}" if counts.seats > 1 else "points"
        lines.append((name, *_interval_texts(mean_points(counts, place), 1)))
    lines += [("", "", ""), ("a game", "", "")]
    for hand, name in enumerate(hands.names[1:], start=1):
        lines.append((name, *_interval_texts(per_game(counts, hand), 4)))
    return "\n".join(aligned(lines))


def _share_texts(number: int, games: int) -> tuple[str, str]:
    low, high = wilson(number / games, games)
    return percent(number / games), f"{100 * low:.1f} to {100 * high:.1f}"


def _interval_texts(measured: Estimate, digits: int) -> tuple[str, str]:
    return f"{measured.mean:.{digits}f}", f"{measured.low:.{digits}f} to {measured.high:.{digits}f}"


HANDS = lab_command("hands", _run_hands)
