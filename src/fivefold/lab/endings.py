"""How near to perfect a computer plays where a search can tell how a game ends: ``fivefold endings``.

A level plays itself. From the end of each game backwards every choice is judged by two searches that have to prove what
they say: of the position, and of the position after the move that was made. The first choice that cannot be proven ends
it: what lies before is left out. Where chance comes between the moves, all that it may bring is looked at.
"""

import argparse
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from itertools import chain
from math import isnan
from typing import Final, NamedTuple, TypeAlias

from fivefold.command import FINE, at_least_one
from fivefold.contract import AlphaBeta, Chance, Game, PolicyRollouts
from fivefold.contract.errors import InvalidOption
from fivefold.engine.budget import Budget
from fivefold.engine.compile import kernels_of
from fivefold.engine.exact import exact_value
from fivefold.engine.finding import Finding
from fivefold.engine.kernels import Kernels
from fivefold.engine.opponents import new_search
from fivefold.lab.arguments import lab_command
from fivefold.lab.configuration import Configuration, configuration_of
from fivefold.lab.estimates import percent, wilson
from fivefold.lab.jobs import Figure, Job, ResultCoding, finished, place_of
from fivefold.lab.matches import OPENING_PLIES, Matchup, derived_seed, random_opening
from fivefold.lab.players.registry import canonical_name, close, make_ready, new_player, title
from fivefold.lab.players.replies import Forfeit, refusal
from fivefold.lab.report import table, this_machine
from fivefold.play.catalogue import find
from fivefold.play.match import Match

MOST_LEFT: Final = 24
"""Choices before the end that are judged at most."""
EACH: Final = 4
"""Choices that a line of the report has together."""
ROUNDED: Final = 6
"""Digits: a search's share of the win is only nearly 1 or 0."""
INTRODUCTION: Final = (
    "A level plays itself. From the end of each game backwards every choice is judged by a search that proves what\n"
    "the position was worth, and what it is worth after the move made, until that cannot be proven any more. So a\n"
    "move from what is proven into what is not is left out."
)
COLUMNS: Final = ("choices before the end", "proven", "wrong", "95 % interval", "lost by each, of the win", "points")


class Judged(NamedTuple):
    """A choice of which it is proven what it was worth."""

    left: int
    """How many choices before the end, from 1 for the last."""
    lost: float
    """Part of the win that the move gave away, 0 to 1."""
    points: float
    """The lead that it gave away, in points; 0 where points don't decide."""


def run(options: argparse.Namespace) -> int:
    """Judge the endings of these levels' games and print a page."""
    game, games = find(options.game), at_least_one("games", options.games)
    if not isinstance(game.search, AlphaBeta | PolicyRollouts):
        raise InvalidOption("no search proves how its games end", subject=game.name, remedy="take another game")
    at_least_one("nodes", options.nodes)
    names = [canonical_name(game, name) for name in options.levels.split(",")]
    configuration, place = configuration_of(game, options.preset, options.option), place_of(options)
    make_ready(game)
    print(f"# {game.name}: how near to perfect the ends of games are played\n\n{INTRODUCTION}")
    for name in names:
        job = endings_job(game, configuration, name, options.scale, options.nodes, games, options.seed)
        with finished(job, place) as found:
            print(f"\n## Level {title(game, name)}\n\n{table(COLUMNS, _lines(found), 'rrrrrr')}")
    given = f"--levels {options.levels} --games {games} --nodes {options.nodes} --scale {options.scale:g}"
    command = " ".join(["fivefold endings", game.key, given, f"--seed {options.seed}", configuration.arguments]).strip()
    print(f"\nMade by `{command}` on {this_machine()}.")
    return FINE


def endings_job(
    game: Game, configuration: Configuration, level: str, scale: float, nodes: int, games: int, seed: int
) -> Job[int, list[Judged], list[Judged]]:
    """Return the job of judging so many games; ``nodes``: how many positions each proof may look at."""
    return Job(
        title=f"{game.name}, endings",
        unit="games",
        terms=repr(("endings", OPENING_PLIES, game.key, configuration.options, level, scale, nodes, seed)),
        tasks=range(games),
        function=partial(_judged_game, game.key, configuration, level, scale, nodes, seed),
        reduce=lambda found: list(chain.from_iterable(found)),
        coding=ResultCoding(list, lambda data: [Judged(*each) for each in data]),
        figure=Figure(len, lambda mean: f"{mean:.1f} proven choices a game"),
    )


def _judged_game(
    key: str, configuration: Configuration, level: str, scale: float, nodes: int, seed: int, number: int
) -> list[Judged]:
    game = find(key)
    match, made = played(game, configuration, level, scale, seed, number)
    return list(judged(prover_of(kernels_of(game), nodes, match), made))


def played(
    game: Game, configuration: Configuration, level: str, scale: float, seed: int, number: int
) -> tuple[Match, list[tuple[Match, int]]]:
    """Return a game that a level played against itself, and its choices: positions with the moves made there.

    Where no chance makes games differ, they begin with random moves. Raises ``InvalidOption`` for a player that fails.
    """
    own, choices = derived_seed(seed, number) % (1 << 31), list[tuple[Match, int]]()
    match = Match(game, seed=own, options=dict(configuration.options))
    if game.traits.chance is Chance.NONE:
        matchup = Matchup(game.key, level, level, configuration.options, scale, seed)
        for move in random_opening(matchup, number, 0, OPENING_PLIES):
            match.make(move)
    players = [new_player(game, level, scale, own + seat) for seat in range(len(match.seats))]
    try:
        while match.outcome is None:
            move = players[match.to_move].find(match).move
            if len(match.legal()) > 1:
                choices.append((match.copy(), move))
            match.make(move)
    except Forfeit as reason:
        raise refusal(level, reason.offence, reason.detail) from None
    finally:
        close(players)
    return match, choices


Worth: TypeAlias = tuple[float, float]
"""A share of the win with best play, and the lead in points or, alone, the points; 0 where only the other counts."""
Prover: TypeAlias = Callable[[Match, int | None], Worth | None]
"""Return what the seat to move can get: at best, or after this move; ``None`` without proof."""


def judged(prove: Prover, made: Sequence[tuple[Match, int]]) -> Iterator[Judged]:
    """Yield what is proven of these choices, positions with the moves made there, the last first."""
    for left, (position, move) in enumerate(reversed(made[-MOST_LEFT:]), start=1):
        best = prove(position, None)
        got = None if best is None else prove(position, move)
        if best is None or got is None:
            return
        lost, points = (max(0.0, round(most - found, ROUNDED)) for most, found in zip(best, got, strict=True))
        yield Judged(left, lost, points)


def prover_of(kernels: Kernels, nodes: int, over: Match) -> Prover:
    """Return what proves the end of this game, which is over, looking at no more than so many positions each time."""
    if isinstance(kernels.game.search, AlphaBeta):
        return partial(_searched, kernels, Budget(nodes=nodes), _unit(over))
    return partial(_weighed, kernels, nodes)


def _searched(kernels: Kernels, budget: Budget, unit: float, match: Match, move: int | None) -> Worth | None:
    seat, match = match.to_move, match.copy()
    if move is not None:
        match.make(move)
    if match.outcome is not None:
        return match.outcome.returns[seat], _lead(match, seat) / unit if unit else 0.0
    found: Finding = new_search(kernels, len(match.seats), budget).think(match.seen_by(match.to_move), budget)
    lead = found.points if match.to_move == seat else -found.points
    return (found.shares[seat], lead / unit if unit else 0.0) if found.exact else None


def _weighed(kernels: Kernels, nodes: int, match: Match, move: int | None) -> Worth | None:
    row, seats = list(match.row), len(match.seats)
    if move is not None:
        match.game.rules.play(row, move)
    value = exact_value(kernels, row, seats, nodes)
    if isnan(value):
        return None
    return (0.0, value) if seats == 1 else (value if match.to_move == 0 else 1 - value, 0.0)


def _lead(match: Match, seat: int) -> float:
    values = [0] * len(match.seats)
    match.game.search.value(match.row, values)
    return values[seat] - max(value for other, value in enumerate(values) if other != seat)


def _unit(match: Match) -> float:
    """Return how much a point is worth in the search's units, by a match that is over; 0 where points don't decide."""
    lead = match.scores[0] - max(match.scores[1:], default=0)
    return _lead(match, 0) / lead if match.game.traits.scores_decide and lead else 0.0


def _lines(found: Sequence[Judged]) -> Iterator[Sequence[str]]:
    by_stage: Mapping[int, list[Judged]] = defaultdict(list)
    for each in found:
        by_stage[(each.left - 1) // EACH].append(each)
    for stage, choices in sorted(by_stage.items()):
        wrong = [each for each in choices if each.lost > 0 or each.points > 0]
        low, high = wilson(len(wrong) / len(choices), len(choices))
        lost, points = (sum(part) / max(1, len(wrong)) for part in ([e.lost for e in wrong], [e.points for e in wrong]))
        yield (
            f"{EACH * stage + 1} to {EACH * (stage + 1)}",
            f"{len(choices):,}",
            percent(len(wrong) / len(choices)),
            f"{percent(low)} to {percent(high)}",
            f"{lost:.2f}",
            f"{points:.1f}",
        )


ENDINGS = lab_command("endings", run)
