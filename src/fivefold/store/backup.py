"""Backups: a copy of a house as it is at one moment, made while it is open, and a house made from such a copy.

A backup is a file of SQLite, of whatever database the house is: so it can be restored to any.
"""

import os
import sqlite3
import tempfile
from collections.abc import Callable
from contextlib import closing, suppress
from pathlib import Path
from typing import Final

from fivefold.store.copying import copy
from fivefold.store.database import open_database
from fivefold.store.errors import NotCopied
from fivefold.store.files import alone, beside, file_of
from fivefold.store.schema import REVISION

WAIT_SECONDS: Final = 10.0


def backup(url: str, file: Path) -> int:
    """Copy the house at a URL into a new file; return how many matches it holds.

    The house may be open and go on: the copy has what was confirmed before it began. Raises ``NotCopied``, ``OSError``.
    """
    house = file_of(url)
    if house is None:
        return _made(file, lambda part: _filled(url, part))
    if not house.exists():
        raise NotCopied("there is no house here", subject=str(house), remedy="name its folder with --data")
    return _made(file, lambda part: _vacuumed(house, part))


def restore(file: Path, url: str) -> int:
    """Make a house at a URL from a backup; return how many matches it holds.

    Raises ``NotCopied``, also where a house is there already, ``InUse``, ``OSError``.
    """
    if not file.exists():
        raise NotCopied("there is no such file", subject=str(file))
    house = file_of(url)
    if house is None:
        return _restored_elsewhere(file, url)
    with alone(url):
        for each in (house, *beside(house)[:2]):
            if each.exists():
                raise NotCopied(
                    "a house is here already",
                    subject=str(each),
                    remedy="move it away, or name another folder with --data",
                )
        return _made(house, lambda part: _vacuumed(file, part))


def _restored_elsewhere(file: Path, url: str) -> int:
    """Fill a database on a server from a backup, which stays as it is, also where an older version made it."""
    with tempfile.TemporaryDirectory(prefix="fivefold-") as folder:  # (which nobody else may enter)
        house = Path(folder) / "house.db"
        _made(house, lambda part: _vacuumed(file, part))
        between = f"sqlite:///{house}"
        open_database(between).close()
        return copy(between, url).matches


def _made(target: Path, fill: Callable[[Path], int]) -> int:
    """Have a file filled, and only then give it its name; return how many matches it holds."""
    if target.exists():
        raise NotCopied("it is there already and is not overwritten", subject=str(target), remedy="name a new file")
    handle, name = tempfile.mkstemp(prefix=f".{target.name}.", dir=target.parent)  # readable by its owner alone
    os.close(handle)
    part = Path(name)
    try:
        matches = fill(part)
        with part.open("r+b") as made:
            os.fsync(made.fileno())
        part.replace(target)
        _sync_folder(target.parent)
    finally:
        for each in (part, *beside(part)):
            each.unlink(missing_ok=True)
    return matches


def _filled(url: str, part: Path) -> int:
    """Copy a house from a server into a file."""
    part.unlink()
    return copy(url, f"sqlite:///{part}").matches


def _vacuumed(source: Path, part: Path) -> int:
    """Copy a house from a file into another."""
    try:
        with closing(sqlite3.connect(f"{source.resolve().as_uri()}?mode=rw", uri=True, timeout=WAIT_SECONDS)) as opened:
            opened.execute("VACUUM INTO ?", (str(part),))
        return _checked(part, source)
    except sqlite3.Error as error:
        raise NotCopied(str(error), subject=str(source), remedy="nothing was copied") from error


def _checked(copy: Path, source: Path) -> int:
    """Return how many matches a copy holds. Raises ``NotCopied`` if it is damaged or no house of this program."""
    with closing(sqlite3.connect(copy)) as opened:
        found = opened.execute("PRAGMA integrity_check(1)").fetchone()[0]
        if found != "ok":
            raise NotCopied(
                f"it is damaged: {' '.join(found.split())}", subject=str(source), remedy="take an older backup"
            )
        tables = {name for (name,) in opened.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
        if not {"alembic_version", "matches"} <= tables:
            raise NotCopied("it is no house of Fivefold, nor a backup of one", subject=str(source))
        revision = opened.execute("SELECT version_num FROM alembic_version").fetchone()[0]
        if revision > REVISION:
            raise NotCopied(
                f"it was made by a newer version of this program ({revision})",
                subject=str(source),
                remedy="use that one",
            )
        return int(opened.execute("SELECT count(*) FROM matches").fetchone()[0])


def _sync_folder(folder: Path) -> None:
    """Make a file's name survive a power cut, if the system can."""
    with suppress(OSError):
        opened = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(opened)
        finally:
            os.close(opened)
