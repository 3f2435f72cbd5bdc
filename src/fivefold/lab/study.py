"""Questions about a game, answered from matches played for it: ``fivefold study``."""

import argparse
import json
import math
import shlex
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from enum import Enum
from operator import attrgetter
from pathlib import Path
from typing import Any, Final, NamedTuple

import numpy as np

from fivefold.command import FINE, at_least, in_source, read_option, with_tables
from fivefold.contract import Game, Hindsight
from fivefold.contract.errors import InvalidOption
from fivefold.lab.arguments import lab_command, lab_data
from fivefold.lab.configuration import Configuration, configuration_of, library
from fivefold.lab.estimates import (
    UNKNOWN,
    Estimate,
    at_once,
    clustered_mean,
    clustered_ratio,
    clustered_share,
    correlation,
    difference,
    elo,
    interval_text,
    needs_scipy,
    paired_difference,
    percent,
    quantile,
)
from fivefold.lab.jobs import finished, place_of
from fivefold.lab.ladder import NEIGHBOURS, LadderStep, LevelScores, ladder_command, load_levels, load_rungs, steps
from fivefold.lab.players.registry import canonical_name, prepare
from fivefold.lab.provenance import check_places
from fivefold.lab.report import (
    FAINT,
    INK,
    LINE,
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
    this_machine,
    written,
)
from fivefold.lab.study_rows import (
    COLUMNS,
    NOBODY_AHEAD,
    RawMatch,
    Row,
    StudyRows,
    StudyTerms,
    decisions,
    hand_rows,
    is_corrected,
    job_of,
    leader,
    players_text,
    ply_rows,
    rows_of,
    side_returns,
    winning_side,
)
from fivefold.play.catalogue import find
from fivefold.play.options import resolve

# --- questions -------------------------------------------------------------------------------------------------------


class Unit(Enum):
    """How a figure is written."""

    NUMBER = "number"
    SHARE = "share"
    """In per cent."""
    INDEX = "index"
    """Between -1 and 1, with two decimals."""


class StudyQuestion(NamedTuple):
    """One figure in words."""

    name: str
    unit: Unit
    meaning: str
    """A sentence."""


NUMBER, SHARE, INDEX = Unit.NUMBER, Unit.SHARE, Unit.INDEX
QUESTIONS: Final = {
    key: StudyQuestion(each["name"], Unit(each["unit"]), each["meaning"])
    for key, each in lab_data("study")["questions"].items()
}
SECTIONS: Final[Sequence[Mapping[str, Any]]] = lab_data("study")["sections"]
"""Which figures stand together, under which heading, with which plot."""


def number_text(value: float) -> str:
    """Return a number with as many decimals as mean something."""
    value = 0.0 if abs(value) < 0.05 else value
    if abs(value) >= 99.95 or float(value).is_integer():
        return f"{value:,.0f}".replace("-", "−")
    return f"{value:.1f}".replace("-", "−")


def percent_text(value: float, decimals: int = 0) -> str:
    """Return a share in per cent, without the sign."""
    return f"{100 * value:.{decimals}f}".replace("-", "−") if abs(value) * 100 >= 0.5 * 10**-decimals else "0"


def _written(unit: Unit, value: float) -> str:
    """Return a figure without what it is a figure of."""
    if not math.isfinite(value):
        return "?"
    if unit is INDEX:
        return (f"{value:.2f}" if abs(value) >= 0.005 else "0").replace("-", "−")
    return percent_text(value, 1) if unit is SHARE else number_text(value)


def value_text(unit: Unit, figure: Estimate) -> str:
    """Return a figure as it stands in a table."""
    return f"{_written(unit, figure.mean)}{' %' if unit is SHARE else ''}"


def interval_cell(unit: Unit, figure: Estimate) -> str:
    """Return a figure's interval as it stands in a table; where so few matches tell nothing of it, a dash."""
    if not (math.isfinite(figure.low) and math.isfinite(figure.high)):
        return "–"
    low, high = _written(unit, figure.low), _written(unit, figure.high)
    return "all alike" if figure.low == figure.high else f"{low} to {high}"


def change_text(unit: Unit, figure: Estimate) -> str:
    """Return a difference with its sign; shares in percentage points."""
    text = _written(unit, figure.mean)
    return f"+{text}" if figure.mean > 0 and text != "0" else text


# --- figures ---------------------------------------------------------------------------------------------------------

COMEBACK: Final = 0.25
"""Who had a smaller chance than this at some decision, and won, has come back."""
PHASES: Final = ("start", "middle", "end")
"""The decisions of a match in three parts of equal length."""


class StudyAnswer(NamedTuple):
    """One figure."""

    key: str
    """What is asked; in words in ``questions``."""
    figure: Estimate
    matches: int
    """How many matches it is from."""


class Count(NamedTuple):
    """How often something was there: a hand, a first move, a way to end."""

    name: str
    number: float
    """How many a match, or how many matches."""
    share: Estimate
    """Of the matches that had it;"""
    points: Estimate | None = None
    """the share of all points that it earned;"""
    won: Estimate | None = None
    """and how well whoever had it, or had more of it, did."""


QUANTILES: Final = {"points_low": 0.1, "points_high": 0.9}
"""Where one plays alone: which share of the games makes at most so many points."""
Number = Callable[[Row], float | None]
MEANS: Final = {
    **{name: name for name in ("decisions", "plies", "log10_paths", "score_lead_changes", "lead_changes", "drama")},
    **{name: name for name in ("lowest_chance", "ahead_for_good", "decided", "margin", "lead_first")},
    **{name: name for name in ("uncertainty", "swing", "killer_move", "taken_back", "good_moves")},
    "legal_moves": "legal_moves_mean",
    "points": "lead_first",
}
"""Answers that are the mean of a column of the matches."""
SHARES: Final[dict[str, Number]] = {
    "first": lambda row: row.result_first,
    "a": lambda row: row.result_a,
    "draws": lambda row: float(row.drawn),
    "comebacks": lambda row: None if row.lowest_chance is None else float(row.lowest_chance < COMEBACK),
}
"""Answers that are a share of the matches."""


def answers(study: StudyRows, seconds: float | None = None) -> dict[str, StudyAnswer]:
    """Return the answers by what is asked, without those that make no sense for such a game.

    ``seconds``: how long a player thinks about a decision, to tell how many minutes a match takes.
    """
    found = {key: _mean(study, key) for key in MEANS} | {key: _share(study, key) for key in SHARES}
    found |= {f"legal_{phase}": _legal(study, part) for part, phase in enumerate(PHASES)}
    found |= {"leader_at_half": _leader_at_half(study), "deal": luck(study), "same_side": _same_side(study)}
    found |= {"hindsight": _hindsight(study), "coverage": _coverage(study)}
    made = [float(line.lead_first) for line in study.lines]
    found |= {key: StudyAnswer(key, quantile(made, share), len(made)) for key, share in QUANTILES.items()}
    if seconds is not None:
        minutes = [line.decisions * seconds / 60 for line in study.lines]
        found["minutes"] = StudyAnswer("minutes", clustered_mean(minutes, study.groups), len(minutes))
    left_out = _senseless(study)
    ordered = [key for section in SECTIONS for key in section["keys"] if key in found]
    return {key: found[key] for key in ordered if found[key].matches and key not in left_out}


def _senseless(study: StudyRows) -> set[str]:
    if study.terms.alone:
        of_two = {"first", "draws", "leader_at_half", "deal", "same_side", "margin", "lead_first"}
        return of_two | {"a"}
    of_points = set() if study.terms.game.traits.scores_decide else {"margin", "lead_first"}
    of_players = {"a"} if study.terms.a == study.terms.b else {"same_side"}
    return {"points", *QUANTILES} | of_points | of_players


def _mean(study: StudyRows, key: str) -> StudyAnswer:
    numbers, groups = _known(study, attrgetter(MEANS[key]))
    figure = clustered_mean(numbers, groups)
    return StudyAnswer(key, figure if min(numbers, default=-1) < 0 else _within(figure), len(numbers))


def _share(study: StudyRows, key: str) -> StudyAnswer:
    numbers, groups = _known(study, SHARES[key])
    of_one = all(0 <= each <= 1 for each in numbers)
    return StudyAnswer(key, clustered_share(numbers, groups), len(numbers)) if of_one else StudyAnswer(key, UNKNOWN, 0)


def _within(figure: Estimate, most: float = math.inf) -> Estimate:
    """Return a figure that cannot be less than nothing, or more than ``most``, with an interval that says so."""
    return Estimate(figure.mean, max(0.0, figure.low), min(most, figure.high))


def _known(study: StudyRows, number: Number) -> tuple[list[float], list[int]]:
    found = [(number(line), line.pair) for line in study.lines]
    return [each for each, _ in found if each is not None], [pair for each, pair in found if each is not None]


def _legal(study: StudyRows, part: int) -> StudyAnswer:
    numbers = list[float]()
    for match in study.matches:
        chosen = decisions(match)
        first, last = len(chosen) * part // len(PHASES), len(chosen) * (part + 1) // len(PHASES)
        legal = [ply.legal for ply in chosen[first:last]]
        numbers.append(sum(legal) / len(legal) if legal else math.nan)
    known = [(each, group) for each, group in zip(numbers, study.groups, strict=True) if not math.isnan(each)]
    figure = clustered_mean([each for each, _ in known], [group for _, group in known])
    return StudyAnswer(f"legal_{PHASES[part]}", figure, len(known))


def _leader_at_half(study: StudyRows) -> StudyAnswer:
    results, groups = list[float](), list[int]()
    for match, course in zip(study.matches, study.courses, strict=True):
        ahead = leader(course[len(course) // 2]) if course else NOBODY_AHEAD
        if ahead != NOBODY_AHEAD:
            results.append(side_returns(match)[ahead])
            groups.append(match.pair)
    return StudyAnswer("leader_at_half", clustered_share(results, groups), len(results))


# --- luck ------------------------------------------------------------------------------------------------------------


def luck(study: StudyRows) -> StudyAnswer:
    """Return the share of the differences between results that the deal explains: two matches of a pair compared.

    The result is the lead of whoever moves first, in points where these decide. If it is a part that belongs to the
    deal and a part that does not, the correlation of the two matches is the share of the first part.
    """
    pairs = _pairs(study)
    by_points = study.terms.game.traits.scores_decide
    number: Callable[[Row], float] = (lambda line: line.lead_first) if by_points else (lambda line: line.result_first)
    figure = correlation([number(one) for one, _ in pairs], [number(other) for _, other in pairs])
    return StudyAnswer("deal", figure, 0 if math.isnan(figure.mean) else 2 * len(pairs))


def _same_side(study: StudyRows) -> StudyAnswer:
    """Return in how many pairs the same side, the first or another, won both matches; half is nothing but chance."""
    same = [float(one.result_first == other.result_first) for one, other in _pairs(study)]
    return StudyAnswer("same_side", clustered_share(same, range(len(same))), 2 * len(same))


def repeated(study: StudyRows) -> int:
    """Return how many pairs are the same match twice, move by move: their players chose nothing at random."""
    by_pair: dict[int, list[list[str]]] = {}
    for match in study.matches:
        by_pair.setdefault(match.pair, []).append([ply.text for ply in match.plies])
    return sum(len(each) == 2 and each[0] == each[1] for each in by_pair.values())


def _pairs(study: StudyRows) -> list[tuple[Row, Row]]:
    by_pair: dict[int, list[Row]] = {}
    for line in study.lines:
        by_pair.setdefault(line.pair, []).append(line)
    return [(each[0], each[1]) for each in by_pair.values() if len(each) == 2]


def _hindsight(study: StudyRows) -> StudyAnswer:
    asked = [match for match in study.matches if match.hindsight]
    shares = [match.scores[0] / match.hindsight for match in asked if match.hindsight]
    return StudyAnswer("hindsight", clustered_mean(shares, [match.pair for match in asked]), len(shares))


def _coverage(study: StudyRows) -> StudyAnswer:
    """Return to how many of the things that any match points at a match points, on average."""
    known = {place for match in study.matches for ply in match.plies for place in ply.places}
    shares = [line.places / len(known) for line in study.lines] if known else []
    return StudyAnswer("coverage", clustered_mean(shares, study.groups), len(shares))


# --- what there was --------------------------------------------------------------------------------------------------


def endings(study: StudyRows) -> list[Count]:
    """Return how the matches ended, the most usual first: by the key of the game's message."""
    counted = Counter(match.ending for match in study.matches)
    return [
        Count(key, number, clustered_share([float(m.ending == key) for m in study.matches], study.groups))
        for key, number in counted.most_common()
    ]


def hands(study: StudyRows) -> list[Count]:
    """Return what earned points, most points first; nothing where points don't decide."""
    if not study.terms.game.traits.scores_decide:
        return []
    numbers = _numbers_of(study, lambda match: ((each.kind, each.seat, each.number) for each in match.made))
    points = {
        kind: [sum(each.points for each in match.made if each.kind == kind) for match in study.matches]
        for kind in numbers
    }
    earned = [sum(each) for each in zip(*points.values(), strict=True)]
    found = [_hand(study, kind, numbers[kind], points[kind], earned) for kind in numbers]
    return sorted(found, key=lambda each: -(each.points.mean if each.points else 0))


def _numbers_of(
    study: StudyRows, things: Callable[[RawMatch], Iterable[tuple[str, int, int]]]
) -> dict[str, list[Counter[int]]]:
    """Return for each kind of thing how many each side had, match by match; ``things``: kind, seat and number."""
    numbers: dict[str, list[Counter[int]]] = {}
    for place, match in enumerate(study.matches):
        for kind, seat, number in things(match):
            counts = numbers.setdefault(kind, [Counter() for _ in study.matches])
            counts[place][match.sides[seat]] += number
    return numbers


def _hand(
    study: StudyRows, kind: str, numbers: Sequence[Counter[int]], points: Sequence[int], earned: Sequence[int]
) -> Count:
    share = clustered_ratio(points, earned, study.groups)
    share = _within(share, 1.0) if min(points) >= 0 else share
    seen = clustered_share([float(sum(each.values()) > 0) for each in numbers], study.groups)
    each_match = sum(sum(each.values()) for each in numbers) / len(numbers)
    return Count(kind, each_match, seen, share, _had_more(study, numbers))


def deeds(study: StudyRows) -> list[Count]:
    """Return what moves did besides earning points, the most usual first."""
    numbers = _numbers_of(study, lambda match: ((ply.deed, ply.seat, 1) for ply in match.plies if ply.deed))
    found = [
        Count(
            name,
            sum(sum(each.values()) for each in counts) / len(counts),
            clustered_share([float(sum(each.values()) > 0) for each in counts], study.groups),
            won=_had_more(study, counts),
        )
        for name, counts in numbers.items()
    ]
    return sorted(found, key=lambda each: -each.number)


def _had_more(study: StudyRows, numbers: Sequence[Counter[int]]) -> Estimate | None:
    """Return how well the side did that had more of something than any other; ``None`` where one plays alone."""
    results, groups = list[float](), list[int]()
    for match, counts in zip(study.matches, numbers, strict=True):
        each = [counts[side] for side in range(max(match.sides) + 1)]
        most = leader(each)
        if most != NOBODY_AHEAD and len(each) > 1:
            results.append(side_returns(match)[most])
            groups.append(match.pair)
    return clustered_share(results, groups) if results else None


def openings(study: StudyRows) -> list[Count]:
    """Return the first moves, the most usual first, and how well the side did that made them."""
    by_text: dict[str, list[Row]] = {}
    for line in study.lines:
        by_text.setdefault(line.opening, []).append(line)
    return [
        Count(
            text,
            len(lines),
            clustered_share([float(line.opening == text) for line in study.lines], study.groups),
            won=None
            if study.terms.alone
            else clustered_share([line.result_first for line in lines], [line.pair for line in lines]),
        )
        for text, lines in sorted(by_text.items(), key=lambda each: (-len(each[1]), each[0]))
    ]


# --- comparing -------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Compared:
    """A figure with one set of options and with another."""

    key: str
    base: Estimate
    other: Estimate
    change: Estimate
    """By how much it is more with the other options."""

    @property
    def is_sure(self) -> bool:
        """Whether the interval of the change has nothing of both signs."""
        return self.is_sure_among(1)

    def is_sure_among(self, count: int) -> bool:
        """Whether that is so even if this was picked among so many changes."""
        figure = at_once(self.change, count)
        return figure.low > 0 or figure.high < 0


def compare(base: Mapping[str, StudyAnswer], other: Mapping[str, StudyAnswer]) -> list[Compared]:
    """Return all figures that both have."""
    return [
        Compared(key, base[key].figure, other[key].figure, difference(other[key].figure, base[key].figure))
        for key in base
        if key in other
    ]


# --- what each level gains over the one below, from what `fivefold ladder` has measured ------------------------------

STRENGTH: Final = in_source("docs/strength")
"""Where `fivefold ladder` writes unless told otherwise; ``None`` where the package was installed without its source."""


class Rise(NamedTuple):
    """One level over the one below, in words."""

    level: int
    below: int
    figure: str
    interval: str
    command: str
    """The one that measures it."""


def rises(game: Game, configuration: Configuration, folder: Path | None = STRENGTH) -> Sequence[Rise] | None:
    """Return what each level gains with these options, nothing where it was not measured; ``None`` without a folder."""
    if folder is None:
        return None
    if configuration.seats == 1:
        return _rises_alone(game, configuration, load_levels(folder / f"{configuration.stem(game)}.jsonl"))
    found = {
        (rung.conditions.upper, rung.conditions.lower): rung
        for rung in load_rungs(folder, game, configuration).values()
    }
    listed = list[Rise]()
    for pair in NEIGHBOURS:
        if pair in found:
            terms, score = found[pair].conditions, found[pair].result.score
            command = ladder_command(game, configuration, terms.pairs, terms.scale, terms.seed)
            listed.append(Rise(*pair, percent(score.mean), f"{interval_text(score)} %", command))
    return listed


CLASS_ELO: Final = elo(0.75)
"""Between two classes of players of which one wins three of four against the other."""


def depth(game: Game, configuration: Configuration, folder: Path | None = STRENGTH) -> LadderStep | None:
    """Return the highest level with its Elo above the lowest; ``None`` where not all of them were measured so."""
    if folder is None or configuration.seats == 1:
        return None
    last = steps(list(load_rungs(folder, game, configuration).values()))[-1]
    return last if last.level == NEIGHBOURS[-1][0] else None


def _rises_alone(game: Game, configuration: Configuration, found: dict[int, LevelScores]) -> list[Rise]:
    listed = list[Rise]()
    for level, scores in sorted(found.items()):
        if level - 1 in found:
            gain = paired_difference(scores.points, found[level - 1].points)
            interval = f"{gain.low:+.1f} to {gain.high:+.1f}" if math.isfinite(gain.high) else "–"
            figure = f"{scores.mean.mean:.1f}, {gain.mean:+.1f}"
            command = ladder_command(game, configuration, len(scores.points), scores.scale, scores.seed)
            listed.append(Rise(level, level - 1, figure, interval, command))
    return listed


# --- the report ------------------------------------------------------------------------------------------------------

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
    depth: LadderStep | None = None
    """The highest level above the lowest, where that is known."""
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
        return say(TEMPLATE, "finding", self.base, self.figures, looked_at, best, repeated(self.base))

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


class ReportSection(NamedTuple):
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


def _figures(found: Mapping[str, StudyAnswer]) -> Iterator[ReportSection]:
    for section in SECTIONS:
        asked = [key for key in section["keys"] if key in found]
        together = len(asked) if section.get("at_once") else 1
        rows = [_figure_row(found[key], together) for key in asked]
        drawn = [(section["picture"], section["caption"])] if "picture" in section else []
        if rows:
            interval = f"{INTERVAL}, all {together} at once" if together > 1 else INTERVAL
            yield ReportSection(section["heading"], table(("", "figure", interval), rows), drawn)


def _figure_row(answer: StudyAnswer, together: int) -> tuple[str, str, str]:
    question, figure = QUESTIONS[answer.key], at_once(answer.figure, together)
    return question.name, value_text(question.unit, figure), interval_cell(question.unit, figure)


def _things(report: StudyReport) -> Iterator[ReportSection]:
    base, counted = report.base, hands(report.base)
    reasons, ends, done = {match.ending: match.reason for match in base.matches}, endings(base), deeds(base)
    if len(ends) > 1:
        shares = [(reasons[each.name], *_cells(each.share)) for each in ends]
        yield ReportSection("How matches end", table(("", "of the matches", INTERVAL), shares))
    if counted:
        drawn = [("hands.svg", "The share of all points that each earns")]
        drawn += [("winning.svg", "How often whoever has more of them wins")]
        yield ReportSection("What earns points", _made_table(counted, True), drawn)
    if done and not base.terms.alone:
        drawn = [] if counted else [("winning.svg", "How often whoever does it more often wins")]
        yield ReportSection("What moves do", _made_table(done, False), drawn)
    usual = [each for each in openings(base) if each.number >= LEAST_MATCHES and each.won is not None]
    if len(usual) >= FEWEST_OPENINGS:
        rows = [(_safe(each.name), number_text(each.number), *_cells(each.won)) for each in usual[:MOST_ROWS]]
        made = table(("", "matches", "won by whoever made it", INTERVAL), rows)
        yield ReportSection("First moves", made, [("openings.svg", "How often whoever begins with it wins")])


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
TEMPLATES.globals |= {"at_once": at_once, "CLASS_ELO": CLASS_ELO}


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
        for study, name, look in zip(studies, names, _styles(), strict=False):
            _band(axes, [_along([float(ply.legal) for ply in decisions(match)]) for match in study.matches], look, name)
        axes.set_ylim(bottom=0)
        _legend(axes, studies)
        return saved()


def _draw_course(studies: Sequence[StudyRows], names: Sequence[str]) -> str | None:
    """Draw the winner's chance in the course of a match; nothing where there are no winners."""
    with _axes("The later winner's chance", "part of the match's decisions, %", "chance to win, %") as (axes, saved):
        for study, name, look in zip(studies, names, _styles(), strict=False):
            rows = [
                _along([100 * chances[winner] for chances in each])
                for match, each in zip(study.matches, study.courses, strict=True)
                if (winner := winning_side(match)) is not None and each
            ]
            if not rows:
                return None
            _band(axes, rows, look, name)
        axes.axhline(50, color=INK, linewidth=1, linestyle=":")
        axes.set_ylim(0, 100)
        _legend(axes, studies)
        return saved()


def _band(axes: Axes, rows: Sequence[Any], look: tuple[str, str], name: str) -> None:
    """Draw the median of rows, and where eight of ten are."""
    (color, style), along = look, np.linspace(0, 100, STEPS + 1)
    low, middle, high = np.percentile(np.array(rows), (10, 50, 90), axis=0)
    axes.fill_between(along, low, high, color=color, alpha=0.18, linewidth=0)
    for end in (low, high):
        axes.plot(along, end, color=color, linewidth=0.8, alpha=0.6, linestyle=style)
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


# --- the command -----------------------------------------------------------------------------------------------------

FEWEST: Final = 4
HINDSIGHTS: Final = 20
"""In so many games for one the best is looked for that the cards allowed."""


def run(options: argparse.Namespace) -> int:
    """Play the matches, print what they say, and write the report if asked to. Raises ``InvalidOption``."""
    game = find(options.game)
    listed, place = _all_terms(game, options), place_of(options)
    check_places(game.key, [options.out])
    if options.out is not None:
        needed()
    needs_scipy()
    prepare(game, (listed[0].a, listed[0].b))
    with ExitStack() as kept:
        studies = [rows_of(terms, kept.enter_context(finished(job_of(terms), place))) for terms in listed]
        made = StudyReport(
            studies=studies,
            found=[answers(each, options.seconds) for each in studies],
            command=_command_text(listed, options),
            rises=rises(game, listed[0].configuration),
            depth=depth(game, listed[0].configuration),
            machine=this_machine(),
        )
        print(_told(made))
        if options.out is not None:
            files = write_report(made, options.out)
            print(f"\nWritten: {files[0]}, and {len(files) - 1} more files beside it")
    return FINE


def _all_terms(game: Game, options: argparse.Namespace) -> list[StudyTerms]:
    """Return what is played with each set of options. Raises ``InvalidOption``."""
    base = configuration_of(game, options.preset, options.option)
    a = canonical_name(game, options.player)
    b = a if options.against is None else canonical_name(game, options.against)
    if base.seats == 1 and options.against is not None:
        raise InvalidOption(
            f"{game.name} is played alone with these options", subject="--against", remedy="leave it out"
        )
    sets = [base, *(_other_configuration(game, options, text) for text in options.compare)]
    for place, each in enumerate(sets):
        if any(_all_options(game, each) == _all_options(game, earlier) for earlier in sets[:place]):
            text = options.compare[place - 1]
            raise InvalidOption("these are the same options as the others", subject=f"--compare {text}")
    matches = at_least("matches", options.matches, FEWEST)
    if matches % 2:
        raise InvalidOption(f"--matches {matches}: takes an even number, since every deal is played twice")
    how = options.matches, options.scale, options.seed
    finds = game.extra_of(Hindsight) is not None
    return [StudyTerms(game, each, a, b, *how, HINDSIGHTS if finds and each.seats == 1 else 0) for each in sets]


def _all_options(game: Game, configuration: Configuration) -> dict[str, str]:
    return resolve(game, dict(configuration.options))


def _other_configuration(game: Game, options: argparse.Namespace, text: str) -> Configuration:
    """Return the options that ``--compare`` names: those that differ from the others, or a preset's name."""
    words_of = shlex.split(text)
    given = dict(read_option(word) for word in words_of if "=" in word)
    preset = " ".join(word for word in words_of if "=" not in word)
    kept = {} if preset else options.option
    return configuration_of(game, preset or options.preset, {**kept, **with_tables(game, given)}, "--compare")


def _command_text(listed: Sequence[StudyTerms], options: argparse.Namespace) -> str:
    terms = listed[0]
    parts = [
        "fivefold study",
        terms.game.key,
        terms.configuration.arguments,
        f"--player {shlex.quote(terms.a)}",
        "" if terms.alone else f"--against {shlex.quote(terms.b)}",
        f"--matches {terms.matches} --scale {terms.scale:g} --seed {terms.seed}",
        *(f"--compare {shlex.quote(text)}" for text in options.compare),
        "" if options.seconds is None else f"--seconds {options.seconds:g}",
        "" if options.out is None else f"--out {shlex.quote(str(options.out))}",
    ]
    return " ".join(part for part in parts if part)


def _told(study: StudyReport) -> str:
    """Return what is printed: the finding, the figures, and what changes with other options."""
    found, base = study.found[0], study.base
    rows = [
        (name, f"{value_text(unit, found[key].figure):>9}", interval_cell(unit, found[key].figure))
        for key, (name, unit, _) in QUESTIONS.items()
        if key in found
    ]
    changes = [say_comparison(each, study.names[place]) for place, each in study.changes()]
    heading = f"{base.terms.game.name}: {players_text(base.terms)}, {len(base.lines):,} matches"
    return "\n\n".join([heading, study.finding, *changes, "\n".join(aligned(rows, left=(0, 1, 2)))])


STUDY = lab_command("study", run)
