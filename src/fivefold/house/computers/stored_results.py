"""Questions that any process may ask and any with computers answers: they, and the answers, wait in the store.

A question names a match, a place in it and a person, never what is hidden there: whoever answers reads the match as
that person may see it.
"""

import json
from collections.abc import Callable
from typing import Any, Final, Generic, NamedTuple, TypeVar, cast

from sqlalchemy import Connection

from fivefold.house.computers.agenda import Urgency
from fivefold.house.computers.local_results import AT_ONCE, BUSY, KEPT, Subject, found_out, refuse_more
from fivefold.house.database.processes import timed
from fivefold.house.errors import NotOffered
from fivefold.house.ledger import Ledger

PATIENCE_SECONDS: Final = 90.0  # A question that nobody has answered for so long may be asked again.
ANSWERING_SECONDS: Final = 60.0
MOST: Final = 50  # Questions that a process takes note of at a time.
QUESTION: Final = "question"
Answer = TypeVar("Answer")
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


def forget_questions(connection: Connection) -> None:
    """Forget what was asked long ago."""
    connection.execute(FORGET)


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
        """Return the answer if it is known and not ``outdated``; otherwise ask for it, and return ``None``. Raises
        ``NotOffered`` for a person who is waiting for enough already."""
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
    with ledger.reading() as connection:
        found = [_asked(row) for row in connection.execute(WAITING, {"most": MOST})]
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
    """Return a question; ``None`` where it was not asked lately."""
    with ledger.reading() as connection:
        row = connection.execute(LOAD, {"kind": kind, "about": about}).first()
    return None if row is None else _asked(row)


def _is_open(ledger: Ledger, asked: AskedQuestion) -> bool:
    now = _load(ledger, asked.kind, asked.about)
    return now is not None and now.state == ASKED


def _key(asked: AskedQuestion) -> str:
    return f"{asked.kind} {asked.about}"[:160]
