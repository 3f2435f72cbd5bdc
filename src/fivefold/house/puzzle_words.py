"""What puzzles ask, and what is said of an answer, in English."""

from collections.abc import Mapping
from typing import Final

from fivefold.contract.stored import stored_sentences
from fivefold.parts.messages import Message
from fivefold.play.lessons import gain
from fivefold.play.match import Match
from fivefold.play.puzzles import Kind, Puzzle, Theme
from fivefold.session.narration import percent

CLOSE: Final = 0.005
"""Chances to win that differ by less are called equal."""
WORDS: Final = stored_sentences("fivefold.house", "puzzles")
REMARKS: Final[Mapping[Theme, Message]] = {
    Theme.ONLY: Message("only"),
    Theme.GREEDY: Message("greedy"),
    Theme.SACRIFICE: Message("sacrifice"),
    Theme.QUIET: Message("quiet"),
}


def asked(puzzle: Puzzle) -> str:
    """Return what a puzzle asks for, and whom the solver plays."""
    match = puzzle.match()
    you = WORDS.text(_who(match, puzzle.seat)) if len(match.seats) > 1 else ""
    return f"{WORDS.text(_wanted(puzzle))} {you}".strip()


def _who(match: Match, seat: int) -> Message:
    if len(match.seats) > 2 or not match.game.traits.scores_decide:
        return Message("you-are", seat=match.seats[seat])
    yours, theirs = match.scores[seat], match.scores[1 - seat]
    return Message("you-are-at", seat=match.seats[seat], yours=yours, theirs=theirs)


def _wanted(puzzle: Puzzle) -> Message:
    if puzzle.kind is Kind.WIN:
        return Message("win-now") if puzzle.turns == 1 else Message("win-in", turns=puzzle.turns)
    if puzzle.kind is Kind.POINTS:
        return Message("find-points", points=Message("points", count=puzzle.points))
    return Message("find-only") if Theme.ONLY in puzzle.themes else Message("find-best")


def why(puzzle: Puzzle) -> str:
    """Return why the answer is right, and what is remarkable about it."""
    return " ".join([_proof(puzzle), *(WORDS.text(REMARKS[theme]) for theme in puzzle.themes if theme in REMARKS)])


def _proof(puzzle: Puzzle) -> str:
    if puzzle.kind is Kind.WIN:
        return WORDS.text(Message("wins-anyway" if puzzle.turns != 1 else "wins"))
    values = sorted(puzzle.values.values(), reverse=True)
    if len(values) < 2:
        return WORDS.text(Message("nothing-close"))
    return WORDS.text(Message("and-next", worth=_worth(puzzle, values[0]), next=_share(puzzle, values[1])))


def why_not(puzzle: Puzzle, match: Match, move: str) -> str:
    """Return why a move is not the answer."""
    if puzzle.kind is Kind.POINTS:
        scored = gain(match, move)
        if scored < puzzle.points:
            return WORDS.text(Message("fewer", scored=Message("points", count=scored), points=puzzle.points))
    if puzzle.kind is Kind.WIN:
        return WORDS.text(Message("not-forced"))
    best, value = max(puzzle.values.values(), default=0.0), puzzle.values.get(move)
    if value is None or best - value < CLOSE:
        return WORDS.text(Message("something-better"))
    return WORDS.text(Message("and-best", worth=_worth(puzzle, value), best=_share(puzzle, best)))


def _worth(puzzle: Puzzle, value: float) -> Message:
    """Return what a move is worth: a chance to win, or where one plays alone points in the end."""
    if max(puzzle.values.values()) > 1:
        return Message("expects", points=Message("points", count=round(value)))
    return Message("chance", share=percent(value))


def _share(puzzle: Puzzle, value: float) -> Message:
    if max(puzzle.values.values()) > 1:
        return Message("about", points=round(value))
    return Message("share", of=percent(value))
