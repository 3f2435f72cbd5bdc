"""What is chosen before a game of Poker Solitaire: the options, which of them go together, and well-known sets."""

from collections.abc import Mapping
from typing import Final

from fivefold.contract import Option, Preset, TableEntry, TableOfNumbers
from fivefold.contract.errors import InvalidOption, Problem
from fivefold.games.solitaire import rules
from fivefold.games.solitaire.names import EXAMPLES, NAMES, ORDINARY_NAMES, WORDS
from fivefold.parts.hands import NOTHING
from fivefold.parts.messages import Message
from fivefold.parts.words import card_from_text

MOST_TOGETHER: Final = rules.REJECTS_EACH
"""Cards face up and reject places, at most."""
USER_NUMBERS: Final = range(-999, 1000)

FOR_TWO: Final = frozenset({"race", "race-both", "alternate", "same-deck"})
_IN_TURN: Final = frozenset({"alternate", "same-deck"})
_NOT_PAT: Final = frozenset({"english", "american", "user"})
_SWITCH: Final = {"off": 0, "on": 1}


def _entry(hand: int) -> TableEntry:
    pattern, flush = rules.ordinary_parts(hand)
    ordinary = [each for each in (flush, pattern) if each != NOTHING] or [NOTHING]
    return TableEntry(
        NAMES[hand],
        tuple(card_from_text(card) for card in EXAMPLES[hand].split()),
        default=max(rules.HAND_POINTS[rules.USER_SCORING][each] for each in ordinary),
        fallbacks=() if hand in rules.NUMBER_OF_ORDINARY else tuple(ORDINARY_NAMES[each] for each in ordinary),
    )


def _rejects() -> dict[str, int]:
    most = range(MOST_TOGETHER)
    triples = [(a, b, c) for a in most for b in most for c in most if a + b + c < MOST_TOGETHER]
    return {f"{a}/{b}/{c}": 100 * a + 10 * b + c for a, b, c in triples}


def _rejects_in_words(triple: str) -> str:
    common, first, second = triple.split("/")
    counts = ((common, "for all"), (first, "for player 1"), (second, "for player 2"))
    return ", ".join(f"{count} {whose}" for count, whose in counts if count != "0") or "none"


def _of_player(player: str, suffix: str, only: Mapping[str, frozenset[str]]) -> tuple[Option, ...]:
    """Return the options that each player has for themself."""
    return (
        Option(
            f"touch{suffix}",
            "what a card must touch in its square, except the first",
            {"edges": rules.EDGES, "corners": rules.CORNERS, "anywhere": rules.ANYWHERE},
            {
                "edges": "it shares an edge with a card that lies there",
                "corners": "it shares an edge or a corner with a card that lies there",
                "anywhere": "it may go on any empty cell",
            },
            "edges",
            only=only,
            group=player,
        ),
        Option(
            f"move{suffix}",
            "whether cards in the square stay where they are",
            {"fixed": 0, "movable": 1},
            {
                "fixed": "a card stays, but may be rejected; a rejected card is out for good",
                "movable": "cards may move about in the square and come back from the rejects",
            },
            "fixed",
            only=only,
            group=player,
        ),
        Option(
            f"hands{suffix}",
            "which lines of the square count",
            {"10": 10, "12": 12},
            {"10": "five rows and five columns", "12": "the two diagonals too"},
            "10",
            only={**only, "scoring": _NOT_PAT},
            group=player,
        ),
    )


_TWO_ONLY: Final = {"mode": FOR_TWO}

MODE: Final = Option(
    "mode",
    "how many play, with how many squares, and when it ends",
    {
        "one-hand": rules.ONE_HAND,
        "best-of-two": rules.BEST_OF_TWO,
        "sum-of-two": rules.SUM_OF_TWO,
        "race": rules.RACE,
        "race-both": rules.RACE_BOTH,
        "alternate": rules.ALTERNATE,
        "same-deck": rules.SAME_DECK,
    },
    {
        "one-hand": "one player fills one square",
        "best-of-two": "one player fills two squares, and the better one counts",
        "sum-of-two": "one player fills two squares, and both count",
        "race": "two players in real time, first come first served; it ends when one with a full square says done",
        "race-both": "a race that ends when both squares are full and both players have said done",
        "alternate": "two players take turns, a card a turn",
        "same-deck": "two players take turns, and every card comes twice, so that both can have it",
    },
    "one-hand",
    seats={
        "one-hand": 1,
        "best-of-two": 1,
        "sum-of-two": 1,
        "race": 2,
        "race-both": 2,
        "alternate": 2,
        "same-deck": 2,
    },
)
SCORING: Final = Option(
    "scoring",
    "what the hands are worth",
    {"english": rules.ENGLISH, "american": rules.AMERICAN, "pat": rules.PAT, "user": rules.USER_SCORING},
    {
        "english": "by how hard they are to build here: a straight 12, a flush 5, a straight flush 30",
        "american": "by how rare they are in poker: a straight 15, a flush 20, a straight flush 75",
        "pat": "no points: a square is won when each of its five rows is a straight or better",
        "user": "by a table of your own, with a number for each of 81 hands",
    },
    "english",
    titles={"user": "My own points"},
)
TABLE: Final = Option(
    "table",
    "points for each of the 81 hands",
    {"default": 0},
    {"default": "nothing filled in: the ordinary hands at their usual numbers"},
    "default",
    table=TableOfNumbers([_entry(hand) for hand in range(1, rules.HANDS + 1)], USER_NUMBERS),
    only={"scoring": frozenset({"user"})},
)
DECKS: Final = Option(
    "decks",
    "how many decks are shuffled together",
    {"1": 1, "2": 2, "3": 3, "4": 4},
    {"1": "52 cards, all different", "2": "104 cards: five of a kind is possible", "3": "156 cards", "4": "208 cards"},
    "1",
)
DEAL: Final = Option(
    "deal",
    "how many cards lie face up to choose from",
    {"1": 1, "2": 2, "3": 3, "4": 4, "5": 5},
    {
        "1": "one card at a time",
        "2": "two to choose from",
        "3": "three to choose from",
        "4": "four to choose from",
        "5": "five to choose from, and no rejects",
    },
    "1",
)
REJECTS: Final = Option(
    "rejects",
    "places for cards you do not want: for everybody / for player 1 / for player 2",
    _rejects(),
    {triple: _rejects_in_words(triple) for triple in _rejects()},
    "0/1/1",
)
STEAL: Final = Option(
    "steal",
    "whether a card may be taken out of the other's square",
    _SWITCH,
    {"off": "what lies in a square is safe", "on": "it may be stolen, but never twice"},
    "off",
    only=_TWO_ONLY,
)
PLANT: Final = Option(
    "plant",
    "whether a card may be put into the other's square",
    _SWITCH,
    {"off": "each fills their own square", "on": "a card that lies face up may be planted in the other's square"},
    "off",
    only=_TWO_ONLY,
)
FIRST: Final = Option(
    "first",
    "who begins",
    {"0": 0, "1": 1},
    {"0": "player 1 begins", "1": "player 2 begins"},
    None,
    only={"mode": _IN_TURN},
    starts=True,
)
OPTIONS: Final = (
    MODE,
    SCORING,
    TABLE,
    DECKS,
    DEAL,
    REJECTS,
    STEAL,
    PLANT,
    FIRST,
    *_of_player("Player 1", "", {}),
    *_of_player("Player 2", "2", _TWO_ONLY),
)

PRESETS: Final = (
    Preset("Standard 1990", "Classic: each card touches another; one discard.", {}),
    Preset(
        "Poker Squares",
        "The game of the books: twenty-five cards, each on any cell, and there it stays; English points.",
        {"rejects": "0/0/0", "touch": "anywhere"},
    ),
    Preset(
        "Poker Squares American",
        "The same with American points, where flushes count for more.",
        {"scoring": "american", "rejects": "0/0/0", "touch": "anywhere"},
    ),
    Preset(
        "Poker Shuffle",
        "Cards may move about until the square is full: the arrangement puzzle.",
        {"rejects": "0/0/0", "touch": "anywhere", "move": "movable"},
    ),
    Preset(
        "Race",
        "Two players snatch from the same three cards as fast as they can, from two decks.",
        {"mode": "race", "decks": "2", "deal": "3"},
    ),
    Preset(
        "Steal and plant",
        "Two players take turns, rob each other's squares and spoil them, with two decks and a reject for both.",
        {"mode": "alternate", "decks": "2", "deal": "2", "rejects": "1/1/1", "steal": "on", "plant": "on"},
    ),
)


def reject_counts(options: Mapping[str, str]) -> tuple[int, ...]:
    """Return the numbers of reject places that are in play: common, player 1's, player 2's (none with one player)."""
    common, first, second = (int(number) for number in options["rejects"].split("/"))
    return common, first, second if options["mode"] in FOR_TWO else 0


def settle(values: dict[str, str]) -> dict[str, str]:
    """Return the values without reject places for a second player where there is none.

    Raises ``InvalidOption``, with the sum, where too many cards would be face up.
    """
    numbers = (int(values["deal"]), *reject_counts(values))
    rejects = "/".join(map(str, numbers[1:]))
    if sum(numbers) > MOST_TOGETHER:
        wrong = Message("too-many-cards", numbers=numbers, total=sum(numbers), most=MOST_TOGETHER)
        subject = f"deal={numbers[0]} with rejects={rejects}"
        raise InvalidOption(Problem.of(WORDS, subject, wrong, Message("fewer-cards"), field="deal"))
    return {**values, "rejects": rejects}
