"""What only some games have besides rules, words and a picture; ``Game`` says which. See ``contract``."""

from collections.abc import Sequence
from typing import Protocol

from fivefold.play.row import Row


class Race(Protocol):
    """Only for games in which ``ANYONE`` may be to move. Compiled like ``Rules``.

    Then ``legal_moves`` lists the moves of all seats, and the canonical text of each begins with its seat's number from
    1 and a colon, ``2:done``. What is stored first counts.
    """

    def mover(self, row: Row, move: int, /) -> int:
        """Return the seat that makes a legal move where ``ANYONE`` may."""

    def still_meant(self, then: Row, now: Row, move: int, /) -> bool:
        """Tell whether a move begun in the position ``then``, legal in both, does in ``now`` what was meant.

        Between the two somebody else was quicker at something: a card named by the cell where it lay may be another.
        """


class Policy(Protocol):
    """Only for games with chance between the moves and nothing else hidden: how to play on. Compiled like ``Rules``.

    Search compares moves by playing on so to the end, in many possible orders of the cards.
    """

    MOST_TRIED: int
    """Longest list ``candidates`` can write."""
    MERIT_UNITS: int
    """So much of ``merit`` is a point: it tells by how much one move is better than another."""

    def candidates(self, row: Row, seat: int, out: Row, /) -> int:
        """Write the moves of ``seat`` worth a closer look, best first; return how many, in a race perhaps none."""

    def choose(self, row: Row, seat: int, /) -> int:
        """Return the legal move of ``seat`` that looks best at first sight, -1 where it has none."""

    def horizon(self, row: Row, /) -> int:
        """Return after how many moves from here ``value`` tells as much as playing on to the end. Not compiled."""


class Hindsight(Protocol):
    """Only for games that ask what could have been made of the cards that came. Compiled like ``Rules``.

    An *arrangement* is a row of its own: which card lies where, which are left over, and space to work on it.
    """

    ARRANGEMENT: int
    """Integers in an arrangement."""

    def gather(self, row: Row, seat: int, arrangement: Row, /) -> int:
        """Write how a finished game's cards that ``seat`` had came to lie; return how many cards there are."""

    def improve(self, row: Row, seat: int, arrangement: Row, dice: Row, steps: int, /) -> int:
        """Look so many steps for the best arrangement, in place; return how good the one left there is.

        No better one has fewer points. Each call looks anew from wherever the cards lie; whoever calls keeps the best.
        ``dice`` is the state of a generator (``parts.dice``).
        """

    def lay(self, row: Row, seat: int, arrangement: Row, /) -> None:
        """Make ``row``, the finished position, the one in which the seat's cards lie so."""

    def plan(self, row: Row, seat: int, arrangement: Row, dice: Row, steps: int, /) -> int:
        """Return the next move towards the best arrangement that is found in so many steps while the game goes on.

        -1 where there is nothing to plan. With the same cards it is the same plan, however many moves of it are made.
        """


class Learning(Protocol):
    """Only for games with a table learnt by playing alone: ``fivefold learn``. Compiled but for the last two.

    A position right after a move is worth what is settled and the weights of its features, added up.
    """

    WEIGHTS: int
    """How many there are."""
    MOST_FEATURES: int
    """Longest list ``features`` can write."""

    def features(self, row: Row, out: Row, /) -> int:
        """Write the numbers of the weights that count here; return how many."""

    def settled(self, row: Row, /) -> int:
        """Return the points that no later move changes."""

    def known(self, row: Row, /) -> Sequence[float]:
        """Return the weights the game plays with; ``row`` is any position of such a game. Not compiled."""

    def stored(self, row: Row, weight: float, /) -> int:
        """Return a weight as the game's table holds it; ``row`` is any position of such a game. Not compiled."""


class Tally(Protocol):
    """What the lab counts in games of its own, where a game makes hands. All but ``NAMES`` compiled like ``Rules``."""

    NAMES: Sequence[str]
    """What can be made, by number; the first is nothing."""
    MOST_MADE: int
    """The most that one move can make."""

    def points(self, row: Row, move: int, /) -> int:
        """Return what a legal move scores at once."""

    def made(self, row: Row, move: int, out: Row, /) -> int:
        """Write the numbers of the hands that a legal move scores; return how many."""

    def cut_short(self, row: Row, /) -> bool:
        """Tell whether a finished game ended before its usual length."""
