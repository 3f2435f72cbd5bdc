"""Seeds that could still help somebody: a seed reveals every card of a pack, also those still to come."""

from datetime import UTC

from fivefold.house import log
from fivefold.house.ledger import Ledger
from fivefold.house.log import OnPack
from fivefold.session.snapshot import OVER, MatchSnapshot


def sealed(ledger: Ledger, now: MatchSnapshot) -> str:
    """Return when the seed of a match that is over may be shown, "once …"; empty if it may be shown now.

    Everything that shows a seed, or cards that were not dealt, asks here first.
    """
    with ledger.reading() as connection:
        pack = log.on_pack(connection, now.id)
    today = ledger.now().astimezone(UTC).date().isoformat()
    day = max((each.day for each in pack if each.day is not None), default="")
    if any(_second_to_come(each) for each in pack):
        return "once the second game of the double match is over"
    # A companion is a computer's: it reads no records.
    if any(each.status != OVER and each.id != now.id and each.beside is None for each in pack):
        return "once every match on these cards is over"
    return f"once {day} is over (UTC)" if day >= today else ""


def _second_to_come(each: OnPack) -> bool:
    """Return whether a match is the first of two games and the second may still begin."""
    dealt = each.begin is None
    return each.double and each.double_of is None and each.second is None and dealt
