"""Pokeros once more, slow and obvious: a dictionary of cards, every window, every card a wild one could be."""

from collections import Counter
from functools import cache
from itertools import product

WILD = 52
STEPS = ((1, 0), (0, 1))
SAME = {(2,): 1, (3,): 4, (4,): 10, (2, 2): 3, (2, 3): 5}
FLUSH, STRAIGHT, STRAIGHT_FLUSH = {3: 2, 4: 4, 5: 8}, {3: 2, 4: 5, 5: 10}, {3: 10, 4: 20, 5: 40}
ROYAL, ROYAL_POINTS = [0, 9, 10, 11, 12], 60
EQUAL, IN_ORDER, SUITED = 0, 1, 2


def points(cards, ace_low):
    """What these cards score as one hand, all of them taking part, and its kind: higher names first."""
    ranks = sorted(card // 4 for card in cards)
    found = [(SAME.get(tuple(sorted(Counter(ranks).values())), 0), EQUAL)]
    high = sorted(rank or 13 for rank in ranks)
    orders = [high, ranks] if ace_low else [high]
    in_order = any([first + 1 for first in order[:-1]] == order[1:] for order in orders)
    suited = len({card % 4 for card in cards}) == 1
    if len(cards) > 2 and in_order and suited:
        found.append((ROYAL_POINTS if ranks == ROYAL else STRAIGHT_FLUSH[len(cards)], SUITED))
    if len(cards) > 2 and in_order:
        found.append((STRAIGHT[len(cards)], IN_ORDER))
    if len(cards) > 2 and suited:
        found.append((FLUSH[len(cards)], SUITED))
    return max(found)


@cache
def hand(cards, ace_low):
    """The best of all that the cards, sorted, can be: points and kind."""
    if cards[-1] >= WILD:
        return max(hand(tuple(sorted((*cards[:-1], other))), ace_low) for other in range(52))
    return points(cards, ace_low)


def worth(cards, ace_low):
    return hand(tuple(sorted(cards)), ace_low)[0]


def line(behind, card, ahead, ace_low):
    """What a card scores in a line: the cards behind it and ahead of it, in the order of the line."""
    cards, new = [*behind, card, *ahead], len(behind)
    windows = [(start, stop) for start, stop in product(range(new + 1), range(new + 1, len(cards) + 1))]
    scores = {(start, stop): worth(cards[start:stop], ace_low) for start, stop in windows if 2 <= stop - start <= 5}
    back = max([score for (_, stop), score in scores.items() if stop == new + 1], default=0)
    forth = max([score for (start, _), score in scores.items() if start == new], default=0)
    return max([0, *scores.values(), back + forth])


def beside(table, x, y, right, down):
    """The cards next to a cell in one direction, the nearest first."""
    cards = []
    while (x + right, y + down) in table:
        x, y = x + right, y + down
        cards.append(table[x, y])
    return cards


def gain(table, card, x, y, bonus, ace_low):
    """What a card scores on a cell."""
    across, down = (
        line(beside(table, x, y, -right, -below)[::-1], card, beside(table, x, y, right, below), ace_low)
        for right, below in STEPS
    )
    return (across + down) * (bonus if across and down else 1)


def open_cells(table):
    """The cells where a card may be laid."""
    near = {(x + right, y + down) for x, y in table for right, down in ((1, 0), (-1, 0), (0, 1), (0, -1))}
    return {
        (x, y)
        for x, y in near - set(table)
        if all(
            len(beside(table, x, y, right, down)) + 1 + len(beside(table, x, y, -right, -down)) <= 5
            for right, down in STEPS
        )
    }


def order(cards, first, held, a_turn):
    """Who gets a card and who places one after the origin, where no game ends early."""
    pack, hands, seat = cards - 1, [0, 0], first
    for one in (first, 1 - first) if held > 1 else ():
        for _ in range(held):
            yield "deal", one
            hands[one], pack = hands[one] + 1, pack - 1
    while pack or hands[seat]:
        if held == 1:
            yield "deal", seat
            hands[seat], pack = 1, pack - 1
        for _ in range(min(a_turn, hands[seat])):
            yield "place", seat
            hands[seat] -= 1
        while held > 1 and pack and hands[seat] < held:
            yield "deal", seat
            hands[seat], pack = hands[seat] + 1, pack - 1
        seat = 1 - seat
