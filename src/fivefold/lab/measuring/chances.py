"""What the engine says of positions in games between like opponents, and how those games ended."""

import hashlib
import json
import random
from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise
from pathlib import Path
from typing import Final, NamedTuple

from platformdirs import user_cache_path

from fivefold.contract import ANYONE, Game
from fivefold.engine.budget import Budget
from fivefold.engine.calibration import remaining_after, sides_of
from fivefold.engine.compile import kernels_of
from fivefold.engine.opponents import new_search
from fivefold.lab.measuring.pairing import Task, derived_seed, finished_match
from fivefold.play.match import Match
from fivefold.play.observation import observed
from fivefold.service.computers.analysis import budget_of

LOOKS: Final = 3
"""Positions looked at in each game, one in each third of its decisions."""
UNKNOWN: Final = -1


class Look(NamedTuple):
    """One position in which a player was to move."""

    game: int
    """The number of the game: positions of one game share its result."""
    chance: float
    """The mover's side's, as the search gives it."""
    result: float
    """The mover's side's: 1 won, 0 lost, between them shared."""
    decisions: int
    """How many there were before it,"""
    remaining: int
    """and how many plies there can be after it, ``UNKNOWN`` where the game does not say."""
    length: int
    """How many decisions the game had in all."""


class Questions(NamedTuple):
    """A pair of games to play, and how long to look at its positions."""

    task: Task
    look: float
    """Factor on the positions that a review looks at."""


def looks_of_pair(questions: Questions) -> list[Look]:
    """Play both games of a pair and return what the engine says of some of their positions."""
    task = questions.task
    return [
        look
        for half in (0, 1)
        for look in looks_of_match(finished_match(task, half)[0], 2 * task.number + half, task.matchup.seed, questions)
    ]


def looks_of_match(match: Match, number: int, seed: int, questions: Questions) -> Iterator[Look]:
    """Yield what the engine says of a position in each third of a finished match."""
    assert match.outcome is not None  # noqa: S101  callers pass finished matches
    sides, budget = sides_of(match), budget_of(match.game).scaled(questions.look)
    plies = [ply for ply in match.replay() if ply.mover >= 0]
    for place in drawn_places(len(plies), derived_seed(seed, number)):
        ply = plies[place]
        side = [seat for seat, each in enumerate(sides) if each == sides[ply.mover]]
        left = remaining_after(match.game, list(ply.before))
        yield Look(
            game=number,
            chance=sum(shares(match.game, ply.before, ply.mover, budget, len(sides))[seat] for seat in side),
            result=sum(match.outcome.returns[seat] for seat in side),
            decisions=place,
            remaining=UNKNOWN if left is None else left,
            length=len(plies),
        )


def shares(game: Game, row: Sequence[int], mover: int, budget: Budget, seats: int) -> tuple[float, ...]:
    """Return each seat's chance to win as a review searches it, for the seat that moved."""
    turn = game.rules.to_move(list(row))
    seen = list(row) if turn == ANYONE else observed(game, row, mover)
    return new_search(kernels_of(game), seats, budget).think(list(seen), budget, seat=mover).shares


def drawn_places(decisions: int, seed: int) -> list[int]:
    """Return one place in each third of so many decisions, fewer in a game of fewer."""
    chance, edges = random.Random(seed), [decisions * part // LOOKS for part in range(LOOKS + 1)]
    return [chance.randrange(low, high) for low, high in pairwise(edges) if low < high]


# --- what an interrupted run has found -------------------------------------------------------------------------------


def draft_file(questions: Questions) -> Path:
    """Return the file for what is found out, another one under other conditions."""
    matchup = questions.task.matchup
    digest = hashlib.sha256(repr((matchup, questions.look, LOOKS)).encode()).hexdigest()[:16]
    return user_cache_path("fivefold", appauthor=False) / "calibrate" / f"{matchup.game}-{matchup.a}-{digest}.jsonl"


def written_to_draft(found: Iterable[list[Look]], draft: Path) -> Iterator[list[Look]]:
    """Pass on what is found in each pair, written to the draft first."""
    draft.parent.mkdir(parents=True, exist_ok=True)
    for looks in found:
        with draft.open("a", encoding="utf-8") as lines:
            lines.write(f"{json.dumps(looks)}\n")
        yield looks


def load_draft(draft: Path) -> list[list[Look]]:
    """Return what an earlier run has found, pair by pair; a last line cut off by a crash does not count."""
    if not draft.exists():
        return []
    whole = [line for line in draft.read_text(encoding="utf-8").splitlines(keepends=True) if line.endswith("\n")]
    draft.write_text("".join(whole), encoding="utf-8")
    return [[Look(*look) for look in json.loads(line)] for line in whole]
