"""A study as a report: what was found, then the figures with their intervals, the plots, and how it was measured."""

import importlib.util
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from fivefold.lab.measuring.statistics import Estimate
from fivefold.lab.reporting.html_report import html_report
from fivefold.lab.reporting.strength_page import NO_PLOT
from fivefold.lab.study import parquet, words
from fivefold.lab.study.answers import Answer, Compared, Count, compare, deeds, endings, hands, openings
from fivefold.lab.study.answers import repeated as repeated_pairs
from fivefold.lab.study.chances import is_corrected
from fivefold.lab.study.lines import HandLine, MatchLine, Played, PlyLine
from fivefold.lab.study.playing import players
from fivefold.lab.study.questions import QUESTIONS, SECTIONS, SHARE, change_text, interval_text, number, value_text
from fivefold.lab.study.skill import Rise

MOST_ROWS: Final = 14
LEAST_MATCHES: Final = 8
"""First moves that were played less often are left out."""
FEWEST_OPENINGS: Final = 3
"""With fewer first moves that were played so often there is nothing to tell."""


@dataclass(frozen=True, slots=True)
class Report:
    """All there is to tell of a study."""

    studies: Sequence[Played]
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
    def base(self) -> Played:
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


def write(report: Report, folder: Path) -> list[Path]:
    """Write the report as Markdown and HTML with its plots, and the tables; return the files."""
    folder.mkdir(parents=True, exist_ok=True)
    made = {"command": report.command, "machine": report.machine}
    files = parquet.write(folder, report.studies, made)
    draw(report)
    for name, svg in report.pictures.items():
        (folder / name).write_text(svg, encoding="utf-8")
    text = markdown(report)
    (folder / "report.md").write_text(text, encoding="utf-8")
    (folder / "report.html").write_text(html_report(text, report.pictures), encoding="utf-8")
    return [folder / "report.html", folder / "report.md", *files, *(folder / name for name in report.pictures)]


def draw(report: Report) -> None:
    """Draw the plots, where matplotlib is there."""
    if importlib.util.find_spec("matplotlib") is None:
        return
    from fivefold.lab.study import plots  # noqa: PLC0415  matplotlib is an extra that may be missing

    studies, names, base = report.studies, report.names, report.base
    found: dict[str, str | None] = {
        "length.svg": plots.length(studies, names),
        "choices.svg": plots.choices(studies, names),
    }
    if base.terms.alone:
        found["points.svg"] = plots.points(studies, names)
    else:
        found["course.svg"] = plots.course(studies, names)
        if base.terms.game.traits.scores_decide:
            found["pairs.svg"] = plots.pairs(base)
        found["openings.svg"] = plots.openings(openings(base), report.fair)
    listed = hands(base)
    if listed:
        found["hands.svg"] = plots.hands(listed)
    if not base.terms.alone:
        found["winning.svg"] = plots.winning(listed or deeds(base), report.fair)
    for place, changes in report.changes():
        found[f"changes-{place}.svg"] = plots.changes(changes, report.names[place])
    report.pictures.update({name: svg for name, svg in found.items() if svg is not None})


# --- text ------------------------------------------------------------------------------------------------------------


def markdown(report: Report) -> str:
    """Return the report as Markdown."""
    return "\n\n".join(_parts(report)) + "\n"


def _parts(report: Report) -> Iterator[str]:
    base, found = report.base, report.found[0]
    yield f"# {base.terms.configuration.heading(base.terms.game)}: what {len(base.lines):,} matches say"
    counted = hands(base)
    yield words.finding(base, found, counted, repeated_pairs(base))
    for place, changes in report.changes():
        yield words.comparison(changes, report.names[place])
    yield conditions(report)
    for heading, keys in SECTIONS:
        yield from section(report, heading, [found[key] for key in keys if key in found])
    yield from things(report, counted)
    yield from levels(report)
    for place, changes in report.changes():
        yield from compared(report, place, changes)
    yield from closing(report, found)


def conditions(report: Report) -> str:
    """Return who played, how often and how."""
    terms = report.base.terms
    opening = report.base.lines[0].opening_plies
    deal = "every game on cards of its own" if terms.alone else "in pairs on the same deal, seats swapped"
    if opening:
        deal = f"in pairs, seats swapped, after the same {opening} random moves"
    scale = f" Thinking time and positions are {terms.scale:g} times the usual." if terms.scale != 1 else ""
    each = " with each set of options" if len(report.studies) > 1 else ""
    return (
        f"{players(terms)}, {len(report.base.lines):,} matches{each}, {deal}.{scale}"
        f" Intervals are 95 %{'' if terms.alone else '; pairs of matches count as independent, not matches'}."
    )


def section(report: Report, heading: str, found: Sequence[Answer]) -> Iterator[str]:
    """Yield the table of some figures under their heading, and the plots that belong there."""
    if not found:
        return
    yield f"## {heading}"
    yield table(
        ("", "figure", "95 % interval"),
        [
            (
                QUESTIONS[each.key].name,
                value_text(QUESTIONS[each.key].unit, each.figure),
                interval_text(QUESTIONS[each.key].unit, each.figure),
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
    (
        "course.svg",
        "The chance to win of whoever wins in the end: median, and where eight of ten are",
        SECTIONS[4][0],
    ),
    ("pairs.svg", "A dot for each pair of matches; the deal decides where dots are near the diagonal", SECTIONS[5][0]),
)
"""The plots of the sections: file, caption, heading."""


def things(report: Report, counted: Sequence[Count]) -> Iterator[str]:
    """Yield how matches end, what earns points, what moves do, and the first moves."""
    base = report.base
    reasons = {match.ending: match.reason for match in base.matches}
    ends = endings(base)
    if len(ends) > 1:
        yield "## How matches end"
        yield table(
            ("", "of the matches", "95 % interval"), [(reasons[each.name], *_cells(each.share)) for each in ends]
        )
    if counted:
        yield "## What earns points"
        yield made_table(counted, True)
        yield from pictures(
            report,
            ("hands.svg", "The share of all points that each earns"),
            ("winning.svg", "How often whoever has more of them wins"),
        )
    done = deeds(base)
    if done and not base.terms.alone:
        yield "## What moves do"
        yield made_table(done, False)
        if not counted:
            yield from pictures(report, ("winning.svg", "How often whoever does it more often wins"))
    usual = [each for each in openings(base) if each.number >= LEAST_MATCHES and each.won is not None]
    if len(usual) >= FEWEST_OPENINGS:
        yield "## First moves"
        rows = [(each.name, number(each.number), *_cells(each.won)) for each in usual[:MOST_ROWS] if each.won]
        yield table(("", "matches", "won by whoever made it", "95 % interval"), rows)
        yield from pictures(report, ("openings.svg", "How often whoever begins with it wins"))


def made_table(counts: Sequence[Count], earning: bool) -> str:
    """Return a table of what was there how often."""
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
    return table((*heading, *(("who has more wins", "95 % interval") if two else ())), rows)


def _cells(share: Estimate) -> tuple[str, str]:
    return value_text(SHARE, share), interval_text(SHARE, share)


def pictures(report: Report, *wanted: tuple[str, str]) -> Iterator[str]:
    """Yield those pictures that are there."""
    for name, caption in wanted:
        if name in report.pictures:
            yield f"![{caption}]({name})"


def levels(report: Report) -> Iterator[str]:
    """Yield what each level gains over the one below, or that it was not measured."""
    yield "## What each level gains"
    if not report.rises:
        yield words.unmeasured(report.base.terms, report.rises is not None)
        return
    unit = "points, and how many more" if report.base.terms.alone else "wins against it"
    yield table(
        ("level", "over level", unit, "95 % interval"),
        [(str(each.level), str(each.below), each.figure, each.interval) for each in report.rises],
    )
    yield f"Measured before, with the same options: `{report.rises[0].command}`."


def compared(report: Report, place: int, changes: Sequence[Compared]) -> Iterator[str]:
    """Yield the table of what is different with another set of options."""
    yield f"## Compared with {report.names[place]}"
    yield table(
        ("", report.names[0], report.names[place], "change", "95 % interval"),
        [
            (
                QUESTIONS[each.key].name,
                value_text(QUESTIONS[each.key].unit, each.base),
                value_text(QUESTIONS[each.key].unit, each.other),
                f"**{change_text(QUESTIONS[each.key].unit, each.change)}**"
                if each.is_sure
                else change_text(QUESTIONS[each.key].unit, each.change),
                interval_text(QUESTIONS[each.key].unit, each.change),
            )
            for each in changes
        ],
    )
    yield "Bold where the interval has no 0 in it. Of twenty figures that are the same, one is bold by chance."
    yield from pictures(report, (f"changes-{place}.svg", "By how much shares change"))


def closing(report: Report, found: Mapping[str, Answer]) -> Iterator[str]:
    """Yield what the figures mean, how to make them again, and what is in the files."""
    yield "## What the figures mean"
    yield "\n".join(f"- **{QUESTIONS[key].name}**: {QUESTIONS[key].meaning}" for key in found)
    if "lead_changes" in found:
        yield CHANCES if is_corrected(report.base.matches) else PLAIN_CHANCES
    yield "## To make it again"
    yield f"```\n{report.command}\n```"
    yield f"Made with {report.machine}." + (f" {NO_PLOT}" if not report.pictures else "")
    yield "## The data"
    yield DATA
    for name, kind in (("matches", MatchLine), ("plies", PlyLine), ("hands", HandLine)):
        yield f"### {name}.parquet"
        yield table(("column", "what it is"), [(f"`{key}`", text) for key, text in parquet.columns(kind).items()])


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


def table(heading: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """Return a table, the first column to the left, all others to the right unless they are text."""
    text = heading[0] == "column"
    lines = [f"| {' | '.join(heading)} |", "|---|" + ("---|" if text else "--:|") * (len(heading) - 1)]
    return "\n".join([*lines, *(f"| {' | '.join(each.replace('|', '/') for each in row)} |" for row in rows)])
