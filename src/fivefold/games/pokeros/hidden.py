"""Who may know what: a player the own held cards, everybody the table and how many cards are where."""

from fivefold.games.pokeros.rules import (
    BLANK,
    BLANK_DEAL,
    DEAL_TO,
    HAND,
    HELD,
    HELD_COUNT,
    MOST_HELD,
    NO_DEAL,
    ORIGIN,
    SIZE,
    UNSEEN,
    hold,
)
from fivefold.games.pokeros.scoring import CARDS
from fivefold.parts.dice import below
from fivefold.play.contract import TABLE, Row


def observe(row: Row, viewer: int, out: Row) -> None:
    """Write the row as ``viewer`` may know it: held cards of others are blank and as unseen as the pack."""
    out[:SIZE] = row[:SIZE]
    for seat in range(2):
        if holds_unseen(row, seat, viewer):
            blank_hand(out, seat)


def holds_unseen(row: Row, seat: int, viewer: int) -> bool:
    """Tell whether cards that ``seat`` holds are hidden from ``viewer``; a card turned up for all is not."""
    return row[HAND] > 1 and viewer not in (TABLE, seat)


def blank_hand(row: Row, seat: int) -> None:
    """Turn a hand's cards face down."""
    first = HELD + MOST_HELD * seat
    for slot in range(first, first + row[HELD_COUNT + seat]):
        if row[slot] != BLANK:
            row[UNSEEN] |= 1 << row[slot]
            row[slot] = BLANK


def determinize(row: Row, seat: int, dice: Row) -> None:
    """Put cards not seen in the place of all blanks, each choice of them equally likely."""
    for holder in range(2):
        if holder != seat and row[HELD_COUNT + holder] > 0 and row[HELD + MOST_HELD * holder] == BLANK:
            fill_hand(row, holder, dice)


def fill_hand(row: Row, seat: int, dice: Row) -> None:
    """Draw a hand's cards out of ``UNSEEN``, one by one."""
    held = row[HELD_COUNT + seat]
    row[HELD_COUNT + seat] = 0
    for _ in range(held):
        card = drawn_card(row[UNSEEN], dice)
        row[UNSEEN] ^= 1 << card
        hold(row, seat, card)


def drawn_card(mask: int, dice: Row) -> int:
    """Return one card of a mask, all equally likely."""
    count = 0
    for card in range(CARDS):
        count += mask >> card & 1
    left = below(dice, count)
    for card in range(CARDS):
        left -= mask >> card & 1
        if left < 0:
            return card
    return BLANK


def observed_move(row: Row, move: int, viewer: int) -> int:
    """Return the move, or ``BLANK_DEAL`` for a card dealt to a hand that ``viewer`` cannot look into."""
    seat = row[DEAL_TO]
    if seat in (NO_DEAL, ORIGIN) or not holds_unseen(row, seat, viewer):
        return move
    return BLANK_DEAL
