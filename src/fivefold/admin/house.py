"""Actions about the whole house: announcements, closed games, and the log of all that was done."""

import json
from typing import Any, Final

from fivefold.admin.answer import WHOM, WHY_IF_ANY, Action, AdminRequest, Answer, Argument, Table, exact, moment
from fivefold.command import factor, whole
from fivefold.house.moderation.active_rules import Announcement, ClosedGame, until_words
from fivefold.house.moderation.audit_log import Act
from fivefold.house.moderation.operators import person_of
from fivefold.play import catalogue

ENDED: Final = "sessions"
"""A fact that is no more than the ids of sessions that are over: the devices stand beside it."""


def announce(asked: AdminRequest) -> Answer:
    """Tell everybody something."""
    made = asked.operator.announce(asked.options.text, asked.options.hours)
    said = f"Announcement {made.number} is on every page {until_words(made.until)}."
    return Answer(_announcement_data(made), [said])


def announcements(asked: AdminRequest) -> Answer:
    """List what everybody is told."""
    found = asked.house.moderation.announced()
    rows = [(str(each.number), moment(each.made), moment(each.until) or "withdrawn", each.text) for each in found]
    headings = ("No.", "Since (UTC)", "Until (UTC)", "Text")
    shown = [Table(headings, rows)] if rows else ["Nothing is announced."]
    return Answer([_announcement_data(each) for each in found], shown)


def withdraw(asked: AdminRequest) -> Answer:
    """Show an announcement no longer."""
    gone = asked.operator.withdraw(asked.options.number, asked.options.why)
    return Answer(_announcement_data(gone), [f"Announcement {gone.number} is withdrawn."])


def close_game(asked: AdminRequest) -> Answer:
    """Let no match of a game begin."""
    closed = asked.operator.close_game(asked.options.game, asked.options.why)
    name = catalogue.find(closed.game).name
    return Answer(_closed_data(closed), [f"No match of {name} begins from now on; those that go on go on."])


def open_game(asked: AdminRequest) -> Answer:
    """Let matches of a game begin again."""
    opened = asked.operator.open_game(asked.options.game, asked.options.why)
    return Answer(_closed_data(opened), [f"Matches of {catalogue.find(opened.game).name} begin again."])


def closed_games(asked: AdminRequest) -> Answer:
    """List the games that are closed."""
    found = asked.house.moderation.closed_games().values()
    rows = [(each.game, moment(each.since), each.why) for each in found]
    shown = [Table(("Game", "Since (UTC)", "Why"), rows)] if rows else ["Every game is open."]
    return Answer([_closed_data(each) for each in found], shown)


def acts(asked: AdminRequest) -> Answer:
    """List what was done."""
    options = asked.options
    person_id = None if options.person is None else person_of(asked.house, options.person)
    found = asked.house.moderation.acts.list(person_id, options.match, options.most)
    rows = [
        (str(act.number), moment(act.at), act.by, act.act, act.person or act.match or "", act.why, _facts_words(act))
        for act in found
    ]
    headings = ("No.", "When (UTC)", "By", "What", "About", "Why", "Facts")
    shown = [Table(headings, rows)] if rows else ["Nothing was done."]
    return Answer([_act_data(act) for act in found], shown)


def _facts_words(act: Act) -> str:
    return ", ".join(
        f"{name} {value if isinstance(value, str | int) else json.dumps(value, ensure_ascii=False)}"
        for name, value in _facts(act).items()
        if value is not None
    )


def _facts(act: Act) -> dict[str, Any]:
    return {name: value for name, value in act.facts.items() if name != ENDED}


def _act_data(act: Act) -> dict[str, Any]:
    rest = {"person": act.person, "match": act.match, "why": act.why, "facts": _facts(act)}
    return {"number": act.number, "at": exact(act.at), "by": act.by, "act": act.act, **rest}


def _announcement_data(each: Announcement) -> dict[str, Any]:
    return {"number": each.number, "text": each.text, "made": exact(each.made), "until": exact(each.until)}


def _closed_data(each: ClosedGame) -> dict[str, Any]:
    return {"game": each.game, "since": exact(each.since), "why": each.why}


TEXT: Final = Argument("text", metavar="TEXT", help="what everybody is told, a sentence or two")
HOURS: Final = Argument("--hours", type=factor, metavar="N", help="how long (until it is withdrawn)")
NUMBER: Final = Argument("number", type=whole, metavar="N", help="the number of the announcement")
GAME: Final = Argument("game", choices=catalogue.keys(), metavar="GAME", help=", ".join(catalogue.keys()))
WHY_TOLD: Final = Argument("--why", required=True, metavar="TEXT", help="the reason; whoever would begin one is told")
LISTED_ACTS: Final = (
    Argument("--person", metavar="NAME", help=f"only those about this person: {WHOM}"),
    Argument("--match", metavar="ID", help="only those about this match"),
    Argument("--most", type=whole, default=50, metavar="N", help="how many, the latest (50)"),
)
ACTIONS: Final = (
    Action("announce", "tell everybody something, on every page", announce, (TEXT, HOURS)),
    Action("announcements", "list what everybody is told", announcements),
    Action("withdraw", "show an announcement no longer", withdraw, (NUMBER, WHY_IF_ANY)),
    Action("close-game", "let no match of a game begin; those that go on go on", close_game, (GAME, WHY_TOLD)),
    Action("open-game", "let matches of a game begin again", open_game, (GAME, WHY_IF_ANY)),
    Action("closed-games", "list the games that are closed", closed_games),
    Action("acts", "list all that was done with fivefold admin: when, by whom, why", acts, LISTED_ACTS),
)
