"""The ladder of a game for one: what each level scores on the same packs. Part of ``fivefold ladder`` and ``match``."""

import argparse
from pathlib import Path

from fivefold.command import FINE, INTERRUPTED, at_least_one, process_count
from fivefold.contract import Game
from fivefold.contract.errors import InvalidOption
from fivefold.engine.opponents import LEVELS
from fivefold.lab.measuring import solo
from fivefold.lab.measuring.configuration import Configuration
from fivefold.lab.measuring.pairing import total_effort
from fivefold.lab.measuring.solo import Series, play_series
from fivefold.lab.measuring.statistics import average, difference
from fivefold.lab.players.known import prepare, title
from fivefold.lab.reporting import solo_page


def measure_levels(game: Game, configuration: Configuration, options: argparse.Namespace) -> int:
    """Measure those of the levels asked for that have no result yet, and write the page after each."""
    games, processes, out = at_least_one("pairs", options.pairs), process_count(options.jobs), Path(options.out)
    levels = parse_levels(options.rungs)
    file = out / f"{configuration.stem(game)}.jsonl"
    prepare(game, [str(level) for level in levels])
    try:
        for level in levels:
            series = Series(game.key, str(level), configuration.options, options.scale, options.seed)
            measure_level(game, configuration, series, games, processes, file, bool(options.fresh or options.rungs))
    except KeyboardInterrupt:
        print("Interrupted: fivefold ladder goes on from here with the same --pairs, --scale and --seed.")
        return INTERRUPTED
    print(solo_page.write(game, configuration, solo.load_levels(file), out))
    return FINE


def parse_levels(text: str | None) -> list[int]:
    """Return the levels that a list such as ``2,3,7`` names, all if there is no list. Raises ``InvalidOption``."""
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
    game: Game, configuration: Configuration, series: Series, games: int, processes: int, file: Path, anew: bool
) -> None:
    """Measure one level, unless there is a result under these conditions, save it and rewrite the page."""
    found, level = solo.load_levels(file), int(series.player)
    if anew or level not in found or not found[level].holds(game, series, games):
        scored = play_series(game, series, games, processes)
        found[level] = solo.level_scores(series, scored)
        solo.save_levels(file, found.values())
        solo_page.write(game, configuration, found, file.parent)
        solo.draft_file(series).unlink(missing_ok=True)
    mean = average([float(points) for points in found[level].points])
    print(f"{title(game, series.player)}: {mean.mean:.2f} points a game ({solo_page.interval(mean)})", flush=True)


def compare(game: Game, configuration: Configuration, a: str, b: str, options: argparse.Namespace) -> int:
    """Let two players play the same packs, each alone, and print what came out."""
    games, processes = at_least_one("pairs", options.pairs), process_count(options.jobs)
    prepare(game, (a, b))
    points = []
    print(f"{solo_page.heading(game, configuration)}: {title(game, a)} and {title(game, b)}, {games} packs")
    for player in (a, b):
        series = Series(game.key, player, configuration.options, options.scale, options.seed)
        scored = play_series(game, series, games, processes)
        solo.draft_file(series).unlink(missing_ok=True)
        points.append([each.points for each in scored])
        mean, spent = average([float(each) for each in points[-1]]), total_effort(each.effort for each in scored)
        print(
            f"{title(game, player):24}  {mean.mean:.2f} points a game ({solo_page.interval(mean)}),"
            f" {spent.seconds / games:.2g} s a game",
            flush=True,
        )
    apart = difference(points[0], points[1])
    print(f"{'difference':24}  {apart.mean:+.2f} ({solo_page.interval(apart)})")
    return FINE
