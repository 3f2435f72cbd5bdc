"""A game's rules: plain functions over a flat row of integers, the same ones that the engine compiles.

A *position* is one flat row of integers: a plain ``list[int]`` when people play, an ``int64`` array when the engine
runs the same functions compiled. Offsets into the row are module constants of the game's rules.
A *move* is an integer inside the house and a word at its edges (``Notation``).
"""

import zlib
from array import array
from collections.abc import Callable, Mapping, MutableSequence, Sequence
from typing import Final, Protocol

Row = MutableSequence[int]
"""A position, a list of moves, or scores: ``int64`` values in a list or a one-dimensional array."""
INT64: Final = "q"
QUICKLY: Final = 1
"""Most of a row repeats itself, so that the least effort makes it small."""


def packed(row: Sequence[int]) -> bytes:
    """Return a row to keep rather than to work with: a few hundred bytes for up to 18 kB."""
    return zlib.compress(array(INT64, row).tobytes(), QUICKLY)


def unpacked(kept: bytes) -> list[int]:
    """Return the row that was packed."""
    row = array(INT64)
    row.frombytes(zlib.decompress(kept))
    return row.tolist()


CHANCE: Final = -1
"""To move: nobody at the table; one of the legal moves happens, each equally likely."""
NOBODY: Final = -2
"""To move: the game is over."""
ANYONE: Final = -3
"""To move: any seat, first come first served; the move itself says whose it is."""

SPECTATOR: Final = -5
"""A viewer who sits nowhere and sees what everybody may see."""
TABLE: Final = -4
"""A viewer who sees everything: the table itself, which keeps the record."""

Choices = Mapping[str, int]
"""Option values as the rules read them: for each option the code of the chosen value."""


class Rules(Protocol):
    """Functions in the compiled subset; all but ``setup`` also run compiled.

    Text is checked above; these functions trust what they are given. The protocols below say what a game with certain
    traits has among its rules besides.
    """

    SIZE: int
    """Integers in a row."""
    MAX_MOVES: int
    """Longest list ``legal_moves`` can write."""
    VERSION: int
    """Raised whenever any finished match would replay differently."""

    def setup(self, row: Row, options: Choices, /) -> None:
        """Lay out the start these options ask for in ``row``, ``SIZE`` zeros."""

    def to_move(self, row: Row, /) -> int:
        """Return the seat to move, or ``CHANCE``, ``ANYONE``, ``NOBODY``."""

    def legal_moves(self, row: Row, out: Row, /) -> int:
        """Write the legal moves to ``out`` in ascending order and return how many; at least one until the end."""

    def play(self, row: Row, move: int, /) -> None:
        """Make one legal move in place."""

    def scores(self, row: Row, out: Row, /) -> None:
        """Write each seat's points as they stand; what points are is the game's to say."""

    def returns(self, row: Row, out: MutableSequence[float], /) -> None:
        """At the end write each seat's result: 1 a win, 0 a loss, a shared first place shares 1 equally."""


class Hidden(Protocol):
    """Rules of games whose information is hidden. The first is compiled.

    A row with blanks is a row: whoever looks at it may ask everything of it that can be asked of a position, draw it,
    and play on it, the moves of others as ``observed_move`` tells them: until the game is over that leads to what the
    viewer sees then.
    """

    def conceal(self, row: Row, viewer: int, /) -> None:
        """Blank everything in the row that ``viewer`` (a seat or ``SPECTATOR``) cannot know.

        ``TABLE`` knows everything. Concealing twice changes nothing more.
        """

    def observed_move(self, row: Row, move: int, viewer: int, /) -> int:
        """Return a move of this position as ``viewer`` may know it: itself, or a number for any of its kind.

        ``say``, ``explain``, ``spotlight`` and ``motions`` take it together with the observed row: a card dealt unseen
        flies to a hand with its back up.
        """


class Race(Protocol):
    """Rules of games in which ``ANYONE`` may be to move. Compiled.

    Then ``legal_moves`` lists the moves of all seats, and the canonical text of each begins with its seat's number from
    1 and a colon, ``2:done``. What is stored first counts.
    """

    def mover(self, row: Row, move: int, /) -> int:
        """Return the seat that makes a legal move where ``ANYONE`` may."""

    def still_meant(self, then: Row, now: Row, move: int, /) -> bool:
        """Tell whether a move begun in the position ``then``, legal in both, does in ``now`` what was meant.

        Between the two somebody else was quicker at something: a card named by the cell where it lay may be another.
        """


class LongTurns(Protocol):
    """Rules of games with chance within turns. Compiled."""

    def turn_of(self, row: Row, /) -> int:
        """Return the seat whose turn it is, also where chance is to move within it."""


class DropOuts(Protocol):
    """Rules of games that go on without one who resigns or runs out of time (``contract.drop_outs``). Compiled.

    ``play`` makes the move ``move_numbers + seat`` for who resigned, ``move_numbers + max(seats) + seat`` for whose
    time was out: that seat never moves again, and wins nothing unless a partner does.
    """

    def is_out(self, row: Row, seat: int, /) -> bool:
        """Tell whether a seat has dropped out."""


class Forced(Protocol):
    """Rules of games with forced moves. Compiled."""

    def plays_itself(self, row: Row, move: int, /) -> bool:
        """Tell whether the table makes this only legal move at once (passing, the last card into the last cell)."""


CanWin = Callable[[Row, int], bool]
"""``can_win(row, seat)``: whether a seat, with its partners, can still win from a position that is not over.

To win is to end with more than an equal share of the result: a draw among all is no win. The answer is no only where
that is certain, whatever the players do and chance brings. It is asked of the whole position, hidden cards too, so
nobody is shown the answer while the match goes on. Plain Python, never compiled.
"""


def anybody_can_win(row: Row, seat: int) -> bool:
    """Return true: nothing is certain before the end."""
    return True
