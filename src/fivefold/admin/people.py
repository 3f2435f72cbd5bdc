"""Actions about people: who they are, where they are signed in, their names, and who may not play."""

from collections.abc import Sequence
from typing import Any, Final

from fivefold.admin.answer import (
    NAME,
    WHY,
    WHY_IF_ANY,
    Action,
    AdminRequest,
    Answer,
    Argument,
    Facts,
    Table,
    exact,
    moment,
)
from fivefold.command import whole
from fivefold.house.moderation.active_rules import Ban, until_words
from fivefold.house.moderation.operators import ListedPerson, PersonPage, person_of
from fivefold.house.moderation.reports import REASONS
from fivefold.house.notices.mail.mail_queue import MOST_READ, MOST_SENT, MailLoad
from fivefold.house.people.sessions import Session
from fivefold.parts.words import counted


def people(asked: AdminRequest) -> Answer:
    """List who keeps an account."""
    found = asked.operator.list(asked.options.search or "")
    rows = [_listed_row(each) for each in found]
    headings = ("Name", "Since", "Last seen (UTC)", "")
    none = "Nobody here is called so." if asked.options.search else "Nobody keeps an account yet."
    shown = [Table(headings, rows)] if rows else [none]
    return Answer([_listed_data(each) for each in found], shown)


def person(asked: AdminRequest) -> Answer:
    """Show what is known of somebody."""
    page = asked.operator.page(asked.options.name)
    shown: list[Any] = [Facts(_facts(page))]
    if page.ratings:
        shown.append(Table(("Pool", "Rating", "Matches"), [tuple(map(str, each)) for each in page.ratings]))
    if page.reports:
        reports = [
            (str(each.id), moment(each.at), REASONS[each.reason], "handled" if each.handled else "open")
            for each in page.reports
        ]
        shown.append(Table(("Report", "When (UTC)", "Why", ""), reports))
    return Answer(_page_data(page), shown)


def sessions(asked: AdminRequest) -> Answer:
    """List where somebody is signed in, or sign them out."""
    options, operator = asked.options, asked.operator
    if options.end:
        ended = operator.end_sessions(options.name, options.end, options.why)
        said = f"Signed out on {counted(len(ended), 'device')}: {', '.join(each.device for each in ended)}."
        return Answer([_session_data("", each) for each in ended], [said])
    found = operator.sessions(options.name)
    rows = [(name, each.device, moment(each.created), moment(each.seen)) for name, each in found]
    headings = ("Id", "Device", "Signed in (UTC)", "Last seen (UTC)")
    shown = [Table(headings, rows)] if rows else ["They are signed in nowhere."]
    return Answer([_session_data(*each) for each in found], shown)


def recover(asked: AdminRequest) -> Answer:
    """Make a code for somebody who cannot sign in any more."""
    name, code = asked.operator.recover(asked.options.name, asked.options.why)
    said = f"{code} sets a new password for {name}, once, at /recover. Make sure that it reaches nobody else."
    return Answer({"name": name, "code": code}, [said])


def rename(asked: AdminRequest) -> Answer:
    """Give somebody another name."""
    before, after = asked.operator.rename(asked.options.name, asked.options.new, asked.options.why)
    return Answer({"before": before, "name": after}, [f"{before} is called {after} now. Nobody can take the old name."])


def ban(asked: AdminRequest) -> Answer:
    """Keep somebody from playing and writing."""
    given = asked.operator.ban(asked.options.name, asked.options.why, asked.options.days)
    said = f"{_called(asked)} may not play or write {until_words(given.until)}. They are told why: {given.why}"
    return Answer(_ban_data(given), [said])


def lift_ban(asked: AdminRequest) -> Answer:
    """Let somebody play again."""
    lifted = asked.operator.lift(asked.options.name, asked.options.why)
    return Answer(_ban_data(lifted), [f"{_called(asked)} may play and write again."])


# --- how it works ----------------------------------------------------------------------------------------------------


def _called(asked: AdminRequest) -> str:
    return asked.house.person(person_of(asked.house, asked.options.name)).shown


def _listed_row(each: ListedPerson) -> Sequence[str]:
    notes = [f"banned {until_words(each.ban.until)}"] if each.ban else []
    notes += ["bot"] if each.person.bot else []
    return each.person.name, moment(each.person.kept)[:10], moment(each.person.seen), ", ".join(notes)


def _listed_data(each: ListedPerson) -> dict[str, Any]:
    found = each.person
    ban = _ban_data(each.ban)
    return {"name": found.name, "since": exact(found.kept), "seen": exact(found.seen), "bot": found.bot, "ban": ban}


def _facts(page: PersonPage) -> dict[str, str]:
    known, there = page.person, page.counts
    opened = [each for each in page.reports if not each.handled]
    kept = f"account since {moment(known.kept)} UTC" if known.kept else "guest"
    return {
        "Name": page.name,
        "Who": f"account deleted {moment(known.deleted)} UTC" if known.deleted else kept,
        "Bot": "yes" if known.bot else "",
        "Called before": ", ".join(page.former_names),
        "First seen": f"{moment(known.created)} UTC",
        "Last seen": f"{moment(known.seen)} UTC",
        "Matches": f"{there.playing} going on, {there.finished} over",
        "Reports": f"{len(page.reports)}, {len(opened)} of them open" if page.reports else "none",
        "Banned": f"{until_words(page.ban.until)}: {page.ban.why}" if page.ban else "no",
        "Signed in": counted(len(page.sessions), "device"),
        "Signs in with": _keys(page) if known.kept else "",
        "Mail": page.address or "no address",
        "Mail in the last hour": _mail_words(page.mail) if page.address else "",
        "API tokens": str(there.tokens),
    }


def _mail_words(load: MailLoad) -> str:
    sent, read = f"{load.sent} to them (limit {MOST_SENT})", f"{load.read} of theirs read (limit {MOST_READ})"
    return f"{sent}, {load.waiting} waiting; {read}"


def _keys(page: PersonPage) -> str:
    ways = ["password"] if page.has_password else []
    ways += [counted(page.counts.passkeys, "passkey")] if page.counts.passkeys else []
    return ", ".join([*ways, counted(page.codes_left, "recovery code")])


def _page_data(page: PersonPage) -> dict[str, Any]:
    known = page.person
    return {
        "name": page.name,
        "account": known.kept is not None and known.deleted is None,
        "since": exact(known.kept),
        "deleted": exact(known.deleted),
        "created": exact(known.created),
        "seen": exact(known.seen),
        "bot": known.bot,
        "former_names": list(page.former_names),
        "ban": _ban_data(page.ban),
        "matches": {"playing": page.counts.playing, "finished": page.counts.finished},
        "ratings": [{"pool": pool, "rating": rating, "matches": games} for pool, rating, games in page.ratings],
        "reports": [
            {"number": each.id, "at": exact(each.at), "reason": each.reason, "handled": exact(each.handled)}
            for each in page.reports
        ],
        "sessions": len(page.sessions),
        "password": page.has_password,
        "passkeys": page.counts.passkeys,
        "recovery_codes": page.codes_left,
        "address": page.address,
        "mail": page.mail._asdict(),
        "tokens": page.counts.tokens,
    }


def _ban_data(found: Ban | None) -> dict[str, Any] | None:
    return None if found is None else {"since": exact(found.since), "until": exact(found.until), "why": found.why}


def _session_data(name: str, each: Session) -> dict[str, Any]:
    named = {"id": name} if name else {}
    return {**named, "device": each.device, "created": exact(each.created), "seen": exact(each.seen)}


SEARCH: Final = Argument("search", nargs="?", metavar="SEARCH", help="only those with these letters in their name")
END: Final = Argument("--end", metavar="ID", help="sign out: this session, or all")
NEW_NAME: Final = Argument("new", metavar="NEW", help="what they are called from now on")
DAYS: Final = Argument("--days", type=whole, metavar="N", help="how long (until it is lifted)")
WHY_SHOWN: Final = Argument(
    "--why", required=True, metavar="TEXT", help="the reason; it is kept in the log, and shown to them"
)
ACTIONS: Final = (
    Action("people", "list accounts, who was here last first", people, (SEARCH,)),
    Action("person", "show what is known of somebody", person, (NAME,)),
    Action("sessions", "list where somebody is signed in, or sign them out", sessions, (NAME, END, WHY_IF_ANY)),
    Action("recover", "make a code with which somebody sets a new password, once", recover, (NAME, WHY)),
    Action("rename", "give somebody another name, at every table too", rename, (NAME, NEW_NAME, WHY)),
    Action("ban", "keep somebody from playing and writing, and tell them why", ban, (NAME, DAYS, WHY_SHOWN)),
    Action("lift-ban", "let somebody play again", lift_ban, (NAME, WHY)),
)
