"""What things on the Pokeros table are, and what scores, for those who ask."""

from typing import Final

from fivefold.contract import CHANCE, Explanation, Row, ScoreCard, ScoreLine, TableHelp
from fivefold.contract.extras import seat_of
from fivefold.games.pokeros import rules, scored
from fivefold.games.pokeros.notation import (
    COORDINATES,
    FARTHEST,
    SEATS,
    account,
    card_from_text,
    card_name,
    held_cards,
    spell,
    touches,
    where,
)
from fivefold.games.pokeros.scoring import FOUR, HANDS, NOTHING, PAIR, THREE
from fivefold.parts.messages import Message

WITHOUT_RANKS: Final = {PAIR: "card-pair", THREE: "card-three", FOUR: "card-four"}
KEYS: Final = {**scored.PLAIN_NAMES, **WITHOUT_RANKS}
"""The line of each hand, and its name."""


def explain(row: Row, viewer: int, name: str) -> Explanation | None:
    """Return what a card, a place for one or a player is."""
    if (seat := seat_of(name, len(SEATS))) >= 0:
        return player(row, seat)
    if found := COORDINATES.fullmatch(name):
        x, y = int(found[1]), int(found[2])
        return None if max(abs(x), abs(y)) > FARTHEST else place(row, viewer, rules.cell_at(x, y))
    try:
        return held(row, viewer, card_from_text(name))
    except ValueError:
        return None


def player(row: Row, seat: int) -> Explanation:
    """Return how a player stands."""
    points, cards = (
        Message("points", count=row[rules.SCORE + seat]),
        Message("cards", count=row[rules.HELD_COUNT + seat]),
    )
    return Explanation((Message("about-player", who=SEATS[seat], points=points, cards=cards),), "what-you-see")


def place(row: Row, viewer: int, cell: int) -> Explanation | None:
    """Return what a cell is."""
    card = rules.card_on(row, cell)
    if card != rules.NO_CARD:
        return Explanation((Message("about-card", card=card_name(card)),), "scoring")
    if not touches(row, cell):
        return None
    if not rules.allowed(row, cell):
        return Explanation((Message("about-barred"),), "the-limit-of-five")
    said = [Message("about-open", where=where(row, cell))]
    if viewer == rules.to_move(row) != CHANCE:
        cards = sorted(set(held_cards(row, viewer)) - {rules.BLANK}) if viewer >= 0 else []
        said += [_would_score(row, one, cell) for one in cards]
    return Explanation(tuple(said), "scoring")


def _would_score(row: Row, card: int, cell: int) -> Message:
    move = card * rules.CELLS + cell
    total = scored.scored_placement(row, move).total
    if not total:
        return Message("about-here-nothing", card=card_name(card))
    points = Message("points", count=total)
    return Message("about-here", card=card_name(card), points=points, effects=account(row, move).effects)


def held(row: Row, viewer: int, card: int) -> Explanation | None:
    """Return what a held card is, to its holder with what it can score."""
    holders = [seat for seat in range(len(SEATS)) if card in held_cards(row, seat)]
    if not holders:
        return None
    if holders[0] != viewer:
        return Explanation((Message("about-held", card=card_name(card), who=SEATS[holders[0]]),), "your-turn")
    cells = row[rules.OPEN : rules.OPEN + row[rules.OPEN_COUNT]]
    most = max((scored.scored_placement(row, card * rules.CELLS + cell).total for cell in cells), default=0)
    best = Message("about-best-1", points=Message("points", count=most)) if most else Message("about-best-0")
    return Explanation((Message("about-own-card", card=card_name(card)), best), "your-turn")


def score_card(row: Row) -> ScoreCard:
    """Return every hand with its points, and what scoring both ways brings."""
    hands = sorted(range(NOTHING + 1, HANDS), key=lambda hand: (-row[rules.POINTS + hand], -hand))
    lines = tuple([ScoreLine(KEYS[hand], Message(KEYS[hand]), row[rules.POINTS + hand]) for hand in hands])
    times = Message("note-times", times=row[rules.BONUS]) if row[rules.BONUS] > 1 else Message("note-sum")
    return ScoreCard(lines, (Message("note-line"), times, Message("note-end")), Message("card-worth"))


def scores(row: Row, move: int) -> tuple[str, ...]:
    """Return the lines that a placement scores."""
    if rules.to_move(row) == CHANCE or move >> rules.CELL_BITS < 0:
        return ()
    made = scored.scored_placement(row, move).lines
    return tuple(sorted({KEYS[hand.hand] for line in made for hand in line.hands}))


def question(row: Row, name: str) -> Message | None:
    """Return what is to be chosen once a card is picked."""
    return None if "," in name else Message("question", card=card_name(card_from_text(name)))


def task(row: Row) -> Message | None:
    """Return what the second placement of a turn is."""
    return Message("task-second") if row[rules.TURN_PLACED] else None


HELP: Final = TableHelp(
    explain=explain, question=question, score_card=score_card, scored=scores, spell=spell, task=task
)
