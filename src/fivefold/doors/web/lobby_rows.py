"""The rows of the lobby: what a table, a search and a challenge come to in words and pictures."""

from collections.abc import Mapping
from functools import cache
from typing import Any, Final
from urllib.parse import urlencode

from markupsafe import Markup

from fivefold.contract import Game
from fivefold.doors.web.forms import OPTION
from fivefold.house.meeting.lobby import OpenTable, Place, usual_options
from fivefold.house.meeting.quick_match import Search
from fivefold.parts.words import counted, listed
from fivefold.play import set_ups, time_words
from fivefold.play.catalogue import data_text, find, keys
from fivefold.play.time_control import LIVE, SLOW
from fivefold.session.seats import COMPUTER, OPEN

MEANWHILE_LEVEL: Final = 3
"""Of the computer that is offered to somebody who waits."""
PACES: Final = (("", "Any time"), ("live", "Live"), ("slow", "Slow"), ("none", "No limit"))
"""What the tables can be filtered by."""
QUICK_TIMES: Final = (
    ("normal", "Normal", LIVE[1].control),
    ("quick", "Quick", LIVE[0].control),
    ("slow", "Slow", SLOW[0].control),
    ("none", "No limit", None),
)
"""What quick matches and tables opened with one tap can have; the first unless somebody chooses."""
FILLING_LEVELS: Final = (1, 2, 3, 4, 5, 6, 7)


def table_row(table: OpenTable, yours: bool) -> dict[str, Any]:
    """Return what a row shows; ``yours``: to somebody who sits there."""
    return {
        "id": table.id,
        "game": table.game,
        "host": table.host or "Somebody",
        "rating": "",
        "bot": False,
        "set_up": table.set_up or "Usual set-up",
        "details": _details(table),
        "seats": [_seat(table.game, place) for place in table.places],
        "places": _places_words(table),
        "clock": time_words.short(table.time),
        "clock_long": time_words.words(table.time),
        "pace": pace(table),
        "rated": table.rated,
        "yours": yours,
        "free": table.free,
    }


def pace(table: OpenTable) -> str:
    """Return for the filter what kind of time a table has: ``live``, ``slow`` or ``none``."""
    return "none" if table.time is None else "slow" if table.time.slow else "live"


def _details(table: OpenTable) -> str:
    return "double match" if table.double else ""


def _seat(game: Game, place: Place) -> dict[str, str]:
    if place.kind == COMPUTER:
        words = f"{place.name}, level {place.level}"
        return {
            "portrait": f"/portraits/{game.key}/{place.level}.svg",
            "initial": "",
            "words": words,
            "kind": "computer",
        }
    if place.kind == OPEN:
        return {"portrait": "", "initial": "", "words": "a free seat", "kind": "free"}
    return {"portrait": "", "initial": place.name[:1].upper() or "?", "words": place.name, "kind": "person"}


def _places_words(table: OpenTable) -> str:
    """Return how many seats are free, and which computers sit there."""
    computers = [f"{place.name} (level {place.level})" for place in table.places if place.kind == COMPUTER]
    free = f"{table.free} of {len(table.places)} seats free"
    return f"{free}, with {listed(computers)}" if computers else free


@cache
def quick_games() -> list[dict[str, Any]]:
    """Return the games for quick matches, each with its usual set-up."""
    tiles = []
    for game in all_games():
        options = usual_options(game)
        if options is not None:
            said = set_ups.words(game, options)
            tiles.append({"game": game, "set_up": "" if said == "as usual" else f"{said} for two", "options": options})
    return tiles


def search_facts(search: Search | None) -> dict[str, Any] | None:
    """Return what a page is told of a person's search."""
    if search is None:
        return None
    game = find(search.game)
    persona = game.personas[MEANWHILE_LEVEL - 1]
    return {
        "game": game.key,
        "name": game.name,
        "rated": search.rated,
        "since": search.since.timestamp(),
        "state": search.state,
        "match": search.match,
        "others": list(search.others),
        "meanwhile": search.meanwhile,
        "persona": persona.name,
        "level": MEANWHILE_LEVEL,
        "portrait": f"/portraits/{game.key}/{MEANWHILE_LEVEL}.svg",
        "said": search_words(search, game.name),
    }


def search_words(search: Search, game: str) -> str:
    """Return what a person who looks for somebody is told."""
    who = listed(list(search.others)) or "Somebody"
    kind = "a rated" if search.rated else "a casual"
    clock = f" ({time_words.words(search.time)})"
    return {
        "looking": f"Looking for somebody to play {kind} game of {game} with you{clock}…",
        "found": f"{who} wants to play {game} with you{clock}.",
        "waiting": "Somebody is found. They are finishing a move: one moment…",
        "ready": f"{who} is at the table.",
    }[search.state]


def counts_of(tables: list[OpenTable]) -> Mapping[str, int]:
    """Return how many tables there are of each game."""
    counts = dict.fromkeys(keys(), 0)
    for table in tables:
        counts[table.game.key] = counts.get(table.game.key, 0) + 1
    return counts


def tables_words(count: int) -> str:
    """Return how many tables are open."""
    return counted(count, "open table")


def all_games() -> list[Game]:
    """Return all games."""
    return [find(key) for key in keys()]


@cache
def game_sign(game: Game) -> Markup:
    """Return the small drawing in a game's folder, or its first letter."""
    drawn = data_text(game, "sign.svg").strip()
    return Markup(drawn) if drawn else Markup("<b>{}</b>").format(game.name[:1])  # noqa: S704  (our own)


def quick_times(chosen: str) -> list[dict[str, Any]]:
    """Return the times to choose for quick matches, one of them chosen."""
    known = chosen if chosen in {key for key, _, _ in QUICK_TIMES} else QUICK_TIMES[0][0]
    return [
        {
            "key": key,
            "name": name,
            "time": control.text if control else "",
            "short": time_words.short(control) if control else "",
            "words": time_words.words(control),
            "chosen": key == known,
        }
        for key, name, control in QUICK_TIMES
    ]


def lobby_address(game: str = "", rated: str = "", time: str = "", pace: str = "") -> str:
    """Return the address of the lobby with these choices."""
    usual = QUICK_TIMES[0][0]
    chosen = {"game": game, "rated": rated, "time": time, "pace": "" if pace == usual else pace}
    query = urlencode({name: value for name, value in chosen.items() if value})
    return f"/lobby?{query}" if query else "/lobby"


def ask_links() -> list[tuple[Game, str]]:
    """Return for each game for several the address of its form, a seat kept for a player who is named."""
    links = []
    for game in all_games():
        options = usual_options(game)
        if options is not None:
            chosen = {"other-1": "link", "who": "name", **{OPTION + name: value for name, value in options.items()}}
            links.append((game, f"/new/{game.key}?{urlencode(chosen)}"))
    return links
