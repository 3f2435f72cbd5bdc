"""A tournament that was played: its terms, its players, its games, and what they came to."""

import math
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any

from fivefold.contract import Game
from fivefold.contract.errors import InvalidOption
from fivefold.lab.configuration import Configuration
from fivefold.lab.estimates import (
    EloLead,
    EloRating,
    EloRatings,
    Mean,
    Scores,
    SprtCourse,
    SprtWatch,
    Test,
    average,
    mean,
    needs_scipy,
    paired_difference,
    rated,
    sprt_course,
)
from fivefold.lab.jobs import JobPlace, finished
from fivefold.lab.matches import Effort, Scored, Series, series_job, total_effort
from fivefold.lab.players import programs
from fivefold.lab.players.registry import prepare
from fivefold.lab.report import this_machine
from fivefold.lab.tournament.meetings import (
    SPRT,
    LostGame,
    PlayedMeeting,
    TournamentPlayer,
    TournamentTerms,
    job,
    meetings,
)
from fivefold.play.catalogue import find


@dataclass(frozen=True, kw_only=True)
class TournamentEvent:
    """A tournament that is over."""

    kind: str
    """One of ``meetings.KINDS``."""
    terms: TournamentTerms
    configuration: Configuration
    players: tuple[TournamentPlayer, ...]
    pairs: int
    """How many pairs of games each two who meet were to play, in a test at most; where one plays alone, how many packs
    there were."""
    machine: str = field(default_factory=this_machine)

    @property
    def game(self) -> Game:
        """What was played."""
        return find(self.terms.game)

    @property
    def heading(self) -> str:
        """What was played, in words."""
        return self.configuration.heading(self.game)


@dataclass(frozen=True, slots=True)
class PlayerStanding:
    """How one player did."""

    number: int
    """In the list of players, from 0."""
    label: str
    rating: EloRating
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


@dataclass(frozen=True, kw_only=True)
class PlayedTournament(TournamentEvent):
    """A tournament of meetings that is over."""

    met: tuple[PlayedMeeting, ...]
    """The pairs of games, in the order of the meetings."""
    anchor: int | None = None
    """The player whose Elo is 0; without one the mean of all is."""
    test: Test | None = None
    """What a test asked."""

    @cached_property
    def course(self) -> SprtCourse | None:
        """How a test went."""
        return None if self.test is None else sprt_course(self.test, (each.pair.score for each in self.met))

    @cached_property
    def scores(self) -> Scores:
        """The scores of pairs, by who met."""
        found: dict[tuple[int, int], list[float]] = {}
        for each in self.met:
            found.setdefault((each.a, each.b), []).append(each.pair.score)
        return found

    @cached_property
    def ratings(self) -> EloRatings:
        """The Elo of all players."""
        return rated(len(self.players), self.scores, self.anchor)

    @cached_property
    def ranked(self) -> tuple[PlayerStanding, ...]:
        """All players, the strongest first."""
        listed = [self._standing(number) for number in range(len(self.players))]
        return tuple(sorted(listed, key=lambda each: -each.rating.elo))

    def _standing(self, number: int) -> PlayerStanding:
        met = [each for each in self.met if number in (each.a, each.b)]
        games = [(each.a == number, game) for each in met for game in each.pair.games]
        results = [game.share if as_a else 1 - game.share for as_a, game in games]
        return PlayerStanding(
            number=number,
            label=self.players[number].label,
            rating=self.ratings.players[number],
            pairs=len(met),
            won=sum(share > 0.5 for share in results),
            drawn=sum(share == 0.5 for share in results),
            lost=sum(share < 0.5 for share in results),
            score=mean(each.pair.score if each.a == number else 1 - each.pair.score for each in met),
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

    def lead(self, each: PlayerStanding, rival: PlayerStanding) -> EloLead:
        """Return how far one player is ahead of another, by all games of the tournament."""
        return self.ratings.lead(each.number, rival.number)

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
    def mistakes(self) -> list[tuple[PlayedMeeting, LostGame]]:
        """The games that were lost by what a player did wrong, with the pairs they belong to."""
        return [(each, lost) for each in self.met for lost in each.lost]


@dataclass(frozen=True, slots=True)
class PackStanding:
    """How one player did that played alone."""

    label: str
    points: Mean
    """A game."""
    behind: Mean | None
    """By how much it made less than the best, pack by pack; ``None`` for the best."""
    effort: Effort
    games: int
    mistakes: tuple[tuple[int, str], ...]
    """Packs, by number, that it lost by what it did wrong, and what that was."""


@dataclass(frozen=True, kw_only=True)
class PackTournament(TournamentEvent):
    """A tournament where one plays alone: everybody plays the same packs of cards, and points are compared."""

    scored: tuple[tuple[Scored, ...], ...]
    """For each player its games, pack by pack."""

    @property
    def ranked(self) -> list[PackStanding]:
        """All players, the one with most points first."""
        points = [[each.points for each in games] for games in self.scored]
        order = sorted(range(len(self.players)), key=lambda number: -sum(points[number]))
        return [
            PackStanding(
                label=self.players[number].label,
                points=average([float(each) for each in points[number]]),
                behind=None if number == order[0] else paired_difference(points[order[0]], points[number]),
                effort=total_effort(each.effort for each in self.scored[number]),
                games=len(points[number]),
                mistakes=tuple((each.number, each.lost) for each in self.scored[number] if each.lost),
            )
            for number in order
        ]


# --- played ----------------------------------------------------------------------------------------------------------


@contextmanager
def tournament(
    kind: str,
    terms: TournamentTerms,
    configuration: Configuration,
    players: Sequence[TournamentPlayer],
    pairs: int,
    place: JobPlace,
    anchor: int | None = None,
    test: Test | None = None,
) -> Iterator[PlayedTournament | PackTournament]:
    """Play a tournament of ``kind`` and provide it; its games are kept until the block ends.

    Raises ``Stopped``, ``InvalidOption``.
    """
    game, alone = find(terms.game), configuration.seats == 1
    if kind == SPRT and alone:
        reason = f"with these options {game.name} is for one, and a test is for two who meet"
        raise InvalidOption(reason, subject="tournament sprt", remedy="compare them by tournament round-robin")
    if kind == SPRT and len(players) != 2:
        raise InvalidOption(f"a test takes two players, not {len(players)}", subject="tournament sprt")
    needs_scipy()
    prepare(game, [each.name for each in players])
    event: dict[str, Any] = {"kind": kind, "terms": terms, "configuration": configuration}
    event |= {"players": tuple(players), "pairs": pairs}
    try:
        with ExitStack() as kept:
            if alone:
                yield PackTournament(**event, scored=_packs(game, terms, players, pairs, place, kept))
            else:
                met = _meetings(game, kind, terms, players, pairs, place, kept, test)
                yield PlayedTournament(**event, met=met, anchor=anchor, test=test)
    finally:
        programs.end_idle()


def _packs(
    game: Game,
    terms: TournamentTerms,
    players: Sequence[TournamentPlayer],
    packs: int,
    place: JobPlace,
    kept: ExitStack,
) -> tuple[tuple[Scored, ...], ...]:
    scored: list[tuple[Scored, ...]] = []
    for each in players:
        series = Series(game.key, each.name, terms.options, terms.scale, terms.seed, terms.seconds)
        named = replace(series_job(game, series, packs), title=f"{game.name}: {each.label}")
        games: list[Scored] = kept.enter_context(finished(named, place))
        scored.append(tuple(games))
    return tuple(scored)


def _meetings(
    game: Game,
    kind: str,
    terms: TournamentTerms,
    players: Sequence[TournamentPlayer],
    pairs: int,
    place: JobPlace,
    kept: ExitStack,
    test: Test | None,
) -> tuple[PlayedMeeting, ...]:
    title = f"{game.name}: {kind} of {len(players)} players"
    if len(players) == 2:
        title = f"{game.name}: {players[0].label} against {players[1].label}"
    watch = SprtWatch(test) if test is not None else None
    named = job(game, terms, players, meetings(terms, kind, players, pairs), title)
    enough = finished(named, place, lambda met: watch is not None and watch.decided_by(met[-1].pair.score))
    met: list[PlayedMeeting] = kept.enter_context(enough)
    return tuple(met)


def anchor_of(players: Sequence[TournamentPlayer], label: str | None) -> int | None:
    """Return the number of the player with this label; ``None`` without one. Raises ``InvalidOption``."""
    if label is None:
        return None
    for number, each in enumerate(players):
        if label in (each.label, each.name):
            return number
    raise InvalidOption(f"--anchor {label}: takes one of {', '.join(each.label for each in players)}")
