"""Dice Poker's notation: `keep:255`, `d4`, `x:d4`, `end`, `die:4`, `deal:T5`; and the board as text."""

from collections.abc import Sequence
from typing import Final

from fivefold.contract import NOBODY, DropOut, Row
from fivefold.games.dice_poker import rules
from fivefold.games.dice_poker.account import account
from fivefold.games.dice_poker.board import NAMES, PATTERN_NAMES, SIDE
from fivefold.games.dice_poker.description import description, ending, status
from fivefold.games.dice_poker.names import SEATS, WORDS, dice_names
from fivefold.games.dice_poker.patterns import DICE, FIRST_ROLL, MULTISETS
from fivefold.games.dice_poker.reading import read
from fivefold.parts.messages import Message, Seat
from fivefold.parts.words import COLUMN_LETTERS

__all__ = [
    "WORDS",
    "account",
    "clicks",
    "description",
    "diagram",
    "ending",
    "read",
    "say",
    "seat",
    "spell",
    "status",
]

PIECES: Final = "ox+"
"""How a piece of each seat looks in the text diagram."""
CELL_WIDTH: Final = 7


def seat(row: Row, number: int) -> Seat:
    """Return a seat, called by its colour."""
    return SEATS[number]


def say(row: Row, move: int, viewer: int) -> str:
    """Return a move's text; everybody may see everything."""
    if move >= rules.DROP_OUT:
        return DropOut.of(move - rules.DROP_OUT, rules.MOST_PLAYERS).text
    if row[rules.MULTISET] < FIRST_ROLL:
        return f"die:{move}" if move < rules.DEAL else f"deal:{PATTERN_NAMES[rules.dealt_pattern(row, move)]}"
    if move >= rules.KEEP:
        return f"keep:{''.join(map(str, MULTISETS[move - rules.KEEP]))}"
    if move == rules.END_TURN:
        return "end"
    return f"x:{NAMES[move - rules.BOUNCE]}" if move >= rules.BOUNCE else NAMES[move]


def clicks(row: Row, move: int) -> tuple[str, ...]:
    """Return the picks: the dice to keep, ``5*3`` a five in the third place, then ``roll``; a space; or ``end``."""
    if row[rules.MULTISET] < FIRST_ROLL:
        return (say(row, move, 0),)
    if move >= rules.KEEP:
        return (*dice_names(row, MULTISETS[move - rules.KEEP]), "roll")
    return ("end",) if move == rules.END_TURN else (NAMES[move % rules.BOUNCE],)


def spell(row: Row, picks: Sequence[str]) -> str:
    """Return the space or the button ``end``; what dice to roll leads to a legal move anyway."""
    return picks[0] if len(picks) == 1 and picks[0] in {*NAMES, "end"} else ""


# --- the board as text -----------------------------------------------------------------------------------------------


def diagram(row: Row, viewer: int) -> str:
    """Return the board with its patterns and pieces, a legend, the dice and the sets."""
    letters = "  " + "".join(f"   {letter}".ljust(CELL_WIDTH) for letter in COLUMN_LETTERS[:SIDE]).rstrip()
    board = [letters, *(board_line(row, line) for line in range(SIDE)), letters]
    seats = [seat_line(row, number) for number in range(row[rules.PLAYERS])]
    below = [Message("legend", who=SEATS[0]), *seats, *dice_lines(row), status(row)]
    return "\n".join([*board, "", *(WORDS.text(line) for line in below)])


def board_line(row: Row, line: int) -> str:
    """Return one line of the board, its number at both sides."""
    cells = "".join(cell_text(row, SIDE * line + column).ljust(CELL_WIDTH) for column in range(SIDE))
    return f"{line + 1} {cells} {line + 1}"


def cell_text(row: Row, space: int) -> str:
    """Return a space's pattern after a star if the dice match it, or whose piece it has, in brackets if protected."""
    pattern, owner = rules.pattern_on(row, space), row[rules.OWNER + space]
    name = PATTERN_NAMES[pattern] if pattern >= 0 else "..."
    if owner & 3 == 0:
        rolled = row[rules.MULTISET] >= FIRST_ROLL
        return f"  {'*' if rolled and rules.matches(row, space) else ' '}{name}"
    piece = PIECES[(owner & 3) - 1]
    return f"[{piece}]{name}" if owner & rules.LOCKED else f" {piece} {name}"


def seat_line(row: Row, number: int) -> Message:
    """Return a seat's sets and pieces: ``Ruby (o): 1 set of 2, 12 pieces``."""
    pieces = sum(owner & 3 == 1 + number for owner in row[rules.OWNER : rules.PATTERN])
    return Message(
        "seat-line",
        who=SEATS[number],
        piece=PIECES[number],
        sets=Message("set-count", count=row[rules.SETS + number]),
        needed=row[rules.TO_WIN],
        pieces=Message("pieces", count=pieces),
    )


def dice_lines(row: Row) -> list[Message]:
    """Return the dice over their places, those still to be rolled as dots; nothing before and after the game."""
    if rules.to_move(row) == NOBODY or row[rules.DEALT] < rules.TO_COVER:
        return []
    faces = tuple([face or "." for face in row[rules.DIE : rules.DIE + DICE]])
    places = tuple(range(1, DICE + 1))
    kept = MULTISETS[row[rules.KEPT_BEFORE]]
    may_roll = row[rules.MULTISET] >= FIRST_ROLL and row[rules.ROLL] < rules.LAST_ROLL
    keeping = [Message("kept-line", dice=kept)] if kept and may_roll else []
    return [Message("dice-line", dice=faces), Message("places-line", places=places), *keeping]
