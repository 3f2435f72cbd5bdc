"""HTML as plain lines: what is quoted behind ``>``, what is hidden left out."""

import re
from typing import Final

from selectolax.lexbor import LexborHTMLParser, LexborNode

SEPARATOR: Final = "-----Original Message-----"
"""A line put where a program marks the beginning of what is answered."""
MOST_TAGS: Final = 8000
"""One in another they take time by the square."""
LONGEST_ATTRIBUTE: Final = 200
DEEPEST: Final = 9
"""Marks in front of a quotation."""
BLOCK_TAGS: Final = (
    "address article aside blockquote body center dd details div dl dt fieldset figcaption figure footer form h1 h2 h3 "
    "h4 h5 h6 header hr li main nav ol p pre section summary table tbody td tfoot th thead tr ul"
)
BLOCKS: Final = frozenset(BLOCK_TAGS.split())
UNREAD_TAGS: Final = "head title style script template noscript svg math select textarea object iframe"
UNREAD: Final = frozenset(UNREAD_TAGS.split())
QUOTES: Final = frozenset({"yahoo_quoted", "protonmail_quote", "tutanota_quote", "moz-cite-prefix", "zmail_extra"})
SIGNATURES: Final = frozenset(
    {"gmail_signature", "moz-signature", "protonmail_signature_block", "tutanota_signature", "signature"}
)
ANSWERED: Final = frozenset(
    {
        *("divrplyfwdmsg", "appendonsend", "olk_src_body_section", "mail-editor-reference-message-container"),
        *("ms-outlook-mobile-reference-message", "moz-forward-container", "isforwardcontent"),
    }
)
"""Ids and classes of elements from which on somebody else's message follows."""
ANSWERED_STYLE: Final = re.compile(r"border:\s*none;\s*border-top:\s*solid\s+#(?:e1e1e1|b5c4df)", re.IGNORECASE)
QUOTED_STYLE: Final = re.compile(r"border-left:[^;]*solid", re.IGNORECASE)
HIDDEN_STYLE: Final = re.compile(r"display:\s*none|visibility:\s*hidden|font-size:\s*0(?:px|pt)?\s*(?:;|$)", re.I)
BLANKS: Final = re.compile("[ \t\n\r\f]+")


class Lines:
    """Lines in the making."""

    def __init__(self) -> None:
        self.lines: list[str] = []
        self.line: list[str] = []
        self.depth = 0

    def add(self, text: str) -> None:
        """Add to the current line."""
        self.line.append(text)

    def end(self) -> None:
        """End the line, if there is anything on it."""
        if self.line:
            self.end_even_if_empty()

    def end_even_if_empty(self) -> None:
        """End the line."""
        text = BLANKS.sub(" ", "".join(self.line)).strip(" ")
        self.lines.append(f"{'>' * min(self.depth, DEEPEST)} {text}" if self.depth else text)
        self.line = []

    def quote(self, step: int) -> None:
        """Go one quotation deeper or back, on a line of its own."""
        self.end()
        self.depth += step
        if step < 0:
            self.end_even_if_empty()


def text_of_html(html: str) -> str:
    """Return what a reader would see, line by line."""
    body = LexborHTMLParser(few_tags(html)).body
    lines = Lines()
    node = body.first_child if body is not None else None
    while node is not None and body is not None:
        inside = entered(node, lines)
        node = inside if inside is not None else following(node, body, lines)
    lines.end()
    return "\n".join(lines.lines)


def few_tags(html: str) -> str:
    """Return HTML up to the last tag that is read."""
    pieces = html.split("<", MOST_TAGS + 1)
    return html if len(pieces) <= MOST_TAGS + 1 else "<".join(pieces[:-1])


def entered(node: LexborNode, lines: Lines) -> LexborNode | None:
    """Write down the beginning of a node; return what is inside it, if that is to be read."""
    if node.is_text_node:
        add_text(node, lines)
        return None
    tag = node.tag or ""
    if not node.is_element_node or tag in UNREAD:
        return None
    if tag == "br":
        lines.end_even_if_empty()
        return None
    if tag in BLOCKS:
        lines.add(" ") if tag in {"td", "th"} else lines.end()
    return element_entered(node, tag, lines)


def add_text(node: LexborNode, lines: Lines) -> None:
    """Write down a text, its lines only where they count."""
    text, parent = node.text_content or "", node.parent
    if parent is None or parent.tag != "pre":
        lines.add(text)
        return
    first, *rest = text.split("\n")
    lines.add(first)
    for line in rest:
        lines.end_even_if_empty()
        lines.add(line)


def element_entered(node: LexborNode, tag: str, lines: Lines) -> LexborNode | None:
    """Write down what an element's attributes say of it; return what is inside it, if that is to be read."""
    names, style = names_of(node)
    if names & SIGNATURES or HIDDEN_STYLE.search(style):
        return None
    if is_answered(node, tag, names, style):
        lines.end()
        lines.add(SEPARATOR)
        lines.end()
    if node.first_child is not None and is_quote(node, tag):
        lines.quote(1)
    return node.first_child


def names_of(node: LexborNode) -> tuple[set[str], str]:
    """Return an element's id and classes in lower case, and its style."""
    attributes = node.attributes
    if not attributes:
        return set(), ""
    named = f"{attributes.get('class') or ''} {attributes.get('id') or ''}"
    return set(named[:LONGEST_ATTRIBUTE].lower().split()), (attributes.get("style") or "")[: 4 * LONGEST_ATTRIBUTE]


def is_answered(node: LexborNode, tag: str, names: set[str], style: str) -> bool:
    """Tell whether the message that is answered begins with an element."""
    line_between = tag == "hr" and node.attributes.get("tabindex") == "-1"
    return bool(names & ANSWERED) or line_between or bool(style and ANSWERED_STYLE.search(style))


def is_quote(node: LexborNode, tag: str) -> bool:
    """Tell whether an element holds what somebody else said."""
    if tag == "blockquote":
        return True
    if tag != "div":
        return False
    names, style = names_of(node)
    return bool(names & QUOTES) or node.attributes.get("name") == "quote" or bool(QUOTED_STYLE.search(style))


def following(node: LexborNode, body: LexborNode, lines: Lines) -> LexborNode | None:
    """Return the next node after one and all that is inside it; elements that end on the way end their lines."""
    here: LexborNode | None = node
    while here is not None and here.mem_id != body.mem_id:
        tag = here.tag or ""
        left(here, tag, lines)
        if here.next is not None:
            return here.next
        here = here.parent
    return None


def left(node: LexborNode, tag: str, lines: Lines) -> None:
    """Write down the end of an element."""
    if tag in BLOCKS and tag not in {"td", "th"}:
        lines.end()
    if lines.depth and node.is_element_node and node.first_child is not None and is_quote(node, tag) and is_open(node):
        lines.quote(-1)


def is_open(node: LexborNode) -> bool:
    """Tell whether a quote was entered at all: what is hidden, or a signature, was not."""
    names, style = names_of(node)
    return not (names & SIGNATURES or HIDDEN_STYLE.search(style))
