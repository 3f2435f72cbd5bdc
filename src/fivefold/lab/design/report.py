"""The report of ``fivefold design``: what was found, in words, in Markdown and as one page that opens offline."""

import math
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from fivefold.contract import PolicyRollouts
from fivefold.lab.design import table_file
from fivefold.lab.design.counts import Interval, mean_lead, mean_points, per_game, rarity, shares
from fivefold.lab.design.rarity import compressed, distance
from fivefold.lab.design.rounds import Ending, Round
from fivefold.lab.design.study import Study
from fivefold.lab.measuring.statistics import percent, wilson
from fivefold.lab.reporting.html_report import html_report
from fivefold.lab.reporting.strength_page import NO_PLOT

EXAMPLES: Final = (2, 5, 10, 30, 100, 1000, 6000)
"""Rarities whose points are given as examples."""
PLAIN_NUMBERS: Final = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
MOST_NAMED: Final = 4
INTERVAL: Final = "95 % interval"


def write(study: Study, folder: Path) -> str:
    """Write the report, its plots and the table that was found; return what to tell the user."""
    folder.mkdir(parents=True, exist_ok=True)
    pictures = drawn(study)
    markdown = report(study, bool(pictures))
    files = {f"{study.stem}.md": markdown, f"{study.stem}.html": html_report(markdown, pictures), **pictures}
    name = f"{study.game.name} by rarity"
    files[f"{study.stem}.table"] = table_file.write(study.game, study.hands, study.best.table, name)
    for file, content in files.items():
        (folder / file).write_text(content, encoding="utf-8")
    said = f"Written: {folder / study.stem}.html, .md, .table" + (f", {len(pictures)} plots" if pictures else "")
    return said if pictures else f"{said}. {NO_PLOT}"


def drawn(study: Study) -> dict[str, str]:
    """Return the plots as SVG by the names of their files; none where matplotlib is not installed."""
    try:
        from fivefold.lab.design import plots  # noqa: PLC0415  matplotlib is an extra that may be missing
    except ModuleNotFoundError as error:
        if error.name != "matplotlib":
            raise
        return {}
    return {f"{study.stem}-{name}.svg": svg for name, svg in plots.plots(study).items()}


# --- in words --------------------------------------------------------------------------------------------------------


def summary(study: Study) -> str:
    """Return what was found, for the terminal."""
    rows = [("hand", "a game", "rarity", INTERVAL, "points", "asked for", "now")]
    rows += [
        (
            study.hands.names[hand],
            frequency(per_game(study.best.counts, hand).mean),
            times(study.best.worth.rarities[hand]),
            ends(rarity(study.best.counts, hand)),
            str(study.best.table[hand]),
            ends(study.asked(hand)),
            str(study.today.table[hand]),
        )
        for hand in study.kinds
    ]
    widths = [max(len(row[column]) for row in rows) for column in range(len(rows[0]))]
    lines = [
        "  ".join(
            [row[0].ljust(widths[0]), *(cell.rjust(width) for cell, width in zip(row[1:], widths[1:], strict=True))]
        )
        for row in rows
    ]
    return "\n".join([heading(study), *lines, outcome(study)])


def heading(study: Study) -> str:
    """Return the title."""
    return f"{study.configuration.heading(study.game)}: points by rarity"


def outcome(study: Study) -> str:
    """Return, in a sentence or two, whether the points came to rest, and after how many adjustments."""
    course, begun = study.course, BEGINNINGS[study.begins]
    adjustments = counted(course.adjustments, "adjustment")
    if course.ending is Ending.SETTLED:
        said = f"Beginning with {begun}, the points came to rest after {adjustments}{last_change(study)}."
        if course.adjustments == 0:
            said = f"Beginning with {begun}, the points stay as they are: what players make of them asks for no others."
    else:
        said = (
            f"Beginning with {begun}, the points did not come to rest in {counted(len(course.rounds), 'round')};"
            f" {restless(study)} still moved. The table given here is the one that is least off."
        )
    for first, last in course.swings[:1]:
        circle, join = last - first + 1, "and" if last == first + 1 else "to"
        said += (
            f" With whole steps {counted(circle, 'table')} would follow one another for ever, those of rounds"
            f" {first + 1} {join} {last + 1}: players go after what has just become worth more, so it comes more often"
            f" and becomes worth less. From round {last + 2} on only part of each step was taken."
        )
    return said


def last_change(study: Study) -> str:
    """Return, behind a number of adjustments, what the last of several changed, if that was little."""
    if study.course.adjustments < 2:
        return ""
    before, after = (each.table for each in study.course.rounds[-2:])
    changed = [hand for hand in study.kinds if before[hand] != after[hand]]
    if len(changed) > MOST_NAMED:
        return ""
    said = listed([f"{study.hands.names[hand]} ({before[hand]} to {after[hand]})" for hand in changed])
    return f", the last of which changed only {said}"


BEGINNINGS: Final = {
    "cards": "the number of cards in each hand",
    "own": "the points that the game has now",
    "file": "the table that was given",
}


def restless(study: Study) -> str:
    """Return which hands of the last round ask for other points."""
    last = study.course.rounds[-1]
    names = [study.hands.names[hand] for hand in study.kinds if last.table[hand] != last.proposed[hand]]
    more = len(names) - MOST_NAMED
    return listed([*names[:MOST_NAMED], *([f"{more} more"] if more > 0 else [])])


def beside(study: Study) -> str:
    """Return how near the table is to the one the game has now."""
    new, now = study.best.table, study.today.table
    same = sum(new[hand] == now[hand] for hand in study.kinds)
    apart = distance(new, tuple(float(max(points, 1)) for points in now))
    widest = max(study.kinds, key=lambda hand: abs(math.log(max(new[hand], 1) / max(now[hand], 1))))
    have = "has" if same == 1 else "have"
    said = (
        f"Beside the points that the game has now, {same} of {len(study.kinds)} hands {have} the same, and on average"
        f" points differ by a factor of {apart:.2f}"
    )
    if new[widest] == now[widest]:
        return f"{said}."
    name = study.hands.names[widest]
    return f"{said}; most for {name}, {new[widest]} in place of {now[widest]}."


def edge(study: Study) -> str:
    """Return what moving first is worth, with the table and with today's; nothing where one plays alone."""
    if study.best.counts.seats < 2:
        new, now = (mean_points(each.counts, 0) for each in (study.best, study.today))
        return f"A game is worth {plus_minus(new)} points, with today's table {plus_minus(now)}."
    new, now = (first_wins(each) for each in (study.best, study.today))
    leads = [plus_minus(mean_lead(each.counts)) for each in (study.best, study.today)]
    return (
        f"With the new table whoever moves first wins {share(new)} of the games and is {leads[0]} points ahead; with"
        f" today's {share(now)}, {leads[1]} points ahead."
    )


# --- the page --------------------------------------------------------------------------------------------------------


def report(study: Study, with_plots: bool) -> str:
    """Return the report as Markdown."""
    first = (
        f"{players(study)} played {study.games:,} games a round, the same cards in each round; then the points of each"
        f" hand were set by how rare it was. {outcome(study)} {beside(study)} {edge(study)}"
    )
    parts = [f"# {heading(study)}", first, "## The table", hands_table(study)]
    parts += [
        "A game: how often the hand was made in a game, by all players together, with this table. Rarity: how often the"
        " commonest hand comes for each one of this. In full: what the hand would be worth by its rarity alone;"
        " compressed: what it is worth by the rule below, before rounding, and by the same rule at both ends of the"
        " rarity's interval. Now: what the game gives today.",
        *picture(study, with_plots, "frequency", "How often each hand is made in a game; bars are 95 % intervals"),
        *picture(study, with_plots, "points", "Points of each hand: now, and by rarity with 95 % intervals"),
        "## How points follow from rarity",
        rule(study),
        examples(study),
        "## Round by round",
        rounds_table(study),
        "A number stays as long as what counts ask for lies between the two numbers to remember on either side of it.",
        *picture(study, with_plots, "rounds", "The points of each hand, round by round"),
        "## What players make of each table",
        players_table(study),
        "Off by: the factor by which points differ, on average, from what the counts of their own round ask for.",
        frequencies_table(study),
        "## Which hands bring the points",
        shares_table(study),
        *picture(study, with_plots, "shares", "The share of all points that each hand brings"),
        *by_people(study),
        "## To make it again",
        f"```\n{study.command}\n```",
        "The same seed gives the same figures, whatever `--jobs` and `--on` say.",
    ]
    return "\n\n".join(parts) + "\n"


def players(study: Study) -> str:
    """Return who played."""
    if isinstance(study.game.search, PolicyRollouts):
        return "Players who put each card where it promises most by the table"
    return "Players who always took the most points at once, whatever followed,"


def hands_table(study: Study) -> str:
    """Return what was found of each hand."""
    worth = study.best.worth
    columns = ("hand", "a game", INTERVAL, "rarity", INTERVAL, "in full", "compressed", INTERVAL, "points", "now")
    rows = []
    for hand in study.kinds:
        rate = per_game(study.best.counts, hand)
        came = study.best.counts.made[hand] > 0
        rows.append(
            (
                study.hands.names[hand],
                frequency(rate.mean),
                interval(rate),
                times(worth.rarities[hand]),
                ends(rarity(study.best.counts, hand)),
                points_text(worth.uncompressed[hand]) if came else "",
                points_text(worth.exact[hand]),
                ends(study.asked(hand)),
                f"**{study.best.table[hand]}**",
                str(study.today.table[hand]),
            )
        )
    return table(columns, rows)


def rule(study: Study) -> str:
    """Return the rule of compression in words."""
    scale, power = study.scale, study.best.worth.power
    said = (
        f"The commonest hand is worth {counted(scale.least, 'point')}, and every other hand as many times that as it is"
        " rarer."
    )
    if power == 1.0:
        return f"{said} Even the rarest is worth no more than {scale.most} points that way, so nothing is compressed."
    return (
        f"{said} So that rare hands don't decide every game, rarity is compressed above {scale.bend:.3g} points: only"
        f" its power {power:.3f} counts from there on, with which the rarest hand gets {scale.most} points. Hands that"
        " came fewer than three times in a round are taken to be as rare as the rarest of the others. What comes out is"
        " rounded to numbers that people remember: whole numbers to 10, then 12, 15, 20, 25, 30, 40, 50, 60, 80, 100"
        " and so on."
    )


def examples(study: Study) -> str:
    """Return what some rarities are worth."""
    worth = study.best.worth
    rarest = max(rarity for rarity in worth.rarities if not math.isinf(rarity))
    seen = [rarity for rarity in EXAMPLES if rarity <= rarest]
    points = [points_text(compressed(study.scale, worth.power, float(rarity))) for rarity in seen]
    return table(("rarity", *(f"{rarity:,}" for rarity in seen)), [("points", *points)])


def rounds_table(study: Study) -> str:
    """Return the points of each round."""
    rounds = study.course.rounds
    columns = ("hand", *(str(number + 1) for number in range(len(rounds))), "now")
    rows = [
        (study.hands.names[hand], *(str(each.table[hand]) for each in rounds), str(study.today.table[hand]))
        for hand in study.kinds
    ]
    return table(columns, rows)


def players_table(study: Study) -> str:
    """Return who won and what was scored, round by round and with today's points."""
    alone = study.best.counts.seats < 2
    further = ("points a game",) if alone else ("first wins", "shared", "first's lead", "points a game")
    rows = [
        (name, f"{each.apart:.2f}", *((plus_minus(mean_points(each.counts, 0)),) if alone else between_players(each)))
        for name, each in named_rounds(study)
    ]
    return table(("round", "off by", *further), rows)


def between_players(each: Round) -> tuple[str, ...]:
    """Return who won and by how much."""
    counts = each.counts
    shared = (counts.games - sum(counts.won)) / counts.games
    points = " : ".join(f"{mean_points(counts, place).mean:.1f}" for place in range(counts.seats))
    return share(first_wins(each)), percent(shared), plus_minus(mean_lead(counts)), points


def frequencies_table(study: Study) -> str:
    """Return how often each hand was made a game, round by round and with today's points."""
    rounds = named_rounds(study)
    rows = [
        (study.hands.names[hand], *(frequency(per_game(each.counts, hand).mean) for _, each in rounds))
        for hand in study.kinds
    ]
    return "How often each hand was made in a game, by round:\n\n" + table(
        ("hand", *(name for name, _ in rounds)), rows
    )


def shares_table(study: Study) -> str:
    """Return which part of all points each hand brings, round by round and with today's points."""
    rounds = named_rounds(study)
    parts = [shares(each.counts, each.table) for _, each in rounds]
    rows = [(study.hands.names[hand], *(percent(part[hand]) for part in parts)) for hand in study.kinds]
    if any(abs(part[0]) > 0.0005 for part in parts):
        rows.append(("bonuses", *(percent(part[0]) for part in parts)))
    return table(("hand", *(name for name, _ in rounds)), rows)


def named_rounds(study: Study) -> list[tuple[str, Round]]:
    """Return the rounds, and the one with today's points, each with its name."""
    return [*((str(number), each) for number, each in enumerate(study.course.rounds, start=1)), ("now", study.today)]


def by_people(study: Study) -> list[str]:
    """Return how people can play by the table, where the game lets them."""
    option, game = study.hands.option, study.game
    if option not in game.setup.options:
        return []
    needed = [f"--option {name}={min(values)}" for name, values in option.only.items()]
    words = ["fivefold play", game.key, study.configuration.arguments, *needed]
    words.append(f"--option {option.name}=@{study.stem}.table")
    line = " ".join(word for word in words if word)
    return ["## To play by it", f"```\n{line}\n```"]


def picture(study: Study, with_plots: bool, name: str, caption: str) -> list[str]:
    """Return a plot as a paragraph."""
    return [f"![{caption}]({study.stem}-{name}.svg)"] if with_plots else []


# --- figures as text -------------------------------------------------------------------------------------------------


def table(columns: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """Return a table of which all but the first column are figures."""
    lines = [f"| {' | '.join(columns)} |", "|---|" + "--:|" * (len(columns) - 1)]
    return "\n".join([*lines, *(f"| {' | '.join(row)} |" for row in rows)])


def first_wins(each: Round) -> Interval:
    """Return the share of games that the first to move wins."""
    won = each.counts.won[0] / each.counts.games
    return Interval(won, *wilson(won, each.counts.games))


def share(figure: Interval) -> str:
    """Return a share of games with its interval."""
    return f"{percent(figure.mean)} ({100 * figure.low:.1f} to {100 * figure.high:.1f})"


def plus_minus(figure: Interval) -> str:
    """Return a mean with half its interval."""
    return f"{figure.mean:.1f} ± {figure.high - figure.mean:.1f}"


def frequency(number: float, digits: int = 3) -> str:
    """Return how often something comes a game, to so many digits."""
    if number == 0:
        return "0"
    return f"{number:.{max(0, min(6, digits - 1 - math.floor(math.log10(number))))}f}"


def interval(rate: Interval) -> str:
    """Return the interval of how often something comes a game."""
    digits = 3 if rate.mean >= 1 else 2
    return f"{frequency(rate.low, digits)} to {frequency(rate.high, digits)}"


def times(rarity: float) -> str:
    """Return a rarity."""
    return "never came" if math.isinf(rarity) else points_text(rarity)


def ends(figure: Interval) -> str:
    """Return the interval of a rarity or of points; that of the commonest hand is 1 by definition and has none."""
    if figure.low == figure.high:
        return ""
    high = "or more" if math.isinf(figure.high) else f"to {points_text(figure.high)}"
    return f"{points_text(figure.low)} {high}"


def points_text(points: float) -> str:
    """Return a number of points that need not be whole."""
    return f"{points:,.0f}" if points >= 100 else f"{points:.1f}"


def counted(number: int, what: str) -> str:
    """Return a number of things: ``two rounds``, ``12 rounds``."""
    said = PLAIN_NUMBERS[number] if number < len(PLAIN_NUMBERS) else f"{number:,}"
    return f"{said} {what}" if number == 1 else f"{said} {what}s"


def listed(names: Sequence[str]) -> str:
    """Return names in a row: ``flush, straight and two pair``."""
    return " and ".join(part for part in (", ".join(names[:-1]), *names[-1:]) if part)
