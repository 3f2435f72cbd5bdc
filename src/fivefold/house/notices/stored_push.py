"""Devices that asked for news: where to send it, and with which keys."""

from typing import NamedTuple

from sqlalchemy import Connection, delete, exists, insert, or_, select, update

from fivefold.house.database.schema import push_subscriptions, sessions


class StoredSubscription(NamedTuple):
    """A device of a person."""

    id: str
    person: str
    session: str | None
    endpoint: str
    public_key: str
    auth: str
    created: str
    failures: int


COLUMNS = [push_subscriptions.c[name] for name in StoredSubscription._fields]
SIGNED_IN = or_(push_subscriptions.c.session.is_(None), exists().where(sessions.c.id == push_subscriptions.c.session))
"""Signing out on a device ends what it asked for."""


def keep(connection: Connection, subscription: StoredSubscription, most: int) -> None:
    """Store a subscription instead of the one with the same id, and of a person's only the ``most`` latest."""
    remove(connection, subscription.id)
    connection.execute(insert(push_subscriptions), subscription._asdict())
    mine = select(push_subscriptions.c.id).where(push_subscriptions.c.person == subscription.person)
    latest = mine.order_by(push_subscriptions.c.created.desc(), push_subscriptions.c.id).limit(most)
    for old in set(connection.scalars(mine)) - set(connection.scalars(latest)):
        remove(connection, old)


def remove(connection: Connection, subscription_id: str) -> None:
    """Forget a subscription."""
    connection.execute(delete(push_subscriptions).where(push_subscriptions.c.id == subscription_id))


def of_person(connection: Connection, person: str) -> list[StoredSubscription]:
    """Return the devices of a person that are still signed in."""
    chosen = select(*COLUMNS).where(push_subscriptions.c.person == person, SIGNED_IN)
    return [StoredSubscription(*row) for row in connection.execute(chosen.order_by(push_subscriptions.c.created))]


def people(connection: Connection) -> list[str]:
    """Return everybody with a subscription."""
    return list(connection.scalars(select(push_subscriptions.c.person).distinct()))


def set_failures(connection: Connection, subscription_id: str, failures: int) -> None:
    """Note how often in a row a device could not be reached."""
    here = push_subscriptions.c.id == subscription_id
    connection.execute(update(push_subscriptions).where(here).values(failures=failures))
