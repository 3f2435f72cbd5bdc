"""Dice Poker in words: its notation, what a move does and how the game stands as data, the board as text.

Moves are `keep:255`, `d4`, `x:d4`, `end`, `die:4` and `deal:T5`.
"""

import re
from collections import Counter
from collections.abc import Sequence
from functools import lru_cache
from typing import Final, NoReturn

from fivefold.contract import CHANCE, NOBODY, DropOut, Row
from fivefold.contract.errors import IllegalMove, InvalidMove, Problem
from fivefold.contract.notation import DIE, PLACE, MoveEffects, Played, Points
from fivefold.games.dice_poker import rules
from fivefold.games.dice_poker.board import FREE_SPACE, NAMES, PATTERN_NAMES, SIDE, SPACES
from fivefold.games.dice_poker.lines import WAYS, in_line, promise, run, sets_made, told
from fivefold.games.dice_poker.names import PATTERNS, SEATS, SEVERAL, dice, dice_names, names, sets, spelled
from fivefold.games.dice_poker.names import WORDS as WORDS  # noqa: PLC0414  (the contract asks for them here)
from fivefold.games.dice_poker.odds import FULL_HOUSE_BOUNCER, STRAIGHT_BOUNCER, TARGETS, chance_of, percent
from fivefold.games.dice_poker.patterns import DICE, FACES, FIRST_ROLL, FULL_HOUSE, MULTISETS, NUMBER_OF, STRAIGHT
from fivefold.parts.messages import Fact, Message, Seat
from fivefold.parts.words import COLUMN_LETTERS, square_from_text, squeeze

MOST_HOPES = 3
"""Of the patterns that a keep may bring so many are named."""
BOUNCERS = {
    FULL_HOUSE_BOUNCER: Message("bouncer", pattern=PATTERNS[FULL_HOUSE]),
    STRAIGHT_BOUNCER: Message("bouncer", pattern=PATTERNS[STRAIGHT]),
}


def account(row: Row, move: int) -> MoveEffects:
    """Return what a legal move does: what it takes and makes, or what dice are kept for and how likely that is."""
    if move >= rules.DROP_OUT:
        out = DropOut.of(move - rules.DROP_OUT, rules.MOST_PLAYERS)
        return out.account(SEATS[out.seat])
    if row[rules.MULTISET] < FIRST_ROLL:
        return MoveEffects(None, event=chance_event(row, move), played=shown((move,)) if move < rules.DEAL else ())
    mover = SEATS[row[rules.TURN]]
    if move >= rules.KEEP:
        return keep_account(row, mover, move - rules.KEEP)
    if move == rules.END_TURN:
        return end_account(row, mover)
    if move >= rules.BOUNCE:
        return bounce_account(row, mover, move - rules.BOUNCE)
    return placement_account(row, mover, move)


def end_account(row: Row, mover: Seat) -> MoveEffects:
    """Return that the dice match nothing, which ends the turn."""
    faces = dice(row)
    return MoveEffects(
        mover,
        (Message("turn-ends", dice=faces),),
        event=Message("passes", who=mover, dice=faces),
        played=shown(faces),
        brief=(Message("turn-ends-briefly"),),
        heading=Message("end-turn"),
    )


def bounce_account(row: Row, mover: Seat, space: int) -> MoveEffects:
    """Return whose piece is bounced from where, and what that breaks up."""
    other, (leaves, *broken) = SEATS[row[rules.OWNER + space] - 1], bounced(row, space)
    pattern = PATTERNS[rules.bouncing_pattern(row)]
    facts: dict[str, Fact] = {"who": mover, "other": other, "space": NAMES[space], "pattern": pattern}
    return MoveEffects(
        mover,
        (leaves, *broken),
        event=Message("bounced-and", **facts, effects=tuple(broken)) if broken else Message("bounced", **facts),
        played=(on(space),),
        brief=(Message("bounced-briefly", other=other),),
        heading=Message("pattern-on", pattern=pattern, space=NAMES[space]),
    )


def shown(faces: tuple[int, ...]) -> tuple[Played, ...]:
    """Return dice as they are shown in a list."""
    return tuple([Played(DIE, str(face), Message("die", face=face)) for face in faces])


def on(space: int) -> Played:
    """Return a space as it is shown in a list."""
    return Played(PLACE, NAMES[space], NAMES[space])


def chance_event(row: Row, move: int) -> Message:
    """Return ``Azure rolls a 4``, of a run ``Azure rolls 4, 5 and 6``; or a pattern with the space that gets it."""
    if move < rules.DEAL:
        return Message("rolls", who=SEATS[row[rules.TURN]], dice=(str(move),))
    space = NAMES[rules.dealt_space(row[rules.DEALT])]
    return Message("dealt", pattern=PATTERNS[rules.dealt_pattern(row, move)], space=space)


# --- pieces ----------------------------------------------------------------------------------------------------------


def placement_account(row: Row, mover: Seat, space: int) -> MoveEffects:
    """Return ``two pair 2-5; completes a set in column d: 1 of 2; keeps Azure from a set in row 4``."""
    pattern, faces, seat = PATTERNS[row[rules.PATTERN + space]], dice(row), row[rules.TURN]
    if faces[0] == faces[-1]:
        pattern = Message("taken-with-five", pattern=pattern, faces=SEVERAL[faces[0] - 1])
    made = completed(row, space)
    effects = [*([completion(row, made)] if made else []), *built(row, space, seat)]
    for step in range(1, row[rules.PLAYERS]):
        effects += blocked(row, space, (seat + step) % row[rules.PLAYERS])
    facts: dict[str, Fact] = {"who": mover, "pattern": pattern, "space": NAMES[space]}
    return MoveEffects(
        mover,
        (pattern, *effects),
        event=Message("takes-for", **facts, effects=tuple(effects)) if effects else Message("takes", **facts),
        points=made,
        played=(on(space),),
        brief=(PATTERNS[row[rules.PATTERN + space]], *(item.because for item in made)),
        feat=made[0].because if made else None,
    )


def completed(row: Row, space: int) -> tuple[Points, ...]:
    """Return the sets that a piece completes, a point each, line by line."""
    numbers = [(sets_made(row, space, direction, row[rules.TURN]), direction) for direction in WAYS]
    return tuple(
        [
            Points(number, Message("sets-in-line", sets=sets(number), line=in_line(space, direction)))
            for number, direction in numbers
            if number
        ]
    )


def completion(row: Row, made: tuple[Points, ...]) -> Message:
    """Return which sets a piece completes, and how many its player has then."""
    lines, needed = tuple([item.because for item in made]), row[rules.TO_WIN]
    total = row[rules.SETS + row[rules.TURN]] + sum(item.points for item in made)
    if total >= needed:
        return Message("completes-and-wins", sets=lines)
    return Message("completes", sets=lines, total=total, needed=needed)


def built(row: Row, space: int, seat: int) -> list[Message]:
    """Return what else a piece makes on its lines: longer sets, three or four in a row, four of five."""
    found = []
    for direction in WAYS:
        ahead, behind = run(row, space, direction, seat)
        length, where = ahead + 1 + behind, in_line(space, direction)
        most = 1 + promise(row, space, direction, seat)
        if length >= rules.FIVE:
            found += [] if sets_made(row, space, direction, seat) else [Message("joins-set", line=where)]
        elif length == most >= 3:
            found.append(Message("in-a-row", number=spelled(length), line=where))
        elif most == 4:
            found.append(Message("four-of-five", line=where))
    return found


def blocked(row: Row, space: int, other: int) -> list[Message]:
    """Return what a piece takes from another seat: a set it could complete there, three of five it has around."""
    found = []
    for direction in WAYS:
        where = in_line(space, direction)
        if sets_made(row, space, direction, other):
            found.append(Message("keeps-from-set", other=SEATS[other], line=where))
        elif promise(row, space, direction, other) == 3:
            found.append(Message("blocks-three", other=SEATS[other], line=where))
    return found


def bounced(row: Row, space: int) -> tuple[Message, ...]:
    """Return whose piece goes from where, and what that breaks up."""
    other, pattern = row[rules.OWNER + space] - 1, PATTERNS[row[rules.PATTERN + space]]
    leaves = Message("bounces", dice=PATTERNS[rules.bouncing_pattern(row)], other=SEATS[other], pattern=pattern)
    numbers = [(1 + promise(row, space, direction, other), in_line(space, direction)) for direction in WAYS]
    broken = [Message("breaks-up", number=spelled(number), line=where) for number, where in numbers if number >= 3]
    return (leaves, *broken)


# --- dice ------------------------------------------------------------------------------------------------------------


def keep_account(row: Row, mover: Seat, kept: int) -> MoveEffects:
    """Return ``keep 5 5: pair of fives certain, three fives 42%, full house 19%``: of what is open."""
    targets = sum({1 << row[rules.PATTERN + space] for space in range(SPACES) if row[rules.OWNER + space] == 0})
    targets |= (row[rules.OPEN_HOUSES] == 0) << FULL_HOUSE_BOUNCER | (
        row[rules.OPEN_STRAIGHTS] == 0
    ) << STRAIGHT_BOUNCER
    hopes, faces = prospects(kept, rules.LAST_ROLL - row[rules.ROLL], targets), MULTISETS[kept]
    if not faces:
        effects, event, brief = Message("rolls-all-for", hopes=hopes), Message("all-rolled", who=mover), "all-briefly"
    else:
        effects, event = Message("keeps-for", dice=faces, hopes=hopes), Message("kept", who=mover, dice=faces)
        brief = "kept-briefly"
    return MoveEffects(mover, (effects,), event, played=shown(faces), brief=(Message(brief),), heading=to_keep(faces))


def to_keep(faces: tuple[int, ...]) -> Message:
    """Return a keep in words: ``keep 5 5 and roll the other 3 dice``."""
    return Message("keep-and-roll", dice=faces, number=DICE - len(faces)) if faces else Message("roll-all")


@lru_cache(maxsize=4096)
def prospects(kept: int, rolls: int, targets: int) -> tuple[Message, ...]:
    """Return what dice are kept for, with so many rolls left: what is certain, then what they help most.

    ``targets`` has a bit for each target (``odds``) there is. Cached, for a position asks for all its keeps at once.
    """
    chances = {target: chance_of(target, MULTISETS[kept], rolls) for target in range(TARGETS) if targets >> target & 1}
    certain = tuple([_pattern_of(target) for target, chance in chances.items() if chance == 1])
    best = helped(chances, rolls) if kept else best_of_each_kind(chances)
    hopes = [
        Message("likely", pattern=_pattern_of(target), percent=percent(chances[target])) for target in best[:MOST_HOPES]
    ]
    sure = [Message("sure", patterns=certain)] if certain else []
    return (*sure, *hopes) or (Message("nothing-open"),)


def helped(chances: dict[int, float], rolls: int) -> list[int]:
    """Return the targets, short of sure, that are likelier than with no dice kept, by how much they are."""
    gains = {target: chance - chance_of(target, (), rolls) for target, chance in chances.items() if chance < 1}
    return sorted((target for target in gains if gains[target] > 0), key=lambda target: (-gains[target], -target))


def best_of_each_kind(chances: dict[int, float]) -> list[int]:
    """Return the likeliest pair, the likeliest two pair …, the likeliest of them first."""
    ordered = sorted(chances, key=lambda target: (-chances[target], -target))
    kinds = [_pattern_of(target).key for target in ordered]
    return [target for index, target in enumerate(ordered) if kinds[index] not in kinds[:index]]


def _pattern_of(target: int) -> Message:
    return BOUNCERS.get(target) or PATTERNS[target]


# --- how the game stands ---------------------------------------------------------------------------------------------


def status(row: Row) -> Message:
    """Return whose turn it is, or who won, a sentence without its full stop."""
    mover = rules.to_move(row)
    if mover == NOBODY:
        return result(row)
    if mover != CHANCE:
        return Message("to-move", who=SEATS[mover], roll=row[rules.ROLL], rolls=rules.LAST_ROLL)
    if row[rules.DEALT] < rules.TO_COVER:
        return Message("being-dealt", left=rules.TO_COVER - row[rules.DEALT])
    return Message("rolling", who=SEATS[row[rules.TURN]])


def result(row: Row) -> Message:
    """Return who won a finished game, a sentence without its full stop."""
    returns = [0.0] * row[rules.PLAYERS]
    rules.returns(row, returns)
    winners = [SEATS[seat] for seat, share in enumerate(returns) if share > 0]
    won = sets(row[rules.SETS + returns.index(max(returns))])
    if len(winners) == 1:
        return Message("wins", who=winners[0], sets=won)
    return Message("share-first-place", winners=tuple(winners), sets=won)


def ending(row: Row) -> Message:
    """Return why a finished game ended."""
    if row[rules.END] == rules.SETS_COMPLETE:
        winner = row[rules.WINNER]
        return Message("sets-completed", who=SEATS[winner], sets=sets(row[rules.SETS + winner]))
    if row[rules.END] == rules.ONE_LEFT:
        return Message("one-left")
    if row[rules.END] == rules.BOARD_FULL:
        return Message("board-full")
    return Message("out-of-patience", turns=row[rules.PATIENCE])


def description(row: Row, status: Message | None) -> Message:
    """Return the position for people who do not see the picture; ``status`` is ``None`` once the match is over."""
    seats = [pieces_of(row, seat) for seat in range(row[rules.PLAYERS])]
    close = told(row) if status else ()
    standing = [status] if status else []
    return Message("description", sentences=(Message("board"), *standing, *rolled(row), *seats, *close))


def rolled(row: Row) -> list[Message]:
    """Return what the dice show and match; nothing before the first is rolled."""
    shown = dice(row)
    found = [Message("dice", dice=shown)] if shown else []
    if len(shown) < DICE:
        return found
    matching = [space for space in range(SPACES) if rules.matches(row, space)]
    if shown[0] == shown[-1]:
        found.append(Message("match-all"))
    else:
        found.append(Message("match", spaces=names(matching)) if matching else Message("match-none"))
    bouncer = [Message("is-bouncer", pattern=PATTERNS[rules.bouncing_pattern(row)])] if rules.bouncer(row) else []
    return found + bouncer


def pieces_of(row: Row, seat: int) -> Message:
    """Return a seat's sets and pieces: ``Ruby: 1 set, pieces on a1 and b2, protected on c3``."""
    owned = [space for space in range(SPACES) if row[rules.OWNER + space] & 3 == 1 + seat]
    locked = [space for space in owned if row[rules.OWNER + space] & rules.LOCKED]
    loose = [space for space in owned if space not in locked]
    groups = [("pieces-on", loose), ("protected-on", locked)]
    pieces = [Message(key, spaces=names(spaces)) for key, spaces in groups if spaces] or [Message("no-pieces")]
    key = "seat-out" if rules.is_out(row, seat) else "seat"
    return Message(key, who=SEATS[seat], property=(Message("set-count", count=row[rules.SETS + seat]), *pieces))


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
DIE_TEXT: Final = re.compile(r"die:(\d+)")
DEAL_TEXT: Final = re.compile(r"deal:([a-z0-9-]+)")
SHOWN: Final = 4
"""Of the spaces that match so many are named."""


def read(row: Row, text: str) -> int:
    """Return the legal move ``text`` means; see ``Notation.read`` for the errors."""
    given, plain = text.strip(), squeeze(text)
    if plain == "roll":
        plain = f"keep:{''.join(map(str, MULTISETS[row[rules.KEPT_BEFORE]]))}"
    if match := DIE_TEXT.fullmatch(plain):
        return _read_die(row, given, match[1])
    if match := DEAL_TEXT.fullmatch(plain):
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


def _read_die(row: Row, given: str, name: str) -> int:
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
        refuse(given, wrong, _next_of_chance(row))
    refuse(given, wrong, Message("their-turn", who=SEATS[row[rules.TURN]], how=Message("write-a-move")))


def _next_of_chance(row: Row) -> Message:
    return Message("next-is-deal" if row[rules.DEALT] < rules.TO_COVER else "next-is-die")


def check_over(row: Row, given: str) -> None:
    """Raise ``IllegalMove`` if the game is over."""
    if rules.to_move(row) == NOBODY:
        refuse(given, Message("game-over", why=ending(row)), Message("start-another"))


def check_turn(row: Row, given: str) -> None:
    """Raise ``IllegalMove`` unless a player is to move."""
    check_over(row, given)
    if rules.to_move(row) == CHANCE:
        refuse(given, Message("dice-first"), _next_of_chance(row))


# --- turns -----------------------------------------------------------------------------------------------------------


def read_keep(row: Row, given: str, digits: str) -> int:
    """Return the keep of these faces, which the dice must show."""
    if any(digit not in "123456" for digit in digits):
        refuse_text(given, Message("no-face", faces=FACES), Message("write-faces"))
    check_turn(row, given)
    shown, wanted = dice(row), sorted(map(int, digits))
    if row[rules.ROLL] == rules.LAST_ROLL:
        refuse(given, Message("last-roll", rolls=rules.LAST_ROLL), _instead(row))
    for face, number in Counter(wanted).items():
        if shown.count(face) < number:
            refuse(given, too_few(shown.count(face), face), Message("dice-are", dice=shown))
    if len(wanted) == DICE:
        refuse(given, Message("all-kept"), _instead(row))
    return rules.KEEP + NUMBER_OF[tuple(wanted)]


def too_few(count: int, face: int) -> Message:
    """Return how many dice show a face that more are to be kept of."""
    if count > 1:
        return Message("only-some-show", count=count, face=face)
    return Message("only-one-shows" if count else "none-shows", face=face)


def _read_space(given: str, name: str) -> int:
    try:
        column, line = square_from_text(name)
    except ValueError:
        refuse_text(given, Message("no-space", given=name), Message("number-rows"))
    if column >= SIDE or line >= SIDE:
        refuse(given, Message("off-board", space=name), Message("board-reach"))
    return SIDE * line + column


def read_placement(row: Row, given: str, name: str) -> int:
    """Return the space of a piece placed, which must be open and match."""
    space = _read_space(given, name)
    check_turn(row, given)
    if space == FREE_SPACE:
        refuse(given, Message("free-space-taken", space=name), _instead(row))
    if owner := row[rules.OWNER + space] & 3:
        refuse(given, Message("piece-there", who=SEATS[owner - 1], space=name), _instead(row))
    if not rules.matches(row, space):
        pattern = PATTERNS[row[rules.PATTERN + space]]
        refuse(given, Message("wants", space=name, pattern=pattern, dice=dice(row)), _instead(row))
    return space


def read_bouncer(row: Row, given: str, name: str) -> int:
    """Return the removal of a piece, which must be another's, unprotected, and the dice a bouncer."""
    space = _read_space(given, name)
    check_turn(row, given)
    check_bouncer(row, given)
    owner = row[rules.OWNER + space]
    if owner & 3 == 0:
        refuse(given, Message("no-piece", space=name), _instead(row))
    if owner & 3 == 1 + row[rules.TURN]:
        refuse(given, Message("own-piece", space=name, who=SEATS[row[rules.TURN]]), _instead(row))
    if owner & rules.LOCKED:
        refuse(given, Message("piece-protected", space=name), _instead(row))
    return rules.BOUNCE + space


def check_bouncer(row: Row, given: str) -> None:
    """Raise ``IllegalMove`` unless the dice are a bouncer now."""
    if rules.bouncer(row):
        return
    pattern = rules.bouncing_pattern(row)
    if pattern == 0:
        refuse(given, Message("dice-no-bouncer", dice=dice(row)), _instead(row))
    if pattern == FULL_HOUSE:
        refuse(given, Message("full-houses-open", count=row[rules.OPEN_HOUSES]), _instead(row))
    refuse(given, Message("straights-open", count=row[rules.OPEN_STRAIGHTS]), _instead(row))


def read_end(row: Row, given: str) -> int:
    """Return the end of a turn that can do nothing else."""
    check_turn(row, given)
    out = [0] * rules.MAX_MOVES
    rules.legal_moves(row, out)
    if out[0] != rules.END_TURN:
        refuse(given, Message("something-possible"), _instead(row))
    return rules.END_TURN


def _instead(row: Row) -> Message:
    spaces = [space for space in range(SPACES) if rules.matches(row, space)]
    can = [Message("place-on", spaces=names(spaces, SHOWN))] if spaces else []
    if rules.bouncer(row):
        targets = [space for space in range(SPACES) if rules.can_be_bounced(row, space)]
        can += [Message("bounce", space=NAMES[targets[0]])] if targets else []
    if row[rules.ROLL] < rules.LAST_ROLL:
        can.append(Message("roll-again", face=dice(row)[0]))
    return Message("instead", ways=tuple(can)) if can else Message("write-end")
