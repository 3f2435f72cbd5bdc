"""The tables. The log, ``entries``, is the truth.

Nothing that can be computed from it is stored, except what is asked of many matches at once: ``due`` and ``points``.
"""

import json
from typing import Any, Final

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    Dialect,
    Float,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    String,
    Table,
    Text,
    TypeDecorator,
    false,
    text,
)

REVISION: Final = "0012"
"""The migration that leads to these tables, the last one."""

METADATA = MetaData(
    naming_convention={
        "ix": "ix_%(table_name)s_%(column_0_name)s",
        "fk": "fk_%(table_name)s_%(column_0_name)s_%(referred_table_name)s",
        "pk": "pk_%(table_name)s",
    }
)


class Json(TypeDecorator[Any]):
    """Something that JSON can hold, stored as its text."""

    impl = Text
    cache_ok = True

    def process_bind_param(self, value: Any, dialect: Dialect) -> str:
        """Return what is stored."""
        return json.dumps(value)

    def process_result_value(self, value: Any, dialect: Dialect) -> Any:
        """Return what was stored; ``None`` where nothing is."""
        return None if value is None else json.loads(value)


people = Table(
    "people",
    METADATA,
    Column("id", String(64), primary_key=True),
    Column("name", String(64), nullable=False),
    Column("created", String(32), nullable=False),  # times are ISO 8601 in UTC
    Column("seen", String(32), nullable=False),
    # Only of those who keep an account:
    Column("name_key", String(64), nullable=True),  # one for all names that look alike
    Column("password", String(256), nullable=True),  # hashed by argon2
    Column("kept", String(32), nullable=True),  # since when; a guest has none
    Column("deleted", String(32), nullable=True),
    Column("settings", Json, nullable=False, server_default="{}"),  # chosen by them, the rest as usual
    Column("bot", Boolean, nullable=False, server_default=false()),  # a program plays; for good
)

sessions = Table(
    "sessions",
    METADATA,
    Column("id", String(64), primary_key=True),
    Column("person", String(64), ForeignKey("people.id"), nullable=False, index=True),
    Column("device", String(64), nullable=False),  # in words
    Column("created", String(32), nullable=False),
    Column("seen", String(32), nullable=False),
    Column("guest", String(64), nullable=True),  # who played on that device before, and comes back after signing out
)

passkeys = Table(
    "passkeys",
    METADATA,
    Column("id", String(1400), primary_key=True),  # of the credential, base64url
    Column("person", String(64), ForeignKey("people.id"), nullable=False, index=True),
    Column("name", String(64), nullable=False),
    Column("public_key", LargeBinary, nullable=False),
    Column("used_count", BigInteger, nullable=False),  # as the device counts, to notice a copy
    Column("created", String(32), nullable=False),
    Column("used", String(32), nullable=True),
)

recovery_codes = Table(
    "recovery_codes",
    METADATA,
    Column("person", String(64), ForeignKey("people.id"), primary_key=True),
    Column("code", String(256), primary_key=True),  # hashed
)

former_names = Table(
    "former_names",
    METADATA,
    Column("name_key", String(64), primary_key=True),
    Column("name", String(64), nullable=False),
    Column("person", String(64), ForeignKey("people.id"), nullable=False, index=True),
    Column("until", String(32), nullable=False),  # nobody else may take it before
)

blocks = Table(
    "blocks",
    METADATA,
    Column("person", String(64), ForeignKey("people.id"), primary_key=True),
    Column("blocked", String(64), ForeignKey("people.id"), primary_key=True),
    Column("since", String(32), nullable=False),
)

followings = Table(
    "followings",
    METADATA,
    Column("person", String(64), ForeignKey("people.id"), primary_key=True),
    Column("followed", String(64), ForeignKey("people.id"), primary_key=True, index=True),
    Column("since", String(32), nullable=False),
)

matches = Table(
    "matches",
    METADATA,
    Column("id", String(16), primary_key=True),
    Column("game", String(32), nullable=False),
    Column("version", Integer, nullable=False),  # of the game's rules
    Column("options", Json, nullable=False),  # a canonical value for every option
    Column("drawn", Json, nullable=False),  # names of the options that were drawn
    Column("chance", String(8), nullable=False),  # fair or seeded
    Column("seed", Text, nullable=False),  # of a fair match a secret until it is over
    Column("script", Json, nullable=False),  # texts of the first chance moves, where they were given
    Column("started", String(32), nullable=False),
    Column("begin", String(8), nullable=True),  # until it is dealt, who begins, or "" for as seated
    Column("status", String(8), nullable=False),
    Column("due", Integer, nullable=True, index=True),  # level of the computer opponent to move
    Column("asking", Integer, nullable=True),  # seat that offers something
    Column("offered", String(16), nullable=False, server_default="undo"),  # what: a kind of ``session.offer_kinds``
    Column("since", Integer, nullable=True),  # the number of the last entry when it was offered
    Column("agreed", Json, nullable=False),  # seats that have said yes to that, or else are ready
    Column("declined", Json, nullable=False, server_default="[]"),  # what was declined since the last entry
    Column("double", Boolean, nullable=False),
    Column("duplicate", Boolean, nullable=False, server_default=false()),  # both games of the double at once
    Column("double_of", String(16), ForeignKey("matches.id"), nullable=True),
    Column("second", String(16), nullable=True),
    Column("rematch", String(16), nullable=True),
    Column("won_before", Json, nullable=True),  # in a rematch of two: the matches that each seat's player has won
    Column("pack_of", String(16), nullable=True, index=True),  # the first match with the same cards
    Column("companion", String(16), nullable=True),  # the hidden match in which a computer plays the same cards
    Column("beside", String(16), nullable=True),  # whose companion this is: hidden until that is over
    Column("tournament", String(16), nullable=True),
    Column("game_number", Integer, nullable=True),  # of the games of its tournament, from 1
    Column("owner", String(64), nullable=True),  # who opened the table
    Column("listed", Boolean, nullable=False, server_default=false()),  # in the lobby, while a seat is open
    Column("rated", Boolean, nullable=False, server_default=false()),
    Column("annulled", Boolean, nullable=False, server_default=false()),  # counts for nothing
    Column("delay", Integer, nullable=False, server_default="0"),  # seconds after which spectators see what happened
    Column("time", String(32), nullable=False, server_default=text("''")),  # how long they may think, as a text
    Column("began", String(32), nullable=True),  # when the clocks began to run
    Column("next_look", String(32), nullable=True, index=True),  # when somebody has to look at the clocks
    Column("told", Integer, nullable=False, server_default="0"),  # what was said of a slow clock that runs out
    Column("ended", String(32), nullable=True, index=True),
    Column("revision", Integer, nullable=False),  # raised by every change: each change names the revision that it knew
    Column("touched", String(32), nullable=False),
)

seats = Table(
    "seats",
    METADATA,
    Column("match", String(16), ForeignKey("matches.id"), primary_key=True),
    Column("seat", Integer, primary_key=True),
    Column("kind", String(8), nullable=False),
    Column("person", String(64), ForeignKey("people.id"), nullable=True),
    Column("level", Integer, nullable=True),
    Column("name", String(64), nullable=False),
    Column("entrant", Integer, nullable=True),  # who of a tournament's entrants plays here
    Column("points", Integer, nullable=True),  # once the match is played out
    Column("nonce", String(64), nullable=True),  # the player's own number, mixed into the draws
    Column("handicap", Integer, nullable=False, server_default="100"),  # the part of the time they have, in per cent
    Column("rest", String(64), nullable=False, server_default=text("''")),  # when their clock stands still
    # Whether other people wait for a move or an answer from here; null in matches older than this column.
    Column("waits", Boolean, nullable=True, server_default=false()),
    Column("over", Boolean, nullable=False, server_default=false()),  # as the match, so that the others are found soon
)

entries = Table(
    "entries",
    METADATA,
    Column("match", String(16), ForeignKey("matches.id"), primary_key=True),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("kind", String(16), nullable=False),
    Column("mover", Integer, nullable=False),
    Column("text", Text, nullable=False),
    Column("at", String(32), nullable=False),
    Column("given_back", Integer, nullable=False, server_default="0"),  # milliseconds that a clock doesn't count
)

heartbeats = Table(
    "heartbeats",
    METADATA,
    Column("name", String(32), primary_key=True),
    Column("at", String(32), nullable=False),  # the house was up then
    Column("every", Integer, nullable=False),  # and is to say so again after so many milliseconds
)

outages = Table(
    "outages",
    METADATA,
    Column("id", Integer, primary_key=True),
    Column("began", String(32), nullable=False),
    Column("ended", String(32), nullable=False, index=True),
)

vacations = Table(
    "vacations",
    METADATA,
    Column("id", Integer, primary_key=True),
    Column("person", String(64), ForeignKey("people.id"), nullable=False, index=True),
    Column("begins", String(32), nullable=False),
    Column("ends", String(32), nullable=False),
    Column("made", String(32), nullable=False),
)

answers = Table(
    "answers",
    METADATA,
    Column("match", String(16), ForeignKey("matches.id"), primary_key=True),
    Column("seat", Integer, primary_key=True, autoincrement=False),
    Column("number", Integer, nullable=False),  # of the last entry when they were given
    Column("tree", Json, nullable=False),  # what the seat plays to what: only its player may see it
    Column("said", String(140), nullable=False, server_default=text("''")),  # why answers were dropped
)

analyses = Table(
    "analyses",
    METADATA,
    Column("match", String(16), ForeignKey("matches.id"), primary_key=True),
    Column("ply", Integer, primary_key=True, autoincrement=False),
    Column("estimate", Json, nullable=False),
)

secrets = Table(
    "secrets", METADATA, Column("name", String(32), primary_key=True), Column("value", LargeBinary, nullable=False)
)

HOUSE = "house"  # Who plays the match in ``dailies`` that only computers play.

dailies = Table(
    "dailies",
    METADATA,
    Column("game", String(32), primary_key=True),
    Column("day", String(10), primary_key=True),
    Column("person", String(64), ForeignKey("people.id"), primary_key=True),
    Column("match", String(16), ForeignKey("matches.id"), nullable=False),
)

tournaments = Table(
    "tournaments",
    METADATA,
    Column("id", String(16), primary_key=True),
    Column("person", String(64), ForeignKey("people.id"), nullable=False, index=True),
    Column("name", String(64), nullable=False),
    Column("game", String(32), nullable=False),
    Column("options", Json, nullable=False),  # a canonical value for every option that is not drawn
    Column("begun", String(32), nullable=False),
)

entrants = Table(
    "entrants",
    METADATA,
    Column("tournament", String(16), ForeignKey("tournaments.id"), primary_key=True),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("name", String(64), nullable=False),
    Column("level", Integer, nullable=True),
)

number_tables = Table(
    "number_tables",
    METADATA,
    Column("id", String(16), primary_key=True),
    Column("person", String(64), ForeignKey("people.id"), nullable=False),
    Column("game", String(32), nullable=False),
    Column("option", String(32), nullable=False),
    Column("name", String(64), nullable=False),
    Column("numbers", Text, nullable=False),  # as records write them
    Column("changed", String(32), nullable=False),
)

hindsights = Table(
    "hindsights",
    METADATA,
    Column("match", String(16), ForeignKey("matches.id"), primary_key=True),
    Column("seat", Integer, primary_key=True, autoincrement=False),
    Column("found", Json, nullable=False),
)

challenges = Table(
    "challenges",
    METADATA,
    Column("id", String(16), primary_key=True),
    Column("match", String(16), ForeignKey("matches.id"), nullable=False, index=True),
    Column("seat", Integer, nullable=True),  # the one offered; any free one if null
    Column("by", String(64), ForeignKey("people.id"), nullable=False, index=True),
    Column("to", String(64), ForeignKey("people.id"), nullable=False, index=True),
    Column("state", String(16), nullable=False),  # open, accepted, declined, withdrawn
    Column("word", String(140), nullable=False),  # why it was declined
    Column("made", String(32), nullable=False),
    Column("answered", String(32), nullable=True),
)

seeks = Table(
    "seeks",
    METADATA,
    Column("person", String(64), ForeignKey("people.id"), primary_key=True),
    Column("game", String(32), primary_key=True),
    Column("terms", Json, nullable=False),  # set-up and whether it is rated: only those who want the same meet
    Column("since", String(32), nullable=False),
    Column("seen", String(32), nullable=False),  # whoever has left is not paired
    Column("match", String(16), ForeignKey("matches.id"), nullable=True),  # once paired
    Column("meanwhile", String(16), ForeignKey("matches.id"), nullable=True),  # played against a computer
)

chat_lines = Table(
    "chat_lines",
    METADATA,
    Column("id", Integer, primary_key=True),
    Column("match", String(16), ForeignKey("matches.id"), nullable=False, index=True),
    Column("room", String(16), nullable=False),  # players or spectators
    Column("person", String(64), ForeignKey("people.id"), nullable=False, index=True),
    Column("name", String(64), nullable=False),  # as it was then
    Column("seat", Integer, nullable=True),
    Column("phrase", String(32), nullable=True),  # a quick phrase, by its key
    Column("text", String(512), nullable=False),
    Column("at", String(32), nullable=False),
)

mutes = Table(
    "mutes",
    METADATA,
    Column("person", String(64), ForeignKey("people.id"), primary_key=True),
    Column("muted", String(64), ForeignKey("people.id"), primary_key=True),
    Column("since", String(32), nullable=False),
)

reports = Table(
    "reports",
    METADATA,
    Column("id", Integer, primary_key=True),
    Column("by", String(64), ForeignKey("people.id"), nullable=False),
    Column("about", String(64), ForeignKey("people.id"), nullable=False, index=True),
    Column("line", Integer, ForeignKey("chat_lines.id"), nullable=True),
    Column("match", String(16), ForeignKey("matches.id"), nullable=True),
    Column("reason", String(16), nullable=False),
    Column("why", String(512), nullable=False),  # in the words of who reports
    Column("at", String(32), nullable=False),
    Column("handled", String(32), nullable=True),
)

finished = Table(
    "finished",
    METADATA,
    Column("match", String(16), ForeignKey("matches.id"), primary_key=True),
    Column("seat", Integer, primary_key=True, autoincrement=False),
    Column("person", String(64), nullable=False),
    Column("game", String(32), nullable=False),
    Column("seats", Integer, nullable=False),
    Column("company", String(12), nullable=False),  # people, computers, both, nobody
    Column("turn", Integer, nullable=True),  # 1 for who moved first; null where nobody did
    Column("result", String(12), nullable=False),  # won, drawn, lost, alone, broken_off, one_screen
    Column("share", Float, nullable=True),  # 1 for a win, 0 for a loss, equal parts for a draw; null for a game for one
    Column("points", Integer, nullable=True),
    Column("set_up", Text, nullable=False),  # what differs from the usual one, canonically
    Column("usual", Boolean, nullable=False),  # whether nothing does
    Column("termination", String(16), nullable=False),
    Column("rated", Boolean, nullable=False),
    Column("annulled", Boolean, nullable=False),
    Column("counts", Boolean, nullable=False),  # in records of results
    Column("ended", String(32), nullable=False),
)

against = Table(
    "against",
    METADATA,
    Column("person", String(64), primary_key=True),
    Column("opponent", String(64), primary_key=True),  # a person's id, or level:N
    Column("match", String(16), ForeignKey("matches.id"), primary_key=True),
    # As in ``finished``, so that what somebody played against one opponent is found in one index:
    Column("game", String(32), nullable=False),
    Column("result", String(12), nullable=False),
    Column("usual", Boolean, nullable=False),
    Column("rated", Boolean, nullable=False),
    Column("counts", Boolean, nullable=False),
    Column("ended", String(32), nullable=False),
)

rated_matches = Table(
    "rated_matches",
    METADATA,
    Column("match", String(16), ForeignKey("matches.id"), primary_key=True),
    Column("pool", String(48), nullable=False),
    Column("ended", String(32), nullable=False),
    Column("annulled", Boolean, nullable=False),
    Column("sides", Json, nullable=False),  # for each side its share of the win, and who is on it
)

tallies = Table(
    "tallies",
    METADATA,
    Column("person", String(64), primary_key=True),
    Column("opponent", String(64), primary_key=True),  # as in ``against``; empty in what counts matches, not opponents
    Column("game", String(32), primary_key=True),  # empty where opponents are counted, as is the set-up
    Column("set_up", Text, primary_key=True),
    Column("seats", Integer, primary_key=True, autoincrement=False),
    Column("turn", Integer, primary_key=True, autoincrement=False),  # 0 for none
    Column("result", String(12), primary_key=True),
    Column("counts", Boolean, primary_key=True),
    Column("number", Integer, nullable=False),
)

ratings = Table(
    "ratings",
    METADATA,
    Column("pool", String(48), primary_key=True),
    Column("person", String(64), primary_key=True),
    Column("mu", Float, nullable=False),
    Column("sigma", Float, nullable=False),
    Column("games", Integer, nullable=False),
    Column("changed", String(32), nullable=False),
)

rating_changes = Table(
    "rating_changes",
    METADATA,
    Column("match", String(16), ForeignKey("matches.id"), primary_key=True),
    Column("person", String(64), primary_key=True),
    Column("pool", String(48), nullable=False),
    Column("mu", Float, nullable=False),
    Column("sigma", Float, nullable=False),
    Column("games", Integer, nullable=False),  # how many, with this one
    Column("before", Float, nullable=True),  # mu before; null for the first
    Column("at", String(32), nullable=False),
)

puzzles = Table(
    "puzzles",
    METADATA,
    Column("id", String(16), primary_key=True),
    Column("game", String(32), nullable=False),
    Column("mu", Float, nullable=False),
    Column("sigma", Float, nullable=False),
    Column("tried", Integer, nullable=False),  # by how many
    Column("line", Text, nullable=True),  # as in a file of puzzles; null for one that comes with the game
    Column("retired", Boolean, nullable=False, server_default=false()),  # it comes with the game no longer
)

puzzle_tries = Table(
    "puzzle_tries",
    METADATA,
    Column("person", String(64), ForeignKey("people.id"), primary_key=True),
    Column("puzzle", String(16), ForeignKey("puzzles.id"), primary_key=True),
    Column("game", String(32), nullable=False),
    Column("at", String(32), nullable=False),
    Column("solved", Boolean, nullable=False),
    # The person's rating after it; null for answers in a run:
    Column("mu", Float, nullable=True),
    Column("sigma", Float, nullable=True),
    Column("games", Integer, nullable=True),  # how many have counted, with this one
)

puzzle_runs = Table(
    "puzzle_runs",
    METADATA,
    Column("id", String(16), primary_key=True),
    Column("person", String(64), ForeignKey("people.id"), nullable=False),
    Column("game", String(32), nullable=False),
    Column("begun", String(32), nullable=False),
    Column("puzzles", Json, nullable=False),  # their ids, in the order in which they were asked
    Column("solved", Integer, nullable=False),
    Column("missed", Integer, nullable=False),
)

push_subscriptions = Table(
    "push_subscriptions",
    METADATA,
    Column("id", String(64), primary_key=True),  # a digest of the endpoint
    Column("person", String(64), ForeignKey("people.id"), nullable=False, index=True),
    Column("session", String(64), nullable=True),  # signing out there ends it
    Column("endpoint", String(1024), nullable=False),
    Column("public_key", String(128), nullable=False),
    Column("auth", String(64), nullable=False),
    Column("created", String(32), nullable=False),
    Column("failures", Integer, nullable=False),
)

fitting = Index("ix_puzzles_game", puzzles.c.game, puzzles.c.mu)
tries_of_a_person = Index("ix_puzzle_tries_person", puzzle_tries.c.person, puzzle_tries.c.game, puzzle_tries.c.games)
runs_of_a_person = Index("ix_puzzle_runs_person", puzzle_runs.c.person, puzzle_runs.c.game, puzzle_runs.c.solved)
of_a_person = Index("ix_seats_person", seats.c.person, seats.c.over)
recent = Index("ix_matches_touched", matches.c.touched)
waited_for = Index("ix_seats_waits", seats.c.waits, seats.c.person)
one_game_a_number = Index("ix_matches_tournament", matches.c.tournament, matches.c.game_number, unique=True)
one_day_a_match = Index("ix_dailies_match", dailies.c.match, unique=True)
one_table_a_name = Index(
    "ix_number_tables_person", *(number_tables.c[name] for name in ("person", "game", "option", "name")), unique=True
)
one_person_a_name = Index("ix_people_name_key", people.c.name_key, unique=True)
FILTERED_BY = ("ended", "match", "game", "result", "usual", "rated")
"""What lists of finished matches are ordered and filtered by: their indexes hold it, so that a filter reads no rows."""
latest_of_a_person = Index(
    "ix_finished_person", finished.c.person, *(finished.c[name] for name in (*FILTERED_BY, "company"))
)
best_of_a_person = Index(
    "ix_finished_record", *(finished.c[name] for name in ("person", "counts", "game", "set_up", "points"))
)
latest_against = Index(
    "ix_against_person", *(against.c[name] for name in ("person", "opponent", *FILTERED_BY, "counts"))
)
in_order_of_ending = Index("ix_rated_matches_pool", rated_matches.c.pool, rated_matches.c.ended, rated_matches.c.match)
best_in_a_pool = Index("ix_ratings_pool", ratings.c.pool, ratings.c.mu)
curve_of_a_person = Index(
    "ix_rating_changes_person", rating_changes.c.person, rating_changes.c.pool, rating_changes.c.at
)
open_tables = Index("ix_matches_listed", matches.c.listed, matches.c.status)


# --- play by mail ----------------------------------------------------------------------------------------------------

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


# --- bots' tokens, and what those who run the house do ---------------------------------------------------------------

api_tokens = Table(
    "api_tokens",
    METADATA,
    Column("id", String(16), primary_key=True),  # what lists and logs call it
    Column("digest", String(64), nullable=False),  # of the secret, which is shown once and kept nowhere
    Column("person", String(64), ForeignKey("people.id"), nullable=False, index=True),
    Column("name", String(64), nullable=False),  # what it is for, in its owner's words
    Column("scopes", Json, nullable=False),  # what it may do: a list of keys
    Column("created", String(32), nullable=False),
    Column("expires", String(32), nullable=True),
    Column("used", String(32), nullable=True),  # last, to the hour
)

bans = Table(
    "bans",
    METADATA,
    Column("person", String(64), ForeignKey("people.id"), primary_key=True),
    Column("since", String(32), nullable=False),
    Column("until", String(32), nullable=True),  # null: until it is lifted
    Column("why", String(512), nullable=False),  # told to the person
)

announcements = Table(
    "announcements",
    METADATA,
    Column("id", Integer, primary_key=True),
    Column("text", String(512), nullable=False),  # shown on every page
    Column("made", String(32), nullable=False),
    Column("until", String(32), nullable=True),  # null: until it is withdrawn
)

closed_games = Table(
    "closed_games",
    METADATA,
    Column("game", String(32), primary_key=True),  # no new matches; those begun go on
    Column("since", String(32), nullable=False),
    Column("why", String(512), nullable=False),  # told to whoever would begin one
)

admin_acts = Table(
    "admin_acts",
    METADATA,
    Column("id", Integer, primary_key=True),
    Column("at", String(32), nullable=False),
    Column("by", String(64), nullable=False),  # the machine's user who did it
    Column("act", String(32), nullable=False),  # a key: ban, lift-ban, annul …
    Column("person", String(64), nullable=True, index=True),  # whom it concerns
    Column("match", String(16), nullable=True),
    Column("why", String(512), nullable=False),
    Column("facts", Json, nullable=False),  # what else it takes to know what was done
    sqlite_autoincrement=True,
)

one_token_a_digest = Index("ix_api_tokens_digest", api_tokens.c.digest, unique=True)


# --- how the processes of one house work together --------------------------------------------------------------------

# Nothing from here on is a fact about a match or a person: whatever is lost is worked out anew, so PostgreSQL need not
# make these tables safe against a crash, and neither backups nor copies hold what stands in them. Times are seconds
# since 1970 by the database's clock, the only one that all processes share. On SQLite, which has one process, they
# stay empty.

processes = Table(
    "processes",
    METADATA,
    Column("id", String(16), primary_key=True),  # made up at its start
    Column("serves", Boolean, nullable=False),  # whether people reach the house through it
    Column("until", Float, nullable=False),  # it counts as up until then, unless it says so again
)

leases = Table(
    "leases",
    METADATA,
    Column("kind", String(16), primary_key=True),  # what is done: a move, a sweep, a question …
    Column("key", String(160), primary_key=True),  # which one; empty where there is one
    Column("holder", String(16), nullable=False),  # a process
    Column("until", Float, nullable=False),
)

bulletins = Table(
    "bulletins",
    METADATA,
    Column("id", Integer, primary_key=True),
    Column("process", String(16), nullable=False),  # whose news it is
    Column("kind", String(16), nullable=False),
    Column("words", Json, nullable=False),  # a list of texts
    Column("at", Float, nullable=False),
    sqlite_autoincrement=True,
)

presences = Table(
    "presences",
    METADATA,
    Column("process", String(16), primary_key=True),
    Column("place", String(40), primary_key=True),
    Column("person", String(64), primary_key=True),
    Column("name", String(64), nullable=False),  # what they are listed by; empty for no name
    Column("state", String(8), nullable=False),
    Column("since", Float, nullable=False),
    Column("left_at", Float, nullable=True),  # when their last page was disconnected; null while one is connected
    Column("number", Integer, nullable=False),  # which change of this process it was, from 1
)

spent = Table(
    "spent",
    METADATA,
    Column("process", String(16), primary_key=True),
    Column("key", String(160), primary_key=True),  # whose, and of what
    Column("second", Integer, primary_key=True, autoincrement=False),
    Column("count", Integer, nullable=False),
)

attempts = Table(
    "attempts",
    METADATA,
    Column("key", String(160), primary_key=True),
    Column("failures", Integer, nullable=False),
    Column("at", Float, nullable=False),  # of the last one
)

passkey_challenges = Table(
    "passkey_challenges",
    METADATA,
    Column("key", String(160), primary_key=True),
    Column("challenge", LargeBinary, nullable=False),
    Column("until", Float, nullable=False),
)

questions = Table(
    "questions",
    METADATA,
    Column("kind", String(16), primary_key=True),  # hint, coach, hindsight, analysis
    Column("about", String(160), primary_key=True),  # the match, and what about it
    Column("match", String(16), nullable=False),
    Column("number", Integer, nullable=False),  # of the last entry when it was asked
    Column("ply", Integer, nullable=False),  # of the move that it is about; -1 where it is about none
    Column("person", String(64), nullable=False),  # who asks
    Column("asked", Float, nullable=False),
    Column("state", String(8), nullable=False),  # asked, answered, failed
    Column("answer", Json, nullable=True),
    Column("failed", Text, nullable=False),  # why there is no answer
)

TRANSIENT: Final = (*(processes, leases, bulletins, presences), *(spent, attempts, passkey_challenges, questions))
"""What backups and copies leave out."""

latest_bulletins = Index("ix_bulletins_at", bulletins.c.at)
changes_of_presence = Index("ix_presences_number", presences.c.process, presences.c.number)
lately_spent = Index("ix_spent_second", spent.c.second)
open_questions = Index("ix_questions_state", questions.c.state, questions.c.asked)
