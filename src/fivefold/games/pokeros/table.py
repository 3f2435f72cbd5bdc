"""What lies where on the Pokeros table and in the hands, and what cards and cells are called in notation."""

from functools import lru_cache
from typing import Final

from fivefold.contract import Row
from fivefold.games.pokeros import rules
from fivefold.games.pokeros.scoring import WILD
from fivefold.parts.words import card_from_text as plain_card_from_text
from fivefold.parts.words import card_text as plain_card_text

UNKNOWN: Final = "??"


def card_text(card: int) -> str:
    """Return a card: ``7h``, ``W1``, ``??`` for a blank."""
    if card == rules.BLANK:
        return UNKNOWN
    return f"W{card - WILD + 1}" if card >= WILD else plain_card_text(card)


def card_from_text(text: str) -> int:
    """Return the card that ``7h`` or ``W1`` means, in any case; raises ``ValueError`` for anything else."""
    wild = ("w1", "w2")
    return WILD + wild.index(text.lower()) if text.lower() in wild else plain_card_from_text(text)


def cell_text(row: Row, cell: int) -> str:
    """Return the coordinates of a cell with a card or next to one, to the right and below the origin: ``2,-1``."""
    return _coordinates(tuple(row[rules.LEFT : rules.BOTTOM + 1]), cell)[2]


def place(row: Row, cell: int) -> tuple[int, int]:
    """Return the column and the row of a cell with a card or next to one."""
    return _coordinates(tuple(row[rules.LEFT : rules.BOTTOM + 1]), cell)[:2]


@lru_cache(maxsize=8192)
def _coordinates(extent: tuple[int, ...], cell: int) -> tuple[int, int, str]:
    """Return a cell's column and row, and both as text; ``extent`` is the row's block from ``LEFT`` to ``BOTTOM``."""
    row = [0] * rules.LEFT + list(extent)
    x, y = rules.x_of(row, cell), rules.y_of(row, cell)
    return x, y, f"{x},{y}"


def held_cards(row: Row, seat: int) -> list[int]:
    """Return the cards a seat holds, ascending; ``BLANK`` for those that are not known."""
    first = rules.HELD + rules.MOST_HELD * seat
    return list(row[first : first + row[rules.HELD_COUNT + seat]])
