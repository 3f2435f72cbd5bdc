"""Pokeros's notation: `7h@2,-1` places a card, `deal:7h` is one dealt, `deal:??` to those who may not know it."""

import re
from collections.abc import Sequence
from typing import Final, NoReturn

from fivefold.contract import CHANCE, NOBODY, Row
from fivefold.contract.errors import IllegalMove, InvalidMove, Problem
from fivefold.games.pokeros import rules
from fivefold.games.pokeros.account import (
    SEATS,
    WORDS,
    account,
    card_from_text,
    card_text,
    cell_text,
    ending,
    held_cards,
    seat,
    status,
)
from fivefold.games.pokeros.scoring import WILD
from fivefold.parts.messages import Message
from fivefold.parts.words import squeeze

__all__ = [
    "WORDS",
    "account",
    "clicks",
    "diagram",
    "ending",
    "read",
    "say",
    "seat",
    "spell",
    "status",
]

NUMBER: Final = "0|-?[1-9][0-9]{0,8}"
COORDINATES: Final = re.compile(f"({NUMBER}),({NUMBER})")
FARTHEST: Final = 43
"""No coordinate can be greater: a staircase of five to a step."""


def say(row: Row, move: int, viewer: int) -> str:
    """Return ``7h@2,-1``, ``deal:7h`` or ``deal:??``."""
    if rules.to_move(row) == CHANCE:
        return f"deal:{card_text(rules.observed_move(row, move, viewer))}"
    return f"{card_text(move >> rules.CELL_BITS)}@{cell_text(row, move & rules.AROUND)}"


def clicks(row: Row, move: int) -> tuple[str, ...]:
    """Return the picks: the held card and the cell, with one card to a turn the cell alone; for a deal the card."""
    if rules.to_move(row) == CHANCE:
        return (card_text(move),)
    card, cell = card_text(move >> rules.CELL_BITS), cell_text(row, move & rules.AROUND)
    return (cell,) if row[rules.HAND] == 1 else (card, cell)


def spell(row: Row, picks: Sequence[str]) -> str:
    """Return the text of the card picked first on the cell picked then."""
    return "@".join(picks) if len(picks) == 2 else ""


# --- reading ---------------------------------------------------------------------------------------------------------


def read(row: Row, text: str) -> int:
    """Return the legal move ``text`` means; see ``Notation.read`` for the errors."""
    given = text.strip()
    plain = squeeze(text)
    if plain.startswith("deal:"):
        return read_deal(row, given, plain.removeprefix("deal:"))
    what, mark, where = plain.partition("@")
    card = read_card(given, what)
    found = COORDINATES.fullmatch(where)
    if found is None:
        wrong = Message("no-cell", given=repr(where)) if mark else Message("cell-missing")
        raise InvalidMove(Problem.of(WORDS, given, wrong, Message("write-a-cell", card=what)))
    check_turn(row, given)
    check_card(row, given, card)
    return card * rules.CELLS + read_cell(row, given, int(found[1]), int(found[2]))


def refuse(given: str, wrong: Message, better: Message) -> NoReturn:
    """Raise ``IllegalMove``."""
    raise IllegalMove(Problem.of(WORDS, given, wrong, better))


def read_card(given: str, name: str) -> int:
    """Return the card of a name."""
    try:
        return card_from_text(name)
    except ValueError:
        wrong = Message("no-card", given=repr(name))
        raise InvalidMove(Problem.of(WORDS, given, wrong, Message("write-a-card"))) from None


def check_turn(row: Row, given: str) -> None:
    """Raise ``IllegalMove`` unless a card may be placed now."""
    mover = rules.to_move(row)
    if mover == CHANCE:
        refuse(given, Message("deal-first"), Message("deal-next"))
    if mover == NOBODY:
        refuse(given, Message("game-over", why=ending(row)), Message("start-another"))


def check_card(row: Row, given: str, card: int) -> None:
    """Raise ``IllegalMove`` unless the mover holds a card, in the same words wherever else it may be unseen."""
    check_deck(row, given, card)
    text = card_text(card)
    for index in range(row[rules.COUNT]):
        cell = row[rules.PLACED + index]
        if row[rules.CARD + cell] == card:
            refuse(given, Message("card-placed", card=text, cell=cell_text(row, cell)), Message("play-own"))
    held, mover = held_cards(row, row[rules.TURN]), SEATS[row[rules.TURN]]
    if card not in held and row[rules.HAND] == 1:
        refuse(given, Message("other-turned-up", who=mover, card=card_text(held[0])), Message("place-that"))
    if card not in held:
        refuse(given, Message("not-held", who=mover, card=text), Message("play-own"))


def check_deck(row: Row, given: str, card: int) -> None:
    """Raise ``IllegalMove`` for a card that takes no part in this game."""
    wilds, text = row[rules.WILDS], card_text(card)
    if card >= WILD + wilds:
        wrong = Message("fewer-wilds", count=wilds, card=text) if wilds else Message("no-wilds", card=text)
        refuse(given, wrong, Message("play-own"))
    if card < WILD and not rules.deck(row) >> card & 1:
        refuse(given, Message("stripped", card=text), Message("play-one-of-those"))


def read_cell(row: Row, given: str, x: int, y: int) -> int:
    """Return the open cell at these coordinates."""
    if max(abs(x), abs(y)) > FARTHEST:
        refuse(given, Message("too-far", farthest=FARTHEST), elsewhere(row, x, y))
    near_x = row[rules.LEFT] - 1 <= x <= row[rules.RIGHT] + 1
    near_y = row[rules.TOP] - 1 <= y <= row[rules.BOTTOM] + 1
    cell, there = rules.cell_at(x, y), f"{x},{y}"
    if not (near_x and near_y) or not touches(row, cell):
        refuse(given, Message("no-edge", cell=there), elsewhere(row, x, y))
    if rules.card_on(row, cell) != rules.NO_CARD:
        card = card_text(rules.card_on(row, cell))
        refuse(given, Message("taken", card=card, cell=there), elsewhere(row, x, y))
    if not rules.allowed(row, cell):
        refuse(given, long_run(row, cell), elsewhere(row, x, y))
    return cell


def touches(row: Row, cell: int) -> bool:
    """Tell whether a cell has a card or shares an edge with one."""
    near = (0, -rules.ACROSS, rules.ACROSS, -rules.DOWN, rules.DOWN)
    return any(rules.card_on(row, cell + step & rules.AROUND) != rules.NO_CARD for step in near)


def long_run(row: Row, cell: int) -> Message:
    """Return which line a card on ``cell`` would make too long."""
    across, down = (1 + rules.run(row, cell, -step) + rules.run(row, cell, step) for step in (rules.ACROSS, rules.DOWN))
    return Message("long-row", count=across) if across > rules.LIMIT else Message("long-column", count=down)


def elsewhere(row: Row, x: int, y: int) -> Message:
    """Return the open cell nearest to these coordinates as what to try instead."""
    cells = row[rules.OPEN : rules.OPEN + row[rules.OPEN_COUNT]]
    nearest = min(cells, key=lambda cell: abs(rules.x_of(row, cell) - x) + abs(rules.y_of(row, cell) - y))
    return Message("nearest", cell=cell_text(row, nearest))


def read_deal(row: Row, given: str, name: str) -> int:
    """Return the card of a deal, one that may come next."""
    card = read_card(given, name)
    if rules.to_move(row) != CHANCE:
        refuse(given, Message("no-deal"), Message("write-a-turn"))
    check_deck(row, given, card)
    if not row[rules.UNSEEN] >> card & 1:
        left = [0] * rules.MAX_MOVES
        rules.cards_of(row[rules.UNSEEN], left)
        refuse(given, Message("dealt-before", card=card_text(card)), Message("deal-other", card=card_text(left[0])))
    return card


# --- the table as text -----------------------------------------------------------------------------------------------

CELL_WIDTH: Final = 4
OPEN_CELL: Final = "·"
BARRED_CELL: Final = "x"


def diagram(row: Row, viewer: int) -> str:
    """Return the table with its coordinates, what its signs mean, the pack, and both players with what they hold."""
    if row[rules.COUNT] == 0:
        return WORDS.text(Message("empty-diagram"))
    columns = range(row[rules.LEFT] - 1, row[rules.RIGHT] + 2)
    heading = " " * CELL_WIDTH + "".join(f"{x:>{CELL_WIDTH}}" for x in columns)
    lines = [table_line(row, y, columns) for y in range(row[rules.TOP] - 1, row[rules.BOTTOM] + 2)]
    below = (
        Message("legend", open=OPEN_CELL, barred=BARRED_CELL),
        Message("pack-line", cards=Message("cards", count=row[rules.PACK])),
        *(seat_line(row, seat, viewer) for seat in (0, 1)),
        *([status(row)] if row[rules.TURN_PLACED] else []),
    )
    return "\n".join([heading, *lines, heading, "", *(WORDS.text(line) for line in below)])


def table_line(row: Row, y: int, columns: range) -> str:
    """Return one row of the table, its number at both ends."""
    cells = "".join(f"{sign(row, rules.cell_at(x, y)):>{CELL_WIDTH}}" for x in columns)
    return f"{y:>{CELL_WIDTH}}{cells}{y:>{CELL_WIDTH + 1}}"


def sign(row: Row, cell: int) -> str:
    """Return a cell's card, or a sign where a card could lie, or nothing."""
    card = rules.card_on(row, cell)
    if card != rules.NO_CARD:
        return card_text(card)
    if not touches(row, cell):
        return ""
    return OPEN_CELL if rules.allowed(row, cell) else BARRED_CELL


def seat_line(row: Row, seat: int, viewer: int) -> Message:
    """Return a seat's points and cards: ``Coral: 12 points, holds 7h 8d W1``, the cards if ``viewer`` may see them."""
    who, points, held = SEATS[seat], Message("points", count=row[rules.SCORE + seat]), held_cards(row, seat)
    if row[rules.HAND] == 1 and held:
        return Message("seat-line-to-place", who=who, points=points, card=card_text(held[0]))
    if row[rules.HAND] == 1:
        return Message("seat-line", who=who, points=points)
    if not held or rules.holds_unseen(row, seat, viewer):
        return Message("seat-line-number", who=who, points=points, cards=Message("cards", count=len(held)))
    return Message("seat-line-held", who=who, points=points, cards=tuple([card_text(card) for card in held]))
