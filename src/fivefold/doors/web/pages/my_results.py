"""My results: what a person has reached in each game, against whom, and how it went over time."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from statistics import fmean
from typing import Any, Final

from fastapi import APIRouter
from starlette.requests import Request
from starlette.responses import Response

from fivefold.contract import Game
from fivefold.doors.web import responses
from fivefold.doors.web.pages import charts, page_parts
from fivefold.doors.web.pages.page_parts import date_in_words, streak_words
from fivefold.doors.web.visitors import house_of, visitor
from fivefold.house.records.finished import DRAWN, LOST, WON, set_up_words
from fivefold.house.records.results import PersonResult
from fivefold.parts.words import counted
from fivefold.play import catalogue

router = APIRouter()
RECENT: Final = 60
"""Matches on a curve, the latest ones."""
TOGETHER: Final = 10
"""Matches whose wins make one point of a curve."""
FEWEST: Final = 3
"""Points of a curve that is drawn."""


@router.get("/results")
def show_results(request: Request) -> Response:
    """Show the visitor's results in all games."""
    house = house_of(request)
    person_id = visitor(request).id
    by_game: dict[str, list[PersonResult]] = defaultdict(list)
    for result in house.results.of(person_id):
        by_game[result.game].append(result)
    streak = house.daily.streak(person_id)
    context = {
        "section": "results",
        "games": [of_game(game, by_game[game.key]) for game in catalogue.games() if by_game[game.key]],
        "unplayed": [game for game in catalogue.games() if not by_game[game.key]],
        "count": sum(map(len, by_game.values())),
        "streak": streak,
        "streak_words": streak_words(streak),
    }
    return responses.page(request, "results.html", context)


def of_game(game: Game, results: Sequence[PersonResult]) -> dict[str, Any]:
    """Return what a person has reached in a game; the results come the latest first."""
    alone = [each for each in results if each.share is None and each.score is not None]
    against = [each for each in results if each.share is not None]
    best = max(alone, key=lambda each: each.score or 0, default=None)
    return {
        "game": game,
        "count": counted(len(results), "match", "matches"),
        "figures": [*_alone_figures(alone), *_against_figures(game, against)],
        "best": best and {"path": f"/matches/{best.match}", "score": best.score, "when": date_in_words(best.ended)},
        "set_ups": _by_set_up(game, alone),
        "levels": _by_level(game, against),
        "people": _record([each for each in against if not each.levels]),
        "curves": list(filter(None, (_score_curve(game, alone), _win_curve(against)))),
    }


def _alone_figures(results: Sequence[PersonResult]) -> list[tuple[str, str]]:
    scores = [each.score for each in results if each.score is not None]
    return [("Best", str(max(scores))), ("Average", f"{fmean(scores):.1f}")] if scores else []


def _against_figures(game: Game, results: Sequence[PersonResult]) -> list[tuple[str, str]]:
    if not results:
        return []
    won = sum(each.result == WON for each in results)
    figures = [("Won", f"{won} of {len(results)}")]
    scores = [each.score for each in results if each.score is not None]
    if game.traits.scores_decide and scores:
        figures += [("Most points", str(max(scores))), ("Average points", f"{fmean(scores):.1f}")]
    return figures


def _by_set_up(game: Game, results: Sequence[PersonResult]) -> list[dict[str, Any]]:
    """Return the results of games for one by set-up, the one most played first: only alike ones compare."""
    groups: dict[str, list[PersonResult]] = defaultdict(list)
    for each in results:
        groups[set_up_words(game, each.set_up)].append(each)
    return [
        {
            "name": name,
            "count": len(group),
            "best": max(each.score or 0 for each in group),
            "average": f"{fmean(each.score or 0 for each in group):.1f}",
        }
        for name, group in sorted(groups.items(), key=lambda found: -len(found[1]))
    ]


def _by_level(game: Game, results: Sequence[PersonResult]) -> list[dict[str, Any]]:
    groups: dict[int, list[PersonResult]] = defaultdict(list)
    for each in results:
        if len(each.levels) == len(each.rivals) == 1:
            groups[game.level_below(each.levels[0])].append(each)
    return [
        {
            "level": level,
            "name": game.personas[level - 1].name,
            "portrait": f"/portraits/{game.key}/{level}.svg",
            **(_record(groups[level]) or {}),
        }
        for level in sorted(groups)
    ]


def _record(results: Sequence[PersonResult]) -> Mapping[str, int] | None:
    if not results:
        return None
    won, lost = sum(each.result == WON for each in results), sum(each.result == LOST for each in results)
    return {"won": won, "drawn": len(results) - won - lost, "lost": lost, "count": len(results)}


def _score_curve(game: Game, results: Sequence[PersonResult]) -> dict[str, Any] | None:
    """Return the curve of scores in the set-up most played."""
    most = _by_set_up(game, results)[:1]
    alike = [each for each in results if most and set_up_words(game, each.set_up) == most[0]["name"]]
    scores = [float(each.score or 0) for each in alike[:RECENT]][::-1]
    if len(scores) < FEWEST:
        return None
    words = f"Your last {len(scores)} scores: from {min(scores):g} to {max(scores):g}, the latest {scores[-1]:g}"
    drawn = charts.progress(scores, words, label=lambda value: f"{value:g}")
    return {"title": "Scores", "note": most[0]["name"], "picture": page_parts.as_markup(drawn)}


def _win_curve(results: Sequence[PersonResult]) -> dict[str, Any] | None:
    """Return the curve of wins, each point the share of the last few matches."""
    shares = [float(each.result == WON) if each.result != DRAWN else 0.5 for each in results[: RECENT + TOGETHER]][::-1]
    points = [100 * fmean(shares[max(0, end - TOGETHER) : end]) for end in range(1, len(shares) + 1)][-RECENT:]
    if len(points) < FEWEST:
        return None
    words = f"Share of wins over time: now {points[-1]:.0f}% of the last {min(TOGETHER, len(shares))} matches"
    drawn = charts.progress(points, words, label=lambda value: f"{value:.0f}%", low=0.0, high=100.0)
    return {"title": "Wins", "note": f"of the last {TOGETHER} matches", "picture": page_parts.as_markup(drawn)}
