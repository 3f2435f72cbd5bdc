"""What a position of Poker Solitaire is made of: offsets into its row, and the codes that stand there.

A card in a slot, a cell or a reject place is written as its *value*, the card + 1; 0 is none. Cells and reject places
are numbered in ``places``.
"""

from fivefold.games.solitaire.places import CELLS, REJECT_PLACES
from fivefold.parts.cards import DECK

ONE_HAND, BEST_OF_TWO, SUM_OF_TWO, RACE, RACE_BOTH, ALTERNATE, SAME_DECK = range(7)
"""Modes: the first three for one player, the last two turn by turn."""
ENGLISH, AMERICAN, PAT, USER_SCORING = range(4)
GOING_ON, FULL, SAID_DONE, TWO_PASSES, QUIET_TURNS, NO_CARDS = range(6)
"""Why it ended: squares full, ``done``, two passes in a row, no card taken for long, no cards and no way to fill."""

SEATS = 2
SLOTS = 5
ORDINARY_HANDS = 11
HANDS = 81

TURN = 0
"""A seat, ``CHANCE``, ``ANYONE`` or ``NOBODY``."""
MODE, SCORING, DECKS, DEALT, MAY_STEAL, MAY_PLANT, FIRST = 1, 2, 3, 4, 5, 6, 7
TOUCH = 8
"""For each square the rule of its owner; so with ``MOVABLE`` and ``LINES``. One player owns both squares."""
MOVABLE = TOUCH + SEATS
LINES = MOVABLE + SEATS
"""10 or 12."""
COMMON = LINES + SEATS
"""How many reject places are for all,"""
OWN = COMMON + 1
"""and how many for each player alone."""
SLOT = OWN + SEATS
CELL = SLOT + SLOTS
STOLEN = CELL + CELLS
"""For each cell whether the card there was stolen."""
REJECTED = STOLEN + CELLS
LEFT = REJECTED + REJECT_PLACES
"""For each card how many copies the pack still has."""
PACK = LEFT + DECK
"""How many cards it has in all."""
TWIN = PACK + 1
"""The value of the card whose second copy comes next, or 0 (same-deck)."""
FINISHED = TWIN + 1
"""For each player whether they have said ``done``."""
FILLED = FINISHED + SEATS
"""How many cards each square has."""
PASSES = FILLED + SEATS
"""How many passes came in a row, and how many turns without a face-up card taken (modes with turns)."""
QUIET = PASSES + 1
REASON = QUIET + 1
POINTS = REASON + 1
"""What each ordinary hand is worth."""
USER = POINTS + ORDINARY_HANDS
"""What each of the 81 hands is worth in a complete line, from 1 (user scoring)."""
NEXT = USER + HANDS + 1
"""Who is to move when chance has dealt."""
MASK = NEXT + 1
"""For each square which cells have cards: bit ``5 * row + column``."""
MARKED = MASK + SEATS
"""For each reject place whether the card there was stolen once."""
SIZE = MARKED + REJECT_PLACES
