"""The review of a match that is over: step through it, see how it went, and what would have been better."""

import math
from collections.abc import Mapping, Sequence
from typing import Annotated, Any, Final

from fastapi import APIRouter, Query
from starlette.requests import Request
from starlette.responses import Response

from fivefold.service import views
from fivefold.service.analysis import Estimate, plies_to_analyse
from fivefold.service.house import House
from fivefold.service.standing import Standing
from fivefold.service.wording import percent
from fivefold.web import answers
from fivefold.web.guests import visitor
from fivefold.web.pages import curve, shown
from fivefold.web.pages.table import history, steps

router = APIRouter()
MISTAKE: Final = 0.05
"""Chance to win that a move has to lose to be called a mistake."""
WORST: Final = 5
"""Mistakes listed."""


@router.get("/matches/{match_id}/review")
def review(request: Request, match_id: str, ply: Annotated[int | None, Query(ge=0)] = None) -> Response:
    """Show how a match went; one that goes on is at its table."""
    house: House = request.app.state.house
    standing = house.standing(match_id)
    if standing.match.outcome is None:
        return answers.elsewhere(f"/matches/{match_id}")
    request.app.state.opponents.analyse(match_id)
    return answers.page(request, "review.html", context(request, standing, ply, house.analyses(match_id)))


def context(request: Request, standing: Standing, ply: int | None, found: Mapping[int, Estimate]) -> dict[str, Any]:
    """Return what the page is filled with."""
    latest = len(standing.match.moves)
    guest_id, game = visitor(request).id, standing.match.game
    now = views.view(standing, guest_id, history=True, everything=True)
    table = views.table(standing, guest_id)
    start, moves = history(now, table)
    plies = [start, *(line["ply"] for line in moves)]
    view = views.view(standing, guest_id, min(latest if ply is None else max(ply, start), latest), everything=True)
    at = view["ply"]
    expected = len(plies_to_analyse(standing.match))
    return {
        "game": game,
        "base": f"/matches/{standing.id}",
        "view": view,
        "outcome": now["outcome"],
        "table": table,
        "names": shown.names(table),
        "seats": shown.seats_shown(view | {"outcome": None}, table, game, shown.public_row(standing, at)),
        "others": len(table["seats"]) - 1,
        "picture": shown.drawn(view["picture"]),
        "shape": shown.shape(view["picture"]),
        "move": plies.index(at),
        "moves": len(moves),
        "steps": steps(plies, at),
        "history": [line | marked(found.get(line["ply"] - 1)) for line in moves],
        "scores": shown.drawn(curve.draw("Score after each move", scores(standing, plies), plies, at)),
        "chances": chances(found, plies, at, len(table["seats"])),
        "estimate": better(found.get(at - 1)),
        "ahead": better(found.get(at)),
        "mistakes": mistakes(found, table, standing, plies),
        "done": len(found),
        "of": expected,
    }


def scores(standing: Standing, plies: Sequence[int]) -> list[list[float]]:
    """Return for each seat its score at these plies."""
    game = standing.match.game
    count = game.seats(standing.match.options)
    out = [0] * count
    lines: list[list[float]] = [[] for _ in range(count)]
    for ply in plies:
        game.rules.scores(standing.row_at(ply), out)
        for seat in range(count):
            lines[seat].append(float(out[seat]))
    return lines


def chances(found: Mapping[int, Estimate], plies: Sequence[int], at: int, count: int) -> Any:
    """Return the curve of each seat's chance to win, as far as it is known; empty before anything is."""
    if not found:
        return ""
    lines = [[found[ply].values[seat] if ply in found else math.nan for ply in plies] for seat in range(count)]
    return shown.drawn(curve.draw("Chance to win before each move", lines, plies, at, percent=True))


def marked(estimate: Estimate | None) -> dict[str, Any]:
    """Return how a move of the list is marked."""
    loss = estimate.loss if estimate else 0.0
    return {"mistake": loss >= MISTAKE, "loss": percent(loss) if loss >= MISTAKE else ""}


def better(estimate: Estimate | None) -> dict[str, Any] | None:
    """Return what the engine would have played, in words."""
    if estimate is None or not estimate.text:
        return None
    return {
        "text": estimate.text,
        "explain": estimate.explain,
        "line": estimate.line,
        "played": estimate.played,
        "best": estimate.played == estimate.text,
        "loss": percent(estimate.loss) if estimate.loss >= MISTAKE else "",
    }


def mistakes(
    found: Mapping[int, Estimate], table: Mapping[str, Any], standing: Standing, plies: Sequence[int]
) -> Sequence[dict[str, Any]]:
    """Return the moves that cost most, the worst first."""
    worst = sorted((one for one in found.values() if one.loss >= MISTAKE), key=lambda one: -one.loss)[:WORST]
    return [
        {
            "ply": one.ply + 1,
            "move": plies.index(one.ply + 1),
            "who": table["seats"][standing.match.movers[one.ply]]["name"]
            or table["seats"][standing.match.movers[one.ply]]["seat_name"],
            "played": one.played,
            "best": one.text,
            "explain": one.explain,
            "loss": percent(one.loss),
        }
        for one in worst
    ]
