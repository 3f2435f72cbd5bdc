"""A study as a report: what was found in sentences, the figures with their intervals, plots, and Parquet files.

Nothing is claimed that an interval does not hold, nor where it would not hold for all figures at once that the claims
were picked from (Bonferroni).
"""

import json
import math
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any, Final, get_type_hints

import numpy as np

from fivefold.contract import Chance
from fivefold.lab.configuration import library
from fivefold.lab.estimates import Estimate, at_once
from fivefold.lab.report import (
    FAINT,
    INK,
    LINE,
    NO_PLOT,
    Axes,
    block,
    can_draw,
    drawing,
    html_report,
    page,
    plain,
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
    HandRow,
    MatchRow,
    PlyRow,
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
Texts = Iterator[str]
"""Paragraphs."""


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
    def names(self) -> list[str]:
        """What each option set is called."""
        return [each.terms.configuration.title or "the usual options" for each in self.studies]

    def changes(self) -> Iterator[tuple[int, Sequence[Compared]]]:
        """Yield the place of each further option set, and what is different with it."""
        for place, found in enumerate(self.found[1:], start=1):
            yield place, compare(self.found[0], found)

    @property
    def fair(self) -> float:
        """What everybody would win if all won alike."""
        return 1 / (max(self.base.matches[0].sides) + 1)

    def picture(self, name: str, caption: str) -> list[str]:
        """Return a plot as a paragraph, if it is drawn."""
        return [f"![{caption}]({name})"] if name in self.pictures else []


# --- files -----------------------------------------------------------------------------------------------------------

METADATA: Final = "fivefold"
"""The key under which a file's metadata have how it was made and what its columns mean, as JSON."""


def write_report(report: StudyReport, folder: Path) -> list[Path]:
    """Write the report as Markdown and HTML with its plots, and the tables; return the files."""
    folder.mkdir(parents=True, exist_ok=True)
    tables = _write_tables(folder, report)
    if can_draw():
        report.pictures.update(_drawn(report))
    text = page(_parts(report))
    files = written(folder, {"report.html": html_report(text, report.pictures), "report.md": text, **report.pictures})
    return [*files[:2], *tables, *files[2:]]


def columns(kind: type[Any]) -> Mapping[str, str]:
    """Return what each column of a kind of row means."""
    hints = get_type_hints(kind, include_extras=True)
    return {name: hint.__metadata__[0] for name, hint in hints.items()}


def needed() -> Any:
    """Return polars, which is an extra that may be missing. Raises ``InvalidOption``."""
    return library("polars", "Parquet files need polars: pip install polars", subject="--out")


def _write_tables(folder: Path, report: StudyReport) -> list[Path]:
    polars, made = needed(), {"command": report.command, "machine": report.machine}
    tables: list[tuple[str, type[Any], Iterable[Any]]] = [
        ("matches", MatchRow, (row for study in report.studies for row in study.lines)),
        ("plies", PlyRow, (row for study in report.studies for row in ply_rows(study))),
        ("hands", HandRow, (row for study in report.studies for row in hand_rows(study))),
    ]
    for name, kind, rows in tables:
        frame = polars.DataFrame([asdict(row) for row in rows], schema=_types(polars, kind), orient="row")
        metadata = {METADATA: json.dumps({**made, "columns": columns(kind)})}
        frame.write_parquet(folder / f"{name}.parquet", metadata=metadata)
    return [folder / f"{name}.parquet" for name, _, _ in tables]


def _types(polars: Any, kind: type[Any]) -> dict[str, Any]:
    single: dict[Any, Any] = {int: polars.Int32, float: polars.Float64, bool: polars.Boolean, str: polars.String}
    known = {**single, list[int]: polars.List(polars.Int32), list[float]: polars.List(polars.Float64)}
    known |= {of | None: column for of, column in known.items()}
    return {name: known[hint] for name, hint in get_type_hints(kind).items()}


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
        found["openings.svg"] = _dots("First moves", usual, report.fair)
    if listed:
        rows = [(each.name, each.points) for each in listed if each.points is not None]
        found["hands.svg"] = _bars("What the points are for", "share of all points, %", rows)
    if not base.terms.alone:
        found["winning.svg"] = _dots("Who has more of them wins", listed or deeds(base), report.fair)
    for place, changes in report.changes():
        found[f"changes-{place}.svg"] = _draw_changes(changes, report.names[place])
    return {name: svg for name, svg in found.items() if svg is not None}


# --- the text --------------------------------------------------------------------------------------------------------

PICTURES: Final = {
    SECTIONS[0][0]: ("length.svg", "How many matches take how many decisions"),
    SECTIONS[1][0]: ("choices.svg", "Legal moves in the course of a match: median, and where eight of ten are"),
    SECTIONS[2][0]: ("points.svg", "How many games come to how many points"),
    SECTIONS[4][0]: ("course.svg", "The chance to win of whoever wins in the end: median, and where eight of ten are"),
    SECTIONS[5][0]: ("pairs.svg", "A dot for each pair of matches; the deal decides where dots are near the diagonal"),
}
"""The plots of the sections by heading: file and caption."""
CHANCES: Final = "Chances to win are the game's own estimate of each position, everything open"
CORRECTED: Final = (
    ", corrected by how the matches of this study ended: those of each half of the pairs by the other half"
)
DATA: Final = """Everything the players could not see, such as hidden hands, is in these files: the matches are over.

```python
import polars

matches = polars.read_parquet("matches.parquet")
```"""


def _parts(report: StudyReport) -> Texts:
    base, found, counted = report.base, report.found[0], hands(report.base)
    yield f"# {base.terms.configuration.heading(base.terms.game)}: what {len(base.lines):,} matches say"
    yield say_finding(base, found, counted, repeated_pairs(base))
    for place, changes in report.changes():
        yield say_comparison(changes, report.names[place])
    yield _conditions(report)
    for heading, keys in SECTIONS:
        rows = [_figure_row(found[key]) for key in keys if key in found]
        if rows:
            yield f"## {heading}"
            yield table(("", "figure", INTERVAL), rows)
            yield from report.picture(*PICTURES[heading]) if heading in PICTURES else ()
    yield from _things(report, counted)
    yield from levels(report)
    for place, changes in report.changes():
        yield from _compared(report, place, changes)
    yield from _closing(report, found)


def _figure_row(answer: StudyAnswer) -> tuple[str, str, str]:
    question, figure = QUESTIONS[answer.key], answer.figure
    return question.name, value_text(question.unit, figure), interval_cell(question.unit, figure)


def _conditions(report: StudyReport) -> str:
    terms, opening = report.base.terms, report.base.lines[0].opening_plies
    deal = "every game on cards of its own" if terms.alone else "in pairs on the same deal, seats swapped"
    if opening:
        deal = f"in pairs, seats swapped, after the same {opening} random moves"
    scale = f" Thinking time and positions are {terms.scale:g} times the usual." if terms.scale != 1 else ""
    each = " with each set of options" if len(report.studies) > 1 else ""
    pairs = "" if terms.alone else "; pairs of matches count as independent, not matches"
    said = f"{players_text(terms)}, {len(report.base.lines):,} matches{each}, {deal}.{scale}"
    return f"{said} Intervals are 95 %{pairs}."


def _things(report: StudyReport, counted: Sequence[Count]) -> Texts:
    base = report.base
    reasons, ends, done = {match.ending: match.reason for match in base.matches}, endings(base), deeds(base)
    if len(ends) > 1:
        yield "## How matches end"
        yield table(("", "of the matches", INTERVAL), [(reasons[each.name], *_cells(each.share)) for each in ends])
    if counted:
        yield "## What earns points"
        yield _made_table(counted, True)
        yield from report.picture("hands.svg", "The share of all points that each earns")
        yield from report.picture("winning.svg", "How often whoever has more of them wins")
    if done and not base.terms.alone:
        yield "## What moves do"
        yield _made_table(done, False)
        if not counted:
            yield from report.picture("winning.svg", "How often whoever does it more often wins")
    usual = [each for each in openings(base) if each.number >= LEAST_MATCHES and each.won is not None]
    if len(usual) >= FEWEST_OPENINGS:
        yield "## First moves"
        rows = [(_safe(each.name), number_text(each.number), *_cells(each.won)) for each in usual[:MOST_ROWS]]
        yield table(("", "matches", "won by whoever made it", INTERVAL), rows)
        yield from report.picture("openings.svg", "How often whoever begins with it wins")


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


def levels(report: StudyReport) -> Texts:
    """Yield what each level gains over the one below, or that it was not measured."""
    yield "## What each level gains"
    terms = report.base.terms
    if report.rises is None:
        yield "The levels are measured in docs/strength of the source code; this installation comes without it."
    elif not report.rises:
        command = " ".join(filter(None, ("fivefold ladder", terms.game.key, terms.configuration.arguments)))
        yield f"Not measured with these options; `{command}` does it."
    else:
        unit = "points, and how many more" if terms.alone else "wins against it"
        rows = [(str(each.level), str(each.below), each.figure, each.interval) for each in report.rises]
        yield table(("level", "over level", unit, INTERVAL), rows)
        yield f"Measured before, with the same options: `{report.rises[0].command}`."


def _compared(report: StudyReport, place: int, changes: Sequence[Compared]) -> Texts:
    yield f"## Compared with {report.names[place]}"
    rows = []
    for each in changes:
        name, unit, _ = QUESTIONS[each.key]
        before, after, change = (
            value_text(unit, each.base),
            value_text(unit, each.other),
            change_text(unit, each.change),
        )
        shown = f"**{change}**" if each.is_sure else change
        rows.append((name, before, after, shown, interval_cell(unit, each.change)))
    yield table(("", report.names[0], report.names[place], "change", INTERVAL), rows)
    yield "Bold where the interval has no 0 in it. Of twenty figures that are the same, one is bold by chance."
    yield from report.picture(f"changes-{place}.svg", "By how much shares change")


def _closing(report: StudyReport, found: Mapping[str, StudyAnswer]) -> Texts:
    yield "## What the figures mean"
    yield "\n".join(f"- **{QUESTIONS[key].name}**: {QUESTIONS[key].meaning}" for key in found)
    if "lead_changes" in found:
        yield f"{CHANCES}{CORRECTED if is_corrected(report.base.matches) else ''}."
    yield "## To make it again"
    yield block(report.command)
    yield f"Made with {report.machine}." + (f" {NO_PLOT}" if not report.pictures else "")
    yield "## The data"
    yield DATA
    for name, kind in (("matches", MatchRow), ("plies", PlyRow), ("hands", HandRow)):
        yield f"### {name}.parquet"
        yield table(("column", "what it is"), [(f"`{key}`", text) for key, text in columns(kind).items()], "l")


# --- sentences -------------------------------------------------------------------------------------------------------

SHARED: Final = {
    Chance.NONE: "The opening",
    Chance.AT_THE_START: "The deal",
    Chance.BETWEEN_MOVES: "The order of the cards",
    Chance.WITHIN_TURNS: "Having the same dice at the same time",
}
"""What the two matches of a pair have in common."""
REST: Final = {
    Chance.BETWEEN_MOVES: ", and what else the cards bring",
    Chance.WITHIN_TURNS: ", and what else the dice bring",
}
"""What differs between them, besides how it is played."""
LEAST_SHARE: Final = 0.12
"""If no kind of thing earns so much of the points, none is named."""
OFTEN: Final = 1 / 3
"""What is there in fewer matches is omitted."""
CLAIMED: Final = ("first", "a", "deal")
"""The figures that a finding may claim something of, besides how often whoever has more of a hand wins."""
COMPARED: Final = (
    *("decisions", "legal_moves", "points", "points_low", "points_high", "hindsight", "first", "a", "draws", "margin"),
    *("lead_changes", "comebacks", "leader_at_half", "decided", "deal"),
)
"""The figures of which it is said in sentences how they change."""


def say_finding(study: StudyRows, found: Mapping[str, StudyAnswer], hands: Sequence[Count], repeated: int) -> str:
    """Return what a study found, in one paragraph."""
    figures = {key: answer.figure for key, answer in found.items()}
    looked_at = sum(key in figures for key in CLAIMED) + len(_won_by(hands))
    sentences = [
        _say_length(figures),
        *([_say_scored(study, figures)] if study.terms.alone else _say_contest(study, figures, looked_at)),
        *([say_best_hand(hands, looked_at)] if hands else []),
    ]
    if repeated and "deal" in figures:
        pairs = f"{repeated:,} of {len(study.lines) // 2:,} pairs"
        sentences.append(f"{pairs} were the same match twice, since these players hardly choose at random.")
    return " ".join(each for each in sentences if each)


def _say_share(figure: Estimate) -> str:
    """Return ``54 % (49 to 59)``."""
    text = f"{percent_text(figure.mean)} %"
    return text if figure.low == figure.high else f"{text} ({percent_text(figure.low)} to {percent_text(figure.high)})"


def _say_mean(figure: Estimate) -> str:
    """Return ``36``, or ``41.2 (39.8 to 42.6)``."""
    if figure.low == figure.high:
        return number_text(figure.mean)
    return f"{number_text(figure.mean)} ({number_text(figure.low)} to {number_text(figure.high)})"


def _say_length(figures: Mapping[str, Estimate]) -> str:
    minutes = f", about {number_text(figures['minutes'].mean)} minutes" if "minutes" in figures else ""
    decisions, legal = figures["decisions"], figures["legal_moves"]
    start = "Every match took" if decisions.low == decisions.high else "On average a match takes"
    among = f"each among {number_text(legal.mean)} legal moves{'' if legal.low == legal.high else ' on average'}"
    return f"{start} {_say_mean(decisions)} decisions{minutes}, {among}."


def _say_contest(study: StudyRows, figures: Mapping[str, Estimate], looked_at: int) -> list[str]:
    """Return who wins, how the lead changes, and how much is luck; ``looked_at``: the figures that claims are of."""
    drawn = figures["draws"]
    draws = f"{_say_share(drawn)} are draws."
    if drawn.mean == 0:
        draws = f"No match was a draw, so hardly more than {percent_text(drawn.high, 1)} % are."
    return [
        say_first_seat(study, figures["first"], looked_at),
        say_better_player(study, figures["a"], looked_at) if "a" in figures else "",
        draws,
        _say_course(figures),
        say_luck(study, figures["deal"], looked_at) if "deal" in figures else "",
    ]


def say_first_seat(study: StudyRows, figure: Estimate, looked_at: int) -> str:
    """Return whether it is an advantage to move first."""
    fair, count = 1 / (max(study.matches[0].sides) + 1), f"{len(study.lines):,}"
    said, sure = f"Whoever moves first wins {_say_share(figure)}", at_once(figure, looked_at)
    if sure.low > fair:
        return f"{said}: an advantage."
    if sure.high < fair:
        return f"{said}: a disadvantage."
    if figure.low > fair or figure.high < fair:
        return f"{said}, which may be chance, as one of {looked_at} figures looked at."
    return f"{said}: neither an advantage nor a disadvantage that {count} matches would show."


def say_better_player(study: StudyRows, figure: Estimate, looked_at: int) -> str:
    """Return whether one player is better than the other."""
    a, b = f"Player A ({study.terms.a})", f"player B ({study.terms.b})"
    said, sure, fair = f"{a} wins {_say_share(figure)} against {b}", at_once(figure, looked_at), 0.5
    if sure.low > fair or sure.high < fair:
        return f"{said}."
    if figure.low > fair or figure.high < fair:
        return f"{said}, which may be chance, as one of {looked_at} figures looked at."
    return f"{said}, which does not show who is better."


def _say_course(figures: Mapping[str, Estimate]) -> str:
    if "lead_changes" not in figures or "decided" not in figures:
        return ""
    changes, back, half = figures["lead_changes"], figures["comebacks"], figures["leader_at_half"]
    return (
        f"The better chance changes hands {_say_mean(changes)} times, {_say_share(back)} of the winners come back from"
        f" a chance below one in four, and whoever is ahead halfway wins {_say_share(half)}. On average a match is"
        f" decided after {percent_text(figures['decided'].mean)} % of its decisions."
    )


def say_luck(study: StudyRows, figure: Estimate, looked_at: int) -> str:
    """Return which share of the results the deal explains."""
    chance = study.terms.game.traits.chance
    what = SHARED[chance]
    if at_once(figure, looked_at).low > 0:
        explained = f"{what} explains {_say_share(figure)} of the differences between results"
        return f"{explained}; the rest is how it is played{REST.get(chance, '')}."
    most = percent_text(max(0.0, figure.high))
    return f"{what} explains no part of the result that would show, at most {most} % of the differences."


def _say_scored(study: StudyRows, figures: Mapping[str, Estimate]) -> str:
    said = f"The player makes {_say_mean(figures['points'])} points"
    if "hindsight" in figures:
        said += f", {_say_share(figures['hindsight'])} of what the cards allowed"
    low, high = number_text(figures["points_low"].mean), number_text(figures["points_high"].mean)
    return f"{said}; one game in ten comes to {low} or less, one in ten to more than {high}."


def _won_by(hands: Sequence[Count]) -> list[tuple[str, Estimate]]:
    return [(each.name, each.won) for each in hands if each.won is not None and each.share.mean > OFTEN]


def say_best_hand(hands: Sequence[Count], looked_at: int) -> str:
    """Return what earns most points, and what goes with winning, as far as either can be told."""
    said = list[str]()
    most = hands[0]
    if most.points is not None and most.points.mean >= LEAST_SHARE:
        said.append(f"Most points, {_say_share(most.points)}, come from “{most.name}”.")
    telling = [(name, won) for name, won in _won_by(hands) if at_once(won, looked_at).low > 0.5]
    if telling:
        name, won = max(telling, key=lambda each: each[1].low)
        said.append(f"Whoever has more of “{name}” than anybody else wins {_say_share(won)}.")
    return " ".join(said)


def say_comparison(changes: Sequence[Compared], other: str) -> str:
    """Return what another set of options changes, and what is not shown to change."""
    told = [each for each in changes if each.key in COMPARED]
    sure = [each for each in told if each.is_sure_among(len(told))]
    if not sure:
        return f"With {other} no figure changes by more than chance explains."
    said = [_say_change(each) for each in sure]
    same = [QUESTIONS[each.key].name for each in told if each not in sure]
    left = f" Not shown to change: {', '.join(same)}." if same else ""
    return f"With {other} these change: {'; '.join(said)}.{left}"


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
