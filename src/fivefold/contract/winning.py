"""Whether somebody can still win: what a game may know of a position long before its end."""

from collections.abc import Callable

from fivefold.contract.row import Row

CanWin = Callable[[Row, int], bool]
"""``can_win(row, seat)``: whether a seat, with its partners, can still win from a position that is not over.

To win is to end with more than an equal share of the result: a draw among all is no win. The answer is no only where
that is certain, whatever the players do and chance brings. It is asked of the whole position, hidden cards too, so
nobody is shown the answer while the match goes on. Plain Python, never compiled.
"""


def anybody_can_win(row: Row, seat: int) -> bool:
    """Return true: nothing is certain before the end."""
    return True
