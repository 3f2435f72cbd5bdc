"""Focus in words: its notation, what a move does and how the game stands as data, the board as text.

`c3-f3:3` moves three pieces, `r:e5` places one from the reserve, `swap:c3-e4` is the exchange.
"""

import re
from collections.abc import Sequence
from functools import lru_cache
from typing import Final, NoReturn

from fivefold.contract import NOBODY, DropOut, Row, stored_words
from fivefold.contract.errors import IllegalMove, InvalidMove, Problem
from fivefold.contract.notation import PLACE, MoveEffects, Played, Points
from fivefold.games.focus import rules
from fivefold.games.focus.board import COLOURS, COLUMN, DISTANCE, LINE, NAMES, SIDE, SQUARE_AT, SQUARES, TALLEST
from fivefold.parts.messages import Fact, Message, Seat
from fivefold.parts.words import COLUMN_LETTERS, square_from_text, squeeze

WORDS: Final = stored_words(__file__)
SEATS: Final = tuple(
    tuple(Seat(number, Message(colour.lower())) for number, colour in enumerate(colours)) for colours in COLOURS
)
"""The seats for 2, 3 and 4 players, called by their colours."""


def seat(row: Row, number: int) -> Seat:
    """Return a seat, called by its colour."""
    return SEATS[row[rules.PLAYERS] - 2][number]


def colour(row: Row, number: int) -> Message:
    """Return the colour of a seat's pieces: what is said of pieces goes by colours, not by the players' names."""
    return seat(row, number).name


def stack(row: Row, square: int) -> list[int]:
    """Return the owners of the pieces on a square, bottom to top."""
    return unpacked(row[rules.PIECES + square], row[rules.HEIGHT + square])


def unpacked(pieces: int, height: int) -> list[int]:
    """Return the owners of a packed stack's pieces, bottom to top."""
    return [pieces >> 2 * above & 3 for above in range(height - 1, -1, -1)]


def letters(row: Row, owners: Sequence[int]) -> str:
    """Return pieces as the first letters of their colours: ``RGRR``."""
    return letters_of(tuple(owners), row[rules.PLAYERS])


@lru_cache(maxsize=4096)
def letters_of(owners: tuple[int, ...], players: int) -> str:
    """Return pieces as the first letters of their colours among so many players: ``RGRR``."""
    return "".join([COLOURS[players - 2][owner][0] for owner in owners])


# --- what a move does ------------------------------------------------------------------------------------------------


def account(row: Row, move: int) -> MoveEffects:
    """Return what a legal move does: what lands where, what comes off the bottom, what stays behind."""
    if move >= rules.DROP_OUT:
        out = DropOut.of(move - rules.DROP_OUT, rules.MOST_PLAYERS)
        return out.account(seat(row, out.seat))
    mover = row[rules.TURN]
    if move >= rules.EXCHANGE:
        own, other = divmod(move - rules.EXCHANGE, SQUARES)
        return exchange_account(row, own, other)
    left: tuple[Message, ...]
    if move >= rules.PLACING:
        source, target, carried, left = -1, move - rules.PLACING, [mover], (_reserve_after(row, move),)
    else:
        source, target = divmod(move, SQUARES)
        owners, count = stack(row, source), DISTANCE[move]
        carried, left = owners[len(owners) - count :], left_behind(row, source, owners[: len(owners) - count])
    before = stack(row, target)
    off = before[: max(0, len(before) + len(carried) - TALLEST)]
    taken = tuple(taken_off(row, off))
    effects = (landing(row, target, before, len(carried)), *taken, *left)
    played = (place(target),) if source < 0 else (place(source), place(target))
    event = happened(row, source, target, before, len(carried), off)
    brief = (Message("from-reserve"), *taken) if source < 0 else tuple(taken)
    heading = itself(row, source, target, len(carried))
    return MoveEffects(seat(row, mover), effects, event, capture_points(row, off), played, brief, heading)


def exchange_account(row: Row, own: int, other: int) -> MoveEffects:
    """Return what an exchange does before play."""
    mover, facts = row[rules.TURN], {"own": NAMES[own], "other": NAMES[other]}
    return MoveEffects(
        seat(row, mover),
        (exchanged(row, own, other),),
        event=Message("exchanges", who=seat(row, mover), owner=colour(row, 1 - mover), **facts),
        played=(place(own), place(other)),
        brief=(),
        heading=Message("exchange", **facts),
    )


def itself(row: Row, source: int, target: int, count: int) -> Message:
    """Return a move in words: ``2 pieces from c3 onto Green's stack on b7``; ``source`` -1: the reserve."""
    before, square = stack(row, target), NAMES[target]
    if source < 0:
        return _placed_on(row, before, square)
    pieces, start = Message("pieces", count=count), NAMES[source]
    if not before:
        return Message("go-to", pieces=pieces, source=start, square=square)
    return Message("go-onto", pieces=pieces, source=start, owner=colour(row, before[-1]), square=square)


def _placed_on(row: Row, before: list[int], square: str) -> Message:
    """Return a placement in words: ``a piece on e5``."""
    if not before:
        return Message("piece-on", square=square)
    return Message("piece-onto", owner=colour(row, before[-1]), square=square)


def place(square: int) -> Played:
    """Return a square as it is shown in a list."""
    return Played(PLACE, NAMES[square], NAMES[square])


def exchanged(row: Row, own: int, other: int) -> Message:
    """Return what an exchange does."""
    mover = row[rules.TURN]
    first, second = colour(row, mover), colour(row, 1 - mover)
    return Message("exchanged", first=first, own=NAMES[own], second=second, other=NAMES[other])


def landing(row: Row, target: int, before: list[int], count: int) -> Message:
    """Return what pieces landing on a square make of it."""
    if not before:
        return Message("moves-to", pieces=Message("pieces", count=count), square=NAMES[target])
    key = "builds" if before[-1] == row[rules.TURN] else "takes"
    return Message(key, square=NAMES[target], height=min(TALLEST, len(before) + count))


def happened(row: Row, source: int, target: int, before: list[int], count: int, off: list[int]) -> Message:
    """Return how to tell of a move: what it did, what it captured, what came back; ``source`` -1: the reserve."""
    mover = row[rules.TURN]
    who, square = seat(row, mover), NAMES[target]
    kind = "built" if before and before[-1] == mover else "took" if before else ""
    if source < 0:
        done = Message(f"{kind}-from-reserve" if kind else "placed", who=who, square=square)
    elif kind:
        done = Message(kind, who=who, square=square, source=NAMES[source])
    else:
        done = Message("moved", who=who, pieces=Message("pieces", count=count), source=NAMES[source], square=square)
    others = _others_among(row, off)
    if others:
        done = Message("and-captured", done=done, who=who, pieces=several(row, others, off))
    own = off.count(mover)
    return Message("and-into-reserve", done=done, pieces=Message("pieces", count=own), count=own) if own else done


def _others_among(row: Row, off: Sequence[int]) -> list[int]:
    return [owner for owner in range(row[rules.PLAYERS]) if owner != row[rules.TURN] and owner in off]


def several(row: Row, owners: Sequence[int], off: Sequence[int]) -> tuple[Message, ...]:
    """Return how many pieces of which colours there are: ``1 green piece``."""
    names = [COLOURS[row[rules.PLAYERS] - 2][owner].lower() for owner in owners]
    return tuple([Message(f"{name}-pieces", count=off.count(owner)) for name, owner in zip(names, owners, strict=True)])


def taken_off(row: Row, off: list[int]) -> list[Message]:
    """Return what becomes of the pieces off the bottom: captured, or one's own back into reserve."""
    mover, others = row[rules.TURN], _others_among(row, off)
    told = [captures(row, others, off)] if others else []
    if mover in off:
        told.append(Message("into-reserve", pieces=Message("pieces", count=off.count(mover))))
    return told


def captures(row: Row, owners: Sequence[int], off: Sequence[int]) -> Message:
    """Return how many pieces of which colours are captured."""
    return Message("captured", pieces=several(row, owners, off))


def capture_points(row: Row, off: list[int]) -> tuple[Points, ...]:
    """Return the rivals' pieces among those off the bottom as points."""
    mover = row[rules.TURN]
    rivals = [owner for owner in range(row[rules.PLAYERS]) if owner in off and rules.rival(row, mover, owner)]
    taken = sum(off.count(owner) for owner in rivals)
    return (Points(taken, captures(row, rivals, off), (f"captured-{mover}",)),) if taken else ()


def left_behind(row: Row, source: int, kept: list[int]) -> tuple[Message, ...]:
    """Return what a stack leaves to whom on its square."""
    if not kept:
        return ()
    pieces = Message("pieces", count=len(kept))
    return (Message("leaves", owner=colour(row, kept[-1]), pieces=pieces, square=NAMES[source]),)


def _reserve_after(row: Row, move: int) -> Message:
    after = list(row)
    rules.play(after, move)
    return Message("reserve-after", pieces=Message("pieces", count=after[rules.RESERVE + row[rules.TURN]]))


# --- how the game stands ---------------------------------------------------------------------------------------------


def ending(row: Row) -> Message:
    """Return why a finished game ended."""
    if row[rules.END] == rules.OUT_OF_PATIENCE:
        return Message("out-of-patience", turns=row[rules.PATIENCE])
    if row[rules.END] == rules.NOBODY_ABLE:
        return Message("nobody-able")
    if row[rules.END] == rules.LAST_ABLE:
        return Message("last-able", winners=winners(row))
    return Message("quota", winners=winners(row), haul=haul(row))


def winners(row: Row) -> tuple[Seat, ...]:
    """Return the seats that have won, in the order of turns."""
    return tuple(
        [seat(row, each) for each in range(row[rules.PLAYERS]) if not rules.rival(row, row[rules.WINNER], each)]
    )


def haul(row: Row) -> Message:
    """Return the captures that reached the quota."""
    winner, players = row[rules.WINNER], row[rules.PLAYERS]
    counts = [rules.captures(row, winner, other) for other in range(players) if rules.rival(row, winner, other)]
    need = rules.QUOTA_EACH[players - 2]
    if len(counts) == 1 or min(counts) < need:
        return Message("pieces", count=sum(counts))
    return Message("quota-of-both" if len(counts) == 2 else "quota-of-all", need=need)


def status(row: Row) -> Message:
    """Return whose turn it is, or who won, a sentence without its full stop."""
    mover = rules.to_move(row)
    if mover != NOBODY:
        return Message(f"to-{next_action(row)}", who=seat(row, mover))
    if rules.is_draw(row):
        return Message("drawn", why=ending(row))
    return Message("won", winners=winners(row), why=ending(row))


def next_action(row: Row) -> str:
    """Return what the seat to move has to do: ``move``, ``place`` or ``exchange``."""
    if row[rules.OPENING_LEFT] == 0:
        return "move"
    return "place" if row[rules.PLAYERS] == 3 else "exchange"


# --- the position in sentences ---------------------------------------------------------------------------------------


def description(row: Row, status: Message | None) -> Message:
    """Return the position for people who do not see the picture; ``status`` is ``None`` once the match is over."""
    seats = tuple([property_of(row, each) for each in range(row[rules.PLAYERS])])
    stacks: list[list[Message]] = [[] for _ in range(SIDE)]
    for square in range(SQUARES):
        if row[rules.HEIGHT + square]:
            pieces = letters(row, stack(row, square))
            stacks[LINE[square]].append(Message("stack-on", square=NAMES[square], pieces=pieces))
    lines = tuple(
        [
            Message("line", number=number, stacks=tuple(found)) if found else Message("empty-line", number=number)
            for number, found in enumerate(stacks, start=1)
        ]
    )
    if status is None:
        return Message("description-over", seats=seats, lines=lines)
    return Message("description", status=status, seats=seats, lines=lines)


def property_of(row: Row, number: int) -> Message:
    """Return what a seat owns: ``Red: 9 stacks, 2 pieces in reserve, captured 3 Green``."""
    return Message(
        "seat-out" if rules.is_out(row, number) else "seat",
        who=seat(row, number),
        stacks=row[rules.STACKS + number],
        pieces=Message("pieces", count=row[rules.RESERVE + number]),
        taken=captured_by(row, number),
    )


def captured_by(row: Row, number: int) -> Fact:
    """Return what a seat has captured: ``3 Green``."""
    first = rules.CAPTURED + rules.MOST_PLAYERS * number
    others = [other for other in range(row[rules.PLAYERS]) if other != number and row[first + other]]
    taken = [Message("pieces-of", count=row[first + other], colour=colour(row, other)) for other in others]
    return tuple(taken) or Message("nothing")


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


def _read_square(given: str, name: str) -> int:
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
    source, target = (_read_square(given, name) for name in match.group(1, 2))
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
    target = _read_square(given, match[1])
    check_phase(row, given, 1)
    if row[rules.RESERVE + row[rules.TURN]] == 0:
        refuse(given, Message("no-reserve", who=colour(row, row[rules.TURN])), instead(row))
    if row[rules.OPENING_LEFT] > 0 and row[rules.HEIGHT + target] > 0:
        wrong = Message("not-empty", square=NAMES[target], pieces=letters(row, stack(row, target)))
        refuse(given, wrong, how_to_write(row))
    return rules.PLACING + target


def read_exchange(row: Row, given: str, match: re.Match[str]) -> int:
    """Return the move of ``swap:c3-e4``."""
    own, other = (_read_square(given, name) for name in match.group(1, 2))
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
        lines += [_squares_line(row, line), edge(line + 1)]
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


def _squares_line(row: Row, line: int) -> str:
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
