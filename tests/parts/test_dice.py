"""The playout generator: repeatable, even, and the same from whatever seed it is begun alike."""

from collections import Counter
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fivefold.parts import dice


def stream(seed, bound, count):
    state = [0]
    dice.seed(state, seed)
    return [dice.below(state, bound) for _ in range(count)]


@given(st.integers(-(1 << 70), 1 << 70), st.integers(1, 1 << 20))
def test_numbers_lie_below_the_bound(seed, bound):
    state = [0]
    dice.seed(state, seed)
    for _ in range(20):
        assert 0 <= dice.below(state, bound) < bound
        assert 0 <= state[0] <= dice.MASK63


def test_a_stream_is_its_seeds_alone():
    assert stream(7, 6, 50) == stream(7, 6, 50)
    assert len({tuple(stream(seed, 6, 20)) for seed in range(2000)}) == 2000


@pytest.mark.parametrize("bound", [2, 6, 13, 52])
def test_every_number_is_equally_likely(bound):
    count = 52_000
    drawn = Counter(stream(5, bound, count))
    expected = count / bound
    chi_square = sum((drawn[number] - expected) ** 2 / expected for number in range(bound))
    # Six standard deviations: a fair generator is beyond once in a billion.
    assert chi_square < bound - 1 + 6 * (2 * (bound - 1)) ** 0.5


def test_the_first_numbers_of_neighbouring_seeds_are_even_too():
    drawn = Counter(stream(seed, 6, 1)[0] for seed in range(6000))
    assert all(850 < drawn[number] < 1150 for number in range(6))
    follow = Counter(tuple(stream(seed, 6, 2)) for seed in range(3600))
    assert len(follow) == 36 and max(follow.values()) < 160


def test_numbers_do_not_tell_the_next_ones():
    drawn = stream(3, 6, 36_000)
    pairs = Counter(pairwise(drawn))
    assert len(pairs) == 36 and all(800 < count < 1200 for count in pairs.values())


def test_the_stream_never_changes():
    """Searches are repeatable from their salt, in records of experiments too."""
    assert stream(1, 1000, 5) == [971, 558, 347, 794, 178]
