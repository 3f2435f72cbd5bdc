"""What a race has to know of a move: whose it is, and whether it still means what it meant."""

from fivefold.games.solitaire.moves import ASIDE, DONE, RETURN, kind_of, seat_of, source_of
from fivefold.games.solitaire.row import CELL, REJECTED
from fivefold.play.contract import Row


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
