"""A letter as HTML that mail programs show well: tables and styles in place, nothing fetched from anywhere.

Programs for mail know little CSS: what matters stands at each element, in the light colours of the pages. The style
sheet only adds what some know: dark colours, larger letters on a phone.
"""

import re
from collections.abc import Callable, Iterable, Mapping
from functools import cache
from html import escape as escaped
from typing import TYPE_CHECKING, Any, Final
from urllib.parse import quote

from fivefold.doors.mail.letters import Picture
from fivefold.doors.mail.writing import plain
from fivefold.doors.mail.writing.blocks import (
    Block,
    Choices,
    Columns,
    Document,
    Foot,
    Heading,
    Items,
    Lead,
    Paragraph,
    Position,
    Quoted,
    Typed,
)
from fivefold.doors.mail.writing.plain import one_line
from fivefold.doors.mail.writing.words import phrase

if TYPE_CHECKING:
    from markdown_it import MarkdownIt

PAGE, SHEET, INK, SOFT, ACCENT, LINE, VEIL = (
    *("#edf1eb", "#f7f8f4", "#1d2b26", "#51635b"),
    *("#0d7d5f", "#c9cfc6", "#e6ebe4"),
)
SANS: Final = "-apple-system,BlinkMacSystemFont,'Segoe UI','Helvetica Neue',Arial,sans-serif"
MONO: Final = "ui-monospace,Menlo,Consolas,'DejaVu Sans Mono',monospace"
WIDTH: Final = 600
TALLEST: Final = 760
"""Of a picture, in pixels."""
ANSWER: Final = "answer:"
"""A link begins with this that writes an answer; the address of the letter takes its place when it is sent."""
ANSWERS: Final = re.compile(rf'<a class="answer" href="{ANSWER}([^"]*)"([^>]*)>(.*?)</a>', re.DOTALL)

FOOT: Final = '<p class="soft rule"'
"""Where the foot of a letter begins."""
PARAGRAPH: Final = "margin:0 0 14px;font-size:17px;line-height:1.5"
CELL: Final = f"padding:6px 14px 6px 0;border-bottom:1px solid {LINE};text-align:left;vertical-align:top"
TYPED: Final = f"font-family:{MONO};font-size:17px;font-weight:600;color:{ACCENT};text-decoration:none"
STYLES: Final[Mapping[str, str]] = {
    "p": PARAGRAPH,
    "ul": "margin:0 0 14px;padding:0 0 0 22px;font-size:17px;line-height:1.5",
    "ol": "margin:0 0 14px;padding:0 0 0 26px;font-size:17px;line-height:1.5",
    "li": "margin:0 0 6px",
    "h1": "margin:24px 0 10px;font-size:21px;line-height:1.3",
    "h2": "margin:24px 0 10px;font-size:18px;line-height:1.3",
    "h3": "margin:20px 0 8px;font-size:17px;line-height:1.3",
    "table": "border-collapse:collapse;margin:0 0 14px;font-size:16px;line-height:1.4",
    "th": f"{CELL};font-weight:600",
    "td": CELL,
    "a": f"color:{ACCENT}",
    "code": f"font-family:{MONO};font-size:.94em",
    "pre": f"margin:0 0 14px;padding:12px 14px;border-radius:8px;background:{VEIL};font-family:{MONO};"
    "font-size:13px;line-height:1.35;overflow-x:auto;white-space:pre",
    "blockquote": f"margin:0 0 14px;padding:2px 0 2px 14px;border-left:3px solid {ACCENT};font-size:17px;"
    "line-height:1.5",
}
"""For each kind of element how it looks."""
SHEET_STYLE: Final = """
:root{color-scheme:light dark;supported-color-schemes:light dark}
a.answer:hover{text-decoration:underline!important}
@media (max-width:640px){
.around{padding:0!important}
.sheet{border-radius:0!important}
.inside{padding:20px 16px!important}
p,li,blockquote{font-size:18px!important}
th,td.cell{padding-right:9px!important;font-size:15px!important}
}
@media (prefers-color-scheme:dark){
.page,.around{background:#0f1815!important}
.sheet{background:#20302a!important;color:#e9efe9!important}
.ink{color:#e9efe9!important}
.soft{color:#9fb2a8!important}
.box,pre{background:#15211d!important}
.accent,a{color:#4fd6a6!important}
blockquote{border-color:#4fd6a6!important}
th,td.cell,td,.rule{border-color:#3a4c44!important}
.button{background:#4fd6a6!important;color:#06251a!important}
}
"""


def escape(words: str) -> str:
    """Return words as they may stand in HTML, without characters that steer a screen."""
    return escaped(plain.clean(words))


def page(title: str, blocks: Iterable[Block]) -> str:
    """Return blocks as an HTML document."""
    inside = "".join(WRITERS[type(block)](block) for block in blocks)
    return (
        '<!DOCTYPE html><html lang="en"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width,initial-scale=1">'
        '<meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark">'
        f"<title>{escape(title)}</title><style>{SHEET_STYLE}</style></head>"
        f'<body class="page" style="margin:0;padding:0;background:{PAGE}">'
        f'<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0"><tr>'
        f'<td class="around" align="center" style="padding:20px 10px;background:{PAGE};border:0">'
        f'<table role="presentation" class="sheet" width="{WIDTH}" cellpadding="0" cellspacing="0" border="0"'
        f' style="width:100%;max-width:{WIDTH}px;background:{SHEET};border-radius:14px;color:{INK};font-family:{SANS};'
        f'text-align:left"><tr><td class="inside" style="padding:26px 28px;border:0">{_top(title)}{inside}'
        "</td></tr></table></td></tr></table></body></html>"
    )


def _top(title: str) -> str:
    return f'<p class="soft" style="margin:0 0 16px;font-size:15px;line-height:1.4;color:{SOFT}">{escape(title)}</p>'


def answered_at(html: str, address: str, subject: str) -> str:
    """Return HTML with its answers as links that write them to an address; without an address they are no links."""
    if not address:
        return ANSWERS.sub(r'<span class="accent"\2>\3</span>', html)
    to = f"mailto:{quote(address, safe='@+')}?subject={quote(f'Re: {subject}')}&amp;body="
    return html.replace(f'href="{ANSWER}', f'href="{to}')


def alternative(picture: Picture) -> str:
    """Return the attributes of a picture that is not drawn yet."""
    return pictured(picture, picture.says)


def pictured(picture: Picture, says: str) -> str:
    """Return the attributes of a picture: where it is, and what it shows."""
    return f'src="cid:{escape(picture.name)}" alt="{escape(says)}"'


# --- blocks ----------------------------------------------------------------------------------------------------------


def _lead(block: Lead) -> str:
    style = "margin:0 0 14px;font-size:22px;line-height:1.3;font-weight:700"
    return f'<h1 style="{style}">{_words(block.text)}</h1>'


def _heading(block: Heading) -> str:
    return f'<h2 style="{STYLES["h2"]}">{_words(block.text)}</h2>'


def _paragraph(block: Paragraph) -> str:
    if not block.address:
        return paragraph(block.text)
    return f'<p style="{PARAGRAPH}">{_words(block.text)} {_link(block.address)}</p>'


def paragraph(words: str) -> str:
    """Return words as HTML."""
    return f'<p style="{PARAGRAPH}">{_words(words)}</p>'


def _link(address: str) -> str:
    return f'<a href="{escape(address)}" style="{STYLES["a"]};word-break:break-all">{escape(address)}</a>'


def _items(block: Items) -> str:
    items = "".join(f'<li style="{STYLES["li"]}">{_words(each)}</li>' for each in block.texts)
    return f'<ul style="{STYLES["ul"]}">{items}</ul>'


def _choices(block: Choices) -> str:
    items = "".join(
        f'<li style="{STYLES["li"]}">{_answer(each)}{": " if does else ""}{_words(does)}</li>'
        for each, does in block.moves
    )
    return f'<ul style="{STYLES["ul"]}">{items}</ul>'


def _answer(line: str) -> str:
    return f'<a class="answer" href="{ANSWER}{escape(quote(line))}" style="{TYPED}">{escape(line)}</a>'


def _typed(block: Typed) -> str:
    shown = _answer if block.answers else lambda line: f'<span class="accent" style="{TYPED}">{escape(line)}</span>'
    lines = "<br>".join(shown(one_line(line)) for line in block.lines)
    style = f"padding:12px 16px;border-radius:10px;background:{VEIL};border:0;line-height:1.6;word-break:break-word"
    return (
        '<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="margin:0 0 14px">'
        f'<tr><td class="box" style="{style}">{lines}</td></tr></table>'
    )


def _quoted(block: Quoted) -> str:
    by = f"<strong>{escape(block.by)}:</strong><br>" if block.by else ""
    said = "<br>".join(escape(line) for line in block.text.strip().split("\n"))
    return f'<blockquote style="{STYLES["blockquote"]}">{by}{said}</blockquote>'


def _position(block: Position) -> str:
    drawn = block.picture
    style = f"display:block;max-width:100%;max-height:{TALLEST}px;width:auto;height:auto;margin:0 auto 14px"
    return f'<img {alternative(drawn)} width="{drawn.width}" style="{style};border-radius:10px">'


def _columns(block: Columns) -> str:
    head = "".join(f'<th scope="col" style="{STYLES["th"]}">{_words(each)}</th>' for each in block.headings)
    rows = "".join(f"<tr>{''.join(_cell(each) for each in row)}</tr>" for row in block.rows)
    return f'<table style="{STYLES["table"]}">{f"<tr>{head}</tr>" if any(block.headings) else ""}{rows}</table>'


def _cell(words: str) -> str:
    return f'<td class="cell" style="{CELL}">{_unbroken(escape(one_line(words)))}</td>'


def _unbroken(words: str) -> str:
    """Return a list whose items are not broken at a hyphen: moves."""
    items = words.split(", ")
    if len(items) < 2 or "-" not in words or any(" " in each for each in items):
        return words
    return ", ".join(f'<span style="white-space:nowrap">{each}</span>' for each in items)


def _document(block: Document) -> str:
    return str(_reader().render(plain.clean(block.markdown)))


@cache
def _reader() -> "MarkdownIt":
    from markdown_it import MarkdownIt  # noqa: PLC0415  (few letters have any)

    reader = MarkdownIt("commonmark", {"html": False}).enable("table")

    def styled(state: Any) -> None:
        for token in (each for top in state.tokens for each in (top, *(top.children or ()))):
            if token.tag in STYLES and token.nesting >= 0:
                token.attrSet("style", STYLES[token.tag])

    reader.core.ruler.push("styled", styled)
    return reader


def _foot(block: Foot) -> str:
    lines = "<br>".join(escape(each) for each in block.lines)
    opens = _button(block.address) if "/matches/" in block.address else ""
    home = f"<br>{_link(block.address)}" if block.address and not opens else ""
    style = f"margin:22px 0 0;padding:14px 0 0;border-top:1px solid {LINE};font-size:14px;line-height:1.5;color:{SOFT}"
    return f'{opens}{FOOT} style="{style}">{lines}{home}</p>'


def _button(address: str) -> str:
    style = (
        f"display:inline-block;padding:12px 22px;border-radius:10px;background:{ACCENT};color:#ffffff;"
        "font-size:17px;font-weight:600;text-decoration:none"
    )
    shown = f'<a class="button" href="{escape(address)}" style="{style}">{escape(phrase("open"))}</a>'
    return f'<p style="margin:20px 0 0;font-size:17px">{shown}</p>'


def _words(text: str) -> str:
    return escape(one_line(text))


WRITERS: Final[Mapping[type, Callable[[Any], str]]] = {
    Lead: _lead,
    Heading: _heading,
    Paragraph: _paragraph,
    Items: _items,
    Choices: _choices,
    Typed: _typed,
    Quoted: _quoted,
    Position: _position,
    Columns: _columns,
    Document: _document,
    Foot: _foot,
}
