"""Programs that play over the API, driven from a process of their own, on both databases."""

import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager
from typing import Final

from benchmarks.measurement import Measurement
from benchmarks.server.checking import differences
from benchmarks.server.driver import drive
from benchmarks.server.houses import enrol, postgresql, sqlite
from benchmarks.server.night import measure_night
from benchmarks.server.playing import Plan, Report
from benchmarks.server.running import measure_processes, measure_restart, measure_streams
from benchmarks.web.served import Served, served
from fivefold.lab.configuration import games_for_several

__all__ = ["measure_night", "measure_processes", "measure_restart", "measure_server", "measure_streams"]

TABLES: Final = 100
SECONDS: Final = 30.0
SEATS_EACH: Final = 10
"""Matches of an account at a time; a person may have 16 streams."""
Place = Callable[[], AbstractContextManager[str]]
PLACES: Final[dict[str, Place]] = {"SQLite": sqlite, "PostgreSQL": postgresql}


def measure_server(quick: bool) -> list[Measurement]:
    """Measure matches between programs, a move a second each, on both databases."""
    tables, seconds = (20, 5.0) if quick else (TABLES, SECONDS)
    rows = list[Measurement]()
    for name, place in PLACES.items():
        rows += _moves(name, place, tables, seconds)
    return rows


def _moves(name: str, place: Place, tables: int, seconds: float) -> list[Measurement]:
    what = f"{name}: {tables} matches by API, a move a second each"
    try:
        with place() as url:
            report, busy = _played(url, tables, seconds)
            lost = differences(url, report.played)
    except ConnectionError as error:
        return [Measurement(what, float("nan"), "ms", note=str(error).splitlines()[0])]
    return list(_rows(what, report, busy, lost))


def _played(url: str, tables: int, seconds: float) -> tuple[Report, float | None]:
    """Serve a house and play; return what happened, and the share of a processor that the web process took."""
    tokens = enrol(url, 2 * -(-tables // SEATS_EACH))
    with served(workers=0 if url.startswith("postgresql") else 1, database=url) as house:
        before, started = house.processor_seconds(), time.time()
        report = drive(Plan((house.port,), tokens, tuple(games_for_several()), tables, seconds, 1.0))
        return report, _share(house, before, started)


def _share(house: Served, before: float | None, started: float) -> float | None:
    now = house.processor_seconds()
    return None if before is None or now is None else (now - before) / (time.time() - started)


def _rows(what: str, report: Report, busy: float | None, lost: list[str]) -> Iterator[Measurement]:
    waits, answers = sorted(report.waits), sorted(report.answers)
    if not waits:
        raise ConnectionError(f"no move arrived; refused: {report.refused[:3]}")
    rate = len(waits) / max(0.001, report.ended - report.began)
    said = [
        f"half {1000 * _part(waits, 0.5):.1f} ms",
        f"answers: half {1000 * _part(answers, 0.5):.1f} ms, 99 of 100 {1000 * _part(answers, 0.99):.1f} ms",
        f"{len(waits)} moves, {rate:.0f} a second",
        f"{len(report.refused)} refused, the first: {report.refused[0]}" if report.refused else "",
    ]
    note = "; ".join(filter(None, said))
    yield Measurement(
        f"{what}: from POST to the other seat's stream, 99 of 100",
        1000 * _part(waits, 0.99),
        "ms",
        50.0,
        True,
        note=note,
    )
    if busy is not None:
        yield Measurement(f"{what}: the web process", 100 * busy, "%", 75.0, True, note="of one processor")
    count = sum(len(each.acknowledged) for each in report.played)
    told = f"of {count} acknowledged; {lost[0]}" if lost else f"of {count} acknowledged"
    yield Measurement(f"{what}: lost, doubled or out of order", len(lost), "moves", 0.0, True, note=told)


def _part(figures: list[float], share: float) -> float:
    return figures[min(len(figures) - 1, int(share * len(figures)))]
