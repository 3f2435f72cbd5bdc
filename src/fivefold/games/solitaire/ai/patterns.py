"""What a line of five cells looks like while it is being filled: one of ``PATTERNS`` numbers.

A pattern is what the ranks make (nothing, a pair, three, …) together with what can still come: how many cards of its
ranks are left, whether a flush is possible and how many cards of its suit are left, in how many ways it can become a
straight. ``line_value`` tells what a pattern is worth. A line is known by its key (``rules.scoring``). The cards left
are two numbers: ``ranks``, three bits a rank as in a key, and ``suits``, eight bits a suit.
"""

from typing import Final

from fivefold.contract import Row
from fivefold.games.solitaire.rules.row import DEALT, DECKS, LEFT, MODE, SAME_DECK, SLOT
from fivefold.games.solitaire.rules.scoring import COMPLETE, COUNT_BITS, EACH_RANK, FOLD, SIZE_SHIFT, SUITS_SHIFT
from fivefold.parts.cards import DECK, RANKS, SUITS

OUTS_OF_ONE, OUTS_OF_TWO, OUTS_OF_THREE = 4, 7, 7
FLUSH_OF_ONE, FLUSH_OF_TWO, FLUSH_OF_THREE, FLUSH_OF_FOUR = 13, 13, 12, 10
WAYS_OF_TWO, WAYS_OF_THREE = 6, 7
"""How many steps there are of cards left of its ranks, of its suit (none possible first, but for one and four), of ways
to a straight, by how many different ranks a line has."""
MIDDLE: Final = 3
"""Edge, near the edge, middle: how often the rank of a single card is in a straight."""

NO_CARD: Final = 0
ONE: Final = NO_CARD + 1
TWO: Final = ONE + OUTS_OF_ONE * FLUSH_OF_ONE * MIDDLE
PAIR: Final = TWO + OUTS_OF_TWO * FLUSH_OF_TWO * WAYS_OF_TWO
THREE: Final = PAIR + 3
THREE_OF_A_KIND: Final = THREE + OUTS_OF_THREE * FLUSH_OF_THREE * WAYS_OF_THREE
PAIR_AND_ONE: Final = THREE_OF_A_KIND + 2
FOUR: Final = PAIR_AND_ONE + 3 * 4
FOUR_SUITED: Final = FOUR + 5 * 9
FOUR_OF_A_KIND: Final = FOUR_SUITED + FLUSH_OF_FOUR * 5 * 3
THREE_AND_ONE: Final = FOUR_OF_A_KIND + 2
TWO_PAIR: Final = THREE_AND_ONE + 2 * 4
PAIR_AND_TWO: Final = TWO_PAIR + 5
PATTERNS: Final = PAIR_AND_TWO + 3 * 7
"""The first pattern of each sort, and how many there are. Complete lines have a hand instead."""
STARTS: Final = (
    *(NO_CARD, ONE, TWO, PAIR, THREE, THREE_OF_A_KIND, PAIR_AND_ONE, FOUR, FOUR_SUITED),
    *(FOUR_OF_A_KIND, THREE_AND_ONE, TWO_PAIR, PAIR_AND_TWO),
)

MOST_LEFT: Final = 4
"""More cards of a rank than this count as this many."""
WAYS_STEP_OF_TWO, WAYS_STEP_OF_THREE = 40, 6
STRAIGHTS: Final = 10
EVERY_OTHER: Final = 0o7070707070707
SIX_BITS: Final = 63


def _straights_with() -> tuple[int, ...]:
    """Return for each set of ranks (a folded mask) which straights, a bit each by its lowest rank, have them all."""
    table = [0] * FOLD
    for low in range(STRAIGHTS):
        ranks = [1 << COUNT_BITS * ((low + step) % RANKS) for step in range(COMPLETE)]
        for chosen in range(1 << COMPLETE):
            mask = sum(bit for step, bit in enumerate(ranks) if chosen >> step & 1)
            table[mask % FOLD] |= 1 << low
    return tuple(table)


STRAIGHTS_WITH: Final = _straights_with()
"""At ``rank_mask % FOLD``, as ``scoring.SHAPE``. An ace is low in the first and high in the last."""


def ranks_left(row: Row, value: int) -> int:
    """Return how many cards of each rank can still come, without ``value``; with several packs their average."""
    copies, ranks = copies_of(row), 0
    for rank in range(RANKS):
        card = LEFT + SUITS * rank
        left = row[card] + row[card + 1] + row[card + 2] + row[card + 3]
        ranks |= min((left + copies - 1) // copies, MOST_LEFT) << COUNT_BITS * rank
    for slot in range(row[DEALT] if row[DEALT] > 1 else 0):
        card = row[SLOT + slot] - 1
        at = COUNT_BITS * (card >> 2)
        if card >= 0 and card + 1 != value and copies == 1 and ranks >> at & 7 < MOST_LEFT:
            ranks += 1 << at
    return ranks


def suits_left(row: Row, value: int) -> int:
    """Return how many cards of each suit can still come, likewise."""
    copies, suits = copies_of(row), 0
    for suit in range(SUITS):
        left = 0
        for card in range(LEFT + suit, LEFT + DECK, SUITS):
            left += row[card]
        suits |= (left + copies - 1) // copies << 8 * suit
    for slot in range(row[DEALT] if row[DEALT] > 1 else 0):
        card = row[SLOT + slot] - 1
        if card >= 0 and card + 1 != value and copies == 1:
            suits += 1 << 8 * (card & 3)
    return suits


def copies_of(row: Row) -> int:
    """Return how many copies of each card the full pack has."""
    return row[DECKS] * 2 if row[MODE] == SAME_DECK else row[DECKS]


def sum_of_counts(counts: int) -> int:
    """Return the sum of numbers of three bits each, less than 63: modulo 63 six bits count as often as one."""
    return ((counts & EVERY_OTHER) + (counts >> COUNT_BITS & EVERY_OTHER)) % SIX_BITS


def straight_ways(present: int, ranks: int) -> int:
    """Return in how many ways cards that are left make different ranks a straight."""
    ways, low, straights = 0, 0, STRAIGHTS_WITH[present % FOLD]
    while straights != 0:
        if straights & 1:
            here = 1
            for rank in range(low, low + COMPLETE):
                at = COUNT_BITS * (rank % RANKS)
                if present >> at & 1 == 0:
                    here *= ranks >> at & 7
            ways += here
        straights >>= 1
        low += 1
    return ways


def straight_flush_outs(row: Row, present: int, suit: int) -> int:
    """Return how many cards that are left make four suited ones a straight flush."""
    outs, low, straights = 0, 0, STRAIGHTS_WITH[present % FOLD]
    while straights != 0:
        if straights & 1:
            for step in range(low, low + COMPLETE):
                rank = step % RANKS
                if present >> COUNT_BITS * rank & 1 == 0 and row[LEFT + SUITS * rank + suit] > 0:
                    outs += 1
        straights >>= 1
        low += 1
    return outs


def suit_of(key: int, count: int) -> int:
    """Return the suit that all ``count`` cards of a line have, -1 if they differ."""
    for suit in range(SUITS):
        if key >> SUITS_SHIFT + COUNT_BITS * suit & 7 == count:
            return suit
    return -1


def rank_of(bit: int) -> int:
    """Return the rank of a single bit, three bits a rank."""
    rank = 0
    while bit >> COUNT_BITS * rank > 1:
        rank += 1
    return rank


def line_pattern(row: Row, key: int, ranks: int, suits: int) -> int:  # noqa: PLR0911  (a kind of line each)
    """Return the pattern of an incomplete line."""
    count = key >> SIZE_SHIFT
    present = (key | key >> 1 | key >> 2) & EACH_RANK
    several = (key >> 1 | key >> 2) & EACH_RANK
    if count == 0:
        return NO_CARD
    outs = sum_of_counts(ranks & present * 7)
    if several != 0:
        return pattern_of_equals(key, several, ranks, outs, count)
    suit = suit_of(key, count)
    flush = suits >> 8 * suit & 255 if suit >= 0 else -1
    if count == 1:
        return pattern_of_one(present, outs, flush)
    ways = straight_ways(present, ranks)
    if count == 2:
        steps = min(FLUSH_OF_TWO - 1, flush + 1)
        way = 0 if ways == 0 else min(WAYS_OF_TWO - 1, 1 + ways // WAYS_STEP_OF_TWO)
        return TWO + (min(outs, OUTS_OF_TWO - 1) * FLUSH_OF_TWO + steps) * WAYS_OF_TWO + way
    if count == 3:
        steps = min(FLUSH_OF_THREE - 1, flush + 1)
        way = 0 if ways == 0 else min(WAYS_OF_THREE - 1, 1 + (ways - 1) // WAYS_STEP_OF_THREE)
        return THREE + (min(max(outs - 1, 0), OUTS_OF_THREE - 1) * FLUSH_OF_THREE + steps) * WAYS_OF_THREE + way
    if suit < 0:
        return FOUR + min((outs + 2) // 3, 4) * 9 + min(ways, 8)
    royal = min(straight_flush_outs(row, present, suit), 2)
    return FOUR_SUITED + (min(flush, FLUSH_OF_FOUR - 1) * 5 + min((ways + 1) // 2, 4)) * 3 + royal


def pattern_of_one(present: int, outs: int, flush: int) -> int:
    """Return the pattern of a single card."""
    rank = rank_of(present)
    middle = 2 if 4 <= rank <= 9 else (1 if 2 <= rank <= 11 else 0)
    return ONE + (min(outs, OUTS_OF_ONE - 1) * FLUSH_OF_ONE + min(flush, FLUSH_OF_ONE - 1)) * MIDDLE + middle


def pattern_of_equals(key: int, several: int, ranks: int, outs: int, count: int) -> int:  # noqa: PLR0911  (likewise)
    """Return the pattern of a line with equal ranks; ``several``: those that are there more than once."""
    like = sum_of_counts(ranks & several * 7)
    if several & key >> 2 != 0:
        return FOUR_OF_A_KIND + min(like, 1)
    if several & key != 0:
        if count == 3:
            return THREE_OF_A_KIND + min(like, 1)
        return THREE_AND_ONE + min(like, 1) * 4 + min(outs - like, 3)
    if count == 2:
        return PAIR + min(like, 2)
    if count == 3:
        return PAIR_AND_ONE + min(like, 2) * 4 + min(outs - like, 3)
    if several & several - 1 != 0:
        return TWO_PAIR + min(outs, 4)
    return PAIR_AND_TWO + min(like, 2) * 7 + min(outs - like, 6)


# --- kinds: patterns told apart more coarsely, for what two lines that cross are worth together -----------------------

(
    KIND_EMPTY,
    KIND_ONE,
    KIND_TWO_SUITED,
    KIND_TWO_SUITED_STRAIGHT,
    KIND_TWO_STRAIGHT,
    KIND_TWO,
    KIND_PAIR,
    KIND_DEAD_PAIR,
    KIND_THREE_SUITED_STRAIGHT,
    KIND_THREE_SUITED,
    KIND_THREE_STRAIGHT,
    KIND_THREE,
    KIND_THREE_OF_A_KIND,
    KIND_PAIR_AND_ONE,
    KIND_FOUR_SUITED,
    KIND_FOUR_STRAIGHT,
    KIND_FOUR,
    KIND_FOUR_OF_A_KIND,
    KIND_THREE_AND_ONE,
    KIND_TWO_PAIR,
    KIND_PAIR_AND_TWO,
    KIND_COMPLETE,
) = range(22)
KINDS: Final = KIND_COMPLETE + 1


def _kind(pattern: int) -> int:  # noqa: PLR0911  (a kind of pattern each)
    """Return the kind of a pattern: suited only if enough of the suit is left, straight only if there is a way."""
    if pattern in {NO_CARD, PAIR}:
        return KIND_EMPTY if pattern == NO_CARD else KIND_DEAD_PAIR
    if TWO <= pattern < PAIR:
        suited = (pattern - TWO) // WAYS_OF_TWO % FLUSH_OF_TWO >= 4
        straight = (pattern - TWO) % WAYS_OF_TWO > 0
        kinds = (KIND_TWO, KIND_TWO_STRAIGHT, KIND_TWO_SUITED, KIND_TWO_SUITED_STRAIGHT)
        return kinds[2 * suited + straight]
    if THREE <= pattern < THREE_OF_A_KIND:
        suited, straight = (
            (pattern - THREE) // WAYS_OF_THREE % FLUSH_OF_THREE >= 3,
            (pattern - THREE) % WAYS_OF_THREE > 0,
        )
        kinds = (KIND_THREE, KIND_THREE_STRAIGHT, KIND_THREE_SUITED, KIND_THREE_SUITED_STRAIGHT)
        return kinds[2 * suited + straight]
    if FOUR <= pattern < FOUR_SUITED:
        return KIND_FOUR_STRAIGHT if (pattern - FOUR) % 9 > 0 else KIND_FOUR
    if FOUR_SUITED <= pattern < FOUR_OF_A_KIND:
        if pattern - FOUR_SUITED >= 15:
            return KIND_FOUR_SUITED
        return KIND_FOUR_STRAIGHT if (pattern - FOUR_SUITED) // 3 % 5 > 0 else KIND_FOUR
    starts = {
        PAIR_AND_TWO: KIND_PAIR_AND_TWO,
        TWO_PAIR: KIND_TWO_PAIR,
        THREE_AND_ONE: KIND_THREE_AND_ONE,
        FOUR_OF_A_KIND: KIND_FOUR_OF_A_KIND,
        PAIR_AND_ONE: KIND_PAIR_AND_ONE,
        THREE_OF_A_KIND: KIND_THREE_OF_A_KIND,
        PAIR: KIND_PAIR,
        ONE: KIND_ONE,
    }
    return next(kind for start, kind in starts.items() if pattern >= start)


KIND: Final = tuple(_kind(pattern) for pattern in range(PATTERNS))
"""The kind of each pattern; ``KIND_COMPLETE`` is for lines without one."""
