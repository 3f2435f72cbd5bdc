"""Dice Poker: five dice, a board of patterns, five in a row; two or three players.

Row: named cells, then sets a seat, then two blocks of one integer a space (numbered in ``board``): who owns it, and its
pattern (numbered in ``patterns``). The dice stand in it twice, as the number of their multiset and one by one.

Moves: a space (0 to 80) places a piece; ``BOUNCE + space`` removes one; ``END_TURN``; ``KEEP + multiset`` keeps dice,
and the rest are rolled. Of chance: a face (1 to 6), or ``DEAL + index`` gives the next space the pattern that stands
there among those left, which lie ascending on the spaces not dealt to yet. ``DROP_OUT`` and above somebody drops out.
"""

from collections.abc import MutableSequence

from fivefold.contract import CHANCE, NOBODY, Choices, Row
from fivefold.games.dice_poker.board import CLASSIC, DIRECTIONS, FREE_SPACE, ROOM, SORTED_PATTERNS, SPACES, STEP
from fivefold.games.dice_poker.patterns import (
    BOUNCES,
    DICE,
    FACE,
    FACES,
    FIRST_ROLL,
    FREE,
    FULL_HOUSE,
    KEEP_COUNT,
    KEEP_START,
    KEPT,
    MATCHES,
    MOST_KEEPS,
    NONE_KEPT,
    STRAIGHT,
    WITH,
)

VERSION = 1

CLASSIC_BOARD, SHUFFLED_BOARD = 0, 1
"""Codes of the option ``layout``."""
PLAYING, SETS_COMPLETE, BOARD_FULL, OUT_OF_PATIENCE, ONE_LEFT = 0, 1, 2, 3, 4
"""What ``row[END]`` says."""
MOST_PLAYERS = 3
LAST_ROLL = 3
SETS_IN_RUN = (0, 0, 0, 0, 0, 1, 1, 1, 1, 2)
"""How many sets a run is, by its length."""
FIVE = 5
"""Pieces in a row from which on they are protected."""
TO_COVER = SPACES - 1

PLAYERS, TO_WIN, PATIENCE = 0, 1, 2
"""What was chosen; ``row[PATIENCE]`` counts turns a player, 0 for no limit."""
DEALT, TURN, ROLL = 3, 4, 5
"""Spaces that have their pattern, of 80; whose turn it is; the number of the roll, 1 to 3."""
MULTISET, DIE = 6, 7
"""The dice on the table: their number in ``patterns``; each of the five, ascending, 0 for one still to be rolled."""
COVERED, OPEN_HOUSES, OPEN_STRAIGHTS = 12, 13, 14
"""Pieces on the board; open full-house and straight spaces."""
QUIET, END, WINNER = 15, 16, 17
"""Turns since a piece was placed; how the game ended; who completed the sets."""
KEPT_BEFORE = 18
"""The multiset that was kept before the last roll of this turn; none after the first."""
SETS = 19
"""Sets of each seat."""
OWNER = SETS + MOST_PLAYERS
"""For each space 0: open, 1 + seat: a piece, ``LOCKED`` more if it is protected; the free space is ``LOCKED`` alone."""
LOCKED = 4
PATTERN = OWNER + SPACES
OUT = PATTERN + SPACES
"""The seats that have dropped out, a bit each."""
SIZE = OUT + 1

BOUNCE = SPACES
END_TURN = 2 * SPACES
KEEP = 200
DEAL = KEEP + FIRST_ROLL
DROP_OUT = DEAL + TO_COVER
MAX_MOVES = TO_COVER + MOST_KEEPS
"""Every space for a piece placed or removed, and what can be kept of five different dice."""


def setup(row: Row, options: Choices) -> None:
    """Lay out the board: the classic patterns, or all of them sorted, to be dealt."""
    row[PLAYERS], row[TO_WIN], row[PATIENCE] = options["players"], options["sets"], options["patience"]
    row[TURN], row[ROLL] = options["first"], 1
    row[OPEN_HOUSES], row[OPEN_STRAIGHTS] = CLASSIC.count(FULL_HOUSE), CLASSIC.count(STRAIGHT)
    row[OWNER + FREE_SPACE] = LOCKED
    if options["layout"] == CLASSIC_BOARD:
        row[DEALT] = TO_COVER
        row[PATTERN : PATTERN + SPACES] = CLASSIC
    else:
        row[PATTERN + FREE_SPACE] = FREE
        for index, pattern in enumerate(SORTED_PATTERNS):
            row[PATTERN + dealt_space(index)] = pattern


def dealt_space(index: int) -> int:
    """Return the space that gets its pattern after ``index`` others: all in reading order but the free one."""
    return index + 1 if index >= FREE_SPACE else index


def to_move(row: Row) -> int:
    """Return whose turn it is; chance while patterns are to be dealt or dice to be rolled; nobody at the end."""
    if row[END] != PLAYING:
        return NOBODY
    return row[TURN] if row[MULTISET] >= FIRST_ROLL else CHANCE


def legal_moves(row: Row, out: Row) -> int:
    """Write the placements, the bouncers, the end of the turn, what can be kept; or what chance may bring."""
    if row[END] != PLAYING:
        return 0
    if row[MULTISET] < FIRST_ROLL:
        return chances(row, out)
    count = removals(row, out, placements(row, out, 0))
    if row[ROLL] < LAST_ROLL:
        return keeps(row, out, count)
    if count == 0:
        out[0] = END_TURN
        return 1
    return count


def chances(row: Row, out: Row) -> int:
    """Write a move for each pattern left to be dealt, then for each face of a die."""
    if row[DEALT] < TO_COVER:
        for index in range(TO_COVER - row[DEALT]):
            out[index] = DEAL + index
        return TO_COVER - row[DEALT]
    for face in range(FACES):
        out[face] = face + 1
    return FACES


def placements(row: Row, out: Row, count: int) -> int:
    """Write the open spaces the dice match to ``out`` from ``count`` on; return how many moves are there then."""
    matched = MATCHES[row[MULTISET] - FIRST_ROLL]
    for space in range(SPACES):
        if row[OWNER + space] == 0 and matched >> row[PATTERN + space] & 1 == 1:
            out[count] = space
            count += 1
    return count


def removals(row: Row, out: Row, count: int) -> int:
    """Write the pieces the dice can bounce now to ``out`` from ``count`` on; return how many moves are there then."""
    if not bouncer(row):
        return count
    for space in range(SPACES):
        if can_be_bounced(row, space):
            out[count] = BOUNCE + space
            count += 1
    return count


def keeps(row: Row, out: Row, count: int) -> int:
    """Write what can be kept of the dice to ``out`` from ``count`` on; return how many moves are there then."""
    roll = row[MULTISET] - FIRST_ROLL
    for index in range(KEEP_START[roll], KEEP_START[roll] + KEEP_COUNT[roll]):
        out[count] = KEEP + KEPT[index]
        count += 1
    return count


def matches(row: Row, space: int) -> bool:
    """Tell whether five rolled dice match a space that is open."""
    matched = MATCHES[row[MULTISET] - FIRST_ROLL]
    return row[OWNER + space] == 0 and matched >> row[PATTERN + space] & 1 == 1


def bouncing_pattern(row: Row) -> int:
    """Return ``FULL_HOUSE`` or ``STRAIGHT`` if five rolled dice are one, otherwise (five of a kind too) 0."""
    return BOUNCES[row[MULTISET] - FIRST_ROLL]


def bouncer(row: Row) -> bool:
    """Tell whether five rolled dice give a bouncer: all spaces of their kind, full house or straight, are covered."""
    pattern = bouncing_pattern(row)
    if pattern == FULL_HOUSE:
        return row[OPEN_HOUSES] == 0
    return pattern == STRAIGHT and row[OPEN_STRAIGHTS] == 0


def can_be_bounced(row: Row, space: int) -> bool:
    """Tell whether an opponent of whose turn it is has an unprotected piece on a space."""
    owner = row[OWNER + space]
    return 0 < owner < LOCKED and owner != 1 + row[TURN]


def play(row: Row, move: int) -> None:
    """Make one move; a die that is the fifth ends a roll, a piece placed or removed ends the turn."""
    if move >= DROP_OUT:
        drop_out(row, (move - DROP_OUT) % MOST_PLAYERS)
    elif row[MULTISET] < FIRST_ROLL:
        if row[DEALT] < TO_COVER:
            deal(row, move - DEAL)
        else:
            lay_out(row, WITH[FACES * row[MULTISET] + move - 1])
    elif move >= KEEP:
        lay_out(row, move - KEEP)
        row[KEPT_BEFORE] = move - KEEP
        row[ROLL] += 1
    else:
        finish_turn(row, move)


def finish_turn(row: Row, move: int) -> None:
    """Place, remove or do nothing, which ends the turn, and hand the dice on or end the game."""
    row[QUIET] += 1
    if move < BOUNCE:
        row[QUIET] = 0
        place(row, move)
    elif move < END_TURN:
        remove(row, move - BOUNCE)
    hand_on(row)


def deal(row: Row, index: int) -> None:
    """Give the next space the pattern that stands at ``index`` among those left; the others stay ascending."""
    dealt = row[DEALT]
    pattern = row[PATTERN + dealt_space(dealt + index)]
    for place in range(dealt + index, dealt, -1):
        row[PATTERN + dealt_space(place)] = row[PATTERN + dealt_space(place - 1)]
    row[PATTERN + dealt_space(dealt)] = pattern
    row[DEALT] += 1


def dealt_pattern(row: Row, move: int) -> int:
    """Return the pattern that a deal gives to the next space."""
    return row[PATTERN + dealt_space(row[DEALT] + move - DEAL)]


def pattern_on(row: Row, space: int) -> int:
    """Return the pattern of a space, ``FREE`` on the free one, -1 before it is dealt."""
    if space == FREE_SPACE or space < dealt_space(row[DEALT]):
        return row[PATTERN + space]
    return -1


def lay_out(row: Row, multiset: int) -> None:
    """Put these dice on the table."""
    row[MULTISET] = multiset
    for place in range(DICE):
        row[DIE + place] = FACE[DICE * multiset + place]


def place(row: Row, space: int) -> None:
    """Put a piece of whose turn it is on an open space; count the sets it completes and protect what is in them."""
    seat = row[TURN]
    row[OWNER + space] = 1 + seat
    cover(row, space, 1)
    for direction in range(DIRECTIONS // 2):
        ahead = extent(row, space, direction, seat)
        behind = extent(row, space, direction + DIRECTIONS // 2, seat)
        length = ahead + 1 + behind
        if length >= FIVE:
            row[SETS + seat] += SETS_IN_RUN[length] - SETS_IN_RUN[ahead] - SETS_IN_RUN[behind]
            protect(row, space - behind * STEP[direction], STEP[direction], length)


def remove(row: Row, space: int) -> None:
    """Take a piece off the board: an unprotected one, so that no set is broken."""
    row[OWNER + space] = 0
    cover(row, space, -1)


def cover(row: Row, space: int, change: int) -> None:
    """Count a piece more (1) or less (-1), and on what."""
    row[COVERED] += change
    if row[PATTERN + space] == FULL_HOUSE:
        row[OPEN_HOUSES] -= change
    elif row[PATTERN + space] == STRAIGHT:
        row[OPEN_STRAIGHTS] -= change


def protect(row: Row, space: int, step: int, length: int) -> None:
    """Protect the pieces of a run that begins on ``space``."""
    for _ in range(length):
        row[OWNER + space] |= LOCKED
        space += step


def extent(row: Row, space: int, direction: int, seat: int) -> int:
    """Return how many spaces next to each other, from the one after ``space`` on, are ``seat``'s or free."""
    count = 0
    while count < ROOM[DIRECTIONS * space + direction]:
        owner = row[OWNER + space + (count + 1) * STEP[direction]]
        if owner != LOCKED and owner & 3 != 1 + seat:
            break
        count += 1
    return count


def new_sets(row: Row, space: int, seat: int) -> int:
    """Return how many sets a piece of ``seat``'s on an open space would complete."""
    count = 0
    for direction in range(DIRECTIONS // 2):
        ahead = extent(row, space, direction, seat)
        behind = extent(row, space, direction + DIRECTIONS // 2, seat)
        count += SETS_IN_RUN[ahead + 1 + behind] - SETS_IN_RUN[ahead] - SETS_IN_RUN[behind]
    return count


def hand_on(row: Row) -> None:
    """Let the next seat roll, unless the game is over."""
    seat = row[TURN]
    if row[SETS + seat] >= row[TO_WIN]:
        row[END] = SETS_COMPLETE
        row[WINNER] = seat
    elif row[COVERED] == TO_COVER:
        row[END] = BOARD_FULL
    elif row[QUIET] >= row[PATIENCE] * seats_in(row) > 0:
        row[END] = OUT_OF_PATIENCE
    begin_next_turn(row)


def begin_next_turn(row: Row) -> None:
    """Let the next seat that has not dropped out roll."""
    row[TURN] = (row[TURN] + 1) % row[PLAYERS]
    while is_out(row, row[TURN]):
        row[TURN] = (row[TURN] + 1) % row[PLAYERS]
    row[ROLL] = 1
    row[KEPT_BEFORE] = NONE_KEPT
    lay_out(row, NONE_KEPT)


def is_out(row: Row, seat: int) -> bool:
    """Tell whether a seat has dropped out."""
    return row[OUT] >> seat & 1 == 1


def seats_in(row: Row) -> int:
    """Return how many seats have not dropped out."""
    count = 0
    for seat in range(row[PLAYERS]):
        count += int(not is_out(row, seat))
    return count


def drop_out(row: Row, seat: int) -> None:
    """Let a seat leave the game, its pieces where they are; its turn ends, and the game where one is left."""
    row[OUT] |= 1 << seat
    row[QUIET] = row[QUIET] * seats_in(row) // (seats_in(row) + 1)  # so many turns each as before
    if row[TURN] == seat:
        begin_next_turn(row)
    if seats_in(row) == 1:
        row[END] = ONE_LEFT


def scores(row: Row, out: Row) -> None:
    """Write each seat's sets."""
    for seat in range(row[PLAYERS]):
        out[seat] = row[SETS + seat]


def returns(row: Row, out: MutableSequence[float]) -> None:
    """Write 1 for who completed the sets; in any other end for most sets of those who are in, shared if level."""
    most = most_sets(row)
    sharing = 0
    for seat in range(row[PLAYERS]):
        sharing += int(leads(row, seat, most))
    for seat in range(row[PLAYERS]):
        if row[END] == SETS_COMPLETE:
            out[seat] = 1.0 if seat == row[WINNER] else 0.0
        else:
            out[seat] = 1.0 / sharing if leads(row, seat, most) else 0.0


def most_sets(row: Row) -> int:
    """Return the most sets that a seat has which has not dropped out."""
    most = 0
    for seat in range(row[PLAYERS]):
        if not is_out(row, seat):
            most = max(most, row[SETS + seat])
    return most


def leads(row: Row, seat: int, most: int) -> bool:
    """Tell whether a seat that has not dropped out has ``most`` sets."""
    return row[SETS + seat] == most and not is_out(row, seat)


def turn_of(row: Row) -> int:
    """Return the seat whose turn it is, also while dice roll."""
    return row[TURN]


def plays_itself(row: Row, move: int) -> bool:
    """Tell whether the table makes this only move at once: it ends a turn in which nothing can be done."""
    return move == END_TURN
