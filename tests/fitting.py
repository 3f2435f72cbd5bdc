"""Whether what is stored fits its column: SQLite doesn't mind, PostgreSQL would refuse some of it."""

from typing import Any, Final

from sqlalchemy import BigInteger, Integer, String, Text, event
from sqlalchemy.engine import Engine

LARGEST: Final = 2**31 - 1


class DoesNotFit(AssertionError):
    """A value that its column is not made for."""


def watch() -> None:
    """Look at everything that any test stores from now on."""
    event.listen(Engine, "before_cursor_execute", _look)


def _look(_connection: Any, _cursor: Any, _statement: str, _parameters: Any, context: Any, _many: bool) -> None:
    compiled = getattr(context, "compiled", None)
    if compiled is None or not (context.isinsert or context.isupdate):
        return
    for values in context.compiled_parameters:
        for name, bind in compiled.binds.items():
            if name in values:
                _check(name, bind.type, values[name])


def _check(name: str, kind: Any, value: Any) -> None:
    kind = getattr(kind, "impl_instance", kind)
    if isinstance(value, str) and isinstance(kind, String):
        if "\0" in value:
            raise DoesNotFit(f"{name}: NUL in {value[:80]!r}")
        if not isinstance(kind, Text) and kind.length is not None and len(value) > kind.length:
            raise DoesNotFit(f"{name}: {len(value)} characters, where {kind.length} fit: {value[:80]!r}")
    short = isinstance(kind, Integer) and not isinstance(kind, BigInteger)
    if short and isinstance(value, int) and not -LARGEST - 1 <= value <= LARGEST:
        raise DoesNotFit(f"{name}: {value}")
