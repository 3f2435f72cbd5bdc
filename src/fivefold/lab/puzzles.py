"""Puzzles from matches between opponents: ``fivefold puzzles``.

A position becomes a puzzle where one move is better than all others by a margin, first at a quick look and then by a
longer search. How many levels of opponents find it is its grade.
"""

import argparse
import random
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from datetime import UTC, datetime
from functools import partial
from itertools import chain
from pathlib import Path
from typing import Any, Final

from fivefold.command import FINE, at_least_one
from fivefold.contract import NOBODY, AlphaBeta, Game, PolicyRollouts, Sampling, Search, WholeTurns
from fivefold.engine.alphabeta import DECISIVE
from fivefold.engine.budget import Budget
from fivefold.engine.compile import kernels_of
from fivefold.engine.kernels import Kernels
from fivefold.engine.opponents import Opponent, new_search
from fivefold.lab.arguments import lab_command
from fivefold.lab.configuration import Configuration, configuration_of
from fivefold.lab.jobs import Figure, Job, ResultCoding, finished, place_of
from fivefold.lab.matches import derived_seed
from fivefold.lab.players.registry import make_ready, points_after
from fivefold.lab.provenance import section
from fivefold.play.catalogue import find
from fivefold.play.lessons import Kind, Puzzle
from fivefold.play.match import Match

PLAYED_BY: Final = (3, 4, 5)
"""Levels that play the matches."""
GRADED_BY: Final = range(1, 7)
"""Levels asked for the answer: those that do not think by the clock."""
ASKED: Final = 3
"""How often each is asked."""
FEWEST_MOVES: Final = 4
LOOKED_AT: Final = 0.4
"""The part of the positions that are looked at, so that puzzles come from all of a match and not from its beginning."""
MOST_OF_ONE: Final = 2
"""Puzzles that are taken from one match."""
FINALISTS: Final = 4
"""Moves that alpha-beta looks at longer."""
LEAST_POINTS: Final = 5
"""Fewer are nothing to ask for."""
LONGEST_WIN: Final = 3
"""In turns."""


@dataclass(frozen=True, slots=True)
class Looks:
    """How long a kind of search looks at a position, and by how much the best move has to be better."""

    quick: Budget
    longer: Budget
    margin: float
    """In chance to win; where one plays alone in points."""


LOOKS: Final[Mapping[type[Search], Looks]] = {
    AlphaBeta: Looks(Budget(nodes=1_000), Budget(nodes=50_000), 0.15),
    Sampling: Looks(Budget(nodes=1_000, depth=2), Budget(nodes=20_000, depth=2), 0.06),
    WholeTurns: Looks(Budget(nodes=5_000, depth=2), Budget(nodes=100_000, depth=2), 0.06),
    PolicyRollouts: Looks(Budget(nodes=1_500), Budget(nodes=30_000), 1.2),
}
SIFTED: Final = 0.6
"""The part of the margin that a quick look has to see."""

Values = Mapping[int, float]
"""For moves that were compared, what each is worth."""


def run(options: argparse.Namespace) -> int:
    """Find puzzles and print them as the game's file has them, or write that file."""
    game = find(options.game)
    count, games = at_least_one("count", options.count), at_least_one("games", options.games)
    make_ready(game)
    configuration = configuration_of(game, None, options.option)
    with finished(puzzles_job(game, configuration, games, options.seed), place_of(options)) as found:
        sizes = f"--games {games} --count {count} --seed {options.seed}"
        command = " ".join(["fivefold puzzles", game.key, sizes, configuration.arguments]).strip()
        text = written(chosen(found, count), command, games, LOOKS[type(game.search)].margin)
        if options.output:
            Path(options.output).write_text(text, encoding="utf-8")
        else:
            print(text, end="")
    return FINE


def puzzles_job(
    game: Game, configuration: Configuration, games: int, seed: int
) -> Job[int, list[Puzzle], list[Puzzle]]:
    """Return the job of looking for puzzles in so many matches."""
    return Job(
        title=f"{game.name}, puzzles",
        unit="matches",
        terms=repr(("puzzles", game.key, configuration.options, seed)),
        tasks=range(games),
        function=partial(_puzzles_of_number, game.key, configuration, seed),
        reduce=lambda found: list(chain.from_iterable(found)),
        coding=ResultCoding(
            lambda found: [asdict(each) for each in found], lambda data: [_puzzle_of(each) for each in data]
        ),
        figure=Figure(len, lambda mean: f"{mean:.1f} puzzles a match"),
    )


def _puzzle_of(data: Mapping[str, Any]) -> Puzzle:
    """Return the puzzle that ``asdict`` and JSON have made a table of."""
    tuples = {name: tuple(data[name]) for name in ("moves", "found_by")}
    return Puzzle(**{**data, **tuples, "kind": Kind(data["kind"])})


def _puzzles_of_number(key: str, configuration: Configuration, seed: int, number: int) -> list[Puzzle]:
    return _puzzles_in(find(key), configuration, derived_seed(seed, number) % (1 << 31))


def _puzzles_in(game: Game, configuration: Configuration, seed: int) -> list[Puzzle]:
    kernels, options = kernels_of(game), dict(configuration.options)
    found: list[Puzzle] = []
    for match in _positions(game, kernels, options, seed):
        if len(found) == MOST_OF_ONE:
            break
        puzzle = _puzzle_at(kernels, match, seed, options)
        if puzzle is not None and puzzle.answer not in [each.answer for each in found]:
            found_by = tuple(level for level in GRADED_BY if _finds(level, puzzle, kernels))
            if found_by:  # else it would be too hard, or doubtful
                found.append(replace(puzzle, found_by=found_by))
    return found


def _positions(game: Game, kernels: Kernels, options: Mapping[str, str], seed: int) -> Iterator[Match]:
    """Play a match between opponents; yield it before each choice."""
    drawn = random.Random(seed)
    match = Match(game, seed=seed, options=options)
    players = [Opponent(game, drawn.choice(PLAYED_BY), drawn.getrandbits(32), kernels) for _ in match.seats]
    while match.outcome is None:
        if len(match.legal()) >= FEWEST_MOVES and drawn.random() < LOOKED_AT:
            yield match
        match.play(players[match.to_move].choose(match))


def _puzzle_at(kernels: Kernels, match: Match, seed: int, options: Mapping[str, str]) -> Puzzle | None:
    """Return the puzzle that a position is, without its grade; ``None`` if it is none."""
    solved = forced_win(kernels, match) or _standing_out(kernels, match)
    if solved is None:
        return None
    legal, texts = match.legal(), match.legal_moves()
    named = dict(zip(legal, texts, strict=True))
    return Puzzle(
        kind=solved.kind,
        options=options,
        seed=seed,
        moves=tuple(match.history[ply] for ply in match.decisions),
        seat=match.to_move,
        answer=named[solved.move],
        points=points_after(match, solved.move) - match.scores[match.to_move],
        turns=solved.turns,
        values={named[move]: round(value, 3) for move, value in solved.values.items()},
        replies={named[move]: reply for move, reply in solved.replies.items()},
        game=match.game.key,
    )


@dataclass(frozen=True, slots=True)
class Solved:
    """The one move, and what is known of the others."""

    kind: Kind
    move: int
    turns: int = 0
    values: Mapping[int, float] = field(default_factory=dict)
    replies: Mapping[int, str] = field(default_factory=dict)


def forced_win(kernels: Kernels, match: Match) -> Solved | None:
    """Return the only move that wins by force in a few turns, looked for by alpha-beta."""
    if type(match.game.search) is not AlphaBeta or len(match.seats) > 2:
        return None
    turns = next((n for n in range(1, LONGEST_WIN + 1) if _wins_within(kernels, match.row, 2 * n - 1)), 0)
    if not turns:
        return None
    winning = [move for move in match.legal() if still_wins(kernels, match, move, 2 * turns - 2)]
    if len(winning) != 1:
        return None
    return Solved(Kind.WIN, winning[0], turns, {}, _best_replies(kernels, match, winning[0]))


def _wins_within(kernels: Kernels, row: Sequence[int], plies: int) -> bool:
    found = new_search(kernels, 2, Budget(nodes=100_000)).think(list(row), Budget(nodes=100_000, depth=plies))
    return found.depth <= plies and found.points > DECISIVE


def still_wins(kernels: Kernels, match: Match, move: int, plies: int) -> bool:
    """Tell whether a move wins by force, the opponent's next move and all after it being so many plies."""
    row, seat = _played(match, move), match.to_move
    rules, returns = match.game.rules, [0.0] * len(match.seats)
    if rules.to_move(row) == NOBODY:
        rules.returns(row, returns)
        return returns[seat] == 1.0
    if not plies:
        return False
    found = new_search(kernels, 2, Budget(nodes=100_000)).think(row, Budget(nodes=100_000, depth=plies))
    return (found.points if rules.to_move(row) == seat else -found.points) > DECISIVE


def _best_replies(kernels: Kernels, match: Match, answer: int) -> dict[int, str]:
    replies, budget = {}, Budget(nodes=20_000)
    for move in match.legal():
        row = _played(match, move)
        if move != answer and match.game.rules.to_move(row) != NOBODY:
            reply = new_search(kernels, 2, budget).think(row, budget).move
            replies[move] = match.game.notation.say(row, reply, match.game.rules.to_move(row))
    return replies


def _standing_out(kernels: Kernels, match: Match) -> Solved | None:
    looks = LOOKS[type(match.game.search)]
    first = compared(kernels, match, looks.quick, match.legal())
    if margin(first) < SIFTED * looks.margin:
        return None
    values = compared(kernels, match, looks.longer, ranked(first)[:FINALISTS])
    if margin(values) < looks.margin or ranked(values)[0] != ranked(first)[0]:
        return None
    best = ranked(values)[0]
    gains = {move: points_after(match, move) for move in match.legal()}
    alone_at_top = gains[best] > max(points for move, points in gains.items() if move != best)
    most = gains[best] - match.scores[match.to_move] >= LEAST_POINTS
    kind = Kind.POINTS if alone_at_top and most else Kind.BEST
    return Solved(kind, best, 0, {**first, **values}, {})


def compared(kernels: Kernels, match: Match, budget: Budget, moves: Sequence[int]) -> dict[int, float]:
    """Return what moves are worth: those given, or those that the search compares by itself."""
    game, seats = match.game, len(match.seats)
    if type(game.search) is AlphaBeta:  # (others are kinds of it)
        return {move: _worth_after(kernels, match, move, budget) for move in moves}
    seen = match.seen_by(match.to_move)
    return dict(new_search(kernels, seats, budget).think(seen, budget, seat=match.to_move).weighed)


def _worth_after(kernels: Kernels, match: Match, move: int, budget: Budget) -> float:
    row, seat, rules = _played(match, move), match.to_move, match.game.rules
    if rules.to_move(row) != NOBODY:
        return new_search(kernels, len(match.seats), budget).think(row, budget).shares[seat]
    returns = [0.0] * len(match.seats)
    rules.returns(row, returns)
    return returns[seat]


def _played(match: Match, move: int) -> list[int]:
    row = list(match.row)
    match.game.rules.play(row, move)
    return row


def ranked(values: Values) -> list[int]:
    """Return moves, the best first."""
    return sorted(values, key=lambda move: -values[move])


def margin(values: Values) -> float:
    """Return by how much the best is better than the next; 0 where there is nothing to compare."""
    worth = sorted(values.values(), reverse=True)
    return worth[0] - worth[1] if len(worth) > 1 else 0.0


def _finds(level: int, puzzle: Puzzle, kernels: Kernels) -> bool:
    match = puzzle.match()
    right = sum(Opponent(match.game, level, seed, kernels).choose(match) == puzzle.answer for seed in range(ASKED))
    return 2 * right > ASKED


def chosen(found: Sequence[Puzzle], count: int) -> list[Puzzle]:
    """Return so many puzzles, easiest first, of all grades; no two of one match as long as there are others."""
    by_match: dict[int, list[Puzzle]] = {}
    for puzzle in sorted(found, key=lambda each: (len(each.found_by), each.kind)):
        by_match.setdefault(puzzle.seed, []).append(puzzle)
    first = [puzzles[0] for puzzles in by_match.values()]
    rest = [puzzle for puzzles in by_match.values() for puzzle in puzzles[1:]]
    pool = sorted(first if len(first) >= count else [*first, *rest[: count - len(first)]], key=_difficulty)
    if len(pool) <= count:
        return pool
    step = (len(pool) - 1) / max(1, count - 1)
    return [pool[round(place * step)] for place in range(count)]


def _difficulty(puzzle: Puzzle) -> tuple[int, str, int, int]:
    return -len(puzzle.found_by), puzzle.kind, puzzle.turns, len(puzzle.moves)


PUZZLES = lab_command("puzzles", run)


def written(puzzles: Sequence[Puzzle], command: str, games: int, margin: float) -> str:
    """Return the file: how the puzzles were made, then the puzzles."""
    today = datetime.now(UTC).date().isoformat()
    made = {"command": command, "date": today, "games": games, "margin": margin}
    return "\n\n".join([section("[made]", made), *(section("[[puzzle]]", _fields(each)) for each in puzzles)]) + "\n"


def _fields(puzzle: Puzzle) -> dict[str, object]:
    fields = {name: getattr(puzzle, name) for name in puzzle.__slots__ if name not in ("game", "match")}
    return {name: value for name, value in fields.items() if value or name in ("seed", "seat", "options", "moves")}
