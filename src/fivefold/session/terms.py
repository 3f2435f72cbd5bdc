"""On which terms people sit at a table: who opened it, whether strangers may sit down, whether it is rated."""

from dataclasses import dataclass

from fivefold.play.time_control import TimeControl


@dataclass(frozen=True, slots=True)
class Terms:
    """What was agreed before anybody sat down, beside the set-up."""

    owner: str | None = None
    """The id of the person who opened the table; ``None`` where nobody did."""
    listed: bool = False
    """Whether the lobby shows it while a seat is open."""
    rated: bool = False
    annulled: bool = False
    """Whether it counts for nothing any more: no rating, no record."""
    delay: int = 0
    """Seconds after which spectators see what happened; only games with secrets have one."""
    time: TimeControl | None = None
    """How long they may think; ``None`` for as long as they like."""
