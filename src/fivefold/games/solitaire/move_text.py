"""Moves of Poker Solitaire as text and as picks on the picture: written, read, and refused with the reason.

A legal move's text is ``7h@c3``, ``c3-r1``, ``1c3-2d4``, ``pass``, ``2:done`` or ``deal:7h``.
"""

import re
from collections.abc import Sequence
from typing import Final, NamedTuple, NoReturn

from fivefold.contract import CHANCE, NOBODY, Row
from fivefold.contract.errors import IllegalMove, InvalidMove, Problem
from fivefold.games.solitaire import rules
from fivefold.games.solitaire.description import ending
from fivefold.games.solitaire.names import SEATS, cell_text, is_race, owner, reject_text
from fivefold.games.solitaire.refusals import distance, why_illegal
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
    kind_of,
    make_move,
    seat_of,
    source_of,
    target_of,
)
from fivefold.games.solitaire.rules.row import LEFT, MAY_PLANT, REJECTS_EACH, SIDE, SQUARE, TWIN, players, squares
from fivefold.games.solitaire.words import WORDS
from fivefold.parts.messages import Message
from fivefold.parts.words import card_from_text, card_text, square_from_text, squeeze


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
FORMS: Final = Message("write-a-move")
"""What a move looks like."""


class Place(NamedTuple):
    """A cell or a reject place as it was written."""

    number: int
    is_cell: bool


def invalid(given: str, wrong: Message, better: Message) -> NoReturn:
    """Raise ``InvalidMove``."""
    raise InvalidMove(Problem.of(WORDS, given, wrong, better))


def illegal(given: str, wrong: Message, better: Message) -> NoReturn:
    """Raise ``IllegalMove``."""
    raise IllegalMove(Problem.of(WORDS, given, wrong, better))


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
        invalid(given, Message("no-move"), FORMS)
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
            invalid(given, Message("player-only-in-race"), Message("write", text=found[2] or "7h@c3"))
        return mover, plain
    if not found:
        move = plain or "done"
        invalid(given, Message("player-missing"), Message("write-either", one=f"1:{move}", other=f"2:{move}"))
    if found[1] not in {"1", "2"}:
        better = Message("write-a-player", first=SEATS[0], second=SEATS[1])
        invalid(given, Message("no-player", given=found[1]), better)
    return int(found[1]) - 1, found[2]


def read_card(given: str, name: str) -> int:
    """Return the card with a name."""
    try:
        return card_from_text(name)
    except ValueError:
        wrong = Message("no-card", given=repr(name))
        raise InvalidMove(Problem.of(WORDS, given, wrong, Message("write-a-card"))) from None


def read_place(row: Row, given: str, seat: int, name: str) -> Place:
    """Return the place with a name, the mover's own where the name does not say whose."""
    if found := REJECT_PLACE.fullmatch(name):
        return Place(read_reject(row, given, seat, *found.groups()), False)
    found = CELL_PLACE.fullmatch(name)
    if not found:
        invalid(given, Message("no-place", given=repr(name)), Message("write-a-place"))
    column, line = square_from_text(found[2]) if found[2][1] != "0" else (SIDE, SIDE)
    if column >= SIDE or line >= SIDE:
        invalid(given, Message("no-cell", cell=found[2]), Message("board-reach"))
    return Place(SQUARE * read_square(row, given, seat, found[1], found[2]) + SIDE * line + column, True)


def read_square(row: Row, given: str, seat: int, number: str, cell: str) -> int:
    """Return the square that a cell is on, the mover's own where its name does not say which."""
    if squares(row) == 1:
        if number == "2":
            invalid(given, Message("one-square"), Message("write", text=cell))
        return 0
    if number:
        return int(number) - 1
    if players(row) == 1:
        better = Message("write-either", one=f"1{cell}", other=f"2{cell}")
        invalid(given, Message("on-both-squares", cell=cell), better)
    return seat


def read_reject(row: Row, given: str, seat: int, number: str, letter: str, count: str) -> int:
    """Return a reject place, whether or not this game has it."""
    place = int(count[:3]) - 1
    if not 0 <= place < REJECTS_EACH:
        invalid(given, Message("no-reject", place=letter + count), Message("number-rejects"))
    if letter == "x" and number:
        invalid(given, Message("common-is-nobodys"), Message("write", text=f"x{count}"))
    if number == "2" and players(row) == 1:
        invalid(given, Message("no-second-player"), Message("write", text=f"r{count}"))
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
        illegal(given, Message("between-rejects"), Message("take-it-back"))
    if not source.is_cell:
        return make_move(seat, RETURN, source.number, target.number)
    if not target.is_cell:
        return make_move(seat, REJECT, source.number, target.number)
    own = owner(row, source.number // SQUARE) == seat
    return make_move(seat, SHIFT if own else STEAL, source.number, target.number)


def legal_or_raise(row: Row, given: str, seat: int, move: int) -> int:
    """Return a move if it is legal; otherwise raise ``IllegalMove`` with the reason."""
    mover = rules.to_move(row)
    if mover == NOBODY:
        illegal(given, Message("game-over", why=ending(row)), Message("start-another"))
    if mover == CHANCE:
        illegal(given, Message("deal-first"), Message("next-is-deal", deal=next_deal(row)))
    out = [0] * rules.MAX_MOVES
    legal = out[: rules.legal_moves(row, out)]
    if move not in legal:
        illegal(given, why_illegal(row, seat, move), suggestion(row, move, legal))
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
        illegal(given, Message("game-over", why=ending(row)), Message("start-another"))
    if mover != CHANCE:
        illegal(given, Message("no-deal-now"), FORMS)
    if row[TWIN] and card != row[TWIN] - 1:
        illegal(given, Message("comes-twice"), Message("deal-is-next", deal=next_deal(row)))
    if row[LEFT + card] == 0:
        better = Message("deal-other", deal=next_deal(row))
        illegal(given, Message("not-in-pack", card=card_text(card)), better)
    return make_move(0, DEAL, card, 0)


ORDER: Final = (PLACE, RETURN, SHIFT, REJECT, ASIDE, STEAL, PLANT, DONE, PASS)
"""The kinds of moves, those to suggest first in front."""


def suggestion(row: Row, move: int, legal: Sequence[int]) -> Message:
    """Return a legal move of the same player to try, as much like the refused one as there is."""
    own = [each for each in legal if seat_of(each) == seat_of(move)]
    if not own:
        return Message("wait")
    best = min(own, key=lambda each: (difference(each, move), ORDER.index(kind_of(each)), each))
    return Message("could-play", move=say(row, best, seat_of(move)))


def difference(move: int, refused: int) -> tuple[bool, bool, int]:
    """Return how a move differs from a refused one: in its kind, in its card, and how far apart their cells are."""
    other_kind = kind_of(move) != kind_of(refused)
    to_cells = not other_kind and kind_of(move) not in {ASIDE, REJECT, PASS, DONE}
    away = distance(target_of(move) % SQUARE, target_of(refused) % SQUARE) if to_cells else 0
    return other_kind, source_of(move) != source_of(refused), away
