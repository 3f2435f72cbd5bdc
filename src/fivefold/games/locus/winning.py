"""Who can still win a game of Locus Poker."""

from fivefold.contract import Row
from fivefold.games.locus import rules
from fivefold.parts.hands import classify


def can_win(row: Row, seat: int) -> bool:
    """Return whether a seat would win if it got the best of the free cards, and the other the least from the rest.

    Each free card is reckoned at the most it can bring the seat, or the least it can bring the other; both in halves of
    a point, for two free cards next to each other share the bonus that one may get from the other.
    """
    if row[rules.DEALT] < row[rules.CELLS]:
        return True
    other, left = 1 - seat, row[rules.LEFT]
    turns = (left + (row[rules.TURN] == seat)) // 2
    free = [cell for cell in range(row[rules.CELLS]) if row[rules.CHIP + cell] == 0]
    least = {cell: 2 * least_gain(row, cell, other) for cell in free}
    swings = sorted((twice_most_gain(row, cell, seat) + least[cell] for cell in free), reverse=True)
    lead = 2 * (row[rules.SCORE + seat] - row[rules.SCORE + other])
    return lead + sum(swings[:turns]) - sum(least.values()) > 0


def twice_most_gain(row: Row, cell: int, seat: int) -> int:
    """Return twice what a free card can bring a seat at most: hands only get worse, and its own chips may come near."""
    return 2 * (row[rules.DOWN + cell] + rules.bonus(row, cell, seat)) + open_bonus(row, cell)


def open_bonus(row: Row, cell: int) -> int:
    """Return the bonus that chips on the free cards around a cell could still give."""
    return sum(
        rules.EDGE_BONUS if at_edge else rules.CORNER_BONUS
        for near, at_edge in around(row, cell)
        if row[rules.CHIP + near] == 0
    )


def least_gain(row: Row, cell: int, seat: int) -> int:
    """Return what a free card brings a seat at least: what it makes with the chips that lie face up for good."""
    stays = [near for near, _ in around(row, cell) if row[rules.CHIP + near] > 0 and row[rules.DEAD + near] == 0]
    cards = sum(1 << row[rules.CARD + near] for near in (*stays, cell))
    return rules.HAND_SCORE[classify(cards)] + rules.bonus(row, cell, seat)


def around(row: Row, cell: int) -> list[tuple[int, bool]]:
    """Return the cells around one, each with whether they share an edge."""
    place = row[rules.GRID] * rules.LARGEST + cell
    count, edges = rules.NEIGHBOURS[place], rules.EDGES[place]
    return [(rules.NEIGHBOUR[8 * place + index], index < edges) for index in range(count)]
