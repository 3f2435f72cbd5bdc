"""A match as a person asks for it."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from fivefold.play.time_control import FULL

BEGINNINGS: Final = ("me", "them", "draw")
HERE: Final = "here"
LINK: Final = "link"


@dataclass(frozen=True, slots=True)
class MatchRequest:
    """What a person asks for when starting a match."""

    game: str
    options: Mapping[str, str]
    others: tuple[str, ...]
    """For each other seat, in turn order after the person's own: a level ``1`` to ``7``, ``here`` (at the same screen)
    or ``link`` (open to whoever has the link). A single one stands for all."""
    begin: str = "draw"
    """Who moves first: ``me``, ``them`` or ``draw``."""
    double: bool = False
    """Whether a second game on the same deal follows."""
    seed: int | None = None
    """A whole number makes chance open and repeatable, if nobody else plays; without it chance is fair."""
    move: str = ""
    """A first move to make at once; then the person has the first turn."""
    seat: int | None = None
    """Where the person sits, whoever moves first; ``None``: where ``begin`` says."""
    nonce: str = ""
    """The person's own number, mixed into the draws; without one the house makes one."""
    listed: bool = False
    """Whether the lobby shows it, so that anyone may sit down."""
    rated: bool = False
    delay: int = 0
    """Seconds after which spectators see what happened; only games with secrets have one."""
    to: str = ""
    """The name of the player who is asked to sit down."""
    invited: tuple[str, ...] = ()
    """The names of several players who are asked to, in turn order after the person."""
    word: str = ""
    """What the person says to those who are asked."""
    time: str = ""
    """How long everybody may think, as ``fivefold.play.time_control`` writes it; empty for as long as they like."""
    handicap: int = FULL
    """The part of that time that the person has, in per cent."""

    @property
    def asked(self) -> tuple[str, ...]:
        """The names of all players who are asked to sit down."""
        return self.invited or ((self.to,) if self.to else ())
