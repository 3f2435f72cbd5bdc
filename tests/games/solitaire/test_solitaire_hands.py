from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import combinations_with_replacement, product
from math import comb, prod
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from solitaire_oracle import hand_name
from solitaire_table import RANKS, SUITS, key
from tests.games.worked import worked
from tests.quick import in_turn

from fivefold.engine.compile import kernel_twin
from fivefold.games.solitaire.names import EXAMPLES, NAMES, ORDINARY_NAMES
from fivefold.games.solitaire.rules import CARD_KEY, COUNT_BITS, SIZE_SHIFT, SUITS_SHIFT, hand_of

WORKED = worked(__file__)

ONE_DECK_IN_ORDER = """
1021440 63840 4256 64320 4020 268 13440 840 56 52800 3300 220 33600 2100 140 3840 240 16 3840 240 16 3840 240 16
3840 240 16 5760 360 24 3840 240 16 960 60 4 8640 540 36 2880 180 12 5760 360 24 6720 420 28 1025232 33072 0 16368
528 0 2976 96 0 11904 384 0 7440 240 0 123120 0 0 432 0 0 54720 0 192 0 3600 0 144 0 600 24 0 0
"""
ONE_DECK = tuple(map(int, ONE_DECK_IN_ORDER.split()))
TWO_DECKS_IN_ORDER = """
32686080 2042880 136192 2058240 128640 8576 430080 26880 1792 1689600 105600 7040 1075200 67200 4480 122880 7680
512 122880 7680 512 122880 7680 512 122880 7680 512 184320 11520 768 122880 7680 512 30720 1920 128 276480 17280
1152 92160 5760 384 184320 11520 768 215040 13440 896 37569792 1852032 88192 599808 29568 1408 109056 5376 256
436224 21504 1024 272640 13440 640 5171040 184680 6840 18144 648 24 2982240 82080 10464 288 231600 3600 9264 144
84000 3360 560 168
"""
TWO_DECKS = tuple(map(int, TWO_DECKS_IN_ORDER.split()))

DEALT_TWICE = st.lists(st.sampled_from([rank + suit for rank in RANKS for suit in SUITS]), min_size=5, max_size=5)
NARROW = st.lists(
    st.builds(str.__add__, st.sampled_from("A2349TJQK"), st.sampled_from("cccccd")), min_size=5, max_size=5
)


def suit_vectors(count: int, decks: int) -> dict[tuple[int, ...], int]:
    """Return how often each suit is among ``count`` cards of one rank, and in how many ways copies can be chosen."""
    vectors = product(range(min(count, decks) + 1), repeat=4)
    return {vector: prod(comb(decks, each) for each in vector) for vector in vectors if sum(vector) == count}


def suit_totals(pattern: Sequence[int], decks: int) -> dict[tuple[int, ...], int]:
    """Return in how many ways cards of ranks that occur so often have each sorted number of suits."""
    totals = {(0, 0, 0, 0): 1}
    for count in pattern:
        added: Counter[tuple[int, ...]] = Counter()
        for (total, ways), (vector, more) in product(totals.items(), suit_vectors(count, decks).items()):
            added[tuple(a + b for a, b in zip(total, vector, strict=True))] += ways * more
        totals = dict(added)
    by_size: Counter[tuple[int, ...]] = Counter()
    for total, ways in totals.items():
        by_size[tuple(sorted(total))] += ways
    return by_size


def keys(decks: int) -> Iterator[tuple[int, int]]:
    """Return the keys of all hands of five but for which suit is which, with the number of hands of each."""
    totals: dict[tuple[int, ...], dict[tuple[int, ...], int]] = {}
    for ranks in combinations_with_replacement(range(13), 5):
        counts = Counter(ranks)
        pattern = tuple(sorted(counts.values()))
        if pattern not in totals:
            totals[pattern] = suit_totals(pattern, decks)
        of_ranks = sum(count << COUNT_BITS * rank for rank, count in counts.items())
        for total, ways in totals[pattern].items():
            of_suits = sum(count << COUNT_BITS * suit for suit, count in enumerate(total))
            yield 5 << SIZE_SHIFT | of_suits << SUITS_SHIFT | of_ranks, ways


def counted(decks: int) -> tuple[int, ...]:
    found = Counter[int]()
    for line, ways in keys(decks):
        found[hand_of(line)] += ways
    assert set(found) <= set(range(1, 82))
    return tuple(found[hand] for hand in range(1, 82))


def test_hands_of_one_deck_are_counted_exactly() -> None:
    assert counted(1) == ONE_DECK
    assert sum(ONE_DECK) == 2_598_960 == comb(52, 5)


def test_hands_of_two_decks_are_counted_exactly() -> None:
    assert counted(2) == TWO_DECKS
    assert sum(TWO_DECKS) == 91_962_520 == comb(104, 5)


@pytest.mark.slow
@pytest.mark.parametrize("decks", [3, 4])
def test_every_hand_of_more_decks_is_one_of_the_81(decks: int) -> None:
    assert sum(counted(decks)) == comb(52 * decks, 5)


@pytest.mark.slow
def test_every_single_hand_of_one_deck_falls_where_its_pattern_says() -> None:
    classify = kernel_twin(hand_of)

    def count(keys: Any, found: Any) -> None:
        for a in range(48):
            for b in range(a + 1, 49):
                for c in range(b + 1, 50):
                    for d in range(c + 1, 51):
                        four = keys[a] + keys[b] + keys[c] + keys[d]
                        for e in range(d + 1, 52):
                            found[classify(four + keys[e])] += 1

    import numba
    import numpy as np

    found = np.zeros(82, np.int64)
    numba.njit(count)(np.array(CARD_KEY[1:]), found)
    assert tuple(found[1:]) == ONE_DECK


@in_turn("number", range(1, 82))
def test_each_hand_has_an_example_that_is_it(number: int) -> None:
    assert hand_of(key(EXAMPLES[number])) == number
    assert hand_name(EXAMPLES[number].split()) == NAMES[number]


def test_names_are_81_different_ones() -> None:
    assert len(set(NAMES)) == 82
    assert NAMES[0] == ""
    assert set(ORDINARY_NAMES) < set(NAMES)


@given(st.one_of(DEALT_TWICE, NARROW))
def test_a_hand_is_what_the_words_of_the_rules_say(cards: list[str]) -> None:
    assert NAMES[hand_of(key(" ".join(cards)))] == hand_name(cards)


@in_turn("text, name", WORKED["with_many_decks_a_suit_pattern_the_list_has_not_is_the_next_lesser_one"])
def test_with_many_decks_a_suit_pattern_the_list_has_not_is_the_next_lesser_one(text: str, name: str) -> None:
    assert NAMES[hand_of(key(text))] == name


@in_turn("text, name", WORKED["a_hand_with_several_shapes_takes_the_first"])
def test_a_hand_with_several_shapes_takes_the_first(text: str, name: str) -> None:
    assert NAMES[hand_of(key(text))] == name


@pytest.mark.parametrize("text", ["", "7h", "7h 7h 7h 7h", "2c 3c 4c 5c"])
def test_an_incomplete_line_is_none_of_the_81(text: str) -> None:
    assert hand_of(key(text)) == 0


@given(st.permutations(range(5)), DEALT_TWICE)
def test_the_order_of_a_line_does_not_matter(order: list[int], cards: list[str]) -> None:
    assert key(" ".join(cards)) == key(" ".join(cards[index] for index in order))
