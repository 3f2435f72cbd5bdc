"""Lessons: a first game, guided, in which the player does everything.

A lesson is data of a game, ``lesson.toml`` beside its help: a list ``[[step]]`` with these lines.

- ``seed``, ``options``, ``moves``: a position to begin with. A step without a seed goes on where the one before ended:
  after the first of its ``answers`` and its ``reply``.
- ``words``: what to do now, in a sentence or two; ``light``: pick names of what to light up for it.
- ``answers``: the moves that will do, the one the lesson goes on with first. Stars stand for any text, ``c3:*``.
- ``least``: in place of further answers, any move that scores at least so much will do.
- ``after``: what to say of it once it is done; ``reply``: the moves that then follow.
- ``[[step.wrong]]``: for other ``moves``, stars allowed, the ``words`` that say what to look for; ``otherwise``: the
  same for all the rest.
"""

import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from fnmatch import fnmatchcase
from functools import cache
from typing import Any, Final

from fivefold.contract import Game
from fivefold.contract.traits import Chance
from fivefold.play import catalogue
from fivefold.play.match import Match
from fivefold.play.start import Start

FILE: Final = "lesson.toml"


@dataclass(frozen=True, slots=True)
class Wrong:
    """What to say of certain moves that will not do."""

    moves: tuple[str, ...]
    words: str


@dataclass(frozen=True, slots=True)
class Step:
    """One thing for the player to do."""

    start: Start
    words: str
    answers: tuple[str, ...]
    otherwise: str
    light: tuple[str, ...] = ()
    least: int | None = None
    after: str = ""
    reply: tuple[str, ...] = ()
    wrong: tuple[Wrong, ...] = field(default_factory=tuple)

    def accepts(self, match: Match, move: str) -> bool:
        """Tell whether a legal move will do, by its canonical text."""
        return matches(self.answers, move) or (self.least is not None and gain(match, move) >= self.least)

    def why_not(self, move: str) -> str:
        """Return what to look for instead of this move."""
        return next((each.words for each in self.wrong if matches(each.moves, move)), self.otherwise)

    def goes_on_with(self, move: str) -> tuple[str, ...]:
        """Return what follows an accepted move: the reply is meant for the first answer."""
        return self.reply if move == self.answers[0] else ()


@cache
def lesson_of(game: Game) -> tuple[Step, ...]:
    """Return the steps of a game's lesson; none where it has no such file."""
    steps: list[Step] = []
    for read in tomllib.loads(catalogue.data_text(game, FILE)).get("step", []):
        start = _start(game, read) if "seed" in read else _going_on(steps[-1])
        steps.append(_step(start, read))
    return tuple(steps)


def matches(patterns: Sequence[str], move: str) -> bool:
    """Tell whether a move's text is one of these, where a star stands for any text."""
    return any(fnmatchcase(move, pattern) for pattern in patterns)


def gain(match: Match, move: str) -> int:
    """Return what a legal move scores at once for whoever is to move."""
    row, scores, seat = list(match.row), [0] * len(match.seats), match.to_move
    match.game.rules.play(row, match.game.notation.read(match.seen_by(seat), move))
    match.game.rules.scores(row, scores)
    return scores[seat] - match.scores[seat]


def _start(game: Game, read: Mapping[str, Any]) -> Start:
    return Start(game.key, dict(read.get("options", {})), read["seed"], tuple(read.get("moves", ())))


def _going_on(step: Step) -> Start:
    return step.start.after(step.answers[0], *step.reply)


def _step(start: Start, read: Mapping[str, Any]) -> Step:
    return Step(
        start=start,
        words=read["words"],
        answers=tuple(read["answers"]),
        otherwise=read["otherwise"],
        light=tuple(read.get("light", ())),
        least=read.get("least"),
        after=read.get("after", ""),
        reply=tuple(read.get("reply", ())),
        wrong=tuple(Wrong(tuple(each["moves"]), each["words"]) for each in read.get("wrong", ())),
    )


SEED: Final = 1


@cache
def example_game() -> Game:
    """Return the game of examples: one without chance, where a first move is legal in every match."""
    games = [catalogue.find(key) for key in catalogue.keys()]  # noqa: SIM118
    return next((game for game in games if game.traits.chance is Chance.NONE), games[0])


@cache
def example_moves(game: Game, count: int = 3) -> tuple[str, ...]:
    """Return some moves that can be made one after the other from the start of a game."""
    match = Match(game, seed=SEED)
    moves: list[str] = []
    while len(moves) < count and match.outcome is None:
        legal = match.legal_moves()
        moves.append(legal[len(legal) // 2])
        match.play(moves[-1])
    return tuple(moves)
