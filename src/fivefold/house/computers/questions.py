"""Questions that any process may ask and any with computers answers: they, and the answers, wait in the store.

A question names a match, a place in it and a person, never what is hidden there: whoever answers reads the match as
that person may see it.
"""

from collections.abc import Callable
from typing import Any, Final, Generic, TypeVar, cast

from fivefold.engine.workers import NoAnswer
from fivefold.house.computers import stored_questions as stored
from fivefold.house.computers.agenda import Urgency
from fivefold.house.computers.shared_results import AT_ONCE, BROKEN, BUSY, KEPT, Dropped, Subject, log, refuse_more
from fivefold.house.computers.stored_questions import ANSWERED, ASKED, FAILED, StoredQuestion
from fivefold.house.errors import NotOffered
from fivefold.house.ledger import Ledger

PATIENCE_SECONDS: Final = 90.0
"""A question that nobody has answered for so long may be asked again."""
ANSWERING_SECONDS: Final = 60.0
MOST: Final = 50
"""Questions that a process takes note of at a time."""
QUESTION: Final = "question"
Answer = TypeVar("Answer")


class SharedQuestions(Generic[Answer]):
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
        """Return the answer if it is known and not ``outdated``; otherwise ask for it, and return ``None``.

        Raises ``NotOffered`` for a person who is waiting for enough already.
        """
        known = self._load(about)
        if known is not None and known.state == ASKED and known.waited < PATIENCE_SECONDS:
            return None
        if known is not None and known.state == ANSWERED and not outdated(cast(Answer, known.answer)):
            return cast(Answer, known.answer)
        with self._ledger.telling() as connection:
            every, own = stored.count(connection, self._kind, whose)
            refuse_more(self._kind, own >= AT_ONCE, every >= KEPT)
            stored.ask(connection, self._kind, about.name[:160], about.match, about.number, about.ply, whose)
            self._ledger.neighbours.post(connection, QUESTION, self._kind)
        self._tell()
        return None

    def look(self, about: Subject) -> Answer | None:
        """Return an answer that was asked for, ``None`` while it is being found. Raises ``NotOffered``."""
        known = self._load(about)
        if known is None:
            raise NotOffered("nobody has asked for one", subject=self._kind, remedy="ask for it first")
        self._say_failure(known)
        return cast(Answer, known.answer) if known.state == ANSWERED else None

    def say_failure(self, about: Subject) -> None:
        """Raise ``NotOffered`` for an answer that could not be found; after that it can be asked for again."""
        known = self._load(about)
        if known is not None:
            self._say_failure(known)

    def cancel(self) -> None:
        """Nothing is to be done: another process answers."""

    def _load(self, about: Subject) -> StoredQuestion | None:
        with self._ledger.reading() as connection:
            return stored.load(connection, self._kind, about.name[:160])

    def _say_failure(self, known: StoredQuestion) -> None:
        unanswered = known.state == ASKED and known.waited >= PATIENCE_SECONDS
        if known.state == FAILED or unanswered:
            with self._ledger.telling() as connection:
                stored.remove(connection, self._kind, known.about)
            raise NotOffered(BUSY if unanswered else known.failed, subject=self._kind)


def waiting(ledger: Ledger) -> list[StoredQuestion]:
    """Return what is to be answered and nobody is at, the longest waiting first."""
    theirs = ledger.neighbours.theirs(QUESTION)
    with ledger.reading() as connection:
        found = stored.waiting(connection, MOST)
    return [each for each in found if _key(each) not in theirs]


def answer(ledger: Ledger, asked: StoredQuestion, find: Callable[[], Any]) -> None:
    """Answer a question, unless another process is at it or has done so."""
    with ledger.neighbours.doing(QUESTION, _key(asked), ANSWERING_SECONDS) as mine:
        if not mine or not _is_open(ledger, asked):
            return
        found, failed = None, ""
        try:
            found = find()
        except Dropped as error:
            failed = str(error)
        except NoAnswer as error:
            log.warning("%s: %s", asked.kind, error)
            failed = BUSY
        except Exception:
            log.exception("A %s could not be worked out.", asked.kind)
            failed = BROKEN
        with ledger.telling() as connection:
            stored.end(connection, asked.kind, asked.about, found, failed)


def _is_open(ledger: Ledger, asked: StoredQuestion) -> bool:
    with ledger.reading() as connection:
        now = stored.load(connection, asked.kind, asked.about)
    return now is not None and now.state == ASKED


def _key(asked: StoredQuestion) -> str:
    return f"{asked.kind} {asked.about}"[:160]
