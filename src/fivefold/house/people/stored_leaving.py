"""Deleting an account in the database: what others share stays without the name, everything else goes."""

from typing import Any, Final

from sqlalchemy import Connection, delete, or_, select, update

from fivefold.house.database.schema import (
    blocks,
    challenges,
    chat_lines,
    entrants,
    former_names,
    matches,
    mutes,
    number_tables,
    passkeys,
    people,
    push_subscriptions,
    recovery_codes,
    reports,
    seats,
    seeks,
    sessions,
    tournaments,
    vacations,
)
from fivefold.house.moderation.tables import api_tokens, bans
from fivefold.house.notices.mail.tables import mail_addresses, mail_followings, outgoing_mails, standing_answers
from fivefold.house.table import stored_answers as answers

ALONE: Final = (
    *(sessions, passkeys, recovery_codes, push_subscriptions, number_tables, seeks, vacations),
    *(mail_addresses, mail_followings, outgoing_mails, standing_answers, api_tokens, bans),
)
"""Tables of what is a person's alone."""


def unfinished(connection: Connection, person: str) -> list[str]:
    """Return the matches that a person still plays."""
    mine = select(seats.c.match).where(seats.c.person == person)
    return list(connection.scalars(select(matches.c.id).where(matches.c.id.in_(mine), matches.c.status != "over")))


def leave(connection: Connection, person: str, name: str, now: str) -> list[str]:
    """Delete what is a person's alone, and call them ``name`` in what others share; return the matches changed."""
    called = connection.scalar(select(people.c.name).where(people.c.id == person)) or ""
    answers.forget_person(connection, person)
    changed = _leave_seats(connection, person, name)
    _leave_pages(connection, person, name, called)
    _leave_mails(connection, person)
    for table in ALONE:
        connection.execute(delete(table).where(table.c.person == person))
    connection.execute(delete(blocks).where(or_(blocks.c.person == person, blocks.c.blocked == person)))
    connection.execute(delete(mutes).where(or_(mutes.c.person == person, mutes.c.muted == person)))
    connection.execute(delete(challenges).where(or_(challenges.c.by == person, challenges.c.to == person)))
    connection.execute(update(former_names).where(former_names.c.person == person).values(name=""))
    gone: dict[str, Any] = {"name": name, "name_key": None, "password": None, "settings": {}, "deleted": now}
    connection.execute(update(people).where(people.c.id == person).values(**gone))
    return changed


def _leave_seats(connection: Connection, person: str, name: str) -> list[str]:
    mine = select(seats.c.match).where(seats.c.person == person).distinct()
    changed = list(connection.scalars(mine))
    connection.execute(update(matches).where(matches.c.id.in_(mine)).values(revision=matches.c.revision + 1))
    connection.execute(update(seats).where(seats.c.person == person).values(name=name))
    return changed


def _leave_pages(connection: Connection, person: str, name: str, called: str) -> None:
    """Take the person's words, and their name where it stands beside others'; lines that were reported stay."""
    reported = select(reports.c.line).where(reports.c.line.is_not(None))
    connection.execute(delete(chat_lines).where(chat_lines.c.person == person, chat_lines.c.id.not_in(reported)))
    connection.execute(update(chat_lines).where(chat_lines.c.person == person).values(name=name))
    connection.execute(update(reports).where(reports.c.by == person).values(why=""))
    own = select(tournaments.c.id).where(tournaments.c.person == person)
    entered = update(entrants).where(entrants.c.tournament.in_(own), entrants.c.name == called)
    connection.execute(entered.values(name=name))


def _leave_mails(connection: Connection, person: str) -> None:
    """Forget the person's address beside mails to whoever has it; mails that came keep none once they are read."""
    address = connection.scalar(select(mail_addresses.c.address).where(mail_addresses.c.person == person))
    if address:
        nobodys = outgoing_mails.c.address == address, outgoing_mails.c.person.is_(None)
        connection.execute(delete(outgoing_mails).where(*nobodys))
