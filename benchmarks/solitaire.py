"""Poker Solitaire compiled: whole games at random and by its tables, and how sure the best arrangement is."""

from collections.abc import Callable
from typing import Any, Final

from benchmarks.kernels import best_games
from benchmarks.measurement import Measurement, Peer, best_rate
from benchmarks.positions import begin_again, make_random_plies, walk
from fivefold.contract import ANYONE, CHANCE, NOBODY, PolicyRollouts
from fivefold.engine.arrangement_search import arrange
from fivefold.engine.compile import kernels_of
from fivefold.engine.functions import RaceFunctions, RuleFunctions, race_functions, search_of
from fivefold.engine.kernels import Jit, Kernels, PlainKernels
from fivefold.engine.policy_rollout import make_mover, make_next_move
from fivefold.lab.arrangements import random_game
from fivefold.lab.configuration import Configuration, configuration_of
from fivefold.lab.matches import derived_seed
from fivefold.parts.dice import below
from fivefold.play import options
from fivefold.play.catalogue import find
from fivefold.play.match import Match

PRESET: Final = "Poker Squares American"
SECONDS: Final = 2.0
LONGER: Final = 10


def measure_squares(quick: bool) -> list[Measurement]:
    """Measure whole games of the preset Poker Squares American: at random, and by the learnt tables."""
    game, set_up = find("solitaire"), configuration_of(find("solitaire"), PRESET, {})
    kernels = kernels_of(game)
    match = Match(game, seed=1, **dict[str, Any](set_up.options))
    made, run = walk(kernels, match), kernels(make_random_plies, kernels.rules)
    run(*made, 10)
    begin_again(made)
    rate = best_games(run, made, 200_000 if quick else 5_000_000, 2 if quick else 5)
    random = Measurement("Poker Squares, compiled: complete random games", rate, "games/s", 60_000)
    games, repeats = (1_000, 2) if quick else (20_000, 3)
    compiled = best_rate(policy_games(kernels, set_up, games), games, repeats)
    plain = Peer("plain Python", best_rate(policy_games(PlainKernels(game), set_up, 3), 3, 1))
    name = "Poker Squares, compiled: complete games by the learnt tables"
    return [random, Measurement(name, compiled, "games/s", 10_000, peers=(plain,))]


def policy_games(kernels: Kernels, set_up: Configuration, games: int) -> Any:
    """Return what plays so many games by first sight."""
    rules, search, size = kernels.rules, search_of(kernels.game, PolicyRollouts), kernels.rules.size
    run = kernels(make_policy_games, rules, search, race_functions(kernels.game))
    start, row, moves = kernels.zeros(size), kernels.zeros(size), kernels.zeros(rules.max_moves)
    first = [0] * size
    values = options.resolve(kernels.game, dict(set_up.options), lambda label, count: 0)
    kernels.game.rules.setup(first, options.codes(kernels.game, values))
    for place, cell in enumerate(first):
        start[place] = cell
    run(start, row, moves, kernels.zeros(1), 1, kernels.zeros(2))
    return lambda: run(start, row, moves, kernels.zeros(1), games, kernels.zeros(2))


def make_policy_games(
    rules: RuleFunctions, search: PolicyRollouts, race: RaceFunctions | None, jit: Jit, kernel: Jit
) -> Callable[[Any, Any, Any, Any, int, Any], int]:
    """Make ``policy_games(start, row, moves, dice, games, sums) -> games done``: whole games of the policy.

    ``start`` and ``row`` (scratch) are int64[SIZE], ``moves`` int64[MAX_MOVES]. ``sums`` (int64[2]) gets the first
    seat's points and their squares added.
    """
    to_move, legal_moves, play, scores, size = rules.to_move, rules.legal_moves, rules.play, rules.scores, rules.size
    mover_of, next_move = make_mover(rules, race, jit), make_next_move(rules, search, jit)

    @kernel
    def policy_games(start: Any, row: Any, moves: Any, dice: Any, games: int, sums: Any) -> int:
        for done in range(games):
            for place in range(size):
                row[place] = start[place]
            seat = done % 2
            while to_move(row) != NOBODY:
                if to_move(row) == CHANCE:
                    play(row, moves[below(dice, legal_moves(row, moves))])
                else:
                    racing = to_move(row) == ANYONE
                    move = next_move(row, seat, 2 if racing else 1)
                    if move < 0:
                        return done
                    if racing:
                        seat = 1 - mover_of(row, move)
                    play(row, move)
            scores(row, moves)
            sums[0] += moves[0]
            sums[1] += moves[0] * moves[0]
        return int(games)

    return policy_games


def measure_hindsight(quick: bool) -> list[Measurement]:
    """Measure how much of the best arrangement of 25 cards is found in two seconds, and how soon it stays so."""
    game, set_up = find("solitaire"), configuration_of(find("solitaire"), PRESET, {})
    kernels, games = kernels_of(game), 2 if quick else 8
    found, most = 0, 0
    for number in range(games):
        match = random_game(game, set_up, derived_seed(1, number))
        points = arrange(kernels, match, 0, SECONDS).points
        longer = arrange(kernels, match, 0, SECONDS if quick else SECONDS * LONGER, salt=2).points
        found, most = found + points, most + max(points, longer)
    name = f"Poker Squares: best arrangement in {SECONDS:g} s, of the best in {LONGER} times as long"
    note = f"{games} random games, on average {found / games:.1f} points"
    return [Measurement(name, 100 * found / most, "%", 99.5, note=note)]
