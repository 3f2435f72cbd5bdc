"""Moves of Poker Solitaire as text and as picks on the picture: written, read, and refused with the reason.

A legal move's text is ``7h@c3``, ``c3-r1``, ``1c3-2d4``, ``pass``, ``2:done`` or ``deal:7h``.
"""

import re
from collections.abc import Sequence
from typing import Final, NamedTuple, NoReturn

from fivefold.contract import CHANCE, NOBODY, Row
from fivefold.contract.errors import IllegalMove, InvalidMove
from fivefold.games.solitaire import rules
from fivefold.games.solitaire.rules.moves import (
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
    is_full,
    kind_of,
    make_move,
    reject_places,
    seat_of,
    source_of,
    target_of,
)
from fivefold.games.solitaire.rules.row import (
    ALTERNATE,
    CELL,
    CORNERS,
    FILLED,
    FINISHED,
    LEFT,
    MASK,
    MAY_PLANT,
    MAY_STEAL,
    MODE,
    MOVABLE,
    REJECTED,
    REJECTS_EACH,
    SIDE,
    SQUARE,
    STOLEN,
    TOUCH,
    TWIN,
    players,
    reach,
    squares,
)
from fivefold.games.solitaire.words import (
    SEATS,
    cell_text,
    face_up,
    is_race,
    owner,
    places_in_play,
    reason,
    reject_text,
    square_name,
)
from fivefold.parts.words import card_from_text, card_text, counted, listed, square_from_text, squeeze


def say(row: Row, move: int, viewer: int) -> str:
    """Return a move's text; everybody may see everything."""
    kind = kind_of(move)
    if kind == DEAL:
        return f"deal:{card_text(source_of(move))}"
    said = {PASS: "pass", DONE: "done"}.get(kind) or _move_text(row, move, kind)
    return f"{seat_of(move) + 1}:{said}" if is_race(row) else said


def _move_text(row: Row, move: int, kind: int) -> str:
    source, target = source_and_target(row, move)
    return f"{source}@{target}" if kind <= ASIDE else f"{source}-{target}"


def source_and_target(row: Row, move: int) -> tuple[str, str]:
    """Return what a move takes and where it puts it: ``7h`` and ``c3``, ``r1`` and ``c3``."""
    kind, source, target = kind_of(move), source_of(move), target_of(move)
    taken = (
        card_text(source) if kind <= ASIDE else reject_text(row, source) if kind == RETURN else cell_text(row, source)
    )
    return taken, reject_text(row, target) if kind in (ASIDE, REJECT) else cell_text(row, target)


def clicks(row: Row, move: int) -> tuple[str, ...]:
    """Return the picks: what is taken and where it goes, or a button.

    In a race both may do some things with the same two picks; then the button of who does it comes third.
    """
    kind, seat = kind_of(move), seat_of(move)
    if kind == DEAL:
        return (card_text(source_of(move)),)
    if kind == PASS:
        return ("pass",)
    if kind == DONE:
        return (f"done-{seat + 1}" if is_race(row) else "done",)
    return (
        (*source_and_target(row, move), f"take-{seat + 1}") if needs_seat(row, move) else source_and_target(row, move)
    )


def needs_seat(row: Row, move: int) -> bool:
    """Tell whether in a race both players could make a move with the same picks."""
    if not is_race(row):
        return False
    kind = kind_of(move)
    to_common = kind == ASIDE and target_of(move) < REJECTS_EACH
    return to_common or (bool(row[MAY_PLANT]) and kind in (PLACE, PLANT))


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
        return legal_or_raise(row, given, seat, make_move(seat, PASS if plain == "pass" else DONE, 0, 0))
    what, mark, where = plain.partition("@" if "@" in plain else "-")
    if not mark or not what or not where:
        raise InvalidMove(f"{given}: no move of Poker Solitaire; {FORMS}")
    if mark == "@":
        card = read_card(given, what)
        return legal_or_raise(row, given, seat, face_up_move(row, seat, card, read_place(row, given, seat, where)))
    source, target = read_place(row, given, seat, what), read_place(row, given, seat, where)
    return legal_or_raise(row, given, seat, carried_move(row, given, seat, source, target))


def read_player(row: Row, given: str, plain: str) -> tuple[int, str]:
    """Return the seat that moves, and the text without the player in front."""
    found = WITH_PLAYER.fullmatch(plain)
    mover = max(0, rules.to_move(row))
    if not is_race(row):
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
    """Return the card with a name."""
    try:
        return card_from_text(name)
    except ValueError:
        hint = "a rank from A 2 3 4 5 6 7 8 9 T J Q K and a suit c d h s; write 7h@c3"
        raise InvalidMove(f"{given}: {name!r} is no card; {hint}") from None


def read_place(row: Row, given: str, seat: int, name: str) -> Place:
    """Return the place with a name, the mover's own where the name does not say whose."""
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
    """Return the square that a cell is on, the mover's own where its name does not say which."""
    if squares(row) == 1:
        if number == "2":
            raise InvalidMove(f"{given}: there is one square; write {cell}")
        return 0
    if number:
        return int(number) - 1
    if players(row) == 1:
        raise InvalidMove(f"{given}: {cell} is on both squares; write 1{cell} or 2{cell}")
    return seat


def read_reject(row: Row, given: str, seat: int, number: str, letter: str, count: str) -> int:
    """Return a reject place, whether or not this game has it."""
    place = int(count[:3]) - 1
    if not 0 <= place < REJECTS_EACH:
        raise InvalidMove(f"{given}: {letter}{count} is no reject; they are numbered from 1")
    if letter == "x" and number:
        raise InvalidMove(f"{given}: common rejects belong to nobody; write x{count}")
    if number == "2" and players(row) == 1:
        raise InvalidMove(f"{given}: one player has no rejects of player 2; write r{count}")
    whose = 0 if letter == "x" else 1 + (int(number) - 1 if number else seat)
    return REJECTS_EACH * whose + place


def face_up_move(row: Row, seat: int, card: int, place: Place) -> int:
    """Return the move of a face-up card to a place."""
    if not place.is_cell:
        return make_move(seat, ASIDE, card, place.number)
    own = owner(row, place.number // SQUARE) == seat
    return make_move(seat, PLACE if own else PLANT, card, place.number)


def carried_move(row: Row, given: str, seat: int, source: Place, target: Place) -> int:
    """Return the move of a card that lies somewhere to another place."""
    if not source.is_cell and not target.is_cell:
        raise IllegalMove(f"{given}: a card on a reject cannot go to another; write r1-c3 to take it back")
    if not source.is_cell:
        return make_move(seat, RETURN, source.number, target.number)
    if not target.is_cell:
        return make_move(seat, REJECT, source.number, target.number)
    own = owner(row, source.number // SQUARE) == seat
    return make_move(seat, SHIFT if own else STEAL, source.number, target.number)


def legal_or_raise(row: Row, given: str, seat: int, move: int) -> int:
    """Return a move if it is legal, or raise ``IllegalMove`` with the reason."""
    mover = rules.to_move(row)
    if mover == NOBODY:
        raise IllegalMove(f"{given}: the game is over, {reason(row)}; start another")
    if mover == CHANCE:
        raise IllegalMove(f"{given}: a card is to be dealt first; the next move is a deal, as {next_deal(row)}")
    out = [0] * rules.MAX_MOVES
    legal = out[: rules.legal_moves(row, out)]
    if move not in legal:
        raise_illegal(row, given, seat, move, legal)
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


SHOWN: Final = 3
"""How many places to name that would do."""
ORDER: Final = (PLACE, RETURN, SHIFT, REJECT, ASIDE, STEAL, PLANT, DONE, PASS)
"""The kinds of moves, those to suggest first in front."""


def raise_illegal(row: Row, given: str, seat: int, move: int, legal: Sequence[int]) -> NoReturn:
    """Raise ``IllegalMove`` for a move that is not among the legal ones of a position in which somebody may move."""
    kind = kind_of(move)
    if row[FINISHED + seat]:
        why = f"{SEATS[seat]} has said done, which is for good"
    elif kind in {PASS, DONE}:
        why = why_no_pass_or_done(row, seat, kind)
    else:
        why = why_not_taken(row, seat, kind, source_of(move)) or why_not_put(row, seat, kind, move)
    raise IllegalMove(f"{given}: {why}; {suggestion(row, move, legal)}")


def suggestion(row: Row, move: int, legal: Sequence[int]) -> str:
    """Return a legal move of the same player to try, as much like the refused one as there is."""
    own = [each for each in legal if seat_of(each) == seat_of(move)]
    if not own:
        return "wait for the other"
    best = min(own, key=lambda each: (difference(each, move), ORDER.index(kind_of(each)), each))
    return f"you could play {say(row, best, seat_of(move))}"


def difference(move: int, refused: int) -> tuple[bool, bool, int]:
    """Return how a move differs from a refused one: in its kind, in its card, and how far apart their cells are."""
    other_kind = kind_of(move) != kind_of(refused)
    to_cells = not other_kind and kind_of(move) not in {ASIDE, REJECT, PASS, DONE}
    away = distance(target_of(move) % SQUARE, target_of(refused) % SQUARE) if to_cells else 0
    return other_kind, source_of(move) != source_of(refused), away


# --- what is said ----------------------------------------------------------------------------------------------------


def why_no_pass_or_done(row: Row, seat: int, kind: int) -> str:
    """Return why ``pass`` or ``done`` is no move here."""
    whose = square_name(row, seat) if players(row) == squares(row) else "the squares"
    empty = sum(SQUARE - row[FILLED + square] for square in range(2) if is_own_square(row, square, seat))
    if kind == PASS and row[MODE] < ALTERNATE:
        return "passing is for games in turns"
    if kind == PASS:
        return f"{SEATS[seat]} has other moves, and {whose} still has {counted(empty, 'empty cell')}"
    if row[MODE] >= ALTERNATE:
        return "games in turns have no done, they have pass"
    if not is_full(row, seat):
        return (
            f"done is for full squares, and {counted(empty, 'cell')} of {whose} {'is' if empty == 1 else 'are'} empty"
        )
    return "with fixed cards the game ends by itself"


def is_own_square(row: Row, square: int, seat: int) -> bool:
    """Tell whether a square is in play and a player's own."""
    return square < squares(row) and owner(row, square) == seat


# --- what is taken ---------------------------------------------------------------------------------------------------


def why_not_taken(row: Row, seat: int, kind: int, source: int) -> str:
    """Return why a card cannot be taken from where it is said to be, empty if it can."""
    if kind in {PLACE, PLANT, ASIDE}:
        return why_not_face_up(row, source)
    if kind == RETURN:
        return why_not_returned(row, seat, source)
    if row[CELL + source] == 0:
        return f"no card lies on {cell_text(row, source)}"
    if kind == STEAL:
        return why_not_stolen(row, seat, source)
    if kind == SHIFT and not row[MOVABLE + owner(row, source // SQUARE)]:
        return "cards are fixed here and stay where they lie"
    return ""


def why_not_face_up(row: Row, card: int) -> str:
    """Return why a card cannot be taken from the slots."""
    cards = face_up(row)
    if card in cards:
        return ""
    if not cards:
        return "no card is face up any more"
    names = listed([card_text(each) for each in cards])
    return f"{card_text(card)} is not face up, {names} {'is' if len(cards) == 1 else 'are'}"


def why_not_returned(row: Row, seat: int, place: int) -> str:
    """Return why a card cannot come back from a reject place."""
    name = reject_text(row, place)
    if place not in places_in_play(row):
        return f"this game has no {name}"
    if not reject_places(row, seat) >> place & 1:
        return f"{name} is {SEATS[1 - seat]}'s own"
    if row[REJECTED + place] == 0:
        return f"no card lies on {name}"
    return "" if row[MOVABLE + seat] else "cards are fixed here, and a rejected card is out for good"


def why_not_stolen(row: Row, seat: int, cell: int) -> str:
    """Return why the opponent's card cannot be stolen."""
    if not row[MAY_STEAL]:
        return f"{cell_text(row, cell)} is {SEATS[1 - seat]}'s, and stealing is off"
    if row[FINISHED + 1 - seat]:
        return f"{SEATS[1 - seat]} has said done, and nobody steals from there any more"
    if row[STOLEN + cell]:
        return f"{card_text(row[CELL + cell] - 1)} was stolen before and cannot be stolen again"
    return ""


# --- where it is put -------------------------------------------------------------------------------------------------


def why_not_put(row: Row, seat: int, kind: int, move: int) -> str:
    """Return why a card cannot go where it is said to go."""
    source, target = source_of(move), target_of(move)
    if kind in {ASIDE, REJECT}:
        return why_not_rejected(row, seat, kind, source, target)
    square = target // SQUARE
    if kind == PLANT and not row[MAY_PLANT]:
        return f"{cell_text(row, target)} is {SEATS[1 - seat]}'s, and planting is off"
    if kind in {SHIFT, RETURN, STEAL} and owner(row, square) != seat:
        return f"{cell_text(row, target)} is {SEATS[1 - seat]}'s; only face-up cards may be planted there"
    if kind == SHIFT and source == target:
        return f"the card lies on {cell_text(row, target)} already"
    if row[CELL + target]:
        return f"{card_text(row[CELL + target] - 1)} lies on {cell_text(row, target)} already"
    leaving = 1 << source % SQUARE if kind == SHIFT and source // SQUARE == square else 0
    return why_not_touching(row, target, row[MASK + square] & ~leaving)


def why_not_touching(row: Row, cell: int, cards: int) -> str:
    """Return the rule of touching that a cell breaks beside ``cards``, and the nearest cells that keep it."""
    square, place = divmod(cell, SQUARE)
    corners = row[TOUCH + square] == CORNERS
    taken = row[MASK + square]
    free = [near for near in range(SQUARE) if reach(cards, row[TOUCH + square]) & ~taken & 1 << near]
    free.sort(key=lambda near: (distance(near, place), near))
    names = listed([cell_text(row, SQUARE * square + near) for near in free[:SHOWN]], "or")
    shared = "edge or corner" if corners else "edge"
    would = f", {names} would" if names else ""
    return f"{cell_text(row, cell)} shares no {shared} with a card there{would}"


def distance(cell: int, other: int) -> int:
    """Return how many steps two cells are apart, along rows and columns."""
    return abs(cell % SIDE - other % SIDE) + abs(cell // SIDE - other // SIDE)


def why_not_rejected(row: Row, seat: int, kind: int, source: int, place: int) -> str:
    """Return why a card cannot go to a reject place."""
    name = reject_text(row, place)
    if kind == REJECT and owner(row, source // SQUARE) != seat:
        return f"{cell_text(row, source)} is {SEATS[1 - seat]}'s, and only cards of your own square are rejected"
    if place not in places_in_play(row):
        number = sum(each // REJECTS_EACH in (0, 1 + seat) for each in places_in_play(row))
        have = listed([reject_text(row, each) for each in places_in_play(row) if each // REJECTS_EACH in (0, 1 + seat)])
        return f"there is no {name} here, only {have}" if number else f"there is no {name}: this game has no rejects"
    if not reject_places(row, seat) >> place & 1:
        return f"{name} is {SEATS[1 - seat]}'s own"
    lying = card_text(row[REJECTED + place] - 1)
    back = "" if row[MOVABLE + seat] or is_race(row) else " for good"
    return f"{lying} lies on {name}{back}, and a reject holds one card"
