"""What you have chosen: your settings, your times away, whom you block is in ``players``."""

from dataclasses import asdict
from datetime import UTC, datetime
from typing import Annotated, Final

from fastapi import Path
from pydantic import Field, create_model
from starlette.responses import Response

from fivefold.doors.api.bodies import Told
from fivefold.doors.api.callers import Member, Reader
from fivefold.doors.api.routing import Example, api_router, how
from fivefold.doors.web import limits, responses
from fivefold.doors.web.thread_pool import in_thread
from fivefold.house.commands import Sent
from fivefold.house.errors import InvalidField
from fivefold.house.people.accounts import Preferences
from fivefold.house.stored_match import time_text

router = api_router("Settings")
VacationId = Annotated[int, Path(ge=1, le=2**31 - 1, description="The id of a time away.")]
LONGEST: Final = 100

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
        name: (type(value) | None, Field(None, max_length=LONGEST) if isinstance(value, str) else None)
        for name, value in asdict(Preferences()).items()
    },
)


class VacationTold(Told):
    """A time in which your clocks of slow games stand still."""

    id: int
    begins: str
    ends: str


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


class BlockedTold(Told):
    """Whom you block."""

    names: list[str]


@router.get("/account/settings", response_model=SettingsTold, **how(limits.VIEWS, "read"))
@in_thread
def settings(caller: Reader) -> Response:
    """See what you have chosen."""
    return responses.json(asdict(caller.house.accounts.preferences(caller.person_id)))


@router.patch(
    "/account/settings",
    response_model=SettingsTold,
    **how(
        limits.COMMANDS,
        "account",
        body=True,
        problems=("invalid-option",),
        example=Example(body={"chat": False, "mail_of_matches": "turns"}),
    ),
)
@in_thread
def change_settings(caller: Member, change: SettingsChange) -> Response:  # type: ignore[valid-type]
    """Change what you have chosen."""
    accounts, person_id = caller.house.accounts, caller.person_id
    wanted = {name: value for name, value in change.model_dump().items() if value is not None}  # type: ignore[attr-defined]
    chosen = accounts.preferences(person_id)
    for name, value in wanted.items():  # (all of them are looked at before the first is stored)
        chosen = chosen.having(name, value)
    for name, value in wanted.items():
        accounts.set_preference(person_id, name, value)
    return responses.json(asdict(chosen))


@router.get("/account/blocked", **how(limits.VIEWS, "read"))
@in_thread
def blocked(caller: Reader) -> BlockedTold:
    """List whom you block; block with `PUT /players/{name}/block`."""
    house = caller.house
    return BlockedTold(names=[house.person(each).shown for each in house.blocks.of(caller.person_id)])


@router.get("/account/vacations", **how(limits.VIEWS, "read"))
@in_thread
def vacations(caller: Reader) -> VacationsTold:
    """List your times away, of the last year and to come."""
    vacations = caller.house.vacations
    found = [_told(each.id, each.begins, each.ends) for each in vacations.of(caller.person_id)]
    return VacationsTold(vacations=found, days_left=vacations.days_left(caller.person_id))


@router.post(
    "/account/vacations",
    status_code=201,
    **how(
        limits.COMMANDS,
        "account",
        body=True,
        problems=("invalid-option", "not-offered"),
        example=Example(body={"ends": "{tomorrow}"}, status=201),
    ),
)
@in_thread
def book_vacation(caller: Member, new: NewVacation) -> VacationTold:
    """Be away from now or a later time on: your clocks of slow games stand still."""
    begins = _time("begins", new.begins) if new.begins else None
    made = caller.house.vacations.take(caller.person_id, begins, _time("ends", new.ends))
    return _told(made.id, made.begins, made.ends)


@router.delete(
    "/account/vacations/{vacation_id}",
    status_code=204,
    **how(
        limits.COMMANDS,
        "account",
        problems=("not-offered",),
        example=Example({"vacation_id": "{vacation}"}, status=204),
    ),
)
@in_thread
def end_vacation(caller: Member, vacation_id: VacationId) -> Response:
    """End a time away now, or cancel one to come."""
    caller.house.vacations.end(caller.person_id, vacation_id)
    return Response(status_code=204)


def _told(number: int, begins: datetime, ends: datetime) -> VacationTold:
    return VacationTold(id=number, begins=time_text(begins), ends=time_text(ends))


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
