"""Actions: what is asked for, and what is answered, as data for programs and as a terminal shows it."""

import argparse
import json
import sys
from collections.abc import Callable, Mapping, Sequence
from datetime import UTC, datetime
from typing import Any, Final, NamedTuple

from fivefold.house.house import House
from fivefold.house.moderation.operators import Operator
from fivefold.house.stored_match import time_from_text

PIPE_WIDTH: Final = 1000
"""Columns where nothing has to fit on a screen."""

NARROW: Final = 16
"""A column of no more characters is not broken into lines."""


class Table(NamedTuple):
    """Rows below headings."""

    headings: Sequence[str]
    rows: Sequence[Sequence[str]]


class Facts(NamedTuple):
    """Values, each with what it is."""

    values: Mapping[str, str]


Shown = str | Table | Facts


class Answer(NamedTuple):
    """What an action answers."""

    data: Any
    """For ``--json``."""
    shown: Sequence[Shown]


class AdminRequest(NamedTuple):
    """What was asked for."""

    house: House
    by: str
    """The machine's user."""
    options: argparse.Namespace

    @property
    def operator(self) -> Operator:
        """Who does it."""
        return Operator(self.house, self.by)


class Argument:
    """What an action takes, as ``argparse`` has it."""

    def __init__(self, *names: str, **settings: Any) -> None:
        self.names, self.settings = names, settings


class Action(NamedTuple):
    """One of the things that can be done."""

    name: str
    help: str
    run: Callable[[AdminRequest], Answer]
    arguments: Sequence[Argument] = ()


WHOM: Final = "the name of an account; report:N, whom that report is about; or match:ID:N, who sits in seat N"
NAME: Final = Argument("name", metavar="NAME", help=WHOM)
WHY: Final = Argument("--why", default="", required=True, metavar="TEXT", help="the reason; it is kept in the log")
WHY_IF_ANY: Final = Argument("--why", default="", metavar="TEXT", help="the reason; it is kept in the log")


def moment(at: datetime | str | None) -> str:
    """Return a time as it is shown, in UTC; empty for none."""
    if at is None:
        return ""
    there = time_from_text(at) if isinstance(at, str) else at
    return f"{there.astimezone(UTC):%Y-%m-%d %H:%M}"


def exact(at: datetime | str | None) -> str | None:
    """Return a time for programs, ISO 8601 in UTC."""
    if at is None or isinstance(at, str):
        return at
    return at.astimezone(UTC).isoformat(timespec="milliseconds")


def show(answer: Answer, *, as_json: bool) -> None:
    """Print an answer."""
    if as_json:
        print(json.dumps(answer.data, ensure_ascii=False, indent=1))
        return
    for place, each in enumerate(answer.shown):
        if place and not isinstance(each, str):
            print()
        print(each if isinstance(each, str) else _drawn(each))


def _drawn(shown: Table | Facts) -> str:
    """Return a table as text, as wide as the terminal or, in a pipe, as it needs."""
    from rich import box  # noqa: PLC0415  (for whoever asks for a table)
    from rich.console import Console  # noqa: PLC0415
    from rich.table import Table as Drawn  # noqa: PLC0415
    from rich.text import Text  # noqa: PLC0415

    if isinstance(shown, Facts):
        drawn = Drawn(box=None, show_header=False, pad_edge=False)
        drawn.add_column(style="dim")
        rows: Sequence[Sequence[str]] = [each for each in shown.values.items() if each[1]]
    else:
        drawn, rows = Drawn(box=box.SIMPLE_HEAD, pad_edge=False), shown.rows
        for place, heading in enumerate(shown.headings):
            narrow = max((len(row[place]) for row in rows), default=0) <= NARROW
            drawn.add_column(heading, overflow="fold", no_wrap=narrow)
    for row in rows:
        drawn.add_row(*(Text(cell) for cell in row))
    console = Console() if sys.stdout.isatty() else Console(width=PIPE_WIDTH)
    with console.capture() as captured:
        console.print(drawn)
    lines = [line.rstrip() for line in captured.get().splitlines()]
    edge = 0 if isinstance(shown, Facts) else 1  # a blank on the left
    return "\n".join(line[edge:] for line in lines).strip("\n")
