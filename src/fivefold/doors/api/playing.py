"""What is done at a table: sit down, move, offer, answer, resign, go on.

Whatever adds an entry to the log is sent with the ``number`` that this entry would be, one more than the ``number``
known. So nothing is done twice, and nothing is done in another position than was meant.
"""

import asyncio
from functools import partial
from typing import Annotated, Any, Final, Literal

from pydantic import Field
from starlette.responses import Response

from fivefold.doors.api.bodies import Body
from fivefold.doors.api.callers import Caller, Player, spend
from fivefold.doors.api.matches import EXAMPLE, UNKNOWN, MatchId, told
from fivefold.doors.api.routing import Example, api_router, how
from fivefold.doors.web import answers, forms, limits
from fivefold.doors.web.lane import in_lane, run_in_lane, run_promptly
from fivefold.doors.web.limits import Rate
from fivefold.house.match_request import HERE
from fivefold.house.match_view.compact import plies_known
from fivefold.house.match_view.compact_view import CompactMatch, CompactState
from fivefold.play.chance import LONGEST_NONCE
from fivefold.session.offer_kinds import REMATCH
from fivefold.session.snapshot import MatchSnapshot

router = api_router("Playing")
Number = Annotated[int, Field(ge=1, le=forms.LARGEST_NUMBER + 1)]
OfferKind = Literal["undo", "draw", "abort", "more-time", "pause", "resume", "rematch"]
NEXT: Final = {201: {"model": CompactMatch, "description": "The next match has begun: this is it."}}
REFUSALS: Final = (*UNKNOWN, "not-offered", "match-over", "stale")


class Numbered(Body):
    """Something for how the match stands: what becomes the next entry in the log, or answers it in advance."""

    number: Number
    """Of the entry that it would be: one more than the `number` you know."""


class Move(Numbered):
    """A move."""

    move: str = Field(max_length=forms.LONGEST_MOVE)
    """In the game's notation."""
    lag: int = Field(0, ge=0, le=forms.ANY_LAG)
    """Milliseconds that it takes to get here, as you have measured; some of it is given back to your clock."""


class Seat(Body):
    """A seat to take."""

    seat: int | None = Field(None, ge=0, le=7)
    """Which one; any if left out."""
    nonce: str = Field("", max_length=LONGEST_NONCE)
    """Your own number, mixed into the draws."""


class Offer(Numbered):
    """Something to offer the others; with nobody to ask it happens at once."""

    kind: OfferKind


class Answer(Body):
    """An answer to what is offered; whoever offered it withdraws it with a no."""

    agree: bool
    kind: OfferKind | None = None
    """What you think is offered."""
    number: Number | None = None
    """Of the next entry, if you know it."""


class PlayOn(Body):
    """A position of a match that is over, to play on from."""

    ply: int = Field(ge=0, le=forms.LARGEST_NUMBER)
    """After so many moves."""
    against: str = Field(HERE, max_length=10)
    """A level `1` to `7`, or `here` for all seats."""


class Filled(Body):
    """A computer for an open seat."""

    level: int = Field(ge=1, le=7)
    seat: int | None = Field(None, ge=0, le=7)
    """Which one; any if left out."""


def terms(
    rate: Rate,
    body: Any = None,
    given: str = "live",
    *,
    status: int = 200,
    more: tuple[str, ...] = (),
    leads_on: bool = False,
) -> dict[str, Any]:
    """Return what the routes for commands at a table have in common; ``leads_on``: they may begin the next match."""
    example = Example(path=EXAMPLE, body=body, status=status, given=given)
    found = how(rate, "play", example=example, body=True, problems=(*REFUSALS, *more))
    return {**found, "responses": {**found["responses"], **(NEXT if leads_on else {})}}


@router.post(
    "/matches/{match_id}/moves",
    response_model=CompactState,
    **terms(limits.MOVES, {"number": "{number}", "move": "{move}"}, more=("invalid-move", "illegal-move")),
)
async def move(caller: Player, match_id: MatchId, made: Move) -> Response:
    """Make a move. It is safe to repeat: the same move with the same number is made once.

    The answer has the move and whatever followed from it at once, such as cards drawn.
    """
    house, arrived = caller.house, caller.house.now()
    play = partial(house.play, match_id, caller.person_id, made.number, made.move, made.lag, arrived)
    # On the event loop, as moves from a page: threads that take turns at computing would keep every move waiting.
    snapshot = await (run_promptly(play) if house.is_prompt(match_id) else run_in_lane(play))
    await asyncio.sleep(0)  # the others' streams first
    known = plies_known(snapshot, made.number - 1)
    return answers.encoded(house.compact.state(snapshot, caller.person_id, known))


@router.post(
    "/matches/{match_id}/seats",
    response_model=CompactMatch,
    **terms(limits.COMMANDS, {}, "waiting", more=("seat-taken",)),
)
@in_lane
def sit(caller: Player, match_id: MatchId, seat: Seat) -> Response:
    """Take an open seat. With the last one the match begins, unless it is a race."""
    return told(caller, caller.house.sit(match_id, caller.person_id, seat.seat, nonce=seat.nonce))


@router.post("/matches/{match_id}/ready", response_model=CompactMatch, **terms(limits.COMMANDS, given="race"))
@in_lane
def ready(caller: Player, match_id: MatchId) -> Response:
    """Say that you are ready to race; when the countdown is over, the same again deals the cards."""
    return told(caller, caller.house.race_starts.ready(match_id, caller.person_id))


@router.post(
    "/matches/{match_id}/undo",
    response_model=CompactMatch,
    **terms(limits.COMMANDS, {"number": "{number}"}, "computer"),
)
@in_lane
def undo(caller: Player, match_id: MatchId, wish: Numbered) -> Response:
    """Take back your last move; where other people play, ask them whether you may."""
    return told(caller, caller.house.undo(match_id, caller.person_id, wish.number))


@router.post(
    "/matches/{match_id}/resign", response_model=CompactMatch, **terms(limits.COMMANDS, {"number": "{number}"})
)
@in_lane
def resign(caller: Player, match_id: MatchId, wish: Numbered) -> Response:
    """Give the match up; where more than two play the others may play on without you."""
    return told(caller, caller.house.resign(match_id, caller.person_id, wish.number))


@router.post(
    "/matches/{match_id}/offers",
    response_model=CompactMatch,
    **terms(limits.COMMANDS, {"kind": "abort", "number": "{number}"}, leads_on=True),
)
@in_lane
def offer(caller: Player, match_id: MatchId, wish: Offer) -> Response:
    """Offer the others something. Status 201 where that begins the next match, which is the answer."""
    if wish.kind == REMATCH:
        spend(caller.request, limits.MATCHES)
    return _after(caller, match_id, caller.house.offer(match_id, caller.person_id, wish.kind, wish.number))


@router.post(
    "/matches/{match_id}/offers/answer",
    response_model=CompactMatch,
    **terms(limits.COMMANDS, {"agree": False}, "asked", leads_on=True),
)
@in_lane
def answer(caller: Player, match_id: MatchId, said: Answer) -> Response:
    """Accept what is offered, or decline it. Status 201 where that begins the next match, which is the answer."""
    if said.agree and said.kind == REMATCH:
        spend(caller.request, limits.MATCHES)
    found = caller.house.answer(match_id, caller.person_id, said.agree, said.kind or "", said.number or 0)
    return _after(caller, match_id, found)


@router.post("/matches/{match_id}/claim", response_model=CompactMatch, **terms(limits.COMMANDS, status=409))
@in_lane
def claim(caller: Player, match_id: MatchId) -> Response:
    """End a slow match in which another player's time is out."""
    return told(caller, caller.house.clocks.claim(match_id, caller.person_id))


@router.post("/matches/{match_id}/give", response_model=CompactMatch, **terms(limits.COMMANDS, {"number": "{number}"}))
@in_lane
def give_time(caller: Player, match_id: MatchId, wish: Numbered) -> Response:
    """Give the others more time."""
    return told(caller, caller.house.clocks.give(match_id, caller.person_id, wish.number))


@router.post("/matches/{match_id}/fill", response_model=CompactMatch, **terms(limits.COMMANDS, {"level": 3}, "own"))
@in_lane
def fill(caller: Player, match_id: MatchId, wish: Filled) -> Response:
    """Give an open seat of your table to a computer."""
    return told(caller, caller.house.lobby.fill(match_id, caller.person_id, wish.level, wish.seat))


@router.post("/matches/{match_id}/stand-up", response_model=CompactMatch, **terms(limits.COMMANDS, given="table"))
@in_lane
def stand_up(caller: Player, match_id: MatchId) -> Response:
    """Give your seat back while the table waits for others."""
    return told(caller, caller.house.lobby.stand_up(match_id, caller.person_id))


@router.post("/matches/{match_id}/close", response_model=CompactMatch, **terms(limits.COMMANDS, given="own"))
@in_lane
def close_table(caller: Player, match_id: MatchId) -> Response:
    """Close your table before its match begins."""
    return told(caller, caller.house.lobby.close(match_id, caller.person_id))


# --- the next match --------------------------------------------------------------------------------------------------


@router.post(
    "/matches/{match_id}/rematch", response_model=CompactMatch, **terms(limits.MATCHES, given="over", leads_on=True)
)
@in_lane
def rematch(caller: Player, match_id: MatchId) -> Response:
    """Offer to play again, seats swapped, or accept that. Status 201 once it has begun: it is the answer."""
    return _after(caller, match_id, caller.house.rematch(match_id, caller.person_id))


@router.post(
    "/matches/{match_id}/second", response_model=CompactMatch, **terms(limits.MATCHES, given="double", leads_on=True)
)
@in_lane
def second(caller: Player, match_id: MatchId) -> Response:
    """Say that you are ready for the second game of a double match. Status 201 once it has begun."""
    return _after(caller, match_id, caller.house.second(match_id, caller.person_id))


@router.post(
    "/matches/{match_id}/new-cards",
    status_code=201,
    response_model=CompactMatch,
    **terms(limits.MATCHES, given="over", status=201),
)
@in_lane
def new_cards(caller: Player, match_id: MatchId) -> Response:
    """Play on with fresh cards, everybody in the same seat."""
    return told(caller, caller.house.new_cards(match_id, caller.person_id), 201)


@router.post(
    "/matches/{match_id}/same-cards",
    status_code=201,
    response_model=CompactMatch,
    **terms(limits.MATCHES, given="alone", status=201),
)
@in_lane
def same_cards(caller: Player, match_id: MatchId) -> Response:
    """Play the same cards again, everybody in the same seat."""
    return told(caller, caller.house.same_cards(match_id, caller.person_id), 201)


@router.post(
    "/matches/{match_id}/play-on",
    status_code=201,
    response_model=CompactMatch,
    **terms(limits.MATCHES, {"ply": "{ply}", "against": "3"}, "over", status=201, more=("invalid-option",)),
)
@in_lane
def play_on(caller: Player, match_id: MatchId, wish: PlayOn) -> Response:
    """Play on from a position of a match that is over."""
    return told(caller, caller.house.play_on(match_id, caller.person_id, wish.ply, wish.against), 201)


def _after(caller: Caller, match_id: str, found: MatchSnapshot) -> Response:
    """Return the match after a command: perhaps the next one."""
    return told(caller, found, 200 if found.id == match_id else 201)
