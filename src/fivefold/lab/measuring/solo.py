"""Games for one: each player on the same packs of cards, points compared. `fivefold ladder` and `fivefold match`."""

import hashlib
import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

from platformdirs import user_cache_path

from fivefold.contract import Game
from fivefold.lab.measuring.level_pair import budget_text, this_machine
from fivefold.lab.measuring.pairing import Effort, derived_seed, effort_of, total_effort
from fivefold.lab.players.known import new_player, title
from fivefold.lab.running import pool
from fivefold.lab.running.job import Figure
from fivefold.lab.running.progress import Following, follow
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


class Scored(NamedTuple):
    """One finished game."""

    number: int
    """Of its pack."""
    points: int
    effort: Effort


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
    player = new_player(match.game, series.player, series.scale, derived_seed(series.seed, number, 0))
    findings = []
    while match.outcome is None:
        findings.append(player.find(match))
        match.make(findings[-1].move)
    return Scored(number, match.scores[0], effort_of(findings))


def play_packs(series: Series, numbers: Sequence[int], processes: int) -> Iterator[Scored]:
    """Play these packs in this many processes and yield each game as it is finished."""
    return pool.results(partial(play_pack, series), numbers, processes)


def play_series(game: Game, series: Series, games: int, processes: int) -> list[Scored]:
    """Return this many games of a series, in order; those an interrupted run played come from its draft."""
    file = draft_file(series)
    scored = read_draft(file)
    missing = [number for number in range(games) if number not in scored]
    points: Figure[Scored] = Figure(lambda each: each.points, lambda points: f"{points:.1f}")
    following = Following(title(game, series.player), "games", games, points)
    for each in follow(play_packs(series, missing, processes), following, list(scored.values())):
        scored[each.number] = each
        append_game(file, each)
    return [scored[number] for number in range(games)]


def draft_file(series: Series) -> Path:
    """Return the file for the games of a series that is being measured, another one for other conditions."""
    spent = budget_text(find(series.game), int(series.player)) if series.player.isdigit() else ""
    digest = hashlib.sha256(f"{series!r} {spent}".encode()).hexdigest()[:16]
    folder = user_cache_path("fivefold", appauthor=False) / "ladder"
    return folder / f"{series.game}-{series.player}-{digest}.jsonl"


def append_game(file: Path, scored: Scored) -> None:
    """Add a game to a draft."""
    file.parent.mkdir(parents=True, exist_ok=True)
    with file.open("a") as lines:
        lines.write(f"{json.dumps(scored)}\n")


def read_draft(file: Path) -> dict[int, Scored]:
    """Return the games of a draft by number; a last line cut off by a crash does not count."""
    if not file.exists():
        return {}
    whole = [line for line in file.read_text().splitlines(keepends=True) if line.endswith("\n")]
    file.write_text("".join(whole))
    read = [Scored(number, points, Effort(*spent)) for number, points, spent in map(json.loads, whole)]
    return {each.number: each for each in read}


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
