"""Programs that play over the API, driven from a process of their own, on both databases."""

import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from threading import Event, Thread
from typing import Final

from benchmarks.measurement import Measurement
from benchmarks.server.checking import differences
from benchmarks.server.driver import drive
from benchmarks.server.growth import measure_growth
from benchmarks.server.houses import enrol, postgresql, sqlite
from benchmarks.server.peer import measure_boardgame
from benchmarks.server.playing import Plan, Report
from benchmarks.server.running import SEATS_EACH, measure_processes, measure_restart, measure_streams
from benchmarks.web.served import Served, served
from fivefold.lab.configuration import games_for_several

__all__ = [
    "measure_boardgame",
    "measure_growth",
    "measure_processes",
    "measure_restart",
    "measure_server",
    "measure_streams",
]

PACES: Final = ((100, 20.0, 1.0), (500, 20.0, 1.0), (40, 20.0, 0.0))
QUICK: Final = ((20, 5.0, 1.0),)
"""Matches at a time, for how many seconds, and seconds between two moves of a match."""
Place = Callable[[], AbstractContextManager[str]]
PLACES: Final[dict[str, Place]] = {"SQLite": sqlite, "PostgreSQL": postgresql}


def measure_server(quick: bool) -> list[Measurement]:
    """Measure matches between programs on both databases: a move a second each, and as fast as they can."""
    rows = list[Measurement]()
    for name, place in PLACES.items():
        for tables, seconds, every in QUICK if quick else PACES:
            pace = "a move a second each" if every else "as fast as they can"
            rows += _moves(f"{name}: {tables} matches by API, {pace}", place, tables, seconds, every)
    return rows


def _moves(what: str, place: Place, tables: int, seconds: float, every: float) -> list[Measurement]:
    try:
        with place() as url:
            report, used = _played(url, tables, seconds, every)
            lost = differences(url, report.played)
    except ConnectionError as error:
        return [Measurement(what, float("nan"), "ms", note=str(error).splitlines()[0])]
    return list(_rows(what, report, used, lost, every))


def _played(url: str, tables: int, seconds: float, every: float) -> tuple[Report, float | None]:
    """Serve a house and play; return what happened, and the processor seconds of the web process meanwhile."""
    tokens = enrol(url, 2 * -(-tables // SEATS_EACH))
    with served(workers=0 if url.startswith("postgresql") else 1, database=url) as house, _sampled(house) as samples:
        report = drive(Plan((house.port,), tokens, tuple(games_for_several()), tables, seconds, every))
    begun, ended = (
        min(samples, key=lambda each: abs(each[0] - at))[1] for at in (report.began, report.began + seconds)
    )
    return report, None if begun is None or ended is None else ended - begun


@contextmanager
def _sampled(house: Served) -> Iterator[list[tuple[float, float | None]]]:
    """Note, while this block runs, at which time the web process had computed for how long."""
    samples, over = [(time.time(), house.processor_seconds())], Event()

    def sample() -> None:
        while not over.wait(0.1):
            samples.append((time.time(), house.processor_seconds()))

    thread = Thread(target=sample)
    thread.start()
    try:
        yield samples
    finally:
        over.set()
        thread.join()


def _rows(what: str, report: Report, used: float | None, lost: list[str], every: float) -> Iterator[Measurement]:
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
    most = 50.0 if every else 100.0
    arrived = f"{what}: from POST to the other seat's stream, 99 of 100"
    yield Measurement(arrived, 1000 * _part(waits, 0.99), "ms", most, True, note=note)
    if not every:
        yield Measurement(f"{what}: moves a second", rate, "/s", 700.0)
    if used is not None:
        yield Measurement(f"{what}: processor of the web process a move", 1000 * used / len(waits), "ms", 1.0, True)
    count = sum(len(each.acknowledged) for each in report.played)
    told = f"of {count} acknowledged; {lost[0]}" if lost else f"of {count} acknowledged"
    yield Measurement(f"{what}: lost, doubled or out of order", len(lost), "moves", 0.0, True, note=told)


def _part(figures: list[float], share: float) -> float:
    return figures[min(len(figures) - 1, int(share * len(figures)))]
