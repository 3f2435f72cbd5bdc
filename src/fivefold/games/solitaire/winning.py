"""Who can still win a game of Poker Solitaire for two: the most that one can still have, the least of the other."""

from collections.abc import Iterator
from typing import NamedTuple

from fivefold.contract import Row
from fivefold.games.solitaire import rules
from fivefold.parts.cards import DECK

FEW = 2
"""With so many cells of a line still empty every card that may come there is tried."""


class PointsSpan(NamedTuple):
    """The least and the most that something can be worth in the end."""

    least: int
    most: int


def can_win(row: Row, seat: int) -> bool:
    """Return whether the most points a seat can still have are more than the least of the other."""
    return rules.players(row) == 1 or square_span(row, seat).most > square_span(row, 1 - seat).least


def square_span(row: Row, square: int) -> PointsSpan:
    """Return what a square can be worth in the end; with pat 1 if all five rows can be, or surely are."""
    spans = [_line_span(row, square, line) for line in range(rules.counted_lines(row, square))]
    least, most = sum(span.least for span in spans), sum(span.most for span in spans)
    return (
        PointsSpan(least // rules.SIDE, most // rules.SIDE)
        if row[rules.SCORING] == rules.PAT
        else PointsSpan(least, most)
    )


def _line_span(row: Row, square: int, line: int) -> PointsSpan:
    key = rules.line_key(row, square, line)
    if not stays(row, square) or rules.COMPLETE - (key >> rules.SIZE_SHIFT) > FEW:
        return _any_line(row)
    points = [rules.key_points(row, each) for each in completions(row, key)]
    return PointsSpan(min(points), max(points))


def _any_line(row: Row) -> PointsSpan:
    own = row[rules.USER + 1 : rules.USER + rules.HANDS + 1] if row[rules.SCORING] == rules.USER_SCORING else ()
    points = (0, *row[rules.POINTS : rules.POINTS + rules.ORDINARY_HANDS], *own)
    return PointsSpan(min(points), max(points))


def stays(row: Row, square: int) -> bool:
    """Tell whether every card in a player's square is there for good, so that cards of the pack alone come to it."""
    if row[rules.FINISHED + square] != 0:
        return True
    if row[rules.MAY_STEAL] != 0 or row[rules.MOVABLE + square] != 0:
        return False
    common_may_empty = row[rules.COMMON] > 0 and row[rules.MOVABLE + 1 - square] != 0
    return not common_may_empty and rules.reject_places(row, square) == rules.taken_places(row, square)


def completions(row: Row, key: int) -> Iterator[int]:
    """Yield the keys of a line with few empty cells, as it is and with cards that lie face up or are in the pack."""
    yield key
    if key >> rules.SIZE_SHIFT == rules.COMPLETE:
        return
    face_up = row[rules.SLOT : rules.SLOT + row[rules.DEALT]]
    cards = [rules.CARD_KEY[card + 1] for card in range(DECK) if row[rules.LEFT + card] > 0 or card + 1 in face_up]
    yield from (key + card for card in cards)
    if key >> rules.SIZE_SHIFT < rules.COMPLETE - 1:
        yield from (key + one + other for place, one in enumerate(cards) for other in cards[place:])
