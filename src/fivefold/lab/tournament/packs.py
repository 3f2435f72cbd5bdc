"""A tournament where one plays alone: every player plays the same packs of cards, and points are compared."""

from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, replace

from fivefold.contract.errors import InvalidOption
from fivefold.lab.measuring.configuration import Configuration
from fivefold.lab.measuring.pairing import Effort, total_effort
from fivefold.lab.measuring.solo import Scored, Series, series_job
from fivefold.lab.measuring.statistics import Mean, average, difference
from fivefold.lab.players import programs
from fivefold.lab.players.known import prepare
from fivefold.lab.running.execution import finished
from fivefold.lab.running.places import Place
from fivefold.lab.tournament.entrants import Entrant
from fivefold.lab.tournament.event import Event
from fivefold.lab.tournament.meetings import SPRT, Terms
from fivefold.play.catalogue import find


@dataclass(frozen=True, slots=True)
class PackStanding:
    """How one player did."""

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
class PackTournament(Event):
    """A tournament over packs of cards that is over."""

    scored: tuple[tuple[Scored, ...], ...]
    """For each player its games, pack by pack."""

    @property
    def ranked(self) -> list[PackStanding]:
        """All players, the one with most points first."""
        points = [[each.points for each in games] for games in self.scored]
        order = sorted(range(len(self.players)), key=lambda number: -sum(points[number]))
        best = points[order[0]]
        return [
            PackStanding(
                label=self.players[number].label,
                points=average([float(each) for each in points[number]]),
                behind=None if number == order[0] else difference(best, points[number]),
                effort=total_effort(each.effort for each in self.scored[number]),
                games=len(points[number]),
                mistakes=tuple((each.number, each.lost) for each in self.scored[number] if each.lost),
            )
            for number in order
        ]


@contextmanager
def played_packs(
    kind: str, terms: Terms, configuration: Configuration, players: Sequence[Entrant], packs: int, place: Place
) -> Iterator[PackTournament]:
    """Let every player play the same packs and provide what came of it. Raises ``Stopped``, ``InvalidOption``."""
    game = find(terms.game)
    if kind == SPRT:
        reason = f"with these options {game.name} is for one, and a test is for two who meet"
        raise InvalidOption(reason, subject="tournament sprt", remedy="compare them by tournament round-robin")
    prepare(game, [each.name for each in players])
    try:
        with ExitStack() as kept:
            scored: list[tuple[Scored, ...]] = []
            for each in players:
                series = Series(game.key, each.name, terms.options, terms.scale, terms.seed, terms.seconds)
                job = replace(series_job(game, series, packs), title=f"{game.name}: {each.label}")
                games: list[Scored] = kept.enter_context(finished(job, place))
                scored.append(tuple(games))
            yield PackTournament(
                kind=kind,
                terms=terms,
                configuration=configuration,
                players=tuple(players),
                pairs=packs,
                scored=tuple(scored),
            )
    finally:
        programs.end_idle()
