"""Pokeros: two players extend one crossing of cards on a table without edges; whoever makes hands scores them.

The table is a long ribbon of ``CELLS`` cells closed to a ring and wound up so that the cell below another is ``DOWN``
further on, its right neighbour 1; the origin is cell 0. Cells so many cards could connect never fall together: two that
do are 46 columns or at least 67 steps apart, and 54 cards with the cells beside them reach 45 columns and 55 steps.

Row: named cells, then blocks. ``OPEN`` lists the legal cells, ascending; a placement changes it at the four ends of the
runs through the new card alone. A chance move is the card dealt; a placement is ``card * CELLS + cell``. With ``hand``
1 the card turned up lies in the mover's first slot, open to all. With ``cards`` 2 a turn is two placements, and the
refill comes after the second.
"""

from collections.abc import MutableSequence

from fivefold.contract import CHANCE, NOBODY, TABLE, Choices, Row
from fivefold.games.pokeros.scoring import CARDS, HAND_BITS, HANDS, SUITS, WORTH, hand_of
from fivefold.parts.cards import DECK

VERSION = 1

LIMIT = 5
"""Longest unbroken run of cards in a row or a column."""
MOST_HELD = 3
LAST_HAND = HANDS - 1
CELLS = 2048
AROUND = CELLS - 1
"""``cell & AROUND`` is the cell, once around the ribbon or not."""
CELL_BITS = 11
ACROSS, DOWN = 1, 46
"""From a cell to its right neighbour, and to the one below."""
MOST_OPEN = 2 * CARDS + 2

NO_CARD, BLANK = -1, -2
"""Where no card is; a card that whoever observed the row does not know."""
BLANK_DEAL = BLANK
"""The deal of a card not to be known."""
NO_DEAL, ORIGIN = -1, 2

HAND, STRIPPED, WILDS, BONUS, FIRST, CARDS_A_TURN = 0, 1, 2, 3, 4, 5
"""The options: cards held, 1 for the stripped deck, wild cards, the multiplier, the seat that begins, cards a turn."""
TURN = 6
"""Whose placement is next, also while chance deals before it."""
TURN_PLACED = 7
"""How many cards that seat has placed in this turn."""
DEAL_TO = 8
"""Where the next card goes: a seat, ``ORIGIN``, or ``NO_DEAL`` when it is not for chance to move."""
PACK = 9
"""How many cards the pack holds."""
UNSEEN = 10
"""The cards of the pack as a mask; in an observed row also those held unseen."""
LEFT, TOP, RIGHT, BOTTOM = 11, 12, 13, 14
"""The outermost columns and rows with cards."""
COUNT = 15
"""How many cards lie on the table."""
OPEN_COUNT = 16
SCORE = 17
HELD_COUNT = SCORE + 2
HELD = HELD_COUNT + 2
"""Three slots a seat, ascending, ``NO_CARD`` behind them."""
POINTS = HELD + 2 * MOST_HELD
"""What each hand of ``scoring`` is worth."""
PLACED = POINTS + HANDS
"""The cells with cards, in the order they came; the origin first."""
OPEN = PLACED + CARDS
TABLE_CARDS = OPEN + MOST_OPEN
"""The cards on the cells, ``PACKED`` cells a number with ``LANE_BITS`` each, so that a row is soon copied."""
PACKED, PACKED_BITS, LANE_BITS = 8, 3, 6
LANE = (1 << LANE_BITS) - 1
EMPTY = sum(1 << LANE_BITS * lane for lane in range(PACKED))
"""So many cells without a card; a card is kept as its distance from ``BLANK``."""
SIZE = TABLE_CARDS + CELLS // PACKED
MAX_MOVES = MOST_HELD * MOST_OPEN

FULL_DECK = (1 << DECK) - 1
TWO_TO_SIX = ((1 << 20) - 1) << 4


def setup(row: Row, options: Choices) -> None:
    """Lay out an empty table; chance deals the origin first."""
    row[HAND], row[STRIPPED], row[WILDS] = options["hand"], options["deck"], options["wilds"]
    row[BONUS], row[CARDS_A_TURN] = options["bonus"], options["cards"]
    row[FIRST] = row[TURN] = options["first"]
    row[DEAL_TO] = ORIGIN
    row[UNSEEN] = deck(row)
    row[PACK] = deck(row).bit_count()
    row[HELD : HELD + 2 * MOST_HELD] = [NO_CARD] * (2 * MOST_HELD)
    row[POINTS : POINTS + HANDS] = WORTH
    row[TABLE_CARDS:SIZE] = [EMPTY] * (CELLS // PACKED)


def deck(row: Row) -> int:
    """Return all the cards of this game as a mask."""
    cards = FULL_DECK | ((1 << row[WILDS]) - 1) << DECK
    return cards & ~TWO_TO_SIX if row[STRIPPED] else cards


def to_move(row: Row) -> int:
    """Return the seat to place a card; chance while cards are dealt; nobody without a cell or a card to play."""
    if row[DEAL_TO] != NO_DEAL:
        return CHANCE
    if row[OPEN_COUNT] == 0 or row[HELD_COUNT + row[TURN]] == 0:
        return NOBODY
    return row[TURN]


def legal_moves(row: Row, out: Row) -> int:
    """Write every card of the pack, or every held card on every open cell; blanks, alike as they are, once."""
    if row[DEAL_TO] != NO_DEAL:
        return cards_of(row[UNSEEN], out)
    count, cells = 0, row[OPEN_COUNT]
    last = NO_CARD
    for slot in range(row[HELD_COUNT + row[TURN]]):
        card = row[HELD + MOST_HELD * row[TURN] + slot]
        if card != last:
            for index in range(cells):
                out[count + index] = card * CELLS + row[OPEN + index]
            count += cells
        last = card
    return count


def cards_of(mask: int, out: Row) -> int:
    """Write the cards in a mask, ascending; return how many."""
    count = 0
    for card in range(CARDS):
        # Written first and counted if it is one: faster than a question whose answer cannot be foreseen.
        out[count] = card
        count += mask >> card & 1
    return count


def play(row: Row, move: int) -> None:
    """Deal a card, or place one and score it."""
    if row[DEAL_TO] != NO_DEAL:
        deal(row, move)
    else:
        place(row, move >> CELL_BITS, move & AROUND)


# --- dealing and placing ---------------------------------------------------------------------------------------------


def deal(row: Row, card: int) -> None:
    """Deal a card, or ``BLANK``, to where the next one goes."""
    seat = row[DEAL_TO]
    row[PACK] -= 1
    forget_unseen(row, card)
    if seat == ORIGIN:
        lay(row, card, 0)
    else:
        hold(row, seat, card)
    row[DEAL_TO] = next_deal(row, seat)


def next_deal(row: Row, seat: int) -> int:
    """Return who gets another card after one for ``seat``: before the first turn both fill their hands, the beginner
    first; later ``seat`` alone.
    """
    if row[COUNT] > 1:
        return seat if row[HELD_COUNT + seat] < row[HAND] and row[PACK] > 0 else NO_DEAL
    first = row[FIRST]
    if row[HELD_COUNT + first] < row[HAND]:
        return first
    return 1 - first if row[HAND] > 1 and row[HELD_COUNT + 1 - first] < row[HAND] else NO_DEAL


def place(row: Row, card: int, cell: int) -> None:
    """Place a held card on an open cell and score it; after the last one of a turn pass it, often after a refill."""
    seat = row[TURN]
    row[SCORE + seat] += gain_at(row, card, cell)
    let_go(row, seat, card)
    forget_unseen(row, card)
    lay(row, card, cell)
    row[TURN_PLACED] += 1
    if row[TURN_PLACED] < row[CARDS_A_TURN] and row[HELD_COUNT + seat] > 0 and row[OPEN_COUNT] > 0:
        return
    row[TURN], row[TURN_PLACED] = 1 - seat, 0
    if row[PACK] > 0 and row[OPEN_COUNT] > 0:
        row[DEAL_TO] = seat if row[HAND] > 1 else 1 - seat


def forget_unseen(row: Row, card: int) -> None:
    """Take a card that was seen out of ``UNSEEN``."""
    if card != BLANK:
        row[UNSEEN] &= ~(1 << card)


def hold(row: Row, seat: int, card: int) -> None:
    """Put a card into a hand, in its order."""
    first = HELD + MOST_HELD * seat
    slot = first + row[HELD_COUNT + seat]
    while slot > first and row[slot - 1] > card:
        row[slot] = row[slot - 1]
        slot -= 1
    row[slot] = card
    row[HELD_COUNT + seat] += 1


def let_go(row: Row, seat: int, card: int) -> None:
    """Take a card out of a hand; where it is not known to be there it was a blank, and those come first."""
    first = HELD + MOST_HELD * seat
    last = first + row[HELD_COUNT + seat] - 1
    slot = last
    while slot > first and row[slot] != card:
        slot -= 1
    while slot < last:
        row[slot] = row[slot + 1]
        slot += 1
    row[last] = NO_CARD
    row[HELD_COUNT + seat] -= 1


def lay(row: Row, card: int, cell: int) -> None:
    """Put a card on the table and bring the open cells up to date."""
    x, y = x_of(row, cell), y_of(row, cell)
    row[LEFT], row[RIGHT] = min(row[LEFT], x), max(row[RIGHT], x)
    row[TOP], row[BOTTOM] = min(row[TOP], y), max(row[BOTTOM], y)
    row[TABLE_CARDS + (cell >> PACKED_BITS)] += (card - NO_CARD) << LANE_BITS * (cell & PACKED - 1)
    row[PLACED + row[COUNT]] = cell
    row[COUNT] += 1
    close(row, cell)
    reopen_ends(row, cell, ACROSS)
    reopen_ends(row, cell, DOWN)


def reopen_ends(row: Row, cell: int, step: int) -> None:
    """Open or close the two empty cells at the ends of the run through a card just laid."""
    behind, ahead = run(row, cell, -step), run(row, cell, step)
    reopen(row, cell - step * (behind + 1) & AROUND, -step, behind, ahead)
    reopen(row, cell + step * (ahead + 1) & AROUND, step, ahead, behind)


def reopen(row: Row, end: int, step: int, near: int, far: int) -> None:
    """Open or close the empty cell at one end of a run of ``near`` cards, the one just laid and ``far`` more.

    ``step`` leads away from the run. Nothing is looked for where the cell stays as it was.
    """
    across = ACROSS + DOWN - abs(step)
    crossing = run(row, end, -across) + run(row, end, across)
    if crossing >= LIMIT:
        return
    along = near + run(row, end, step)
    was_open = along < LIMIT and along + crossing > 0
    is_open = along + 1 + far < LIMIT
    if is_open and not was_open:
        uncover(row, end)
    elif was_open and not is_open:
        close(row, end)


def allowed(row: Row, cell: int) -> bool:
    """Tell whether the runs through an empty cell would keep to the limit of five."""
    across = run(row, cell, -ACROSS) + run(row, cell, ACROSS)
    return across < LIMIT and run(row, cell, -DOWN) + run(row, cell, DOWN) < LIMIT


def run(row: Row, cell: int, step: int) -> int:
    """Return how many cards lie without a gap next to a cell in one direction."""
    count = 0
    near = cell + step & AROUND
    while card_on(row, near) != NO_CARD:
        count += 1
        near = near + step & AROUND
    return count


def uncover(row: Row, cell: int) -> None:
    """Put a cell among the open ones, where it is not yet."""
    place = OPEN + row[OPEN_COUNT]
    while place > OPEN and row[place - 1] > cell:
        row[place] = row[place - 1]
        place -= 1
    row[place] = cell
    row[OPEN_COUNT] += 1


def close(row: Row, cell: int) -> None:
    """Take a cell out of the open ones, if it is there."""
    place = OPEN
    after = OPEN + row[OPEN_COUNT]
    while place < after and row[place] < cell:
        place += 1
    if place == after or row[place] != cell:
        return
    for index in range(place, after - 1):
        row[index] = row[index + 1]
    row[after - 1] = 0
    row[OPEN_COUNT] -= 1


# --- scoring ---------------------------------------------------------------------------------------------------------


def gain(row: Row, move: int) -> int:
    """Return what a placement scores, the bonus included."""
    return gain_at(row, move >> CELL_BITS, move & AROUND)


def gain_at(row: Row, card: int, cell: int) -> int:
    """Return what any card would score on an open cell, the bonus included."""
    across = line_points(row, card, cell, ACROSS)
    down = line_points(row, card, cell, DOWN)
    if across > 0 and down > 0:
        return (across + down) * row[BONUS]
    return across + down


def line_points(row: Row, card: int, cell: int, step: int) -> int:
    """Return what a card would score on an open cell in its row (``ACROSS``) or column (``DOWN``), bonus left out."""
    hands = line_hands(row, card, cell, step)
    return row[POINTS + (hands & LAST_HAND)] + row[POINTS + (hands >> HAND_BITS)]


def line_hands(row: Row, card: int, cell: int, step: int) -> int:
    """Return the hand a card would score in a line; where two, the one going back + ``HANDS`` times the other.

    Every window around the card is tried: the outer loop goes back, the inner one forward. A hand is kept with its
    points before it, so that the greater number is the better hand.
    """
    best = backward = forward = 0
    low_ace = 1 - row[STRIPPED]
    counts, suits, size = 1 << (card & -4), SUITS[card], 1
    behind = cell
    while True:
        ahead, all_counts, all_suits, all_size = cell, counts, suits, size
        while True:
            if all_size > 1:
                hand = hand_of(all_counts, all_suits, all_size, low_ace)
                scored = row[POINTS + hand] << HAND_BITS | hand
                best = max(best, scored)
                if ahead == cell:
                    backward = max(backward, scored)
                if behind == cell:
                    forward = max(forward, scored)
            ahead = ahead + step & AROUND
            near = card_on(row, ahead)
            if near == NO_CARD:
                break
            all_counts += 1 << (near & -4)
            all_suits &= SUITS[near]
            all_size += 1
        behind = behind - step & AROUND
        near = card_on(row, behind)
        if near == NO_CARD:
            break
        counts += 1 << (near & -4)
        suits &= SUITS[near]
        size += 1
    if (backward >> HAND_BITS) + (forward >> HAND_BITS) > best >> HAND_BITS:
        return backward & LAST_HAND | (forward & LAST_HAND) << HAND_BITS
    return best & LAST_HAND


# --- the table -------------------------------------------------------------------------------------------------------


def cell_at(x: int, y: int) -> int:
    """Return the cell in column ``x``, to the right of the origin, and row ``y``, below it."""
    return x + DOWN * y & AROUND


def x_of(row: Row, cell: int) -> int:
    """Return the column of a cell with a card or next to one."""
    return row[LEFT] - 1 + from_corner(row, cell) % DOWN


def y_of(row: Row, cell: int) -> int:
    """Return the row of a cell with a card or next to one."""
    return row[TOP] - 1 + from_corner(row, cell) // DOWN


def from_corner(row: Row, cell: int) -> int:
    """Return how far along the ribbon a cell is from the corner left of and above all cards."""
    corner = row[LEFT] - 1 + DOWN * (row[TOP] - 1)
    distance = cell - corner & AROUND
    # The lowest row of the highest tables, which are narrow, is further than once around.
    beyond = distance % DOWN > row[RIGHT] - row[LEFT] + 2
    return distance + CELLS if beyond else distance


def card_on(row: Row, cell: int) -> int:
    """Return the card on a cell, or ``NO_CARD``."""
    return (row[TABLE_CARDS + (cell >> PACKED_BITS)] >> LANE_BITS * (cell & PACKED - 1) & LANE) + BLANK


def scores(row: Row, out: Row) -> None:
    """Write both totals."""
    out[0] = row[SCORE]
    out[1] = row[SCORE + 1]


def returns(row: Row, out: MutableSequence[float]) -> None:
    """The higher total wins."""
    lead = row[SCORE] - row[SCORE + 1]
    out[0] = 1.0 if lead > 0 else 0.0 if lead < 0 else 0.5
    out[1] = 1.0 - out[0]


def conceal(row: Row, viewer: int) -> None:
    """Blank the cards of others that ``viewer`` does not see: from then on they are as unseen as the pack."""
    for seat in range(2):
        if holds_unseen(row, seat, viewer):
            blank_hand(row, seat)


def holds_unseen(row: Row, seat: int, viewer: int) -> bool:
    """Tell whether cards that ``seat`` holds are hidden from ``viewer``; a card turned up for all is not."""
    return row[HAND] > 1 and viewer not in (TABLE, seat)


def blank_hand(row: Row, seat: int) -> None:
    """Turn a hand's cards face down."""
    first = HELD + MOST_HELD * seat
    for slot in range(first, first + row[HELD_COUNT + seat]):
        if row[slot] != BLANK:
            row[UNSEEN] |= 1 << row[slot]
            row[slot] = BLANK


def observed_move(row: Row, move: int, viewer: int) -> int:
    """Return the move, or ``BLANK_DEAL`` for a card dealt to a hand that ``viewer`` cannot look into."""
    seat = row[DEAL_TO]
    if seat in (NO_DEAL, ORIGIN) or not holds_unseen(row, seat, viewer):
        return move
    return BLANK_DEAL


def plays_itself(row: Row, move: int) -> bool:
    """Tell whether the table makes this only legal move: always."""
    return True
