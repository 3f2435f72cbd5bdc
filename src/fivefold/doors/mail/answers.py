"""What a command comes to, as data: ``writing`` makes one letter of the answers to all commands of a mail."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, TypeVar

from fivefold.contract.errors import FivefoldError
from fivefold.doors.mail.words import REFUSALS, SENTENCES
from fivefold.parts.messages import Catalogue, Fact, Message
from fivefold.play.time_words import WORDS as TIME_WORDS


@dataclass(frozen=True, slots=True)
class Said:
    """Something in a few sentences."""

    sentences: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Shown:
    """A match as a person may see it."""

    match_id: str
    viewer: str
    """The person's id; empty for what everybody may see."""
    ply: int | None = None
    """After so many plies; ``None`` for now."""
    since: int | None = None
    """What happened after this entry is told in full; ``None`` for the last few moves."""
    said: tuple[str, ...] = ()
    """Sentences above it: what was just done."""
    whole: bool = False
    """With every move, not only the last ones."""


@dataclass(frozen=True, slots=True)
class Drawn:
    """A position that is no match of the house: a preview."""

    game: str
    """The game's key."""
    row: tuple[int, ...]
    """As the viewer may see it."""
    viewer: int
    said: tuple[str, ...] = ()
    status: str = ""


@dataclass(frozen=True, slots=True)
class Listed:
    """A table."""

    title: str
    headings: tuple[str, ...]
    rows: Sequence[tuple[str, ...]]
    empty: str = ""
    """What is said where there are no rows."""


@dataclass(frozen=True, slots=True)
class Told:
    """A text to read: a page of help, rules. Markdown."""

    title: str
    markdown: str


@dataclass(frozen=True, slots=True)
class Failed:
    """A command that was not carried out."""

    line: str
    """As it was typed, without any password."""
    error: FivefoldError
    match_id: str = ""
    """The match that it is about, which is shown as it stands."""


Answer = Said | Shown | Drawn | Listed | Told | Failed


# --- In the words of ``words.toml`` ----------------------------------------------------------------------------------


WORDS: Final = Catalogue({**TIME_WORDS.templates, **SENTENCES})
WRONG: Final = Catalogue({key: wrong for key, (wrong, _) in REFUSALS.items()})
REMEDIES: Final = Catalogue({key: remedy for key, (_, remedy) in REFUSALS.items()})
ErrorT = TypeVar("ErrorT", bound=FivefoldError)


def phrase(key: str, /, **facts: Fact) -> str:
    """Return what stands under a key."""
    return WORDS.text(Message(key, **facts))


def said(*messages: Message | str) -> tuple[str, ...]:
    """Return what is said, a sentence each; a key stands for a message without facts."""
    return tuple(phrase(each) if isinstance(each, str) else WORDS.text(each) for each in messages)


def say(*messages: Message | str) -> list[Answer]:
    """Return an answer of these sentences."""
    return [Said(said(*messages))]


def refused(error: type[ErrorT], key: str, subject: str = "", field: str = "", /, **facts: Fact) -> ErrorT:
    """Return an error in the words under a key; ``subject``: what it is about."""
    message = Message(key, **facts)
    return error(WRONG.text(message), subject=subject, remedy=REMEDIES.text(message), field=field)
