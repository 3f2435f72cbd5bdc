"""Poker Solitaire as arrays: what a seat sees and what it can do, its own square first.

The *own* numbers of cells and reject places are a seat's own: of two players each has their own square first, cells 0
to 24, and their own reject places behind the common ones.
"""

from typing import Final

from fivefold.contract import ANYONE, Block, Encoding, Row
from fivefold.contract.extras import starts
from fivefold.games.solitaire.rules import (
    ASIDE,
    CELL,
    CELLS,
    COMMON,
    DEALT,
    DECKS,
    DONE,
    FINISHED,
    HANDS,
    LEFT,
    LINE_COUNT,
    MARKED,
    MAY_PLANT,
    MAY_STEAL,
    MODE,
    MOST_QUIET,
    MOVABLE,
    ORDINARY_HANDS,
    OWN,
    PASS,
    PASSES,
    PLACE,
    PLANT,
    POINTS,
    QUIET,
    RACE,
    REJECT,
    REJECT_PLACES,
    REJECTED,
    REJECTS_EACH,
    RETURN,
    SAME_DECK,
    SCORING,
    SEATS,
    SHIFT,
    SIDE,
    SLOT,
    SLOTS,
    SQUARE,
    STEAL,
    STOLEN,
    TOUCH,
    TURN,
    TWIN,
    USER,
    USER_SCORING,
    kind_of,
    make_move,
    players,
    seat_of,
    seat_points,
    source_of,
    target_of,
)
from fivefold.parts.cards import DECK, RANKS, SUITS

OWN_PLACES = 2 * REJECTS_EACH
"""Reject places that a seat may use: the common ones, then its own."""
CARD_PLACES = RANKS + SUITS
"""A card as ones and zeros: 13 ranks, 4 suits."""
MODES, SCORINGS, TOUCHES = SAME_DECK + 1, USER_SCORING + 1, 3
MOST_NUMBER = 999
"""The largest number in a table of points."""
MOST_POINTS = 2 * 12 * MOST_NUMBER
COPIES = 8
"""Of each card there are four at most, and twice as many where every card comes twice."""
PLANE: Final = (SIDE, SIDE)

FIELDS: Final = (
    Block(
        name="rank",
        shape=(SEATS, RANKS, *PLANE),
        meaning="For both squares, yours first (a single player's both are), and each rank (ace, two, … king): 1 where"
        " a card of it lies.",
    ),
    Block(
        name="suit",
        shape=(SEATS, SUITS, *PLANE),
        meaning="The same for the suits: clubs, diamonds, hearts, spades.",
    ),
    Block(name="stolen", shape=(SEATS, *PLANE), meaning="1 where a card lies that was stolen, and is safe now."),
    Block(
        name="face_up",
        shape=(SLOTS, CARD_PLACES),
        meaning="For each card face up, by its slot: 1 for its rank and for its suit. All 0 for an empty slot.",
    ),
    Block(
        name="rejected",
        shape=(REJECT_PLACES, CARD_PLACES),
        meaning="The same for the cards in reject places: five common places, five of yours, five of the other's.",
    ),
    Block(name="places", shape=(REJECT_PLACES,), meaning="1 for each of these places that is in play."),
    Block(name="marked", shape=(REJECT_PLACES,), meaning="1 for each of these places whose card was stolen."),
    Block(
        name="pack",
        shape=(RANKS, SUITS),
        highest=COPIES,
        meaning="How many copies of each card are still to come.",
    ),
    Block(name="next", shape=(CARD_PLACES,), meaning="The card that surely comes next (same-deck), or all 0."),
    Block(
        name="scores",
        shape=(SEATS,),
        lowest=-MOST_POINTS,
        highest=MOST_POINTS,
        meaning="Your points, the other's points, as the cards lie.",
    ),
    Block(
        name="turn",
        shape=(SEATS,),
        meaning="1 for who may move: you, the other; both in a race. Both 0 when nobody may.",
    ),
    Block(name="finished", shape=(SEATS,), meaning="1 for who has said done: you, the other."),
    Block(name="passes", highest=2, meaning="How many passes came in a row."),
    Block(name="quiet", highest=MOST_QUIET, meaning="How many turns in a row took no card that lay face up."),
    Block(name="mode", shape=(MODES,), meaning="1 for the option mode: one-hand, best-of-two, … same-deck."),
    Block(name="scoring", shape=(SCORINGS,), meaning="1 for the option scoring: english, american, pat, user."),
    Block(name="deal", highest=SLOTS, meaning="How many cards lie face up when all are dealt."),
    Block(name="decks", highest=4, meaning="How many decks are shuffled together."),
    Block(name="steal", meaning="1 where cards may be stolen."),
    Block(name="plant", meaning="1 where cards may be planted."),
    Block(
        name="touch",
        shape=(SEATS, TOUCHES),
        meaning="For both squares 1 for what a card must touch there: edges, corners, nothing.",
    ),
    Block(name="movable", shape=(SEATS,), meaning="1 for each square in which cards may move about."),
    Block(name="lines", shape=(SEATS,), highest=12, meaning="How many lines of each square count."),
    Block(
        name="points",
        shape=(ORDINARY_HANDS,),
        lowest=-MOST_NUMBER,
        highest=MOST_NUMBER,
        meaning="What the ordinary hands are worth, from nothing to five of a kind.",
    ),
    Block(
        name="table",
        shape=(HANDS,),
        lowest=-MOST_NUMBER,
        highest=MOST_NUMBER,
        meaning="What each of the 81 hands is worth with scoring=user; elsewhere 0.",
    ),
)
(
    _RANK,
    _SUIT,
    _STOLEN,
    _FACE_UP,
    _REJECTED,
    _PLACES,
    _MARKED,
    _PACK,
    _NEXT,
    _SCORES,
    _TURN,
    _FINISHED,
    _PASSES,
    _QUIET,
    _MODE,
    _SCORING,
    _DEAL,
    _DECKS,
    _STEAL,
    _PLANT,
    _TOUCH,
    _MOVABLE,
    _LINES,
    _POINTS,
    _TABLE,
) = starts(FIELDS)

KINDS: Final = (
    Block(
        name="place",
        shape=(SLOTS, SEATS, *PLANE),
        meaning="Put the card in this slot, the leftmost of equal ones, on this cell (square, row, column; your square"
        " first). On the other's square it is planted.",
    ),
    Block(
        name="aside",
        shape=(SLOTS, OWN_PLACES),
        meaning="Put the card in this slot, the leftmost of equal ones, into this reject place: five common ones, five"
        " of yours.",
    ),
    Block(
        name="reject",
        shape=(SEATS, *PLANE, OWN_PLACES),
        meaning="Take the card on this cell to this reject place.",
    ),
    Block(
        name="move",
        shape=(SEATS, *PLANE, SEATS, *PLANE),
        meaning="Take the card on the first cell to the second. From the other's square it is stolen.",
    ),
    Block(
        name="return",
        shape=(OWN_PLACES, SEATS, *PLANE),
        meaning="Take the card in this reject place to this cell.",
    ),
    Block(name="pass", meaning="Pass."),
    Block(name="done", meaning="Say done."),
)
_PLACE, _ASIDE, _REJECT, _MOVE, _RETURN, _PASS, _DONE = starts(KINDS)


def own_cell(seat: int, cell: int) -> int:
    """Return a cell's number as ``seat`` counts, and the other way round."""
    return cell if seat == 0 else (cell + SQUARE) % CELLS


def own_place(seat: int, place: int) -> int:
    """Return a reject place's number as ``seat`` counts, and the other way round."""
    if seat == 0 or place < REJECTS_EACH:
        return place
    return place + REJECTS_EACH if place < OWN_PLACES else place - REJECTS_EACH


# --- what a seat sees ------------------------------------------------------------------------------------------------


def observe_into(row: Row, seat: int, out: Row) -> None:
    """Write what ``seat`` sees."""
    observe_squares(row, seat, out)
    for slot in range(row[DEALT]):
        observe_card(row[SLOT + slot], out, _FACE_UP + CARD_PLACES * slot)
    observe_rejects(row, seat, out)
    for card in range(DECK):
        out[_PACK + card] = row[LEFT + card]
    observe_card(row[TWIN], out, _NEXT)
    for whose in range(players(row)):
        out[_SCORES + whose] = seat_points(row, seat ^ whose)
        out[_FINISHED + whose] = row[FINISHED + (seat ^ whose)]
        if row[TURN] in (seat ^ whose, ANYONE):
            out[_TURN + whose] = 1
    out[_PASSES] = row[PASSES]
    out[_QUIET] = row[QUIET]
    observe_options(row, seat, out)
    observe_points(row, out)


def observe_squares(row: Row, seat: int, out: Row) -> None:
    """Write the cards that lie in the squares."""
    for cell in range(CELLS):
        value = row[CELL + cell]
        if value > 0:
            own = own_cell(seat, cell)
            square = own // SQUARE
            place = own - SQUARE * square
            out[_RANK + SQUARE * (RANKS * square + (value - 1 >> 2)) + place] = 1
            out[_SUIT + SQUARE * (SUITS * square + (value - 1 & 3)) + place] = 1
            out[_STOLEN + own] = row[STOLEN + cell]


def observe_card(value: int, out: Row, start: int) -> None:
    """Write a card as ones and zeros; nothing for no card."""
    if value > 0:
        out[start + (value - 1 >> 2)] = 1
        out[start + RANKS + (value - 1 & 3)] = 1


def observe_rejects(row: Row, seat: int, out: Row) -> None:
    """Write the reject places and the cards there."""
    for place in range(REJECT_PLACES):
        kind = place // REJECTS_EACH
        in_play = row[COMMON] if kind == 0 else row[OWN + kind - 1]
        if place - REJECTS_EACH * kind < in_play:
            own = own_place(seat, place)
            out[_PLACES + own] = 1
            out[_MARKED + own] = row[MARKED + place]
            observe_card(row[REJECTED + place], out, _REJECTED + CARD_PLACES * own)


def observe_options(row: Row, seat: int, out: Row) -> None:
    """Write what was chosen."""
    out[_MODE + row[MODE]] = 1
    out[_SCORING + row[SCORING]] = 1
    out[_DEAL] = row[DEALT]
    out[_DECKS] = row[DECKS]
    out[_STEAL] = row[MAY_STEAL]
    out[_PLANT] = row[MAY_PLANT]
    for whose in range(SEATS):
        square = seat ^ whose
        out[_TOUCH + TOUCHES * whose + row[TOUCH + square]] = 1
        out[_MOVABLE + whose] = row[MOVABLE + square]
        out[_LINES + whose] = row[LINE_COUNT + square]


def observe_points(row: Row, out: Row) -> None:
    """Write what hands are worth."""
    for hand in range(ORDINARY_HANDS):
        out[_POINTS + hand] = row[POINTS + hand]
    if row[SCORING] == USER_SCORING:
        for hand in range(HANDS):
            out[_TABLE + hand] = row[USER + 1 + hand]


# --- what it can do --------------------------------------------------------------------------------------------------


def action_of(row: Row, move: int) -> int:
    """Return the action of a move."""
    seat, kind, source, target = seat_of(move), kind_of(move), source_of(move), target_of(move)
    if kind in (PLACE, PLANT):
        return _PLACE + CELLS * slot_of(row, source) + own_cell(seat, target)
    if kind == ASIDE:
        return _ASIDE + OWN_PLACES * slot_of(row, source) + own_place(seat, target)
    if kind == REJECT:
        return _REJECT + OWN_PLACES * own_cell(seat, source) + own_place(seat, target)
    if kind in (SHIFT, STEAL):
        return _MOVE + CELLS * own_cell(seat, source) + own_cell(seat, target)
    if kind == RETURN:
        return _RETURN + CELLS * own_place(seat, source) + own_cell(seat, target)
    return _PASS if kind == PASS else _DONE


def slot_of(row: Row, card: int) -> int:
    """Return the leftmost slot with a card."""
    slot = 0
    while row[SLOT + slot] != card + 1:
        slot += 1
    return slot


def move_of(row: Row, seat: int, action: int) -> int:
    """Return the move that has an action."""
    two = row[MODE] >= RACE
    if action >= _PASS:
        return make_move(seat, PASS if action == _PASS else DONE, 0, 0)
    if action >= _RETURN:
        place, cell = (action - _RETURN) // CELLS, (action - _RETURN) % CELLS
        return make_move(seat, RETURN, own_place(seat, place), own_cell(seat, cell))
    if action >= _MOVE:
        source, target = (action - _MOVE) // CELLS, (action - _MOVE) % CELLS
        kind = STEAL if two and source >= SQUARE else SHIFT
        return make_move(seat, kind, own_cell(seat, source), own_cell(seat, target))
    if action >= _REJECT:
        cell, place = (action - _REJECT) // OWN_PLACES, (action - _REJECT) % OWN_PLACES
        return make_move(seat, REJECT, own_cell(seat, cell), own_place(seat, place))
    if action >= _ASIDE:
        slot, place = (action - _ASIDE) // OWN_PLACES, (action - _ASIDE) % OWN_PLACES
        return make_move(seat, ASIDE, row[SLOT + slot] - 1, own_place(seat, place))
    slot, cell = action // CELLS, action % CELLS
    kind = PLANT if two and cell >= SQUARE else PLACE
    return make_move(seat, kind, row[SLOT + slot] - 1, own_cell(seat, cell))


ENCODING: Final = Encoding(fields=FIELDS, kinds=KINDS, observe_into=observe_into, action_of=action_of, move_of=move_of)
