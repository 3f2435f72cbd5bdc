"""Dice Poker as arrays: what a seat sees and what it can do, on planes of nine rows and columns."""

from typing import Final

from fivefold.contract import Encoding, Row
from fivefold.contract.extras import starts
from fivefold.contract.stored import stored_blocks
from fivefold.games.dice_poker.board import FREE_SPACE, SPACES
from fivefold.games.dice_poker.patterns import DICE, FIRST_ROLL, MATCHES
from fivefold.games.dice_poker.rules import (
    DEALT,
    DIE,
    END,
    KEEP,
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

MOST_SETS = 20
"""More than anybody can have: the game is over when two are complete, and one piece completes a few at most."""
MOST_QUIET = 1000 * MOST_PLAYERS

FIELDS, KINDS = stored_blocks(__file__)
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
