"""The rules of Poker Solitaire: one or two players build poker hands in squares of 5 x 5 cards.

A cell is ``25 * square + 5 * row + column``, row and column from 0, row 1 at the top. Reject places 0 to 4 are common,
5 to 9 player 1's own, 10 to 14 player 2's. A set of cells of one square is a mask of 25 bits, of both squares one of
50. A card in a slot, a cell or a reject place is written as its *value*, the card + 1; 0 is no card.

A move is ``seat << 24 | kind << 16 | source << 8 | target``, so moves sort by these. The seat is the mover's, 0 for
what chance does. Lists are ascending. Sets of cells are masks of 50 bits, sets of reject places of 15.

There are eleven ordinary hands, and 81 that only a table of one's own tells apart. A line is known by its *key*, the
sum of ``CARD_KEY`` over the values (card + 1, 0 for an empty cell) of its cells: how often each rank and each suit
occurs, three bits each, and above them how many cards there are. The order of the cells does not matter, and when a
card comes or goes the key follows by one addition. The row holds the points of the ordinary hands in ``POINTS``, those
of the 81 in ``USER``.

Chance fills the slots from the left whenever one is empty. Then the seat whose turn it is moves one card; in a race
whoever is quicker does.
"""

from collections.abc import Iterable, Iterator, MutableSequence
from itertools import combinations, product
from typing import Final, NamedTuple

from fivefold.contract import ANYONE, CHANCE, NOBODY, Choices, Row
from fivefold.parts.cards import DECK, RANKS, SUITS, rank, suit
from fivefold.parts.hands import FLUSH, FOUR, FULL_HOUSE, NOTHING, PAIR, STRAIGHT, STRAIGHT_FLUSH, THREE, TWO_PAIR

# --- places ----------------------------------------------------------------------------------------------------------

SIDE = 5
SQUARE = SIDE * SIDE
CELLS = 2 * SQUARE
REJECTS_EACH = 5
REJECT_PLACES = 3 * REJECTS_EACH

EDGES, CORNERS, ANYWHERE = range(3)
"""What a further card has to share with one that lies in its square: an edge, an edge or a corner, nothing."""

WHOLE_SQUARE = (1 << SQUARE) - 1
FIRST_COLUMN = 0b00001_00001_00001_00001_00001
LAST_COLUMN = FIRST_COLUMN << SIDE - 1

LINES = 12
ROWS, COLUMNS, DIAGONALS = 0, SIDE, 2 * SIDE
"""The first line of each kind."""
LINE_CELLS = (
    *(SIDE * row + column for row in range(SIDE) for column in range(SIDE)),
    *(SIDE * row + column for column in range(SIDE) for row in range(SIDE)),
    *(SIDE * step + step for step in range(SIDE)),
    *(SIDE * step + SIDE - 1 - step for step in range(SIDE)),
)
"""The cells of each line within its square, at ``5 * line``: five rows, five columns, from a1 and from e1 down."""
LINES_THROUGH = tuple(
    tuple(line for line in range(LINES) if cell in LINE_CELLS[SIDE * line : SIDE * line + SIDE])
    for cell in range(SQUARE)
)
"""For each cell of a square the lines it is on. Not for compiled functions."""


def own_places(seat: int) -> int:
    """Return a player's first own reject place."""
    return REJECTS_EACH * (1 + seat)


def reach(cards: int, touch: int) -> int:
    """Return the empty cells of a square on which another card may lie beside ``cards``; any cell if there are none."""
    if cards == 0 or touch == ANYWHERE:
        return WHOLE_SQUARE & ~cards
    sides = cards | (cards & ~LAST_COLUMN) << 1 | (cards & ~FIRST_COLUMN) >> 1
    above_and_below = sides if touch == CORNERS else cards
    return (sides | above_and_below << SIDE | above_and_below >> SIDE) & WHOLE_SQUARE & ~cards


# --- the row ---------------------------------------------------------------------------------------------------------

ONE_HAND, BEST_OF_TWO, SUM_OF_TWO, RACE, RACE_BOTH, ALTERNATE, SAME_DECK = range(7)
"""Modes: the first three for one player, the last two turn by turn."""
ENGLISH, AMERICAN, PAT, USER_SCORING = range(4)
GOING_ON, FULL, SAID_DONE, TWO_PASSES, QUIET_TURNS, NO_CARDS = range(6)
"""Why it ended: squares full, ``done``, two passes in a row, no card taken for long, no cards and no way to fill."""

SEATS = 2
SLOTS = 5
ORDINARY_HANDS = 11
HANDS = 81

TURN = 0
"""A seat, ``CHANCE``, ``ANYONE`` or ``NOBODY``."""
MODE, SCORING, DECKS, DEALT, MAY_STEAL, MAY_PLANT, FIRST = 1, 2, 3, 4, 5, 6, 7
TOUCH = 8
"""For each square the rule of its owner, as in ``MOVABLE`` and ``LINE_COUNT``. A single player owns both squares."""
MOVABLE = TOUCH + SEATS
LINE_COUNT = MOVABLE + SEATS
"""10 or 12."""
COMMON = LINE_COUNT + SEATS
"""How many reject places all may use,"""
OWN = COMMON + 1
"""and how many each player has alone."""
SLOT = OWN + SEATS
CELL = SLOT + SLOTS
STOLEN = CELL + CELLS
"""For each cell whether the card there was stolen."""
REJECTED = STOLEN + CELLS
LEFT = REJECTED + REJECT_PLACES
"""For each card how many copies the pack still has."""
PACK = LEFT + DECK
"""How many cards the pack has in all."""
TWIN = PACK + 1
"""The value of the card whose second copy comes next, or 0 (same-deck)."""
FINISHED = TWIN + 1
"""For each player whether they have said ``done``."""
FILLED = FINISHED + SEATS
"""How many cards each square has."""
PASSES = FILLED + SEATS
"""How many passes came in a row, and in ``QUIET`` how many turns without a face-up card taken (modes with turns)."""
QUIET = PASSES + 1
REASON = QUIET + 1
POINTS = REASON + 1
"""What each ordinary hand is worth."""
USER = POINTS + ORDINARY_HANDS
"""What each of the 81 hands is worth in a complete line, from 1 (user scoring)."""
NEXT = USER + HANDS + 1
"""Who is to move once chance has dealt."""
MASK = NEXT + 1
"""For each square the cells with cards: bit ``5 * row + column``."""
MARKED = MASK + SEATS
"""For each reject place whether the card there was stolen once."""
SIZE = MARKED + REJECT_PLACES


def players(row: Row) -> int:
    """Return how many play."""
    return 2 if row[MODE] >= RACE else 1


def squares(row: Row) -> int:
    """Return how many squares are in play."""
    return 1 if row[MODE] == ONE_HAND else 2


# --- moves -----------------------------------------------------------------------------------------------------------

PLACE, PLANT, ASIDE, REJECT, SHIFT, RETURN, STEAL, PASS, DONE, DEAL = range(10)
"""What source and target are:

- ``PLACE``: a face-up card, an own cell; ``PLANT``: a face-up card, the opponent's cell; ``ASIDE``: a face-up card, a
  reject place;
- ``REJECT``: a cell, a reject place; ``SHIFT``: a cell, a cell; ``RETURN``: a reject place, a cell;
- ``STEAL``: the opponent's cell, an own cell; ``PASS``, ``DONE``: nothing;
- ``DEAL``: a card, which of its copies in the pack.
"""

SEAT_SHIFT, KIND_SHIFT, SOURCE_SHIFT = 24, 16, 8
FIELD = 255


def make_move(seat: int, kind: int, source: int, target: int) -> int:
    """Return the number of a move."""
    return seat << SEAT_SHIFT | kind << KIND_SHIFT | source << SOURCE_SHIFT | target


def seat_of(move: int) -> int:
    """Return the seat that makes a move."""
    return move >> SEAT_SHIFT


def kind_of(move: int) -> int:
    """Return the kind of a move."""
    return move >> KIND_SHIFT & FIELD


def source_of(move: int) -> int:
    """Return the card, cell or place a move begins with."""
    return move >> SOURCE_SHIFT & FIELD


def target_of(move: int) -> int:
    """Return the cell or place where the card goes."""
    return move & FIELD


# --- what belongs to whom --------------------------------------------------------------------------------------------


def first_square(row: Row, seat: int) -> int:
    """Return a player's first square."""
    return seat if row[MODE] >= RACE else 0


def last_square(row: Row, seat: int) -> int:
    """Return a player's last square: the second one where one player fills two."""
    return seat if row[MODE] >= RACE or row[MODE] == ONE_HAND else 1


def is_full(row: Row, seat: int) -> bool:
    """Tell whether all the squares of a player are full."""
    first, last = first_square(row, seat), last_square(row, seat)
    return row[FILLED + first] + row[FILLED + last] == 2 * SQUARE


def own_cards(row: Row, seat: int) -> int:
    """Return the cells of a player's squares that have cards."""
    cards = 0
    for square in range(first_square(row, seat), last_square(row, seat) + 1):
        cards |= row[MASK + square] << SQUARE * square
    return cards


def open_cells(row: Row, seat: int) -> int:
    """Return the cells of a player's squares on which a card from outside may be put."""
    cells = 0
    for square in range(first_square(row, seat), last_square(row, seat) + 1):
        cells |= reach(row[MASK + square], row[TOUCH + square]) << SQUARE * square
    return cells


def shift_targets(row: Row, seat: int, cell: int) -> int:
    """Return the cells to which the card on ``cell`` may move; it does not count as its own neighbour."""
    home = cell // SQUARE
    cells = 0
    for square in range(first_square(row, seat), last_square(row, seat) + 1):
        cards = row[MASK + square]
        others = cards & ~(1 << cell % SQUARE) if square == home else cards
        cells |= (reach(others, row[TOUCH + square]) & ~cards) << SQUARE * square
    return cells


def reject_places(row: Row, seat: int) -> int:
    """Return the reject places a player may use."""
    return (1 << row[COMMON]) - 1 | ((1 << row[OWN + seat]) - 1) << own_places(seat)


def taken_places(row: Row, seat: int) -> int:
    """Return the reject places with a card that a player may use."""
    usable = reject_places(row, seat)
    taken = 0
    for place in range(REJECT_PLACES):
        if usable >> place & 1 and row[REJECTED + place] != 0:
            taken |= 1 << place
    return taken


def stealable_cells(row: Row, seat: int) -> int:
    """Return the cells from which a player may steal."""
    other = 1 - seat
    if row[MAY_STEAL] == 0 or row[FINISHED + other] != 0:
        return 0
    cards = row[MASK + other]
    for cell in range(SQUARE):
        if row[STOLEN + SQUARE * other + cell] != 0:
            cards &= ~(1 << cell)
    return cards << SQUARE * other


def can_bring_in(row: Row, seat: int) -> bool:
    """Tell whether a player can bring a card into their own square, from a reject place or by stealing."""
    if row[FINISHED + seat] != 0 or is_full(row, seat):
        return False
    if row[MOVABLE + seat] != 0 and taken_places(row, seat) != 0:
        return True
    return stealable_cells(row, seat) != 0


def may_say_done(row: Row, seat: int) -> bool:
    """Tell whether a player may say ``done``."""
    if row[MODE] >= ALTERNATE or not is_full(row, seat):
        return False
    return row[MODE] >= RACE or row[MOVABLE] != 0


# --- lists -----------------------------------------------------------------------------------------------------------


def list_deals(row: Row, out: Row) -> int:
    """Write a move for every card of the pack, each copy apart; if a twin comes next, only that."""
    if row[TWIN] != 0:
        out[0] = DEAL << KIND_SHIFT | row[TWIN] - 1 << SOURCE_SHIFT
        return 1
    count = 0
    for card in range(DECK):
        move = DEAL << KIND_SHIFT | card << SOURCE_SHIFT
        # Written first and counted if it is one: faster than a question whose answer cannot be foreseen.
        out[count] = move
        count += min(row[LEFT + card], 1)
        for copy in range(1, row[LEFT + card]):
            out[count] = move | copy
            count += 1
    return count


def list_moves(row: Row, seat: int, out: Row, count: int) -> int:
    """Write a player's moves behind the ``count`` that are there; return how many there are then."""
    if row[FINISHED + seat] != 0:
        return count
    before = count
    home = open_cells(row, seat)
    count = add_face_up_moves(row, seat << SEAT_SHIFT | PLACE << KIND_SHIFT, home, out, count)
    if row[MAY_PLANT] != 0:
        count = add_face_up_moves(row, seat << SEAT_SHIFT | PLANT << KIND_SHIFT, open_cells(row, 1 - seat), out, count)
    places = reject_places(row, seat)
    if places != 0:
        count = add_reject_moves(row, seat, places & ~taken_places(row, seat), out, count)
    if row[MOVABLE + seat] != 0:
        count = add_rearranging_moves(row, seat, home, out, count)
    if row[MAY_STEAL] != 0:
        count = add_moves_from_cells(
            seat << SEAT_SHIFT | STEAL << KIND_SHIFT, stealable_cells(row, seat), home, out, count
        )
    if row[MODE] >= ALTERNATE and (count == before or is_full(row, seat)):
        out[count] = seat << SEAT_SHIFT | PASS << KIND_SHIFT
        count += 1
    if may_say_done(row, seat):
        out[count] = seat << SEAT_SHIFT | DONE << KIND_SHIFT
        count += 1
    return count


def add_face_up_moves(row: Row, base: int, targets: int, out: Row, count: int) -> int:
    """Write moves of each face-up card, equal ones once, to each target; return the new count, as all below."""
    last = 0
    for _ in range(row[DEALT]):
        value = next_face_up(row, last)
        if value == 0:
            break
        count = add_each_target(base | value - 1 << SOURCE_SHIFT, targets, out, count)
        last = value
    return count


def next_face_up(row: Row, last: int) -> int:
    """Return the smallest value above ``last`` that lies face up, 0 if there is none."""
    smallest = 0
    for slot in range(row[DEALT]):
        value = row[SLOT + slot]
        if value > last and (smallest == 0 or value < smallest):
            smallest = value
    return smallest


def add_each_target(base: int, targets: int, out: Row, count: int) -> int:
    """Write a move to each target in a mask."""
    target = 0
    if targets & WHOLE_SQUARE == 0:
        target = SQUARE
        targets >>= SQUARE
    while targets != 0:
        # As in ``list_deals``: written first, counted if it is one.
        out[count] = base | target
        count += targets & 1
        targets >>= 1
        target += 1
    return count


def add_moves_from_cells(base: int, sources: int, targets: int, out: Row, count: int) -> int:
    """Write a move from each cell of a mask to each target."""
    if targets == 0:
        return count
    for cell in range(CELLS):
        if sources >> cell & 1:
            count = add_each_target(base | cell << SOURCE_SHIFT, targets, out, count)
    return count


def add_reject_moves(row: Row, seat: int, free: int, out: Row, count: int) -> int:
    """Write the moves of face-up cards and of cards in the player's squares to free reject places."""
    count = add_face_up_moves(row, seat << SEAT_SHIFT | ASIDE << KIND_SHIFT, free, out, count)
    return add_moves_from_cells(seat << SEAT_SHIFT | REJECT << KIND_SHIFT, own_cards(row, seat), free, out, count)


def add_rearranging_moves(row: Row, seat: int, home: int, out: Row, count: int) -> int:
    """Write the moves of cards within a player's squares, and back into them from reject places."""
    cards = own_cards(row, seat)
    base = seat << SEAT_SHIFT | SHIFT << KIND_SHIFT
    for cell in range(CELLS):
        if cards >> cell & 1:
            count = add_each_target(base | cell << SOURCE_SHIFT, shift_targets(row, seat, cell), out, count)
    return add_moves_from_cells(seat << SEAT_SHIFT | RETURN << KIND_SHIFT, taken_places(row, seat), home, out, count)


# --- points ----------------------------------------------------------------------------------------------------------

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


# --- how a game goes -------------------------------------------------------------------------------------------------

VERSION = 1
MAX_MOVES = 1024
"""With s empty cells in two movable squares, stealing and five cards face up there are 60 s - s² + 2 at most, 902."""

MOST_QUIET = 20
"""A game with turns ends after this many in a row without a face-up card taken."""
MOST_POINTS = 200
"""For one player the result is the points divided by this."""


def setup(row: Row, options: Choices) -> None:
    """Lay out empty squares and a full pack; chance fills the slots first."""
    row[MODE], row[SCORING], row[DECKS], row[DEALT] = (options[name] for name in ("mode", "scoring", "decks", "deal"))
    row[MAY_STEAL], row[MAY_PLANT], row[FIRST] = options["steal"], options["plant"], options["first"]
    rejects = options["rejects"]
    row[COMMON], row[OWN], row[OWN + 1] = rejects // 100, rejects // 10 % 10, rejects % 10
    for square, player in enumerate(("", "2" if row[MODE] >= RACE else "")):
        row[TOUCH + square] = options[f"touch{player}"]
        row[MOVABLE + square] = options[f"move{player}"]
        row[LINE_COUNT + square] = options[f"hands{player}"]
    copies = row[DECKS] * (2 if row[MODE] == SAME_DECK else 1)
    row[LEFT : LEFT + DECK] = [copies] * DECK
    row[PACK] = copies * DECK
    row[TURN] = CHANCE
    row[NEXT] = ANYONE if row[MODE] in {RACE, RACE_BOTH} else row[FIRST]
    write_hand_points(row, options)


def to_move(row: Row) -> int:
    """Return the seat to move, anyone in a race; chance while a slot is to be filled; nobody at the end."""
    return row[TURN]


def legal_moves(row: Row, out: Row) -> int:
    """Write the cards that may come, or the moves of the seat to move, in a race of both seats."""
    turn = row[TURN]
    if turn == CHANCE:
        return list_deals(row, out)
    if turn == NOBODY:
        return 0
    seat = max(turn, 0)
    count = list_moves(row, seat, out, 0)
    return list_moves(row, seat + 1, out, count) if turn == ANYONE else count


def play(row: Row, move: int) -> None:
    """Deal a card, or make a player's move and what follows from it."""
    kind = kind_of(move)
    if kind == DEAL:
        deal(row, source_of(move))
        return
    if kind <= ASIDE:
        use_face_up(row, kind, source_of(move), target_of(move))
    elif kind < PASS:
        carry(row, kind, source_of(move), target_of(move))
    elif kind == DONE:
        row[FINISHED + seat_of(move)] = 1
    if row[MODE] >= ALTERNATE:
        row[PASSES] = row[PASSES] + 1 if kind == PASS else 0
        row[QUIET] = row[QUIET] + 1 if kind > ASIDE else 0
        row[NEXT] = 1 - seat_of(move)
    end_turn(row)


# --- cards -----------------------------------------------------------------------------------------------------------


def deal(row: Row, card: int) -> None:
    """Deal a card into the first empty slot."""
    row[SLOT + empty_slot(row)] = card + 1
    row[LEFT + card] -= 1
    row[PACK] -= 1
    if row[MODE] == SAME_DECK:
        row[TWIN] = card + 1 if row[TWIN] == 0 else 0
    if row[PACK] == 0 or empty_slot(row) == row[DEALT]:
        row[TURN] = row[NEXT]


def empty_slot(row: Row) -> int:
    """Return the leftmost slot without a card, or the number of slots if all have one."""
    slot = 0
    while slot < row[DEALT] and row[SLOT + slot] != 0:
        slot += 1
    return slot


def use_face_up(row: Row, kind: int, card: int, target: int) -> None:
    """Take a face-up card, the leftmost of equal ones, to a cell or a reject place."""
    slot = 0
    while row[SLOT + slot] != card + 1:
        slot += 1
    row[SLOT + slot] = 0
    if kind == ASIDE:
        row[REJECTED + target] = card + 1
    else:
        lay(row, card + 1, target)


def carry(row: Row, kind: int, source: int, target: int) -> None:
    """Take a card that lies in a cell or reject place to another; a card once stolen stays marked."""
    if kind == RETURN:
        value, stolen = row[REJECTED + source], row[MARKED + source]
        row[REJECTED + source] = row[MARKED + source] = 0
    else:
        value, stolen = row[CELL + source], row[STOLEN + source]
        lift(row, source)
    if kind == REJECT:
        row[REJECTED + target], row[MARKED + target] = value, stolen
    else:
        lay(row, value, target)
        row[STOLEN + target] = 1 if kind == STEAL else stolen


def lay(row: Row, value: int, cell: int) -> None:
    """Put a card on an empty cell."""
    square = cell // SQUARE
    row[CELL + cell] = value
    row[MASK + square] |= 1 << cell - SQUARE * square
    row[FILLED + square] += 1


def lift(row: Row, cell: int) -> None:
    """Take the card off a cell."""
    square = cell // SQUARE
    row[CELL + cell] = row[STOLEN + cell] = 0
    row[MASK + square] &= ~(1 << cell - SQUARE * square)
    row[FILLED + square] -= 1


# --- ends ------------------------------------------------------------------------------------------------------------


def end_turn(row: Row) -> None:
    """End the game if it is over; otherwise let chance fill an empty slot before anyone moves."""
    row[REASON] = why_over(row)
    if row[REASON] != GOING_ON:
        row[TURN] = NOBODY
    elif row[PACK] > 0 and empty_slot(row) < row[DEALT]:
        row[TURN] = CHANCE
    else:
        row[TURN] = row[NEXT]


def why_over(row: Row) -> int:
    """Return why the game is over after a move, or ``GOING_ON``."""
    if row[FINISHED] + row[FINISHED + 1] > (1 if row[MODE] == RACE_BOTH else 0):
        return SAID_DONE
    full = all_full(row)
    by_itself = row[MODE] < RACE or row[MODE] >= ALTERNATE
    if full and by_itself and row[MOVABLE] == 0 and row[MOVABLE + 1] == 0:
        return FULL
    if row[PASSES] >= 2:
        return TWO_PASSES
    if row[QUIET] >= MOST_QUIET:
        return QUIET_TURNS
    if row[PACK] == 0 and not full and not anything_to_come(row):
        return NO_CARDS
    return GOING_ON


def all_full(row: Row) -> bool:
    """Tell whether every square in play is full."""
    return row[FILLED] == SQUARE and (row[MODE] == ONE_HAND or row[FILLED + 1] == SQUARE)


def anything_to_come(row: Row) -> bool:
    """Tell whether, without a pack, a card lies face up or a player can still bring one into a square."""
    for slot in range(row[DEALT]):
        if row[SLOT + slot] != 0:
            return True
    last = players(row) - 1
    return can_bring_in(row, last) or (last > 0 and can_bring_in(row, last - 1))


def plays_itself(row: Row, move: int) -> bool:
    """Tell whether the table makes this only legal move: a pass, ``done``, or the one card face up; never in a race."""
    if row[TURN] == ANYONE:
        return False
    kind = kind_of(move)
    if kind != PLACE:
        return kind == PASS or kind == DONE  # noqa: PLR1714  no sets in what is compiled
    face_up = 0
    for slot in range(row[DEALT]):
        face_up += int(row[SLOT + slot] != 0)
    return face_up == 1


# --- results ---------------------------------------------------------------------------------------------------------


def scores(row: Row, out: Row) -> None:
    """Write each player's points; with pat 1 for a square that is pat, else 0."""
    for seat in range(players(row)):
        out[seat] = seat_points(row, seat)


def seat_points(row: Row, seat: int) -> int:
    """Return a player's points: of two squares the better or the sum; with pat the sum asks for both."""
    if row[MODE] >= RACE or row[MODE] == ONE_HAND:
        return square_points(row, seat)
    first, second = square_points(row, 0), square_points(row, 1)
    if row[MODE] == BEST_OF_TWO:
        return max(first, second)
    return min(first, second) if row[SCORING] == PAT else first + second


def returns(row: Row, out: MutableSequence[float]) -> None:
    """Write 1 for the higher score, 0 for the lower, 0.5 for a draw; for one the share of ``MOST_POINTS``, with
    pat 1 or 0."""
    points = seat_points(row, 0)
    if row[MODE] >= RACE:
        lead = points - seat_points(row, 1)
        out[0] = 0.5 if lead == 0 else (1.0 if lead > 0 else 0.0)
        out[1] = 1.0 - out[0]
    elif row[SCORING] == PAT:
        out[0] = float(points)
    else:
        out[0] = min(1.0, max(0.0, points / MOST_POINTS))


def mover(row: Row, move: int) -> int:
    """Return the seat that makes a legal move."""
    return seat_of(move)


def still_meant(then: Row, now: Row, move: int) -> bool:
    """Tell whether what a move takes is the same card in both positions; a face-up card is named by itself."""
    kind = kind_of(move)
    if kind <= ASIDE or kind == DONE:
        return True
    block = REJECTED if kind == RETURN else CELL
    return then[block + source_of(move)] == now[block + source_of(move)]
