"""Which commands a message holds, and what else it says."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from fivefold.mail.reading.incoming import Incoming


@dataclass(frozen=True, slots=True)
class CommandLine:
    """One command as it was typed."""

    word: str
    """The name of a command in ``fivefold.mail.words``; empty for a bare first line of a reply, perhaps a move."""
    game: str | None = None
    """The key of the game, where it was named."""
    board: str | None = None
    """As typed, without ``#n``."""
    number: int | None = None
    """The n of ``#n`` after a board or a move."""
    arguments: tuple[str, ...] = ()
    """The rest, in order. Of names and moves with blanks each word is one, unless there were commas or quotes."""
    options: Mapping[str, str] = field(default_factory=dict)
    """``-x=y`` and ``--x=y``, names without dashes; an empty value where there was none."""
    source: str = ""
    """The line as typed, without any password."""
    old_form: bool = False
    """Whether a user id and a password stood in it; they are in no field."""
    fits: bool = True
    """Whether what follows the word can be meant by it; if not, the answer is how to write it."""


@dataclass(frozen=True, slots=True)
class Asked:
    """What a message asks for."""

    commands: tuple[CommandLine, ...] = ()
    comment: str = ""
    """The rest of the text, for the others."""
    subject_was_read: bool = False


def read_commands(incoming: Incoming, replies: bool) -> Asked:
    """Return the commands of a message and its comment; ``replies``: a bare first line may be a move."""
    raise NotImplementedError
