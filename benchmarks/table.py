"""Measurements as a table or as JSON."""

import json
import sys
from collections.abc import Sequence
from dataclasses import asdict

from benchmarks.measurement import Measurement, Peer

HEADINGS = ("", "measured", "target", "")


def as_json(rows: Sequence[Measurement]) -> str:
    """Return the measurements as JSON, every field, and whether the target is reached."""
    return json.dumps([{**asdict(row), "reached": row.reached} for row in rows], indent=2)


def show(rows: Sequence[Measurement]) -> None:
    """Print the measurements: a table on a terminal, lines of text otherwise."""
    if sys.stdout.isatty():
        _show_rich(rows)
    else:
        print(as_text(rows))


def as_text(rows: Sequence[Measurement]) -> str:
    """Return the measurements as lines of text in columns."""
    table = [HEADINGS, *(line for row in rows for line in lines(row))]
    widths = [max(len(line[column]) for line in table) for column in range(3)]
    return "\n".join(_text_line(line, widths) for line in table)


def _text_line(line: tuple[str, str, str, str], widths: Sequence[int]) -> str:
    name, figure, target, note = line
    return f"{name:{widths[0]}}  {figure:>{widths[1]}}  {target:>{widths[2]}}  {note}".rstrip()


def lines(row: Measurement) -> list[tuple[str, str, str, str]]:
    """Return a measurement's line, and one for each peer: name, figure, target, note."""
    target = "" if row.target is None else f"{'<' if row.at_most else '>'} {amount(row.target)}"
    missed = [] if row.reached else ["BELOW TARGET"]
    first = (row.name, f"{amount(row.figure)} {row.unit}", target, "; ".join([*missed, *filter(None, [row.note])]))
    return [first, *(_peer_line(row, peer) for peer in row.peers)]


def _peer_line(row: Measurement, peer: Peer) -> tuple[str, str, str, str]:
    if peer.figure is None:
        return f"  against {peer.name}", "", "", peer.note
    times = row.times(peer)
    ratio = "" if times is None else f"we are {amount(times)} times as fast"
    return (
        f"  against {peer.name}",
        f"{amount(peer.figure)} {row.unit}",
        "",
        "; ".join(filter(None, [ratio, peer.note])),
    )


def amount(figure: float) -> str:
    """Return a figure with three digits that count, thousands apart."""
    if figure >= 100:
        digits = len(str(int(figure))) - 3
        return f"{round(figure, -digits):,.0f}"
    return f"{figure:.3g}"


def _show_rich(rows: Sequence[Measurement]) -> None:
    from rich.console import Console  # noqa: PLC0415  only needed on a terminal
    from rich.table import Table  # noqa: PLC0415

    table = Table(*HEADINGS)
    table.columns[1].justify = table.columns[2].justify = "right"
    for row in rows:
        first, *peers = lines(row)
        table.add_row(*first, style=None if row.reached else "bold red")
        for line in peers:
            table.add_row(*line, style="dim")
    Console().print(table)
