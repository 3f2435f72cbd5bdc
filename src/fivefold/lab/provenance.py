"""Where learnt and fitted numbers come from: files ``provenance.toml``, a section for each set of numbers.

A section says which command makes the numbers and, as far as that was recorded, with which seed, from how many games,
when, and what they reached. What was not recorded is said under ``unknown``.
"""

import json
import tomllib
from collections.abc import Mapping
from pathlib import Path

Note = Mapping[str, str | int | float]


def read(file: Path) -> dict[str, Note]:
    """Return the notes of a file by section; none if there is no such file."""
    return tomllib.loads(file.read_text(encoding="utf-8")) if file.exists() else {}


def write(file: Path, name: str, note: Note) -> None:
    """Write a note in place of the one of this name; the file's comments move to its beginning."""
    notes = {**read(file), name: note}
    lines = file.read_text(encoding="utf-8").splitlines() if file.exists() else []
    comments = "\n".join(line for line in lines if line.startswith("#"))
    sections = [comments] if comments else []
    sections += [section(each, notes[each]) for each in sorted(notes)]
    file.write_text("\n\n".join(sections) + "\n", encoding="utf-8")


def section(name: str, note: Note) -> str:
    """Return a note as a section of the file."""
    # A JSON string of ASCII characters is a basic string of TOML, and its numbers are numbers of TOML.
    return "\n".join([f"[{name}]", *(f"{key} = {json.dumps(value)}" for key, value in note.items())])
