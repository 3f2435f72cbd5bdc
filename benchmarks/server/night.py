"""A night in minutes: bots play each other while the house is restarted now and then, and nothing may be lost."""

import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

from benchmarks.measurement import Measurement
from benchmarks.server.bots import BotPlan, play_night
from benchmarks.server.checking import differences
from benchmarks.server.houses import enrol, sqlite
from benchmarks.web.served import free_port, served
from fivefold.lab.configuration import games_for_several

MOVES: Final = 10_000
BOTS: Final = 12
RESTARTS_EVERY: Final = 120.0
"""Seconds that a house stays up."""


def measure_night(quick: bool) -> list[Measurement]:
    """Measure ten thousand moves of bots that use the client, with restarts of the house, and what is lost."""
    wanted = 100 if quick else MOVES
    with sqlite() as url:
        tokens, port = enrol(url, BOTS), free_port()
        with _restarting(url, port, RESTARTS_EVERY) as restarts:
            report = play_night(BotPlan(f"http://127.0.0.1:{port}", tokens, tuple(games_for_several()), wanted))
        lost = differences(url, report.played)
    made = sum(len(each.acknowledged) for each in report.played)
    took = report.ended - report.began
    note = (
        f"of {made} moves in {len(report.played)} matches in {took:.0f} s, {made / took:.0f} a second, "
        f"{len(restarts)} restarts of the house; {len(report.refused)} errors"
    )
    said = "; ".join([note, *lost[:1], *report.refused[:1]])
    return [
        Measurement(
            "bots that play each other: moves lost, doubled or out of order", len(lost), "moves", 0.0, True, note=said
        )
    ]


@contextmanager
def _restarting(url: str, port: int, seconds: float) -> Iterator[list[float]]:
    """Serve a house in this block, stopped and started again every so often; yield when that was."""
    ended, restarts, up = threading.Event(), list[float](), threading.Event()

    def serve() -> None:
        while not ended.is_set():
            with served(database=url, port=port):
                up.set()
                if not ended.wait(seconds):
                    restarts.append(time.time())

    thread = threading.Thread(target=serve)
    thread.start()
    try:
        up.wait(60)
        yield restarts
    finally:
        ended.set()
        thread.join()
