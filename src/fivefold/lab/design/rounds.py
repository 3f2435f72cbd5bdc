"""Round after round: play by a table, count, set points by rarity, and again until they stay as they are.

The *rarity* of a hand is how often the commonest hand comes for each time that it comes. A hand is worth its rarity,
times what the commonest is worth, up to a number of points where the *bend* is. Above the bend a power of the rarity
counts, fitted so that the rarest hand gets the most points there are to be. Where even the rarest is worth no more than
that nothing is compressed. What comes out is rounded to numbers that people remember.

All rounds deal the same cards, so what a table comes to is certain: points that come back are a circle, not chance.
Where tables go in a circle half of each step is taken from there on, then a quarter, until they stay or there is no end
in sight.
"""

import hashlib
import math
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass, field
from enum import Enum
from functools import partial
from pathlib import Path
from typing import Any, Final, NamedTuple

from fivefold.contract import Game, HandTable, HandTables, PolicyRollouts
from fivefold.contract.errors import InvalidOption
from fivefold.engine.compile import kernels_of
from fivefold.engine.functions import search_of
from fivefold.engine.kernels import Kernels, announced
from fivefold.engine.table_census import Play, make_greedy_census, make_policy_census, new_census
from fivefold.lab.configuration import Configuration, required
from fivefold.lab.estimates import Estimate, Z, poisson
from fivefold.lab.jobs import Job, ResultCoding
from fivefold.parts import dice
from fivefold.play import number_tables, options
from fivefold.play.catalogue import find

BLOCK: Final = 250
"""Games a task."""
SUMS: Final = ("made", "made_squares", "points", "point_squares", "won")
"""What is added up in ``RoundCounts``, besides the lead."""


@dataclass(frozen=True, slots=True)
class RoundTerms:
    """What is played: the game by its key, options that differ from its defaults, points by hand."""

    game: str
    options: tuple[tuple[str, str], ...]
    table: tuple[int, ...]
    seed: int


@dataclass(frozen=True, slots=True)
class RoundCounts:
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


def start_of(game: Game, configuration: Configuration) -> list[int]:
    """Return the position before the first chance move. Raises ``InvalidOption`` for a game without a table."""
    row = [0] * game.rules.SIZE
    values = options.resolve(game, dict(configuration.options), lambda label, count: 0)
    game.rules.setup(row, options.codes(game, values))
    return row


def hand_table(game: Game, configuration: Configuration, command: str = "design") -> HandTable:
    """Return the table by which games with these options count. Raises ``InvalidOption`` where there is none."""
    extra = required(game, HandTables, command)
    return extra.table_of(start_of(game, configuration))


def round_job(title: str, terms: RoundTerms, games: int) -> Job[GameBlock, RoundCounts, RoundCounts]:
    """Return the games of a round as a job."""
    blocks = [GameBlock(first, min(BLOCK, games - first)) for first in range(0, games, BLOCK)]
    return Job(
        title=title,
        unit="blocks of games",
        terms=f"{terms} {games} games, rules {find(terms.game).rules.VERSION}",
        tasks=blocks,
        function=partial(play_block, terms),
        reduce=added,
        coding=ResultCoding(asdict, _read_counts),
    )


def _read_counts(stored: dict[str, Any]) -> RoundCounts:
    lead = stored["lead"]
    sums = {name: tuple(stored[name]) for name in SUMS}
    return RoundCounts(games=stored["games"], lead=(lead[0], lead[1]), cut_short=stored["cut_short"], **sums)


def play_block(terms: RoundTerms, block: GameBlock) -> RoundCounts:
    """Play the games of a block."""
    return counted(kernels_of(find(terms.game)), terms, GameBlock(*block))


def counted(kernels: Kernels, terms: RoundTerms, block: GameBlock) -> RoundCounts:
    """Play the games of a block with these kernels."""
    game, configuration = kernels.game, Configuration(terms.options)
    row, hands = start_of(game, configuration), hand_table(game, configuration)
    seats = game.setup.seats(options.resolve(game, dict(terms.options), lambda label, count: 0))
    hands.lay_out(row, terms.table)
    census, seeds = new_census(kernels, hands, seats), kernels.zeros(block.games, 2)
    for array, numbers in ((census.start, row), (census.table, terms.table)):
        for place, number in enumerate(numbers):
            array[place] = number
    for place in range(block.games):
        seeds[place][0], seeds[place][1] = generators(terms.seed, block.first + place)
    _census_player(kernels, hands)(census, seeds, seats)
    sums = (census.made_sum, census.made_squares, census.point_sum, census.point_squares, census.won, census.lead)
    made, made_squares, points, point_squares, won, lead = (tuple(int(number) for number in array) for array in sums)
    lead_sums, cut_short = (lead[0], lead[1]), int(census.cut_short[0])
    return RoundCounts(block.games, made, made_squares, points, point_squares, won, lead_sums, cut_short)


def _census_player(kernels: Kernels, hands: HandTable) -> Play:
    """Return what plays games: by the game's own policy where it has one, otherwise for the most points at once."""
    if isinstance(kernels.game.search, PolicyRollouts):
        return announced(kernels, make_policy_census, kernels.rules, hands, search_of(kernels.game, PolicyRollouts))
    return announced(kernels, make_greedy_census, kernels.rules, hands)


def generators(seed: int, game: int) -> tuple[int, int]:
    """Return the states of the two generators of a game: for cards, and for choices among equals."""
    digest = hashlib.sha256(f"{seed} {game}".encode()).digest()
    states = []
    for start in (0, 8):
        state = [0]
        dice.seed(state, int.from_bytes(digest[start : start + 7], "big"))
        states.append(state[0])
    return states[0], states[1]


def added(parts: Sequence[RoundCounts]) -> RoundCounts:
    """Return counts added up. Raises ``InvalidOption`` where no hand was made at all."""
    totals = {name: _sums([getattr(part, name) for part in parts]) for name in SUMS}
    if not any(totals["made"][1:]):
        raise InvalidOption("no hand was made in all these games; play more of them")
    lead = _sums([part.lead for part in parts])
    games, cut_short = sum(part.games for part in parts), sum(part.cut_short for part in parts)
    return RoundCounts(games=games, lead=(lead[0], lead[1]), cut_short=cut_short, **totals)


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


def mean_lead(counts: RoundCounts) -> Estimate:
    """Return by how many points a game the first to move is ahead."""
    return _mean_of(*counts.lead, counts.games)


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
    """Tell whether points may stay where counts ask for others."""
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
