"""Where a house is kept: in the folder or database that is named, else in the user's data folder."""

import argparse
import os
from pathlib import Path
from typing import Final

from platformdirs import user_data_path
from sqlalchemy.engine import make_url
from sqlalchemy.exc import ArgumentError

from fivefold.contract.errors import InvalidOption
from fivefold.store.files import FOLDER_MODE, make_folder

DATABASE: Final = "FIVEFOLD_DATABASE_URL"
PASSWORD_FILE: Final = "FIVEFOLD_DATABASE_PASSWORD_FILE"  # noqa: S105  (the name of the variable)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add where a house is kept."""
    parser.add_argument("--data", type=Path, metavar="DIR", help="folder to keep matches in (your data folder)")
    parser.add_argument(
        "--database",
        default="",
        metavar="URL",
        help="keep matches in this database instead, as postgresql://fivefold@db.example/fivefold or sqlite:////a/file",
    )
    parser.add_argument(
        "--database-password-file",
        type=Path,
        metavar="FILE",
        help="read the password for the database from the first line of a file",
    )


def url_of(options: argparse.Namespace) -> str:
    """Return the database that these arguments name. Raises ``InvalidOption``, ``OSError``."""
    if not options.database:
        return database_url(options.data)
    if options.database_password_file is None:
        return str(options.database)
    return with_password(options.database, first_line(options.database_password_file))


def database_url(folder: Path | None) -> str:
    """Return the database of matches: in this folder, else from the environment, else in the user's data folder."""
    if folder is None and os.environ.get(DATABASE):
        secret = os.environ.get(PASSWORD_FILE)
        return with_password(os.environ[DATABASE], first_line(Path(secret))) if secret else os.environ[DATABASE]
    if folder is None:
        folder = user_data_path("fivefold", appauthor=False)
        make_folder(folder)
        folder.chmod(FOLDER_MODE)  # (made by an older version, perhaps; one that the user names is theirs to set)
    place = folder.expanduser().resolve()
    return f"sqlite:///{place / 'fivefold.db'}"


def is_sqlite(url: str) -> bool:
    """Tell whether a database is a file of SQLite, which one process has to itself."""
    try:
        return make_url(url).get_backend_name() == "sqlite"
    except ArgumentError:
        return False


def first_line(file: Path) -> str:
    """Return the first line of a file that holds a secret. Raises ``OSError``."""
    return (file.expanduser().read_text(encoding="utf-8").splitlines() or [""])[0].strip()


def with_password(url: str, password: str) -> str:
    """Return a database's URL with a password. Raises ``InvalidOption``."""
    try:
        parsed = make_url(url)
    except ArgumentError:
        remedy = "write it like postgresql://user@host/name"
        raise InvalidOption("it is no address of a database", subject="--database", remedy=remedy) from None
    if parsed.host is None:
        remedy = "leave the file out, or name the server, as postgresql://user@host/name"
        raise InvalidOption("a database without a server takes none", subject="--database-password-file", remedy=remedy)
    return parsed.set(password=password).render_as_string(hide_password=False)


def shown_url(url: str) -> str:
    """Return a database's URL to show to people: without a password, also among its parameters."""
    try:
        return make_url(url).set(query={}).render_as_string(hide_password=True)
    except ArgumentError:
        return "database URL"
