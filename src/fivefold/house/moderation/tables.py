"""The tables of bots' tokens and of what those who run the house do, beside those of ``schema``."""

from sqlalchemy import Column, ForeignKey, Index, Integer, String, Table

from fivefold.house.database.schema import METADATA, Json

api_tokens = Table(
    "api_tokens",
    METADATA,
    Column("id", String(16), primary_key=True),  # what lists and logs call it
    Column("digest", String(64), nullable=False),  # of the secret, which is shown once and kept nowhere
    Column("person", String(64), ForeignKey("people.id"), nullable=False, index=True),
    Column("name", String(64), nullable=False),  # what it is for, in its owner's words
    Column("scopes", Json, nullable=False),  # what it may do: a list of keys
    Column("created", String(32), nullable=False),
    Column("expires", String(32), nullable=True),
    Column("used", String(32), nullable=True),  # last, to the hour
)

bans = Table(
    "bans",
    METADATA,
    Column("person", String(64), ForeignKey("people.id"), primary_key=True),
    Column("since", String(32), nullable=False),
    Column("until", String(32), nullable=True),  # null: until it is lifted
    Column("why", String(512), nullable=False),  # told to the person
)

announcements = Table(
    "announcements",
    METADATA,
    Column("id", Integer, primary_key=True),
    Column("text", String(512), nullable=False),  # shown on every page
    Column("made", String(32), nullable=False),
    Column("until", String(32), nullable=True),  # null: until it is withdrawn
)

closed_games = Table(
    "closed_games",
    METADATA,
    Column("game", String(32), primary_key=True),  # no new matches; those begun go on
    Column("since", String(32), nullable=False),
    Column("why", String(512), nullable=False),  # told to whoever would begin one
)

admin_acts = Table(
    "admin_acts",
    METADATA,
    Column("id", Integer, primary_key=True),
    Column("at", String(32), nullable=False),
    Column("by", String(64), nullable=False),  # the machine's user who did it
    Column("act", String(32), nullable=False),  # a key: ban, lift-ban, annul …
    Column("person", String(64), nullable=True, index=True),  # whom it concerns
    Column("match", String(16), nullable=True),
    Column("why", String(512), nullable=False),
    Column("facts", Json, nullable=False),  # what else it takes to know what was done
    sqlite_autoincrement=True,
)

one_token_a_digest = Index("ix_api_tokens_digest", api_tokens.c.digest, unique=True)
