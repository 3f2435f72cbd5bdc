"""Fields of forms, read and checked: what passes here has the right type and length."""

import re
from collections.abc import Awaitable, Callable
from typing import Annotated, Any, Final, TypeVar

from annotated_types import Le, MaxLen
from fastapi import APIRouter, Depends, Path
from pydantic.fields import FieldInfo
from starlette.responses import Response

from fivefold.contract import Game
from fivefold.contract.errors import FivefoldError
from fivefold.doors.web import responses
from fivefold.doors.web.context import RequestContext, Visiting
from fivefold.doors.web.limits import limited
from fivefold.doors.web.request_parsing import Fields, form
from fivefold.doors.web.thread_pool import in_thread
from fivefold.house.commands import (
    LARGEST_NUMBER,
    LONGEST_MOVE,
    TABLE,
    Ahead,
    AnswerLine,
    Command,
    Context,
    Move,
    Rate,
    Run,
    Sent,
)
from fivefold.house.errors import InvalidField
from fivefold.house.table.seating import MatchRequest
from fivefold.play.chance import LONGEST_NONCE
from fivefold.play.set_ups import by_player
from fivefold.play.time_control import FULL, TimeControl, check_handicap, parsed
from fivefold.session import answers

TIME_FIELD: Final = "time"
OWN, OWN_DAYS, OWN_GAME = "own", "own-days", "own-game"
"""Values of the field: the numbers beside it count."""
MINUTES, SECONDS, DAYS, GAME_MINUTES = "time-minutes", "time-seconds", "time-days", "time-game-minutes"
USUAL_NUMBERS: Final = {MINUTES: "10", SECONDS: "5", DAYS: "3", GAME_MINUTES: "5"}
"""What stands in those fields at first."""
MOST_MINUTES, MOST_SECONDS, MOST_DAYS = 180, 180, 30
LONGEST_TIME: Final = 40


def chosen_time(fields: Fields) -> str:
    """Return the time control of a form or an address as a text, empty for no limit. Raises ``InvalidField``.

    Whether it is one to play with is checked by the house.
    """
    value = fields.get(TIME_FIELD, "").strip()
    if len(value) > LONGEST_TIME:
        raise InvalidField(f"time: {len(value)} characters, but at most {LONGEST_TIME} fit", field=TIME_FIELD)
    if value == OWN:
        minutes, seconds = _number(fields, MINUTES, "minutes", MOST_MINUTES), _gained(fields)
        return f"{minutes}m+{seconds}s"
    if value == OWN_DAYS:
        return f"{_number(fields, DAYS, 'days', MOST_DAYS)}d/move"
    if value == OWN_GAME:
        return f"{_number(fields, GAME_MINUTES, 'minutes', MOST_MINUTES)}m/game"
    # An address in which the plus sign was not written as %2B says a blank instead.
    return value.replace(" ", "+")


def chosen_handicap(fields: Fields) -> int:
    """Return the part of the time that whoever asks wants, in per cent. Raises ``InvalidField``."""
    value = fields.get("handicap", "").strip()
    if not re.fullmatch(r"[0-9]{0,3}", value):
        raise InvalidField("handicap: takes the part of the time you have, in per cent", field="handicap")
    return int(value) if value else FULL


def check_address(fields: Fields) -> None:
    """Raise ``InvalidOption`` or ``InvalidField`` for a time in an address that is none.

    Numbers of one's own are still being typed when the page is asked for; the form checks them when it is sent.
    """
    if fields.get(TIME_FIELD, "").strip() not in {OWN, OWN_DAYS, OWN_GAME}:
        _ = parsed(chosen_time(fields))
    _ = check_handicap(chosen_handicap(fields))


def readable(fields: Fields) -> TimeControl | None:
    """Return the time control of a form or an address; ``None`` for no limit and for one that cannot be read."""
    try:
        return parsed(chosen_time(fields))
    except FivefoldError:
        return None


def _gained(fields: Fields) -> int:
    return _number(fields, SECONDS, "seconds more after each move", MOST_SECONDS, least=0)


def _number(fields: Fields, name: str, what: str, most: int, least: int = 1) -> int:
    value = fields.get(name, "").strip()
    if not re.fullmatch(r"[0-9]{1,4}", value) or not least <= int(value) <= most:
        said = f"{value[:10]} " if value else "no "
        raise InvalidField(f"{said}{what}: give a whole number from {least} to {most}", field=TIME_FIELD)
    return int(value)


LONGEST_NAME: Final = 200
"""As sent; the house allows less."""
OPTION: Final = "option-"
"""What the names of fields that hold options begin with."""
MOST_OTHERS: Final = 7
LONGEST_KIND: Final = 16
LONGEST_ID: Final = 40
LONGEST_VALUE: Final = 40
"""Of an option's value."""
LONGEST_TABLE: Final = 2000
"""Of an option that is a table of numbers: a number for each of some hundred entries."""
LONGEST_DELAY: Final = 3600
LARGEST_SEED: Final = 2**63 - 1
YES: Final = frozenset({"yes", "on", "true", "1"})
NO: Final = frozenset({"no", "off", "false", "0", ""})


Form = Annotated[Fields, Depends(form)]


def text(fields: Fields, name: str, longest: int) -> str:
    """Return a field without surrounding blanks; "" if it is missing. Raises ``InvalidField``."""
    value = fields.get(name, "").strip()
    if len(value) > longest:
        raise InvalidField(f"{name}: {len(value)} characters, but at most {longest} fit", field=name)
    return value


def whole_number(fields: Fields, name: str, largest: int = LARGEST_NUMBER) -> int:
    """Return a field that is a whole number, 0 or more. Raises ``InvalidField``."""
    value = text(fields, name, 40)
    if not re.fullmatch(r"[0-9]{1,19}", value) or int(value) > largest:
        raise InvalidField(f"{name}: {value or 'missing'}; takes a whole number from 0 to {largest}", field=name)
    return int(value)


def yes_or_no(fields: Fields, name: str) -> bool:
    """Return a field that says yes or no. Raises ``InvalidField``."""
    value = text(fields, name, 10).lower()
    if value in YES or value in NO:
        return value in YES
    raise InvalidField(f"{name}: {value}; takes yes or no", field=name)


BETWEEN: Final = "|"
"""Between the moves of a line in a form."""
LONGEST_LINE: Final = answers.DEEPEST * (answers.LONGEST_MOVE + 1)
IN_FORMS: Final = {"against": "level"}
"""Fields that have another name in a form."""
NUMBER: Final = "number"
"""In a command that of the next entry; in a form that of the last one the person has seen, except with moves."""
WITH_MOVES: Final = (Move, Ahead, AnswerLine)
SentT = TypeVar("SentT", bound=Sent)


def sent(kind: type[SentT], fields: Fields) -> SentT:
    """Return what a form sends with a command; what is left blank is as if it were not there. Raises ``InvalidField``.

    It is read as loosely as forms are: what no such command can mean is left to the house to refuse.
    """
    found: dict[str, Any] = {}
    for name, field in kind.model_fields.items():
        typed = IN_FORMS.get(name, name)
        if field.is_required() or field.annotation is bool or fields.get(typed, "").strip():
            found[name] = _read(fields, typed, field)
    if NUMBER in found and kind not in WITH_MOVES:
        found[NUMBER] += 1
    return kind.model_construct(None, **found)


def _read(fields: Fields, name: str, field: FieldInfo) -> Any:
    takes = str(field.annotation)
    if field.annotation is bool:
        return yes_or_no(fields, name)
    if name == NUMBER:
        return whole_number(fields, name)
    if "list" in takes:
        said = [*text(fields, name, LONGEST_LINE).split(BETWEEN), text(fields, "move", answers.LONGEST_MOVE)]
        return [move for move in said if move]
    bounds = {type(each): each for each in field.metadata}
    if "int" in takes:
        return whole_number(fields, name, bounds[Le].le)
    return text(fields, name, bounds[MaxLen].max_length if MaxLen in bounds else LONGEST_KIND)


Done = Callable[[RequestContext, str, Any, int], Response]
"""Answers a form: the id of what it was about, what the command returned, and the status of that."""
Refused = Callable[[RequestContext, str, FivefoldError, Fields], Response]
"""Shows why a form was refused, to somebody without script, or raises it."""


def _raised(visit: RequestContext, about: str, error: FivefoldError, fields: Fields) -> Response:
    raise error


def to_page(path: str) -> Done:
    """Return the usual answer to a form at a table: to scripts what the command returned, to people a page there."""

    def done(visit: RequestContext, match_id: str, found: Any, status: int) -> Response:
        if responses.wants_json(visit.request):
            return responses.json(found, status)
        return responses.elsewhere(f"/matches/{match_id}{path}")

    return done


def add_forms(
    router: APIRouter, *commands: Run, done: Done, refused: Refused = _raised, rate: Rate | None = None
) -> None:
    """Add for each of these commands the route of its form. ``rate``: how often, if not as often as by the API."""
    for each in TABLE:
        if each.run in commands:
            path, terms = each.at + (each.form or each.path), [Depends(limited(rate or each.rate))]
            router.add_api_route(path, _route(each, done, refused), methods=["POST"], dependencies=terms)


def _route(command: Command, done: Done, refused: Refused) -> Callable[..., Awaitable[Response]]:
    @in_thread
    def route(
        visit: Visiting, fields: Form, about: Annotated[str, Path(max_length=LONGEST_ID, alias=command.about)]
    ) -> Response:
        try:
            wanted = None if command.sent is None else sent(command.sent, fields)
            found = command.do(Context(visit.house, visit.person_id), about, wanted)
        except FivefoldError as error:
            if responses.wants_json(visit.request):
                raise
            return refused(visit, about, error, fields)
        return done(visit, about, found, command.done_status)

    route.__name__, route.__doc__ = command.name, command.run.__doc__
    return route


def match_request(game: Game, fields: Fields) -> MatchRequest:
    """Return the match that a form requests; it may name too many opponents. Raises ``InvalidField``."""
    options, begin = chosen_options(game, fields), text(fields, "begin", 10) or "draw"
    duplicate = text(fields, "double", 10) == "duplicate"
    others = (text(fields, f"other-{seat}", 10) for seat in range(1, _seat_count(game, options)))
    seat = 0 if by_player(game) else None
    return MatchRequest(
        game=game.key,
        options=options if seat is None else with_starting_seat(game, options, begin),
        others=tuple(other for other in others if other),
        begin=begin,
        double=not duplicate and yes_or_no(fields, "double"),
        duplicate=duplicate,
        seed=whole_number(fields, "seed", LARGEST_SEED) if fields.get("seed", "").strip() else None,
        move=text(fields, "move", LONGEST_MOVE),
        seat=seat,
        nonce=text(fields, "nonce", LONGEST_NONCE),
        listed=text(fields, "who", 10) == "lobby",
        rated=yes_or_no(fields, "rated"),
        delay=whole_number(fields, "delay", LONGEST_DELAY) if fields.get("delay", "").strip() else 0,
        to=_named_player(fields) if text(fields, "who", 10) == "name" else "",
        time=chosen_time(fields),
        handicap=chosen_handicap(fields),
    )


def _named_player(fields: Fields) -> str:
    """Return who is asked to sit down: by name, or somebody met before. Raises ``InvalidField``."""
    to = text(fields, "to", LONGEST_NAME) or text(fields, "met", LONGEST_NAME)
    if not to:
        raise InvalidField("to: name the player who is to sit down", field="to")
    return to


def with_starting_seat(game: Game, options: dict[str, str], begin: str) -> dict[str, str]:
    """Return the options with the starting seat. The person takes the first seat, to know which options are theirs."""
    starting = game.setup.starting_option
    value = {"me": "0", "them": "1"}.get(begin, "")
    if starting is None or starting.name in options or value not in starting.values:
        return options
    return {**options, starting.name: value}


def chosen_options(game: Game, fields: Fields) -> dict[str, str]:
    """Return the options in a form or an address, as written there. Raises ``InvalidField``."""
    tables = {option.name for option in game.setup.options if option.table is not None}
    named = {name.removeprefix(OPTION)[:40]: name for name in fields if name.startswith(OPTION)}
    values = {
        option: text(fields, name, LONGEST_TABLE if option in tables else LONGEST_VALUE)
        for option, name in named.items()
    }
    return {option: value for option, value in values.items() if value}


def _seat_count(game: Game, options: Fields) -> int:
    """Return how many seats a match with these options has; more than any match if an option is invalid."""
    defaults = {option.name: option.default for option in game.setup.options if option.default is not None}
    try:
        return game.setup.seats({**defaults, **options})
    except (ValueError, LookupError):
        return MOST_OTHERS + 1
