"""Focus: stacks that move as far as they are high, two to four players.

Row: named cells, then counts a seat, then two blocks of one integer a square (numbered in ``board``). A stack is packed
two bits a piece, the seat that owns it, with the **top** piece in the lowest bits: ``pieces & 3`` owns the stack, the
``n`` top pieces are ``pieces & (1 << 2 * n) - 1``, and landing is ``target << 2 * n | carried``.

Moves: ``52 * source + target`` carries as many pieces as the squares are apart; ``PLACING + target`` places a reserve
piece; ``EXCHANGE + 52 * own + other`` is the opening exchange; ``DROP_OUT`` and above somebody drops out. Seats are in
turn order, seat 0 (Red) moves first.
"""

from collections.abc import MutableSequence

from fivefold.contract import NOBODY, Choices, Row
from fivefold.games.focus.board import (
    COLOURS,
    DISTANCE,
    IMAGE,
    SETUPS,
    SQUARES,
    STEP,
    STEP_COUNT,
    STEP_START,
    SYMMETRIES,
    TALLEST,
)

VERSION = 1

LAST, QUOTA = 0, 1
"""Codes of the option ``win``."""
PLAIN, SWAP = 0, 1
"""Codes of the option ``opening``."""
QUOTA_EACH = (6, 3, 2)
"""Captures from every opponent that win under ``quota``, for 2, 3 and 4 players."""
QUOTA_ALL = 10
"""Captures in all that win under ``quota`` as well."""
PLAYING, LAST_ABLE, QUOTA_REACHED, OUT_OF_PATIENCE, NOBODY_ABLE = 0, 1, 2, 3, 4
"""What ``row[END]`` says."""
MOST_PLAYERS = 4

PLAYERS, WIN, PATIENCE, OPENING, TEAMS = 0, 1, 2, 3, 4
"""What was chosen; ``row[PATIENCE]`` counts turns a player, 0 for no limit."""
TURN, OPENING_LEFT, QUIET, END, WINNER = 5, 6, 7, 8, 9
"""Seat to move; opening turns (exchanges, or first placements of three players) to come; turns since a piece came off a
stack; how the game ended; the seat whose move won it."""
RESERVE = 10
"""Reserve pieces of each seat."""
STACKS = RESERVE + MOST_PLAYERS
"""Stacks each seat owns: it can make a turn as long as this or its reserve is not 0."""
CAPTURED = STACKS + MOST_PLAYERS
"""Pieces captured, at ``4 * captor + owner``."""
PIECES = CAPTURED + MOST_PLAYERS * MOST_PLAYERS
"""The stack on each square, top piece in the lowest two bits; 0 where it is empty."""
HEIGHT = PIECES + SQUARES
"""How many pieces are on each square, 0 to 5."""
OUT = HEIGHT + SQUARES
"""The seats that have dropped out, a bit each."""
SIZE = OUT + 1

PLACING = SQUARES * SQUARES
EXCHANGE = PLACING + SQUARES
DROP_OUT = EXCHANGE + SQUARES * SQUARES
MAX_MOVES = 18 * 18
"""The exchanges of a swap opening. Later a stack of h has at most 4h moves, so 52 pieces at most 4 * 52 + 52."""


def setup(row: Row, options: Choices) -> None:
    """Lay out the pieces; three players start with one in reserve each."""
    players = options["players"]
    row[PLAYERS], row[WIN], row[PATIENCE] = players, options["win"], options["patience"]
    row[OPENING], row[TEAMS] = options["opening"], options["teams"]
    letters = [colour[0] for colour in COLOURS[players - 2]]
    for square, letter in enumerate(SETUPS[players - 2].replace("/", "")):
        if letter != ".":
            seat = letters.index(letter)
            row[PIECES + square], row[HEIGHT + square] = seat, 1
            row[STACKS + seat] += 1
    if players == 3:
        row[OPENING_LEFT] = 3
        for seat in range(3):
            row[RESERVE + seat] = 1
    elif row[OPENING] == SWAP:
        row[OPENING_LEFT] = 2


def to_move(row: Row) -> int:
    """Return the seat to move, or nobody once the game is over."""
    return row[TURN] if row[END] == PLAYING else NOBODY


def legal_moves(row: Row, out: Row) -> int:
    """Write the stack moves, then the placements; in the opening turns what they allow.

    Nothing for a seat that has dropped out: search asks for the moves of others than the one to move.
    """
    if row[END] != PLAYING or is_out(row, row[TURN]):
        return 0
    if row[OPENING_LEFT] > 0:
        return first_placements(row, out) if row[PLAYERS] == 3 else exchanges(row, out)
    seat = row[TURN]
    count = 0
    for source in range(SQUARES):
        height = row[HEIGHT + source]
        if height > 0 and row[PIECES + source] & 3 == seat:
            start, steps = STEP_START[6 * source + height], STEP_COUNT[6 * source + height]
            for step in range(steps):
                out[count + step] = STEP[start + step]
            count += steps
    if row[RESERVE + seat] > 0:
        for target in range(SQUARES):
            out[count] = PLACING + target
            count += 1
    return count


def first_placements(row: Row, out: Row) -> int:
    """Write the placements on empty squares, all that a first turn of three players may do."""
    count = 0
    for target in range(SQUARES):
        if row[HEIGHT + target] == 0:
            out[count] = PLACING + target
            count += 1
    return count


def exchanges(row: Row, out: Row) -> int:
    """Write the exchanges of a swap opening: any for Red, then for Green those that leave no symmetry."""
    seat = row[TURN]
    count = 0
    for own in range(SQUARES):
        if row[HEIGHT + own] > 0 and row[PIECES + own] == seat:
            for other in range(SQUARES):
                if row[HEIGHT + other] > 0 and row[PIECES + other] != seat:
                    move = EXCHANGE + SQUARES * own + other
                    if row[OPENING_LEFT] == 2 or not symmetric_after(row, move):
                        out[count] = move
                        count += 1
    return count


def symmetric_after(row: Row, move: int) -> bool:
    """Return whether an exchange makes a set-up that a turn or reflection of the board maps onto itself.

    It counts as symmetric too where the image has the two colours exchanged: that is the mirror strategy's symmetry.
    """
    for symmetry in range(1, SYMMETRIES):
        if maps_onto_itself(row, move, symmetry, 0) or maps_onto_itself(row, move, symmetry, 1):
            return True
    return False


def maps_onto_itself(row: Row, move: int, symmetry: int, swapped: int) -> bool:
    """Return whether, after an exchange, every piece's image has its colour, or the other one if ``swapped`` is 1."""
    for square in range(SQUARES):
        image = IMAGE[SQUARES * symmetry + square]
        if row[HEIGHT + square] != row[HEIGHT + image]:
            return False
        if row[HEIGHT + square] > 0:
            difference = colour_after(row, move, square) ^ colour_after(row, move, image)
            if difference != swapped:
                return False
    return True


def colour_after(row: Row, move: int, square: int) -> int:
    """Return the seat whose single piece stands on ``square`` after an exchange between two players."""
    own = (move - EXCHANGE) // SQUARES
    other = (move - EXCHANGE) % SQUARES
    return row[PIECES + square] ^ int(square == own) ^ int(square == other)


def play(row: Row, move: int) -> None:
    """Make one turn, then hand on the turn or end the game."""
    seat = row[TURN]
    if move >= DROP_OUT:
        drop_out(row, (move - DROP_OUT) % MOST_PLAYERS)
        return
    if move >= EXCHANGE:
        exchange(row, move)
        return
    off = 0
    if move >= PLACING:
        row[RESERVE + seat] -= 1
        off = land(row, seat, move - PLACING, seat, 1)
        if row[OPENING_LEFT] > 0:
            row[OPENING_LEFT] -= 1
    else:
        off = land(row, seat, move % SQUARES, lift(row, seat, move), DISTANCE[move])
    row[QUIET] = 0 if off > 0 else row[QUIET] + 1
    hand_on(row, seat)


def exchange(row: Row, move: int) -> None:
    """Let two pieces change places, before play."""
    own = PIECES + (move - EXCHANGE) // SQUARES
    other = PIECES + (move - EXCHANGE) % SQUARES
    pieces = row[own]
    row[own] = row[other]
    row[other] = pieces
    row[OPENING_LEFT] -= 1
    row[TURN] = 1 - row[TURN]


def lift(row: Row, seat: int, move: int) -> int:
    """Take a move's pieces off the top of its source, ``seat``'s stack, and return them packed."""
    source = move // SQUARES
    count = DISTANCE[move]
    pieces = row[PIECES + source]
    rest = pieces >> 2 * count
    row[PIECES + source] = rest
    row[HEIGHT + source] -= count
    row[STACKS + seat] -= 1
    if row[HEIGHT + source] > 0:
        row[STACKS + (rest & 3)] += 1
    return pieces & ((1 << 2 * count) - 1)


def land(row: Row, seat: int, target: int, carried: int, count: int) -> int:
    """Put ``count`` pieces of ``seat``'s on top of ``target``; return how many came off its bottom."""
    pieces = row[PIECES + target]
    height = row[HEIGHT + target] + count
    if height > count:
        row[STACKS + (pieces & 3)] -= 1
    row[STACKS + seat] += 1
    pieces = pieces << 2 * count | carried
    off = 0
    while height > TALLEST:
        height -= 1
        take_off(row, seat, pieces >> 2 * height & 3)
        off += 1
    row[PIECES + target] = pieces & ((1 << 2 * height) - 1)
    row[HEIGHT + target] = height
    return off


def take_off(row: Row, seat: int, owner: int) -> None:
    """Give ``seat`` a piece from the bottom: its own into its reserve, any other captured and out."""
    if owner == seat:
        row[RESERVE + seat] += 1
    else:
        row[CAPTURED + MOST_PLAYERS * seat + owner] += 1


def is_out(row: Row, seat: int) -> bool:
    """Tell whether a seat has dropped out."""
    return row[OUT] >> seat & 1 == 1


def able(row: Row, seat: int) -> bool:
    """Tell whether a seat can make a turn: it has a stack or a reserve piece, and has not dropped out."""
    return row[STACKS + seat] + row[RESERVE + seat] > 0 and not is_out(row, seat)


def counts(row: Row, seat: int) -> bool:
    """Tell whether a seat may still win: it has not dropped out, or a partner has not."""
    return not is_out(row, seat) or (row[TEAMS] != 0 and not is_out(row, seat ^ 2))


def seats_in(row: Row) -> int:
    """Return how many seats have not dropped out."""
    count = 0
    for seat in range(row[PLAYERS]):
        count += int(not is_out(row, seat))
    return count


def patience(row: Row) -> int:
    """Return how many turns in a row without a piece off a stack make a draw, 0 for no limit."""
    return row[PATIENCE] * seats_in(row)


def drop_out(row: Row, seat: int) -> None:
    """Let a seat leave the game, its pieces where they are and its reserve gone; hand on its turn or end the game."""
    if row[OPENING_LEFT] > 0 and row[RESERVE + seat] > 0:
        row[OPENING_LEFT] -= 1
    row[RESERVE + seat] = 0
    row[OUT] |= 1 << seat
    row[QUIET] = row[QUIET] * seats_in(row) // (seats_in(row) + 1)  # so many turns each as before
    following = NOBODY
    for step in range(row[PLAYERS] - 1, -1, -1):
        other = (row[TURN] + step) % row[PLAYERS]
        if able(row, other):
            following = other
    if following < 0:
        finish(row, seat, NOBODY_ABLE)
        return
    row[TURN] = following
    if able_rivals(row, following) == 0:
        finish(row, following, LAST_ABLE)


def able_rivals(row: Row, seat: int) -> int:
    """Return how many of a seat's rivals can make a turn."""
    count = 0
    for other in range(row[PLAYERS]):
        count += int(rival(row, seat, other) and able(row, other))
    return count


def hand_on(row: Row, seat: int) -> None:
    """After ``seat``'s turn find who is next, passing over whoever has neither stack nor reserve, or end the game."""
    following = seat
    for step in range(row[PLAYERS] - 1, 0, -1):
        other = (seat + step) % row[PLAYERS]
        if able(row, other):
            following = other
    row[TURN] = following
    if row[WIN] == QUOTA and row[QUIET] == 0 and quota_reached(row, seat):
        finish(row, seat, QUOTA_REACHED)
    elif able_rivals(row, seat) == 0:
        finish(row, seat, LAST_ABLE)
    elif row[QUIET] >= patience(row) > 0:
        finish(row, seat, OUT_OF_PATIENCE)


def finish(row: Row, seat: int, end: int) -> None:
    """Write down how the game ended, and after whose turn."""
    row[END] = end
    row[WINNER] = seat


def is_draw(row: Row) -> bool:
    """Tell whether a finished game is a draw."""
    return row[END] == OUT_OF_PATIENCE or row[END] == NOBODY_ABLE


def rival(row: Row, seat: int, other: int) -> bool:
    """Return whether two seats play against each other; partners sit opposite."""
    return other != seat and (row[TEAMS] == 0 or (other ^ seat) != 2)


def captures(row: Row, seat: int, owner: int) -> int:
    """Return how many of ``owner``'s pieces ``seat``, or with teams its side, has captured."""
    count = row[CAPTURED + MOST_PLAYERS * seat + owner]
    if row[TEAMS] != 0:
        count += row[CAPTURED + MOST_PLAYERS * (seat ^ 2) + owner]
    return count


def quota_reached(row: Row, seat: int) -> bool:
    """Return whether ``seat`` or its side has captured enough of every rival, or enough in all."""
    need = QUOTA_EACH[row[PLAYERS] - 2]
    total = 0
    short = 0
    for other in range(row[PLAYERS]):
        if rival(row, seat, other):
            count = captures(row, seat, other)
            total += count
            if count < need:
                short += 1
    return short == 0 or total >= QUOTA_ALL


def scores(row: Row, out: Row) -> None:
    """Write for each seat how many pieces of its rivals it has captured: what ``quota`` counts (a partner's do not)."""
    for seat in range(row[PLAYERS]):
        out[seat] = 0
        for other in range(row[PLAYERS]):
            if rival(row, seat, other):
                out[seat] += row[CAPTURED + MOST_PLAYERS * seat + other]


def returns(row: Row, out: MutableSequence[float]) -> None:
    """Write 1 for the winner, half of it for each of two partners; a draw is shared by all who may still win."""
    sharing = 0
    for seat in range(row[PLAYERS]):
        sharing += int(counts(row, seat))
    for seat in range(row[PLAYERS]):
        if is_draw(row):
            out[seat] = 1.0 / sharing if counts(row, seat) else 0.0
        elif rival(row, row[WINNER], seat):
            out[seat] = 0.0
        else:
            out[seat] = 0.5 if row[TEAMS] != 0 else 1.0


# --- who can still win: plain Python, for people ---------------------------------------------------------------------


def can_win(row: Row, seat: int) -> bool:
    """Return false for a side without a piece left anywhere or that has dropped out, and where the last turn that
    patience allows ends it all.

    A piece deep in a stack may come to the top again, so one that is left is enough.
    """
    side = [mate for mate in range(row[PLAYERS]) if not rival(row, seat, mate)]
    if not any(has_pieces(row, mate) for mate in side if not is_out(row, mate)):
        return False
    return not is_last_turn(row) or any(helps(row, move, side) for move in legal(row))


def has_pieces(row: Row, seat: int) -> bool:
    """Tell whether a seat has a piece in reserve or in any stack."""
    if row[RESERVE + seat] > 0:
        return True
    stacks = ((row[PIECES + square], row[HEIGHT + square]) for square in range(SQUARES))
    return any(pieces >> 2 * place & 3 == seat for pieces, height in stacks for place in range(height))


def is_last_turn(row: Row) -> bool:
    """Tell whether the game is a draw unless a piece comes off a stack in this turn, or the turn wins."""
    limit = patience(row)
    return limit > 0 and row[OPENING_LEFT] == 0 and row[QUIET] + 1 >= limit


def helps(row: Row, move: int, side: list[int]) -> bool:
    """Tell whether the game goes on after a move, or one of a side has won by it."""
    after = list(row)
    play(after, move)
    if after[END] == PLAYING:
        return True
    return not is_draw(after) and after[WINNER] in side


def legal(row: Row) -> list[int]:
    """Return the legal moves."""
    out = [0] * MAX_MOVES
    return out[: legal_moves(row, out)]
