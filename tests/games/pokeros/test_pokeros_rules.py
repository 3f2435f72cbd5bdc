"""Dealing, turns, the limit of five and the end, sentence by sentence; whole games against the slow second reading."""

from collections import Counter
from itertools import combinations, product
from random import Random

import pokeros_oracle as oracle
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pokeros_table import give, laid, legal, played, put, start
from tests.games.cases import with_best_lead
from tests.quick import in_turn

from fivefold.contract import CHANCE, NOBODY, SPECTATOR, TABLE
from fivefold.contract.errors import IllegalMove, InvalidOption
from fivefold.contract.words import ending_text, explain, narration
from fivefold.games.pokeros import determinization, notation, rules
from fivefold.games.pokeros.notation import card_from_text
from fivefold.games.pokeros.winning import can_win
from fivefold.parts import dice as generator
from fivefold.parts.messages import Reader
from fivefold.play.match import Match


def open_cells(row: list[int]) -> set[tuple[int, int]]:
    cells = row[rules.OPEN : rules.OPEN + row[rules.OPEN_COUNT]]
    return {(rules.x_of(row, cell), rules.y_of(row, cell)) for cell in cells}


def table(row: list[int]) -> dict[tuple[int, int], int]:
    cells = row[rules.PLACED : rules.PLACED + row[rules.COUNT]]
    return {(rules.x_of(row, cell), rules.y_of(row, cell)): rules.card_on(row, cell) for cell in cells}


# Dealing


SETS = [*product((1, 2), (0, 1), (0, 1, 2), (3,)), (1, 0, 0, 1), (1, 1, 2, 1)]


@in_turn("cards, deck, wilds, hand", SETS)
def test_cards_come_and_go_in_the_order_of_the_slow_reading(cards: int, deck: int, wilds: int, hand: int) -> None:
    row, steps = start(cards=cards, deck=deck, wilds=wilds, hand=hand, first=1), []
    rules.play(row, legal(row)[-1])
    for before, _ in played(row, Random(7)):
        dealt = rules.to_move(before) == CHANCE
        steps.append(("deal", before[rules.DEAL_TO]) if dealt else ("place", rules.to_move(before)))
    assert row[rules.OPEN_COUNT] > 0, "the game did not end early"
    assert steps == list(oracle.order((32 if deck else 52) + wilds, 1, hand, cards))


def test_two_cards_a_turn_need_a_hand() -> None:
    with pytest.raises(InvalidOption, match="cards=2 with hand=1: nobody holds two cards to place; take hand=3, or"):
        Match("pokeros", hand=1, cards=2)


def test_with_one_card_it_is_turned_up_for_all_before_each_turn() -> None:
    match = Match("pokeros", seed=5, first=1, hand=1)
    for turn in range(4):
        assert match.to_move == (1 + turn) % 2
        assert match.row[rules.HELD_COUNT : rules.HELD_COUNT + 2] == [turn % 2, 1 - turn % 2]
        up = notation.held_cards(match.row, match.to_move)
        assert match.history[-1] == f"deal:{notation.card_text(up[0])}"
        assert {move >> rules.CELL_BITS for move in match.legal()} == set(up)
        match.make(match.legal()[-1])


def test_the_stripped_deck_has_sevens_to_aces_and_wild_cards_are_two_cards() -> None:
    full, stripped, wild = start(), start(deck=1), start(wilds=2)
    assert legal(full) == list(range(52))
    assert {card // 4 for card in legal(stripped)} == {0, 6, 7, 8, 9, 10, 11, 12}
    assert len(legal(stripped)) == 32
    assert legal(wild) == list(range(54))
    assert legal(start(wilds=1)) == list(range(53))


def test_a_wild_card_may_be_the_origin() -> None:
    match = Match("pokeros", chance=["deal:w2"], seed=1, wilds=2, first=0)
    assert table(match.row) == {(0, 0): 53}


# Where a card may go


def test_the_limit_holds_along_the_column_where_the_row_would_allow_it() -> None:
    row, _ = laid("""
    2c .
    3d .
    4h .
    5s .
    6c .
    .  7h
    """)
    assert (0, 5) not in open_cells(row)
    with pytest.raises(Exception, match="6 cards in a column without a gap, and five is the limit"):
        notation.read(played_with(row, "9h"), "9h@0,5")


def played_with(row: list[int], card: str) -> list[int]:
    rules.hold(row, 0, notation.card_from_text(card))
    return row


@pytest.mark.parametrize(
    "options", [{}, {"hand": 1, "wilds": 2}, {"cards": 2}, {"deck": 1, "wilds": 1, "bonus": 3}], ids=str
)
@settings(max_examples=4, deadline=None)
@given(seed=st.integers(0, 10**9))
def test_whole_games_agree_with_the_slow_reading(options: dict[str, int], seed: int) -> None:
    random, row = Random(seed), start(**options)
    for before, move in played(row, random):
        if rules.to_move(before) == CHANCE:
            continue
        cards, held = table(before), notation.held_cards(before, before[rules.TURN])
        cells = oracle.open_cells(cards)
        assert open_cells(before) == cells
        assert legal(before) == sorted(
            card * rules.CELLS + rules.cell_at(x, y) for card, (x, y) in product(held, cells)
        )
        x, y = rules.x_of(before, move & rules.AROUND), rules.y_of(before, move & rules.AROUND)
        card = move >> rules.CELL_BITS
        expected = oracle.gain(cards, card, x, y, before[rules.BONUS], not before[rules.STRIPPED])
        assert rules.gain(before, move) == expected
    assert len(table(row)) == row[rules.COUNT] >= 25


# The table


def test_cells_that_cards_can_reach_never_fall_together() -> None:
    """Fifty-four cards reach 43 columns and 53 steps; the empty cells around them one more at either end."""
    for across, down in product(range(-45, 46), repeat=2):
        if 0 < abs(across) + abs(down) <= 57:
            assert rules.cell_at(across, down) != rules.cell_at(0, 0), (across, down)


@in_turn("across, down, flipped", list(product((1, -1), (1, -1), (False, True))))
def test_coordinates_are_right_at_the_end_of_the_longest_staircase(across: int, down: int, flipped: bool) -> None:
    row, x, y, cards = start(wilds=2), 0, 0, list(range(54))
    for card in cards:
        here = (across * y, down * x) if flipped else (across * x, down * y)
        put(row, card, *here)
        assert (here in open_cells(row)) is False
        cell = rules.cell_at(*here)
        assert (rules.x_of(row, cell), rules.y_of(row, cell)) == here
        x, y = (x, y + 1) if (card + 1) % 5 == 0 else (x + 1, y)
    assert max(row[rules.RIGHT] - row[rules.LEFT], row[rules.BOTTOM] - row[rules.TOP]) == notation.FARTHEST
    assert open_cells(row) == oracle.open_cells(table(row))
    assert len(table(row)) == 54


# The end


def solid_block(match: Match) -> Match:
    """Lay the first card held on every cell of a block of five by five, row by row."""
    for y, x in list(product(range(5), repeat=2))[1:]:
        card = notation.card_text(notation.held_cards(match.row, match.to_move)[0])
        match.play(f"{card}@{x},{y}")
    return match


@pytest.mark.parametrize("hand", [3, 1])
def test_a_solid_block_ends_the_game_at_once_with_cards_left_over(hand: int) -> None:
    match = solid_block(Match("pokeros", seed=3, first=0, hand=hand))
    assert match.outcome is not None
    assert match.outcome.reason == "no cell is left that keeps to the limit of five"
    assert match.movers[-1] == 1, "no refill after the last card"
    assert match.row[rules.PACK] == (52 - 30 if hand == 3 else 52 - 25)
    assert match.row[rules.HELD_COUNT : rules.HELD_COUNT + 2] == ([3, 2] if hand == 3 else [0, 0])
    assert legal(match.row) == []


def test_without_a_card_left_the_game_is_over_and_the_higher_total_wins() -> None:
    row, move = laid("9h [9d]")
    row[rules.PACK] = 0
    rules.play(row, move)
    shares = [0.0, 0.0]
    rules.returns(row, shares)
    assert rules.to_move(row) == NOBODY
    assert (row[rules.SCORE : rules.SCORE + 2], shares) == ([1, 0], [1.0, 0.0])
    assert ending_text(notation, row) == "every card is on the table"


@pytest.mark.parametrize(("totals", "shares"), [([3, 5], [0.0, 1.0]), ([4, 4], [0.5, 0.5])])
def test_results_follow_the_totals(totals: list[int], shares: list[float]) -> None:
    row, out, scores = start(), [0.0, 0.0], [0, 0]
    row[rules.SCORE : rules.SCORE + 2] = totals
    rules.returns(row, out)
    rules.scores(row, scores)
    assert (out, scores) == (shares, totals)


VIEWERS = (0, 1, SPECTATOR, TABLE)
KINDS = [{}, {"wilds": 2}, {"hand": 1, "wilds": 1}, {"deck": 1, "first": 1}, {"cards": 2}]
EVERY_KIND = pytest.mark.parametrize("codes", KINDS, ids=str)


def observed(row: list[int], viewer: int) -> list[int]:
    out = row.copy()
    rules.conceal(out, viewer)
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


def near_the_end(seed, left, **options):
    match, random = Match("pokeros", seed=seed, **options), Random(seed)
    while match.row[rules.PACK] + sum(match.row[rules.HELD_COUNT : rules.HELD_COUNT + 2]) > left:
        match.make(random.choice(match.legal()))
    return match.row


@pytest.mark.slow
@pytest.mark.parametrize("options", [{}, {"deck": "stripped", "wilds": 2, "bonus": 3}, {"hand": 1, "wilds": 1}])
@pytest.mark.parametrize("left", [1, 2])
@pytest.mark.parametrize("seed", range(3))
def test_who_can_get_ahead_can_win(seed, left, options):
    row = near_the_end(seed, left, **options)
    assert all(can_win(with_best_lead(rules, row, seat, 1), seat) for seat in range(2))


def test_a_lead_out_of_reach_is_known_before_the_end_and_nothing_while_there_is_a_pack():
    row = near_the_end(1, 1)
    placing = rules.to_move(row)
    row[rules.SCORE], row[rules.SCORE + 1] = 0, 0
    assert can_win(row, placing) and not can_win(row, 1 - placing)
    row[rules.SCORE + 1 - placing] = 400
    assert not can_win(row, placing) and can_win(row, 1 - placing)
    assert all(can_win(Match("pokeros", seed=1).row, seat) for seat in range(2))


@pytest.mark.parametrize(("behind", "hopeful"), [(9, True), (10, False)])
def test_what_the_last_card_can_score_decides(behind, hopeful):
    row, _ = laid("7d 6c 5c [4c]", bonus=1)  # straight flush of three, 10; nothing is better elsewhere
    row[rules.PACK] = 0
    row[rules.SCORE + 1] = behind
    assert can_win(row, 0) is hopeful


def test_the_cards_of_both_may_come_before_the_one_that_scores():
    row, _ = laid("7d 6c 5c [3c]", bonus=1)
    give(row, 1, card_from_text("4c"))
    row[rules.PACK] = 0
    row[rules.SCORE + 1] = 19  # 6c 5c 4c 3c is worth 20, if the other puts the four there
    assert can_win(row, 0)
