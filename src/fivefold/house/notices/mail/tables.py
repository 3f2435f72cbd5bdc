"""The tables of play by mail, beside those of ``schema``."""

from sqlalchemy import Boolean, Column, ForeignKey, Index, Integer, LargeBinary, String, Table, false, text

from fivefold.house.database.schema import METADATA, Json

mail_addresses = Table(
    "mail_addresses",
    METADATA,
    Column("person", String(64), ForeignKey("people.id"), primary_key=True),
    Column("address", String(254), nullable=True),  # confirmed, in lower case
    Column("wanted", String(254), nullable=True),  # not confirmed yet; it takes the place of the other then
    Column("since", String(32), nullable=False),
    Column("failures", Integer, nullable=False, server_default="0"),  # mails in a row that did not arrive
    Column("off", String(140), nullable=False, server_default=text("''")),  # why nothing is sent there any more
)

mail_boards = Table(
    "mail_boards",
    METADATA,
    Column("game", String(32), primary_key=True),
    Column("number", Integer, primary_key=True, autoincrement=False),  # what mails call the match
    Column("match", String(16), ForeignKey("matches.id"), nullable=False),
)

incoming_mails = Table(
    "incoming_mails",
    METADATA,
    Column("id", Integer, primary_key=True),
    Column("digest", String(64), nullable=False),  # of Message-ID and sender, else of the whole: the same mail once
    Column("sender", String(254), nullable=True),  # of the envelope; empty for none, null where nobody told
    Column("recipients", Json, nullable=False),
    Column("raw", LargeBinary, nullable=False),  # empty once it is done
    Column("at", String(32), nullable=False),
    Column("tries", Integer, nullable=False, server_default="0"),
    Column("begun", Integer, nullable=False, server_default="0"),  # how many of its commands have changed something
    Column("done", String(32), nullable=True),
)

outgoing_mails = Table(
    "outgoing_mails",
    METADATA,
    Column("id", Integer, primary_key=True),
    Column("kind", String(16), nullable=False),
    Column("person", String(64), ForeignKey("people.id"), nullable=True),  # null for somebody without an account
    Column("address", String(254), nullable=False),  # empty until it is sent to where the person wants it
    Column("match", String(16), ForeignKey("matches.id"), nullable=True),
    Column("since", Integer, nullable=True),  # the last entry that was told before
    Column("number", Integer, nullable=True),  # the last entry that it tells of
    Column("content", Json, nullable=True),  # what it says, or what has to be kept; null: made from the match
    Column("made", String(32), nullable=False),
    Column("due", String(32), nullable=False),
    Column("tries", Integer, nullable=False, server_default="0"),
    Column("state", String(8), nullable=False),  # waiting, fixed (tried, and the same when tried again), sent, failed
    Column("raw", LargeBinary, nullable=True),  # the message itself, while it is fixed
    Column("sent", String(32), nullable=True),
    sqlite_autoincrement=True,  # an id is never given twice: reply addresses and Message-IDs are made of it
)

mail_followings = Table(
    "mail_followings",
    METADATA,
    Column("person", String(64), ForeignKey("people.id"), primary_key=True),
    Column("game", String(32), primary_key=True),
    Column("match", String(16), primary_key=True),  # empty for every match of the game
    Column("level", String(8), nullable=False),  # every, ends, never
    Column("since", String(32), nullable=False),
)

standing_answers = Table(
    "standing_answers",
    METADATA,
    Column("person", String(64), ForeignKey("people.id"), primary_key=True),
    Column("game", String(32), primary_key=True),  # empty for all games
    Column("rejects", Boolean, nullable=False, server_default=false()),  # challenges are declined at once
    Column("most", Integer, nullable=True),  # matches going on at the same time
    Column("seeks", Integer, nullable=False, server_default="0"),  # how many more matches they look for
    Column("terms", Json, nullable=False),  # of the matches they look for
    Column("match", String(16), ForeignKey("matches.id"), nullable=True),  # the table that is open for one now
)

pending_resignations = Table(
    "pending_resignations",
    METADATA,
    Column("match", String(16), ForeignKey("matches.id"), primary_key=True),
    Column("seat", Integer, primary_key=True, autoincrement=False),
    Column("made", String(32), nullable=False),
)

one_person_an_address = Index("ix_mail_addresses_address", mail_addresses.c.address, unique=True)
one_board_a_match = Index("ix_mail_boards_match", mail_boards.c.match, unique=True)
the_same_mail_once = Index("ix_incoming_mails_digest", incoming_mails.c.digest, unique=True)
to_be_read = Index("ix_incoming_mails_done", incoming_mails.c.done, incoming_mails.c.id)
to_be_sent = Index("ix_outgoing_mails_state", outgoing_mails.c.state, outgoing_mails.c.due)
of_a_match = Index("ix_outgoing_mails_person", outgoing_mails.c.person, outgoing_mails.c.match)
sent_there = Index("ix_outgoing_mails_address", outgoing_mails.c.address, outgoing_mails.c.sent)
of_a_kind = Index("ix_outgoing_mails_kind", outgoing_mails.c.kind, outgoing_mails.c.made)
open_for_somebody = Index("ix_standing_answers_match", standing_answers.c.match)
followed = Index("ix_mail_followings_match", mail_followings.c.game, mail_followings.c.match)
