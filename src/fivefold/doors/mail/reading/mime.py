"""The tree of a message: its headers and what can be read of its parts, with bounded work for any bytes."""

import re
from email.errors import MessageError
from email.feedparser import BytesFeedParser
from email.message import Message
from email.policy import compat32
from typing import Final

from fivefold.doors.mail.reading.decoding import decoded, tidy
from fivefold.doors.mail.reading.flowed import unwrapped
from fivefold.doors.mail.reading.html_text import text_of_html

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
    return with_fewer_headers(kept) if lines > MOST_HEADER_LINES else kept


def with_fewer_headers(content: bytes) -> bytes:
    """Return a message whose headers are not without end."""
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


def kind_of(part: Part) -> str:
    """Return ``text/plain`` and the like, in lower case."""
    return part.get_content_type()


def parameter(part: Part, name: str) -> str:
    """Return a parameter of ``Content-Type``, empty where there is none that can be read."""
    try:
        value = part.get_param(name, "")
        text = value[2] if isinstance(value, tuple) else value
    except (MessageError, ValueError, LookupError, TypeError, AttributeError):
        return ""
    return text if isinstance(text, str) and text.isascii() else ""


def is_html(part: Part) -> bool:
    """Tell whether a part is HTML, by itself or with its pictures."""
    return kind_of(part) not in {"text/plain", "multipart/mixed"}


def is_of_office(part: Part) -> bool:
    """Tell whether Outlook wrote a page: in the plain text beside it every line is followed by an empty one."""
    page = next(iter(parts_of(part)), part)
    return kind_of(page) == "text/html" and OFFICE in content_of(page)[:MOST_TEXT]


def is_attached(part: Part) -> bool:
    """Tell whether a part is a file rather than something to be read."""
    return str(part.get("Content-Disposition", "")).strip().lower().startswith("attachment")


def content_of(part: Part) -> bytes:
    """Return the bytes of a part; none where they cannot be decoded."""
    try:
        payload = part.get_payload(decode=True)
    except (MessageError, ValueError, LookupError, TypeError, AttributeError, AssertionError):
        return b""
    return payload if isinstance(payload, bytes) else b""


def text_of(part: Part) -> str:
    """Return what a message says, without what is attached; of alternatives the plain one that says something."""
    kind, inside = kind_of(part), parts_of(part)
    if is_attached(part) or kind.startswith("message/") or kind == "multipart/report":
        return ""
    if kind == "multipart/alternative":
        return first_text(sorted(inside, key=is_html, reverse=any(map(is_of_office, inside))))
    if kind in {"multipart/related", "multipart/signed"}:
        return first_text(inside)
    if inside:
        return "\n".join(filter(None, map(text_of, inside)))[:MOST_TEXT]
    return leaf_text(part, kind)


def first_text(parts: list[Part]) -> str:
    """Return the text of the first part that has any."""
    return next((text for text in map(text_of, parts) if text and not text.isspace()), "")


def leaf_text(part: Part, kind: str) -> str:
    """Return the text of a part that holds no others; empty for pictures and the like."""
    if kind not in {"text/plain", "text/html"} and not (kind.startswith("multipart/") and not part.is_multipart()):
        return ""
    content = tidy(decoded(content_of(part)[: 4 * MOST_TEXT], parameter(part, "charset"))[:MOST_TEXT])
    if kind == "text/html":
        return text_of_html(content)
    if parameter(part, "format").lower() == "flowed":
        return unwrapped(content, delete=parameter(part, "delsp").lower() == "yes")
    return content
