"""People: what players let others see, ratings, the games you have finished; who you are, and what you have chosen."""

from collections.abc import Sequence
from dataclasses import asdict
from datetime import UTC, date, datetime
from functools import partial
from typing import Annotated, Final, Literal

from fastapi import Path, Query
from pydantic import BeforeValidator, Field, create_model
from starlette.responses import Response

from fivefold.doors.api.bodies import KeyOfGame, Moment, Told
from fivefold.doors.api.callers import Anybody, Member, Reader
from fivefold.doors.api.matches import add_commands
from fivefold.doors.api.routing import After, ListOf, Routes, cursor, place
from fivefold.doors.web import responses
from fivefold.doors.web.context import RequestContext
from fivefold.doors.web.errors import UnknownPage
from fivefold.doors.web.thread_pool import in_thread, run_in_thread
from fivefold.house.commands import KNOWING, Sent
from fivefold.house.errors import InvalidField
from fivefold.house.people.accounts import Preferences
from fivefold.house.records.histories import Cancelled, ListPlace, Tally, Wanted
from fivefold.house.records.pools import Pool, pools_of
from fivefold.house.records.pools import find as find_pool
from fivefold.house.records.ratings import Rank, rating_view
from fivefold.play.catalogue import find, keys
from fivefold.session import narration

players = Routes("Players")
PlayerName = Annotated[str, Path(max_length=200, description="The name of a player, or a former one.")]
PoolKey = Annotated[str, Path(max_length=48, description="A pool of ratings, see `GET /leaderboards`.")]
PLAYER: Final = {"name": "{other}"}
Company = Literal["", "people", "computers"]
Result = Literal["", "won", "drawn", "lost", "alone", "broken_off", "one_screen"]


class TallyTold(Told):
    """How games ended."""

    won: int
    drawn: int
    lost: int
    alone: int
    """Games for one."""
    best: int | None
    """The most points in a game for one."""


class RecordTold(Told):
    """What a player has reached in a game."""

    game: str
    all: TallyTold
    moving_first: TallyTold | None
    moving_second: TallyTold | None


class RatingTold(Told):
    """A rating."""

    pool: str
    rating: int
    deviation: int
    """Its standard deviation."""
    provisional: bool
    """Whether it is still too uncertain to count."""
    games: int


class PlayerTold(Told):
    """A player, as far as they let you see."""

    name: str
    bot: bool
    blocked: bool
    """Whether you block them."""
    followed: bool
    """Whether you follow them."""
    hidden: bool
    """Whether they show others no more than the name."""
    since: Moment | None
    presence: str | None
    """`here`, `away` or `gone`; null where they don't tell."""
    ratings: list[RatingTold] | None
    """Null where they don't tell, as below."""
    records: list[RecordTold] | None
    recent: list["FinishedGameTold"] | None


class RivalTold(Told):
    """Whom somebody played."""

    name: str
    level: int | None
    """Of a computer."""


def _sentence(cancelled: Cancelled | None) -> str | None:
    return None if cancelled is None else narration.sentence(cancelled.said())


class FinishedGameTold(Told):
    """A finished game, as one of its players saw it."""

    match: str
    game: str
    result: str
    """`won`, `drawn`, `lost`, `alone`, `broken_off` or `one_screen`."""
    how: str = Field(validation_alias="termination")
    """How it ended: `finished`, `resigned`, `time` …"""
    points: int | None
    others: list[int]
    """The points of the others."""
    rivals: list[RivalTold]
    rated: bool
    annulled: bool
    day: str | None
    """Where it was a deal of the day, which."""
    double_of: str | None
    """The first game of a double match: result and points are those of both games."""
    cancelled: Annotated[str | None, BeforeValidator(_sentence)]
    """Who cancelled it and why, a sentence."""
    ended: Moment


class PointTold(Told):
    """A rating after a match."""

    match: str
    at: Moment
    rating: int
    deviation: int


class CurveTold(Told):
    """How a rating has changed, the earliest match first."""

    pool: str
    points: list[PointTold]


class PoolTold(Told):
    """Matches that are rated together."""

    key: str
    game: KeyOfGame
    race: bool
    seats: int | None
    """How many play; null where the game leaves no choice."""


class PoolsTold(Told):
    """All pools of ratings."""

    pools: list[PoolTold]


class RankTold(RatingTold):
    """A line of a leaderboard."""

    place: int | None
    """From 1; null for a computer, which is there as a mark."""
    name: str
    level: int | None
    yours: bool


class LeaderboardTold(Told):
    """The best of a pool."""

    pool: str
    ranks: list[RankTold]
    yours: RankTold | None
    """Your own line where it is not among them."""
    people: int
    """How many are on the whole of it."""


@players.on("GET /players/{name}", "unknown-player", queued=True)
def player(caller: Anybody, name: PlayerName) -> PlayerTold:
    """See a player."""
    house, account = caller.house, caller.house.histories.named(name, caller.person_id)
    seen = house.histories.player(account, caller.person_id, house.presence.state(account.id))
    ratings = [{"pool": each.pool.key, **each.view} for each in house.ratings.of(account.id)]
    told = {name: getattr(seen, name) for name in ("blocked", "followed", "hidden", "since", "presence", "recent")}
    told |= {"name": account.name, "bot": account.bot, "ratings": ratings if seen.shows_ratings else None}
    told["records"] = (
        None if seen.records is None else [_record(each.game, each.all, each.turns) for each in seen.records]
    )
    return PlayerTold.model_validate(told)


@players.on("GET /players/{name}/ratings/{pool}", "unknown-page", "unknown-player", queued=True)
def rating_curve(caller: Anybody, name: PlayerName, pool: PoolKey) -> CurveTold:
    """See how a player's rating has changed."""
    account, found = caller.house.histories.named(name, caller.person_id), _pool(pool)
    chosen = caller.house.accounts.preferences(account.id)
    own = account.id == caller.person_id
    if not own and not (chosen.public_profile and chosen.public_ratings):
        raise UnknownPage(f"{account.name} keeps ratings private")
    curve = caller.house.ratings.curve(account.id, found.key)
    points = [{"match": each.match, "at": each.at, **rating_view(each.rating)} for each in curve]
    return CurveTold.model_validate({"pool": found.key, "points": points})


add_commands(players, KNOWING)


@players.on("GET /leaderboards")
def pools(caller: Anybody) -> PoolsTold:
    """List the pools of ratings; each has a leaderboard."""
    return PoolsTold.model_validate({"pools": [pool for key in keys() for pool in pools_of(find(key))]})


@players.on("GET /leaderboards/{pool}", "unknown-page", queued=True)
def leaderboard(caller: Anybody, pool: PoolKey) -> LeaderboardTold:
    """See the best of a pool, with the computers among them as marks."""
    found = _pool(pool)
    board = caller.house.ratings.leaderboard(found.key, caller.person_id)
    assert board is not None  # noqa: S101  (the pool is one there is)
    return LeaderboardTold(
        pool=found.key,
        ranks=[_rank(found.key, each) for each in board.ranks],
        yours=None if board.yours is None else _rank(found.key, board.yours),
        people=board.people,
    )


@players.on("GET /account/games", "unknown-page", queued=True)
def finished_games(
    caller: Reader,
    game: Annotated[str, Query(max_length=40, description="Only games of this kind.")] = "",
    against: Annotated[Company, Query(description="`people` or `computers`.")] = "",
    name: Annotated[str, Query(max_length=40, description="Only against who is called so.")] = "",
    result: Annotated[Result, Query(description="Only those that ended so.")] = "",
    since: Annotated[str, Query(max_length=10, description="The first day, `2026-03-31`.")] = "",
    until: Annotated[str, Query(max_length=10, description="The last day.")] = "",
    after: After = "",
) -> ListOf[FinishedGameTold]:
    """List your finished games, the latest first."""
    if game and game not in keys():
        raise UnknownPage(f"no game here is called {game}", subject="game")
    first, last = _day("since", since), _day("until", until)
    wanted = Wanted(game=game, against=against, name=name, result=result, since=first, until=last)
    known = place(after, str, str)
    page = caller.house.histories.page(caller.person_id, wanted, None if known is None else ListPlace(*known))
    older = None if page.older is None else cursor(page.older.ended, page.older.match)
    return ListOf[FinishedGameTold].model_validate({"items": page.lines, "next": older})


def _pool(key: str) -> Pool:
    found = find_pool(key)
    if found is None:
        raise UnknownPage("there is no such pool of ratings", subject=key[:48], remedy="see GET /leaderboards")
    return found


def _day(field: str, text: str) -> date | None:
    try:
        return date.fromisoformat(text) if text else None
    except ValueError:
        raise InvalidField(f"{field}: it is no day; write it like 2026-03-31", field=field) from None


def _rank(pool: str, rank: Rank) -> RankTold:
    return RankTold(pool=pool, place=rank.place, name=rank.name, level=rank.level, yours=rank.yours, **rank.view)


def _record(game: str, whole: Tally, turns: Sequence[tuple[int, Tally]]) -> RecordTold:
    by_turn = dict(turns)
    first, second = (None if turn not in by_turn else TallyTold.model_validate(by_turn[turn]) for turn in (1, 2))
    return RecordTold(game=game, all=TallyTold.model_validate(whole), moving_first=first, moving_second=second)


# --- who calls --------------------------------------------------------------------------------------------------------

accounts = Routes("Account")


class TokenTold(Told):
    """The token that this was asked with."""

    name: str
    scopes: Annotated[list[str], BeforeValidator(sorted)]
    expires: Moment | None
    """ISO 8601; null for never."""


class AccountTold(Told):
    """Who you are."""

    name: str
    account: bool
    """Whether you keep an account; otherwise you are a guest."""
    bot: bool
    page: str | None
    """The address of your page."""
    token: TokenTold | None
    """Null where a cookie says who you are."""


@accounts.on("GET /account")
def account(caller: Reader) -> AccountTold:
    """See who you are, and what your token may do."""
    return _account(caller)


@accounts.on("POST /account/bot", "not-offered")
async def become_bot(caller: Member) -> AccountTold:
    """Make your account a bot, before its first game and for good: everybody sees that a program plays."""
    await run_in_thread(partial(caller.house.bots.become, caller.person_id))
    return _account(caller)


@accounts.on("DELETE /account/token", status=204)
async def revoke_token(caller: Reader) -> Response:
    """Revoke the token that this is asked with."""
    if caller.who.token is not None:
        await run_in_thread(partial(caller.house.tokens.revoke, caller.person_id, caller.who.token.id))
    return Response(status_code=204)


def _account(caller: RequestContext) -> AccountTold:
    kept, known = caller.house.accounts.account(caller.person_id), caller.who.token
    return AccountTold(
        name=caller.house.person(caller.person_id).shown,
        account=kept is not None,
        bot=kept is not None and kept.bot,
        page=None if kept is None else kept.path,
        token=None if known is None else TokenTold.model_validate(known),
    )


# --- what you have chosen ---------------------------------------------------------------------------------------------

chosen_here = Routes("Settings")
VacationId = Annotated[int, Path(ge=1, le=2**31 - 1, description="The id of a time away.")]
LONGEST_CHOICE: Final = 100

SettingsTold = create_model(
    "SettingsTold",
    __base__=Told,
    __doc__="What you have chosen; docs/api.md says what each choice does.",
    **{name: (type(value), ...) for name, value in asdict(Preferences()).items()},  # type: ignore[call-overload]
)
SettingsChange = create_model(
    "SettingsChange",
    __base__=Sent,
    __doc__="What to choose; what is left out stays as it is.",
    **{  # type: ignore[call-overload]
        name: (type(value) | None, Field(None, max_length=LONGEST_CHOICE) if isinstance(value, str) else None)
        for name, value in asdict(Preferences()).items()
    },
)


class VacationTold(Told):
    """A time in which your clocks of slow games stand still."""

    id: int
    begins: Moment
    ends: Moment


class VacationsTold(Told):
    """Your times away."""

    vacations: list[VacationTold]
    days_left: int
    """That you can still take within a year."""


class NewVacation(Sent):
    """A time away to book."""

    begins: str = Field("", max_length=40)
    """ISO 8601 with a time zone; now if empty."""
    ends: str = Field(max_length=40)


class NamesTold(Told):
    """Players by name, the latest first."""

    names: list[str]


@chosen_here.on("GET /account/settings")
@in_thread
def settings(caller: Reader) -> Annotated[Response, SettingsTold]:
    """See what you have chosen."""
    return responses.json(asdict(caller.house.accounts.preferences(caller.person_id)))


@chosen_here.on("PATCH /account/settings", "invalid-option", sends={"chat": False, "mail_of_matches": "turns"})
@in_thread
def change_settings(caller: Member, change: SettingsChange) -> Annotated[Response, SettingsTold]:  # type: ignore[valid-type]
    """Change what you have chosen."""
    accounts, person_id = caller.house.accounts, caller.person_id
    wanted = {name: value for name, value in change.model_dump().items() if value is not None}  # type: ignore[attr-defined]
    chosen = accounts.preferences(person_id)
    for name, value in wanted.items():  # (all of them are looked at before the first is stored)
        chosen = chosen.having(name, value)
    for name, value in wanted.items():
        accounts.set_preference(person_id, name, value)
    return responses.json(asdict(chosen))


@chosen_here.on("GET /account/blocked")
@in_thread
def blocked(caller: Reader) -> NamesTold:
    """List whom you block; block with `PUT /players/{name}/block`."""
    return NamesTold(names=[caller.house.person(each).shown for each in caller.house.blocks.of(caller.person_id)])


@chosen_here.on("GET /account/following")
@in_thread
def following(caller: Reader) -> NamesTold:
    """List whom you follow; follow with `PUT /players/{name}/follow`."""
    return NamesTold(names=[caller.house.person(each).shown for each in caller.house.follows.of(caller.person_id)])


@chosen_here.on("GET /account/vacations")
@in_thread
def vacations(caller: Reader) -> VacationsTold:
    """List your times away, of the last year and to come."""
    vacations = caller.house.vacations
    days_left = vacations.days_left(caller.person_id)
    return VacationsTold.model_validate({"vacations": vacations.of(caller.person_id), "days_left": days_left})


@chosen_here.on("POST /account/vacations", "invalid-option", "not-offered", sends={"ends": "{tomorrow}"}, status=201)
@in_thread
def book_vacation(caller: Member, new: NewVacation) -> VacationTold:
    """Be away from now or a later time on: your clocks of slow games stand still."""
    begins = _time("begins", new.begins) if new.begins else None
    made = caller.house.vacations.take(caller.person_id, begins, _time("ends", new.ends))
    return VacationTold.model_validate(made)


@chosen_here.on("DELETE /account/vacations/{vacation_id}", "not-offered", status=204)
@in_thread
def end_vacation(caller: Member, vacation_id: VacationId) -> Response:
    """End a time away now, or cancel one to come."""
    caller.house.vacations.end(caller.person_id, vacation_id)
    return Response(status_code=204)


def _time(field: str, text: str) -> datetime:
    """Return a time in UTC. Raises ``InvalidField``."""
    try:
        found = datetime.fromisoformat(text)
        if found.tzinfo is None:
            raise ValueError("it has no time zone")
        return found.astimezone(UTC)
    except (ValueError, OverflowError):
        wrong = f"{field}: it is no time; write it like 2026-03-31T12:00:00+00:00"
        raise InvalidField(wrong, field=field) from None
