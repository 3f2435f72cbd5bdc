"""What is chosen before a game of Poker Solitaire: the options, which of them go together, and well-known sets."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Final

from fivefold.contract import Option, TableEntry, TableOfNumbers, stored_options, stored_presets
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


def _of_second(option: Option) -> Option:
    """Return for the second player what the first has to choose."""
    only = {"mode": FOR_TWO, **option.only}
    return replace(option, name=f"{option.name}2", group="Player 2", only=only)


TABLE: Final = Option(
    "table",
    "points for each of the 81 hands",
    {"default": 0},
    {"default": "nothing filled in: the ordinary hands at their usual numbers"},
    "default",
    table=TableOfNumbers([_entry(hand) for hand in range(1, rules.HANDS + 1)], USER_NUMBERS),
    only={"scoring": frozenset({"user"})},
)
REJECTS: Final = Option(
    "rejects",
    "places for cards you do not want: for everybody / for player 1 / for player 2",
    _rejects(),
    {triple: _rejects_in_words(triple) for triple in _rejects()},
    "0/1/1",
)
_STORED: Final = stored_options(__file__)
_OF_PLAYER_1: Final = tuple(option for option in _STORED if option.group)
OPTIONS: Final = (
    *_STORED[:2],
    TABLE,
    *_STORED[2:4],
    REJECTS,
    *_STORED[4:],
    *(_of_second(option) for option in _OF_PLAYER_1),
)
PRESETS: Final = stored_presets(__file__)


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
