"""Moves as numbers: ``seat << 24 | kind << 16 | source << 8 | target``; so they sort by these.

The seat is the mover's, 0 for what chance does.
"""

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
    """Return who makes it."""
    return move >> SEAT_SHIFT


def kind_of(move: int) -> int:
    """Return what is done."""
    return move >> KIND_SHIFT & FIELD


def source_of(move: int) -> int:
    """Return the card, cell or place it begins with."""
    return move >> SOURCE_SHIFT & FIELD


def target_of(move: int) -> int:
    """Return the cell or place where the card goes."""
    return move & FIELD
