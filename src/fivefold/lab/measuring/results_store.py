"""The files of a ladder: finished rungs beside its page; pairs of the rung being measured in the user's cache."""

import hashlib
import json
from collections.abc import Iterable
from pathlib import Path
from typing import Any, Final

from platformdirs import user_cache_path

from fivefold.contract import Game
from fivefold.lab.measuring.configuration import Configuration
from fivefold.lab.measuring.level_pair import Conditions, Rung, from_json
from fivefold.lab.measuring.pairing import Effort, GameResult, Pair

DEFAULTS: Final = Configuration()


def load_rungs(folder: Path, game: Game, configuration: Configuration = DEFAULTS) -> dict[str, Rung]:
    """Return a game's finished rungs by name."""
    file = folder / f"{configuration.stem(game)}.jsonl"
    if not file.exists():
        return {}
    read = [from_json(json.loads(line)) for line in file.read_text().splitlines()]
    return {rung.conditions.name: rung for rung in read}


def save_rungs(folder: Path, game: Game, finished: Iterable[Rung], configuration: Configuration = DEFAULTS) -> None:
    """Write a game's finished rungs, a line of JSON each, in order; the file is replaced as a whole."""
    folder.mkdir(parents=True, exist_ok=True)
    ordered = sorted(finished, key=lambda rung: (rung.conditions.upper - rung.conditions.lower, rung.conditions.upper))
    new = folder / f"{configuration.stem(game)}.jsonl.new"
    new.write_text("".join(f"{json.dumps(rung.to_json())}\n" for rung in ordered))
    new.replace(folder / f"{configuration.stem(game)}.jsonl")


def draft_file(game: Game, terms: Conditions) -> Path:
    """Return the file for the pairs of a rung that is being measured, another one for other conditions."""
    digest = hashlib.sha256(repr(terms).encode()).hexdigest()[:16]
    return user_cache_path("fivefold", appauthor=False) / "ladder" / f"{game.key}-{terms.name}-{digest}.jsonl"


def append_pair(file: Path, pair: Pair) -> None:
    """Add a pair to a draft."""
    file.parent.mkdir(parents=True, exist_ok=True)
    with file.open("a") as lines:
        lines.write(f"{json.dumps(pair)}\n")


def load_pairs(file: Path) -> list[Pair]:
    """Return the pairs of a draft; a last line cut off by a crash does not count."""
    if not file.exists():
        return []
    whole = [line for line in file.read_text().splitlines(keepends=True) if line.endswith("\n")]
    file.write_text("".join(whole))
    return [_pair(json.loads(line)) for line in whole]


def _pair(data: list[Any]) -> Pair:
    number, score, (first, second) = data
    return Pair(number, score, (_played(first), _played(second)))


def _played(data: list[Any]) -> GameResult:
    *plain, effort_a, effort_b = data
    return GameResult._make((*plain, Effort(*effort_a), Effort(*effort_b)))


def forget(folder: Path, game: Game, unwanted: Iterable[Conditions], configuration: Configuration = DEFAULTS) -> None:
    """Forget rungs, finished and begun."""
    left = load_rungs(folder, game, configuration)
    for terms in unwanted:
        left.pop(terms.name, None)
        draft_file(game, terms).unlink(missing_ok=True)
    if folder.exists():
        save_rungs(folder, game, left.values(), configuration)
