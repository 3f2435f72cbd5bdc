"""The fast evaluator against slow ones, over small decks, random areas and every hand of five cards."""

from collections import Counter
from itertools import combinations, pairwise
from random import Random

import numpy as np
import pytest
from hand_oracle import best_of_subsets, best_of_subsets_with_wild, holds, holds_with_wild, mask
from hypothesis import example, given, settings
from hypothesis import strategies as st
from tests.quick import first, landing

from benchmarks.hands import make_classify_all, make_count_hands
from fivefold.engine.compile import kernels_of
from fivefold.parts import dice, hands
from fivefold.parts.grid import neighbours
from fivefold.parts.hands import classify, classify_with_wild
from fivefold.parts.words import card_from_text
from fivefold.play.catalogue import find

KNOWN = {
    hands.NOTHING: 1_302_540,
    hands.PAIR: 1_098_240,
    hands.TWO_PAIR: 123_552,
    hands.THREE: 54_912,
    hands.STRAIGHT: 10_200,
    hands.FLUSH: 5_108,
    hands.FULL_HOUSE: 3_744,
    hands.FOUR: 624,
    hands.STRAIGHT_FLUSH: 40,
}
"""How many of the 2,598,960 hands of five cards are what; a royal flush is a straight flush."""

cards_of = st.sets(st.integers(0, 51), min_size=1, max_size=9).map(sorted)
crowded = st.sets(st.integers(0, 23) | st.integers(36, 51), min_size=1, max_size=9).map(sorted)
one_suit = st.sets(st.integers(0, 12).map(lambda rank: 4 * rank + 2), max_size=7)
suited = st.tuples(one_suit, st.sets(st.integers(0, 51), min_size=1, max_size=2)).map(
    lambda both: sorted(set.union(*both))
)

SMALL_DECKS = {
    "ace to six in two suits": [4 * rank + suit for rank in range(6) for suit in (0, 1)],
    "ten to ace and a second suit": [4 * rank + 3 for rank in (0, 8, 9, 10, 11, 12)] + [0, 33, 37, 41, 45, 49],
    "three ranks, all suits": [4 * rank + suit for rank in (0, 5, 12) for suit in range(4)],
    "one suit": [4 * rank + 2 for rank in range(12)],
    "every second rank": [4 * rank + suit for rank in range(0, 12, 2) for suit in (0, 3)],
}


def cards(text):
    return [card_from_text(word) for word in text.split()]


@settings(deadline=None)
@given(cards_of | crowded | suited)
@example(cards("Ac 2c 3c 4c 5c 6d"))
@example(cards("Tc Jc Qc Kc Ac"))
@example(cards("Jc Qc Kc Ac 2c"))
def test_the_best_hand_is_that_of_the_best_five(area):
    assert classify(mask(area)) == best_of_subsets(area) == holds(area)


@pytest.mark.slow
@settings(deadline=None)
@given(st.one_of(cards_of, crowded, suited).map(lambda area: area[:6]))
@example(cards("9c 9d 9h 9s"))
@example(cards("2c 3c 4c 5c"))
@example(cards("Jc Qc Kc Ac"))
@example(cards("Ac Qc Kc 2c"))
def test_a_wild_card_is_any_card(area):
    assert classify_with_wild(mask(area)) == best_of_subsets_with_wild(area)


@settings(deadline=None)
@given(cards_of | crowded | suited)
def test_a_wild_card_in_large_areas(area):
    assert classify_with_wild(mask(area)) == holds_with_wild(area)


@given(cards_of, st.integers(0, 51))
def test_more_cards_never_make_less(area, card):
    more = mask(area) | 1 << card
    assert classify(mask(area)) <= classify(more) <= classify_with_wild(mask(area))
    assert classify_with_wild(mask(area)) <= classify_with_wild(more)


@pytest.mark.slow
@pytest.mark.parametrize("deck", first(2, SMALL_DECKS.values()), ids=SMALL_DECKS)
def test_every_set_of_a_small_deck(deck):
    for size in range(1, len(deck) + 1):
        for area in combinations(deck, size):
            assert classify(mask(area)) == holds(area), area
            if size <= 4:
                assert classify_with_wild(mask(area)) == holds_with_wild(area), area


@pytest.mark.slow
@pytest.mark.parametrize("deck", landing([*SMALL_DECKS.values()][:2], SMALL_DECKS.values()), ids=SMALL_DECKS)
def test_every_set_of_a_small_deck_with_a_wild(deck):
    for size in range(5, len(deck) + 1):
        for area in combinations(deck, size):
            assert classify_with_wild(mask(area)) == holds_with_wild(area), area


def test_no_cards_make_no_hand():
    assert classify(0) == classify_with_wild(0) == hands.NOTHING


@pytest.mark.parametrize("suit", range(4))
def test_every_suit_counts_alike(suit):
    turned = lambda area: [card - card % 4 + (card + suit) % 4 for card in area]  # noqa: E731
    random = Random(suit)
    for _ in range(300):
        area = random.sample(range(52), random.randint(1, 9))
        assert classify(mask(area)) == classify(mask(turned(area)))
        assert classify_with_wild(mask(area)) == classify_with_wild(mask(turned(area)))


def classify_compiled(masks):
    """Return the best hands of masks without and with a wild card, from the compiled evaluator."""
    given = np.array(masks, np.int64)
    best, with_wild = np.zeros_like(given), np.zeros_like(given)
    kernels_of(find("locus"))(make_classify_all)(given, best, with_wild)
    return best.tolist(), with_wild.tolist()


@pytest.mark.slow
@pytest.mark.parametrize("size", landing((6,), range(1, 10)))
def test_many_random_areas(size):
    random = Random(size)
    areas = [random.sample(range(52), size) for _ in range(1_500)]
    best, with_wild = classify_compiled([mask(area) for area in areas])
    for area, found, found_with_wild in zip(areas, best, with_wild, strict=True):
        assert found == classify(mask(area)) == holds(area), area
        assert found_with_wild == classify_with_wild(mask(area)) == holds_with_wild(area), area


@pytest.mark.slow
def test_every_hand_of_five_cards():
    flat = np.fromiter((card for five in combinations(range(52), 5) for card in five), np.int64)
    counts = np.zeros(hands.HANDS, np.int64)
    kernels_of(find("locus"))(make_count_hands)(flat.reshape(-1, 5), counts)
    assert dict(enumerate(counts.tolist())) == KNOWN
    assert sum(KNOWN.values()) == 2_598_960


@pytest.mark.slow
def test_every_four_cards_and_a_wild():
    fours = combinations(range(52), 4)
    _, with_wild = classify_compiled([1 << a | 1 << b | 1 << c | 1 << d for a, b, c, d in fours])
    counts = np.bincount(with_wild, minlength=hands.HANDS).tolist()
    four = 13 + 13 * 4 * 48  # four, or three and one more
    full_house = 78 * 6 * 6  # two pairs
    three = 13 * 6 * 66 * 16  # a pair and two more ranks
    # Four ranks that lie within five in a row, each set once though some lie in two such windows.
    ranks = len({frozenset(w) - {r} for w in windows() for r in w})
    straight_flush = 4 * ranks
    straight = (4**4 - 4) * ranks
    flush = 4 * 715 - straight_flush
    pair = 270_725 - four - full_house - three - straight_flush - straight - flush
    assert counts == [0, pair, 0, three, straight, flush, full_house, four, straight_flush]


def windows():
    return [frozenset((low + step) % 13 for step in range(5)) for low in range(10)]


GRIDS = [(6, 5), (6, 6), (7, 6), (8, 6), (1, 1), (2, 1), (3, 3)]


@pytest.mark.parametrize(("columns", "rows"), GRIDS)
def test_neighbours_are_the_cells_one_step_away(columns, rows):
    for cell in range(columns * rows):
        x, y = cell % columns, cell // columns
        near = [
            other for other in range(columns * rows) if max(abs(other % columns - x), abs(other // columns - y)) == 1
        ]
        edges, corners = neighbours(columns, rows, cell)
        assert list(edges) == [other for other in near if other % columns == x or other // columns == y]
        assert list(corners) == [other for other in near if other not in edges]


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
