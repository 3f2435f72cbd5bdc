"""Pages that explain: about Fivefold, the rules of each game and their terms, clocks, playing by mail."""

from fastapi import APIRouter
from starlette.requests import Request
from starlette.responses import Response

from fivefold.doors.web import responses
from fivefold.doors.web.pages import help_text
from fivefold.doors.web.static_files import find_game
from fivefold.doors.web.visitors import house_of
from fivefold.house.people import vacations
from fivefold.play import catalogue, clocks, time_control, time_words
from fivefold.play.lessons import example_game, example_moves

router = APIRouter()


@router.get("/about")
def show_about(request: Request) -> Response:
    """Show the page about Fivefold."""
    return responses.page(request, "about.html", {"section": "about"})


@router.get("/rules")
def show_games(request: Request) -> Response:
    """List the games with their rules pages."""
    return responses.page(request, "games.html", {"games": catalogue.games(), "section": "rules"})


@router.get("/rules/{key}")
def show_rules(request: Request, key: str) -> Response:
    """Show the rules of a game."""
    game = find_game(key)
    words, sections = help_text.page(game)
    context = {"game": game, "words": words, "sections": sections, "section": "rules"}
    return responses.page(request, "rules.html", context)


@router.get("/rules/{key}/terms.json")
def show_terms(key: str) -> Response:
    """Return a short explanation for each anchor of a game's rules page."""
    return responses.json({anchor: str(words) for anchor, words in help_text.terms(find_game(key)).items()})


@router.get("/help/time")
def show_time(request: Request) -> Response:
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


@router.get("/help/mail")
def show_mail(request: Request) -> Response:
    """Show how to begin, play and end a match by mail, and every command."""
    house = house_of(request)
    names = [catalogue.find(key).name for key in sorted(catalogue.keys())]
    example = example_game()
    context = {
        "section": "help",
        "domain": house.mail.domain,
        "here": f"play@{house.mail.domain}",
        "games": names,
        "game": example.key,
        "moves": example_moves(example),
    }
    return responses.page(request, "help_mail.html", context)
