"""The report of ``fivefold design``: what was found, in words, in Markdown and as one page that opens offline."""

import math
from collections.abc import Callable, Container, Sequence
from itertools import pairwise
from pathlib import Path
from typing import Any, Final

from fivefold.contract import PolicyRollouts
from fivefold.lab.design.rounds import (
    Design,
    DesignRound,
    compressed,
    distance,
    mean_lead,
    mean_points,
    per_game,
    rarity,
    shares,
    write_table,
)
from fivefold.lab.estimates import Estimate, percent, wilson
from fivefold.lab.report import (
    FAINT,
    INK,
    LINE,
    NO_PLOT,
    TEMPLATES,
    Axes,
    aligned,
    can_draw,
    drawing,
    html_report,
    page,
    plain,
    say,
    table,
    written,
)
from fivefold.parts.words import NUMBERS, listed

NOW: Final = "#b8743a"
"""What the game has now; readable on white and on black, as the others are."""
WIDTH: Final = 7.6
MOST_LINES: Final = 16
"""Hands whose points are followed round by round: those that move most."""


def drawn(study: Design) -> dict[str, str]:
    """Return the plots as SVG by the names of their files; none where matplotlib is not installed."""
    if not can_draw():
        return {}
    found = {}
    drawings = {"frequency": _draw_frequency, "points": _draw_points, "rounds": _draw_rounds, "shares": _draw_shares}
    for name, draw in drawings.items():
        lines = min(MOST_LINES, len(study.kinds)) if name == "rounds" else len(study.kinds)
        with drawing(1.3 + 0.29 * max(8, lines), WIDTH, 10.5) as (figure, saved):
            draw(figure.add_subplot(), study)
            found[f"{study.stem}-{name}.svg"] = saved()
    return found


def _draw_frequency(axes: Axes, study: Design) -> None:
    for each, colour, mark, label, lift in _series(study):
        rates = [per_game(each.counts, hand) for hand in study.kinds]
        places = [place + lift for place, rate in enumerate(rates) if rate.mean > 0]
        means = [rate.mean for rate in rates if rate.mean > 0]
        errors = [
            [rate.mean - rate.low for rate in rates if rate.mean > 0],
            [rate.high - rate.mean for rate in rates if rate.mean > 0],
        ]
        axes.errorbar(
            means, places, xerr=errors, fmt=mark, color=colour, mfc=_face(mark, colour), label=label, capsize=0
        )
    axes.set_xscale("log")
    _dress(axes, study, "times a game; each line is ten times as often as the one before")
    _plain_numbers(axes.xaxis)


def _draw_points(axes: Axes, study: Design) -> None:
    for place, hand in enumerate(study.kinds):
        pair = [max(each.table[hand], 0.5) for each in (study.best, study.today)]
        axes.plot(pair, [place, place], color=FAINT, linewidth=3, zorder=1)
    for each, colour, mark, label, _ in _series(study):
        points = [max(each.table[hand], 0.5) for hand in study.kinds]
        axes.plot(points, range(len(points)), mark, color=colour, mfc=_face(mark, colour), label=label, markersize=7)
    asked = [(place, study.asked(hand)) for place, hand in enumerate(study.kinds)]
    ended = [(place, each) for place, each in asked if math.isfinite(each.high)]
    lows, highs = [each.low for _, each in ended], [each.high for _, each in ended]
    axes.hlines([place for place, _ in ended], lows, highs, color=LINE, linewidth=1.5, label="not rounded, 95 %")
    axes.set_xscale("log")
    _dress(axes, study, "points (in proportion)")
    _numbers(axes, "x", [points for each in (study.best, study.today) for points in each.table[1:]])


def _draw_shares(axes: Axes, study: Design) -> None:
    for each, colour, mark, label, lift in _series(study):
        part = shares(each.counts, each.table)
        hatch = "" if mark == "o" else "////"
        axes.barh(
            [place + lift * 1.4 for place in range(len(study.kinds))],
            [100 * part[hand] for hand in study.kinds],
            height=0.36,
            color=colour if not hatch else "none",
            edgecolor=colour,
            hatch=hatch,
            linewidth=1,
            label=label,
        )
    _dress(axes, study, "per cent of all points")


def _draw_rounds(axes: Axes, study: Design) -> None:
    rounds = study.course.rounds
    hands, said_of = _most_moved(study), dict[str, float]()
    for number, hand in enumerate(hands):
        points = [max(each.table[hand], 0.5) for each in rounds]
        style = ("-", "--", ":", "-.")[number % 4]
        colour = (LINE, NOW, INK)[number % 3]
        axes.plot(range(1, len(rounds) + 1), points, style, color=colour, marker="osD^v"[number % 5], markersize=4)
        said = f"{study.hands.names[hand]}, {rounds[-1].table[hand]}"
        said_of[said] = points[-1]
    axes.set_yscale("log")
    axes.set_xticks(range(1, len(rounds) + 1))
    axes.set_xlabel("round", color=INK)
    axes.set_ylabel("points (in proportion)", color=INK)
    plain(axes, "y")
    axes.set_axisbelow(True)
    _numbers(axes, "y", [each.table[hand] for each in rounds for hand in hands])
    _name_lines(axes, len(rounds), said_of)


def _name_lines(axes: Axes, last: int, said_of: dict[str, float]) -> None:
    """Write beside the ends of lines what they are, in ascending order, each name as near to its line as there is room.

    ``said_of``: for each name where its line ends.
    """
    low, high = (math.log(end) for end in axes.get_ylim())
    wanted = [(math.log(end) - low) / (high - low) for end in said_of.values()]
    arrow = {"arrowstyle": "-", "color": FAINT, "linewidth": 0.8, "relpos": (0, 0.5), "shrinkB": 4}
    for (said, end), place in zip(said_of.items(), spread(wanted, 1 / 17), strict=True):
        axes.annotate(
            said, (last, end), (1.05, place), xycoords="data", textcoords="axes fraction", color=INK, fontsize=9,
            va="center", arrowprops=arrow, annotation_clip=False,
        )  # fmt: skip


def _most_moved(study: Design) -> list[int]:

    def movement(hand: int) -> int:
        points = [each.table[hand] for each in study.course.rounds]
        return sum(abs(a - b) for a, b in pairwise(points))

    chosen = sorted(study.kinds, key=lambda hand: (-movement(hand), hand))[:MOST_LINES]
    return sorted(chosen, key=lambda hand: (study.course.rounds[-1].table[hand], hand))


def spread(wanted: Sequence[float], gap: float) -> list[float]:
    """Return ascending places at least a gap apart, as near to those wanted as that allows, the last at most at 1."""
    upwards, downwards = _pushed(wanted, gap), [-place for place in _pushed([-each for each in reversed(wanted)], gap)]
    # Both keep the gap, so their middle does.
    places = [(up + down) / 2 for up, down in zip(upwards, reversed(downwards), strict=True)]
    top = 1.0
    for number in reversed(range(len(places))):
        places[number] = min(places[number], top)
        top = places[number] - gap
    return places


def _pushed(wanted: Sequence[float], gap: float) -> list[float]:
    """Return places wanted in ascending order, each pushed up where it would be too near to the one before."""
    places: list[float] = []
    for place in wanted:
        places.append(max(place, places[-1] + gap) if places else place)
    return places


def _series(study: Design) -> list[tuple[DesignRound, str, str, str, float]]:
    """Return both tables: round, colour, mark, name, and how far it is moved aside."""
    return [(study.best, LINE, "o", "by rarity", -0.14), (study.today, NOW, "s", "now", 0.14)]


def _face(mark: str, colour: str) -> str:
    """Return how a mark is filled: only the round ones."""
    return colour if mark == "o" else "none"


def _dress(axes: Axes, study: Design, unit: str) -> None:
    names = [study.hands.names[hand] for hand in study.kinds]
    axes.set_yticks(range(len(names)), names)
    axes.set_ylim(len(names) - 0.4, -0.6)
    axes.set_xlabel(unit, color=INK)
    axes.legend(
        loc="lower center", bbox_to_anchor=(0.5, 1.0), ncols=3, frameon=False, labelcolor=INK, borderaxespad=0.2
    )
    plain(axes, "x")
    axes.set_axisbelow(True)


def _plain_numbers(axis: Any) -> None:
    axis.set_major_formatter(lambda number, _: f"{number:g}")
    axis.minorticks_off()


def _numbers(axes: Axes, along: str, points: Sequence[int]) -> None:
    axis = axes.xaxis if along == "x" else axes.yaxis
    top = max(points)
    axis.set_ticks([each for each in (1, 2, 3, 5, 10, 20, 30, 50, 100, 200, 500, 1000) if each <= top * 1.2])
    _plain_numbers(axis)


TEMPLATE: Final = "design.jinja"
EXAMPLES: Final = (2, 5, 10, 30, 100, 1000, 6000)
"""Rarities whose points are given as examples."""
MOST_NAMED: Final = 4
INTERVAL: Final = "95 % interval"


def write(study: Design, folder: Path) -> str:
    """Write the report, its plots and the table that was found; return what to tell the user."""
    pictures = drawn(study)
    markdown = report(study, pictures)
    files = {f"{study.stem}.md": markdown, f"{study.stem}.html": html_report(markdown, pictures), **pictures}
    name = f"{study.game.name} by rarity"
    files[f"{study.stem}.table"] = write_table(study.game, study.hands, study.best.table, name)
    written(folder, files)
    said = f"Written: {folder / study.stem}.html, .md, .table" + (f", {len(pictures)} plots" if pictures else "")
    return said if pictures else f"{said}. {NO_PLOT}"


# --- in words --------------------------------------------------------------------------------------------------------


def summary(study: Design) -> str:
    """Return what was found, for the terminal."""
    rows = [("hand", "a game", "rarity", INTERVAL, "points", "asked for", "now")]
    rows += [_hand_cells(study, hand) for hand in study.kinds]
    return "\n".join([study.heading, *aligned(rows), _outcome(study)])


def _hand_cells(study: Design, hand: int) -> tuple[str, str, str, str, str, str, str]:
    return (
        study.hands.names[hand],
        frequency(per_game(study.best.counts, hand).mean),
        times(study.best.worth.rarities[hand]),
        ends(rarity(study.best.counts, hand)),
        str(study.best.table[hand]),
        ends(study.asked(hand)),
        str(study.today.table[hand]),
    )


def _outcome(study: Design) -> str:
    last = study.course.rounds[-1]
    names = [study.hands.names[hand] for hand in study.kinds if last.table[hand] != last.proposed[hand]]
    more = [f"{len(names) - MOST_NAMED} more"] if len(names) > MOST_NAMED else []
    return say(
        TEMPLATE, "outcome", study.course, study.begins, _last_change(study), listed([*names[:MOST_NAMED], *more])
    )


def _last_change(study: Design) -> str:
    """Return what the last of several adjustments changed, if that was little."""
    if study.course.adjustments < 2:
        return ""
    before, after = (each.table for each in study.course.rounds[-2:])
    changed = [hand for hand in study.kinds if before[hand] != after[hand]]
    if len(changed) > MOST_NAMED:
        return ""
    return listed([f"{study.hands.names[hand]} ({before[hand]} to {after[hand]})" for hand in changed])


def _beside(study: Design) -> tuple[int, float, str, int, int]:
    """Return how many points are today's, by what factor they differ, and the hand whose differ most with both."""
    new, now = study.best.table, study.today.table
    apart = distance(new, tuple(float(max(points, 1)) for points in now))
    widest = max(study.kinds, key=lambda hand: abs(math.log(max(new[hand], 1) / max(now[hand], 1))))
    same = sum(new[hand] == now[hand] for hand in study.kinds)
    return same, apart, study.hands.names[widest], new[widest], now[widest]


# --- the page --------------------------------------------------------------------------------------------------------


def report(study: Design, pictures: Container[str]) -> str:
    """Return the report as Markdown; ``pictures``: the files of the plots that are drawn."""
    return page(
        TEMPLATE,
        study=study,
        drawn=pictures,
        outcome=_outcome(study),
        by_policy=isinstance(study.game.search, PolicyRollouts),
        beside_today=_beside(study),
        new=_play_figures(study.best),
        now=_play_figures(study.today),
        tables={
            "hands": hands_table(study),
            "examples": _examples(study),
            "points": _by_round(study, lambda each, hand: str(each.table[hand])),
            "players": _players_table(study),
            "frequency": _by_round(study, lambda each, hand: frequency(per_game(each.counts, hand).mean)),
            "shares": _shares_table(study),
        },
        people=_by_people(study),
    )


def _play_figures(each: DesignRound) -> dict[str, str]:
    """Return what players make of a table: the points of the first, and between players its wins and its lead."""
    counts = each.counts
    points = _plus_minus(mean_points(counts, 0))
    if counts.seats < 2:
        return {"points": points}
    won = counts.won[0] / counts.games
    low, high = wilson(won, counts.games)
    first = f"{percent(won)} ({100 * low:.1f} to {100 * high:.1f})"
    return {"points": points, "first": first, "lead": _plus_minus(mean_lead(counts))}


def hands_table(study: Design) -> str:
    """Return what was found of each hand."""
    worth, made = study.best.worth, study.best.counts.made
    columns = ("hand", "a game", INTERVAL, "rarity", INTERVAL, "in full", "compressed", INTERVAL, "points", "now")
    rows = []
    for hand in study.kinds:
        name, often, rare, interval, points, asked, now = _hand_cells(study, hand)
        full = _points_text(worth.uncompressed[hand]) if made[hand] else ""
        compressed = _points_text(worth.exact[hand])
        rate = _interval(per_game(study.best.counts, hand))
        rows.append((name, often, rate, rare, interval, full, compressed, asked, f"**{points}**", now))
    return table(columns, rows)


def _examples(study: Design) -> str:
    worth = study.best.worth
    rarest = max(rarity for rarity in worth.rarities if not math.isinf(rarity))
    seen = [rarity for rarity in EXAMPLES if rarity <= rarest]
    points = [_points_text(compressed(study.scale, worth.power, float(rarity))) for rarity in seen]
    return table(("rarity", *(f"{rarity:,}" for rarity in seen)), [("points", *points)])


def _by_round(study: Design, said: Callable[[DesignRound, int], str], *more: Sequence[str]) -> str:
    """Return a table of the hands, a column for each round and one with today's points; ``more``: its last rows."""
    rounds = _named_rounds(study)
    rows = [(study.hands.names[hand], *(said(each, hand) for _, each in rounds)) for hand in study.kinds]
    return table(("hand", *(name for name, _ in rounds)), [*rows, *more])


def _players_table(study: Design) -> str:
    alone = study.best.counts.seats < 2
    further = ("points a game",) if alone else ("first wins", "shared", "first's lead", "points a game")
    rows = [
        (name, f"{each.apart:.2f}", *((_play_figures(each)["points"],) if alone else _between_players(each)))
        for name, each in _named_rounds(study)
    ]
    return table(("round", "off by", *further), rows)


def _between_players(each: DesignRound) -> tuple[str, ...]:
    counts, figures = each.counts, _play_figures(each)
    shared = (counts.games - sum(counts.won)) / counts.games
    points = " : ".join(f"{mean_points(counts, place).mean:.1f}" for place in range(counts.seats))
    return figures["first"], percent(shared), figures["lead"], points


def _shares_table(study: Design) -> str:
    bonuses = [shares(each.counts, each.table)[0] for _, each in _named_rounds(study)]
    more = [("bonuses", *map(percent, bonuses))] if any(abs(share) > 0.0005 for share in bonuses) else []
    return _by_round(study, lambda each, hand: percent(shares(each.counts, each.table)[hand]), *more)


def _named_rounds(study: Design) -> list[tuple[str, DesignRound]]:
    return [*((str(number), each) for number, each in enumerate(study.course.rounds, start=1)), ("now", study.today)]


def _by_people(study: Design) -> str:
    """Return the command by which people can play by the table, where the game lets them."""
    option, game = study.hands.option, study.game
    if option not in game.setup.options:
        return ""
    needed = [f"--option {name}={min(values)}" for name, values in option.only.items()]
    words = ["fivefold play", game.key, study.configuration.arguments, *needed]
    return " ".join(filter(None, [*words, f"--option {option.name}=@{study.stem}.table"]))


# --- figures as text -------------------------------------------------------------------------------------------------


def _plus_minus(figure: Estimate) -> str:
    return f"{figure.mean:.1f} ± {figure.high - figure.mean:.1f}"


def frequency(number: float, digits: int = 3) -> str:
    """Return how often something comes a game, to so many digits."""
    if number == 0:
        return "0"
    return f"{number:.{max(0, min(6, digits - 1 - math.floor(math.log10(number))))}f}"


def _interval(rate: Estimate) -> str:
    digits = 3 if rate.mean >= 1 else 2
    return f"{frequency(rate.low, digits)} to {frequency(rate.high, digits)}"


def times(rarity: float) -> str:
    """Return a rarity."""
    return "never came" if math.isinf(rarity) else _points_text(rarity)


def ends(figure: Estimate) -> str:
    """Return the interval of a rarity or of points; that of the commonest hand is 1 by definition and has none."""
    if figure.low == figure.high:
        return ""
    high = "or more" if math.isinf(figure.high) else f"to {_points_text(figure.high)}"
    return f"{_points_text(figure.low)} {high}"


def _points_text(points: float) -> str:
    return f"{points:,.0f}" if points >= 100 else f"{points:.1f}"


def in_words(number: int, what: str) -> str:
    """Return a number of things: ``two rounds``, ``12 rounds``."""
    said = NUMBERS[number] if number < len(NUMBERS) else f"{number:,}"
    return f"{said} {what}" if number == 1 else f"{said} {what}s"


TEMPLATES.globals |= {"in_words": in_words}
