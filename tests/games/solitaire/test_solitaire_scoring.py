"""What lines, squares and games are worth."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st
from solitaire_oracle import hand_name, ordinary_names
from solitaire_table import EMPTY, FULL, OTHER_FULL, RANKS, SUITS, Table, key
from test_solitaire_hands import keys
from tests.quick import first, in_turn

from fivefold.games.solitaire.names import EXAMPLES, NAMES, ORDINARY_NAMES, hand_parts
from fivefold.games.solitaire.rules import NUMBER_OF_ORDINARY, key_points, line_key, ordinary_of
from fivefold.games.solitaire.table_help import possible

FIGURE = """
5h 5d 6d -- Kc
6h 2d 6s 2h 6c
7h Jd 7c Qs 2c
8h Td 7d Jd --
-- 3d -- Js --
"""
FIGURE_NAMES = [
    *("one pair", "full house", "one pair", "nothing", "nothing"),
    *("nothing", "flush", "two pair", "one pair", "nothing"),
]
HANDS = {
    "five of a kind": "7h 7h 7s 7d 7c",
    "royal flush": "Th Jh Qh Kh Ah",
    "straight flush": "Ah 2h 3h 4h 5h",
    "four of a kind": "7h 7s 7d 7c Kc",
    "full house": "7h 7s 7d Kd Kc",
    "flush": "2h 4h 6h 8h 9h",
    "straight": "Th Jh Qh Kh As",
    "three of a kind": "7h 7s 7d Qd Kc",
    "two pair": "7h 7s Qd Kd Kc",
    "one pair": "7h 7s Jd Qd Kc",
    "nothing": "2h 4h 6h 8h 9s",
}
WORTH = {
    "english": [30, 30, 30, 16, 10, 5, 12, 6, 3, 1, 0],
    "american": [100, 100, 75, 50, 25, 20, 15, 10, 5, 2, 0],
    "user": [65, 65, 53, 33, 18, 13, 14, 8, 4, 1, 0],
    "pat": [1, 1, 1, 1, 1, 1, 1, 0, 0, 0, 0],
}
ANY_CARD = st.builds(str.__add__, st.sampled_from(RANKS), st.sampled_from(SUITS))
ONE_SUIT = st.builds(str.__add__, st.sampled_from("A23TJQK"), st.just("h"))
LINE = st.one_of(st.lists(ANY_CARD, max_size=5), st.lists(ONE_SUIT, max_size=5))
PAT_ROWS = """
2c 3c 4c 5c 7c
2d 3d 4d 5d 7d
2h 3h 4h 5h 7h
8s 8d 8h 8c --
9c Td Jc Qd Ks
"""
OTHER_PAT_ROWS = """
As 2s 3s 4s 5s
Ts Th Tc 6c 6d
6h 7s 8h 9s Td
Ac Kc Qc Jc 9c
Kd Qd Jd 9d Ad
"""


def points(text: str, **options: str) -> int:
    return key_points(Table(**options).row, key(text))


@pytest.mark.parametrize(("scoring", "total"), [("english", 21), ("american", 56)])
def test_the_figure_of_the_manual(scoring: str, total: int) -> None:
    table = Table(scoring=scoring, decks="2").square(1, FIGURE)
    names = [ORDINARY_NAMES[ordinary_of(table.row, line_key(table.row, 0, line))] for line in range(10)]
    assert names == FIGURE_NAMES
    assert table.scores() == [total]


@pytest.mark.parametrize("scoring", WORTH)
def test_every_ordinary_hand_has_its_points(scoring: str) -> None:
    assert [points(text, scoring=scoring) for text in HANDS.values()] == WORTH[scoring]


@pytest.mark.parametrize("scoring", first(1, ["english", "american", "pat"]))
@given(line=LINE)
def test_a_line_scores_the_best_hand_it_satisfies(scoring: str, line: list[str]) -> None:
    worth = dict(zip(HANDS, WORTH[scoring], strict=True))
    assert points(" ".join(line), scoring=scoring) == max(worth[name] for name in ordinary_names(line))


@pytest.mark.parametrize("text", ["Qh Kh Ah 2h 3s", "Jc Qd Kh As 2c", "Kc Ad 2h 3s 4c", "2c 4d 6h 8s Tc"])
def test_round_the_corner_and_kilters_are_no_straights(text: str) -> None:
    assert points(text) == 0


# a table of one's own


def table_of(**numbers: int) -> str:
    """Write a table: hand names with underscores for blanks and minus signs."""
    known = {NAMES[number].replace(" ", "_").replace("-", "_"): number for number in range(1, 82)}
    return ",".join(f"{known[name]}={number}" for name, number in numbers.items())


def user(text: str, **numbers: int) -> int:
    return points(text, scoring="user", table=table_of(**numbers) or "default")


def test_every_hand_scores_the_number_given_to_it() -> None:
    table = ",".join(f"{number}={number - 40}" for number in range(1, 82))
    scored = [points(EXAMPLES[number], scoring="user", table=table) for number in range(1, 82)]
    assert scored == [number - 40 for number in range(1, 82)]


def test_no_maximum_is_taken() -> None:
    assert user("7h 7h 2h 2h 3h", two_pair_flush=-5, flush=50, two_pair=40) == -5


@in_turn("number", range(1, 82))
def test_a_blank_hand_scores_its_ordinary_one_by_the_default_column(number: int) -> None:
    cards = EXAMPLES[number].split()
    worth = dict(zip(HANDS, WORTH["user"], strict=True))
    assert user(EXAMPLES[number]) == max(worth[name] for name in ordinary_names(cards))


def test_a_blank_hand_takes_the_number_of_its_ordinary_one() -> None:
    assert user("Tc Jd Qh Kc Ac", straight=70) == 70
    assert user("Tc Jc Qc Kc Ad", straight=70) == 70
    assert user("2c 3c 4c 5c 9c", flush=-3) == -3
    assert user("2c 3c 4c 5d 9c", nothing=-9) == -9
    assert user("Jc Jd Jh Js Qc", four_of_a_kind=44) == 44
    assert user("Jc Jc Jc Jd Jd", five_of_a_kind=1) == 1
    assert user("Ac Kc Qc Jc Tc", straight_flush=99) == 65
    assert user("Ac 2c 3c 4c 5c", royal_flush=99, flush=99, straight=98) == 53


def test_a_blank_flush_with_equal_ranks_takes_the_better_number() -> None:
    assert user("7h 7h 2h 3h 9h", flush=20, one_pair=30) == 30
    assert user("7h 7h 2h 3h 9h", flush=20, one_pair=-1) == 20
    assert user("7h 7h 2h 2h 9h", two_pair=100) == 100


def test_a_round_the_corner_straight_that_is_blank_is_nothing() -> None:
    assert user("Kc Ad 2h 3s 4c", straight=70) == 0
    assert user("Kc Ac 2c 3c 4c", straight=70) == 13


def test_an_incomplete_line_scores_ordinary_hands_by_the_table_and_otherwise_nothing() -> None:
    numbers = {"nothing": 7, "one_pair": -2, "two_pair": 5, "four_of_a_kind": -100, "one_pair_four_flush": 50}
    assert user("7h 2h 3h 4h", **numbers) == 0
    assert user("7h 7s 3h 4h", **numbers) == -2
    assert user("7h 7s 3h 3h", **numbers) == 5
    assert user("7h 7s 7c", **numbers) == 8
    assert user("7h 7s 7c 7d", **numbers) == -100


def test_ordinary_hands_are_called_the_same_in_both_lists() -> None:
    assert tuple(NAMES[number] for number in NUMBER_OF_ORDINARY) == ORDINARY_NAMES


# lines and squares


def test_rows_columns_and_diagonals() -> None:
    table = Table(hands="12").square(1, FULL)
    rows = [line.split() for line in FULL.strip().splitlines()]
    lines = [
        *rows,
        *([row[column] for row in rows] for column in range(5)),
        [rows[step][step] for step in range(5)],
        [rows[step][4 - step] for step in range(5)],
    ]
    assert [line_key(table.row, 0, number) for number in range(12)] == [key(" ".join(line)) for line in lines]


def test_diagonals_count_among_twelve_hands_alone() -> None:
    square = """
    7c -- -- -- 8c
    -- 7d -- 8d --
    -- -- -- -- --
    -- 8h -- 7h --
    8s -- -- -- 7s
    """
    assert Table(hands="10").square(1, square).scores() == [0]
    assert Table(hands="12").square(1, square).scores() == [32]


def test_each_player_has_their_own_lines() -> None:
    square = "7c -- -- -- --\n-- 7d -- -- --\n" + "-- -- -- -- --\n" * 3
    table = Table(mode="race", hands="10", hands2="12", decks="2").square(1, square).square(2, square)
    assert table.scores() == [0, 1]


def test_pat_counts_a_square_whose_five_rows_are_pat() -> None:
    table = Table(scoring="pat", hands="12").square(1, PAT_ROWS)
    assert table.scores() == [1]
    assert table.returns() == [1.0]
    assert Table(scoring="pat").square(1, PAT_ROWS.replace("8c --", "2s --")).scores() == [0]
    assert Table(scoring="pat").square(1, EMPTY).returns() == [0.0]


@pytest.mark.parametrize(("second", "best", "both"), [(OTHER_PAT_ROWS, 1, 1), (FULL, 1, 0), (EMPTY, 1, 0)])
def test_pat_asks_for_one_of_two_squares_or_for_both(second: str, best: int, both: int) -> None:
    for mode, expected in (("best-of-two", best), ("sum-of-two", both)):
        table = Table(mode=mode, scoring="pat", decks="2").square(1, PAT_ROWS).square(2, second)
        assert table.scores() == [expected]
        assert table.returns() == [expected]


def test_one_player_of_two_squares_has_the_better_or_the_sum() -> None:
    squares = [Table().square(1, text).scores()[0] for text in (FULL, OTHER_FULL)]
    assert squares == [103, 90]
    for mode, expected in (("best-of-two", 103), ("sum-of-two", 193)):
        table = Table(mode=mode).square(1, FULL).square(2, OTHER_FULL)
        assert table.scores() == [expected]
        assert table.returns() == [expected / 200]


def test_the_better_square_may_be_the_second() -> None:
    table = Table(mode="best-of-two").square(1, OTHER_FULL).square(2, FULL)
    assert table.scores() == [103]


def test_a_part_of_200_points_stays_between_nothing_and_all() -> None:
    losing = Table(scoring="user", table="49=-999").square(1, "7c 7d -- -- --\n" + "-- -- -- -- --\n" * 4)
    assert losing.scores() == [-999]
    assert losing.returns() == [0.0]
    royal = Table(scoring="user", table="36=999").square(1, "Tc Jc Qc Kc Ac\n" + "-- -- -- -- --\n" * 4)
    assert royal.returns() == [1.0]


@pytest.mark.parametrize(("first", "second", "result"), [(0, 1, [0.0, 1.0]), (1, 0, [1.0, 0.0]), (1, 1, [0.5, 0.5])])
def test_of_two_players_the_higher_score_wins(first: int, second: int, result: list[float]) -> None:
    table = Table(mode="alternate", decks="2")
    pairs = ["2c 2d -- -- --\n" + "-- -- -- -- --\n" * 4 if count else EMPTY for count in (first, second)]
    table.square(1, pairs[0]).square(2, pairs[1])
    assert table.scores() == [first, second]
    assert table.returns() == result


# exact means


def mean_of_a_line(**options: str) -> Fraction:
    row = Table(**options).row
    found = [(key_points(row, line), ways) for line, ways in keys(1)]
    return Fraction(sum(each * ways for each, ways in found), sum(ways for _, ways in found))


@pytest.mark.slow
@pytest.mark.parametrize(
    ("scoring", "ten", "twelve"), [("american", "14.415", "17.298"), ("english", "7.676", "9.211")]
)
def test_cards_placed_at_random_score_so_much_on_average(scoring: str, ten: str, twelve: str) -> None:
    mean = mean_of_a_line(scoring=scoring)
    assert f"{float(10 * mean):.3f}" == ten
    assert f"{float(12 * mean):.3f}" == twelve


@given(st.lists(ANY_CARD, min_size=5, max_size=5))
def test_the_81_and_the_ordinary_hands_agree(cards: list[str]) -> None:
    row = Table().row
    name = ORDINARY_NAMES[ordinary_of(row, key(" ".join(cards)))]
    assert name in ordinary_names(cards)
    if name not in {"nothing", "straight", "royal flush", "straight flush"}:
        assert name.split()[0] in hand_name(cards)


def test_hands_that_one_deck_cannot_make_are_not_listed():
    def listed(decks: str) -> set[int]:
        row = Table(scoring="user", decks=decks).row
        return {hand for hand in range(1, 82) if possible(row, hand)}

    names = {" ".join(hand_parts(hand)) for hand in listed("2") - listed("1")}
    assert {"two-pair flush", "two-pair flush blaze", "two-pair four-flush", "five-of-a-kind"} <= names
    assert not {"flush", "one-pair four-flush", "two-pair blaze", "full-house"} & names
