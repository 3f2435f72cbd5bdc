"""Who a message says it is from and for."""

import re
from collections.abc import Mapping, Sequence
from typing import Final

from fivefold.doors.mail.reading.decoding import header_text, surrogates_decoded

LOCAL: Final = r"[^\s<>@,;:()\[\]\"\\]{1,64}"
DOMAIN: Final = r"[^\s<>@,;:()\[\]\"\\/]{1,253}"
ADDRESS: Final = re.compile(f"{LOCAL}@{DOMAIN}")
NAMED: Final = re.compile(rf"\s*(?P<name>\"(?:[^\"\\]|\\.)*\"|[^\"<>,;]*)\s*<\s*(?P<address>{LOCAL}@{DOMAIN})\s*>\s*")
BARE: Final = re.compile(rf"\s*(?P<address>{LOCAL}@{DOMAIN})\s*(?:\((?P<name>[^()]*)\))?\s*")
LONGEST: Final = 1000
LONGEST_NAME: Final = 80
MOST_RECIPIENTS: Final = 50
MOST_REFERENCES: Final = 50
MESSAGE_ID: Final = re.compile(r"<[^<>\s]{1,250}>")


def sender_of(headers: Mapping[str, Sequence[str]]) -> tuple[str, str]:
    """Return the address in ``From``, in lower case, and the name; both empty unless it is exactly one."""
    lines = headers.get("from", ())
    if len(lines) != 1 or len(lines[0]) > LONGEST:
        return "", ""
    value = surrogates_decoded(" ".join(lines[0].split()))
    found = NAMED.fullmatch(value) or BARE.fullmatch(value)
    if found is None or not found["address"].isprintable():
        return "", ""
    return found["address"].lower(), shown_name(found["name"] or "")


def shown_name(name: str) -> str:
    """Return a display name without its quotation marks."""
    return re.sub(r"\\(.)", r"\1", header_text(name).strip().strip('"'))[:LONGEST_NAME].strip()


def recipients_of(headers: Mapping[str, Sequence[str]], envelope: Sequence[str]) -> tuple[str, ...]:
    """Return whom a message is for, in lower case: what the server said, otherwise what the headers say."""
    if envelope:
        return tuple(dict.fromkeys(address.strip().strip("<>").lower() for address in envelope[:MOST_RECIPIENTS]))
    for names in (("delivered-to", "x-original-to"), ("to", "cc")):
        lines = [line[: 4 * LONGEST] for name in names for line in headers.get(name, ())[:MOST_RECIPIENTS]]
        found = [address.lower() for line in lines for address in ADDRESS.findall(line) if address.isprintable()]
        if found:
            return tuple(dict.fromkeys(found))[:MOST_RECIPIENTS]
    return ()


def message_ids(headers: Mapping[str, Sequence[str]], name: str) -> tuple[str, ...]:
    """Return the Message-IDs in the first header of this name, the last ones of many."""
    value = next(iter(headers.get(name, ())), "")
    return tuple(found for found in MESSAGE_ID.findall(value[-20 * LONGEST :]) if found.isprintable())[
        -MOST_REFERENCES:
    ]


def references_of(headers: Mapping[str, Sequence[str]]) -> tuple[str, ...]:
    """Return which messages are answered, oldest first."""
    return tuple(dict.fromkeys((*message_ids(headers, "references"), *message_ids(headers, "in-reply-to"))))
