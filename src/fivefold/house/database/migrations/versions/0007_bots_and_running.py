"""Bots and their tokens; what those who run the house do: bans, announcements, closed games, and the list of it all."""

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"


def upgrade() -> None:
    """Add the tables."""
    op.add_column("people", sa.Column("bot", sa.Boolean(), nullable=False, server_default=sa.false()))
    _make_tokens()
    _make_running()


def _make_tokens() -> None:
    op.create_table(
        "api_tokens",
        sa.Column("id", sa.String(16), nullable=False),
        sa.Column("digest", sa.String(64), nullable=False),
        sa.Column("person", sa.String(64), nullable=False),
        sa.Column("name", sa.String(64), nullable=False),
        sa.Column("scopes", sa.Text(), nullable=False),
        sa.Column("created", sa.String(32), nullable=False),
        sa.Column("expires", sa.String(32), nullable=True),
        sa.Column("used", sa.String(32), nullable=True),
        sa.ForeignKeyConstraint(["person"], ["people.id"], name="fk_api_tokens_person_people"),
        sa.PrimaryKeyConstraint("id", name="pk_api_tokens"),
    )
    op.create_index("ix_api_tokens_digest", "api_tokens", ["digest"], unique=True)
    op.create_index("ix_api_tokens_person", "api_tokens", ["person"])


def _make_running() -> None:
    op.create_table(
        "bans",
        sa.Column("person", sa.String(64), nullable=False),
        sa.Column("since", sa.String(32), nullable=False),
        sa.Column("until", sa.String(32), nullable=True),
        sa.Column("why", sa.String(512), nullable=False),
        sa.ForeignKeyConstraint(["person"], ["people.id"], name="fk_bans_person_people"),
        sa.PrimaryKeyConstraint("person", name="pk_bans"),
    )
    op.create_table(
        "announcements",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("text", sa.String(512), nullable=False),
        sa.Column("made", sa.String(32), nullable=False),
        sa.Column("until", sa.String(32), nullable=True),
        sa.PrimaryKeyConstraint("id", name="pk_announcements"),
    )
    op.create_table(
        "closed_games",
        sa.Column("game", sa.String(32), nullable=False),
        sa.Column("since", sa.String(32), nullable=False),
        sa.Column("why", sa.String(512), nullable=False),
        sa.PrimaryKeyConstraint("game", name="pk_closed_games"),
    )
    op.create_table(
        "admin_acts",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("at", sa.String(32), nullable=False),
        sa.Column("by", sa.String(64), nullable=False),
        sa.Column("act", sa.String(32), nullable=False),
        sa.Column("person", sa.String(64), nullable=True),
        sa.Column("match", sa.String(16), nullable=True),
        sa.Column("why", sa.String(512), nullable=False),
        sa.Column("facts", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_admin_acts"),
        sqlite_autoincrement=True,
    )
    op.create_index("ix_admin_acts_person", "admin_acts", ["person"])
