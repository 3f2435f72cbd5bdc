"""What can be said of a game from matches between like players: figures with 95 % intervals, by name."""

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from fivefold.contract import Game
from fivefold.lab.measuring.clusters import clustered_mean, clustered_share
from fivefold.lab.measuring.self_play import Start, Told
from fivefold.lab.measuring.statistics import Estimate, Z, mean

Starts = Sequence[Start]
"""At least one."""


@dataclass(frozen=True, slots=True)
class Context:
    """What a property needs to know besides the games."""

    fair: float = 0.5
    """What the side that moves first would get if it were like any other."""
    seconds: float = 10.0
    """How long people think about a move."""


@dataclass(frozen=True, slots=True)
class Property:
    """Something to measure."""

    name: str
    meaning: str
    unit: str
    """As it stands behind the figure; may be empty."""
    measure: Callable[[Starts, Context], Estimate]
    signed: bool = False
    """Whether it falls to either side of 0, and whoever wants it small means its size."""
    digits: int = 1
    for_several: bool = False
    """Whether it means nothing where one plays alone."""
    pools: bool = True
    """Whether the games with several option sets can be taken together."""
    in_turns: bool = False
    """Whether it means nothing where anyone may move at any time."""


def context_of(game: Game, options: Mapping[str, str], seconds: float) -> Context:
    """Return the context of a game with a complete set of options."""
    seats = game.setup.seats(options)
    return Context(len(game.setup.team(options, 0)) / seats, seconds)


def missing(wanted: Property, seats: int, race: bool) -> str:
    """Return why a property means nothing in a game for so many, empty if it does."""
    if wanted.for_several and seats == 1:
        return "means nothing where one plays alone"
    if wanted.in_turns and race:
        return "means nothing in a race, where nobody is first to move"
    return ""


def mean_of(figure: Callable[[Told], float]) -> Callable[[Starts, Context], Estimate]:
    """Return the measure of a mean over games."""

    def measure(starts: Starts, context: Context) -> Estimate:
        return clustered_mean(*of_games(figure, starts))

    return measure


def share_of(figure: Callable[[Told], float], starts: Starts) -> Estimate:
    """Return the mean of a figure from 0 to 1 in per cent."""
    found = clustered_share(*of_games(figure, starts))
    return Estimate(100 * found.mean, 100 * found.low, 100 * found.high)


def of_games(figure: Callable[[Told], float], starts: Starts) -> tuple[list[float], list[int]]:
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


def edge(starts: Starts, context: Context) -> Estimate:
    """Return how many percentage points more than its fair share the side that moves first gets."""
    share, fair = share_of(lambda game: game.first, starts), 100 * context.fair
    return Estimate(share.mean - fair, share.low - fair, share.high - fair)


def draws(starts: Starts, context: Context) -> Estimate:
    """Return how many games of a hundred nobody wins alone."""
    return share_of(lambda game: float(game.drawn), starts)


def minutes(starts: Starts, context: Context) -> Estimate:
    """Return how long a game takes people who think so many seconds about a move."""
    plies, factor = mean_of(lambda game: game.plies)(starts, context), context.seconds / 60
    return Estimate(plies.mean * factor, plies.low * factor, plies.high * factor)


def luck(starts: Starts, context: Context) -> Estimate:
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


PROPERTIES: Final[Mapping[str, Property]] = {
    each.name: each
    for each in (
        Property(
            "edge",
            "percentage points by which the first to move gets more than its fair share; a want means its size",
            "points",
            edge,
            signed=True,
            for_several=True,
            in_turns=True,
        ),
        Property("draws", "games of a hundred that nobody wins alone", "%", draws, for_several=True),
        Property(
            "plies", "moves that a player chooses in a game, all players together", "", mean_of(lambda game: game.plies)
        ),
        Property("minutes", "how long a game takes, at so many seconds a move (--seconds)", "", minutes),
        Property("choices", "legal moves where a player chooses", "", mean_of(lambda game: game.choices)),
        Property(
            "lead-changes",
            "how often another side takes the lead in points",
            "",
            mean_of(lambda game: game.lead_changes),
            for_several=True,
        ),
        Property(
            "margin", "points between the winner and the next", "", mean_of(lambda game: game.margin), for_several=True
        ),
        Property("points", "points of a seat at the end", "", mean_of(lambda game: game.points)),
        Property(
            "luck",
            "how much of who wins is settled by the deal and by chance, not by choices",
            "%",
            luck,
            pools=False,
            for_several=True,
            in_turns=True,
        ),
    )
}
"""What can be wanted, in the order of ``fivefold sweep --help``."""


def measured(starts: Starts, context: Context, names: Sequence[str]) -> dict[str, Estimate]:
    """Return these properties of at least one start."""
    return {name: PROPERTIES[name].measure(starts, context) for name in names}
