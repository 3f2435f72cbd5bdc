"""Double matches whose games are played at once."""

import sqlalchemy as sa
from alembic import op

revision = "0011"
down_revision = "0010"


def upgrade() -> None:
    """Add the column."""
    op.add_column("matches", sa.Column("duplicate", sa.Boolean, nullable=False, server_default=sa.false()))
