"""Actions about what happens at the tables: reports, results, lines of chat."""

import argparse
from typing import Any, Final

from fivefold.admin.answer import Action, Answer, Asked, Facts, Table, exact, moment
from fivefold.admin.people import add_why
from fivefold.command import whole
from fivefold.house.moderation.about_matches import AboutMatches
from fivefold.house.moderation.reports import REASONS, Report
from fivefold.house.table.chat_text import PHRASES, REMOVED
from fivefold.house.table.stored_chat import StoredLine
from fivefold.parts.words import counted


def reports(asked: Asked) -> Answer:
    """List reports."""
    found = asked.house.reports.list(handled=asked.options.all)
    rows = [
        (
            str(each.stored.id),
            moment(each.stored.at),
            each.stored.match or "by mail",
            each.about,
            each.by,
            REASONS[each.stored.reason],
            _what(each),
        )
        for each in found
    ]
    headings = ("No.", "When (UTC)", "Match", "About", "By", "Why", "")
    none = "Nobody has reported anything." if asked.options.all else "No report waits to be handled."
    more = f"{counted(len(found), 'report')}. fivefold admin report N shows one."
    return Answer([_report_data(each) for each in found], [Table(headings, rows), more] if found else [none])


def report(asked: Asked) -> Answer:
    """Show a report with the lines around what it is about."""
    found, around = AboutMatches(asked.house, asked.by).report(asked.options.number)
    stored = found.stored
    facts = Facts(
        {
            "Report": str(stored.id),
            "When": f"{moment(stored.at)} UTC",
            "Match": stored.match or "none: it is about a mail",
            "About": found.about,
            "By": found.by,
            "Why": REASONS[stored.reason] + (f": {stored.why}" if stored.why else ""),
            "Handled": f"{moment(stored.handled)} UTC" if stored.handled else "not yet",
        }
    )
    shown: list[Any] = [facts]
    if around:
        rows = [
            (">" if line.id == stored.line else "", str(line.id), moment(line.at), line.name, _said(line))
            for line in around
        ]
        shown.append(Table(("", "Line", "When (UTC)", "Who", f"Room of the {around[0].room}"), rows))
    return Answer({**_report_data(found), "lines": [_line_data(line) for line in around]}, shown)


def handle(asked: Asked) -> Answer:
    """Note that a report is handled."""
    found = AboutMatches(asked.house, asked.by).handle(asked.options.number, asked.options.why)
    return Answer(_report_data(found), [f"Report {found.stored.id} is handled."])


def annul(asked: Asked) -> Answer:
    """Let a match count for nothing."""
    match_id = asked.options.match
    did = AboutMatches(asked.house, asked.by).annul(match_id, asked.options.why)
    said = f"Match {match_id} does not count any more." if did else f"Match {match_id} was annulled before."
    return Answer({"match": match_id, "annulled": True, "changed": did}, [said])


def restore(asked: Asked) -> Answer:
    """Let an annulled match count again."""
    match_id = asked.options.match
    did = AboutMatches(asked.house, asked.by).restore(match_id, asked.options.why)
    said = f"Match {match_id} counts again." if did else f"Match {match_id} counts: it was not annulled."
    return Answer({"match": match_id, "annulled": False, "changed": did}, [said])


def hide_line(asked: Asked) -> Answer:
    """Show a line of chat to nobody."""
    line = AboutMatches(asked.house, asked.by).hide(asked.options.number, asked.options.why)
    return Answer(_line_data(line), [f"Line {line.id} is hidden."])


def show_line(asked: Asked) -> Answer:
    """Show a hidden line again."""
    line = AboutMatches(asked.house, asked.by).show(asked.options.number, asked.options.why)
    return Answer(_line_data(line), [f"Line {line.id} is shown again."])


def _what(report: Report) -> str:
    stored = report.stored
    if stored.handled:
        return "handled"
    if stored.line is not None:
        return "a line"
    return "the person" if stored.match else "a mail"


def _said(line: StoredLine) -> str:
    hidden = " (hidden)" if line.phrase == REMOVED else ""
    return PHRASES.get(line.phrase or "", line.text) + hidden


def _report_data(report: Report) -> dict[str, Any]:
    stored = report.stored
    return {
        "number": stored.id,
        "at": exact(stored.at),
        "match": stored.match,
        "about": report.about,
        "by": report.by,
        "reason": stored.reason,
        "why": stored.why,
        "line": stored.line,
        "handled": exact(stored.handled),
    }


def _line_data(line: StoredLine) -> dict[str, Any]:
    return {
        "line": line.id,
        "match": line.match,
        "room": line.room,
        "name": line.name,
        "text": PHRASES.get(line.phrase or "", line.text),
        "at": exact(line.at),
        "hidden": line.phrase == REMOVED,
    }


# --- arguments -------------------------------------------------------------------------------------------------------


def _add_all(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--all", action="store_true", help="list handled reports too")


def _add_report(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("number", type=whole, metavar="N", help="the number of the report")


def _add_report_and_why(parser: argparse.ArgumentParser) -> None:
    _add_report(parser)
    add_why(parser)


def _add_match(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("match", metavar="MATCH", help="its id, as in its address")
    add_why(parser)


def _add_line(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("number", type=whole, metavar="LINE", help="its number, as fivefold admin report shows it")
    add_why(parser)


ACTIONS: Final = (
    Action("reports", "list what people have reported", _add_all, reports),
    Action("report", "show a report with the lines of chat around it", _add_report, report),
    Action("handle", "note that a report is handled", _add_report_and_why, handle),
    Action("hide-line", "take a line of chat from every page", _add_line, hide_line),
    Action("show-line", "show a line again that was hidden", _add_line, show_line),
    Action("annul", "let a match count for nothing, as if it had not been played", _add_match, annul),
    Action("restore", "let an annulled match count again", _add_match, restore),
)
