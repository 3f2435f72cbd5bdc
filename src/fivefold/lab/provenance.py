"""Where learnt and fitted numbers come from: ``provenance.toml`` in a game's folder, an entry for each set of them.

An entry says what the numbers are, which command made them with which seed, from how many games, when, and what was
reached; what nobody knows any more is the text ``unknown``.
"""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Final

KEYS: Final = ("what", "where", "method", "command", "seed", "games", "date", "score")
"""What every entry has, in this order; others may follow."""


def as_toml(entry: Mapping[str, str | int | float]) -> str:
    """Return one entry as it is written in the file."""
    # A JSON string, ASCII only, is a basic string of TOML.
    return "\n".join(["[[numbers]]", *(f"{key} = {json.dumps(value)}" for key, value in entry.items())]) + "\n"


def append(file: Path, entry: Mapping[str, str | int | float]) -> None:
    """Add an entry to a file, which need not exist yet."""
    before = file.read_text(encoding="utf-8").rstrip() + "\n\n" if file.exists() else ""
    file.write_text(before + as_toml(entry), encoding="utf-8")
