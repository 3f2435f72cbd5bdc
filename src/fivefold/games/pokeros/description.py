"""The Pokeros picture for people who hear it: the whole position, and what each thing on it is called."""

from fivefold.contract import Row
from fivefold.games.pokeros import rules, scored
from fivefold.games.pokeros.account import SEATS
from fivefold.games.pokeros.table import card_text, held_cards
from fivefold.parts.messages import Message


def description(row: Row, viewer: int, status: Message | None) -> Message:
    """Return the position as ``viewer`` sees it; ``status`` begins it, ``None`` once the match is over."""
    points = [Message("points", count=row[rules.SCORE + seat]) for seat in range(2)]
    scores = tuple([Message("score", who=SEATS[seat], points=points[seat]) for seat in range(2)])
    hands = [hand(row, seat, viewer) for seat in range(2) if row[rules.HELD_COUNT + seat]]
    pack = Message("in-pack", count=row[rules.PACK])
    return Message("description", sentences=(*([status] if status else []), scores, *hands, pack, *table(row)))


def hand(row: Row, seat: int, viewer: int) -> Message:
    """Return what a seat holds, as far as ``viewer`` may know it."""
    cards = held_cards(row, seat)
    if row[rules.HAND] == 1:
        return Message("turned-up", who=SEATS[seat], card=card_text(cards[0]))
    if rules.holds_unseen(row, seat, viewer) or rules.BLANK in cards:
        return Message("holds", who=SEATS[seat], cards=Message("cards", count=len(cards)))
    return Message("holds", who=SEATS[seat], cards=tuple([card_text(card) for card in cards]))


def table(row: Row) -> list[Message]:
    """Return the table line by line from the top, each card with its column: ``Row -1: 7h at 0, Kd at 1``."""
    lines: dict[int, list[tuple[int, int]]] = {}
    for index in range(row[rules.COUNT]):
        cell = row[rules.PLACED + index]
        lines.setdefault(rules.y_of(row, cell), []).append((rules.x_of(row, cell), row[rules.CARD + cell]))
    if not lines:
        return [Message("empty-table")]
    told = []
    for number, cards in sorted(lines.items()):
        found = [Message("card-at", card=card_text(card), column=column) for column, card in sorted(cards)]
        told.append(Message("line", number=number, cards=tuple(found)))
    return [Message("on-table", count=row[rules.COUNT]), *told]


def prospect(row: Row, card: int, cell: int) -> Message:
    """Return what a card would score on a cell: ``full house in the row, 5 points``."""
    found = scored.scored_placement(row, card * rules.CELLS + cell)
    if not found.lines:
        return Message("nothing")
    names = [tuple([scored.name(hand) for hand in line.hands]) for line in found.lines]
    lines = tuple([Message(f"in-{line.way}", hands=made) for line, made in zip(found.lines, names, strict=True)])
    points = Message("points", count=found.total)
    if found.bonus > 1:
        return Message("prospect-times", lines=lines, times=found.bonus, points=points)
    return Message("prospect", lines=lines, points=points)
