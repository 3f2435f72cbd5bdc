"""What may stand in a line of chat: plain text, tidied, and quick phrases that need no typing."""

import re
import unicodedata
from collections.abc import Mapping
from typing import Final

from fivefold.contract.errors import InvalidOption

LONGEST_SENT: Final = 1200
"""Characters of a line as it is sent; the house takes fewer, and says how many."""
LARGEST_LINE: Final = 2**31 - 1
"""The largest number of a line that PostgreSQL keeps."""
LONGEST: Final = 300
LONGEST_OF_GUESTS: Final = 200
"""Characters of a line."""
PHRASES: Final[Mapping[str, str]] = {
    "hello": "Hello!",
    "luck": "Good luck!",
    "fun": "Have fun!",
    "nice": "Nice move!",
    "played": "Well played!",
    "close": "That was close!",
    "oops": "Oops!",
    "thanks": "Thank you!",
    "moment": "One moment, please.",
    "back": "I’m back.",
    "go": "I have to go.",
    "again": "Another game?",
}
"""Quick phrases by their keys: what is stored is the key."""
REMOVED: Final = "removed"
"""Stands in the place of a phrase's key where those who run the house have hidden a line."""
SAID: Final[Mapping[str, str]] = {**PHRASES, REMOVED: "(This line was removed by those who run the house.)"}
"""What is shown instead of a line's own text, by the key that is stored."""
MOST_MARKS: Final = 3
"""Accents on one letter; more are taken for mischief."""
ACCENTS: Final = "[\u0300-\u036f\u0483-\u0489\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\ufe20-\ufe2f]"
TOO_MANY_MARKS: Final = re.compile(f"({ACCENTS}{{{MOST_MARKS}}}){ACCENTS}+")
JOINER: Final = "\u200d"
"""Joins several pictographs to one; nowhere else has it a meaning here."""
UNSEEN: Final = frozenset("\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0")
"""Letters, by Unicode's classes, that are drawn as nothing."""
LEFT_OUT: Final = frozenset({"Cc", "Cf", "Co", "Cn", "Cs"})
"""Classes of characters: controls, those that change the direction of what follows or have no width, no characters."""


def tidy_line(text: str, longest: int = LONGEST) -> str:
    """Return a line as it is stored: on one line, without anything that cannot be seen or that disturbs other lines.

    Raises ``InvalidOption`` for one that is empty or too long.
    """
    written = unicodedata.normalize("NFC", text)
    spaced = "".join(" " if each.isspace() else each for each in written)
    seen = "".join(each for place, each in enumerate(spaced) if _stays(spaced, place))
    tidy = " ".join(TOO_MANY_MARKS.sub(r"\1", seen).split())
    if not tidy:
        raise InvalidOption("there is nothing in this line", remedy="write something", field="text")
    if len(tidy) > longest:
        raise InvalidOption(f"{len(tidy)} characters are too long", remedy=f"at most {longest}", field="text")
    return tidy


def known_phrase(key: str) -> str:
    """Return a phrase's key. Raises ``InvalidOption`` for one that is not known."""
    if key not in PHRASES:
        raise InvalidOption("there is no such phrase", subject=key[:20], field="phrase")
    return key


def _stays(text: str, place: int) -> bool:
    character = text[place]
    if character == JOINER:
        around = text[place - 1 : place] + text[place + 1 : place + 2]
        return len(around) == 2 and all(unicodedata.category(each) in {"So", "Sk", "Mn"} for each in around)
    return unicodedata.category(character) not in LEFT_OUT and character not in UNSEEN
