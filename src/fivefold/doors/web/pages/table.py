"""The table: one match, now or at an earlier position; playable to its end without scripts."""

from collections.abc import Sequence
from typing import Annotated, Any, Final

from fastapi import APIRouter, Query
from starlette.requests import Request
from starlette.responses import Response

from fivefold.contract import CHANCE
from fivefold.doors.web import responses
from fivefold.doors.web.pages import clocks, company, help_text, home, page_parts, people, result
from fivefold.doors.web.visitors import visitor
from fivefold.house.house import House
from fivefold.house.match_view import table_help, views
from fivefold.house.match_view.view_types import LineView, MatchView, MoveView, TableView
from fivefold.house.table import answer_views
from fivefold.play import options
from fivefold.session.snapshot import MatchSnapshot

router = APIRouter()
WAITING: Final = 2
"""Seconds between reloads without scripts while the visitor is not to move."""
RACING: Final = 8
"""The same in a race, with time enough to choose."""
BY_LOT: Final = "seat drawn at random"
LATER: Final = "drawn when everybody has sat down"
MANY: Final = 60
"""Moves listed with descriptions; more are grouped by their first pick, without."""


@router.get("/matches/{match_id}", include_in_schema=False)
def show_table(
    request: Request,
    match_id: str,
    ply: Annotated[int | None, Query(ge=0)] = None,
    uncovered: Annotated[int | None, Query(alias="shown", ge=0)] = None,
    watching: Annotated[bool, Query(alias="watch")] = False,
) -> Response:
    """Show a match to anyone with its address; with a free seat as an invitation, unless they are ``watching``.

    Where several share a screen, hands are covered until the player to move uncovers theirs; ``shown`` says at which
    entry number.
    """
    house: House = request.app.state.house
    snapshot = house.shown_to(visitor(request).id, match_id)
    snapshot = house.race_starts.in_time(match_id) if snapshot.begins else snapshot
    house.push.looked(visitor(request).id, match_id)
    house.presence.came(visitor(request).id, match_id)
    return responses.page(request, "table.html", context(request, snapshot, ply, uncovered, watching))


def context(
    request: Request, snapshot: MatchSnapshot, ply: int | None, uncovered: int | None, watching: bool = False
) -> dict[str, Any]:
    """Return the template's context."""
    person_id, game = visitor(request).id, snapshot.match.game
    behind = ply is not None and ply < len(snapshot.match.moves)
    house: House = request.app.state.house
    view = house.views.view(snapshot, person_id, ply if behind else None, history=True)
    table = views.table(snapshot, person_id, house.accounts.is_bot)
    public = page_parts.public_row(snapshot, view["ply"])
    covered = view["cover"] is not None and uncovered != view["number"]
    among = people.with_name(request, people.context(house, snapshot, view, table, person_id, watching))
    return {
        "game": game,
        "base": f"/matches/{snapshot.id}",
        "view": view,
        "table": table,
        "picture": page_parts.as_markup((view["cover"] if covered else None) or view["picture"]),
        "shape": page_parts.ratio_class(view["size"]),
        "seats": _with_drawn_places(snapshot, page_parts.seat_rows(view, table, game, public)),
        "open_number": (number := table["chance"]["public"] if table["chance"]["kind"] == "seeded" else ""),
        "from_home": number == str(home.seed_of(snapshot.started.date())),
        "covered": covered,
        "whose": page_parts.player_names(table)[view["viewer"]] if covered else "",
        **at_the_seats(snapshot, view, table, person_id),
        **moves_so_far(view, table),
        "behind": behind,
        "choices": move_choices(house, snapshot, person_id, view) if view["turn"] and not covered else [],
        "race": table["race"],
        "asks_new": not (view["over"] or table["replayed"]),
        "expert": view["can"]["companion"] is True or table["companion"],
        "setting": changed_options(snapshot),
        "example": view["moves"][0]["text"] if view["moves"] and not covered else "",
        **(among | clocks.context(house, snapshot, view)),
        "waits": 0 if among["invited"] or behind else reload_seconds(view, table),
        **result.at_table(request, snapshot, table, ended=view["over"] and not behind),
        **looked_up(snapshot, person_id, ply if behind else None) | company.at_table(house, snapshot, person_id),
    }


def at_the_seats(snapshot: MatchSnapshot, view: MatchView, table: TableView, person_id: str) -> dict[str, Any]:
    """Return who plays, and how many of them against whom."""
    alone = len(table["seats"]) == 1
    return {
        "names": page_parts.player_names(table),
        "others": len(table["seats"]) - 1,
        "partners": partners(snapshot, view),
        "out": bool(view["yours"]) and not snapshot.plays(person_id),
        "alone": alone,
        "gives_up": "Give up" if alone else "Resign",
    }


def partners(snapshot: MatchSnapshot, view: MatchView) -> list[int]:
    """Return the seats that win together with the visitor's only one."""
    match, yours = snapshot.match, view["yours"]
    return (
        [seat for seat in match.game.setup.team(match.options, yours[0]) if seat not in yours]
        if len(yours) == 1
        else []
    )


def looked_up(snapshot: MatchSnapshot, person_id: str, ply: int | None) -> dict[str, Any]:
    """Return what can be looked up at the table, and done meanwhile: how a turn goes, what scores, answers given."""
    game = snapshot.match.game
    return {
        "answering": answer_views.kind(snapshot, person_id),
        "short_help": help_text.turn_help(game),
        "score_card": table_help.score_card(snapshot, person_id, ply),
        "standing_name": table_help.standing_name(game),
        "prints_values": table_help.prints_values(game),
    }


def reload_seconds(view: MatchView, table: TableView) -> int:
    """Return how soon a page without scripts looks again; 0 where nothing happens before the visitor acts."""
    if table["offer"] is not None and table["offer"]["withdraws"] and not table["offer"]["answers"]:
        return WAITING
    if view["over"]:
        return 0
    return RACING if view["anyone"] else 0 if view["turn"] else WAITING


def moves_so_far(view: MatchView, table: TableView) -> dict[str, Any]:
    """Return the list of moves, and the links to step through them."""
    start, moves = history_lines(view, table)
    return {"history": moves, "steps": step_links(stops(start, moves), view["ply"])}


def _with_drawn_places(snapshot: MatchSnapshot, seats: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Return the players; while their places are not drawn none has a colour."""
    unknown = {"colour": BY_LOT, "emblem": "", "drawn": True}
    return [seat | unknown for seat in seats] if snapshot.places_drawn else seats


def history_lines(view: MatchView, table: TableView) -> tuple[int, list[dict[str, Any]]]:
    """Return the ply at which play began, after the deal, and a line for each move since, with what belongs to it."""
    entries = view["history"]
    dealt = [entry["ply"] for entry in entries[:1] if entry["mover"] == CHANCE]
    groups: list[list[LineView]] = []
    for entry in entries[len(dealt) :]:
        if entry["begins"] or not groups:
            groups.append([])
        groups[-1].append(entry)
    return sum(dealt), [_history_line(group, table) for group in groups]


def _history_line(events: Sequence[LineView], table: TableView) -> dict[str, Any]:
    move = next((event for event in events if event["mover"] != CHANCE), None)
    gains = [] if move is None else [event["gains"][move["mover"]] for event in events]
    return {
        "ply": events[-1]["ply"],
        "made": events[-1]["ply"] if move is None else move["ply"],
        "stops": [event["ply"] for event in events],
        "key": " ".join(f"{event['ply']}:{event['text']}" for event in events),
        "mover": CHANCE if move is None else move["mover"],
        "text": " ".join(event["text"] for event in events),
        "said": ". ".join(filter(None, (event["said"] for event in events))),
        "told": [event["parts"] for event in events if event["parts"]],
        "who": "Chance" if move is None else table["seats"][move["mover"]]["seat_name"],
        "gain": page_parts.gain_text(sum(gains)) if gains else "",
    }


def stops(start: int, lines: Sequence[dict[str, Any]]) -> list[int]:
    """Return the plies that can be visited: where play began, and after every event since."""
    return [start, *(ply for line in lines for ply in line["stops"])]


def step_links(plies: Sequence[int], ply: int) -> list[dict[str, Any]]:
    """Return the links to step through a match by these plies; ``None`` for a step that leads nowhere."""
    back, on = [each for each in plies if each < ply], [each for each in plies if each > ply]
    return [
        {"name": "first", "words": "To the start", "ply": back[0] if back else None},
        {"name": "previous", "words": "One move back", "ply": back[-1] if back else None},
        {"name": "next", "words": "One move forward", "ply": on[0] if on else None},
        {"name": "last", "words": "To the latest move", "ply": on[-1] if on else None},
    ]


def move_choices(house: House, snapshot: MatchSnapshot, person_id: str, view: MatchView) -> list[dict[str, Any]]:
    """Return the legal moves with descriptions, for visitors without scripts; if there are many, in groups."""
    moves = view["moves"]
    if len(moves) > MANY:
        return _grouped_moves(moves)
    explained = house.views.explained_moves(snapshot, person_id)
    return [{"name": "", "moves": [_choice(text, words) for text, words in explained]}]


def _grouped_moves(moves: Sequence[MoveView]) -> list[dict[str, Any]]:
    """Return moves grouped by their first pick."""
    groups: dict[str, list[dict[str, str]]] = {}
    for move in moves:
        groups.setdefault(move["picks"][0], []).append(_choice(move["text"], ""))
    return [{"name": name, "moves": group} for name, group in groups.items()]


def _choice(text: str, words: str) -> dict[str, str]:
    return {"text": text, "words": f"{text}: {words}" if words else text}


def changed_options(snapshot: MatchSnapshot) -> list[dict[str, str]]:
    """Return the options of a match that differ from the defaults, in words."""
    match = snapshot.match
    return [
        {"name": option.name, "value": LATER, "words": option.meaning}
        if option.name in match.undecided
        else {"name": option.name, "value": value, "words": option.explained.get(value, option.meaning)}
        for option in match.game.setup.options
        if (value := match.options[option.name]) != option.default
        and option.table is None
        and options.matters(option, match.options)
    ]
