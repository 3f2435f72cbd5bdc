"""Locus Poker's notation: `c3:up`, `c3:down`, `deal:7h`; what a turn scores, and the grid as text."""

from collections.abc import Sequence
from typing import Final, NoReturn

from fivefold.contract import CHANCE, NOBODY, Row, stored_words
from fivefold.contract.errors import IllegalMove, InvalidMove, Problem
from fivefold.contract.notation import CARD, PLACE, MoveEffects, Played, Points
from fivefold.games.locus import rules, scored
from fivefold.parts.cards import DECK
from fivefold.parts.messages import Fact, Message, Seat
from fivefold.parts.words import (
    CARD_NAMES,
    COLUMN_LETTERS,
    card_from_text,
    card_text,
    square_from_text,
    square_text,
    squeeze,
)

SIDES: Final = ("up", "down")
WORDS: Final = stored_words(__file__)
SEATS: Final = (Seat(0, Message("amber")), Seat(1, Message("indigo")))
CHIPS: Final = "ox"
"""How a chip of either seat looks in the text diagram."""


def square(row: Row, cell: int) -> str:
    """Return a cell's square: ``c3``."""
    return square_text(cell % row[rules.COLUMNS], cell // row[rules.COLUMNS])


def squares(row: Row, cells: list[int] | tuple[int, ...]) -> tuple[str, ...]:
    """Return cells as squares."""
    return tuple([square(row, cell) for cell in cells])


def say(row: Row, move: int, viewer: int) -> str:
    """Return ``c3:up``, ``c3:down`` or ``deal:7h``; everybody may see everything."""
    if rules.to_move(row) == CHANCE:
        return f"deal:{card_text(move)}"
    return f"{square(row, move >> 1)}:{SIDES[move & 1]}"


def clicks(row: Row, move: int) -> tuple[str, ...]:
    """Return the picks: the square, then ``up`` or ``down``; for a deal the card."""
    if rules.to_move(row) == CHANCE:
        return (card_text(move),)
    return square(row, move >> 1), SIDES[move & 1]


def spell(row: Row, picks: Sequence[str]) -> str:
    """Return the text of a chip on the square picked first, face up unless a side is picked, too."""
    where, side = (*picks, SIDES[0])[:2] if picks else ("", "")
    return f"{where}:{side}" if where not in SIDES else ""


# --- reading ---------------------------------------------------------------------------------------------------------


def read(row: Row, text: str) -> int:
    """Return the legal move ``text`` means; see ``Notation.read`` for the errors."""
    given = text.strip()
    what, colon, how = squeeze(text).partition(":")
    if what == "deal":
        return read_deal(row, given, how)
    cell = _read_square(row, given, what)
    if how not in SIDES:
        wrong = Message("no-side", given=repr(how)) if colon and how else Message("side-missing")
        raise InvalidMove(Problem.of(WORDS, given, wrong, Message("write-a-side", square=what)))
    check_turn(row, given, cell)
    return 2 * cell + SIDES.index(how)


def _read_square(row: Row, given: str, what: str) -> int:
    columns, rows = row[rules.COLUMNS], row[rules.ROWS]
    try:
        column, line = square_from_text(what)
    except ValueError:
        wrong = Message("no-square", given=repr(what))
        raise InvalidMove(Problem.of(WORDS, given, wrong, Message("write-a-move"))) from None
    if column >= columns or line >= rows:
        wrong = Message("not-in-grid", square=what, column=COLUMN_LETTERS[columns - 1], rows=rows)
        raise IllegalMove(Problem.of(WORDS, given, wrong))
    return line * columns + column


def check_turn(row: Row, given: str, cell: int) -> None:
    """Raise ``IllegalMove`` unless a chip may be put on ``cell`` now."""
    mover = rules.to_move(row)
    if mover == CHANCE:
        refuse(given, Message("still-dealing"), Message("deal-next"))
    if mover == NOBODY:
        refuse(given, Message("game-over", why=ending(row)), Message("start-another"))
    if row[rules.CHIP + cell]:
        wrong = Message("chip-there", square=square(row, cell))
        refuse(given, wrong, Message("take-free", square=square(row, _nearest_free(row, cell))))


def refuse(given: str, wrong: Message, better: Message) -> NoReturn:
    """Raise ``IllegalMove``."""
    raise IllegalMove(Problem.of(WORDS, given, wrong, better))


def _nearest_free(row: Row, cell: int) -> int:
    columns = row[rules.COLUMNS]
    free = [place for place in range(row[rules.CELLS]) if not row[rules.CHIP + place]]
    return min(free, key=lambda place: abs(place % columns - cell % columns) + abs(place // columns - cell // columns))


def read_deal(row: Row, given: str, name: str) -> int:
    """Return the card of a deal, one that may come next."""
    try:
        card = card_from_text(name)
    except ValueError:
        wrong = Message("no-card", given=repr(name))
        raise InvalidMove(Problem.of(WORDS, given, wrong, Message("write-a-card"))) from None
    if rules.to_move(row) != CHANCE:
        refuse(given, Message("all-dealt"), Message("write-a-turn"))
    dealt = [row[rules.CARD + cell] for cell in range(row[rules.DEALT])]
    if card in dealt:
        left = card_text(next(other for other in range(DECK) if other not in dealt))
        wrong = Message("dealt-before", card=card_text(card), square=square(row, dealt.index(card)))
        refuse(given, wrong, Message("deal-other", card=left))
    return card


# --- events ----------------------------------------------------------------------------------------------------------


def account(row: Row, move: int) -> MoveEffects:
    """Return what a deal or a turn does: its points itemised."""
    if rules.to_move(row) == CHANCE:
        return MoveEffects(None, event=Message("dealt", card=card_text(move), square=square(row, row[rules.DEALT])))
    cell, down = move >> 1, move & 1
    best, near = scored.scored_hand(row, cell, down), scored.bonus_cells(row, cell, row[rules.TURN])
    points, from_squares = rules.bonus(row, cell, row[rules.TURN]), squares(row, near)
    hand, card, where = scored_hand(row, best), row[rules.CARD + cell], square(row, cell)
    bonus = Message("bonus", points=points, squares=from_squares) if near else Message("no-bonus")
    alone = hand if best.points else scored.name(best)
    return MoveEffects(
        SEATS[row[rules.TURN]],
        (Message("scores", hand=hand, bonus=bonus, total=rules.gain(row, move)) if points else alone,),
        event=Message(
            "plays-down" if down else "plays-up",
            who=SEATS[row[rules.TURN]],
            card=CARD_NAMES[card],
            result=result_of(best, points),
        ),
        points=(
            Points(best.points, hand, squares(row, best.cells), kind_of_hand(best)),
            Points(points, bonus, from_squares, Message("kind-bonus")),
        ),
        played=(Played(CARD, card_text(card), CARD_NAMES[card]), Played(PLACE, where, where)),
        brief=(*([Message("face-down")] if down else []), scored.name(best)),
        feat=scored.name(best) if scored.name(best).key == "royal-flush" else None,
        heading=None if down else Message("face-up-on", card=CARD_NAMES[card], square=where),
    )


def result_of(hand: scored.BestHand, bonus: int) -> Message:
    """Return what a turn scores, in words: ``full house, 9 points, plus a bonus of 4: 13``."""
    if not hand.points:
        return Message("bonus-alone", bonus=bonus) if bonus else scored.name(hand)
    name, points = scored.name(hand), Message("points", count=hand.points)
    if not bonus:
        return Message("made", hand=name, points=points)
    return Message("made-with-bonus", hand=name, points=points, bonus=bonus, total=hand.points + bonus)


def kind_of_hand(hand: scored.BestHand) -> Message:
    """Return what hands of this kind are called, whatever their ranks: ``three of a kind``."""
    key = scored.name(hand).key
    return Message(f"kind-{key}" if key in {"pair", "three", "four"} else key)


def scored_hand(row: Row, hand: scored.BestHand) -> Message:
    """Return a hand with its cards, a wild one as what it stands for, and its points."""
    name = scored.name(hand)
    if not hand.cells:
        return Message("no-hand", name=name)
    places = [place for place in scored.ordered(hand) if hand.cells[place] != hand.wild]
    cards = tuple([card_text(hand.cards[place]) for place in places])
    if hand.wild < 0:
        return Message("hand", name=name, cards=cards, points=hand.points)
    wild = card_text(row[rules.CARD + hand.wild])
    identity = card_text(hand.cards[hand.cells.index(hand.wild)])
    return Message("hand-with-wild", name=name, cards=cards, wild=wild, identity=identity, points=hand.points)


def ending(row: Row) -> Message:
    """Return why a finished game ended."""
    return Message("all-chips-placed")


def seat(row: Row, number: int) -> Seat:
    """Return a seat, called by the colour of its chips."""
    return SEATS[number]


def chips_left(row: Row, seat: int) -> Message:
    """Return how many chips a seat still holds."""
    placed = sum(row[rules.CHIP + cell] == 1 + seat for cell in range(row[rules.CELLS]))
    return Message("chips-left", count=row[rules.CELLS] // 2 - placed)


def status(row: Row) -> Message:
    """Return whose turn it is, or who won, a sentence without its full stop."""
    mover = rules.to_move(row)
    if mover == CHANCE:
        return Message("being-dealt", left=row[rules.CELLS] - row[rules.DEALT])
    if mover != NOBODY:
        return Message("to-move", who=SEATS[mover])
    first, second = row[rules.SCORE], row[rules.SCORE + 1]
    if first == second:
        return Message("draw", points=first)
    return Message("wins", who=SEATS[int(second > first)], more=max(first, second), less=min(first, second))


# --- the grid as text ------------------------------------------------------------------------------------------------

CELL_WIDTH: Final = 6


def diagram(row: Row, viewer: int) -> str:
    """Return the grid, a legend and both scores; or how many cards are still to be dealt."""
    columns, rows = row[rules.COLUMNS], row[rules.ROWS]
    letters = "    " + "".join(f"  {letter}".ljust(CELL_WIDTH) for letter in COLUMN_LETTERS[:columns]).rstrip()
    legend = Message("legend", first=SEATS[0], second=SEATS[1])
    below = [status(row)] if rules.to_move(row) == CHANCE else [seat_line(row, seat) for seat in range(2)]
    said = [WORDS.text(line) for line in (legend, *below)]
    return "\n".join([letters, *(grid_line(row, line) for line in range(rows)), letters, "", *said])


def grid_line(row: Row, line: int) -> str:
    """Return one line of the grid, its number at both sides."""
    columns = row[rules.COLUMNS]
    cells = "".join(cell_text(row, line * columns + column).ljust(CELL_WIDTH) for column in range(columns))
    return f"{line + 1:>2}  {cells} {line + 1}"


def cell_text(row: Row, cell: int) -> str:
    """Return a card and its state: `` 7h``, `` 7h o`` with a chip, ``(7h)o`` face down; two dots before it is dealt."""
    card, chip = row[rules.CARD + cell], row[rules.CHIP + cell]
    if card < 0:
        return " .."
    mark = CHIPS[chip - 1] if chip else ""
    if row[rules.DEAD + cell]:
        return f"({card_text(card)}){mark}"
    return f" {card_text(card)} {mark}".rstrip()


def seat_line(row: Row, seat: int) -> Message:
    """Return a seat's score and chips: ``Amber (o): 12 points, 14 chips left``."""
    points = Message("points", count=row[rules.SCORE + seat])
    return Message("seat-line", who=SEATS[seat], chip=CHIPS[seat], points=points, chips=chips_left(row, seat))


# --- the position in sentences ---------------------------------------------------------------------------------------


def description(row: Row, status: Message | None) -> Message:
    """Return the position for people who do not see the picture; ``status`` is ``None`` once the match is over."""
    points = [Message("points", count=row[rules.SCORE + seat]) for seat in range(2)]
    facts: dict[str, Fact] = {
        "columns": row[rules.COLUMNS],
        "rows": row[rules.ROWS],
        "scores": tuple([Message("score", who=SEATS[seat], points=points[seat]) for seat in range(2)]),
        "lines": tuple([line_of_cards(row, line) for line in range(row[rules.ROWS])]),
    }
    return Message("description", status=status, **facts) if status else Message("description-over", **facts)


def line_of_cards(row: Row, line: int) -> Message:
    """Return a row of the grid: ``Row 1: 7h, Kd with Amber's chip, 3c face down.``"""
    columns = row[rules.COLUMNS]
    cells = range(line * columns, (line + 1) * columns)
    return Message("line", number=line + 1, cards=tuple([_card_and_chip(row, cell) for cell in cells]))


def _card_and_chip(row: Row, cell: int) -> Fact:
    card, chip = row[rules.CARD + cell], row[rules.CHIP + cell]
    if card < 0:
        return Message("empty")
    if not chip:
        return card_text(card)
    return Message(
        "dead-card" if row[rules.DEAD + cell] else "card-with-chip", card=card_text(card), who=SEATS[chip - 1]
    )
