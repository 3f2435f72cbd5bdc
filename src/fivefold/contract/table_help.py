"""What somebody at a table can look up about the position: what a thing on the picture is, and what scores."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from fivefold.contract.extras import Extra
from fivefold.contract.row import Row
from fivefold.parts.messages import Fact, Message


class Explanation(NamedTuple):
    """What a thing is, here and now."""

    sentences: tuple[Message, ...]
    """The thing itself first, then what may be done with it or what it counts; sentences with their full stops."""
    anchor: str
    """Of the term on the game's rules page that tells more."""


class ScoreLine(NamedTuple):
    """A line of a score card: something that scores or counts."""

    key: str
    """Which line it is, for ``scored``."""
    name: Message
    worth: Fact
    """Its points, or another number that goes with it."""
    counts: tuple[Fact, ...] = ()
    """For each seat how often it has this, or how much of it; empty where nobody counts that."""


class ScoreCard(NamedTuple):
    """What scores in a game, and how far everybody is."""

    lines: tuple[ScoreLine, ...]
    notes: tuple[Message, ...]
    """What wins, and whatever else belongs on the card; sentences with their full stops."""
    worth: Message
    """The heading of the lines' ``worth``."""


def nothing_special(row: Row) -> None:
    """Return nothing: for games in which every turn is alike."""


def no_question(row: Row, name: str) -> None:
    """Return nothing: for games in which it is plain what comes next."""


def no_standing(row: Row, seat: int) -> int:
    """Return that points are to be shown."""
    return -1


def nothing_scored(row: Row, move: int) -> tuple[str, ...]:
    """Return no line: for games whose moves score none."""
    return ()


def nothing_spelled(row: Row, picks: Sequence[str]) -> str:
    """Return no text: for games that have nothing to say of picks that make no move."""
    return ""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class TableHelp(Extra):
    """Explanations and a score card, of messages of the game's catalogue.

    All is worked out from a position as the viewer may know it.
    """

    explain: Callable[[Row, int, str], Explanation | None]
    """``explain(row, viewer, name)``: what a thing on the picture is; ``name`` is its name there, or ``seat-0`` … for a
    player. ``None`` for a name of nothing."""
    score_card: Callable[[Row], ScoreCard]
    """``score_card(row)``: what scores in this game."""
    scored: Callable[[Row, int], tuple[str, ...]] = nothing_scored
    """``scored(row, move)``: the keys of the lines that a legal move would score."""
    task: Callable[[Row], Message | None] = nothing_special
    """``task(row)``: what the seat to move has to do where this turn is unlike others, a clause for behind "Your turn";
    otherwise ``None``."""

    question: Callable[[Row, str], Message | None] = no_question
    """``question(row, name)``: what is to be chosen next, after the thing called ``name`` has been picked."""
    standing: Callable[[Row, int], int] = no_standing
    """``standing(row, seat)``: the number to show beside a player where points do not decide; -1: show the points."""
    spell: Callable[[Row, Sequence[str]], str] = nothing_spelled
    """``spell(row, picks)``: the text of the move that picks spell, legal or not, for ``Notation.read`` to say why not.
    Empty where they are too few to say anything of, or of dice to keep. Any names may be among them."""
    standing_name: Message | None = None
    """What that number counts."""
    prints_values: bool = False
    """Whether pictures print on what can be picked what it scores, in groups of the class ``values``: a page shows them
    always, on what is picked, or never, as people like."""


def seat_of(name: str, seats: int) -> int:
    """Return the seat that ``seat-0`` … names, -1 for anything else."""
    number = name.removeprefix("seat-")
    return int(number) if name.startswith("seat-") and number.isdecimal() and int(number) < seats else -1
