"""Play by mail: addresses, boards, mails that came and mails to send, who follows what, standing answers."""

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"


def upgrade() -> None:
    """Add the tables."""
    _make_addresses()
    _make_mails()
    _index_mails()
    _make_choices()


def _make_addresses() -> None:
    op.create_table(
        "mail_addresses",
        sa.Column("person", sa.String(64), nullable=False),
        sa.Column("address", sa.String(254), nullable=True),
        sa.Column("wanted", sa.String(254), nullable=True),
        sa.Column("since", sa.String(32), nullable=False),
        sa.Column("failures", sa.Integer(), nullable=False, server_default="0"),
        sa.Column("off", sa.String(140), nullable=False, server_default=sa.text("''")),
        sa.ForeignKeyConstraint(["person"], ["people.id"], name="fk_mail_addresses_person_people"),
        sa.PrimaryKeyConstraint("person", name="pk_mail_addresses"),
    )
    op.create_index("ix_mail_addresses_address", "mail_addresses", ["address"], unique=True)
    op.create_table(
        "mail_boards",
        sa.Column("game", sa.String(32), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("match", sa.String(16), nullable=False),
        sa.ForeignKeyConstraint(["match"], ["matches.id"], name="fk_mail_boards_match_matches"),
        sa.PrimaryKeyConstraint("game", "number", name="pk_mail_boards"),
    )
    op.create_index("ix_mail_boards_match", "mail_boards", ["match"], unique=True)


def _make_mails() -> None:
    op.create_table(
        "incoming_mails",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("digest", sa.String(64), nullable=False),
        sa.Column("sender", sa.String(254), nullable=True),
        sa.Column("recipients", sa.Text(), nullable=False),
        sa.Column("raw", sa.LargeBinary(), nullable=False),
        sa.Column("at", sa.String(32), nullable=False),
        sa.Column("tries", sa.Integer(), nullable=False, server_default="0"),
        sa.Column("begun", sa.Integer(), nullable=False, server_default="0"),
        sa.Column("done", sa.String(32), nullable=True),
        sa.PrimaryKeyConstraint("id", name="pk_incoming_mails"),
    )
    op.create_index("ix_incoming_mails_digest", "incoming_mails", ["digest"], unique=True)
    op.create_index("ix_incoming_mails_done", "incoming_mails", ["done", "id"])
    op.create_table(
        "outgoing_mails",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("kind", sa.String(16), nullable=False),
        sa.Column("person", sa.String(64), nullable=True),
        sa.Column("address", sa.String(254), nullable=False),
        sa.Column("match", sa.String(16), nullable=True),
        sa.Column("since", sa.Integer(), nullable=True),
        sa.Column("number", sa.Integer(), nullable=True),
        sa.Column("content", sa.Text(), nullable=True),
        sa.Column("made", sa.String(32), nullable=False),
        sa.Column("due", sa.String(32), nullable=False),
        sa.Column("tries", sa.Integer(), nullable=False, server_default="0"),
        sa.Column("state", sa.String(8), nullable=False),
        sa.Column("raw", sa.LargeBinary(), nullable=True),
        sa.Column("sent", sa.String(32), nullable=True),
        sa.ForeignKeyConstraint(["match"], ["matches.id"], name="fk_outgoing_mails_match_matches"),
        sa.ForeignKeyConstraint(["person"], ["people.id"], name="fk_outgoing_mails_person_people"),
        sa.PrimaryKeyConstraint("id", name="pk_outgoing_mails"),
        sqlite_autoincrement=True,
    )


def _index_mails() -> None:
    op.create_index("ix_outgoing_mails_state", "outgoing_mails", ["state", "due"])
    op.create_index("ix_outgoing_mails_person", "outgoing_mails", ["person", "match"])
    op.create_index("ix_outgoing_mails_address", "outgoing_mails", ["address", "sent"])
    op.create_index("ix_outgoing_mails_kind", "outgoing_mails", ["kind", "made"])


def _make_choices() -> None:
    op.create_table(
        "mail_followings",
        sa.Column("person", sa.String(64), nullable=False),
        sa.Column("game", sa.String(32), nullable=False),
        sa.Column("match", sa.String(16), nullable=False),
        sa.Column("level", sa.String(8), nullable=False),
        sa.Column("since", sa.String(32), nullable=False),
        sa.ForeignKeyConstraint(["person"], ["people.id"], name="fk_mail_followings_person_people"),
        sa.PrimaryKeyConstraint("person", "game", "match", name="pk_mail_followings"),
    )
    op.create_index("ix_mail_followings_match", "mail_followings", ["game", "match"])
    op.create_table(
        "standing_answers",
        sa.Column("person", sa.String(64), nullable=False),
        sa.Column("game", sa.String(32), nullable=False),
        sa.Column("rejects", sa.Boolean(), nullable=False, server_default=sa.false()),
        sa.Column("most", sa.Integer(), nullable=True),
        sa.Column("seeks", sa.Integer(), nullable=False, server_default="0"),
        sa.Column("terms", sa.Text(), nullable=False),
        sa.Column("match", sa.String(16), nullable=True),
        sa.ForeignKeyConstraint(["match"], ["matches.id"], name="fk_standing_answers_match_matches"),
        sa.ForeignKeyConstraint(["person"], ["people.id"], name="fk_standing_answers_person_people"),
        sa.PrimaryKeyConstraint("person", "game", name="pk_standing_answers"),
    )
    op.create_index("ix_standing_answers_match", "standing_answers", ["match"])
    op.create_table(
        "pending_resignations",
        sa.Column("match", sa.String(16), nullable=False),
        sa.Column("seat", sa.Integer(), nullable=False),
        sa.Column("made", sa.String(32), nullable=False),
        sa.ForeignKeyConstraint(["match"], ["matches.id"], name="fk_pending_resignations_match_matches"),
        sa.PrimaryKeyConstraint("match", "seat", name="pk_pending_resignations"),
    )
