"""Deals of the day: the same for everybody, once each; and what the house announces."""

from datetime import date
from typing import Annotated, Final

from fastapi import Path, Query

from fivefold.doors.api.bodies import Moment, Told
from fivefold.doors.api.callers import Anybody, Player
from fivefold.doors.api.matches import MatchAnswer, told
from fivefold.doors.api.routing import Routes
from fivefold.doors.web import limits
from fivefold.doors.web.thread_pool import in_thread
from fivefold.house.commands import Sent
from fivefold.house.errors import InvalidField
from fivefold.house.house import House

router = Routes("Days")
GameKey = Annotated[str, Path(max_length=40, description="A game that has a deal of the day.")]
Day = Annotated[str, Query(max_length=10, description="Like `2026-03-31`; today, in UTC, if left out.")]
GAME: Final = {"game": "focus"}
MOST_FINISHES: Final = 100


class FinishTold(Told):
    """How somebody finished a day's deal."""

    name: str
    points: int | None
    share: float | None
    """1 for a win, a half for a draw, 0 for a loss; null where one plays alone."""
    moves: int


class DayTold(Told):
    """A deal of the day."""

    game: str
    day: str
    options: dict[str, str]
    level: int | None
    """Of the computer that everybody plays; null where one plays alone."""
    finished: int
    """How many have finished it that day."""
    best: list[FinishTold]
    """The best of them."""
    yours: FinishTold | None
    rank: int | None
    """Yours among them."""
    match: str | None
    """Your match, also while it goes on."""


class DaysTold(Told):
    """The games that have a deal of the day."""

    day: str
    games: list[str]


class Begun(Sent):
    """A deal to play."""

    day: str = ""


class AnnouncementTold(Told):
    """Something that everybody is told."""

    text: str
    made: Moment
    until: Moment | None
    """Null until it is withdrawn."""


class AnnouncementsTold(Told):
    """What everybody is told just now."""

    announcements: list[AnnouncementTold]


@router.on("GET /daily")
def days(caller: Anybody) -> DaysTold:
    """List the games that have a deal of the day, and which day it is."""
    daily = caller.house.daily
    return DaysTold(day=daily.today().isoformat(), games=list(daily.keys()))


@router.on("GET /daily/{game}", "not-offered", "unknown-page", queued=True)
def day(caller: Anybody, game: GameKey, day: Day = "") -> DayTold:
    """See a day's deal, who has finished it best, and your own result."""
    found = caller.house.daily.of(game, _day(caller.house, day), caller.person_id)
    return DayTold(
        game=found.game.key,
        day=found.day.isoformat(),
        options=dict(found.options),
        level=found.level,
        finished=len(found.finishes),
        best=[FinishTold.model_validate(each) for each in found.finishes[:MOST_FINISHES]],
        yours=None if found.yours is None else FinishTold.model_validate(found.yours),
        rank=found.rank,
        match=found.match,
    )


@router.on("POST /daily/{game}", "not-offered", "unknown-page", rate=limits.MATCHES, sends={})
@in_thread
def play_day(caller: Player, game: GameKey, begun: Begun | None = None) -> MatchAnswer:
    """Begin your match on a day's deal, or go on with it; it is the answer."""
    day = _day(caller.house, begun.day) if begun is not None and begun.day else None
    return told(caller, caller.house.daily.begin(game, caller.person_id, day))


@router.on("GET /announcements")
def announcements(caller: Anybody) -> AnnouncementsTold:
    """List what those who run the house announce just now."""
    current = caller.house.running.announced()
    return AnnouncementsTold.model_validate({"announcements": current})


def _day(house: House, text: str) -> date:
    """Return a day, today for an empty text. Raises ``InvalidField``."""
    try:
        return date.fromisoformat(text) if text else house.daily.today()
    except ValueError:
        raise InvalidField("day: it is no day; write it like 2026-03-31", field="day") from None
