"""The Pokeros picture for those who hear it: the whole position, and what each thing on it is called."""

from functools import lru_cache
from typing import Final

from fivefold.contract import Row
from fivefold.games.pokeros import account, notation, rules
from fivefold.games.pokeros.scoring import WILD
from fivefold.parts.words import card_name as plain_card_name
from fivefold.parts.words import counted, listed

BESIDE: Final = ((-1, 0, "right of"), (1, 0, "left of"), (0, 1, "above"), (0, -1, "below"))
"""Where a neighbour lies, and where that puts the cell."""


def card_name(card: int) -> str:
    """Return a card in full: ``seven of hearts``, ``wild card 1``."""
    return f"wild card {card - WILD + 1}" if card >= WILD else plain_card_name(card)


def describe(row: Row, viewer: int, status: str) -> str:
    """Return the position as ``viewer`` sees it in sentences; ``status`` begins it unless empty."""
    scores = listed([f"{notation.SEATS[seat]} {counted(row[rules.SCORE + seat], 'point')}" for seat in range(2)])
    hands = [held_in_words(row, seat, viewer) for seat in range(2) if row[rules.HELD_COUNT + seat]]
    pack = f"{counted(row[rules.PACK], 'card')} in the pack"
    return " ".join(f"{sentence}." for sentence in (status, scores, *hands, pack, *table_in_words(row)) if sentence)


def held_in_words(row: Row, seat: int, viewer: int) -> str:
    """Return what a seat holds, as far as ``viewer`` may know it."""
    if row[rules.HAND] == 1:
        return f"Turned up for {notation.SEATS[seat]}: {notation.card_text(row[rules.HELD + rules.MOST_HELD * seat])}"
    cards = [notation.card_text(card) for card in notation.held_cards(row, seat)]
    if rules.holds_unseen(row, seat, viewer) or rules.BLANK in notation.held_cards(row, seat):
        return f"{notation.SEATS[seat]} holds {counted(len(cards), 'card')}"
    return f"{notation.SEATS[seat]} holds {listed(cards)}"


def table_in_words(row: Row) -> list[str]:
    """Return the table line by line from the top, each card with its column: ``Row -1: 7h at 0, Kd at 1``."""
    lines: dict[int, list[tuple[int, int]]] = {}
    for place in range(row[rules.COUNT]):
        cell = row[rules.PLACED + place]
        lines.setdefault(rules.y_of(row, cell), []).append((rules.x_of(row, cell), row[rules.CARD + cell]))
    if not lines:
        return ["The table is empty"]
    told = [
        f"Row {y}: {', '.join(f'{notation.card_text(card)} at {x}' for x, card in sorted(cards))}"
        for y, cards in sorted(lines.items())
    ]
    return [f"{counted(row[rules.COUNT], 'card')} on the table, each with its column", *told]


@lru_cache(maxsize=4096)
def _where(neighbours: tuple[int, ...]) -> str:
    names = [
        f"{way} the {card_name(card)}"
        for (_, _, way), card in zip(BESIDE, neighbours, strict=True)
        if card != rules.NO_CARD
    ]
    return listed(names)


def where(row: Row, cell: int) -> str:
    """Return where an empty cell is: ``right of the seven of hearts and below the king of clubs``."""
    return _where(tuple([row[rules.CARD + (cell + rules.cell_at(x, y) & rules.AROUND)] for x, y, _ in BESIDE]))


def prospect(row: Row, card: int, cell: int) -> str:
    """Return what a card would score on a cell: ``full house in the row, 5 points``."""
    told = account.account(row, card * rules.CELLS + cell)
    if not told.lines:
        return "nothing"
    hands = [f"{listed([account.name(hand) for hand in line.hands])} in the {line.way}" for line in told.lines]
    times = f" times {told.bonus}" if told.bonus > 1 else ""
    return f"{', '.join(hands)}{times}, {counted(told.total, 'point')}"
