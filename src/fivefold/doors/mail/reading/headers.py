"""What headers and reports say: the subject, from whom and for whom a message is, whether a person wrote it."""

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Final, NamedTuple

from fivefold.doors.mail.reading import alternatives, phrase
from fivefold.doors.mail.reading.mime import Part, header_text, headers_of, parts_of, surrogates_decoded

PREFIX: Final = re.compile(
    rf"\s*(?:(?P<passed>{alternatives('passed-on')})|(?P<answered>{alternatives('answered')}))"
    r"(?:\s?[\[(]\d{1,4}[\])]|[\^*]\d{1,4})?\s*[:：]\s*",
    re.IGNORECASE,
)
TAG: Final = re.compile(r"\s*\[[^\[\]]{1,24}\]\s*|\s*\*{2,}[\w ]{1,20}\*{2,}\s*")
"""``[EXTERNAL]``, ``[a-list]``, ``***SPAM***``."""
MOST_PREFIXES: Final = 40


class Subject(NamedTuple):
    """A subject that was taken apart."""

    text: str
    is_reply: bool
    is_forwarded: bool
    """Whether the last one who sent it passed it on."""


def taken_apart(subject: str) -> Subject:
    """Return a subject without ``Re:`` and the like."""
    at, answered, passed = 0, False, False
    for _ in range(MOST_PREFIXES):
        if found := PREFIX.match(subject, at):
            is_first = not answered and not passed
            passed = passed or (is_first and found["passed"] is not None)
            answered = answered or found["answered"] is not None
            at = found.end()
        elif found := TAG.match(subject, at):
            at = found.end()
        else:
            break
    return Subject(subject[at:].strip(), answered, passed)


# --- Who a message says it is from and for ---------------------------------------------------------------------------


LOCAL: Final = r"[^\s<>@,;:()\[\]\"\\]{1,64}"
DOMAIN: Final = r"[^\s<>@,;:()\[\]\"\\/]{1,253}"
ADDRESS: Final = re.compile(f"{LOCAL}@{DOMAIN}")
NAMED: Final = re.compile(rf"\s*(?P<name>\"(?:[^\"\\]|\\.)*\"|[^\"<>,;]*)\s*<\s*(?P<address>{LOCAL}@{DOMAIN})\s*>\s*")
BARE: Final = re.compile(rf"\s*(?P<address>{LOCAL}@{DOMAIN})\s*(?:\((?P<name>[^()]*)\))?\s*")
LONGEST: Final = 1000
LONGEST_NAME: Final = 80
MOST_RECIPIENTS: Final = 50
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
    name = header_text(found["name"] or "").strip().strip('"')
    return found["address"].lower(), re.sub(r"\\(.)", r"\1", name)[:LONGEST_NAME].strip()


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


def message_id(headers: Mapping[str, Sequence[str]]) -> str:
    """Return what a message is called; empty where that cannot be read."""
    found = MESSAGE_ID.search(next(iter(headers.get("message-id", ())), "")[:LONGEST])
    return found[0] if found and found[0].isprintable() else ""


# --- Messages that no person wrote, which are never answered ---------------------------------------------------------


Headers = Mapping[str, Sequence[str]]

DAEMONS: Final = phrase("daemons", "", "@")
AWAY: Final = phrase("away")
ANSWERING_MACHINES: Final = ("x-autoreply", "x-autorespond", "x-autoresponder", "x-auto-reply-from", "x-mail-autoreply")


def why_automatic(headers: Headers, kind: str, envelope_sender: str | None, sender: str, subject: str) -> str:
    """Return why a message must never be answered, in one word or two; empty if a person seems to have written it."""
    precedence = first(headers, "precedence")
    reasons = {
        "bounce": _is_bounce(headers, kind, envelope_sender),
        "auto-submitted": first(headers, "auto-submitted").split(";")[0].strip() not in {"", "no"},
        "list": precedence == "list" or any(name.startswith(("list-", "x-mailing-list")) for name in headers),
        "bulk": precedence in {"bulk", "junk", "auto_reply"},
        "auto-response-suppress": re.search("all|oof|autoreply", first(headers, "x-auto-response-suppress"))
        is not None,
        "away": any(name in headers for name in ANSWERING_MACHINES) or AWAY.match(subject) is not None,
        "daemon": DAEMONS.match(sender) is not None,
    }
    return next((reason for reason, is_so in reasons.items() if is_so), "")


def _is_bounce(headers: Headers, kind: str, envelope_sender: str | None) -> bool:
    path = envelope_sender if envelope_sender is not None else first(headers, "return-path") or None
    no_sender = path is not None and path.strip().strip("<>") == ""
    return no_sender or kind == "multipart/report" or "x-failed-recipients" in headers


def first(headers: Headers, name: str) -> str:
    """Return the first header of a name, in lower case."""
    return next(iter(headers.get(name, ())), "").strip().lower()[:200]


# --- Delivery reports (RFC 3464) -------------------------------------------------------------------------------------


FOR_GOOD: Final = re.compile(r"\s*5\.\d{1,3}\.\d{1,3}\b")


def bounced(report: Part) -> tuple[str, ...]:
    """Return the addresses, in lower case, that a report says failed for good, as they were written to."""
    parts = [part for part in parts_of(report) if part.get_content_type() == "message/delivery-status"]
    return tuple(dict.fromkeys(address for part in parts for address in _failed(part)))[:MOST_RECIPIENTS]


def _failed(part: Part) -> Iterator[str]:
    """Yield the addresses in the groups of a report that failed for good."""
    for group in parts_of(part):
        fields = {name: values[0] for name, values in headers_of(group).items()}
        if fields.get("action", "").strip().lower() != "failed" or not FOR_GOOD.match(fields.get("status", "")):
            continue
        recipient = fields.get("original-recipient") or fields.get("final-recipient") or ""
        address = ADDRESS.search(recipient.partition(";")[2][:1000])
        if address and address[0].isprintable():
            yield address[0].lower()


# --- What one's own receiving server found out about a sender (``Authentication-Results``, RFC 8601) -----------------


COMMENT: Final = re.compile(r"\([^()]*\)")
QUOTED_VALUE: Final = re.compile(r'"([\w.@+-]*)"')
"""A value in quotation marks that may as well stand without them."""
METHOD: Final = re.compile(r"\s*(dkim|spf|dmarc)\s*(?:/\s*\d+)?\s*=\s*([a-z]+)", re.IGNORECASE)
DOMAINS: Final = {
    "dkim": re.compile(r"header\.(?:d|i)\s*=\s*\"?(?:[^\s@;\"]{0,64}@)?([\w.-]{1,253})", re.IGNORECASE),
    "spf": re.compile(r"smtp\.mailfrom\s*=\s*\"?<?(?:[^\s@;\"]{0,64}@)?([\w.-]{1,253})", re.IGNORECASE),
    "dmarc": re.compile(r"header\.from\s*=\s*\"?(?:[^\s@;\"]{0,64}@)?([\w.-]{1,253})", re.IGNORECASE),
}
LONGEST_RESULT: Final = 4000
MOST_RESULTS: Final = 10


class AuthResult(NamedTuple):
    """What one check came to."""

    method: str
    result: str
    domain: str


def vouched(headers: Sequence[tuple[str, str]], trusted: str, sender: str) -> str:
    """Return ``pass``, ``fail`` or nothing for the domain of ``sender``, by what the trusted server says alone."""
    domain = sender.rpartition("@")[2]
    if not trusted or not domain:
        return ""
    results = [result for value in _believed(headers, trusted.lower()) for result in _results_in(value)]
    if any(result.method == "dmarc" and result.result == "fail" for result in results):
        return "fail"
    if any(result.result == "pass" and _aligned(result, domain) for result in results):
        return "pass"
    return "fail" if any(result.result == "fail" for result in results) else ""


def _believed(headers: Sequence[tuple[str, str]], trusted: str) -> Iterator[str]:
    """Yield what the trusted server wrote: above the stamp of the one before it, where no sender can write."""
    stamps, count = 0, 0
    for name, value in headers:
        lowered = name.lower()
        stamps += lowered == "received"
        if stamps > 1 or count == MOST_RESULTS:
            return
        if lowered == "authentication-results":
            server, _, rest = _without_comments(str(value)[:LONGEST_RESULT]).partition(";")
            if server.lower().split()[:1] == [trusted]:
                count += 1
                yield rest


def _without_comments(value: str) -> str:
    """Return a header without comments and quotation marks; nothing where some of them cannot be understood.

    A sender chooses what stands before the ``@`` of their own address: with marks in it, it could pass for a check.
    """
    tidy = QUOTED_VALUE.sub(r"\1", COMMENT.sub(" ", value))
    return "" if any(sign in tidy for sign in '"()') else tidy


def _results_in(value: str) -> Iterator[AuthResult]:
    for piece in value.split(";"):
        if found := METHOD.match(piece):
            method = found[1].lower()
            domain = DOMAINS[method].search(piece)
            yield AuthResult(method, found[2].lower(), domain[1].lower().strip(".") if domain else "")


def _aligned(result: AuthResult, domain: str) -> bool:
    """Tell whether a check speaks for a sender's domain: it was made of the same one, or of one above it."""
    if result.method == "dmarc":
        return result.domain in {domain, ""}
    other = result.domain
    return "." in other and (other == domain or domain.endswith(f".{other}"))
