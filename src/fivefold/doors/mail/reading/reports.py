"""Delivery reports (RFC 3464): whom a mail could not reach for good."""

import re
from collections.abc import Iterator
from typing import Final

from fivefold.doors.mail.reading.mime import Part, headers_of, kind_of, parts_of
from fivefold.doors.mail.reading.senders import ADDRESS

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


def inside(report: Part, *kinds: str) -> Iterator[Part]:
    """Yield the parts of a report that are of one of these kinds."""
    return (part for part in parts_of(report) if kind_of(part) in kinds)
