"""New match: who plays, who begins, and the game's own options with their meaning."""

from collections.abc import Mapping
from typing import Any, Final

from fastapi import APIRouter
from starlette.requests import Request
from starlette.responses import Response

from fivefold.play.catalogue import find, keys
from fivefold.play.contract import Game
from fivefold.play.errors import FivefoldError
from fivefold.play.offered import Option
from fivefold.web import answers
from fivefold.web.static_files import find_game

router = APIRouter()

SEATED_BY: Final = frozenset({"first"})
"""Options that say which seat moves first: the question who begins decides them."""
PLAYERS: Final = "players"
"""The option that says how many play, asked before who they are."""
DEFAULTS: Final[Mapping[str, str]] = {
    "other-1": "2",
    "other-2": "2",
    "other-3": "2",
    "begin": "draw",
    "double": "",
    "name": "",
}


@router.get("/new")
def choose_game(request: Request) -> Response:
    """Ask which game it shall be."""
    return answers.page(request, "games.html", {"games": games(), "section": "new"})


@router.get("/new/{key}")
def set_up(request: Request, key: str) -> Response:
    """Ask what a match shall be like; what the address says is chosen already."""
    return form(request, find_game(key), dict(request.query_params), None)


def refused(request: Request, key: str, fields: Mapping[str, str], error: FivefoldError) -> Response:
    """Show the form again as it was filled in, the error beside what it is about."""
    return form(request, find_game(key), fields, error)


def form(request: Request, game: Game, fields: Mapping[str, str], error: FivefoldError | None) -> Response:
    """Return the page with these fields chosen."""
    words = str(error) if error else ""
    about = blamed(game, words)
    seats = most_seats(game)
    options = [shown_option(option, fields) for option in game.options if option.name not in SEATED_BY]
    context = {
        "game": game,
        "games": games(),
        "section": "new",
        "table_options": [option for option in options if option["name"] == PLAYERS],
        "options": [option for option in options if option["name"] != PLAYERS],
        "chosen": {**DEFAULTS, **fields},
        "others": range(1, seats),
        "levels": list(enumerate(game.personas, start=1)),
        "error": words,
        "about": about,
        "seed": fields.get("seed", ""),
    }
    return answers.page(request, "new.html", context, 422 if error else 200)


def games() -> list[Game]:
    """Return all games there are to play."""
    return [find(key) for key in keys()]


def most_seats(game: Game) -> int:
    """Return how many seats the largest match of a game has."""
    counts = next((list(option.values) for option in game.options if option.name == PLAYERS), ["2"])
    return max(int(count) for count in counts)


def blamed(game: Game, words: str) -> str:
    """Return the name of the option that an error is about, as its first word says; empty if it is about none."""
    name = words.partition("=")[0].partition(":")[0].strip()
    return name if any(option.name == name for option in game.options) else ""


def shown_option(option: Option, fields: Mapping[str, str]) -> dict[str, Any]:
    """Return an option as the page asks for it, with the value chosen."""
    return {
        "name": option.name,
        "title": option.name.capitalize(),
        "meaning": sentence(option.meaning),
        "values": [(value, sentence(value), sentence(option.explained.get(value, ""))) for value in option.values],
        "numbers": option.numbers,
        "drawn": option.default is None,
        "chosen": fields.get(f"option-{option.name}", option.default or ""),
    }


def sentence(words: str) -> str:
    """Return words with a capital in front."""
    return words[:1].upper() + words[1:]
