"""The one shape of everything inside: a flat row of integers."""

import zlib
from array import array
from collections.abc import MutableSequence, Sequence
from typing import Final

Row = MutableSequence[int]
"""A position, a list of moves, or scores: ``int64`` values in a list or a one-dimensional array."""
INT64: Final = "q"
QUICKLY: Final = 1
"""Most of a row repeats itself, so that the least effort makes it small."""


def packed(row: Sequence[int]) -> bytes:
    """Return a row to keep rather than to work with: a few hundred bytes for up to 18 kB."""
    return zlib.compress(array(INT64, row).tobytes(), QUICKLY)


def unpacked(kept: bytes) -> list[int]:
    """Return the row that was packed."""
    row = array(INT64)
    row.frombytes(zlib.decompress(kept))
    return row.tolist()
