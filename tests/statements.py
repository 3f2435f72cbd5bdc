"""Statements of all tests: compiled once for all of a process's databases, and one where one is said.

SQLAlchemy keeps what it has compiled in a cache of each engine, under the dialect it was compiled for: each test has
its own database, and nearly the same statements.
"""

from typing import Any
from weakref import WeakSet

from sqlalchemy import Connection, Engine, event
from sqlalchemy.dialects.sqlite.pysqlite import SQLiteDialect_pysqlite
from sqlalchemy.util import LRUCache

from fivefold.house.database.kind import ONCE

_compiled: LRUCache[Any, Any] = LRUCache(5000)


def share() -> None:
    """Let every engine use what others have compiled."""
    Engine._compiled_cache = property(lambda _engine: _compiled, lambda _engine, _own: None)  # type: ignore[assignment]
    SQLiteDialect_pysqlite.__eq__ = lambda one, other: type(one) is type(other)  # type: ignore[method-assign]
    SQLiteDialect_pysqlite.__hash__ = lambda one: hash(type(one))  # type: ignore[method-assign]


_asked: WeakSet[Connection] = WeakSet()


def watch() -> None:
    """Refuse a second statement on a connection that is for one: each would see another moment."""
    event.listen(Engine, "before_cursor_execute", _look)


def _look(connection: Connection, _cursor: Any, statement: str, *_: Any) -> None:
    if connection.get_execution_options().get(ONCE):
        assert connection not in _asked, f"a second statement, without a transaction: {statement}"
        _asked.add(connection)
