"""Which migrations a database has had."""

from sqlalchemy import Connection, text

from fivefold.house.database.schema import REVISION


def is_outdated(connection: Connection) -> bool:
    """Return whether migrations that this program needs have not been made.

    A newer program may have made more of them: this one goes on until it is replaced, since migrations only add.
    """
    made = list(connection.scalars(text("SELECT version_num FROM alembic_version")))
    return not made or max(made) < REVISION
