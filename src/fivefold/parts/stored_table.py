"""Tables of whole numbers in files, read when a number is first asked for.

A file holds nothing but its numbers, each two bytes, little-endian, signed.
"""

from array import array
from collections.abc import Iterable, Iterator
from functools import cached_property
from pathlib import Path
from typing import Final

ENDING: Final = ".int16"


class StoredTable:
    """The table ``name`` of a folder, read only once it is needed; compiled functions see a tuple (``numbers``)."""

    def __init__(self, folder: Path, name: str) -> None:
        self.folder, self.name = folder, name

    @property
    def file(self) -> Path:
        """The file with the numbers."""
        return self.folder / f"{self.name}{ENDING}"

    @cached_property
    def numbers(self) -> tuple[int, ...]:
        """All of them. Raises ``OSError`` where the file cannot be read."""
        numbers = array("h", self.file.read_bytes())
        if array("H", [1]).tobytes() != b"\1\0":
            numbers.byteswap()
        return tuple(numbers)

    def __getitem__(self, at: int) -> int:
        return self.numbers[at]

    def __iter__(self) -> Iterator[int]:
        return iter(self.numbers)

    def __len__(self) -> int:
        return len(self.numbers)


def as_bytes(numbers: Iterable[int]) -> bytes:
    """Return numbers as a file holds them. Raises ``OverflowError`` for one beyond two bytes."""
    return b"".join(number.to_bytes(2, "little", signed=True) for number in numbers)
