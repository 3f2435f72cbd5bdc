"""From the bytes of a message to the text of its parts, with bounded work for any bytes."""

import codecs
import re
import unicodedata
from binascii import Error as BinasciiError
from email.errors import MessageError
from email.feedparser import BytesFeedParser
from email.header import decode_header
from email.message import Message
from email.policy import compat32
from functools import lru_cache
from typing import Final

from selectolax.lexbor import LexborHTMLParser, LexborNode

MOST_HEADER_CHARACTERS: Final = 4000
NOT_TEXT: Final = frozenset({"idna", "punycode", "unicode_escape", "raw_unicode_escape", "undefined", "utf-7"})
"""Codecs of Python that no mail is written in, or not without a purpose."""
WIDER: Final = {
    "ascii": "cp1252",
    "iso8859-1": "cp1252",
    "iso8859-9": "cp1254",
    "iso8859-11": "cp874",
    "gb2312": "gb18030",
    "gbk": "gb18030",
    "euc_kr": "cp949",
    "shift_jis": "cp932",
}
"""What is written by programs that say they write the other."""
UNSEEN: Final = re.compile(
    "[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f\u00ad\u034f\u061c\u180e\u200b-\u200f\u202a-\u202e\u2060-\u2064"
    "\u2066-\u206f\ufe00-\ufe0f\ufeff\ufff9-\ufffb\ud800-\udfff]"
)
"""Control signs, marks without width, halves of characters: nobody types them."""
LINE_ENDS: Final = re.compile("\r\n|[\r\u0085\u2028\u2029]")
BLANKS: Final = re.compile(r"\s+")


@lru_cache(maxsize=256)
def _codec(charset: str) -> str:
    """Return the codec for a charset as a message names it; empty for one that is unknown."""
    try:
        name = codecs.lookup(charset.strip().strip("'\"")).name
    except (LookupError, ValueError, UnicodeError):
        return ""
    return "" if name in NOT_TEXT else WIDER.get(name, name)


def _decoded(content: bytes, charset: str) -> str:
    """Return text, by its charset or else by the likeliest one."""
    named = _codec(charset) if charset else ""
    for name in ("utf-8", named) if named == "cp1252" and charset.lower().endswith("ascii") else (named, "utf-8"):
        try:
            if name:
                return content.decode(name)
        except (UnicodeError, LookupError, ValueError):
            continue
    return content.decode(named if named in {"utf-8", "cp932", "gb18030"} else "cp1252", errors="replace")


def _tidy(text: str) -> str:
    """Return text with plain line ends and blanks, without signs that nobody sees."""
    plain = LINE_ENDS.sub("\n", text)
    return UNSEEN.sub("", plain) if not plain.isascii() or not plain.isprintable() else plain


def header_text(value: str) -> str:
    """Return what a header says, on one line: unfolded, encoded words decoded."""
    plain = surrogates_decoded(value[:MOST_HEADER_CHARACTERS])
    if "=?" in plain:
        plain = _encoded_words_decoded(BLANKS.sub(" ", plain))
    return BLANKS.sub(" ", UNSEEN.sub("", BLANKS.sub(" ", plain))).strip()


def surrogates_decoded(value: str) -> str:
    """Return a header's text; bytes that are not ASCII came as halves of characters."""
    if value.isascii():
        return value
    only_escapes = all(not "\ud800" <= sign <= "\udfff" or "\udc80" <= sign <= "\udcff" for sign in value)
    errors = "surrogateescape" if only_escapes else "replace"
    return _decoded(value.encode("utf-8", errors), "")


def _encoded_words_decoded(value: str) -> str:
    """Return a header's text with ``=?utf-8?q?…?=`` decoded, or as it was where that cannot be."""
    try:
        pieces = decode_header(value)
    except (MessageError, BinasciiError, ValueError):
        return value
    return "".join(
        piece
        if isinstance(piece, str)
        else _decoded(piece, charset)
        if charset
        else piece.decode("raw-unicode-escape", errors="replace")
        for piece, charset in pieces
    )


def plain_signs(text: str) -> str:
    """Return a line as commands are read: any dash is ``-``, quotation marks are straight, digits are ASCII."""
    if text.isascii():
        return text
    line = unicodedata.normalize("NFKC", DASHED_OPTION.sub("--", UNSEEN.sub("", text)))
    return UNSEEN.sub("", line).translate(PLAIN)


DASHED_OPTION: Final = re.compile(r"(?<!\S)[\u2014\u2015](?=[^\W\d])")
"""Two dashes before an option, as telephones write them."""
PLAIN: Final = {
    **dict.fromkeys(map(ord, "‐‑‒–—―−⁃﹘﹣－˗➖─ー"), "-"),
    **dict.fromkeys(map(ord, "“”„‟«»″"), '"'),
    **dict.fromkeys(map(ord, "‘’‚‛‹›′`´"), "'"),
    **dict.fromkeys(map(ord, "∶ː꞉︓"), ":"),
    **dict.fromkeys(map(ord, "‚，、"), ","),
}


# --- Text with ``format=flowed`` (RFC 3676) --------------------------------------------------------------------------


QUOTE_MARKS: Final = re.compile(">*")


def unwrapped(text: str, delete: bool) -> str:
    """Return text with its paragraphs on one line each; ``delete``: the blank at a break does not belong to it."""
    lines: list[str] = []
    depth, piece, is_open = 0, [""], False
    for raw in text.split("\n"):
        level = len(QUOTE_MARKS.match(raw)[0])  # type: ignore[index]  # it matches anything
        line = raw[level:].removeprefix(" ") if level or raw.startswith((" >", " From", "  ")) else raw
        if is_open and level == depth and line != "-- ":
            piece.append(line)
        else:
            lines.append(_requoted(depth, piece))
            depth, piece = level, [line]
        is_open = line.endswith(" ") and line != "-- "
        if is_open and delete:
            piece[-1] = line[:-1]
    lines.append(_requoted(depth, piece))
    return "\n".join(lines[1:])


def _requoted(depth: int, piece: list[str]) -> str:
    return f"{'>' * depth}{' ' if depth else ''}{''.join(piece)}"


# --- HTML as plain lines ---------------------------------------------------------------------------------------------


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
CELLS: Final = frozenset({"td", "th"})
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
HTML_BLANKS: Final = re.compile("[ \t\n\r\f]+")


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
        text = HTML_BLANKS.sub(" ", "".join(self.line)).strip(" ")
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
    body = LexborHTMLParser(_few_tags(html)).body
    lines, around = Lines(), list[tuple[LexborNode, bool]]()
    node = None if body is None else body.first_child
    while node is not None or around:
        if node is None:  # the end of an element, which may be a quote
            element, quotes = around.pop()
            if element.tag in BLOCKS and element.tag not in CELLS:
                lines.end()
            if quotes:
                lines.quote(-1)
            node = element.next
        elif (is_quote := _entered(node, lines)) is None:
            node = node.next
        else:
            around.append((node, is_quote))
            node = node.first_child
    lines.end()
    return "\n".join(lines.lines)


def _few_tags(html: str) -> str:
    pieces = html.split("<", MOST_TAGS + 1)
    return html if len(pieces) <= MOST_TAGS + 1 else "<".join(pieces[:-1])


def _entered(node: LexborNode, lines: Lines) -> bool | None:
    """Write down the beginning of a node; return whether it is a quote, ``None`` where nothing in it is read."""
    if node.is_text_node:
        _add_text(node, lines)
        return None
    tag = node.tag or ""
    if not node.is_element_node or tag in UNREAD:
        return None
    if tag == "br":
        lines.end_even_if_empty()
        return None
    if tag in BLOCKS:
        lines.add(" ") if tag in CELLS else lines.end()
    return _element_entered(node, tag, lines)


def _add_text(node: LexborNode, lines: Lines) -> None:
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


def _element_entered(node: LexborNode, tag: str, lines: Lines) -> bool | None:
    """Write down what an element's attributes say of it; return as above."""
    names, style = _names_of(node)
    if names & SIGNATURES or HIDDEN_STYLE.search(style):
        return None
    line_between = tag == "hr" and node.attributes.get("tabindex") == "-1"
    if names & ANSWERED or line_between or ANSWERED_STYLE.search(style):
        lines.end()
        lines.add(SEPARATOR)
        lines.end()
    if node.first_child is None:
        return None
    named_quote = bool(names & QUOTES) or node.attributes.get("name") == "quote"
    quotes = tag == "blockquote" or (tag == "div" and (named_quote or bool(QUOTED_STYLE.search(style))))
    if quotes:
        lines.quote(1)
    return quotes


def _names_of(node: LexborNode) -> tuple[set[str], str]:
    """Return an element's id and classes in lower case, and its style."""
    attributes = node.attributes
    if not attributes:
        return set(), ""
    named = f"{attributes.get('class') or ''} {attributes.get('id') or ''}"
    return set(named[:LONGEST_ATTRIBUTE].lower().split()), (attributes.get("style") or "")[: 4 * LONGEST_ATTRIBUTE]


# --- The tree of a message -------------------------------------------------------------------------------------------


MOST_BYTES: Final = 1 << 20
"""Of a message; text stands before what is attached."""
MOST_TEXT: Final = 1 << 18
MOST_LINES: Final = 20_000
MOST_HEADER_LINES: Final = 1000
MOST_CONTAINERS: Final = 24
"""Parts that hold parts, each of which may be inside the one before."""
MOST_PARTS: Final = 200
CONTAINER: Final = re.compile(rb"^content-type:\s{0,80}(?:multipart|message)/", re.IGNORECASE | re.MULTILINE)
BOUNDARY: Final = re.compile(rb"^--[^\s-]", re.MULTILINE)
OFFICE: Final = b"MsoNormal"
LINE_END: Final = re.compile(rb"\r\n?|\n")
HEADER_END: Final = re.compile(rb"\r?\n\r?\n|\r\r")

Part = Message


def tree(raw: bytes) -> Part:
    """Return the tree of a message."""
    parser = BytesFeedParser(policy=compat32)
    parser.feed(bounded(raw))
    return parser.close()


def bounded(raw: bytes) -> bytes:
    """Return as much of a message as is read: neither its parts nor their nesting nor its lines are without end."""
    kept = raw[:MOST_BYTES]
    lines = kept.count(b"\n") + kept.count(b"\r")
    if lines > MOST_LINES:
        kept = before(LINE_END, kept, MOST_LINES)
    if kept.count(b"/") > MOST_CONTAINERS:
        kept = before(CONTAINER, kept, MOST_CONTAINERS)
    if kept.count(b"--") > MOST_PARTS:
        kept = before(BOUNDARY, kept, MOST_PARTS)
    return _with_fewer_headers(kept) if lines > MOST_HEADER_LINES else kept


def _with_fewer_headers(content: bytes) -> bytes:
    end = HEADER_END.search(content)
    headers, body = (content[: end.start()], content[end.start() :]) if end else (content, b"")
    return before(LINE_END, headers, MOST_HEADER_LINES) + body


def before(pattern: re.Pattern[bytes], content: bytes, most: int) -> bytes:
    """Return what comes before the pattern is found once more than ``most`` times."""
    for count, found in enumerate(pattern.finditer(content)):
        if count == most:
            return content[: found.start()]
    return content


def headers_of(part: Part) -> dict[str, list[str]]:
    """Return the headers by their names in lower case, in their order, undecoded."""
    found: dict[str, list[str]] = {}
    for name, value in part.raw_items():
        found.setdefault(name.lower(), []).append(str(value))
    return found


def parts_of(part: Part) -> list[Part]:
    """Return the parts inside a part, in order."""
    payload = part.get_payload() if part.is_multipart() else None
    return [each for each in payload if isinstance(each, Message)] if isinstance(payload, list) else []


def _parameter(part: Part, name: str) -> str:
    """Return a parameter of ``Content-Type``, empty where there is none that can be read."""
    try:
        value = part.get_param(name, "")
        text = value[2] if isinstance(value, tuple) else value
    except (MessageError, ValueError, LookupError, TypeError, AttributeError):
        return ""
    return text if isinstance(text, str) and text.isascii() else ""


def _is_html(part: Part) -> bool:
    """Tell whether a part is HTML, by itself or with its pictures."""
    return part.get_content_type() not in {"text/plain", "multipart/mixed"}


def _is_of_office(part: Part) -> bool:
    """Tell whether Outlook wrote a page: in the plain text beside it every line is followed by an empty one."""
    page = next(iter(parts_of(part)), part)
    return page.get_content_type() == "text/html" and OFFICE in _content_of(page)[:MOST_TEXT]


def _content_of(part: Part) -> bytes:
    """Return the bytes of a part; none where they cannot be decoded."""
    try:
        payload = part.get_payload(decode=True)
    except (MessageError, ValueError, LookupError, TypeError, AttributeError, AssertionError):
        return b""
    return payload if isinstance(payload, bytes) else b""


def text_of(part: Part) -> str:
    """Return what a message says, without what is attached; of alternatives the plain one that says something."""
    kind, inside = part.get_content_type(), parts_of(part)
    attached = str(part.get("Content-Disposition", "")).strip().lower().startswith("attachment")
    if attached or kind.startswith("message/") or kind == "multipart/report":
        return ""
    if kind == "multipart/alternative":
        return _first_text(sorted(inside, key=_is_html, reverse=any(map(_is_of_office, inside))))
    if kind in {"multipart/related", "multipart/signed"}:
        return _first_text(inside)
    if inside:
        return "\n".join(filter(None, map(text_of, inside)))[:MOST_TEXT]
    return _leaf_text(part, kind)


def _first_text(parts: list[Part]) -> str:
    return next((text for text in map(text_of, parts) if text and not text.isspace()), "")


def _leaf_text(part: Part, kind: str) -> str:
    """Return the text of a part that holds no others; empty for pictures and the like."""
    if kind not in {"text/plain", "text/html"} and not (kind.startswith("multipart/") and not part.is_multipart()):
        return ""
    content = _tidy(_decoded(_content_of(part)[: 4 * MOST_TEXT], _parameter(part, "charset"))[:MOST_TEXT])
    if kind == "text/html":
        return text_of_html(content)
    if _parameter(part, "format").lower() == "flowed":
        return unwrapped(content, delete=_parameter(part, "delsp").lower() == "yes")
    return content
