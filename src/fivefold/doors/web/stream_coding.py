"""Streams compressed: each part by itself, so that an open stream keeps no compressor, and what many readers get is
compressed once.

A part is a run of deflate blocks that refers to nothing before it and ends at a byte (RFC 1951), so parts from anywhere
follow each other in one gzip stream (RFC 1952), and the reader can unpack each when it has come.
"""

import zlib
from functools import lru_cache
from struct import pack
from typing import Final, Protocol

from starlette.requests import Request

from fivefold.doors.web import request_parsing

HEAD: Final = b"\x1f\x8b\x08\x00\x00\x00\x00\x00\x00\xff"
"""Of a gzip stream: deflate, made at no certain time on no certain system."""
LAST: Final = b"\x03\x00"
"""An empty block, marked as the last."""
SMALL: Final = 160
"""Fewer bytes become no smaller."""
LEVEL: Final = 5
MEMORY: Final = 7
"""Of zlib: half of what it takes as a rule."""
SHARED: Final = 32
"""Compressed parts at hand, some 2 kB each and up to 30 kB before: several readers of a match get the same."""


class Coding(Protocol):
    """How a stream is sent; it is told all of it in order."""

    name: str
    """As the header Content-Encoding says it; empty for none."""

    def begun(self) -> bytes:
        """Return what comes before everything."""

    def sent(self, part: bytes) -> bytes:
        """Return what is sent for a part."""

    def ended(self) -> bytes:
        """Return what comes after everything."""


class Plain:
    """As it is."""

    name = ""

    def begun(self) -> bytes:
        """Return nothing."""
        return b""

    def sent(self, part: bytes) -> bytes:
        """Return the part itself."""
        return part

    def ended(self) -> bytes:
        """Return nothing."""
        return b""


class Gzip:
    """A gzip stream of parts; of those sent it keeps a checksum and how long they were."""

    name = "gzip"
    __slots__ = ("_check", "_length")

    def __init__(self) -> None:
        self._check = self._length = 0

    def begun(self) -> bytes:
        """Return the header."""
        return HEAD

    def sent(self, part: bytes) -> bytes:
        """Return the part compressed."""
        self._check, self._length = zlib.crc32(part, self._check), self._length + len(part)
        return _stored(part) if len(part) < SMALL else _deflated(part)

    def ended(self) -> bytes:
        """Return the last block and the trailer."""
        return LAST + pack("<II", self._check, self._length & 0xFFFFFFFF)


def coding_for(request: Request) -> Coding:
    """Return how to send a stream to whoever asks for it."""
    return Gzip() if "gzip" in request_parsing.header(request, "accept-encoding").lower() else Plain()


def _stored(part: bytes) -> bytes:
    """Return a short part as a block that is not compressed."""
    return pack("<BHH", 0, len(part), len(part) ^ 0xFFFF) + part


@lru_cache(SHARED)
def _deflated(part: bytes) -> bytes:
    # No more memory than it needs to look back over all of the part.
    window = min(zlib.MAX_WBITS, len(part).bit_length())
    compressor = zlib.compressobj(LEVEL, zlib.DEFLATED, -max(window, 9), memLevel=MEMORY)
    return compressor.compress(part) + compressor.flush(zlib.Z_FULL_FLUSH)
