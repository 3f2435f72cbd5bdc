"""What things on the Dice Poker table are, and what wins, for those who ask."""

from typing import Final

from fivefold.contract import CHANCE, Explanation, Row, ScoreCard, ScoreLine, TableHelp
from fivefold.contract.extras import seat_of
from fivefold.games.dice_poker import rules
from fivefold.games.dice_poker.board import FREE_SPACE, NAMES, SPACES
from fivefold.games.dice_poker.lines import WAYS, in_line, promise
from fivefold.games.dice_poker.names import PATTERNS, SEATS, dice, sets, spelled
from fivefold.games.dice_poker.notation import spell
from fivefold.games.dice_poker.patterns import DICE, FULL_HOUSE, LUCKY_7, STRAIGHT, TWO_PAIR
from fivefold.parts.messages import Message

KINDS: Final = (
    ("card-four", range(12, 18)),
    ("straight", (STRAIGHT,)),
    ("full-house", (FULL_HOUSE,)),
    ("card-lucky", (LUCKY_7, LUCKY_7 + 1)),
    ("card-two-pair", range(TWO_PAIR, FULL_HOUSE)),
    ("card-three", range(6, 12)),
    ("card-pair", range(6)),
)
"""Kinds of patterns and their numbers."""


def explain(row: Row, viewer: int, name: str) -> Explanation | None:
    """Return what a space, a die, a button or a player is."""
    if name in NAMES:
        return on_space(row, NAMES.index(name))
    if (seat := seat_of(name, row[rules.PLAYERS])) >= 0:
        return player(row, seat)
    if name == "roll":
        return Explanation((Message("about-roll", rolls=rules.LAST_ROLL, roll=row[rules.ROLL]),), "your-turn")
    if name == "end":
        return Explanation((Message("about-end"),), "your-turn")
    face, star, _ = name.partition("*")
    return die(row, int(face)) if star and face.isdecimal() and int(face) <= 6 else None


def die(row: Row, face: int) -> Explanation:
    """Return what a die is."""
    if not face:
        return Explanation((Message("about-blank"),), "your-turn")
    last = row[rules.ROLL] >= rules.LAST_ROLL
    return Explanation((Message("about-die-last" if last else "about-die", face=face),), "your-turn")


def player(row: Row, seat: int) -> Explanation:
    """Return how a player stands."""
    said = Message("about-player", who=SEATS[seat], sets=sets(row[rules.SETS + seat]), pieces=pieces(row, seat))
    return Explanation((said,), "sets")


def pieces(row: Row, seat: int) -> int:
    """Return how many pieces a seat has on the board."""
    return sum(row[rules.OWNER + space] & 3 == 1 + seat for space in range(SPACES))


def on_space(row: Row, space: int) -> Explanation:
    """Return what a space asks for, whose piece stands there, and whose lines hang on it."""
    if space == FREE_SPACE:
        return Explanation((Message("about-free-space"),), "the-board")
    number, owner = rules.pattern_on(row, space), row[rules.OWNER + space]
    if number < 0:
        return Explanation((Message("about-undealt", space=NAMES[space]),), "the-board")
    if owner:
        said = Message("about-piece", who=SEATS[(owner & 3) - 1], space=NAMES[space], pattern=PATTERNS[number])
        locked = bool(owner & rules.LOCKED)
        return Explanation(
            (said, Message("about-locked" if locked else "about-loose")), "sets" if locked else "bouncers"
        )
    said = Message("about-open", space=NAMES[space], pattern=PATTERNS[number])
    return Explanation((said, *match(row, space), *lines(row, space)), "the-board")


def match(row: Row, space: int) -> tuple[Message, ...]:
    """Return whether the dice match an open space."""
    shown = dice(row)
    if rules.to_move(row) == CHANCE or len(shown) < DICE or not rules.matches(row, space):
        return ()
    return (Message("about-five-alike" if shown[0] == shown[-1] else "about-matches"),)


def lines(row: Row, space: int) -> tuple[Message, ...]:
    """Return who has three or four of five on lines through an open space."""
    found = []
    for seat in range(row[rules.PLAYERS]):
        for way in WAYS:
            count = promise(row, space, way, seat)
            if count in (3, 4):
                key = "about-four" if count == 4 else "about-three"
                found.append((-count, seat, Message(key, who=SEATS[seat], line=in_line(space, way))))
    return tuple([message for *_, message in sorted(found, key=lambda one: one[:2])])


def score_card(row: Row) -> ScoreCard:
    """Return what wins, how far everybody is, and how many spaces of each kind are open."""
    seats = range(row[rules.PLAYERS])
    own = (
        ScoreLine("sets", Message("card-sets"), "", tuple([row[rules.SETS + seat] for seat in seats])),
        ScoreLine("pieces", Message("card-pieces"), "", tuple([pieces(row, seat) for seat in seats])),
    )
    kinds = [ScoreLine(key, Message(key), open_spaces(row, list(numbers))) for key, numbers in KINDS]
    needed = row[rules.TO_WIN]
    wins = Message("note-one") if needed == 1 else Message("note-more", sets=spelled(needed))
    return ScoreCard((*own, *kinds), (wins, Message("note-five")), Message("card-worth"))


def open_spaces(row: Row, patterns: list[int]) -> int:
    """Return how many spaces with one of these patterns are open."""
    return sum(not row[rules.OWNER + space] and rules.pattern_on(row, space) in patterns for space in range(SPACES))


def scores(row: Row, move: int) -> tuple[str, ...]:
    """Return the kind of pattern that a piece is put on."""
    if rules.to_move(row) < 0 or move >= rules.BOUNCE:
        return ()
    number = rules.pattern_on(row, move)
    return tuple([key for key, numbers in KINDS if number in numbers])


HELP: Final = TableHelp(explain=explain, score_card=score_card, scored=scores, spell=spell)
