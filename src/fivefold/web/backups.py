"""`fivefold backup` and `fivefold restore`: where the house is, and what was done, in a line."""

from pathlib import Path

from fivefold.parts.words import counted
from fivefold.store import backup as copies
from fivefold.web.serving import database_url


def backup(file: Path, folder: Path | None) -> int:
    """Copy the house of a folder into a new file. Raises ``NotCopied``, ``OSError``."""
    count = copies.backup(database_url(folder), file)
    print(f"{file} holds {counted(count, 'match', 'matches')}, checked.")
    return 0


def restore(file: Path, folder: Path | None) -> int:
    """Make a house in a folder from a backup. Raises ``NotCopied``, ``InUse``, ``OSError``."""
    count = copies.restore(file, database_url(folder))
    print(f"Restored {counted(count, 'match', 'matches')}; fivefold serve opens the house.")
    return 0
