"""Which cards make the hands a placement scores: what is marked on the picture and itemised in its account.

Plain Python for people; the points themselves come from ``rules``. Where several choices of windows score the same, a
single one counts before two back and forth, then the one with more cards, then flush before straight before equal
ranks, then the one that reaches back further. A wild card is named by the first card, ranks A 2 … K, within a rank
c d h s, that makes the hand and is not in it.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import chain
from typing import Final

from fivefold.contract import Row
from fivefold.games.pokeros import rules, scoring
from fivefold.games.pokeros.scoring import (
    FLUSH,
    FOUR,
    FULL_HOUSE,
    NOTHING,
    PAIR,
    ROYAL_FLUSH,
    STRAIGHT,
    STRAIGHT_FLUSH,
    THREE,
    TWO_PAIR,
    WILD,
)
from fivefold.parts.cards import DECK
from fivefold.parts.messages import Message
from fivefold.parts.words import SEVERAL

Window = tuple[int, int, int]
"""Where in a line it starts, where it stops, and its hand."""
ACE_HIGH: Final = 13
NAMES_WITH_RANK: Final = {PAIR: "pair", THREE: "three", FOUR: "four"}
PLAIN_NAMES: Final = {
    TWO_PAIR: "two-pair",
    FULL_HOUSE: "full-house",
    ROYAL_FLUSH: "royal-flush",
    **{FLUSH[size]: f"flush-{size}" for size in (3, 4, 5)},
    **{STRAIGHT[size]: f"straight-{size}" for size in (3, 4, 5)},
    **{STRAIGHT_FLUSH[size]: f"straight-flush-{size}" for size in (3, 4, 5)},
}


@dataclass(frozen=True, slots=True)
class ScoredHand:
    """A hand that a placement scores."""

    hand: int
    """``PAIR`` to ``ROYAL_FLUSH``, as in ``scoring``."""
    points: int
    cells: tuple[int, ...]
    """Its cells, left to right or top to bottom."""
    cards: tuple[int, ...]
    """The cards on them, wild ones as 52 and 53."""
    identities: tuple[int, ...]
    """The cards as they count, wild ones as what they stand for; in the same order."""


@dataclass(frozen=True, slots=True)
class ScoredLine:
    """What a placement scores in its row or its column: one hand, or one back and one forward."""

    way: str
    """``row`` or ``column``."""
    hands: tuple[ScoredHand, ...]

    @property
    def points(self) -> int:
        """What the line scores, without the bonus."""
        return sum(hand.points for hand in self.hands)


@dataclass(frozen=True, slots=True)
class ScoredPlacement:
    """All that a placement scores."""

    lines: tuple[ScoredLine, ...]
    """The row and the column, those that score."""
    bonus: int
    """What their sum is multiplied by; 1 where only one scores."""

    @property
    def total(self) -> int:
        """What the placement scores."""
        return self.bonus * sum(line.points for line in self.lines)

    @property
    def cells(self) -> frozenset[int]:
        """The cells of all scoring hands, the new card's among them."""
        return frozenset(chain.from_iterable(hand.cells for line in self.lines for hand in line.hands))


def scored_placement(row: Row, move: int) -> ScoredPlacement:
    """Return what a placement scores and with which cards, from the position before it."""
    card, cell = move >> rules.CELL_BITS, move & rules.AROUND
    lines = tuple(
        [
            ScoredLine(way, scored_hands(row, card, cell, step))
            for way, step in (("row", rules.ACROSS), ("column", rules.DOWN))
            if rules.line_points(row, card, cell, step) > 0
        ]
    )
    return ScoredPlacement(lines, row[rules.BONUS] if len(lines) == 2 else 1)


# --- which windows ---------------------------------------------------------------------------------------------------


def scored_hands(row: Row, card: int, cell: int, step: int) -> tuple[ScoredHand, ...]:
    """Return the one or two hands that a card scores in a line, the one going back first."""
    behind, ahead = cells_beside(row, cell, -step), cells_beside(row, cell, step)
    cells = (*reversed(behind), cell, *ahead)
    cards = tuple([card if near == cell else rules.card_on(row, near) for near in cells])
    worth = tuple(row[rules.POINTS : rules.POINTS + scoring.HANDS])
    windows = scored_windows(cards, len(behind), 1 - row[rules.STRIPPED], worth)
    return tuple([ScoredHand(hand, worth[hand], cells[i:j], cards[i:j], known) for i, j, hand, known in windows])


def cells_beside(row: Row, cell: int, step: int) -> list[int]:
    """Return the cells of the run of cards next to a cell in one direction, the nearest first."""
    return [cell + step * away & rules.AROUND for away in range(1, rules.run(row, cell, step) + 1)]


@lru_cache(maxsize=4096)
def scored_windows(
    cards: tuple[int, ...], new: int, low_ace: int, worth: tuple[int, ...]
) -> tuple[tuple[int, int, int, tuple[int, ...]], ...]:
    """Return start, stop, hand and identities of the windows that score in a line whose new card is at place ``new``.

    Cached: a placement's hands are needed several times, to light them up, to explain them, to report them.
    """
    windows = [
        (start, stop, hand)
        for start in range(new + 1)
        for stop in range(max(new + 1, start + 2), len(cards) + 1)
        if (hand := hand_of(cards[start:stop], low_ace)) != NOTHING
    ]
    backward = [window for window in windows if window[1] == new + 1]
    forward = [window for window in windows if window[0] == new]
    choices = [[window] for window in windows] + [[back, ahead] for back in backward for ahead in forward]
    best = max(choices, key=lambda choice: preference(choice, worth))
    return tuple([(*window, identified(cards[window[0] : window[1]], window[2], low_ace)) for window in best])


def preference(choice: Sequence[Window], worth: Sequence[int]) -> tuple[int, ...]:
    """Return how a choice of windows compares to others: points, then the order of names where points are equal."""
    details = ((worth[hand], hand) for _, _, hand in choice)
    return (sum(worth[hand] for _, _, hand in choice), -len(choice), *chain.from_iterable(details))


def hand_of(cards: Sequence[int], low_ace: int) -> int:
    """Return the hand that 2 to 5 cards make."""
    counts, suits = 0, 15
    for card in cards:
        counts += 1 << (card & -4)
        suits &= scoring.SUITS[card]
    return scoring.hand_of(counts, suits, len(cards), low_ace)


def identified(cards: tuple[int, ...], hand: int, low_ace: int) -> tuple[int, ...]:
    """Return a hand's cards with wild ones as what they stand for."""
    for place, card in enumerate(cards):
        if card >= WILD:
            before, after = cards[:place], cards[place + 1 :]
            possible = ((*before, other, *after) for other in range(DECK) if other not in cards)
            return identified(next(made for made in possible if hand_of(made, low_ace) == hand), hand, low_ace)
    return cards


# --- what they are called --------------------------------------------------------------------------------------------


def name(hand: ScoredHand) -> Message:
    """Return what a hand is called: ``pair of nines``, ``straight of four``."""
    if hand.hand in NAMES_WITH_RANK:
        return Message(NAMES_WITH_RANK[hand.hand], ranks=SEVERAL[hand.identities[0] >> 2])
    return Message(PLAIN_NAMES[hand.hand])


def ordered(hand: ScoredHand) -> Iterator[tuple[int, int]]:
    """Yield a hand's cards as people read them, each with what it counts as: the most equal first, then rising."""
    ranks = [card >> 2 for card in hand.identities]
    low_ace = 0 in ranks and 1 in ranks
    places = sorted(
        range(len(ranks)),
        key=lambda place: (-ranks.count(ranks[place]), ranks[place] or (0 if low_ace else ACE_HIGH), place),
    )
    return ((hand.cards[place], hand.identities[place]) for place in places)
