"""The visitor's own mail: where it goes, what it tells, and how to stop it."""

from collections.abc import Mapping
from typing import Any, Final

from fastapi import APIRouter
from starlette.requests import Request
from starlette.responses import Response

from fivefold.contract.errors import FivefoldError, InvalidOption
from fivefold.doors.web import request_parsing, responses
from fivefold.doors.web.context import RequestContext, context_of
from fivefold.doors.web.forms import text
from fivefold.doors.web.limits import LINK_MAILS
from fivefold.doors.web.pages.account_forms import FormPage, page, typed
from fivefold.doors.web.pages.time_off import day_words
from fivefold.doors.web.request_parsing import Fields
from fivefold.doors.web.visitors import house_of, visitor
from fivefold.house.errors import NotOffered
from fivefold.house.meeting.challenges import AutoReply
from fivefold.house.notices.mail.addresses import LONGEST, MailAddress
from fivefold.house.notices.mail.followings import Following
from fivefold.house.notices.push import zone_of
from fivefold.house.people.accounts import HOURS, Preferences
from fivefold.play import catalogue
from fivefold.play.rest import zones


def board_by_mail(request: Request, match_id: str, game: str) -> dict[str, Any] | None:
    """Return name and number of a match and where to write about it; ``None`` where nobody plays it by mail."""
    house = house_of(request)
    number = house.mail.boards.known(match_id) if house.mail.domain else None
    if number is None:
        return None
    name = f"{catalogue.find(game).name} {number}"
    return {"name": name, "address": f"play@{house.mail.domain}", "subject": f"{game} show {number}"}


def own_address(request: Request) -> MailAddress | None:
    """Return where the visitor gets mail."""
    return house_of(request).mail.addresses.of(visitor(request).id)


router = APIRouter()
PATH: Final = "/mail"
DONE: Final = {
    "asked": "A mail is on its way. Open the link in it, or reply to it, to show that the address is yours.",
    "confirmed": "Your address is confirmed. Mails go there from now on.",
    "removed": "Your address is taken off. No more mail is sent.",
    "kept": "You keep the address you had.",
    "chosen": "Saved.",
    "stopped": "That is changed.",
}
"""What the page says after a form was carried out."""
LEVELS: Final[Mapping[str, tuple[str, str]]] = {
    "every": ("Every move", "After each move in your slow games, with the board and what you can play."),
    "turns": ("Only my turns", "When it is your turn, when somebody asks you something, and when a match is over."),
    "digest": ("A summary", "One mail about all your matches, at hours of your choice."),
    "ends": ("Only results", "When a match is over."),
    "never": ("Nothing", "Only answers to what you write yourself."),
}
"""What can be mailed about matches: the name of the choice, and what it means."""
ACCEPT, NO_LIMIT, SEEK_NO_MORE = "accept", "no-limit", "no-seek"
"""What may be taken back: that challenges are declined, that matches are limited, that somebody looks for more."""
TICKS: Final = {"pictures": "mail_pictures", "week": "mail_of_week"}
"""For the name of a tick the preference."""
LONGEST_ZONE: Final = 60
MOST_HOURS: Final = 3
"""Fields for hours of a summary, unless more of them were chosen by mail."""


@router.get(PATH)
def show(request: Request) -> Response:
    """Show where the visitor's mail goes, and what it tells."""
    asked = context_of(request)
    if asked.house.mail.domain and not asked.house.accounts.is_named(asked.person_id):
        return responses.elsewhere("/sign-in?back=/mail")
    return _page(asked)


def _page(
    asked: RequestContext, error: FivefoldError | None = None, form: str = "", fields: Fields | None = None
) -> Response:
    house, person_id = asked.house, asked.person_id
    chosen = house.accounts.preferences(person_id)
    given = typed(fields) if fields is not None else {}
    context = {
        "domain": house.mail.domain,
        "said": DONE.get(request_parsing.query(asked.request).get("done", ""), "") if error is None else "",
        "mail": _address(asked, house.mail.addresses.of(person_id)),
        "levels": LEVELS,
        "level": given.get("level", chosen.mail_of_matches) if form == "choices" else chosen.mail_of_matches,
        "hours": _hours(given.values()) if form == "choices" else _hours(chosen.mail_hours.split(",")),
        "all_hours": [(hour, f"{int(hour)}:00" if hour else "–") for hour in HOURS],
        "zone": zone_of(chosen).key,
        "typed_zone": given.get("zone", "") if form == "choices" else chosen.time_zone,
        "quiet": _quiet(chosen),
        **{name: name in given if form == "choices" else getattr(chosen, kept) for name, kept in TICKS.items()},
        "follows": [_followed(asked, each) for each in house.mail.following.of(person_id)],
        "standing": [_settled(each) for each in house.standing.of(person_id)],
        "fields": given,
    }
    return page(asked, "mail.html", context, error, form)


def _address(asked: RequestContext, known: MailAddress | None) -> dict[str, Any]:
    """Return what the page tells of an address, as facts."""
    if known is None:
        return {"address": "", "wanted": "", "since": "", "off": ""}
    zone = zone_of(asked.house.accounts.preferences(asked.person_id))
    since, today = known.since.astimezone(zone), asked.house.now().astimezone(zone).date()
    words = "today" if since.date() == today else day_words(since.date(), today)
    told = {"address": known.address, "wanted": known.wanted, "off": known.off}
    return {**told, "since": f"{words} at {since.hour}:{since:%M}", "again": known.wanted == known.address}


def _hours(chosen: Any) -> list[str]:
    hours = [hour for hour in chosen if hour and hour in HOURS]
    return hours + [""] * (MOST_HOURS - len(hours))


def _quiet(chosen: Preferences) -> str:
    both = chosen.quiet_from and chosen.quiet_until
    return f"{int(chosen.quiet_from)}:00 and {int(chosen.quiet_until)}:00" if both else ""


def _followed(asked: RequestContext, each: Following) -> dict[str, Any]:
    """Return what the page tells of a match, or a game, that the visitor follows by mail."""
    name = catalogue.find(each.game).name
    told = {"game": each.game, "match": each.match, "level": each.level, "of_game": not each.match, "path": ""}
    if not each.match:
        return {**told, "name": name, "names": ""}
    number = asked.house.mail.boards.known(each.match)
    told["name"] = name if number is None else f"{name} {number}"
    try:
        now = asked.house.shown_to(asked.person_id, each.match)
    except FivefoldError:  # damaged, or not to be seen yet
        return {**told, "names": ""}
    return {**told, "names": " – ".join(filter(None, now.names)), "path": f"/matches/{each.match}"}


def _settled(each: AutoReply) -> dict[str, Any]:
    """Return what the page tells of what the visitor has settled about challenges to a game."""
    name = catalogue.find(each.game).name if each.game else ""
    return {"game": each.game, "name": name, "rejects": each.rejects, "most": each.most, "seeks": each.seeks}


# --- forms -----------------------------------------------------------------------------------------------------------


def _check_account(asked: RequestContext) -> None:
    """Raise ``NotOffered`` where there is no mail, or for who has no account."""
    if not asked.house.mail.domain:
        raise NotOffered("this site has no mail", subject="mail")
    if not asked.house.accounts.is_named(asked.person_id):
        raise NotOffered("only accounts get mail", subject="mail", remedy="sign in first: /sign-in")


FORMS: Final = FormPage(router, PATH, _page, _check_account)


@FORMS.form("/address", "address", LINK_MAILS)
def _ask(asked: RequestContext, fields: Fields) -> str:
    """Send a mail to the address that the visitor wants, to confirm it."""
    asked.house.mail.link_mails.confirm(asked.person_id, text(fields, "address", LONGEST))
    return "asked"


@FORMS.form("/address/keep", "address")
def _keep(asked: RequestContext, fields: Fields) -> str:
    """Want no other address any more."""
    asked.house.mail.addresses.keep(asked.person_id)
    return "kept"


@FORMS.form("/address/remove", "address")
def _remove(asked: RequestContext, fields: Fields) -> str:
    """Take the visitor's address off."""
    asked.house.mail.addresses.forget(asked.person_id)
    return "removed"


@FORMS.form("/choices", "choices")
def _choose(asked: RequestContext, fields: Fields) -> str:
    """Store what the visitor wants to be mailed."""
    chosen = _chosen(fields)
    for name, value in chosen.items():
        asked.house.accounts.set_preference(asked.person_id, name, value)
    for name in ("pictures", "week"):
        asked.house.accounts.set_preference(asked.person_id, TICKS[name], name in fields)
    return "chosen"


def _chosen(fields: Fields) -> dict[str, str]:
    """Return the choices of a form; hours and where they hold only with a summary. Raises ``InvalidOption``."""
    chosen = {"mail_of_matches": text(fields, "level", 10)}
    if chosen["mail_of_matches"] == "digest":
        hours = {text(fields, name, 2) for name in fields if name.startswith("hour-")} - {""}
        if not hours:
            raise InvalidOption("a summary needs an hour", subject="hours", remedy="choose one", field="hour-1")
        chosen |= {"mail_hours": ",".join(sorted(hours)), "time_zone": _zone(text(fields, "zone", LONGEST_ZONE))}
    for name, value in chosen.items():
        Preferences().having(name, value)
    return chosen


def _zone(typed: str) -> str:
    """Return a time zone, in letters of any case, as it is stored; empty for none. Raises ``InvalidOption``."""
    plain = typed.replace(" ", "_").casefold()
    found = next((zone for zone in zones() if zone.casefold() == plain), "")
    if plain and not found:
        remedy = "write it like Europe/Vienna"
        raise InvalidOption("there is no such time zone", subject="zone", remedy=remedy, field="zone")
    return found


@FORMS.form("/following/stop", "following")
def _stop_following(asked: RequestContext, fields: Fields) -> str:
    """Let what the visitor has chosen of all matches hold for a match, or those of a game."""
    asked.house.mail.following.forget(asked.person_id, text(fields, "game", 32), text(fields, "match", 16))
    return "stopped"


@FORMS.form("/standing", "standing")
def _take_back(asked: RequestContext, fields: Fields) -> str:
    """Take back what the visitor has settled about challenges to a game."""
    game, what, house = text(fields, "game", 32), text(fields, "what", 10), asked.house
    if game not in {each.game for each in house.standing.of(asked.person_id)}:
        raise NotOffered("nothing is settled there any more", subject="game", remedy="reload the page")
    if what == ACCEPT:
        house.standing.accept(asked.person_id, game)
    elif what == NO_LIMIT:
        house.standing.limit(asked.person_id, game, None)
    elif what == SEEK_NO_MORE:
        house.slow_seeks.stop(asked.person_id, game)
    else:
        raise InvalidOption("there is no such choice", subject=what, field="what")
    return "stopped"
