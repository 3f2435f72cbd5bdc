"""The games of the house, with all that can be chosen before one; deals of the day; what the house announces."""

from datetime import date
from functools import cache
from typing import Annotated, Final

from fastapi import Path, Query

from fivefold.contract import Option
from fivefold.doors.api.bodies import Moment, Told
from fivefold.doors.api.callers import Anybody, Player
from fivefold.doors.api.matches import MatchAnswer, told
from fivefold.doors.api.routing import Routes
from fivefold.doors.web import limits
from fivefold.doors.web.static_files import find_game
from fivefold.doors.web.thread_pool import in_thread
from fivefold.house.commands import Sent
from fivefold.house.errors import InvalidField
from fivefold.house.house import House
from fivefold.play import catalogue

router = Routes("Games")


class NumbersTold(Told):
    """The whole numbers that an option takes besides its values."""

    least: int
    most: int


class ValueTold(Told):
    """A value that an option can have."""

    value: str
    """As it is sent."""
    meaning: str
    seats: int | None
    """How many play with it, where this option decides that."""


class OptionTold(Told):
    """A choice made before the first move."""

    name: str
    meaning: str
    values: list[ValueTold]
    numbers: NumbersTold | None
    table: bool
    """Whether it takes a table of numbers, `3=13,80=-65`: entries by number from 1, those left out as usual."""
    default: str | None
    """Null where it is drawn at random."""
    only: dict[str, list[str]]
    """It means something only where each of these options has one of these values."""
    group: str
    starts: bool
    """Whether it decides which seat begins."""


class PresetTold(Told):
    """A well-known set of options."""

    name: str
    meaning: str
    options: dict[str, str]
    """The options that differ from their defaults."""


class LevelTold(Told):
    """A computer opponent of the house."""

    level: int
    """From 1, the weakest."""
    name: str
    style: str


class GameTold(Told):
    """A game of the house."""

    key: str
    name: str
    tagline: str
    rules: str
    """Where its rules stand."""
    rules_version: int
    seats: list[int]
    """How many may play."""
    hidden: bool
    """Whether a seat may not see all of a position."""
    race: bool
    """Whether in some of its set-ups anyone may move, first come first served."""
    chance: str
    """When chance moves: `none`, `at the start`, `between moves` or `within turns`."""
    teams: bool
    doubles: bool
    """Whether a double match is offered: two games on the same deal, seats swapped."""
    same_cards: bool
    """Whether the same cards can be played again."""
    agreed_draw: bool
    scores_decide: bool
    """Whether whoever has most points wins."""
    levels: list[LevelTold]
    options: list[OptionTold]
    presets: list[PresetTold]


class GamesTold(Told):
    """All games of the house."""

    games: list[GameTold]


@router.on("GET /games")
def games() -> GamesTold:
    """List the games, with their options, presets and computer opponents."""
    return GamesTold(games=[described(key) for key in catalogue.keys()])  # noqa: SIM118  (a function)


@router.on("GET /games/{key}", "unknown-page")
def game(key: str) -> GameTold:
    """See one game."""
    return described(find_game(key).key)


@cache
def described(key: str) -> GameTold:
    """Return what the API tells of a game."""
    game = catalogue.find(key)
    found = {name: getattr(game, name) for name in ("key", "name", "tagline")}
    of_traits = ("seats", "hidden", "race", "teams", "doubles", "agreed_draw", "scores_decide")
    found |= {name: getattr(game.traits, name) for name in of_traits}
    found |= {"chance": game.traits.chance.value, "same_cards": game.traits.fixed_pack}
    found |= {"rules": f"/rules/{game.key}", "rules_version": game.rules.VERSION, "presets": game.setup.presets}
    levels = [LevelTold(level=level, name=each.name, style=each.style) for level, each in enumerate(game.personas, 1)]
    return GameTold.model_validate(
        found | {"levels": levels, "options": [_option(each) for each in game.setup.options]}
    )


def _option(option: Option) -> OptionTold:
    found = {name: getattr(option, name) for name in ("name", "meaning", "default", "group", "starts")}
    values = [
        ValueTold(value=value, meaning=option.explained.get(value, ""), seats=option.seats.get(value))
        for value in option.values
    ]
    numbers = option.numbers
    bounds = None if numbers is None else NumbersTold(least=min(numbers), most=max(numbers))
    only = {name: sorted(values) for name, values in option.only.items()}
    return OptionTold.model_validate(
        found | {"values": values, "numbers": bounds, "table": option.table is not None, "only": only}
    )


# --- deals of the day -------------------------------------------------------------------------------------------------

daily = Routes("Days")
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
    score: int | None
    """Yours, 0 to 100, as good as the house's is 100; null until both are there."""
    house: FinishTold | None
    """What the house's strongest opponent made of it; null until you have finished, and while it plays."""
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


@daily.on("GET /daily")
def days(caller: Anybody) -> DaysTold:
    """List the games that have a deal of the day, and which day it is."""
    dealt = caller.house.daily
    return DaysTold(day=dealt.today().isoformat(), games=list(dealt.keys()))


@daily.on("GET /daily/{game}", "not-offered", "unknown-page", queued=True)
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
        score=None if found.yours is None else found.score(found.yours),
        house=None if found.yours is None or found.house is None else FinishTold.model_validate(found.house),
        rank=found.rank,
        match=found.match,
    )


@daily.on("POST /daily/{game}", "not-offered", "unknown-page", rate=limits.MATCHES, sends={})
@in_thread
def play_day(caller: Player, game: GameKey, begun: Begun | None = None) -> MatchAnswer:
    """Begin your match on a day's deal, or go on with it; it is the answer."""
    day = _day(caller.house, begun.day) if begun is not None and begun.day else None
    return told(caller, caller.house.daily.begin(game, caller.person_id, day))


@daily.on("GET /announcements")
def announcements(caller: Anybody) -> AnnouncementsTold:
    """List what those who run the house announce just now."""
    current = caller.house.moderation.announced()
    return AnnouncementsTold.model_validate({"announcements": current})


def _day(house: House, text: str) -> date:
    """Return a day, today for an empty text. Raises ``InvalidField``."""
    try:
        return date.fromisoformat(text) if text else house.daily.today()
    except ValueError:
        raise InvalidField("day: it is no day; write it like 2026-03-31", field="day") from None
