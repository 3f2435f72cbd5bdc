"""The words that can be mailed, from ``words.toml``: what each is called, what may follow it, and what help says."""

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from difflib import SequenceMatcher
from enum import Enum
from pathlib import Path
from typing import Any, Final

from pydantic import TypeAdapter


class Takes(Enum):
    """What may follow a word, besides a game, a board and options."""

    NOTHING = "nothing"
    """Or one of the word's ``choices``."""
    MOVES = "moves"
    PLACE = "place"
    NAMES = "names"
    NUMBER = "number"
    DATES = "dates"
    AMOUNT = "amount"
    """Of time: ``2d``, ``12 hours``."""
    ADDRESSES = "addresses"
    ANYTHING = "anything"


class Old(Enum):
    """Where a user id and a password stood in the subject that the old servers wanted."""

    NONE = "none"
    AFTER_BOARD = "after board"
    """``focus move 101 anna secret c1-c3:2``."""
    FIRST = "first"
    """``focus accept anna secret``."""


@dataclass(frozen=True, slots=True)
class Word:
    """A command."""

    name: str
    help: str
    """One sentence."""
    shape: str = ""
    """What may follow, as help shows it."""
    takes: Takes = Takes.NOTHING
    choices: tuple[str, ...] = ()
    """Words that may follow instead."""
    aliases: tuple[str, ...] = ()
    beginning: str = ""
    """Whatever begins with these letters means the word, too."""
    changes: bool = False
    """Whether it changes something; others only ask."""
    board: bool = False
    """Whether a board may follow first."""
    needs_match: bool = False
    """Whether it says nothing without a match, by its board or by the mail that is answered."""
    needs_game: bool = False
    """Whether it says nothing without a game, named or known from the match."""
    strangers: bool = False
    """Whether anybody may send it."""
    old: Old = Old.NONE
    text: tuple[str, ...] = ()
    """How it works, in paragraphs."""
    examples: tuple[str, ...] = ()
    """Lines to send; what a line does follows after two blanks and a bar."""


_TABLE: Final = tomllib.loads((Path(__file__).parent / "words.toml").read_text(encoding="utf-8"))
GROUPS: Final[Mapping[str, tuple[str, ...]]] = {group: tuple(names) for group, names in _TABLE["groups"].items()}
"""The commands in the order of the list in help."""
SENTENCES: Final[Mapping[str, str]] = _TABLE["sentences"]
"""Templates of what is said."""
REFUSALS: Final[Mapping[str, tuple[str, str]]] = _TABLE["refusals"]
"""Templates of what is wrong, and of what would do."""


def _word(name: str, told: Mapping[str, Any]) -> Mapping[str, Any]:
    """Return a word as it stands in the table; its text flows, with empty lines between paragraphs."""
    text = [" ".join(paragraph.split()) for paragraph in told["text"].split("\n\n")]
    return {**told, "name": name, "text": text, **{flag.replace("-", "_"): True for flag in told.get("is", ())}}


WORDS: Final = TypeAdapter(tuple[Word, ...]).validate_python([_word(*each) for each in _TABLE["words"].items()])
"""In the order in which help lists them."""
BY_NAME: Final = {word.name: word for word in WORDS}
ALIASES: Final = {alias: word.name for word in WORDS for alias in (word.name, *word.aliases)}
BEGINNINGS: Final = sorted(((word.beginning, word.name) for word in WORDS if word.beginning), reverse=True)
"""Longer ones before those that they begin with."""
LONGEST_WORD: Final = 16
ALIKE: Final = 0.82


def _is_like(text: str, name: str) -> bool:
    """Tell whether a word begins a command or hardly differs from it: ``challange``, not ``challenging``."""
    return name.startswith(text) or SequenceMatcher(None, text, name).ratio() > ALIKE


def find(text: str) -> Word | None:
    """Return the command that a word means, in letters of either case: its name, an alias, or a known beginning."""
    plain = text.casefold()
    if len(plain) > LONGEST_WORD:
        return None
    name = ALIASES.get(plain)
    if name is None and plain.isalpha():
        name = next(
            (name for beginning, name in BEGINNINGS if plain.startswith(beginning) and _is_like(plain, name)), None
        )
    return None if name is None else BY_NAME[name]
