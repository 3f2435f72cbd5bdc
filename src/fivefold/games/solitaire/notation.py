"""Poker Solitaire in words: `7h@c3`, `c3-r1`, `1c3-2d4`, `pass`, `2:done`, `deal:7h`; and the squares as text."""

from typing import Final

from fivefold.contract import NOBODY, Row
from fivefold.games.solitaire import rules
from fivefold.games.solitaire.explaining import explain
from fivefold.games.solitaire.hands import hand_of
from fivefold.games.solitaire.move_text import clicks, say
from fivefold.games.solitaire.places import COLUMNS, LINE_CELLS, SIDE, SQUARE, reach
from fivefold.games.solitaire.reading import read
from fivefold.games.solitaire.row import CELL, MASK, PACK, STOLEN, TOUCH, TWIN
from fivefold.games.solitaire.scoring import counted_lines, key_points, line_key
from fivefold.games.solitaire.words import (
    LINE_NAMES,
    describe,
    face_up,
    hand_name,
    points_text,
    reason,
    reject_in_words,
    reject_text,
    rejects,
    score_text,
    seat_name,
    square_name,
    status_line,
)
from fivefold.parts.words import card_text, counted

__all__ = ["clicks", "describe", "diagram", "explain", "read", "reason", "say", "seat_name", "status_line"]

WIDTH: Final = 39
"""Of a square in the text, so that two fit into 80 columns."""
LONGEST_NAME: Final = 15


# --- the squares as text ---------------------------------------------------------------------------------------------


def diagram(row: Row, viewer: int) -> str:
    """Return the squares, side by side, with the hand and points of every line; then what is face up and set aside."""
    squares = [square_lines(row, square) for square in range(rules.squares(row))]
    beside = ["".join(line.ljust(WIDTH + 1) for line in lines).rstrip() for lines in zip(*squares, strict=True)]
    return "\n".join([*beside, "", *tray_lines(row), status_line(row)])


def square_lines(row: Row, square: int) -> list[str]:
    """Return one square: its score, its rows with what they are, then its columns and diagonals."""
    name = square_name(row, square) if rules.squares(row) > 1 else "Square"
    lines = [f"{name[:1].upper()}{name[1:]}: {score_text(row, square)}", "    a  b  c  d  e"]
    for line in range(SIDE):
        cards = " ".join(sign(row, SQUARE * square + LINE_CELLS[SIDE * line + place]) for place in range(SIDE))
        lines.append(f" {line + 1} {cards}  {line_text(row, square, line)}".rstrip())
    most = max(counted_lines(row, other) for other in range(rules.squares(row)))
    for line in range(COLUMNS, most):
        told = line < counted_lines(row, square)
        lines.append(f" {LINE_NAMES[line]}: {line_text(row, square, line)}" if told else "")
    return lines


def sign(row: Row, cell: int) -> str:
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
    aside = "   ".join(f"{reject_text(row, place)} {reject_in_words(row, place)}" for place in rejects(row))
    lines += [f"Rejects: {aside}"] if aside else []
    stolen = any(row[STOLEN : STOLEN + 2 * SQUARE])
    lines += ["7H in capitals: stolen, for good"] if stolen else []
    barred = rules.to_move(row) != NOBODY and any(
        sign(row, cell) == ".." for cell in range(SQUARE * rules.squares(row))
    )
    return lines + (["..: touches no card"] if barred else [])
