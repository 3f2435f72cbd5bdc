"""People follow each other."""

import sqlalchemy as sa
from alembic import op

revision = "0010"
down_revision = "0009"


def upgrade() -> None:
    """Make the table."""
    op.create_table(
        "followings",
        sa.Column("person", sa.String(64), nullable=False),
        sa.Column("followed", sa.String(64), nullable=False),
        sa.Column("since", sa.String(32), nullable=False),
        sa.ForeignKeyConstraint(["followed"], ["people.id"], name="fk_followings_followed_people"),
        sa.ForeignKeyConstraint(["person"], ["people.id"], name="fk_followings_person_people"),
        sa.PrimaryKeyConstraint("person", "followed", name="pk_followings"),
    )
    op.create_index("ix_followings_followed", "followings", ["followed"])
