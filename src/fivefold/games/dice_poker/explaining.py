"""What a move of Dice Poker does, in words."""

from functools import lru_cache

from fivefold.contract import Row
from fivefold.games.dice_poker import rules
from fivefold.games.dice_poker.board import NAMES, SPACES
from fivefold.games.dice_poker.lines import WAYS, in_line, promise, run, sets_made
from fivefold.games.dice_poker.odds import FULL_HOUSE_BOUNCER, STRAIGHT_BOUNCER, TARGETS, chance_of, percent
from fivefold.games.dice_poker.patterns import FIRST_ROLL, MULTISETS
from fivefold.games.dice_poker.words import (
    FACE_NAMES,
    SEATS,
    dice,
    faces_text,
    pattern_in_words,
    sets_text,
)
from fivefold.parts.words import NUMBERS, listed

TOLD = 3
"""Of the patterns that a keep goes for so many are told."""
TARGETS_IN_WORDS = {FULL_HOUSE_BOUNCER: "a bouncer by full house", STRAIGHT_BOUNCER: "a bouncer by straight"}


def explain(row: Row, move: int) -> str:
    """Return what a legal move does: what it takes and makes, or what it goes for and how likely that is."""
    if row[rules.MULTISET] < FIRST_ROLL:
        return explain_chance(row, move)
    if move >= rules.KEEP:
        return explain_keep(row, move - rules.KEEP)
    if move == rules.END_TURN:
        return f"{faces_text(dice(row))} match no open space: the turn ends"
    if move >= rules.BOUNCE:
        return explain_bouncer(row, move - rules.BOUNCE)
    return explain_placement(row, move)


def explain_chance(row: Row, move: int) -> str:
    """Return ``Azure rolls a 4``, or a pattern with the space that gets it."""
    if move < rules.DEAL:
        return f"{SEATS[row[rules.TURN]]} rolls a {move}"
    return f"{pattern_in_words(rules.dealt_pattern(row, move))} on {NAMES[rules.dealt_space(row[rules.DEALT])]}"


# --- pieces ----------------------------------------------------------------------------------------------------------


def explain_placement(row: Row, space: int) -> str:
    """Return ``two pair 2-5; completes a set in column d: 1 of 2; keeps Azure from a set in row 4``."""
    pattern = pattern_in_words(row[rules.PATTERN + space])
    faces = dice(row)
    if faces[0] == faces[-1]:
        pattern += f", taken with five {FACE_NAMES[faces[0] - 1]}"
    done = [*completed(row, space), *built(row, space, row[rules.TURN])]
    for step in range(1, row[rules.PLAYERS]):
        done += blocked(row, space, (row[rules.TURN] + step) % row[rules.PLAYERS])
    return "; ".join([pattern, *done])


def completed(row: Row, space: int) -> list[str]:
    """Return which sets a piece completes, and how many its player has then; nothing where it completes none."""
    seat = row[rules.TURN]
    made = [(sets_made(row, space, direction, seat), in_line(space, direction)) for direction in WAYS]
    told = [f"{sets_text(number)} {where}" for number, where in made if number]
    total = row[rules.SETS + seat] + sum(number for number, _ in made)
    if not told:
        return []
    end = " and wins" if total >= row[rules.TO_WIN] else f": {total} of {row[rules.TO_WIN]}"
    return [f"completes {listed(told)}{end}"]


def built(row: Row, space: int, seat: int) -> list[str]:
    """Return what else a piece makes on its lines: longer sets, three or four in a row, four of five."""
    told = []
    for direction in WAYS:
        ahead, behind = run(row, space, direction, seat)
        length, where = ahead + 1 + behind, in_line(space, direction)
        most = 1 + promise(row, space, direction, seat)
        if length >= rules.FIVE:
            told += [] if sets_made(row, space, direction, seat) else [f"joins the set {where}"]
        elif length == most >= 3:
            told.append(f"{NUMBERS[length]} in a row {where}")
        elif most == 4:
            told.append(f"four of five {where}")
    return told


def blocked(row: Row, space: int, other: int) -> list[str]:
    """Return what a piece takes from another seat: a set it could complete there, three of five it has around."""
    told = []
    for direction in WAYS:
        where = in_line(space, direction)
        if sets_made(row, space, direction, other):
            told.append(f"keeps {SEATS[other]} from a set {where}")
        elif promise(row, space, direction, other) == 3:
            told.append(f"blocks three of {SEATS[other]}'s {where}")
    return told


def explain_bouncer(row: Row, space: int) -> str:
    """Return whose piece goes from where, and what that breaks up."""
    other = row[rules.OWNER + space] - 1
    dice_name = pattern_in_words(rules.bouncing_pattern(row))
    gone = f"{dice_name}, a bouncer: {SEATS[other]}'s piece leaves {pattern_in_words(row[rules.PATTERN + space])}"
    numbers = [(1 + promise(row, space, direction, other), in_line(space, direction)) for direction in WAYS]
    broken = [f"breaks up {NUMBERS[number]} of five {where}" for number, where in numbers if number >= 3]
    return "; ".join([gone, *broken])


# --- dice ------------------------------------------------------------------------------------------------------------


def explain_keep(row: Row, kept: int) -> str:
    """Return ``keeps 5 5: pair of fives sure, three fives 42 %, full house 19 %``: of what is open."""
    targets = sum({1 << row[rules.PATTERN + space] for space in range(SPACES) if row[rules.OWNER + space] == 0})
    targets |= (row[rules.OPEN_HOUSES] == 0) << FULL_HOUSE_BOUNCER | (
        row[rules.OPEN_STRAIGHTS] == 0
    ) << STRAIGHT_BOUNCER
    what = f"keeps {faces_text(MULTISETS[kept])}" if kept else "rolls all five dice"
    return f"{what}: {prospects(kept, rules.LAST_ROLL - row[rules.ROLL], targets)}"


@lru_cache(maxsize=4096)
def prospects(kept: int, rolls: int, targets: int) -> str:
    """Return what dice are kept for, with so many rolls left: what is sure, then what they help most.

    ``targets`` has a bit for each target (``odds``) there is. Cached, for a position asks for all its keeps at once.
    """
    chances = {target: chance_of(target, MULTISETS[kept], rolls) for target in range(TARGETS) if targets >> target & 1}
    sure = [in_words(target) for target, chance in chances.items() if chance == 1]
    hoped = helped(chances, rolls) if kept else best_of_each_kind(chances)
    told = [f"{in_words(target)} {percent(chances[target])} %" for target in hoped[:TOLD]]
    return ", ".join([f"{listed(sure)} sure", *told] if sure else told or ["nothing that is open"])


def helped(chances: dict[int, float], rolls: int) -> list[int]:
    """Return the targets, short of sure, that are likelier than with no dice kept, by how much they are."""
    gains = {target: chance - chance_of(target, (), rolls) for target, chance in chances.items() if chance < 1}
    return sorted((target for target in gains if gains[target] > 0), key=lambda target: (-gains[target], -target))


def best_of_each_kind(chances: dict[int, float]) -> list[int]:
    """Return the likeliest pair, the likeliest two pair …, the likeliest of them first."""
    ordered = sorted(chances, key=lambda target: (-chances[target], -target))
    kinds = [in_words(target).split()[0] for target in ordered]
    return [target for index, target in enumerate(ordered) if kinds[index] not in kinds[:index]]


def in_words(target: int) -> str:
    """Return what one plays for in words."""
    return TARGETS_IN_WORDS.get(target) or pattern_in_words(target)
