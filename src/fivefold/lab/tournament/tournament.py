"""A tournament that was played: its terms, its players, its pairs of games, and what they came to."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cached_property

from fivefold.contract import Game
from fivefold.contract.errors import InvalidOption
from fivefold.lab.measuring.configuration import Configuration
from fivefold.lab.players import programs
from fivefold.lab.players.known import prepare
from fivefold.lab.running.execution import finished
from fivefold.lab.running.places import Place
from fivefold.lab.tournament import meetings
from fivefold.lab.tournament.entrants import Entrant
from fivefold.lab.tournament.event import Event
from fivefold.lab.tournament.meetings import SPRT, Met, Terms
from fivefold.lab.tournament.sequential import Course, Test, Watch, course
from fivefold.lab.tournament.standings import Standings
from fivefold.play.catalogue import find


@dataclass(frozen=True, kw_only=True)
class Tournament(Event):
    """A tournament of meetings that is over."""

    met: tuple[Met, ...]
    """The pairs of games, in the order of the meetings."""
    anchor: int | None = None
    """The player whose Elo is 0."""
    test: Test | None = None
    """What a test asked."""

    @cached_property
    def standings(self) -> Standings:
        """How the players did."""
        return Standings(self.players, self.met, self.anchor)

    @cached_property
    def course(self) -> Course | None:
        """How a test went."""
        return None if self.test is None else course(self.test, (each.pair.score for each in self.met))


@contextmanager
def played(
    kind: str,
    terms: Terms,
    configuration: Configuration,
    players: Sequence[Entrant],
    pairs: int,
    place: Place,
    *,
    anchor: int | None = None,
    test: Test | None = None,
) -> Iterator[Tournament]:
    """Play a tournament of ``kind`` and provide it; its games are kept until the block ends. Raises ``Stopped``."""
    game = find(terms.game)
    if kind == SPRT and len(players) != 2:
        raise InvalidOption(f"a test takes two players, not {len(players)}", subject="tournament sprt")
    prepare(game, [each.name for each in players])
    listed = meetings.meetings(terms, kind, players, pairs)
    job = meetings.job(game, terms, players, listed, title_of(game, kind, players))
    watch = Watch(test) if test is not None else None
    try:
        with finished(job, place, lambda met: watch is not None and watch.decided_by(met[-1].pair.score)) as met:
            yield Tournament(
                kind=kind,
                terms=terms,
                configuration=configuration,
                players=tuple(players),
                pairs=pairs,
                met=tuple(met),
                anchor=anchor,
                test=test,
            )
    finally:
        programs.end_idle()


def title_of(game: Game, kind: str, players: Sequence[Entrant]) -> str:
    """Return what a tournament is called while it is played."""
    if len(players) == 2:
        return f"{game.name}: {players[0].label} against {players[1].label}"
    return f"{game.name}: {kind} of {len(players)} players"
