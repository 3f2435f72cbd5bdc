"""What the player who gave answers in advance is shown of them, as types; nobody else is ever shown any of it."""

from typing_extensions import TypedDict

from fivefold.house.match_view.view_types import MatchView, MoveView, PreviewView


class AnswerLineView(TypedDict):
    """A move of a tree of answers."""

    path: list[str]
    """The moves that lead to it, itself last."""
    text: str
    seat: int
    yours: bool
    said: str
    """What it is, in words: "If Ben plays king of hearts face up on c3 (flush, 8 points)"."""


class AnswersView(TypedDict):
    """The answers of one player."""

    number: int
    """Of the last entry."""
    live: bool
    """Whether a move is made ahead here, and not a tree of answers."""
    refused: str
    """Why no answers can be given now, a sentence; empty if they can."""
    lines: list[AnswerLineView]
    """The tree, in the order of reading."""
    ahead: str
    """The move made ahead; empty for none."""
    summary: str
    """What the house will do, a sentence; empty for nothing."""
    told: str
    """What became of the answers before, a sentence; empty for nothing."""


class AheadView(TypedDict):
    """A position that may come."""

    view: MatchView
    """The board as its player would see it, with the moves of whoever is to move."""
    preview: PreviewView | None
    line: list[str]
    """The moves that lead to it."""
    told: list[str]
    """The same in words."""
    asks: str
    """What is to be said next, a question; empty where the line ends."""
    answers: bool
    """Whether the next move is the player's own."""
    closed: str
    """Why the line cannot go on, a sentence; empty if it can."""


class MovesAheadView(TypedDict):
    """The moves that can be made ahead."""

    moves: list[MoveView]
