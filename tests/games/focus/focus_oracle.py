"""Focus written down a second time, slowly: a dictionary of squares, each a string of colours from bottom to top."""

from dataclasses import dataclass, field, replace

CELLS = [f"{letter}{number}" for number in range(1, 9) for letter in "abcdefgh"]
MISSING = {"a1", "b1", "a2", "g1", "h1", "h2", "a7", "a8", "b8", "h7", "h8", "g8"}
BOARD = [cell for cell in CELLS if cell not in MISSING]
START = {
    2: "....  RRGGRR .GGRRGG. .RRGGRR. .GGRRGG. .RRGGRR. GGRRGG ....",
    3: "....  RRGGYY .YYRRGG. .GGYYRR. .RRGGYY. .YYRRGG. GGYYRR ....",
    4: "RRBY YYYBYB RRRRBYBY YYYYBYBY GRGRGGGG GRGRBBBB RGRGGG GRBB",
}
ORDER = {2: "RG", 3: "RGY", 4: "RYBG"}


@dataclass(frozen=True)
class Position:
    """All there is to know; moves are texts."""

    players: int
    quota: bool
    patience: int
    swap: bool
    teams: bool
    stacks: dict[str, str]
    reserve: dict[str, int]
    captured: dict[tuple[str, str], int] = field(default_factory=dict)
    mover: str = "R"
    turns: int = 0
    quiet: int = 0
    end: str = ""
    winners: str = ""
    placed: str = ""
    out: str = ""


def start(players=2, win="last", patience=40, opening="plain", teams="off"):
    pieces = START[players].replace(" ", "")
    return Position(
        players,
        win == "quota",
        patience,
        opening == "swap",
        teams == "on",
        {cell: piece.strip(".") for cell, piece in zip(BOARD, pieces, strict=True)},
        {colour: int(players == 3) for colour in ORDER[players]},
    )


def friends(position, colour):
    """The colours that win with this one."""
    return {"R": "RB", "B": "RB", "Y": "YG", "G": "YG"}[colour] if position.teams else colour


def playing(position):
    """The colours that have not dropped out."""
    return [colour for colour in ORDER[position.players] if colour not in position.out]


def hopeful(position):
    """The colours that can still win: those who play, and their partners."""
    return "".join(dict.fromkeys(friend for colour in playing(position) for friend in friends(position, colour)))


def able(position, colour):
    return colour not in position.out and has_a_turn(position, colour)


def has_a_turn(position, colour):
    return position.reserve[colour] > 0 or any(stack.endswith(colour) for stack in position.stacks.values())


def steps_from(cell, count):
    """The squares on the board so many steps left, right, up or down."""
    column, line = ord(cell[0]), int(cell[1])
    places = [(column + count, line), (column - count, line), (column, line + count), (column, line - count)]
    return [f"{chr(x)}{y}" for x, y in places if f"{chr(x)}{y}" in BOARD]


def moves(position):
    if position.end:
        return set()
    mover = position.mover
    if position.players == 3 and mover not in position.placed:
        return {f"r:{cell}" for cell in BOARD if not position.stacks[cell]}
    if position.swap and position.turns < 2:
        return set(exchanges(position))
    found = set()
    for cell, stack in position.stacks.items():
        if stack.endswith(mover):
            for count in range(1, len(stack) + 1):
                found |= {f"{cell}-{target}:{count}" for target in steps_from(cell, count)}
    if position.reserve[mover]:
        found |= {f"r:{cell}" for cell in BOARD}
    return found


def exchanges(position):
    mine = [cell for cell, stack in position.stacks.items() if stack == position.mover]
    theirs = [cell for cell, stack in position.stacks.items() if stack and stack != position.mover]
    for own in mine:
        for other in theirs:
            if position.turns == 0 or not symmetric(exchanged(position.stacks, own, other)):
                yield f"swap:{own}-{other}"


def exchanged(stacks, own, other):
    return {**stacks, own: stacks[other], other: stacks[own]}


def symmetric(stacks):
    """Whether any turn or reflection gives the same picture, colours kept or exchanged."""
    grid = [[stacks.get(f"{letter}{number}", "#") for letter in "abcdefgh"] for number in range(1, 9)]
    images, image = [], grid
    for _ in range(4):
        images += [image, [line[::-1] for line in image]]
        image = [list(line) for line in zip(*image[::-1], strict=True)]
    other = {"R": "G", "G": "R", "": "", "#": "#"}
    inverse = [[other[piece] for piece in line] for line in grid]
    return any(image in (grid, inverse) for image in images[1:])


def after(position, move):
    mover = position.mover
    stacks, reserve, captured = dict(position.stacks), dict(position.reserve), dict(position.captured)
    if move.startswith("swap:"):
        own, other = move[5:].split("-")
        following = "G" if mover == "R" else "R"
        return replace(position, stacks=exchanged(stacks, own, other), mover=following, turns=position.turns + 1)
    if move.startswith("r:"):
        target, carried = move[2:], mover
        reserve[mover] -= 1
    else:
        path, count = move.split(":")
        source, target = path.split("-")
        carried = stacks[source][-int(count) :]
        stacks[source] = stacks[source][: -int(count)]
    tower = stacks[target] + carried
    off, stacks[target] = tower[:-5], tower[-5:]
    for piece in off:
        if piece == mover:
            reserve[mover] += 1
        else:
            captured[mover, piece] = captured.get((mover, piece), 0) + 1
    quiet = 0 if off else position.quiet + 1
    moved = replace(position, stacks=stacks, reserve=reserve, captured=captured, quiet=quiet, turns=position.turns + 1)
    moved = replace(moved, placed=moved.placed + mover)
    return ended(replace(moved, mover=following_mover(moved)))


def without(position, colour):
    """The position after a colour has dropped out."""
    before = len(playing(position))
    left = replace(position, out=position.out + colour, reserve={**position.reserve, colour: 0})
    left = replace(left, quiet=position.quiet * (before - 1) // before)
    if not any(able(left, each) for each in ORDER[left.players]):
        return replace(left, end="stuck", winners=hopeful(left))
    left = replace(left, mover=left.mover if able(left, left.mover) else following_mover(left))
    return last_able(left) or left


def following_mover(position):
    order = ORDER[position.players]
    place = order.index(position.mover)
    return next(colour for colour in order[place + 1 :] + order[: place + 1] if able(position, colour))


def ended(position):
    """``position``, the last turn made by the one before, with its end written in if that turn ended the game."""
    for colour in ORDER[position.players]:
        side = friends(position, colour)
        foes = [foe for foe in ORDER[position.players] if foe not in side]
        haul = [sum(position.captured.get((friend, foe), 0) for friend in side) for foe in foes]
        need = {2: 6, 3: 3, 4: 2}[position.players]
        if position.quota and (min(haul) >= need or sum(haul) >= 10):
            return replace(position, end="quota", winners=side)
    if last := last_able(position):
        return last
    if position.patience and position.quiet >= position.patience * len(playing(position)):
        return replace(position, end="patience", winners=hopeful(position))
    return position


def last_able(position):
    """``position`` with its end, if only one side can move or place."""
    for colour in ORDER[position.players]:
        side = friends(position, colour)
        if not any(able(position, foe) for foe in ORDER[position.players] if foe not in side):
            return replace(position, end="last", winners=side)
    return None


def perft(position, depth):
    if depth == 0:
        return 1
    return sum(perft(after(position, move), depth - 1) for move in moves(position))
