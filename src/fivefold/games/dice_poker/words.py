"""The names of Dice Poker: seats, patterns, lines, and where a game stands, in words."""

from collections.abc import Sequence
from typing import Final

from fivefold.contract import CHANCE, NOBODY, Row
from fivefold.games.dice_poker import rules
from fivefold.games.dice_poker.board import NAMES, SPACES
from fivefold.games.dice_poker.patterns import DICE, TWO_PAIRS
from fivefold.parts.words import NUMBERS, counted, listed

SEATS: Final = ("Ruby", "Azure", "Saffron")
FACE_NAMES: Final = ("ones", "twos", "threes", "fours", "fives", "sixes")
PATTERNS_IN_WORDS: Final = (
    *(f"{kind} {faces}" for kind in ("pair of", "three", "four") for faces in FACE_NAMES),
    *(f"two pair {low}-{high}" for low, high in TWO_PAIRS),
    *("full house", "straight", "lucky 7", "lucky 11", "free space"),
)


def seat_name(row: Row, seat: int) -> str:
    """Return a seat's colour."""
    return SEATS[seat]


def pattern_in_words(pattern: int) -> str:
    """Return a pattern's name: ``pair of fives``, ``two pair 2-5``, ``full house``, ``lucky 7``, ``free space``."""
    return PATTERNS_IN_WORDS[pattern]


def dice(row: Row) -> list[int]:
    """Return the faces of the dice on the table that have been rolled, ascending."""
    return [face for face in row[rules.DIE : rules.DIE + DICE] if face]


def faces_text(faces: Sequence[int]) -> str:
    """Return dice as text: ``2 5 5``."""
    return " ".join(map(str, faces))


def spaces_text(spaces: Sequence[int], most: int = SPACES) -> str:
    """Return spaces as a list in a sentence, of more than ``most`` the first ones only: ``a1, b2 and 7 more``."""
    names = [NAMES[space] for space in spaces[:most]]
    rest = len(spaces) - len(names)
    return listed([*names, f"{rest} more"] if rest else names)


def sets_text(number: int) -> str:
    """Return a number of sets in words: ``no set``, ``a set``, ``two sets``."""
    return {0: "no set", 1: "a set"}.get(number) or f"{NUMBERS[number] if number < len(NUMBERS) else number} sets"


def status_line(row: Row) -> str:
    """Return whose turn it is, or who won, as a sentence without its full stop."""
    mover = rules.to_move(row)
    if mover == NOBODY:
        return result(row)
    if mover != CHANCE:
        return f"{SEATS[mover]} to move, roll {row[rules.ROLL]} of {rules.LAST_ROLL}"
    if row[rules.DEALT] < rules.TO_COVER:
        return f"The patterns are being dealt, {rules.TO_COVER - row[rules.DEALT]} to go"
    return f"{SEATS[row[rules.TURN]]} rolls"


def result(row: Row) -> str:
    """Return who won a finished game, as a sentence without its full stop."""
    returns = [0.0] * row[rules.PLAYERS]
    rules.returns(row, returns)
    winners = [SEATS[seat] for seat, share in enumerate(returns) if share > 0]
    sets = row[rules.SETS + returns.index(max(returns))]
    if len(winners) == 1:
        return f"{winners[0]} wins with {sets_text(sets)}"
    return f"{listed(winners)} share the first place with {sets_text(sets)} each"


def reason(row: Row) -> str:
    """Return why a finished game ended."""
    if row[rules.END] == rules.SETS_COMPLETE:
        seat = row[rules.WINNER]
        return f"{SEATS[seat]} has completed {sets_text(row[rules.SETS + seat])}"
    if row[rules.END] == rules.BOARD_FULL:
        return "every space is covered"
    return f"no piece was placed for {counted(row[rules.PATIENCE], 'turn')} each"


def describe(row: Row, status: str) -> str:
    """Return the position in sentences, for those who do not see the picture; ``status`` begins it."""
    sentences = ["A board of nine by nine spaces, e5 in its middle free"]
    sentences += [status] if status else []
    sentences += dice_in_words(row)
    sentences += [pieces_in_words(row, seat) for seat in range(row[rules.PLAYERS])]
    return ". ".join(sentences) + "."


def dice_in_words(row: Row) -> list[str]:
    """Return what the dice show and match in sentences without full stops; none before the first is rolled."""
    shown = dice(row)
    if len(shown) < DICE:
        return [f"Dice {faces_text(shown)}"] if shown else []
    matching = [space for space in range(SPACES) if rules.matches(row, space)]
    what = f"They match {spaces_text(matching)}" if matching else "They match no open space"
    if shown[0] == shown[-1]:
        what = "They match every open space"
    bouncer = pattern_in_words(rules.bouncing_pattern(row))
    return [f"Dice {faces_text(shown)}", what, *([f"The {bouncer} is a bouncer"] if rules.bouncer(row) else [])]


def pieces_in_words(row: Row, seat: int) -> str:
    """Return a seat's sets and pieces: ``Ruby: 1 set, pieces on a1 and b2, protected on c3``."""
    owned = [space for space in range(SPACES) if row[rules.OWNER + space] & 3 == 1 + seat]
    locked = [space for space in owned if row[rules.OWNER + space] & rules.LOCKED]
    loose = [space for space in owned if space not in locked]
    groups = [(loose, "pieces on "), (locked, "protected on ")]
    told = [words + spaces_text(spaces) for spaces, words in groups if spaces] or ["no pieces"]
    return f"{SEATS[seat]}: {', '.join([counted(row[rules.SETS + seat], 'set'), *told])}"
