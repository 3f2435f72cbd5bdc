"""Answers that somebody waits for: found by one thread, however many ask."""

from collections import OrderedDict
from collections.abc import Callable
from concurrent.futures import CancelledError, Future
from threading import Lock
from typing import Any, Final

from fivefold.engine.workers import NoAnswer
from fivefold.service.agenda import Agenda, Job, Urgency
from fivefold.service.errors import NotOffered

SECONDS: Final = 40.0
"""An answer that takes longer is given up."""
KEPT: Final = 256

Answer = dict[str, Any]


class Awaited:
    """Answers of one kind by what they are about, those asked for last."""

    def __init__(self, agenda: Agenda, urgency: Urgency) -> None:
        self._agenda, self._urgency = agenda, urgency
        self._answers: OrderedDict[str, Future[Answer]] = OrderedDict()
        self._lock = Lock()

    def get(
        self, about: str, find: Callable[[], Answer], outdated: Callable[[Answer], bool] = lambda found: False
    ) -> Answer:
        """Return the answer, which ``find`` finds unless it is known, and not ``outdated``.

        Raises ``NotOffered``, and what ``find`` raises.
        """
        try:
            return self._future(about, find, outdated).result(SECONDS)
        except (CancelledError, TimeoutError, NoAnswer) as error:
            what = self._urgency.name.lower()
            raise NotOffered(f"{what}: the opponents are too busy just now; try again in a minute") from error

    def cancel(self) -> None:
        """Let those go who wait."""
        with self._lock:
            for waiting in self._answers.values():
                waiting.cancel()

    def _future(self, about: str, find: Callable[[], Answer], outdated: Callable[[Answer], bool]) -> "Future[Answer]":
        with self._lock:
            known = self._answers.get(about)
            if known is not None and not (known.done() and (_failed(known) or outdated(known.result()))):
                return known
            found: Future[Answer] = Future()
            self._answers[about] = found
            if len(self._answers) > KEPT:
                self._answers.popitem(last=False)

        def work() -> None:
            if found.set_running_or_notify_cancel():
                try:
                    found.set_result(find())
                except Exception as error:
                    found.set_exception(error)

        self._agenda.add(Job(self._urgency, about, work))
        return found


def _failed(found: "Future[Answer]") -> bool:
    return found.cancelled() or found.exception() is not None
