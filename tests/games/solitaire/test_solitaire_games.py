"""Whole games: what holds in every position, what the table plays by itself, and the same pack for the same seed."""

from collections import Counter
from random import Random

import pytest
from solitaire_table import FULL, OTHER_FULL, Table
from tests.games.worked import worked
from tests.quick import first

from fivefold.contract import ANYONE, CHANCE, NOBODY
from fivefold.games.solitaire import GAME, evaluation, notation, policy, rules
from fivefold.games.solitaire.rules import (
    CELL,
    DECKS,
    FILLED,
    LEFT,
    MARKED,
    MASK,
    MODE,
    PACK,
    RACE,
    REJECTED,
    SAME_DECK,
    SLOT,
    STOLEN,
    TURN,
    kind_of,
    seat_of,
)
from fivefold.parts.cards import DECK
from fivefold.play.match import Match

MODES = ["one-hand", "best-of-two", "sum-of-two", "race", "race-both", "alternate", "same-deck"]
VARIATIONS: list[dict[str, str]] = [
    {},
    {"rejects": "0/0/0", "deal": "5", "decks": "4", "touch": "anywhere", "touch2": "corners"},
    {"steal": "on", "plant": "on", "rejects": "1/1/1", "deal": "2"},
    {"steal": "on", "plant": "on", "rejects": "1/1/1", "deal": "2", "move": "movable", "move2": "movable"},
]
LACKS_JC = FULL.replace("Jc\n", "--\n")
LACKS_TS = OTHER_FULL.replace("Ts\n", "--\n")
MOST_PLIES = 1500


def check(row: list[int]) -> None:
    """Every card is somewhere, and what is kept twice agrees."""
    lying = [*row[SLOT : SLOT + 5], *row[CELL : CELL + 50], *row[REJECTED : REJECTED + 15]]
    known = Counter(value - 1 for value in lying if value)
    copies = row[DECKS] * (2 if row[MODE] == SAME_DECK else 1)
    assert all(known[card] + row[LEFT + card] == copies for card in range(DECK))
    assert sum(row[LEFT : LEFT + DECK]) == row[PACK]
    for square in range(2):
        cells = row[CELL + 25 * square : CELL + 25 * square + 25]
        assert row[MASK + square] == sum(1 << cell for cell in range(25) if cells[cell])
        assert row[FILLED + square] == sum(map(bool, cells))
    assert all(row[CELL + cell] for cell in range(50) if row[STOLEN + cell])
    assert all(row[REJECTED + place] for place in range(15) if row[MARKED + place])


def own_cells(row: list[int], move: int) -> bool:
    """Tell whether a move goes where its kind lets it."""
    if row[MODE] < RACE:
        return True
    seat, kind, target = seat_of(move), kind_of(move), rules.target_of(move)
    if kind in {rules.PLACE, rules.SHIFT, rules.RETURN, rules.STEAL}:
        return target // 25 == seat
    if kind == rules.PLANT:
        return target // 25 == 1 - seat
    return kind not in {rules.ASIDE, rules.REJECT} or target // 5 in {0, 1 + seat}


@pytest.mark.parametrize("variation", first(2, range(len(VARIATIONS))))
@pytest.mark.parametrize("mode", MODES)
def test_random_games_keep_to_the_rules_and_end(mode: str, variation: int) -> None:
    table, random = Table(mode=mode, **VARIATIONS[variation]), Random(variation)
    row, plies = table.row, 0
    while row[TURN] != NOBODY:
        legal = table.legal()
        assert legal
        assert legal == sorted(set(legal))
        if row[TURN] == CHANCE:
            assert len(legal) in {1, row[PACK]}
        else:
            assert all(row[TURN] in {ANYONE, seat_of(move)} and own_cells(row, move) for move in legal)
        table.play_number(legal[-1] if kind_of(legal[-1]) == rules.DONE else random.choice(legal))
        check(row)
        plies += 1
        assert plies < MOST_PLIES
    assert table.legal() == []
    assert len(table.scores()) == GAME.setup.seats({"mode": mode})
    assert all(0 <= result <= 1 for result in table.returns())


def test_the_longest_list_of_moves_fits() -> None:
    squares = [" ".join("7h" if cell < 10 else "--" for cell in range(25)) for _ in range(2)]
    options = {"steal": "on", "plant": "on", "touch": "anywhere", "touch2": "anywhere"}
    options |= {"move": "movable", "move2": "movable", "deal": "5", "rejects": "0/0/0", "decks": "4"}
    table = Table(mode="race", **options).square(1, squares[0]).square(2, squares[1])
    table.face_up("2c", "3c", "4c", "5c", "6c")
    assert len(table.legal()) == 900 < rules.MAX_MOVES


# what the table plays


def played(*texts: str, **given: object) -> Match:
    """A match in which these cards come."""
    return Match(GAME, chance=[f"deal:{text}" for text in texts], **given)


SQUARES = {"rejects": "0/0/0", "touch": "anywhere"}


def fill(match: Match, cells: int) -> None:
    """Place any face-up card but the seven of hearts on one cell after the other."""
    for index in range(cells):
        cell = f"@{'abcde'[index % 5]}{index // 5 + 1}"
        match.play(next(text for text in match.legal_moves() if text.endswith(cell) and "7h" not in text))


PACK_ORDER = [rank + suit for suit in "cdhs" for rank in "A23456789TJQK"]


def test_the_last_card_places_itself() -> None:
    match = played(*PACK_ORDER, **SQUARES)
    fill(match, 24)
    assert match.outcome is not None
    assert match.history[-1] == "Qd@e5"


def test_the_last_card_does_not_place_itself_while_a_reject_is_free() -> None:
    match = played(*PACK_ORDER, touch="anywhere")
    fill(match, 24)
    assert match.outcome is None
    match.play("Qd@r1")
    assert match.outcome is not None
    assert match.history[-1] == "Kd@e5"


def test_the_last_card_does_not_place_itself_while_several_lie_face_up() -> None:
    match = played("7h", *PACK_ORDER, decks=2, deal=2, **SQUARES)
    fill(match, 24)
    assert match.outcome is None
    assert len(match.legal_moves()) == 2


def test_equal_cards_face_up_leave_the_last_move_to_the_player() -> None:
    table = Table(deal="2", decks="2", rejects="0/0/0").square(1, LACKS_JC).face_up("Jc", "Jc")
    assert len(table.legal()) == 1
    assert not rules.plays_itself(table.row, table.legal()[0])


def test_poker_shuffle_ends_by_itself_when_nothing_can_move() -> None:
    match = played(*PACK_ORDER, move="movable", **SQUARES)
    fill(match, 24)
    assert match.outcome is None
    match.play("Qd@e5")
    assert match.outcome is not None
    assert match.history[-1] == "done"


def test_a_full_player_of_two_who_can_only_pass_passes_by_itself() -> None:
    table = Table(mode="alternate", rejects="0/0/0").square(1, FULL).square(2, LACKS_TS).face_up("Ac").turn_of(0)
    assert table.legal() == [table.number("pass")]
    assert rules.plays_itself(table.row, table.legal()[0])


@pytest.mark.parametrize("mode", ["race", "race-both"])
def test_in_a_race_nothing_plays_itself(mode: str) -> None:
    table = Table(mode=mode, rejects="0/0/0").square(1, FULL).square(2, LACKS_TS).face_up("Ts")
    assert not any(rules.plays_itself(table.row, move) for move in table.legal())


def test_stealing_and_bringing_back_are_left_to_the_player() -> None:
    table = Table(mode="alternate", steal="on").square(1, LACKS_JC).square(2, OTHER_FULL).no_pack().turn_of(0)
    assert not any(rules.plays_itself(table.row, move) for move in table.legal())


# races


def race() -> Table:
    table = Table(mode="race", steal="on", move="movable", rejects="1/1/1", deal="2")
    return table.square(1, LACKS_JC).square(2, LACKS_TS).aside("x1", "Jc").face_up("Ac", "2c")


def test_a_move_tells_whose_it_is() -> None:
    table = race()
    assert {rules.mover(table.row, move) for move in table.legal()} == {0, 1}
    assert rules.mover(table.row, table.number("2:Ac@2e5")) == 1


@pytest.mark.parametrize("text", ["1:Ac@1e5", "1:Ac@1r1", "1:x1-1e5", "1:2a1-1e5", "1:1a1-1r1", "1:1d5-1e5"])
def test_a_move_is_still_meant_after_another_s_elsewhere(text: str) -> None:
    then, now = race(), race()
    now.play("2:2c@2e5")
    assert now.row[TURN] == CHANCE
    now.deal_any()
    assert now.may(text)
    assert rules.still_meant(then.row, now.row, then.number(text))


@pytest.mark.parametrize(
    ("text", "where"), [("1:x1-1e5", REJECTED), ("1:2a1-1e5", CELL + 25), ("1:1a1-1r1", CELL), ("1:1a1-1e5", CELL)]
)
def test_a_move_is_not_meant_where_another_card_lies_now(text: str, where: int) -> None:
    then, now = race(), race()
    now.row[where] = 52
    assert not rules.still_meant(then.row, now.row, then.number(text))


def test_done_is_meant_as_long_as_it_is_legal() -> None:
    then, now = race(), race()
    now.row[CELL] = 52
    assert rules.still_meant(then.row, now.row, then.number("1:done"))


@pytest.mark.parametrize(
    ("options", "card", "made", "squares"), worked(__file__)["a_decision_hangs_on_each_tuned_number"]
)
def test_a_decision_hangs_on_each_tuned_number(options, card, made, squares):
    table = Table(**options)
    for number, square in enumerate(squares, start=1):
        table.square(number, square.replace(" / ", "\n"))
    table.face_up(card)
    assert notation.say(table.row, policy.choose(table.row, 0), 0) == made


def test_with_points_of_ones_own_a_reject_place_is_worth_a_tenth_of_the_usual_hands():
    table = Table(touch="anywhere", scoring="user", table="37=30,3=40,74=50")
    assert evaluation.reject_worth(table.row, 0, 0) == 100 * (30 + 40 + 50) // 10


@pytest.mark.parametrize(
    ("options", "moves"),
    [
        ({}, 4),
        ({"scoring": "pat"}, 4),
        ({"mode": "sum-of-two"}, 4),
        ({"mode": "race"}, 8),
        ({"mode": "alternate"}, 8),
        ({"move": "movable"}, 12),
        ({"mode": "alternate", "move2": "movable"}, 24),
        ({"scoring": "user"}, 50),
        ({"mode": "race", "scoring": "user"}, 100),
    ],
)
def test_four_cards_a_player_are_played_on_and_all_where_no_table_knows_the_rest(options, moves):
    assert policy.horizon(Table(**options).row) == moves


def test_no_more_than_sixteen_moves_are_looked_at_closely():
    table, out = Table(deal="5", rejects="0/0/0", touch="corners").face_up("2c", "7d", "9h", "Js", "Ks"), [0] * 16
    assert policy.candidates(table.row, 0, out) == len(set(out)) == 16
