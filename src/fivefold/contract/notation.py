"""A game in words: moves and positions as text, and what a move does as data, from which all sentences are made."""

from dataclasses import dataclass
from typing import Literal, Protocol

from fivefold.contract.rules import Row
from fivefold.parts.messages import Catalogue, Fact, Message, Seat

CARD: Literal["card"] = "card"
DIE: Literal["die"] = "die"
PLACE: Literal["place"] = "place"
Kind = Literal["card", "die", "place"]


@dataclass(frozen=True, slots=True)
class Points:
    """One item of what a move scores."""

    points: int
    because: Message
    """What they are for: a hand, a bonus."""
    things: tuple[str, ...] = ()
    """What on the picture earns them, by pick names: the squares of the hand."""
    kind: Message | None = None
    """What kind of thing it is, to add alike ones up: three of a kind; none: as ``because``."""

    @property
    def label(self) -> Message:
        """What it is added up as."""
        return self.kind or self.because


@dataclass(frozen=True, slots=True)
class Played:
    """A thing that a move is made of, to be drawn small where moves are listed."""

    kind: Kind
    code: str
    """A card as text, ``7h``; a die's face; the name of a place that the picture shows."""
    words: Fact
    """What it is called: ``seven of hearts``."""


@dataclass(frozen=True, slots=True)
class MoveEffects:
    """What a legal move, or one of chance, does."""

    actor: Seat | None
    """Who makes it; ``None`` for chance."""
    effects: tuple[Message, ...] = ()
    """What comes of it, a clause each: what it earns with its points itemised, what it captures, what it is for."""
    event: Message | None = None
    """How to tell of it once it has happened, a sentence: ``Anna draws 7h``; ``None``: its actor plays it, and the
    effects. Lists in it are tuples, so that several of a run of chance become one: ``Anna draws 7h and 8d``."""
    points: tuple[Points, ...] = ()
    """What it scores, itemised; together what its actor's points change by."""
    played: tuple[Played, ...] = ()
    """What is played, and where, in the order to show it; none: a list of moves has the notation instead."""
    brief: tuple[Message, ...] | None = None
    """What comes of it in a few words, for a list of moves that shows the points beside; ``None``: the effects."""
    heading: Message | None = None
    """The move in words where what is played does not tell all of it: ``seven of hearts face up on b5``."""
    feat: Message | None = None
    """What about it deserves a moment of celebration: a royal flush, a line completed."""


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

    def account(self, row: Row, move: int, /) -> MoveEffects:
        """Return what a legal move, one of chance, or a drop-out does."""

    def diagram(self, row: Row, viewer: int, /) -> str:
        """Return the position as text, lines joined by newlines, without a trailing one."""

    def seat(self, row: Row, number: int, /) -> Seat:
        """Return a seat as messages name it."""

    def ending(self, row: Row, /) -> Message:
        """Return why a finished game ended, a clause."""
