"""Where learnt and fitted numbers come from: files ``provenance.toml``, a section for each set of numbers.

A section says which command makes the numbers and, as far as that was recorded, with which seed, from how many games,
when, and what they reached. What was not recorded is said under ``unknown``. The section of a stored table is named as
its file is, without the ending, and lies beside it; it has how many numbers there are and the digest of the file.
"""

import hashlib
import json
import os
import tomllib
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Final

from fivefold.contract.errors import InvalidOption
from fivefold.parts.stored_table import StoredTable, as_bytes

PROVENANCE: Final = "provenance.toml"

Note = Mapping[str, str | int | float | Sequence[float]]


def read(file: Path) -> dict[str, Note]:
    """Return the notes of a file by section; empty without the file. Raises ``InvalidOption`` for what is no notes."""
    try:
        notes: dict[str, Note] = tomllib.loads(file.read_text(encoding="utf-8")) if file.exists() else {}
        stray = next((f"{name} is in no section" for name, note in notes.items() if not isinstance(note, dict)), "")
    except ValueError as error:
        stray = "it is no text file" if isinstance(error, UnicodeDecodeError) else f"it is no TOML: {error}"
    if stray:
        raise InvalidOption(stray, subject=str(file), remedy="mend it, or name another")
    return notes


def check_places(game: str, folders: Sequence[Path | None] = (), notes: Sequence[Path | None] = ()) -> None:
    """Raise ``InvalidOption`` where a folder, made if missing, or a file of notes cannot take the results of a game."""
    files = [each for each in notes if each]
    places = [(each, next(filter(Path.exists, (each, *each.parents)), each)) for each in folders if each]
    places += [(each, each.parent) for each in files if each.exists() or each.parent not in folders]
    for path, place in places:
        if not (place.is_dir() and os.access(path if path.exists() else place, os.W_OK)):
            reason = "it cannot be written to" if place.is_dir() else f"{place} is no folder"
            raise InvalidOption(reason, subject=str(path), remedy="name another")
    for file in files:
        for note in read(file).values():
            if (other := "".join(str(note.get("command", "")).split()[2:3])) not in {"", game}:
                raise InvalidOption(f"it holds the notes of {other}", subject=str(file), remedy="name another")


def write(file: Path, name: str, note: Note) -> None:
    """Write a note in place of the one of this name; the file's comments move to its beginning."""
    notes = {**read(file), name: note}
    lines = file.read_text(encoding="utf-8").splitlines() if file.exists() else []
    comments = "\n".join(line for line in lines if line.startswith("#"))
    sections = [comments] if comments else []
    sections += [section(f"[{each}]", notes[each]) for each in sorted(notes)]
    file.write_text("\n\n".join(sections) + "\n", encoding="utf-8")


def write_table(table: StoredTable, numbers: Iterable[int], note: Note) -> None:
    """Write the table's file, and its note in place of the one it had. Raises ``OverflowError`` as ``as_bytes``."""
    data = as_bytes(numbers)
    table.folder.mkdir(parents=True, exist_ok=True)
    table.file.write_bytes(data)
    write(table.folder / PROVENANCE, table.name, {**note, "numbers": len(data) // 2, "sha256": digest(data)})


def section(heading: str, fields: Mapping[str, object]) -> str:
    """Return a section of TOML: its heading as it stands there, and a line for each field."""
    return "\n".join([heading, *(f"{name} = {_value(value)}" for name, value in fields.items())])


def _value(value: object) -> str:
    # A JSON string of ASCII characters is a basic string of TOML; numbers and lists of both are the same.
    if isinstance(value, Mapping):
        pairs = ", ".join(f"{json.dumps(key)} = {_value(each)}" for key, each in value.items())
        return f"{{ {pairs} }}" if pairs else "{}"
    return json.dumps(value, default=str)


def digest(data: bytes) -> str:
    """Return the SHA-256 digest of a file's content, in hex."""
    return hashlib.sha256(data).hexdigest()
