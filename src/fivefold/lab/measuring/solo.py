"""Games for one: each player on the same packs of cards, points compared. `fivefold ladder` and `fivefold match`."""

import json
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

from fivefold.contract import Game
from fivefold.engine.finding import Finding
from fivefold.lab.measuring.level_pair import budget_text, this_machine
from fivefold.lab.measuring.pairing import Effort, derived_seed, effort_of, total_effort
from fivefold.lab.players.forfeit import Forfeit
from fivefold.lab.players.known import MOVE_SECONDS, close, digest, new_player, title
from fivefold.lab.running.job import Coding, Figure, Job
from fivefold.play.catalogue import find
from fivefold.play.match import Match


class Series(NamedTuple):
    """Games of one player on packs numbered from 0."""

    game: str
    player: str
    """Canonical name (``players.canonical_name``)."""
    options: tuple[tuple[str, str], ...] = ()
    scale: float = 1.0
    seed: int = 1
    seconds: float = MOVE_SECONDS
    """What functions and programs have for a move."""


class Scored(NamedTuple):
    """One finished game."""

    number: int
    """Of its pack."""
    points: int
    effort: Effort
    lost: str = ""
    """What the player did wrong, in words; then it has no points, or fewer if it had fewer."""


@dataclass(frozen=True, slots=True)
class LevelScores:
    """What a level scored, pack by pack, and the conditions that held."""

    level: int
    budget: str
    options: tuple[tuple[str, str], ...]
    scale: float
    seed: int
    points: tuple[int, ...]
    effort: Effort
    machine: str

    def to_json(self) -> dict[str, Any]:
        """Return it as JSON can hold it."""
        return asdict(self)

    def holds(self, game: Game, series: Series, games: int) -> bool:
        """Tell whether measuring this many games of a series would give the same today."""
        same = (self.options, self.scale, self.seed) == (series.options, series.scale, series.seed)
        return same and self.budget == budget_text(game, self.level) and len(self.points) >= games


def from_json(data: dict[str, Any]) -> LevelScores:
    """Return what ``to_json`` wrote."""
    options = tuple((name, value) for name, value in data["options"])
    return LevelScores(
        **{**data, "options": options, "points": tuple(data["points"]), "effort": Effort(*data["effort"])}
    )


def play_pack(series: Series, number: int) -> Scored:
    """Play one game."""
    match = Match(find(series.game), seed=derived_seed(series.seed, number), **dict[str, Any](series.options))
    seed = derived_seed(series.seed, number, 0)
    player = new_player(match.game, series.player, series.scale, seed, series.seconds)
    findings = list[Finding]()
    try:
        while match.outcome is None:
            findings.append(player.find(match, seat=0))
            match.make(findings[-1].move)
    except Forfeit as reason:
        return Scored(number, min(0, match.scores[0]), effort_of(findings), f"{reason.offence}: {reason.detail}")
    finally:
        close([player])
    return Scored(number, match.scores[0], effort_of(findings))


def series_job(game: Game, series: Series, games: int) -> Job[int, Scored, list[Scored]]:
    """Return the job of playing this many games of a series."""
    spent = digest(game, series.player)
    return Job(
        title=title(game, series.player),
        unit="games",
        terms=repr((series, spent)),
        tasks=range(games),
        function=partial(play_pack, series),
        reduce=list,
        coding=Coding(list, scored_of),
        figure=Figure(lambda each: each.points, lambda points: f"{points:.1f} points"),
    )


def scored_of(data: Sequence[Any]) -> Scored:
    """Return the game that JSON has made a list of."""
    number, points, spent, *lost = data
    return Scored(number, points, Effort(*spent), *lost)


def load_levels(file: Path) -> dict[int, LevelScores]:
    """Return what is measured, by level."""
    if not file.exists():
        return {}
    read = [from_json(json.loads(line)) for line in file.read_text().splitlines()]
    return {each.level: each for each in read}


def save_levels(file: Path, measured: Iterable[LevelScores]) -> None:
    """Write what is measured, a line of JSON each, weakest first; the file is replaced as a whole."""
    file.parent.mkdir(parents=True, exist_ok=True)
    new = file.with_name(f"{file.name}.new")
    new.write_text("".join(f"{json.dumps(each.to_json())}\n" for each in sorted(measured, key=lambda m: m.level)))
    new.replace(file)


def level_scores(series: Series, scored: Sequence[Scored]) -> LevelScores:
    """Return what a level scored in these games, in the form that is saved."""
    game, level = find(series.game), int(series.player)
    points = tuple(each.points for each in scored)
    budget, spent = budget_text(game, level), total_effort(each.effort for each in scored)
    return LevelScores(level, budget, series.options, series.scale, series.seed, points, spent, this_machine())
