"""The result of a finished match: who won and why, what earned the points, how it compares, what comes next."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any, Final

from fastapi import APIRouter
from starlette.requests import Request
from starlette.responses import Response

from fivefold.contract import Hindsight
from fivefold.contract.stored import LEVELS
from fivefold.doors.web import responses
from fivefold.doors.web.errors import UnknownPage
from fivefold.doors.web.forms import OPTION
from fivefold.doors.web.pages import leaderboard, page_parts
from fivefold.doors.web.visitors import house_of, visitor
from fivefold.house.availability import available
from fivefold.house.computers.analysis import Estimate, chances, hindsight_view, plies_to_analyse, reconciled
from fivefold.house.computers.hints import COSTLY, SLIP
from fivefold.house.computers.opponents import Opponents
from fivefold.house.errors import NotOffered
from fivefold.house.house import House
from fivefold.house.links import COMPANION, DAY, TOURNAMENT, is_double, is_first_board
from fivefold.house.match_view.view_types import TableView
from fivefold.house.match_view.views import table as table_view
from fivefold.house.records import ratings
from fivefold.house.records.own_level import OWN_LEVEL
from fivefold.house.records.pools import rated_pool
from fivefold.house.table import followups
from fivefold.parts.messages import Reader
from fivefold.play.match import Match
from fivefold.play.outcome import Outcome, Termination
from fivefold.session import narration, result
from fivefold.session.narration import percent, tenths
from fivefold.session.seats import COMPUTER, computer_words
from fivefold.session.snapshot import OVER, MatchSnapshot


@dataclass(frozen=True, slots=True)
class Finished:
    """A finished match, and who looks at its result."""

    house: House
    snapshot: MatchSnapshot
    outcome: Outcome
    table: TableView
    person_id: str

    @property
    def yours(self) -> tuple[int, ...]:
        """The seats of who looks at it."""
        return self.snapshot.seats_of(self.person_id)

    @property
    def you(self) -> int:
        """Their only seat, or -1."""
        return self.yours[0] if len(self.yours) == 1 else -1

    @property
    def reader(self) -> Reader:
        """Who reads it."""
        return Reader(self.snapshot.names, self.you)


@dataclass(frozen=True, slots=True)
class JudgedMove:
    """What a move cost in winning chance or, for a player alone, in points."""

    estimate: Estimate
    cost: float
    numbers: str
    """The chance to win before it and after it; for a player alone the points, empty where it cost none."""
    mistake: bool

    @classmethod
    def of(cls, estimate: Estimate, match: Match) -> "JudgedMove":
        """Return the cost of the move that was made, by an estimate."""
        cost = estimate.cost
        if len(match.seats) == 1:
            return cls(estimate, cost, f"−{tenths(cost)}" if cost >= COSTLY else "", cost >= COSTLY)
        if estimate.ply == len(match.moves):
            return cls(estimate, 0.0, "", False)
        had, left = map(percent, chances(match, estimate, match.movers[estimate.ply]))
        return cls(estimate, estimate.loss, left if had == left else f"from {had} to {left}", estimate.loss >= SLIP)


def ratings_at_table(house: House, snapshot: MatchSnapshot) -> dict[str, Any]:
    """Return for each seat of a rated match its rating in few words."""
    found = {each["seat"]: each for each in house.ratings.at_table(snapshot)}
    short = {seat: f"{each['rating']}{'?' if each['provisional'] else ''}" for seat, each in found.items()}
    return {"seat_ratings": {seat: {"short": short[seat], "long": ratings.at_seat(found[seat])} for seat in found}}


def _ratings_at_end(house: House, snapshot: MatchSnapshot) -> dict[str, Any] | None:
    """Return what a rated match that is over has changed, people only; ``None`` where it was not rated."""
    pool = rated_pool(snapshot)
    if pool is None or snapshot.status != OVER or is_first_board(snapshot):
        return None
    people = [each for each in house.ratings.at_table(snapshot) if not each["computer"]]
    return {
        "path": leaderboard.board_path(pool),
        "pool": ratings.full_name(pool),
        "less": ratings.counted_less(snapshot, house.ratings.met_before(snapshot)),
        "changes": [
            {
                "name": snapshot.names[each["seat"]],
                "before": each["before"],
                "after": each["rating"],
                "change": ratings.change(each["before"], each["rating"]),
                "up": each["rating"] > each["before"],
                "provisional": each["provisional"],
            }
            for each in people
            if each["before"] is not None
        ],
    }


FULL, EMPTY = "▰", "▱"


def text(now: Finished, made: Sequence[result.Gain], shown: Mapping[str, Any]) -> str:
    """Return the result in a few lines: what was played, how it ended, and its course in symbols."""
    lines = [f"Fivefold · {what(now)}", _ending(now)]
    if shown["share"] is not None:
        lines[1] += f", {narration.percent(shown['share'])} of the best possible"
    if shown["rank"] and shown["rank"]["place"]:
        lines.append(f"{shown['rank']['place']} that day")
    return "\n".join([*lines, *_symbols(now, made)])


def what(now: Finished) -> str:
    """Return the game, and the day where it is the deal of one."""
    day, name = now.snapshot.linked(DAY), now.snapshot.match.game.name
    if day is None:
        return str(name)
    on = date.fromisoformat(day)
    return f"{name}, {on.day} {on:%B}"


def _ending(now: Finished) -> str:
    """Return how it ended, by names: ``I win 106–96 against Gus Halloran, level 2``."""
    if now.snapshot.alone:
        return narration.headline(now.snapshot, now.outcome, now.reader)
    names = tuple("I" if seat == now.you else name for seat, name in enumerate(now.snapshot.names))
    said = narration.headline(now.snapshot, now.outcome, Reader(names)).replace("I wins", "I win")
    rivals = [seat for seat in now.snapshot.seats if seat.seat != now.you]
    if now.you < 0 or len(rivals) != 1:
        return said
    rival = rivals[0]
    name = now.snapshot.names[rival.seat]
    level = computer_words("", rival.level)
    return f"{said}{level}" if said.startswith(name) else f"{said} against {name}{level}"


def _symbols(now: Finished, made: Sequence[result.Gain]) -> list[str]:
    """Return the course of the match in five parts.

    For one player each part is a line, the fuller the more it earned; for several it is a symbol, full where the
    player earned most.
    """
    seat = now.you if now.you >= 0 else now.outcome.winner or 0
    parts = result.course(made, seat)
    if not now.snapshot.alone:
        return ["".join(FULL if mine > theirs else EMPTY for mine, theirs in parts)]
    most = max([mine for mine, _ in parts if mine > 0], default=1)
    full = [max(0, round(result.PARTS * mine / most)) for mine, _ in parts]
    return [FULL * count + EMPTY * (result.PARTS - count) for count in full]


router = APIRouter()
LOOK_AGAIN: Final = 2
"""Seconds after which the page asks again for what is still being worked out."""


@router.get("/matches/{match_id}/result")
def show_result(request: Request, match_id: str) -> Response:
    """Return the result as a part of the table's page, and have worked out what its players are still to be told."""
    snapshot = house_of(request).shown_to(visitor(request).id, match_id)
    if snapshot.status != OVER:
        raise UnknownPage("the match is not over yet", subject="result")
    shown = _context(request, snapshot, ask=bool(snapshot.seats_of(visitor(request).id)))
    return responses.page(request, "result_card.html", shown)


def at_table(request: Request, snapshot: MatchSnapshot, table: TableView, *, ended: bool) -> dict[str, Any]:
    """Return what the table's page says of a double match, and once it has ``ended`` of its result."""
    game, kind = table["double_game"], "board" if table["duplicate"] else "game"
    return {
        "second_half": f"{kind} {game} of 2" if game else "",
        "card": _context(request, snapshot)["card"] if ended else None,
    }


def _context(request: Request, snapshot: MatchSnapshot, *, ask: bool = False) -> dict[str, Any]:
    """Return the template's context; ``ask``: have the engine work out what is not known yet."""
    house = house_of(request)
    person_id, outcome = visitor(request).id, snapshot.match.outcome
    assert outcome is not None  # noqa: S101  (a match that is over has one)
    now = Finished(house, snapshot, outcome, table_view(snapshot, person_id), person_id)
    made = result.gains(snapshot.match)
    opponents: Opponents = request.app.state.opponents
    possible = _hindsight(now, opponents, ask=ask)
    worst, double, next_up = _worst_turn(now, opponents, ask=ask), _double(now), _next_opponent(now)
    shown = {
        "base": f"/matches/{snapshot.id}",
        "game": snapshot.match.game,
        "table": now.table,
        **_headline(now),
        "double": double,
        "won": _won(now),
        "tally": _tally(now, made),
        "counted": snapshot.match.game.traits.scores_decide,
        "best": _best_turn(now, made),
        **worst,
        **possible,
        **_moments(now),
        "expert": _expert(now),
        "rank": _rank(now),
        "next_up": next_up,
        "chief": _chief(now, double, next_up),
        "says": _says(now),
        "ratings": _ratings_at_end(house, snapshot),
    }
    shown["later"] = LOOK_AGAIN if ask and (worst["analysing"] or possible["looking"]) else 0
    shown["shared_text"] = text(now, made, shown)
    return {"card": shown}


def _chief(now: Finished, double: Mapping[str, Any] | None, next_up: Mapping[str, Any] | None) -> str:
    """Return what the result leads to first; empty where that is the table's own rematch, or new cards."""
    if double and double["game"] == 1 and (double["other"] or (double["offered"] and not double["you_are_ready"])):
        return "second"
    if now.table["tournament"]:
        return "tournament"
    offer = now.table["offer"]
    if (offer and offer["kind"] == "rematch" and offer["answers"]) or (now.table["rematch"] and not now.snapshot.alone):
        return "rematch"
    return "next" if next_up else ""


def _headline(now: Finished) -> dict[str, Any]:
    won = None if now.snapshot.alone or now.you < 0 else now.outcome.returns[now.you]
    title, reason = followups.result_words(now.snapshot, now.outcome, now.reader)
    together = followups.double_shares(now.snapshot)
    if together is not None and now.you >= 0:
        won = together[now.you]
    kind = "" if won is None else "won" if won == 1 else "lost" if won == 0 else "drawn"
    return {"title": title, "reason": reason, "kind": kind}


def _says(now: Finished) -> dict[str, str] | None:
    """Return what the best of the computers says of the result, with its portrait; ``None`` after a draw."""
    game, returns = now.snapshot.match.game, now.outcome.returns
    levels = {seat.seat: seat.level for seat in now.snapshot.seats if seat.level}
    if not levels or min(returns) == max(returns):
        return None
    seat = max(levels, key=lambda each: returns[each])
    persona = game.persona(levels[seat] or 1)
    words = persona.wins if returns[seat] == max(returns) else persona.loses
    return {"portrait": f"/portraits/{game.key}/{levels[seat]}.svg", "words": words} if words else None


def _double(now: Finished) -> dict[str, Any] | None:
    """Return what there is to say of the other game of a double match."""
    if not is_double(now.snapshot):
        return None
    names, first = narration.names_for(now.reader), now.table["carried"]
    played = first and [before + gained for before, gained in zip(first, now.snapshot.match.scores, strict=True)]
    ready = [seat for seat in now.table["ready"] if seat not in now.yours]
    people = [seat.seat for seat in now.snapshot.seats if seat.kind != COMPUTER]
    missing = [seat for seat in people if seat not in (*now.table["ready"], *now.yours)]
    return {
        "game": 2 if now.table["double_of"] else 1,
        "other": now.table["double_of"] or now.table["second"],
        "offered": now.table["second"] is None and available(now.snapshot, now.person_id)["second"] is True,
        "you_are_ready": any(seat in now.table["ready"] for seat in now.yours),
        "waits_for": narration.WORDS.text(narration.players(missing), now.reader) if missing else "",
        "ready": narration.WORDS.text(narration.players(ready), now.reader) if ready else "",
        "whole": now.table["totals"] is not None,
        "totals": [(names[seat], played[seat]) for seat in _own_first(now)] if played else [],
    }


def _won(now: Finished) -> list[tuple[str, str]]:
    """Return how many matches everybody has won in a row of rematches, the visitor first; none without a rematch."""
    names, won = narration.names_for(now.reader), now.table["won"]
    return [(names[seat], page_parts.halves_text(won[seat])) for seat in _own_first(now)] if won else []


def _tally(now: Finished, made: Sequence[result.Gain]) -> dict[str, Any] | None:
    """Return the breakdown: a row for each kind of thing, a column for each seat, the visitor's first."""
    match = now.snapshot.match
    each, names = result.tallies(match, made), narration.names_for(now.reader)
    order = _own_first(now)
    items = [{item.label: item for item in each[seat]} for seat in order]
    labels = list(dict.fromkeys(label for seat in items for label in seat))
    decides = match.game.traits.scores_decide
    if decides:
        labels.sort(key=lambda label: -sum(seat[label].points for seat in items if label in seat))
    if not labels:
        return None
    words = match.game.notation.WORDS
    return {
        "names": [names[seat] for seat in order],
        "rows": [{"label": words.text(label), "cells": [seat.get(label) for seat in items]} for label in labels],
        "totals": [match.scores[seat] for seat in order] if decides else [],
        "counted": decides,
    }


def _own_first(now: Finished) -> Sequence[int]:
    """Return the seats, the visitor's own first."""
    return sorted(range(len(now.snapshot.seats)), key=lambda seat: seat != now.you)


def _best_turn(now: Finished, made: Sequence[result.Gain]) -> dict[str, Any] | None:
    seats = now.yours or range(len(now.snapshot.seats))
    best = result.best_turn(now.snapshot.match, made, seats)
    if best is None:
        return None
    words = now.snapshot.match.game.notation.WORDS
    with_what = words.text(best.earned_with, now.reader, starts=False) if best.earned_with else ""
    return {"ply": best.ply, "points": best.points, "with": with_what, "who": _other_name(now, best.seat)}


def _worst_turn(now: Finished, opponents: Opponents, *, ask: bool) -> dict[str, Any]:
    """Return the costliest turn of the visitor by the engine, as far as it has looked."""
    if not now.yours or not now.snapshot.match.decisions:
        return {"worst": None, "analysing": False}
    match = now.snapshot.match
    found = reconciled(match, now.house.estimates.of(now.snapshot.id))
    analysing = len(found) < len(plies_to_analyse(match))
    if ask and analysing:
        opponents.analyse(now.snapshot.id, now.person_id)
    judged = [JudgedMove.of(one, match) for one in found.values() if one.ply < len(match.moves)]
    own = [one for one in judged if match.movers[one.estimate.ply] in now.yours and one.mistake]
    worst = max(own, key=lambda one: one.cost, default=None)
    if worst is None:
        return {"worst": None, "analysing": analysing}
    who = _other_name(now, match.movers[worst.estimate.ply])
    return {"worst": {"ply": worst.estimate.ply + 1, "cost": worst.numbers, "who": who}, "analysing": analysing}


def _other_name(now: Finished, seat: int) -> str:
    """Return whose turn it was, where that is not the visitor's own seat alone."""
    return "" if seat == now.you else now.snapshot.names[seat]


def _hindsight(now: Finished, opponents: Opponents, *, ask: bool) -> dict[str, Any]:
    """Return the best that could have been made of the cards of one who played alone, or of the visitor's own."""
    offered = now.snapshot.match.game.extra_of(Hindsight) is not None and now.snapshot.match.dealt
    if not offered or now.outcome.termination != Termination.PLAYED_OUT or now.you < 0:
        return {"possible": None, "looking": False, "share": None}
    known = now.house.arrangements.of(now.snapshot.id)
    found = hindsight_view(now.snapshot, known) if len(known) == len(now.snapshot.seats) else None
    try:
        found = opponents.hindsight(now.snapshot.id, now.person_id) if ask else found
    except NotOffered:
        return {"possible": None, "looking": False, "share": None}
    if found is None:
        return {"possible": None, "looking": True, "share": None}
    own = next(seat for seat in found["seats"] if seat["seat"] == now.you)
    share_words = "" if own["share"] is None else f" ({percent(own['share'])})"
    words = f"Best possible: {own['points']}. You scored {own['yours']}{share_words}."
    return {"possible": words, "looking": False, "share": own["share"]}


def _moments(now: Finished) -> dict[str, Any]:
    """Return what deserves a moment of celebration: a personal best in matches with the same options, the first win
    against a level, days in a row. Where the visitor's best stands, return that."""
    if now.you < 0:
        return {"moments": [], "standing": None}
    house, match, moments = now.house, now.snapshot.match, []
    counts = match.game.traits.scores_decide and now.outcome.by_points
    found = house.results.best(now.person_id, match, besides=now.snapshot.id) if counts else None
    best = None if found is None else found.score
    beaten = best is not None and now.outcome.scores[now.you] > best
    if beaten:
        moments.append({"kind": "best", "before": best})
    level = 0 if is_double(now.snapshot) else _beaten(now)
    if 0 < level <= LEVELS and house.results.first_win(now.person_id, match.game.key, level) == now.snapshot.id:
        moments.append({"kind": "level", "level": level})
    streak = house.daily.streak(now.person_id)
    if now.snapshot.linked(DAY) == house.daily.today().isoformat() and streak.today and streak.days > 1:
        moments.append({"kind": "streak", "days": page_parts.streak_words(streak)})
    return {"moments": moments, "standing": None if beaten else best}


def _expert(now: Finished) -> str:
    """Return what the expert made of the same cards, where it has played them to the end."""
    if COMPANION not in now.snapshot.links or now.you < 0:
        return ""
    found = now.house.shadow_matches.of(now.snapshot.id, now.person_id)
    return f"The expert scored {found['score']} with these cards." if found is not None and found["over"] else ""


def _rank(now: Finished) -> dict[str, str] | None:
    """Return the visitor's place among all who have played this deal of a day."""
    day = now.snapshot.linked(DAY)
    if day is None or now.you < 0:
        return None
    key = now.snapshot.match.game.key
    found = now.house.daily.of(key, date.fromisoformat(day), now.person_id)
    return {"place": page_parts.place_words(found), "path": f"/days?day={day}"}


def _next_opponent(now: Finished) -> dict[str, Any] | None:
    """Return the next stronger computer opponent after a win, one's own level after a match at a strength, with the
    fields of a form for a match like this one."""
    game, beaten = now.snapshot.match.game, _beaten(now)
    if TOURNAMENT in now.snapshot.links or now.snapshot.match.source.kind != "fair":
        return None
    strength = max((seat.level or 0 for seat in now.snapshot.seats), default=0)
    if now.you >= 0 and strength > LEVELS:
        return {"words": "a game at your level", "level": strength, "fields": _fields(now.snapshot, OWN_LEVEL)}
    if not 0 < beaten < LEVELS:
        return None
    words = page_parts.opponent_words(game, beaten + 1)
    return {"words": words, "level": beaten + 1, "fields": _fields(now.snapshot, str(beaten + 1))}


def _beaten(now: Finished) -> int:
    """Return the level that the visitor has beaten, 0 where it was not one of computers alone."""
    levels = {seat.level for seat in now.snapshot.seats if seat.seat != now.you}
    shares = followups.double_shares(now.snapshot) or now.outcome.returns
    return next(iter(levels)) or 0 if now.you >= 0 and shares[now.you] == 1 and len(levels) == 1 else 0


def _fields(snapshot: MatchSnapshot, level: str) -> Mapping[str, str]:
    match, begins = snapshot.match, snapshot.match.game.setup.starting_option
    left_out = {*match.drawn, *([begins.name] if begins is not None else [])}
    options = {OPTION + name: value for name, value in match.options.items() if name not in left_out}
    others = {f"other-{place}": level for place in range(1, len(snapshot.seats))}
    double = "duplicate" if snapshot.terms.duplicate else "yes" if is_double(snapshot) else ""
    return {**options, **others, "begin": "draw", "double": double}
