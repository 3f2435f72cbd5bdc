"""The few kinds of search, and what each needs to know of a game: bundles of plain functions in the compiled subset.

A game chooses the kind that plays it best and gives these functions; ``Game`` checks that kind and traits go together.
"""

from collections.abc import Callable, MutableSequence
from dataclasses import dataclass, field
from typing import Final

from fivefold.contract.rules import Row

Floats = MutableSequence[float]
NOT_COMPILED: Final = {"compiled": False}
"""Metadata of a field that kernels never use: a function that only plain Python calls, or no function at all."""
UNTOLD: Final = 1 << 40
"""What ``AlphaBeta.gain`` returns for a move that has to be played to see what it changes."""


def nothing_settled(row: Row) -> int:
    """Return 0: no lead is certain before the end."""
    return 0


def no_bound(row: Row) -> int:
    """Return a large number: there is no telling how long the game can last."""
    return 1 << 40


def keep_turn(row: Row, seat: int) -> None:
    """Do nothing: with two players nobody but the other is to move."""


def never(row: Row) -> bool:
    """Return false: best-reply search plays it as well."""
    return False


def untold(row: Row, move: int) -> int:
    """Return ``UNTOLD``: only playing a move shows what it changes."""
    return UNTOLD


def own_side(row: Row, seat: int) -> int:
    """Return the seat itself: every seat is a side of its own."""
    return seat


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Search:
    """What every kind of search needs."""

    value: Callable[[Row, Row], None]
    """``value(row, out)``: write an estimate for each seat, in points. At the end it is exact, and a game that is won
    or lost is worth more, or less, than any estimate."""
    merit: Callable[[Row, int], int]
    """``merit(row, move)``: how promising a legal move looks at first sight, higher is better."""
    points_scale: float
    """A lead of this many points of ``value`` is a 73 % chance to win (the scale of the logistic curve)."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class AlphaBeta(Search):
    """Alpha-beta with a transposition table: everything is open, and chance moves at the start if at all."""

    key: Callable[[Row], int]
    """A 62-bit hash of everything that decides how the game can go on (but not of what is ``banked``)."""
    banked: Callable[[Row], int] = nothing_settled
    """Seat 0's lead over seat 1 in points that no later move can change."""
    remaining: Callable[[Row], int] = no_bound
    """How many plies the game can still last, or a large number where there is no such bound."""
    gain: Callable[[Row, int], int] = untold
    """``gain(row, move)``: where two play, by how much a move changes the lead in ``value`` of whoever makes it, or
    ``UNTOLD``. With it search need not make the positions it only estimates, and passes over moves that lose too much;
    so what is told must be exact, and a move that may end the game untold."""
    side: Callable[[Row, int], int] = own_side
    """``side(row, seat)``: the number of the side a seat is on; partners share it."""
    give_turn: Callable[[Row, int], None] = keep_turn
    """``give_turn(row, seat)``: let it be this seat's turn, even where the rules would not. Best-reply search needs
    it in games for more than two."""
    each_for_itself: Callable[[Row], bool] = field(default=never, metadata=NOT_COMPILED)
    """``each_for_itself(row)``: whether, where more than two play, tree search plays by this row's options better than
    best-reply search does, as measured."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Sampling(AlphaBeta):
    """Moves compared over many fair possibilities of what is hidden and of what chance will bring.

    Endings in which nothing is hidden any more are left to alpha-beta.
    """

    determinize: Callable[[Row, int, Row], None]
    """``determinize(row, seat, dice)``: fill the blanks of a row that ``seat`` observed with one possibility, all
    equally likely. ``dice`` is the state of a generator (``parts.dice``)."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class WholeTurns(Search):
    """Expectimax over whole turns, each of several moves with chance between them, played exactly.

    A turn lasts from its first chance move to the move that ends it, its *finish*. The row may be at any point of a
    turn; what chance has brought so far counts.
    """

    key: Callable[[Row], int]
    """As in ``AlphaBeta``."""
    finishes: Callable[[Row, Row], int]
    """``finishes(row, out)``: write the moves that could end this turn, whatever chance may bring, in ascending order;
    return how many."""
    finish: Callable[[Row, int], None]
    """``finish(row, move)``: make one of them in place, as if chance allowed it now. Then another turn begins, or the
    game is over."""
    outlook: Callable[[Row, Floats, Floats, Floats], float]
    """``outlook(row, worth, out, scratch)``: the expected worth of the turn, for the seat whose turn it is, if it is
    played best from here on. ``worth``: what ending the turn is worth with each of ``finishes``, in their order. Where
    the seat is to move, the turn's worth after each legal move, in their order, is written to ``out`` (``MAX_MOVES``
    floats)."""
    max_finishes: int
    """Longest list ``finishes`` can write."""
    scratch: int
    """How many floats ``outlook`` needs to work with."""


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
    horizon: Callable[[Row], int] = field(metadata=NOT_COMPILED)
    """After how many moves from here ``value`` tells as much as playing on to the end."""
    most_tried: int
    """Longest list ``candidates`` can write."""
    merit_units: int
    """How much ``merit`` makes a point: it tells by how much one move is better than another."""
