"""Who sends a request: a signed cookie names a session, the house knows whose it is, and a token bound to the person
shows that a form came from our page.

Reading a page stores nothing: a new visitor gets a cookie, and becomes a person of the house with the first command.
"""

import hashlib
import hmac
import secrets
import time
from base64 import b32encode
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from datetime import timedelta
from functools import partial
from typing import Final

from itsdangerous import BadSignature, Signer, TimestampSigner
from starlette.datastructures import MutableHeaders
from starlette.requests import Request
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from fivefold.contract.errors import FivefoldError
from fivefold.doors.web import request_parsing
from fivefold.doors.web.errors import Forged, response_to
from fivefold.doors.web.problems import is_api
from fivefold.doors.web.thread_pool import run_in_thread
from fivefold.house.errors import Busy, NotKept
from fivefold.house.house import House
from fivefold.house.people.sessions import Sessions
from fivefold.house.people.tokens import Token

COOKIE: Final = "guest"
KEPT: Final = timedelta(days=365)
RENEWED: Final = timedelta(days=30)
"""A cookie this old is replaced by a new one for the same person."""
LONGEST_ID: Final = 64
SAFE_METHODS: Final = frozenset({"GET", "HEAD", "OPTIONS"})
SIGNED_FOR: Final = frozenset({"/mail/stop"})
"""Where a signed key in the address shows who wants it, so that a mail program can send it by itself (RFC 8058)."""


@dataclass(frozen=True, slots=True)
class Visitor:
    """Who a request is from."""

    id: str
    """The person's id in the house; a new one if the request brought none."""
    known: bool
    """Whether the request brought it, signed by us."""
    welcome: bool
    """Whether a page should set the cookie (anew)."""
    session: str = ""
    """The id in the cookie; a guest's is the person's."""
    token: Token | None = None
    """By which a program acts for the person."""
    refusal: FivefoldError | None = None
    """Why the token that came with the request opens nothing."""


class Visitors:
    """Cookies and tokens, signed with the house's secret."""

    def __init__(self, secret: bytes, sessions: Sessions | None = None) -> None:
        """``sessions``: who knows whose session an id is; without them every id is a guest's."""
        self._sessions = sessions
        self._cookies = TimestampSigner(secret, salt="fivefold guest", digest_method=hashlib.sha256)
        self._tokens = Signer(secret, salt="fivefold form", digest_method=hashlib.sha256)

    def cookie(self, session: str) -> str:
        """Return the cookie's value for a session."""
        return self._cookies.sign(session).decode()

    def visitor(self, cookie: str | None) -> Visitor:
        """Return the visitor that a cookie names; a new one if it is missing or forged, or its session has ended.

        A cookie that we signed is valid at any age: if our clock was wrong, replacing it would cost the person every
        match. Browsers drop it after ``KEPT``.
        """
        try:
            name, signed = self._cookies.unsign(cookie or "", return_timestamp=True)
        except BadSignature:
            return new_visitor()
        session = name.decode()[:LONGEST_ID]
        person = session if self._sessions is None else self._sessions.person(session)
        if person is None:
            return new_visitor()
        age = time.time() - signed.timestamp()
        return Visitor(person, known=True, welcome=age > RENEWED.total_seconds(), session=session)

    async def note_seen(self, who: Visitor) -> None:
        """Note now and then that a device was seen."""
        if self._sessions is not None and who.known and self._sessions.is_news(who.session):
            with suppress(Busy, NotKept):  # the next request will do
                await run_in_thread(partial(self._sessions.note_seen, who.session))

    def token(self, person_id: str) -> str:
        """Return the token for this person's forms."""
        return self._tokens.get_signature(person_id).decode()

    def check(self, person_id: str, token: str) -> bool:
        """Return whether a token is this person's."""
        return hmac.compare_digest(self.token(person_id).encode(), token.encode())


def new_visitor() -> Visitor:
    """Return a guest who was never here."""
    new = b32encode(secrets.token_bytes(10)).decode().lower()
    return Visitor(new, known=False, welcome=True, session=new)


def visitor(request: Request) -> Visitor:
    """Return the visitor who sent a request."""
    found: Visitor = request.state.visitor
    return found


def house_of(request: Request) -> House:
    """Return the house that a request is sent to."""
    house: House = request.app.state.house
    return house


def csrf(request: Request) -> str:
    """Return the token for the forms of a page."""
    visitors: Visitors = request.app.state.visitors
    return visitors.token(visitor(request).id)


async def refuse_forgery(request: Request) -> None:
    """Raise ``Forged`` for a request that would change something and does not come from one of our pages."""
    if request.method in SAFE_METHODS or request.scope["path"] in SIGNED_FOR:
        return
    if request_parsing.header(request, "sec-fetch-site") == "cross-site":
        raise Forged("this was sent from another site: open the page here and try again")
    who = visitor(request)
    by_program = who.token is not None or who.refusal is not None
    if is_api(request.scope) and (by_program or not who.known):
        return  # no cookie of somebody's browser says who it is
    token = request_parsing.header(request, "x-csrf-token") or await _token_of_form(request)
    if not who.known:
        raise Forged("your browser did not send our cookie: allow cookies for this site, reload the page and try again")
    visitors: Visitors = request.app.state.visitors
    if not visitors.check(who.id, token):
        raise Forged("this form is outdated or not from your own page: reload the page and try again")


async def _token_of_form(request: Request) -> str:
    return "" if is_api(request.scope) else (await request_parsing.form(request)).get("csrf", "")


ByToken = Callable[[Request], Visitor | None]
"""Returns who sends a request with a token; ``None`` for one without."""


class VisitorCookies:
    """Notes who sent a request, and sets a new visitor's cookie with the first page."""

    def __init__(self, app: ASGIApp, visitors: Visitors, by_token: ByToken, secure: bool = False) -> None:
        self.app, self.visitors, self.by_token, self.secure = app, visitors, by_token, secure

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Handle a request."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        try:
            who = self._who(scope)
        except Busy as error:  # nobody can be looked up just now, so nothing else is tried
            scope.setdefault("state", {})["visitor"] = new_visitor()
            await response_to(Request(scope), error)(scope, receive, send)
            return
        scope.setdefault("state", {})["visitor"] = who

        async def send_with_cookie(message: Message) -> None:
            if message["type"] == "http.response.start" and who.welcome:
                headers = MutableHeaders(scope=message)
                given = any(each.startswith(f"{COOKIE}=") for each in headers.getlist("set-cookie"))
                if not given and headers.get("content-type", "").startswith("text/html"):
                    headers.append(
                        "set-cookie", _set_cookie(self.visitors, who.session, self.secure or _is_https(scope))
                    )
            await send(message)

        await self.app(scope, receive, send_with_cookie)
        await self.visitors.note_seen(who)

    def _who(self, scope: Scope) -> Visitor:
        """Return who sent a request. Raises ``Busy``."""
        request = Request(scope)
        who = self.by_token(request) if is_api(scope) else None
        return who or self.visitors.visitor(request_parsing.cookie(request, COOKIE))


def _set_cookie(visitors: Visitors, session: str, secure: bool) -> str:
    age, only_https = int(KEPT.total_seconds()), "; Secure" if secure else ""
    return f"{COOKIE}={visitors.cookie(session)}; Path=/; Max-Age={age}; HttpOnly; SameSite=Lax{only_https}"


def enter(request: Request, response: Response, session: str) -> Response:
    """Return a response that makes a session the browser's."""
    state = request.app.state
    secure = state.settings.https or _is_https(request.scope)
    response.headers.append("set-cookie", _set_cookie(state.visitors, session, secure))
    return response


def _is_https(scope: Scope) -> bool:
    return bool(scope.get("scheme") == "https")


BY_PROGRAM: Final = ("/matches/", "/new/", "/lobby", "/challenges", "/daily", "/tournaments", "/players/")
"""How addresses begin at which somebody plays or meets people."""
OPEN_TO_ALL: Final = frozenset({"choice", "mute", "report", "presence", "block", "follow", "unfollow"})
"""What the owner may do there all the same, by the end of the address."""


async def refuse_bots_by_hand(request: Request) -> None:
    """Raise ``NotOffered`` for a command by a form that only a bot's program gives."""
    path = request.scope["path"]
    if request.method in SAFE_METHODS or not path.startswith(BY_PROGRAM) or path.rpartition("/")[2] in OPEN_TO_ALL:
        return
    who = visitor(request)
    if who.known:
        house_of(request).bots.refuse_by_hand(who.id)
