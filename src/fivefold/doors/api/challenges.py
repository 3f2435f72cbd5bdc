"""Challenges: those that wait, how they are answered, and what is answered to all of them beforehand."""

from typing import Annotated

from pydantic import Field
from starlette.responses import Response

from fivefold.doors.api.bodies import Told
from fivefold.doors.api.callers import Member, Reader
from fivefold.doors.api.matches import EXAMPLE, UNKNOWN, MatchId, told
from fivefold.doors.api.playing import add_commands
from fivefold.doors.api.routing import Example, api_router, how
from fivefold.doors.web import forms, limits
from fivefold.doors.web.context import RequestContext
from fivefold.doors.web.thread_pool import in_thread
from fivefold.house.commands import CHALLENGING, LONGEST_WORD, Sent
from fivefold.house.match_view.facts import CompactMatch
from fivefold.house.meeting.challenges import REASONS, Challenge
from fivefold.house.stored_match import time_text
from fivefold.play import catalogue

router = api_router("Challenges")


class ChallengeTold(Told):
    """A challenge, as one of the two sees it."""

    id: str
    match: str
    """The table it is about."""
    game: str
    set_up: str
    """What differs from the usual set-up, in words; empty where nothing does."""
    time: str
    """How long everybody may think: `5m+3s`; empty for as long as they like."""
    rated: bool
    mine: bool
    """Whether you made it; otherwise you are asked."""
    other: str
    """The name of who made it, or of who is asked."""
    bot: bool
    """Whether that is a bot."""
    state: str
    """`open`, `accepted`, `declined` or `withdrawn`; in a stream also `gone`, when you can answer it no more."""
    word: str
    """Why it was declined, or what was said with it."""
    made: str
    """When, ISO 8601."""


class ChallengesTold(Told):
    """Your challenges."""

    challenges: list[ChallengeTold]


class Invited(Sent):
    """Players to challenge to a table of yours."""

    names: list[Annotated[str, Field(max_length=forms.LONGEST_NAME)]] = Field(min_length=1, max_length=7)
    word: str = Field("", max_length=LONGEST_WORD)


class ReasonsTold(Told):
    """The ready reasons to decline."""

    reasons: dict[str, str]
    """For each key the words."""


class StandingTold(Told):
    """What you answer to challenges before they come."""

    game: str
    """Its key; empty for all games."""
    rejects: bool
    """Whether nobody can challenge you."""
    most: int | None
    """Nobody can challenge you while you play so many matches; null for no limit."""
    seeks: int
    """You look for so many more slow matches."""


class StandingsTold(Told):
    """What you answer beforehand, for each game that you have settled anything for."""

    standing: list[StandingTold]


class Standing(Sent):
    """What to answer beforehand."""

    game: str = Field("", max_length=40)
    """Its key; empty for all games."""
    rejects: bool = False
    most: int | None = Field(None, ge=0, le=1000)


@router.get("/challenges", **how(limits.VIEWS, "read"))
@in_thread
def challenges(caller: Reader) -> ChallengesTold:
    """List the challenges that wait for you, and yours. Make one with `invite` in `POST /matches`."""
    return ChallengesTold(challenges=[challenge_told(each) for each in caller.house.challenges.of(caller.person_id)])


@router.get("/challenges/reasons", **how(limits.VIEWS))
def reasons_to_decline() -> ReasonsTold:
    """List the ready reasons to decline."""
    return ReasonsTold(reasons=dict(REASONS))


add_commands(router, CHALLENGING)


@router.post(
    "/matches/{match_id}/invite",
    response_model=CompactMatch,
    **how(
        limits.COMMANDS,
        "account",
        body=True,
        problems=(*UNKNOWN, "not-offered", "invalid-option"),
        example=Example(EXAMPLE, body={"names": ["{other}"]}, given="own"),
    ),
)
@in_thread
def invite(caller: Member, match_id: MatchId, wish: Invited) -> Response:
    """Challenge players to the open seats of your table."""
    return told(caller, caller.house.challenges.invite(match_id, caller.person_id, wish.names, wish.word))


@router.get("/account/standing", **how(limits.VIEWS, "read"))
@in_thread
def standing(caller: Reader) -> StandingsTold:
    """List what you answer to challenges before they come."""
    return _standing(caller)


@router.put(
    "/account/standing",
    **how(limits.COMMANDS, "account", body=True, problems=("invalid-option",), example=Example(body={"rejects": True})),
)
@in_thread
def settle(caller: Member, wish: Standing) -> StandingsTold:
    """Settle what to answer beforehand, for a game or for all."""
    if wish.game:
        catalogue.find(wish.game)
    standing, person_id = caller.house.standing, caller.person_id
    (standing.reject if wish.rejects else standing.accept)(person_id, wish.game)
    standing.limit(person_id, wish.game, wish.most)
    return _standing(caller)


def _standing(caller: RequestContext) -> StandingsTold:
    found = caller.house.standing.of(caller.person_id)
    return StandingsTold(
        standing=[
            StandingTold(game=each.game, rejects=each.rejects, most=each.most, seeks=each.seeks) for each in found
        ]
    )


def challenge_told(each: Challenge) -> ChallengeTold:
    """Return what the API tells of a challenge."""
    return ChallengeTold(
        id=each.id,
        match=each.match,
        game=each.game.key,
        set_up=each.set_up,
        time=each.time.text if each.time is not None else "",
        rated=each.rated,
        mine=each.mine,
        other=each.other,
        bot=each.bot,
        state=each.state,
        word=each.word,
        made=time_text(each.made),
    )
