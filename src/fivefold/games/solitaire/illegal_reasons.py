"""Why a move of Poker Solitaire cannot be made, and what would do instead."""

from collections.abc import Sequence
from typing import Final, NoReturn

from fivefold.contract import Row
from fivefold.contract.errors import IllegalMove
from fivefold.games.solitaire import rules
from fivefold.games.solitaire.legal_moves import is_full, reject_places
from fivefold.games.solitaire.move_text import say
from fivefold.games.solitaire.moves import (
    ASIDE,
    DONE,
    PASS,
    PLACE,
    PLANT,
    REJECT,
    RETURN,
    SHIFT,
    STEAL,
    kind_of,
    seat_of,
    source_of,
    target_of,
)
from fivefold.games.solitaire.places import CORNERS, REJECTS_EACH, SIDE, SQUARE, reach
from fivefold.games.solitaire.row import (
    ALTERNATE,
    CELL,
    FILLED,
    FINISHED,
    MASK,
    MAY_PLANT,
    MAY_STEAL,
    MODE,
    MOVABLE,
    REJECTED,
    STOLEN,
    TOUCH,
)
from fivefold.games.solitaire.words import (
    SEATS,
    cell_text,
    face_up,
    owner,
    racing,
    reject_text,
    rejects,
    square_name,
)
from fivefold.parts.words import card_text, counted, listed

SHOWN: Final = 3
"""So many places that would do are named."""
ORDER: Final = (PLACE, RETURN, SHIFT, REJECT, ASIDE, STEAL, PLANT, DONE, PASS)
"""What to suggest first."""


def refuse(row: Row, given: str, seat: int, move: int, legal: Sequence[int]) -> NoReturn:
    """Raise ``IllegalMove`` for a move that is not among the legal ones of a position in which somebody may move."""
    kind = kind_of(move)
    if row[FINISHED + seat]:
        why = f"{SEATS[seat]} has said done, which is for good"
    elif kind in {PASS, DONE}:
        why = why_not_said(row, seat, kind)
    else:
        why = why_not_taken(row, seat, kind, source_of(move)) or why_not_put(row, seat, kind, move)
    raise IllegalMove(f"{given}: {why}; {instead(row, move, legal)}")


def instead(row: Row, move: int, legal: Sequence[int]) -> str:
    """Return a legal move of the same player to try, as much like the refused one as there is."""
    own = [each for each in legal if seat_of(each) == seat_of(move)]
    if not own:
        return "wait for the other"
    best = min(own, key=lambda each: (unlike(each, move), ORDER.index(kind_of(each)), each))
    return f"you could play {say(row, best, seat_of(move))}"


def unlike(move: int, refused: int) -> tuple[bool, bool, int]:
    """Return how little a move has in common with a refused one: another kind, another card, a cell far off."""
    other_kind = kind_of(move) != kind_of(refused)
    to_cells = not other_kind and kind_of(move) not in {ASIDE, REJECT, PASS, DONE}
    away = far(target_of(move) % SQUARE, target_of(refused) % SQUARE) if to_cells else 0
    return other_kind, source_of(move) != source_of(refused), away


# --- what is said ----------------------------------------------------------------------------------------------------


def why_not_said(row: Row, seat: int, kind: int) -> str:
    """Return why ``pass`` or ``done`` is no move here."""
    whose = square_name(row, seat) if rules.players(row) == rules.squares(row) else "the squares"
    empty = sum(SQUARE - row[FILLED + square] for square in range(2) if of(row, square, seat))
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


def of(row: Row, square: int, seat: int) -> bool:
    """Tell whether a square is in play and a player's own."""
    return square < rules.squares(row) and owner(row, square) == seat


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
    if place not in rejects(row):
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
    """Return which rule of touching a cell breaks beside ``cards``, and the nearest cells that keep it."""
    square, place = divmod(cell, SQUARE)
    corners = row[TOUCH + square] == CORNERS
    taken = row[MASK + square]
    free = [near for near in range(SQUARE) if reach(cards, row[TOUCH + square]) & ~taken & 1 << near]
    free.sort(key=lambda near: (far(near, place), near))
    names = listed([cell_text(row, SQUARE * square + near) for near in free[:SHOWN]], "or")
    shared = "edge or corner" if corners else "edge"
    would = f", {names} would" if names else ""
    return f"{cell_text(row, cell)} shares no {shared} with a card there{would}"


def far(cell: int, other: int) -> int:
    """Return how many steps from cell to cell two cells are apart."""
    return abs(cell % SIDE - other % SIDE) + abs(cell // SIDE - other // SIDE)


def why_not_rejected(row: Row, seat: int, kind: int, source: int, place: int) -> str:
    """Return why a card cannot go to a reject place."""
    name = reject_text(row, place)
    if kind == REJECT and owner(row, source // SQUARE) != seat:
        return f"{cell_text(row, source)} is {SEATS[1 - seat]}'s, and only cards of your own square are rejected"
    if place not in rejects(row):
        number = sum(each // REJECTS_EACH in (0, 1 + seat) for each in rejects(row))
        have = listed([reject_text(row, each) for each in rejects(row) if each // REJECTS_EACH in (0, 1 + seat)])
        return f"there is no {name} here, only {have}" if number else f"there is no {name}: this game has no rejects"
    if not reject_places(row, seat) >> place & 1:
        return f"{name} is {SEATS[1 - seat]}'s own"
    lying = card_text(row[REJECTED + place] - 1)
    back = "" if row[MOVABLE + seat] or racing(row) else " for good"
    return f"{lying} lies on {name}{back}, and a reject holds one card"
