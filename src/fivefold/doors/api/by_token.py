"""Who sends a request with a token: ``Authorization: Bearer ff_…``."""

from typing import Final

from starlette.requests import Request

from fivefold.contract.errors import FivefoldError
from fivefold.doors.web import request_parsing
from fivefold.doors.web.errors import TooMany, UnknownToken
from fivefold.doors.web.limits import Limits, Rate, address_of
from fivefold.doors.web.visitors import Visitor, new_visitor
from fivefold.house.people.tokens import Tokens, is_well_formed

UNKNOWN: Final = Rate("tokens that are not known yet", 12, 10)
"""Each asks the store; five times as many from one address."""
NOBODYS: Final = "it was revoked, has expired or never was"


class ByToken:
    """Finds out whose token a request brings."""

    def __init__(self, tokens: Tokens, limits: Limits) -> None:
        self._tokens, self._limits = tokens, limits

    def __call__(self, request: Request) -> Visitor | None:
        """Return who sends a request; ``None`` where it brings no token, and so perhaps a cookie."""
        given = request_parsing.header(request, "authorization").strip()
        if not given:
            return None
        scheme, _, secret = given.partition(" ")
        try:
            return self._visitor(scheme, secret.strip(), address_of(request))
        except (UnknownToken, TooMany) as error:
            return refused(error)

    def _visitor(self, scheme: str, secret: str, address: str) -> Visitor:
        if scheme.lower() != "bearer" or not is_well_formed(secret):
            raise UnknownToken("this is no token of ours", subject="token", remedy="send Authorization: Bearer ff_…")
        if not self._tokens.is_known(secret):
            self._limits.spend(UNKNOWN, None, address)
        found = self._tokens.find(secret)
        if found is None:
            raise UnknownToken(NOBODYS, subject="token", remedy="make another one: /account/tokens")
        return Visitor(found.person_id, known=True, welcome=False, session=found.session, token=found)


def refused(error: FivefoldError) -> Visitor:
    """Return a visitor who is nobody, because the token that came opens nothing."""
    nobody = new_visitor()
    return Visitor(nobody.id, known=False, welcome=False, refusal=error)
