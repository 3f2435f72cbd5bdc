"""The files of a ladder: finished rungs beside its page."""

import json
from collections.abc import Iterable
from pathlib import Path
from typing import Final

from fivefold.contract import Game
from fivefold.lab.measuring.configuration import Configuration
from fivefold.lab.measuring.level_pair import Conditions, Rung, from_json

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


def forget(folder: Path, game: Game, unwanted: Iterable[Conditions], configuration: Configuration = DEFAULTS) -> None:
    """Forget finished rungs."""
    left = load_rungs(folder, game, configuration)
    for terms in unwanted:
        left.pop(terms.name, None)
    if folder.exists():
        save_rungs(folder, game, left.values(), configuration)
