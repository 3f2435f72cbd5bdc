"""Statements compiled once for all of a process's databases: each test has its own, and nearly the same statements.

SQLAlchemy keeps what it has compiled in a cache of each engine, under the dialect it was compiled for.
"""

from typing import Any

from sqlalchemy import Engine
from sqlalchemy.dialects.sqlite.pysqlite import SQLiteDialect_pysqlite
from sqlalchemy.util import LRUCache

_compiled: LRUCache[Any, Any] = LRUCache(5000)


def share() -> None:
    """Let every engine use what others have compiled."""
    Engine._compiled_cache = property(lambda _engine: _compiled, lambda _engine, _own: None)  # type: ignore[assignment]
    SQLiteDialect_pysqlite.__eq__ = lambda one, other: type(one) is type(other)  # type: ignore[method-assign]
    SQLiteDialect_pysqlite.__hash__ = lambda one: hash(type(one))  # type: ignore[method-assign]
