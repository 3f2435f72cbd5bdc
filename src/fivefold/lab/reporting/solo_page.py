"""The page about what a game's opponents score when they play alone, and its plot."""

import math
from collections.abc import Mapping, Sequence
from pathlib import Path

from fivefold.contract import Game
from fivefold.lab.measuring.configuration import Configuration
from fivefold.lab.measuring.solo import LevelScores
from fivefold.lab.measuring.statistics import Mean, average, difference
from fivefold.lab.reporting.strength_page import NO_PLOT, levels

COLUMNS = (
    "level",
    "opponent",
    "games",
    "points a game",
    "95 % interval",
    "spread",
    "over the level below",
    "95 % interval",
    "s a game",
    "wanted",
)


def write(game: Game, configuration: Configuration, found: Mapping[int, LevelScores], folder: Path) -> str:
    """Write the page and its plot from what is measured; return what to tell the user."""
    stem = configuration.stem(game)
    file, drawn = folder / f"{stem}.md", folder / f"{stem}.svg"
    ordered = [found[level] for level in sorted(found)]
    try:
        from fivefold.lab.reporting import plot  # noqa: PLC0415  matplotlib is an extra that may be missing
    except ModuleNotFoundError as error:
        if error.name != "matplotlib":
            raise
        drawn.unlink(missing_ok=True)
        file.write_text(page(game, configuration, ordered, False, links_to_others(game, file)))
        return f"Written: {file}. {NO_PLOT}"
    means = {each.level: average([float(points) for points in each.points]) for each in ordered}
    plot.draw_points(game, means, configuration.heading(game), drawn)
    file.write_text(page(game, configuration, ordered, True, links_to_others(game, file)))
    return f"Written: {file}, {drawn.name}"


def links_to_others(game: Game, file: Path) -> list[str]:
    """Return a paragraph with links to what else was measured of a game, if there is any."""
    found = [other for other in sorted(file.parent.glob(f"{game.key}*.md")) if other != file]
    titles = [other.read_text().partition("\n")[0].removeprefix("# ").partition(":")[0] for other in found]
    links = [f"[{title}]({other.name})" for title, other in zip(titles, found, strict=True)]
    return [f"Also measured: {', '.join(links)}."] if links else []


def page(
    game: Game, configuration: Configuration, found: Sequence[LevelScores], drawn: bool, others: Sequence[str] = ()
) -> str:
    """Return the page as Markdown."""
    parts = [
        f"# {configuration.heading(game)}: what the seven opponents score",
        "Each level plays alone, on the same packs of cards as the others; levels are compared pack by pack.",
        table(game, found),
        *([f"![Points by level]({configuration.stem(game)}.svg)"] if drawn else []),
        "The spread is the standard deviation of single games. Wanted is that each level scores more than the one below"
        " it, the interval of the difference clear of zero.",
        "## The levels",
        levels(game),
        "## To measure it again",
        how_to_repeat(game, configuration, found),
        *others,
    ]
    return "\n\n".join(parts) + "\n"


def table(game: Game, found: Sequence[LevelScores]) -> str:
    """Return the levels as a table, a line each."""
    lines = [f"| {' | '.join(COLUMNS)} |", "|--:|---|" + "--:|" * (len(COLUMNS) - 3) + "---|"]
    below: LevelScores | None = None
    for each in found:
        lines.append(f"| {' | '.join(cells(game, each, below))} |")
        below = each
    return "\n".join(lines)


def cells(game: Game, each: LevelScores, below: LevelScores | None) -> tuple[str, ...]:
    """Return one line of the table."""
    mean, apart = average([float(points) for points in each.points]), None
    if below is not None and below.level == each.level - 1 and below.seed == each.seed:
        apart = difference(each.points, below.points)
    met = "" if apart is None else ("yes" if apart.low > 0 else "**no**")
    seconds = each.effort.seconds / len(each.points)
    return (
        str(each.level),
        game.personas[each.level - 1].name,
        f"{len(each.points):,}",
        f"{mean.mean:.1f}",
        interval(mean),
        f"{mean.spread:.1f}" if math.isfinite(mean.spread) else "",
        "" if apart is None else f"{apart.mean:+.1f}",
        "" if apart is None else interval(apart),
        f"{seconds:.2g}",
        met,
    )


def interval(mean: Mean) -> str:
    """Return an interval in words; a single game has none."""
    return f"{mean.low:.1f} to {mean.high:.1f}" if math.isfinite(mean.half) else "unknown"


def how_to_repeat(game: Game, configuration: Configuration, found: Sequence[LevelScores]) -> str:
    """Return the commands that measure the page again, and the machine it was measured on."""
    commands: dict[tuple[int, float, int], list[int]] = {}
    for each in found:
        commands.setdefault((len(each.points), each.scale, each.seed), []).append(each.level)
    lines = [
        " ".join(
            part
            for part in (
                f"fivefold ladder {game.key}",
                configuration.arguments,
                f"--pairs {games} --scale {scale:g} --seed {seed} --rungs {','.join(map(str, listed))}",
            )
            if part
        )
        for (games, scale, seed), listed in commands.items()
    ]
    machines = ", ".join(dict.fromkeys(each.machine for each in found))
    text = "```\n" + "\n".join(lines) + "\n```\n\n"
    return text + f"Of a game for one `--pairs` says how many packs are played. Measured on {machines}."
