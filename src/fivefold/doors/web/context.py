"""A request in its context: who sent it, to which house. Pages and API use the same."""

from dataclasses import dataclass
from typing import Annotated

from anyio.to_thread import run_sync
from fastapi import Depends, Path
from starlette.requests import Request
from starlette.responses import Response

from fivefold.doors.web import responses
from fivefold.doors.web.visitors import Visitor, visitor
from fivefold.house.computers.analysis import plies_to_analyse, reconciled
from fivefold.house.computers.opponents import Opponents
from fivefold.house.errors import NotOffered
from fivefold.house.house import House
from fivefold.house.match_view.view_types import AnalysisView
from fivefold.session.snapshot import MatchSnapshot

MatchId = Annotated[str, Path(max_length=40)]


@dataclass(frozen=True, slots=True)
class RequestContext:
    """A request, and who sent it."""

    request: Request
    house: House
    opponents: Opponents
    who: Visitor

    @property
    def person_id(self) -> str:
        """The person's id in the house; a new one where the request does not say who sends it."""
        return self.who.id

    @property
    def is_bot(self) -> bool:
        """Whether a program plays for this account."""
        return self.who.known and self.house.accounts.is_bot(self.who.id)

    def shown(self, match_id: str) -> MatchSnapshot:
        """Return a match as the person may see it. Raises ``UnknownMatch``, ``NotYours``."""
        return self.house.shown_to(self.person_id, match_id)

    async def shown_at_once(self, match_id: str) -> MatchSnapshot:
        """Return the same; one that has to be loaded holds up nobody."""
        return self.shown(match_id) if self.house.at_hand(match_id) else await run_sync(self.shown, match_id)

    def analysis(self, match_id: str) -> AnalysisView:
        """Return what is known so far of a match that is over, and have the rest worked out. Raises ``NotOffered``."""
        snapshot = self.shown(match_id)
        if not snapshot.match.outcome:
            raise NotOffered("you get it when the match is over", subject="analysis")
        self.opponents.analyse(match_id, self.person_id)
        found, of = reconciled(snapshot.match, self.house.estimates.of(match_id)), len(plies_to_analyse(snapshot.match))
        return {"done": len(found), "of": of, "estimates": [found[ply].view() for ply in sorted(found)]}

    def done(self, snapshot: MatchSnapshot, status: int = 200, version: str = "") -> Response:
        """Return a page's answer to a command: the match as it is now, or what has changed since this version of it."""
        path = f"/matches/{snapshot.id}"
        if not responses.wants_json(self.request):
            return responses.elsewhere(path)
        headers = {"Location": path} if status == 201 else None
        shown = self.house.encoded.shown(snapshot, self.person_id)
        change = self.house.encoded.change(shown, version) if version else None
        return responses.encoded(shown.whole if change is None else change, status, headers)

    def gone_to(self, path: str, status: int = 200) -> Response:
        """Return the answer to a command after which another page is shown."""
        return (
            responses.json({"path": path}, status) if responses.wants_json(self.request) else responses.elsewhere(path)
        )


def context_of(request: Request) -> RequestContext:
    """Return the context of a request."""
    state = request.app.state
    return RequestContext(request, state.house, state.opponents, visitor(request))


async def _visiting(request: Request) -> RequestContext:
    return context_of(request)


Visiting = Annotated[RequestContext, Depends(_visiting)]
"""Somebody at a page."""
