"""`fivefold reports`: what people have reported, for those who run the house."""

import argparse
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from fivefold.command import FINE, Command
from fivefold.parts.words import counted
from fivefold.service.house import House
from fivefold.service.talk.chat_text import PHRASES
from fivefold.service.talk.reports import REASONS, Report
from fivefold.store import open_database
from fivefold.store.chat import StoredLine
from fivefold.store.place import database_url

HEADINGS: Final = ("No.", "When (UTC)", "Match", "About", "By", "Why", "")


def reports(number: int | None, folder: Path | None, *, every: bool, handled: bool) -> int:
    """List the reports, or show one with the lines around it. Raises ``UnknownLine``, ``WrongDatabase``."""
    database = open_database(database_url(folder))
    try:
        house = House(database)
        if number is None:
            print(_listed(house.reports.list(handled=every), every))
            return FINE
        if handled:
            house.reports.handle(number)
        print(_shown(*house.reports.find(number)))
    finally:
        database.close()
    return FINE


def _listed(found: Sequence[Report], every: bool) -> str:
    if not found:
        return "Nobody has reported anything." if every else "No report waits to be handled."
    rows = [HEADINGS, *(_row(each) for each in found)]
    widths = [max(len(row[column]) for row in rows) for column in range(len(HEADINGS))]
    lines = ["  ".join(map(str.ljust, row, widths)).rstrip() for row in rows]
    lines.insert(1, "  ".join("-" * width for width in widths[:-1]))
    return "\n".join([*lines, "", f"{counted(len(found), 'report')}. fivefold reports NUMBER shows one."])


def _row(report: Report) -> tuple[str, ...]:
    stored = report.stored
    what = (
        "handled"
        if stored.handled
        else "a line"
        if stored.line is not None
        else "the person"
        if stored.match
        else "a mail"
    )
    return (
        str(stored.id),
        _moment(stored.at),
        stored.match or "by mail",
        report.about,
        report.by,
        REASONS[stored.reason],
        what,
    )


def _shown(report: Report, around: Sequence[StoredLine]) -> str:
    stored = report.stored
    facts = {
        "Report": str(stored.id),
        "When": f"{_moment(stored.at)} UTC",
        "Match": stored.match or "none: it is about a mail",
        "About": report.about,
        "By": report.by,
        "Why": REASONS[stored.reason] + (f": {stored.why}" if stored.why else ""),
        "Handled": f"{_moment(stored.handled)} UTC" if stored.handled else "not yet: add --handled",
    }
    lines = [f"{name:8} {value}" for name, value in facts.items()]
    if around:
        lines += ["", f"In the room of the {around[0].room}:"]
        lines += [_line(line, marked=line.id == stored.line) for line in around]
    return "\n".join(lines)


def _line(line: StoredLine, *, marked: bool) -> str:
    said = PHRASES.get(line.phrase or "", line.text)
    return f"{'>' if marked else ' '} {_moment(line.at)}  {line.name}: {said}"


def _moment(at: str) -> str:
    return at[:16].replace("T", " ")


def _add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("number", type=int, nargs="?", metavar="NUMBER", help="show this report, with lines around it")
    parser.add_argument("--handled", action="store_true", help="note that the report is handled")
    parser.add_argument("--all", action="store_true", help="list handled reports too")
    parser.add_argument("--data", type=Path, metavar="DIR", help="folder of the house (your data folder)")


REPORTS: Final = Command(
    _add_arguments,
    lambda options: reports(options.number, options.data, every=options.all, handled=options.handled),
)
