"""Tables of whole numbers in files, with a note beside them that says where each comes from.

A file holds nothing but its numbers, each two bytes, little-endian, signed. The notes are in ``provenance.toml`` in the
same folder: a section for each table, named as its file without the ending.
"""

import hashlib
import tomllib
from array import array
from collections.abc import Iterable, Iterator, Mapping
from functools import cached_property
from pathlib import Path
from typing import Any, Final

ENDING: Final = ".int16"
PROVENANCE: Final = "provenance.toml"


class StoredTable:
    """A table that is read when a number of it is first asked for; compiled functions see a tuple (``numbers``)."""

    def __init__(self, folder: Path, name: str) -> None:
        self.folder, self.name = folder, name

    @property
    def file(self) -> Path:
        """The file with the numbers."""
        return self.folder / f"{self.name}{ENDING}"

    @cached_property
    def numbers(self) -> tuple[int, ...]:
        """All of them. Raises ``OSError`` where the file cannot be read."""
        return _from_bytes(self.file.read_bytes())

    def __getitem__(self, at: int) -> int:
        return self.numbers[at]

    def __iter__(self) -> Iterator[int]:
        return iter(self.numbers)

    def __len__(self) -> int:
        return len(self.numbers)

    def provenance(self) -> Mapping[str, Any]:
        """Return what is noted of the table; empty where nothing is. Raises ``OSError`` where there are no notes."""
        notes: Mapping[str, Any] = tomllib.loads((self.folder / PROVENANCE).read_text(encoding="utf-8"))
        return dict(notes.get(self.name, {}))

    def write(self, numbers: Iterable[int], notes: Mapping[str, str | int | float]) -> None:
        """Write the table, and ``notes`` in place of what was noted of it; count and digest are added.

        Raises ``OverflowError`` for a number beyond two bytes.
        """
        data = _to_bytes(numbers)
        self.__dict__.pop("numbers", None)
        self.folder.mkdir(parents=True, exist_ok=True)
        self.file.write_bytes(data)
        note = {**notes, "numbers": len(data) // 2, "sha256": digest(data)}
        _write_notes(self.folder / PROVENANCE, self.name, note)


def digest(data: bytes) -> str:
    """Return the SHA-256 digest of a table's file, in hex."""
    return hashlib.sha256(data).hexdigest()


def _to_bytes(numbers: Iterable[int]) -> bytes:
    return b"".join(number.to_bytes(2, "little", signed=True) for number in numbers)


def _from_bytes(data: bytes) -> tuple[int, ...]:
    numbers = array("h", data)
    if array("H", [1]).tobytes() != b"\1\0":
        numbers.byteswap()
    return tuple(numbers)


def _write_notes(file: Path, name: str, notes: Mapping[str, Any]) -> None:
    """Write the notes of one table into a file of them, in place of those of the same name, in alphabetical order."""
    text = file.read_text(encoding="utf-8") if file.exists() else ""
    head = text.partition("[")[0].strip()
    sections = {**tomllib.loads(text), name: notes}
    written = [head] if head else []
    for each in sorted(sections):
        lines = (f"{key} = {_toml(value)}" for key, value in sections[each].items())
        written.append("\n".join([f"[{each}]", *lines]))
    file.write_text("\n\n".join(written) + "\n", encoding="utf-8")


def _toml(value: str | float) -> str:
    if not isinstance(value, str):
        return str(value)
    escaped = value.replace("\\", "\\\\").replace('"', '\\"')
    return f'"{escaped}"'
