"""How many mails there are in each state."""

from sqlalchemy import Connection, func, select

from fivefold.house.database.schema import incoming_mails, outgoing_mails


def mail_counts(connection: Connection) -> dict[tuple[str, str], int]:
    """Return the counts by direction, ``in`` or ``out``, and state; those done are kept for a while."""
    state = outgoing_mails.c.state
    found = {
        ("out", str(name)): count for name, count in connection.execute(select(state, func.count()).group_by(state))
    }
    waits = incoming_mails.c.done.is_(None)
    waiting = connection.scalar(select(func.count()).select_from(incoming_mails).where(waits)) or 0
    return {**found, ("in", "waiting"): waiting}
