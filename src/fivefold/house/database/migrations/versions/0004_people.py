"""People who keep an account, offers, chat, ratings, the lobby. Guests are people without credentials."""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"
FILTERED_BY = ("ended", "match", "game", "result", "usual", "rated")
OLD_INDEXES = (
    ("seats", "ix_seats_guest", "ix_seats_person"),
    ("tournaments", "ix_tournaments_guest", "ix_tournaments_person"),
)


def upgrade() -> None:
    """Add them; every match there is was open to those who had its link, and nobody is rated for it."""
    _rename_guests()
    _widen_people()
    _widen_matches()
    _widen_seats()
    _make_sessions()
    _make_passkeys()
    _make_recovery_codes()
    _make_former_names()
    _make_blocks()
    _make_challenges()
    _make_seeks()
    _make_chat_lines()
    _make_mutes()
    _make_reports()
    _make_finished()
    _make_against()
    _make_tallies()
    _note_ends_of_seats()
    _make_rated_matches()
    _make_ratings()
    _make_rating_changes()
    _make_push_subscriptions()


def _rename_guests() -> None:
    op.rename_table("guests", "people")
    for table in ("seats", "dailies", "tournaments", "number_tables"):
        op.execute(f"ALTER TABLE {table} RENAME COLUMN guest TO person")
    for table, before, after in OLD_INDEXES:
        op.drop_index(before, table)
        op.create_index(after, table, ["person"])
    op.drop_index("ix_number_tables_guest", "number_tables")
    op.create_index("ix_number_tables_person", "number_tables", ["person", "game", "option", "name"], unique=True)
    op.execute("UPDATE seats SET kind = 'person' WHERE kind = 'guest'")


def _widen_people() -> None:
    op.add_column("people", sa.Column("name_key", sa.String(64), nullable=True))
    op.add_column("people", sa.Column("password", sa.String(256), nullable=True))
    op.add_column("people", sa.Column("kept", sa.String(32), nullable=True))
    op.add_column("people", sa.Column("deleted", sa.String(32), nullable=True))
    op.add_column("people", sa.Column("settings", sa.Text, nullable=False, server_default="{}"))
    op.create_index("ix_people_name_key", "people", ["name_key"], unique=True)


def _widen_matches() -> None:
    op.add_column("matches", sa.Column("offered", sa.String(16), nullable=False, server_default="undo"))
    op.add_column("matches", sa.Column("since", sa.Integer, nullable=True))
    op.add_column("matches", sa.Column("declined", sa.Text, nullable=False, server_default="[]"))
    op.add_column("matches", sa.Column("owner", sa.String(64), nullable=True))
    for name in ("listed", "rated", "annulled"):
        op.add_column("matches", sa.Column(name, sa.Boolean, nullable=False, server_default=sa.false()))
    op.add_column("matches", sa.Column("delay", sa.Integer, nullable=False, server_default="0"))
    op.add_column("matches", sa.Column("ended", sa.String(32), nullable=True))
    op.create_index("ix_matches_ended", "matches", ["ended"])
    last = "SELECT at FROM entries WHERE entries.match = matches.id ORDER BY number DESC LIMIT 1"
    op.execute(f"UPDATE matches SET ended = ({last}) WHERE status = 'over'")  # noqa: S608  (no words of others)
    op.create_index("ix_matches_listed", "matches", ["listed", "status"])


def _widen_seats() -> None:
    """Leave open for whom an unfinished match waits: the house finds out when it starts."""
    op.add_column("seats", sa.Column("waits", sa.Boolean, nullable=True, server_default=sa.false()))
    op.execute("UPDATE seats SET waits = NULL WHERE match IN (SELECT id FROM matches WHERE status <> 'over')")
    op.create_index("ix_seats_waits", "seats", ["waits", "person"])


def _make_sessions() -> None:
    op.create_table(
        "sessions",
        sa.Column("id", sa.String(64), nullable=False),
        sa.Column("person", sa.String(64), nullable=False),
        sa.Column("device", sa.String(64), nullable=False),
        sa.Column("created", sa.String(32), nullable=False),
        sa.Column("seen", sa.String(32), nullable=False),
        sa.Column("guest", sa.String(64), nullable=True),
        sa.ForeignKeyConstraint(["person"], ["people.id"], name="fk_sessions_person_people"),
        sa.PrimaryKeyConstraint("id", name="pk_sessions"),
    )
    op.create_index("ix_sessions_person", "sessions", ["person"])


def _make_passkeys() -> None:
    op.create_table(
        "passkeys",
        sa.Column("id", sa.String(1400), nullable=False),
        sa.Column("person", sa.String(64), nullable=False),
        sa.Column("name", sa.String(64), nullable=False),
        sa.Column("public_key", sa.LargeBinary(), nullable=False),
        sa.Column("used_count", sa.BigInteger(), nullable=False),
        sa.Column("created", sa.String(32), nullable=False),
        sa.Column("used", sa.String(32), nullable=True),
        sa.ForeignKeyConstraint(["person"], ["people.id"], name="fk_passkeys_person_people"),
        sa.PrimaryKeyConstraint("id", name="pk_passkeys"),
    )
    op.create_index("ix_passkeys_person", "passkeys", ["person"])


def _make_recovery_codes() -> None:
    op.create_table(
        "recovery_codes",
        sa.Column("person", sa.String(64), nullable=False),
        sa.Column("code", sa.String(256), nullable=False),
        sa.ForeignKeyConstraint(["person"], ["people.id"], name="fk_recovery_codes_person_people"),
        sa.PrimaryKeyConstraint("person", "code", name="pk_recovery_codes"),
    )


def _make_former_names() -> None:
    op.create_table(
        "former_names",
        sa.Column("name_key", sa.String(64), nullable=False),
        sa.Column("name", sa.String(64), nullable=False),
        sa.Column("person", sa.String(64), nullable=False),
        sa.Column("until", sa.String(32), nullable=False),
        sa.ForeignKeyConstraint(["person"], ["people.id"], name="fk_former_names_person_people"),
        sa.PrimaryKeyConstraint("name_key", name="pk_former_names"),
    )
    op.create_index("ix_former_names_person", "former_names", ["person"])


def _make_blocks() -> None:
    op.create_table(
        "blocks",
        sa.Column("person", sa.String(64), nullable=False),
        sa.Column("blocked", sa.String(64), nullable=False),
        sa.Column("since", sa.String(32), nullable=False),
        sa.ForeignKeyConstraint(["blocked"], ["people.id"], name="fk_blocks_blocked_people"),
        sa.ForeignKeyConstraint(["person"], ["people.id"], name="fk_blocks_person_people"),
        sa.PrimaryKeyConstraint("person", "blocked", name="pk_blocks"),
    )


def _make_challenges() -> None:
    op.create_table(
        "challenges",
        sa.Column("id", sa.String(16), nullable=False),
        sa.Column("match", sa.String(16), nullable=False),
        sa.Column("seat", sa.Integer(), nullable=True),
        sa.Column("by", sa.String(64), nullable=False),
        sa.Column("to", sa.String(64), nullable=False),
        sa.Column("state", sa.String(16), nullable=False),
        sa.Column("word", sa.String(140), nullable=False),
        sa.Column("made", sa.String(32), nullable=False),
        sa.Column("answered", sa.String(32), nullable=True),
        sa.ForeignKeyConstraint(["by"], ["people.id"], name="fk_challenges_by_people"),
        sa.ForeignKeyConstraint(["match"], ["matches.id"], name="fk_challenges_match_matches"),
        sa.ForeignKeyConstraint(["to"], ["people.id"], name="fk_challenges_to_people"),
        sa.PrimaryKeyConstraint("id", name="pk_challenges"),
    )
    op.create_index("ix_challenges_by", "challenges", ["by"])
    op.create_index("ix_challenges_match", "challenges", ["match"])
    op.create_index("ix_challenges_to", "challenges", ["to"])


def _make_seeks() -> None:
    op.create_table(
        "seeks",
        sa.Column("person", sa.String(64), nullable=False),
        sa.Column("game", sa.String(32), nullable=False),
        sa.Column("terms", sa.Text(), nullable=False),
        sa.Column("since", sa.String(32), nullable=False),
        sa.Column("seen", sa.String(32), nullable=False),
        sa.Column("match", sa.String(16), nullable=True),
        sa.Column("meanwhile", sa.String(16), nullable=True),
        sa.ForeignKeyConstraint(["match"], ["matches.id"], name="fk_seeks_match_matches"),
        sa.ForeignKeyConstraint(["meanwhile"], ["matches.id"], name="fk_seeks_meanwhile_matches"),
        sa.ForeignKeyConstraint(["person"], ["people.id"], name="fk_seeks_person_people"),
        sa.PrimaryKeyConstraint("person", "game", name="pk_seeks"),
    )


def _make_chat_lines() -> None:
    op.create_table(
        "chat_lines",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("match", sa.String(16), nullable=False),
        sa.Column("room", sa.String(16), nullable=False),
        sa.Column("person", sa.String(64), nullable=False),
        sa.Column("name", sa.String(64), nullable=False),
        sa.Column("seat", sa.Integer(), nullable=True),
        sa.Column("phrase", sa.String(32), nullable=True),
        sa.Column("text", sa.String(512), nullable=False),
        sa.Column("at", sa.String(32), nullable=False),
        sa.ForeignKeyConstraint(["match"], ["matches.id"], name="fk_chat_lines_match_matches"),
        sa.ForeignKeyConstraint(["person"], ["people.id"], name="fk_chat_lines_person_people"),
        sa.PrimaryKeyConstraint("id", name="pk_chat_lines"),
    )
    op.create_index("ix_chat_lines_match", "chat_lines", ["match"])
    op.create_index("ix_chat_lines_person", "chat_lines", ["person"])


def _make_mutes() -> None:
    op.create_table(
        "mutes",
        sa.Column("person", sa.String(64), nullable=False),
        sa.Column("muted", sa.String(64), nullable=False),
        sa.Column("since", sa.String(32), nullable=False),
        sa.ForeignKeyConstraint(["muted"], ["people.id"], name="fk_mutes_muted_people"),
        sa.ForeignKeyConstraint(["person"], ["people.id"], name="fk_mutes_person_people"),
        sa.PrimaryKeyConstraint("person", "muted", name="pk_mutes"),
    )


def _make_reports() -> None:
    op.create_table(
        "reports",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("by", sa.String(64), nullable=False),
        sa.Column("about", sa.String(64), nullable=False),
        sa.Column("line", sa.Integer(), nullable=True),
        sa.Column("match", sa.String(16), nullable=True),
        sa.Column("reason", sa.String(16), nullable=False),
        sa.Column("why", sa.String(512), nullable=False),
        sa.Column("at", sa.String(32), nullable=False),
        sa.Column("handled", sa.String(32), nullable=True),
        sa.ForeignKeyConstraint(["about"], ["people.id"], name="fk_reports_about_people"),
        sa.ForeignKeyConstraint(["by"], ["people.id"], name="fk_reports_by_people"),
        sa.ForeignKeyConstraint(["line"], ["chat_lines.id"], name="fk_reports_line_chat_lines"),
        sa.ForeignKeyConstraint(["match"], ["matches.id"], name="fk_reports_match_matches"),
        sa.PrimaryKeyConstraint("id", name="pk_reports"),
    )
    op.create_index("ix_reports_about", "reports", ["about"])


def _make_finished() -> None:
    op.create_table(
        "finished",
        sa.Column("match", sa.String(16), nullable=False),
        sa.Column("seat", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("person", sa.String(64), nullable=False),
        sa.Column("game", sa.String(32), nullable=False),
        sa.Column("seats", sa.Integer(), nullable=False),
        sa.Column("company", sa.String(12), nullable=False),
        sa.Column("turn", sa.Integer(), nullable=True),
        sa.Column("result", sa.String(12), nullable=False),
        sa.Column("share", sa.Float(), nullable=True),
        sa.Column("points", sa.Integer(), nullable=True),
        sa.Column("set_up", sa.Text(), nullable=False),
        sa.Column("usual", sa.Boolean(), nullable=False),
        sa.Column("termination", sa.String(16), nullable=False),
        sa.Column("rated", sa.Boolean(), nullable=False),
        sa.Column("annulled", sa.Boolean(), nullable=False),
        sa.Column("counts", sa.Boolean(), nullable=False),
        sa.Column("ended", sa.String(32), nullable=False),
        sa.ForeignKeyConstraint(["match"], ["matches.id"], name="fk_finished_match_matches"),
        sa.PrimaryKeyConstraint("match", "seat", name="pk_finished"),
    )
    op.create_index("ix_finished_person", "finished", ["person", *FILTERED_BY, "company"])
    op.create_index("ix_finished_record", "finished", ["person", "counts", "game", "set_up", "points"])


def _make_tallies() -> None:
    op.create_table(
        "tallies",
        sa.Column("person", sa.String(64), nullable=False),
        sa.Column("opponent", sa.String(64), nullable=False),
        sa.Column("game", sa.String(32), nullable=False),
        sa.Column("set_up", sa.Text(), nullable=False),
        sa.Column("seats", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("turn", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("result", sa.String(12), nullable=False),
        sa.Column("counts", sa.Boolean(), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint(
            *("person", "opponent", "game", "set_up", "seats", "turn", "result", "counts"), name="pk_tallies"
        ),
    )


def _note_ends_of_seats() -> None:
    op.add_column("seats", sa.Column("over", sa.Boolean, nullable=False, server_default=sa.false()))
    op.execute("UPDATE seats SET over = true WHERE match IN (SELECT id FROM matches WHERE status = 'over')")
    op.drop_index("ix_seats_person", "seats")
    op.create_index("ix_seats_person", "seats", ["person", "over"])


def _make_against() -> None:
    op.create_table(
        "against",
        sa.Column("person", sa.String(64), nullable=False),
        sa.Column("opponent", sa.String(64), nullable=False),
        sa.Column("match", sa.String(16), nullable=False),
        sa.Column("game", sa.String(32), nullable=False),
        sa.Column("result", sa.String(12), nullable=False),
        sa.Column("usual", sa.Boolean(), nullable=False),
        sa.Column("rated", sa.Boolean(), nullable=False),
        sa.Column("counts", sa.Boolean(), nullable=False),
        sa.Column("ended", sa.String(32), nullable=False),
        sa.ForeignKeyConstraint(["match"], ["matches.id"], name="fk_against_match_matches"),
        sa.PrimaryKeyConstraint("person", "opponent", "match", name="pk_against"),
    )
    op.create_index("ix_against_person", "against", ["person", "opponent", *FILTERED_BY, "counts"])


def _make_rated_matches() -> None:
    op.create_table(
        "rated_matches",
        sa.Column("match", sa.String(16), nullable=False),
        sa.Column("pool", sa.String(48), nullable=False),
        sa.Column("ended", sa.String(32), nullable=False),
        sa.Column("annulled", sa.Boolean(), nullable=False),
        sa.Column("sides", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(["match"], ["matches.id"], name="fk_rated_matches_match_matches"),
        sa.PrimaryKeyConstraint("match", name="pk_rated_matches"),
    )
    op.create_index("ix_rated_matches_pool", "rated_matches", ["pool", "ended", "match"])


def _make_ratings() -> None:
    op.create_table(
        "ratings",
        sa.Column("pool", sa.String(48), nullable=False),
        sa.Column("person", sa.String(64), nullable=False),
        sa.Column("mu", sa.Float(), nullable=False),
        sa.Column("sigma", sa.Float(), nullable=False),
        sa.Column("games", sa.Integer(), nullable=False),
        sa.Column("changed", sa.String(32), nullable=False),
        sa.PrimaryKeyConstraint("pool", "person", name="pk_ratings"),
    )
    op.create_index("ix_ratings_pool", "ratings", ["pool", "mu"])


def _make_rating_changes() -> None:
    op.create_table(
        "rating_changes",
        sa.Column("match", sa.String(16), nullable=False),
        sa.Column("person", sa.String(64), nullable=False),
        sa.Column("pool", sa.String(48), nullable=False),
        sa.Column("mu", sa.Float(), nullable=False),
        sa.Column("sigma", sa.Float(), nullable=False),
        sa.Column("games", sa.Integer(), nullable=False),
        sa.Column("before", sa.Float(), nullable=True),
        sa.Column("at", sa.String(32), nullable=False),
        sa.ForeignKeyConstraint(["match"], ["matches.id"], name="fk_rating_changes_match_matches"),
        sa.PrimaryKeyConstraint("match", "person", name="pk_rating_changes"),
    )
    op.create_index("ix_rating_changes_person", "rating_changes", ["person", "pool", "at"])


def _make_push_subscriptions() -> None:
    op.create_table(
        "push_subscriptions",
        sa.Column("id", sa.String(64), nullable=False),
        sa.Column("person", sa.String(64), nullable=False),
        sa.Column("session", sa.String(64), nullable=True),
        sa.Column("endpoint", sa.String(1024), nullable=False),
        sa.Column("public_key", sa.String(128), nullable=False),
        sa.Column("auth", sa.String(64), nullable=False),
        sa.Column("created", sa.String(32), nullable=False),
        sa.Column("failures", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(["person"], ["people.id"], name="fk_push_subscriptions_person_people"),
        sa.PrimaryKeyConstraint("id", name="pk_push_subscriptions"),
    )
    op.create_index("ix_push_subscriptions_person", "push_subscriptions", ["person"])
