"""What is counted as it happens: moves, answers, transactions, refusals, messages in the log."""

import asyncio
import logging
import time
from functools import cache
from threading import local
from typing import Final

from prometheus_client import CollectorRegistry, Counter, Histogram, disable_created_metrics

from fivefold.doors.web.logs import Answered
from fivefold.session.seats import COMPUTER
from fivefold.session.snapshot import MOVE, MatchSnapshot

SECONDS: Final = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 10.0)
"""Upper ends of what times are sorted into."""
LAG_EVERY: Final = 0.5
FILES: Final = ("/static/", "/styles/", "/portraits/", "/favicon", "/robots", "/service-worker", "/manifest")
PICTURES: Final = (".png", ".gif", ".svg")


disable_created_metrics()  # type: ignore[no-untyped-call]  # (when each began to be counted, as many lines again)


class Counters:
    """Counters and distributions of one process, and what is to be called to fill them."""

    def __init__(self, registry: CollectorRegistry) -> None:
        self._moves = Counter("fivefold_moves", "Moves made.", ["game", "player"], registry=registry)
        self._move_seconds = Histogram(
            "fivefold_move_transaction_seconds",
            "Time of the transaction that stored a move, with waiting for others.",
            ["game"],
            buckets=SECONDS,
            registry=registry,
        )
        self._writing = Histogram(
            "fivefold_transaction_seconds",
            "Time of every transaction that stored something.",
            buckets=SECONDS,
            registry=registry,
        )
        self._answers = Counter(
            "fivefold_answers", "Answers to requests.", ["method", "route", "status"], registry=registry
        )
        self._answer_seconds = Histogram(
            "fivefold_answer_seconds",
            "Time to an answer, of a stream to its beginning.",
            ["kind"],
            buckets=SECONDS,
            registry=registry,
        )
        self._refused = Counter(
            "fivefold_refused_by_limits", "Requests refused by limits.", ["what"], registry=registry
        )
        self._logged = Counter("fivefold_log_messages", "Messages in the log.", ["level"], registry=registry)
        for level in ("WARNING", "ERROR", "CRITICAL"):
            self._logged.labels(level)
        self._lag = Histogram(
            "fivefold_event_loop_lag_seconds",
            "How late the event loop runs what is due.",
            buckets=SECONDS,
            registry=registry,
        )
        self._written = local()

    def note_written(self, seconds: float) -> None:
        """Note a transaction of this thread that has just been committed."""
        self._writing.observe(seconds)
        self._written.seconds = seconds

    def note_change(self, before: MatchSnapshot | None, after: MatchSnapshot) -> None:
        """Note what a commit of this thread changed in a match."""
        moves = [each for each in after.entries[before.number if before else 0 :] if each.kind == MOVE]
        made = [each.mover for each in moves if 0 <= each.mover < len(after.seats)]
        if not made:
            return
        game = after.match.game.key
        for mover in made:
            player = COMPUTER if after.seats[mover].kind == COMPUTER else "person"
            self._moves.labels(game, player).inc()
        seconds = getattr(self._written, "seconds", None)
        if seconds is not None:
            self._move_seconds.labels(game).observe(seconds)

    def note_answer(self, answered: Answered) -> None:
        """Note an answer."""
        self._answers.labels(answered.method, answered.route, answered.status).inc()
        kind = "stream" if answered.streamed else kind_of(answered.method, answered.route)
        self._answer_seconds.labels(kind).observe(answered.seconds)

    def note_refusal(self, what: str) -> None:
        """Note that a limit was reached."""
        self._refused.labels(what).inc()

    def log_handler(self) -> logging.Handler:
        """Return a handler that counts messages."""
        return _Counting(self._logged)

    async def watch_lag(self) -> None:
        """Measure the event loop in which this runs, until it is cancelled."""
        while True:
            due = time.perf_counter() + LAG_EVERY
            await asyncio.sleep(LAG_EVERY)
            self._lag.observe(max(0.0, time.perf_counter() - due))


class _Counting(logging.Handler):
    def __init__(self, logged: Counter) -> None:
        super().__init__(logging.WARNING)
        self._logged = logged

    def emit(self, record: logging.LogRecord) -> None:
        """Count a message."""
        self._logged.labels(record.levelname).inc()


@cache
def kind_of(method: str, route: str) -> str:
    """Return which kind of answer a route gives: those of one kind cost about the same."""
    if method == "POST" and route.endswith("/moves"):
        return "move"
    if route.startswith(FILES):
        return "file"
    if route.endswith(PICTURES):
        return "picture"
    if route.startswith(("/health", "/api/")):
        return route.split("/")[1]
    if method not in {"GET", "HEAD"}:
        return "command"
    return "view" if route.endswith(("/view", "/preview")) else "page"
