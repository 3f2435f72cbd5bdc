"""Tournaments of players: who is how strong, and how surely that is known: ``fivefold tournament``, and from Python.

>>> from fivefold.lab.tournament import round_robin
>>> def first_move(match):
...     return match.legal_moves()[0]
>>> table = round_robin("pokeros", [first_move, "greedy"], pairs=2)
>>> table.standings[0].label
'greedy'
"""

import argparse
import shlex
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Final, TypedDict, Unpack

from fivefold.command import (
    FINE,
    Command,
    at_least_one,
)
from fivefold.contract.errors import InvalidOption
from fivefold.lab.arguments import add_declared
from fivefold.lab.configuration import Configuration, configuration_of
from fivefold.lab.estimates import SprtCourse, Test
from fivefold.lab.jobs import JobPlace, Processes, place_of
from fivefold.lab.players import functions
from fivefold.lab.players.registry import MOVE_SECONDS
from fivefold.lab.tournament import report
from fivefold.lab.tournament.meetings import (
    GAUNTLET,
    LADDER,
    MOST_PAIRS,
    ROUND_ROBIN,
    SPRT,
    TournamentPlayer,
    TournamentTerms,
    entrants,
    entrants_given,
)
from fivefold.lab.tournament.standings import PackTournament, PlayedTournament, PlayerStanding, anchor_of, tournament
from fivefold.play.catalogue import find

__all__ = ["Test", "TournamentResult", "gauntlet", "ladder", "round_robin", "sprt"]

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
    place: JobPlace
    """Where it is played instead, such as a cluster."""
    anchor: str
    """The label of the player whose Elo is 0; else the mean of all is."""
    records: bool
    """Whether the records of the games are kept."""


class SvgPicture(str):
    """A plot as SVG, which a notebook shows."""

    __slots__ = ()

    def _repr_svg_(self) -> str:
        return str(self)


class TournamentResult:
    """A tournament that was played: it shows itself as text, and in a notebook as tables."""

    def __init__(self, tournament: PlayedTournament | PackTournament) -> None:
        self.tournament = tournament

    def __str__(self) -> str:
        return report.screen_text(self.tournament)

    def _repr_markdown_(self) -> str:
        return report.markdown(self.tournament)

    @property
    def standings(self) -> Sequence[PlayerStanding]:
        """How the players did, the strongest first. Raises ``InvalidOption`` where they played alone."""
        return self._met.ranked

    @property
    def course(self) -> SprtCourse | None:
        """How a test went; ``None`` for other tournaments."""
        return self._met.course

    @property
    def lines(self) -> list[dict[str, object]]:
        """A row for each pair of games, or each pack and player, as a data frame takes them."""
        return report.lines(self.tournament)

    @property
    def picture(self) -> SvgPicture | None:
        """The plot of the report; ``None`` where there is none, or no matplotlib."""
        return next(map(SvgPicture, report.drawn(self.tournament).values()), None)

    def save(self, folder: str | Path) -> list[Path]:
        """Write the report and its plots to a folder; return the files."""
        return report.write(self.tournament, Path(folder))

    @property
    def _met(self) -> PlayedTournament:
        if isinstance(self.tournament, PackTournament):
            raise InvalidOption("these players did not meet: each played alone", remedy="see lines")
        return self.tournament


def round_robin(game: str, players: Players, **how: Unpack[How]) -> TournamentResult:
    """Let everybody meet everybody."""
    return _played(ROUND_ROBIN, game, players, how)


def gauntlet(game: str, players: Players, **how: Unpack[How]) -> TournamentResult:
    """Let the first meet all others."""
    return _played(GAUNTLET, game, players, how)


def ladder(game: str, players: Players, **how: Unpack[How]) -> TournamentResult:
    """Let each meet the next."""
    return _played(LADDER, game, players, how)


def sprt(game: str, players: Players, test: Test | None = None, **how: Unpack[How]) -> TournamentResult:
    """Let two meet until it is clear whether the first is stronger."""
    return _played(SPRT, game, players, {"pairs": 1000, **how}, test or Test())


def _played(kind: str, key: str, players: Players, how: How, test: Test | None = None) -> TournamentResult:
    game = find(key)
    found = entrants_given(game, players)
    configuration = configuration_of(game, how.get("preset"), how.get("options", {}))
    terms = TournamentTerms(
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
        return TournamentResult(over)


def _check_place(players: Sequence[TournamentPlayer], place: JobPlace) -> None:
    """Raise ``InvalidOption`` where a function would have to be known in another process."""
    here = [each.label for each in players if each.name.startswith(functions.HERE)]
    if here and place != Processes(1):
        reason = f"{here[0]} is known to this process alone, as what a notebook or a lambda defines is"
        raise InvalidOption(reason, remedy="put it into a module of its own, or let jobs be 1")


# --- the command -----------------------------------------------------------------------------------------------------

SUMMARIES: Final = {
    ROUND_ROBIN: "let everybody meet everybody",
    GAUNTLET: "let the first player meet all others",
    LADDER: "let each player meet the next",
    SPRT: "let two meet until it is clear whether the first is stronger",
}


def run(options: argparse.Namespace) -> int:
    """Play the tournament that the command line asks for, print it, and write what is wanted."""
    game = find(options.game)
    configuration = configuration_of(game, options.preset, options.option)
    players = entrants(game, options.players)
    pairs = at_least_one("pairs", options.pairs)
    if pairs > MOST_PAIRS:
        raise InvalidOption(f"--pairs {pairs}: takes {MOST_PAIRS:,} at most")
    keeps = options.records is not None and configuration.seats > 1
    terms = TournamentTerms(game.key, configuration.options, options.scale, options.seed, options.move_time, keeps)
    test = None
    if options.kind == SPRT:
        test = Test(options.elo0, options.elo1, options.alpha, options.beta)
    anchor = anchor_of(players, options.anchor)
    with tournament(options.kind, terms, configuration, players, pairs, place_of(options), anchor, test) as over:
        print(report.screen_text(over))
        if options.out is not None:
            files = report.write(over, options.out, _command_text(options, configuration))
            print(f"\nWritten: {', '.join(map(str, files))}. {report.missing_plot(over)}".rstrip())
        if options.records is not None and not isinstance(over, PackTournament):
            print(f"Records: {report.write_records(over, options.records)} in {options.records}")
    return FINE


def _command_text(options: argparse.Namespace, configuration: Configuration) -> str:
    words: list[str] = ["fivefold", "tournament", options.kind, options.game, *options.players]
    words += ["--pairs", str(options.pairs), "--seed", str(options.seed), "--scale", f"{options.scale:g}"]
    if options.move_time != MOVE_SECONDS:
        words += ["--move-time", f"{options.move_time:g}"]
    if options.anchor is not None:
        words += ["--anchor", options.anchor]
    if options.kind == SPRT:
        for name in ("elo0", "elo1", "alpha", "beta"):
            words += [f"--{name}", f"{getattr(options, name):g}"]
    return " ".join(part for part in (shlex.join(words), configuration.arguments) if part)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the kinds of tournaments, each with what it takes."""
    kinds = parser.add_subparsers(title="kinds", metavar="KIND", required=True, dest="kind")
    for kind, summary in SUMMARIES.items():
        added = kinds.add_parser(
            kind, help=summary, description=f"{summary[0].upper()}{summary[1:]}.", allow_abbrev=False
        )
        add_declared("tournament", added, kind)
        added.set_defaults(**({"anchor": None} if kind == SPRT else {}))


TOURNAMENT = Command(add_arguments, run)
