"""The board's patterns, which dice match them, how often, and how likely they are with best play."""

from collections import Counter
from itertools import combinations, product

import dice_poker_oracle as oracle
import pytest

from fivefold.games.dice_poker import odds, patterns
from fivefold.games.dice_poker.board import CLASSIC, DIRECTIONS, NAMES, PATTERN_NAMES, ROOM, SPACES, STEP
from fivefold.games.dice_poker.patterns import FIRST_ROLL, KEEP_COUNT, KEEP_START, KEPT, MATCHES, MULTISETS, NUMBER_OF

FIRST_ROLLS = list(product(range(1, 7), repeat=5))


def matched(dice):
    mask = MATCHES[NUMBER_OF[tuple(sorted(dice))] - FIRST_ROLL]
    return {name for pattern, name in enumerate(PATTERN_NAMES) if mask >> pattern & 1}


# The board


def test_the_classic_board_has_the_seeds_patterns():
    names = Counter(PATTERN_NAMES[pattern] for pattern in CLASSIC)
    assert names.pop("FREE") == 1
    assert names == oracle.COPIES
    assert Counter(name[0] if name[0].isalpha() else "-" for name in names.elements()) == Counter(
        {"P": 6, "T": 12, "Q": 12, "-": 30, "L": 4, "F": 12, "S": 4}
    )


def test_the_classic_board_is_laid_out_as_the_page_has_it():
    assert dict(zip(NAMES, (PATTERN_NAMES[pattern] for pattern in CLASSIC), strict=True)) == oracle.CLASSIC


def test_half_a_turn_maps_the_classic_board_onto_itself_with_pairs_of_n_and_seven_less_n_opposite():
    for space in range(SPACES):
        here, there = (PATTERN_NAMES[CLASSIC[place]] for place in (space, SPACES - 1 - space))
        assert there == (f"P{7 - int(here[1])}" if here[0] == "P" else here)


def test_there_are_140_lines_of_five():
    fives = [line[start : start + 5] for line in oracle.LINES for start in range(len(line) - 4)]
    assert len(fives) == len({frozenset(five) for five in fives}) == 140
    assert sum(ROOM[8 * space + direction] >= 4 for space in range(SPACES) for direction in range(4)) == 140


def test_steps_lead_along_lines_to_the_edge():
    for line in oracle.LINES:
        for here, there in combinations(range(len(line)), 2):
            start, end = NAMES.index(line[here]), NAMES.index(line[there])
            ways = [way for way in range(DIRECTIONS) if end in reach(start, way)]
            assert len(ways) == 1
            assert reach(start, ways[0])[-1] == NAMES.index(line[-1])


def reach(space, direction):
    return [space + step * STEP[direction] for step in range(1, ROOM[DIRECTIONS * space + direction] + 1)]


# Dice as numbers


def test_multisets_are_numbered_by_size_then_faces():
    assert len(MULTISETS) == 462
    assert list(MULTISETS) == sorted(MULTISETS, key=lambda dice: (len(dice), dice))
    assert FIRST_ROLL == 210
    assert patterns.ROLLS == 252
    for number, dice in enumerate(MULTISETS):
        assert tuple(face for face in patterns.FACE[5 * number : 5 * number + 5] if face) == dice
        assert patterns.SIZE_OF[number] == len(dice)
    for kept in range(FIRST_ROLL):
        for face in range(1, 7):
            assert Counter(MULTISETS[patterns.WITH[6 * kept + face - 1]]) == Counter((*MULTISETS[kept], face))


def test_what_can_be_kept_is_every_part_of_a_roll():
    for roll in range(patterns.ROLLS):
        dice = MULTISETS[FIRST_ROLL + roll]
        parts = {tuple(sorted(part)) for size in range(5) for part in combinations(dice, size)}
        kept = KEPT[KEEP_START[roll] : KEEP_START[roll] + KEEP_COUNT[roll]]
        assert {MULTISETS[number] for number in kept} == parts
        assert list(kept) == sorted(set(kept))


# Matching


def test_every_roll_matches_as_the_second_writing_says():
    for roll, dice in enumerate(MULTISETS[FIRST_ROLL:]):
        assert matched(dice) == {name for name in oracle.PATTERNS if oracle.matches(name, dice)}
        kind = {patterns.FULL_HOUSE: "F", patterns.STRAIGHT: "S", 0: ""}[patterns.BOUNCES[roll]]
        full_house, straight = oracle.is_full_house(list(dice)), oracle.is_straight(list(dice))
        assert kind == ("F" if full_house else "S" if straight else "")


# Numbers


def test_first_rolls_by_their_hand():
    shapes = Counter(
        "straight" if oracle.is_straight(list(roll)) else tuple(sorted(Counter(roll).values(), reverse=True))
        for roll in FIRST_ROLLS
    )
    assert shapes == {
        (2, 1, 1, 1): 3600,
        (2, 2, 1): 1800,
        (3, 1, 1): 1200,
        (3, 2): 300,
        "straight": 240,
        (4, 1): 150,
        (5,): 6,
        (1, 1, 1, 1, 1): 480,
    }


def test_first_rolls_by_the_spaces_they_match_on_an_empty_board(lay):
    spaces = {dice: sum(name in matched(dice) for name in oracle.CLASSIC.values()) for dice in MULTISETS[FIRST_ROLL:]}
    numbers = Counter(min(2, spaces[tuple(sorted(roll))]) for roll in FIRST_ROLLS)
    assert numbers == {0: 480, 1: 3540, 2: 3756}


@pytest.mark.parametrize(
    ("names", "chances"),
    [
        (oracle.PATTERNS[:6], "19.7 48.4 69.9"),
        (oracle.PATTERNS[6:12], "3.6 17.3 35.8"),
        (oracle.PATTERNS[12:18], "0.4 4.0 11.8"),
        (oracle.PATTERNS[18:33], "1.9 12.3 28.3"),
        (["F"], "3.9 19.4 36.6"),
        (["S"], "3.2 13.3 26.5"),
        (["L7"], "0.27 3.1 9.5"),
        (["L11"], "2.7 12.5 25.0"),
        (["FIVE"], "0.08 1.3 4.6"),
    ],
)
def test_chances_with_best_play_within_one_two_and_three_rolls(names, chances):
    for name in names:
        target = odds.FIVE_OF_A_KIND if name == "FIVE" else PATTERN_NAMES.index(name)
        for rolls, expected in zip((1, 2, 3), chances.split(), strict=True):
            places = len(expected.partition(".")[2])
            assert f"{100 * odds.chance_of(target, (), rolls):.{places}f}" == expected


def test_chances_with_one_roll_left_are_counted_out():
    for kept, target in [
        ((5, 5), "T5"),
        ((2, 5, 5), "2-5"),
        ((1, 2, 3, 4), "S"),
        ((), "F"),
        ((1, 1), "L7"),
        ((6,), "Q6"),
    ]:
        rolls = list(product(range(1, 7), repeat=5 - len(kept)))
        hits = sum(oracle.matches(target, [*kept, *roll]) for roll in rolls)
        assert odds.chance_of(PATTERN_NAMES.index(target), kept, 1) == hits / len(rolls)


def test_chances_with_two_rolls_left_take_the_best_keep_between():
    kept, target = (5, 5), PATTERN_NAMES.index("Q5")
    total = 0.0
    for roll in product(range(1, 7), repeat=3):
        dice = (*kept, *roll)
        fives = dice.count(5)
        total += 1 if fives >= 4 else odds.chance_of(target, (5,) * fives, 1)
    assert odds.chance_of(target, kept, 2) == pytest.approx(total / 216, abs=1e-12)


def test_a_bouncer_is_less_likely_than_its_pattern_for_five_of_a_kind_is_none():
    assert 7776 * odds.chance_of(odds.FULL_HOUSE_BOUNCER, (), 1) == pytest.approx(300)
    assert 7776 * odds.chance_of(odds.STRAIGHT_BOUNCER, (), 1) == pytest.approx(240)


def test_what_is_kept_may_be_given_in_any_order():
    assert odds.chance_of(18, (2, 1), 2) == odds.chance_of(18, (1, 2), 2)


@pytest.mark.parametrize(
    ("chance", "text"), [(0, "0"), (0.001, "<1"), (0.364, "36"), (0.9949, ">99"), (0.99, "99"), (1, "100")]
)
def test_chances_are_told_in_whole_percent(chance, text):
    assert odds.percent(chance) == text
