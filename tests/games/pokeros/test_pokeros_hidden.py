"""Who may know what, and that a determinization is one possibility like any other."""

from collections import Counter
from itertools import combinations
from random import Random

import pytest
from pokeros_table import give, laid, played, start

from fivefold.contract import SPECTATOR, TABLE
from fivefold.contract.errors import IllegalMove
from fivefold.contract.words import explain, narration
from fivefold.games.pokeros import determinization, notation, rules
from fivefold.parts import dice as generator
from fivefold.parts.messages import Reader

VIEWERS = (0, 1, SPECTATOR, TABLE)
KINDS = [{}, {"wilds": 2}, {"hand": 1, "wilds": 1}, {"deck": 1, "first": 1}, {"cards": 2}]
EVERY_KIND = pytest.mark.parametrize("codes", KINDS, ids=str)


def observed(row: list[int], viewer: int) -> list[int]:
    out = [7] * rules.SIZE
    rules.observe(row, viewer, out)
    return out


def stream(seed: int) -> list[int]:
    dice = [0]
    generator.seed(dice, seed)
    return dice


def swapped(row: list[int], seat: int, card: int) -> list[int]:
    """The same position with one of a hand's cards in the pack and a card of the pack in the hand."""
    other = row.copy()
    was = notation.held_cards(other, seat)[0]
    rules.let_go(other, seat, was)
    rules.hold(other, seat, card)
    other[rules.UNSEEN] ^= 1 << was | 1 << card
    return other


@EVERY_KIND
def test_all_through_a_game_a_viewer_sees_the_own_cards_and_blanks(codes: dict[str, int]) -> None:
    for row, _ in played(start(**codes), Random(1)):
        for viewer in VIEWERS:
            seen = observed(row, viewer)
            assert observed(seen, viewer) == seen
            for seat in (0, 1):
                known = viewer in (seat, TABLE) or codes.get("hand") == 1
                held = notation.held_cards(row, seat)
                assert notation.held_cards(seen, seat) == (held if known else [rules.BLANK] * len(held))
        assert observed(row, TABLE) == row


@EVERY_KIND
def test_positions_that_differ_in_what_cannot_be_known_look_the_same(codes: dict[str, int]) -> None:
    random, out = Random(3), [0] * rules.MAX_MOVES
    for row, _ in played(start(**codes), random):
        count = rules.cards_of(row[rules.UNSEEN], out)
        if row[rules.HAND] == 1 or not count or not row[rules.HELD_COUNT + 1]:
            continue
        other = swapped(row, 1, random.choice(out[:count]))
        assert other != row
        for viewer in (0, SPECTATOR):
            assert observed(other, viewer) == observed(row, viewer)
            assert notation.diagram(other, viewer) == notation.diagram(row, viewer)
        assert observed(other, 1) != observed(row, 1)


def test_no_error_tells_the_others_cards_from_the_pack() -> None:
    row, _ = laid("7d 8c")
    for card in ("2c", "3c", "4c"):
        give(row, 0, notation.card_from_text(card))
    give(row, 1, notation.card_from_text("Kh"))
    messages = {}
    for card in ("Kh", "Ks"):
        for seen in (row, observed(row, 0)):
            with pytest.raises(IllegalMove) as caught:
                notation.read(seen, f"{card}@2,0")
            messages[card, seen is row] = str(caught.value).replace(card, "it")
    assert len(set(messages.values())) == 1
    assert messages["Kh", True] == "it@2,0: Coral does not hold it; play a card from your hand"


def test_a_deal_is_told_to_whom_it_goes_to_alone() -> None:
    row = start(first=1)
    assert {notation.say(row, 25, viewer) for viewer in VIEWERS} == {"deal:7d"}, "the origin is open"
    rules.play(row, 25)
    told = {viewer: notation.say(row, 26, viewer) for viewer in VIEWERS}
    assert told == {0: "deal:??", 1: "deal:7h", SPECTATOR: "deal:??", TABLE: "deal:7h"}
    assert rules.observed_move(row, 26, 0) == rules.BLANK_DEAL
    seen = observed(row, 0)
    assert notation.say(seen, rules.BLANK_DEAL, 0) == "deal:??"
    assert explain(notation, seen, rules.BLANK_DEAL) == "Teal draws a card"
    assert explain(notation, row, 26) == "Teal draws the seven of hearts"
    one = start(hand=1)
    rules.play(one, 0)
    assert {notation.say(one, 25, viewer) for viewer in VIEWERS} == {"deal:7d"}
    assert explain(notation, one, 25) == "Coral turns up the seven of diamonds"


def test_every_hand_that_may_be_held_is_drawn_equally_often() -> None:
    """Teal holds two of six cards that Coral has not seen, a wild one among them: fifteen hands."""
    row, _ = laid("7d 8c", wilds=1)
    left = [3, 17, 30, 44, 51, 52]
    row[rules.UNSEEN] = sum(1 << card for card in left)
    row[rules.PACK] = 6
    give(row, 1, 17)
    give(row, 1, 44)
    seen, dice, counts = observed(row, 0), stream(6), Counter()
    for _ in range(6000):
        filled = seen.copy()
        determinization.determinize(filled, 0, dice)
        counts[tuple(notation.held_cards(filled, 1))] += 1
    assert set(counts) == set(combinations(left, 2))
    squares = sum((count - 400) ** 2 / 400 for count in counts.values())
    assert squares < 36.1, "chi squared with 14 degrees of freedom, one in a thousand"


def test_cards_drawn_unseen_are_counted() -> None:
    row = start(first=1)
    rules.play(row, 25)
    draws = [notation.account(observed(row, 0), rules.BLANK_DEAL)] * 3
    assert narration(notation.WORDS, draws, "", Reader(("Anna", "Ben"))) == "Ben draws 3 cards"
