"""The review of a finished match: its positions, how it went, and what would have been better."""

import math
from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import Annotated, Any, Final

from fastapi import APIRouter, Query
from starlette.requests import Request
from starlette.responses import Response

from fivefold.contract import Emblem, Game
from fivefold.doors.web import responses
from fivefold.doors.web.pages import charts, other_board, page_parts
from fivefold.doors.web.pages.result import JudgedMove
from fivefold.doors.web.pages.table import history_lines, reviewed, step_links, stops
from fivefold.doors.web.visitors import house_of, visitor
from fivefold.house.computers.analysis import Estimate, plies_to_analyse, reconciled
from fivefold.house.computers.hints import told
from fivefold.house.computers.opponents import Opponents
from fivefold.house.errors import NotOffered
from fivefold.house.match_view import views
from fivefold.house.match_view.view_types import ArrangementView, TableView
from fivefold.house.table.followups import check_playing_on
from fivefold.play.observation import observed
from fivefold.session.narration import percent
from fivefold.session.snapshot import MatchSnapshot

router = APIRouter()
BRIDGED: Final = 4
"""Gaps of a curve up to this many steps are drawn straight: those moves were nobody's choice."""
WORST: Final = 5
"""Mistakes listed."""
LOOKING: Final = 1
"""Seconds between reloads without scripts while hindsight is being computed."""
ANALYSING: Final = 5
"""The same while the engine analyses the match."""
NOT_ASKED: Final[Mapping[str, Any]] = {"hindsight": [], "looking": False, "trouble": ""}
"""The context without hindsight."""


@router.get("/matches/{match_id}/review")
def review(
    request: Request, match_id: str, ply: Annotated[int | None, Query(ge=0)] = None, hindsight: bool = False
) -> Response:
    """Show how a match went, with ``hindsight`` if the game has it. A match in progress redirects to its table."""
    house = house_of(request)
    snapshot = house.shown_to(visitor(request).id, match_id)
    if snapshot.match.outcome is None:
        return responses.elsewhere(f"/matches/{match_id}")
    opponents: Opponents = request.app.state.opponents
    opponents.analyse(match_id, visitor(request).id)
    shown_in = context(request, snapshot, ply, reconciled(snapshot.match, house.estimates.of(match_id)))
    asked = hindsight and shown_in["view"]["can"]["hindsight"] is True
    beside = _hindsight_context(request, match_id, shown_in["names"]) if asked else NOT_ASKED
    reload = LOOKING if beside["looking"] else ANALYSING if shown_in["done"] < shown_in["of"] else 0
    shown_in["levels"] = _play_on_levels(snapshot, shown_in["view"]["ply"])
    return responses.page(request, "review.html", {**shown_in, **beside, "hindsight_asked": asked, "reload": reload})


def _hindsight_context(request: Request, match_id: str, names: Sequence[str]) -> dict[str, Any]:
    """Return the context for hindsight: its result, or that it is being computed, or why there is none."""
    opponents: Opponents = request.app.state.opponents
    try:
        found = opponents.hindsight(match_id, visitor(request).id)
    except NotOffered as error:
        return {**NOT_ASKED, "trouble": str(error)}
    if found is None:
        return {**NOT_ASKED, "looking": True}
    return {**NOT_ASKED, "hindsight": _hindsight_pictures(found["seats"], names)}


def context(
    request: Request, snapshot: MatchSnapshot, ply: int | None, found: Mapping[int, Estimate]
) -> dict[str, Any]:
    """Return the template's context."""
    latest = len(snapshot.match.moves)
    person_id, game = visitor(request).id, snapshot.match.game
    house = house_of(request)
    now = house.views.view(snapshot, person_id, history=True, everything=True)
    table = views.table(snapshot, person_id)
    start, moves = history_lines(now, table)
    plies = stops(start, moves)
    emblems = line_emblems(game, page_parts.public_row(snapshot, start), len(table["seats"]))
    looked_at = min(latest if ply is None else max(ply, start), latest)
    view = house.views.view(snapshot, person_id, looked_at, everything=True)
    at = view["ply"]
    judged = {one.ply: JudgedMove.of(one, snapshot.match) for one in found.values()}
    return {
        "game": game,
        "base": f"/matches/{snapshot.id}",
        "view": view,
        "outcome": now["outcome"],
        "table": table,
        **reviewed(house, snapshot, page_parts.player_names(table)) | other_board.in_review(request, snapshot, at),
        "seats": page_parts.seat_rows({**view, "outcome": None}, table, game, page_parts.public_row(snapshot, at)),
        "others": len(table["seats"]) - 1,
        "picture": page_parts.as_markup(view["picture"]),
        "shape": page_parts.ratio_class(view["size"]),
        "move": plies.index(at),
        "moves": len(plies) - 1,
        "steps": step_links(plies, at),
        "alone": len(table["seats"]) == 1,
        "history": [line | _loss_mark(judged.get(line["made"] - 1)) for line in moves],
        "scores": _score_curve(snapshot, plies, at, emblems),
        "chances": _outlook_curve(found, snapshot, plies, at, emblems),
        "estimate": _best_move(judged.get(at - 1), snapshot),
        "ahead": _best_move(judged.get(at), snapshot),
        "mistakes": mistakes(judged, table, snapshot, plies),
        "done": len(found),
        "of": len(plies_to_analyse(snapshot.match)),
    }


def _play_on_levels(snapshot: MatchSnapshot, ply: int) -> Sequence[tuple[int, str]]:
    """Return the levels and names of opponents to play on against from a position; none where nobody can."""
    try:
        check_playing_on(snapshot, ply, "")
    except NotOffered:
        return []
    return [(level, persona.name) for level, persona in enumerate(snapshot.match.game.personas, start=1)]


def scores(snapshot: MatchSnapshot, plies: Sequence[int]) -> list[list[float]]:
    """Return the scores of each seat at these plies."""
    game = snapshot.match.game
    count = game.setup.seats(snapshot.match.options)
    out = [0] * count
    lines: list[list[float]] = [[] for _ in range(count)]
    for ply in plies:
        game.rules.scores(snapshot.row_at(ply), out)
        for seat in range(count):
            lines[seat].append(float(out[seat]))
    return lines


def line_emblems(game: Game, row: Sequence[int], seats: int) -> list[Emblem]:
    """Return the colour and the sign of each seat's line."""
    return [game.picture.emblem(list(row), seat) for seat in range(seats)]


def _score_curve(snapshot: MatchSnapshot, plies: Sequence[int], at: int, emblems: Sequence[Emblem]) -> Any:
    drawn = charts.course("Score after each move", scores(snapshot, plies), plies, at, emblems=emblems)
    return page_parts.as_markup(drawn)


def _outlook_curve(
    found: Mapping[int, Estimate], snapshot: MatchSnapshot, plies: Sequence[int], at: int, emblems: Sequence[Emblem]
) -> Any:
    """Return the curve of expectations as far as they are known; empty if none is.

    These are each seat's chance to win, with its partner's, or for a player alone the expected final score.
    """
    if not found:
        return ""
    setup, options = snapshot.match.game.setup, snapshot.match.options
    if (count := setup.seats(options)) > 1:
        shares = {ply: found[ply].values if ply in found else [math.nan] * count for ply in plies}
        teams = [setup.team(options, seat) for seat in range(count)]
        lines = [_with_gaps_filled([sum(shares[ply][each] for each in team) for ply in plies]) for team in teams]
        drawn = charts.course("Chance to win before each move", lines, plies, at, percent=True, emblems=emblems)
        return page_parts.as_markup(drawn)
    points = [found[ply].points if ply in found else math.nan for ply in plies]
    if snapshot.match.ending is None:
        points[-1] = float(snapshot.match.scores[0])
    lines = [_with_gaps_filled(points)]
    return page_parts.as_markup(charts.course("Expected points before each move", lines, plies, at, emblems=emblems))


def _with_gaps_filled(values: Sequence[float]) -> list[float]:
    """Return values with short gaps, where chance or the table moved, filled linearly."""
    filled = list(values)
    known = [place for place, value in enumerate(values) if not math.isnan(value)]
    for before, after in pairwise(known):
        if after - before <= BRIDGED:
            rise = (values[after] - values[before]) / (after - before)
            filled[before + 1 : after] = [values[before] + rise * step for step in range(1, after - before)]
    return filled


def _loss_mark(judged: JudgedMove | None) -> dict[str, Any]:
    mistake = judged is not None and judged.mistake
    return {"mistake": mistake, "loss": judged.numbers if judged and mistake else ""}


def _best_move(judged: JudgedMove | None, snapshot: MatchSnapshot) -> dict[str, Any] | None:
    if judged is None or not judged.estimate.text:
        return None
    estimate, game, row = judged.estimate, snapshot.match.game, snapshot.row_at(judged.estimate.ply)
    seen = observed(game, row, game.rules.to_move(row))
    return {
        "picks": list(game.notation.clicks(seen, game.notation.read(seen, estimate.text))),
        "text": estimate.text,
        "told": told(game, row, estimate.text),
        "line": estimate.line,
        "played": estimate.played,
        "best": estimate.played == estimate.text,
        "numbers": judged.numbers,
        "mistake": judged.mistake,
    }


def mistakes(
    judged: Mapping[int, JudgedMove], table: TableView, snapshot: MatchSnapshot, plies: Sequence[int]
) -> Sequence[dict[str, Any]]:
    """Return the costliest moves, the worst first."""
    worst = sorted((one for one in judged.values() if one.mistake), key=lambda one: -one.cost)[:WORST]
    names, movers = page_parts.player_names(table), snapshot.match.movers
    return [
        {
            "ply": one.estimate.ply + 1,
            "move": plies.index(one.estimate.ply + 1),
            "who": names[movers[one.estimate.ply]],
            "played": one.estimate.played,
            "best": one.estimate.text,
            "played_told": told(snapshot.match.game, snapshot.row_at(one.estimate.ply), one.estimate.played),
            "best_told": told(snapshot.match.game, snapshot.row_at(one.estimate.ply), one.estimate.text),
            "loss": one.numbers,
        }
        for one in worst
    ]


def _hindsight_pictures(found: Sequence[ArrangementView], names: Sequence[str]) -> list[dict[str, Any]]:
    return [
        {
            **one,
            "picture": page_parts.as_markup(one["picture"]),
            "name": names[one["seat"]],
            "reached": "" if one["share"] is None else percent(one["share"]),
        }
        for one in found
    ]
