"""The people at a table: who is invited and by whom, who looks on."""

from typing import Any

from starlette.requests import Request

from fivefold.doors.web import request_parsing
from fivefold.doors.web.forms import LONGEST_NAME
from fivefold.doors.web.pages.account_forms import words_of
from fivefold.doors.web.visitors import visitor
from fivefold.house.house import House
from fivefold.house.match_view.view_types import MatchView, SeatView, TableView
from fivefold.parts.words import listed
from fivefold.play import options, time_words
from fivefold.play.time_control import FULL
from fivefold.session.seats import COMPUTER, OPEN, PERSON
from fivefold.session.snapshot import MatchSnapshot


def context(
    house: House, snapshot: MatchSnapshot, view: MatchView, table: TableView, person_id: str, watching: bool
) -> dict[str, Any]:
    """Return what ``people.html`` shows a visitor; ``watching``: who was invited would rather look on."""
    start = table["start"]
    open_seats = [seat["kind"] for seat in table["seats"]].count(OPEN)
    invited = bool(open_seats) and not view["yours"] and not view["over"] and not watching
    return {
        "open_seats": open_seats,
        "listed": snapshot.terms.listed,
        "with_others": any(seat["kind"] == PERSON and seat["seat"] not in view["yours"] for seat in table["seats"]),
        "owned": bool(open_seats) and any(_opened(snapshot, seat) for seat in view["yours"]),
        "asked": house.challenges.asked_to(snapshot.id) if open_seats and view["yours"] else [],
        "invited": invitation(snapshot, table) if invited else None,
        "kept": house.challenges.kept_from(snapshot, person_id) if open_seats and not view["yours"] else [],
        "watches": "" if invited or view["yours"] else watched_names(table),
        "start": start,
        "start_own": start is not None and set(view["yours"]) <= set(start["ready"]),
    }


def with_name(request: Request, shown: dict[str, Any]) -> dict[str, Any]:
    """Return what ``people.html`` shows; to who is invited the name they tried, theirs at first, and what is wrong."""
    if not shown["invited"]:
        return shown
    house: House = request.app.state.house
    guest = visitor(request).id
    name = request_parsing.query(request).get("name", "")[:LONGEST_NAME]
    error = house.accounts.why_not(guest, name) if name else None
    return {**shown, "sit_name": name or house.person(guest).name, "sit_wrong": words_of(error) if error else ""}


def _opened(snapshot: MatchSnapshot, seat: int) -> bool:
    """Tell whether whoever sits there decides about the open seats."""
    return snapshot.terms.owner in {None, snapshot.seats[seat].person}


def invitation(snapshot: MatchSnapshot, table: TableView) -> dict[str, Any]:
    """Return who invites a visitor to what."""
    return {
        "hosts": [seat["name"] for seat in table["seats"] if seat["kind"] == PERSON],
        "set_up": set_up(snapshot),
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
    who += f", level {seat['level']}" if seat["kind"] == COMPUTER else ""
    named = colour and colour not in who
    return {
        "free": free,
        "bot": seat["bot"],
        "portrait": seat["portrait"],
        "initial": "+" if free else seat["name"][:1].upper(),
        "words": f"{who} ({colour})" if named else who,
    }


def watched_names(table: TableView) -> str:
    """Return the names of those who play: ``Anna and Ben``."""
    return listed([seat["name"] or seat["seat_name"] for seat in table["seats"] if seat["kind"] != OPEN])
