"""What a move of Pokeros does, and how the game stands, as data."""

from functools import lru_cache
from typing import Final

from fivefold.contract import CHANCE, NOBODY, Row, stored_words
from fivefold.contract.account import CARD, Account, Played, Points
from fivefold.games.pokeros import rules, scored
from fivefold.games.pokeros.scoring import WILD
from fivefold.games.pokeros.table import card_text, cell_text
from fivefold.parts.card_words import CARD_NAMES
from fivefold.parts.messages import Message, Seat

BESIDE: Final = ((-1, 0, "right-of"), (1, 0, "left-of"), (0, 1, "above"), (0, -1, "below"))
"""Where a neighbour lies, and where that puts the cell."""
BOTH_WAYS: Final = Message("kind-both-ways")
WORDS: Final = stored_words(__file__)
SEATS: Final = (Seat(0, Message("coral")), Seat(1, Message("teal")))


def seat(row: Row, number: int) -> Seat:
    """Return a seat, called by its colour."""
    return SEATS[number]


def account(row: Row, move: int) -> Account:
    """Return what a deal or a placement does: its points itemised by line and hand."""
    if rules.to_move(row) == CHANCE:
        return Account(None, event=dealt(row, move), played=drawn(row, move))
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
    return Account(
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
    return _where(tuple([row[rules.CARD + (cell + rules.cell_at(x, y) & rules.AROUND)] for x, y, _ in BESIDE]))


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
