"""What the engine cannot do, as it says so."""

from fivefold.contract.errors import FivefoldError


class Refused(FivefoldError):
    """A line that cannot be carried out; after one that begins a game or tells a position there is none."""
