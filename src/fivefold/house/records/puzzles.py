"""Puzzles in the house: which one somebody gets, what an answer changes, and runs against the clock.

A puzzle and whoever tries it are rated against each other like players: to solve it is a win. A person's first answer
to a puzzle counts, wherever they met it, and no other; answers in a run change no rating, for time is short there. What
comes with a game lies in its file; here are its ratings, and the puzzles found in matches of this house.
"""

import json
import random
from collections.abc import Callable, Sequence
from datetime import datetime, timedelta
from functools import partial
from itertools import islice
from typing import Any, Final, NamedTuple

from sqlalchemy import Connection, Select, func, insert, select, update

from fivefold.contract import Game
from fivefold.house.database.schema import finished, puzzle_runs, puzzle_tries, puzzles
from fivefold.house.errors import NotOffered
from fivefold.house.ledger import Ledger
from fivefold.house.people import people
from fivefold.house.people.people import new_match_id
from fivefold.house.records.finished import ONE_SCREEN
from fivefold.house.records.rating import RatedResult, Rating, Side, rated
from fivefold.house.stored_match import time_from_text, time_text
from fivefold.play.catalogue import find
from fivefold.play.puzzles import Puzzle, line_of, puzzle_of, puzzles_of

UNSURE: Final = 150.0
"""Standard deviation of a puzzle's rating that only computers have given it, in Elo."""
NEAR: Final = 8
"""Of so many puzzles that fit best one is taken by chance."""
RUN: Final = timedelta(minutes=3)
MISSES: Final = 3
RUN_STARTS, RUN_CLIMBS = 700, 60
"""How hard the first puzzle of a run is to be, and by how much harder each that follows, in Elo."""
KEPT_RUN: Final = 500
"""Puzzles in one run; nobody answers so many."""

fitting: Final = puzzles.c.retired.is_(False)


class PuzzleStanding(NamedTuple):
    """How far a person has come with a game's puzzles."""

    rating: Rating
    tried: int
    solved: int
    best_run: int
    """Most puzzles solved in a run."""


class Tried(NamedTuple):
    """What an answer changed."""

    counts: bool
    before: Rating
    after: Rating
    puzzle: Rating


class Run(NamedTuple):
    """A run of one person."""

    id: str
    game: str
    begun: datetime
    puzzles: tuple[str, ...]
    """Their ids; the last one is to be answered."""
    solved: int
    missed: int

    def seconds_left(self, now: datetime) -> float:
        """Return how long it goes on; 0 where it is over."""
        over = self.missed >= MISSES or len(self.puzzles) <= self.solved + self.missed
        return 0.0 if over else max(0.0, (self.begun + RUN - now).total_seconds())


class Puzzles:
    """All puzzles, and what people made of them."""

    def __init__(self, ledger: Ledger) -> None:
        self._ledger = ledger
        self._filled: set[str] = set()

    def find(self, game: Game, puzzle_id: str) -> Puzzle | None:
        """Return a puzzle of a game, if there is one with this id."""
        known = puzzles_of(game).get(puzzle_id)
        if known is not None:
            return known
        asked = select(puzzles.c.line).where(puzzles.c.id == puzzle_id[:16], puzzles.c.game == game.key)
        line = self._ledger.scalar(asked)
        return None if line is None else puzzle_of(json.loads(line))

    def next_for(self, person_id: str, game: Game) -> Puzzle | None:
        """Return a puzzle that fits how strong a person is, the same one until they answer it; ``None`` when they have
        tried all. Somebody new begins with an easy one."""
        near = self._ledger.values(self._untried(person_id, game).limit(NEAR))
        tried = self.standing(person_id, game).tried
        drawn = random.Random(f"{person_id} {tried}")
        return self.find(game, drawn.choice(near)) if near else None

    def _untried(self, person_id: str, game: Game) -> Select[Any]:
        """Return the query for the puzzles that a person has not tried, those first that fit best."""
        self._fill(game)
        rating = self.standing(person_id, game).rating
        mine = select(puzzle_tries.c.puzzle).where(puzzle_tries.c.person == person_id)
        return _nearest(game, rating.mean - rating.deviation / 2).where(puzzles.c.id.not_in(mine))

    def fitting(self, person_id: str, game: Game, wanted: Callable[[Puzzle], bool], most: int) -> list[str]:
        """Return the ids of some puzzles of a kind that a person has not tried, the nearest to their strength first."""
        near = map(partial(self.find, game), self._ledger.values(self._untried(person_id, game)))
        return [each.id for each in islice((each for each in near if each is not None and wanted(each)), most)]

    def standing(self, person_id: str, game: Game) -> PuzzleStanding:
        """Return how far a person has come."""
        with self._ledger.reading() as connection:
            counts = select(func.count(), func.count().filter(puzzle_tries.c.solved)).where(*_of(person_id, game))
            tried, solved = connection.execute(counts).one()
            mine = (puzzle_runs.c.person == person_id) & (puzzle_runs.c.game == game.key)
            best = connection.scalar(select(func.max(puzzle_runs.c.solved)).where(mine))
            return PuzzleStanding(_rating(connection, person_id, game), tried, solved, best or 0)

    def has_tried(self, person_id: str, puzzle: Puzzle) -> bool:
        """Tell whether a person has answered a puzzle, also in a run."""
        return self._ledger.row(_try_of(person_id, puzzle)) is not None

    def keep(self, person_id: str, puzzle: Puzzle, solved: bool) -> Tried:
        """Keep a person's answer, if it is the first, and rate them and the puzzle."""
        game, now = find(puzzle.start.game), time_text(self._ledger.now())
        self._fill(game)
        with self._ledger.writing() as connection:
            before, own = _rating(connection, person_id, game), _rating_of_puzzle(connection, puzzle)
            if connection.execute(_try_of(person_id, puzzle)).first() is not None:
                return Tried(False, before, before, own)
            share = 1.0 if solved else 0.0
            sides = Side(share, (person_id,)), Side(1 - share, (puzzle.id,))
            after = rated([RatedResult(puzzle.id, now, sides)], {}, {person_id: before, puzzle.id: own}).ratings
            people.note(connection, person_id, now)
            _add_try(connection, person_id, puzzle, now, solved, after[person_id])
            mean, deviation, tried = after[puzzle.id]
            changed = update(puzzles).where(puzzles.c.id == puzzle.id)
            connection.execute(changed.values(mu=mean, sigma=deviation, tried=tried))
            return Tried(True, before, after[person_id], after[puzzle.id])

    # Runs

    def begin_run(self, person_id: str, game: Game) -> Run:
        """Begin a run; its time runs from now. Raises ``NotOffered`` for a game without puzzles."""
        self._fill(game)
        now, run_id = self._ledger.now(), new_match_id()
        with self._ledger.writing() as connection:
            first = _next_of_run(connection, game, run_id, (), 0)
            if first is None:
                raise NotOffered(f"{game.name} has no puzzles", subject="run", remedy="choose another game")
            people.note(connection, person_id, time_text(now))
            begun = Run(run_id, game.key, now, (first,), 0, 0)
            row = {"id": run_id, "person": person_id, "game": game.key, "begun": time_text(now)}
            connection.execute(insert(puzzle_runs), {**row, "puzzles": [first], "solved": 0, "missed": 0})
        return begun

    def run(self, person_id: str, run_id: str) -> Run | None:
        """Return a person's run."""
        return self._ledger.read(_run, person_id, run_id)

    def answer_run(self, person_id: str, run_id: str, puzzle: Puzzle, solved: bool) -> Run | None:
        """Return a run after an answer, which counts while there is time; ``None`` where there is no such run. Raises
        ``NotOffered`` for a puzzle that is not the one to answer."""
        with self._ledger.writing() as connection:
            run, now = _run(connection, person_id, run_id), self._ledger.now()
            if run is None or not run.seconds_left(now):
                return run
            if run.puzzles[-1] != puzzle.id:
                raise NotOffered("that puzzle is answered already", subject="run", remedy="reload the page")
            if connection.execute(_try_of(person_id, puzzle)).first() is None:
                _add_try(connection, person_id, puzzle, time_text(now), solved, None)
            after = run._replace(solved=run.solved + solved, missed=run.missed + (not solved))
            following = _next_of_run(connection, find(run.game), run_id, run.puzzles, after.solved)
            asked = [*run.puzzles, *([following] if following and after.missed < MISSES else [])]
            values = {"puzzles": asked, "solved": after.solved, "missed": after.missed}
            connection.execute(update(puzzle_runs).where(puzzle_runs.c.id == run_id).values(**values))
            return after._replace(puzzles=tuple(asked))

    # Puzzles of this house

    def records(self, game_key: str, most: int) -> list[str]:
        """Return the records of the last matches of a game that were played as usual, to look for puzzles in."""
        usual = finished.c.usual & finished.c.counts & (finished.c.result != ONE_SCREEN)
        latest = select(finished.c.match).where(usual, finished.c.game == game_key)
        matches = latest.group_by(finished.c.match).order_by(func.max(finished.c.ended).desc()).limit(most)
        return [self._ledger.snapshot(match).match.to_record() for match in self._ledger.values(matches)]

    def add(self, found: Sequence[Puzzle]) -> int:
        """Add puzzles to those of the house; return how many it did not have."""
        for key in {puzzle.start.game for puzzle in found}:
            self._fill(find(key))
        with self._ledger.writing() as connection:
            known = set(connection.scalars(select(puzzles.c.id)))
            new = {puzzle.id: puzzle for puzzle in found if puzzle.id not in known}
            _insert(connection, [{**_row(each), "line": json.dumps(line_of(each))} for each in new.values()])
        return len(new)

    def _fill(self, game: Game) -> None:
        """Store the ratings of the puzzles that come with a game, those that are new, and retire those that have gone;
        once for each process."""
        if game.key in self._filled:
            return
        if self._ledger.read(_differing, game) != ([], []):
            with self._ledger.writing() as connection:
                missing, wrong = _differing(connection, game)
                _insert(connection, [_row(each) for each in missing])
                for puzzle_id in wrong:
                    changed = update(puzzles).where(puzzles.c.id == puzzle_id)
                    connection.execute(changed.values(retired=~puzzles.c.retired))
        self._filled.add(game.key)


def _differing(connection: Connection, game: Game) -> tuple[list[Puzzle], list[str]]:
    """Return the puzzles that come with a game and are not stored, and the ids of those of which the store has it wrong
    whether they do; what the house has found itself stays."""
    shipped, here = puzzles_of(game), select(puzzles.c.id, puzzles.c.retired, puzzles.c.line.is_(None).label("comes"))
    known = {each.id: each for each in connection.execute(here.where(puzzles.c.game == game.key))}
    wrong = [each.id for each in known.values() if each.comes and each.retired == (each.id in shipped)]
    return [each for puzzle_id, each in shipped.items() if puzzle_id not in known], wrong


def _nearest(game: Game, elo: float) -> Select[Any]:
    """Return the query for a game's puzzles, those first whose rating is nearest."""
    return select(puzzles.c.id).where(fitting, puzzles.c.game == game.key).order_by(func.abs(puzzles.c.mu - elo))


def _of(person_id: str, game: Game) -> tuple[Any, Any]:
    return puzzle_tries.c.person == person_id, puzzle_tries.c.game == game.key


def _try_of(person_id: str, puzzle: Puzzle) -> Select[Any]:
    return select(puzzle_tries.c.solved).where(puzzle_tries.c.person == person_id, puzzle_tries.c.puzzle == puzzle.id)


def _rating(connection: Connection, person_id: str, game: Game) -> Rating:
    tries = puzzle_tries.c
    counted = select(tries.mu, tries.sigma, tries.games).where(*_of(person_id, game), tries.games.is_not(None))
    latest = connection.execute(counted.order_by(tries.games.desc(), tries.at.desc()).limit(1)).first()
    return Rating() if latest is None else Rating(*latest)


def _rating_of_puzzle(connection: Connection, puzzle: Puzzle) -> Rating:
    here = select(puzzles.c.mu, puzzles.c.sigma, puzzles.c.tried).where(puzzles.c.id == puzzle.id)
    return Rating(*connection.execute(here).one())


def _add_try(
    connection: Connection, person_id: str, puzzle: Puzzle, at: str, solved: bool, after: Rating | None
) -> None:
    mean, deviation, games = after or (None, None, None)
    row = {"person": person_id, "puzzle": puzzle.id, "game": puzzle.start.game, "at": at, "solved": solved}
    connection.execute(insert(puzzle_tries), {**row, "mu": mean, "sigma": deviation, "games": games})


def _run(connection: Connection, person_id: str, run_id: str) -> Run | None:
    here = select(puzzle_runs).where(puzzle_runs.c.id == run_id[:16], puzzle_runs.c.person == person_id)
    row = connection.execute(here).first()
    if row is None:
        return None
    return Run(row.id, row.game, time_from_text(row.begun), tuple(row.puzzles), row.solved, row.missed)


def _next_of_run(connection: Connection, game: Game, run_id: str, asked: Sequence[str], solved: int) -> str | None:
    """Return the puzzle that follows in a run: each one solved makes the next one harder."""
    wanted = RUN_STARTS + RUN_CLIMBS * solved
    near = list(connection.scalars(_nearest(game, wanted).where(puzzles.c.id.not_in(asked)).limit(NEAR)))
    drawn = random.Random(f"{run_id} {len(asked)}")
    return drawn.choice(near) if near and len(asked) < KEPT_RUN else None


def _row(puzzle: Puzzle) -> dict[str, Any]:
    start = {"id": puzzle.id, "game": puzzle.start.game, "mu": float(puzzle.elo), "sigma": UNSURE}
    return {**start, "tried": 0, "line": None, "retired": False}


def _insert(connection: Connection, rows: Sequence[dict[str, Any]]) -> None:
    if rows:
        connection.execute(insert(puzzles), rows)
