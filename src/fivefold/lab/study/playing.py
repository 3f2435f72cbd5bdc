"""The matches of a study, played as a job: a task for each match, its facts as the result."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from typing import Final, NamedTuple

from fivefold.contract import Game, Hindsight
from fivefold.engine.arrangement_search import arrange
from fivefold.engine.compile import kernels_of
from fivefold.lab.measuring.configuration import Configuration
from fivefold.lab.measuring.pairing import Matchup, Task, finished_match, seats_of_a, tasks, terms_of
from fivefold.lab.players.known import title
from fivefold.lab.running.job import Coding, Job
from fivefold.lab.study.facts import MatchFacts, facts_of

SHAPE: Final = 2
"""Raised whenever facts are kept in another form: then what an interrupted study kept does not count."""


class Deal(NamedTuple):
    """One match to play."""

    task: Task
    """The pair it belongs to;"""
    half: int
    """and which of the two it is: 0 or 1."""


@dataclass(frozen=True, slots=True)
class Terms:
    """What is played with one set of options."""

    game: Game
    configuration: Configuration
    a: str
    b: str
    """The players' canonical names."""
    matches: int
    scale: float = 1.0
    seed: int = 1
    hindsight: int = 0
    """In so many matches the best is looked for that the cards allowed."""

    @property
    def matchup(self) -> Matchup:
        """The two players and their conditions."""
        return Matchup(self.game.key, self.a, self.b, self.configuration.options, self.scale, self.seed)

    @property
    def alone(self) -> bool:
        """Whether one plays alone: then nothing is swapped, and every match is a deal of its own."""
        return self.configuration.seats == 1


def job_of(terms: Terms) -> Job[Deal, MatchFacts, Sequence[MatchFacts]]:
    """Return the job that plays these matches."""
    return Job(
        title=f"{terms.configuration.heading(terms.game)}: {players(terms)}",
        unit="matches",
        terms=terms_of(terms.matchup, terms.game.rules.VERSION, terms.hindsight, SHAPE),
        tasks=deals(terms),
        function=partial(play, terms.hindsight),
        reduce=tuple,
        coding=Coding(MatchFacts.to_json, MatchFacts.from_json),
    )


def players(terms: Terms) -> str:
    """Return who plays, in words."""
    a, b = title(terms.game, terms.a), title(terms.game, terms.b)
    return a if terms.alone else f"{a} against {b}"


def deals(terms: Terms) -> list[Deal]:
    """Return the matches to play, the two of a pair behind each other."""
    halves = (0,) if terms.alone else (0, 1)
    return [Deal(task, half) for task in tasks(terms.matchup, terms.matches // len(halves)) for half in halves]


def play(hindsight: int, deal: Deal) -> MatchFacts:
    """Play a match and return its facts; ``hindsight``: see ``Terms``."""
    task, half = deal
    match, _ = finished_match(task, half)
    best = None
    if task.number < hindsight and match.game.extra_of(Hindsight) is not None:
        # A single round, however long it takes: the same steps on every machine.
        best = max(match.scores[0], arrange(kernels_of(match.game), match, 0, 0.0).points)
    return facts_of(
        match,
        pair=task.number,
        half=half,
        seats_of_a=seats_of_a(match, half),
        opening=len(task.opening),
        hindsight=best,
    )
