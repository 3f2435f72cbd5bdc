"""How clocks work, in plain words."""

from fastapi import APIRouter
from starlette.requests import Request
from starlette.responses import Response

from fivefold.doors.web import responses
from fivefold.house.people import vacations
from fivefold.play import clocks, time_control, time_words

router = APIRouter()


@router.get("/help/time")
def show(request: Request) -> Response:
    """Show what each kind of clock means, and what happens when one runs out."""
    context = {
        "section": "help",
        "live": [_row(preset) for preset in time_control.LIVE],
        "first_move": _words(clocks.FIRST_MOVE),
        "live_pause": _words(clocks.LONGEST_PAUSE),
        "slow_pause": _words(clocks.LONGEST_SLOW_PAUSE),
        "vacation_days": vacations.MOST_DAYS,
        "lag": clocks.LAG_LIMIT / time_words.MILLISECONDS,
    }
    return responses.page(request, "help_time.html", context)


def _row(preset: time_control.Preset) -> tuple[str, str, str]:
    control = preset.control
    return time_words.preset_name(preset), time_words.words(control), time_words.short(control)


def _words(milliseconds: int) -> str:
    return time_words.duration_words(milliseconds // time_words.MILLISECONDS)
