"""The one place that reads what strangers send: no other module of ``web`` reads a form, header, cookie, query or link.

It returns text that every part of the house can hold, print and store: Unicode without lone surrogates or NUL. Anything
else is refused with one of the errors below, or counts as missing where nothing depends on it; no other error is
raised.
"""

import logging
import re
from collections.abc import Mapping
from ipaddress import IPv6Address
from typing import Final
from urllib.parse import SplitResult, parse_qsl, urlsplit

from python_multipart.multipart import parse_options_header
from starlette.datastructures import QueryParams
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect, Request
from starlette.types import Scope

from fivefold.contract.errors import FivefoldError

Fields = Mapping[str, str]
FORM: Final = b"application/x-www-form-urlencoded"
PARTS: Final = b"multipart/form-data"
JSON: Final = "application/json"
MOST_FIELDS: Final = 200
"""Of a form; the largest, for a table of numbers, has about 85."""
HOST: Final = re.compile(r"(?:[A-Za-z0-9._-]{1,253}|\[([0-9A-Fa-f:.]{2,45})\])(?::([0-9]{1,5}))?")
UTF_8: Final = frozenset({b"utf-8", b"utf8"})
NUL: Final = "\0"
SHOWN_INSTEAD: Final = "\N{REPLACEMENT CHARACTER}"
LONE_SURROGATE: Final = re.compile("[\ud800-\udfff]")


# The sender learns what is wrong with a form. If it were logged too, strangers could fill the log.
logging.getLogger("python_multipart").setLevel(logging.CRITICAL)


class Malformed(FivefoldError):
    """A request that no browser sends: it violates HTTP, or its form is incomplete."""


class Unreadable(FivefoldError):
    """A body that is not a form in UTF-8."""


class Garbled(FivefoldError):
    """A field with a character that is not text; names the field."""


# --- before anything else --------------------------------------------------------------------------------------------


def check(scope: Scope) -> None:
    """Raise ``Malformed`` for a request whose Host, path, query or length is broken.

    Starlette computes addresses from Host, path and query, and raises if they are broken.
    """
    if any(b"\0" in value for _, value in scope["headers"]):
        raise Malformed("a header of the request has a character that is not text")
    hosts = _header_values(scope, b"host")
    if len(hosts) > 1 or not all(_is_host(host) for host in hosts):
        raise Malformed("Host: the request does not name one host")
    if NUL in scope["path"] or not is_text(scope["path"]):
        raise Malformed("the address has characters that none of our addresses has: the link may be damaged")
    query = scope["query_string"]
    if not query.isascii() or b"%00" in query or b"\0" in query:
        raise Malformed("the part of the address after the ? cannot be read: the link may be damaged")
    lengths = _header_values(scope, b"content-length")
    if len(set(lengths)) > 1 or not all(re.fullmatch("[0-9]{1,18}", length) for length in lengths):
        raise Malformed("Content-Length: takes one whole number")


def _is_host(host: str) -> bool:
    found = HOST.fullmatch(host)
    if found is None or int(found[2] or 0) > 65535:
        return False
    try:
        return not found[1] or bool(IPv6Address(found[1]))
    except ValueError:
        return False


def _header_values(scope: Scope, name: bytes) -> list[str]:
    return [value.decode("latin-1") for key, value in scope["headers"] if key == name]


def body_length(scope: Scope) -> int:
    """Return the Content-Length of a request that ``check`` has passed; 0 if it has none."""
    return int(next(iter(_header_values(scope, b"content-length")), "0"))


# --- parts of a request ---------------------------------------------------------------------------------------------


def header(request: Request, name: str) -> str:
    """Return a header, the first of several; "" if there is none."""
    return request.headers.get(name, "")


def cookie(request: Request, name: str) -> str:
    """Return a cookie, the last of several; "" if there is none."""
    return printable(request.cookies.get(name, ""))


def query(request: Request) -> QueryParams:
    """Return the query of the address. Bytes that are not UTF-8 are replaced: queries only look things up."""
    return request.query_params


def address(text: str) -> SplitResult | None:
    """Return the parts of an address; ``None`` if it is broken. Of its host only ``netloc`` is safe to read."""
    try:
        return urlsplit(text.strip())
    except ValueError:
        return None


def read_pairs(text: str) -> dict[str, str]:
    """Return the names and values of a text such as ``theme=dark&suits=4``; the last of several with one name."""
    return {name: printable(value) for name, value in parse_qsl(text)}


# --- forms -----------------------------------------------------------------------------------------------------------


async def form(request: Request) -> Fields:
    """Return the fields of a form, the last of several with one name; none if nothing was sent. It is read once.

    What is stored or played must be what was typed, so nothing is replaced. Raises ``Unreadable`` for another charset
    or bytes that are not UTF-8, ``Garbled`` for NUL, ``Malformed`` for a broken form or too many fields.
    """
    if not hasattr(request.state, "form"):
        request.state.form = await _read(request)
    found: Fields = request.state.form
    return found


async def json_text(request: Request) -> str:
    """Return the text of a body that says it is JSON; "" where there is none. Raises as ``form`` does."""
    body = await _read_body(request)
    if not body:
        return ""
    said = header(request, "content-type").partition(";")[0].strip().lower()
    if said != JSON:
        raise Unreadable(f"{printable(said)[:60] or 'no Content-Type'}: send JSON, Content-Type: {JSON}")
    try:
        return body.decode()
    except UnicodeDecodeError:
        raise Unreadable("the body has bytes that are not UTF-8: JSON is sent in UTF-8") from None


async def _read(request: Request) -> Fields:
    body = await _read_body(request)
    kind, parameters = parse_options_header(header(request, "content-type"))
    if not kind and not body:
        return {}
    if kind not in {FORM, PARTS}:
        said = kind.decode("latin-1")[:60] or "no Content-Type"
        raise Unreadable(f"{said}: send fields as a form does, {FORM.decode()}")
    charset = parameters.get(b"charset", b"utf-8").strip().lower()
    if charset not in UTF_8:
        raise Unreadable(f"charset {charset.decode('latin-1')[:40]}: a form here is sent in UTF-8")
    try:
        text = body.decode()
        fields = await _read_multipart(request) if kind == PARTS else dict(_read_pairs_of_form(text))
    except UnicodeDecodeError:
        raise Unreadable("the form has bytes that are not UTF-8: reload the page and type it again") from None
    for name, value in fields.items():
        if not is_text(name) or not is_text(value):
            raise Garbled(f"{printable(name)[:40]}: has a character that is not text; delete it and type it again")
    return fields


async def _read_body(request: Request) -> bytes:
    try:
        return await request.body()
    except ClientDisconnect:
        raise Malformed("the body is incomplete: send it again") from None


def _read_pairs_of_form(text: str) -> list[tuple[str, str]]:
    if text.count("&") >= MOST_FIELDS:
        raise _too_many()
    return parse_qsl(text, keep_blank_values=True, errors="strict")


async def _read_multipart(request: Request) -> dict[str, str]:
    """Return the fields of a multipart form; ``request.body`` has been read."""
    try:
        found = await request.form(max_files=0, max_fields=MOST_FIELDS)
    except HTTPException as error:
        reason = f"{error.detail[:1].lower()}{error.detail[1:]}"
        raise Malformed(f"the form, sent in parts, cannot be read: {reason}") from None
    return {name: value for name, value in found.items() if isinstance(value, str)}


def _too_many() -> Malformed:
    return Malformed(f"the form has too many fields: at most {MOST_FIELDS} are read")


def printable(value: str) -> str:
    """Return a text with the characters that ``is_text`` refuses replaced."""
    return LONE_SURROGATE.sub(SHOWN_INSTEAD, value.replace(NUL, SHOWN_INSTEAD))


def is_text(value: str) -> bool:
    """Tell whether a text can be encoded in UTF-8 and has no NUL."""
    return NUL not in value and LONE_SURROGATE.search(value) is None
