"""Moves of Poker Solitaire read from text, and what is wrong with those that cannot be made."""

import re
from typing import Final, NamedTuple

from fivefold.contract import CHANCE, NOBODY, Row
from fivefold.contract.errors import IllegalMove, InvalidMove
from fivefold.games.solitaire import rules
from fivefold.games.solitaire.illegal_reasons import refuse
from fivefold.games.solitaire.moves import (
    ASIDE,
    DEAL,
    DONE,
    PASS,
    PLACE,
    PLANT,
    REJECT,
    RETURN,
    SHIFT,
    STEAL,
    make_move,
    source_of,
)
from fivefold.games.solitaire.places import REJECTS_EACH, SIDE, SQUARE
from fivefold.games.solitaire.row import LEFT, TWIN
from fivefold.games.solitaire.words import SEATS, owner, racing, reason
from fivefold.parts.words import card_from_text, card_text, square_from_text, squeeze

WITH_PLAYER: Final = re.compile(r"([0-9]+):(.*)", re.DOTALL)
REJECT_PLACE: Final = re.compile(r"([12]?)([rx])([0-9]+)")
CELL_PLACE: Final = re.compile(r"([12]?)([a-z][0-9]{1,9})")
FORMS: Final = "write a card and where it goes, as 7h@c3 or 7h@r1, or two places, as c3-r1, or pass, or done"


class Place(NamedTuple):
    """A cell or a reject place as it was written."""

    number: int
    is_cell: bool


def read(row: Row, text: str) -> int:
    """Return the legal move ``text`` means; see ``Notation.read`` for the errors."""
    given, plain = text.strip(), squeeze(text)
    if plain.startswith("deal:"):
        return read_deal(row, given, plain.removeprefix("deal:"))
    seat, plain = read_player(row, given, plain)
    if plain in {"pass", "done"}:
        return checked(row, given, seat, make_move(seat, PASS if plain == "pass" else DONE, 0, 0))
    what, mark, where = plain.partition("@" if "@" in plain else "-")
    if not mark or not what or not where:
        raise InvalidMove(f"{given}: no move of Poker Solitaire; {FORMS}")
    if mark == "@":
        card = read_card(given, what)
        return checked(row, given, seat, put(row, seat, card, read_place(row, given, seat, where)))
    source, target = read_place(row, given, seat, what), read_place(row, given, seat, where)
    return checked(row, given, seat, carried(row, given, seat, source, target))


def read_player(row: Row, given: str, plain: str) -> tuple[int, str]:
    """Return the seat that moves, and the text without what names it."""
    found = WITH_PLAYER.fullmatch(plain)
    mover = max(0, rules.to_move(row))
    if not racing(row):
        if found:
            raise InvalidMove(f"{given}: a player stands in front only in a race; write {found[2] or '7h@c3'}")
        return mover, plain
    if not found:
        raise InvalidMove(
            f"{given}: in a race the player stands in front; write 1:{plain or 'done'} or 2:{plain or 'done'}"
        )
    if found[1] not in {"1", "2"}:
        raise InvalidMove(f"{given}: {found[1]} is no player; write 1: for {SEATS[0]} or 2: for {SEATS[1]}")
    return int(found[1]) - 1, found[2]


def read_card(given: str, name: str) -> int:
    """Return the card of a name."""
    try:
        return card_from_text(name)
    except ValueError:
        hint = "a rank from A 2 3 4 5 6 7 8 9 T J Q K and a suit c d h s; write 7h@c3"
        raise InvalidMove(f"{given}: {name!r} is no card; {hint}") from None


def read_place(row: Row, given: str, seat: int, name: str) -> Place:
    """Return the place of a name, one's own where it does not say whose."""
    if found := REJECT_PLACE.fullmatch(name):
        return Place(read_reject(row, given, seat, *found.groups()), False)
    found = CELL_PLACE.fullmatch(name)
    if not found:
        raise InvalidMove(f"{given}: {name!r} is no place; a cell is a letter and a number, as c3, a reject r1 or x1")
    column, line = square_from_text(found[2]) if found[2][1] != "0" else (SIDE, SIDE)
    if column >= SIDE or line >= SIDE:
        raise InvalidMove(f"{given}: {found[2]} is no cell; columns are a to e, rows 1 to 5 from the top")
    return Place(SQUARE * read_square(row, given, seat, found[1], found[2]) + SIDE * line + column, True)


def read_square(row: Row, given: str, seat: int, number: str, cell: str) -> int:
    """Return the square that a cell is on; one's own where it does not say which."""
    if rules.squares(row) == 1:
        if number == "2":
            raise InvalidMove(f"{given}: there is one square; write {cell}")
        return 0
    if number:
        return int(number) - 1
    if rules.players(row) == 1:
        raise InvalidMove(f"{given}: {cell} is on both squares; write 1{cell} or 2{cell}")
    return seat


def read_reject(row: Row, given: str, seat: int, number: str, letter: str, count: str) -> int:
    """Return a reject place, whether or not this game has it."""
    place = int(count[:3]) - 1
    if not 0 <= place < REJECTS_EACH:
        raise InvalidMove(f"{given}: {letter}{count} is no reject; they are numbered from 1")
    if letter == "x" and number:
        raise InvalidMove(f"{given}: common rejects belong to nobody; write x{count}")
    if number == "2" and rules.players(row) == 1:
        raise InvalidMove(f"{given}: one player has no rejects of player 2; write r{count}")
    whose = 0 if letter == "x" else 1 + (int(number) - 1 if number else seat)
    return REJECTS_EACH * whose + place


def put(row: Row, seat: int, card: int, place: Place) -> int:
    """Return the move of a face-up card to a place."""
    if not place.is_cell:
        return make_move(seat, ASIDE, card, place.number)
    own = owner(row, place.number // SQUARE) == seat
    return make_move(seat, PLACE if own else PLANT, card, place.number)


def carried(row: Row, given: str, seat: int, source: Place, target: Place) -> int:
    """Return the move of a card that lies somewhere to another place."""
    if not source.is_cell and not target.is_cell:
        raise IllegalMove(f"{given}: a card on a reject cannot go to another; write r1-c3 to take it back")
    if not source.is_cell:
        return make_move(seat, RETURN, source.number, target.number)
    if not target.is_cell:
        return make_move(seat, REJECT, source.number, target.number)
    own = owner(row, source.number // SQUARE) == seat
    return make_move(seat, SHIFT if own else STEAL, source.number, target.number)


def checked(row: Row, given: str, seat: int, move: int) -> int:
    """Return a move if it is legal, or raise ``IllegalMove`` with the reason."""
    mover = rules.to_move(row)
    if mover == NOBODY:
        raise IllegalMove(f"{given}: the game is over, {reason(row)}; start another")
    if mover == CHANCE:
        raise IllegalMove(f"{given}: a card is to be dealt first; the next move is a deal, as {next_deal(row)}")
    out = [0] * rules.MAX_MOVES
    legal = out[: rules.legal_moves(row, out)]
    if move not in legal:
        refuse(row, given, seat, move, legal)
    return move


def next_deal(row: Row) -> str:
    """Return a deal that may come next."""
    out = [0] * rules.MAX_MOVES
    rules.legal_moves(row, out)
    return f"deal:{card_text(source_of(out[0]))}"


def read_deal(row: Row, given: str, name: str) -> int:
    """Return the deal of a card, one that may come next."""
    card = read_card(given, name)
    mover = rules.to_move(row)
    if mover == NOBODY:
        raise IllegalMove(f"{given}: the game is over, {reason(row)}; start another")
    if mover != CHANCE:
        raise IllegalMove(f"{given}: no card is dealt now; {FORMS}")
    if row[TWIN] and card != row[TWIN] - 1:
        raise IllegalMove(f"{given}: every card comes twice; {next_deal(row)} is next")
    if row[LEFT + card] == 0:
        raise IllegalMove(
            f"{given}: {card_text(card)} is no longer in the pack; deal one that is, e.g. {next_deal(row)}"
        )
    return make_move(0, DEAL, card, 0)
