"""Results that arrive later: each is worked out once, however many ask for it, and nobody is held up.

In a house of several processes questions and answers wait in the store: any process may ask, and any with computers
answers. A question names a match, a place in it and a person, never what is hidden there: whoever answers reads the
match as that person may see it.
"""

import json
import logging
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass
from threading import Lock
from typing import Any, Final, Generic, NamedTuple, TypeVar, cast

from fivefold.contract.errors import FivefoldError
from fivefold.engine.workers import NoAnswer
from fivefold.house.computers.agenda import Agenda, Job, Urgency
from fivefold.house.database.processes import timed
from fivefold.house.errors import NotOffered
from fivefold.house.ledger import Ledger

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


PATIENCE_SECONDS: Final = 90.0  # A question that nobody has answered for so long may be asked again.
ANSWERING_SECONDS: Final = 60.0
MOST: Final = 50  # Questions that a process takes note of at a time.
QUESTION: Final = "question"
ASKED: Final = "asked"
ANSWERED: Final = "answered"
FAILED: Final = "failed"


class AskedQuestion(NamedTuple):
    """A question, and what has come of it."""

    kind: str
    about: str  # The match, and what about it: of one kind and subject there is one question.
    match: str
    number: int  # Of the last entry when it was asked.
    ply: int  # Of the move that it is about; -1 where it is about none.
    person: str  # Who asks: what is found is found as this person may see it.
    state: str
    answer: Any
    failed: str
    waited: float  # Seconds since it was asked.


_COLUMNS: Final = 'kind, about, "match", number, ply, person, state, answer, failed, NOW - asked'
LOAD: Final = timed(f"SELECT {_COLUMNS} FROM questions WHERE kind = :kind AND about = :about")  # noqa: S608
WAITING: Final = timed(
    f"SELECT {_COLUMNS} FROM questions WHERE state = 'asked' ORDER BY asked LIMIT :most"  # noqa: S608
)
ASK: Final = timed(
    """
    INSERT INTO questions (kind, about, "match", number, ply, person, asked, state, failed)
    VALUES (:kind, :about, :match, :number, :ply, :person, NOW, 'asked', '')
    ON CONFLICT (kind, about) DO UPDATE SET number = excluded.number, ply = excluded.ply, person = excluded.person,
        asked = excluded.asked, state = 'asked', answer = NULL, failed = ''
    """
)
COUNT: Final = timed(
    "SELECT count(*), count(*) FILTER (WHERE person = :person) FROM questions WHERE kind = :kind AND state = 'asked'"
)
NOTE_ANSWER: Final = timed(
    "UPDATE questions SET state = :state, answer = :answer, failed = :failed WHERE kind = :kind AND about = :about"
)
REMOVE: Final = timed("DELETE FROM questions WHERE kind = :kind AND about = :about")
FORGET: Final = timed("DELETE FROM questions WHERE asked < NOW - 900")


def _asked(row: Any) -> AskedQuestion:
    found = AskedQuestion(*row)
    return found._replace(answer=None if found.answer is None else json.loads(found.answer), waited=float(found.waited))


class StoredResults(Generic[Answer]):
    """Questions of one kind, by subject, asked here and answered here or elsewhere."""

    def __init__(self, ledger: Ledger, urgency: Urgency, asked: Callable[[], None]) -> None:
        """``asked``: called when there is a new question."""
        self._ledger, self._urgency, self._tell = ledger, urgency, asked
        self._kind = urgency.name.lower()

    def ask(
        self,
        about: Subject,
        whose: str,
        find: Callable[[], Answer],
        outdated: Callable[[Answer], bool] = lambda found: False,
    ) -> Answer | None:
        """As in ``LocalResults``, asking for it here."""
        known = self._load(about)
        if known is not None and known.state == ASKED and known.waited < PATIENCE_SECONDS:
            return None
        if known is not None and known.state == ANSWERED and not outdated(cast(Answer, known.answer)):
            return cast(Answer, known.answer)
        with self._ledger.telling() as connection:
            every, own = connection.execute(COUNT, {"kind": self._kind, "person": whose}).one()
            refuse_more(self._kind, int(own) >= AT_ONCE, int(every) >= KEPT)
            named = {"kind": self._kind, "about": about.name[:160], "match": about.match, "person": whose}
            connection.execute(ASK, {**named, "number": about.number, "ply": about.ply})
            self._ledger.bus.publish(connection, QUESTION, self._kind)
        self._tell()
        return None

    def look(self, about: Subject) -> Answer | None:
        """As in ``LocalResults``."""
        known = self._load(about)
        if known is None:
            raise NotOffered("nobody has asked for one", subject=self._kind, remedy="ask for it first")
        self._say_failure(known)
        return cast(Answer, known.answer) if known.state == ANSWERED else None

    def say_failure(self, about: Subject) -> None:
        """As in ``LocalResults``."""
        known = self._load(about)
        if known is not None:
            self._say_failure(known)

    def cancel(self) -> None:
        """Nothing is to be done: another process answers."""

    def _load(self, about: Subject) -> AskedQuestion | None:
        return _load(self._ledger, self._kind, about.name[:160])

    def _say_failure(self, known: AskedQuestion) -> None:
        unanswered = known.state == ASKED and known.waited >= PATIENCE_SECONDS
        if known.state == FAILED or unanswered:
            with self._ledger.telling() as connection:
                connection.execute(REMOVE, {"kind": self._kind, "about": known.about})
            raise NotOffered(BUSY if unanswered else known.failed, subject=self._kind)


def waiting(ledger: Ledger) -> list[AskedQuestion]:
    """Return what is to be answered and nobody is at, the longest waiting first."""
    theirs = ledger.bus.leased_elsewhere(QUESTION)
    found = [_asked(row) for row in ledger.rows(WAITING, {"most": MOST})]
    return [each for each in found if _key(each) not in theirs]


def answer(ledger: Ledger, asked: AskedQuestion, find: Callable[[], Any]) -> None:
    """Answer a question, unless another process is at it or has done so."""
    with ledger.bus.lease(QUESTION, _key(asked), ANSWERING_SECONDS) as mine:
        if not mine or not _is_open(ledger, asked):
            return
        found, failed = found_out(asked.kind, find)
        text = None if failed else json.dumps(found)
        named = {"kind": asked.kind, "about": asked.about, "answer": text, "failed": failed}
        with ledger.telling() as connection:
            connection.execute(NOTE_ANSWER, {**named, "state": FAILED if failed else ANSWERED})


def _load(ledger: Ledger, kind: str, about: str) -> AskedQuestion | None:
    row = ledger.row(LOAD, {"kind": kind, "about": about})
    return None if row is None else _asked(row)


def _is_open(ledger: Ledger, asked: AskedQuestion) -> bool:
    now = _load(ledger, asked.kind, asked.about)
    return now is not None and now.state == ASKED


def _key(asked: AskedQuestion) -> str:
    return f"{asked.kind} {asked.about}"[:160]
