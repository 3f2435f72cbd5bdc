"""The time control in forms and addresses: one as a text, or one's own in numbers."""

import re
from typing import Final

from fivefold.contract.errors import FivefoldError
from fivefold.doors.web.errors import InvalidField
from fivefold.doors.web.request_parsing import Fields
from fivefold.play.time_control import FULL, TimeControl, check_handicap, parsed

FIELD: Final = "time"
OWN, OWN_DAYS, OWN_GAME = "own", "own-days", "own-game"
"""Values of the field: the numbers beside it count."""
MINUTES, SECONDS, DAYS, GAME_MINUTES = "time-minutes", "time-seconds", "time-days", "time-game-minutes"
NUMBERS: Final = {MINUTES: "10", SECONDS: "5", DAYS: "3", GAME_MINUTES: "5"}
"""What stands in those fields at first."""
MOST_MINUTES, MOST_SECONDS, MOST_DAYS = 180, 180, 30
LONGEST: Final = 40


def chosen_time(fields: Fields) -> str:
    """Return the time control of a form or an address as a text, empty for no limit. Raises ``InvalidField``.

    Whether it is one to play with is checked by the house.
    """
    value = fields.get(FIELD, "").strip()
    if len(value) > LONGEST:
        raise InvalidField(f"time: {len(value)} characters, but at most {LONGEST} fit", field=FIELD)
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
    if fields.get(FIELD, "").strip() not in {OWN, OWN_DAYS, OWN_GAME}:
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
        raise InvalidField(f"{said}{what}: give a whole number from {least} to {most}", field=FIELD)
    return int(value)
