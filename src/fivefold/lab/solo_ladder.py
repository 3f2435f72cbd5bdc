"""The ladder of a game for one: what each level scores on the same packs. Part of ``fivefold ladder`` and ``match``."""

import argparse
from collections import Counter
from collections.abc import Sequence
from contextlib import ExitStack
from pathlib import Path

from fivefold.command import FINE, at_least_one
from fivefold.contract import Game
from fivefold.contract.errors import InvalidOption
from fivefold.engine.opponents import LEVELS
from fivefold.lab.measuring import solo
from fivefold.lab.measuring.configuration import Configuration
from fivefold.lab.measuring.pairing import total_effort
from fivefold.lab.measuring.solo import Series, series_job
from fivefold.lab.measuring.statistics import average, difference
from fivefold.lab.players.known import prepare, title
from fivefold.lab.reporting import solo_page
from fivefold.lab.running.execution import finished
from fivefold.lab.running.places import Place, place_of
from fivefold.parts.words import counted


def measure_levels(game: Game, configuration: Configuration, options: argparse.Namespace) -> int:
    """Measure those of the levels asked for that have no result yet, and write the page after each."""
    games, place, out = at_least_one("pairs", options.pairs), place_of(options), options.out
    levels, anew = parse_levels(options.rungs), bool(options.fresh or options.rungs)
    file = out / f"{configuration.stem(game)}.jsonl"
    prepare(game, [str(level) for level in levels])
    with ExitStack() as ladder:
        for number in levels:
            series = Series(game.key, str(number), configuration.options, options.scale, options.seed)
            found = solo.load_levels(file).get(number)
            with ExitStack() as level:
                if anew or found is None or not found.holds(game, series, games):
                    # What is measured anew is kept to the end: the same command would measure all of it again.
                    measure_level(game, configuration, series, games, place, file, ladder if anew else level)
            print(f"{title(game, series.player)}: {points_text(solo.load_levels(file)[number].points)}", flush=True)
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
    game: Game, configuration: Configuration, series: Series, games: int, place: Place, file: Path, until: ExitStack
) -> None:
    """Measure one level, save it and rewrite the page. Its games are kept ``until`` then."""
    scored = until.enter_context(finished(series_job(game, series, games), place))
    found = {**solo.load_levels(file), int(series.player): solo.level_scores(series, scored)}
    solo.save_levels(file, found.values())
    solo_page.write(game, configuration, found, file.parent)


def points_text(points: Sequence[int]) -> str:
    """Return the mean of what was scored and its interval, in words."""
    mean = average([float(each) for each in points])
    return f"{mean.mean:.2f} points a game ({solo_page.interval(mean)})"


def compare(game: Game, configuration: Configuration, a: str, b: str, options: argparse.Namespace) -> int:
    """Let two players play the same packs, each alone, and print what came out."""
    games, place = at_least_one("pairs", options.pairs), place_of(options)
    prepare(game, (a, b))
    points = []
    print(f"{configuration.heading(game)}: {title(game, a)} and {title(game, b)}, {games} packs")
    with ExitStack() as kept:
        for player in (a, b):
            series = Series(game.key, player, configuration.options, options.scale, options.seed)
            scored = kept.enter_context(finished(series_job(game, series, games), place))
            points.append([each.points for each in scored])
            spent = total_effort(each.effort for each in scored).seconds / games
            print(f"{title(game, player):24}  {points_text(points[-1])}, {spent:.2g} s a game", flush=True)
            for what, count in Counter(each.lost for each in scored if each.lost).items():
                print(f"{'':24}  lost {counted(count, 'game')} by a mistake, {what}")
        apart = difference(points[0], points[1])
        print(f"{'difference':24}  {apart.mean:+.2f} ({solo_page.interval(apart)})")
    return FINE
