"""Moves of Poker Solitaire as text, read or refused with the reason, and as picks on the picture.

A legal move's text is ``7h@c3``, ``c3-r1``, ``1c3-2d4``, ``pass``, ``2:done`` or ``deal:7h``.
"""

import re
from collections.abc import Sequence
from typing import Final, NamedTuple, NoReturn

from fivefold.contract import ANYONE, CHANCE, NOBODY, TABLE, Row
from fivefold.contract.errors import IllegalMove, InvalidMove, Problem
from fivefold.games.solitaire import rules
from fivefold.games.solitaire.names import (
    SEATS,
    WORDS,
    card_texts,
    cell_text,
    ending,
    is_race,
    owner,
    places_in_play,
    reject_text,
    square_name,
)
from fivefold.parts.messages import Message
from fivefold.parts.words import card_from_text, card_text, square_from_text, squeeze

PLACE_NAME: Final = re.compile("[12]?[a-z][0-9]+")
"""A cell or a reject place, as it is picked."""


def say(row: Row, move: int, viewer: int) -> str:
    """Return a move's text; everybody may see everything."""
    kind = rules.kind_of(move)
    if kind == rules.DEAL:
        return f"deal:{card_text(rules.source_of(move))}"
    said = {rules.PASS: "pass", rules.DONE: "done"}.get(kind) or _move_text(row, move, kind)
    return f"{rules.seat_of(move) + 1}:{said}" if is_race(row) else said


def _move_text(row: Row, move: int, kind: int) -> str:
    source, target = source_and_target(row, move)
    return f"{source}@{target}" if kind <= rules.ASIDE else f"{source}-{target}"


def source_and_target(row: Row, move: int) -> tuple[str, str]:
    """Return what a move takes and where it puts it: ``7h`` and ``c3``, ``r1`` and ``c3``."""
    kind, source, target = rules.kind_of(move), rules.source_of(move), rules.target_of(move)
    taken = (
        card_text(source)
        if kind <= rules.ASIDE
        else reject_text(row, source)
        if kind == rules.RETURN
        else cell_text(row, source)
    )
    return taken, reject_text(row, target) if kind in (rules.ASIDE, rules.REJECT) else cell_text(row, target)


def clicks(row: Row, move: int) -> tuple[str, ...]:
    """Return the picks: what is taken and where it goes, or a button.

    In a race both may do some things with the same two picks; then the button of who does it comes third.
    """
    kind, seat = rules.kind_of(move), rules.seat_of(move)
    if kind == rules.DEAL:
        return (card_text(rules.source_of(move)),)
    if kind == rules.PASS:
        return ("pass",)
    if kind == rules.DONE:
        return (f"done-{seat + 1}" if is_race(row) else "done",)
    return (
        (*source_and_target(row, move), f"take-{seat + 1}") if needs_seat(row, move) else source_and_target(row, move)
    )


def spell(row: Row, picks: Sequence[str]) -> str:
    """Return the text of the card or place picked first and the place picked then; in a race it is not known whose."""
    if len(picks) != 2 or is_race(row):
        return ""
    source, target = picks
    return f"{source}{'-' if PLACE_NAME.fullmatch(source) else '@'}{target}"


def needs_seat(row: Row, move: int) -> bool:
    """Tell whether in a race both players could make a move with the same picks."""
    if not is_race(row):
        return False
    kind = rules.kind_of(move)
    to_common = kind == rules.ASIDE and rules.target_of(move) < rules.REJECTS_EACH
    return to_common or (bool(row[rules.MAY_PLANT]) and kind in (rules.PLACE, rules.PLANT))


# --- what a viewer may pick -------------------------------------------------------------------------------------------


class Offered(NamedTuple):
    """The moves a viewer has, and the things to pick for them."""

    moves: list[int]
    cards: frozenset[int]
    cells: frozenset[int]
    rejects: frozenset[int]
    buttons: frozenset[str]


NOTHING_OFFERED: Final = Offered([], frozenset(), frozenset(), frozenset(), frozenset())


def offered(row: Row, viewer: int, mover: int) -> Offered:
    """Return what ``viewer`` may pick; in a race ``ANYONE`` and ``TABLE`` stand for both players at one screen."""
    both = mover == ANYONE and viewer in {ANYONE, TABLE}
    if not both and viewer != mover and (mover != ANYONE or viewer not in range(rules.players(row))):
        return NOTHING_OFFERED
    out = [0] * rules.MAX_MOVES
    moves = out[: rules.legal_moves(row, out)]
    if mover == ANYONE and not both:
        moves = [move for move in moves if rules.seat_of(move) == viewer]
    return _things(row, moves, both)


def _things(row: Row, moves: list[int], both: bool) -> Offered:
    cards, cells, rejects, buttons = set[int](), set[int](), set[int](), set[str]()
    for move in moves:
        kind = rules.kind_of(move)
        if kind >= rules.PASS:
            buttons.update(clicks(row, move))
            continue
        (cards if kind <= rules.ASIDE else rejects if kind == rules.RETURN else cells).add(rules.source_of(move))
        (rejects if kind in (rules.ASIDE, rules.REJECT) else cells).add(rules.target_of(move))
        if both and needs_seat(row, move):
            buttons.add(f"take-{rules.seat_of(move) + 1}")
    return Offered(moves, frozenset(cards), frozenset(cells), frozenset(rejects), frozenset(buttons))


# --- reading ---------------------------------------------------------------------------------------------------------

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
        return legal_or_raise(
            row, given, seat, rules.make_move(seat, rules.PASS if plain == "pass" else rules.DONE, 0, 0)
        )
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
    column, line = square_from_text(found[2]) if found[2][1] != "0" else (rules.SIDE, rules.SIDE)
    if column >= rules.SIDE or line >= rules.SIDE:
        invalid(given, Message("no-cell", cell=found[2]), Message("board-reach"))
    return Place(rules.SQUARE * read_square(row, given, seat, found[1], found[2]) + rules.SIDE * line + column, True)


def read_square(row: Row, given: str, seat: int, number: str, cell: str) -> int:
    """Return the square that a cell is on, the mover's own where its name does not say which."""
    if rules.squares(row) == 1:
        if number == "2":
            invalid(given, Message("one-square"), Message("write", text=cell))
        return 0
    if number:
        return int(number) - 1
    if rules.players(row) == 1:
        better = Message("write-either", one=f"1{cell}", other=f"2{cell}")
        invalid(given, Message("on-both-squares", cell=cell), better)
    return seat


def read_reject(row: Row, given: str, seat: int, number: str, letter: str, count: str) -> int:
    """Return a reject place, whether or not this game has it."""
    place = int(count[:3]) - 1
    if not 0 <= place < rules.REJECTS_EACH:
        invalid(given, Message("no-reject", place=letter + count), Message("number-rejects"))
    if letter == "x" and number:
        invalid(given, Message("common-is-nobodys"), Message("write", text=f"x{count}"))
    if number == "2" and rules.players(row) == 1:
        invalid(given, Message("no-second-player"), Message("write", text=f"r{count}"))
    whose = 0 if letter == "x" else 1 + (int(number) - 1 if number else seat)
    return rules.REJECTS_EACH * whose + place


def face_up_move(row: Row, seat: int, card: int, place: Place) -> int:
    """Return the move of a face-up card to a place."""
    if not place.is_cell:
        return rules.make_move(seat, rules.ASIDE, card, place.number)
    own = owner(row, place.number // rules.SQUARE) == seat
    return rules.make_move(seat, rules.PLACE if own else rules.PLANT, card, place.number)


def carried_move(row: Row, given: str, seat: int, source: Place, target: Place) -> int:
    """Return the move of a card that lies somewhere to another place."""
    if not source.is_cell and not target.is_cell:
        illegal(given, Message("between-rejects"), Message("take-it-back"))
    if not source.is_cell:
        return rules.make_move(seat, rules.RETURN, source.number, target.number)
    if not target.is_cell:
        return rules.make_move(seat, rules.REJECT, source.number, target.number)
    own = owner(row, source.number // rules.SQUARE) == seat
    return rules.make_move(seat, rules.SHIFT if own else rules.STEAL, source.number, target.number)


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
    return f"deal:{card_text(rules.source_of(out[0]))}"


def read_deal(row: Row, given: str, name: str) -> int:
    """Return the deal of a card, one that may come next."""
    card = read_card(given, name)
    mover = rules.to_move(row)
    if mover == NOBODY:
        illegal(given, Message("game-over", why=ending(row)), Message("start-another"))
    if mover != CHANCE:
        illegal(given, Message("no-deal-now"), FORMS)
    if row[rules.TWIN] and card != row[rules.TWIN] - 1:
        illegal(given, Message("comes-twice"), Message("deal-is-next", deal=next_deal(row)))
    if row[rules.LEFT + card] == 0:
        better = Message("deal-other", deal=next_deal(row))
        illegal(given, Message("not-in-pack", card=card_text(card)), better)
    return rules.make_move(0, rules.DEAL, card, 0)


ORDER: Final = (
    rules.PLACE,
    rules.RETURN,
    rules.SHIFT,
    rules.REJECT,
    rules.ASIDE,
    rules.STEAL,
    rules.PLANT,
    rules.DONE,
    rules.PASS,
)
"""The kinds of moves, those to suggest first in front."""


def suggestion(row: Row, move: int, legal: Sequence[int]) -> Message:
    """Return a legal move of the same player to try, as much like the refused one as there is."""
    own = [each for each in legal if rules.seat_of(each) == rules.seat_of(move)]
    if not own:
        return Message("wait")
    best = min(own, key=lambda each: (difference(each, move), ORDER.index(rules.kind_of(each)), each))
    return Message("could-play", move=say(row, best, rules.seat_of(move)))


def difference(move: int, refused: int) -> tuple[bool, bool, int]:
    """Return how a move differs from a refused one: in its kind, in its card, and how far apart their cells are."""
    other_kind = rules.kind_of(move) != rules.kind_of(refused)
    to_cells = not other_kind and rules.kind_of(move) not in {rules.ASIDE, rules.REJECT, rules.PASS, rules.DONE}
    away = distance(rules.target_of(move) % rules.SQUARE, rules.target_of(refused) % rules.SQUARE) if to_cells else 0
    return other_kind, rules.source_of(move) != rules.source_of(refused), away


# --- why a well-formed move is illegal --------------------------------------------------------------------------------

SUGGESTED: Final = 3
"""How many cells that would do are named, at most."""


def why_illegal(row: Row, seat: int, move: int) -> Message:
    """Return why a move is not among the legal ones of a position in which somebody may move."""
    kind = rules.kind_of(move)
    if row[rules.FINISHED + seat]:
        return Message("done-for-good", who=SEATS[seat])
    if kind in {rules.PASS, rules.DONE}:
        return why_no_pass_or_done(row, seat, kind)
    return why_not_taken(row, seat, kind, rules.source_of(move)) or why_not_put(row, seat, kind, move)


def why_no_pass_or_done(row: Row, seat: int, kind: int) -> Message:
    """Return why ``pass`` or ``done`` is no move here."""
    own = square_name(row, seat) if rules.players(row) == rules.squares(row) else Message("the-squares")
    empty = sum(rules.SQUARE - row[rules.FILLED + square] for square in range(2) if is_own_square(row, square, seat))
    if kind == rules.PASS and row[rules.MODE] < rules.ALTERNATE:
        return Message("no-passing")
    if kind == rules.PASS:
        return Message("may-not-pass", who=SEATS[seat], square=own, count=empty)
    if row[rules.MODE] >= rules.ALTERNATE:
        return Message("no-done")
    if not rules.is_full(row, seat):
        return Message("square-not-full", square=own, count=empty)
    return Message("ends-by-itself")


def is_own_square(row: Row, square: int, seat: int) -> bool:
    """Tell whether a square is in play and a player's own."""
    return square < rules.squares(row) and owner(row, square) == seat


# --- what is taken ---------------------------------------------------------------------------------------------------


def why_not_taken(row: Row, seat: int, kind: int, source: int) -> Message | None:
    """Return why a card cannot be taken from where it is said to be, ``None`` if it can."""
    if kind in {rules.PLACE, rules.PLANT, rules.ASIDE}:
        return why_not_face_up(row, source)
    if kind == rules.RETURN:
        return why_not_returned(row, seat, source)
    if row[rules.CELL + source] == 0:
        return Message("none-there", place=cell_text(row, source))
    if kind == rules.STEAL:
        return why_not_stolen(row, seat, source)
    if kind == rules.SHIFT and not row[rules.MOVABLE + owner(row, source // rules.SQUARE)]:
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
    if not rules.reject_places(row, seat) >> place & 1:
        return Message("others-reject", place=name, other=SEATS[1 - seat])
    if row[rules.REJECTED + place] == 0:
        return Message("none-there", place=name)
    return None if row[rules.MOVABLE + seat] else Message("out-for-good")


def why_not_stolen(row: Row, seat: int, cell: int) -> Message | None:
    """Return why the opponent's card cannot be stolen."""
    other = SEATS[1 - seat]
    if not row[rules.MAY_STEAL]:
        return Message("no-stealing", cell=cell_text(row, cell), other=other)
    if row[rules.FINISHED + other.number]:
        return Message("safe-when-done", other=other)
    if row[rules.STOLEN + cell]:
        return Message("stolen-before", card=card_text(row[rules.CELL + cell] - 1))
    return None


# --- where it is put -------------------------------------------------------------------------------------------------


def why_not_put(row: Row, seat: int, kind: int, move: int) -> Message:
    """Return why a card cannot go where it is said to go."""
    source, target = rules.source_of(move), rules.target_of(move)
    if kind in {rules.ASIDE, rules.REJECT}:
        return why_not_rejected(row, seat, kind, source, target)
    square, cell, other = target // rules.SQUARE, cell_text(row, target), SEATS[1 - seat]
    if kind == rules.PLANT and not row[rules.MAY_PLANT]:
        return Message("no-planting", cell=cell, other=other)
    if kind in {rules.SHIFT, rules.RETURN, rules.STEAL} and owner(row, square) != seat:
        return Message("only-planting", cell=cell, other=other)
    if kind == rules.SHIFT and source == target:
        return Message("lies-there", cell=cell)
    if row[rules.CELL + target]:
        return Message("taken", card=card_text(row[rules.CELL + target] - 1), cell=cell)
    leaving = 1 << source % rules.SQUARE if kind == rules.SHIFT and source // rules.SQUARE == square else 0
    return why_not_touching(row, target, row[rules.MASK + square] & ~leaving)


def why_not_touching(row: Row, cell: int, cards: int) -> Message:
    """Return the rule of touching that a cell breaks beside ``cards``, and the nearest cells that keep it."""
    square, place = divmod(cell, rules.SQUARE)
    taken, name = row[rules.MASK + square], cell_text(row, cell)
    free = [near for near in range(rules.SQUARE) if rules.reach(cards, row[rules.TOUCH + square]) & ~taken & 1 << near]
    free.sort(key=lambda near: (distance(near, place), near))
    key = "no-shared-corner" if row[rules.TOUCH + square] == rules.CORNERS else "no-shared-edge"
    if not free:
        return Message(key, cell=name)
    names = tuple([cell_text(row, rules.SQUARE * square + near) for near in free[:SUGGESTED]])
    return Message(f"{key}-but", cell=name, cells=names)


def distance(cell: int, other: int) -> int:
    """Return how many steps two cells are apart, along rows and columns."""
    return abs(cell % rules.SIDE - other % rules.SIDE) + abs(cell // rules.SIDE - other // rules.SIDE)


def why_not_rejected(row: Row, seat: int, kind: int, source: int, place: int) -> Message:
    """Return why a card cannot go to a reject place."""
    name, other = reject_text(row, place), SEATS[1 - seat]
    if kind == rules.REJECT and owner(row, source // rules.SQUARE) != seat:
        return Message("rejects-own", cell=cell_text(row, source), other=other)
    if place not in places_in_play(row):
        usable = [each for each in places_in_play(row) if each // rules.REJECTS_EACH in (0, 1 + seat)]
        places = tuple([reject_text(row, each) for each in usable])
        return Message("only-rejects", place=name, places=places) if places else Message("no-rejects", place=name)
    if not rules.reject_places(row, seat) >> place & 1:
        return Message("others-reject", place=name, other=other)
    card = card_text(row[rules.REJECTED + place] - 1)
    back = row[rules.MOVABLE + seat] or is_race(row)
    return Message("reject-taken" if back else "reject-taken-for-good", card=card, place=name)
