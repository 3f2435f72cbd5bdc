"""Clocks: time controls, pauses, outages, vacations, answers given in advance."""

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"


def upgrade() -> None:
    """Add them; matches there are have no clock."""
    _widen_matches()
    _widen_seats_and_entries()
    _make_outages()
    _make_vacations()
    _make_answers()


def _widen_matches() -> None:
    for column in (
        sa.Column("time", sa.String(32), nullable=False, server_default=sa.text("''")),
        sa.Column("began", sa.String(32), nullable=True),
        sa.Column("next_look", sa.String(32), nullable=True),
        sa.Column("told", sa.Integer, nullable=False, server_default="0"),
    ):
        op.add_column("matches", column)
    op.create_index("ix_matches_next_look", "matches", ["next_look"])


def _widen_seats_and_entries() -> None:
    op.add_column("seats", sa.Column("handicap", sa.Integer, nullable=False, server_default="100"))
    op.add_column("seats", sa.Column("rest", sa.String(64), nullable=False, server_default=sa.text("''")))
    op.add_column("entries", sa.Column("given_back", sa.Integer, nullable=False, server_default="0"))


def _make_outages() -> None:
    op.create_table(
        "heartbeats",
        sa.Column("name", sa.String(32), nullable=False),
        sa.Column("at", sa.String(32), nullable=False),
        sa.Column("every", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("name", name="pk_heartbeats"),
    )
    op.create_table(
        "outages",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("began", sa.String(32), nullable=False),
        sa.Column("ended", sa.String(32), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_outages"),
    )
    op.create_index("ix_outages_ended", "outages", ["ended"])


def _make_vacations() -> None:
    op.create_table(
        "vacations",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("person", sa.String(64), nullable=False),
        sa.Column("begins", sa.String(32), nullable=False),
        sa.Column("ends", sa.String(32), nullable=False),
        sa.Column("made", sa.String(32), nullable=False),
        sa.ForeignKeyConstraint(["person"], ["people.id"], name="fk_vacations_person_people"),
        sa.PrimaryKeyConstraint("id", name="pk_vacations"),
    )
    op.create_index("ix_vacations_person", "vacations", ["person"])


def _make_answers() -> None:
    op.create_table(
        "answers",
        sa.Column("match", sa.String(16), nullable=False),
        sa.Column("seat", sa.Integer(), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("tree", sa.Text(), nullable=False),
        sa.Column("said", sa.String(140), nullable=False, server_default=sa.text("''")),
        sa.ForeignKeyConstraint(["match"], ["matches.id"], name="fk_answers_match_matches"),
        sa.PrimaryKeyConstraint("match", "seat", name="pk_answers"),
    )
