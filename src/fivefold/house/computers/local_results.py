"""Results that arrive later: each is worked out once, however many ask for it, and nobody is held up."""

import logging
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass
from threading import Lock
from typing import Final, Generic, NamedTuple, TypeVar

from fivefold.contract.errors import FivefoldError
from fivefold.engine.workers import NoAnswer
from fivefold.house.computers.agenda import Agenda, Job, Urgency
from fivefold.house.errors import NotOffered

KEPT: Final = 256  # Results kept, the last ones asked for.
AT_ONCE: Final = 4  # The most that may be running or waiting for one person.
BUSY: Final = "the computer opponents are busy; try again in a minute"
BROKEN: Final = "something went wrong on our side; ask again"

GONE_ON: Final = "the match has gone on; ask again where you need one"

log = logging.getLogger(__name__)
Answer = TypeVar("Answer")


class Subject(NamedTuple):
    """What a result is about."""

    name: str  # The match, and what about it.
    match: str
    number: int  # Of the last entry.
    ply: int = -1  # Of the move that it is about, if it is about one.


class Dropped(FivefoldError):
    """What was asked for is of no use any more; says why."""


@dataclass(slots=True)
class PendingResult(Generic[Answer]):
    """What was asked for, and what has come of it: nothing yet, an answer, or why there is none."""

    whose: str
    found: Answer | None = None
    failed: str = ""

    @property
    def pending(self) -> bool:
        """Whether it is still being worked out."""
        return self.found is None and not self.failed


def refuse_more(kind: str, enough: bool, full: bool) -> None:
    """Raise ``NotOffered`` where a person waits for ``enough``, or where it is ``full`` of what others wait for."""
    if enough:
        raise NotOffered(f"{AT_ONCE} that you asked for are still being worked on", subject=kind, remedy="wait for one")
    if full:
        raise NotOffered(BUSY, subject=kind)


def found_out(kind: str, find: Callable[[], Answer]) -> tuple[Answer | None, str]:
    """Return an answer, or why there is none."""
    try:
        return find(), ""
    except Dropped as error:
        return None, str(error)
    except NoAnswer as error:
        log.warning("%s: %s", kind, error)
        return None, BUSY
    except Exception:
        log.exception("A %s could not be worked out.", kind)
        return None, BROKEN


class LocalResults(Generic[Answer]):
    """Results of one kind, by subject."""

    def __init__(self, agenda: Agenda, urgency: Urgency) -> None:
        self._agenda, self._urgency = agenda, urgency
        self._asked: OrderedDict[str, PendingResult[Answer]] = OrderedDict()
        self._lock = Lock()

    def ask(
        self,
        about: Subject,
        whose: str,
        find: Callable[[], Answer],
        outdated: Callable[[Answer], bool] = lambda found: False,
    ) -> Answer | None:
        """Return the answer if it is known and not ``outdated``; otherwise have ``find`` find it, and return ``None``.
        Raises ``NotOffered`` for a person who is waiting for enough already."""
        name = about.name
        with self._lock:
            known = self._asked.get(name)
            if known is not None and known.pending:
                return None
            if known is not None and known.found is not None and not outdated(known.found):
                return known.found
            self._refuse_more(whose)
            asked = self._asked[name] = PendingResult[Answer](whose)
            self._asked.move_to_end(name)
        self._agenda.add(Job(self._urgency, name, lambda: self._find(asked, find), whose))
        return None

    def look(self, about: Subject) -> Answer | None:
        """Return an answer that was asked for, ``None`` while it is being found. Raises ``NotOffered`` where none was
        asked for, and what ``say_failure`` raises."""
        self.say_failure(about)
        with self._lock:
            if about.name not in self._asked:
                raise NotOffered("nobody has asked for one", subject=self._name, remedy="ask for it first")
            return self._asked[about.name].found

    def say_failure(self, about: Subject) -> None:
        """Raise ``NotOffered`` for an answer that could not be found; after that it can be asked for again."""
        with self._lock:
            known = self._asked.get(about.name)
            if known is not None and known.failed:
                del self._asked[about.name]
                raise NotOffered(known.failed, subject=self._name)

    def cancel(self) -> None:
        """Fail everything that is still pending."""
        with self._lock:
            for asked in self._asked.values():
                if asked.pending:
                    asked.failed = BUSY

    @property
    def _name(self) -> str:
        return self._urgency.name.lower()

    def _refuse_more(self, whose: str) -> None:
        pending = [asked.whose for asked in self._asked.values() if asked.pending]
        refuse_more(self._name, pending.count(whose) >= AT_ONCE, len(pending) >= KEPT)
        while len(self._asked) >= KEPT:
            del self._asked[next(about for about, asked in self._asked.items() if not asked.pending)]

    def _find(self, asked: PendingResult[Answer], find: Callable[[], Answer]) -> None:
        found, failed = found_out(self._name, find)
        with self._lock:
            asked.found, asked.failed = found, failed
