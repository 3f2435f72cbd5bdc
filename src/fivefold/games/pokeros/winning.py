"""Who can still win a game of Pokeros, once the pack is gone and only the held cards are to come."""

from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import Final

from fivefold.contract import Row
from fivefold.games.pokeros import rules
from fivefold.games.pokeros.notation import held_cards
from fivefold.games.pokeros.scoring import SUITS, hand_of

WIDEST: Final = 30
"""Tables with more columns or rows are not looked at: near their ends other cells of the ribbon begin."""


def can_win(row: Row, seat: int) -> bool:
    """Return whether a seat would win if each of its cards scored the most it can and the other's nothing."""
    wide, high = row[rules.RIGHT] - row[rules.LEFT], row[rules.BOTTOM] - row[rules.TOP]
    if row[rules.PACK] > 0 or max(wide, high) > WIDEST:
        return True
    behind = row[rules.SCORE + 1 - seat] - row[rules.SCORE + seat]
    own, theirs = held_cards(row, seat), held_cards(row, 1 - seat)
    best = (Best(row, card, [*own[:place], *own[place + 1 :], *theirs]) for place, card in enumerate(own))
    return sum(each.gain() for each in best) > behind


class Best:
    """The most that one card can score on a table while some others, in any order, may come there before it."""

    def __init__(self, row: Row, card: int, others: Sequence[int]) -> None:
        self.row, self.card, self.others = row, card, others
        self.low_ace = 1 - row[rules.STRIPPED]
        self.known: dict[tuple[int, ...], int] = {}

    def gain(self) -> int:
        """Return the points, the bonus included, on the best cell there may be for it."""
        alone = max(self.points((), size) for size in range(2, rules.LIMIT + 1))
        apart = self.together(2 * alone, 2 * alone)
        return max((apart, *(self.on(cell) for cell in cells_in_line(self.row))))

    def on(self, cell: int) -> int:
        """Return the most on one cell."""
        return self.together(self.in_line(cell, rules.ACROSS), self.in_line(cell, rules.DOWN))

    def together(self, across: int, down: int) -> int:
        """Return what a row and a column score together."""
        return (across + down) * (self.row[rules.BONUS] if across > 0 and down > 0 else 1)

    def in_line(self, cell: int, step: int) -> int:
        """Return the most in a row or a column: one hand, or one that ends at the card and one that begins there."""
        best = backward = forward = 0
        for behind in range(rules.LIMIT):
            for ahead in range(rules.LIMIT - behind):
                points = self.window(cell - behind * step, step, behind + ahead + 1)
                best = max(best, points)
                backward = max(backward, points) if ahead == 0 else backward
                forward = max(forward, points) if behind == 0 else forward
        return max(best, backward + forward)

    def window(self, start: int, step: int, size: int) -> int:
        """Return the most that a hand on these cells scores, whatever comes to the empty ones."""
        cells = (rules.card_on(self.row, start + place * step & rules.AROUND) for place in range(size))
        return self.points(tuple(sorted(card for card in cells if card != rules.NO_CARD)), size)

    def points(self, lying: tuple[int, ...], size: int) -> int:
        """Return the most that the card scores with those that lie there and some of the others, ``size`` in all."""
        if size < 2:
            return 0
        key = (*lying, -size)
        if key not in self.known:
            filled = combinations(self.others, size - 1 - len(lying))
            self.known[key] = max((self.scored((self.card, *lying, *more)) for more in filled), default=0)
        return self.known[key]

    def scored(self, cards: Sequence[int]) -> int:
        """Return what these cards score as one hand."""
        counts, suits = 0, 15
        for card in cards:
            counts += 1 << (card & -4)
            suits &= SUITS[card]
        return self.row[rules.POINTS + hand_of(counts, suits, len(cards), self.low_ace)]


def cells_in_line(row: Row) -> Iterator[int]:
    """Yield the empty cells from which a hand can reach a card on the table."""
    placed = row[rules.PLACED : rules.PLACED + row[rules.COUNT]]
    steps = [way * far for way in (rules.ACROSS, rules.DOWN) for far in range(-rules.LIMIT + 1, rules.LIMIT)]
    near = {cell + step & rules.AROUND for cell in placed for step in steps}
    return (cell for cell in near if rules.card_on(row, cell) == rules.NO_CARD)
