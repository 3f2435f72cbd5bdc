"""`fivefold puzzles`: what is chosen, how it is written, and that what is found is what a longer look finds."""

import json
import tomllib

import pytest

from fivefold.engine.kernels import PlainKernels
from fivefold.lab import puzzles
from fivefold.lab.configuration import Configuration
from fivefold.lab.puzzles import written
from fivefold.play import catalogue
from fivefold.play.lessons import Kind, Puzzle, puzzles_of
from fivefold.play.match import Match
from tests.quick import landing


def a_puzzle(seed, found_by=(5, 6), kind=Kind.BEST):
    return Puzzle(
        kind=kind, options={"grid": "6x5"}, seed=seed, moves=("c3:up",), seat=1, answer="a1:up", found_by=found_by
    )


def test_ten_are_chosen_from_different_matches_the_easiest_first():
    found = [a_puzzle(seed, tuple(range(6 - seed % 6, 7))) for seed in range(20) for _ in range(2)]
    chosen = puzzles.chosen(found, 10)
    assert len({puzzle.seed for puzzle in chosen}) == 10
    counts = [len(puzzle.found_by) for puzzle in chosen]
    assert counts == sorted(counts, reverse=True)
    assert {counts[0], counts[-1]} == {6, 1}


def test_where_matches_are_few_several_are_taken_from_one():
    assert len(puzzles.chosen([a_puzzle(1), a_puzzle(1), a_puzzle(2)], 3)) == 3


def test_the_margin_is_that_of_the_best_over_the_next():
    assert puzzles.margin({1: 0.5, 2: 0.75, 3: 0.25}) == 0.25
    assert puzzles.margin({1: 0.5}) == 0


def test_a_file_is_read_as_it_was_written(monkeypatch):
    puzzle = Puzzle(
        kind=Kind.WIN,
        options={"win": "quota"},
        seed=7,
        moves=("b2-c2:1", "d2-e2:1"),
        seat=0,
        answer="c2-e2:2",
        turns=2,
        values={"c2-e2:2": 1.0, 'a "b"': 0.5},
        replies={"b2-b3:1": "e2-e4:2"},
        found_by=(5, 6),
        game="focus",
    )
    text = written([puzzle], "fivefold puzzles focus", 3, 0.15)
    assert tomllib.loads(text)["made"]["games"] == 3
    monkeypatch.setattr(catalogue, "data_text", lambda game, name: text)
    assert puzzles_of.__wrapped__(catalogue.find("focus")) == (puzzle,)


def test_a_puzzle_survives_json():
    game = catalogue.find("focus")
    coding, found = puzzles.puzzles_job(game, Configuration(), 1, 1).coding, [a_puzzle(1, kind=Kind.WIN)]
    assert coding.load(json.loads(json.dumps(coding.dump(found)))) == found


def test_a_win_at_once_is_found_and_proven():
    game = catalogue.find("focus")
    moves = ["f4-g4", "g5-g4", "e3-e2", "g4-g7", "g6-g7", "f7-g7", "e2-c2", "g7-g2", "c2-f2", "g3-g2", "f2-b2"]
    match = Match(game, seed=1, options={"win": "quota"})
    for move in moves:
        match.play(move)
    kernels = PlainKernels(game)
    winning = game.notation.read(match.row, "g2-b2:5")
    assert puzzles.still_wins(kernels, match, winning, 0)
    assert not puzzles.still_wins(kernels, match, match.legal()[0], 0)


@pytest.mark.slow
@pytest.mark.parametrize("key", landing({"locus", "solitaire"}, catalogue.keys()))
def test_a_longer_look_finds_the_answers(key):
    game = catalogue.find(key)
    kernels = puzzles.kernels_of(game)
    looks = puzzles.LOOKS[type(game.search)]
    for puzzle in puzzles_of(game):
        match = puzzle.match()
        answer = game.notation.read(match.seen_by(match.to_move), puzzle.answer)
        if puzzle.kind == Kind.WIN:
            assert puzzles.forced_win(kernels, match).move == answer
            continue
        first = puzzles.compared(kernels, match, looks.quick, match.legal())
        finalists = puzzles.ranked(first)[: puzzles.FINALISTS]
        values = puzzles.compared(kernels, match, looks.longer, finalists)
        assert puzzles.ranked(values)[0] == answer
        assert puzzles.margin(values) > looks.margin / 2
