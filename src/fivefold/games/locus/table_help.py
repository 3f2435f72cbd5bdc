"""What things on the Locus table are, and what scores, for those who ask."""

from typing import Final

from fivefold.contract import Explanation, Row, ScoreCard, ScoreLine, TableHelp
from fivefold.contract.extras import seat_of
from fivefold.games.locus import notation, rules, scored
from fivefold.games.locus.notation import SEATS, SIDES, square
from fivefold.parts.messages import Message
from fivefold.parts.words import CARD_NAMES

HANDS: Final = (
    Message("card-pair"),
    Message("two-pair"),
    Message("card-three"),
    Message("straight"),
    Message("flush"),
    Message("full-house"),
    Message("card-four"),
    Message("card-straight-flush"),
)
"""Every hand that scores, by its number in ``parts.hands`` less 1."""
BONUSES: Final = (("edge", rules.EDGE_BONUS), ("corner", rules.CORNER_BONUS))


def explain(row: Row, viewer: int, name: str) -> Explanation | None:
    """Return what a card, a button or a player is."""
    if name in SIDES:
        return Explanation((Message(f"about-button-{name}"),), "your-turn")
    if (seat := seat_of(name, len(SEATS))) >= 0:
        return player(row, seat)
    cell = next((cell for cell in range(row[rules.CELLS]) if square(row, cell) == name), -1)
    if cell < 0:
        return None
    if row[rules.CARD + cell] < 0:
        return Explanation((Message("about-undealt", square=name),), "setting-up")
    return chip(row, cell) if row[rules.CHIP + cell] else free(row, cell)


def player(row: Row, seat: int) -> Explanation:
    """Return how a player stands."""
    points = Message("points", count=row[rules.SCORE + seat])
    said = Message("about-player", who=SEATS[seat], points=points, chips=notation.chips_left(row, seat))
    return Explanation((said,), "what-you-see")


def chip(row: Row, cell: int) -> Explanation:
    """Return what a card with a chip is."""
    owner, card, name = SEATS[row[rules.CHIP + cell] - 1], CARD_NAMES[row[rules.CARD + cell]], square(row, cell)
    if row[rules.DEAD + cell]:
        said = Message("about-down", who=owner, card=card, square=name)
        return Explanation((said, Message("about-down-dead")), "the-hand")
    bonus = Message("about-up-bonus", who=owner, edge=rules.EDGE_BONUS, corner=rules.CORNER_BONUS)
    said = Message("about-up", who=owner, card=card, square=name)
    return Explanation((said, Message("about-up-hand"), bonus), "the-bonus")


def free(row: Row, cell: int) -> Explanation:
    """Return what a free card is, and what it would score now either way."""
    card = CARD_NAMES[row[rules.CARD + cell]]
    said = Message("about-free", card=card, square=square(row, cell), who=SEATS[row[rules.TURN]])
    if rules.to_move(row) < 0:
        return Explanation((said,), "what-you-see")
    return Explanation((said, *(would_score(row, cell, side) for side in range(2))), "the-hand")


def would_score(row: Row, cell: int, side: int) -> Message:
    """Return what the seat to move would score with a card: the hand, and its points with the bonus."""
    hand = scored.name(scored.scored_hand(row, cell, side))
    return Message(f"would-{SIDES[side]}", hand=hand, points=rules.gain(row, 2 * cell + side))


def score_card(row: Row) -> ScoreCard:
    """Return every hand with its points, and the bonus."""
    hands = [ScoreLine(hand.key, hand, rules.HAND_SCORE[number]) for number, hand in enumerate(HANDS, start=1)]
    bonuses = [ScoreLine(f"bonus-{where}", Message(f"card-{where}"), f"+{points}") for where, points in BONUSES]
    return ScoreCard((*reversed(hands), *bonuses), (Message("note-best"), Message("note-end")), Message("card-worth"))


def scores(row: Row, move: int) -> tuple[str, ...]:
    """Return the lines that a turn scores."""
    cell = move >> 1
    category = scored.scored_hand(row, cell, move & 1).category
    edges, corners = around(row, cell)
    bonus = (*(["bonus-edge"] if edges else []), *(["bonus-corner"] if corners else []))
    return (HANDS[category - 1].key, *bonus) if category else bonus


def around(row: Row, cell: int) -> tuple[int, int]:
    """Return how many neighbours of a cell earn the mover a bonus, those at an edge and those at a corner."""
    near = scored.bonus_cells(row, cell, row[rules.TURN])
    edges = [other for other in near if abs(other - cell) in (1, row[rules.COLUMNS])]
    return len(edges), len(near) - len(edges)


def question(row: Row, name: str) -> Message | None:
    """Return what is to be chosen once a card is picked."""
    return None if name in SIDES else Message("question", square=name)


HELP: Final = TableHelp(explain=explain, question=question, score_card=score_card, scored=scores, spell=notation.spell)
