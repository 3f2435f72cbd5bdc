"""Poker Solitaire compiled: whole games at random and by its tables, and how sure the best arrangement is."""

from typing import Any, Final

from benchmarks.kernels import best_games
from benchmarks.measurement import Measurement, Peer, best_rate
from benchmarks.positions import begin_again, walk
from fivefold.contract import PolicyRollouts
from fivefold.engine.arrangement_search import arrange
from fivefold.engine.compile import kernels_of
from fivefold.engine.functions import race_functions, search_of
from fivefold.engine.kernels import Kernels, PlainKernels
from fivefold.engine.perft import make_random_plies
from fivefold.engine.policy_rollout import make_policy_games
from fivefold.lab.arrangements import random_game
from fivefold.lab.configuration import Configuration, configuration_of
from fivefold.lab.matches import derived_seed
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
