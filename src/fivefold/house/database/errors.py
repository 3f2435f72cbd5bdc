"""What can be wrong with a database."""

from fivefold.contract.errors import FivefoldError


class WrongDatabase(FivefoldError):
    """A database that cannot be used: of a newer program, damaged, not a database, or where nothing can be written."""


class Busy(FivefoldError):
    """Others are writing, and did not finish in the time there was: nothing was changed, and trying again may work."""


class OutcomeUnknown(Busy):
    """The database was lost while it committed: whether anything was changed shows when it is back."""


class NotKept(FivefoldError):
    """The disk could not store a change: nothing was changed, and somebody has to look after the disk first."""


class InUse(FivefoldError):
    """A house that another process has open."""


class NotCopied(FivefoldError):
    """A backup that was not made, or not restored; says why and what to do."""
