"""What can go wrong between a program and a house: each error says what is wrong, with what, and what would do."""

from collections.abc import Mapping
from typing import Any, Final

from fivefold.contract.errors import FivefoldError


class ClientError(FivefoldError):
    """The root of all errors of this client."""


class Unreachable(ClientError):
    """The house did not answer. What was sent may have been done or not, unless it never left."""


class Refused(ClientError):
    """The house answered with a problem."""

    def __init__(self, told: Mapping[str, Any], status: int, wait: float | None = None) -> None:
        """``told``: the problem as it was sent. ``wait``: seconds after which to try again, where it says so."""
        self.status, self.wait = status, wait
        self.kind: str = str(told.get("type", "")).rpartition("problem-")[2]
        """Which kind of problem it is, as the API's documentation lists them."""
        self.told: Mapping[str, Any] = told
        """All that the house said of it."""
        detail = str(told.get("detail", "")) or f"the house answered {status}"
        given = {name: str(told.get(name, "")) for name in ("subject", "remedy", "field", "code")}
        super().__init__(detail, **given)
        self.code = given["code"]
        """Which problem exactly, in one word."""
        self.subject, self.remedy, self.field = given["subject"], given["remedy"], given["field"]
        """What it is wrong with, as it was given; what would do; the field it was given in. Each may be empty."""

    def __str__(self) -> str:
        """Return what is wrong and what would do, in a sentence."""
        return self.problem.message


class BadToken(Refused):
    """There is no token, or it was revoked, has expired or never was one."""


class NotAllowed(Refused):
    """The token may not do this, or it is not yours to do."""


class NotFound(Refused):
    """There is no such thing."""


class NotPossible(Refused):
    """It cannot be done now."""


class MatchOver(NotPossible):
    """The match is over."""


class SeatTaken(NotPossible):
    """Somebody sits there."""


class Stale(NotPossible):
    """The match went on meanwhile."""

    @property
    def number(self) -> int:
        """The number of the last entry in the match's log."""
        return int(self.told.get("number", 0))

    @property
    def match(self) -> Mapping[str, Any]:
        """The match as it is now."""
        found: Mapping[str, Any] = self.told.get("match", {})
        return found


class Invalid(Refused):
    """What was sent cannot be taken: a name, an option, a field."""


class InvalidMove(Invalid):
    """A text that is no move."""


class IllegalMove(Invalid):
    """A move that the rules do not allow here."""


class TooMany(Refused):
    """More requests than the house takes, for longer than the client was willing to wait."""


class HouseBusy(Refused):
    """The house cannot do this just now; it was not done."""


class HouseBroken(Refused):
    """Something broke in the house."""


KINDS: Final[Mapping[str, type[Refused]]] = {
    "unknown-token": BadToken,
    "no-token": BadToken,
    "missing-scope": NotAllowed,
    "not-yours": NotAllowed,
    "forged": NotAllowed,
    "not-offered": NotPossible,
    "match-over": MatchOver,
    "seat-taken": SeatTaken,
    "stale": Stale,
    "invalid-move": InvalidMove,
    "illegal-move": IllegalMove,
    "busy": HouseBusy,
    "not-kept": HouseBusy,
}
"""Errors that a program may want to tell apart, by the kind of problem; the others go by their status."""
STATUS: Final[Mapping[int, type[Refused]]] = {
    400: Invalid,
    401: BadToken,
    403: NotAllowed,
    404: NotFound,
    405: NotFound,
    409: NotPossible,
    413: Invalid,
    414: Invalid,
    415: Invalid,
    422: Invalid,
    429: TooMany,
    502: HouseBusy,
    503: HouseBusy,
    504: HouseBusy,
}


def refusal(told: object, status: int, retry_after: str | None = None) -> Refused:
    """Return the error for an answer; ``told``: its JSON, or whatever a server in between has said."""
    problem: Mapping[str, Any] = told if isinstance(told, dict) else {}
    wait = float(retry_after) if retry_after is not None and retry_after.isdecimal() else None
    kind = str(problem.get("type", "")).rpartition("problem-")[2]
    return KINDS.get(kind, STATUS.get(status, HouseBroken if status >= 500 else Refused))(problem, status, wait)
