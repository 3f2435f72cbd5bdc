"""What a card makes in Locus when a designer gives the hands other points, against hands chosen card by card."""

from collections import Counter
from itertools import combinations
from random import Random

import pytest
from tests.quick import in_turn

from fivefold.games.locus import hand_table, rules
from fivefold.parts import hands
from fivefold.play.match import Match

EQUAL = {
    (2,): hands.PAIR,
    (2, 2): hands.TWO_PAIR,
    (3,): hands.THREE,
    (3, 2): hands.FULL_HOUSE,
    (4,): hands.FOUR,
    (4, 1): hands.FOUR,
}
WINDOWS = [set(range(low, low + 5)) for low in range(9)] + [{0, 9, 10, 11, 12}]
AREAS = [Random(seed).sample(range(52), Random(seed).choice((0, 1, 2, 3, 4, 5, 6))) for seed in range(40)]
CLOSE = [[0, 1, 2, 3], [0, 1, 2, 4], [0, 1, 4, 5], [0, 1, 2, 4, 5, 6], [0, 4, 8, 12, 16], [0, 4, 8, 12, 17], [0, 1, 4]]


def mask(cards):
    return sum(1 << card for card in cards)


def held(cards):
    """The hands among all subsets of at most five cards; a straight flush is a straight and a flush too."""
    subsets = (few for size in range(1, 6) for few in combinations(cards, size))
    return set().union(*(made_by(few) for few in subsets))


def made_by(cards):
    """What all of a few cards are together."""
    ranks, suits = {card // 4 for card in cards}, {card % 4 for card in cards}
    groups = tuple(sorted(Counter(card // 4 for card in cards).values(), reverse=True))
    made = {EQUAL[groups]} if groups in EQUAL else set()
    straight, flush = len(cards) == 5 and ranks in WINDOWS, len(cards) == 5 and len(suits) == 1
    made |= {hands.STRAIGHT} if straight else set()
    made |= {hands.FLUSH} if flush else set()
    return made | {hands.STRAIGHT_FLUSH} if straight and flush else made


def bits(numbers):
    return {hand for hand in range(hands.HANDS) if numbers >> hand & 1}


@in_turn("cards", [*CLOSE, *AREAS[:6]])
def test_every_hand_that_cards_hold_is_seen(cards):
    assert bits(hand_table.without_wild(mask(cards))) == held(cards)


@pytest.mark.slow
@pytest.mark.parametrize("cards", [*CLOSE, *AREAS], ids=str)
def test_every_hand_that_a_wild_card_can_make_is_seen(cards):
    with_wild = set().union(*(held([*cards, wild]) for wild in range(52))) if cards else set()
    assert bits(hand_table.with_wild(mask(cards))) == with_wild
    assert bits(hand_table.without_wild(mask(cards))) == held(cards)


def test_by_the_table_of_the_rules_turns_score_what_the_rules_say():
    for seed in (1, 2):
        match, chance = Match("locus", seed=seed), Random(seed)
        while match.outcome is None:
            for move in match.legal():
                assert hand_table.points(match.row, move, rules.HAND_SCORE) == rules.gain(match.row, move)
            match.make(chance.choice(match.legal()))


def test_a_card_makes_the_hand_that_is_worth_most_by_the_table():
    match, out = Match("locus", seed=1), [0]
    pairs_first = [0, 50, 4, 5, 7, 8, 9, 10, 11]
    down = [move for move in match.legal() if move & 1]
    assert all(hand_table.made(match.row, move, pairs_first, out) == 1 and out[0] == hands.PAIR for move in down)
