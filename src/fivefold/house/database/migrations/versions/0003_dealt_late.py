"""Matches that are dealt once everybody sits, and the players' own numbers."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    """Add them; every match there is was dealt when it began."""
    op.add_column("matches", sa.Column("begin", sa.String(8), nullable=True))
    op.add_column("seats", sa.Column("nonce", sa.String(64), nullable=True))
