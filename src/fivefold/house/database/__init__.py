"""Tables and their migrations: the log of every match, and who sat where."""

from fivefold.house.database.database import Database, open_database

__all__ = ["Database", "open_database"]
