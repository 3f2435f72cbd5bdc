"""Actions about the whole house: announcements, closed games, and the log of all that was done."""

import argparse
import json
from typing import Any, Final

from fivefold.admin.answer import Action, Answer, Asked, Table, exact, moment
from fivefold.admin.people import WHOM, add_why
from fivefold.command import add_game, factor, whole
from fivefold.house.moderation.about_house import AboutHouse
from fivefold.house.moderation.acts import Act
from fivefold.house.moderation.announcements import Announcement
from fivefold.house.moderation.closed_games import ClosedGame
from fivefold.house.moderation.finding import person_of
from fivefold.house.moderation.words import until_words
from fivefold.play import catalogue

ENDED: Final = "sessions"
"""A fact that is no more than the ids of sessions that are over: the devices stand beside it."""


def announce(asked: Asked) -> Answer:
    """Tell everybody something."""
    made = AboutHouse(asked.house, asked.by).announce(asked.options.text, asked.options.hours)
    said = f"Announcement {made.number} is on every page {until_words(made.until)}."
    return Answer(_announcement_data(made), [said])


def announcements(asked: Asked) -> Answer:
    """List what everybody is told."""
    found = asked.house.running.announcements.current()
    rows = [(str(each.number), moment(each.made), moment(each.until) or "withdrawn", each.text) for each in found]
    headings = ("No.", "Since (UTC)", "Until (UTC)", "Text")
    shown = [Table(headings, rows)] if rows else ["Nothing is announced."]
    return Answer([_announcement_data(each) for each in found], shown)


def withdraw(asked: Asked) -> Answer:
    """Show an announcement no longer."""
    gone = AboutHouse(asked.house, asked.by).withdraw(asked.options.number, asked.options.why)
    return Answer(_announcement_data(gone), [f"Announcement {gone.number} is withdrawn."])


def close_game(asked: Asked) -> Answer:
    """Let no match of a game begin."""
    closed = AboutHouse(asked.house, asked.by).close_game(asked.options.game, asked.options.why)
    name = catalogue.find(closed.game).name
    return Answer(_closed_data(closed), [f"No match of {name} begins from now on; those that go on go on."])


def open_game(asked: Asked) -> Answer:
    """Let matches of a game begin again."""
    opened = AboutHouse(asked.house, asked.by).open_game(asked.options.game, asked.options.why)
    return Answer(_closed_data(opened), [f"Matches of {catalogue.find(opened.game).name} begin again."])


def closed_games(asked: Asked) -> Answer:
    """List the games that are closed."""
    found = asked.house.running.closed_games.current()
    rows = [(each.game, moment(each.since), each.why) for each in found]
    shown = [Table(("Game", "Since (UTC)", "Why"), rows)] if rows else ["Every game is open."]
    return Answer([_closed_data(each) for each in found], shown)


def acts(asked: Asked) -> Answer:
    """List what was done."""
    options = asked.options
    person_id = None if options.person is None else person_of(asked.house, options.person)
    found = asked.house.running.acts.list(person_id, options.match, options.most)
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


# --- arguments -------------------------------------------------------------------------------------------------------


def _add_announce(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("text", metavar="TEXT", help="what everybody is told, a sentence or two")
    parser.add_argument("--hours", type=factor, metavar="N", help="how long (until it is withdrawn)")


def _add_number(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("number", type=whole, metavar="N", help="the number of the announcement")
    add_why(parser, needed=False)


def _add_nothing(parser: argparse.ArgumentParser) -> None:
    """Add nothing: a list needs no argument."""


def _add_close(parser: argparse.ArgumentParser) -> None:
    add_game(parser)
    parser.add_argument("--why", required=True, metavar="TEXT", help="the reason; whoever would begin one is told")


def _add_open(parser: argparse.ArgumentParser) -> None:
    add_game(parser)
    add_why(parser, needed=False)


def _add_acts(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--person", metavar="NAME", help=f"only those about this person: {WHOM}")
    parser.add_argument("--match", metavar="ID", help="only those about this match")
    parser.add_argument("--most", type=whole, default=50, metavar="N", help="how many, the latest (50)")


ACTIONS: Final = (
    Action("announce", "tell everybody something, on every page", _add_announce, announce),
    Action("announcements", "list what everybody is told", _add_nothing, announcements),
    Action("withdraw", "show an announcement no longer", _add_number, withdraw),
    Action("close-game", "let no match of a game begin; those that go on go on", _add_close, close_game),
    Action("open-game", "let matches of a game begin again", _add_open, open_game),
    Action("closed-games", "list the games that are closed", _add_nothing, closed_games),
    Action("acts", "list all that was done with fivefold admin: when, by whom, why", _add_acts, acts),
)
