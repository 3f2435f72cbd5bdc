"""One possibility of what a seat cannot see, drawn fairly: for search."""

from fivefold.contract import Row
from fivefold.games.pokeros.rules import BLANK, HELD, HELD_COUNT, MOST_HELD, UNSEEN, hold
from fivefold.games.pokeros.scoring import CARDS
from fivefold.parts.dice import below


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
