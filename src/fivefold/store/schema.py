"""The tables. The log, ``entries``, is the truth; nothing that can be computed from it is kept, but for ``due``."""

from typing import Final

from sqlalchemy import Boolean, Column, ForeignKey, Index, Integer, LargeBinary, MetaData, String, Table, Text

REVISION: Final = "0001"
"""The migration that leads to these tables, the last one."""

METADATA = MetaData(
    naming_convention={
        "ix": "ix_%(table_name)s_%(column_0_name)s",
        "fk": "fk_%(table_name)s_%(column_0_name)s_%(referred_table_name)s",
        "pk": "pk_%(table_name)s",
    }
)

guests = Table(
    "guests",
    METADATA,
    Column("id", String(64), primary_key=True),
    Column("name", String(64), nullable=False),
    Column("created", String(32), nullable=False),  # times are ISO 8601 in UTC
    Column("seen", String(32), nullable=False),
)

matches = Table(
    "matches",
    METADATA,
    Column("id", String(16), primary_key=True),
    Column("game", String(32), nullable=False),
    Column("version", Integer, nullable=False),  # of the game's rules
    Column("options", Text, nullable=False),  # JSON: a canonical value for every option
    Column("drawn", Text, nullable=False),  # JSON: names of the options that were drawn
    Column("chance", String(8), nullable=False),  # fair or seeded
    Column("seed", Text, nullable=False),  # of a fair match a secret until it is over
    Column("script", Text, nullable=False),  # JSON: texts of the first chance moves, where they were given
    Column("started", String(32), nullable=False),
    Column("status", String(8), nullable=False),
    Column("due", Integer, nullable=True, index=True),  # level of the computer opponent to move
    Column("asking", Integer, nullable=True),  # seat that asks to take its move back
    Column("agreed", Text, nullable=False),  # JSON: seats that have said yes to that
    Column("double", Boolean, nullable=False),
    Column("double_of", String(16), ForeignKey("matches.id"), nullable=True),
    Column("second", String(16), nullable=True),
    Column("rematch", String(16), nullable=True),
    Column("revision", Integer, nullable=False),  # raised by every change: who changes a match says which one it knew
    Column("touched", String(32), nullable=False),
)

seats = Table(
    "seats",
    METADATA,
    Column("match", String(16), ForeignKey("matches.id"), primary_key=True),
    Column("seat", Integer, primary_key=True),
    Column("kind", String(8), nullable=False),
    Column("guest", String(64), ForeignKey("guests.id"), nullable=True, index=True),
    Column("level", Integer, nullable=True),
    Column("name", String(64), nullable=False),
)

entries = Table(
    "entries",
    METADATA,
    Column("match", String(16), ForeignKey("matches.id"), primary_key=True),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("kind", String(16), nullable=False),
    Column("mover", Integer, nullable=False),
    Column("text", Text, nullable=False),
    Column("at", String(32), nullable=False),
)

analyses = Table(
    "analyses",
    METADATA,
    Column("match", String(16), ForeignKey("matches.id"), primary_key=True),
    Column("ply", Integer, primary_key=True, autoincrement=False),
    Column("estimate", Text, nullable=False),  # JSON
)

secrets = Table(
    "secrets",
    METADATA,
    Column("name", String(32), primary_key=True),
    Column("value", LargeBinary, nullable=False),
)

recent = Index("ix_matches_touched", matches.c.touched)
