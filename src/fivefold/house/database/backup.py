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

from fivefold.house.database.copying import copy
from fivefold.house.database.database import open_database, open_source, shown_url
from fivefold.house.database.files import alone, beside, file_of
from fivefold.house.database.kind import NotCopied
from fivefold.house.database.schema import REVISION

WAIT_SECONDS: Final = 10.0
HELD: Final = "SELECT (SELECT count(*) FROM people), (SELECT count(*) FROM matches)"
OTHER_HOUSE: Final = "name another with --data or --database, or back it up all the same with --empty"
Held = tuple[int, int]
"""How many people and how many matches a house has."""


def backup(url: str, file: Path, empty: bool = False) -> Held:
    """Copy the house at a URL into a new file; return what it holds: ``empty`` lets that be nothing.

    The house may be open and go on: the copy has what was confirmed before it began. Raises ``NotCopied``,
    ``WrongDatabase``, ``OSError``.
    """
    open_source(url).close()  # (it has to be there)
    house = file_of(url)

    def fill(part: Path) -> Held:
        held = _filled(url, part) if house is None else _vacuumed(house, part)
        if not (any(held) or empty):
            raise NotCopied("nobody has played in this house yet", subject=shown_url(url), remedy=OTHER_HOUSE)
        return held

    return _made(file, fill)


def restore(file: Path, url: str) -> Held:
    """Make a house at a URL from a backup; return what it holds. Raises ``NotCopied``, also where a house is there
    already, ``InUse``, ``OSError``."""
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


def _restored_elsewhere(file: Path, url: str) -> Held:
    """Fill a database on a server from a backup, which stays as it is, also where an older version made it."""
    with tempfile.TemporaryDirectory(prefix="fivefold-") as folder:  # (which nobody else may enter)
        house = Path(folder) / "house.db"
        _made(house, lambda part: _vacuumed(file, part))
        between = f"sqlite:///{house}"
        open_database(between).close()
        done = copy(between, url)
        return done.people, done.matches


def _made(target: Path, fill: Callable[[Path], Held]) -> Held:
    """Have a file filled, and only then give it its name; return what it holds."""
    if target.exists():
        raise NotCopied("it is there already and is not overwritten", subject=str(target), remedy="name a new file")
    handle, name = tempfile.mkstemp(prefix=f".{target.name}.", dir=target.parent)  # readable by its owner alone
    os.close(handle)
    part = Path(name)
    try:
        held = fill(part)
        with part.open("r+b") as made:
            os.fsync(made.fileno())
        part.replace(target)
        _sync_folder(target.parent)
    finally:
        for each in (part, *beside(part)):
            each.unlink(missing_ok=True)
    return held


def _filled(url: str, part: Path) -> Held:
    part.unlink()
    done = copy(url, f"sqlite:///{part}")
    return done.people, done.matches


def _vacuumed(source: Path, part: Path) -> Held:
    try:
        with closing(sqlite3.connect(f"{source.resolve().as_uri()}?mode=rw", uri=True, timeout=WAIT_SECONDS)) as opened:
            opened.execute("VACUUM INTO ?", (str(part),))
        return _checked(part, source)
    except sqlite3.Error as error:
        raise NotCopied(str(error), subject=str(source), remedy="nothing was copied") from error


def _checked(copy: Path, source: Path) -> Held:
    """Return what a copy holds. Raises ``NotCopied`` if it is damaged or no house of this program."""
    with closing(sqlite3.connect(copy)) as opened:
        found = opened.execute("PRAGMA integrity_check(1)").fetchone()[0]
        if found != "ok":
            raise NotCopied(
                f"it is damaged: {' '.join(found.split())}", subject=str(source), remedy="take an older backup"
            )
        tables = {name for (name,) in opened.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
        if not {"alembic_version", "people", "matches"} <= tables:
            raise NotCopied("it is no house of Fivefold, nor a backup of one", subject=str(source))
        revision = opened.execute("SELECT version_num FROM alembic_version").fetchone()[0]
        if revision > REVISION:
            raise NotCopied(
                f"it was made by a newer version of this program ({revision})",
                subject=str(source),
                remedy="use that one",
            )
        people, matches = opened.execute(HELD).fetchone()
        return people, matches


def _sync_folder(folder: Path) -> None:
    """Make a file's name survive a power cut, if the system can."""
    with suppress(OSError):
        opened = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(opened)
        finally:
            os.close(opened)
