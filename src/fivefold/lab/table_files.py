"""Stored tables written to files, with a note of where each comes from in ``provenance.toml`` beside them.

The note of a table is a section named as its file is, without the ending. How many numbers it has and the digest of its
file are part of it.
"""

import hashlib
import tomllib
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Final

from fivefold.parts.stored_table import StoredTable, as_bytes

PROVENANCE: Final = "provenance.toml"

Note = Mapping[str, str | int | float]


def write_table(table: StoredTable, numbers: Iterable[int], note: Note) -> None:
    """Write the table's file, and its note in place of the one it had. Raises ``OverflowError`` as ``as_bytes``."""
    data = as_bytes(numbers)
    table.folder.mkdir(parents=True, exist_ok=True)
    table.file.write_bytes(data)
    file = table.folder / PROVENANCE
    text = file.read_text(encoding="utf-8") if file.exists() else ""
    noted = {**tomllib.loads(text), table.name: {**note, "numbers": len(data) // 2, "sha256": digest(data)}}
    remarks = [line for line in text.splitlines() if line.startswith("#")]
    sections = ["\n".join(remarks)] if remarks else []
    sections += [_section(name, noted[name]) for name in sorted(noted)]
    file.write_text("\n\n".join(sections) + "\n", encoding="utf-8")


def notes(folder: Path) -> dict[str, Note]:
    """Return the note of each table in a folder. Raises ``OSError`` where there are none."""
    return tomllib.loads((folder / PROVENANCE).read_text(encoding="utf-8"))


def digest(data: bytes) -> str:
    """Return the SHA-256 digest of a file's content, in hex."""
    return hashlib.sha256(data).hexdigest()


def _section(name: str, note: Note) -> str:
    return "\n".join([f"[{name}]", *(f"{key} = {_toml(value)}" for key, value in note.items())])


def _toml(value: str | float) -> str:
    if not isinstance(value, str):
        return str(value)
    escaped = value.replace("\\", "\\\\").replace('"', '\\"')
    return f'"{escaped}"'
