"""A study as a report: what was found in sentences, the figures with their intervals, plots, and Parquet files."""

import json
import math
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any, Final, get_type_hints

import numpy as np

from fivefold.contract import Chance
from fivefold.contract.errors import InvalidOption
from fivefold.lab.estimates import Estimate, at_once
from fivefold.lab.report import FAINT, INK, LINE, NO_PLOT, Axes, can_draw, drawing, html_report, plain
from fivefold.lab.study.answers import (
    QUESTIONS,
    SECTIONS,
    SHARE,
    Answer,
    Compared,
    Count,
    Rise,
    Unit,
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
    StudyTerms,
    decisions,
    hand_rows,
    is_corrected,
    players_text,
    ply_rows,
    winning_side,
)

SHARED: Final = {
    Chance.NONE: "The opening",
    Chance.AT_THE_START: "The deal",
    Chance.BETWEEN_MOVES: "The order of the cards",
    Chance.WITHIN_TURNS: "Having the same dice at the same time",
}
"""What the two matches of a pair have in common."""
REST: Final = {
    Chance.NONE: "how it is played",
    Chance.AT_THE_START: "how it is played",
    Chance.BETWEEN_MOVES: "how it is played, and what else the cards bring",
    Chance.WITHIN_TURNS: "how it is played, and what else the dice bring",
}
"""What they have not in common."""
LEAST_SHARE: Final = 0.12
"""If no kind of thing earns so much of the points, none is named."""
OFTEN: Final = 1 / 3
"""What is there in fewer matches is not spoken of."""
CLAIMED: Final = ("first", "a", "deal")
"""The figures that a finding may claim something of, besides how often whoever has more of a hand wins."""
COMPARED: Final = (
    "decisions",
    "legal_moves",
    "points",
    "points_low",
    "points_high",
    "hindsight",
    "first",
    "a",
    "draws",
    "margin",
    "lead_changes",
    "comebacks",
    "leader_at_half",
    "decided",
    "deal",
)
"""The figures of which it is said in sentences how they change."""


def say_finding(study: StudyRows, found: Mapping[str, Answer], hands: Sequence[Count], repeated: int) -> str:
    """Return what a study found, in one paragraph."""
    figures = {key: answer.figure for key, answer in found.items()}
    looked_at = sum(key in figures for key in CLAIMED) + len(_won_by(hands))
    sentences = [
        _say_length(figures),
        *([_say_scored(study, figures)] if study.terms.alone else _say_contest(study, figures, looked_at)),
        *([say_best_hand(hands, looked_at)] if hands else []),
    ]
    if repeated and "deal" in figures:
        sentences.append(_say_again(repeated, len(study.lines) // 2))
    return " ".join(each for each in sentences if each)


def _say_unmeasured(terms: StudyTerms, known: bool) -> str:
    """Return why nothing is said of levels; ``known``: whether there is a folder in which their figures would be."""
    if not known:
        return "The levels are measured in docs/strength of the source code; this installation comes without it."
    command = " ".join(filter(None, ("fivefold ladder", terms.game.key, terms.configuration.arguments)))
    return f"Not measured with these options; `{command}` does it."


def _say_within(figure: Estimate, text: str) -> str:
    """Return a figure in words with its interval behind it, if that is more than one number."""
    if figure.low == figure.high:
        return text
    return f"{text} ({percent_text(figure.low)} to {percent_text(figure.high)})"


def _say_share(figure: Estimate) -> str:
    """Return ``54 % (49 to 59)``."""
    return _say_within(figure, f"{percent_text(figure.mean)} %")


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
    return [
        say_first_seat(study, figures["first"], looked_at),
        say_better_player(study, figures["a"], looked_at) if "a" in figures else "",
        _say_draws(figures["draws"]),
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
        return f"{said}, {_say_by_chance(looked_at)}."
    return f"{said}: neither an advantage nor a disadvantage that {count} matches would show."


def say_better_player(study: StudyRows, figure: Estimate, looked_at: int) -> str:
    """Return whether one player is better than the other."""
    a, b = f"Player A ({study.terms.a})", f"player B ({study.terms.b})"
    said, sure, fair = f"{a} wins {_say_share(figure)} against {b}", at_once(figure, looked_at), 0.5
    if sure.low > fair or sure.high < fair:
        return f"{said}."
    if figure.low > fair or figure.high < fair:
        return f"{said}, {_say_by_chance(looked_at)}."
    return f"{said}, which does not show who is better."


def _say_by_chance(looked_at: int) -> str:
    return f"which may be chance, as one of {looked_at} figures looked at"


def _say_draws(figure: Estimate) -> str:
    if figure.mean == 0:
        return f"No match was a draw, so hardly more than {percent_text(figure.high, 1)} % are."
    return f"{_say_share(figure)} are draws."


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
        return f"{what} explains {_say_share(figure)} of the differences between results; the rest is {REST[chance]}."
    most = percent_text(max(0.0, figure.high))
    return f"{what} explains no part of the result that would show, at most {most} % of the differences."


def _say_again(repeated: int, pairs: int) -> str:
    return f"{repeated:,} of {pairs:,} pairs were the same match twice, since these players hardly choose at random."


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
    said = [
        f"{QUESTIONS[each.key].name} from {value_text(QUESTIONS[each.key].unit, each.base)} to"
        f" {value_text(QUESTIONS[each.key].unit, each.other)} ({_say_change(each)})"
        for each in sure
    ]
    same = [QUESTIONS[each.key].name for each in told if each not in sure]
    left = f" Not shown to change: {', '.join(same)}." if same else ""
    return f"With {other} these change: {'; '.join(said)}.{left}"


def _say_change(compared: Compared) -> str:
    """Return by how much a figure changes, with its interval: ``+4.2, between +1.0 and +7.4``."""
    unit = QUESTIONS[compared.key].unit
    points = " percentage points" if unit is SHARE else ""
    if compared.change.low == compared.change.high:
        return f"{change_text(unit, compared.change)}{points}"
    return f"{change_text(unit, compared.change)}{points}, 95 %: {interval_cell(unit, compared.change)}"


OTHER: Final = "#b0722b"
"""The colour of a second option set, which is drawn dashed besides."""
STEPS: Final = 24
"""Points along a match at which a course is drawn."""
MOST_DRAWN: Final = 14
LEAST_MATCHES: Final = 8
"""What was there in fewer matches is left out of plots."""
LEAST_LEADS: Final = 6


@contextmanager
def _axes(title: str, across: str, up: str, height: float = 3.6) -> Iterator[tuple[Axes, Callable[[], str]]]:
    with drawing(height) as (figure, saved):
        axes = figure.add_subplot()
        plain(axes, "both", title, across, up)
        axes.set_axisbelow(True)
        yield axes, saved


def _draw_length(studies: Sequence[StudyRows], names: Sequence[str]) -> str | None:
    """Draw how long matches are; nothing where all are of one length."""
    return _spread(studies, names, "How long a match is", "decisions", lambda line: line.decisions)


def _draw_points(studies: Sequence[StudyRows], names: Sequence[str]) -> str | None:
    return _spread(studies, names, "What is scored", "points", lambda line: line.lead_first)


def _spread(
    studies: Sequence[StudyRows], names: Sequence[str], title: str, unit: str, number: Callable[[Any], float]
) -> str | None:
    from matplotlib.ticker import MaxNLocator  # noqa: PLC0415  an extra that may be missing

    listed = [[number(line) for line in study.lines] for study in studies]
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


def _draw_hands(counts: Sequence[Count]) -> str:
    rows = [(each.name, each.points) for each in counts if each.points is not None]
    return _bars("What the points are for", "share of all points, %", rows, None)


def _draw_winning(counts: Sequence[Count], fair: float) -> str | None:
    return _dots("Who has more of them wins", [(each.name, each.won) for each in counts], fair)


def _draw_openings(counts: Sequence[Count], fair: float) -> str | None:
    listed = [each for each in counts if each.number >= LEAST_MATCHES]
    return _dots("First moves", [(each.name, each.won) for each in listed], fair)


def _bars(title: str, across: str, rows: Sequence[tuple[str, Estimate]], fair: float | None) -> str:
    shown = list(reversed(rows[:MOST_DRAWN]))
    with _axes(title, across, "", 1.0 + 0.27 * len(shown)) as (axes, saved):
        middles = [100 * each.mean for _, each in shown]
        axes.barh(range(len(shown)), middles, color=LINE, alpha=0.45, height=0.62)
        axes.errorbar(middles, range(len(shown)), xerr=_errors([each for _, each in shown]), **_marks("none"))
        axes.set_yticks(range(len(shown)), [name for name, _ in shown])
        axes.grid(axis="y", visible=False)
        return saved()


def _dots(title: str, rows: Sequence[tuple[str, Estimate | None]], fair: float) -> str | None:
    known = [(name, each) for name, each in rows if each is not None and each.high - each.low < 0.6]
    shown = list(reversed(known[:MOST_DRAWN]))
    if len(shown) < 2:
        return None
    with _axes(title, "won, %", "", 1.0 + 0.27 * len(shown)) as (axes, saved):
        middles = [100 * each.mean for _, each in shown]
        axes.errorbar(middles, range(len(shown)), xerr=_errors([each for _, each in shown]), **_marks("o"))
        axes.axvline(100 * fair, color=INK, linewidth=1, linestyle=":")
        axes.set_yticks(range(len(shown)), [name for name, _ in shown])
        axes.set_xlim(0, 100)
        return saved()


def _marks(shape: str) -> Mapping[str, Any]:
    return {"fmt": shape, "color": LINE, "markersize": 6, "capsize": 3, "linewidth": 1.5}


def _errors(figures: Sequence[Estimate]) -> list[list[float]]:
    below = [100 * max(0.0, each.mean - each.low) for each in figures]
    return [below, [100 * max(0.0, each.high - each.mean) for each in figures]]


def _draw_changes(compared: Sequence[Compared], other: str) -> str | None:
    rows = [each for each in compared if QUESTIONS[each.key].unit is Unit.SHARE and math.isfinite(each.change.high)]
    if not rows:
        return None
    shown = list(reversed(rows))
    with _axes(f"What changes with {other}", "percentage points", "", 1.0 + 0.3 * len(shown)) as (axes, saved):
        figures = [each.change for each in shown]
        middles = [100 * each.mean for each in figures]
        axes.errorbar(middles, range(len(shown)), xerr=_errors(figures), **_marks("o"))
        axes.axvline(0, color=INK, linewidth=1, linestyle=":")
        axes.set_yticks(range(len(shown)), [QUESTIONS[each.key].name for each in shown])
        return saved()


METADATA: Final = "fivefold"
"""The key under which a file's metadata have how it was made and what its columns mean, as JSON."""
NEEDS_POLARS: Final = "Parquet files need polars: pip install polars"


def columns(kind: type[Any]) -> Mapping[str, str]:
    """Return what each column of a kind of line means."""
    hints = get_type_hints(kind, include_extras=True)
    return {name: hint.__metadata__[0] for name, hint in hints.items()}


def _write_tables(folder: Path, studies: Sequence[StudyRows], made: Mapping[str, str]) -> list[Path]:
    """Write the matches, plies and hands of all option sets; ``made`` says how. Raises ``InvalidOption``."""
    tables: list[tuple[str, type[Any], Iterable[Any]]] = [
        ("matches", MatchRow, (line for study in studies for line in study.lines)),
        ("plies", PlyRow, (line for study in studies for line in ply_rows(study))),
        ("hands", HandRow, (line for study in studies for line in hand_rows(study))),
    ]
    return [_write_table(folder / f"{name}.parquet", kind, lines, made) for name, kind, lines in tables]


def _write_table(file: Path, kind: type[Any], lines: Iterable[Any], made: Mapping[str, str]) -> Path:
    polars = needed()
    frame = polars.DataFrame([asdict(line) for line in lines], schema=_types(polars, kind), orient="row")
    frame.write_parquet(file, metadata={METADATA: json.dumps({**made, "columns": columns(kind)})})
    return file


def needed() -> Any:
    """Return polars, which is an extra that may be missing. Raises ``InvalidOption``."""
    try:
        import polars  # noqa: PLC0415
    except ModuleNotFoundError as error:
        if error.name != "polars":
            raise
        raise InvalidOption(NEEDS_POLARS, subject="--out") from error
    return polars


def _types(polars: Any, kind: type[Any]) -> dict[str, Any]:
    plain: dict[Any, Any] = {int: polars.Int32, float: polars.Float64, bool: polars.Boolean, str: polars.String}
    known = {**plain, list[int]: polars.List(polars.Int32), list[float]: polars.List(polars.Float64)}
    known |= {of | None: column for of, column in known.items()}
    return {name: known[hint] for name, hint in get_type_hints(kind).items()}


MOST_ROWS: Final = 14
FEWEST_OPENINGS: Final = 3
"""With fewer first moves that were played so often there is nothing to tell."""


@dataclass(frozen=True, slots=True)
class StudyReport:
    """All there is to tell of a study."""

    studies: Sequence[StudyRows]
    """One for each option set; the others are compared with the first."""
    found: Sequence[Mapping[str, Answer]]
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


def write_report(report: StudyReport, folder: Path) -> list[Path]:
    """Write the report as Markdown and HTML with its plots, and the tables; return the files."""
    folder.mkdir(parents=True, exist_ok=True)
    made = {"command": report.command, "machine": report.machine}
    files = _write_tables(folder, report.studies, made)
    _draw_all(report)
    for name, svg in report.pictures.items():
        (folder / name).write_text(svg, encoding="utf-8")
    text = _markdown(report)
    (folder / "report.md").write_text(text, encoding="utf-8")
    (folder / "report.html").write_text(html_report(text, report.pictures), encoding="utf-8")
    return [folder / "report.html", folder / "report.md", *files, *(folder / name for name in report.pictures)]


def _draw_all(report: StudyReport) -> None:
    """Draw the plots, where matplotlib is there."""
    if not can_draw():
        return
    studies, names, base = report.studies, report.names, report.base
    found: dict[str, str | None] = {
        "length.svg": _draw_length(studies, names),
        "choices.svg": _draw_choices(studies, names),
    }
    if base.terms.alone:
        found["points.svg"] = _draw_points(studies, names)
    else:
        found["course.svg"] = _draw_course(studies, names)
        if base.terms.game.traits.scores_decide:
            found["pairs.svg"] = _draw_pairs(base)
        found["openings.svg"] = _draw_openings(openings(base), report.fair)
    listed = hands(base)
    if listed:
        found["hands.svg"] = _draw_hands(listed)
    if not base.terms.alone:
        found["winning.svg"] = _draw_winning(listed or deeds(base), report.fair)
    for place, changes in report.changes():
        found[f"changes-{place}.svg"] = _draw_changes(changes, report.names[place])
    report.pictures.update({name: svg for name, svg in found.items() if svg is not None})


# --- text ------------------------------------------------------------------------------------------------------------


def _markdown(report: StudyReport) -> str:
    return "\n\n".join(_parts(report)) + "\n"


def _parts(report: StudyReport) -> Iterator[str]:
    base, found = report.base, report.found[0]
    yield f"# {base.terms.configuration.heading(base.terms.game)}: what {len(base.lines):,} matches say"
    counted = hands(base)
    yield say_finding(base, found, counted, repeated_pairs(base))
    for place, changes in report.changes():
        yield say_comparison(changes, report.names[place])
    yield _conditions(report)
    for heading, keys in SECTIONS:
        yield from _section(report, heading, [found[key] for key in keys if key in found])
    yield from _things(report, counted)
    yield from levels(report)
    for place, changes in report.changes():
        yield from _compared(report, place, changes)
    yield from _closing(report, found)


def _conditions(report: StudyReport) -> str:
    terms = report.base.terms
    opening = report.base.lines[0].opening_plies
    deal = "every game on cards of its own" if terms.alone else "in pairs on the same deal, seats swapped"
    if opening:
        deal = f"in pairs, seats swapped, after the same {opening} random moves"
    scale = f" Thinking time and positions are {terms.scale:g} times the usual." if terms.scale != 1 else ""
    each = " with each set of options" if len(report.studies) > 1 else ""
    return (
        f"{players_text(terms)}, {len(report.base.lines):,} matches{each}, {deal}.{scale}"
        f" Intervals are 95 %{'' if terms.alone else '; pairs of matches count as independent, not matches'}."
    )


def _section(report: StudyReport, heading: str, found: Sequence[Answer]) -> Iterator[str]:
    if not found:
        return
    yield f"## {heading}"
    yield _table(
        ("", "figure", "95 % interval"),
        [
            (
                QUESTIONS[each.key].name,
                value_text(QUESTIONS[each.key].unit, each.figure),
                interval_cell(QUESTIONS[each.key].unit, each.figure),
            )
            for each in found
        ],
    )
    for name, caption, belongs in PICTURES:
        if belongs == heading and name in report.pictures:
            yield f"![{caption}]({name})"


PICTURES: Final = (
    ("length.svg", "How many matches take how many decisions", SECTIONS[0][0]),
    ("choices.svg", "Legal moves in the course of a match: median, and where eight of ten are", SECTIONS[1][0]),
    ("points.svg", "How many games come to how many points", SECTIONS[2][0]),
    ("course.svg", "The chance to win of whoever wins in the end: median, and where eight of ten are", SECTIONS[4][0]),
    ("pairs.svg", "A dot for each pair of matches; the deal decides where dots are near the diagonal", SECTIONS[5][0]),
)
"""The plots of the sections: file, caption, heading."""


def _things(report: StudyReport, counted: Sequence[Count]) -> Iterator[str]:
    base = report.base
    reasons = {match.ending: match.reason for match in base.matches}
    ends = endings(base)
    if len(ends) > 1:
        yield "## How matches end"
        yield _table(
            ("", "of the matches", "95 % interval"), [(reasons[each.name], *_cells(each.share)) for each in ends]
        )
    if counted:
        yield "## What earns points"
        yield _made_table(counted, True)
        yield from _pictures(
            report,
            ("hands.svg", "The share of all points that each earns"),
            ("winning.svg", "How often whoever has more of them wins"),
        )
    done = deeds(base)
    if done and not base.terms.alone:
        yield "## What moves do"
        yield _made_table(done, False)
        if not counted:
            yield from _pictures(report, ("winning.svg", "How often whoever does it more often wins"))
    usual = [each for each in openings(base) if each.number >= LEAST_MATCHES and each.won is not None]
    if len(usual) >= FEWEST_OPENINGS:
        yield "## First moves"
        rows = [(each.name, number_text(each.number), *_cells(each.won)) for each in usual[:MOST_ROWS] if each.won]
        yield _table(("", "matches", "won by whoever made it", "95 % interval"), rows)
        yield from _pictures(report, ("openings.svg", "How often whoever begins with it wins"))


def _made_table(counts: Sequence[Count], earning: bool) -> str:
    two = any(each.won is not None for each in counts)
    heading = ("", "a match", *(("of all points", "95 % interval") if earning else ()))
    rows = [
        (
            each.name,
            f"{each.number:.1f}" if each.number >= 0.05 else f"{each.number:.3f}",
            *(_cells(each.points) if earning and each.points else ()),
            *((_cells(each.won) if each.won is not None else ("–", "–")) if two else ()),
        )
        for each in counts[:MOST_ROWS]
    ]
    return _table((*heading, *(("who has more wins", "95 % interval") if two else ())), rows)


def _cells(share: Estimate) -> tuple[str, str]:
    return value_text(SHARE, share), interval_cell(SHARE, share)


def _pictures(report: StudyReport, *wanted: tuple[str, str]) -> Iterator[str]:
    for name, caption in wanted:
        if name in report.pictures:
            yield f"![{caption}]({name})"


def levels(report: StudyReport) -> Iterator[str]:
    """Yield what each level gains over the one below, or that it was not measured."""
    yield "## What each level gains"
    if not report.rises:
        yield _say_unmeasured(report.base.terms, report.rises is not None)
        return
    unit = "points, and how many more" if report.base.terms.alone else "wins against it"
    yield _table(
        ("level", "over level", unit, "95 % interval"),
        [(str(each.level), str(each.below), each.figure, each.interval) for each in report.rises],
    )
    yield f"Measured before, with the same options: `{report.rises[0].command}`."


def _compared(report: StudyReport, place: int, changes: Sequence[Compared]) -> Iterator[str]:
    yield f"## Compared with {report.names[place]}"
    yield _table(
        ("", report.names[0], report.names[place], "change", "95 % interval"),
        [
            (
                QUESTIONS[each.key].name,
                value_text(QUESTIONS[each.key].unit, each.base),
                value_text(QUESTIONS[each.key].unit, each.other),
                f"**{change_text(QUESTIONS[each.key].unit, each.change)}**"
                if each.is_sure
                else change_text(QUESTIONS[each.key].unit, each.change),
                interval_cell(QUESTIONS[each.key].unit, each.change),
            )
            for each in changes
        ],
    )
    yield "Bold where the interval has no 0 in it. Of twenty figures that are the same, one is bold by chance."
    yield from _pictures(report, (f"changes-{place}.svg", "By how much shares change"))


def _closing(report: StudyReport, found: Mapping[str, Answer]) -> Iterator[str]:
    yield "## What the figures mean"
    yield "\n".join(f"- **{QUESTIONS[key].name}**: {QUESTIONS[key].meaning}" for key in found)
    if "lead_changes" in found:
        yield CHANCES if is_corrected(report.base.matches) else PLAIN_CHANCES
    yield "## To make it again"
    yield f"```\n{report.command}\n```"
    yield f"Made with {report.machine}." + (f" {NO_PLOT}" if not report.pictures else "")
    yield "## The data"
    yield DATA
    for name, kind in (("matches", MatchRow), ("plies", PlyRow), ("hands", HandRow)):
        yield f"### {name}.parquet"
        yield _table(("column", "what it is"), [(f"`{key}`", text) for key, text in columns(kind).items()])


CHANCES: Final = (
    "Chances to win are the game's own estimate of each position, everything open, corrected by how the matches of this"
    " study ended: those of each half of the pairs by the other half."
)
PLAIN_CHANCES: Final = "Chances to win are the game's own estimate of each position, everything open."
DATA: Final = """Everything the players could not see, such as hidden hands, is in these files: the matches are over.

```python
import polars

matches = polars.read_parquet("matches.parquet")
```"""


def _table(heading: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """Return a table, the first column to the left, all others to the right unless they are text."""
    text = heading[0] == "column"
    lines = [f"| {' | '.join(heading)} |", "|---|" + ("---|" if text else "--:|") * (len(heading) - 1)]
    return "\n".join([*lines, *(f"| {' | '.join(each.replace('|', '/') for each in row)} |" for row in rows)])
