"""Errors of the API: every one is a problem as RFC 9457 has it, with a kind that is documented and never changes."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, Final, NamedTuple, NotRequired

import orjson
from starlette.requests import Request
from starlette.responses import Response
from starlette.types import Scope
from typing_extensions import TypedDict

from fivefold.contract.errors import FivefoldError
from fivefold.house.match_view.facts import CompactMatch
from fivefold.session.errors import LOOK_AGAIN, Stale

API: Final = "/api/v1"
LINES: Final = "application/x-ndjson"
"""What streams are."""
MEDIA_TYPE: Final = "application/problem+json"
DOCUMENTED: Final = "/api#problem-"


class ApiProblem(TypedDict):
    """Why something was not done."""

    type: str
    """Which kind of problem it is: an address at which it is explained."""
    title: str
    """The kind in a few words, always the same."""
    status: int
    detail: str
    """What is wrong here, and what would do, in a sentence."""
    code: str
    """Which problem exactly: the kind, or where the house tells more closely, one word for that."""
    subject: str
    """What it is wrong with, as it was given; may be empty."""
    remedy: str
    """What would do; may be empty."""
    field: str
    """The field that it was given in; may be empty."""
    number: NotRequired[int]
    """Of the last entry in the log, where the match went on meanwhile."""
    match: NotRequired[CompactMatch]
    """The match as it is now, where it went on meanwhile."""
    scope: NotRequired[str]
    """What the token would have to be allowed to do."""


class Kind(NamedTuple):
    """A kind of problem."""

    status: int
    title: str
    words: str
    """When it comes and what to do."""


KINDS: Final[Mapping[str, Kind]] = {
    "malformed": Kind(400, "The request cannot be read", "It is not what HTTP allows, or its body is no JSON."),
    "unknown-token": Kind(401, "The token is not valid", "It was revoked or has expired. Make another one."),
    "no-token": Kind(401, "A token is needed", "Send one in the header Authorization: Bearer ff_…"),
    "missing-scope": Kind(403, "The token may not do this", "Make one with the scope that is named."),
    "not-yours": Kind(403, "This is not yours to do", "It is not your seat, not your turn, or somebody else’s."),
    "banned": Kind(403, "You are banned", "The detail says until when and why."),
    "forged": Kind(403, "The request is not from a page of the house", "Without a token, X-CSRF-Token is needed."),
    "unknown-page": Kind(404, "There is nothing here", "Check the address."),
    "unknown-match": Kind(404, "There is no such match", "Check the id."),
    "unknown-player": Kind(404, "Nobody here is called so", "Guests have no page. Check the spelling."),
    "unknown-line": Kind(404, "There is no such line of chat", "Check its number."),
    "unknown-table": Kind(404, "There is no such table of numbers", "Check the id."),
    "unknown-tournament": Kind(404, "There is no such tournament", "Check the id."),
    "method-not-allowed": Kind(405, "This address takes other methods", "The header Allow names them."),
    "stale": Kind(409, "The match went on meanwhile", "Something else has this number: number and match say what."),
    "match-over": Kind(409, "The match is over", "Nothing more can be done in it."),
    "seat-taken": Kind(409, "Somebody sits there", "Take another seat."),
    "not-offered": Kind(409, "This is not possible now", "The detail says why."),
    "too-large": Kind(413, "The body is too long", "Nothing here takes so much."),
    "too-long": Kind(414, "The address is too long", "Nothing here has such an address."),
    "unreadable": Kind(415, "The body is not JSON", "Send Content-Type: application/json, in UTF-8."),
    "invalid-move": Kind(422, "This is no move", "The detail says how moves are written."),
    "illegal-move": Kind(422, "The rules do not allow this move", "The detail says why."),
    "invalid-option": Kind(422, "The choice does not exist", "The detail names those there are."),
    "invalid-record": Kind(422, "The record is damaged", "The detail names the line."),
    "invalid-name": Kind(422, "The name cannot be used", "The detail says why."),
    "invalid-field": Kind(422, "A field is missing or invalid", "field names it."),
    "invalid-endpoint": Kind(422, "Messages cannot be sent there", "The detail says why."),
    "invalid-keys": Kind(422, "The keys cannot be used", "The detail says why."),
    "garbled": Kind(422, "A text has a character that cannot be kept", "Leave it out."),
    "too-many": Kind(429, "Too many requests", "Wait for the seconds in Retry-After."),
    "too-fast": Kind(429, "Too much at once", "Wait a moment."),
    "internal-error": Kind(500, "Something broke in the house", "What was confirmed before is safe. Look, then retry."),
    "busy": Kind(503, "The house is busy", "Not done. Try again after Retry-After."),
    "not-kept": Kind(503, "The house cannot store anything just now", "Not done. Try again after Retry-After."),
}
"""Every kind there is, by the end of its ``type``."""
_BY_STATUS: Final = {400: "malformed", 404: "unknown-page", 405: "method-not-allowed", 422: "invalid-field"}


def is_api(scope: Scope) -> bool:
    """Tell whether a request is one to the API, so that it is answered in its form."""
    path = scope["path"]
    return bool(path == API or path.startswith(f"{API}/"))


def answer(
    status: int, detail: str, more: Mapping[str, Any] | None = None, headers: Mapping[str, str] | None = None
) -> Response:
    """Return a problem of which only the status is known."""
    return _response(_BY_STATUS.get(status, "internal-error"), status, detail, more or {}, headers)


def answer_to(
    request: Request, error: FivefoldError, status: int, headers: Mapping[str, str] | None = None
) -> Response:
    """Return one of our errors as a problem."""
    kind, problem = kind_of(error), error.problem
    if isinstance(error, Stale) and problem.remedy == LOOK_AGAIN:
        send = f"look at `match`, then send the number of the next entry, {error.news.number + 1}"
        problem = replace(problem, remedy=send)
    more: dict[str, Any] = {
        "code": problem.code or kind,
        "subject": problem.subject,
        "remedy": problem.remedy,
        "field": problem.field,
    }
    scope = getattr(error, "scope", "")
    if scope:
        more["scope"] = scope
    if isinstance(error, Stale):
        person_id = request.state.visitor.id
        more["number"] = error.news.number
        more["match"] = request.app.state.house.compact.match(error.news, person_id)
    return _response(kind, status, str(problem), more, headers)


def invalid_field(place: Sequence[int | str], words: str) -> Response:
    """Return the problem of a field of a body, a query or an address that is missing or invalid."""
    field = ".".join(map(str, place[1:])) or "body"
    detail = f"{field}: {words[:1].lower()}{words[1:]}"
    return _response("invalid-field", 422, detail, {"subject": field, "field": field}, None)


def kind_of(error: Exception) -> str:
    """Return the kind of an error, by the nearest of its classes that has one."""
    names = (re.sub("(?<=[a-z])(?=[A-Z])", "-", each.__name__).lower() for each in type(error).__mro__)
    return next((name for name in names if name in KINDS), "internal-error")


def _response(
    kind: str, status: int, detail: str, more: Mapping[str, Any], headers: Mapping[str, str] | None
) -> Response:
    problem = {
        "type": DOCUMENTED + kind,
        "title": KINDS[kind].title,
        "status": status,
        "detail": detail,
        "code": kind,
        "subject": "",
        "remedy": "",
        "field": "",
        **more,
    }
    return Response(orjson.dumps(problem), status, headers, MEDIA_TYPE)
