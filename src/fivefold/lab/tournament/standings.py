"""What the pairs of a tournament came to: a place for each player, and each against each."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from fivefold.lab.measuring.pairing import Effort, total_effort
from fivefold.lab.measuring.statistics import mean
from fivefold.lab.tournament.elo import Lead, Rating, Ratings, Scores, rated
from fivefold.lab.tournament.entrants import Entrant
from fivefold.lab.tournament.meetings import LostGame, Met


@dataclass(frozen=True, slots=True)
class Standing:
    """How one player did."""

    number: int
    """In the list of players, from 0."""
    label: str
    rating: Rating
    pairs: int
    won: int
    drawn: int
    lost: int
    """Games."""
    score: float
    """The mean of its pairs, 0 to 1."""
    margin: float
    """Its lead in points, a game."""
    effort: Effort
    mistakes: int
    """Games lost by what it did wrong."""


class Standings:
    """All players of a tournament, and how they did."""

    def __init__(self, players: Sequence[Entrant], met: Sequence[Met], anchor: int | None = None) -> None:
        """``met``: in the order of the meetings; ``anchor``: the player whose Elo is 0, else the mean of all is."""
        self.players, self.met, self.anchor = tuple(players), tuple(met), anchor

    @cached_property
    def scores(self) -> Scores:
        """The scores of pairs, by who met."""
        found: dict[tuple[int, int], list[float]] = {}
        for each in self.met:
            found.setdefault((each.a, each.b), []).append(each.pair.score)
        return found

    @cached_property
    def ratings(self) -> Ratings:
        """The Elo of all players."""
        return rated(len(self.players), self.scores, self.anchor)

    @cached_property
    def ranked(self) -> tuple[Standing, ...]:
        """All players, the strongest first."""
        listed = [self._standing(number) for number in range(len(self.players))]
        return tuple(sorted(listed, key=lambda each: -each.rating.elo))

    def _standing(self, number: int) -> Standing:
        met = [each for each in self.met if number in (each.a, each.b)]
        shares = [each.pair.score if each.a == number else 1 - each.pair.score for each in met]
        games = [(each.a == number, game) for each in met for game in each.pair.games]
        results = [game.share if as_a else 1 - game.share for as_a, game in games]
        return Standing(
            number=number,
            label=self.players[number].label,
            rating=self.ratings.players[number],
            pairs=len(met),
            won=sum(share > 0.5 for share in results),
            drawn=sum(share == 0.5 for share in results),
            lost=sum(share < 0.5 for share in results),
            score=mean(shares),
            margin=mean((game.points_a - game.points_b) * (1 if as_a else -1) for as_a, game in games),
            effort=total_effort(game.effort_a if as_a else game.effort_b for as_a, game in games),
            mistakes=sum(lost.by_a == (each.a == number) for each in met for lost in each.lost),
        )

    def between(self, number: int, rival: int) -> float | None:
        """Return the mean score of one player's pairs against another; ``None`` where they have not met."""
        if (number, rival) in self.scores:
            return mean(self.scores[number, rival])
        if (rival, number) in self.scores:
            return 1 - mean(self.scores[rival, number])
        return None

    def lead(self, each: Standing, rival: Standing) -> Lead:
        """Return how far one player is ahead of another, by all games of the tournament."""
        return self.ratings.lead(each.number, rival.number)

    def interval(self, each: Standing) -> str:
        """Return the interval of a player's Elo in words; the one whose Elo is 0 by choice has none."""
        return "" if each.number == self.anchor else f"{round(each.rating.low):+} to {round(each.rating.high):+}"

    @property
    def games(self) -> int:
        """How many games were played."""
        return 2 * len(self.met)

    @property
    def plies(self) -> float:
        """Moves a game, chance not counted."""
        return mean(game.plies for each in self.met for game in each.pair.games)

    @property
    def first_score(self) -> float:
        """The score of the side that moves first, both games of a pair counted alike; not a number in races."""
        games = [game for each in self.met for game in each.pair.games]
        return mean(game.share if game.first else 1 - game.share for game in games) if games else math.nan

    @property
    def mistakes(self) -> list[tuple[Met, LostGame]]:
        """The games that were lost by what a player did wrong, with the pairs they belong to."""
        return [(each, lost) for each in self.met for lost in each.lost]
