import random
from collections.abc import Callable, Mapping

import pytest

from fivefold.games.locus import rules
from fivefold.parts.words import card_from_text, square_from_text

GRIDS = {"6x5": 0, "6x6": 1, "7x6": 2, "8x6": 3}
Lay = Callable[..., list[int]]


def cell_of(row: list[int], square: str) -> int:
    column, line = square_from_text(square)
    return line * row[rules.COLUMNS] + column


def laid(
    alive: Mapping[str, str],
    *,
    grid: str = "6x5",
    chips: Mapping[str, int] | None = None,
    dead_chips: Mapping[str, int] | None = None,
    turn: int = 0,
) -> list[int]:
    """A dealt grid: these cards by square, seats' chips on them, all other squares filled up with face-down cards."""
    row = [0] * rules.SIZE
    rules.setup(row, {"grid": GRIDS[grid], "first": 0})
    fixed = {cell_of(row, square): card_from_text(card) for square, card in alive.items()}
    rest = (card for card in range(52) if card not in fixed.values())
    for cell in range(row[rules.CELLS]):
        rules.play(row, fixed[cell] if cell in fixed else next(rest))
    for cell in range(row[rules.CELLS]):
        if cell not in fixed:
            row[rules.CHIP + cell], row[rules.DEAD + cell] = 1 + cell % 2, 1
    for square, seat in (dead_chips or {}).items():
        row[rules.CHIP + cell_of(row, square)] = 1 + seat
    for square, seat in (chips or {}).items():
        row[rules.CHIP + cell_of(row, square)] = 1 + seat
    row[rules.TURN] = turn
    row[rules.LEFT] = sum(not row[rules.CHIP + cell] for cell in range(row[rules.CELLS]))
    for cell in range(row[rules.CELLS]):
        rules.rescore(row, cell)
    return row


@pytest.fixture
def lay() -> Lay:
    return laid


@pytest.fixture
def dealt() -> Callable[[int, str], list[int]]:
    """A whole shuffled deal by seed and grid."""

    def deal(seed: int, grid: str = "6x6") -> list[int]:
        row = [0] * rules.SIZE
        rules.setup(row, {"grid": GRIDS[grid], "first": 0})
        for card in random.Random(seed).sample(range(52), row[rules.CELLS]):
            rules.play(row, card)
        return row

    return deal
