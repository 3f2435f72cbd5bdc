"""What search is told of Focus: the weights of stacks, and what a move changes."""

from random import Random

import pytest

from fivefold.contract import UNTOLD
from fivefold.games.focus import GAME, evaluation, rules
from fivefold.games.focus.board import IMAGE, NAMES, PLACE, PLACES, SQUARES, SYMMETRIES
from fivefold.play.match import Match


def lead(row, seat):
    out = [0, 0]
    evaluation.value(row, out)
    return out[seat] - out[1 - seat]


@pytest.mark.parametrize("win", ["last", "quota"])
@pytest.mark.parametrize("patience", ["20", "0"])
def test_a_move_tells_what_it_changes_or_may_end_the_game(win, patience):
    chance, told = Random(f"{win} {patience}"), 0
    for seed in range(12):
        match = Match("focus", seed=seed, win=win, patience=patience)
        while match.outcome is None and len(match.history) < 300:
            row, before, mover = list(match.row), lead(match.row, match.to_move), match.to_move
            for move in match.legal()[:: chance.randint(1, 9)]:
                after = list(row)
                rules.play(after, move)
                change = evaluation.gain(row, move)
                if change == UNTOLD:
                    told -= 1
                else:
                    assert rules.to_move(after) == 1 - mover and lead(after, mover) == before + change
                    told += 1
            match.make(chance.choice(match.legal()))
    assert told > 1000


def test_what_may_end_the_game_is_not_told(lay):
    last = lay({"c3": "RR", "e3": "G", "h6": "R"})
    quota = lay({"c3": "RR", "e3": "GGGGG", "h6": "GG"}, captured=[(0, 1, 5)], win="quota")
    patient = lay({"c3": "RR", "e3": "GG", "h6": "GG"}, quiet=39, patience="20")
    for row in (last, quota, patient):
        move = GAME.notation.read(row, "c3-e3:2")
        assert evaluation.gain(row, move) == UNTOLD
    assert evaluation.gain(quota, GAME.notation.read(quota, "c3-c4:1")) != UNTOLD


@pytest.mark.parametrize("players", [3, 4])
def test_among_more_than_two_nothing_is_told(players, begin):
    row = begin(players=str(players))
    assert all(evaluation.gain(row, move) == UNTOLD for move in rules.legal(row))


def test_places_are_what_turns_and_reflections_leave_alone():
    assert sorted(set(PLACE)) == list(range(PLACES))
    turned = [IMAGE[SQUARES * number : SQUARES * (number + 1)] for number in range(SYMMETRIES)]
    images = {(square, image[square]) for image in turned for square in range(SQUARES)}
    assert images == {(a, b) for a in range(SQUARES) for b in range(SQUARES) if PLACE[a] == PLACE[b]}


def test_a_stack_is_told_by_its_height_and_whose_pieces_lie_in_it_from_the_top(lay):
    names = evaluation.FITTED.names
    for pieces, name in {"R": "o", "GR": "ox", "RGR": "oxo", "GRRGR": "oxoox"}.items():
        row, found = lay({"c3": pieces, "h6": "G"}), [0] * evaluation.FEATURES
        evaluation.features(row, 0, found)
        told = {names[feature]: count for feature, count in enumerate(found) if count}
        assert told == {name: 1, f"{len(pieces)} on {NAMES[PLACE.index(PLACE[NAMES.index('c3')])]}": 1, "to move": 1}


def test_reserve_and_captures_are_told_piece_by_piece(lay):
    row, found = lay({"c3": "R"}, reserve=(6, 0), captured=[(0, 1, 2)], win="quota"), [0] * evaluation.FEATURES
    evaluation.features(row, 0, found)
    assert found[evaluation.RESERVES : evaluation.PRISONERS] == [1, 1, 1, 3, 1, 1, 0, 0, 0, 0]
