"""Who can still win a game of Dice Poker."""

from functools import cache
from itertools import groupby

from fivefold.contract import Row
from fivefold.games.dice_poker import rules
from fivefold.games.dice_poker.board import SPACES
from fivefold.games.dice_poker.lines import WAYS, line


def can_win(row: Row, seat: int) -> bool:
    """Return whether a seat could get as many sets as anybody has, and more than somebody.

    To win is to complete the sets, which nobody else has, or to have most of them, perhaps not alone, in the end.
    """
    if rules.is_out(row, seat):
        return False
    rivals = [other for other in range(row[rules.PLAYERS]) if other != seat and not rules.is_out(row, other)]
    others = [row[rules.SETS + other] for other in rivals]
    most = most_sets(row, seat)
    return most >= max(others) and most > min(others)


def most_sets(row: Row, seat: int) -> int:
    """Return how many sets a seat would have with a piece on every space but those that are others' for good."""
    return sum(
        rules.SETS_IN_RUN[len(list(run))]
        for spaces in all_lines()
        for open_to_it, run in groupby(spaces, key=lambda space: within_reach(row, space, seat))
        if open_to_it
    )


def within_reach(row: Row, space: int, seat: int) -> bool:
    """Tell whether a space counts for a seat or may yet: it is free, open, its own, or a piece there can be bounced."""
    owner = row[rules.OWNER + space]
    return owner < rules.LOCKED or owner & 3 in {0, 1 + seat}


@cache
def all_lines() -> tuple[tuple[int, ...], ...]:
    """Return every row, column and diagonal of the board, each once."""
    return tuple(dict.fromkeys(line(space, way) for space in range(SPACES) for way in WAYS))
