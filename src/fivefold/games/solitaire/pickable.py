"""What a viewer may pick on the Poker Solitaire picture, and what a picked card would earn on every cell."""

from collections.abc import Iterable
from typing import Final, NamedTuple

from fivefold.contract import ANYONE, TABLE, Marks, Row
from fivefold.games.solitaire import rules
from fivefold.games.solitaire.explaining import NO_CELL, ends_in_squares
from fivefold.games.solitaire.hands import CARD_KEY
from fivefold.games.solitaire.move_text import clicks, ends, told_apart
from fivefold.games.solitaire.moves import (
    ASIDE,
    PASS,
    REJECT,
    RETURN,
    kind_of,
    seat_of,
    source_of,
    target_of,
)
from fivefold.games.solitaire.places import SQUARE
from fivefold.games.solitaire.scoring import counted_lines, key_points, line_key
from fivefold.games.solitaire.words import LINES_THROUGH


class Offered(NamedTuple):
    """The moves a viewer has, and what they are spelled with."""

    moves: list[int]
    cards: frozenset[int]
    cells: frozenset[int]
    rejects: frozenset[int]
    buttons: frozenset[str]


NOTHING: Final = Offered([], frozenset(), frozenset(), frozenset(), frozenset())


def offered(row: Row, viewer: int, mover: int) -> Offered:
    """Return what ``viewer`` may pick; in a race ``ANYONE`` and ``TABLE`` stand for both players at one screen."""
    both = mover == ANYONE and viewer in {ANYONE, TABLE}
    if not both and viewer != mover and (mover != ANYONE or viewer not in range(rules.players(row))):
        return NOTHING
    out = [0] * rules.MAX_MOVES
    moves = out[: rules.legal_moves(row, out)]
    if mover == ANYONE and not both:
        moves = [move for move in moves if seat_of(move) == viewer]
    return _things(row, moves, both)


def _things(row: Row, moves: list[int], both: bool) -> Offered:
    cards, cells, rejects, buttons = set[int](), set[int](), set[int](), set[str]()
    for move in moves:
        kind = kind_of(move)
        if kind >= PASS:
            buttons.update(clicks(row, move))
            continue
        (cards if kind <= ASIDE else rejects if kind == RETURN else cells).add(source_of(move))
        (rejects if kind in (ASIDE, REJECT) else cells).add(target_of(move))
        if both and told_apart(row, move):
            buttons.add(f"take-{seat_of(move) + 1}")
    return Offered(moves, frozenset(cards), frozenset(cells), frozenset(rejects), frozenset(buttons))


def gains(row: Row, moves: Iterable[int], marks: Marks) -> dict[int, int]:
    """Return for each cell that the thing marked as picked can go to how much its lines are worth more with it there.

    Where both players of a race could put it on a cell, it is one card on one cell all the same.
    """
    picked = {name for name, classes in marks.items() if "picked" in classes.split()}
    if not picked:
        return {}
    chosen = [move for move in moves if kind_of(move) < PASS and ends(row, move)[0] in picked]
    counted = [counted_lines(row, square) for square in range(rules.squares(row))]
    keys = [[line_key(row, square, line) for line in range(lines)] for square, lines in enumerate(counted)]
    return {target_of(move): _gain(row, move, keys) for move in chosen if ends_in_squares(row, move)[1] != NO_CELL}


def _gain(row: Row, move: int, keys: list[list[int]]) -> int:
    """Return how much more the lines through the cells that a move changes are worth after it."""
    source, target, value = ends_in_squares(row, move)
    steps: dict[tuple[int, int], int] = {}
    for cell, step in ((source, -CARD_KEY[value]), (target, CARD_KEY[value])):
        square, place = divmod(cell, SQUARE)
        for line in LINES_THROUGH[place] if cell != NO_CELL else ():
            if line < len(keys[square]):
                steps[square, line] = steps.get((square, line), 0) + step
    return sum(
        key_points(row, keys[square][line] + step) - key_points(row, keys[square][line])
        for (square, line), step in steps.items()
        if step
    )
