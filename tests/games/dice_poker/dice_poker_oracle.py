"""Dice Poker written down a second time, slowly: dictionaries of names, lines found by looking, counts made anew."""

from dataclasses import dataclass, field, replace
from itertools import combinations, groupby

LETTERS = "abcdefghi"
BOARD = [f"{letter}{number}" for number in range(1, 10) for letter in LETTERS]
SPACES = [name for name in BOARD if name != "e5"]
STEPS = {"row": (1, 0), "column": (0, 1), "falling": (1, 1), "rising": (1, -1)}
COLOURS = "RAS"
PATTERNS = (
    [f"{kind}{face}" for kind in "PTQ" for face in range(1, 7)]
    + [f"{low}-{high}" for low, high in combinations(range(1, 7), 2)]
    + ["F", "S", "L7", "L11"]
)
COPIES = {name: {"P": 1, "F": 12, "S": 4}.get(name[0], 2) for name in PATTERNS}
LAYOUT = """
3-4 Q5  2-4 T5  4-6  1-5 F   3-5 1-6
P1  L11 1-3 F   L7   P3  T3  Q4  F
2-6 T4  Q2  P2  Q6   F   1-2 5-6 2-3
Q1  S   F   1-4 T2   4-5 S   F   T1
3-6 2-5 T6  Q3  FREE Q3  T6  2-5 3-6
T1  F   S   4-5 T2   1-4 F   S   Q1
2-3 5-6 1-2 F   Q6   P5  Q2  T4  2-6
F   Q4  T3  P4  L7   F   1-3 L11 P6
1-6 3-5 F   1-5 4-6  T5  2-4 Q5  3-4
"""
CLASSIC = dict(zip(BOARD, LAYOUT.split(), strict=True))


def neighbour(name, across, down):
    """The space so many columns right and rows below, or nothing off the board."""
    column, line = LETTERS.index(name[0]) + across, int(name[1]) + down
    return f"{LETTERS[column]}{line}" if 0 <= column < 9 and 1 <= line <= 9 else None


def all_lines():
    """Every row, column and diagonal as a list of names, from where nothing comes before."""
    found = []
    for across, down in STEPS.values():
        for start in BOARD:
            if neighbour(start, -across, -down) is None:
                line = [start]
                while following := neighbour(line[-1], across, down):
                    line.append(following)
                found.append(line)
    return found


LINES = all_lines()


def matches(pattern, dice):
    """Whether five dice contain a pattern, one sentence after another of the rules."""
    shown = sorted(dice)
    if len(set(shown)) == 1:
        return pattern != "FREE"
    if pattern[0] in "PTQ":
        return shown.count(int(pattern[1])) >= {"P": 2, "T": 3, "Q": 4}[pattern[0]]
    if "-" in pattern:
        low, high = map(int, pattern.split("-"))
        return shown.count(low) >= 2 and shown.count(high) >= 2
    if pattern == "F":
        return is_full_house(shown)
    if pattern == "S":
        return is_straight(shown)
    return pattern != "FREE" and sum(shown) == int(pattern[1:])


def is_full_house(dice):
    return sorted(dice.count(face) for face in set(dice)) == [2, 3]


def is_straight(dice):
    return sorted(dice) in ([1, 2, 3, 4, 5], [2, 3, 4, 5, 6])


def runs(pieces, colour):
    """All unbroken runs of a colour on all lines, the free space its own."""
    return [
        list(group)
        for line in LINES
        for held, group in groupby(line, lambda name: name == "e5" or pieces.get(name) == colour)
        if held
    ]


def sets(pieces, colour):
    return sum(2 if len(run) == 9 else 1 for run in runs(pieces, colour) if len(run) >= 5)


def protected(pieces):
    """The spaces whose pieces nobody can bounce."""
    return {name for colour in COLOURS for run in runs(pieces, colour) if len(run) >= 5 for name in run} - {"e5"}


@dataclass(frozen=True)
class Position:
    """All there is to know; moves are texts."""

    players: int
    to_win: int
    patience: int
    patterns: dict[str, str]
    mover: str = "R"
    pieces: dict[str, str] = field(default_factory=dict)
    dice: tuple[int, ...] = ()
    roll: int = 1
    quiet: int = 0
    end: str = ""
    winners: str = ""
    out: str = ""


def playing(position):
    """The colours that have not dropped out."""
    return [colour for colour in COLOURS[: position.players] if colour not in position.out]


def without(position, colour):
    """The position after a colour has dropped out."""
    before = len(playing(position))
    left = replace(position, out=position.out + colour, quiet=position.quiet * (before - 1) // before)
    if colour == position.mover:
        left = replace(left, dice=(), roll=1, mover=following(left))
    remaining = playing(left)
    return replace(left, end="one", winners=remaining[0]) if len(remaining) == 1 else left


def following(position):
    """Whose turn comes next."""
    seats = COLOURS[: position.players]
    place = seats.index(position.mover)
    return next(colour for colour in seats[place + 1 :] + seats[: place + 1] if colour not in position.out)


def start(players="2", layout="classic", sets="2", first="0", patience="60"):
    patterns = CLASSIC if layout == "classic" else {"e5": "FREE"}
    return Position(int(players), int(sets), int(patience), patterns, COLOURS[int(first)])


def moves(position):
    if position.end:
        return set()
    if len(position.patterns) < 81:
        dealt = list(position.patterns.values())
        return {f"deal:{name}" for name in PATTERNS if dealt.count(name) < COPIES[name]}
    if len(position.dice) < 5:
        return {f"die:{face}" for face in range(1, 7)}
    found = {name for name in SPACES if name not in position.pieces and matches(position.patterns[name], position.dice)}
    found |= {f"x:{name}" for name in bounceable(position)}
    if position.roll < 3:
        kept = {tuple(sorted(part)) for size in range(5) for part in combinations(position.dice, size)}
        return found | {f"keep:{''.join(map(str, part))}" for part in kept}
    return found or {"end"}


def bounceable(position):
    covered = {kind: all(n in position.pieces for n, p in position.patterns.items() if p == kind) for kind in "FS"}
    dice = list(position.dice)
    if not ((is_full_house(dice) and covered["F"]) or (is_straight(dice) and covered["S"])):
        return set()
    others = {name for name, colour in position.pieces.items() if colour != position.mover}
    return others - protected(position.pieces)


def after(position, move):
    word, _, what = move.partition(":")
    if word == "deal":
        space = next(name for name in BOARD if name not in position.patterns)
        return replace(position, patterns={**position.patterns, space: what})
    if word == "die":
        return replace(position, dice=(*position.dice, int(what)))
    if word == "keep":
        return replace(position, dice=tuple(map(int, what)), roll=position.roll + 1)
    if word == "x":
        return ended(position, {name: colour for name, colour in position.pieces.items() if name != what}, False)
    if word == "end":
        return ended(position, position.pieces, False)
    return ended(position, {**position.pieces, word: position.mover}, True)


def ended(position, pieces, placed):
    """The position after a turn: somebody wins, or the next one rolls."""
    seats = playing(position)
    quiet = 0 if placed else position.quiet + 1
    counts = {colour: sets(pieces, colour) for colour in seats}
    end, winners = "", "".join(colour for colour in seats if counts[colour] == max(counts.values()))
    if placed and counts[position.mover] >= position.to_win:
        end, winners = "sets", position.mover
    elif len(pieces) == 80:
        end = "full"
    elif position.patience and quiet >= position.patience * len(seats):
        end = "patience"
    return replace(
        position,
        pieces=pieces,
        dice=(),
        roll=1,
        quiet=quiet,
        mover=following(position),
        end=end,
        winners=winners if end else "",
    )
