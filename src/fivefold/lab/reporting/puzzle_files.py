"""Puzzles as a game's file holds them: TOML, with how they were made."""

import json
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime

from fivefold.play.puzzles import Puzzle


def written(puzzles: Sequence[Puzzle], command: str, games: int, margin: float) -> str:
    """Return the file: how the puzzles were made, then the puzzles."""
    today = datetime.now(UTC).date().isoformat()
    made = {"command": command, "date": today, "games": games, "margin": margin}
    return "\n\n".join([_section("[made]", made), *(_section("[[puzzle]]", _fields(each)) for each in puzzles)]) + "\n"


def _fields(puzzle: Puzzle) -> dict[str, object]:
    fields = {name: getattr(puzzle, name) for name in puzzle.__slots__ if name not in ("game", "match")}
    return {name: value for name, value in fields.items() if value or name in ("seed", "seat", "options", "moves")}


def _section(title: str, fields: Mapping[str, object]) -> str:
    return "\n".join([title, *(f"{name} = {_value(value)}" for name, value in fields.items())])


def _value(value: object) -> str:
    # A JSON string of ASCII characters is a basic string of TOML; numbers and lists of both are the same.
    if isinstance(value, Mapping):
        pairs = ", ".join(f"{json.dumps(key)} = {_value(each)}" for key, each in value.items())
        return f"{{ {pairs} }}" if pairs else "{}"
    return json.dumps(value)
