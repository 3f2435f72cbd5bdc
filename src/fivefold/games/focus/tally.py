"""What a player of Focus has to show for a game: stacks, pieces in reserve, captures, none of which decides."""

from fivefold.contract import Row
from fivefold.contract.account import Points
from fivefold.contract.extras import Tally
from fivefold.games.focus import rules
from fivefold.parts.messages import Message


def items(row: Row, seat: int) -> tuple[Points, ...]:
    """Return how many stacks a seat commands, how many pieces it has in reserve and how many it captured."""
    first = rules.CAPTURED + rules.MOST_PLAYERS * seat
    captured = sum(row[first + other] for other in range(rules.MOST_PLAYERS) if other != seat)
    return (
        Points(row[rules.STACKS + seat], Message("stacks-held")),
        Points(row[rules.RESERVE + seat], Message("reserve-held")),
        Points(captured, Message("captured-held")),
    )


TALLY = Tally(items=items)
