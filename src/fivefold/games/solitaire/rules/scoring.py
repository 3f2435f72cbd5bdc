"""Which hand a line of five cells is, what it is worth, and what a move changes of that.

There are eleven ordinary hands, and 81 that only a table of one's own tells apart. A line is known by its *key*, the
sum of ``CARD_KEY`` over the values (card + 1, 0 for an empty cell) of its cells: how often each rank and each suit
occurs, three bits each, and above them how many cards there are. The order of the cells does not matter, and when a
card comes or goes the key follows by one addition. The row holds the points of the ordinary hands in ``POINTS``, those
of the 81 in ``USER``.
"""

from collections.abc import Iterable, Iterator
from itertools import combinations, product
from typing import Final, NamedTuple

from fivefold.contract import Choices, Row
from fivefold.games.solitaire.rules.moves import ASIDE, REJECT, RETURN, SHIFT, STEAL, kind_of, source_of, target_of
from fivefold.games.solitaire.rules.row import (
    CELL,
    HANDS,
    LINE_CELLS,
    LINE_COUNT,
    LINES_THROUGH,
    PAT,
    POINTS,
    REJECTED,
    SCORING,
    SIDE,
    SQUARE,
    USER,
    USER_SCORING,
)
from fivefold.parts.cards import DECK, RANKS, SUITS, rank, suit
from fivefold.parts.hands import FLUSH, FOUR, FULL_HOUSE, NOTHING, PAIR, STRAIGHT, STRAIGHT_FLUSH, THREE, TWO_PAIR

ROYAL_FLUSH: Final = STRAIGHT_FLUSH + 1
FIVE: Final = STRAIGHT_FLUSH + 2

COUNT_BITS = 3
SUITS_SHIFT = COUNT_BITS * RANKS
SIZE_SHIFT = SUITS_SHIFT + COUNT_BITS * SUITS
EACH_RANK = (1 << SUITS_SHIFT) // 7
"""The lowest bit of each rank's count,"""
EACH_SUIT = (1 << COUNT_BITS * SUITS) // 7
"""and of each suit's."""
CARD_KEY = (
    0,
    *(
        1 << COUNT_BITS * rank(card) | 1 << SUITS_SHIFT + COUNT_BITS * suit(card) | 1 << SIZE_SHIFT
        for card in range(DECK)
    ),
)
COMPLETE = 5
FIVE_IN_A_ROW = 0o11111
ROYAL_RANKS = 0o1111000000001
COURT_RANKS = 0o1110000000000
"""Jack, queen and king."""

SHAPES: Final = 16
FOUR_CARD_SHAPES: Final = 5
"""Nothing, and the shapes that four cards can have."""
FOLD = (1 << RANKS) - 1
"""A mask with a bit at every third place, taken modulo this, becomes one of 13 bits with a place for each rank."""

PAIRED, TWICE_PAIRED, TRIPLED, HOUSED, QUARTERED, QUINTUPLED = 49, 64, 70, 74, 78, 80
"""The first of the 81 hands of each rank pattern."""
NUMBER_OF_ORDINARY = (1, PAIRED, TWICE_PAIRED, TRIPLED, 37, 3, HOUSED, QUARTERED, 39, 36, QUINTUPLED)
"""For each ordinary hand the one of the 81 with the same name."""


def rank_mask(key: int) -> int:
    """Return the ranks of a line, each as the lowest bit of its count."""
    return (key | key >> 1 | key >> 2) & EACH_RANK


def is_flush(key: int) -> bool:
    """Tell whether a line has five cards of one suit."""
    suits = key >> SUITS_SHIFT
    return suits & suits >> 2 & EACH_SUIT != 0


def pattern_of(key: int) -> int:
    """Return the ordinary hand that a line's equal ranks make, ``NOTHING`` without any."""
    several = (key >> 1 | key >> 2) & EACH_RANK
    if several == 0:
        return NOTHING
    four = several & key >> 2
    if four != 0:
        return FIVE if four & key != 0 else FOUR
    three = several & key
    if several & (several - 1) == 0:
        return PAIR if three == 0 else THREE
    return TWO_PAIR if three == 0 else FULL_HOUSE


def straight_of(key: int) -> int:
    """Return which straight five different ranks make, or ``NOTHING``."""
    ranks = rank_mask(key)
    if ranks == ROYAL_RANKS:
        return ROYAL_FLUSH if is_flush(key) else STRAIGHT
    if ranks == FIVE_IN_A_ROW * (ranks & -ranks):
        return STRAIGHT_FLUSH if is_flush(key) else STRAIGHT
    return NOTHING


def hand_of(key: int) -> int:  # noqa: PLR0911  (a rank pattern each)
    """Return which of the 81 hands a line is, 1 to 81; 0 while it is incomplete."""
    if key >> SIZE_SHIFT < COMPLETE:
        return 0
    suits = key >> SUITS_SHIFT
    like = 0 if suits >> 2 & EACH_SUIT == 0 else 1
    if suits & suits >> 2 & EACH_SUIT != 0:
        like = 2
    ranks = rank_mask(key)
    pattern = pattern_of(key)
    if pattern == NOTHING:
        return 1 + 3 * SHAPE[ranks % FOLD] + like
    if pattern == PAIR:
        return PAIRED + 3 * SHAPE[ranks % FOLD] + like
    blaze = 0 if ranks & ~COURT_RANKS != 0 else 1
    if pattern == TWO_PAIR:
        return TWICE_PAIRED + 3 * blaze + like
    if pattern == FOUR:
        return QUARTERED + blaze
    if pattern == FIVE:
        return QUINTUPLED + blaze
    # With three decks and more these can be flushes: they count as the next lesser suit pattern there is.
    return (TRIPLED if pattern == THREE else HOUSED) + 2 * blaze + min(like, 1)


def ordinary_parts(hand: int) -> tuple[int, int]:
    """Return the ordinary hand that the ranks of one of the 81 make, straights included, and ``FLUSH`` or ``NOTHING``.

    Not compiled. A royal or straight flush is one ordinary hand, the first of the two.
    """
    if hand in NUMBER_OF_ORDINARY[STRAIGHT_FLUSH : ROYAL_FLUSH + 1]:
        return NUMBER_OF_ORDINARY.index(hand), NOTHING
    if hand < PAIRED:
        shape, suits = divmod(hand - 1, 3)
        pattern = STRAIGHT if shape in {_ROYAL_SHAPE, _STRAIGHT_SHAPE} else NOTHING
    else:
        start, pattern = next((start, pattern) for start, pattern in _STARTS if hand >= start)
        suits = (hand - start) % 3 if pattern in {PAIR, TWO_PAIR} else 0
    return pattern, FLUSH if suits == 2 else NOTHING


# --- shapes: ranks 0 to 12, and an ace once more as 13 above the king ------------------------------------------------

_ROYAL_SHAPE: Final = 11
_STRAIGHT_SHAPE: Final = 12
_SKEET: Final = 9
_ACE_HIGH: Final = 13
_STARTS: Final = (
    (QUINTUPLED, FIVE),
    (QUARTERED, FOUR),
    (HOUSED, FULL_HOUSE),
    (TRIPLED, THREE),
    (TWICE_PAIRED, TWO_PAIR),
    (PAIRED, PAIR),
)
_FOUR_IN_STEPS: Final = ((4, 2, True), (3, 2, False), (2, 1, True), (1, 1, False))
_FIVE_IN_STEPS: Final = ((15, 2, True), (14, 2, False), (13, 1, True), (_STRAIGHT_SHAPE, 1, False))
"""Shape, distance between ranks, and whether they go past the ace; where several fit, the last one counts."""
_BETWEEN: Final = ((5, 7, 12), (6, 2, 7), (7, 8, _ACE_HIGH), (8, 1, 6), (10, 4, 9))
"""Tigers, dogs and five-and-dime: shape, lowest and highest rank."""


def _steps(step: int, size: int, corner: bool) -> list[tuple[int, ...]]:
    """Return the ranks ``step`` apart, those that go on past the ace or those that do not."""
    starts = [start for start in range(RANKS) if (start + step * (size - 1) > _ACE_HIGH) == corner]
    return [tuple((start + step * index) % RANKS for index in range(size)) for start in starts]


def _place(ranks: Iterable[int]) -> int:
    return sum(1 << COUNT_BITS * each % RANKS for each in ranks)


def _shapes() -> tuple[int, ...]:
    """Return the shape of every set of four and five ranks; what takes precedence in the rules is written last."""
    table = [0] * FOLD
    for shape, step, corner in _FOUR_IN_STEPS:
        for ranks in _steps(step, 4, corner):
            table[_place(ranks)] = shape
            for other in set(range(RANKS)).difference(ranks):
                table[_place((*ranks, other))] = shape
    for shape, lowest, highest in _BETWEEN:
        for middle in combinations(range(lowest + 1, highest), 3):
            table[_place((lowest, *middle, highest % RANKS))] = shape
    for low, high in product((2, 3), (5, 6, 7)):
        table[_place((1, low, 4, high, 8))] = _SKEET
    for shape, step, corner in _FIVE_IN_STEPS:
        for ranks in _steps(step, COMPLETE, corner):
            table[_place(ranks)] = shape
    table[_place((0, 9, 10, 11, 12))] = _ROYAL_SHAPE
    return tuple(table)


SHAPE = _shapes()
"""The shape of a line's different ranks, at ``rank_mask(key) % FOLD``; only the first five can be those of four."""


HAND_POINTS: Final = (
    (0, 1, 3, 6, 12, 5, 10, 16, 30, 30, 30),
    (0, 2, 5, 10, 15, 20, 25, 50, 75, 100, 100),
    (0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 1),
    (0, 1, 4, 8, 14, 13, 18, 33, 53, 65, 65),
)
"""For each scoring the points of the ordinary hands, nothing first (``parts.hands``, royal flush, five of a kind)."""


def write_hand_points(row: Row, options: Choices) -> None:
    """Write what each hand is worth into a row whose ``SCORING`` is set. Not compiled."""
    row[POINTS : POINTS + len(HAND_POINTS[0])] = HAND_POINTS[row[SCORING]]
    if row[SCORING] != USER_SCORING:
        return
    for ordinary, hand in enumerate(NUMBER_OF_ORDINARY):
        row[POINTS + ordinary] = options.get(f"table.{hand}", row[POINTS + ordinary])
    for hand in range(1, HANDS + 1):
        row[USER + hand] = options.get(f"table.{hand}", _default_points(row, hand))


def _default_points(row: Row, hand: int) -> int:
    """Return the points of a hand without a number of its own: those of its ordinary hand, the better of two."""
    pattern, flush = ordinary_parts(hand)
    if flush == NOTHING:
        return row[POINTS + pattern]
    return row[POINTS + flush] if pattern == NOTHING else max(row[POINTS + pattern], row[POINTS + flush])


def line_key(row: Row, square: int, line: int) -> int:
    """Return the key of one of the twelve lines of a square."""
    key = 0
    first = CELL + SQUARE * square
    for index in range(SIDE * line, SIDE * line + SIDE):
        key += CARD_KEY[row[first + LINE_CELLS[index]]]
    return key


def ordinary_of(row: Row, key: int) -> int:
    """Return the ordinary hand that a line counts as; for a flush with equal ranks the better of the two."""
    pattern = pattern_of(key)
    if key >> SIZE_SHIFT < COMPLETE:
        return pattern
    if pattern != NOTHING:
        return FLUSH if is_flush(key) and row[POINTS + FLUSH] > row[POINTS + pattern] else pattern
    straight = straight_of(key)
    if straight != NOTHING:
        return straight
    return FLUSH if is_flush(key) else NOTHING


def key_points(row: Row, key: int) -> int:
    """Return what a line with this key is worth."""
    if key >> SIZE_SHIFT == COMPLETE and row[SCORING] == USER_SCORING:
        return row[USER + hand_of(key)]
    if key >> SIZE_SHIFT < COMPLETE and pattern_of(key) == NOTHING:
        return 0
    return row[POINTS + ordinary_of(row, key)]


def line_points(row: Row, square: int, line: int) -> int:
    """Return what a line is worth as it lies, whether or not it counts."""
    return key_points(row, line_key(row, square, line))


def counted_lines(row: Row, square: int) -> int:
    """Return how many of a square's lines count; with pat only the rows do."""
    return SIDE if row[SCORING] == PAT else row[LINE_COUNT + square]


def square_points(row: Row, square: int) -> int:
    """Return what a square is worth as it lies; with pat 1 if all five rows are pat, else 0."""
    points = 0
    for line in range(counted_lines(row, square)):
        points += line_points(row, square, line)
    if row[SCORING] == PAT:
        return points // SIDE
    return points


# --- what a move changes; not compiled -------------------------------------------------------------------------------

NO_CELL = -1


class LineChange(NamedTuple):
    """A line whose cards a move changes."""

    square: int
    line: int
    before: int
    """The line's key before the move,"""
    after: int
    """and after it."""


def cells_and_card(row: Row, move: int) -> tuple[int, int, int]:
    """Return the cell a move takes a card from, the cell it puts it on (or ``NO_CELL``), and the card's value."""
    kind, source, target = kind_of(move), source_of(move), target_of(move)
    if kind <= ASIDE:
        return NO_CELL, NO_CELL if kind == ASIDE else target, source + 1
    if kind == RETURN:
        return NO_CELL, target, row[REJECTED + source]
    if kind in {REJECT, SHIFT, STEAL}:
        return source, NO_CELL if kind == REJECT else target, row[CELL + source]
    return NO_CELL, NO_CELL, 0


def line_changes(row: Row, move: int) -> Iterator[LineChange]:
    """Yield the lines that count whose cards a move changes, first those where the card goes."""
    source, target, value = cells_and_card(row, move)
    key = CARD_KEY[value]
    steps: dict[tuple[int, int], int] = {}
    for cell, step in ((target, key), (source, -key)):
        if cell != NO_CELL:
            square, place = divmod(cell, SQUARE)
            for line in LINES_THROUGH[place]:
                steps[square, line] = steps.get((square, line), 0) + step
    for (square, line), step in steps.items():
        if step and line < counted_lines(row, square):
            before = line_key(row, square, line)
            yield LineChange(square, line, before, before + step)
