"""Worked cases, sentence by sentence of the rules: a turn, matching, bouncers, the shuffled board, the options."""

import random

import dice_poker_oracle as oracle
import pytest
from dice_poker_table import HOUSES, STRAIGHTS, alternately, bouncers, placements, play, roll, shares, texts

from fivefold.contract import CHANCE, NOBODY
from fivefold.contract.errors import InvalidOption
from fivefold.games.dice_poker import GAME, notation, rules
from fivefold.games.dice_poker.board import NAMES, PATTERN_NAMES
from fivefold.play import options
from fivefold.play.match import Match

# A turn


def test_the_game_rolls_all_five_dice_for_each_turn(begin):
    row = begin()
    for count in range(5):
        assert rules.to_move(row) == CHANCE
        assert texts(row) == [f"die:{face}" for face in range(1, 7)]
        assert row[rules.DIE : rules.DIE + 5].count(0) == 5 - count
        roll(row, "5")
    assert rules.to_move(row) == 0


def test_dice_stand_sorted_those_to_be_rolled_last(begin):
    row = roll(begin(), "62541")
    assert row[rules.DIE : rules.DIE + 5] == [1, 2, 4, 5, 6]
    play(row, "keep:52", "die:1")
    assert row[rules.DIE : rules.DIE + 5] == [1, 2, 5, 0, 0]


def test_who_begins_is_chosen_or_drawn(begin):
    assert [begin(first=seat)[rules.TURN] for seat in (0, 1)] == [0, 1]
    assert begin(players=3, first=2)[rules.TURN] == 2
    with pytest.raises(InvalidOption, match=r"first=2.*players=3"):
        begin(first=2)
    drawn = {Match("dice_poker", seed=seed).options["first"] for seed in range(20)}
    assert drawn == {"0", "1"}
    assert {Match("dice_poker", seed=seed, players=3).options["first"] for seed in range(30)} == {"0", "1", "2"}


def test_any_of_the_dice_are_kept_none_to_four(begin):
    row = roll(begin(), "12255")
    keeps = {text[5:] for text in texts(row) if text.startswith("keep:")}
    assert keeps == {
        *("", "1", "2", "5", "12", "15", "22", "25", "55", "122", "125", "155", "225", "255"),
        *("1225", "1255", "2255"),
    }


def test_a_die_kept_before_may_be_rolled_now(begin):
    row = roll(play(roll(begin(), "12255"), "keep:55"), "666")
    assert "keep:666" in texts(row)
    assert "keep:5666" in texts(row)
    assert row[rules.ROLL] == 2


def test_there_are_three_rolls(begin):
    row = begin()
    roll(row, "12346")
    roll(play(row, "keep:"), "12346")
    assert any(text.startswith("keep:") for text in texts(row))
    roll(play(row, "keep:1234"), "6")
    assert texts(row) == ["end"]


def test_a_piece_may_be_placed_after_any_roll(lay):
    for number in (1, 2, 3):
        row = lay(dice="55134", roll=number)
        assert placements(row) == {"f7"}
        play(row, "f7")
        assert row[rules.OWNER + NAMES.index("f7")] == 1
        assert rules.to_move(row) == CHANCE
        assert (row[rules.TURN], row[rules.ROLL], row[rules.MULTISET]) == (1, 1, 0)
        assert row[rules.DIE : rules.DIE + 5] == [0] * 5


def test_the_turn_ends_with_nothing_only_after_the_third_roll_and_only_if_nothing_is_possible(lay):
    assert "end" not in texts(lay(dice="12346", roll=2))
    assert "end" not in texts(lay(dice="55134", roll=3))
    assert texts(lay(dice="12346", roll=3)) == ["end"]
    assert texts(lay(dice="55134", roll=3, azure="f7")) == ["end"]
    row = play(lay(dice="12346", roll=3), "end")
    assert row[rules.COVERED] == 0
    assert row[rules.TURN] == 1


def test_dice_kept_are_remembered_until_the_turn_ends(begin):
    row = roll(play(roll(begin(), [1, 2, 6, 6, 6]), "keep:666"), [1, 3])
    play(row, "roll")
    assert row[rules.DIE : rules.DIE + 5] == [6, 6, 6, 0, 0], "roll keeps what was kept"
    play(roll(row, [6, 1]), "h4" if "h4" in texts(row) else texts(row)[0])
    assert play(roll(row, [1, 2, 3, 4, 6]), "roll")[rules.DIE : rules.DIE + 5] == [0] * 5, "another turn begins anew"


def test_the_table_ends_a_turn_in_which_nothing_is_possible(lay):
    stuck = lay(dice="12346", roll=3, azure="a2 d3 f2 d8 f6 i8")
    assert texts(stuck) == ["end"] and GAME.plays_itself(stuck, rules.END_TURN)
    assert not GAME.plays_itself(lay(dice="12346", roll=3), 0)


def test_three_players_follow_each_other(begin):
    row = begin(players=3, first=1)
    turns = []
    for _ in range(4):
        turns.append(row[rules.TURN])
        roll(play(roll(play(roll(row, "12346"), "keep:"), "12346"), "keep:"), "12346")
        play(row, "end")
    assert turns == [1, 2, 0, 1]


# Matching


def test_every_open_space_with_a_pattern_in_the_dice_can_be_taken(lay):
    assert placements(lay(dice="22555")) == {
        name for name, pattern in oracle.CLASSIC.items() if pattern in {"P2", "P5", "T5", "2-5", "F"}
    }
    assert "b5" not in placements(lay(dice="22555", azure="b5"))
    assert "b5" not in placements(lay(dice="22555", ruby="b5"))


def test_five_of_a_kind_takes_any_open_space_but_the_free_one(lay):
    assert placements(lay(dice="33333")) == set(NAMES) - {"e5"}
    assert placements(lay(dice="33333", ruby="a1", azure="i9 b2")) == set(NAMES) - {"e5", "a1", "i9", "b2"}


def test_nobody_can_take_or_bounce_the_free_space(lay):
    row = lay(dice="55522", ruby=HOUSES, turn=1)
    assert "e5" not in bouncers(row) | placements(row)


# Bouncers


def test_a_full_house_bounces_when_all_twelve_full_house_spaces_are_covered_by_anyone(lay):
    houses = HOUSES.split()
    assert len(houses) == 12
    covered = alternately(houses[::2], houses[1::2])
    assert bouncers(lay(dice="66111", **covered)) == set(houses[1::2])
    assert bouncers(lay(dice="66111", **covered, turn=1)) == set(houses[::2])
    open_one = alternately(houses[::2], houses[1:-1:2])
    assert bouncers(lay(dice="66111", **open_one)) == set()


def test_the_movers_own_pieces_alone_may_cover_them(lay):
    assert bouncers(lay(dice="66111", ruby=HOUSES, azure="a1")) == {"a1"}


def test_a_straight_bounces_when_all_four_straight_spaces_are_covered(lay):
    assert len(STRAIGHTS.split()) == 4
    for dice in ("12345", "23456"):
        assert bouncers(lay(dice=dice, ruby=STRAIGHTS, azure="a1 b2")) == {"a1", "b2"}
        assert bouncers(lay(dice=dice, ruby=STRAIGHTS[:-3], azure="a1 b2")) == set()


def test_each_kind_of_dice_needs_its_own_spaces_covered(lay):
    assert bouncers(lay(dice="12345", ruby=HOUSES, azure="a1")) == set()
    assert bouncers(lay(dice="66111", ruby=STRAIGHTS, azure="a1")) == set()
    assert bouncers(lay(dice="12346", ruby=f"{STRAIGHTS} {HOUSES}", azure="a1")) == set()


def test_a_bouncer_is_possible_after_any_roll(lay):
    assert all(bouncers(lay(dice="66111", roll=number, ruby=HOUSES, azure="a1")) == {"a1"} for number in (1, 2, 3))


def test_five_of_a_kind_never_bounces(lay):
    assert bouncers(lay(dice="33333", ruby=f"{STRAIGHTS} {HOUSES}", azure="a1")) == set()


def test_any_opponents_piece_may_be_bounced(lay):
    row = lay(dice="66111", ruby=HOUSES, azure="a1", saffron="i9 e1", players=3)
    assert bouncers(row) == {"a1", "i9", "e1"}


def test_a_protected_piece_is_not_bounced(lay):
    row = lay(dice="66111", ruby=HOUSES, azure="a1 b1 c1 d1 e1 i9")
    assert bouncers(row) == {"i9"}


def test_bouncing_is_the_whole_move_and_opens_the_space_again(lay):
    row = play(lay(dice="66111", roll=2, ruby=HOUSES, azure="a1 i9"), "x:i9")
    assert row[rules.OWNER + NAMES.index("i9")] == 0
    assert row[rules.COVERED] == 13
    assert (rules.to_move(row), row[rules.TURN]) == (CHANCE, 1)
    assert "i9" in placements(roll(row, "33441"))


def test_a_bounced_full_house_piece_leaves_its_space_open_for_full_houses(lay):
    houses = HOUSES.split()
    row = lay(dice="66111", **alternately(houses[:-1], houses[-1:]))
    play(row, f"x:{houses[-1]}")
    assert houses[-1] in placements(roll(row, "22255"))
    assert bouncers(row) == set()
    play(row, houses[-1])
    assert bouncers(roll(row, "66111")) == {houses[-1]}


def test_a_full_house_may_instead_take_any_other_space_it_matches(lay):
    row = lay(dice="11133", ruby=HOUSES, azure="a1")
    taken = {oracle.CLASSIC[name] for name in placements(row)}
    assert taken == {"P1", "P3", "T1", "1-3"}
    assert "L11" in {oracle.CLASSIC[name] for name in placements(lay(dice="11333", ruby=HOUSES, azure="a1"))}


def test_without_a_piece_to_remove_the_roll_gives_no_bouncer(lay):
    assert bouncers(lay(dice="12345", ruby=STRAIGHTS)) == set()
    assert "keep:1" in texts(lay(dice="12345", ruby=STRAIGHTS))
    assert texts(lay(dice="12345", roll=3, ruby=STRAIGHTS)) == ["end"]
    assert texts(lay(dice="12345", roll=3, ruby=STRAIGHTS, azure="a1 b1 c1 d1 e1")) == ["end"]


def test_after_the_third_roll_a_bouncer_that_is_possible_has_to_be_made_if_nothing_else_is(lay):
    assert texts(lay(dice="12345", roll=3, ruby=STRAIGHTS, azure="a1")) == ["x:a1"]


# The shuffled board


def test_a_shuffled_board_is_dealt_in_reading_order_around_the_free_space(begin):
    row, chance = begin(layout="shuffled"), random.Random(7)
    dealt = []
    for index in range(80):
        assert rules.to_move(row) == CHANCE
        moves = texts(row)
        assert len(moves) == 80 - index
        dealt.append(chance.choice(moves))
        play(row, dealt[-1])
    names = [PATTERN_NAMES[rules.pattern_on(row, space)] for space in range(81)]
    assert names == [text[5:] for text in dealt[:40]] + ["FREE"] + [text[5:] for text in dealt[40:]]
    assert sorted(names) == sorted(oracle.CLASSIC.values())
    assert texts(row) == [f"die:{face}" for face in range(1, 7)]


def test_every_pattern_left_is_as_likely_as_there_are_copies_of_it(begin):
    row = play(begin(layout="shuffled"), "deal:F", "deal:F", "deal:T5", "deal:P1")
    moves = texts(row)
    assert [moves.count(f"deal:{name}") for name in ("F", "T5", "P1", "S", "3-4")] == [10, 1, 0, 4, 2]


def test_it_does_not_matter_which_of_equal_patterns_is_dealt(begin):
    out = [0] * rules.MAX_MOVES
    row = begin(layout="shuffled")
    houses = [move for move in out[: rules.legal_moves(row, out)] if notation.say(row, move, 0) == "deal:F"]
    after = []
    for move in houses:
        copy = row.copy()
        rules.play(copy, move)
        after.append(copy)
    assert len(after) == 12
    assert all(copy == after[0] for copy in after)


def test_patterns_not_dealt_yet_are_not_known(begin):
    row = play(begin(layout="shuffled"), "deal:F", "deal:S")
    assert [rules.pattern_on(row, space) >= 0 for space in range(81)] == [
        True,
        True,
        *38 * [False],
        True,
        *40 * [False],
    ]


def test_full_houses_are_counted_wherever_they_were_dealt(begin):
    row, chance = begin(layout="shuffled"), random.Random(3)
    while len(texts(row)) > 6:
        play(row, chance.choice(texts(row)))
    play(row, *(text for text in texts(row) if text.startswith("deal")))
    houses = [space for space in range(81) if row[rules.PATTERN + space] == PATTERN_NAMES.index("F")]
    assert len(houses) == row[rules.OPEN_HOUSES] == 12


def test_options_are_as_the_rules_have_them():
    offered = {option.name: (list(option.values), option.default) for option in GAME.setup.options}
    assert offered == {
        "players": (["2", "3"], "2"),
        "layout": (["classic", "shuffled"], "classic"),
        "sets": (["2", "1"], "2"),
        "first": (["0", "1", "2"], None),
        "patience": (["60", "20", "0"], "60"),
        "dropping": (["play-on", "end"], "play-on"),
    }
    resolved = options.resolve(GAME, {"patience": 7, "first": 1}, lambda label, count: 0)
    assert options.codes(GAME, resolved)["patience"] == 7


# Games end


@pytest.mark.slow
@pytest.mark.parametrize(
    "kind",
    [{}, {"layout": "shuffled"}, {"sets": 1}, {"players": 3}, {"players": 3, "layout": "shuffled"}],
    ids=lambda kind: "-".join(map(str, kind.values())) or "usual",
)
def test_random_games_end_within_200000_plies(begin, kind):
    out = [0] * rules.MAX_MOVES
    for seed in range(20):
        row, chance = begin(**kind), random.Random(seed)
        for _ in range(200_000):
            count = rules.legal_moves(row, out)
            if count == 0:
                break
            rules.play(row, out[int(chance.random() * count)])
        assert rules.to_move(row) == NOBODY
        assert sum(shares(row)) == pytest.approx(1)
