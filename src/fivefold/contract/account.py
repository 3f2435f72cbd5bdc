"""What a move does, as data: the events from which pages, terminals and records make their sentences."""

from dataclasses import dataclass
from typing import Literal

from fivefold.parts.messages import Fact, Message, Seat

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
class Account:
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
