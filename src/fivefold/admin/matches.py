"""Actions about what happens at the tables: reports, results, lines of chat."""

from typing import Any, Final

from fivefold.admin.answer import WHY, Action, AdminRequest, Answer, Argument, Facts, Table, exact, moment
from fivefold.command import whole
from fivefold.house.moderation.reports import REASONS, AbuseReport
from fivefold.house.table.chat import PHRASES, REMOVED, ChatLine
from fivefold.parts.words import counted


def reports(asked: AdminRequest) -> Answer:
    """List reports."""
    found = asked.house.reports.list(handled=asked.options.all)
    rows = [
        (
            str(each.id),
            moment(each.at),
            each.match or "by mail",
            each.about_name,
            each.by_name,
            REASONS[each.reason],
            _what(each),
        )
        for each in found
    ]
    headings = ("No.", "When (UTC)", "Match", "About", "By", "Why", "")
    none = "Nobody has reported anything." if asked.options.all else "No report waits to be handled."
    more = f"{counted(len(found), 'report')}. fivefold admin report N shows one."
    return Answer([_report_data(each) for each in found], [Table(headings, rows), more] if found else [none])


def report(asked: AdminRequest) -> Answer:
    """Show a report with the lines around what it is about."""
    found, around = asked.operator.report(asked.options.number)
    facts = Facts(
        {
            "Report": str(found.id),
            "When": f"{moment(found.at)} UTC",
            "Match": found.match or "none: it is about a mail",
            "About": found.about_name,
            "By": found.by_name,
            "Why": REASONS[found.reason] + (f": {found.why}" if found.why else ""),
            "Handled": f"{moment(found.handled)} UTC" if found.handled else "not yet",
        }
    )
    shown: list[Any] = [facts]
    if around:
        rows = [
            (">" if line.id == found.line else "", str(line.id), moment(line.at), line.name, _said(line))
            for line in around
        ]
        shown.append(Table(("", "Line", "When (UTC)", "Who", f"Room of the {around[0].room}"), rows))
    return Answer({**_report_data(found), "lines": [_line_data(line) for line in around]}, shown)


def handle(asked: AdminRequest) -> Answer:
    """Note that a report is handled."""
    found = asked.operator.handle(asked.options.number, asked.options.why)
    return Answer(_report_data(found), [f"Report {found.id} is handled."])


def annul(asked: AdminRequest) -> Answer:
    """Let a match count for nothing."""
    match_id = asked.options.match
    did = asked.operator.annul(match_id, asked.options.why)
    said = f"Match {match_id} does not count any more." if did else f"Match {match_id} was annulled before."
    return Answer({"match": match_id, "annulled": True, "changed": did}, [said])


def restore(asked: AdminRequest) -> Answer:
    """Let an annulled match count again."""
    match_id = asked.options.match
    did = asked.operator.restore(match_id, asked.options.why)
    said = f"Match {match_id} counts again." if did else f"Match {match_id} counts: it was not annulled."
    return Answer({"match": match_id, "annulled": False, "changed": did}, [said])


def hide_line(asked: AdminRequest) -> Answer:
    """Show a line of chat to nobody."""
    line = asked.operator.hide(asked.options.number, asked.options.why)
    return Answer(_line_data(line), [f"Line {line.id} is hidden."])


def show_line(asked: AdminRequest) -> Answer:
    """Show a hidden line again."""
    line = asked.operator.show(asked.options.number, asked.options.why)
    return Answer(_line_data(line), [f"Line {line.id} is shown again."])


def _what(report: AbuseReport) -> str:
    if report.handled:
        return "handled"
    if report.line is not None:
        return "a line"
    return "the person" if report.match else "a mail"


def _said(line: ChatLine) -> str:
    hidden = " (hidden)" if line.phrase == REMOVED else ""
    return PHRASES.get(line.phrase or "", line.text) + hidden


def _report_data(report: AbuseReport) -> dict[str, Any]:
    return {
        "number": report.id,
        "at": exact(report.at),
        "match": report.match,
        "about": report.about_name,
        "by": report.by_name,
        "reason": report.reason,
        "why": report.why,
        "line": report.line,
        "handled": exact(report.handled),
    }


def _line_data(line: ChatLine) -> dict[str, Any]:
    return {
        "line": line.id,
        "match": line.match,
        "room": line.room,
        "name": line.name,
        "text": PHRASES.get(line.phrase or "", line.text),
        "at": exact(line.at),
        "hidden": line.phrase == REMOVED,
    }


ALL: Final = Argument("--all", action="store_true", help="list handled reports too")
REPORT: Final = Argument("number", type=whole, metavar="N", help="the number of the report")
LINE: Final = Argument("number", type=whole, metavar="LINE", help="its number, as fivefold admin report shows it")
MATCH: Final = Argument("match", metavar="MATCH", help="its id, as in its address")
ACTIONS: Final = (
    Action("reports", "list what people have reported", reports, (ALL,)),
    Action("report", "show a report with the lines of chat around it", report, (REPORT,)),
    Action("handle", "note that a report is handled", handle, (REPORT, WHY)),
    Action("hide-line", "take a line of chat from every page", hide_line, (LINE, WHY)),
    Action("show-line", "show a line again that was hidden", show_line, (LINE, WHY)),
    Action("annul", "let a match count for nothing, as if it had not been played", annul, (MATCH, WHY)),
    Action("restore", "let an annulled match count again", restore, (MATCH, WHY)),
)
