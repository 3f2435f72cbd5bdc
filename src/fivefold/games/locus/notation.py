"""Locus Poker in words: `c3:up`, `c3:down`, `deal:7h`; what a turn scores, and the grid as text."""

from typing import Final, NoReturn

from fivefold.contract import CHANCE, NOBODY, Row
from fivefold.contract.errors import IllegalMove, InvalidMove
from fivefold.games.locus import rules, scored
from fivefold.parts.cards import DECK
from fivefold.parts.words import (
    COLUMN_LETTERS,
    card_from_text,
    card_text,
    counted,
    listed,
    square_from_text,
    square_text,
    squeeze,
)

SIDES: Final = ("up", "down")
SEATS: Final = ("Amber", "Indigo")
CHIPS: Final = "ox"
"""How a chip of either seat looks in the text diagram."""


def square(row: Row, cell: int) -> str:
    """Return a cell's square: ``c3``."""
    return square_text(cell % row[rules.COLUMNS], cell // row[rules.COLUMNS])


def squares(row: Row, cells: list[int]) -> str:
    """Return cells as a list of squares: ``b2, c4``."""
    return ", ".join(square(row, cell) for cell in cells)


def say(row: Row, move: int, viewer: int) -> str:
    """Return ``c3:up``, ``c3:down`` or ``deal:7h``; everybody may see everything."""
    if rules.to_move(row) == CHANCE:
        return f"deal:{card_text(move)}"
    return f"{square(row, move >> 1)}:{SIDES[move & 1]}"


def clicks(row: Row, move: int) -> tuple[str, ...]:
    """Return the picks: the square, then ``up`` or ``down``; for a deal the card."""
    if rules.to_move(row) == CHANCE:
        return (card_text(move),)
    return square(row, move >> 1), SIDES[move & 1]


# --- reading ---------------------------------------------------------------------------------------------------------


def read(row: Row, text: str) -> int:
    """Return the legal move ``text`` means; see ``Notation.read`` for the errors."""
    what, colon, how = squeeze(text).partition(":")
    if what == "deal":
        return read_deal(row, text.strip(), how)
    cell = read_square(row, text.strip(), what)
    if how not in SIDES:
        reason = (
            f"a card is played up or down, not {how!r}" if colon and how else "say how to play the card, up or down"
        )
        raise InvalidMove(f"{text.strip()}: {reason}; write {what}:up or {what}:down")
    check_turn(row, text.strip(), cell)
    return 2 * cell + SIDES.index(how)


def read_square(row: Row, text: str, what: str) -> int:
    """Return the cell of a square in the grid."""
    columns, rows = row[rules.COLUMNS], row[rules.ROWS]
    try:
        column, line = square_from_text(what)
    except ValueError:
        hint = "write a card's square and how to play it, as c3:up or c3:down"
        raise InvalidMove(f"{text}: {what!r} is no square; {hint}") from None
    if column >= columns or line >= rows:
        reach = f"columns a to {COLUMN_LETTERS[columns - 1]} and rows 1 to {rows}"
        raise IllegalMove(f"{text}: {what} is not in the grid, which has {reach}")
    return line * columns + column


def check_turn(row: Row, text: str, cell: int) -> None:
    """Raise ``IllegalMove`` unless a chip may be put on ``cell`` now."""
    mover = rules.to_move(row)
    if mover == CHANCE:
        raise IllegalMove(f"{text}: the cards are still being dealt; the next move is a deal, as deal:7h")
    if mover == NOBODY:
        raise IllegalMove(f"{text}: the game is over, {reason(row)}; start another")
    if row[rules.CHIP + cell]:
        refuse_taken(row, text, cell)


def refuse_taken(row: Row, text: str, cell: int) -> NoReturn:
    """Raise ``IllegalMove`` for a card that has a chip, naming one that has none, the nearest."""
    columns = row[rules.COLUMNS]
    free = [place for place in range(row[rules.CELLS]) if not row[rules.CHIP + place]]
    nearest = min(
        free, key=lambda place: abs(place % columns - cell % columns) + abs(place // columns - cell // columns)
    )
    remedy = f"pick a card without one, e.g. {square(row, nearest)}"
    raise IllegalMove(f"{text}: {square(row, cell)} already has a chip; {remedy}")


def read_deal(row: Row, text: str, name: str) -> int:
    """Return the card of a deal, one that may come next."""
    try:
        card = card_from_text(name)
    except ValueError as error:
        raise InvalidMove(f"{text}: {error}") from None
    if rules.to_move(row) != CHANCE:
        raise IllegalMove(f"{text}: the grid is full and no card is dealt any more; a turn is written c3:up or c3:down")
    dealt = [row[rules.CARD + cell] for cell in range(row[rules.DEALT])]
    if card in dealt:
        left = card_text(next(other for other in range(DECK) if other not in dealt))
        where = square(row, dealt.index(card))
        raise IllegalMove(f"{text}: {card_text(card)} already lies on {where}; deal one that is left, e.g. {left}")
    return card


# --- explaining ------------------------------------------------------------------------------------------------------


def explain(row: Row, move: int) -> str:
    """Return a turn's points itemised: ``full house (9h 9d 9s Kc Kd) 9 + bonus 3 (b2, c4) = 12``."""
    if rules.to_move(row) == CHANCE:
        return f"{card_text(move)} is dealt to {square(row, row[rules.DEALT])}"
    cell, down = move >> 1, move & 1
    hand = scored.scored_hand(row, cell, down)
    cards = f" ({hand_cards(row, hand)})" if hand.cells else ""
    near = scored.bonus_cells(row, cell, row[rules.TURN])
    sources = f" ({squares(row, near)})" if near else ""
    points = rules.bonus(row, cell, row[rules.TURN])
    total = rules.gain(row, move)
    return f"{scored.name(hand)}{cards} {hand.points} + bonus {points}{sources} = {total}"


def hand_cards(row: Row, hand: scored.ScoredHand) -> str:
    """Return a hand's cards, the wild one with what it stands for: ``9h 9d 9s, Kc as 9c``."""
    plain = [card_text(hand.cards[place]) for place in scored.ordered(hand) if hand.cells[place] != hand.wild]
    if hand.wild < 0:
        return " ".join(plain)
    identity = hand.cards[hand.cells.index(hand.wild)]
    return f"{' '.join(plain)}, {card_text(row[rules.CARD + hand.wild])} as {card_text(identity)}"


def reason(row: Row) -> str:
    """Return why a finished game ended."""
    return "every card has a chip"


def seat_name(row: Row, seat: int) -> str:
    """Return the colour of a seat's chips."""
    return SEATS[seat]


def chips_left(row: Row, seat: int) -> int:
    """Return how many chips a seat still holds."""
    placed = sum(row[rules.CHIP + cell] == 1 + seat for cell in range(row[rules.CELLS]))
    return row[rules.CELLS] // 2 - placed


def status_line(row: Row) -> str:
    """Return whose turn it is, or who won, as a sentence without its full stop."""
    mover = rules.to_move(row)
    if mover == CHANCE:
        return f"The cards are being dealt, {counted(row[rules.CELLS] - row[rules.DEALT], 'card')} to go"
    if mover != NOBODY:
        return f"{SEATS[mover]} to move"
    first, second = row[rules.SCORE], row[rules.SCORE + 1]
    if first == second:
        return f"A draw, {first} to {second}"
    return f"{SEATS[0] if first > second else SEATS[1]} wins, {max(first, second)} to {min(first, second)}"


# --- the grid as text ------------------------------------------------------------------------------------------------

CELL_WIDTH: Final = 6


def diagram(row: Row, viewer: int) -> str:
    """Return the grid, a legend and both scores; or how many cards are still to be dealt."""
    columns, rows = row[rules.COLUMNS], row[rules.ROWS]
    letters = "    " + "".join(f"  {letter}".ljust(CELL_WIDTH) for letter in COLUMN_LETTERS[:columns]).rstrip()
    lines = [letters, *(grid_line(row, line) for line in range(rows)), letters, ""]
    lines.append("7h free · 7h o up, (7h)o face down: Amber's chip o, Indigo's chip x")
    below = [status_line(row)] if rules.to_move(row) == CHANCE else [seat_line(row, seat) for seat in range(2)]
    return "\n".join([*lines, *below])


def grid_line(row: Row, line: int) -> str:
    """Return one line of the grid, its number at both sides."""
    columns = row[rules.COLUMNS]
    cells = "".join(cell_text(row, line * columns + column).ljust(CELL_WIDTH) for column in range(columns))
    return f"{line + 1:>2}  {cells} {line + 1}"


def cell_text(row: Row, cell: int) -> str:
    """Return a card and its state: `` 7h``, `` 7h o`` with a chip, ``(7h)o`` face down; two dots before it is dealt."""
    card, chip = row[rules.CARD + cell], row[rules.CHIP + cell]
    if card < 0:
        return " .."
    mark = CHIPS[chip - 1] if chip else ""
    if row[rules.DEAD + cell]:
        return f"({card_text(card)}){mark}"
    return f" {card_text(card)} {mark}".rstrip()


def seat_line(row: Row, seat: int) -> str:
    """Return a seat's score and chips: ``Amber (o): 12 points, 14 chips left``."""
    points = counted(row[rules.SCORE + seat], "point")
    return f"{SEATS[seat]} ({CHIPS[seat]}): {points}, {counted(chips_left(row, seat), 'chip')} left"


def describe(row: Row, status: str) -> str:
    """Return the position in sentences, for those who do not see the picture; ``status`` is ``standing`` or empty."""
    columns, rows = row[rules.COLUMNS], row[rules.ROWS]
    scores = listed([f"{SEATS[seat]} {counted(row[rules.SCORE + seat], 'point')}" for seat in range(2)])
    head = f"A grid of {columns} by {rows} cards. {status}." if status else f"A grid of {columns} by {rows} cards."
    return f"{head} {scores}. {lines_in_words(row)}"


def lines_in_words(row: Row) -> str:
    """Return the grid read line by line: ``Row 1: 7h, Kd with Amber's chip, 3c face down.``"""
    columns = row[rules.COLUMNS]
    lines = []
    for line in range(row[rules.ROWS]):
        cells = range(line * columns, (line + 1) * columns)
        lines.append(f"Row {line + 1}: {', '.join(cell_in_words(row, cell) for cell in cells)}.")
    return " ".join(lines)


def cell_in_words(row: Row, cell: int) -> str:
    """Return one card and its state in words."""
    card, chip = row[rules.CARD + cell], row[rules.CHIP + cell]
    if card < 0:
        return "empty"
    if not chip:
        return card_text(card)
    if row[rules.DEAD + cell]:
        return f"{card_text(card)} face down, {SEATS[chip - 1]}"
    return f"{card_text(card)} with {SEATS[chip - 1]}'s chip"
