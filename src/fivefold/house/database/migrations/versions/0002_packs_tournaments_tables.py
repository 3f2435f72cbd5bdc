"""The same cards again, deals of the day, companions, tournaments, tables of numbers, hindsight."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    """Add them."""
    _widen_matches()
    op.add_column("seats", sa.Column("entrant", sa.Integer, nullable=True))
    op.add_column("seats", sa.Column("points", sa.Integer, nullable=True))
    _make_dailies()
    _make_tournaments()
    _make_number_tables()
    op.create_table(
        "hindsights",
        sa.Column("match", sa.String(16), nullable=False),
        sa.Column("seat", sa.Integer, nullable=False, autoincrement=False),
        sa.Column("found", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("match", "seat", name="pk_hindsights"),
        sa.ForeignKeyConstraint(["match"], ["matches.id"], name="fk_hindsights_match_matches"),
    )


def _widen_matches() -> None:
    for name in ("pack_of", "companion", "beside", "tournament"):
        op.add_column("matches", sa.Column(name, sa.String(16), nullable=True))
    op.add_column("matches", sa.Column("game_number", sa.Integer, nullable=True))
    op.create_index("ix_matches_pack_of", "matches", ["pack_of"])
    op.create_index("ix_matches_tournament", "matches", ["tournament", "game_number"], unique=True)


def _make_dailies() -> None:
    op.create_table(
        "dailies",
        sa.Column("game", sa.String(32), nullable=False),
        sa.Column("day", sa.String(10), nullable=False),
        sa.Column("guest", sa.String(64), nullable=False),
        sa.Column("match", sa.String(16), nullable=False),
        sa.PrimaryKeyConstraint("game", "day", "guest", name="pk_dailies"),
        sa.ForeignKeyConstraint(["guest"], ["guests.id"], name="fk_dailies_guest_guests"),
        sa.ForeignKeyConstraint(["match"], ["matches.id"], name="fk_dailies_match_matches"),
    )
    op.create_index("ix_dailies_match", "dailies", ["match"], unique=True)


def _make_tournaments() -> None:
    op.create_table(
        "tournaments",
        sa.Column("id", sa.String(16), nullable=False),
        sa.Column("guest", sa.String(64), nullable=False),
        sa.Column("name", sa.String(64), nullable=False),
        sa.Column("game", sa.String(32), nullable=False),
        sa.Column("options", sa.Text, nullable=False),
        sa.Column("begun", sa.String(32), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_tournaments"),
        sa.ForeignKeyConstraint(["guest"], ["guests.id"], name="fk_tournaments_guest_guests"),
    )
    op.create_index("ix_tournaments_guest", "tournaments", ["guest"])
    op.create_table(
        "entrants",
        sa.Column("tournament", sa.String(16), nullable=False),
        sa.Column("number", sa.Integer, nullable=False, autoincrement=False),
        sa.Column("name", sa.String(64), nullable=False),
        sa.Column("level", sa.Integer, nullable=True),
        sa.PrimaryKeyConstraint("tournament", "number", name="pk_entrants"),
        sa.ForeignKeyConstraint(["tournament"], ["tournaments.id"], name="fk_entrants_tournament_tournaments"),
    )


def _make_number_tables() -> None:
    op.create_table(
        "number_tables",
        sa.Column("id", sa.String(16), nullable=False),
        sa.Column("guest", sa.String(64), nullable=False),
        *(sa.Column(name, sa.String(32), nullable=False) for name in ("game", "option")),
        sa.Column("name", sa.String(64), nullable=False),
        sa.Column("numbers", sa.Text, nullable=False),
        sa.Column("changed", sa.String(32), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_number_tables"),
        sa.ForeignKeyConstraint(["guest"], ["guests.id"], name="fk_number_tables_guest_guests"),
    )
    op.create_index("ix_number_tables_guest", "number_tables", ["guest", "game", "option", "name"], unique=True)
