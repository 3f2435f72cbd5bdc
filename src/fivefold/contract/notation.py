"""A game in words: moves and positions as text."""

from typing import Protocol

from fivefold.contract.account import Account
from fivefold.contract.row import Row
from fivefold.parts.messages import Catalogue, Message, Seat


class Notation(Protocol):
    """Moves and positions as text, and what moves do as data.

    Moves are read without regard to case and blanks, written in one form. How a game brings its words and how accounts
    are put into them is in ``contract.words``.
    """

    WORDS: Catalogue
    """The game's sentences, in English."""

    def say(self, row: Row, move: int, viewer: int, /) -> str:
        """Return a legal move's canonical text as ``viewer`` may see it; of a drop-out ``DropOut.text``."""

    def read(self, row: Row, text: str, /) -> int:
        """Return the legal move ``text`` means.

        Raises ``InvalidMove`` for a text that is no move, ``IllegalMove`` for one the rules forbid here; the message
        begins with the text and says the reason and the remedy. The row is unchanged either way.
        """

    def clicks(self, row: Row, move: int, /) -> tuple[str, ...]:
        """Return the picks of things on the picture that spell this legal move; no two legal moves share them.

        Things whose names have a star, ``5*2``, are a *set*: they come first, are picked in any order and put back one
        by one, and what stands before the star is all that counts (``5*1`` and ``5*2`` are two fives, either will do).
        See ``play.picks``.
        """

    def account(self, row: Row, move: int, /) -> Account:
        """Return what a legal move, one of chance, or a drop-out does."""

    def diagram(self, row: Row, viewer: int, /) -> str:
        """Return the position as text, lines joined by newlines, without a trailing one."""

    def seat(self, row: Row, number: int, /) -> Seat:
        """Return a seat as messages name it."""

    def ending(self, row: Row, /) -> Message:
        """Return why a finished game ended, a clause."""
