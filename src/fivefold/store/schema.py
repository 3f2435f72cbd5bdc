"""The tables. The log, ``entries``, is the truth.

Nothing that can be computed from it is stored, except what is asked of many matches at once: ``due`` and ``points``.
"""

import json
from typing import Any, Final

from sqlalchemy import (
    Boolean,
    Column,
    Dialect,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    String,
    Table,
    Text,
    TypeDecorator,
)

REVISION: Final = "0003"
"""The migration that leads to these tables, the last one."""

METADATA = MetaData(
    naming_convention={
        "ix": "ix_%(table_name)s_%(column_0_name)s",
        "fk": "fk_%(table_name)s_%(column_0_name)s_%(referred_table_name)s",
        "pk": "pk_%(table_name)s",
    }
)


class Json(TypeDecorator[Any]):
    """Something that JSON can hold, stored as its text."""

    impl = Text
    cache_ok = True

    def process_bind_param(self, value: Any, dialect: Dialect) -> str:
        """Return what is stored."""
        return json.dumps(value)

    def process_result_value(self, value: Any, dialect: Dialect) -> Any:
        """Return what was stored."""
        return json.loads(value)


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
    Column("options", Json, nullable=False),  # a canonical value for every option
    Column("drawn", Json, nullable=False),  # names of the options that were drawn
    Column("chance", String(8), nullable=False),  # fair or seeded
    Column("seed", Text, nullable=False),  # of a fair match a secret until it is over
    Column("script", Json, nullable=False),  # texts of the first chance moves, where they were given
    Column("started", String(32), nullable=False),
    Column("begin", String(8), nullable=True),  # until it is dealt, who begins, or "" for as seated
    Column("status", String(8), nullable=False),
    Column("due", Integer, nullable=True, index=True),  # level of the computer opponent to move
    Column("asking", Integer, nullable=True),  # seat that asks to take its move back
    Column("agreed", Json, nullable=False),  # seats that have said yes to that
    Column("double", Boolean, nullable=False),
    Column("double_of", String(16), ForeignKey("matches.id"), nullable=True),
    Column("second", String(16), nullable=True),
    Column("rematch", String(16), nullable=True),
    Column("pack_of", String(16), nullable=True, index=True),  # the first match with the same cards
    Column("companion", String(16), nullable=True),  # the hidden match in which a computer plays the same cards
    Column("beside", String(16), nullable=True),  # whose companion this is: hidden until that is over
    Column("tournament", String(16), nullable=True),
    Column("game_number", Integer, nullable=True),  # of the games of its tournament, from 1
    Column("revision", Integer, nullable=False),  # raised by every change: each change names the revision that it knew
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
    Column("entrant", Integer, nullable=True),  # who of a tournament's entrants plays here
    Column("points", Integer, nullable=True),  # once the match is played out
    Column("nonce", String(64), nullable=True),  # the player's own number, mixed into the draws
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
    Column("estimate", Json, nullable=False),
)

secrets = Table(
    "secrets",
    METADATA,
    Column("name", String(32), primary_key=True),
    Column("value", LargeBinary, nullable=False),
)

dailies = Table(
    "dailies",
    METADATA,
    Column("game", String(32), primary_key=True),
    Column("day", String(10), primary_key=True),
    Column("guest", String(64), ForeignKey("guests.id"), primary_key=True),
    Column("match", String(16), ForeignKey("matches.id"), nullable=False),
)

tournaments = Table(
    "tournaments",
    METADATA,
    Column("id", String(16), primary_key=True),
    Column("guest", String(64), ForeignKey("guests.id"), nullable=False, index=True),
    Column("name", String(64), nullable=False),
    Column("game", String(32), nullable=False),
    Column("options", Json, nullable=False),  # a canonical value for every option that is not drawn
    Column("begun", String(32), nullable=False),
)

entrants = Table(
    "entrants",
    METADATA,
    Column("tournament", String(16), ForeignKey("tournaments.id"), primary_key=True),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("name", String(64), nullable=False),
    Column("level", Integer, nullable=True),
)

number_tables = Table(
    "number_tables",
    METADATA,
    Column("id", String(16), primary_key=True),
    Column("guest", String(64), ForeignKey("guests.id"), nullable=False),
    Column("game", String(32), nullable=False),
    Column("option", String(32), nullable=False),
    Column("name", String(64), nullable=False),
    Column("numbers", Text, nullable=False),  # as records write them
    Column("changed", String(32), nullable=False),
)

hindsights = Table(
    "hindsights",
    METADATA,
    Column("match", String(16), ForeignKey("matches.id"), primary_key=True),
    Column("seat", Integer, primary_key=True, autoincrement=False),
    Column("found", Json, nullable=False),
)

recent = Index("ix_matches_touched", matches.c.touched)
one_game_a_number = Index("ix_matches_tournament", matches.c.tournament, matches.c.game_number, unique=True)
one_day_a_match = Index("ix_dailies_match", dailies.c.match, unique=True)
one_table_a_name = Index(
    "ix_number_tables_guest",
    *(number_tables.c[name] for name in ("guest", "game", "option", "name")),
    unique=True,
)
