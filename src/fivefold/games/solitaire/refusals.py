"""Why a well-formed move of Poker Solitaire is illegal, as data."""

from typing import Final

from fivefold.contract import Row
from fivefold.games.solitaire.names import (
    SEATS,
    card_texts,
    cell_text,
    is_race,
    owner,
    places_in_play,
    reject_text,
    square_name,
)
from fivefold.games.solitaire.rules.moves import (
    ASIDE,
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
    reject_places,
    source_of,
    target_of,
)
from fivefold.games.solitaire.rules.row import (
    ALTERNATE,
    CELL,
    CORNERS,
    FILLED,
    FINISHED,
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
    players,
    reach,
    squares,
)
from fivefold.parts.messages import Message
from fivefold.parts.words import card_text

SUGGESTED: Final = 3
"""How many cells that would do are named, at most."""


def why_illegal(row: Row, seat: int, move: int) -> Message:
    """Return why a move is not among the legal ones of a position in which somebody may move."""
    kind = kind_of(move)
    if row[FINISHED + seat]:
        return Message("done-for-good", who=SEATS[seat])
    if kind in {PASS, DONE}:
        return why_no_pass_or_done(row, seat, kind)
    return why_not_taken(row, seat, kind, source_of(move)) or why_not_put(row, seat, kind, move)


def why_no_pass_or_done(row: Row, seat: int, kind: int) -> Message:
    """Return why ``pass`` or ``done`` is no move here."""
    own = square_name(row, seat) if players(row) == squares(row) else Message("the-squares")
    empty = sum(SQUARE - row[FILLED + square] for square in range(2) if is_own_square(row, square, seat))
    if kind == PASS and row[MODE] < ALTERNATE:
        return Message("no-passing")
    if kind == PASS:
        return Message("may-not-pass", who=SEATS[seat], square=own, count=empty)
    if row[MODE] >= ALTERNATE:
        return Message("no-done")
    if not is_full(row, seat):
        return Message("square-not-full", square=own, count=empty)
    return Message("ends-by-itself")


def is_own_square(row: Row, square: int, seat: int) -> bool:
    """Tell whether a square is in play and a player's own."""
    return square < squares(row) and owner(row, square) == seat


# --- what is taken ---------------------------------------------------------------------------------------------------


def why_not_taken(row: Row, seat: int, kind: int, source: int) -> Message | None:
    """Return why a card cannot be taken from where it is said to be, ``None`` if it can."""
    if kind in {PLACE, PLANT, ASIDE}:
        return why_not_face_up(row, source)
    if kind == RETURN:
        return why_not_returned(row, seat, source)
    if row[CELL + source] == 0:
        return Message("none-there", place=cell_text(row, source))
    if kind == STEAL:
        return why_not_stolen(row, seat, source)
    if kind == SHIFT and not row[MOVABLE + owner(row, source // SQUARE)]:
        return Message("fixed-cards")
    return None


def why_not_face_up(row: Row, card: int) -> Message | None:
    """Return why a card cannot be taken from the slots."""
    text, cards = card_text(card), card_texts(row)
    if text in cards:
        return None
    return Message("not-face-up", card=text, cards=cards) if cards else Message("none-face-up-any-more")


def why_not_returned(row: Row, seat: int, place: int) -> Message | None:
    """Return why a card cannot come back from a reject place."""
    name = reject_text(row, place)
    if place not in places_in_play(row):
        return Message("no-such-reject", place=name)
    if not reject_places(row, seat) >> place & 1:
        return Message("others-reject", place=name, other=SEATS[1 - seat])
    if row[REJECTED + place] == 0:
        return Message("none-there", place=name)
    return None if row[MOVABLE + seat] else Message("out-for-good")


def why_not_stolen(row: Row, seat: int, cell: int) -> Message | None:
    """Return why the opponent's card cannot be stolen."""
    other = SEATS[1 - seat]
    if not row[MAY_STEAL]:
        return Message("no-stealing", cell=cell_text(row, cell), other=other)
    if row[FINISHED + other.number]:
        return Message("safe-when-done", other=other)
    if row[STOLEN + cell]:
        return Message("stolen-before", card=card_text(row[CELL + cell] - 1))
    return None


# --- where it is put -------------------------------------------------------------------------------------------------


def why_not_put(row: Row, seat: int, kind: int, move: int) -> Message:
    """Return why a card cannot go where it is said to go."""
    source, target = source_of(move), target_of(move)
    if kind in {ASIDE, REJECT}:
        return why_not_rejected(row, seat, kind, source, target)
    square, cell, other = target // SQUARE, cell_text(row, target), SEATS[1 - seat]
    if kind == PLANT and not row[MAY_PLANT]:
        return Message("no-planting", cell=cell, other=other)
    if kind in {SHIFT, RETURN, STEAL} and owner(row, square) != seat:
        return Message("only-planting", cell=cell, other=other)
    if kind == SHIFT and source == target:
        return Message("lies-there", cell=cell)
    if row[CELL + target]:
        return Message("taken", card=card_text(row[CELL + target] - 1), cell=cell)
    leaving = 1 << source % SQUARE if kind == SHIFT and source // SQUARE == square else 0
    return why_not_touching(row, target, row[MASK + square] & ~leaving)


def why_not_touching(row: Row, cell: int, cards: int) -> Message:
    """Return the rule of touching that a cell breaks beside ``cards``, and the nearest cells that keep it."""
    square, place = divmod(cell, SQUARE)
    taken, name = row[MASK + square], cell_text(row, cell)
    free = [near for near in range(SQUARE) if reach(cards, row[TOUCH + square]) & ~taken & 1 << near]
    free.sort(key=lambda near: (distance(near, place), near))
    key = "no-shared-corner" if row[TOUCH + square] == CORNERS else "no-shared-edge"
    if not free:
        return Message(key, cell=name)
    names = tuple([cell_text(row, SQUARE * square + near) for near in free[:SUGGESTED]])
    return Message(f"{key}-but", cell=name, cells=names)


def distance(cell: int, other: int) -> int:
    """Return how many steps two cells are apart, along rows and columns."""
    return abs(cell % SIDE - other % SIDE) + abs(cell // SIDE - other // SIDE)


def why_not_rejected(row: Row, seat: int, kind: int, source: int, place: int) -> Message:
    """Return why a card cannot go to a reject place."""
    name, other = reject_text(row, place), SEATS[1 - seat]
    if kind == REJECT and owner(row, source // SQUARE) != seat:
        return Message("rejects-own", cell=cell_text(row, source), other=other)
    if place not in places_in_play(row):
        usable = [each for each in places_in_play(row) if each // REJECTS_EACH in (0, 1 + seat)]
        places = tuple([reject_text(row, each) for each in usable])
        return Message("only-rejects", place=name, places=places) if places else Message("no-rejects", place=name)
    if not reject_places(row, seat) >> place & 1:
        return Message("others-reject", place=name, other=other)
    card = card_text(row[REJECTED + place] - 1)
    back = row[MOVABLE + seat] or is_race(row)
    return Message("reject-taken" if back else "reject-taken-for-good", card=card, place=name)
