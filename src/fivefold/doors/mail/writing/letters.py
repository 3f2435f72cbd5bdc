"""A letter: what a mail of the house says, before it becomes a message with headers and parts.

Each is a template in ``templates`` and the facts it names. Its blocks (``lead``, ``paragraph``, ``typed`` …) are the
functions of ``plain``, which make text, and again the macros of ``page.jinja``, which make HTML.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from functools import cache
from html import escape
from itertools import count
from typing import TYPE_CHECKING, Any, Final, Self
from urllib.parse import quote

from jinja2 import Environment, PackageLoader, StrictUndefined
from jinja2.environment import TemplateModule
from pydantic import TypeAdapter

from fivefold.doors.mail.writing import plain
from fivefold.doors.mail.writing.plain import clean, one_line
from fivefold.doors.mail.writing.times import moment_words
from fivefold.parts.words import counted, listed
from fivefold.raster.jobs import Board
from fivefold.session.narration import sentence

if TYPE_CHECKING:
    from markdown_it import MarkdownIt

LONGEST_SUBJECT: Final = 120
ABOUT: Final = "Fivefold, strategy games by mail and in the browser."
FOOT: Final = '<p class="soft rule"'
"""Where the foot of a letter begins."""
ANSWER: Final = "answer:"
"""A link begins with this that writes an answer; the address of the letter takes its place when it is sent."""
ANSWERS: Final = re.compile(rf'<a class="answer" href="{ANSWER}([^"]*)"([^>]*)>(.*?)</a>', re.DOTALL)


@dataclass(frozen=True, slots=True)
class Picture:
    """A picture that a letter shows. It is drawn when the letter is sent."""

    name: str
    """By which the HTML names it: ``cid:NAME``."""
    board: Board
    """The position, as the reader may see it."""
    says: str
    """What it shows, for whoever does not see it, until its own description takes the place of this."""
    width: int
    """In pixels of a page."""


@dataclass(frozen=True, slots=True)
class Letter:
    """What a mail says. The text says all of it; HTML and pictures are the same once more, and better to look at."""

    subject: str
    text: str
    html: str = ""
    pictures: tuple[Picture, ...] = ()
    board: tuple[str, int] | None = None
    """The game's key and the number of the match: letters about one match hang together."""

    def stored(self) -> dict[str, Any]:
        """Return what is kept of a letter that is sent later: facts only, for JSON."""
        return asdict(self)

    @classmethod
    def read(cls, stored: dict[str, Any]) -> Self:
        """Return a letter that was kept."""
        return TypeAdapter(cls).validate_python(stored)


def written(
    template: str,
    *,
    subject: str = "",
    board: tuple[str, int] | None = None,
    pictures: Sequence[Picture] = (),
    **facts: Any,
) -> Letter:
    """Return a letter; ``subject``: for a template that sets none itself."""
    source = _templates().get_template(f"{template}.jinja")
    facts = {"base": "", **facts}
    text = source.make_module({**facts, **plain.BLOCKS})
    title = one_subject(subject or vars(text)["subject"])
    page = _page()
    html = source.render({**facts, **{name: vars(page)[name] for name in plain.BLOCKS}})
    said = str(text).strip("\n") + "\n"
    return Letter(title, said, vars(page)["page"](title, html), tuple(pictures), board)


def markdown(template: str, **facts: Any) -> str:
    """Return a text to read of a template in Markdown."""
    return _templates().get_template(f"{template}.jinja").render(facts).strip("\n")


def one_subject(words: str) -> str:
    """Return words as a subject: one line, not too long."""
    line = one_line(words)
    return line if len(line) <= LONGEST_SUBJECT else f"{line[: LONGEST_SUBJECT - 1]}…"


def before_a_pause(letter: Letter, most: int, until: int, zone: str) -> Letter:
    """Return a letter that says above its foot that others wait ``until`` a moment, since so many came.

    ``zone``: where the reader lives.
    """
    words = (
        f"You have got {most} mails within an hour. Others wait until {moment_words(until, zone)}, but those about a "
        "match whose clock runs or in which you are to move."
    )
    text, mark, foot = letter.text.rpartition(f"\n{plain.SIGNATURE}\n")
    page_above, foot_mark, page_foot = letter.html.rpartition(FOOT)
    more = "\n".join(plain.wrapped(words))
    paragraph = vars(_page())["paragraph"](words)
    return replace(
        letter,
        text=f"{text}\n{more}\n{mark}{foot}" if mark else f"{foot}\n{more}\n",
        html=f"{page_above}{paragraph}{foot_mark}{page_foot}" if foot_mark else letter.html,
    )


def answered_at(html: str, address: str, subject: str) -> str:
    """Return HTML with its answers as links that write them to an address; without an address they are no links."""
    if not address:
        return ANSWERS.sub(r'<span class="accent"\2>\3</span>', html)
    to = f"mailto:{quote(address, safe='@+')}?subject={quote(f'Re: {subject}')}&amp;body="
    return html.replace(f'href="{ANSWER}', f'href="{to}')


@cache
def _templates() -> Environment:
    made = Environment(  # noqa: S701  (text is made of the same templates; every macro of the page escapes)
        loader=PackageLoader("fivefold.doors.mail"), undefined=StrictUndefined, trim_blocks=True
    )
    made.globals |= {"listed": listed, "counted": counted, "about": ABOUT}
    made.filters |= {
        "safe_html": _safe_html,
        "inline": lambda words: _safe_html(one_line(words)),
        "one_line": one_line,
        "in_address": lambda line: _safe_html(quote(line)),
        "attributes": lambda picture: pictured(picture, picture.says),
        "unbroken": _unbroken,
        "html_of": _html_of,
        "sentence": sentence,
    }
    return made


def _page() -> TemplateModule:
    """Return the macros of a page of its own: only its first lead stands out."""
    leads = count()
    return _templates().get_template("page.jinja").make_module({"is_first_lead": lambda: next(leads) == 0})


def _safe_html(words: str) -> str:
    """Return words as they may stand in HTML, without characters that steer a screen."""
    return escape(clean(words))


def pictured(picture: Picture, says: str) -> str:
    """Return the attributes of a picture: where it is, and what it shows."""
    return f'src="cid:{_safe_html(picture.name)}" alt="{_safe_html(says)}"'


def _unbroken(words: str) -> str:
    """Return a cell of a table; a list in it, of moves, is not broken at a hyphen."""
    escaped = _safe_html(one_line(words))
    items = escaped.split(", ")
    if len(items) < 2 or "-" not in escaped or any(" " in each for each in items):
        return escaped
    return ", ".join(f'<span style="white-space:nowrap">{each}</span>' for each in items)


def _html_of(markdown: str, styles: Mapping[str, str]) -> str:
    return str(_reader(tuple(styles.items())).render(clean(markdown)))


@cache
def _reader(styles: Sequence[tuple[str, str]]) -> "MarkdownIt":
    """Return what makes HTML of Markdown; ``styles``: how each kind of element looks."""
    from markdown_it import MarkdownIt  # noqa: PLC0415  (few letters have any)

    reader, looks = MarkdownIt("commonmark", {"html": False}).enable("table"), dict(styles)

    def styled(state: Any) -> None:
        for token in (each for top in state.tokens for each in (top, *(top.children or ()))):
            if token.tag in looks and token.nesting >= 0:
                token.attrSet("style", looks[token.tag])

    reader.core.ruler.push("styled", styled)
    return reader
