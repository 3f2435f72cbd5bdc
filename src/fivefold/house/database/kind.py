"""What can be wrong with a database, what its errors mean to people, and what differs in the words of each kind."""

from typing import Any, Final

from sqlalchemy import Connection, Table
from sqlalchemy.dialects import postgresql, sqlite

from fivefold.contract.errors import FivefoldError, Problem


class WrongDatabase(FivefoldError):
    """A database that cannot be used: of a newer program, damaged, not a database, or where nothing can be written."""


class Busy(FivefoldError):
    """Others are writing, and did not finish in the time there was: nothing was changed, and trying again may work."""


class OutcomeUnknown(Busy):
    """The database was lost while it committed: whether anything was changed shows when it is back."""


class NotKept(FivefoldError):
    """The disk could not store a change: nothing was changed, and somebody has to look after the disk first."""


class InUse(FivefoldError):
    """A house that another process has open."""


class NotCopied(FivefoldError):
    """A backup that was not made, or not restored; says why and what to do."""


WAIT: Final = "fivefold_wait"
"""The execution option that says how many seconds a transaction waits to write; one without it only reads."""
TOGETHER: Final = "fivefold_together"
"""The execution option that lets a transaction write beside others that say the same."""
BESIDE: Final = "fivefold_beside"
"""The execution option of a transaction in which processes tell each other something, and that waits for nobody."""
ONCE: Final = "fivefold_once"
"""The execution option of a connection for one statement, outside of any transaction."""
AGAIN: Final = "try again in a moment"
UNREAD: Final = Busy, Problem("the house cannot read its database just now", remedy=AGAIN)
UNWRITTEN: Final = (
    Busy,
    Problem("the house cannot write to its database just now: what you sent was not done", remedy=AGAIN),
)
NOT_KEPT: Final = (
    NotKept,
    Problem("this was not kept: the house cannot write to its disk", remedy="what was confirmed before is safe"),
)
NO_HOUSE: Final = (
    "there is no house here; name one with --data or --database, or in the file of settings (--config); "
    "fivefold serve makes a new one"
)
Meaning = tuple[type[FivefoldError], Problem]
"""What an error of the database means to people."""


INSERT: Final[dict[str, Any]] = {"sqlite": sqlite.insert, "postgresql": postgresql.insert}


def insert_new(table: Table, connection: Connection) -> Any:
    """Return the statement that inserts rows, but leaves those that are there as they are."""
    return INSERT[connection.dialect.name](table).on_conflict_do_nothing()
