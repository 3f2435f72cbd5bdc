"""How often matches ended in a way for somebody: counted as they end, so that nobody counts 100,000 rows for a page."""

from collections import Counter
from collections.abc import Collection, Iterable
from typing import NamedTuple

from sqlalchemy import ColumnElement, Connection, and_, bindparam, delete, func, insert, literal, select, update

from fivefold.house.database.schema import against, finished, tallies


class TallyKey(NamedTuple):
    """What is counted together."""

    person: str
    opponent: str
    """Empty where matches are counted, not opponents."""
    game: str
    """Empty where opponents are counted, as is the set-up."""
    set_up: str
    seats: int
    turn: int
    """0 for none."""
    result: str
    counts: bool


class Tally(NamedTuple):
    """How often."""

    key: TallyKey
    number: int


KEY = tuple(tallies.c[name] for name in TallyKey._fields)
SAME = and_(*(column == bindparam(f"known_{column.name}") for column in KEY))
ADD = update(tallies).where(SAME).values(number=tallies.c.number + bindparam("more"))


def change(connection: Connection, keys: Iterable[TallyKey], by: int) -> None:
    """Count these once more, or once less."""
    for key, times in Counter(keys).items():
        known = {f"known_{name}": value for name, value in key._asdict().items()}
        if connection.execute(ADD, {**known, "more": by * times}).rowcount == 0:
            connection.execute(insert(tallies), {**key._asdict(), "number": by * times})
        if by < 0:
            connection.execute(delete(tallies).where(_is(key), tallies.c.number == 0))


def recount(connection: Connection, people: Collection[str]) -> None:
    """Count anew what these people have played, after rows became somebody else's."""
    connection.execute(delete(tallies).where(tallies.c.person.in_(people)))
    own = (finished.c.person, literal(""), finished.c.game, finished.c.set_up, finished.c.seats)
    own_key = (*own, func.coalesce(finished.c.turn, 0), finished.c.result, finished.c.counts)
    met = (against.c.person, against.c.opponent, literal(""), literal(""), literal(0), literal(0))
    met_key = (*met, against.c.result, against.c.counts)
    names = [*TallyKey._fields, "number"]
    for table, key in ((finished, own_key), (against, met_key)):
        chosen = select(*key, func.count()).where(table.c.person.in_(people)).group_by(*key)
        connection.execute(insert(tallies).from_select(names, chosen))


def of_person(connection: Connection, person: str) -> list[Tally]:
    """Return how a person's matches ended."""
    return _found(connection, (tallies.c.person == person) & (tallies.c.opponent == ""))


def against_each(connection: Connection, person: str) -> list[Tally]:
    """Return how a person's matches ended against each opponent."""
    return _found(connection, (tallies.c.person == person) & (tallies.c.opponent > ""))


def _found(connection: Connection, which: ColumnElement[bool]) -> list[Tally]:
    return [
        Tally(TallyKey(*row[:-1]), row[-1]) for row in connection.execute(select(*KEY, tallies.c.number).where(which))
    ]


def _is(key: TallyKey) -> ColumnElement[bool]:
    return and_(*(column == value for column, value in zip(KEY, key, strict=True)))
