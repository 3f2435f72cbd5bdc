"""Cards as numbers."""

from fivefold.parts import cards
from fivefold.parts.words import card_text


def test_every_card_is_a_rank_and_a_suit_once():
    pairs = [(cards.rank(card), cards.suit(card)) for card in range(cards.DECK)]
    assert pairs == [(rank, suit) for rank in range(cards.RANKS) for suit in range(cards.SUITS)]


def test_ranks_and_suits_are_those_that_are_written():
    for card in range(cards.DECK):
        assert card_text(card) == "A23456789TJQK"[cards.rank(card)] + "cdhs"[cards.suit(card)]
    assert cards.rank(0) == 0


def test_the_mask_of_a_suit():
    for suit in range(cards.SUITS):
        held = [card for card in range(cards.DECK) if (cards.ONE_SUIT << suit) >> card & 1]
        assert held == [card for card in range(cards.DECK) if cards.suit(card) == suit]
    assert (cards.ONE_SUIT * 0b1111).bit_length() == cards.DECK
