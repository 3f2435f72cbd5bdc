"""What a sweep has found, for people to read: Markdown for any page, and one HTML file that opens offline."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Final

from fivefold.lab.estimates import Estimate
from fivefold.lab.players.registry import OTHERS, title
from fivefold.lab.report import (
    INK,
    LINE,
    Axes,
    can_draw,
    drawing,
    html_report,
    page,
    plain,
    say,
    table,
    written,
)
from fivefold.lab.sweep.properties import PROPERTIES, Property, Verdict, Want
from fivefold.lab.sweep.search import Findings, Measured, SweepTerms, effects
from fivefold.parts.words import listed

TEMPLATE: Final = "sweep.jinja"
SPACE: Final = "\N{NO-BREAK SPACE}"
ROWS: Final = 12
"""Sets in the first table; the others stand further down."""
MARKS: Final[Mapping[Verdict, str]] = {Verdict.MET: "✓", Verdict.OPEN: "?", Verdict.NOT_MET: "✗"}
CAPTIONS: Final = (
    "Each set's figures with their intervals; what is wanted is shaded",
    "Two of the wants against each other, sets by their numbers in the table; what is wanted is shaded",
)


def write(found: Findings, command: str, folder: Path, stem: str) -> list[Path]:
    """Write the report and its plots, without these where matplotlib is missing; return the files."""
    pictures = {f"{stem}.svg": _drawn_figures(found)} if can_draw() else {}
    if pictures and len({want.property.name for want in found.terms.wants}) > 1:
        pictures[f"{stem}-trade-off.svg"] = _drawn_trade_off(found)
    text = markdown(found, command, list(pictures))
    return written(folder, {**pictures, f"{stem}.md": text, f"{stem}.html": html_report(text, pictures)})


def markdown(found: Findings, command: str, pictures: Sequence[str]) -> str:
    """Return the report."""
    terms, others = found.terms, found.measured[ROWS:]
    who = terms.player if terms.player in OTHERS else f"level {title(terms.game, terms.player)}"
    left_out = [f"- {what}: {why}" for what, why in found.skipped]
    left_out += [f"- {what}: comes to the same as {other}" for what, other in found.same]
    meanings = "\n".join(f"- **{name}**: {PROPERTIES[name].meaning}" for name in terms.shown)
    return page(
        TEMPLATE,
        found=found,
        concluded=conclusion(found),
        names=listed(list(dict.fromkeys(name for each in found.measured for name, _ in each.options.varied))),
        wanted="; ".join(map(_want_in_words, terms.wants)),
        by_value=_by_value(found),
        sets=sets_table(found, found.measured[:ROWS], found.again),
        others=sets_table(found, others, first=ROWS + 1) if others else "",
        plots=list(zip(pictures, CAPTIONS, strict=False)),
        left_out="\n".join(left_out),
        who=f"{who[0].upper()}{who[1:]}",
        meanings=meanings.replace("(--seconds)", f"(here {terms.seconds:g})"),
        command=command,
    )


# --- what was found --------------------------------------------------------------------------------------------------


def conclusion(found: Findings) -> str:
    """Return the findings in plain sentences."""
    met, unsettled = found.with_verdict(Verdict.MET), found.with_verdict(Verdict.OPEN)
    return say(TEMPLATE, "conclusion", found, met, unsettled, _main_figures(found.terms, found.best))


def _main_figures(terms: SweepTerms, found: Measured) -> str:
    wanted = dict.fromkeys(want.property for want in terms.wants)
    return ", ".join(f"{each.name} {_figure(each, found.measures[each.name])}" for each in wanted)


def _want_in_words(want: Want) -> str:
    unit = f" {want.property.unit}" if want.property.unit else ""
    name = f"{want.property.name} (either way)" if want.property.signed else want.property.name
    if want.low == float("-inf"):
        return f"{name} below {want.high:g}{unit}"
    end = f"above {want.low:g}" if want.high == float("inf") else f"from {want.low:g} to {want.high:g}"
    return f"{name} {end}{unit}"


# --- tables ----------------------------------------------------------------------------------------------------------


def sets_table(found: Findings, sets: Sequence[Measured], again: Measured | None = None, first: int = 1) -> str:
    """Return sets as a table, a line each; ``first``: the number of the first of them."""
    rows = [(str(place), *_cells(found.terms, each)) for place, each in enumerate(sets, first)]
    if again is not None:
        title, *others = _cells(found.terms, again)
        rows.append(("", f"{title}, on other starts", *others))
    columns = ("", "option set", "matches", *map(_heading, found.terms.shown), "all in all")
    # The line of the best set on other starts begins with an empty cell, of one space.
    return table(columns, rows, "rl" + "r" * (len(columns) - 3) + "l").replace("\n|  | ", "\n| | ")


def _heading(name: str) -> str:
    unit = PROPERTIES[name].unit
    return f"{name}, {unit}" if unit else name


def _cells(terms: SweepTerms, found: Measured) -> list[str]:
    verdicts: dict[str, str] = {}
    for want, verdict in zip(terms.wants, found.verdicts, strict=True):
        verdicts[want.property.name] = verdicts.get(want.property.name, "") + MARKS[verdict]
    figures = [
        f"{_figure(PROPERTIES[name], found.measures[name], False)}{SPACE}{verdicts.get(name, '')}".strip()
        if name in found.measures
        else "–"
        for name in terms.shown
    ]
    name_of_set = ", ".join(f"{name}{SPACE}{value}" for name, value in found.options.varied)
    return [name_of_set, f"{2 * found.starts:,}", *figures, found.verdict.value]


def _figure(kind: Property, found: Estimate, with_unit: bool = True) -> str:
    sign = "+" if kind.signed else ""
    mean, low, high = (f"{end:{sign}.1f}".replace("-", "−") for end in (found.mean, found.low, found.high))
    unit = f" {kind.unit}" if kind.unit and with_unit else ""
    return f"{mean}{unit}" if low == high else f"{mean}{unit} ({low}{SPACE}to{SPACE}{high})"


def _by_value(found: Findings) -> str:
    """Return a table of what each value of an option does, the others averaged; empty where that says nothing."""
    values = effects(found)
    names = list(values[0].measures) if values else []
    rows = [
        (
            f"{each.option} {each.value}",
            f"{each.matches:,}",
            *(_figure(PROPERTIES[name], each.measures[name], False) for name in names),
        )
        for each in values
    ]
    return table(("option", "matches", *map(_heading, names)), rows) if values else ""


# --- plots -----------------------------------------------------------------------------------------------------------

MOST_DRAWN: Final = 24
"""Sets in one plot, the best ones."""
LOOKS: Final[Mapping[Verdict, Mapping[str, Any]]] = {
    Verdict.MET: {"fmt": "o", "color": LINE, "alpha": 1.0},
    Verdict.OPEN: {"fmt": "D", "color": "#b7791f", "alpha": 1.0, "markerfacecolor": "none"},
    Verdict.NOT_MET: {"fmt": "X", "color": INK, "alpha": 0.6},
}
"""Marks differ too, so that nobody needs the colours, which can be read on white and on black."""


def _drawn_figures(found: Findings) -> str:
    """Return, as SVG, a line for each set and a column for each want; the bands are what is wanted."""
    sets, wants = found.measured[:MOST_DRAWN], found.terms.wants
    with drawing(0.9 + 0.34 * len(sets), max(7.2, 1.8 + 1.9 * len(wants))) as (figure, saved):
        columns = figure.subplots(1, len(wants), sharey=True, squeeze=False)[0]
        for place, (axes, want) in enumerate(zip(columns, wants, strict=True)):
            _draw_column(axes, sets, want, place)
        columns[0].set_yticks(range(len(sets)), [each.options.title for each in sets])
        columns[0].set_ylim(len(sets) - 0.4, -0.6)
        return saved()


def _drawn_trade_off(found: Findings) -> str:
    """Return, as SVG, the first two wants against each other, sets by their places in the table.

    What is wanted is the shaded corner.
    """
    across, up = found.terms.wants[:2]
    with drawing(4.6) as (figure, saved):
        axes = figure.add_subplot()
        for place, each in enumerate(found.measured[:MOST_DRAWN], start=1):
            one, other = (want.compared(each.measures[want.property.name]) for want in (across, up))
            _draw_mark(axes, one.mean, other.mean, each.verdict, xerr=_error(one), yerr=_error(other))
            axes.annotate(
                str(place), (one.mean, other.mean), (6, 5), textcoords="offset points", color=INK, fontsize=9.5
            )
        _shade_corner(axes, across, up)
        plain(axes, "both", across=_axis_title(across), up=_axis_title(up))
        return saved()


def _axis_title(want: Want) -> str:
    name = f"size of the {want.property.name}" if want.property.signed else want.property.name
    return f"{name}, {want.property.unit}" if want.property.unit else name


def _draw_column(axes: Axes, sets: Sequence[Measured], want: Want, place: int) -> None:
    for row, each in enumerate(sets):
        measured = want.compared(each.measures[want.property.name])
        _draw_mark(axes, measured.mean, row, each.verdicts[place], xerr=_error(measured))
    low, high = axes.get_xlim()
    reach = [bound for bound in (want.low, want.high) if abs(bound) < float("inf")]
    low, high = min(low, *reach, 0.0 if want.property.signed else low), max(high, *reach)
    margin = 0.04 * (high - low)
    axes.axvspan(max(low - margin, want.low), min(high + margin, want.high), color=LINE, alpha=0.16, linewidth=0)
    axes.set_xlim(low - margin, high + margin)
    axes.set_title(_axis_title(want), color=INK, fontsize=10.5)
    plain(axes, "x")


def _draw_mark(axes: Axes, x: float, y: float, verdict: Verdict, **errors: Any) -> None:
    axes.errorbar(x, y, **errors, **LOOKS[verdict], markersize=7, linewidth=1.4, capsize=3)


def _shade_corner(axes: Axes, across: Want, up: Want) -> None:
    (left, right), (low, high) = axes.get_xlim(), axes.get_ylim()
    corner = max(left, across.low), max(low, up.low), min(right, across.high), min(high, up.high)
    if corner[0] < corner[2] and corner[1] < corner[3]:
        axes.fill_between([corner[0], corner[2]], corner[1], corner[3], color=LINE, alpha=0.16, linewidth=0)
    axes.set_xlim(left, right)
    axes.set_ylim(low, high)


def _error(found: Estimate) -> list[list[float]]:
    return [[max(0.0, found.mean - found.low)], [max(0.0, found.high - found.mean)]]
