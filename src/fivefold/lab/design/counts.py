"""What players make of a table of hands: a round of games as a job, and its counts."""

import hashlib
import math
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from functools import partial
from typing import Any, Final, NamedTuple

from fivefold.contract import Game, HandTable, HandTables, PolicyRollouts
from fivefold.contract.errors import InvalidOption
from fivefold.engine.compile import kernels_of
from fivefold.engine.functions import search_of
from fivefold.engine.kernels import Kernels, announced
from fivefold.engine.table_census import Play, make_greedy_census, make_policy_census, new_census
from fivefold.lab.measuring.configuration import Configuration
from fivefold.lab.measuring.extras import required
from fivefold.lab.measuring.statistics import CONFIDENCE, Z
from fivefold.lab.running.job import Coding, Job
from fivefold.parts import dice
from fivefold.play import options
from fivefold.play.catalogue import find

MANY: Final = 1000
"""So many events are counted by approximation."""
BLOCK: Final = 250
"""Games a task."""
SUMS: Final = ("made", "made_squares", "points", "point_squares", "won")
"""What is added up in ``Counts``, besides the lead."""


@dataclass(frozen=True, slots=True)
class Terms:
    """What is played: the game by its key, options that differ from its defaults, points by hand."""

    game: str
    options: tuple[tuple[str, str], ...]
    table: tuple[int, ...]
    seed: int


@dataclass(frozen=True, slots=True)
class Counts:
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


class Interval(NamedTuple):
    """A figure and its 95 % interval."""

    mean: float
    low: float
    high: float


class Block(NamedTuple):
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


def round_job(title: str, terms: Terms, games: int) -> Job[Block, Counts, Counts]:
    """Return the games of a round as a job."""
    blocks = [Block(first, min(BLOCK, games - first)) for first in range(0, games, BLOCK)]
    return Job(
        title=title,
        unit="blocks of games",
        terms=f"{terms} {games} games, rules {find(terms.game).rules.VERSION}",
        tasks=blocks,
        function=partial(play_block, terms),
        reduce=added,
        coding=Coding(asdict, read_counts),
    )


def read_counts(stored: dict[str, Any]) -> Counts:
    """Return counts from what JSON made of them."""
    lead = stored["lead"]
    sums = {name: tuple(stored[name]) for name in SUMS}
    return Counts(games=stored["games"], lead=(lead[0], lead[1]), cut_short=stored["cut_short"], **sums)


def play_block(terms: Terms, block: Block) -> Counts:
    """Play the games of a block."""
    return counted(kernels_of(find(terms.game)), terms, Block(*block))


def counted(kernels: Kernels, terms: Terms, block: Block) -> Counts:
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
    player(kernels, hands)(census, seeds, seats)
    sums = (census.made_sum, census.made_squares, census.point_sum, census.point_squares, census.won, census.lead)
    made, made_squares, points, point_squares, won, lead = (tuple(int(number) for number in array) for array in sums)
    lead_sums, cut_short = (lead[0], lead[1]), int(census.cut_short[0])
    return Counts(block.games, made, made_squares, points, point_squares, won, lead_sums, cut_short)


def player(kernels: Kernels, hands: HandTable) -> Play:
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


def added(parts: Sequence[Counts]) -> Counts:
    """Return counts added up. Raises ``InvalidOption`` where no hand was made at all."""
    totals = {name: _sums([getattr(part, name) for part in parts]) for name in SUMS}
    if not any(totals["made"][1:]):
        raise InvalidOption("no hand was made in all these games; play more of them")
    lead = _sums([part.lead for part in parts])
    games, cut_short = sum(part.games for part in parts), sum(part.cut_short for part in parts)
    return Counts(games=games, lead=(lead[0], lead[1]), cut_short=cut_short, **totals)


def _sums(rows: Sequence[Sequence[int]]) -> tuple[int, ...]:
    return tuple(sum(column) for column in zip(*rows, strict=True))


# --- what counts say -------------------------------------------------------------------------------------------------


def per_game(counts: Counts, hand: int) -> Interval:
    """Return how often a hand is made a game.

    The interval is that of a count of independent rare events (``poisson``), widened by how much more the hand's count
    spreads from game to game than such events would. It holds for hands that never came too.
    """
    number, games = counts.made[hand], counts.games
    mean = number / games
    spread = max(1.0, (counts.made_squares[hand] / games - mean**2) / mean) if number else 1.0
    low, high = poisson(number / spread)
    return Interval(mean, spread * low / games, spread * high / games)


def poisson(events: float) -> tuple[float, float]:
    """Return the 95 % interval of a Poisson mean of which so many events came: the exact one (Garwood 1936).

    Of many events the score interval, which then is the same to three digits.
    """
    if events > MANY:
        middle, half = events + Z**2 / 2, Z * math.sqrt(events + Z**2 / 4)
        return middle - half, middle + half
    tail = (1 - CONFIDENCE) / 2
    low = gamma_point(events, tail) if events else 0.0
    return low, gamma_point(events + 1, 1 - tail)


def gamma_point(shape: float, share: float) -> float:
    """Return the number below which this share of a gamma distribution lies, by halving."""
    low, high = 0.0, 2 * shape + 20
    for _ in range(60):
        middle = (low + high) / 2
        low, high = (middle, high) if gamma_share(shape, middle) < share else (low, middle)
    return low


def gamma_share(shape: float, number: float) -> float:
    """Return which share of a gamma distribution lies below a number: the series of the incomplete gamma function."""
    term = total = math.exp(shape * math.log(number) - number - math.lgamma(shape + 1))
    step = 1
    while term > total * 1e-12:
        term *= number / (shape + step)
        total, step = total + term, step + 1
    return total


def rarity(counts: Counts, hand: int) -> Interval:
    """Return how often the commonest hand comes for each time that this one does.

    The interval is made of those of both rates, in proportion (Zou and Donner 2008); what never came has no upper end.
    """
    common = max(range(1, len(counts.made)), key=lambda each: counts.made[each])
    if hand == common:
        return Interval(1.0, 1.0, 1.0)
    most, own = per_game(counts, common), per_game(counts, hand)
    if own.mean == 0:
        return Interval(math.inf, most.mean / own.high, math.inf)
    times = most.mean / own.mean
    below = math.hypot(math.log(most.mean / most.low), math.log(own.high / own.mean))
    above = math.hypot(math.log(most.high / most.mean), math.log(own.mean / own.low))
    return Interval(times, times / math.exp(below), times * math.exp(above))


def mean_points(counts: Counts, place: int) -> Interval:
    """Return the points a game of a seat."""
    return mean_of(counts.points[place], counts.point_squares[place], counts.games)


def mean_lead(counts: Counts) -> Interval:
    """Return by how many points a game the first to move is ahead."""
    return mean_of(*counts.lead, counts.games)


def mean_of(total: int, squares: int, games: int) -> Interval:
    """Return a mean over games of what was added up with its squares."""
    mean = total / games
    half = Z * math.sqrt(max(0.0, squares / games - mean**2) / games)
    return Interval(mean, mean - half, mean + half)


def shares(counts: Counts, table: Sequence[int]) -> tuple[float, ...]:
    """Return which share of all points each hand brings; at the place of nothing what is no hand's: bonuses."""
    total = max(1, sum(counts.points))
    parts = [number * points / total for number, points in zip(counts.made, table, strict=True)]
    return (1 - math.fsum(parts[1:]), *parts[1:])
