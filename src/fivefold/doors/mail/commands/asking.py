"""Who asks for something by mail, and about which match."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from fivefold.doors.mail.answers import Answer
from fivefold.house.house import House

if TYPE_CHECKING:
    from fivefold.doors.mail.reading.command_lines import CommandLine


@dataclass(frozen=True, slots=True)
class Asking:
    """Everything that a command may know besides its own line."""

    house: House
    person: str | None
    """The id of who asks, who has shown to be that person; ``None`` for a stranger."""
    address: str
    """Where the answer goes."""
    comment: str
    """What stands below the commands, for the others."""
    match_id: str | None = None
    """The match of the mail that is answered."""
    number: int | None = None
    """The last entry that the mail which is answered told of: a move counts only if there is none after it."""
    kind: str = ""
    """The kind of the mail that is answered, of ``service.mail.outgoing``; empty for a mail from elsewhere."""
    answered: int | None = None
    """The id of the mail that is answered."""
    base: str = ""
    """The public address of the pages, without a path; empty where there is none."""


Run = Callable[[Asking, "CommandLine"], Sequence[Answer]]
"""Carries out a command. Raises ``FivefoldError``: what was wrong, and what would do.

Without answers nothing is answered: a mail of its own tells whoever asked.
"""
