"""How fast things are, each beside its target and, where there is one, a peer in the same run.

``python -m benchmarks NAME ...`` from the folder of the source code: nothing here is part of the package.
"""

import argparse
import sys
from collections.abc import Callable, Mapping, Sequence
from importlib import import_module
from typing import Final

from benchmarks import table
from benchmarks.measurement import Measurement
from fivefold.command import FINE, USAGE
from fivefold.contract.errors import FivefoldError, InvalidOption

Bench = Callable[[bool], list[Measurement]]
"""Measures, quickly if true."""
WEB: Final = (
    "updates",
    "web",
    "watching",
    "flags",
    "floods",
    "histories",
    "lobby",
    "ratings",
    "clocks",
    "mail",
    "metrics",
)
"""What measures the served house."""
SERVER: Final = ("server", "boardgame", "streams", "restart", "processes", "growth")
"""What measures programs at it."""


BENCHES: Final[Mapping[str, str]] = {
    "start": "plain.measure_start",
    "plain": "plain.measure_plain",
    "moves": "plain.measure_moves",
    "plies": "kernels.measure_plies",
    "perft": "kernels.measure_perft",
    "locus": "kernels.measure_locus",
    "games": "kernels.measure_games",
    "squares": "solitaire.measure_squares",
    "hindsight": "solitaire.measure_hindsight",
    "turn": "turns.measure_turn",
    "hands": "hands.measure_hands",
    "ending": "search.measure_ending",
    "compile": "compiling.measure_compile",
    "ratings": "ratings.measure_ratings",
    "predictions": "predictions.measure_predictions",
    "clocks": "clocks.measure_clocks",
    "mail": "mail.measure_mail",
    "metrics": "metrics.measure_metrics",
    "design": "design.measure_design",
    "ray": "cluster.measure_ray",
    "batch": "batch.measure_batch",
    "doors": "doors.measure_doors",
    "updates": "web.measure_updates",
    "web": "web.measure_web",
    "watching": "web.measure_streams",
    "flags": "web.measure_flags",
    "floods": "web.measure_floods",
    "histories": "web.measure_histories",
    "lobby": "web.measure_lobby",
    "server": "server.measure_server",
    "boardgame": "server.measure_boardgame",
    "streams": "server.measure_streams",
    "restart": "server.measure_restart",
    "processes": "server.measure_processes",
    "growth": "server.measure_growth",
}
"""Everything that can be measured: module and function, imported to be run, by the name that selects it."""


def bench(place: str) -> Bench:
    """Return what measures: one of ``BENCHES``."""
    module, _, function = place.partition(".")
    found: Bench = getattr(import_module(f"benchmarks.{module}"), function)
    return found


def main(arguments: Sequence[str] | None = None) -> int:
    """Measure what the arguments select, everything if they name nothing, and print it; return the exit status.

    A benchmark does not judge: figures below their targets are no error.
    """
    options = parser().parse_args(arguments)
    try:
        rows = measure([*(WEB if options.web else ()), *(SERVER if options.server else ()), *options.names], options)
    except FivefoldError as error:
        print(f"benchmarks: {error}", file=sys.stderr)
        return USAGE
    if options.json:
        print(table.as_json(rows))
    else:
        table.show(rows)
    return FINE


def measure(names: Sequence[str], options: argparse.Namespace) -> list[Measurement]:
    """Return the measurements that ``names`` select, in a fixed order; which one is under way is said on stderr.

    Raises ``InvalidOption`` for an unknown name.
    """
    if options.database:
        from benchmarks.server import houses  # noqa: PLC0415

        houses.given[:] = [options.database]
    for name in names:
        if name not in BENCHES:
            raise InvalidOption(f"{name}: there is no such bench; there are {', '.join(BENCHES)}")
    rows = list[Measurement]()
    for name, place in BENCHES.items():
        if not names or name in names:
            print(f"measuring {name} ...", file=sys.stderr, flush=True)
            rows += bench(place)(options.quick)
    return rows


def parser() -> argparse.ArgumentParser:
    """Return what reads the command line."""
    said = "Time the rules, the search and a served house, each figure beside its target."
    made = argparse.ArgumentParser(prog="python -m benchmarks", description=said, allow_abbrev=False)
    made.add_argument("names", nargs="*", metavar="NAME", help=f"only these of {', '.join(BENCHES)}")
    made.add_argument("--web", action="store_true", help="only the served page and its matches")
    made.add_argument("--server", action="store_true", help="only programs that play over the API")
    made.add_argument(
        "--database", default="", metavar="URL", help="an empty PostgreSQL database for --server (one of its own)"
    )
    made.add_argument("--quick", action="store_true", help="a few seconds instead of minutes")
    made.add_argument("--json", action="store_true", help="print the figures as JSON")
    return made
