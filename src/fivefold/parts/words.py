"""Cards and squares in text and as messages, and the small words of reports: `7h`, `c3`, "9h, 9d and Kc".

A card is ``rank * 4 + suit``, ranks ``A 2 … T J Q K`` from 0, suits ``c d h s`` from 0. A square is a column letter
from the left and a row number from the top. Text is read without regard to case and written back in one form.
"""

import re
from collections.abc import Mapping, Sequence
from typing import Final

from fivefold.parts.cards import DECK
from fivefold.parts.messages import Message

RANKS: Final = "A23456789TJQK"
SUITS: Final = "cdhs"
RANK_NAMES: Final = (
    "ace",
    "two",
    "three",
    "four",
    "five",
    "six",
    "seven",
    "eight",
    "nine",
    "ten",
    "jack",
    "queen",
    "king",
)
SUIT_NAMES: Final = ("clubs", "diamonds", "hearts", "spades")
NUMBERS: Final = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
COLUMN_LETTERS: Final = "abcdefghijklmnopqrstuvwxyz"
ROW_NUMBER: Final = re.compile("[1-9][0-9]{0,8}")


def card_text(card: int) -> str:
    """Return a card, 0 to 51, as two characters: ``7h``."""
    return RANKS[card // 4] + SUITS[card % 4]


def card_name(card: int) -> str:
    """Return a card in full: ``seven of hearts``."""
    return f"{RANK_NAMES[card // 4]} of {SUIT_NAMES[card % 4]}"


def card_from_text(text: str) -> int:
    """Return the card, 0 to 51, that ``7h``, ``7H`` or ``10h`` means; raises ``ValueError`` for anything else."""
    plain = text.strip().upper().replace("10", "T", 1)
    if len(plain) != 2 or plain[0] not in RANKS or plain[1].lower() not in SUITS:
        raise ValueError(f"{text!r}: no card; a rank from A 2 3 4 5 6 7 8 9 T J Q K and a suit c d h s, as 7h")
    return RANKS.index(plain[0]) * 4 + SUITS.index(plain[1].lower())


def square_text(column: int, row: int) -> str:
    """Return a square, column and row both from 0, as its letter and number: ``c3``."""
    return f"{COLUMN_LETTERS[column]}{row + 1}"


def square_from_text(text: str) -> tuple[int, int]:
    """Return the column and row, both from 0, of ``c3`` or ``C3``; raises ``ValueError`` for anything else.

    Any letter and any number from 1 will do: how large the board is, is the game's to know.
    """
    plain = text.strip().lower()
    letter, number = plain[:1], plain[1:]
    if not letter or letter not in COLUMN_LETTERS or not ROW_NUMBER.fullmatch(number):
        raise ValueError(f"{text!r}: no square; a column letter and a row number counted from the top, as c3")
    return COLUMN_LETTERS.index(letter), int(number) - 1


def squeeze(text: str) -> str:
    """Return a text in lower case without any blanks, as moves are compared."""
    return "".join(text.split()).lower()


def listed(words: Sequence[str], last: str = "and") -> str:
    """Return words as a list in a sentence: ``a1, b2 and c3``; empty for none."""
    if len(words) < 2:
        return "".join(words)
    return f"{', '.join(words[:-1])} {last} {words[-1]}"


def counted(number: int, noun: str, plural: str = "") -> str:
    """Return a number with its noun: ``1 chip``, ``3 chips``; the plural adds an s unless given."""
    return f"{number} {noun}" if number == 1 else f"{number} {plural or noun + 's'}"


CARDS: Final[Mapping[str, str]] = {
    "card": "{rank} of {suit}",
    **{f"rank-{name}": name for name in RANK_NAMES},
    **{f"ranks-{name}": name + ("es" if name.endswith("x") else "s") for name in RANK_NAMES},
    **{f"suit-{name}": name for name in SUIT_NAMES},
}
"""What cards are called: templates for the catalogue of a game with cards."""

CARD_NAMES: Final = tuple(
    Message("card", rank=Message(f"rank-{RANK_NAMES[card // 4]}"), suit=Message(f"suit-{SUIT_NAMES[card % 4]}"))
    for card in range(DECK)
)
"""Every card, 0 to 51, in full: ``seven of hearts``."""
SEVERAL: Final = tuple(Message(f"ranks-{name}") for name in RANK_NAMES)
"""Several cards of each rank, 0 to 12: ``nines``, ``sixes``."""
