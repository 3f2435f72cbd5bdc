"""Bringing what a guest has made on a device into the account that signs in there.

Two kinds of matches stay the guest's, who comes back to them after signing out: those in which both sit, and deals of a
day that both have played, for a day is played once. It is one transaction: nothing is lost and nothing doubled. Others
wait meanwhile, so rows are found by an index: those of a match by way of the guest's seats.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from sqlalchemy import Column, Connection, delete, func, insert, select, update

from fivefold.house.database.schema import (
    against,
    blocks,
    challenges,
    chat_lines,
    dailies,
    finished,
    followings,
    matches,
    mutes,
    number_tables,
    push_subscriptions,
    puzzle_runs,
    puzzle_tries,
    rating_changes,
    ratings,
    reports,
    seats,
    seeks,
    tournaments,
    vacations,
)
from fivefold.house.ledger import Ledger
from fivefold.house.people.accounts import Accounts
from fivefold.house.people.sessions import Sessions
from fivefold.house.people.ties import unfollow_blocked
from fivefold.house.records.finished import recount


class Held(NamedTuple):
    """How much a person has in the house."""

    matches: int
    tournaments: int
    number_tables: int
    puzzles: int


@dataclass(frozen=True, slots=True)
class Brought:
    """What came of it."""

    matches: int
    both: tuple[str, ...]  # Matches that stay: guest and account both sit there.
    twice: tuple[str, ...]  # Matches that stay: the account has played that day's deal itself.


class Bringing:
    """Brings guests' things into accounts."""

    def __init__(self, ledger: Ledger, accounts: Accounts, sessions: Sessions) -> None:
        self._ledger, self._accounts, self._sessions = ledger, accounts, sessions

    def held(self, guest: str) -> Held | None:
        """Return what a guest has made; ``None`` for nothing, and for an account."""
        if self._accounts.is_named(guest):
            return None
        counts = [select(func.count(seats.c.match.distinct())).where(seats.c.person == guest)]
        for table in (tournaments, number_tables, puzzle_tries):
            counts.append(select(func.count()).select_from(table).where(table.c.person == guest))
        with self._ledger.reading() as connection:
            found = Held(*(connection.scalar(each) or 0 for each in counts))
        return found if any(found) else None

    def bring(self, guest: str, account_id: str) -> Brought:
        """Make what a guest has made the account's, in one step, and show it to whoever looks on."""
        account = self._accounts.account(account_id)
        if account is None or self._accounts.is_named(guest):
            return Brought(0, (), ())
        with self._ledger.turn():
            names = self._ledger.person(guest).shown, account.name
            with self._ledger.writing() as connection:
                both, twice = _staying(connection, guest, account_id)
                stay = [*both, *twice]
                mine = select(seats.c.match).distinct().where(seats.c.person == guest, seats.c.match.not_in(stay))
                came = list(connection.scalars(mine))
                _bring(connection, guest, account_id, names, stay)
            self._ledger.outdate(came)
        self._sessions.ended(guest)
        return Brought(len(came), tuple(both), tuple(each for each in twice if each not in both))


def _staying(connection: Connection, guest: str, account: str) -> tuple[list[str], list[str]]:
    """Return the matches that cannot come along: those in which both sit, and deals of a day that both have played."""
    theirs = select(seats.c.match).where(seats.c.person == account)
    both = select(seats.c.match).distinct().where(seats.c.person == guest, seats.c.match.in_(theirs))
    own, mine = dailies.alias(), select(seats.c.match).where(seats.c.person == guest)
    twice = (
        select(dailies.c.match)
        .join(own, (own.c.game == dailies.c.game) & (own.c.day == dailies.c.day))
        .where(dailies.c.match.in_(mine), dailies.c.person == guest, own.c.person == account)
    )
    return list(connection.scalars(both)), list(connection.scalars(twice))


def _bring(connection: Connection, guest: str, account: str, names: tuple[str, str], stay: Sequence[str]) -> None:
    """Make a guest's the account's, but for the matches that ``stay``; ``names``: what both are called."""
    own = select(seats.c.match).where(seats.c.person == guest)
    _change(connection, dailies.c.person, guest, account, dailies.c.match.in_(own), dailies.c.match.not_in(stay))
    _change(connection, matches.c.owner, guest, account, matches.c.id.in_(own), matches.c.id.not_in(stay))
    _bring_matches(connection, guest, account, names, stay)
    _bring_number_tables(connection, guest, account)
    _bring_puzzles(connection, guest, account)
    theirs = against.alias()
    rivals = select(theirs.c.opponent).where(theirs.c.person == guest)
    _change(connection, against.c.opponent, guest, account, against.c.person.in_(rivals), against.c.match.not_in(stay))
    for table in (finished, against, rating_changes, chat_lines):
        _change(connection, table.c.person, guest, account, table.c.match.not_in(stay))
    met = select(against.c.person).distinct().where(against.c.opponent.in_([guest, account]))
    recount(connection, {guest, account, *connection.scalars(met)})
    alone = (tournaments.c.person, reports.c.by, reports.c.about, push_subscriptions.c.person, vacations.c.person)
    for column in alone:
        _change(connection, column, guest, account)
    for mine, other in ((challenges.c.by, challenges.c.to), (challenges.c.to, challenges.c.by)):
        _change(connection, mine, guest, account, other != account, challenges.c.match.not_in(stay))
    _bring_ratings(connection, guest, account)
    for other in (blocks.c.blocked, mutes.c.muted, followings.c.followed):
        _bring_ties(connection, other, guest, account)
    unfollow_blocked(connection, account)
    connection.execute(delete(seeks).where(seeks.c.person == guest))


def _bring_matches(
    connection: Connection, guest: str, account: str, names: tuple[str, str], stay: Sequence[str]
) -> None:
    before, after = names
    mine = (seats.c.person == guest) & seats.c.match.not_in(stay)
    open_ones = select(matches.c.id).where(matches.c.status != "over")
    called = mine & (seats.c.name == before) & seats.c.match.in_(open_ones)
    touched = update(matches).where(matches.c.id.in_(select(seats.c.match).where(mine)))
    connection.execute(touched.values(revision=matches.c.revision + 1))
    connection.execute(update(seats).where(called).values(name=after))
    connection.execute(update(seats).where(mine).values(person=account))


def _change(connection: Connection, column: Column[Any], guest: str, account: str, *more: Any) -> None:
    connection.execute(update(column.table).where(column == guest, *more).values({column.name: account}))


def _bring_number_tables(connection: Connection, guest: str, account: str) -> None:
    """Bring tables along; one whose name the account has already gets a number behind it."""
    kept = number_tables.c
    theirs = select(kept.game, kept.option, kept.name).where(kept.person == account)
    taken = {tuple(row) for row in connection.execute(theirs)}
    for row in connection.execute(select(number_tables).where(kept.person == guest)).all():
        name, number = row.name, 2
        while (row.game, row.option, name) in taken:
            name, number = f"{row.name[:34]} ({number})", number + 1
        taken.add((row.game, row.option, name))
        connection.execute(update(number_tables).where(kept.id == row.id).values(person=account, name=name))


def _bring_puzzles(connection: Connection, guest: str, account: str) -> None:
    """Bring answers to puzzles and runs along; where both have answered the account's stands, as does its rating."""
    mine, theirs = puzzle_tries.c, puzzle_tries.alias()
    own = select(theirs.c.puzzle).where(theirs.c.person == account)
    connection.execute(delete(puzzle_tries).where(mine.person == guest, mine.puzzle.in_(own)))
    rated = select(theirs.c.game).where(theirs.c.person == account, theirs.c.games.is_not(None))
    unrated = update(puzzle_tries).where(mine.person == guest, mine.game.in_(rated))
    connection.execute(unrated.values(mu=None, sigma=None, games=None))
    for table in (puzzle_tries, puzzle_runs):
        _change(connection, table.c.person, guest, account)


def _bring_ratings(connection: Connection, guest: str, account: str) -> None:
    """Bring ratings along in pools where the account has none; its own stand until all are computed again."""
    theirs = select(ratings.c.pool).where(ratings.c.person == account)
    connection.execute(delete(ratings).where(ratings.c.person == guest, ratings.c.pool.in_(theirs)))
    _change(connection, ratings.c.person, guest, account)


def _bring_ties(connection: Connection, other: Column[Any], guest: str, account: str) -> None:
    """Bring along a guest's ties to others and theirs to the guest; ``other``: the column of whom they are to."""
    table, one = other.table, other.table.c.person
    own = select(one, other).where((one == account) | (other == account))
    known = {tuple(row) for row in connection.execute(own)}
    rows = connection.execute(select(one, other, table.c.since).where((one == guest) | (other == guest))).all()
    connection.execute(delete(table).where((one == guest) | (other == guest)))
    for first, second, since in rows:
        pair = (account if first == guest else first, account if second == guest else second)
        if pair not in known and pair[0] != pair[1]:
            known.add(pair)
            connection.execute(insert(table), {one.name: pair[0], other.name: pair[1], "since": since})
