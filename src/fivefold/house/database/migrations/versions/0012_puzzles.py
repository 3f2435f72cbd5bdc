"""Puzzles that are rated, tries and runs."""

import sqlalchemy as sa
from alembic import op

revision = "0012"
down_revision = "0011"


def upgrade() -> None:
    """Make the tables."""
    _create_puzzles()
    _create_tries()
    _create_runs()


def _create_puzzles() -> None:
    op.create_table(
        "puzzles",
        sa.Column("id", sa.String(16), nullable=False),
        sa.Column("game", sa.String(32), nullable=False),
        sa.Column("mu", sa.Float, nullable=False),
        sa.Column("sigma", sa.Float, nullable=False),
        sa.Column("tried", sa.Integer, nullable=False),
        sa.Column("line", sa.Text, nullable=True),
        sa.Column("retired", sa.Boolean, nullable=False, server_default=sa.false()),
        sa.PrimaryKeyConstraint("id", name="pk_puzzles"),
    )
    op.create_index("ix_puzzles_game", "puzzles", ["game", "mu"])


def _create_tries() -> None:
    op.create_table(
        "puzzle_tries",
        sa.Column("person", sa.String(64), nullable=False),
        sa.Column("puzzle", sa.String(16), nullable=False),
        sa.Column("game", sa.String(32), nullable=False),
        sa.Column("at", sa.String(32), nullable=False),
        sa.Column("solved", sa.Boolean, nullable=False),
        sa.Column("mu", sa.Float, nullable=True),
        sa.Column("sigma", sa.Float, nullable=True),
        sa.Column("games", sa.Integer, nullable=True),
        sa.ForeignKeyConstraint(["person"], ["people.id"], name="fk_puzzle_tries_person_people"),
        sa.ForeignKeyConstraint(["puzzle"], ["puzzles.id"], name="fk_puzzle_tries_puzzle_puzzles"),
        sa.PrimaryKeyConstraint("person", "puzzle", name="pk_puzzle_tries"),
    )
    op.create_index("ix_puzzle_tries_person", "puzzle_tries", ["person", "game", "games"])


def _create_runs() -> None:
    op.create_table(
        "puzzle_runs",
        sa.Column("id", sa.String(16), nullable=False),
        sa.Column("person", sa.String(64), nullable=False),
        sa.Column("game", sa.String(32), nullable=False),
        sa.Column("begun", sa.String(32), nullable=False),
        sa.Column("puzzles", sa.Text, nullable=False),
        sa.Column("solved", sa.Integer, nullable=False),
        sa.Column("missed", sa.Integer, nullable=False),
        sa.ForeignKeyConstraint(["person"], ["people.id"], name="fk_puzzle_runs_person_people"),
        sa.PrimaryKeyConstraint("id", name="pk_puzzle_runs"),
    )
    op.create_index("ix_puzzle_runs_person", "puzzle_runs", ["person", "game", "solved"])
