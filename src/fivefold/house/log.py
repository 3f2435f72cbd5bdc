"""Matches in the database: their log, their seats, what is due."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any, Final, NamedTuple

from sqlalchemy import Connection, Update, bindparam, func, insert, select, text, update

from fivefold.house.database import schema

matches, seats, entries, dailies = schema.matches, schema.seats, schema.entries, schema.dailies
HOUSE = schema.HOUSE
finished = schema.finished


class StoredEntry(NamedTuple):
    """A line of a log."""

    number: int
    kind: str
    mover: int
    text: str
    at: str
    given_back: int = 0


class StoredSeat(NamedTuple):
    """Who sits where."""

    seat: int
    kind: str
    person: str | None
    level: int | None
    name: str
    entrant: int | None = None
    points: int | None = None
    nonce: str | None = None
    handicap: int = 100
    rest: str = ""


class OnPack(NamedTuple):
    """A match, as far as it concerns others on the same cards."""

    id: str
    status: str
    begin: str | None
    """``None`` once it is dealt."""
    double: bool
    double_of: str | None
    second: str | None
    pack_of: str | None
    beside: str | None
    day: str | None


@dataclass(frozen=True, slots=True)
class StoredMatch:
    """A match as it is stored."""

    fields: Mapping[str, Any]
    """Columns of ``matches`` by name, and ``day`` where it is a deal of one."""
    seats: tuple[StoredSeat, ...]
    entries: tuple[StoredEntry, ...]


class StoredStep(NamedTuple):
    """What a step changes of a match."""

    match: str
    revision: int
    """At which the match was before."""
    fields: Mapping[str, Any]
    """Columns of ``matches`` by name."""
    entries: tuple[StoredEntry, ...]
    """New ones."""
    waits: Mapping[int, bool]
    """For seats of which that changes, whether the match waits for them."""


MOST_REPLAYS = 20
SELECT_MATCH = (
    select(matches, dailies.c.day)
    .select_from(matches.outerjoin(dailies, dailies.c.match == matches.c.id))
    .where(matches.c.id == bindparam("match"))
)
SELECT_REVISION = select(matches.c.revision).where(matches.c.id == bindparam("match"))
SELECT_SEATS = (
    select(*(seats.c[name] for name in StoredSeat._fields))
    .where(seats.c.match == bindparam("match"))
    .order_by(seats.c.seat)
)
SELECT_ENTRIES = (
    select(*(entries.c[name] for name in StoredEntry._fields))
    .where(entries.c.match == bindparam("match"), entries.c.number > bindparam("after"))
    .order_by(entries.c.number)
)
SELECT_PACK = select(*(dailies.c.day if name == "day" else matches.c[name] for name in OnPack._fields)).select_from(
    matches.outerjoin(dailies, dailies.c.match == matches.c.id)
)
LAST_NUMBER = select(func.coalesce(func.max(entries.c.number), 0)).where(entries.c.match == matches.c.id)
SELECT_DUE = (
    select(matches.c.id, LAST_NUMBER.scalar_subquery(), matches.c.due)
    .where(matches.c.due.is_not(None))
    .order_by(matches.c.touched)
)
IN_SEAT: Final = "in_match", "in_seat", "waiting"
UPDATE_WAITS = (
    update(seats)
    .where(seats.c.match == bindparam("in_match"), seats.c.seat == bindparam("in_seat"))
    .values(waits=bindparam("waiting"))
)
STEP_COLUMNS: Final = ", ".join(f'"{column.name}"' for column in matches.c if column.name != "id")
ENTRY_COLUMNS: Final = ", ".join(["match", *StoredEntry._fields])
JSON_COLUMNS: Final = frozenset(column.name for column in matches.c if isinstance(column.type, schema.Json))
TAKE_TOGETHER: Final = text(
    f"""
    WITH step AS (
        SELECT * FROM unnest(CAST(:ids AS text[]), CAST(:revisions AS integer[]), CAST(:fields AS json[]))
            AS step (match, revision, fields)
    ),
    changed AS (
        UPDATE matches SET ({STEP_COLUMNS}) = (SELECT {STEP_COLUMNS} FROM json_populate_record(matches, step.fields))
        FROM step WHERE matches.id = step.match AND matches.revision = step.revision
        RETURNING matches.id
    ),
    added AS (
        INSERT INTO entries ({ENTRY_COLUMNS})
        SELECT {ENTRY_COLUMNS} FROM json_populate_recordset(NULL::entries, CAST(:entries AS json))
        WHERE match IN (SELECT id FROM changed)
    ),
    waiting AS (
        UPDATE seats SET waits = told.waits
        FROM unnest(CAST(:tables AS text[]), CAST(:seats AS integer[]), CAST(:waits AS boolean[]))
            AS told (match, seat, waits)
        WHERE seats.match = told.match AND seats.seat = told.seat
    )
    SELECT count(*) FROM changed
    """  # noqa: S608
)
"""All that steps change, in one statement of PostgreSQL; a column that a step does not name stays as it is. Of an array
it expects ten rows, of JSON a hundred: then it reads tables of thousands of matches whole."""


def load(connection: Connection, match_id: str, after: int = 0) -> StoredMatch | None:
    """Return a match with its entries ``after`` a number, or ``None`` if there is none with this id."""
    found = connection.execute(SELECT_MATCH, {"match": match_id}).mappings().first()
    if found is None:
        return None
    return StoredMatch(
        dict(found),
        tuple(StoredSeat(*row) for row in connection.execute(SELECT_SEATS, {"match": match_id})),
        tuple(StoredEntry(*row) for row in connection.execute(SELECT_ENTRIES, {"match": match_id, "after": after})),
    )


def add(connection: Connection, match: StoredMatch) -> None:
    """Store a new match. Raises ``IntegrityError`` where its person has one on the same deal of the day."""
    fields = dict(match.fields)
    match_id, day = fields["id"], fields.pop("day", None)
    connection.execute(insert(matches), fields)
    connection.execute(insert(seats), [{"match": match_id, **seat._asdict()} for seat in match.seats])
    append(connection, match_id, match.entries)
    if day is not None:
        person = next((seat.person for seat in match.seats if seat.person is not None), HOUSE)
        connection.execute(insert(dailies), {"game": fields["game"], "day": day, "person": person, "match": match_id})


def append(connection: Connection, match_id: str, more: Sequence[StoredEntry]) -> None:
    """Add entries to a log. Raises ``IntegrityError`` where one of their numbers is taken."""
    if more:
        connection.execute(insert(entries), [{"match": match_id, **entry._asdict()} for entry in more])


def take_steps(connection: Connection, steps: Sequence[StoredStep]) -> bool:
    """Change columns of matches, and raise their revisions, add entries, and note for which seats they wait now.

    Return whether all were still at their revisions; where not, the transaction has to be undone. Raises
    ``IntegrityError`` where the number of an entry is taken.
    """
    added = [{"match": step.match, **entry._asdict()} for step in steps for entry in step.entries]
    waits = [(step.match, seat, is_awaited) for step in steps for seat, is_awaited in step.waits.items()]
    if connection.dialect.name == "postgresql":
        return bool(connection.scalar(TAKE_TOGETHER, _together(steps, added, waits)) == len(steps))
    changes: dict[tuple[str, ...], list[dict[str, Any]]] = {}
    for step in steps:
        known = {"known_id": step.match, "known_revision": step.revision, "revision": step.revision + 1}
        changes.setdefault(tuple(step.fields), []).append({**step.fields, **known})
    for names, values in changes.items():
        if connection.execute(_update_of(names), values).rowcount != len(values):
            return False
    if added:
        connection.execute(insert(entries), added)
    if waits:
        connection.execute(UPDATE_WAITS, [dict(zip(IN_SEAT, each, strict=True)) for each in waits])
    return True


def _together(steps: Sequence[StoredStep], added: object, waits: Sequence[tuple[str, int, bool]]) -> dict[str, Any]:
    """Return the parameters of ``TAKE_TOGETHER``."""
    rows = ({**step.fields, "revision": step.revision + 1}.items() for step in steps)
    return {
        "ids": [step.match for step in steps],
        "revisions": [step.revision for step in steps],
        "fields": [json.dumps({key: json.dumps(it) if key in JSON_COLUMNS else it for key, it in row}) for row in rows],
        "entries": json.dumps(added),
        "tables": [match for match, _, _ in waits],
        "seats": [seat for _, seat, _ in waits],
        "waits": [is_awaited for _, _, is_awaited in waits],
    }


@cache
def _update_of(names: tuple[str, ...]) -> Update:
    """Return the statement that changes these columns; building one takes longer than running it."""
    known = (matches.c.id == bindparam("known_id")) & (matches.c.revision == bindparam("known_revision"))
    return update(matches).where(known).values({name: bindparam(name) for name in (*names, "revision")})


def revision(connection: Connection, match_id: str) -> int | None:
    """Return how often a match was changed, or ``None`` if there is none with this id."""
    return connection.scalar(SELECT_REVISION, {"match": match_id})


def reseat(connection: Connection, match_id: str, changed: Sequence[StoredSeat]) -> None:
    """Store who sits where now, for the seats given."""
    for seat in changed:
        here = (seats.c.match == match_id) & (seats.c.seat == seat.seat)
        connection.execute(update(seats).where(here).values(**seat._asdict()))


def due(connection: Connection) -> list[tuple[str, int, int]]:
    """Return the matches in which a computer is to move, longest waiting first: id, next number, level."""
    return [(match_id, number + 1, level) for match_id, number, level in connection.execute(SELECT_DUE)]


def of_person(connection: Connection, person: str, limit: int) -> list[str]:
    """Return the ids of a person's matches, those not over first, each part the latest first."""
    mine = select(seats.c.match).where(seats.c.person == person, seats.c.over.is_(False))
    playing = select(matches.c.id).where(matches.c.id.in_(mine), matches.c.status != "over")
    ordered = playing.order_by(matches.c.touched.desc(), matches.c.id).limit(limit)
    found = list(connection.scalars(ordered))
    over = select(finished.c.match).where(finished.c.person == person)
    latest = over.order_by(finished.c.ended.desc(), finished.c.match.desc()).limit(limit - len(found))
    return [*found, *connection.scalars(latest)]


def replays(connection: Connection, pack_of: str) -> list[str]:
    """Return the ids of the matches on the same cards as this first one, the latest first."""
    chosen = select(matches.c.id).where(matches.c.pack_of == pack_of)
    return list(connection.scalars(chosen.order_by(matches.c.touched.desc(), matches.c.id).limit(MOST_REPLAYS)))


def on_pack(connection: Connection, match_id: str) -> list[OnPack]:
    """Return all matches with the same chance as this one, itself among them."""
    known: set[str] = set()
    found: list[OnPack] = []
    ids = {match_id}
    while ids - known:
        known |= ids
        chosen = SELECT_PACK.where(matches.c.id.in_(known) | matches.c.pack_of.in_(known))
        found = [OnPack(*row) for row in connection.execute(chosen)]
        linked = {(each.id, each.double_of, each.second, each.pack_of, each.beside) for each in found}
        ids = {other for several in linked for other in several if other is not None}
    return found


def named(connection: Connection, person: str, name: str, limit: int) -> list[str]:
    """Return the ids of some unfinished matches in which a person has a name."""
    seated = (seats.c.person == person) & (seats.c.name == name)
    joined = matches.join(seats, seats.c.match == matches.c.id)
    chosen = select(matches.c.id).distinct().select_from(joined).where(seated, matches.c.status != "over")
    return list(connection.scalars(chosen.limit(limit)))


def rename(connection: Connection, match_ids: Sequence[str], person: str, before: str, after: str) -> None:
    """Change a person's name in these matches, as a change to each of them."""
    seated = seats.c.match.in_(match_ids) & (seats.c.person == person) & (seats.c.name == before)
    connection.execute(update(seats).where(seated).values(name=after))
    changed = update(matches).where(matches.c.id.in_(match_ids))
    connection.execute(changed.values(revision=matches.c.revision + 1))
