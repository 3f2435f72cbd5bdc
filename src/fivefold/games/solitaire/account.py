"""What a move of Poker Solitaire does and earns, as data, and what the picked card would earn on each cell."""

from collections.abc import Iterable

from fivefold.contract import Marks, Row
from fivefold.contract.notation import CARD, MoveEffects, Played, Points
from fivefold.contract.notation import PLACE as AT
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
from fivefold.parts.messages import Message
from fivefold.parts.words import CARD_NAMES, card_text

RESTING = {rules.PASS: ("nothing-moved", "passes", "pass"), rules.DONE: ("cards-stay", "says-done", "done")}
"""What the moves do that move no card, how they are told, and what they are called."""


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
    who = SEATS[rules.seat_of(move)]
    if kind in (rules.ASIDE, rules.REJECT):
        done = Message("puts-aside", who=who, card=card.words)
    elif kind in (rules.RETURN, rules.SHIFT):
        done = Message("moves-card", who=who, card=card.words, where=where.words)
    elif kind == rules.STEAL:
        done = Message("steals", who=who, card=card.words, other=SEATS[1 - rules.seat_of(move)], where=where.words)
    else:
        done = Message("puts", who=who, card=card.words, where=where.words)
    effects = (*(deeds(row, move, kind) if kind in (rules.PLACE, rules.PLANT) else ()), *lines)
    return Message("and-so", done=done, effects=effects) if effects else done


def in_brief(row: Row, move: int, kind: int, changes: list[rules.LineChange]) -> tuple[Message, ...]:
    """Return the hands that a move makes, and what else it does where card and place do not say it."""
    hands = [HAND_NAMES[hand_number(row, one.after)] for one in changes if is_worth_telling(row, one)]
    return (*(deeds(row, move, kind) if kind in (rules.PLANT, rules.STEAL, rules.RETURN, rules.SHIFT) else ()), *hands)


def played(row: Row, move: int, kind: int) -> tuple[Played, ...]:
    """Return the card that a move takes and where it puts it."""
    source, target = rules.source_of(move), rules.target_of(move)
    if kind in (rules.PLACE, rules.PLANT, rules.ASIDE):
        card = source
    else:
        card = (row[rules.REJECTED + source] if kind == rules.RETURN else row[rules.CELL + source]) - 1
    where = reject_text(row, target) if kind in (rules.ASIDE, rules.REJECT) else cell_text(row, target)
    return (Played(CARD, card_text(card), CARD_NAMES[card]), Played(AT, where, where))


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
    made, now, before = (
        hand_in_line(row, one),
        worth(row, rules.key_points(row, one.after)),
        rules.key_points(row, one.before),
    )
    if before:
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
