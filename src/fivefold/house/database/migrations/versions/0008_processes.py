"""Several processes for one house: who is up, who does what, what they tell each other, what computers are asked."""

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"

TABLES = ("processes", "leases", "bulletins", "presences", "spent", "attempts", "passkey_challenges", "questions")


def upgrade() -> None:
    """Add the tables; a crash of PostgreSQL may empty them."""
    _make_work()
    _make_news()
    _make_counts()
    _make_questions()
    if op.get_bind().dialect.name == "postgresql":
        for table in TABLES:
            op.execute(f"ALTER TABLE {table} SET UNLOGGED")


def _make_work() -> None:
    op.create_table(
        "processes",
        sa.Column("id", sa.String(16), nullable=False),
        sa.Column("serves", sa.Boolean(), nullable=False),
        sa.Column("until", sa.Float(), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_processes"),
    )
    op.create_table(
        "leases",
        sa.Column("kind", sa.String(16), nullable=False),
        sa.Column("key", sa.String(160), nullable=False),
        sa.Column("holder", sa.String(16), nullable=False),
        sa.Column("until", sa.Float(), nullable=False),
        sa.PrimaryKeyConstraint("kind", "key", name="pk_leases"),
    )


def _make_news() -> None:
    op.create_table(
        "bulletins",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("process", sa.String(16), nullable=False),
        sa.Column("kind", sa.String(16), nullable=False),
        sa.Column("words", sa.Text(), nullable=False),
        sa.Column("at", sa.Float(), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_bulletins"),
        sqlite_autoincrement=True,
    )
    op.create_index("ix_bulletins_at", "bulletins", ["at"])
    op.create_table(
        "presences",
        sa.Column("process", sa.String(16), nullable=False),
        sa.Column("place", sa.String(40), nullable=False),
        sa.Column("person", sa.String(64), nullable=False),
        sa.Column("name", sa.String(64), nullable=False),
        sa.Column("state", sa.String(8), nullable=False),
        sa.Column("since", sa.Float(), nullable=False),
        sa.Column("left_at", sa.Float(), nullable=True),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("process", "place", "person", name="pk_presences"),
    )
    op.create_index("ix_presences_number", "presences", ["process", "number"])


def _make_counts() -> None:
    op.create_table(
        "spent",
        sa.Column("process", sa.String(16), nullable=False),
        sa.Column("key", sa.String(160), nullable=False),
        sa.Column("second", sa.Integer(), nullable=False),
        sa.Column("count", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("process", "key", "second", name="pk_spent"),
    )
    op.create_index("ix_spent_second", "spent", ["second"])
    op.create_table(
        "attempts",
        sa.Column("key", sa.String(160), nullable=False),
        sa.Column("failures", sa.Integer(), nullable=False),
        sa.Column("at", sa.Float(), nullable=False),
        sa.PrimaryKeyConstraint("key", name="pk_attempts"),
    )
    op.create_table(
        "passkey_challenges",
        sa.Column("key", sa.String(160), nullable=False),
        sa.Column("challenge", sa.LargeBinary(), nullable=False),
        sa.Column("until", sa.Float(), nullable=False),
        sa.PrimaryKeyConstraint("key", name="pk_passkey_challenges"),
    )


def _make_questions() -> None:
    op.create_table(
        "questions",
        sa.Column("kind", sa.String(16), nullable=False),
        sa.Column("about", sa.String(160), nullable=False),
        sa.Column("match", sa.String(16), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("ply", sa.Integer(), nullable=False),
        sa.Column("person", sa.String(64), nullable=False),
        sa.Column("asked", sa.Float(), nullable=False),
        sa.Column("state", sa.String(8), nullable=False),
        sa.Column("answer", sa.Text(), nullable=True),
        sa.Column("failed", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("kind", "about", name="pk_questions"),
    )
    op.create_index("ix_questions_state", "questions", ["state", "asked"])
