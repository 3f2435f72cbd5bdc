"""The form for a new match: who plays, who begins, and the game's options with their meanings."""

from collections.abc import Mapping
from typing import Any, Final

from fastapi import APIRouter
from starlette.requests import Request
from starlette.responses import Response

from fivefold.contract import Game, Information
from fivefold.contract.errors import FivefoldError
from fivefold.doors.web import request_parsing, responses, time_form
from fivefold.doors.web.errors import status_of
from fivefold.doors.web.forms import OPTION, chosen_options
from fivefold.doors.web.pages import option_fields, set_ups, time_fields
from fivefold.doors.web.static_files import find_game
from fivefold.doors.web.visitors import visitor
from fivefold.house.house import House
from fivefold.play.catalogue import find, keys
from fivefold.play.options import canonical, matters
from fivefold.play.set_ups import Options, settled

router = APIRouter()

DEFAULTS: Final[Mapping[str, str]] = {
    **{"begin": "draw", "double": "", "name": ""},
    **{"who": "link", "to": "", "met": "", "rated": "", "delay": ""},
}
OPPONENT: Final = "2"
"""The opponent chosen at first for every seat."""
PEOPLE: Final = ("here", "link")
"""Opponents who are no computers."""
ORDINALS: Final = ("", "Second ", "Third ", "Fourth ", "Fifth ", "Sixth ", "Seventh ")
QUESTIONS: Final[Mapping[str, str]] = {
    **{"others": "other-1", "begin": "begin", "double": "double", "name": "name", "seed": "seed"},
    **{"to": "to", "rated": "rated", "delay": "delay", "time": "time", "handicap": "handicap"},
}
"""For the field of an error that is about no option: which question of the form asks for it."""


@router.get("/new")
def choose_game(request: Request) -> Response:
    """Ask which game to play."""
    return responses.page(request, "games.html", {"games": all_games(), "section": "new"})


@router.get("/new/{key}")
def set_up(request: Request, key: str) -> Response:
    """Ask for the set-up of a match; the choices in the address are made already."""
    game, fields = find_game(key), dict(request_parsing.query(request))
    try:
        options = chosen_options(game, fields)
        settled(game, options)
        time_form.check_address(fields)
    except FivefoldError as error:
        return form_page(request, game, fields, error)
    return form_page(request, game, {**fields, **_canonical(game, options)}, None)


def form_with_error(request: Request, key: str, fields: Mapping[str, str], error: FivefoldError) -> Response:
    """Show the form again as it was filled in, with the error beside its question."""
    return form_page(request, find_game(key), fields, error)


def form_page(request: Request, game: Game, fields: Mapping[str, str], error: FivefoldError | None) -> Response:
    """Return the form with these fields filled in."""
    others = range(1, game.setup.seat_counts[-1])
    fields = {**_proposed_time(fields), **fields}
    context = {
        "game": game,
        "games": all_games(),
        "section": "new",
        "chosen": {**{f"other-{seat}": OPPONENT for seat in others}, **DEFAULTS, **_double(game, fields), **fields},
        "others": [(seat, f"{ORDINALS[seat - 1]}opponent".capitalize()) for seat in others],
        "levels": list(enumerate(game.personas, start=1)),
        "met": request.app.state.house.challenges.acquaintances(visitor(request).id),
        "hides": game.traits.information == Information.HIDDEN,
        "error": str(error) if error else "",
        "about": question_about(game, error),
        "seed": fields.get("seed", ""),
        "daily": game.key in request.app.state.house.daily.keys(),  # noqa: SIM118  (no mapping)
        **_option_context(request, game, _given(game, fields), error),
        **time_fields.time_context(game, _given(game, fields), fields),
    }
    if context["shared"]:
        context["shared"] = set_ups.with_query(context["shared"], time_fields.time_query(fields))
    return responses.page(request, "new.html", context, status_of(error) if error else 200)


def _proposed_time(fields: Mapping[str, str]) -> Mapping[str, str]:
    """Return the time that a table for strangers has at first."""
    strangers = fields.get("who") == "lobby" and "link" in {fields.get(f"other-{seat}") for seat in range(1, 8)}
    return {"time": time_fields.NORMAL.text} if strangers else {}


def _double(game: Game, fields: Mapping[str, str]) -> Mapping[str, str]:
    """Return that a double match is chosen at first: between people, where moving first is an advantage."""
    wanted = game.traits.doubles and fields.get("other-1") in PEOPLE and not fields.get("rated")
    return {"double": "yes"} if wanted else {}


def _given(game: Game, fields: Mapping[str, str]) -> dict[str, str]:
    return {name: value for name in _option_names(game) if (value := fields.get(OPTION + name, ""))}


def _option_context(request: Request, game: Game, options: Options, error: FivefoldError | None) -> dict[str, Any]:
    """Return the questions about the game itself; presets come first if it has any."""
    given = dict(options)
    every = option_fields.option_fields(game, given, _saved_tables(request, game))
    heading = {option.name: option.group for option in game.setup.options}
    folded = [(heading[option.name], option) for option in every] if game.setup.presets else []
    deciding = game.setup.seat_option
    first = [option for option in every if deciding is not None and option.name == deciding.name]
    begins = game.setup.starting_option
    when = {} if begins is None else option_fields.conditions(game, begins)
    known = {option.name: option.chosen for option in every}
    return {
        "presets": set_ups.preset_links(game, None if error else given),
        "table_options": [] if game.setup.presets else first,
        "options": [] if game.setup.presets else [option for option in every if option not in first],
        "groups": option_fields.option_groups(folded, question_about(game, error)),
        "seats": _seat_count(game, known),
        "begins_only": when,
        "begins_when": option_fields.condition_words(when),
        "begins": begins is None or matters(begins, known),
        "shared": "" if error else set_ups.address(game, given),
    }


def _canonical(game: Game, options: Options) -> dict[str, str]:
    """Return the form fields of options, in canonical form; also those that do not matter with the others."""
    written = {name.strip().casefold(): value for name, value in options.items()}
    return {
        OPTION + option.name: canonical(game, option, written[option.name.casefold()])
        for option in game.setup.options
        if option.name.casefold() in written
    }


def _option_names(game: Game) -> list[str]:
    return [option.name for option in game.setup.options]


def _seat_count(game: Game, known: Options) -> int:
    """Return how many seats are chosen; the most possible if the value is invalid."""
    option = game.setup.seat_option
    if option is None or known[option.name] in option.values:
        return game.setup.seats(known)
    return game.setup.seat_counts[-1]


def _saved_tables(request: Request, game: Game) -> option_fields.Saved:
    """Return the visitor's tables of numbers for each option that takes one."""
    house: House = request.app.state.house
    person_id = visitor(request).id
    names = [option.name for option in game.setup.options if option.table is not None]
    saved = {name: house.number_tables.of_person(person_id, game.key, name) for name in names}
    return {name: [(table.name, table.text) for table in tables] for name, tables in saved.items()}


def all_games() -> list[Game]:
    """Return all games."""
    return [find(key) for key in keys()]


def question_about(game: Game, error: FivefoldError | None) -> str:
    """Return the name of the option or the field of the form that an error is about; empty for none."""
    field = error.problem.field.removeprefix(OPTION) if error else ""
    if (starting := game.setup.starting_option) is not None and field == starting.name:
        return "begin"
    return field if field in _option_names(game) else QUESTIONS.get(field, "")
