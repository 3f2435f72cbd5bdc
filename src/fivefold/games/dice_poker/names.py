"""What seats, patterns, dice and spaces are called, as messages."""

from collections.abc import Sequence
from typing import Final

from fivefold.contract import Row, stored_words
from fivefold.games.dice_poker import rules
from fivefold.games.dice_poker.board import NAMES, SPACES
from fivefold.games.dice_poker.patterns import DICE, TWO_PAIRS
from fivefold.parts.messages import Fact, Message, Seat

WORDS: Final = stored_words(__file__)
SEATS: Final = tuple(Seat(number, Message(key)) for number, key in enumerate(("ruby", "azure", "saffron")))
SEVERAL: Final = tuple(Message(key) for key in ("ones", "twos", "threes", "fours", "fives", "sixes"))
"""Several dice of each face, from one."""
PATTERNS: Final = (
    *(Message(kind, faces=faces) for kind in ("pair", "three", "four") for faces in SEVERAL),
    *(Message("two-pair", low=low, high=high) for low, high in TWO_PAIRS),
    *(Message("full-house"), Message("straight"), Message("lucky", total=7), Message("lucky", total=11)),
    Message("free-space"),
)
"""Every pattern by its number: ``pair of fives``, ``two pair 2-5``, ``full house``, ``lucky 7``, ``free space``."""
SPELLED: Final = 10
"""Numbers are words up to this one."""


def dice(row: Row) -> tuple[int, ...]:
    """Return the faces of the dice on the table that have been rolled, ascending."""
    return tuple([face for face in row[rules.DIE : rules.DIE + DICE] if face])


def dice_names(row: Row, faces: Sequence[int]) -> list[str]:
    """Return what dice with these faces are picked by, of each face the first ones: ``5*3``, a five in third place."""
    shown = dice(row)
    places = [shown.index(face) + list(faces[:index]).count(face) for index, face in enumerate(faces)]
    return [f"{face}*{place + 1}" for face, place in zip(faces, places, strict=True)]


def names(spaces: Sequence[int], most: int = SPACES) -> tuple[Fact, ...]:
    """Return spaces by name, of more than ``most`` the first ones and how many more: ``a1, b2 and 7 more``."""
    rest = len(spaces) - most
    return (*(NAMES[space] for space in spaces[:most]), *([Message("more-spaces", count=rest)] if rest > 0 else ()))


def spelled(number: int) -> Fact:
    """Return a small number as a word: ``three``."""
    return Message(f"number-{number}") if number <= SPELLED else number


def sets(number: int) -> Message:
    """Return a number of sets: ``no set``, ``a set``, ``two sets``."""
    return Message("sets", number=spelled(number)) if number > 1 else Message("a-set" if number else "no-set")
