"""Streams compressed part by part: each part can be read when it has come, and the whole is a gzip stream."""

import gzip
import zlib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fivefold.doors.web.stream import WORTH_COMPRESSING, Gzip, Plain

PARTS = st.lists(st.one_of(st.binary(max_size=300), st.integers(0, 70_000).map(lambda size: b"view " * (size // 5))))


@given(PARTS)
def test_each_part_can_be_read_when_it_has_come(parts):
    coding, reader = Gzip(), zlib.decompressobj(16 + zlib.MAX_WBITS)
    sent = [coding.begun()]
    assert reader.decompress(sent[0]) == b""
    for part in parts:
        sent.append(coding.sent(part))
        assert reader.decompress(sent[-1]) == part
    sent.append(coding.ended())
    assert reader.decompress(sent[-1]) == b"" and reader.eof
    assert gzip.decompress(b"".join(sent)) == b"".join(parts)


def test_a_part_says_nothing_of_those_before_it():
    """So nobody learns from the size of one whether it resembles another."""
    secret, guess = b"seven of hearts, ace of spades " * 20, b"seven of hearts, ace of spades " * 20
    coding = Gzip()
    assert coding.sent(secret) == coding.sent(guess) == Gzip().sent(guess)


@pytest.mark.parametrize("size", [0, 1, WORTH_COMPRESSING - 1, WORTH_COMPRESSING])
def test_a_short_part_grows_by_five_bytes(size):
    assert len(Gzip().sent(bytes(range(256))[:size])) <= size + 12
    assert size == WORTH_COMPRESSING or len(Gzip().sent(bytes(size))) == size + 5


def test_as_it_is():
    coding = Plain()
    assert [coding.begun(), coding.sent(b"event"), coding.ended()] == [b"", b"event", b""]
