"""How errors are answered: one table from error to status, with messages for people and scripts."""

import logging
import re
from collections.abc import Mapping
from http import HTTPStatus
from typing import Any, Final

from fastapi import FastAPI
from fastapi.exceptions import RequestValidationError
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from fivefold.contract.errors import FivefoldError, IllegalMove, InvalidMove, InvalidOption, InvalidRecord, MatchOver
from fivefold.doors.web import problems, request_parsing, responses
from fivefold.doors.web.logs import route_of
from fivefold.doors.web.request_parsing import Garbled, Malformed, Unreadable
from fivefold.house.errors import (
    Busy,
    InvalidField,
    InvalidName,
    NotKept,
    NotOffered,
    NotYours,
    OutcomeUnknown,
    SeatTaken,
    Stale,
    TooFast,
    UnknownLine,
    UnknownMatch,
    UnknownPlayer,
    UnknownTable,
    UnknownTournament,
)
from fivefold.house.match_view.view_types import ProblemView
from fivefold.house.moderation.active_rules import Banned
from fivefold.house.notices.push import InvalidEndpoint, InvalidKeys

log = logging.getLogger("fivefold.web")


class Forged(FivefoldError):
    """A request that would change something and does not come from one of our pages."""


class NoToken(FivefoldError):
    """A request to the API that needs to say who sends it."""


class UnknownToken(FivefoldError):
    """A request to the API with a token that is nobody's, or nobody's any more."""


class MissingScope(FivefoldError):
    """A request to the API with a token that may not do this."""

    def __init__(self, scope: str) -> None:
        super().__init__("this token may not do that", subject="token", remedy=f"make one with the scope {scope}")
        self.scope = scope


class TooMany(FivefoldError):
    """More requests of one kind than a person makes."""

    def __init__(self, words: str, wait: int) -> None:
        super().__init__(words)
        self.wait = wait
        """Seconds after which it is worth trying again."""


class TooLarge(FivefoldError):
    """A body longer than any of our forms."""


class TooLong(FivefoldError):
    """An address longer than any of ours."""


class UnknownPage(FivefoldError):
    """An address at which there is nothing."""


STATUS: Final[Mapping[type[Exception], int]] = {
    Malformed: 400,
    UnknownMatch: 404,
    UnknownLine: 404,
    UnknownPlayer: 404,
    UnknownTable: 404,
    UnknownTournament: 404,
    UnknownPage: 404,
    NoToken: 401,
    UnknownToken: 401,
    MissingScope: 403,
    NotYours: 403,
    Forged: 403,
    Banned: 403,
    Stale: 409,
    MatchOver: 409,
    SeatTaken: 409,
    NotOffered: 409,
    TooLarge: 413,
    TooLong: 414,
    Unreadable: 415,
    InvalidMove: 422,
    IllegalMove: 422,
    InvalidOption: 422,
    InvalidRecord: 422,
    InvalidName: 422,
    InvalidField: 422,
    InvalidEndpoint: 422,
    InvalidKeys: 422,
    Garbled: 422,
    TooMany: 429,
    TooFast: 429,
    Busy: 503,
    NotKept: 503,
}
"""The status of each error; any other is a mistake of ours, 500."""

BEARER: Final = {"WWW-Authenticate": 'Bearer realm="Fivefold"'}
RETRY_AFTER: Final[Mapping[type[Exception], int]] = {Busy: 1, OutcomeUnknown: 1, NotKept: 10}
"""Seconds after which it is worth trying again."""
TITLES: Final[Mapping[int, str]] = {
    400: "That could not be read",
    403: "You cannot do that",
    404: "Nothing here",
    405: "That is not possible here",
    409: "Too late for that",
    413: "That is too much at once",
    414: "That address is too long",
    415: "That could not be read",
    422: "That does not work",
    429: "Too fast",
    500: "Something broke",
    503: "Just a moment",
}
WORDS: Final[Mapping[int, str]] = {
    400: "What your browser sent does not match any form here: reload the page and try again.",
    404: "We don't have that page. The link may be incomplete.",
    405: "This address does not take that kind of request.",
    413: "What was sent is longer than anything this page asks for.",
    500: "Something went wrong on our side. Everything confirmed before is safe, but this may not have been done: "
    "reload the page and check before you try again.",
}


API_WORDS: Final[Mapping[int, str]] = {
    404: "The API has no such address: /api lists all there are.",
    405: "This address takes other methods: the header Allow names them.",
    413: WORDS[413],
}


def status_of(error: Exception) -> int:
    """Return the status for an error, by the nearest of its classes in the table."""
    return next((STATUS[kind] for kind in type(error).__mro__ if kind in STATUS), 500)


def refusal(
    request: Request,
    status: int,
    words: str,
    more: Mapping[str, Any] | None = None,
    headers: Mapping[str, str] | None = None,
) -> Response:
    """Return a refusal as a page or as JSON; ``more`` has further fields for JSON."""
    if problems.is_api(request.scope):
        return problems.answer(status, words, headers=headers)
    if responses.wants_json(request):
        return responses.json({"error": words, **(more or {})}, status, headers)
    return responses.message(request, status, TITLES.get(status, HTTPStatus(status).phrase), words, headers)


def response_to(request: Request, error: Exception) -> Response:
    """Return the answer to one of our errors; one without a status is logged and not shown."""
    status = status_of(error)
    if status == 500:
        return _internal_error(request, error)
    wait = error.wait if isinstance(error, TooMany) else RETRY_AFTER.get(type(error))
    headers = BEARER if status == 401 else None if wait is None else {"Retry-After": str(wait)}
    if isinstance(error, FivefoldError) and problems.is_api(request.scope):
        return problems.answer_to(request, error, status, headers)
    if isinstance(error, TooMany) and not responses.wants_json(request):
        # Rendering a page would cost as much as what is refused.
        return responses.plain(status, TITLES[status], str(error), headers)
    try:
        return refusal(request, status, str(error), _details(request, error), headers)
    except Busy:  # not even the reader's name, which every page has, can be looked up
        return responses.plain(status, TITLES[status], str(error), headers)


def _details(request: Request, error: Exception) -> dict[str, Any]:
    """Return further fields for scripts: the problem, and after a late move the current view."""
    if not isinstance(error, FivefoldError) or not responses.wants_json(request):
        return {}
    if not isinstance(error, Stale):
        return {"problem": _problem_view(error)}
    view = request.app.state.house.views.view(error.news, request.state.visitor.id)
    return {"problem": _problem_view(error), "view": view}


def _problem_view(error: FivefoldError) -> ProblemView:
    """Return an error as data; where no code tells which problem it is, the kind of error does."""
    problem = error.problem
    return {
        "code": problem.code or re.sub("(?<=[a-z])(?=[A-Z])", "-", type(error).__name__).lower(),
        "subject": problem.subject,
        "message": problem.message,
        "remedy": problem.remedy,
        "field": problem.field,
    }


def _internal_error(request: Request, error: Exception) -> Response:
    """Log an unexpected error, and answer only that there was one."""
    log.error("%s %s: %s", request.method, route_of(request.scope), type(error).__name__, exc_info=error)
    try:
        return refusal(request, 500, WORDS[500])
    except Exception as another:  # the page's own frame may be what broke
        log.error("The page that should say so: %s", another)
        return responses.plain(500, TITLES[500], WORDS[500])


def _http_error(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)  # noqa: S101  (registered for nothing else)
    words = (API_WORDS if problems.is_api(request.scope) else WORDS).get(error.status_code, error.detail)
    return refusal(request, error.status_code, words, headers=error.headers)


def _invalid_parameter(request: Request, error: Exception) -> Response:
    assert isinstance(error, RequestValidationError)  # noqa: S101  (registered for nothing else)
    found = error.errors()[0]
    name = str(found["loc"][-1])
    if problems.is_api(request.scope):
        return problems.invalid_field(found["loc"], found["msg"])
    return refusal(request, 422, f"{name}: {found['msg'][:1].lower()}{found['msg'][1:]}")


def add_handlers(app: FastAPI) -> None:
    """Register the handlers of every error of an app."""
    app.add_exception_handler(FivefoldError, response_to)
    app.add_exception_handler(HTTPException, _http_error)
    app.add_exception_handler(RequestValidationError, _invalid_parameter)


class AnswerUnexpected:
    """Answers unexpected errors inside the other layers, so that these answers get their headers too."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Handle a request."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        started = False

        async def note_start(message: Message) -> None:
            nonlocal started
            started = started or message["type"] == "http.response.start"
            await send(message)

        try:
            await self.app(scope, receive, note_start)
        except ClientDisconnect:
            return  # before sending its whole request: nobody is left to answer
        except Exception as error:
            if started:
                raise
            await _internal_error(Request(scope), error)(scope, receive, send)


class RefuseMalformed:
    """Refuses requests that cannot be read safely, before anything else reads them."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Handle a request."""
        refusal = _refusal_of_malformed(scope) if scope["type"] == "http" else None
        if refusal is None:
            await self.app(scope, receive, send)
        else:
            await refusal(scope, receive, send)


def _refusal_of_malformed(scope: Scope) -> Response | None:
    """Return the refusal of a malformed request. It has no page around it, which would need more of the request."""
    try:
        request_parsing.check(scope)
    except Malformed as error:
        if problems.is_api(scope):
            return problems.answer(400, str(error))
        if responses.wants_json(Request(scope)):
            return responses.json({"error": str(error)}, 400)
        return responses.plain(400, TITLES[400], str(error))
    return None
