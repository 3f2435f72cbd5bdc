"""Tables of whole numbers as text in a module: short to store, quick to import.

Each number is two bytes, little-endian, signed; all of them are compressed (zlib) and written in base 85 (RFC 1924).
"""

import base64
import zlib
from array import array
from collections.abc import Iterable


def packed(numbers: Iterable[int]) -> str:
    """Return numbers from -32768 to 32767 as text without blanks or quotes."""
    data = b"".join(number.to_bytes(2, "little", signed=True) for number in numbers)
    return base64.b85encode(zlib.compress(data, 9)).decode()


def unpacked(text: str) -> tuple[int, ...]:
    """Return the numbers that ``packed`` made a text of; blanks in it do not count."""
    numbers = array("h", zlib.decompress(base64.b85decode("".join(text.split()))))
    if array("H", [1]).tobytes() != b"\1\0":
        numbers.byteswap()
    return tuple(numbers)
