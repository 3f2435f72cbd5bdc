"""Focus's notation: `c3-f3:3` moves three pieces, `r:e5` places one from the reserve, `swap:c3-e4` is the exchange."""

import re
from collections.abc import Sequence
from typing import Final, NoReturn

from fivefold.contract import NOBODY, DropOut, Row
from fivefold.contract.errors import IllegalMove, InvalidMove, Problem
from fivefold.games.focus import rules
from fivefold.games.focus.account import WORDS, account, captured_by, colour, ending, letters, seat, stack, status
from fivefold.games.focus.board import COLUMN, DISTANCE, LINE, NAMES, SIDE, SQUARE_AT, SQUARES
from fivefold.parts.messages import Message
from fivefold.parts.words import COLUMN_LETTERS, square_from_text, squeeze

__all__ = [
    "WORDS",
    "account",
    "clicks",
    "diagram",
    "ending",
    "read",
    "say",
    "seat",
    "spell",
    "status",
]

RESERVE_PICK: Final = "reserve"
STACK_MOVE: Final = re.compile(r"([a-z]\d+)-?([a-z]\d+)(?::?([0-9]{1,9}))?")
PLACEMENT: Final = re.compile(r"r(?:eserve)?:([a-z]\d+)")
EXCHANGE: Final = re.compile(r"swap:([a-z]\d+)-?([a-z]\d+)")


def say(row: Row, move: int, viewer: int) -> str:
    """Return ``c3-f3:3``, ``r:e5`` or ``swap:c3-e4``; everybody may see everything."""
    if move >= rules.DROP_OUT:
        return DropOut.of(move - rules.DROP_OUT, rules.MOST_PLAYERS).text
    if move >= rules.EXCHANGE:
        return "swap:" + "-".join(clicks(row, move))
    if move >= rules.PLACING:
        return f"r:{NAMES[move - rules.PLACING]}"
    return f"{NAMES[move // SQUARES]}-{NAMES[move % SQUARES]}:{DISTANCE[move]}"


def clicks(row: Row, move: int) -> tuple[str, ...]:
    """Return the picks: source and target, the reserve and a square, or the two pieces to exchange, one's own first."""
    if rules.PLACING <= move < rules.EXCHANGE:
        return RESERVE_PICK, NAMES[move - rules.PLACING]
    pair = move if move < rules.PLACING else move - rules.EXCHANGE
    return NAMES[pair // SQUARES], NAMES[pair % SQUARES]


def spell(row: Row, picks: Sequence[str]) -> str:
    """Return the text of a move from the first pick to the second; with one pick of a move of the piece there."""
    if not picks:
        return ""
    start, goal = picks[0], picks[-1]
    if RESERVE_PICK in picks:
        return f"r:{goal}" if start == RESERVE_PICK != goal else ""
    opening = row[rules.OPENING_LEFT] > 0
    if opening and row[rules.PLAYERS] == 3:
        return f"r:{goal}"
    return f"swap:{start}-{goal}" if opening and row[rules.PLAYERS] == 2 else f"{start}-{goal}"


# --- reading ---------------------------------------------------------------------------------------------------------


def read(row: Row, text: str) -> int:
    """Return the legal move ``text`` means; see ``Notation.read`` for the errors."""
    given, plain = text.strip(), squeeze(text)
    if match := STACK_MOVE.fullmatch(plain):
        return read_stack_move(row, given, match)
    if match := PLACEMENT.fullmatch(plain):
        return read_placement(row, given, match)
    if match := EXCHANGE.fullmatch(plain):
        return read_exchange(row, given, match)
    raise InvalidMove(Problem.of(WORDS, given, Message("no-move"), how_to_write(row)))


def refuse(given: str, wrong: Message, better: Message | None = None) -> NoReturn:
    """Raise ``IllegalMove``."""
    raise IllegalMove(Problem.of(WORDS, given, wrong, better))


def how_to_write(row: Row) -> Message:
    """Return how moves are written, with one that is legal here."""
    out = [0] * rules.MAX_MOVES
    if rules.legal_moves(row, out) == 0:
        return Message("game-over-start-another", why=ending(row))
    return Message(FORMS[form(out[0])], example=say(row, out[0], row[rules.TURN]))


def instead(row: Row) -> Message:
    """Return a legal move as what to do rather than an illegal one."""
    out = [0] * rules.MAX_MOVES
    rules.legal_moves(row, out)
    return Message("try", example=say(row, out[0], row[rules.TURN]))


FORMS: Final = ("write-stack-move", "write-placement", "write-exchange")


def form(move: int) -> int:
    """Return 0 for a stack move, 1 for a placement, 2 for an exchange."""
    return (move >= rules.PLACING) + (move >= rules.EXCHANGE)


def read_square(given: str, name: str) -> int:
    """Return the square of a name that is on the board."""
    try:
        column, line = square_from_text(name)
    except ValueError:
        wrong = Message("no-square", square=name)
        raise InvalidMove(Problem.of(WORDS, given, wrong, Message("number-rows"))) from None
    if column >= SIDE or line >= SIDE:
        refuse(given, Message("off-board", square=name), Message("board-reach"))
    square = SQUARE_AT[SIDE * line + column]
    if square < 0:
        reach = [COLUMN_LETTERS[COLUMN[place]] for place in range(SQUARES) if LINE[place] == line]
        better = Message("row-reach", number=line + 1, first=reach[0], last=reach[-1])
        refuse(given, Message("off-corner", square=name), better)
    return square


def check_phase(row: Row, given: str, kind: int) -> None:
    """Raise ``IllegalMove`` where this form of move (see ``form``) has no place now."""
    if rules.to_move(row) == NOBODY:
        refuse(given, Message("game-over", why=ending(row)), Message("start-another"))
    opening = row[rules.OPENING_LEFT] > 0
    if opening and row[rules.PLAYERS] == 3 and kind != 1:
        refuse(given, Message("placing-first"), how_to_write(row))
    if opening and row[rules.PLAYERS] == 2 and kind != 2:
        refuse(given, Message("exchanging-first"), how_to_write(row))
    if kind == 2 and not opening:
        refuse(given, Message("exchange-over"), instead(row))


def read_stack_move(row: Row, given: str, match: re.Match[str]) -> int:
    """Return the move of ``c3-f3:3``, the count left out or right."""
    source, target = (read_square(given, name) for name in match.group(1, 2))
    check_phase(row, given, 0)
    check_own(row, given, source)
    check_path(row, given, source, target)
    move = SQUARES * source + target
    if match[3] is not None and int(match[3]) != DISTANCE[move]:
        wrong = Message("wrong-count", target=NAMES[target], source=NAMES[source], squares=DISTANCE[move])
        refuse(given, wrong, Message("write", example=say(row, move, row[rules.TURN])))
    return move


def check_own(row: Row, given: str, source: int) -> None:
    """Raise ``IllegalMove`` unless the mover owns a stack on ``source``."""
    owners, square = stack(row, source), NAMES[source]
    if not owners:
        refuse(given, Message("empty-source", square=square), instead(row))
    if owners[-1] != row[rules.TURN]:
        owner, mover = colour(row, owners[-1]), colour(row, row[rules.TURN])
        pieces = letters(row, owners)
        refuse(given, Message("not-on-top", square=square, pieces=pieces, owner=owner, mover=mover), instead(row))


def check_path(row: Row, given: str, source: int, target: int) -> None:
    """Raise ``IllegalMove`` unless ``target`` is straight from ``source`` and no further than its stack is high."""
    start, goal = NAMES[source], NAMES[target]
    height, distance = row[rules.HEIGHT + source], DISTANCE[SQUARES * source + target]
    if source == target:
        refuse(given, Message("same-square", square=start), Message("name-another"))
    if distance == 0:
        refuse(given, Message("not-straight", source=start, target=goal), Message("move-straight"))
    if distance > height:
        refuse(given, Message("too-far", square=start, height=height, steps=tuple(range(1, height + 1))))


def read_placement(row: Row, given: str, match: re.Match[str]) -> int:
    """Return the move of ``r:e5``."""
    target = read_square(given, match[1])
    check_phase(row, given, 1)
    if row[rules.RESERVE + row[rules.TURN]] == 0:
        refuse(given, Message("no-reserve", who=colour(row, row[rules.TURN])), instead(row))
    if row[rules.OPENING_LEFT] > 0 and row[rules.HEIGHT + target] > 0:
        wrong = Message("not-empty", square=NAMES[target], pieces=letters(row, stack(row, target)))
        refuse(given, wrong, how_to_write(row))
    return rules.PLACING + target


def read_exchange(row: Row, given: str, match: re.Match[str]) -> int:
    """Return the move of ``swap:c3-e4``."""
    own, other = (read_square(given, name) for name in match.group(1, 2))
    check_phase(row, given, 2)
    mover = row[rules.TURN]
    for square, owner in ((own, mover), (other, 1 - mover)):
        if stack(row, square) != [owner]:
            found = letters(row, stack(row, square)) or Message("nothing")
            wrong = Message("not-theirs", square=NAMES[square], pieces=found, owner=colour(row, owner))
            refuse(given, wrong, Message("own-first", how=how_to_write(row)))
    move = rules.EXCHANGE + SQUARES * own + other
    if row[rules.OPENING_LEFT] == 1 and rules.symmetric_after(row, move):
        refuse(given, Message("symmetric"), Message("exchange-others", how=how_to_write(row)))
    return move


# --- the board as text -----------------------------------------------------------------------------------------------

CELL: Final = 7
"""Characters inside a square of the drawing."""
MARGIN: Final = 3
"""Characters left of the board, where the row numbers stand."""


def diagram(row: Row, viewer: int) -> str:
    """Return the board as in the play-by-mail drawing, every stack bottom to top, then a line of reserve a player.

    Where captures win, a line of captures a player follows.
    """
    heading = (" " * (MARGIN + 1) + " ".join(f"{letter:^{CELL}}" for letter in "ABCDEFGH")).rstrip()
    lines = [heading, edge(0)]
    for line in range(SIDE):
        lines += [squares_line(row, line), edge(line + 1)]
    lines.append(heading)
    seats = range(row[rules.PLAYERS])
    lines += [reserve_line(row, each) for each in seats]
    if row[rules.WIN] == rules.QUOTA:
        lines += [captured_line(row, each) for each in seats]
    return "\n".join(lines)


def reserve_line(row: Row, number: int) -> str:
    """Return ``Reserves for Player Red = 0``."""
    return WORDS.text(Message("reserve-line", who=seat(row, number), count=row[rules.RESERVE + number]))


def captured_line(row: Row, number: int) -> str:
    """Return ``Captured by Player Red = 3 Green``."""
    return WORDS.text(Message("captured-line", who=seat(row, number), taken=captured_by(row, number)))


def span(line: int) -> tuple[int, int]:
    """Return the first column of a row and the one after its last; the same for rows 0 and 9, above and below."""
    columns = [COLUMN[square] for square in range(SQUARES) if LINE[square] == line]
    return (columns[0], columns[-1] + 1) if columns else (SIDE // 2, SIDE // 2)


def squares_line(row: Row, line: int) -> str:
    """Return one row of squares between its numbers."""
    first, after = span(line)
    cells = [f"{letters(row, stack(row, SQUARE_AT[SIDE * line + column])):^{CELL}}" for column in range(first, after)]
    blank = " " * (CELL + 1) * first
    return f"{line + 1:<{MARGIN}}{blank}|{'|'.join(cells)}|{blank}{line + 1:>{MARGIN}}"


def edge(line: int) -> str:
    """Return the rule above a row, as wide as the wider of the two rows it parts; 8 is the lowest one."""
    above, below = span(line - 1), span(line)
    first, after = min(above[0], below[0]), max(above[1], below[1])
    joint = "-" if abs(2 * line - SIDE) == SIDE else "|"
    corner = "|" if above == below else " "
    return (" " * (MARGIN + (CELL + 1) * first) + corner + joint.join(["-" * CELL] * (after - first)) + corner).rstrip()
