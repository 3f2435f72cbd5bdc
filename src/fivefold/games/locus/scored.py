"""Which cards make a turn's hand: what is marked on the picture and named in its account.

Plain Python for people, one turn at a time; the points themselves come from ``rules``. Of several sets of cards that
make the best hand the one whose squares come first in reading order counts; a wild card is named by its first identity,
ranks A 2 … K, within a rank c d h s, that makes that hand.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from itertools import combinations
from typing import Final

from fivefold.contract import Row
from fivefold.games.locus import rules
from fivefold.parts.cards import DECK
from fivefold.parts.grid import neighbours
from fivefold.parts.hands import (
    FLUSH,
    FOUR,
    FULL_HOUSE,
    NOTHING,
    PAIR,
    STRAIGHT,
    STRAIGHT_FLUSH,
    THREE,
    TWO_PAIR,
    classify,
    classify_with_wild,
)
from fivefold.parts.messages import Message
from fivefold.parts.words import SEVERAL

CARDS_IN_HAND: Final = (0, 2, 4, 3, 5, 5, 5, 4, 5)
"""By category, as in ``parts.hands``."""
SHAPES: Final = {(2,): PAIR, (2, 2): TWO_PAIR, (3,): THREE, (3, 2): FULL_HOUSE, (4,): FOUR}
ACE_HIGH: Final = 13


@dataclass(frozen=True, slots=True)
class BestHand:
    """The best hand of a turn."""

    category: int
    """``NOTHING`` to ``STRAIGHT_FLUSH``, as in ``parts.hands``."""
    cells: tuple[int, ...]
    """The cells whose cards make it, in reading order; empty for nothing."""
    cards: tuple[int, ...]
    """Their cards, as they count: the wild one by its identity; in the order of ``cells``."""
    wild: int
    """The cell whose card is wild in it, or -1."""

    @property
    def points(self) -> int:
        """What it scores."""
        return rules.HAND_SCORE[self.category]


def scoring_area(row: Row, cell: int) -> list[int]:
    """Return the cells of the scoring area around ``cell`` and itself, in reading order, face-down cards left out."""
    area = around(row[rules.COLUMNS], row[rules.ROWS], cell)
    return [near for near in area if near == cell or not row[rules.DEAD + near]]


@cache
def around(columns: int, rows: int, cell: int) -> tuple[int, ...]:
    """Return a cell of a grid and its neighbours, in reading order."""
    edges, corners = neighbours(columns, rows, cell)
    return tuple(sorted((cell, *edges, *corners)))


def bonus_cells(row: Row, cell: int, seat: int) -> list[int]:
    """Return the neighbours whose chips give ``seat`` a bonus on ``cell``, in reading order."""
    return [near for near in scoring_area(row, cell) if near != cell and row[rules.CHIP + near] == 1 + seat]


def scored_hand(row: Row, cell: int, down: int) -> BestHand:
    """Return the hand that playing the free card on ``cell`` scores, face up (``down`` 0) or as a wild card (1)."""
    category = rules.HAND_SCORE.index(rules.hand(row, cell, down))
    if category == NOTHING:
        return BestHand(NOTHING, (), (), -1)
    area = scoring_area(row, cell)
    cards = tuple([row[rules.CARD + near] for near in area])
    wild = area.index(cell) if down else -1
    places = first_hand(cards, wild, category)
    held = tuple([cards[place] for place in places])
    identities = identified(held, places.index(wild) if wild in places else -1, category)
    return BestHand(category, tuple([area[place] for place in places]), identities, cell if wild in places else -1)


@lru_cache(maxsize=8192)
def first_hand(cards: tuple[int, ...], wild: int, category: int) -> tuple[int, ...]:
    """Return the places, among an area's cards, of the first ones that make a hand; ``wild`` is a place or -1.

    Cached: a turn's hand is needed several times, to light it up, to explain it, to report it.
    """
    for places in combinations(range(len(cards)), CARDS_IN_HAND[category]):
        fixed = mask(cards[place] for place in places if place != wild)
        if (classify_with_wild(fixed) if wild in places else classify(fixed)) == category:
            return places
    raise AssertionError("the best hand of the area is nowhere in it")


def mask(cards: Iterator[int]) -> int:
    """Return cards as a mask."""
    bits = 0
    for card in cards:
        bits |= 1 << card
    return bits


@lru_cache(maxsize=8192)
def identified(cards: tuple[int, ...], wild: int, category: int) -> tuple[int, ...]:
    """Return the cards of a hand, the one at place ``wild``, unless that is -1, as the first card that makes it."""
    if wild < 0:
        return cards
    candidates = ((*cards[:wild], card, *cards[wild + 1 :]) for card in range(DECK))
    return next(hand for hand in candidates if makes(hand, category))


def makes(cards: Sequence[int], category: int) -> bool:
    """Tell whether all these cards, perhaps one of them twice, make this very hand."""
    ranks = [card // 4 for card in cards]
    flush = len(cards) == 5 and len({card % 4 for card in cards}) == 1
    straight = len(set(ranks)) == 5 and in_sequence(ranks)
    if flush or straight:
        return category == (STRAIGHT_FLUSH if flush and straight else FLUSH if flush else STRAIGHT)
    repeats = sorted((ranks.count(rank) for rank in set(ranks)), reverse=True)
    return SHAPES.get(tuple(count for count in repeats if count > 1)) == category


def in_sequence(ranks: Sequence[int]) -> bool:
    """Tell whether five different ranks follow each other, the ace low or high."""
    high = [rank or ACE_HIGH for rank in ranks]
    return max(ranks) - min(ranks) == 4 or max(high) - min(high) == 4


def ordered(hand: BestHand) -> list[int]:
    """Return indices into ``hand.cards`` as people read a hand: sequences rising, else the most equal first."""
    ranks = [card // 4 for card in hand.cards]
    places = range(len(ranks))
    if hand.category in (STRAIGHT, STRAIGHT_FLUSH):
        low_ace = max(ranks) == 4
        return sorted(places, key=lambda place: ranks[place] or (0 if low_ace else ACE_HIGH))
    if hand.category == FLUSH:
        return sorted(places, key=lambda place: ranks[place] or ACE_HIGH)
    return sorted(places, key=lambda place: (-ranks.count(ranks[place]), ranks.index(ranks[place]), place))


def name(hand: BestHand) -> Message:
    """Return what a hand is called: ``pair of nines``, ``full house``, ``no hand``."""
    if hand.category in NAMES_WITH_RANK:
        return Message(NAMES_WITH_RANK[hand.category], ranks=SEVERAL[hand.cards[ordered(hand)[0]] // 4])
    royal = hand.category == STRAIGHT_FLUSH and {card // 4 for card in hand.cards} == {0, 9, 10, 11, 12}
    return Message("royal-flush" if royal else PLAIN_NAMES[hand.category])


NAMES_WITH_RANK: Final = {PAIR: "pair", THREE: "three", FOUR: "four"}
PLAIN_NAMES: Final = {
    NOTHING: "nothing",
    TWO_PAIR: "two-pair",
    STRAIGHT: "straight",
    FLUSH: "flush",
    FULL_HOUSE: "full-house",
    STRAIGHT_FLUSH: "straight-flush",
}
