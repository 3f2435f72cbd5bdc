"""The ladder of a game for one: what each level scores on the same packs. Part of ``fivefold ladder`` and ``match``."""

import argparse
from pathlib import Path

from fivefold.command import FINE, INTERRUPTED, at_least_one, process_count
from fivefold.contract import Game
from fivefold.contract.errors import InvalidOption
from fivefold.engine.opponents import LEVELS
from fivefold.lab import solo, solo_page
from fivefold.lab.configuration import SetUp
from fivefold.lab.pairing import together
from fivefold.lab.players import prepare, title
from fivefold.lab.solo import Measured, Scored, Series, measure
from fivefold.lab.statistics import average, difference


def climb(game: Game, set_up: SetUp, options: argparse.Namespace) -> int:
    """Measure the levels the command line asks for that are not yet measured, and write the page after each."""
    games, processes, out = at_least_one("pairs", options.pairs), process_count(options.jobs), Path(options.out)
    levels = asked(options.rungs)
    file = out / f"{set_up.stem(game)}.jsonl"
    prepare(game, [str(level) for level in levels])
    try:
        for level in levels:
            series = Series(game.key, str(level), set_up.options, options.scale, options.seed)
            measure_level(game, set_up, series, games, processes, file, bool(options.fresh or options.rungs))
    except KeyboardInterrupt:
        print("Interrupted: fivefold ladder goes on from here with the same --pairs, --scale and --seed.")
        return INTERRUPTED
    print(solo_page.write(game, set_up, solo.saved(file), out))
    return FINE


def asked(text: str | None) -> list[int]:
    """Return the levels a list such as ``2,3,7`` means, without one all. Raises ``InvalidOption``."""
    levels = list(range(1, len(LEVELS) + 1))
    if not text:
        return levels
    words = [word.strip() for word in text.split(",")]
    for word in words:
        if word not in map(str, levels):
            raise InvalidOption(
                f"--rungs {text}: where one plays alone it takes levels, 1 to {len(levels)}, not {word!r}"
            )
    return sorted({int(word) for word in words})


def measure_level(
    game: Game, set_up: SetUp, series: Series, games: int, processes: int, file: Path, anew: bool
) -> None:
    """Measure one level, unless it is measured under these conditions, save it and write the page anew."""
    found, level = solo.saved(file), int(series.player)
    if anew or level not in found or not found[level].holds(game, series, games):
        scored = measure(game, series, games, processes)
        found[level] = kept(series, scored)
        solo.save(file, found.values())
        solo_page.write(game, set_up, found, file.parent)
        solo.draft(series).unlink(missing_ok=True)
    mean = average([float(points) for points in found[level].points])
    print(f"{title(game, series.player)}: {mean.mean:.2f} points a game ({solo_page.interval(mean)})", flush=True)


def kept(series: Series, scored: list[Scored]) -> Measured:
    """Return the games of a level as they are kept."""
    return solo.measured(series, scored, together(each.effort for each in scored))


def compare(game: Game, set_up: SetUp, a: str, b: str, options: argparse.Namespace) -> int:
    """Let two players play the same packs, each alone, and print what came out."""
    games, processes = at_least_one("pairs", options.pairs), process_count(options.jobs)
    prepare(game, (a, b))
    points = []
    print(f"{solo_page.heading(game, set_up)}: {title(game, a)} and {title(game, b)}, {games} packs")
    for player in (a, b):
        series = Series(game.key, player, set_up.options, options.scale, options.seed)
        scored = measure(game, series, games, processes)
        solo.draft(series).unlink(missing_ok=True)
        points.append([each.points for each in scored])
        mean, spent = average([float(each) for each in points[-1]]), together(each.effort for each in scored)
        print(
            f"{title(game, player):24}  {mean.mean:.2f} points a game ({solo_page.interval(mean)}),"
            f" {spent.seconds / games:.2g} s a game",
            flush=True,
        )
    apart = difference(points[0], points[1])
    print(f"{'difference':24}  {apart.mean:+.2f} ({solo_page.interval(apart)})")
    return FINE
