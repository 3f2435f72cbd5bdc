"""How a game of Poker Solitaire goes: its start, what follows from each move, when it ends and with what result.

Chance fills the slots from the left whenever one is empty. Then the seat whose turn it is moves one card; in a race
whoever is quicker does.
"""

from collections.abc import MutableSequence

from fivefold.contract import ANYONE, CHANCE, NOBODY, Choices, Row
from fivefold.games.solitaire.rules.moves import (
    ASIDE,
    DEAL,
    DONE,
    PASS,
    PLACE,
    REJECT,
    RETURN,
    STEAL,
    can_bring_in,
    kind_of,
    list_deals,
    list_moves,
    seat_of,
    source_of,
    target_of,
)
from fivefold.games.solitaire.rules.row import (
    ALTERNATE,
    BEST_OF_TWO,
    CELL,
    COMMON,
    DEALT,
    DECKS,
    FILLED,
    FINISHED,
    FIRST,
    FULL,
    GOING_ON,
    LEFT,
    LINE_COUNT,
    MARKED,
    MASK,
    MAY_PLANT,
    MAY_STEAL,
    MODE,
    MOVABLE,
    NEXT,
    NO_CARDS,
    ONE_HAND,
    OWN,
    PACK,
    PASSES,
    PAT,
    QUIET,
    QUIET_TURNS,
    RACE,
    RACE_BOTH,
    REASON,
    REJECTED,
    SAID_DONE,
    SAME_DECK,
    SCORING,
    SLOT,
    SQUARE,
    STOLEN,
    TOUCH,
    TURN,
    TWIN,
    TWO_PASSES,
    players,
)
from fivefold.games.solitaire.rules.scoring import square_points, write_hand_points
from fivefold.parts.cards import DECK

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
    if turn == ANYONE:
        return list_moves(row, 1, out, list_moves(row, 0, out, 0))
    return list_moves(row, turn, out, 0)


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
    return can_bring_in(row, 0) or (row[MODE] >= RACE and can_bring_in(row, 1))


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
    """Write 1 for the higher score, 0 for the lower, 0.5 for a draw; for one player the share of ``MOST_POINTS``.

    With pat a single player's is 1 or 0.
    """
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
