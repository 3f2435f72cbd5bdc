"""What can be looked up at the table: what a thing is, and what scores."""

from fivefold.doors.terminal.table import Table
from fivefold.house.match_view.words import card_in_words, explained


def what(table: Table, rest: str) -> None:
    """Say what a thing is. Raises ``NotOffered`` for a name of nothing."""
    match, viewer = table.match, table.viewer
    told = explained(match.game, match.seen_by(viewer), viewer, rest, table.reader)
    table.screen.say(" ".join(told["said"]))


def scores(table: Table, rest: str) -> None:
    """Show what scores, and how far everybody is."""
    match = table.match
    card = card_in_words(match.game, match.seen_by(table.viewer))
    if card is None:
        return
    counting = any(line["counts"] for line in card["lines"])
    heads = [card["worth"], *table.names] if counting else [card["worth"]]
    names = [line["name"] for line in card["lines"]]
    wide = max(map(len, names)) + 2
    table.screen.show(" " * wide + "  ".join(f"{head:>7}" for head in heads))
    for line in card["lines"]:
        numbers = [line["worth"], *line["counts"]]
        table.screen.show(f"{line['name']:<{wide}}" + "  ".join(f"{number:>7}" for number in numbers))
    for note in card["notes"]:
        table.screen.say(note)
