"""Fields of forms, read and checked once: what passes here has a sensible type and length."""

import re
from collections.abc import Mapping
from typing import Annotated, Final

from fastapi import Depends
from starlette.requests import Request

from fivefold.play.contract import Game
from fivefold.service.wishes import Wish
from fivefold.web.errors import InvalidField, Unreadable

Fields = Mapping[str, str]
LONGEST_MOVE: Final = 100
LONGEST_NAME: Final = 200
"""As sent; what the house keeps is shorter."""
MOST_OTHERS: Final = 7
LARGEST_NUMBER: Final = 1_000_000
LARGEST_SEED: Final = 2**63 - 1
FORMS: Final = ("application/x-www-form-urlencoded", "multipart/form-data")
YES: Final = frozenset({"yes", "on", "true", "1"})
NO: Final = frozenset({"no", "off", "false", "0", ""})


async def _read(request: Request) -> Fields:
    """Return the fields of a form; of those with the same name the last. Raises ``Unreadable``."""
    kind = request.headers.get("content-type", "").split(";")[0].strip().lower()
    if kind and kind not in FORMS:
        raise Unreadable(f"{kind[:60]}: send fields as a form does, {FORMS[0]}")
    form = await request.form(max_files=0)
    return {name: value for name, value in form.items() if isinstance(value, str)}


Form = Annotated[Fields, Depends(_read)]


def text(fields: Fields, name: str, longest: int) -> str:
    """Return a field without blanks around it, "" if it is missing. Raises ``InvalidField``."""
    value = fields.get(name, "").strip()
    if len(value) > longest:
        raise InvalidField(f"{name}: {len(value)} characters, but at most {longest} fit")
    return value


def whole(fields: Fields, name: str, largest: int = LARGEST_NUMBER) -> int:
    """Return a field that is a whole number, 0 or more. Raises ``InvalidField``."""
    value = text(fields, name, 40)
    if not re.fullmatch(r"[0-9]{1,19}", value) or int(value) > largest:
        raise InvalidField(f"{name}: {value or 'missing'}; takes a whole number from 0 to {largest}")
    return int(value)


def agreed(fields: Fields, name: str) -> bool:
    """Return a field that says yes or no. Raises ``InvalidField``."""
    value = text(fields, name, 10).lower()
    if value in YES or value in NO:
        return value in YES
    raise InvalidField(f"{name}: {value}; takes yes or no")


def wish(game: Game, fields: Fields) -> Wish:
    """Return what match a form asks for; it may name more others than there are seats. Raises ``InvalidField``."""
    named = {name.removeprefix("option-")[:40]: name for name in fields if name.startswith("option-")}
    chosen = {option: text(fields, name, 40) for option, name in named.items()}
    options = {option: value for option, value in chosen.items() if value}
    others = (text(fields, f"other-{seat}", 10) for seat in range(1, _seats(game, options)))
    return Wish(
        game=game.key,
        options=options,
        others=tuple(other for other in others if other),
        begin=text(fields, "begin", 10) or "draw",
        double=agreed(fields, "double"),
        seed=whole(fields, "seed", LARGEST_SEED) if fields.get("seed", "").strip() else None,
        move=text(fields, "move", LONGEST_MOVE),
    )


def _seats(game: Game, options: Fields) -> int:
    """Return how many seats a match with these options has, the most where one of them is nonsense."""
    defaults = {option.name: option.default for option in game.options if option.default is not None}
    try:
        return game.seats({**defaults, **options})
    except ValueError:
        return MOST_OTHERS + 1
