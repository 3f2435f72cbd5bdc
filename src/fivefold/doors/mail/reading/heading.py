"""The beginning of a command line: its game, its word, and what follows."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from fivefold.doors.mail.reading.typed_line import SHORTEST_BEGINNING, Token, games_called
from fivefold.doors.mail.words import BY_NAME, Takes, Word, find

AFTER: Final = ":,.!;"
CHANGE: Final = ("password", "address")
"""``change password`` and ``change address`` were two words on old servers."""
NAMED_AFTER: Final = frozenset(
    {"rules", "list", "standings", "history", "games", "matches", "preview", "seek", "limit"}
)
"""Words after which a game is looked for."""


@dataclass(frozen=True, slots=True)
class Heading:
    """What a line begins with."""

    word: Word
    game: str | None
    rest: tuple[Token, ...]
    unclear: bool = False
    """Whether a game was named that could be one of several."""
    changed: bool = False
    """Whether it was a ``change`` of old servers."""


def heading(tokens: Sequence[Token]) -> Heading | None:
    """Return how a line begins, if it has the form of a command: ``[game] command``."""
    if not tokens:
        return None
    if tokens[0].text.casefold() == "all" and len(tokens) > 1 and tokens[1].text.casefold() == "show":
        return with_word(tokens, 1, None)
    if found := with_word(tokens, 0, None):
        return found
    for count in (2, 1):
        games = games_called(" ".join(token.text for token in tokens[:count]).rstrip(AFTER))
        if games and len(tokens) > count and (found := with_word(tokens, count, games)):
            return found
    return None


def with_word(tokens: Sequence[Token], at: int, games: Sequence[str] | None) -> Heading | None:
    """Return the heading whose word stands here."""
    text = tokens[at].text.casefold().rstrip(AFTER)
    following = tokens[at + 1].text.casefold() if len(tokens) > at + 1 else ""
    if text == "change" and following in CHANGE:
        return Heading(BY_NAME[following], one(games), tuple(tokens[at + 2 :]), changed=True)
    word = find(text or tokens[at].text)
    if word is None or tokens[at].quoted:
        return None
    if games is None:
        return with_game_after(word, tuple(tokens[at + 1 :]))
    return Heading(word, one(games), tuple(tokens[at + 1 :]), unclear=len(games) > 1)


def one(games: Sequence[str] | None) -> str | None:
    """Return the only one."""
    return games[0] if games is not None and len(games) == 1 else None


def with_game_after(word: Word, rest: tuple[Token, ...]) -> Heading:
    """Return a heading whose game may follow the word: ``rules focus``, ``preview new focus``."""
    skipped = int(word.takes is Takes.MOVES and bool(rest) and rest[0].text.casefold() in word.choices)
    if word.name not in NAMED_AFTER or len(rest) <= skipped:
        return Heading(word, None, rest)
    for count in (2, 1):
        text = " ".join(token.text for token in rest[skipped : skipped + count]).rstrip(AFTER)
        games = games_called(text) if len(text) >= SHORTEST_BEGINNING else ()
        if games:
            return Heading(word, one(games), rest[:skipped] + rest[skipped + count :], unclear=len(games) > 1)
    return Heading(word, None, rest)
