"""Who can still win a game of Poker Solitaire for two: the most that one can still have, the least of the other."""

from collections.abc import Iterator
from typing import NamedTuple

from fivefold.contract import Row
from fivefold.games.solitaire.rules.moves import reject_places, taken_places
from fivefold.games.solitaire.rules.row import (
    COMMON,
    DEALT,
    FINISHED,
    HANDS,
    LEFT,
    MAY_STEAL,
    MOVABLE,
    ORDINARY_HANDS,
    PAT,
    POINTS,
    SCORING,
    SIDE,
    SLOT,
    USER,
    USER_SCORING,
    players,
)
from fivefold.games.solitaire.rules.scoring import CARD_KEY, COMPLETE, SIZE_SHIFT, counted_lines, key_points, line_key
from fivefold.parts.cards import DECK

FEW = 2
"""With so many cells of a line still empty every card that may come there is tried."""


class Span(NamedTuple):
    """The least and the most that something can be worth in the end."""

    least: int
    most: int


def can_win(row: Row, seat: int) -> bool:
    """Return whether the most points a seat can still have are more than the least of the other."""
    return players(row) == 1 or square_span(row, seat).most > square_span(row, 1 - seat).least


def square_span(row: Row, square: int) -> Span:
    """Return what a square can be worth in the end; with pat 1 if all five rows can be, or surely are."""
    spans = [line_span(row, square, line) for line in range(counted_lines(row, square))]
    least, most = sum(span.least for span in spans), sum(span.most for span in spans)
    return Span(least // SIDE, most // SIDE) if row[SCORING] == PAT else Span(least, most)


def line_span(row: Row, square: int, line: int) -> Span:
    """Return what a line can be worth in the end."""
    key = line_key(row, square, line)
    if not stays(row, square) or COMPLETE - (key >> SIZE_SHIFT) > FEW:
        return any_line(row)
    points = [key_points(row, each) for each in completions(row, key)]
    return Span(min(points), max(points))


def any_line(row: Row) -> Span:
    """Return the least and the most that there is for a line."""
    own = row[USER + 1 : USER + HANDS + 1] if row[SCORING] == USER_SCORING else ()
    points = (0, *row[POINTS : POINTS + ORDINARY_HANDS], *own)
    return Span(min(points), max(points))


def stays(row: Row, square: int) -> bool:
    """Tell whether every card in a player's square is there for good, so that cards of the pack alone come to it."""
    if row[FINISHED + square] != 0:
        return True
    if row[MAY_STEAL] != 0 or row[MOVABLE + square] != 0:
        return False
    common_may_empty = row[COMMON] > 0 and row[MOVABLE + 1 - square] != 0
    return not common_may_empty and reject_places(row, square) == taken_places(row, square)


def completions(row: Row, key: int) -> Iterator[int]:
    """Yield the keys of a line with few empty cells, as it is and with cards that lie face up or are in the pack."""
    yield key
    if key >> SIZE_SHIFT == COMPLETE:
        return
    face_up = row[SLOT : SLOT + row[DEALT]]
    cards = [CARD_KEY[card + 1] for card in range(DECK) if row[LEFT + card] > 0 or card + 1 in face_up]
    yield from (key + card for card in cards)
    if key >> SIZE_SHIFT < COMPLETE - 1:
        yield from (key + one + other for place, one in enumerate(cards) for other in cards[place:])
