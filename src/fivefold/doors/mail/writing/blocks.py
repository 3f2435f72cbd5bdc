"""What a letter is made of: paragraphs, lists, a position, each to be written as text and as HTML."""

from collections.abc import Sequence
from dataclasses import dataclass

from fivefold.doors.mail.letters import Picture


@dataclass(frozen=True, slots=True)
class Lead:
    """What matters most, in a sentence or two: how it stands."""

    text: str


@dataclass(frozen=True, slots=True)
class Heading:
    """What the next blocks are about."""

    text: str


@dataclass(frozen=True, slots=True)
class Paragraph:
    """Some sentences."""

    text: str
    address: str = ""
    """A page that it names at its end."""


@dataclass(frozen=True, slots=True)
class Items:
    """Sentences, each on its own."""

    texts: Sequence[str]


@dataclass(frozen=True, slots=True)
class Typed:
    """Lines as somebody types them, or has typed them."""

    lines: Sequence[str]
    answers: bool = False
    """Whether each is an answer to the letter, all of it."""


@dataclass(frozen=True, slots=True)
class Choices:
    """Moves that are an answer each, with what they do."""

    moves: Sequence[tuple[str, str]]


@dataclass(frozen=True, slots=True)
class Quoted:
    """What somebody wrote."""

    text: str
    by: str = ""


@dataclass(frozen=True, slots=True)
class Position:
    """A position, as text and as a picture."""

    diagram: str
    picture: Picture


@dataclass(frozen=True, slots=True)
class Columns:
    """A table."""

    headings: Sequence[str]
    rows: Sequence[Sequence[str]]


@dataclass(frozen=True, slots=True)
class Document:
    """Markdown: paragraphs, headings, lists, tables."""

    markdown: str


@dataclass(frozen=True, slots=True)
class Foot:
    """What stands at the end of every letter of its kind."""

    lines: Sequence[str]
    address: str = ""


Block = Lead | Heading | Paragraph | Items | Choices | Typed | Quoted | Position | Columns | Document | Foot
