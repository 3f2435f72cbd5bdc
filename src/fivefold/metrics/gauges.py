"""How things stand, looked up when somebody asks."""

import platform
import time
from collections.abc import Iterator
from typing import Final

from fastapi import FastAPI
from prometheus_client.core import GaugeMetricFamily, InfoMetricFamily, Metric
from prometheus_client.registry import Collector
from sqlalchemy import text

from fivefold import __version__
from fivefold.contract.errors import FivefoldError
from fivefold.house.computers.opponents import Opponents
from fivefold.house.database import Database
from fivefold.house.house import House
from fivefold.house.notices.mail.mail_queue import mail_counts

KNOWN_SECONDS: Final = 10.0
"""How long a count of what is in the database is told again, however often somebody asks."""
Counts = dict[tuple[str, str], int]


class Gauges(Collector):
    """Looks up what a house, its opponents and the app in front are doing."""

    def __init__(self, house: House, opponents: Opponents, database: Database, app: FastAPI | None = None) -> None:
        """``app``: ``None`` in a process that serves no pages."""
        self._house, self._opponents, self._database, self._app = house, opponents, database, app
        self._counted: tuple[float, Counts] = (float("-inf"), {})

    def describe(self) -> Iterator[Metric]:
        """Return nothing: what there is follows from ``collect``, which is not to be called for that."""
        return iter(())

    def collect(self) -> Iterator[Metric]:
        """Return everything."""
        yield InfoMetricFamily(
            "fivefold_build",
            "What is running.",
            {"version": __version__, "python": platform.python_version(), "database": self._database.name},
        )
        yield from self._computers()
        yield from self._store()
        yield _gauge("fivefold_matches_at_hand", "Matches in memory.", self._house.count_at_hand())
        if self._app is not None:
            yield from self._pages(self._app)

    def _pages(self, app: FastAPI) -> Iterator[Metric]:
        state = app.state
        yield _gauge(
            "fivefold_people_here", "People with a page of the house open.", len(self._house.presence.people())
        )
        yield _gauge("fivefold_streams_open", "Streams of news that are open.", len(state.streams))
        yield _gauge("fivefold_connections_open", "Connections.", len(getattr(state, "connections", ())))
        yield _gauge("fivefold_draining", "1 while the process is about to stop.", state.draining.begun)

    def _computers(self) -> Iterator[Metric]:
        jobs = GaugeMetricFamily("fivefold_opponents_jobs", "What computers are to do.", labels=["urgency", "state"])
        oldest = GaugeMetricFamily("fivefold_opponents_oldest_seconds", "The longest wait.", labels=["urgency"])
        for urgency, load in self._opponents.loads().items():
            jobs.add_metric([urgency.name.lower(), "waiting"], load.waiting)
            jobs.add_metric([urgency.name.lower(), "running"], load.running)
            oldest.add_metric([urgency.name.lower()], load.oldest)
        yield jobs
        yield oldest
        alive, wanted = self._opponents.workers()
        yield _gauge("fivefold_opponents_workers", "Processes that think.", alive)
        yield _gauge("fivefold_opponents_workers_wanted", "Processes that should.", wanted)
        yield _gauge("fivefold_opponents_up", "1 while the opponents are at work.", self._opponents.up)
        yield _gauge("fivefold_engines_compiling", "1 while engines are compiled.", self._opponents.compiling)

    def _store(self) -> Iterator[Metric]:
        seconds = self._database_seconds()
        yield _gauge("fivefold_database_up", "1 while the database answers.", seconds is not None)
        if seconds is not None:
            yield _gauge("fivefold_database_answer_seconds", "How long the database took to answer just now.", seconds)
        used, most = self._database.connections
        yield _gauge("fivefold_database_connections_used", "Connections to the database that are in use.", used)
        yield _gauge("fivefold_database_connections_most", "Connections that may be.", most)
        words = "1 while something could not be stored within the last minute."
        yield _gauge("fivefold_database_not_kept", words, self._house.fails_to_keep)
        if (free := self._database.free_bytes()) is not None:
            words = "Room on the disk of the database, where that is a file."
            yield _gauge("fivefold_database_free_bytes", words, free)
        mails = GaugeMetricFamily(
            "fivefold_mails", "Mails in the database; those done are kept for a while.", labels=["direction", "state"]
        )
        for labels, count in self._mails(seconds is not None).items():
            mails.add_metric(labels, count)
        yield mails

    def _database_seconds(self) -> float | None:
        """Return how long the database takes to answer; ``None`` if it does not."""
        if not self._opponents.database.well:
            return None
        begun = time.perf_counter()
        try:
            self._house.scalar(text("SELECT 1"))
        except Exception:  # whatever it is, it does not answer
            return None
        return time.perf_counter() - begun

    def _mails(self, up: bool) -> Counts:
        at, known = self._counted
        if up and time.monotonic() - at >= KNOWN_SECONDS:
            try:
                with self._house.reading() as connection:
                    known = mail_counts(connection)
            except FivefoldError:
                return known
            self._counted = (time.monotonic(), known)
        return known


def _gauge(name: str, words: str, value: float) -> Metric:
    return GaugeMetricFamily(name, words, float(value))
