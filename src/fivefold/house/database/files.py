"""The files of an SQLite database: where they are, who may read them, and a lock so that one house at a time uses
them."""

import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Final

from filelock import FileLock, Timeout
from sqlalchemy.engine import URL, make_url

from fivefold.house.database.kind import InUse, WrongDatabase

FOLDER_MODE: Final = 0o700
FILE_MODE: Final = 0o600
"""The files hold the key of every person's cookie, and cards that nobody may know yet."""
LOCK: Final = ".lock"
ROOM: Final = 1 << 20
"""Bytes without which nothing can be written for long."""
MAKE_ROOM: Final = "make room on the disk"
BESIDE: Final = ("-wal", "-shm", LOCK)
"""Endings of the files beside a database: what was written last, an index of it, and the lock."""


def file_of(url: str | URL) -> Path | None:
    """Return the file of a database on SQLite; ``None`` for another database, or a file that is named as a URI."""
    parsed = make_url(url)
    if parsed.get_backend_name() != "sqlite" or not parsed.database or parsed.database.startswith((":", "file:")):
        return None
    return Path(parsed.database)


def beside(file: Path) -> list[Path]:
    """Return the files that may lie beside a database."""
    return [file.with_name(file.name + ending) for ending in BESIDE]


def make_folder(folder: Path) -> None:
    """Make a folder that only its owner may enter; one that is there is left as it is."""
    if not folder.is_dir():
        folder.parent.mkdir(parents=True, exist_ok=True)
        folder.mkdir(mode=FOLDER_MODE, exist_ok=True)


def make_private(file: Path) -> None:
    """Let only the owner read a database and the files beside it.

    SQLite gives the files that it makes the permissions of the database. Raises ``OSError`` for one that cannot be
    written.
    """
    os.close(os.open(file, os.O_RDWR))
    for each in (file, *beside(file)):
        with suppress(FileNotFoundError, PermissionError):  # whose file it is decides who may read it
            each.chmod(FILE_MODE)


def free_bytes(folder: Path) -> int | None:
    """Return the room left on a folder's disk; ``None`` where that cannot be told."""
    try:
        return shutil.disk_usage(folder).free
    except OSError:
        return None


def is_full(folder: Path) -> bool:
    """Tell whether there is no room left on a folder's disk."""
    free = free_bytes(folder)
    return free is not None and free < ROOM


@contextmanager
def alone(url: str) -> Iterator[None]:
    """Have the database at a URL to oneself in this block, where it is one on SQLite; backups may still be made.

    The system ends this with the process, however that ends. Raises ``InUse``, ``WrongDatabase``.
    """
    file = file_of(url)
    if file is None:
        yield
        return
    lock = FileLock(f"{file}{LOCK}", timeout=0, mode=FILE_MODE)
    try:
        make_folder(file.parent)
        lock.acquire()
    except Timeout:
        raise InUse(
            "another fivefold serve has this house open",
            subject=str(file),
            remedy="stop that one, or name another folder with --data",
        ) from None
    except OSError as error:
        cure = MAKE_ROOM if is_full(file.parent) else "let this user write to it"
        raise WrongDatabase(
            f"{file}: {error.strerror}; {cure}, or name a folder that can be written with --data"
        ) from error
    try:
        yield
    finally:
        lock.release()
