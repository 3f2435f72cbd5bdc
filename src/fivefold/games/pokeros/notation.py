"""Pokeros in words: its notation, what a move does and how the game stands as data, the table as text.

`7h@2,-1` places a card, `deal:7h` is one dealt, `deal:??` to those who may not know it.
"""

import re
from collections.abc import Sequence
from functools import lru_cache
from typing import Final, NoReturn

from fivefold.contract import CHANCE, NOBODY, Row, stored_words
from fivefold.contract.errors import IllegalMove, InvalidMove, Problem
from fivefold.contract.notation import CARD, MoveEffects, Played, Points
from fivefold.games.pokeros import rules, scored
from fivefold.games.pokeros.scoring import WILD
from fivefold.parts.messages import Message, Seat
from fivefold.parts.words import CARD_NAMES, squeeze
from fivefold.parts.words import card_from_text as plain_card_from_text
from fivefold.parts.words import card_text as plain_card_text

UNKNOWN: Final = "??"


def card_text(card: int) -> str:
    """Return a card: ``7h``, ``W1``, ``??`` for a blank."""
    if card == rules.BLANK:
        return UNKNOWN
    return f"W{card - WILD + 1}" if card >= WILD else plain_card_text(card)


def card_from_text(text: str) -> int:
    """Return the card that ``7h`` or ``W1`` means, in any case; raises ``ValueError`` for anything else."""
    wild = ("w1", "w2")
    return WILD + wild.index(text.lower()) if text.lower() in wild else plain_card_from_text(text)


def cell_text(row: Row, cell: int) -> str:
    """Return the coordinates of a cell with a card or next to one, to the right and below the origin: ``2,-1``."""
    return _coordinates(tuple(row[rules.LEFT : rules.BOTTOM + 1]), cell)[2]


def place(row: Row, cell: int) -> tuple[int, int]:
    """Return the column and the row of a cell with a card or next to one."""
    return _coordinates(tuple(row[rules.LEFT : rules.BOTTOM + 1]), cell)[:2]


@lru_cache(maxsize=8192)
def _coordinates(extent: tuple[int, ...], cell: int) -> tuple[int, int, str]:
    """Return a cell's column and row, and both as text; ``extent`` is the row's block from ``LEFT`` to ``BOTTOM``."""
    row = [0] * rules.LEFT + list(extent)
    x, y = rules.x_of(row, cell), rules.y_of(row, cell)
    return x, y, f"{x},{y}"


def held_cards(row: Row, seat: int) -> list[int]:
    """Return the cards a seat holds, ascending; ``BLANK`` for those that are not known."""
    first = rules.HELD + rules.MOST_HELD * seat
    return list(row[first : first + row[rules.HELD_COUNT + seat]])


BESIDE: Final = ((-1, 0, "right-of"), (1, 0, "left-of"), (0, 1, "above"), (0, -1, "below"))
"""Where a neighbour lies, and where that puts the cell."""
BOTH_WAYS: Final = Message("kind-both-ways")
WORDS: Final = stored_words(__file__)
SEATS: Final = (Seat(0, Message("coral")), Seat(1, Message("teal")))


def seat(row: Row, number: int) -> Seat:
    """Return a seat, called by its colour."""
    return SEATS[number]


def account(row: Row, move: int) -> MoveEffects:
    """Return what a deal or a placement does: its points itemised by line and hand."""
    if rules.to_move(row) == CHANCE:
        return MoveEffects(None, event=dealt(row, move), played=drawn(row, move))
    found = scored.scored_placement(row, move)
    hands = [tuple([hand_message(hand) for hand in line.hands]) for line in found.lines]
    items = [
        Points(hand.points, message, tuple([cell_text(row, cell) for cell in hand.cells]), kind_of_hand(hand))
        for line, messages in zip(found.lines, hands, strict=True)
        for hand, message in zip(line.hands, messages, strict=True)
    ]
    effects = [Message(line.way, hands=made) for line, made in zip(found.lines, hands, strict=True)]
    if len(effects) == 2:
        effects.append(both_ways(found))
        items.append(Points(found.total - sum(item.points for item in items), effects[-1], kind=BOTH_WAYS))
    elif len(items) == 2:
        effects = [Message(f"{found.lines[0].way}-sum", hands=hands[0], total=found.total)]
    mover, card = SEATS[row[rules.TURN]], move >> rules.CELL_BITS
    return MoveEffects(
        mover,
        tuple(effects) or (Message("no-hand"),),
        event=Message("placed", who=mover, card=card_name(card), result=result_of(found)),
        points=tuple(items),
        played=(Played(CARD, card_text(card), card_name(card)),),
        brief=in_brief(found),
        heading=Message("placed-where", card=card_name(card), where=where(row, move & rules.AROUND)),
        feat=BOTH_WAYS if len(found.lines) > 1 else None,
    )


def card_name(card: int) -> Message:
    """Return a card in full: ``seven of hearts``, ``wild card 1``."""
    return Message("wild-card", number=card - WILD + 1) if card >= WILD else CARD_NAMES[card]


def result_of(found: scored.ScoredPlacement) -> Message:
    """Return what a placement makes, in words: ``pair of aces and flush of three, ×2 both ways, 6 points``."""
    names = tuple([scored.name(hand) for line in found.lines for hand in line.hands])
    if not names:
        return Message("no-hand")
    points = Message("points", count=found.total)
    if len(found.lines) == 2 and found.bonus > 1:
        return Message("placed-both-ways", made=names, times=found.bonus, points=points)
    return Message("placed-for", made=names, points=points)


def where(row: Row, cell: int) -> tuple[Message, ...]:
    """Return where an empty cell is: ``right of the seven of hearts and below the king of clubs``."""
    return _where(tuple([rules.card_on(row, cell + rules.cell_at(x, y) & rules.AROUND) for x, y, _ in BESIDE]))


@lru_cache(maxsize=4096)
def _where(neighbours: tuple[int, ...]) -> tuple[Message, ...]:
    beside = zip(BESIDE, neighbours, strict=True)
    return tuple([Message(way, card=card_name(card)) for (_, _, way), card in beside if card != rules.NO_CARD])


def in_brief(found: scored.ScoredPlacement) -> tuple[Message, ...]:
    """Return the hands that a placement makes, and by how much they count where they count both ways."""
    names = [scored.name(hand) for line in found.lines for hand in line.hands]
    times = [Message("times", number=found.bonus)] if len(found.lines) == 2 and found.bonus > 1 else []
    return (*names, *times) or (Message("no-hand"),)


def drawn(row: Row, card: int) -> tuple[Played, ...]:
    """Return the card that somebody draws; none where it is hidden, or turned up and named once it is placed."""
    if row[rules.DEAL_TO] == rules.ORIGIN or row[rules.HAND] == 1 or card == rules.BLANK:
        return ()
    return (Played(CARD, card_text(card), card_name(card)),)


def both_ways(found: scored.ScoredPlacement) -> Message:
    """Return what a placement scores that scores in its row and in its column."""
    if found.bonus == 1:
        return Message("both-ways", total=found.total)
    return Message("both-ways-times", times=found.bonus, total=found.total)


def kind_of_hand(hand: scored.ScoredHand) -> Message:
    """Return what hands of this kind are called, whatever their ranks: ``three of a kind``."""
    key = scored.name(hand).key
    return Message(f"kind-{key}" if key in {"pair", "three", "four"} else key)


@lru_cache(maxsize=8192)
def hand_message(hand: scored.ScoredHand) -> Message:
    """Return a hand, its cards and its points: ``straight of three (7h 8d W1 as 9c) 2``."""
    cards = [
        card_text(card) if card == identity else Message("wild-as", card=card_text(card), identity=card_text(identity))
        for card, identity in scored.ordered(hand)
    ]
    return Message("hand", name=scored.name(hand), cards=tuple(cards), points=hand.points)


def dealt(row: Row, card: int) -> Message:
    """Return where a dealt card goes: ``Coral draws the seven of hearts``."""
    what = Message("unseen") if card == rules.BLANK else with_article(card)
    if card == rules.BLANK and row[rules.HAND] > 1:
        return Message("draws-unseen", who=SEATS[row[rules.DEAL_TO]], cards=(what,))
    if row[rules.DEAL_TO] == rules.ORIGIN:
        return Message("table-begins", card=what)
    return Message("turns-up" if row[rules.HAND] == 1 else "draws", who=SEATS[row[rules.DEAL_TO]], cards=(what,))


def with_article(card: int) -> Message:
    """Return a card as a sentence has it: ``the seven of hearts``, ``wild card 1``."""
    return card_name(card) if card >= WILD else Message("the-card", card=CARD_NAMES[card])


def ending(row: Row) -> Message:
    """Return why a finished game ended."""
    if row[rules.PACK] == 0 and row[rules.HELD_COUNT] + row[rules.HELD_COUNT + 1] == 0:
        return Message("all-cards-placed")
    return Message("no-cell-left")


def status(row: Row) -> Message:
    """Return whose turn it is, or who won, a sentence without its full stop."""
    mover = rules.to_move(row)
    if mover == CHANCE:
        return Message("table-being-dealt" if row[rules.COUNT] < 2 else "card-being-dealt")
    if mover != NOBODY:
        return Message("to-move-again" if row[rules.TURN_PLACED] else "to-move", who=SEATS[mover])
    first, second = row[rules.SCORE], row[rules.SCORE + 1]
    if first == second:
        return Message("draw", points=first)
    return Message("wins", who=SEATS[int(second > first)], more=max(first, second), less=min(first, second))


# --- the whole position, for people who hear it ----------------------------------------------------------------------


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
        lines.setdefault(rules.y_of(row, cell), []).append((rules.x_of(row, cell), rules.card_on(row, cell)))
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


NUMBER: Final = "0|-?[1-9][0-9]{0,8}"
COORDINATES: Final = re.compile(f"({NUMBER}),({NUMBER})")
FARTHEST: Final = 43
"""No coordinate can be greater: a staircase of five to a step."""


def say(row: Row, move: int, viewer: int) -> str:
    """Return ``7h@2,-1``, ``deal:7h`` or ``deal:??``."""
    if rules.to_move(row) == CHANCE:
        return f"deal:{card_text(rules.observed_move(row, move, viewer))}"
    return f"{card_text(move >> rules.CELL_BITS)}@{cell_text(row, move & rules.AROUND)}"


def clicks(row: Row, move: int) -> tuple[str, ...]:
    """Return the picks: the held card and the cell, with one card to a turn the cell alone; for a deal the card."""
    if rules.to_move(row) == CHANCE:
        return (card_text(move),)
    card, cell = card_text(move >> rules.CELL_BITS), cell_text(row, move & rules.AROUND)
    return (cell,) if row[rules.HAND] == 1 else (card, cell)


def spell(row: Row, picks: Sequence[str]) -> str:
    """Return the text of the card picked first on the cell picked then."""
    return "@".join(picks) if len(picks) == 2 else ""


# --- reading ---------------------------------------------------------------------------------------------------------


def read(row: Row, text: str) -> int:
    """Return the legal move ``text`` means; see ``Notation.read`` for the errors."""
    given = text.strip()
    plain = squeeze(text)
    if plain.startswith("deal:"):
        return read_deal(row, given, plain.removeprefix("deal:"))
    what, mark, where = plain.partition("@")
    card = _read_card(given, what)
    found = COORDINATES.fullmatch(where)
    if found is None:
        wrong = Message("no-cell", given=repr(where)) if mark else Message("cell-missing")
        raise InvalidMove(Problem.of(WORDS, given, wrong, Message("write-a-cell", card=what)))
    check_turn(row, given)
    check_card(row, given, card)
    return card * rules.CELLS + _read_cell(row, given, int(found[1]), int(found[2]))


def refuse(given: str, wrong: Message, better: Message) -> NoReturn:
    """Raise ``IllegalMove``."""
    raise IllegalMove(Problem.of(WORDS, given, wrong, better))


def _read_card(given: str, name: str) -> int:
    try:
        return card_from_text(name)
    except ValueError:
        wrong = Message("no-card", given=repr(name))
        raise InvalidMove(Problem.of(WORDS, given, wrong, Message("write-a-card"))) from None


def check_turn(row: Row, given: str) -> None:
    """Raise ``IllegalMove`` unless a card may be placed now."""
    mover = rules.to_move(row)
    if mover == CHANCE:
        refuse(given, Message("deal-first"), Message("deal-next"))
    if mover == NOBODY:
        refuse(given, Message("game-over", why=ending(row)), Message("start-another"))


def check_card(row: Row, given: str, card: int) -> None:
    """Raise ``IllegalMove`` unless the mover holds a card, in the same words wherever else it may be unseen."""
    check_deck(row, given, card)
    text = card_text(card)
    for index in range(row[rules.COUNT]):
        cell = row[rules.PLACED + index]
        if rules.card_on(row, cell) == card:
            refuse(given, Message("card-placed", card=text, cell=cell_text(row, cell)), Message("play-own"))
    held, mover = held_cards(row, row[rules.TURN]), SEATS[row[rules.TURN]]
    if card not in held and row[rules.HAND] == 1:
        refuse(given, Message("other-turned-up", who=mover, card=card_text(held[0])), Message("place-that"))
    if card not in held:
        refuse(given, Message("not-held", who=mover, card=text), Message("play-own"))


def check_deck(row: Row, given: str, card: int) -> None:
    """Raise ``IllegalMove`` for a card that takes no part in this game."""
    wilds, text = row[rules.WILDS], card_text(card)
    if card >= WILD + wilds:
        wrong = Message("fewer-wilds", count=wilds, card=text) if wilds else Message("no-wilds", card=text)
        refuse(given, wrong, Message("play-own"))
    if card < WILD and not rules.deck(row) >> card & 1:
        refuse(given, Message("stripped", card=text), Message("play-one-of-those"))


def _read_cell(row: Row, given: str, x: int, y: int) -> int:
    if max(abs(x), abs(y)) > FARTHEST:
        refuse(given, Message("too-far", farthest=FARTHEST), elsewhere(row, x, y))
    near_x = row[rules.LEFT] - 1 <= x <= row[rules.RIGHT] + 1
    near_y = row[rules.TOP] - 1 <= y <= row[rules.BOTTOM] + 1
    cell, there = rules.cell_at(x, y), f"{x},{y}"
    if not (near_x and near_y) or not touches(row, cell):
        refuse(given, Message("no-edge", cell=there), elsewhere(row, x, y))
    if rules.card_on(row, cell) != rules.NO_CARD:
        card = card_text(rules.card_on(row, cell))
        refuse(given, Message("taken", card=card, cell=there), elsewhere(row, x, y))
    if not rules.allowed(row, cell):
        refuse(given, long_run(row, cell), elsewhere(row, x, y))
    return cell


def touches(row: Row, cell: int) -> bool:
    """Tell whether a cell has a card or shares an edge with one."""
    near = (0, -rules.ACROSS, rules.ACROSS, -rules.DOWN, rules.DOWN)
    return any(rules.card_on(row, cell + step & rules.AROUND) != rules.NO_CARD for step in near)


def long_run(row: Row, cell: int) -> Message:
    """Return which line a card on ``cell`` would make too long."""
    across, down = (1 + rules.run(row, cell, -step) + rules.run(row, cell, step) for step in (rules.ACROSS, rules.DOWN))
    return Message("long-row", count=across) if across > rules.LIMIT else Message("long-column", count=down)


def elsewhere(row: Row, x: int, y: int) -> Message:
    """Return the open cell nearest to these coordinates as what to try instead."""
    cells = row[rules.OPEN : rules.OPEN + row[rules.OPEN_COUNT]]
    nearest = min(cells, key=lambda cell: abs(rules.x_of(row, cell) - x) + abs(rules.y_of(row, cell) - y))
    return Message("nearest", cell=cell_text(row, nearest))


def read_deal(row: Row, given: str, name: str) -> int:
    """Return the card of a deal, one that may come next."""
    card = _read_card(given, name)
    if rules.to_move(row) != CHANCE:
        refuse(given, Message("no-deal"), Message("write-a-turn"))
    check_deck(row, given, card)
    if not row[rules.UNSEEN] >> card & 1:
        left = [0] * rules.MAX_MOVES
        rules.cards_of(row[rules.UNSEEN], left)
        refuse(given, Message("dealt-before", card=card_text(card)), Message("deal-other", card=card_text(left[0])))
    return card


# --- the table as text -----------------------------------------------------------------------------------------------

CELL_WIDTH: Final = 4
OPEN_CELL: Final = "·"
BARRED_CELL: Final = "x"


def diagram(row: Row, viewer: int) -> str:
    """Return the table with its coordinates, what its signs mean, the pack, and both players with what they hold."""
    if row[rules.COUNT] == 0:
        return WORDS.text(Message("empty-diagram"))
    columns = range(row[rules.LEFT] - 1, row[rules.RIGHT] + 2)
    heading = " " * CELL_WIDTH + "".join(f"{x:>{CELL_WIDTH}}" for x in columns)
    lines = [table_line(row, y, columns) for y in range(row[rules.TOP] - 1, row[rules.BOTTOM] + 2)]
    below = (
        Message("legend", open=OPEN_CELL, barred=BARRED_CELL),
        Message("writing"),
        Message("pack-line", cards=Message("cards", count=row[rules.PACK])),
        *(seat_line(row, seat, viewer) for seat in (0, 1)),
        *([status(row)] if row[rules.TURN_PLACED] else []),
    )
    return "\n".join([heading, *lines, heading, "", *(WORDS.text(line) for line in below)])


def table_line(row: Row, y: int, columns: range) -> str:
    """Return one row of the table, its number at both ends."""
    cells = "".join(f"{sign(row, rules.cell_at(x, y)):>{CELL_WIDTH}}" for x in columns)
    return f"{y:>{CELL_WIDTH}}{cells}{y:>{CELL_WIDTH + 1}}"


def sign(row: Row, cell: int) -> str:
    """Return a cell's card, or a sign where a card could lie, or nothing."""
    card = rules.card_on(row, cell)
    if card != rules.NO_CARD:
        return card_text(card)
    if not touches(row, cell):
        return ""
    return OPEN_CELL if rules.allowed(row, cell) else BARRED_CELL


def seat_line(row: Row, seat: int, viewer: int) -> Message:
    """Return a seat's points and cards: ``Coral: 12 points, holds 7h 8d W1``, the cards if ``viewer`` may see them."""
    who, points, held = SEATS[seat], Message("points", count=row[rules.SCORE + seat]), held_cards(row, seat)
    if row[rules.HAND] == 1 and held:
        return Message("seat-line-to-place", who=who, points=points, card=card_text(held[0]))
    if row[rules.HAND] == 1:
        return Message("seat-line", who=who, points=points)
    if not held or rules.holds_unseen(row, seat, viewer):
        return Message("seat-line-number", who=who, points=points, cards=Message("cards", count=len(held)))
    return Message("seat-line-held", who=who, points=points, cards=tuple([card_text(card) for card in held]))
