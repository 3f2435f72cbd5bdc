"""What is asked of computers by one process and answered by another, in the database; only on PostgreSQL."""

import json
from typing import Any, Final, NamedTuple

from sqlalchemy import Connection

from fivefold.house.database.processes import timed

ASKED: Final = "asked"
ANSWERED: Final = "answered"
FAILED: Final = "failed"


class StoredQuestion(NamedTuple):
    """A question, and what has come of it."""

    kind: str
    about: str
    """The match, and what about it: of one kind and subject there is one question."""
    match: str
    number: int
    """Of the last entry when it was asked."""
    ply: int
    """Of the move that it is about; -1 where it is about none."""
    person: str
    """Who asks: what is found is found as this person may see it."""
    state: str
    answer: Any
    failed: str
    waited: float
    """Seconds since it was asked."""


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
END: Final = timed(
    "UPDATE questions SET state = :state, answer = :answer, failed = :failed WHERE kind = :kind AND about = :about"
)
REMOVE: Final = timed("DELETE FROM questions WHERE kind = :kind AND about = :about")
FORGET: Final = timed("DELETE FROM questions WHERE asked < NOW - 900")


def load(connection: Connection, kind: str, about: str) -> StoredQuestion | None:
    """Return a question; ``None`` where it was not asked lately."""
    row = connection.execute(LOAD, {"kind": kind, "about": about}).first()
    return None if row is None else _question(row)


def waiting(connection: Connection, most: int) -> list[StoredQuestion]:
    """Return what is to be answered, the longest waiting first."""
    return [_question(row) for row in connection.execute(WAITING, {"most": most})]


def _question(row: Any) -> StoredQuestion:
    found = StoredQuestion(*row)
    return found._replace(answer=None if found.answer is None else json.loads(found.answer), waited=float(found.waited))


def ask(connection: Connection, kind: str, about: str, match: str, number: int, ply: int, person: str) -> None:
    """Ask a question, in place of the same one before."""
    named = {"kind": kind, "about": about, "match": match, "number": number, "ply": ply, "person": person}
    connection.execute(ASK, named)


def count(connection: Connection, kind: str, person: str) -> tuple[int, int]:
    """Return how many questions of a kind wait for an answer, and how many of them a person asked."""
    every, own = connection.execute(COUNT, {"kind": kind, "person": person}).one()
    return int(every), int(own)


def end(connection: Connection, kind: str, about: str, answer: Any, failed: str) -> None:
    """Note what has come of a question: an answer, or why there is none."""
    text = None if failed else json.dumps(answer)
    named = {"kind": kind, "about": about, "state": FAILED if failed else ANSWERED, "answer": text, "failed": failed}
    connection.execute(END, named)


def remove(connection: Connection, kind: str, about: str) -> None:
    """Forget a question."""
    connection.execute(REMOVE, {"kind": kind, "about": about})


def forget(connection: Connection) -> None:
    """Forget what was asked long ago."""
    connection.execute(FORGET)
