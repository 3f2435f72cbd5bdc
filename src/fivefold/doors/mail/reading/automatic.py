"""Messages that no person wrote, which are never answered."""

import re
from collections.abc import Mapping, Sequence
from typing import Final

Headers = Mapping[str, Sequence[str]]

DAEMONS: Final = re.compile(
    r"(?:mailer-?daemon|postmaster|mail-?daemon|no-?reply|do-?not-?reply|noreply-.*|.*-noreply|bounces?|.*-bounces?(?:\+.*)?"
    r"|listserv|majordomo|daemon|root|.*-request)@",
    re.IGNORECASE,
)
AWAY: Final = re.compile(
    r"\s*(?:out of (?:the )?office|(?:auto(?:matic)?[- ]?)(?:reply|response|antwort)|auto:|vacation (?:reply|response)|"
    r"automatische antwort|abwesen|abwesenheits|nicht im büro|urlaubs?(?:benachrichtigung|meldung|notiz)|"
    r"réponse automatique|absence du bureau|absent du bureau|respuesta autom|fuera de (?:la )?oficina|"
    r"risposta automatica|fuori sede|assenza|automatisch antwoord|afwezig|niet aanwezig|autosvar|automatiskt svar|"
    r"frånvaro|automatyczna odpowied|nieobecno|resposta autom|ausência|自動返信|自動応答|不在|automatic vastaus|"
    r"poissa|automatická odpověď|автоответ|undeliver|delivery status notification|mail delivery (?:failed|system)|"
    r"returned mail|failure notice|unzustellbar)",
    re.IGNORECASE,
)
"""Subjects of messages that tell who wrote that they are away, or that a mail did not arrive."""
ANSWERING_MACHINES: Final = ("x-autoreply", "x-autorespond", "x-autoresponder", "x-auto-reply-from", "x-mail-autoreply")


def why_automatic(headers: Headers, kind: str, envelope_sender: str | None, sender: str, subject: str) -> str:
    """Return why a message must never be answered, in one word or two; empty if a person seems to have written it."""
    precedence = first(headers, "precedence")
    reasons = {
        "bounce": is_bounce(headers, kind, envelope_sender),
        "auto-submitted": first(headers, "auto-submitted").split(";")[0].strip() not in {"", "no"},
        "list": precedence == "list" or any(name.startswith(("list-", "x-mailing-list")) for name in headers),
        "bulk": precedence in {"bulk", "junk", "auto_reply"},
        "auto-response-suppress": re.search("all|oof|autoreply", first(headers, "x-auto-response-suppress"))
        is not None,
        "away": any(name in headers for name in ANSWERING_MACHINES) or AWAY.match(subject) is not None,
        "daemon": DAEMONS.match(sender) is not None,
    }
    return next((reason for reason, is_so in reasons.items() if is_so), "")


def is_bounce(headers: Headers, kind: str, envelope_sender: str | None) -> bool:
    """Tell whether a server wrote this about a message."""
    path = envelope_sender if envelope_sender is not None else first(headers, "return-path") or None
    no_sender = path is not None and path.strip().strip("<>") == ""
    return no_sender or kind == "multipart/report" or "x-failed-recipients" in headers


def first(headers: Headers, name: str) -> str:
    """Return the first header of a name, in lower case."""
    return next(iter(headers.get(name, ())), "").strip().lower()[:200]
