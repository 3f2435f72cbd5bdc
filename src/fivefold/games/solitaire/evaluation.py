"""What lines and squares are worth while they are being filled, and what a card changes; in hundredths of a point.

A line of five cells is one of ``PATTERNS``: what its ranks make (nothing, a pair, three, …) together with what can
still come: how many cards of its ranks are left, whether a flush is possible and how many cards of its suit are left,
in how many ways it can become a straight. The cards left are two numbers: ``ranks``, three bits a rank as in a key,
and ``suits``, eight bits a suit.

A table tells, for each pattern of a line and each number of cards still to come to its square, what the line adds to
the final score on average. It also tells what an empty cell takes from that where two lines want different cards, by
the kinds of the lines. The tables are learnt from games (``fivefold learn``, ``data/provenance.toml``): one each for
english, american and pat, another for english and american where edges have to touch, and both again where two squares
share a pack. Where players give points of their own, a line is worth the points of the ordinary hands, each as likely
as it came of the pattern in counted games. With pat a worth is a hundred times the logarithm of the chance that the row
becomes pat, because logarithms add up.

A position's worth to a player is the sum over the lines of the squares, and a little for every free reject place. What
the next card will bring is in the lines already. So a move is worth the difference that it makes, and a difference of 0
is as much as could be expected of the card.
"""

import math
from pathlib import Path
from typing import Final

from fivefold.contract import NOBODY, Row
from fivefold.games.solitaire.rules import (
    AMERICAN,
    BEST_OF_TWO,
    CARD_KEY,
    CELL,
    COLUMNS,
    COMPLETE,
    COUNT_BITS,
    DEALT,
    DECKS,
    DIAGONALS,
    EACH_RANK,
    EDGES,
    FILLED,
    FOLD,
    LEFT,
    MASK,
    MAY_PLANT,
    MODE,
    MOVABLE,
    ONE_HAND,
    ORDINARY_HANDS,
    PAT,
    POINTS,
    RACE,
    SAME_DECK,
    SCORING,
    SIDE,
    SIZE_SHIFT,
    SLOT,
    SQUARE,
    SUITS_SHIFT,
    TOUCH,
    TURN,
    USER_SCORING,
    counted_lines,
    first_square,
    key_points,
    last_square,
    line_key,
    line_points,
    square_points,
    squares,
)
from fivefold.parts.cards import DECK, RANKS, SUITS
from fivefold.parts.hands import FLUSH, FULL_HOUSE, STRAIGHT
from fivefold.parts.stored_table import StoredTable

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


# --- lines and squares ------------------------------------------------------------------------------------------------

DATA: Final = Path(__file__).parent / "data"
ENGLISH_TABLE: Final = StoredTable(DATA, "english")
ENGLISH_EDGES_TABLE: Final = StoredTable(DATA, "english-edges")
ENGLISH_SHARED_TABLE: Final = StoredTable(DATA, "english-shared")
ENGLISH_SHARED_EDGES_TABLE: Final = StoredTable(DATA, "english-shared-edges")
ENGLISH_TWO_PACKS_TABLE: Final = StoredTable(DATA, "english-two-packs")
ENGLISH_TWO_PACKS_EDGES_TABLE: Final = StoredTable(DATA, "english-two-packs-edges")
AMERICAN_TABLE: Final = StoredTable(DATA, "american")
AMERICAN_EDGES_TABLE: Final = StoredTable(DATA, "american-edges")
AMERICAN_SHARED_TABLE: Final = StoredTable(DATA, "american-shared")
AMERICAN_SHARED_EDGES_TABLE: Final = StoredTable(DATA, "american-shared-edges")
PAT_TABLE: Final = StoredTable(DATA, "pat")
"""In a table the patterns come first, at ``PHASES * pattern + phase``, then the crossings (``crossing_index``); the
table for pat has none."""
ODDS: Final = StoredTable(DATA, "odds")
"""How often each ordinary hand comes of a pattern, in parts of ``WHOLE_ODDS``, at ``ORDINARY_HANDS * (ODDS_PHASES *
pattern + phase) + hand``; a phase is a fifth of the cards still to come."""
ODDS_PHASES: Final = 5
WHOLE_ODDS: Final = 1000
HUNDRED: Final = 100
"""Units to a point."""
PHASES: Final = SQUARE
"""Cards still to come to a square, 0 to 24."""
DIAGONAL_PART: Final = 3
"""Diagonals were not learnt: they get a part of a row's worth, as cards for them are lost to other lines."""
CROSSINGS: Final = PATTERNS * PHASES
WEIGHTS: Final = CROSSINGS + PHASES * KINDS * KINDS
"""Entries of a table for english or american."""
NOT_PAT: Final = -600
"""For a complete row that is not pat: worse than any row that may still become pat."""


def line_worth(row: Row, square: int, line: int, key: int, ranks: int, suits: int, phase: int) -> int:
    """Return what a line is worth in a phase; ``ranks``, ``suits``: the cards left (``patterns``)."""
    if key >> SIZE_SHIFT == COMPLETE:
        return complete_worth(row, key)
    return pattern_worth(row, square, line, line_pattern(row, key, ranks, suits), phase)


def pattern_worth(row: Row, square: int, line: int, pattern: int, phase: int) -> int:
    """Return what an incomplete line of a square is worth."""
    scoring, at = row[SCORING], pattern * PHASES + phase
    if scoring <= AMERICAN:
        worth = table_entry(row, square, at)
    elif scoring == PAT:
        worth = PAT_TABLE[at]
    else:
        worth = expected_points(row, pattern, phase)
    return worth // DIAGONAL_PART if line >= DIAGONALS else worth


def table_entry(row: Row, square: int, at: int) -> int:
    """Return an entry of the table for english or american that fits the mode and a square's rule of touching.

    Where cards are planted the one learnt with two packs plays far better: to it an empty line is worth more.
    """
    american, edges = row[SCORING] == AMERICAN, row[TOUCH + square] == EDGES
    if row[MAY_PLANT] != 0 and not american:
        return ENGLISH_TWO_PACKS_EDGES_TABLE[at] if edges else ENGLISH_TWO_PACKS_TABLE[at]
    if share_a_pack(row):
        if edges:
            return AMERICAN_SHARED_EDGES_TABLE[at] if american else ENGLISH_SHARED_EDGES_TABLE[at]
        return AMERICAN_SHARED_TABLE[at] if american else ENGLISH_SHARED_TABLE[at]
    if edges:
        return AMERICAN_EDGES_TABLE[at] if american else ENGLISH_EDGES_TABLE[at]
    return AMERICAN_TABLE[at] if american else ENGLISH_TABLE[at]


def share_a_pack(row: Row) -> bool:
    """Tell whether two squares are filled from one pack: then half of the cards that are left come to each."""
    return ONE_HAND < row[MODE] < SAME_DECK and row[DECKS] == 1


def crossing_index(one: int, other: int, phase: int) -> int:
    """Return where a table has what an empty cell adds where lines of these two kinds cross."""
    return CROSSINGS + (phase * KINDS + min(one, other)) * KINDS + max(one, other)


def crossing_worth(row: Row, square: int, one: int, other: int, phase: int) -> int:
    """Return what an empty cell adds there, in english and american; 0 for a complete line, which has none."""
    if max(one, other) == KIND_COMPLETE:
        return 0
    return table_entry(row, square, crossing_index(one, other, phase))


def complete_worth(row: Row, key: int) -> int:
    """Return what a complete line is worth."""
    points = key_points(row, key)
    if row[SCORING] == PAT:
        return 0 if points > 0 else NOT_PAT
    return HUNDRED * points


def expected_points(row: Row, pattern: int, phase: int) -> int:
    """Return the points of the ordinary hands, each as likely as it is to come of a pattern."""
    first = (pattern * ODDS_PHASES + phase * ODDS_PHASES // PHASES) * ORDINARY_HANDS
    total = 0
    for hand in range(ORDINARY_HANDS):
        total += ODDS[first + hand] * row[POINTS + hand]
    return HUNDRED * total // WHOLE_ODDS


THROUGH: Final = 4
"""Lines through a cell, at most: its row, its column, two diagonals."""
REJECT_WORTH = (250, 600, 60, 0)
"""What a free reject place is worth at the start of a square, by scoring; 0: see ``reject_worth``."""
FULL_REJECT_WORTH: Final = 15
"""With this many cells empty it is worth that, with fewer less."""
KIND_BITS: Final = 5
SECOND_SHARE: Final = 8
"""Where the better of two squares counts, the first is meant to be it; the worth of the second is divided by this."""


def phase_of(filled: int) -> int:
    """Return how many cards may still come to a square that has ``filled``, as the tables count them."""
    return min(SQUARE - filled, PHASES - 1)


def square_worth(row: Row, square: int, ranks: int, suits: int, phase: int) -> int:
    """Return what the lines of a square are worth together, and their crossings."""
    total = 0
    for line in range(counted_lines(row, square)):
        total += line_worth(row, square, line, line_key(row, square, line), ranks, suits, phase)
    if crosses(row, square):
        kinds, cards = kinds_of(row, square, ranks, suits), row[MASK + square]
        for cell in range(SQUARE):
            if cards >> cell & 1 == 0:
                down = COLUMNS + cell % SIDE
                total += crossing_worth(row, square, kind_at(kinds, cell // SIDE), kind_at(kinds, down), phase)
    return total


def crosses(row: Row, square: int) -> bool:
    """Tell whether crossings count: where tables have them, and cards stay where they are."""
    return row[SCORING] <= AMERICAN and row[MOVABLE + square] == 0


def kind_of_line(row: Row, key: int, ranks: int, suits: int) -> int:
    """Return the kind of a line."""
    if key >> SIZE_SHIFT == COMPLETE:
        return KIND_COMPLETE
    return KIND[line_pattern(row, key, ranks, suits)]


def kinds_of(row: Row, square: int, ranks: int, suits: int) -> int:
    """Return the kinds of a square's rows and columns as one number, see ``kind_at``."""
    kinds = 0
    for line in range(DIAGONALS):
        kinds |= kind_of_line(row, line_key(row, square, line), ranks, suits) << KIND_BITS * line
    return kinds


def kind_at(kinds: int, line: int) -> int:
    """Return the kind of a row or column."""
    return kinds >> KIND_BITS * line & (1 << KIND_BITS) - 1


def crossing_change(row: Row, cell: int, added: int, kinds: int, ranks: int, suits: int, phase: int) -> int:
    """Return the change of a square's crossings when a card comes to a cell or, ``added`` below 0, leaves it."""
    square = cell // SQUARE
    if not crosses(row, square):
        return 0
    across, down, cards = cell % SQUARE // SIDE, COLUMNS + cell % SIDE, row[MASK + square]
    old_row, old_column = kind_at(kinds, across), kind_at(kinds, down)
    new_row = kind_of_line(row, line_key(row, square, across) + added, ranks, suits)
    new_column = kind_of_line(row, line_key(row, square, down) + added, ranks, suits)
    total = crossing_worth(row, square, new_row, new_column, phase) if added < 0 else 0
    if added > 0:
        total -= crossing_worth(row, square, old_row, old_column, phase)
    for step in range(SIDE):
        if COLUMNS + step != down and cards >> SIDE * across + step & 1 == 0:
            other = kind_at(kinds, COLUMNS + step)
            total += crossing_worth(row, square, new_row, other, phase) - crossing_worth(
                row, square, old_row, other, phase
            )
        if step != across and cards >> SIDE * step + down - COLUMNS & 1 == 0:
            other = kind_at(kinds, step)
            total += crossing_worth(row, square, other, new_column, phase) - crossing_worth(
                row, square, other, old_column, phase
            )
    return total


def filling_gain(row: Row, square: int, ranks: int, suits: int, change: int) -> int:
    """Return what it gains the owner that ``change`` more cells of a square are filled: fewer cards can come to it."""
    filled = row[FILLED + square]
    before, after = phase_of(filled), phase_of(filled + change)
    if before == after:
        return 0
    drift = square_worth(row, square, ranks, suits, after) - square_worth(row, square, ranks, suits, before)
    return square_share(row, square, drift)


def square_share(row: Row, square: int, worth: int) -> int:
    """Return what a change of a square's lines is worth; only a part for the second where the better one counts."""
    return worth // SECOND_SHARE if row[MODE] == BEST_OF_TWO and square == 1 else worth


def line_change(row: Row, square: int, line: int, added: int, ranks: int, suits: int, phase: int) -> int:
    """Return how much more a line is worth when ``added`` is added to its key."""
    key = line_key(row, square, line)
    return line_worth(row, square, line, key + added, ranks, suits, phase) - line_worth(
        row, square, line, key, ranks, suits, phase
    )


def line_through(cell: int, number: int) -> int:
    """Return a line through a cell of a square: its row, its column, a diagonal or the other; -1 if there is none."""
    across, down = cell // SIDE, cell % SIDE
    if number == 0:
        return across
    if number == 1:
        return COLUMNS + down
    if number == 2:
        return DIAGONALS if across == down else -1
    return DIAGONALS + 1 if across + down == SIDE - 1 else -1


def cell_change(row: Row, cell: int, added: int, apart: int, ranks: int, suits: int, phase: int) -> int:
    """Return the change of all counted lines through a cell, except those also through the cell ``apart`` (-1: none).

    A card that moves along a line changes nothing of it: where in a line a card lies does not matter.
    """
    square = cell // SQUARE
    total, counted = 0, counted_lines(row, square)
    for number in range(THROUGH):
        line = line_through(cell - SQUARE * square, number)
        if 0 <= line < counted and not (apart >= 0 and line_through(apart - SQUARE * square, number) == line):
            total += line_change(row, square, line, added, ranks, suits, phase)
    return total


def place_gain(row: Row, cell: int, value: int, kinds: int, ranks: int, suits: int) -> int:
    """Return what a card from outside gains a cell's owner, without ``filling_gain``; ``kinds``: those before it."""
    square, key = cell // SQUARE, CARD_KEY[value]
    phase = phase_of(row[FILLED + square] + 1)
    change = cell_change(row, cell, key, -1, ranks, suits, phase)
    return square_share(row, square, change + crossing_change(row, cell, key, kinds, ranks, suits, phase))


def removal_gain(row: Row, cell: int, kinds: int, ranks: int, suits: int) -> int:
    """Return what it gains the owner that a card leaves a square, without ``filling_gain``."""
    square, key = cell // SQUARE, CARD_KEY[row[CELL + cell]]
    phase = phase_of(row[FILLED + square] - 1)
    change = cell_change(row, cell, -key, -1, ranks, suits, phase)
    return square_share(row, square, change + crossing_change(row, cell, -key, kinds, ranks, suits, phase))


def shift_gain(row: Row, source: int, target: int, ranks: int, suits: int) -> int:
    """Return what it gains to move a card between one's own cells, where crossings do not count."""
    square, value = source // SQUARE, row[CELL + source]
    other = target // SQUARE
    if other != square:
        gain = removal_gain(row, source, 0, ranks, suits) + filling_gain(row, square, ranks, suits, -1)
        return gain + place_gain(row, target, value, 0, ranks, suits) + filling_gain(row, other, ranks, suits, 1)
    phase, key = phase_of(row[FILLED + square]), CARD_KEY[value]
    change = cell_change(row, source, -key, target, ranks, suits, phase)
    change += cell_change(row, target, key, source, ranks, suits, phase)
    return square_share(row, square, change)


def reject_worth(row: Row, seat: int, filling: int) -> int:
    """Return what a free reject place is worth to a player with ``filling`` more cards in their squares than now."""
    left = -filling
    for square in range(first_square(row, seat), last_square(row, seat) + 1):
        left += SQUARE - row[FILLED + square]
    worth = REJECT_WORTH[row[SCORING]]
    if row[SCORING] == USER_SCORING:
        worth = HUNDRED * max(0, row[POINTS + STRAIGHT] + row[POINTS + FLUSH] + row[POINTS + FULL_HOUSE]) // 10
    return worth * min(left, FULL_REJECT_WORTH) // FULL_REJECT_WORTH


# --- positions --------------------------------------------------------------------------------------------------------

POINTS_SCALE = 20.0
"""This many points ahead are a 73 % chance to win."""

PAT_WON: Final = 10_000
"""The value of a square that is pat."""


def value(row: Row, out: Row) -> None:
    """Write what each player can expect in the end, in points; at the end the points."""
    for square in range(squares(row)):
        worth = square_value(row, square)
        if square == 0 or row[MODE] >= RACE:
            out[square] = worth
        else:
            out[0] = max(out[0], worth) if row[MODE] == BEST_OF_TWO else out[0] + worth


def square_value(row: Row, square: int) -> int:
    """Return the points that a square can be expected to have in the end."""
    if row[SCORING] == PAT:
        return pat_value(row, square)
    if row[TURN] == NOBODY or row[FILLED + square] == SQUARE:
        return square_points(row, square)
    ranks, suits = ranks_left(row, 0), suits_left(row, 0)
    phase = phase_of(row[FILLED + square])
    return square_worth(row, square, ranks, suits, phase) // HUNDRED


def pat_value(row: Row, square: int) -> int:
    """Return the chance that a square becomes pat, in parts of ``PAT_WON``; between two players only that counts.

    For one player each row that is pat adds a little: that tells moves apart in a game that is lost.
    """
    rows, over = 0, row[TURN] == NOBODY
    for line in range(SIDE):
        rows += min(line_points(row, square, line), 1)
    if rows == SIDE:
        return PAT_WON
    little = 0 if row[MODE] >= RACE else rows * rows
    if over or row[FILLED + square] == SQUARE:
        return little
    ranks, suits = ranks_left(row, 0), suits_left(row, 0)
    phase = phase_of(row[FILLED + square])
    return int(PAT_WON * math.exp(square_worth(row, square, ranks, suits, phase) / HUNDRED)) + little
