"""Poker Solitaire in words: moves as text, what a move does, and the squares as text."""

from typing import Final

from fivefold.contract import NOBODY, Row
from fivefold.games.solitaire import rules
from fivefold.games.solitaire.move_text import clicks, read, say
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
    CELL,
    COLUMNS,
    FILLED,
    LINE_CELLS,
    MASK,
    PACK,
    REJECTED,
    SIDE,
    SQUARE,
    STOLEN,
    TOUCH,
    TWIN,
    reach,
    squares,
)
from fivefold.games.solitaire.rules.scoring import (
    LineChange,
    counted_lines,
    hand_of,
    key_points,
    line_changes,
    line_key,
)
from fivefold.games.solitaire.words import (
    LINE_NAMES,
    SEATS,
    describe,
    face_up,
    hand_name,
    places_in_play,
    points_text,
    reason,
    reject_in_words,
    reject_text,
    score_text,
    seat_name,
    square_name,
    status_line,
)
from fivefold.parts.words import card_text, counted


def explain(row: Row, move: int) -> str:
    """Return what a legal move, or the deal of a card, does: ``flush in row 3: 20; one pair in column c: 2``."""
    kind = kind_of(move)
    if kind == DEAL:
        return f"The pack deals {card_text(source_of(move))}"
    if kind == PASS:
        return "nothing is moved"
    if kind == DONE:
        return "the cards stay as they lie"
    told = [line_change_text(row, one) for one in line_changes(row, move) if is_worth_telling(row, one)]
    return "; ".join([*deed_texts(row, move, kind), *told]) or "no new hand"


def is_worth_telling(row: Row, one: LineChange) -> bool:
    """Tell whether a line's points have changed, or the name of a hand with points."""
    return key_points(row, one.before) != key_points(row, one.after) or bool(
        key_points(row, one.after) and hand_name(row, one.before) != hand_name(row, one.after)
    )


def line_change_text(row: Row, one: LineChange) -> str:
    """Return a line's new hand and points, and the old ones where there were any: ``two pair in row 2: 5, was 2``."""
    before, after = key_points(row, one.before), key_points(row, one.after)
    where = LINE_NAMES[one.line]
    if squares(row) > 1:
        where += f" of {square_name(row, one.square)}"
    was = f", was {points_text(row, before)}" if before else ""
    return f"{hand_name(row, one.after)} in {where}: {points_text(row, after)}{was}"


def deed_texts(row: Row, move: int, kind: int) -> list[str]:
    """Return what a move does besides changing lines: nothing if it simply places a card."""
    source, target = source_of(move), target_of(move)
    if kind == PLANT:
        return [f"planted in {square_name(row, target // SQUARE)}"]
    if kind == ASIDE:
        return [f"set aside on {reject_text(row, target)}"]
    if kind == PLACE:
        full = row[FILLED + target // SQUARE] == SQUARE - 1
        return [f"{square_name(row, target // SQUARE)} is full"] if full else []
    card = card_text((row[REJECTED + source] if kind == RETURN else row[CELL + source]) - 1)
    does = {
        REJECT: "is rejected",
        RETURN: "comes back",
        STEAL: f"is stolen from {SEATS[1 - seat_of(move)]}",
        SHIFT: "moves",
    }
    return [f"{card} {does[kind]}"]


__all__ = ["clicks", "describe", "diagram", "explain", "read", "reason", "say", "seat_name", "status_line"]

WIDTH: Final = 39
"""The width of a square in the text: two fit into 80 columns."""
LONGEST_NAME: Final = 15


# --- the squares as text ---------------------------------------------------------------------------------------------


def diagram(row: Row, viewer: int) -> str:
    """Return the squares, side by side, with the hand and points of every line; then what is face up and set aside."""
    drawn = [square_lines(row, square) for square in range(squares(row))]
    beside = ["".join(line.ljust(WIDTH + 1) for line in lines).rstrip() for lines in zip(*drawn, strict=True)]
    return "\n".join([*beside, "", *tray_lines(row), status_line(row)])


def square_lines(row: Row, square: int) -> list[str]:
    """Return one square: its score, its rows with what they are, then its columns and diagonals."""
    name = square_name(row, square) if squares(row) > 1 else "Square"
    lines = [f"{name[:1].upper()}{name[1:]}: {score_text(row, square)}", "    a  b  c  d  e"]
    for line in range(SIDE):
        cards = " ".join(cell_sign(row, SQUARE * square + LINE_CELLS[SIDE * line + place]) for place in range(SIDE))
        lines.append(f" {line + 1} {cards}  {line_text(row, square, line)}".rstrip())
    most = max(counted_lines(row, other) for other in range(squares(row)))
    for line in range(COLUMNS, most):
        told = line < counted_lines(row, square)
        lines.append(f" {LINE_NAMES[line]}: {line_text(row, square, line)}" if told else "")
    return lines


def cell_sign(row: Row, cell: int) -> str:
    """Return a cell's card, ``--`` where one may be put, two dots where the rule of touching forbids it.

    A stolen card's suit is a capital letter.
    """
    square, place = divmod(cell, SQUARE)
    if row[CELL + cell]:
        text = card_text(row[CELL + cell] - 1)
        return text.upper() if row[STOLEN + cell] else text
    return "--" if reach(row[MASK + square], row[TOUCH + square]) >> place & 1 else ".."


def line_text(row: Row, square: int, line: int) -> str:
    """Return a line's hand and points: ``full house 10``; a long name as its number, ``hand 53: 4``."""
    key = line_key(row, square, line)
    name, points = hand_name(row, key), key_points(row, key)
    if len(name) > LONGEST_NAME:
        name = f"hand {hand_of(key)}:"
    return f"{name} {points_text(row, points)}" if points or name != "nothing" else name


def tray_lines(row: Row) -> list[str]:
    """Return what is face up, the pack and the reject places."""
    cards = " ".join(card_text(card) for card in face_up(row)) or "nothing"
    twin = f", next comes {card_text(row[TWIN] - 1)} again" if row[TWIN] else ""
    lines = [f"Face up: {cards}   pack: {counted(row[PACK], 'card')}{twin}"]
    aside = "   ".join(f"{reject_text(row, place)} {reject_in_words(row, place)}" for place in places_in_play(row))
    lines += [f"Rejects: {aside}"] if aside else []
    stolen = any(row[STOLEN : STOLEN + 2 * SQUARE])
    lines += ["7H in capitals: stolen, for good"] if stolen else []
    barred = rules.to_move(row) != NOBODY and any(cell_sign(row, cell) == ".." for cell in range(SQUARE * squares(row)))
    return lines + (["..: touches no card"] if barred else [])
