"""Dropping out: in a match of three or more, whoever resigns or runs out of time leaves it and the others play on.

A *drop-out* is a move of the log that nobody can choose: ``legal_moves`` never lists it, ``Notation.read`` never reads
it, and only ``play`` makes it. Its number lies beyond those of all other moves, one for each seat and cause.
"""

from typing import Final, NamedTuple, Self

from fivefold.contract.notation import MoveEffects
from fivefold.contract.rules import Row
from fivefold.contract.setup import Option
from fivefold.parts.messages import Message, Seat

DROPPING: Final = "dropping"
"""The option that says whether the others play on."""
PLAY_ON, END = "play-on", "end"
RESIGN, FLAG = "resign", "flag"
"""The words of the log."""


def dropping_option(**players: frozenset[str]) -> Option:
    """Return the option for a game; ``players``: its option for how many play, and the values for more than two."""
    return Option(
        DROPPING,
        "what happens when somebody resigns or runs out of time",
        {PLAY_ON: 0, END: 1},
        {PLAY_ON: "they are out, and the others play on", END: "the match ends, and the others share the win"},
        PLAY_ON,
        only=players,
        earlier=END,
    )


class DropOut(NamedTuple):
    """Who dropped out, and why."""

    seat: int
    word: str
    """``RESIGN`` or ``FLAG``."""

    @property
    def text(self) -> str:
        """How the log has it: ``resign:2``."""
        return f"{self.word}:{self.seat}"

    @classmethod
    def of(cls, number: int, seats: int) -> Self:
        """Return what the drop-out ``number``, from 0, means in a game for at most ``seats``."""
        return cls(number % seats, (RESIGN, FLAG)[number // seats])

    @classmethod
    def read(cls, text: str) -> Self | None:
        """Return what a text of the log says; ``None`` for any other move."""
        word, _, seat = text.partition(":")
        return cls(int(seat), word) if word in {RESIGN, FLAG} and len(seat) == 1 and "0" <= seat <= "9" else None

    def number(self, seats: int) -> int:
        """Return its number, from 0, in a game for at most ``seats``."""
        return self.seat + (seats if self.word == FLAG else 0)

    def account(self, who: Seat) -> MoveEffects:
        """Return what it does; ``who``: the seat as its game calls it."""
        return MoveEffects(who, event=Message(f"{self.word}-out", who=who), brief=(Message(f"{self.word}-briefly"),))


def nobody_out(row: Row, seat: int) -> bool:
    """Return False: in this game nobody drops out."""
    return False
