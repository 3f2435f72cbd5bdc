"""Pokeros in words: `7h@2,-1` places a card, `deal:7h` is one dealt, `deal:??` to whoever may not know it."""

import re
from functools import lru_cache
from typing import Final, NoReturn

from fivefold.contract import CHANCE, NOBODY, Row
from fivefold.contract.errors import IllegalMove, InvalidMove
from fivefold.games.pokeros import account, rules
from fivefold.games.pokeros.scoring import WILD
from fivefold.parts.words import card_from_text as plain_card_from_text
from fivefold.parts.words import card_name as plain_card_name
from fivefold.parts.words import card_text as plain_card_text
from fivefold.parts.words import counted, squeeze

SEATS: Final = ("Coral", "Teal")
UNKNOWN: Final = "??"
NUMBER: Final = "0|-?[1-9][0-9]{0,8}"
COORDINATES: Final = re.compile(f"({NUMBER}),({NUMBER})")
FARTHEST: Final = 43
"""No coordinate can be greater: a staircase of five to a step."""


def card_text(card: int) -> str:
    """Return a card: ``7h``, ``W1``, ``??`` for a blank."""
    if card == rules.BLANK:
        return UNKNOWN
    return f"W{card - WILD + 1}" if card >= WILD else plain_card_text(card)


def card_name(card: int) -> str:
    """Return a card in full: ``seven of hearts``, ``wild card W1``, ``a card not seen``."""
    if card == rules.BLANK:
        return "a card not seen"
    return f"wild card {card_text(card)}" if card >= WILD else plain_card_name(card)


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
    """Return the cards a seat holds, ascending; ``BLANK`` those that are not known."""
    first = rules.HELD + rules.MOST_HELD * seat
    return list(row[first : first + row[rules.HELD_COUNT + seat]])


def seat_name(row: Row, seat: int) -> str:
    """Return the colour of a seat."""
    return SEATS[seat]


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


# --- reading ---------------------------------------------------------------------------------------------------------


def read(row: Row, text: str) -> int:
    """Return the legal move ``text`` means; see ``Notation.read`` for the errors."""
    given = text.strip()
    plain = squeeze(text)
    if plain.startswith("deal:"):
        return read_deal(row, given, plain.removeprefix("deal:"))
    what, mark, where = plain.partition("@")
    card = read_card(given, what)
    place = COORDINATES.fullmatch(where)
    if place is None:
        problem = f"{where!r} is no cell" if mark else "say where the card goes"
        raise InvalidMove(
            f"{given}: {problem}; write columns to the right and rows below the origin, as {what}@2,-1 or {what}@0,1"
        )
    check_turn(row, given)
    check_card(row, given, card)
    return card * rules.CELLS + read_cell(row, given, int(place[1]), int(place[2]))


def read_card(given: str, name: str) -> int:
    """Return the card of a name."""
    try:
        return card_from_text(name)
    except ValueError:
        hint = "a rank from A 2 3 4 5 6 7 8 9 T J Q K and a suit c d h s, or W1, W2; write 7h@2,-1"
        raise InvalidMove(f"{given}: {name!r} is no card; {hint}") from None


def check_turn(row: Row, given: str) -> None:
    """Raise ``IllegalMove`` unless a card may be placed now."""
    mover = rules.to_move(row)
    if mover == CHANCE:
        raise IllegalMove(f"{given}: a card is to be dealt first; the next move is a deal, as deal:7h")
    if mover == NOBODY:
        raise IllegalMove(f"{given}: the game is over, {reason(row)}; start another")


def check_card(row: Row, given: str, card: int) -> None:
    """Raise ``IllegalMove`` unless the mover holds a card, in the same words wherever else it may be unseen."""
    check_deck(row, given, card)
    for index in range(row[rules.COUNT]):
        cell = row[rules.PLACED + index]
        if row[rules.CARD + cell] == card:
            where = cell_text(row, cell)
            raise IllegalMove(f"{given}: {card_text(card)} already lies on {where}; play a card that you hold")
    held, mover = held_cards(row, row[rules.TURN]), SEATS[row[rules.TURN]]
    if card not in held and row[rules.HAND] == 1:
        raise IllegalMove(f"{given}: the card turned up for {mover} is {card_text(held[0])}; place that one")
    if card not in held:
        raise IllegalMove(f"{given}: {mover} does not hold {card_text(card)}; play a card that you hold")


def check_deck(row: Row, given: str, card: int) -> None:
    """Raise ``IllegalMove`` for a card that takes no part in this game."""
    if card >= WILD + row[rules.WILDS]:
        count = counted(row[rules.WILDS], "wild card") if row[rules.WILDS] else "no wild card"
        raise IllegalMove(f"{given}: this game has {count}, not {card_text(card)}; play a card that you hold")
    if card < WILD and not rules.deck(row) >> card & 1:
        raise IllegalMove(
            f"{given}: the stripped deck has no {card_text(card)}, only sevens to aces; play one of those"
        )


def read_cell(row: Row, given: str, x: int, y: int) -> int:
    """Return the open cell at these coordinates."""
    if max(abs(x), abs(y)) > FARTHEST:
        raise IllegalMove(f"{given}: no card comes further than {FARTHEST} from the origin; {elsewhere(row, x, y)}")
    near_x = row[rules.LEFT] - 1 <= x <= row[rules.RIGHT] + 1
    near_y = row[rules.TOP] - 1 <= y <= row[rules.BOTTOM] + 1
    cell = rules.cell_at(x, y)
    if not (near_x and near_y) or not touches(row, cell):
        raise IllegalMove(f"{given}: {x},{y} shares no edge with a card on the table; {elsewhere(row, x, y)}")
    if rules.card_on(row, cell) != rules.NO_CARD:
        there = card_text(rules.card_on(row, cell))
        raise IllegalMove(f"{given}: {there} lies on {x},{y} already; {elsewhere(row, x, y)}")
    if not rules.allowed(row, cell):
        refuse_long_run(row, given, cell)
    return cell


def touches(row: Row, cell: int) -> bool:
    """Tell whether a cell has a card or shares an edge with one."""
    near = (0, -rules.ACROSS, rules.ACROSS, -rules.DOWN, rules.DOWN)
    return any(rules.card_on(row, cell + step & rules.AROUND) != rules.NO_CARD for step in near)


def refuse_long_run(row: Row, given: str, cell: int) -> NoReturn:
    """Raise ``IllegalMove`` for a cell where the limit of five forbids a card."""
    x, y = rules.x_of(row, cell), rules.y_of(row, cell)
    across, down = (1 + rules.run(row, cell, -step) + rules.run(row, cell, step) for step in (rules.ACROSS, rules.DOWN))
    line = f"{across} cards in a row" if across > rules.LIMIT else f"{down} cards in a column"
    raise IllegalMove(f"{given}: that would make {line} without a gap, and five is the limit; {elsewhere(row, x, y)}")


def elsewhere(row: Row, x: int, y: int) -> str:
    """Return the open cell nearest to these coordinates as what to try instead."""
    cells = row[rules.OPEN : rules.OPEN + row[rules.OPEN_COUNT]]
    nearest = min(cells, key=lambda cell: abs(rules.x_of(row, cell) - x) + abs(rules.y_of(row, cell) - y))
    return f"the nearest cell open is {cell_text(row, nearest)}"


def read_deal(row: Row, given: str, name: str) -> int:
    """Return the card of a deal, one that may come next."""
    card = read_card(given, name)
    if rules.to_move(row) != CHANCE:
        raise IllegalMove(f"{given}: no card is dealt now; a turn is written as a card and a cell, 7h@2,-1")
    check_deck(row, given, card)
    if not row[rules.UNSEEN] >> card & 1:
        left = [0] * rules.MAX_MOVES
        rules.cards_of(row[rules.UNSEEN], left)
        raise IllegalMove(
            f"{given}: {card_text(card)} was dealt already; deal one that is left, e.g. {card_text(left[0])}"
        )
    return card


# --- explaining ------------------------------------------------------------------------------------------------------


def explain(row: Row, move: int) -> str:
    """Return a placement's points itemised: ``row: pair of nines (9h 9c) 1; column: …; both ways x2 = 12``."""
    if rules.to_move(row) == CHANCE:
        return explain_deal(row, move)
    scored = account.account(row, move)
    lines = [f"{line.way}: {' + '.join(hand_text(hand) for hand in line.hands)}" for line in scored.lines]
    if len(lines) == 2:
        times = f" x{scored.bonus}" if scored.bonus > 1 else ""
        return f"{'; '.join(lines)}; both ways{times} = {scored.total}"
    if not lines:
        return "no hand"
    return f"{lines[0]} = {scored.total}" if len(scored.lines[0].hands) > 1 else lines[0]


def hand_text(hand: account.ScoredHand) -> str:
    """Return a hand, its cards and its points: ``straight of three (7h 8d W1 as 9c) 2``."""
    cards = [
        card_text(card) if card == identity else f"{card_text(card)} as {card_text(identity)}"
        for card, identity in account.ordered(hand)
    ]
    return f"{account.name(hand)} ({' '.join(cards)}) {hand.points}"


def explain_deal(row: Row, card: int) -> str:
    """Return where a dealt card goes: ``Coral draws 7h``."""
    what = "a card" if card == rules.BLANK else card_text(card)
    seat = row[rules.DEAL_TO]
    if seat == rules.ORIGIN:
        return f"the table begins with {what}"
    return f"{SEATS[seat]} {'turns up' if row[rules.HAND] == 1 else 'draws'} {what}"


def reason(row: Row) -> str:
    """Return why a finished game ended."""
    if row[rules.PACK] == 0 and row[rules.HELD_COUNT] + row[rules.HELD_COUNT + 1] == 0:
        return "every card is on the table"
    return "no cell is left that keeps to the limit of five"


def status_line(row: Row) -> str:
    """Return whose turn it is, or who won, as a sentence without its full stop."""
    mover = rules.to_move(row)
    if mover == CHANCE:
        return "The cards are being dealt" if row[rules.COUNT] < 2 else "A card is being dealt"
    if mover != NOBODY:
        return f"{SEATS[mover]} to move"
    first, second = row[rules.SCORE], row[rules.SCORE + 1]
    if first == second:
        return f"A draw, {first} to {second}"
    return f"{SEATS[0] if first > second else SEATS[1]} wins, {max(first, second)} to {min(first, second)}"


# --- the table as text -----------------------------------------------------------------------------------------------

CELL_WIDTH: Final = 4
OPEN_CELL: Final = "·"
BARRED_CELL: Final = "x"


def diagram(row: Row, viewer: int) -> str:
    """Return the table with its coordinates, what its signs mean, the pack, and both players with what they hold."""
    if row[rules.COUNT] == 0:
        return "The table is empty."
    columns = range(row[rules.LEFT] - 1, row[rules.RIGHT] + 2)
    heading = " " * CELL_WIDTH + "".join(f"{x:>{CELL_WIDTH}}" for x in columns)
    lines = [table_line(row, y, columns) for y in range(row[rules.TOP] - 1, row[rules.BOTTOM] + 2)]
    signs = f"{OPEN_CELL} open   {BARRED_CELL} barred by the limit of five"
    places = "7h@2,-1: the seven of hearts to column 2, row -1"
    pack = f"Pack: {counted(row[rules.PACK], 'card')}"
    return "\n".join([heading, *lines, heading, "", f"{signs}   {places}", pack, *seat_lines(row, viewer)])


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


def seat_lines(row: Row, viewer: int) -> list[str]:
    """Return a line for each seat: ``Coral: 12 points, holds 7h 8d W1``, the cards if ``viewer`` may see them."""
    return [
        f"{SEATS[seat]}: {counted(row[rules.SCORE + seat], 'point')}{holding(row, seat, viewer)}" for seat in (0, 1)
    ]


def holding(row: Row, seat: int, viewer: int) -> str:
    """Return what a seat holds, or has to place."""
    held = held_cards(row, seat)
    if row[rules.HAND] == 1:
        return f", has {card_text(held[0])} to place" if held else ""
    if not held or rules.holds_unseen(row, seat, viewer):
        return f", holds {counted(len(held), 'card')}"
    return f", holds {' '.join(card_text(card) for card in held)}"
