"""Delivery reports (RFC 3464): whom a mail could not reach for good."""

import re
from collections.abc import Iterator
from typing import Final

from fivefold.mail.reading.mime import Part, content_of, headers_of, kind_of, parts_of
from fivefold.mail.reading.senders import ADDRESS, message_ids

FOR_GOOD: Final = re.compile(r"\s*5\.\d{1,3}\.\d{1,3}\b")
MOST_RECIPIENTS: Final = 50


def bounced(report: Part) -> tuple[str, ...]:
    """Return the addresses, in lower case, that a report says failed for good, as they were written to."""
    found = (address for part in inside(report, "message/delivery-status") for address in failed(part))
    return tuple(dict.fromkeys(found))[:MOST_RECIPIENTS]


def failed(part: Part) -> Iterator[str]:
    """Yield the addresses in the groups of a report that failed for good."""
    for group in parts_of(part):
        fields = {name: values[0] for name, values in headers_of(group).items()}
        if fields.get("action", "").strip().lower() != "failed" or not FOR_GOOD.match(fields.get("status", "")):
            continue
        recipient = fields.get("original-recipient") or fields.get("final-recipient") or ""
        address = ADDRESS.search(recipient.partition(";")[2][:1000])
        if address and address[0].isprintable():
            yield address[0].lower()


def message_reported(report: Part) -> str:
    """Return the Message-ID of the mail that a report is about, if it came along."""
    for part in inside(report, "message/rfc822", "text/rfc822-headers", "message/global", "message/global-headers"):
        for each in parts_of(part):
            if ids := message_ids(headers_of(each), "message-id"):
                return ids[0]
        text = content_of(part)[:20_000].decode("ascii", "replace")
        if found := re.search(r"^message-id:\s*(<[^<>\s]{1,250}>)", text, re.IGNORECASE | re.MULTILINE):
            return found[1]
    return ""


def inside(report: Part, *kinds: str) -> Iterator[Part]:
    """Yield the parts of a report that are of one of these kinds."""
    return (part for part in parts_of(report) if kind_of(part) in kinds)
