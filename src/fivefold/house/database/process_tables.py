"""The tables by which the processes of one house work together, beside those of ``schema``.

Nothing here is a fact about a match or a person: whatever is lost is worked out anew, so PostgreSQL need not make these
tables safe against a crash, and neither backups nor copies hold what stands in them. Times are seconds since 1970 by
the database's clock, the only one that all processes share. On SQLite, which has one process, they stay empty.
"""

from typing import Final

from sqlalchemy import Boolean, Column, Float, Index, Integer, LargeBinary, String, Table, Text

from fivefold.house.database.schema import METADATA, Json

processes = Table(
    "processes",
    METADATA,
    Column("id", String(16), primary_key=True),  # made up at its start
    Column("serves", Boolean, nullable=False),  # whether people reach the house through it
    Column("until", Float, nullable=False),  # it counts as up until then, unless it says so again
)

leases = Table(
    "leases",
    METADATA,
    Column("kind", String(16), primary_key=True),  # what is done: a move, a sweep, a question …
    Column("key", String(160), primary_key=True),  # which one; empty where there is one
    Column("holder", String(16), nullable=False),  # a process
    Column("until", Float, nullable=False),
)

bulletins = Table(
    "bulletins",
    METADATA,
    Column("id", Integer, primary_key=True),
    Column("process", String(16), nullable=False),  # whose news it is
    Column("kind", String(16), nullable=False),
    Column("words", Json, nullable=False),  # a list of texts
    Column("at", Float, nullable=False),
    sqlite_autoincrement=True,
)

presences = Table(
    "presences",
    METADATA,
    Column("process", String(16), primary_key=True),
    Column("place", String(40), primary_key=True),
    Column("person", String(64), primary_key=True),
    Column("name", String(64), nullable=False),  # what they are listed by; empty for no name
    Column("state", String(8), nullable=False),
    Column("since", Float, nullable=False),
    Column("left_at", Float, nullable=True),  # when their last page was disconnected; null while one is connected
    Column("number", Integer, nullable=False),  # which change of this process it was, from 1
)

spent = Table(
    "spent",
    METADATA,
    Column("process", String(16), primary_key=True),
    Column("key", String(160), primary_key=True),  # whose, and of what
    Column("second", Integer, primary_key=True, autoincrement=False),
    Column("count", Integer, nullable=False),
)

attempts = Table(
    "attempts",
    METADATA,
    Column("key", String(160), primary_key=True),
    Column("failures", Integer, nullable=False),
    Column("at", Float, nullable=False),  # of the last one
)

passkey_challenges = Table(
    "passkey_challenges",
    METADATA,
    Column("key", String(160), primary_key=True),
    Column("challenge", LargeBinary, nullable=False),
    Column("until", Float, nullable=False),
)

questions = Table(
    "questions",
    METADATA,
    Column("kind", String(16), primary_key=True),  # hint, coach, hindsight, analysis
    Column("about", String(160), primary_key=True),  # the match, and what about it
    Column("match", String(16), nullable=False),
    Column("number", Integer, nullable=False),  # of the last entry when it was asked
    Column("ply", Integer, nullable=False),  # of the move that it is about; -1 where it is about none
    Column("person", String(64), nullable=False),  # who asks
    Column("asked", Float, nullable=False),
    Column("state", String(8), nullable=False),  # asked, answered, failed
    Column("answer", Json, nullable=True),
    Column("failed", Text, nullable=False),  # why there is no answer
)

TRANSIENT: Final = (
    *(processes, leases, bulletins, presences),
    *(spent, attempts, passkey_challenges, questions),
)
"""What backups and copies leave out."""

latest_bulletins = Index("ix_bulletins_at", bulletins.c.at)
changes_of_presence = Index("ix_presences_number", presences.c.process, presences.c.number)
lately_spent = Index("ix_spent_second", spent.c.second)
open_questions = Index("ix_questions_state", questions.c.state, questions.c.asked)
