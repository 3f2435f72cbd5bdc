"""Rematches know how many matches each player has won before."""

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"


def upgrade() -> None:
    """Add the column."""
    op.add_column("matches", sa.Column("won_before", sa.Text(), nullable=True))
