"""What can be wrong with a database."""

from fivefold.play.errors import FivefoldError


class WrongDatabase(FivefoldError):
    """A database that cannot be used: of a newer program, not a database, or at no place that can be written."""
