"""The rules compiled: random plies, perft, whole games."""

import random
from importlib import import_module
from typing import Any, Final

from benchmarks.measurement import PEERS_MISSING, Measurement, Peer, best_rate, seconds
from benchmarks.plain import random_plies
from benchmarks.positions import Walk, begin_again, make_random_plies, walk
from fivefold.engine.compile import kernels_of
from fivefold.engine.perft import perft
from fivefold.play.match import Match

SPIEL_GAMES: Final = ("breakthrough", "amazons")
RANDOM_GAMES: Final = (
    ("pokeros", "Pokeros, compiled: complete random games with scores", 20_000),
    ("dice_poker", "Dice Poker, compiled: complete random games for two", 1_500),
)
TURNS: Final = 36
"""Turns in a game of Locus Poker on the usual grid."""


def measure_plies(quick: bool) -> list[Measurement]:
    """Measure random plies of compiled Focus, beside our plain Python and compiled board games of OpenSpiel."""
    plies, repeats = (200_000, 2) if quick else (2_000_000, 5)
    run, made = _random_plies("focus")
    rate = best_rate(lambda: run(*made, plies), plies, repeats)
    fewer = plies // 100
    plain = Peer("plain Python", best_rate(lambda: random_plies(fewer), fewer, repeats))
    spiel = tuple(_spiel_plies(name, fewer, repeats) for name in SPIEL_GAMES)
    return [Measurement("Focus, compiled: random plies, one core", rate, "plies/s", 2_000_000, peers=(plain, *spiel))]


def _random_plies(key: str) -> tuple[Any, Walk]:
    match = Match(key, seed=1)
    kernels = kernels_of(match.game)
    run, made = kernels(make_random_plies, kernels.rules), walk(kernels, match)
    run(*made, 10)
    begin_again(made)
    return run, made


def _spiel_plies(name: str, plies: int, repeats: int) -> Peer:
    label = f"OpenSpiel {name}, from Python"
    try:
        spiel = import_module("pyspiel")
    except ImportError:
        return Peer(label, None, PEERS_MISSING)
    game = spiel.load_game(name)
    return Peer(label, best_rate(lambda: spiel_plies(game, plies), plies, repeats))


def spiel_plies(game: Any, plies: int) -> None:
    """Play so many random plies of an OpenSpiel game the way its Python interface is meant to be used."""
    state, choices = game.new_initial_state(), random.Random(1)
    for _ in range(plies):
        if state.is_terminal():
            state = game.new_initial_state()
        actions = state.legal_actions()
        state.apply_action(actions[int(choices.random() * len(actions))])


def measure_perft(quick: bool) -> list[Measurement]:
    """Measure perft of compiled Focus from the start, where the last ply is counted and not played."""
    match, depth = Match("focus", patience=0), 3 if quick else 4
    perft(match, 1)
    sequences = sum(perft(match, depth))
    rate = best_rate(lambda: perft(match, depth), sequences, 2 if quick else 5)
    plain_depth = depth - 1
    plain = Peer(
        "plain Python", sum(perft(match, plain_depth)) / seconds(lambda: perft(match, plain_depth, compiled=False))
    )
    name = f"Focus, compiled: perft to depth {depth}, last ply in bulk"
    return [Measurement(name, rate, "moves/s", 100_000_000, peers=(plain,))]


def measure_games(quick: bool) -> list[Measurement]:
    """Measure whole random games, every turn scored, of compiled Pokeros and of Dice Poker for two."""
    rows = []
    for key, label, target in RANDOM_GAMES:
        run, made = _random_plies(key)
        plies = 200_000 if quick else 5_000_000
        rows.append(Measurement(label, best_games(run, made, plies, 2 if quick else 5), "games/s", target))
    return rows


def best_games(run: Any, made: Walk, plies: int, repeats: int) -> float:
    """Return the games a second in the fastest of ``repeats`` runs of so many random plies, the same each time."""
    games = list[int]()

    def play() -> None:
        begin_again(made)
        made.dice[0] = 1
        games.append(int(run(*made, plies)))

    return best_rate(play, 1, repeats) * games[0]


def measure_locus(quick: bool) -> list[Measurement]:
    """Measure whole random games of compiled Locus Poker on the usual grid, from a deal on; every turn is scored."""
    games, repeats = (2_000, 2) if quick else (50_000, 5)
    run, made = _random_plies("locus")
    # One ply more than the games have: a game is counted when the next one begins.
    plies = TURNS * games + 1

    def play() -> None:
        begin_again(made)
        if run(*made, plies) != games:
            raise RuntimeError(f"{plies} plies should be {games} games of {TURNS} turns and one ply")

    name = "Locus Poker, compiled: complete random 6x6 games"
    return [Measurement(name, best_rate(play, games, repeats), "games/s", 25_000)]
