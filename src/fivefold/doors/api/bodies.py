"""Bodies of requests to the API: JSON, read strictly, so that whatever is kept or played is what was meant."""

import json
from collections.abc import Callable, Coroutine, Sequence
from datetime import datetime
from typing import Annotated, Any, Final, NoReturn

from fastapi.routing import APIRoute
from pydantic import BaseModel, BeforeValidator, ConfigDict, Field
from starlette.requests import Request
from starlette.responses import Response

from fivefold.doors.web import forms, request_parsing
from fivefold.doors.web.request_parsing import Garbled, Malformed
from fivefold.house.stored_match import time_text

DEEPEST: Final = 16
"""Lists and objects in each other; what we take has three."""


def _option_text(value: object) -> object:
    if isinstance(value, bool):
        return "on" if value else "off"
    return str(value) if isinstance(value, int) else value


Text = Annotated[str, Field(max_length=forms.LONGEST_TABLE)]
OptionValue = Annotated[Text, BeforeValidator(_option_text, json_schema_input_type=Text | int | bool)]
"""A value of an option: its text; a whole number may stand for its digits, `true` for `on` and `false` for `off`."""


Moment = Annotated[str, BeforeValidator(lambda at: time_text(at) if isinstance(at, datetime) else at)]
KeyOfGame = Annotated[str, BeforeValidator(lambda game: game.key)]
Control = Annotated[str, BeforeValidator(lambda time: "" if time is None else time.text)]
"""How long everybody may think."""


class Told(BaseModel):
    """What an answer tells; ``model_validate`` reads it from whatever has attributes of these names."""

    model_config = ConfigDict(use_attribute_docstrings=True, from_attributes=True)


class StrictRoute(APIRoute):
    """A route whose body has been read by ``read`` before anything else looks at it."""

    def get_route_handler(self) -> Callable[[Request], Coroutine[Any, Any, Response]]:
        """Return what handles a request."""
        handle = super().get_route_handler()

        async def handle_read(request: Request) -> Response:
            if request.method not in {"GET", "HEAD"}:
                # Where Starlette keeps what it has read: it need not be read twice, nor less strictly.
                request._json = await read(request)
            return await handle(request)

        return handle_read


async def read(request: Request) -> Any:
    """Return the JSON of a request, ``None`` where it has no body. Raises ``Unreadable`` for another type or charset,
    ``Malformed`` for what is no JSON, ``Garbled`` for NUL."""
    text = await request_parsing.json_text(request)
    return parsed(text) if text else None


def parsed(text: str) -> Any:
    """Return what a JSON text says. Raises ``Malformed``, ``Garbled``."""
    try:
        found = json.loads(text, object_pairs_hook=_once_each, parse_constant=_no_number, parse_int=_whole)
    except json.JSONDecodeError as error:
        what = f"{error.msg[:1].lower()}{error.msg[1:]}"
        raise Malformed(f"the body is no JSON: {what} at line {error.lineno}") from None
    except RecursionError:
        raise _too_deep() from None
    _refuse_garbled(found, "body", 0)
    return found


def _too_deep() -> Malformed:
    return Malformed(f"the body has lists or objects more than {DEEPEST} deep")


def _once_each(pairs: Sequence[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        names = [name for name, _ in pairs]
        twice = next(name for name in names if names.count(name) > 1)
        raise Malformed(f"the body has {request_parsing.printable(twice)[:40]} twice in one object")
    return found


def _no_number(name: str) -> NoReturn:
    raise Malformed(f"the body has {name}, which is no JSON")


def _whole(digits: str) -> int:
    if len(digits) > 20:
        raise Malformed("the body has a number of more than 20 digits")
    return int(digits)


def _refuse_garbled(value: Any, name: str, depth: int) -> None:
    """Raise ``Garbled`` for text that is none, ``Malformed`` where lists and objects go deeper than ``DEEPEST``."""
    if isinstance(value, str):
        if not request_parsing.is_text(value):
            raise Garbled(f"{name}: has a character that is not text; leave it out")
    elif isinstance(value, dict | list) and depth >= DEEPEST:
        raise _too_deep()
    elif isinstance(value, dict):
        for key, each in value.items():
            _refuse_garbled(key, name, depth)
            _refuse_garbled(each, key[:40], depth + 1)
    elif isinstance(value, list):
        for each in value:
            _refuse_garbled(each, name, depth + 1)
