"""A typed line as words, and what words look like: games, boards, numbers, options, moves."""

import re
from collections.abc import Sequence
from functools import lru_cache
from typing import Final, NamedTuple

from fivefold.contract.errors import IllegalMove, InvalidMove
from fivefold.doors.mail.reading.decoding import plain_signs
from fivefold.parts.words import squeeze
from fivefold.play.catalogue import find, keys
from fivefold.play.match import Match

LONGEST_LINE: Final = 1000
LINKED: Final = re.compile(r"[ \t]*(?:<(?:mailto:|https?://)[^<>\s]*>|\[mailto:[^\[\]\s]*\])", re.IGNORECASE)
"""What programs put behind something that they take for an address."""
TOKEN: Final = re.compile(r'(?:"[^"]*"|[^\s"])+|"')
HIDDEN: Final = "***"
"""Stands where a password was."""
AROUND: Final = "*_`"
OPENING_SIGNS: Final = f"{AROUND}<'"
WRAPPED: Final = re.compile(r"<(.*)>|'(.*)'|\*{2,}|_+")
LAST_SIGNS: Final = ".,;!"
BOARD: Final = re.compile(r"[0-9]{3,7}|[a-z2-7]{10}")
"""A number of a board, or the id of a match."""
NUMBERED: Final = re.compile(r"(.*?)#([0-9]{1,5})")
OPTION: Final = re.compile(r"--?([^\W\d_][\w-]*)(?:=(.*))?")
DASH_SQUARE: Final = re.compile(r"-[a-z][0-9]+.*", re.IGNORECASE)
SMALL_WORDS: Final = re.compile(
    "a|about|accepted|after|again|and|any|anything|are|as|at|be|but|by|declined|did|do|else|for|from|have|his|how|i|if|in|is|it|"
    "its|me|must|my|no|not|of|on|or|our|please|received|so|some|that|the|them|then|there|they|this|to|too|us|was|we|"
    "what|when|where|who|why|will|with|you|your",
    re.IGNORECASE,
)
"""They stand in sentences; nobody is called so."""
SHORTEST_BEGINNING: Final = 3
LONGEST_MOVE: Final = 40
MOVE: Final = re.compile(
    r"(?:[12]:)?(?:"
    r"[a-z][0-9]{1,2}(?:-?[a-z][0-9]{1,2})?(?::[a-z0-9]{1,5})?|"
    r"[a-z]{1,8}:(?:[0-9]{1,6}[cdhs]?|[0-9](?:,[0-9]){1,5}|[a-z][0-9]{1,2}(?:-?[a-z][0-9]{1,2})?)|"
    r"[a-z0-9]{2,3}@[a-z0-9,-]{1,9})"
)
"""What moves look like, in lower case without blanks, those that no game has included."""


class Token(NamedTuple):
    """A word of a line, and where it stands."""

    text: str
    start: int
    end: int
    quoted: bool


def plain_line(line: str) -> str:
    """Return a line with plain signs, without what programs add to it."""
    plain = plain_signs(line[: 2 * LONGEST_LINE]).strip()
    if plain[:1] in AROUND and plain[-1:] in AROUND:
        plain = plain.strip(AROUND)
    return LINKED.sub("", plain) if "<" in plain or "[" in plain else plain


def tokens_of(line: str) -> list[Token]:
    """Return the words of a plain line; one in quotation marks may have blanks."""
    found = []
    for match in TOKEN.finditer(line[:LONGEST_LINE]):
        text = bare(match[0].replace('"', ""))
        if text:
            found.append(Token(text, match.start(), match.end(), match[0].startswith('"')))
    return found


def bare(text: str) -> str:
    """Return a word without what was put around it to make it stand out; nothing for a lone ``**``."""
    if not text or text == HIDDEN or text[0] not in OPENING_SIGNS:
        return text
    if wrapped := WRAPPED.fullmatch(text):
        return wrapped[1] or wrapped[2] or ""
    return text.strip(AROUND) if text[0] in AROUND and text[-1] in AROUND and len(text) > 2 else text


def games_called(text: str) -> tuple[str, ...]:
    """Return the keys of the games whose key or name is this or begins with it."""
    return _games_called(re.sub(r"[\s_-]+", "", text).casefold()) if len(text) < LONGEST_MOVE else ()


@lru_cache(maxsize=512)
def _games_called(text: str) -> tuple[str, ...]:
    names = [(key, _names(key)) for key in keys()]
    exact = tuple(key for key, called in names if text in called)
    if exact or len(text) < SHORTEST_BEGINNING:
        return exact
    return tuple(key for key, called in names if any(name.startswith(text) for name in called))


@lru_cache(maxsize=64)
def _names(key: str) -> tuple[str, ...]:
    return tuple(re.sub(r"[\s_-]+", "", name).casefold() for name in (key, find(key).name))


def is_board(text: str) -> bool:
    """Tell whether a word may be a board."""
    return BOARD.fullmatch(text) is not None


def split_number(text: str) -> tuple[str, int | None]:
    """Return a word without the ``#n`` at its end, and n."""
    found = NUMBERED.fullmatch(text)
    return (found[1], int(found[2])) if found else (text, None)


def looks_like_move(texts: Sequence[str]) -> bool:
    """Tell whether words, put together, look like a move of some game, be it legal or not."""
    plain = squeeze("".join(texts))
    return 0 < len(plain) <= LONGEST_MOVE and (MOVE.fullmatch(plain) is not None or is_read_as_move(plain))


def is_some_move(texts: Sequence[str]) -> bool:
    """Tell whether some game takes words, put together, for a move."""
    plain = squeeze("".join(texts))
    return 0 < len(plain) <= LONGEST_MOVE and is_read_as_move(plain)


@lru_cache(maxsize=4096)
def is_read_as_move(text: str) -> bool:
    """Tell whether any game takes a text for a move, at its beginning."""
    return any(_reads(key, text) for key in keys())


def _reads(key: str, text: str) -> bool:
    game = find(key)
    try:
        game.notation.read(_beginning(key), text)
    except IllegalMove:
        return True
    except InvalidMove:
        return False
    return True


@lru_cache(maxsize=64)
def _beginning(key: str) -> list[int]:
    return Match(key, seed=1).row
