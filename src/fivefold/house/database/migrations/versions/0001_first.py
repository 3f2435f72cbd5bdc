"""The first tables."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None


def upgrade() -> None:
    """Make them."""
    op.create_table(
        "guests",
        sa.Column("id", sa.String(64), nullable=False),
        sa.Column("name", sa.String(64), nullable=False),
        sa.Column("created", sa.String(32), nullable=False),
        sa.Column("seen", sa.String(32), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_guests"),
    )
    op.create_table(
        "matches",
        sa.Column("id", sa.String(16), nullable=False),
        sa.Column("game", sa.String(32), nullable=False),
        sa.Column("version", sa.Integer, nullable=False),
        *(sa.Column(name, sa.Text, nullable=False) for name in ("options", "drawn")),
        sa.Column("chance", sa.String(8), nullable=False),
        *(sa.Column(name, sa.Text, nullable=False) for name in ("seed", "script")),
        sa.Column("started", sa.String(32), nullable=False),
        sa.Column("status", sa.String(8), nullable=False),
        *(sa.Column(name, sa.Integer, nullable=True) for name in ("due", "asking")),
        sa.Column("agreed", sa.Text, nullable=False),
        sa.Column("double", sa.Boolean, nullable=False),
        *(sa.Column(name, sa.String(16), nullable=True) for name in ("double_of", "second", "rematch")),
        sa.Column("revision", sa.Integer, nullable=False),
        sa.Column("touched", sa.String(32), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_matches"),
        sa.ForeignKeyConstraint(["double_of"], ["matches.id"], name="fk_matches_double_of_matches"),
    )
    op.create_index("ix_matches_due", "matches", ["due"])
    op.create_index("ix_matches_touched", "matches", ["touched"])
    _make_parts_of_a_match()
    op.create_table(
        "secrets",
        sa.Column("name", sa.String(32), nullable=False),
        sa.Column("value", sa.LargeBinary, nullable=False),
        sa.PrimaryKeyConstraint("name", name="pk_secrets"),
    )


def _make_parts_of_a_match() -> None:
    op.create_table(
        "seats",
        sa.Column("match", sa.String(16), nullable=False),
        sa.Column("seat", sa.Integer, nullable=False),
        sa.Column("kind", sa.String(8), nullable=False),
        sa.Column("guest", sa.String(64), nullable=True),
        sa.Column("level", sa.Integer, nullable=True),
        sa.Column("name", sa.String(64), nullable=False),
        sa.PrimaryKeyConstraint("match", "seat", name="pk_seats"),
        sa.ForeignKeyConstraint(["match"], ["matches.id"], name="fk_seats_match_matches"),
        sa.ForeignKeyConstraint(["guest"], ["guests.id"], name="fk_seats_guest_guests"),
    )
    op.create_index("ix_seats_guest", "seats", ["guest"])
    op.create_table(
        "entries",
        sa.Column("match", sa.String(16), nullable=False),
        sa.Column("number", sa.Integer, nullable=False, autoincrement=False),
        sa.Column("kind", sa.String(16), nullable=False),
        sa.Column("mover", sa.Integer, nullable=False),
        sa.Column("text", sa.Text, nullable=False),
        sa.Column("at", sa.String(32), nullable=False),
        sa.PrimaryKeyConstraint("match", "number", name="pk_entries"),
        sa.ForeignKeyConstraint(["match"], ["matches.id"], name="fk_entries_match_matches"),
    )
    op.create_table(
        "analyses",
        sa.Column("match", sa.String(16), nullable=False),
        sa.Column("ply", sa.Integer, nullable=False, autoincrement=False),
        sa.Column("estimate", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("match", "ply", name="pk_analyses"),
        sa.ForeignKeyConstraint(["match"], ["matches.id"], name="fk_analyses_match_matches"),
    )
