"""Tournaments from Python: ``round_robin``, ``gauntlet``, ``ladder`` and ``sprt``, pleasant in a notebook."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, TypedDict, Unpack

from fivefold.contract.errors import InvalidOption
from fivefold.lab.measuring.configuration import configuration_of
from fivefold.lab.players import callables
from fivefold.lab.players.known import MOVE_SECONDS
from fivefold.lab.running.places import Place, Processes
from fivefold.lab.tournament import report, screen
from fivefold.lab.tournament.entrants import Entrant, entrants_given
from fivefold.lab.tournament.meetings import GAUNTLET, LADDER, ROUND_ROBIN, SPRT, Terms
from fivefold.lab.tournament.packs import PackTournament
from fivefold.lab.tournament.playing import anchor_of, tournament
from fivefold.lab.tournament.sequential import Course, Test
from fivefold.lab.tournament.standings import Standing
from fivefold.lab.tournament.tournament import Tournament
from fivefold.play.catalogue import find

Players = Sequence[Any] | Mapping[str, Any]
"""Levels, names, functions and classes, in a list or by the labels that tables call them."""


class How(TypedDict, total=False):
    """What all kinds of tournaments take."""

    pairs: int
    """Pairs of games for each two who meet (20); where one plays alone packs (20); in a test at most (1,000)."""
    options: Mapping[str, str]
    """The game's options."""
    preset: str
    """A well-known set of options."""
    seed: int
    """Fixes deals, openings and random choices (1)."""
    scale: float
    """Factor on the time and nodes of the house's own opponents (1)."""
    seconds: float
    """What functions and programs have for a move (10)."""
    jobs: int
    """How many processes play (1); functions that only this process knows play in it."""
    place: Place
    """Where it is played instead, such as a cluster."""
    anchor: str
    """The label of the player whose Elo is 0; else the mean of all is."""
    records: bool
    """Whether the records of the games are kept."""


class Picture(str):
    """A plot as SVG, which a notebook shows."""

    __slots__ = ()

    def _repr_svg_(self) -> str:
        return str(self)


class Result:
    """A tournament that was played: it shows itself as text, and in a notebook as tables."""

    def __init__(self, tournament: Tournament | PackTournament) -> None:
        self.tournament = tournament

    def __str__(self) -> str:
        return screen.text(self.tournament)

    def _repr_markdown_(self) -> str:
        if isinstance(self.tournament, PackTournament):
            return report.packs_markdown(self.tournament)
        return report.markdown(self.tournament)

    @property
    def standings(self) -> Sequence[Standing]:
        """How the players did, the strongest first. Raises ``InvalidOption`` where they played alone."""
        return self._met.standings.ranked

    @property
    def course(self) -> Course | None:
        """How a test went; ``None`` for other tournaments."""
        return self._met.course

    @property
    def lines(self) -> list[dict[str, object]]:
        """A row for each pair of games, or each pack and player, as a data frame takes them."""
        return report.lines(self.tournament)

    @property
    def picture(self) -> Picture | None:
        """The plot of the report; ``None`` where there is none, or no matplotlib."""
        return next(map(Picture, report.drawn(self.tournament).values()), None)

    def save(self, folder: str | Path) -> list[Path]:
        """Write the report and its plots to a folder; return the files."""
        return report.write(self.tournament, Path(folder))

    @property
    def _met(self) -> Tournament:
        if isinstance(self.tournament, PackTournament):
            raise InvalidOption("these players did not meet: each played alone", remedy="see lines")
        return self.tournament


def round_robin(game: str, players: Players, **how: Unpack[How]) -> Result:
    """Let everybody meet everybody."""
    return _played(ROUND_ROBIN, game, players, how)


def gauntlet(game: str, players: Players, **how: Unpack[How]) -> Result:
    """Let the first meet all others."""
    return _played(GAUNTLET, game, players, how)


def ladder(game: str, players: Players, **how: Unpack[How]) -> Result:
    """Let each meet the next."""
    return _played(LADDER, game, players, how)


def sprt(game: str, players: Players, test: Test | None = None, **how: Unpack[How]) -> Result:
    """Let two meet until it is clear whether the first is stronger."""
    return _played(SPRT, game, players, {"pairs": 1000, **how}, test or Test())


def _played(kind: str, key: str, players: Players, how: How, test: Test | None = None) -> Result:
    game = find(key)
    found = entrants_given(game, players)
    configuration = configuration_of(game, how.get("preset"), how.get("options", {}))
    terms = Terms(
        game.key,
        configuration.options,
        how.get("scale", 1.0),
        how.get("seed", 1),
        how.get("seconds", MOVE_SECONDS),
        how.get("records", False),
    )
    place = how.get("place", Processes(how.get("jobs", 1)))
    _check_place(found, place)
    anchor = anchor_of(found, how.get("anchor"))
    with tournament(kind, terms, configuration, found, how.get("pairs", 20), place, anchor, test) as over:
        return Result(over)


def _check_place(players: Sequence[Entrant], place: Place) -> None:
    """Raise ``InvalidOption`` where a function would have to be known in another process."""
    here = [each.label for each in players if each.name.startswith(callables.HERE)]
    if here and place != Processes(1):
        reason = f"{here[0]} is known to this process alone, as what a notebook or a lambda defines is"
        raise InvalidOption(reason, remedy="put it into a module of its own, or let jobs be 1")
