"""Moves of Dice Poker read from text, and what is wrong with those that cannot be made."""

import re
from collections import Counter
from typing import Final, NoReturn

from fivefold.contract import CHANCE, NOBODY, Row
from fivefold.contract.errors import IllegalMove, InvalidMove
from fivefold.games.dice_poker import rules
from fivefold.games.dice_poker.board import FREE_SPACE, NAMES, PATTERN_NAMES, SIDE, SPACES
from fivefold.games.dice_poker.patterns import (
    DICE,
    FACES,
    FULL_HOUSE,
    NUMBER_OF,
    STRAIGHT,
)
from fivefold.games.dice_poker.words import SEATS, dice, faces_text, pattern_in_words, reason, spaces_text
from fivefold.parts.words import listed, square_from_text, squeeze

KEEPING: Final = re.compile(r"keep:([\d,]*)")
BOUNCER: Final = re.compile(r"x:?([a-z]\d+)")
PLACEMENT: Final = re.compile(r"[a-z]\d+")
DIE: Final = re.compile(r"die:(\d+)")
DEAL: Final = re.compile(r"deal:([a-z0-9-]+)")
FORMS: Final = "write keep: and the faces to keep, as keep:255, or a space, as d4, or x and a space, as x:d4, or end"
SHOWN: Final = 4
"""Of the spaces that match so many are named."""


def read(row: Row, text: str) -> int:
    """Return the legal move ``text`` means; see ``Notation.read`` for the errors."""
    given, plain = text.strip(), squeeze(text)
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
    raise InvalidMove(f"{given}: no move of Dice Poker; {FORMS}")


# --- chance ----------------------------------------------------------------------------------------------------------


def read_die(row: Row, given: str, name: str) -> int:
    """Return the face of a die that is to be rolled."""
    if name not in map(str, range(1, FACES + 1)):
        raise InvalidMove(f"{given}: a die shows 1 to {FACES}; write one of them, as die:4")
    if rules.to_move(row) != CHANCE or row[rules.DEALT] < rules.TO_COVER:
        refuse_chance(row, given, "no die is to be rolled now")
    return int(name)


def read_deal(row: Row, given: str, name: str) -> int:
    """Return the deal of a pattern, the first if there are several left."""
    if name not in PATTERN_NAMES[:-1]:
        raise InvalidMove(
            f"{given}: {name} is no pattern; write P, T or Q and a face, two faces as 2-5, F, S, L7 or L11"
        )
    if rules.to_move(row) != CHANCE or row[rules.DEALT] == rules.TO_COVER:
        refuse_chance(row, given, "no pattern is to be dealt now")
    left = [rules.dealt_pattern(row, rules.DEAL + index) for index in range(rules.TO_COVER - row[rules.DEALT])]
    pattern = PATTERN_NAMES.index(name)
    if pattern not in left:
        raise IllegalMove(f"{given}: all of {name} are dealt; deal one that is left, e.g. {PATTERN_NAMES[left[0]]}")
    return rules.DEAL + left.index(pattern)


def refuse_chance(row: Row, given: str, what: str) -> NoReturn:
    """Raise ``IllegalMove`` for something chance has no part in now."""
    check_over(row, given)
    if rules.to_move(row) == CHANCE:
        raise IllegalMove(f"{given}: {what}; the next move is {next_of_chance(row)}")
    raise IllegalMove(f"{given}: {what}; it is {SEATS[row[rules.TURN]]}'s turn: {FORMS}")


def next_of_chance(row: Row) -> str:
    """Return what chance does next, with an example."""
    return "a deal, as deal:T5" if row[rules.DEALT] < rules.TO_COVER else "a die, as die:4"


def check_over(row: Row, given: str) -> None:
    """Raise ``IllegalMove`` if the game is over."""
    if rules.to_move(row) == NOBODY:
        raise IllegalMove(f"{given}: the game is over, {reason(row)}; start another")


def check_turn(row: Row, given: str) -> None:
    """Raise ``IllegalMove`` unless a player is to move."""
    check_over(row, given)
    if rules.to_move(row) == CHANCE:
        raise IllegalMove(f"{given}: nobody can move before the dice lie; the next move is {next_of_chance(row)}")


# --- turns -----------------------------------------------------------------------------------------------------------


def read_keep(row: Row, given: str, digits: str) -> int:
    """Return the keep of these faces, which the dice must show."""
    if any(digit not in "123456" for digit in digits):
        raise InvalidMove(f"{given}: a die shows 1 to {FACES}; write the faces to keep, as keep:255, or keep: for none")
    check_turn(row, given)
    shown, wanted = dice(row), sorted(map(int, digits))
    if row[rules.ROLL] == rules.LAST_ROLL:
        raise IllegalMove(f"{given}: that was the last of {rules.LAST_ROLL} rolls; {what_else(row)}")
    for face, number in Counter(wanted).items():
        have = shown.count(face)
        if have < number:
            many = f"only {have} of the dice show" if have > 1 else "only one die shows" if have else "no die shows"
            raise IllegalMove(f"{given}: {many} {face}; the dice are {faces_text(shown)}")
    if len(wanted) == DICE:
        raise IllegalMove(f"{given}: all five kept is no move, something has to be rolled; {what_else(row)}")
    return rules.KEEP + NUMBER_OF[tuple(wanted)]


def read_space(given: str, name: str) -> int:
    """Return the space of a name that is on the board."""
    try:
        column, line = square_from_text(name)
    except ValueError:
        raise InvalidMove(f"{given}: {name} is no space; rows are numbered from 1 at the top, as in d4") from None
    if column >= SIDE or line >= SIDE:
        raise IllegalMove(f"{given}: {name} is off the board; its columns are a to i, its rows 1 to 9")
    return SIDE * line + column


def read_placement(row: Row, given: str, name: str) -> int:
    """Return the space of a piece placed, which must be open and match."""
    space = read_space(given, name)
    check_turn(row, given)
    if space == FREE_SPACE:
        raise IllegalMove(f"{given}: {name} is the free space, everybody's already; {what_else(row)}")
    if owner := row[rules.OWNER + space] & 3:
        raise IllegalMove(f"{given}: {SEATS[owner - 1]}'s piece is on {name}; {what_else(row)}")
    if not rules.matches(row, space):
        pattern = pattern_in_words(row[rules.PATTERN + space])
        raise IllegalMove(f"{given}: {name} wants {pattern}, the dice are {faces_text(dice(row))}; {what_else(row)}")
    return space


def read_bouncer(row: Row, given: str, name: str) -> int:
    """Return the removal of a piece, which must be another's, unprotected, and the dice a bouncer."""
    space = read_space(given, name)
    check_turn(row, given)
    check_bouncer(row, given)
    owner = row[rules.OWNER + space]
    if owner & 3 == 0:
        raise IllegalMove(f"{given}: no piece is on {name}; {what_else(row)}")
    if owner & 3 == 1 + row[rules.TURN]:
        raise IllegalMove(f"{given}: the piece on {name} is {SEATS[row[rules.TURN]]}'s own; {what_else(row)}")
    if owner & rules.LOCKED:
        raise IllegalMove(f"{given}: the piece on {name} is in a set, which protects it; {what_else(row)}")
    return rules.BOUNCE + space


def check_bouncer(row: Row, given: str) -> None:
    """Raise ``IllegalMove`` unless the dice are a bouncer now."""
    if rules.bouncer(row):
        return
    pattern = rules.bouncing_pattern(row)
    if pattern == 0:
        raise IllegalMove(
            f"{given}: a full house or a straight bounces a piece, not {faces_text(dice(row))}; {what_else(row)}"
        )
    left = row[rules.OPEN_HOUSES] if pattern == FULL_HOUSE else row[rules.OPEN_STRAIGHTS]
    kind = {FULL_HOUSE: "full-house", STRAIGHT: "straight"}[pattern]
    spaces = f"{left} {kind} space is" if left == 1 else f"{left} {kind} spaces are"
    raise IllegalMove(f"{given}: no bouncer while {spaces} open; {what_else(row)}")


def read_end(row: Row, given: str) -> int:
    """Return the end of a turn that can do nothing else."""
    check_turn(row, given)
    out = [0] * rules.MAX_MOVES
    rules.legal_moves(row, out)
    if out[0] != rules.END_TURN:
        raise IllegalMove(f"{given}: a turn ends with nothing only when nothing else is possible; {what_else(row)}")
    return rules.END_TURN


def what_else(row: Row) -> str:
    """Return what the player can do instead."""
    spaces = [space for space in range(SPACES) if rules.matches(row, space)]
    can = [f"place on {spaces_text(spaces, SHOWN).replace(' and ', ' or ')}"] if spaces else []
    if rules.bouncer(row):
        targets = [space for space in range(SPACES) if rules.can_be_bounced(row, space)]
        can += [f"bounce a piece, e.g. x:{NAMES[targets[0]]}"] if targets else []
    if row[rules.ROLL] < rules.LAST_ROLL:
        can.append(f"roll again, e.g. keep:{faces_text(dice(row)[:1])} or keep:")
    return listed(can, "or") if can else "write end"
