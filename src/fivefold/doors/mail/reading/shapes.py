"""Whether what follows a word can be meant by it: a sentence that begins with the same word is no command."""

import re
from collections.abc import Sequence
from typing import Final

from fivefold.doors.mail.reading.typed_line import SMALL_WORDS, is_board, looks_like_move, split_number
from fivefold.doors.mail.words import Takes, Word

NAME: Final = re.compile(r"[^\s,:;?!()<>@/\\#%]{1,24}(?: [^\s,:;?!()<>@/\\#%]{1,24}){0,3}")
DATE: Final = re.compile("[0-9]|until|till|today|tomorrow|(?:mon|tues|wednes|thurs|fri|satur|sun)day", re.IGNORECASE)
"""A figure, or a word for a day or before one."""
AMOUNT: Final = re.compile("([0-9]{1,4})(d|days?|h|hours?|hrs?|m|minutes?|mins?|s|seconds?)", re.IGNORECASE)
"""Of time, without blanks."""
LONGEST_NAME: Final = 4
"""Words of a player's name."""
MOST_NAMES: Final = 8
MOST_DATES: Final = 8
MOST_WORDS: Final = 2
SHORT: Final = 3
"""A line of a word and as many others at most was hardly a sentence, if there is a digit in it."""


def fits(word: Word, arguments: Sequence[str], board: str | None, game: str | None) -> bool:
    """Tell whether what follows a word has the shape that the word wants."""
    if arguments and word.takes is not Takes.MOVES and all(text.casefold() in word.choices for text in arguments):
        return len(arguments) == 1 or word.takes is Takes.NAMES
    if word.takes is Takes.MOVES:
        return fits_moves(word, arguments, board, game)
    if word.takes is Takes.NAMES:
        return fits_names(word, arguments, board)
    return fits_words(word, arguments, known=bool(board or game))


def fits_words(word: Word, arguments: Sequence[str], known: bool) -> bool:
    """Tell whether as many words of the right kind follow; ``known``: a board or a game was named."""
    count, together = len(arguments), "".join(arguments)
    if word.name == "notify":
        return all(is_board(text) or text.casefold() in word.choices for text in arguments)
    if word.name == "name" or (word.name == "signup" and "@" not in together):
        return count <= MOST_WORDS or (count <= LONGEST_NAME and not any(map(SMALL_WORDS.fullmatch, arguments)))
    if word.name == "signup" and any("@" in text for text in arguments):
        return count <= MOST_NAMES
    return {
        Takes.NOTHING: count == 0,
        Takes.NUMBER: count == 1 and re.fullmatch("[0-9]{1,4}", together) is not None,
        Takes.AMOUNT: count == 0 or AMOUNT.fullmatch(together) is not None,
        Takes.DATES: count <= MOST_DATES and (count == 0 or DATE.search(together) is not None),
        Takes.ADDRESSES: count <= MOST_NAMES and all("@" in text for text in arguments),
        Takes.PLACE: count <= 1 + known,
        Takes.ANYTHING: count <= MOST_WORDS + known,
    }[word.takes]


def fits_moves(word: Word, arguments: Sequence[str], board: str | None, game: str | None) -> bool:
    """Tell whether a move follows; after a board it may be written in any way, and its game says what is wrong."""
    if not arguments:
        return word.name == "queue" or (word.name == "preview" and board is not None)
    if board is not None or game is not None:
        return True
    first = arguments[0].casefold()
    return looks_like_move(arguments) or looks_like_move(arguments[:1]) or first in word.choices


def fits_names(word: Word, arguments: Sequence[str], board: str | None) -> bool:
    """Tell whether names follow."""
    if not arguments:
        return word.name != "challenge"
    if word.name in {"accept", "reject"} and board is None and len(arguments) > 1:
        return False  # perhaps an old form without its game, whose second word is a password
    if len(arguments) > MOST_NAMES or not all(NAME.fullmatch(split_number(text)[0]) for text in arguments):
        return False
    return board is not None or not any(SMALL_WORDS.fullmatch(text) for text in arguments)


def is_meant(word: Word, arguments: Sequence[str], *, good: bool, named: bool, with_options: bool) -> bool:
    """Tell whether a line is a command at all, perhaps one with a mistake in it."""
    if good or named or (with_options and word.needs_game):
        return True
    has_digit = any(sign.isdigit() for sign in "".join(arguments))
    return word.takes is Takes.MOVES and 0 < len(arguments) <= SHORT and has_digit
