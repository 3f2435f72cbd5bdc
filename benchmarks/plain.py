"""The rules as people play them: plain Python, nothing compiled, nothing waited for."""

import random
import subprocess
import sys
from functools import partial

from benchmarks.measurement import Measurement, best_rate
from fivefold.contract import NOBODY, Rules
from fivefold.contract.words import explain
from fivefold.play.catalogue import find
from fivefold.play.match import Match

# The import is timed inside a new interpreter; what `python` itself takes to start is not ours.
_IMPORT = """
import sys, time
started = time.perf_counter()
import fivefold
took = time.perf_counter() - started
match = fivefold.Match("focus", seed=1)
begun = time.perf_counter()
match.play("b2-c2:1")
print(took, time.perf_counter() - begun, int("numba" in sys.modules))
"""


def measure_plain(quick: bool) -> list[Measurement]:
    """Measure Focus in plain Python: legal moves and play, random."""
    plies = 2_000 if quick else 20_000
    rate = best_rate(lambda: random_plies(plies), plies, 2 if quick else 5)
    return [Measurement("Focus, plain Python: legal moves and play", rate, "plies/s", 20_000)]


def random_plies(plies: int) -> None:
    """Play so many random plies of Focus, from the start again whenever a game ends."""
    match, choices = Match("focus", seed=1), random.Random(1)
    rules: Rules = match.game.rules
    row, moves = match.row.copy(), [0] * rules.MAX_MOVES
    for _ in range(plies):
        if rules.to_move(row) == NOBODY:
            row = match.row.copy()
        count = rules.legal_moves(row, moves)
        rules.play(row, moves[int(choices.random() * count)])


def measure_moves(quick: bool) -> list[Measurement]:
    """Measure what a person's move asks of the rules in Pokeros, Dice Poker and Poker Solitaire, in plain Python."""
    note = "legal moves with words, picks and what each would bring, and the move made; without pictures"
    rows = []
    for key in ("pokeros", "dice_poker", "solitaire"):
        moves = 40 if quick else 400
        rate = best_rate(partial(persons_moves, key, moves), moves, 2 if quick else 5)
        name = f"{find(key).name}, plain Python: a person's move"
        rows.append(Measurement(name, 1000 / rate, "ms", 2.0, at_most=True, note=note))
    return rows


def persons_moves(key: str, moves: int) -> None:
    """Make so many random moves of a game as for a person: all legal ones are said and previewed first."""
    match, choices = Match(key, seed=1), random.Random(1)
    notation, spotlight = match.game.notation, match.game.picture.spotlight
    for _ in range(moves):
        if match.outcome is not None:
            match = Match(key, seed=1)
        legal = match.legal()
        for move in legal:
            notation.say(match.row, move, match.to_move)
            notation.clicks(match.row, move)
            explain(match.game.notation, match.row, move)
            spotlight(match.row, move)
        match.make(choices.choice(legal))


def measure_start(quick: bool) -> list[Measurement]:
    """Measure what a player waits for: the import, and the first move after it."""
    runs = [_import_once() for _ in range(2 if quick else 5)]
    compiler = "the compiler is imported too!" if any(loaded for *_, loaded in runs) else "the compiler is not imported"
    return [
        Measurement("import fivefold", min(run[0] for run in runs), "s", 0.3, at_most=True, note=compiler),
        Measurement("Focus: the first move of a match", 1000 * min(run[1] for run in runs), "ms", 1.0, at_most=True),
    ]


def _import_once() -> tuple[float, float, bool]:
    done = subprocess.run([sys.executable, "-c", _IMPORT], capture_output=True, text=True, check=True)  # noqa: S603
    took, first, loaded = done.stdout.split()
    return float(took), float(first), loaded == "1"
