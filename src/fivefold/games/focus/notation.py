"""Focus in words: `c3-f3:3` moves three pieces, `r:e5` places one from the reserve, `swap:c3-e4` is the exchange."""

import re
from typing import Final

from fivefold.contract import NOBODY, Row
from fivefold.contract.errors import IllegalMove, InvalidMove
from fivefold.games.focus import rules
from fivefold.games.focus.board import COLOURS, COLUMN, DISTANCE, LINE, NAMES, SIDE, SQUARE_AT, SQUARES, TALLEST
from fivefold.parts.words import COLUMN_LETTERS, counted, listed, square_from_text, squeeze

RESERVE_PICK: Final = "reserve"
STACK_MOVE: Final = re.compile(r"([a-z]\d+)-?([a-z]\d+)(?::?([0-9]{1,9}))?")
PLACEMENT: Final = re.compile(r"r(?:eserve)?:([a-z]\d+)")
EXCHANGE: Final = re.compile(r"swap:([a-z]\d+)-?([a-z]\d+)")


def seat_name(row: Row, seat: int) -> str:
    """Return a seat's colour."""
    return COLOURS[row[rules.PLAYERS] - 2][seat]


def stack(row: Row, square: int) -> list[int]:
    """Return the owners of the pieces on a square, bottom to top."""
    return unpacked(row[rules.PIECES + square], row[rules.HEIGHT + square])


def unpacked(pieces: int, height: int) -> list[int]:
    """Return the owners of a packed stack's pieces, bottom to top."""
    return [pieces >> 2 * above & 3 for above in range(height - 1, -1, -1)]


def letters(row: Row, owners: list[int]) -> str:
    """Return pieces as the first letters of their colours: ``RGRR``."""
    return "".join(seat_name(row, owner)[0] for owner in owners)


def say(row: Row, move: int, viewer: int) -> str:
    """Return ``c3-f3:3``, ``r:e5`` or ``swap:c3-e4``; everybody may see everything."""
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
    raise InvalidMove(f"{given}: no move of Focus; {remedy(row)}")


def remedy(row: Row) -> str:
    """Return how moves are written, with one that is legal here."""
    out = [0] * rules.MAX_MOVES
    count = rules.legal_moves(row, out)
    if count == 0:
        return f"the game is over, {reason(row)}; start another"
    return f"{FORMS[form(out[0])]}, as {say(row, out[0], row[rules.TURN])}"


def instead(row: Row) -> str:
    """Return a legal move as what to do rather than an illegal one."""
    out = [0] * rules.MAX_MOVES
    rules.legal_moves(row, out)
    return f"try {say(row, out[0], row[rules.TURN])}"


FORMS: Final = (
    "write a stack's square and where its top pieces go",
    "write r and the square for a reserve piece",
    "write swap, your piece's square and the other's",
)


def form(move: int) -> int:
    """Return 0 for a stack move, 1 for a placement, 2 for an exchange."""
    return (move >= rules.PLACING) + (move >= rules.EXCHANGE)


def read_square(given: str, name: str) -> int:
    """Return the square of a name that is on the board."""
    try:
        column, line = square_from_text(name)
    except ValueError:
        raise InvalidMove(f"{given}: {name} is no square; rows are numbered from 1 at the top, as in c3") from None
    if column >= SIDE or line >= SIDE:
        raise IllegalMove(f"{given}: {name} is off the board; its columns are a to h, its rows 1 to 8")
    square = SQUARE_AT[SIDE * line + column]
    if square < 0:
        reach = [COLUMN_LETTERS[COLUMN[place]] for place in range(SQUARES) if LINE[place] == line]
        raise IllegalMove(
            f"{given}: {name} is off the board, its corners are missing; row {line + 1} has {reach[0]} to {reach[-1]}"
        )
    return square


def check_phase(row: Row, given: str, kind: int) -> None:
    """Raise ``IllegalMove`` where this form of move (see ``form``) has no place now."""
    if rules.to_move(row) == NOBODY:
        raise IllegalMove(f"{given}: the game is over, {reason(row)}; start another")
    opening = row[rules.OPENING_LEFT] > 0
    if opening and row[rules.PLAYERS] == 3 and kind != 1:
        raise IllegalMove(f"{given}: a first turn puts the reserve piece on an empty square; {remedy(row)}")
    if opening and row[rules.PLAYERS] == 2 and kind != 2:
        raise IllegalMove(f"{given}: before play each side exchanges one of its pieces with the other's; {remedy(row)}")
    if kind == 2 and not opening:
        raise IllegalMove(f"{given}: pieces are exchanged before play only, in a swap opening; {instead(row)}")


def read_stack_move(row: Row, given: str, match: re.Match[str]) -> int:
    """Return the move of ``c3-f3:3``, the count left out or right."""
    source, target = (read_square(given, name) for name in match.group(1, 2))
    check_phase(row, given, 0)
    check_own(row, given, source)
    check_path(row, given, source, target)
    move = SQUARES * source + target
    if match[3] is not None and int(match[3]) != DISTANCE[move]:
        away = counted(DISTANCE[move], "square")
        moving = f"{counted(DISTANCE[move], 'piece')} {'moves' if DISTANCE[move] == 1 else 'move'}"
        write = say(row, move, row[rules.TURN])
        raise IllegalMove(f"{given}: {NAMES[target]} is {away} from {NAMES[source]}, so {moving}; write {write}")
    return move


def check_own(row: Row, given: str, source: int) -> None:
    """Raise ``IllegalMove`` unless the mover owns a stack on ``source``."""
    mover = seat_name(row, row[rules.TURN])
    owners = stack(row, source)
    if not owners:
        raise IllegalMove(f"{given}: {NAMES[source]} is empty; {instead(row)}")
    if owners[-1] != row[rules.TURN]:
        owner = seat_name(row, owners[-1])
        raise IllegalMove(
            f"{given}: the stack on {NAMES[source]} ({letters(row, owners)}) is {owner}'s, who is on top;"
            f" {mover} moves stacks with {mover} on top; {instead(row)}"
        )


def check_path(row: Row, given: str, source: int, target: int) -> None:
    """Raise ``IllegalMove`` unless ``target`` is straight from ``source`` and no further than its stack is high."""
    start, goal = NAMES[source], NAMES[target]
    height, distance = row[rules.HEIGHT + source], DISTANCE[SQUARES * source + target]
    if source == target:
        raise IllegalMove(f"{given}: {start} is where the stack stands already; name another square to move to")
    if distance == 0:
        raise IllegalMove(
            f"{given}: {start} and {goal} share neither row nor column; stacks move left, right, up or down,"
            " never diagonally or round a corner"
        )
    if distance > height:
        steps = listed([str(step) for step in range(1, height + 1)], "or")
        squares = "square" if height == 1 else "squares"
        raise IllegalMove(f"{given}: the stack on {start} is {height} high, so it moves {steps} {squares}")


def read_placement(row: Row, given: str, match: re.Match[str]) -> int:
    """Return the move of ``r:e5``."""
    target = read_square(given, match[1])
    check_phase(row, given, 1)
    if row[rules.RESERVE + row[rules.TURN]] == 0:
        raise IllegalMove(f"{given}: {seat_name(row, row[rules.TURN])} has no piece in reserve; {instead(row)}")
    if row[rules.OPENING_LEFT] > 0 and row[rules.HEIGHT + target] > 0:
        raise IllegalMove(
            f"{given}: a first turn needs an empty square, and on {NAMES[target]} stands"
            f" {letters(row, stack(row, target))}; {remedy(row)}"
        )
    return rules.PLACING + target


def read_exchange(row: Row, given: str, match: re.Match[str]) -> int:
    """Return the move of ``swap:c3-e4``."""
    own, other = (read_square(given, name) for name in match.group(1, 2))
    check_phase(row, given, 2)
    seat = row[rules.TURN]
    for square, owner in ((own, seat), (other, 1 - seat)):
        if stack(row, square) != [owner]:
            found = letters(row, stack(row, square)) or "nothing"
            raise IllegalMove(
                f"{given}: {NAMES[square]} holds {found}, not a piece of {seat_name(row, owner)}'s;"
                f" name your own piece first, then the other's; {remedy(row)}"
            )
    move = rules.EXCHANGE + SQUARES * own + other
    if row[rules.OPENING_LEFT] == 1 and rules.symmetric_after(row, move):
        raise IllegalMove(
            f"{given}: the set-up would be symmetric, and it may not be after the second exchange;"
            f" exchange other pieces; {remedy(row)}"
        )
    return move


# --- explaining ------------------------------------------------------------------------------------------------------


def explain(row: Row, move: int) -> str:
    """Return what a move does: ``GRR lands on GG: f3 is GGGRR, Red's; c3 keeps R, Red's``."""
    seat = row[rules.TURN]
    if move >= rules.EXCHANGE:
        own, other = clicks(row, move)
        return f"{seat_name(row, seat)}'s piece on {own} and {seat_name(row, 1 - seat)}'s on {other} change places"
    if move >= rules.PLACING:
        target = move - rules.PLACING
        return landing(row, target, [seat]) + f"; {reserve_left(row, move)}"
    source, target, count = move // SQUARES, move % SQUARES, DISTANCE[move]
    owners = stack(row, source)
    carried, kept = owners[len(owners) - count :], owners[: len(owners) - count]
    left = f"keeps {letters(row, kept)}, {seat_name(row, kept[-1])}'s" if kept else "is left empty"
    return f"{landing(row, target, carried)}; {NAMES[source]} {left}"


def landing(row: Row, target: int, carried: list[int]) -> str:
    """Return what pieces landing on a square make of it, and what comes off its bottom."""
    mover, before = seat_name(row, row[rules.TURN]), stack(row, target)
    pieces = [*before, *carried]
    spare = max(0, len(pieces) - TALLEST)
    off, after = pieces[:spare], pieces[spare:]
    verb = "lands" if len(carried) == 1 else "land"
    place = (
        f"{letters(row, before)}: {NAMES[target]} is now {letters(row, after)}" if before else f"empty {NAMES[target]}"
    )
    return f"{letters(row, carried)} {verb} on {place}, {mover}'s{taken_off(row, off)}"


def taken_off(row: Row, off: list[int]) -> str:
    """Return what becomes of the pieces off the bottom: ``; captured: 2 Green; into Red's reserve: 1``."""
    mover = row[rules.TURN]
    others = [
        f"{off.count(owner)} {seat_name(row, owner)}"
        for owner in range(row[rules.PLAYERS])
        if owner != mover and owner in off
    ]
    said = f"; captured off the bottom: {listed(others)}" if others else ""
    if mover in off:
        said += f"; off the bottom into {seat_name(row, mover)}'s reserve: {off.count(mover)}"
    return said


def reserve_left(row: Row, move: int) -> str:
    """Return what a placement leaves in reserve."""
    after = list(row)
    rules.play(after, move)
    left = after[rules.RESERVE + row[rules.TURN]]
    return f"{seat_name(row, row[rules.TURN])} has {counted(left, 'piece')} in reserve after that"


def side(row: Row, seat: int) -> tuple[int, ...]:
    """Return the seats that win with ``seat``, ascending."""
    return tuple(other for other in range(row[rules.PLAYERS]) if not rules.rival(row, seat, other))


def reason(row: Row) -> str:
    """Return why a finished game ended."""
    if row[rules.END] == rules.OUT_OF_PATIENCE:
        return f"{counted(row[rules.PATIENCE], 'turn')} per player without a piece captured or put into reserve"
    winners = side(row, row[rules.WINNER])
    names = listed([seat_name(row, seat) for seat in winners])
    if row[rules.END] == rules.LAST_ABLE:
        return f"nobody but {names} can move or place"
    return f"{names} {'has' if len(winners) == 1 else 'have'} captured {haul(row)}"


def haul(row: Row) -> str:
    """Return the captures that reached the quota."""
    winner, players = row[rules.WINNER], row[rules.PLAYERS]
    counts = [rules.captures(row, winner, other) for other in range(players) if rules.rival(row, winner, other)]
    need = rules.QUOTA_EACH[players - 2]
    if len(counts) == 1 or min(counts) < need:
        return counted(sum(counts), "piece")
    return f"{need} pieces or more from {'both' if len(counts) == 2 else 'all'} opponents"


def status_line(row: Row) -> str:
    """Return whose turn it is, or who won, as a sentence without its full stop."""
    mover = rules.to_move(row)
    if mover != NOBODY:
        return f"{seat_name(row, mover)} to {next_action(row)}"
    if row[rules.END] == rules.OUT_OF_PATIENCE:
        return f"A draw: {reason(row)}"
    winners = side(row, row[rules.WINNER])
    names = listed([seat_name(row, seat) for seat in winners])
    return f"{names} {'wins' if len(winners) == 1 else 'win'}: {reason(row)}"


def next_action(row: Row) -> str:
    """Return what the seat to move has to do."""
    if row[rules.OPENING_LEFT] == 0:
        return "move"
    return "place" if row[rules.PLAYERS] == 3 else "exchange"


# --- the board as text -----------------------------------------------------------------------------------------------

CELL: Final = 7
"""Characters inside a square of the drawing."""
MARGIN: Final = 3
"""Characters left of the board, where the row numbers stand."""


def diagram(row: Row, viewer: int) -> str:
    """Return the board as in the play-by-mail drawing, every stack bottom to top, then a line of reserve a player."""
    heading = (" " * (MARGIN + 1) + " ".join(f"{letter:^{CELL}}" for letter in "ABCDEFGH")).rstrip()
    lines = [heading, edge(0)]
    for line in range(SIDE):
        lines += [squares_line(row, line), edge(line + 1)]
    lines.append(heading)
    return "\n".join([*lines, *(reserve_line(row, seat) for seat in range(row[rules.PLAYERS]))])


def reserve_line(row: Row, seat: int) -> str:
    """Return ``Reserves for Player Red = 0``."""
    return f"Reserves for Player {seat_name(row, seat)} = {row[rules.RESERVE + seat]}"


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
