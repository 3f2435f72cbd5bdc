"""Poker Solitaire in words: its notation, what a move does and how the game stands as data, the squares as text.

A legal move's text is ``7h@c3``, ``c3-r1``, ``1c3-2d4``, ``pass``, ``2:done`` or ``deal:7h``.
"""

import re
from collections.abc import Iterable, Sequence
from functools import cache
from typing import Final, NamedTuple, NoReturn

from fivefold.contract import ANYONE, CHANCE, NOBODY, TABLE, Marks, Row
from fivefold.contract.errors import IllegalMove, InvalidMove, Problem
from fivefold.contract.notation import CARD, MoveEffects, Played, Points
from fivefold.contract.notation import PLACE as AT
from fivefold.games.solitaire import rules
from fivefold.games.solitaire.names import (
    FIRST_LINES,
    HAND_NAMES,
    LINES,
    SEATS,
    card_texts,
    cell_text,
    cell_words,
    first_square_name,
    hand_and_worth,
    hand_number,
    is_race,
    line_name,
    owner,
    places_in_play,
    points_in_words,
    reject_text,
    score,
    square_name,
    worth,
)
from fivefold.games.solitaire.names import WORDS as WORDS  # noqa: PLC0414  (the contract asks for them here)
from fivefold.parts.messages import Fact, Message, Seat
from fivefold.parts.words import CARD_NAMES, COLUMN_LETTERS, card_from_text, card_text, square_from_text, squeeze

RESTING = {rules.PASS: ("nothing-moved", "passes", "pass"), rules.DONE: ("cards-stay", "says-done", "done")}
"""What the moves do that move no card, how they are told, and what they are called."""
TELLING = {rules.PLACE: "puts", rules.PLANT: "plants", rules.ASIDE: "puts-aside", rules.REJECT: "puts-aside"}
TELLING |= {rules.RETURN: "moves-card", rules.SHIFT: "moves-card", rules.STEAL: "steals"}
"""How the moves are told that move a card."""


def seat(row: Row, number: int) -> Seat:
    """Return a seat, called by its colour."""
    return SEATS[number]


def account(row: Row, move: int) -> MoveEffects:
    """Return what a legal move, or the deal of a card, does: ``flush in row 3: 20; one pair in column c: 2``."""
    kind = rules.kind_of(move)
    if kind == rules.DEAL:
        return MoveEffects(None, event=Message("deals", cards=(CARD_NAMES[rules.source_of(move)],)))
    mover = SEATS[rules.seat_of(move)]
    if kind in RESTING:
        effect, event, heading = RESTING[kind]
        return MoveEffects(mover, (Message(effect),), event=Message(event, who=mover), heading=Message(heading))
    changes = list(rules.line_changes(row, move))
    lines = [line_becomes(row, one) for one in changes if is_worth_telling(row, one)]
    effects = (*deeds(row, move, kind), *lines)
    return MoveEffects(
        mover,
        effects or (Message("no-new-hand"),),
        event=told(row, move, kind, lines),
        points=points(row, move, changes),
        played=played(row, move, kind),
        brief=in_brief(row, move, kind, changes),
    )


def told(row: Row, move: int, kind: int, lines: list[Message]) -> Message:
    """Return who puts which card where, and what comes of it."""
    card, where = played(row, move, kind)
    who, other = SEATS[rules.seat_of(move)], SEATS[1 - rules.seat_of(move)]
    done = Message(TELLING[kind], who=who, card=card.words, where=where.words, other=other)
    effects = (*(deeds(row, move, kind) if kind == rules.PLACE else ()), *lines)
    return Message("and-so", done=done, effects=effects) if effects else done


def in_brief(row: Row, move: int, kind: int, changes: list[rules.LineChange]) -> tuple[Message, ...]:
    """Return the hands with points that a move makes, and what else it does where card and place do not say it."""
    made = [one.after for one in changes if is_worth_telling(row, one) and rules.key_points(row, one.after)]
    hands = [HAND_NAMES[hand_number(row, after)] for after in made]
    return (*(deeds(row, move, kind) if kind in (rules.PLANT, rules.STEAL, rules.RETURN, rules.SHIFT) else ()), *hands)


def played(row: Row, move: int, kind: int) -> tuple[Played, ...]:
    """Return the card that a move takes and where it puts it."""
    source, target = rules.source_of(move), rules.target_of(move)
    if kind in (rules.PLACE, rules.PLANT, rules.ASIDE):
        card = source
    else:
        card = (row[rules.REJECTED + source] if kind == rules.RETURN else row[rules.CELL + source]) - 1
    if kind in (rules.ASIDE, rules.REJECT):
        where = Played(AT, reject_text(row, target), reject_text(row, target))
    else:
        where = Played(AT, cell_text(row, target), cell_words(row, target))
    return (Played(CARD, card_text(card), CARD_NAMES[card]), where)


def deeds(row: Row, move: int, kind: int) -> tuple[Message, ...]:
    """Return what a move does besides changing lines: nothing if it simply places a card."""
    source, target = rules.source_of(move), rules.target_of(move)
    if kind == rules.PLANT:
        return (Message("planted", square=square_name(row, target // rules.SQUARE)),)
    if kind == rules.ASIDE:
        return (Message("set-aside", place=reject_text(row, target)),)
    if kind == rules.PLACE:
        full = row[rules.FILLED + target // rules.SQUARE] == rules.SQUARE - 1
        return (Message("square-full", square=square_name(row, target // rules.SQUARE)),) if full else ()
    card = card_text((row[rules.REJECTED + source] if kind == rules.RETURN else row[rules.CELL + source]) - 1)
    if kind == rules.STEAL:
        return (Message("stolen-from", card=card, other=SEATS[1 - rules.seat_of(move)]),)
    return (Message({rules.REJECT: "rejected", rules.RETURN: "comes-back", rules.SHIFT: "shifted"}[kind], card=card),)


# --- lines -----------------------------------------------------------------------------------------------------------


def is_worth_telling(row: Row, one: rules.LineChange) -> bool:
    """Tell whether a line's points have changed, or the name of a hand with points."""
    return rules.key_points(row, one.before) != rules.key_points(row, one.after) or bool(
        rules.key_points(row, one.after) and hand_number(row, one.before) != hand_number(row, one.after)
    )


def hand_in_line(row: Row, one: rules.LineChange) -> Message:
    """Return a line's new hand: ``two pair in row 2``."""
    hand = HAND_NAMES[hand_number(row, one.after)]
    return Message("hand-in-line", hand=hand, line=line_name(row, one.square, one.line))


def line_becomes(row: Row, one: rules.LineChange) -> Message:
    """Return a line's new hand and points, and the old ones where there were any: ``two pair in row 2: 5, was 2``."""
    made, now = hand_in_line(row, one), worth(row, rules.key_points(row, one.after))
    if before := rules.key_points(row, one.before):
        return Message("becomes-from", made=made, points=now, before=worth(row, before))
    return Message("becomes", made=made, points=now)


def cells_of_line(row: Row, move: int, one: rules.LineChange) -> tuple[str, ...]:
    """Return the cells of a line that have a card after a move, by name."""
    source, target, _ = rules.cells_and_card(row, move)
    places = rules.LINE_CELLS[rules.SIDE * one.line : rules.SIDE * one.line + rules.SIDE]
    cells = [rules.SQUARE * one.square + place for place in places]
    return tuple(
        [cell_text(row, cell) for cell in cells if cell == target or (row[rules.CELL + cell] and cell != source)]
    )


# --- points ----------------------------------------------------------------------------------------------------------


def points(row: Row, move: int, changes: list[rules.LineChange]) -> tuple[Points, ...]:
    """Return what a move earns its player, line by line."""
    seat, items = rules.seat_of(move), list[Points]()
    if row[rules.SCORING] != rules.PAT:
        for one in changes:
            gain = rules.key_points(row, one.after) - rules.key_points(row, one.before)
            if gain and owner(row, one.square) == seat:
                items.append(Points(gain, hand_in_line(row, one), cells_of_line(row, move, one)))
    return (*items, *settled(row, move, seat, items))


def settled(row: Row, move: int, seat: int, items: list[Points]) -> tuple[Points, ...]:
    """Return what a move earns beyond its lines, where not the lines but the squares count."""
    if row[rules.SCORING] != rules.PAT and row[rules.MODE] != rules.BEST_OF_TWO:
        return ()
    after = list(row)
    rules.play(after, move)
    rest = rules.seat_points(after, seat) - rules.seat_points(row, seat) - sum(item.points for item in items)
    because = Message("best-of-two") if row[rules.SCORING] != rules.PAT else Message("pat" if rest > 0 else "not-pat")
    return (Points(rest, because),) if rest else ()


# --- what the picked card would earn ----------------------------------------------------------------------------------


def gains(row: Row, moves: Iterable[int], marks: Marks) -> dict[int, int]:
    """Return, for each cell that the picked thing can go to, the points that its lines gain.

    Where both players of a race could put it on a cell, it is one card on one cell all the same.
    """
    picked = {name for name, classes in marks.items() if "picked" in classes.split()}
    if not picked:
        return {}
    chosen = [move for move in moves if rules.kind_of(move) < rules.PASS and source_and_target(row, move)[0] in picked]
    return {
        rules.target_of(move): points_gained(row, move)
        for move in chosen
        if rules.cells_and_card(row, move)[1] != rules.NO_CELL
    }


def points_gained(row: Row, move: int) -> int:
    """Return the points that a move adds to the lines it changes."""
    return sum(
        rules.key_points(row, one.after) - rules.key_points(row, one.before) for one in rules.line_changes(row, move)
    )


def gain_text(row: Row, gain: int) -> str:
    """Return what a card would earn, as it stands on a cell: ``+20``, ``0``, ``−1``; with pat a sign for a pat row."""
    if row[rules.SCORING] == rules.PAT:
        return "✓" if gain > 0 else "✗" if gain < 0 else "·"
    return f"{gain:+d}".replace("-", "−") if gain else "0"


def gain_in_words(gain: int, pat: bool) -> Message:
    """Return what a card would earn: ``20 points more``; with pat what it makes of the row."""
    if pat:
        return Message("row-becomes-pat" if gain > 0 else "row-not-pat" if gain < 0 else "no-row-pat")
    return Message("points-less" if gain < 0 else "points-more", count=abs(gain)) if gain else Message("no-points-more")


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


class WrittenPlace(NamedTuple):
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
        card = _read_card(given, what)
        return legal_or_raise(row, given, seat, _face_up_move(row, seat, card, read_place(row, given, seat, where)))
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


def _read_card(given: str, name: str) -> int:
    try:
        return card_from_text(name)
    except ValueError:
        wrong = Message("no-card", given=repr(name))
        raise InvalidMove(Problem.of(WORDS, given, wrong, Message("write-a-card"))) from None


def read_place(row: Row, given: str, seat: int, name: str) -> WrittenPlace:
    """Return the place with a name, the mover's own where the name does not say whose."""
    if found := REJECT_PLACE.fullmatch(name):
        return WrittenPlace(_read_reject(row, given, seat, *found.groups()), False)
    found = CELL_PLACE.fullmatch(name)
    if not found:
        invalid(given, Message("no-place", given=repr(name)), Message("write-a-place"))
    column, line = square_from_text(found[2]) if found[2][1] != "0" else (rules.SIDE, rules.SIDE)
    if column >= rules.SIDE or line >= rules.SIDE:
        invalid(given, Message("no-cell", cell=found[2]), Message("board-reach"))
    square = read_square(row, given, seat, found[1], found[2])
    return WrittenPlace(rules.SQUARE * square + rules.SIDE * line + column, True)


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


def _read_reject(row: Row, given: str, seat: int, number: str, letter: str, count: str) -> int:
    place = int(count[:3]) - 1
    if not 0 <= place < rules.REJECTS_EACH:
        invalid(given, Message("no-reject", place=letter + count), Message("number-rejects"))
    if letter == "x" and number:
        invalid(given, Message("common-is-nobodys"), Message("write", text=f"x{count}"))
    if number == "2" and rules.players(row) == 1:
        invalid(given, Message("no-second-player"), Message("write", text=f"r{count}"))
    whose = 0 if letter == "x" else 1 + (int(number) - 1 if number else seat)
    return rules.REJECTS_EACH * whose + place


def _face_up_move(row: Row, seat: int, card: int, place: WrittenPlace) -> int:
    if not place.is_cell:
        return rules.make_move(seat, rules.ASIDE, card, place.number)
    own = owner(row, place.number // rules.SQUARE) == seat
    return rules.make_move(seat, rules.PLACE if own else rules.PLANT, card, place.number)


def carried_move(row: Row, given: str, seat: int, source: WrittenPlace, target: WrittenPlace) -> int:
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
        illegal(given, Message("deal-first"), Message("next-is-deal", deal=_next_deal(row)))
    out = [0] * rules.MAX_MOVES
    legal = out[: rules.legal_moves(row, out)]
    if move not in legal:
        illegal(given, why_illegal(row, seat, move), suggestion(row, move, legal))
    return move


def _next_deal(row: Row) -> str:
    out = [0] * rules.MAX_MOVES
    rules.legal_moves(row, out)
    return f"deal:{card_text(rules.source_of(out[0]))}"


def read_deal(row: Row, given: str, name: str) -> int:
    """Return the deal of a card, one that may come next."""
    card = _read_card(given, name)
    mover = rules.to_move(row)
    if mover == NOBODY:
        illegal(given, Message("game-over", why=ending(row)), Message("start-another"))
    if mover != CHANCE:
        illegal(given, Message("no-deal-now"), FORMS)
    if row[rules.TWIN] and card != row[rules.TWIN] - 1:
        illegal(given, Message("comes-twice"), Message("deal-is-next", deal=_next_deal(row)))
    if row[rules.LEFT + card] == 0:
        better = Message("deal-other", deal=_next_deal(row))
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


WIDTH: Final = 39
"""The width of a square in the text: two fit into 80 columns."""
LONGEST_NAME: Final = 15
EMPTY: Final = Message("empty")


def status(row: Row) -> Message:
    """Return whose turn it is, or how it ended, a sentence without its full stop."""
    mover = rules.to_move(row)
    if mover == NOBODY:
        return result(row)
    if mover == CHANCE:
        return Message("cards-being-dealt" if row[rules.DEALT] > 1 else "card-being-dealt")
    if mover == ANYONE:
        full = [seat for seat in (0, 1) if rules.may_say_done(row, seat) and not row[rules.FINISHED + seat]]
        if full:
            return Message("full-and-not-done", who=tuple([SEATS[seat] for seat in full]))
        return Message("quicker-moves")
    if rules.players(row) > 1:
        return Message("to-move", who=SEATS[mover])
    cards = card_texts(row)
    return Message("to-place", cards=cards) if cards else Message("nothing-to-place")


def result(row: Row) -> Message:
    """Return how a finished game ended, a sentence without its full stop."""
    if rules.players(row) == 1:
        points = rules.seat_points(row, 0)
        if row[rules.SCORING] == rules.PAT:
            return Message("pat-won" if points else "pat-lost")
        return Message("points-in-the-end", points=points_in_words(points))
    first, second = rules.seat_points(row, 0), rules.seat_points(row, 1)
    if first == second:
        return Message("draw", points=first)
    return Message("wins", who=SEATS[int(second > first)], more=max(first, second), less=min(first, second))


# --- the whole position ----------------------------------------------------------------------------------------------


def description(row: Row, status: Message | None) -> Message:
    """Return the position for people who do not see the picture; ``status`` is ``None`` once the match is over."""
    cards = card_texts(row)
    sentences = [status] if status else []
    sentences.append(Message("face-up", cards=cards) if cards else Message("none-face-up"))
    sentences.append(Message("in-pack", count=row[rules.PACK]))
    places = places_in_play(row)
    sentences += [Message("reject", place=reject_text(row, place), content=_on_reject(row, place)) for place in places]
    for square in range(rules.squares(row)):
        sentences += square_in_sentences(row, square)
    if row[rules.MODE] in {rules.BEST_OF_TWO, rules.SUM_OF_TWO}:
        sentences.append(
            Message("better-square-counts" if row[rules.MODE] == rules.BEST_OF_TWO else "both-squares-added")
        )
    return Message("description", sentences=tuple(sentences))


def _on_reject(row: Row, place: int) -> Fact:
    return card_text(row[rules.REJECTED + place] - 1) if row[rules.REJECTED + place] else EMPTY


def square_in_sentences(row: Row, square: int) -> list[Message]:
    """Return a square's score and its lines, row by row: ``Row 1: 5h, 5d, empty, empty, Kc, one pair 1``."""
    found = [Message("square-score", square=first_square_name(row, square), score=score(row, square))]
    for line in range(rules.SIDE):
        first = rules.SQUARE * square + rules.SIDE * line
        cards = tuple([on_cell(row, cell) for cell in range(first, first + rules.SIDE)])
        hand = hand_and_worth(row, square, line)
        found.append(Message("row-in-words", line=FIRST_LINES[line], cards=cards, hand=hand))
    for line in range(rules.COLUMNS, rules.counted_lines(row, square)):
        found.append(Message("line-is", line=FIRST_LINES[line], hand=hand_and_worth(row, square, line)))
    return found


def on_cell(row: Row, cell: int) -> Fact:
    """Return what lies on a cell: ``7h``, ``7h stolen``, ``empty``."""
    if not row[rules.CELL + cell]:
        return EMPTY
    card = card_text(row[rules.CELL + cell] - 1)
    return Message("stolen", card=card) if row[rules.STOLEN + cell] else card


# --- the squares as text ---------------------------------------------------------------------------------------------


def diagram(row: Row, viewer: int) -> str:
    """Return the squares, side by side, with the hand and points of every line; then what is face up and set aside."""
    drawn = [square_lines(row, square) for square in range(rules.squares(row))]
    beside = ["".join(line.ljust(WIDTH + 1) for line in lines).rstrip() for lines in zip(*drawn, strict=True)]
    return "\n".join([*beside, "", *(WORDS.text(line) for line in [*tray_lines(row), status(row)])])


def square_lines(row: Row, square: int) -> list[str]:
    """Return one square: its score, its rows with what they are, then its columns and diagonals."""
    name = first_square_name(row, square) if rules.squares(row) > 1 else Message("only-square")
    letters = "  ".join(COLUMN_LETTERS[: rules.SIDE])
    lines = [WORDS.text(Message("square-score", square=name, score=score(row, square))), f"    {letters}"]
    for line in range(rules.SIDE):
        cards = " ".join(
            cell_sign(row, rules.SQUARE * square + rules.LINE_CELLS[rules.SIDE * line + place])
            for place in range(rules.SIDE)
        )
        lines.append(f" {line + 1} {cards}  {WORDS.text(hand_in_diagram(row, square, line))}".rstrip())
    most = max(rules.counted_lines(row, other) for other in range(rules.squares(row)))
    for line in range(rules.COLUMNS, most):
        found = Message("line-is", line=LINES[line], hand=hand_in_diagram(row, square, line))
        lines.append(f" {WORDS.text(found)}" if line < rules.counted_lines(row, square) else "")
    return lines


def cell_sign(row: Row, cell: int) -> str:
    """Return a cell's card, ``--`` where one may be put, two dots where the rule of touching forbids it.

    A stolen card's suit is a capital letter.
    """
    square, place = divmod(cell, rules.SQUARE)
    if row[rules.CELL + cell]:
        text = card_text(row[rules.CELL + cell] - 1)
        return text.upper() if row[rules.STOLEN + cell] else text
    return "--" if rules.reach(row[rules.MASK + square], row[rules.TOUCH + square]) >> place & 1 else ".."


def hand_in_diagram(row: Row, square: int, line: int) -> Message:
    """Return a line's hand and points: ``full house 10``; a long name as its number, ``hand 53: 4``."""
    key = rules.line_key(row, square, line)
    hand = hand_number(row, key)
    if is_long(hand):
        return Message("hand-by-number", number=hand, points=worth(row, rules.key_points(row, key)))
    return hand_and_worth(row, square, line)


@cache
def is_long(hand: int) -> bool:
    """Tell whether a hand's name has no room beside a row of the diagram."""
    return len(WORDS.text(HAND_NAMES[hand])) > LONGEST_NAME


def tray_lines(row: Row) -> list[Message]:
    """Return what is face up, the pack and the reject places."""
    cards, count = card_texts(row) or Message("nothing-face-up"), row[rules.PACK]
    twin = row[rules.TWIN] and card_text(row[rules.TWIN] - 1)
    lines = [
        Message("tray-twin", cards=cards, count=count, card=twin) if twin else Message("tray", cards=cards, count=count)
    ]
    places = [
        Message("place-content", place=reject_text(row, place), content=_on_reject(row, place))
        for place in places_in_play(row)
    ]
    lines += [Message("rejects", rejects=tuple(places))] if places else []
    lines += [Message("stolen-legend")] if any(row[rules.STOLEN : rules.STOLEN + 2 * rules.SQUARE]) else []
    barred = rules.to_move(row) != NOBODY and any(
        cell_sign(row, cell) == ".." for cell in range(rules.SQUARE * rules.squares(row))
    )
    return lines + ([Message("barred-legend")] if barred else [])


# --- why a game ended -------------------------------------------------------------------------------------------------

ENDINGS: Final = {
    rules.TWO_PASSES: Message("both-passed"),
    rules.QUIET_TURNS: Message("quiet-turns", turns=rules.MOST_QUIET),
    rules.NO_CARDS: Message("cards-gone"),
}


def ending(row: Row) -> Message:
    """Return why a finished game ended, a clause."""
    if row[rules.REASON] == rules.FULL:
        two = rules.squares(row) > 1
        return Message("both-squares-full") if two else Message("square-full", square=Message("the-square"))
    if row[rules.REASON] == rules.SAID_DONE:
        finished = tuple([SEATS[seat] for seat in range(rules.players(row)) if row[rules.FINISHED + seat]])
        return Message("said-done", who=finished) if rules.players(row) > 1 else Message("cards-to-stay")
    return ENDINGS[row[rules.REASON]]
