"""The table: one match, now or at an earlier position; playable to its end without scripts."""

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from typing import Annotated, Any, Final

from fastapi import APIRouter, Query
from starlette.requests import Request
from starlette.responses import Response

from fivefold.contract import CHANCE
from fivefold.doors.web import request_parsing, responses
from fivefold.doors.web.forms import LONGEST_NAME
from fivefold.doors.web.pages import help_text, other_board, page_parts, result, time_off
from fivefold.doors.web.pages.account_forms import words_of
from fivefold.doors.web.visitors import house_of, visitor
from fivefold.house.house import House
from fivefold.house.match_view import views, words
from fivefold.house.match_view.view_types import ClockView, LineView, MatchView, MoveView, SeatView, TableView
from fivefold.house.table import answers
from fivefold.house.table.chat import PHRASES
from fivefold.house.table.presence import AWAY, GONE
from fivefold.parts.words import listed
from fivefold.play import options, time_words
from fivefold.play.time_control import DAY, FULL, HOUR, MINUTE
from fivefold.session.offers import gift_seconds
from fivefold.session.seats import OPEN, PERSON, computer_words
from fivefold.session.snapshot import DOUBLE_OF, MatchSnapshot
from fivefold.session.timing import moment, time_of, timing_of

SECOND: Final = 1000
TENTHS: Final = 10 * SECOND
"""Below this, tenths of a second are shown."""


def _clock_context(house: House, snapshot: MatchSnapshot, view: MatchView) -> dict[str, Any]:
    now, clock = moment(house.now()), house.views.clock(snapshot)
    if clock is None:
        return {"clocks": None}
    at = now if view["yours"] else now - clock["delay"]
    return {
        "server_now": now,
        "clocks": {
            "slow": clock["slow"],
            "whole": clock["whole"],
            "words": clock["words"],
            "paused": clock["paused"],
            "seats": [_clock_seat(clock, seat, at) for seat in range(len(clock["seats"]))],
            "gift": time_words.duration_words(gift_seconds(snapshot)),
            "pause_words": pause_words(clock["since"] - at),
            "first_move": _first_move(snapshot, clock, at),
            "out_name": snapshot.names[clock["running"] or 0],
        },
    }


def reviewed(house: House, snapshot: MatchSnapshot, names: Sequence[str]) -> dict[str, Any]:
    """Return the context for a review: the names, how long each move took, by its ply, and all moves of each player."""
    clock, timing = house.views.clock(snapshot), timing_of(snapshot, house.clocks.stops(snapshot))
    taken = {} if timing is None else {ply + 1: took_text(took) for ply, took in timing.taken().items()}
    used = [] if clock is None or clock["whole"] else [seat["used"] for seat in clock["seats"]]
    each = [(name, took_text(took)) for name, took in zip(names, used, strict=False)]
    return {"names": names, "taken": taken, "used": each}


def took_text(took: int) -> str:
    """Return how long a move took: ``4.2 s``, ``37 s``, ``3 min 5 s``, ``1 d 4 h``."""
    seconds = took // SECOND
    if seconds >= DAY:
        return f"{seconds // DAY} d {seconds // HOUR % 24} h"
    if seconds >= HOUR:
        return f"{seconds // HOUR} h {seconds // MINUTE % 60} min"
    if seconds >= MINUTE:
        return f"{seconds // MINUTE} min {seconds % 60} s"
    return f"{took / SECOND:.1f} s" if took < TENTHS else f"{seconds} s"


def _clock_seat(clock: ClockView, seat: int, at: int) -> dict[str, Any]:
    left, running = views.left(clock, seat, at), clock["running"] == seat
    out = clock["out"] == seat or (running and left == 0 and not clock["paused"])
    return {
        "text": text(left, slow=clock["slow"]),
        "running": running and not clock["paused"] and not out,
        "low": running and left <= clock["seats"][seat]["low"],
        "out": out,
        "note": "time out" if out else _note(clock, at) if running else "",
    }


def text(left: int, *, slow: bool) -> str:
    """Return what a clock shows: ``4:37``, ``0:09.4``, in slow games ``2 d 4 h``."""
    seconds, hundreds = divmod(left, SECOND)
    hours, minutes = seconds // HOUR, seconds // MINUTE % 60
    if slow and seconds >= DAY:
        return f"{seconds // DAY} d {hours % 24} h"
    if slow and seconds >= HOUR:
        return f"{hours} h {minutes} min"
    if seconds >= HOUR:
        return f"{hours}:{minutes:02}:{seconds % 60:02}"
    tenths = f".{hundreds // 100}" if left < TENTHS and not slow else ""
    return f"{minutes}:{seconds % 60:02}{tenths}"


def pause_words(left: int) -> str:
    """Return how a pause ends."""
    minutes = max(1, -(-left // (MINUTE * SECOND)))
    days = timedelta(minutes=minutes).days
    soon = f"{days} {'day' if days == 1 else 'days'}" if days else f"{minutes} min"
    return f"It goes on when everybody agrees, or by itself in {soon}."


def _note(clock: ClockView, at: int) -> str:
    """Return what else there is to know of the running clock of a slow game, in UTC: a page without script knows no
    other."""
    if not clock["slow"] or clock["paused"] or clock["runs_out"] is None:
        return ""
    still = views.stands_until(clock, at)
    return f"still until {_when(still)}" if still is not None else f"until {_when(clock['runs_out'])}"


def _when(at: int) -> str:
    when: datetime = time_of(at).astimezone(UTC)
    return f"{when:%a} {when.day} {when:%b}, {when:%H:%M} UTC"


def _first_move(snapshot: MatchSnapshot, clock: ClockView, at: int) -> str:
    if clock["first_move"] is None or clock["running"] is None or clock["paused"]:
        return ""
    seconds = max(0, -(-(clock["first_move"] - at) // SECOND))
    words = f"{snapshot.names[clock['running']]} has {seconds} s for a first move"
    return f"{words}, or {'game 2 is forfeited' if DOUBLE_OF in snapshot.links else 'the match is cancelled'}."


def _company(house: House, snapshot: MatchSnapshot, person_id: str) -> dict[str, Any]:
    """Return the template's context: how present the other players are, and who looks on."""
    view = house.presence.view(snapshot)
    own = snapshot.seats_of(person_id)
    return {
        "chat": house.chat.view(snapshot, person_id),
        "phrases": PHRASES,
        "delay": snapshot.terms.delay,
        "named": not own and house.accounts.preferences(person_id).named_spectator,
        "presence": view,
        **result.ratings_at_table(house, snapshot),
        **time_off.at_table(house, snapshot, person_id),
        "present": {
            seat["seat"]: {"state": seat["state"], "words": _presence_words(seat["state"], seat["seconds"])}
            for seat in view["seats"]
            if seat["seat"] not in own
        },
    }


def _presence_words(state: str, seconds: float | None) -> str:
    """Return how present somebody is who is not simply there; the page's script says the same."""
    words = {AWAY: "away", GONE: "offline"}.get(state, "")
    if not words or seconds is None:
        return words
    if seconds < MINUTE:
        return f"{words} {int(seconds)} s"
    return f"{words} {int(seconds // MINUTE)} min" if seconds < HOUR else words


def _people_context(
    house: House, snapshot: MatchSnapshot, view: MatchView, table: TableView, person_id: str, watching: bool
) -> dict[str, Any]:
    """Return what ``invitation.html`` shows a visitor; ``watching``: who was invited would rather look on."""
    start = table["start"]
    open_seats = 0 if view["over"] else [seat["kind"] for seat in table["seats"]].count(OPEN)
    invited = bool(open_seats) and not view["yours"] and not watching
    playing = [seat["name"] or seat["seat_name"] for seat in table["seats"] if seat["kind"] != OPEN]
    return {
        "open_seats": open_seats,
        "listed": snapshot.terms.listed,
        "learns": not any(seat["kind"] == PERSON and seat["seat"] not in view["yours"] for seat in table["seats"])
        and not house.results.of(person_id, snapshot.match.game.key, limit=1),
        "owned": bool(open_seats) and any(_opened(snapshot, seat) for seat in view["yours"]),
        "asked": house.challenges.asked_to(snapshot.id) if open_seats and view["yours"] else [],
        "invited": _invitation(snapshot, table) if invited else None,
        "kept": house.challenges.kept_from(snapshot, person_id) if open_seats and not view["yours"] else [],
        "watches": "" if invited or view["yours"] else listed(playing),
        "start": start,
        "start_own": start is not None and set(view["yours"]) <= set(start["ready"]),
    }


def _with_name(request: Request, shown: dict[str, Any]) -> dict[str, Any]:
    """Return what ``invitation.html`` shows; to who is invited also the name they tried, and what is wrong."""
    if not shown["invited"]:
        return shown
    house = house_of(request)
    guest = visitor(request).id
    name = request_parsing.query(request).get("name", "")[:LONGEST_NAME]
    error = house.accounts.why_not(guest, name) if name else None
    return {**shown, "sit_name": name or house.person(guest).name, "sit_wrong": words_of(error) if error else ""}


def _opened(snapshot: MatchSnapshot, seat: int) -> bool:
    """Tell whether whoever sits there decides about the open seats."""
    return snapshot.terms.owner in {None, snapshot.seats[seat].person}


def _invitation(snapshot: MatchSnapshot, table: TableView) -> dict[str, Any]:
    return {
        "hosts": [seat["name"] for seat in table["seats"] if seat["kind"] == PERSON],
        "set_up": [*([TWO_BOARDS] if snapshot.terms.duplicate else []), *set_up(snapshot)],
        "seats": [_seat(snapshot, seat) for seat in table["seats"]],
        "time": time_words.words(snapshot.terms.time),
        "agreement": time_words.agreement(snapshot.terms.time),
        "handicaps": handicaps(snapshot),
    }


def handicaps(snapshot: MatchSnapshot) -> list[str]:
    """Return who has only a part of the time: ``Anna has half the time``."""
    fewer = [seat for seat in snapshot.seats if seat.handicap != FULL and snapshot.terms.time is not None]
    return [f"{snapshot.names[seat.seat]} has {time_words.handicap_words(seat.handicap)}" for seat in fewer]


def set_up(snapshot: MatchSnapshot) -> list[str]:
    """Return what differs from the usual set-up, each in a few words; who begins, the seats say."""
    match = snapshot.match
    return [
        option.explained.get(match.options[option.name]) or f"{option.name} {match.options[option.name]}"
        for option in match.game.setup.options
        if not (option.starts or option.table or option.name in match.undecided)
        and match.options[option.name] != option.default
        and options.matters(option, match.options)
    ]


def _seat(snapshot: MatchSnapshot, seat: SeatView) -> dict[str, Any]:
    colour = "" if snapshot.places_drawn else seat["seat_name"]
    free = seat["kind"] == OPEN
    who = "Free seat" if free else seat["name"]
    who = computer_words(who, seat["level"])
    named = colour and colour not in who
    return {
        "free": free,
        "bot": seat["bot"],
        "portrait": seat["portrait"],
        "initial": "+" if free else seat["name"][:1].upper(),
        "words": f"{who} ({colour})" if named else who,
    }


router = APIRouter()
WAITING: Final = 2
"""Seconds between reloads without scripts while the visitor is not to move."""
RACING: Final = 8
"""The same in a race, with time enough to choose."""
TWO_BOARDS: Final = "two boards at once, the same cards from both seats"
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
    house = house_of(request)
    snapshot = house.shown_to(visitor(request).id, match_id)
    snapshot = house.race_starts.in_time(match_id) if snapshot.begins else snapshot
    house.push.looked(visitor(request).id, match_id)
    house.presence.came(visitor(request).id, snapshot.table_id)
    return responses.page(request, "table.html", context(request, snapshot, ply, uncovered, watching))


def context(
    request: Request, snapshot: MatchSnapshot, ply: int | None, uncovered: int | None, watching: bool = False
) -> dict[str, Any]:
    """Return the template's context."""
    person_id, game = visitor(request).id, snapshot.match.game
    behind = ply is not None and ply < len(snapshot.match.moves)
    house = house_of(request)
    view = house.views.view(snapshot, person_id, ply if behind else None, history=True)
    table = views.table(snapshot, person_id, house.accounts.is_bot)
    public = page_parts.public_row(snapshot, view["ply"])
    covered = view["cover"] is not None and uncovered != view["number"]
    among = _with_name(request, _people_context(house, snapshot, view, table, person_id, watching))
    return {
        "game": game,
        "base": f"/matches/{snapshot.id}",
        "view": view,
        "table": table,
        "picture": page_parts.as_markup((view["cover"] if covered else None) or view["picture"]),
        "shape": page_parts.ratio_class(view["size"]),
        "seats": _with_drawn_places(snapshot, page_parts.seat_rows(view, table, game, public)),
        "open_number": table["chance"]["public"] if table["chance"]["kind"] == "seeded" else "",
        "covered": covered,
        "whose": page_parts.player_names(table)[view["viewer"]] if covered else "",
        **_at_the_seats(snapshot, view, table, person_id),
        **_moves_so_far(view, table),
        "behind": behind,
        "choices": _move_choices(house, snapshot, person_id, view) if view["turn"] and not covered else [],
        "race": table["race"],
        "asks_new": not (view["over"] or table["replayed"]),
        "expert": view["can"]["companion"] is True or table["companion"],
        "setting": _changed_options(snapshot),
        "example": view["moves"][0]["text"] if view["moves"] and not covered else "",
        **(among | _clock_context(house, snapshot, view)),
        "waits": 0 if among["invited"] or behind else _reload_seconds(view, table),
        **other_board.at_table(request, snapshot),
        **result.at_table(request, snapshot, table, ended=view["over"] and not behind),
        **_looked_up(snapshot, person_id, ply if behind else None) | _company(house, snapshot, person_id),
    }


def _at_the_seats(snapshot: MatchSnapshot, view: MatchView, table: TableView, person_id: str) -> dict[str, Any]:
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


def _looked_up(snapshot: MatchSnapshot, person_id: str, ply: int | None) -> dict[str, Any]:
    """Return what can be looked up at the table, and done meanwhile: how a turn goes, what scores, answers given."""
    game = snapshot.match.game
    return {
        "answering": answers.kind(snapshot, person_id),
        "short_help": help_text.turn_help(game),
        "score_card": words.score_card(snapshot, person_id, ply),
        "standing_name": words.standing_name(game),
    }


def _reload_seconds(view: MatchView, table: TableView) -> int:
    """Return how soon a page without scripts looks again; 0 where nothing happens before the visitor acts."""
    if table["offer"] is not None and table["offer"]["withdraws"] and not table["offer"]["answers"]:
        return WAITING
    if view["over"]:
        return 0
    return RACING if view["anyone"] else 0 if view["turn"] else WAITING


def _moves_so_far(view: MatchView, table: TableView) -> dict[str, Any]:
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


def _move_choices(house: House, snapshot: MatchSnapshot, person_id: str, view: MatchView) -> list[dict[str, Any]]:
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


def _changed_options(snapshot: MatchSnapshot) -> list[dict[str, str]]:
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
