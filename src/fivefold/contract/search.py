"""The few kinds of search, and what each needs to know of a game: bundles of plain functions in the compiled subset.

A game chooses the kind that plays it best and gives these functions; ``Game`` checks that kind and traits go together.
"""

from collections.abc import Callable, MutableSequence
from dataclasses import dataclass

from fivefold.contract.row import Row

Floats = MutableSequence[float]


def nothing_settled(row: Row) -> int:
    """Return 0: no lead is certain before the end."""
    return 0


def no_bound(row: Row) -> int:
    """Return a large number: there is no telling how long the game can last."""
    return 1 << 40


def keep_turn(row: Row, seat: int) -> None:
    """Do nothing: with two players nobody but the other is to move."""


def own_side(row: Row, seat: int) -> int:
    """Return the seat itself: everybody is on a side of their own."""
    return seat


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Search:
    """What every kind wants to know."""

    value: Callable[[Row, Row], None]
    """``value(row, out)``: write an estimate for each seat, in points; exact at the end, and beyond any estimate if it
    is won or lost."""
    merit: Callable[[Row, int], int]
    """``merit(row, move)``: how promising a legal move looks at first sight, higher is better."""
    points_scale: float
    """So many points of ``value`` ahead is a 73 % chance to win (the scale of the logistic curve)."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class AlphaBeta(Search):
    """Alpha-beta with a table of known positions: everything is open, and chance moves at the start if at all."""

    key: Callable[[Row], int]
    """A 62-bit hash of all that decides how the game can go on (not of what is ``banked``)."""
    banked: Callable[[Row], int] = nothing_settled
    """Seat 0's lead over seat 1 in points that no later move can change."""
    remaining: Callable[[Row], int] = no_bound
    """How many plies the game can still last, or a large number where there is no such bound."""
    side: Callable[[Row, int], int] = own_side
    """``side(row, seat)``: the number of the side a seat is on; partners share it."""
    give_turn: Callable[[Row, int], None] = keep_turn
    """``give_turn(row, seat)``: let it be this seat's turn, which the rules alone would not do: for best-reply search,
    in games for more than two."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Sampling(AlphaBeta):
    """Moves compared over many fair possibilities of what is hidden and what chance will bring.

    Endings in which nothing is hidden any more are left to alpha-beta.
    """

    determinize: Callable[[Row, int, Row], None]
    """``determinize(row, seat, dice)``: fill the blanks of a row that ``seat`` observed with one possibility, all
    equally likely. ``dice`` is the state of a generator (``parts.dice``)."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class WholeTurns(Search):
    """Expectimax over whole turns, each of several moves with chance between them, played exactly.

    A turn lasts from its first chance move to the move that ends it, its *finish*; the row may be anywhere in it, and
    what chance has brought so far counts.
    """

    key: Callable[[Row], int]
    """As in ``AlphaBeta``."""
    finishes: Callable[[Row, Row], int]
    """``finishes(row, out)``: write the moves that could end this turn, whatever chance may bring, ascending; return
    how many."""
    finish: Callable[[Row, int], None]
    """``finish(row, move)``: make one of them in place, as if chance allowed it now: then another turn begins, or it
    is over."""
    outlook: Callable[[Row, Floats, Floats, Floats], float]
    """``outlook(row, worth, out, scratch)``: what the turn is worth on average to whose turn it is, played best from
    here on. ``worth``: for each of ``finishes``, in their order, what ending the turn so is worth. Where the seat is to
    move, ``out`` (``MAX_MOVES`` floats) gets for each legal move, in their order, what the turn is worth after it."""
    max_finishes: int
    """Longest list ``finishes`` can write."""
    scratch: int
    """How many floats ``outlook`` wants to work with."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class PolicyRollouts(Search):
    """Moves compared by playing on, with the game's own policy, in many possible orders of the cards to come.

    For games with chance between the moves and nothing hidden; also where anyone may be to move.
    """

    candidates: Callable[[Row, int, Row], int]
    """``candidates(row, seat, out)``: write the moves of ``seat`` worth a closer look, best first; return how many, in
    a race perhaps none."""
    choose: Callable[[Row, int], int]
    """``choose(row, seat)``: the legal move of ``seat`` that looks best at first sight, -1 where it has none."""
    horizon: Callable[[Row], int]
    """After how many moves from here ``value`` tells as much as playing on to the end. Not compiled."""
    most_tried: int
    """Longest list ``candidates`` can write."""
    merit_units: int
    """So much of ``merit`` is a point: it tells by how much one move is better than another."""
