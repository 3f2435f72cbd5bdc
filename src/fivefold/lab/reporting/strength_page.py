"""The page about the strength of a game's opponents."""

from collections.abc import Sequence
from pathlib import Path

from fivefold.contract import Game
from fivefold.engine.budget import Budget
from fivefold.engine.opponents import levels_of
from fivefold.lab.measuring import results_store
from fivefold.lab.measuring.configuration import Configuration
from fivefold.lab.measuring.level_pair import Rung, budget_text
from fivefold.lab.measuring.results_store import DEFAULTS
from fivefold.lab.measuring.statistics import elo_text, interval_text, percent
from fivefold.lab.measuring.summary import seconds_text

COLUMNS = (
    "pair",
    "pairs",
    "won / drawn / lost",
    "score",
    "95 % interval",
    "Elo",
    "margin",
    "plies",
    "s a move",
    "wanted",
)
NO_PLOT = "The plot is left out: it needs matplotlib (pip install matplotlib)."


def write(game: Game, folder: Path, configuration: Configuration = DEFAULTS) -> str:
    """Write a game's page and its plot from the finished rungs, if there are any; return what to tell the user."""
    rungs = list(results_store.load_rungs(folder, game, configuration).values())
    if not rungs:
        return f"{game.name}: nothing is measured yet"
    stem = configuration.stem(game)
    file, drawn = folder / f"{stem}.md", folder / f"{stem}.svg"
    try:
        from fivefold.lab.reporting import plot  # noqa: PLC0415  matplotlib is an extra that may be missing
    except ModuleNotFoundError as error:
        if error.name != "matplotlib":
            raise
        drawn.unlink(missing_ok=True)
        file.write_text(page(game, rungs, False, configuration))
        return f"Written: {file}. {NO_PLOT}"
    plot.draw(game, rungs, drawn)
    file.write_text(page(game, rungs, True, configuration))
    return f"Written: {file}, {drawn.name}"


def page(game: Game, rungs: Sequence[Rung], drawn: bool, configuration: Configuration = DEFAULTS) -> str:
    """Return the page as Markdown."""
    unit = "double matches (the points of both games added)" if game.traits.doubles else "pairs of games"
    what = configuration.heading(game)
    parts = [
        f"# {what}: how strong the seven opponents are",
        f"Each level meets the one below it in {unit}: the same start, seats swapped."
        " Score and Elo are those of the level named first, the margin its lead in points a game.",
        table(rungs),
        *([f"![Elo by level]({configuration.stem(game)}.svg)"] if drawn else []),
        "Wanted are 60 % against the level below and 99 % of the strongest against the weakest."
        " The interval is Wilson's, with the spread measured over pairs.",
        "## The levels",
        levels(game),
        "## To measure it again",
        how_to_repeat(game, rungs, configuration),
    ]
    return "\n\n".join(parts) + "\n"


def table(rungs: Sequence[Rung]) -> str:
    """Return the rungs as a table, a line each."""
    lines = [f"| {' | '.join(COLUMNS)} |", "|---|" + "--:|" * (len(COLUMNS) - 2) + "---|"]
    return "\n".join([*lines, *(f"| {' | '.join(cells(rung))} |" for rung in rungs)])


def cells(rung: Rung) -> tuple[str, ...]:
    """Return one line of the table."""
    terms, result = rung.conditions, rung.result
    met = "yes" if result.score.mean >= terms.wanted else "**no**"
    return (
        f"{terms.upper} v {terms.lower}",
        str(result.pairs),
        f"{result.won} / {result.drawn} / {result.lost}",
        percent(result.score.mean),
        interval_text(result.score),
        elo_text(result.score),
        f"{result.margin:+.1f}",
        f"{result.plies:.0f}",
        f"{seconds_text(result.effort_a)} / {seconds_text(result.effort_b)}",
        f"{100 * terms.wanted:.0f} %: {met}",
    )


def levels(game: Game) -> str:
    """Return who plays at which level and what it may spend."""
    lines = ["| level | opponent | may spend |", "|--:|---|---|"]
    for level, budget in enumerate(levels_of(game), start=1):
        lines.append(f"| {level} | {game.personas[level - 1].name} | {spending(budget)} |")
    return "\n".join(lines)


def spending(budget: Budget) -> str:
    """Return what a level may spend and what it overlooks, in words."""
    parts = []
    if budget.depth < 60:
        parts.append(f"{budget.depth} {'ply' if budget.depth == 1 else 'plies'} deep")
    if budget.nodes < 1 << 39:
        parts.append(f"{budget.nodes:,} positions")
    if budget.seconds < float("inf"):
        parts.append(f"{budget.seconds:g} s")
    if not budget.insight:
        parts.append("sees only the points on the table")
    if budget.slip:
        parts.append(f"overlooks {budget.slip} % of the moves")
    return ", ".join(parts)


def how_to_repeat(game: Game, rungs: Sequence[Rung], configuration: Configuration = DEFAULTS) -> str:
    """Return the command that measures the page again, the machine it was measured on, and what has changed since."""
    chosen = f" {configuration.arguments}" if configuration.arguments else ""
    commands = dict.fromkeys(
        f"fivefold ladder {game.key}{chosen} --pairs {rung.conditions.pairs} --scale {rung.conditions.scale:g}"
        f" --seed {rung.conditions.seed}"
        for rung in rungs
    )
    text = "```\n" + "\n".join(commands) + "\n```\n\n"
    text += (
        "Scale 1 is the time people get. "
        if all(rung.conditions.scale == 1 for rung in rungs)
        else ("The scale multiplies the time and positions of every level; people meet them at scale 1. ")
    )
    text += f"Measured on {', '.join(dict.fromkeys(rung.machine for rung in rungs))}."
    stale = [rung.conditions.name for rung in rungs if not is_current(game, rung)]
    return text + (f" Measured before a level changed: {', '.join(stale)}." if stale else "")


def is_current(game: Game, rung: Rung) -> bool:
    """Tell whether the levels still spend what they did when the rung was measured."""
    terms = rung.conditions
    return terms.budgets == (budget_text(game, terms.upper), budget_text(game, terms.lower))
