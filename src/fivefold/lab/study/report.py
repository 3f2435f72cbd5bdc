"""A study as a report: what was found in sentences, the figures with their intervals, plots, and Parquet files.

Nothing is claimed that an interval does not hold, nor where it would not hold for all figures at once that the claims
were picked from (Bonferroni).
"""

import json
import math
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final, NamedTuple

import numpy as np

from fivefold.lab.configuration import library
from fivefold.lab.estimates import Estimate, at_once
from fivefold.lab.report import (
    FAINT,
    INK,
    LINE,
    TEMPLATES,
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
from fivefold.lab.study.answers import (
    QUESTIONS,
    SECTIONS,
    SHARE,
    Compared,
    Count,
    Rise,
    StudyAnswer,
    change_text,
    compare,
    deeds,
    endings,
    hands,
    interval_cell,
    number_text,
    openings,
    percent_text,
    value_text,
)
from fivefold.lab.study.answers import repeated as repeated_pairs
from fivefold.lab.study.rows import (
    COLUMNS,
    Row,
    StudyRows,
    decisions,
    hand_rows,
    is_corrected,
    players_text,
    ply_rows,
    winning_side,
)

MOST_ROWS: Final = 14
LEAST_MATCHES: Final = 8
"""First moves that were played less often are left out."""
FEWEST_OPENINGS: Final = 3
"""With fewer first moves that were played so often there is nothing to tell."""
INTERVAL: Final = "95 % interval"


CLAIMED: Final = ("first", "a", "deal")
"""The figures that a finding may claim something of, besides how often whoever has more of a hand wins."""
COMPARED: Final = (
    *("decisions", "legal_moves", "points", "points_low", "points_high", "hindsight", "first", "a", "draws", "margin"),
    *("lead_changes", "comebacks", "leader_at_half", "decided", "deal"),
)
"""The figures of which it is said in sentences how they change."""


@dataclass(frozen=True, slots=True)
class StudyReport:
    """All there is to tell of a study."""

    studies: Sequence[StudyRows]
    """One for each option set; the others are compared with the first."""
    found: Sequence[Mapping[str, StudyAnswer]]
    """The answers of each."""
    command: str
    """What was typed."""
    rises: Sequence[Rise] | None = ()
    """What each level gains over the one below; ``None`` where nobody can know."""
    machine: str = ""
    pictures: dict[str, str] = field(default_factory=dict)
    """The plots, by file name."""

    @property
    def base(self) -> StudyRows:
        """The first option set."""
        return self.studies[0]

    @property
    def figures(self) -> Mapping[str, Estimate]:
        """The figures of the first option set, by what is asked."""
        return {key: answer.figure for key, answer in self.found[0].items()}

    @property
    def finding(self) -> str:
        """What was found, in one paragraph."""
        counted = hands(self.base)
        looked_at = sum(key in self.figures for key in CLAIMED) + len(_won_by(counted))
        best = best_hand(counted, looked_at)
        return say(TEMPLATE, "finding", self.base, self.figures, looked_at, best, repeated_pairs(self.base))

    @property
    def names(self) -> list[str]:
        """What each option set is called."""
        return [each.terms.configuration.title or "the usual options" for each in self.studies]

    def changes(self) -> Iterator[tuple[int, Sequence[Compared]]]:
        """Yield the place of each further option set, and what is different with it."""
        for place, found in enumerate(self.found[1:], start=1):
            yield place, compare(self.found[0], found)


# --- files -----------------------------------------------------------------------------------------------------------

METADATA: Final = "fivefold"
"""The key under which a file's metadata have how it was made and what its columns mean, as JSON."""


def write_report(report: StudyReport, folder: Path) -> list[Path]:
    """Write the report as Markdown and HTML with its plots, and the tables; return the files."""
    folder.mkdir(parents=True, exist_ok=True)
    tables = _write_tables(folder, report)
    if can_draw():
        report.pictures.update(_drawn(report))
    text = _text(report)
    files = written(folder, {"report.html": html_report(text, report.pictures), "report.md": text, **report.pictures})
    return [*files[:2], *tables, *files[2:]]


def needed() -> Any:
    """Return polars, which is an extra that may be missing. Raises ``InvalidOption``."""
    return library("polars", "Parquet files need polars: pip install polars", subject="--out")


def _write_tables(folder: Path, report: StudyReport) -> list[Path]:
    polars, files = needed(), [folder / f"{name}.parquet" for name in COLUMNS]
    whole, number = polars.Int32, polars.Float64
    types = {"whole": whole, "number": number, "truth": polars.Boolean, "text": polars.String}
    types |= {"wholes": polars.List(whole), "numbers": polars.List(number)}
    rows_of: Sequence[Callable[[StudyRows], Iterable[Row]]] = (lambda study: study.lines, ply_rows, hand_rows)
    for file, columns, rows in zip(files, COLUMNS.values(), rows_of, strict=True):
        schema = {name: types[kind] for name, (kind, _) in columns.items()}
        frame = polars.DataFrame([row for each in report.studies for row in rows(each)], schema, orient="row")
        meanings = {name: meaning for name, (_, meaning) in columns.items()}
        made = {"command": report.command, "machine": report.machine, "columns": meanings}
        frame.write_parquet(file, metadata={METADATA: json.dumps(made)})
    return files


def _drawn(report: StudyReport) -> dict[str, str]:
    studies, names, base = report.studies, report.names, report.base
    found: dict[str, str | None] = {
        "length.svg": _spread(studies, names, "How long a match is", "decisions", "decisions"),
        "choices.svg": _draw_choices(studies, names),
    }
    listed = hands(base)
    if base.terms.alone:
        found["points.svg"] = _spread(studies, names, "What is scored", "points", "lead_first")
    else:
        found["course.svg"] = _draw_course(studies, names)
        if base.terms.game.traits.scores_decide:
            found["pairs.svg"] = _draw_pairs(base)
        usual = [each for each in openings(base) if each.number >= LEAST_MATCHES]
        found["openings.svg"] = _dots("First moves", usual, base.fair)
    if listed:
        rows = [(each.name, each.points) for each in listed if each.points is not None]
        found["hands.svg"] = _bars("What the points are for", "share of all points, %", rows)
    if not base.terms.alone:
        found["winning.svg"] = _dots("Who has more of them wins", listed or deeds(base), base.fair)
    for place, changes in report.changes():
        found[f"changes-{place}.svg"] = _draw_changes(changes, report.names[place])
    return {name: svg for name, svg in found.items() if svg is not None}


# --- the text --------------------------------------------------------------------------------------------------------

TEMPLATE: Final = "study.jinja"
DATA: Final = """```python
import polars

matches = polars.read_parquet("matches.parquet")
```"""
LEAST_SHARE: Final = 0.12
"""If no kind of thing earns so much of the points, none is named."""
OFTEN: Final = 1 / 3
"""What is there in fewer matches is omitted."""


class Section(NamedTuple):
    """A part of the report: a table under a heading, and plots, each a file and a caption."""

    heading: str
    table: str
    pictures: Sequence[tuple[str, str]] = ()


def _text(report: StudyReport) -> str:
    return page(
        TEMPLATE,
        report=report,
        players=players_text(report.base.terms),
        compared=[_compared(report, place, changes) for place, changes in report.changes()],
        sections=[*_figures(report.found[0]), *_things(report)],
        rises=rise_rows(report),
        meanings="\n".join(f"- **{QUESTIONS[key].name}**: {QUESTIONS[key].meaning}" for key in report.figures),
        corrected=is_corrected(report.base.matches),
        data=DATA,
        tables=[
            (name, [(f"`{key}`", meaning) for key, (_, meaning) in columns.items()])
            for name, columns in COLUMNS.items()
        ],
    )


def _figures(found: Mapping[str, StudyAnswer]) -> Iterator[Section]:
    for section in SECTIONS:
        rows = [_figure_row(found[key]) for key in section["keys"] if key in found]
        drawn = [(section["picture"], section["caption"])] if "picture" in section else []
        if rows:
            yield Section(section["heading"], table(("", "figure", INTERVAL), rows), drawn)


def _figure_row(answer: StudyAnswer) -> tuple[str, str, str]:
    question, figure = QUESTIONS[answer.key], answer.figure
    return question.name, value_text(question.unit, figure), interval_cell(question.unit, figure)


def _things(report: StudyReport) -> Iterator[Section]:
    base, counted = report.base, hands(report.base)
    reasons, ends, done = {match.ending: match.reason for match in base.matches}, endings(base), deeds(base)
    if len(ends) > 1:
        shares = [(reasons[each.name], *_cells(each.share)) for each in ends]
        yield Section("How matches end", table(("", "of the matches", INTERVAL), shares))
    if counted:
        drawn = [("hands.svg", "The share of all points that each earns")]
        drawn += [("winning.svg", "How often whoever has more of them wins")]
        yield Section("What earns points", _made_table(counted, True), drawn)
    if done and not base.terms.alone:
        drawn = [] if counted else [("winning.svg", "How often whoever does it more often wins")]
        yield Section("What moves do", _made_table(done, False), drawn)
    usual = [each for each in openings(base) if each.number >= LEAST_MATCHES and each.won is not None]
    if len(usual) >= FEWEST_OPENINGS:
        rows = [(_safe(each.name), number_text(each.number), *_cells(each.won)) for each in usual[:MOST_ROWS]]
        made = table(("", "matches", "won by whoever made it", INTERVAL), rows)
        yield Section("First moves", made, [("openings.svg", "How often whoever begins with it wins")])


def _made_table(counts: Sequence[Count], earning: bool) -> str:
    two = any(each.won is not None for each in counts)
    rows = [
        (
            _safe(each.name),
            f"{each.number:.1f}" if each.number >= 0.05 else f"{each.number:.3f}",
            *(_cells(each.points) if earning and each.points else ()),
            *(_cells(each.won) if two else ()),
        )
        for each in counts[:MOST_ROWS]
    ]
    more = ("of all points", INTERVAL) if earning else ()
    return table(("", "a match", *more, *(("who has more wins", INTERVAL) if two else ())), rows)


def _safe(name: str) -> str:
    return name.replace("|", "/")


def _cells(share: Estimate | None) -> tuple[str, str]:
    return ("–", "–") if share is None else (value_text(SHARE, share), interval_cell(SHARE, share))


def rise_rows(report: StudyReport) -> list[tuple[str, ...]]:
    """Return what each level gains over the one below, a line of a table each."""
    return [(str(each.level), str(each.below), each.figure, each.interval) for each in report.rises or ()]


def _compared(report: StudyReport, place: int, changes: Sequence[Compared]) -> dict[str, str]:
    rows, name = [], report.names[place]
    for each in changes:
        figure, unit, _ = QUESTIONS[each.key]
        before, after = value_text(unit, each.base), value_text(unit, each.other)
        change = change_text(unit, each.change)
        rows.append(
            (figure, before, after, f"**{change}**" if each.is_sure else change, interval_cell(unit, each.change))
        )
    return {
        "name": name,
        "said": say_comparison(changes, name),
        "table": table(("", report.names[0], name, "change", INTERVAL), rows),
        "picture": f"changes-{place}.svg",
    }


# --- sentences -------------------------------------------------------------------------------------------------------


def _share_text(figure: Estimate) -> str:
    """Return ``54 % (49 to 59)``."""
    text = f"{percent_text(figure.mean)} %"
    return text if figure.low == figure.high else f"{text} ({percent_text(figure.low)} to {percent_text(figure.high)})"


def _amount_text(figure: Estimate) -> str:
    """Return ``36``, or ``41.2 (39.8 to 42.6)``."""
    if figure.low == figure.high:
        return number_text(figure.mean)
    return f"{number_text(figure.mean)} ({number_text(figure.low)} to {number_text(figure.high)})"


TEMPLATES.filters |= {"amount": _amount_text, "number": number_text, "share": _share_text, "in_percent": percent_text}
TEMPLATES.globals |= {"at_once": at_once}


def _won_by(hands: Sequence[Count]) -> list[tuple[Count, Estimate]]:
    return [(each, each.won) for each in hands if each.won is not None and each.share.mean > OFTEN]


def best_hand(hands: Sequence[Count], looked_at: int) -> tuple[Count | None, Count | None]:
    """Return what earns most points, and what goes with winning, as far as either can be told."""
    most = next((each for each in hands[:1] if each.points is not None and each.points.mean >= LEAST_SHARE), None)
    telling = [(won.low, each) for each, won in _won_by(hands) if at_once(won, looked_at).low > 0.5]
    return most, max(telling, key=lambda each: each[0])[1] if telling else None


def say_comparison(changes: Sequence[Compared], other: str) -> str:
    """Return what another set of options changes, and what is not shown to change."""
    told = [each for each in changes if each.key in COMPARED]
    sure = [each for each in told if each.is_sure_among(len(told))]
    same = [QUESTIONS[each.key].name for each in told if each not in sure]
    return say(TEMPLATE, "comparison", [_say_change(each) for each in sure], same, other)


def _say_change(compared: Compared) -> str:
    (name, unit, _), change = QUESTIONS[compared.key], compared.change
    by = f"{change_text(unit, change)}{' percentage points' if unit is SHARE else ''}"
    interval = "" if change.low == change.high else f", 95 %: {interval_cell(unit, change)}"
    return f"{name} from {value_text(unit, compared.base)} to {value_text(unit, compared.other)} ({by}{interval})"


# --- plots -----------------------------------------------------------------------------------------------------------

OTHER: Final = "#b0722b"
"""The colour of a second option set, which is drawn dashed besides."""
STEPS: Final = 24
"""Points along a match at which a course is drawn."""
LEAST_LEADS: Final = 6


@contextmanager
def _axes(title: str, across: str, up: str, height: float = 3.6) -> Iterator[tuple[Axes, Callable[[], str]]]:
    with drawing(height) as (figure, saved):
        axes = figure.add_subplot()
        plain(axes, "both", title, across, up)
        axes.set_axisbelow(True)
        yield axes, saved


def _spread(studies: Sequence[StudyRows], names: Sequence[str], title: str, unit: str, column: str) -> str | None:
    from matplotlib.ticker import MaxNLocator  # noqa: PLC0415  an extra that may be missing

    listed = [[getattr(row, column) for row in study.lines] for study in studies]
    if all(min(numbers) == max(numbers) for numbers in listed):
        return None
    low, high = min(map(min, listed)), max(map(max, listed))
    step = max(1, math.ceil((high - low + 1) / 30))
    bins = [low - 0.5 + step * place for place in range(math.ceil((high - low + 1) / step) + 1)]
    with _axes(title, unit, "share of the matches, %") as (axes, saved):
        for numbers, name, (color, style) in zip(listed, names, _styles(), strict=False):
            weights = np.full(len(numbers), 100 / len(numbers))
            axes.hist(numbers, bins, weights=weights, color=color, alpha=0.25)
            axes.hist(
                numbers, bins, weights=weights, histtype="step", color=color, linewidth=1.6, linestyle=style, label=name
            )
        axes.xaxis.set_major_locator(MaxNLocator(integer=True))
        _legend(axes, studies)
        return saved()


def _styles() -> Sequence[tuple[str, str]]:
    return ((LINE, "-"), (OTHER, "--"), (INK, ":"), (LINE, "-."))


def _legend(axes: Axes, studies: Sequence[StudyRows]) -> None:
    if len(studies) > 1:
        axes.legend(frameon=False, fontsize=9.5, labelcolor=INK)


def _draw_choices(studies: Sequence[StudyRows], names: Sequence[str]) -> str:
    with _axes("How much there is to choose", "part of the match's decisions, %", "legal moves") as (axes, saved):
        for study, name, (color, style) in zip(studies, names, _styles(), strict=False):
            rows = [_along([float(ply.legal) for ply in decisions(match)]) for match in study.matches]
            _band(axes, rows, color, style, name, (10, 90), 1)
        axes.set_ylim(bottom=0)
        _legend(axes, studies)
        return saved()


def _draw_course(studies: Sequence[StudyRows], names: Sequence[str]) -> str | None:
    """Draw the winner's chance in the course of a match; nothing where there are no winners."""
    with _axes("The later winner's chance", "part of the match's decisions, %", "chance to win, %") as (axes, saved):
        for study, name, (color, style) in zip(studies, names, _styles(), strict=False):
            rows = [
                _along([100 * chances[winner] for chances in each])
                for match, each in zip(study.matches, study.courses, strict=True)
                if (winner := winning_side(match)) is not None and each
            ]
            if not rows:
                return None
            _band(axes, rows, color, style, name, (10, 90), len(studies))
        axes.axhline(50, color=INK, linewidth=1, linestyle=":")
        axes.set_ylim(0, 100)
        _legend(axes, studies)
        return saved()


def _band(
    axes: Axes, rows: Sequence[Any], color: str, style: str, name: str, ends: tuple[int, int], studies: int
) -> None:
    along, table = np.linspace(0, 100, STEPS + 1), np.array(rows)
    low, middle, high = (np.percentile(table, each, axis=0) for each in (ends[0], 50, ends[1]))
    axes.fill_between(along, low, high, color=color, alpha=0.18, linewidth=0)
    axes.plot(along, low, color=color, linewidth=0.8, alpha=0.6, linestyle=style)
    axes.plot(along, high, color=color, linewidth=0.8, alpha=0.6, linestyle=style)
    axes.plot(along, middle, color=color, linewidth=2, linestyle=style, label=name)


def _along(numbers: Sequence[float]) -> Any:
    return np.interp(np.linspace(0, len(numbers) - 1, STEPS + 1), np.arange(len(numbers)), numbers)


def _draw_pairs(study: StudyRows) -> str | None:
    """Draw the two matches of each pair against each other; nothing where few leads are possible."""
    by_pair: dict[int, list[int]] = {}
    for line in study.lines:
        by_pair.setdefault(line.pair, []).append(line.lead_first)
    dots = [each for each in by_pair.values() if len(each) == 2]
    if len({lead for dot in dots for lead in dot}) < LEAST_LEADS:
        return None
    title = "The same deal twice, seats swapped: the first mover's lead"
    with _axes(title, "in the one match, points", "in the other, points", 5.0) as (axes, saved):
        axes.axhline(0, color=INK, linewidth=1, linestyle=":")
        axes.axvline(0, color=INK, linewidth=1, linestyle=":")
        furthest = max([1, *(abs(lead) for dot in dots for lead in dot)]) * 1.05
        axes.plot([-furthest, furthest], [-furthest, furthest], color=FAINT, linewidth=1.5)
        axes.set_xlim(-furthest, furthest)
        axes.set_ylim(-furthest, furthest)
        axes.set_aspect("equal")
        axes.scatter([one for one, _ in dots], [other for _, other in dots], s=22, color=LINE, alpha=0.55, linewidths=0)
        return saved()


def _bars(title: str, across: str, rows: Sequence[tuple[str, Estimate]]) -> str:
    shown = list(reversed(rows[:MOST_ROWS]))
    with _axes(title, across, "", 1.0 + 0.27 * len(shown)) as (axes, saved):
        axes.barh(range(len(shown)), [100 * each.mean for _, each in shown], color=LINE, alpha=0.45, height=0.62)
        _mark(axes, shown, "none")
        axes.grid(axis="y", visible=False)
        return saved()


def _dots(title: str, counts: Sequence[Count], fair: float) -> str | None:
    """Draw how well whoever had more of something, or began with it, did; nothing where that is known of one alone."""
    known = [(each.name, each.won) for each in counts if each.won is not None and each.won.high - each.won.low < 0.6]
    shown = list(reversed(known[:MOST_ROWS]))
    if len(shown) < 2:
        return None
    with _axes(title, "won, %", "", 1.0 + 0.27 * len(shown)) as (axes, saved):
        _mark(axes, shown, "o")
        axes.axvline(100 * fair, color=INK, linewidth=1, linestyle=":")
        axes.set_xlim(0, 100)
        return saved()


def _draw_changes(compared: Sequence[Compared], other: str) -> str | None:
    rows = [(QUESTIONS[each.key], each.change) for each in compared if math.isfinite(each.change.high)]
    shown = [(question.name, change) for question, change in reversed(rows) if question.unit is SHARE]
    if not shown:
        return None
    with _axes(f"What changes with {other}", "percentage points", "", 1.0 + 0.3 * len(shown)) as (axes, saved):
        _mark(axes, shown, "o")
        axes.axvline(0, color=INK, linewidth=1, linestyle=":")
        return saved()


def _mark(axes: Axes, rows: Sequence[tuple[str, Estimate]], shape: str) -> None:
    figures, places = [each for _, each in rows], range(len(rows))
    below = [100 * max(0.0, each.mean - each.low) for each in figures]
    errors = [below, [100 * max(0.0, each.high - each.mean) for each in figures]]
    look: Any = {"fmt": shape, "color": LINE, "markersize": 6, "capsize": 3, "linewidth": 1.5}
    axes.errorbar([100 * each.mean for each in figures], places, xerr=errors, **look)
    axes.set_yticks(places, [name for name, _ in rows])
