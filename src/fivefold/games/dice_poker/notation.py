"""Dice Poker's notation: `keep:255`, `d4`, `x:d4`, `end`, `die:4`, `deal:T5`; the board as text; reading."""

import re
from collections import Counter
from collections.abc import Sequence
from typing import Final, NoReturn

from fivefold.contract import CHANCE, NOBODY, DropOut, Row
from fivefold.contract.errors import IllegalMove, InvalidMove, Problem
from fivefold.games.dice_poker import rules
from fivefold.games.dice_poker.account import account, description, ending, status
from fivefold.games.dice_poker.board import FREE_SPACE, NAMES, PATTERN_NAMES, SIDE, SPACES
from fivefold.games.dice_poker.names import PATTERNS, SEATS, WORDS, dice, dice_names, names
from fivefold.games.dice_poker.patterns import (
    DICE,
    FACES,
    FIRST_ROLL,
    FULL_HOUSE,
    MULTISETS,
    NUMBER_OF,
)
from fivefold.parts.messages import Message, Seat
from fivefold.parts.words import COLUMN_LETTERS, square_from_text, squeeze

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


# --- reading ---------------------------------------------------------------------------------------------------------

KEEPING: Final = re.compile(r"keep:([\d,]*)")
BOUNCER: Final = re.compile(r"x:?([a-z]\d+)")
PLACEMENT: Final = re.compile(r"[a-z]\d+")
DIE: Final = re.compile(r"die:(\d+)")
DEAL: Final = re.compile(r"deal:([a-z0-9-]+)")
SHOWN: Final = 4
"""Of the spaces that match so many are named."""


def read(row: Row, text: str) -> int:
    """Return the legal move ``text`` means; see ``Notation.read`` for the errors."""
    given, plain = text.strip(), squeeze(text)
    if plain == "roll":
        plain = f"keep:{''.join(map(str, MULTISETS[row[rules.KEPT_BEFORE]]))}"
    if match := DIE.fullmatch(plain):
        return read_die(row, given, match[1])
    if match := DEAL.fullmatch(plain):
        return read_deal(row, given, match[1].upper())
    if match := KEEPING.fullmatch(plain):
        return read_keep(row, given, match[1].replace(",", ""))
    if match := BOUNCER.fullmatch(plain):
        return read_bouncer(row, given, match[1])
    if plain == "end":
        return read_end(row, given)
    if PLACEMENT.fullmatch(plain):
        return read_placement(row, given, plain)
    raise InvalidMove(Problem.of(WORDS, given, Message("no-move"), Message("write-a-move")))


def refuse_text(given: str, wrong: Message, better: Message) -> NoReturn:
    """Raise ``InvalidMove``."""
    raise InvalidMove(Problem.of(WORDS, given, wrong, better))


def refuse(given: str, wrong: Message, better: Message) -> NoReturn:
    """Raise ``IllegalMove``."""
    raise IllegalMove(Problem.of(WORDS, given, wrong, better))


# --- chance ----------------------------------------------------------------------------------------------------------


def read_die(row: Row, given: str, name: str) -> int:
    """Return the face of a die that is to be rolled."""
    if name not in map(str, range(1, FACES + 1)):
        refuse_text(given, Message("no-face", faces=FACES), Message("write-a-die"))
    if rules.to_move(row) != CHANCE or row[rules.DEALT] < rules.TO_COVER:
        refuse_chance(row, given, Message("no-die-now"))
    return int(name)


def read_deal(row: Row, given: str, name: str) -> int:
    """Return the deal of a pattern, the first if there are several left."""
    if name not in PATTERN_NAMES[:-1]:
        refuse_text(given, Message("no-pattern", given=name), Message("write-a-pattern"))
    if rules.to_move(row) != CHANCE or row[rules.DEALT] == rules.TO_COVER:
        refuse_chance(row, given, Message("no-deal-now"))
    left = [rules.dealt_pattern(row, rules.DEAL + index) for index in range(rules.TO_COVER - row[rules.DEALT])]
    pattern = PATTERN_NAMES.index(name)
    if pattern not in left:
        better = Message("deal-other", pattern=PATTERN_NAMES[left[0]])
        refuse(given, Message("all-of-them-dealt", pattern=name), better)
    return rules.DEAL + left.index(pattern)


def refuse_chance(row: Row, given: str, wrong: Message) -> NoReturn:
    """Raise ``IllegalMove`` for something chance has no part in now."""
    check_over(row, given)
    if rules.to_move(row) == CHANCE:
        refuse(given, wrong, next_of_chance(row))
    refuse(given, wrong, Message("their-turn", who=SEATS[row[rules.TURN]], how=Message("write-a-move")))


def next_of_chance(row: Row) -> Message:
    """Return what chance does next, with an example."""
    return Message("next-is-deal" if row[rules.DEALT] < rules.TO_COVER else "next-is-die")


def check_over(row: Row, given: str) -> None:
    """Raise ``IllegalMove`` if the game is over."""
    if rules.to_move(row) == NOBODY:
        refuse(given, Message("game-over", why=ending(row)), Message("start-another"))


def check_turn(row: Row, given: str) -> None:
    """Raise ``IllegalMove`` unless a player is to move."""
    check_over(row, given)
    if rules.to_move(row) == CHANCE:
        refuse(given, Message("dice-first"), next_of_chance(row))


# --- turns -----------------------------------------------------------------------------------------------------------


def read_keep(row: Row, given: str, digits: str) -> int:
    """Return the keep of these faces, which the dice must show."""
    if any(digit not in "123456" for digit in digits):
        refuse_text(given, Message("no-face", faces=FACES), Message("write-faces"))
    check_turn(row, given)
    shown, wanted = dice(row), sorted(map(int, digits))
    if row[rules.ROLL] == rules.LAST_ROLL:
        refuse(given, Message("last-roll", rolls=rules.LAST_ROLL), instead(row))
    for face, number in Counter(wanted).items():
        if shown.count(face) < number:
            refuse(given, too_few(shown.count(face), face), Message("dice-are", dice=shown))
    if len(wanted) == DICE:
        refuse(given, Message("all-kept"), instead(row))
    return rules.KEEP + NUMBER_OF[tuple(wanted)]


def too_few(count: int, face: int) -> Message:
    """Return how many dice show a face that more are to be kept of."""
    if count > 1:
        return Message("only-some-show", count=count, face=face)
    return Message("only-one-shows" if count else "none-shows", face=face)


def read_space(given: str, name: str) -> int:
    """Return the space of a name that is on the board."""
    try:
        column, line = square_from_text(name)
    except ValueError:
        refuse_text(given, Message("no-space", given=name), Message("number-rows"))
    if column >= SIDE or line >= SIDE:
        refuse(given, Message("off-board", space=name), Message("board-reach"))
    return SIDE * line + column


def read_placement(row: Row, given: str, name: str) -> int:
    """Return the space of a piece placed, which must be open and match."""
    space = read_space(given, name)
    check_turn(row, given)
    if space == FREE_SPACE:
        refuse(given, Message("free-space-taken", space=name), instead(row))
    if owner := row[rules.OWNER + space] & 3:
        refuse(given, Message("piece-there", who=SEATS[owner - 1], space=name), instead(row))
    if not rules.matches(row, space):
        pattern = PATTERNS[row[rules.PATTERN + space]]
        refuse(given, Message("wants", space=name, pattern=pattern, dice=dice(row)), instead(row))
    return space


def read_bouncer(row: Row, given: str, name: str) -> int:
    """Return the removal of a piece, which must be another's, unprotected, and the dice a bouncer."""
    space = read_space(given, name)
    check_turn(row, given)
    check_bouncer(row, given)
    owner = row[rules.OWNER + space]
    if owner & 3 == 0:
        refuse(given, Message("no-piece", space=name), instead(row))
    if owner & 3 == 1 + row[rules.TURN]:
        refuse(given, Message("own-piece", space=name, who=SEATS[row[rules.TURN]]), instead(row))
    if owner & rules.LOCKED:
        refuse(given, Message("piece-protected", space=name), instead(row))
    return rules.BOUNCE + space


def check_bouncer(row: Row, given: str) -> None:
    """Raise ``IllegalMove`` unless the dice are a bouncer now."""
    if rules.bouncer(row):
        return
    pattern = rules.bouncing_pattern(row)
    if pattern == 0:
        refuse(given, Message("dice-no-bouncer", dice=dice(row)), instead(row))
    if pattern == FULL_HOUSE:
        refuse(given, Message("full-houses-open", count=row[rules.OPEN_HOUSES]), instead(row))
    refuse(given, Message("straights-open", count=row[rules.OPEN_STRAIGHTS]), instead(row))


def read_end(row: Row, given: str) -> int:
    """Return the end of a turn that can do nothing else."""
    check_turn(row, given)
    out = [0] * rules.MAX_MOVES
    rules.legal_moves(row, out)
    if out[0] != rules.END_TURN:
        refuse(given, Message("something-possible"), instead(row))
    return rules.END_TURN


def instead(row: Row) -> Message:
    """Return what the player can do instead."""
    spaces = [space for space in range(SPACES) if rules.matches(row, space)]
    can = [Message("place-on", spaces=names(spaces, SHOWN))] if spaces else []
    if rules.bouncer(row):
        targets = [space for space in range(SPACES) if rules.can_be_bounced(row, space)]
        can += [Message("bounce", space=NAMES[targets[0]])] if targets else []
    if row[rules.ROLL] < rules.LAST_ROLL:
        can.append(Message("roll-again", face=dice(row)[0]))
    return Message("instead", ways=tuple(can)) if can else Message("write-end")
