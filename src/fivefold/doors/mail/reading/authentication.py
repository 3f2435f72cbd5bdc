"""What one's own receiving server found out about a sender (``Authentication-Results``, RFC 8601): a hint."""

import re
from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

COMMENT: Final = re.compile(r"\([^()]*\)")
QUOTED: Final = re.compile(r'"([\w.@+-]*)"')
"""A value in quotation marks that may as well stand without them."""
METHOD: Final = re.compile(r"\s*(dkim|spf|dmarc)\s*(?:/\s*\d+)?\s*=\s*([a-z]+)", re.IGNORECASE)
DOMAINS: Final = {
    "dkim": re.compile(r"header\.(?:d|i)\s*=\s*\"?(?:[^\s@;\"]{0,64}@)?([\w.-]{1,253})", re.IGNORECASE),
    "spf": re.compile(r"smtp\.mailfrom\s*=\s*\"?<?(?:[^\s@;\"]{0,64}@)?([\w.-]{1,253})", re.IGNORECASE),
    "dmarc": re.compile(r"header\.from\s*=\s*\"?(?:[^\s@;\"]{0,64}@)?([\w.-]{1,253})", re.IGNORECASE),
}
LONGEST: Final = 4000
MOST: Final = 10


class Result(NamedTuple):
    """What one check came to."""

    method: str
    result: str
    domain: str


def vouched(headers: Sequence[tuple[str, str]], trusted: str, sender: str) -> str:
    """Return ``pass``, ``fail`` or nothing for the domain of ``sender``, by what the trusted server says alone."""
    domain = sender.rpartition("@")[2]
    if not trusted or not domain:
        return ""
    results = [result for value in believed(headers, trusted.lower()) for result in results_in(value)]
    if any(result.method == "dmarc" and result.result == "fail" for result in results):
        return "fail"
    if any(result.result == "pass" and aligned(result, domain) for result in results):
        return "pass"
    return "fail" if any(result.result == "fail" for result in results) else ""


def believed(headers: Sequence[tuple[str, str]], trusted: str) -> Iterator[str]:
    """Yield what the trusted server wrote: above the stamp of the one before it, where no sender can write."""
    stamps, count = 0, 0
    for name, value in headers:
        lowered = name.lower()
        stamps += lowered == "received"
        if stamps > 1 or count == MOST:
            return
        if lowered == "authentication-results":
            server, _, rest = plain(str(value)[:LONGEST]).partition(";")
            if server.lower().split()[:1] == [trusted]:
                count += 1
                yield rest


def plain(value: str) -> str:
    """Return a header without comments and quotation marks; nothing where some of them cannot be understood.

    A sender chooses what stands before the ``@`` of their own address: with marks in it, it could pass for a check.
    """
    tidy = QUOTED.sub(r"\1", COMMENT.sub(" ", value))
    return "" if any(sign in tidy for sign in '"()') else tidy


def results_in(value: str) -> Iterator[Result]:
    """Yield the checks of a header that matter here."""
    for piece in value.split(";"):
        if found := METHOD.match(piece):
            method = found[1].lower()
            domain = DOMAINS[method].search(piece)
            yield Result(method, found[2].lower(), domain[1].lower().strip(".") if domain else "")


def aligned(result: Result, domain: str) -> bool:
    """Tell whether a check speaks for a sender's domain: it was made of the same one, or of one above it."""
    if result.method == "dmarc":
        return result.domain in {domain, ""}
    other = result.domain
    return "." in other and (other == domain or domain.endswith(f".{other}"))
