"""The one door for what strangers send: nothing else in ``web`` reads a form, a header, a cookie, a query or a link.

What comes out is text that every part of the house can hold, print and store: Unicode without lone surrogates or NUL.
What cannot be read as such is refused with one of the errors below, or counts as missing where nothing depends on it;
nothing here raises anything else.
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
MOST_FIELDS: Final = 200
"""Of a form; the widest is that of a table of numbers, with some 85."""
HOST: Final = re.compile(r"(?:[A-Za-z0-9._-]{1,253}|\[([0-9A-Fa-f:.]{2,45})\])(?::([0-9]{1,5}))?")
UTF_8: Final = frozenset({b"utf-8", b"utf8"})
NUL: Final = "\0"
SHOWN_INSTEAD: Final = "\N{REPLACEMENT CHARACTER}"
LONE_SURROGATE: Final = re.compile("[\ud800-\udfff]")


# What is wrong with a stranger's form is told to the stranger; a log that says it too is theirs to fill.
logging.getLogger("python_multipart").setLevel(logging.CRITICAL)


class Malformed(FivefoldError):
    """A request that no browser sends: it breaks the rules of HTTP, or its form broke off."""


class Unreadable(FivefoldError):
    """A body that is not a form in UTF-8."""


class Garbled(FivefoldError):
    """A field with a character that is no text; names the field."""


# --- before anything else --------------------------------------------------------------------------------------------


def check(scope: Scope) -> None:
    """Let requests pass whose Host, path, query and length can be read by everything after. Raises ``Malformed``.

    Starlette works out addresses from Host, path and query whenever it is asked for one, and raises if they are broken.
    """
    if any(b"\0" in value for _, value in scope["headers"]):
        raise Malformed("a header of the request has a character that is no text")
    hosts = _values(scope, b"host")
    if len(hosts) > 1 or not all(_is_host(host) for host in hosts):
        raise Malformed("Host: the request does not say in one plain name which house it is for")
    if NUL in scope["path"] or not _is_text(scope["path"]):
        raise Malformed("the address has characters that no address of ours has: the link may be damaged")
    query = scope["query_string"]
    if not query.isascii() or b"%00" in query or b"\0" in query:
        raise Malformed("what follows the ? of the address cannot be read: the link may be damaged")
    lengths = _values(scope, b"content-length")
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


def _values(scope: Scope, name: bytes) -> list[str]:
    return [value.decode("latin-1") for key, value in scope["headers"] if key == name]


def body_length(scope: Scope) -> int:
    """Return how many bytes a request, which ``check`` has passed, says its body has; 0 where it does not."""
    return int(next(iter(_values(scope, b"content-length")), "0"))


# --- what a request says ---------------------------------------------------------------------------------------------


def header(request: Request, name: str) -> str:
    """Return a header, of several the first; "" where there is none."""
    return request.headers.get(name, "")


def cookie(request: Request, name: str) -> str:
    """Return a cookie, of several with this name the last; "" where there is none."""
    return _shown(request.cookies.get(name, ""))


def query(request: Request) -> QueryParams:
    """Return what follows the ``?`` of the address; bytes that are no UTF-8 are replaced, as it is only looked up."""
    return request.query_params


def address(text: str) -> SplitResult | None:
    """Return the parts of an address, or ``None`` where it is broken. Of its host ask for no more than ``netloc``."""
    try:
        return urlsplit(text.strip())
    except ValueError:
        return None


def pairs(text: str) -> dict[str, str]:
    """Return the names and values of a text such as ``theme=dark&suits=4``, of a name that is there twice the last."""
    return {name: _shown(value) for name, value in parse_qsl(text)}


# --- forms -----------------------------------------------------------------------------------------------------------


async def form(request: Request) -> Fields:
    """Return the fields of a form, of those with the same name the last; none where nothing was sent. Read only once.

    A field that is stored or played must be what was typed, so nothing is replaced: ``Unreadable`` for another charset
    or bytes that are no UTF-8, ``Garbled`` for NUL, ``Malformed`` for what is broken or has too many fields.
    """
    if not hasattr(request.state, "form"):
        request.state.form = await _read(request)
    found: Fields = request.state.form
    return found


async def _read(request: Request) -> Fields:
    body = await _body(request)
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
        fields = await _parts(request) if kind == PARTS else dict(_pairs(text))
    except UnicodeDecodeError:
        raise Unreadable("the form has bytes that are no UTF-8: reload the page and type it again") from None
    for name, value in fields.items():
        if not _is_text(name) or not _is_text(value):
            raise Garbled(f"{_shown(name)[:40]}: has a character that is no text; delete it and type it again")
    return fields


async def _body(request: Request) -> bytes:
    try:
        return await request.body()
    except ClientDisconnect:
        raise Malformed("the form broke off: send it again") from None


def _pairs(text: str) -> list[tuple[str, str]]:
    if text.count("&") >= MOST_FIELDS:
        raise _too_many()
    return parse_qsl(text, keep_blank_values=True, errors="strict")


async def _parts(request: Request) -> dict[str, str]:
    """Return the fields of a form in parts, which ``request.body`` holds by now."""
    try:
        found = await request.form(max_files=0, max_fields=MOST_FIELDS)
    except HTTPException as error:
        reason = f"{error.detail[:1].lower()}{error.detail[1:]}"
        raise Malformed(f"the form, sent in parts, cannot be read: {reason}") from None
    return {name: value for name, value in found.items() if isinstance(value, str)}


def _too_many() -> Malformed:
    return Malformed(f"the form has too many fields: at most {MOST_FIELDS} are read")


def _shown(value: str) -> str:
    """Return a text that ``_is_text`` would refuse as it can be shown."""
    return LONE_SURROGATE.sub(SHOWN_INSTEAD, value.replace(NUL, SHOWN_INSTEAD))


def _is_text(value: str) -> bool:
    """Tell whether a text can be written in UTF-8 and holds no NUL."""
    return NUL not in value and LONE_SURROGATE.search(value) is None
