"""Accounts in words, and how a game brings its words.

A game's sentences live in one file, ``games/<game>/words.toml``, a line ``key = "template"`` each. Its modules compute
facts and return messages. A game needs

- ``words.toml``; the templates are explained in ``parts.messages``;
- in its notation ``WORDS = stored_words(__file__)``, ``account(row, move) -> MoveEffects``,
  ``seat(row, number) -> Seat`` and ``ending(row) -> Message``: see ``contract.notation``;
- for errors ``IllegalMove(Problem.of(WORDS, given, Message("has-chip", square="c3"), Message("pick-other", …)))``.

What a message may hold: numbers, messages, seats, tuples of these, and text that is the same in every language (cards,
squares, moves). A word of English in a fact, or glued to a rendered message, fails ``tests/games/test_every_word.py``,
and so does a template that nothing uses. Another language is another catalogue with the same keys.

``explanation`` says what a move would do, ``narration`` what happened:

    accounts = [notation.account(before, move)]             # or those of a whole run of chance
    reader = Reader(names, you=seat)                        # names by seat; nobody is "You" at -1
    narration(notation.WORDS, accounts, "c3:up", reader)    # You play the nine of hearts face up: full house …
"""

from collections.abc import Mapping, Sequence
from typing import Final

from fivefold.contract.notation import MoveEffects, Notation
from fivefold.contract.rules import Row
from fivefold.parts.messages import ANYBODY, Catalogue, Message, Reader, united

HOUSE: Final[Mapping[str, str]] = {
    "plays": "{who} {who:plays|play} {move}",
    "game-over": "the game is over, {why}",
    "start-another": "start another",
}
"""What all games say alike. Every game's catalogue has these, and what cards are called (``parts.words``)."""
DROP_OUTS: Final[Mapping[str, str]] = {
    "resign-out": "{who} {who:resigns|resign}; the others play on",
    "flag-out": "{who} {who:runs|run} out of time; the others play on",
    "resign-briefly": "resigns",
    "flag-briefly": "out of time",
}
"""What games say besides in which somebody can drop out (``contract.drop_outs``)."""


def explain(notation: Notation, row: Row, move: int) -> str:
    """Return what a legal move, or one of chance, does or would do, itemised."""
    return explanation(notation.WORDS, notation.account(row, move))


def seat_name(notation: Notation, row: Row, number: int) -> str:
    """Return what a game calls a seat, for headings and records."""
    return notation.WORDS.text(notation.seat(row, number))


def ending_text(notation: Notation, row: Row) -> str:
    """Return why a finished game ended, a clause as records have it."""
    return notation.WORDS.text(notation.ending(row), starts=False)


def explanation(words: Catalogue, account: MoveEffects, reader: Reader = ANYBODY) -> str:
    """Return what a move does or would do, itemised: ``full house (9h 9d 9s Kc Kd) 9 + bonus 0 = 9``."""
    if not account.effects and account.event is not None:
        return words.text(account.event, reader)
    return words.joined(account.effects, words.language.clause, reader)


def in_brief(words: Catalogue, account: MoveEffects) -> str:
    """Return what comes of a move in a few words: ``full house``; empty for chance, which only brings something."""
    told = account.effects if account.brief is None else account.brief
    return words.joined(told, words.language.between) if account.actor is not None else ""


def narration(words: Catalogue, accounts: Sequence[MoveEffects], text: str, reader: Reader = ANYBODY) -> str:
    """Return what happened, as ``reader`` calls the players: ``You play c3:up: …``, ``Anna draws 7h and 8d``.

    ``accounts``: of one move, or of a run of chance; ``text``: the move's, for one that is told by it. What it does is
    told of the seats, not of the players: it is said of the pieces, which have the seats' colours.
    """
    events = [account.event for account in accounts if account.event is not None]
    if events or not accounts:
        return words.text(united(events), reader)
    (account,) = accounts
    played = words.text(Message("plays", who=account.actor or "", move=text), reader)
    effects = explanation(words, account)
    return f"{played}{words.language.reason}{effects}" if effects else played
