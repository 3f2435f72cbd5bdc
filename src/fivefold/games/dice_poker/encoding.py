"""Dice Poker as arrays: what a seat sees and what it can do, on planes of nine rows and columns."""

from typing import Final

from fivefold.contract import Block, Encoding, Row
from fivefold.contract.extras import starts
from fivefold.games.dice_poker.board import FREE_SPACE, SIDE, SPACES
from fivefold.games.dice_poker.patterns import DICE, FACES, FIRST_ROLL, MATCHES, PATTERNS
from fivefold.games.dice_poker.rules import (
    DEALT,
    DIE,
    END,
    KEEP,
    LAST_ROLL,
    LOCKED,
    MOST_PLAYERS,
    MULTISET,
    OPEN_HOUSES,
    OPEN_STRAIGHTS,
    OWNER,
    PATIENCE,
    PATTERN,
    PLAYERS,
    PLAYING,
    QUIET,
    ROLL,
    SETS,
    TO_WIN,
    TURN,
    bouncer,
    dealt_space,
    is_out,
    seats_in,
)

PLANE: Final = (SIDE, SIDE)
MOST_SETS = 20
"""More than anybody can have: the game is over when two are complete, and one piece completes a few at most."""
MOST_QUIET = 1000 * MOST_PLAYERS

FIELDS: Final = (
    Block(
        name="pattern",
        shape=PLANE,
        highest=PATTERNS + 1,
        meaning="1 more than the number of each space's pattern: from 1 the pairs of ones to sixes, from 7 the threes,"
        " from 13 the fours, from 19 the two pairs (1-2, 1-3, … 5-6), 34 full house, 35 straight, 36 lucky 7, 37"
        " lucky 11, 38 the free space. 0 before it is dealt.",
    ),
    Block(
        name="pieces",
        shape=(MOST_PLAYERS, *PLANE),
        meaning="For each player, you first and then in turn order: 1 where a piece of that player's is.",
    ),
    Block(name="protected", shape=PLANE, meaning="1 where a piece belongs to a set, and on the free space."),
    Block(name="matched", shape=PLANE, meaning="1 on the open spaces that five rolled dice match."),
    Block(
        name="dice",
        shape=(FACES,),
        highest=DICE,
        meaning="How many dice on the table show 1, 2, … 6; while dice are still to be rolled only those kept.",
    ),
    Block(name="roll", shape=(LAST_ROLL,), meaning="1 for the number of the roll: first, second, third."),
    Block(name="bouncer", meaning="1 where five rolled dice are a bouncer, which can remove a piece."),
    Block(name="open", shape=(2,), highest=SPACES, meaning="How many full-house spaces and straight spaces are open."),
    Block(name="sets", shape=(MOST_PLAYERS,), highest=MOST_SETS, meaning="Each player's sets, yours first."),
    Block(name="turn", shape=(MOST_PLAYERS,), meaning="1 for whose turn it is, you first. All 0 at the end."),
    Block(name="to_win", highest=2, meaning="How many sets win."),
    Block(name="players", shape=(2,), meaning="1 for how many play: two, three."),
    Block(
        name="quiet",
        highest=MOST_QUIET,
        meaning=f"Turns in a row in which no piece was placed; counted up to {MOST_QUIET}.",
    ),
    Block(name="patience", highest=MOST_QUIET, meaning="After how many quiet turns most sets win; 0 for never."),
    Block(name="out", shape=(MOST_PLAYERS,), meaning="1 for each player who has dropped out of a match, you first."),
)
(
    _PATTERN,
    _PIECES,
    _PROTECTED,
    _MATCHED,
    _DICE,
    _ROLL,
    _BOUNCER,
    _OPEN,
    _SETS,
    _TURN,
    _TO_WIN,
    _PLAYERS,
    _QUIET,
    _PATIENCE,
    _OUT,
) = starts(FIELDS)

KINDS: Final = (
    Block(name="place", shape=PLANE, meaning="Place a piece on this space, which ends the turn."),
    Block(name="bounce", shape=PLANE, meaning="Remove the piece on this space, which ends the turn."),
    Block(name="end", meaning="End the turn: where nothing else can be done."),
    Block(
        name="keep",
        shape=(FIRST_ROLL,),
        meaning="Keep these dice and roll the others: none; one die, 1 to 6; two dice, 1-1, 1-2, … 6-6; three; four; in"
        " the order of their faces.",
    ),
)
_KEEP = starts(KINDS)[-1]
"""Before it the actions are the very numbers of the moves."""


def observe_into(row: Row, seat: int, out: Row) -> None:
    """Write what ``seat`` sees."""
    players, rolled = row[PLAYERS], row[MULTISET] >= FIRST_ROLL
    matched = MATCHES[row[MULTISET] - FIRST_ROLL] if rolled else 0
    known = dealt_space(row[DEALT])
    for space in range(SPACES):
        owner = row[OWNER + space]
        if space < known or space == FREE_SPACE:
            pattern = row[PATTERN + space]
            out[_PATTERN + space] = 1 + pattern
            if owner == 0 and matched >> pattern & 1 == 1:
                out[_MATCHED + space] = 1
        if owner != 0:
            if owner >= LOCKED:
                out[_PROTECTED + space] = 1
            if owner != LOCKED:
                out[_PIECES + SPACES * (((owner & 3) - 1 + players - seat) % players) + space] = 1
    for die in range(DICE):
        face = row[DIE + die]
        if face > 0:
            out[_DICE + face - 1] += 1
    observe_state(row, seat, out)
    if rolled and bouncer(row):
        out[_BOUNCER] = 1


def observe_state(row: Row, seat: int, out: Row) -> None:
    """Write how the turn and the game stand, and what was chosen."""
    players = row[PLAYERS]
    for whose in range(players):
        out[_SETS + whose] = min(row[SETS + (seat + whose) % players], MOST_SETS)
        out[_OUT + whose] = int(is_out(row, (seat + whose) % players))
    if row[END] == PLAYING:
        out[_TURN + (row[TURN] + players - seat) % players] = 1
    out[_ROLL + row[ROLL] - 1] = 1
    out[_OPEN] = row[OPEN_HOUSES]
    out[_OPEN + 1] = row[OPEN_STRAIGHTS]
    out[_TO_WIN] = row[TO_WIN]
    out[_PLAYERS + players - 2] = 1
    out[_QUIET] = min(row[QUIET], MOST_QUIET)
    out[_PATIENCE] = row[PATIENCE] * seats_in(row)


def action_of(row: Row, move: int) -> int:
    """Return the action of a move."""
    return move - KEEP + _KEEP if move >= KEEP else move


def move_of(row: Row, seat: int, action: int) -> int:
    """Return the move that has an action."""
    return action - _KEEP + KEEP if action >= _KEEP else action


ENCODING: Final = Encoding(
    fields=FIELDS, kinds=KINDS, observe_into=observe_into, action_of=action_of, move_of=move_of, version=1
)
