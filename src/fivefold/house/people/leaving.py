"""Deleting an account: its open matches are given up, what others share stays with a "Former player"."""

import logging
from typing import Any, Final

from sqlalchemy import Connection, delete, or_, select, update

from fivefold.contract.errors import FivefoldError, InvalidOption
from fivefold.house.database.schema import (
    api_tokens,
    bans,
    blocks,
    challenges,
    chat_lines,
    entrants,
    followings,
    former_names,
    mail_addresses,
    mail_followings,
    matches,
    mutes,
    number_tables,
    outgoing_mails,
    passkeys,
    people,
    push_subscriptions,
    puzzle_runs,
    puzzle_tries,
    recovery_codes,
    reports,
    seats,
    seeks,
    sessions,
    standing_answers,
    tournaments,
    vacations,
)
from fivefold.house.errors import NotOffered
from fivefold.house.people import accounts
from fivefold.house.people.accounts import RESERVED, Account, FormerName
from fivefold.house.people.names import name_key
from fivefold.house.people.people import FORMER_PLAYER
from fivefold.house.people.renaming import Renaming
from fivefold.house.people.signing_in import SigningIn
from fivefold.house.stored_match import time_text
from fivefold.house.table import stored_answers as answers
from fivefold.session import steps
from fivefold.session.snapshot import OVER, MatchSnapshot

MOST_SEATS: Final = 8  # Of one match: so often somebody with several of them may have to resign.

ALONE: Final = (
    *(sessions, passkeys, recovery_codes, push_subscriptions, number_tables, seeks, vacations),
    *(mail_addresses, mail_followings, outgoing_mails, standing_answers, api_tokens, bans, puzzle_tries, puzzle_runs),
)
"""Tables of what is a person's alone."""
TIES: Final = (
    *((blocks.c.person, blocks.c.blocked), (followings.c.person, followings.c.followed)),
    *((mutes.c.person, mutes.c.muted), (challenges.c.by, challenges.c.to)),
)
"""What is between two people."""

log = logging.getLogger("fivefold.service")


class Leaving:
    """Deletes accounts."""

    def __init__(self, house: Renaming, signing_in: SigningIn) -> None:
        self._house, self._signing_in = house, signing_in

    def confirm(self, person_id: str, password: str, typed: str, network: str) -> Account:
        """Return a person's account, confirmed by its password, or without one by its name. Raises ``InvalidOption``,
        ``NotOffered``."""
        found = self._house.accounts.account(person_id)
        if found is None:
            raise NotOffered("you have no account", subject="account", remedy="there is nothing to delete")
        if found.has_password:
            return self._signing_in.confirm(person_id, password, network, "confirm")
        if name_key(typed) != name_key(found.name):
            raise InvalidOption(
                "that is not your name", subject="account", remedy=f"type {found.name}", field="confirm"
            )
        return found

    def delete(self, account: Account) -> None:
        """Delete an account that has been confirmed. The name is nobody's for a while."""
        self._give_up_matches(account.id)
        now, key = self._house.now(), name_key(account.name)
        sessions = [each.id for each in self._house.sessions.of(account.id)]
        tokens = self._house.tokens.of(account.id)
        with self._house.turn():
            with self._house.writing() as connection:
                accounts.give_up(connection, FormerName(key, account.name, account.id, time_text(now + RESERVED)))
                changed = _leave(connection, account.id, time_text(now))
            self._house.outdate(changed)
        self._house.accounts.forget(account.id)
        for each in (*sessions, account.id):
            self._house.sessions.ended(each)
        self._house.tokens.ended(tokens)

    def _give_up_matches(self, person_id: str) -> None:
        playing = self._house.read(unfinished, person_id)
        for match_id in playing:
            try:
                self._house.change({match_id: lambda now: given_up(now, person_id)})
            except FivefoldError:
                # One that cannot be loaded any more keeps nobody from leaving.
                log.exception("match %s: its player left and could not give it up", match_id)


def given_up(now: MatchSnapshot, person_id: str) -> MatchSnapshot:
    """Return the snapshot after somebody has resigned, or cancelled what still waited for others."""
    for _ in range(MOST_SEATS):
        if now.status == OVER or not now.plays(person_id):
            break
        now = steps.resign(now, person_id, now.number + 1)
    return now


def unfinished(connection: Connection, person: str) -> list[str]:
    """Return the matches that a person still plays."""
    mine = select(seats.c.match).where(seats.c.person == person)
    return list(connection.scalars(select(matches.c.id).where(matches.c.id.in_(mine), matches.c.status != "over")))


def _leave(connection: Connection, person: str, now: str) -> list[str]:
    """Delete what is a person's alone, and take their name from what others share; return the matches changed."""
    called = connection.scalar(select(people.c.name).where(people.c.id == person)) or ""
    answers.forget_person(connection, person)
    changed = _leave_seats(connection, person)
    _leave_pages(connection, person, called)
    _leave_mails(connection, person)
    for table in ALONE:
        connection.execute(delete(table).where(table.c.person == person))
    for one, other in TIES:
        connection.execute(delete(one.table).where(or_(one == person, other == person)))
    connection.execute(update(former_names).where(former_names.c.person == person).values(name=""))
    gone: dict[str, Any] = {"name": FORMER_PLAYER, "name_key": None, "password": None, "settings": {}, "deleted": now}
    connection.execute(update(people).where(people.c.id == person).values(**gone))
    return changed


def _leave_seats(connection: Connection, person: str) -> list[str]:
    mine = select(seats.c.match).where(seats.c.person == person).distinct()
    changed = list(connection.scalars(mine))
    connection.execute(update(matches).where(matches.c.id.in_(mine)).values(revision=matches.c.revision + 1))
    connection.execute(update(seats).where(seats.c.person == person).values(name=FORMER_PLAYER))
    return changed


def _leave_pages(connection: Connection, person: str, called: str) -> None:
    """Take the person's words, and their name where it stands beside others'; lines that were reported stay."""
    reported = select(reports.c.line).where(reports.c.line.is_not(None))
    connection.execute(delete(chat_lines).where(chat_lines.c.person == person, chat_lines.c.id.not_in(reported)))
    connection.execute(update(chat_lines).where(chat_lines.c.person == person).values(name=FORMER_PLAYER))
    connection.execute(update(reports).where(reports.c.by == person).values(why=""))
    own = select(tournaments.c.id).where(tournaments.c.person == person)
    entered = update(entrants).where(entrants.c.tournament.in_(own), entrants.c.name == called)
    connection.execute(entered.values(name=FORMER_PLAYER))


def _leave_mails(connection: Connection, person: str) -> None:
    """Forget the person's address beside mails to whoever has it; mails that came keep none once they are read."""
    address = connection.scalar(select(mail_addresses.c.address).where(mail_addresses.c.person == person))
    if address:
        nobodys = outgoing_mails.c.address == address, outgoing_mails.c.person.is_(None)
        connection.execute(delete(outgoing_mails).where(*nobodys))
