"""The table: one match, live or looked back at; playable to its end without script."""

from collections.abc import Mapping
from typing import Annotated, Any

from fastapi import APIRouter, Query
from starlette.requests import Request
from starlette.responses import Response

from fivefold.play.contract import CHANCE
from fivefold.service import views
from fivefold.service.house import House
from fivefold.service.standing import Standing
from fivefold.web import answers
from fivefold.web.guests import visitor
from fivefold.web.pages import help_text, shown

router = APIRouter()


@router.get("/matches/{match_id}", include_in_schema=False)
def show_table(request: Request, match_id: str, ply: Annotated[int | None, Query(ge=0)] = None) -> Response:
    """Show a match to whoever has its address."""
    house: House = request.app.state.house
    standing = house.standing(match_id)
    return answers.page(request, "table.html", context(request, standing, ply))


def context(request: Request, standing: Standing, ply: int | None) -> dict[str, Any]:
    """Return what the page is filled with."""
    guest_id, game = visitor(request).id, standing.match.game
    latest = len(standing.match.moves)
    behind = ply is not None and ply < latest
    view = views.view(standing, guest_id, ply if behind else None, history=True)
    table = views.table(standing, guest_id)
    start, moves = history(view, table)
    base = f"/matches/{standing.id}"
    row = standing.row_at(view["ply"])
    return {
        "game": game,
        "base": base,
        "view": view,
        "table": table,
        "picture": shown.drawn(view["picture"]),
        "shape": shown.shape(view["picture"]),
        "seats": shown.seats_shown(view, table, game, row),
        "others": len(table["seats"]) - 1,
        "names": shown.names(table),
        "history": moves,
        "steps": steps(start, view["ply"], latest),
        "behind": behind,
        "choices": choices(standing, view) if view["turn"] else [],
        "example": view["moves"][0]["text"] if view["moves"] else "",
        "asks": table["asking"] is not None and bool(view["yours"]) and table["asking"] not in view["yours"],
        "open_seats": any(seat["kind"] == "open" for seat in table["seats"]),
        "waits": not (behind or view["over"] or view["turn"]),
        "second_half": "second game" if table["double_of"] else "",
        "short_help": help_text.short(game),
    }


def history(view: Mapping[str, Any], table: Mapping[str, Any]) -> tuple[int, list[dict[str, Any]]]:
    """Return the ply at which play began, after what was dealt, and a line for every move since."""
    entries = view["history"]
    start = next((place for place, entry in enumerate(entries) if entry["mover"] != CHANCE), len(entries))
    return start, [_line(entry, table) for entry in entries[start:]]


def _line(entry: Mapping[str, Any], table: Mapping[str, Any]) -> dict[str, Any]:
    mover = entry["mover"]
    by_chance = mover == CHANCE
    gains = entry["gains"] or [0]
    return {
        **entry,
        "who": "Chance" if by_chance else table["seats"][mover]["seat_name"],
        "gain": "" if by_chance else shown.gain(gains[mover]),
    }


def steps(start: int, ply: int, latest: int) -> list[dict[str, Any]]:
    """Return the links that lead through a match; ``None`` where there is nowhere to go."""
    back, on = ply > start, ply < latest
    return [
        {"name": "first", "words": "To the start", "ply": start if back else None},
        {"name": "previous", "words": "One move back", "ply": ply - 1 if back else None},
        {"name": "next", "words": "One move on", "ply": ply + 1 if on else None},
        {"name": "last", "words": "To the latest move", "ply": latest if on else None},
    ]


def choices(standing: Standing, view: Mapping[str, Any]) -> list[dict[str, str]]:
    """Return the legal moves with what they earn or do, for the form of who has no script."""
    notation, row = standing.match.game.notation, standing.match.row
    explained = [(move["text"], notation.explain(row, notation.read(row, move["text"]))) for move in view["moves"]]
    return [{"text": text, "words": f"{text}: {words}" if words else text} for text, words in explained]
