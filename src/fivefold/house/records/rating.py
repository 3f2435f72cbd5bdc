"""Ratings as numbers: what every result of a pool changes, from the results alone, in the order in which they came.

The model is Plackett and Luce's with the update of Weng and Lin (Journal of Machine Learning Research 12, 2011,
algorithm 4): of each player a mean and a standard deviation, here on the scale of Elo, where 400 points more win ten
times as often. Who shares in the win is all that a result says, but where somebody dropped out: no loser who stayed is
taken to be better than another.
"""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from math import exp, log, sqrt
from typing import Final, NamedTuple

from fivefold.contract import traits

MEAN: Final = float(traits.MEAN)
START: Final = 300.0  # Standard deviation of somebody who has not been rated yet.
CHANCE: Final = 400 / log(10) / sqrt(2)
"""Standard deviation of how well a player plays in one match: with it the scale is Elo's."""
DRIFT: Final = 5.0
"""What is added to the deviation before every match, in squares: people change, so it never becomes nothing."""
SETTLED: Final = 140.0  # A rating is provisional while its deviation is larger.
LEAST: Final = 1e-4  # A single match leaves at least so much of the variance.
IN_FULL: Final = 3
"""So many matches of the same people count in full in a day, UTC; each more half as much as the one before."""
DAY: Final = len("2026-03-31")


class Rating(NamedTuple):
    """How strong a player is believed to be."""

    mean: float = MEAN
    deviation: float = START
    games: int = 0

    @property
    def provisional(self) -> bool:
        """Whether little is known yet."""
        return self.deviation > SETTLED

    @property
    def surely(self) -> float:
        """The strength a player has with near certainty; leaderboards go by it."""
        return self.mean - 2 * self.deviation


class Side(NamedTuple):
    """Those who win and lose together."""

    share: float
    """Of the win; all shares of a match make 1. Below 0 for one who dropped out of a match of several, the earlier the
    lower."""
    players: Sequence[str]


class RatedResult(NamedTuple):
    """A rated match that is over."""

    match: str
    ended: str
    sides: Sequence[Side]


class RatingChange(NamedTuple):
    """What a match changed for one player."""

    match: str
    player: str
    at: str
    mean: float
    deviation: float
    games: int
    before: float | None  # The mean before it; ``None`` if it was the first.

    @property
    def rating(self) -> Rating:
        """The rating after it."""
        return Rating(self.mean, self.deviation, self.games)


Meeting = frozenset[str]  # The people who meet in a match.


class Rated(NamedTuple):
    """What results come to."""

    ratings: Mapping[str, Rating]  # Of everybody who took part.
    changes: Sequence[RatingChange]


def weight(before: int) -> float:
    """Return how much a match counts before which the same people have played so many that day."""
    return 1.0 if before < IN_FULL else 0.5 ** (before - IN_FULL + 1)


def meeting(result: RatedResult, anchors: Collection[str]) -> Meeting | None:
    """Return who meets in a match; ``None`` where one person plays computers, who give nothing away."""
    people = frozenset(player for _, players in result.sides for player in players if player not in anchors)
    return people if len(people) > 1 else None


def rated(
    results: Iterable[RatedResult],
    anchors: Mapping[str, Rating],
    known: Mapping[str, Rating] | None = None,
    met: Mapping[Meeting, int] | None = None,
) -> Rated:
    """Return the ratings after these results, in order of ending, and every change.

    ``anchors``: players whose rating stays as it is. ``known``: ratings from results before these. ``met``: how often
    people had met before on the day of the first result.
    """
    changes = list(each_change(results, anchors, known, met))
    return Rated({**(known or {}), **{change.player: change.rating for change in changes}}, changes)


def each_change(
    results: Iterable[RatedResult],
    anchors: Mapping[str, Rating],
    known: Mapping[str, Rating] | None = None,
    met: Mapping[Meeting, int] | None = None,
) -> Iterator[RatingChange]:
    """Yield every change one by one, those of a match by player; see ``rated``."""
    now: dict[str, tuple[float, float, int]] = {**(known or {}), **anchors}
    unrated, today, so_often = (MEAN, START, 0), "", dict(met or {})
    for result in results:
        match, ended, sides = result
        if ended[:DAY] != today:
            today, so_often = ended[:DAY], so_often if not today else {}
        people = meeting(result, anchors)
        part = 1.0
        if people is not None:
            part = weight(so_often.get(people, 0))
            so_often[people] = so_often.get(people, 0) + 1
        before = [[now.get(player, unrated) for player in players] for _, players in sides]
        found = []
        for (_, players), olds, news in zip(
            sides, before, _updated([side[0] for side in sides], before, part), strict=True
        ):
            for player, old, (mean, deviation) in zip(players, olds, news, strict=True):
                if player not in anchors:
                    games = old[2] + 1
                    now[player] = mean, deviation, games
                    found.append(RatingChange(match, player, ended, mean, deviation, games, old[0] if old[2] else None))
        found.sort()
        yield from found


def _updated(
    shares: Sequence[float], teams: Sequence[Sequence[tuple[float, float, int]]], part: float
) -> Sequence[Sequence[tuple[float, float]]]:
    """Return mean and deviation of every player after a match; plain numbers, for a million matches are a lot.
    ``part``: how much it counts, 1 in full."""
    if len(teams) == 2 and len(teams[0]) == len(teams[1]) == 1:
        return _duel(shares[0], shares[1], teams[0][0], teams[1][0], part)
    return _many_updated(shares, teams, part)


def _duel(
    share: float, others: float, one: tuple[float, float, int], other: tuple[float, float, int], part: float
) -> Sequence[Sequence[tuple[float, float]]]:
    """Return what ``_many_updated`` does, for two who play each other."""
    variance, others_variance = one[1] * one[1] + DRIFT * DRIFT, other[1] * other[1] + DRIFT * DRIFT
    square = variance + others_variance + 2 * CHANCE * CHANCE
    spread = sqrt(square)
    expected = 1 / (1 + exp((other[0] - one[0]) / spread))
    learnt = part * expected * (1 - expected) / square
    return (
        ((one[0] + part * variance * (share - expected) / spread, sqrt(variance * max(1 - variance * learnt, LEAST))),),
        (
            (
                other[0] + part * others_variance * (others - 1 + expected) / spread,
                sqrt(others_variance * max(1 - others_variance * learnt, LEAST)),
            ),
        ),
    )


def _many_updated(
    shares: Sequence[float], teams: Sequence[Sequence[tuple[float, float, int]]], part: float
) -> list[list[tuple[float, float]]]:
    drift, chance = DRIFT * DRIFT, CHANCE * CHANCE
    variances = [[deviation * deviation + drift for _, deviation, _ in team] for team in teams]
    means = [sum([mean for mean, _, _ in team]) for team in teams]
    spread = sqrt(sum([sum(team) + chance for team in variances]))
    best = max(means)
    weights = [exp((mean - best) / spread) for mean in means]
    surprises, learnt = [0.0] * len(teams), [0.0] * len(teams)
    for place in _places(shares):
        total = sum([weights[side] for side in place])
        for side, share in place.items():
            expected = weights[side] / total
            surprises[side] += part * (share - expected) / spread
            learnt[side] += part * expected * (1 - expected) / (spread * spread)
    return [
        [
            (mean + variance * surprises[side], sqrt(variance * max(1 - variance * learnt[side], LEAST)))
            for (mean, _, _), variance in zip(team, variances[side], strict=True)
        ]
        for side, team in enumerate(teams)
    ]


def _places(shares: Sequence[float]) -> Iterator[Mapping[int, float]]:
    """Yield for every place that was decided who might have had it, each side with its share: first who won; where some
    dropped out, then who stayed, then who dropped out last, and so on."""
    yield {side: max(share, 0) for side, share in enumerate(shares)}
    left = {side: share for side, share in enumerate(shares) if share <= 0}
    while len(set(left.values())) > 1:
        best = max(left.values())
        ahead = [side for side, share in left.items() if share == best]
        yield {side: 1 / len(ahead) if side in ahead else 0.0 for side in left}
        left = {side: share for side, share in left.items() if share < best}
