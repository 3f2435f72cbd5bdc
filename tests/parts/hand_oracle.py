"""Poker hands read twice, slowly: from subsets of five, and from what a set of cards holds."""

from collections import Counter
from itertools import combinations

from fivefold.parts import hands

WINDOWS = [frozenset(range(low, low + 5)) for low in range(9)] + [frozenset({0, 9, 10, 11, 12})]


def mask(cards):
    return sum(1 << card for card in cards)


def five_or_fewer(cards):
    """What these cards, at most five, make as one hand in which all of them count; equal cards are allowed."""
    ranks, suits = [card // 4 for card in cards], {card % 4 for card in cards}
    groups = sorted(Counter(ranks).values(), reverse=True)
    straight = len(cards) == 5 and set(ranks) in WINDOWS
    flush = len(cards) == 5 and len(suits) == 1
    if straight and flush:
        return hands.STRAIGHT_FLUSH
    if groups[:1] in ([4], [5]):
        return hands.FOUR
    if groups[:2] == [3, 2]:
        return hands.FULL_HOUSE
    if flush:
        return hands.FLUSH
    if straight:
        return hands.STRAIGHT
    return {(3,): hands.THREE, (2, 2): hands.TWO_PAIR, (2,): hands.PAIR}.get(
        tuple(size for size in groups if size > 1), hands.NOTHING
    )


def best_of_subsets(cards):
    """The best hand among all subsets of at most five cards."""
    return max(five_or_fewer(few) for size in range(6) for few in combinations(cards, size))


def best_of_subsets_with_wild(cards):
    """The best hand where one more card may be any of the 52."""
    return max(best_of_subsets([*cards, wild]) for wild in range(52)) if cards else hands.NOTHING


def holds(cards):
    """The best hand by its definition: the greatest of those that the cards hold. Quicker than subsets."""
    ranks, suits = Counter(card >> 2 for card in cards), Counter(card & 3 for card in cards)
    most, second = sorted([*ranks.values(), 0], reverse=True)[:2]
    held = {
        hands.PAIR: most >= 2,
        hands.TWO_PAIR: most >= 2 and second >= 2,
        hands.THREE: most >= 3,
        hands.STRAIGHT: len(ranks) >= 5 and any(window <= ranks.keys() for window in WINDOWS),
        hands.FLUSH: max(suits.values()) >= 5,
        hands.FULL_HOUSE: most >= 3 and second >= 2,
        hands.FOUR: most >= 4,
        hands.STRAIGHT_FLUSH: any(count >= 5 and straight_in(suit, cards) for suit, count in suits.items()),
    }
    return max((hand for hand, there in held.items() if there), default=hands.NOTHING)


def straight_in(suit, cards):
    """Tell whether one suit's cards hold five ranks in a row."""
    ranks = {card >> 2 for card in cards if card & 3 == suit}
    return any(window <= ranks for window in WINDOWS)


def holds_with_wild(cards):
    """The best hand where one more card may be any of the 52."""
    return max(holds([*cards, wild]) for wild in range(52))
