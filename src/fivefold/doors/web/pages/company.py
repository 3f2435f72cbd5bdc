"""Who is at the table and what is said there, as the page says it before any script runs."""

from typing import Any

from fivefold.doors.web.pages import rated, rest_words
from fivefold.house.house import House
from fivefold.house.table.chat_text import PHRASES
from fivefold.house.table.presence import AWAY, GONE
from fivefold.session.snapshot import MatchSnapshot

MINUTE = 60
HOUR = 3600


def at_table(house: House, snapshot: MatchSnapshot, person_id: str) -> dict[str, Any]:
    """Return the template's context: how present the other players are, and who looks on."""
    view = house.presence.view(snapshot)
    own = snapshot.seats_of(person_id)
    return {
        "chat": house.chat.view(snapshot, person_id),
        "phrases": PHRASES,
        "delay": snapshot.terms.delay,
        "named": not own and house.accounts.preferences(person_id).named_spectator,
        "presence": view,
        **rated.at_table(house, snapshot),
        **rest_words.at_table(house, snapshot, person_id),
        "present": {
            seat["seat"]: {"state": seat["state"], "words": presence_words(seat["state"], seat["seconds"])}
            for seat in view["seats"]
            if seat["seat"] not in own
        },
    }


def presence_words(state: str, seconds: float | None) -> str:
    """Return how present somebody is who is not simply there; the page's script says the same."""
    words = {AWAY: "away", GONE: "offline"}.get(state, "")
    if not words or seconds is None:
        return words
    if seconds < MINUTE:
        return f"{words} {int(seconds)} s"
    return f"{words} {int(seconds // MINUTE)} min" if seconds < HOUR else words
