"""The way of the tables from empty to what ``schema`` says, one step a file in ``versions``."""

from pathlib import Path
from typing import Final

from alembic import command
from alembic.config import Config
from alembic.util.exc import CommandError
from sqlalchemy import Connection

__all__ = ["HEAD", "CommandError", "upgrade"]

HEAD: Final = "head"


def upgrade(connection: Connection, revision: str = HEAD) -> None:
    """Take every step up to a revision, in the transaction of ``connection``. Raises ``CommandError``."""
    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent).replace("%", "%%"))
    config.attributes["connection"] = connection
    command.upgrade(config, revision)
