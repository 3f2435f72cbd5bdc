"""What a card scores: worked cases, every window against the slow second reading, the reference figures."""

from itertools import combinations

import pokeros_oracle as oracle
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from pokeros_table import laid, points, start, told
from tests.games.worked import worked
from tests.quick import in_turn, landing

from fivefold.contract import CHANCE, NOBODY, SPECTATOR, TABLE
from fivefold.engine.compile import kernel_twin, twin
from fivefold.games.pokeros import determinization, hand_table, notation, rules, scored, scoring
from fivefold.parts import dice as generator

WORKED = worked(__file__)


@in_turn("line, score", WORKED["every_kind_of_hand"])
def test_every_kind_of_hand(line: str, score: int) -> None:
    assert points(line) == score
    assert points(line.replace(" ", "\n")) == score, "a column like a row"


def test_the_same_cards_score_again_with_a_later_card() -> None:
    row, move = laid("9h [9d]")
    row[rules.PACK] = 0
    rules.hold(row, 1, notation.card_from_text("9s"))
    rules.play(row, move)
    rules.play(row, notation.read(row, "9s@2,0"))
    assert row[rules.SCORE : rules.SCORE + 2] == [1, 4]


@in_turn("line, score", WORKED["a_wild_card_is_whatever_scores_most"])
def test_a_wild_card_is_whatever_scores_most(line: str, score: int) -> None:
    assert points(line, wilds=2) == score


def test_there_is_no_five_of_a_kind() -> None:
    assert points("7d 7h [7s] 7c W1", wilds=1) == 10
    assert points("7d 7h 7s 7c [W1]", wilds=1) == 10
    assert told("7d 7h 7s 7c [W1]", wilds=1) == "row: four sevens (7h 7s 7c W1 as 7d) 10"
    assert scored.hand_of((0, 1, 2, 3, 52), 1) == scoring.NOTHING
    assert scored.hand_of((0, 1, 2, 52, 53), 1) == scoring.FULL_HOUSE, "which is less than the four in it"


def test_a_wild_card_differs_from_line_to_line() -> None:
    crossing = """
    .   4s
    3s [W1] 5s
    .   4h
    """
    assert points(crossing, wilds=1) == 2 * (10 + 4)
    assert "W1 as 4s" in told(crossing, wilds=1)
    assert "three fours (4s W1 as 4c 4h) 4" in told(crossing, wilds=1)


cards = st.sampled_from([*range(52), *range(8), *range(8), *range(36, 52), 52])
"""All cards, and more often those that make hands, and a wild one."""


def distinct(low: int, high: int) -> st.SearchStrategy[list[int]]:
    return st.lists(cards, min_size=low, max_size=high, unique=True)


@settings(max_examples=150, deadline=None)
@given(window=distinct(2, 5), low_ace=st.integers(0, 1))
@example(window=[0, 4, 8], low_ace=0)
@example(window=[0, 48, 44], low_ace=0)
@example(window=[0, 1, 2, 3, 52], low_ace=1)
def test_any_window_is_worth_what_the_slow_reading_says(window: list[int], low_ace: int) -> None:
    assert scoring.WORTH[scored.hand_of(window, low_ace)] == oracle.worth(window, low_ace)


@settings(max_examples=12, deadline=None)
@given(window=distinct(0, 3), low_ace=st.integers(0, 1))
@example(window=[0], low_ace=0)
def test_two_wild_cards_are_worth_what_the_slow_reading_says(window: list[int], low_ace: int) -> None:
    both = [card for card in window if card < 52] + [52, 53]
    assert scoring.WORTH[scored.hand_of(both, low_ace)] == oracle.worth(both, low_ace)


@pytest.mark.slow
@pytest.mark.parametrize("size", [2, 3, 4])
def test_every_window_of_up_to_four_cards_is_worth_what_the_slow_reading_says(size: int) -> None:
    for window in combinations(range(52), size):
        assert scoring.WORTH[scored.hand_of(window, 1)] == max(0, oracle.points(window, True)[0])


@settings(max_examples=100, deadline=None)
@given(drawn=distinct(2, 5), data=st.data(), stripped=st.booleans())
def test_any_line_scores_what_the_slow_reading_says(drawn: list[int], data: st.DataObject, stripped: bool) -> None:
    new = data.draw(st.integers(0, len(drawn) - 1))
    names = [notation.card_text(card) for card in drawn]
    names[new] = f"[{names[new]}]"
    row, move = laid(" ".join(names), deck=int(stripped), wilds=1)
    expected = oracle.line(drawn[:new], drawn[new], drawn[new + 1 :], not stripped)
    assert rules.gain(row, move) == expected
    placement = scored.scored_placement(row, move)
    assert placement.total == expected
    for hand in (hand for line in placement.lines for hand in line.hands):
        assert oracle.points(hand.identities, not stripped)[0] == hand.points, "identities make the very hand"


@in_turn("line, name", WORKED["hands_are_explained_with_their_cards"])
def test_hands_are_explained_with_their_cards(line: str, name: str) -> None:
    assert told(line, wilds=2) == name


@pytest.mark.parametrize(("line", "name"), WORKED["of_equal_points"])
def test_of_equal_points_one_hand_gives_its_name_before_two_then_the_longer_then_flush_before_straight(
    line: str, name: str
) -> None:
    assert told(line, wilds=2) == name


def test_points_both_ways_are_itemised() -> None:
    crossing = """
    .  .  7s  .
    9h 9d [9s] Kc Kd
    .  .  9c
    """
    assert told(crossing) == ("row: full house (9h 9d 9s Kc Kd) 5; column: pair of nines (9s 9c) 1; both ways x2 = 12")
    assert told(crossing, bonus=1).endswith("; both ways = 6")


@in_turn("line, name", WORKED["hands_are_counted_under_their_names"])
def test_hands_are_counted_under_their_names(line: str, name: str) -> None:
    out = [0] * hand_table.MOST_MADE
    assert hand_table.made(*laid(line), [], out) == 1
    assert hand_table.NAMES[out[0]] == name


np = pytest.importorskip("numpy")
GAMES = 8_000
to_move, legal_moves, play, gain = map(twin, (rules.to_move, rules.legal_moves, rules.play, rules.gain))
conceal, determinize, below = map(twin, (rules.conceal, determinization.determinize, generator.below))
SIZE, COUNT, SCORE = rules.SIZE, rules.COUNT, rules.SCORE


def greedy_games(begin, row, moves, dice, totals):
    """Play each game with the placement that scores most, ties drawn evenly; write totals and cards on the table."""
    for game in range(len(totals)):
        for place in range(SIZE):
            row[place] = begin[place]
        while to_move(row) != NOBODY:
            count = legal_moves(row, moves)
            chosen, best, ties = moves[below(dice, count)], -1, 0
            for index in range(count if to_move(row) != CHANCE else 0):
                score = gain(row, moves[index])
                ties = ties + 1 if score == best else 1 if score > best else ties
                if score > best or (score == best and below(dice, ties) == 0):
                    best, chosen = score, moves[index]
            play(row, chosen)
        totals[game, 0], totals[game, 1], totals[game, 2] = row[SCORE], row[SCORE + 1], row[COUNT]


@pytest.mark.slow
@pytest.mark.long
def test_greedy_self_play_has_the_reference_figures() -> None:
    totals, dice = np.zeros((GAMES, 3), np.int64), np.array([2024])
    row, moves = np.zeros(SIZE, np.int64), np.zeros(rules.MAX_MOVES, np.int64)
    kernel_twin(greedy_games)(np.array(start()), row, moves, dice, totals)
    first, second, cards = totals.T
    assert (first > second).mean() == pytest.approx(0.530, abs=0.025), "four standard errors"
    assert (first < second).mean() == pytest.approx(0.451, abs=0.025)
    assert (first == second).mean() == pytest.approx(0.019, abs=0.008)
    assert first.mean() == pytest.approx(75.6, abs=1.0)
    assert second.mean() == pytest.approx(73.2, abs=1.0)
    assert (cards < 52).mean() == pytest.approx(0.002, abs=0.002)


def watched(row, moves, dice, viewer, seen):
    """Play a random ply; write what a viewer then knows, and a determinization of it."""
    play(row, moves[below(dice, legal_moves(row, moves))])
    for out in seen:
        for place in range(SIZE):
            out[place] = row[place]
        conceal(out, viewer)
    determinize(seen[1], viewer, dice)


CODES = landing(({}, {"wilds": 2}), [{}, {"wilds": 2}, {"hand": 1}, {"deck": 1}, {"cards": 2}])


@pytest.mark.slow
@pytest.mark.parametrize("codes", CODES, ids=str)
def test_what_is_known_and_what_may_be_is_the_same_compiled(codes: dict[str, int]) -> None:
    kernel = kernel_twin(watched)
    plain_row, row = start(**codes), np.array(start(**codes))
    plain_moves, moves = [0] * rules.MAX_MOVES, np.zeros(rules.MAX_MOVES, np.int64)
    plain_dice, dice = [99], np.array([99])
    plain_seen, seen = [[0] * SIZE, [0] * SIZE], np.zeros((2, SIZE), np.int64)
    ply = 0
    while rules.to_move(plain_row) != NOBODY:
        viewer = (0, 1, SPECTATOR, TABLE)[ply % 4]
        plain = plain_moves[generator.below(plain_dice, rules.legal_moves(plain_row, plain_moves))]
        rules.play(plain_row, plain)
        for out in plain_seen:
            out[:] = plain_row
            rules.conceal(out, viewer)
        determinization.determinize(plain_seen[1], viewer, plain_dice)
        kernel(row, moves, dice, viewer, seen)
        assert (plain_row, plain_dice, plain_seen) == (row.tolist(), dice.tolist(), seen.tolist())
        ply += 1
