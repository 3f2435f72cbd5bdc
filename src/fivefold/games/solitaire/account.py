"""What a move of Poker Solitaire does and earns, as data, and what the picked card would earn on each cell."""

from collections.abc import Iterable

from fivefold.contract import Marks, Row
from fivefold.contract.account import CARD, Account, Played, Points
from fivefold.contract.account import PLACE as AT
from fivefold.games.solitaire import rules
from fivefold.games.solitaire.move_text import source_and_target
from fivefold.games.solitaire.names import (
    HAND_NAMES,
    SEATS,
    cell_text,
    hand_number,
    line_name,
    owner,
    reject_text,
    square_name,
    worth,
)
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
    seat_of,
    source_of,
    target_of,
)
from fivefold.games.solitaire.rules.row import (
    BEST_OF_TWO,
    CELL,
    FILLED,
    LINE_CELLS,
    MODE,
    PAT,
    REJECTED,
    SCORING,
    SIDE,
    SQUARE,
)
from fivefold.games.solitaire.rules.scoring import NO_CELL, LineChange, cells_and_card, key_points, line_changes
from fivefold.games.solitaire.rules.turns import seat_points
from fivefold.parts.card_words import CARD_NAMES
from fivefold.parts.messages import Message
from fivefold.parts.words import card_text

RESTING = {PASS: ("nothing-moved", "passes", "pass"), DONE: ("cards-stay", "says-done", "done")}
"""What the moves do that move no card, how they are told, and what they are called."""


def account(row: Row, move: int) -> Account:
    """Return what a legal move, or the deal of a card, does: ``flush in row 3: 20; one pair in column c: 2``."""
    kind = kind_of(move)
    if kind == DEAL:
        return Account(None, event=Message("deals", cards=(CARD_NAMES[source_of(move)],)))
    mover = SEATS[seat_of(move)]
    if kind in RESTING:
        effect, event, heading = RESTING[kind]
        return Account(mover, (Message(effect),), event=Message(event, who=mover), heading=Message(heading))
    changes = list(line_changes(row, move))
    lines = [line_becomes(row, one) for one in changes if is_worth_telling(row, one)]
    effects = (*deeds(row, move, kind), *lines)
    return Account(
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
    who = SEATS[seat_of(move)]
    if kind in (ASIDE, REJECT):
        done = Message("puts-aside", who=who, card=card.words)
    elif kind in (RETURN, SHIFT):
        done = Message("moves-card", who=who, card=card.words, where=where.words)
    elif kind == STEAL:
        done = Message("steals", who=who, card=card.words, other=SEATS[1 - seat_of(move)], where=where.words)
    else:
        done = Message("puts", who=who, card=card.words, where=where.words)
    effects = (*(deeds(row, move, kind) if kind in (PLACE, PLANT) else ()), *lines)
    return Message("and-so", done=done, effects=effects) if effects else done


def in_brief(row: Row, move: int, kind: int, changes: list[LineChange]) -> tuple[Message, ...]:
    """Return the hands that a move makes, and what else it does where card and place do not say it."""
    hands = [HAND_NAMES[hand_number(row, one.after)] for one in changes if is_worth_telling(row, one)]
    return (*(deeds(row, move, kind) if kind in (PLANT, STEAL, RETURN, SHIFT) else ()), *hands)


def played(row: Row, move: int, kind: int) -> tuple[Played, ...]:
    """Return the card that a move takes and where it puts it."""
    source, target = source_of(move), target_of(move)
    if kind in (PLACE, PLANT, ASIDE):
        card = source
    else:
        card = (row[REJECTED + source] if kind == RETURN else row[CELL + source]) - 1
    where = reject_text(row, target) if kind in (ASIDE, REJECT) else cell_text(row, target)
    return (Played(CARD, card_text(card), CARD_NAMES[card]), Played(AT, where, where))


def deeds(row: Row, move: int, kind: int) -> tuple[Message, ...]:
    """Return what a move does besides changing lines: nothing if it simply places a card."""
    source, target = source_of(move), target_of(move)
    if kind == PLANT:
        return (Message("planted", square=square_name(row, target // SQUARE)),)
    if kind == ASIDE:
        return (Message("set-aside", place=reject_text(row, target)),)
    if kind == PLACE:
        full = row[FILLED + target // SQUARE] == SQUARE - 1
        return (Message("square-full", square=square_name(row, target // SQUARE)),) if full else ()
    card = card_text((row[REJECTED + source] if kind == RETURN else row[CELL + source]) - 1)
    if kind == STEAL:
        return (Message("stolen-from", card=card, other=SEATS[1 - seat_of(move)]),)
    return (Message({REJECT: "rejected", RETURN: "comes-back", SHIFT: "shifted"}[kind], card=card),)


# --- lines -----------------------------------------------------------------------------------------------------------


def is_worth_telling(row: Row, one: LineChange) -> bool:
    """Tell whether a line's points have changed, or the name of a hand with points."""
    return key_points(row, one.before) != key_points(row, one.after) or bool(
        key_points(row, one.after) and hand_number(row, one.before) != hand_number(row, one.after)
    )


def hand_in_line(row: Row, one: LineChange) -> Message:
    """Return a line's new hand: ``two pair in row 2``."""
    hand = HAND_NAMES[hand_number(row, one.after)]
    return Message("hand-in-line", hand=hand, line=line_name(row, one.square, one.line))


def line_becomes(row: Row, one: LineChange) -> Message:
    """Return a line's new hand and points, and the old ones where there were any: ``two pair in row 2: 5, was 2``."""
    made, now, before = hand_in_line(row, one), worth(row, key_points(row, one.after)), key_points(row, one.before)
    if before:
        return Message("becomes-from", made=made, points=now, before=worth(row, before))
    return Message("becomes", made=made, points=now)


def cells_of_line(row: Row, move: int, one: LineChange) -> tuple[str, ...]:
    """Return the cells of a line that have a card after a move, by name."""
    source, target, _ = cells_and_card(row, move)
    places = LINE_CELLS[SIDE * one.line : SIDE * one.line + SIDE]
    cells = [SQUARE * one.square + place for place in places]
    return tuple([cell_text(row, cell) for cell in cells if cell == target or (row[CELL + cell] and cell != source)])


# --- points ----------------------------------------------------------------------------------------------------------


def points(row: Row, move: int, changes: list[LineChange]) -> tuple[Points, ...]:
    """Return what a move earns its player, line by line."""
    seat, items = seat_of(move), list[Points]()
    if row[SCORING] != PAT:
        for one in changes:
            gain = key_points(row, one.after) - key_points(row, one.before)
            if gain and owner(row, one.square) == seat:
                items.append(Points(gain, hand_in_line(row, one), cells_of_line(row, move, one)))
    return (*items, *settled(row, move, seat, items))


def settled(row: Row, move: int, seat: int, items: list[Points]) -> tuple[Points, ...]:
    """Return what a move earns beyond its lines, where not the lines but the squares count."""
    if row[SCORING] != PAT and row[MODE] != BEST_OF_TWO:
        return ()
    after = list(row)
    rules.play(after, move)
    rest = seat_points(after, seat) - seat_points(row, seat) - sum(item.points for item in items)
    because = Message("best-of-two") if row[SCORING] != PAT else Message("pat" if rest > 0 else "not-pat")
    return (Points(rest, because),) if rest else ()


# --- what the picked card would earn ----------------------------------------------------------------------------------


def gains(row: Row, moves: Iterable[int], marks: Marks) -> dict[int, int]:
    """Return, for each cell that the picked thing can go to, the points that its lines gain.

    Where both players of a race could put it on a cell, it is one card on one cell all the same.
    """
    picked = {name for name, classes in marks.items() if "picked" in classes.split()}
    if not picked:
        return {}
    chosen = [move for move in moves if kind_of(move) < PASS and source_and_target(row, move)[0] in picked]
    return {target_of(move): points_gained(row, move) for move in chosen if cells_and_card(row, move)[1] != NO_CELL}


def points_gained(row: Row, move: int) -> int:
    """Return the points that a move adds to the lines it changes."""
    return sum(key_points(row, one.after) - key_points(row, one.before) for one in line_changes(row, move))


def gain_text(row: Row, gain: int) -> str:
    """Return what a card would earn, as it stands on a cell: ``+20``, ``0``, ``−1``; with pat a sign for a pat row."""
    if row[SCORING] == PAT:
        return "✓" if gain > 0 else "✗" if gain < 0 else "·"
    return f"{gain:+d}".replace("-", "−") if gain else "0"


def gain_in_words(gain: int, pat: bool) -> Message:
    """Return what a card would earn: ``20 points more``; with pat what it makes of the row."""
    if pat:
        return Message("row-becomes-pat" if gain > 0 else "row-not-pat" if gain < 0 else "no-row-pat")
    return Message("points-less" if gain < 0 else "points-more", count=abs(gain)) if gain else Message("no-points-more")
