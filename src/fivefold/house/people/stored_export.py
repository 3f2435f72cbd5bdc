"""What the database holds of one person, as rows for a copy of their data."""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from sqlalchemy import Column, Connection, func, select

from fivefold.house.database.schema import (
    chat_lines,
    dailies,
    entrants,
    finished,
    matches,
    number_tables,
    push_subscriptions,
    rating_changes,
    ratings,
    reports,
    seats,
    tournaments,
    vacations,
)
from fivefold.house.moderation.tables import api_tokens, bans
from fivefold.house.notices.mail.tables import mail_addresses, mail_followings, standing_answers

PERSON: Final = "person"
LISTED: Final[Mapping[str, Sequence[Column[Any]]]] = {
    "chat": [chat_lines.c[name] for name in ("match", "room", "name", "phrase", "text", "at")],
    "results": [finished.c[name] for name in ("match", "game", "seat", "result", "points", "rated", "ended")],
    "ratings": [ratings.c[name] for name in ("pool", "mu", "sigma", "games", "changed")],
    "rating_changes": [rating_changes.c[name] for name in ("match", "pool", "mu", "sigma", "at")],
    "days": [dailies.c[name] for name in ("game", "day", "match")],
    "tournaments": [tournaments.c[name] for name in ("id", "name", "game", "options", "begun")],
    "number_tables": [number_tables.c[name] for name in ("game", "option", "name", "numbers", "changed")],
    "vacations": [vacations.c[name] for name in ("begins", "ends", "made")],
    "mail_addresses": [mail_addresses.c[name] for name in ("address", "wanted", "since", "off")],
    "mail_followings": [mail_followings.c[name] for name in ("game", "match", "level", "since")],
    "standing_answers": [standing_answers.c[name] for name in ("game", "rejects", "most", "seeks")],
    "api_tokens": [api_tokens.c[name] for name in ("name", "scopes", "created", "expires", "used")],
    "bans": [bans.c[name] for name in ("since", "until", "why")],
    "push_subscriptions": [push_subscriptions.c[name] for name in ("endpoint", "created")],
}
"""For each kind of thing its columns; none holds anybody's id."""
MOST_ROWS: Final = 100_000
"""Of one kind."""


def rows(connection: Connection, kind: str, person: str) -> list[dict[str, Any]]:
    """Return a person's things of a kind."""
    columns = LISTED[kind]
    chosen = select(*columns).where(columns[0].table.c[PERSON] == person).limit(MOST_ROWS)
    return [dict(row._mapping) for row in connection.execute(chosen)]


def reported(connection: Connection, person: str) -> list[dict[str, Any]]:
    """Return what a person has reported."""
    chosen = select(reports.c.match, reports.c.why, reports.c.at).where(reports.c.by == person)
    return [dict(row._mapping) for row in connection.execute(chosen)]


def entered(connection: Connection, person: str) -> list[dict[str, Any]]:
    """Return who takes part in a person's tournaments."""
    columns = (entrants.c.tournament, entrants.c.number, entrants.c.name, entrants.c.level)
    own = select(tournaments.c.id).where(tournaments.c.person == person)
    return [dict(row._mapping) for row in connection.execute(select(*columns).where(entrants.c.tournament.in_(own)))]


def count(connection: Connection, person: str) -> int:
    """Return in how many matches a person sits."""
    return connection.scalar(select(func.count(seats.c.match.distinct())).where(seats.c.person == person)) or 0


def played(connection: Connection, person: str, first: int, most: int) -> list[dict[str, Any]]:
    """Return some of a person's matches, the newest first, each with what is known without its moves."""
    columns = (matches.c.id, matches.c.game, matches.c.options, matches.c.status, matches.c.started, matches.c.ended)
    mine = select(seats.c.match).where(seats.c.person == person)
    chosen = select(*columns).where(matches.c.id.in_(mine)).order_by(matches.c.started.desc(), matches.c.id)
    return [dict(row._mapping) for row in connection.execute(chosen.offset(first).limit(most))]
