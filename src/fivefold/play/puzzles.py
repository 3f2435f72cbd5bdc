"""Puzzles: positions from played matches in which one move is clearly best.

A game's puzzles are ``puzzles.jsonl`` beside its rules, made by ``fivefold puzzles``: a line of JSON says how they were
made, and then each puzzle has a line, the easiest first. What is empty is left out there.
"""

import hashlib
import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from functools import cache
from typing import Any, Final

from fivefold.contract import Game
from fivefold.play import catalogue
from fivefold.play.match import Match
from fivefold.play.start import Start

FILE: Final = "puzzles.jsonl"
ID_LENGTH: Final = 10


class Kind(StrEnum):
    """What is to be found."""

    POINTS = "points"
    """The only move that makes so many points at once; it is the best move too."""
    WIN = "win"
    """The only move that wins by force."""
    BEST = "best"
    """The best move, by a margin."""


class Theme(StrEnum):
    """What makes a puzzle worth solving."""

    ONLY = "only"
    """It is the only move that does not lose."""
    GREEDY = "greedy"
    """Another move scores more at once."""
    SACRIFICE = "sacrifice"
    """It lets the opponent score more at once than another move would."""
    QUIET = "quiet"
    """It scores nothing at once, though others would."""
    MISSED = "missed"
    """A computer of the second level plays something else more often than not."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Puzzle:
    """A position and the one move to find in it."""

    kind: Kind
    start: Start
    seat: int
    """Who is to move."""
    answer: str
    elo: int
    """How hard it is: who is so strong finds it every other time, to go by the levels that were asked."""
    themes: tuple[Theme, ...] = ()
    points: int = 0
    """What the answer scores at once."""
    turns: int = 0
    """In how many of one's own turns the answer wins, where that is proven; 0 where it is not known."""
    values: Mapping[str, float] = field(default_factory=dict)
    """For the best moves: the chance to win after each, 0 to 1, or where one plays alone the final score."""
    replies: Mapping[str, str] = field(default_factory=dict)
    """What best answers a wrong move; for those where that is known."""

    @property
    def id(self) -> str:
        """What it is called; the same position has the same one wherever it was found."""
        facts = json.dumps([*self.start.key, self.answer])
        return hashlib.sha256(facts.encode()).hexdigest()[:ID_LENGTH]

    def match(self) -> Match:
        """Return the position as a match."""
        return self.start.match()


@cache
def puzzles_of(game: Game) -> Mapping[str, Puzzle]:
    """Return a game's puzzles by their ids, the easiest first; none where it has no such file."""
    return {each.id: each for each in read(catalogue.data_text(game, FILE))}


def read(text: str) -> list[Puzzle]:
    """Return the puzzles of a file, all those lines that have an answer."""
    lines = (json.loads(line) for line in text.splitlines() if line.strip())
    return [puzzle_of(line) for line in lines if "answer" in line]


def puzzle_of(line: Mapping[str, Any]) -> Puzzle:
    """Return the puzzle that a line tells."""
    start = Start(line["game"], line.get("options", {}), line["seed"], _words(line, "moves"), _words(line, "chance"))
    known = {name: line[name] for name in ("points", "turns", "values") if name in line}
    replies = {move: reply for reply, moves in line.get("replies", {}).items() for move in moves.split()}
    return Puzzle(
        kind=Kind(line["kind"]),
        start=start,
        seat=line["seat"],
        answer=line["answer"],
        elo=line["elo"],
        themes=tuple(map(Theme, _words(line, "themes"))),
        replies=replies,
        **known,
    )


def _words(line: Mapping[str, Any], name: str) -> tuple[str, ...]:
    return tuple(line.get(name, "").split())


def line_of(puzzle: Puzzle) -> dict[str, Any]:
    """Return what a line tells of a puzzle."""
    start, replies = puzzle.start, dict[str, list[str]]()
    for move, reply in puzzle.replies.items():
        replies.setdefault(reply, []).append(move)
    told = {
        "kind": puzzle.kind.value,
        "answer": puzzle.answer,
        "elo": puzzle.elo,
        "themes": " ".join(puzzle.themes),
        "points": puzzle.points,
        "turns": puzzle.turns,
        "values": dict(puzzle.values),
        "replies": {reply: " ".join(moves) for reply, moves in replies.items()},
        "options": dict(start.options),
        "chance": " ".join(start.chance),
        "moves": " ".join(start.moves),
    }
    kept = {name: value for name, value in told.items() if value}
    return {**kept, "game": start.game, "seed": start.seed, "seat": puzzle.seat}


def written(puzzles: Iterable[Puzzle], made: Mapping[str, Any]) -> str:
    """Return a file of puzzles, the easiest first, each once; ``made``: how they were made."""
    each = {puzzle.id: puzzle for puzzle in puzzles}
    ordered: Sequence[Puzzle] = sorted(each.values(), key=lambda puzzle: (puzzle.elo, puzzle.id))
    lines = ({"made": dict(made)}, *map(line_of, ordered))
    return "".join(json.dumps(line, ensure_ascii=False, separators=(",", ":")) + "\n" for line in lines)
