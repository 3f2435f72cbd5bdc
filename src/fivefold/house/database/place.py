"""Where a house is kept: in the folder or database that is named, else in the user's data folder."""

import argparse
import sys
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from platformdirs import user_data_path
from sqlalchemy.engine import make_url
from sqlalchemy.exc import ArgumentError

from fivefold.contract.errors import InvalidOption
from fivefold.house.database.database import Database, open_house
from fivefold.parts.words import counted


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add where a house is kept, as every command about a house takes it (``configuration.WHERE``)."""
    parser.add_argument("--data", type=Path, metavar="DIR", help="folder of the house (your data folder)")
    parser.add_argument(
        "--database",
        default="",
        metavar="URL",
        help="database of the house instead, as postgresql://fivefold@db.example/fivefold or sqlite:////a/file",
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
    """Return the database in this folder, else in the user's data folder; neither has to be there."""
    place = (folder or user_data_path("fivefold", appauthor=False)).expanduser().resolve()
    return f"sqlite:///{place / 'fivefold.db'}"


@contextmanager
def house_of(options: argparse.Namespace) -> Iterator[Database]:
    """Open the house that these arguments name, which has to be there, and say which it is; answers go elsewhere.
    Raises ``WrongDatabase``, ``InvalidOption``, ``OSError``."""
    with closing(open_house(url_of(options))) as database:
        print(house_words(database), file=sys.stderr)
        yield database


def house_words(database: Database) -> str:
    """Return which house it is, and what it holds."""
    people, matches = database.held()
    return f"{database.place}: {counted(people, 'person', 'people')}, {counted(matches, 'match', 'matches')}"


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
