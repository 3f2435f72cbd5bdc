import hashlib
import hmac

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fivefold.contract.errors import InvalidOption, MissingChance
from fivefold.play import chance


def test_draw_is_the_documented_recipe() -> None:
    key = bytes(range(32))
    digest = hmac.new(key, b"ply 12:0", hashlib.sha256).digest()
    assert chance.keyed_draw(key, "ply 12", 52) == int.from_bytes(digest[:8], "big") % 52


@given(st.binary(min_size=32, max_size=32), st.text(max_size=20), st.integers(1, 2**64))
def test_draw_is_in_range_and_repeats(key: bytes, label: str, count: int) -> None:
    number = chance.keyed_draw(key, label, count)
    assert 0 <= number < count
    assert chance.keyed_draw(key, label, count) == number


def test_numbers_beyond_the_last_whole_multiple_are_drawn_again() -> None:
    count = 2**63 + 1  # half of all 64-bit numbers are rejected
    key = bytes(32)
    for ply in range(20):
        attempts = (hmac.digest(key, f"ply {ply}:{attempt}".encode(), "sha256") for attempt in range(100))
        numbers = (int.from_bytes(digest[:8], "big") for digest in attempts)
        assert chance.keyed_draw(key, f"ply {ply}", count) == next(number for number in numbers if number < count)


def test_draws_are_even() -> None:
    source = chance.Seeded(5)
    counts = [0] * 6
    for ply in range(6000):
        counts[source.draw(f"ply {ply}", 6)] += 1
    chi_square = sum((count - 1000) ** 2 / 1000 for count in counts)
    assert chi_square < 20.5  # 5 degrees of freedom, 1 in 1000


def test_fair_seeds_differ_and_commit() -> None:
    one, other = chance.Fair(), chance.Fair()
    assert one.seed != other.seed
    assert one.public == hashlib.sha256(one.seed).hexdigest()
    assert one.seed.hex() not in repr(one)


def test_seeds_are_told_apart() -> None:
    assert chance.source(7) == chance.Seeded(7)
    assert chance.source("ab" * 32) == chance.source(b"\xab" * 32) == chance.Fair(b"\xab" * 32)
    assert [chance.source(seed, ["die:1"]).kind for seed in (None, 3)] == ["scripted", "seeded"]
    assert chance.source(None).kind == "fair"


@pytest.mark.parametrize("seed", ["seven", b"short", "ab"])
def test_wrong_seeds_are_refused(seed: bytes | str) -> None:
    with pytest.raises(InvalidOption, match="seed"):
        chance.source(seed)


@pytest.mark.parametrize("source", [chance.Sealed("00" * 32), chance.Scripted()])
def test_without_a_seed_nothing_is_drawn(source: chance.Source) -> None:
    with pytest.raises(MissingChance, match=r"^ply 3: one of 6 .* give "):
        source.draw("ply 3", 6)
