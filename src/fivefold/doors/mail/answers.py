"""What a command comes to, as data: ``writing`` makes one letter of the answers to all commands of a mail."""

from collections.abc import Sequence
from dataclasses import dataclass

from fivefold.contract.errors import FivefoldError


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
