"""Worked cases: landing, breaking, passing over, and every way a game ends."""

import pytest

from fivefold.contract import NOBODY
from fivefold.contract.errors import InvalidOption
from fivefold.contract.words import ending_text
from fivefold.games.focus import GAME, evaluation, notation, rules, table_help
from fivefold.games.focus.board import NAMES, SQUARES, STEP, STEP_COUNT
from fivefold.play import options


def play(row, *texts):
    for text in texts:
        rules.play(row, notation.read(row, text))
    return row


def at(row, name):
    return notation.letters(row, notation.stack(row, NAMES.index(name)))


def legal(row):
    out = [0] * rules.MAX_MOVES
    count = rules.legal_moves(row, out)
    return [notation.say(row, move, 0) for move in out[:count]]


def result(row):
    shares = [0.0] * row[rules.PLAYERS]
    rules.returns(row, shares)
    return shares


def test_the_last_who_can_move_wins(lay):
    row = play(lay({"c3": "R", "c4": "G"}), "c3-c4")
    assert rules.to_move(row) == NOBODY and legal(row) == []
    assert result(row) == [1.0, 0.0]
    assert ending_text(notation, row) == "nobody but Red can move or place"


def test_partners_win_together(lay):
    row = lay({"c3": "R", "c4": "G", "h3": "B"}, players=4, teams="on")
    row = play(row, "c3-c4")
    assert result(row) == [0.5, 0.0, 0.5, 0.0]
    assert ending_text(notation, row) == "nobody but Red and Blue can move or place"


@pytest.mark.parametrize(
    ("players", "captured", "reason"),
    [
        (2, [(0, 1, 5)], "Red has captured 6 pieces"),
        (3, [(0, 1, 2), (0, 2, 3)], "Red has captured 3 pieces or more from both opponents"),
        (3, [(0, 1, 9)], "Red has captured 10 pieces"),
        (4, [(0, 1, 2), (0, 2, 2), (0, 3, 1)], "Red has captured 2 pieces or more from all opponents"),
    ],
)
def test_quota(lay, players, captured, reason):
    stacks = {"c3": "R", "c4": "GGGGG", "h3": "G", "h4": "Y" if players > 2 else "G"}
    short = play(lay(stacks, players=players, win="quota"), "c3-c4")
    assert rules.to_move(short) == 1
    row = play(lay(stacks, players=players, win="quota", captured=captured), "c3-c4")
    assert rules.to_move(row) == NOBODY and result(row)[0] == 1.0
    assert ending_text(notation, row) == reason
    row = play(lay(stacks, players=players, captured=captured), "c3-c4")
    assert rules.to_move(row) == 1


def test_partners_count_together_and_not_each_other(lay):
    stacks = {"c3": "R", "c4": "GGGGG", "h3": "Y", "h5": "G"}
    kind = {"players": 4, "teams": "on", "win": "quota"}
    row = play(lay(stacks, captured=[(0, 1, 1), (2, 1, 1), (2, 3, 1)], **kind), "c3-c4")
    assert ending_text(notation, row) == "Red and Blue have captured 2 pieces or more from both opponents"
    assert result(row) == [0.5, 0.0, 0.5, 0.0]
    row = play(lay({**stacks, "c4": "BGGGG"}, captured=[(0, 2, 9), (0, 3, 1)], **kind), "c3-c4")
    assert rules.to_move(row) == 1
    points = [0] * 4
    rules.scores(row, points)
    assert points == [1, 0, 0, 0]


def test_patience_runs_out_for_all(lay):
    row = lay({"c3": "R", "h3": "G"}, patience=2, quiet=3)
    assert result(play(row, "c3-c4")) == [0.5, 0.5]
    assert ending_text(notation, row) == "2 turns per player without a piece captured or put into reserve"
    assert rules.to_move(play(lay({"c3": "R", "h3": "G"}, patience=0, quiet=999), "c3-c4")) == 1


def test_the_second_exchange_leaves_no_symmetry(begin):
    row = play(begin(opening="swap"), "swap:b2-d2")
    assert "swap:b2-d2" not in legal(row) and rules.to_move(row) == 1
    with pytest.raises(Exception, match="symmetric"):
        notation.read(row, "swap:b2-d2")
    play(row, "swap:c3-f2")
    assert (at(row, "b2"), at(row, "d2"), at(row, "c3"), at(row, "f2")) == ("G", "R", "R", "G")
    assert rules.to_move(row) == 0 and row[rules.QUIET] == 0


def test_what_does_not_go_together():
    for kind in ({"players": 3, "opening": "swap"}, {"players": 2, "teams": "on"}):
        with pytest.raises(InvalidOption, match=f"players={kind['players']}"):
            options.resolve(GAME, kind, lambda label, count: 0)
    assert GAME.setup.team({"teams": "on"}, 3) == (1, 3) and GAME.setup.team({"teams": "off"}, 3) == (3,)


def test_the_board_has_its_corners_cut():
    rows = [sum(name[1] == str(number) for name in NAMES) for number in range(1, 9)]
    assert rows == [4, 6, 8, 8, 8, 8, 6, 4] and len(NAMES) == SQUARES
    assert max(STEP) < rules.PLACING and len(STEP) == sum(STEP_COUNT)


def test_a_partners_piece_in_ones_stack_is_worth_more_than_an_opponents(lay):
    """Otherwise a search would push it off the board as gladly as any."""
    four = {"players": 4, "teams": "on"}
    worth = {}
    for inside in "BY":
        row, out = lay({"c3": f"{inside}R", "g3": "Y", "g4": "B", "g5": "G"}, **four), [0] * 4
        evaluation.value(row, out)
        worth[inside] = out[0] - out[1]
    assert worth["B"] - worth["Y"] == evaluation.FRIENDLY_POINTS + evaluation.PRISONER_POINTS


def test_without_a_stack_the_places_for_the_reserve_are_what_is_left(lay):
    row = lay({"g3": "G"}, reserve=(1, 0))
    assert [table_help.standing(row, seat) for seat in (0, 1)] == [SQUARES, table_help.moves_left(row, 1)]
