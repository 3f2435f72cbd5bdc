"""Puzzles: files are read as they were written, and every answer is legal, best by what is known, and worth finding."""

import json

import pytest

from fivefold.contract import NOBODY
from fivefold.play import catalogue
from fivefold.play.lessons import gain
from fivefold.play.match import Match
from fivefold.play.puzzles import Kind, Puzzle, Theme, line_of, puzzle_of, puzzles_of, read, written
from fivefold.play.start import Start

GAMES = [catalogue.find(key) for key in catalogue.keys()]  # noqa: SIM118  (no mapping)
LOOKED_AT = 12
"""Puzzles of each game that land; the long tests look at all."""


def some(game, count):
    """Return puzzles from the easiest to the hardest."""
    puzzles = list(puzzles_of(game).values())
    return puzzles if count is None else puzzles[:: max(1, len(puzzles) // count)]


def check(puzzle):
    match = puzzle.match()
    texts = match.legal_moves()
    assert match.to_move == puzzle.seat and puzzle.answer in texts
    assert set(puzzle.values) | set(puzzle.replies) <= set(texts)
    assert puzzle.points == gain(match, puzzle.answer)
    assert puzzle.themes or puzzle.kind is Kind.WIN
    others = [text for text in texts if text != puzzle.answer]
    if puzzle.kind is Kind.POINTS:
        assert puzzle.points > max(gain(match, text) for text in others)
    if puzzle.kind is Kind.WIN:
        assert puzzle.turns >= 1
        check_win(match, puzzle)
    else:
        best, *rest = sorted(puzzle.values, key=lambda text: -puzzle.values[text])
        assert best == puzzle.answer and puzzle.values[best] > puzzle.values[rest[0]] + 0.05
    if Theme.QUIET in puzzle.themes:
        assert puzzle.points <= 0 < max(gain(match, text) for text in others)
    if Theme.GREEDY in puzzle.themes:
        assert puzzle.points < max(gain(match, text) for text in others)


def check_win(match, puzzle):
    for move, reply in puzzle.replies.items():
        after = match.copy()
        after.play(move)
        assert reply in after.legal_moves()
    match.play(puzzle.answer)
    ended = match.game.rules.to_move(match.row) == NOBODY
    assert ended == (puzzle.turns == 1)
    if ended:
        assert match.outcome.returns[puzzle.seat] == 1


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.key)
def test_answers_are_legal_and_no_other_move_is_as_good(game):
    for puzzle in some(game, LOOKED_AT):
        check(puzzle)


@pytest.mark.long
@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.key)
def test_all_answers_are_legal_and_no_other_move_is_as_good(game):
    for puzzle in some(game, None):
        check(puzzle)


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.key)
def test_there_are_hundreds_of_different_ones_the_easiest_first(game):
    puzzles = list(puzzles_of(game).values())
    assert len(puzzles) >= 500
    assert [puzzle.elo for puzzle in puzzles] == sorted(puzzle.elo for puzzle in puzzles)
    text = catalogue.data_text(game, "puzzles.jsonl")
    assert len(text.splitlines()) == len(puzzles) + 1, "two have one id"
    assert json.loads(text.splitlines()[0])["made"]["command"].startswith(f"fivefold puzzles {game.key} ")


PUZZLE = Puzzle(
    kind=Kind.WIN,
    start=Start("focus", {"win": "quota"}, 7, ("b2-c2:1", "d2-e2:1")),
    seat=0,
    answer="c2-e2:2",
    elo=1234,
    themes=(Theme.ONLY, Theme.QUIET),
    turns=2,
    values={"c2-e2:2": 1.0, "b2-b3:1": 0.5},
    replies={"b2-b3:1": "e2-e4:2", "b3-b4:1": "e2-e4:2"},
)


def test_a_file_is_read_as_it_was_written():
    easier = Puzzle(kind=Kind.BEST, start=Start("focus", {}, 8, ()), seat=0, answer="b2-c2:1", elo=900)
    text = written([PUZZLE, easier, PUZZLE], {"command": "fivefold puzzles focus"})
    assert read(text) == [easier, PUZZLE]
    assert puzzle_of(json.loads(json.dumps(line_of(PUZZLE)))) == PUZZLE


def test_an_id_tells_the_position_and_the_answer_and_nothing_else():
    again = puzzle_of({**line_of(PUZZLE), "elo": 99, "values": {}})
    other = puzzle_of({**line_of(PUZZLE), "answer": "b2-b3:1"})
    assert again.id == PUZZLE.id != other.id and len(PUZZLE.id) == 10


def test_a_position_may_begin_with_chance_that_was_written_down():
    dealt = Match("locus", seed=99)
    chance = tuple(dealt.history[: len(dealt.history) - len(dealt.decisions)])
    start = Start("locus", dealt.options, 1, ("c3:up",), chance)
    dealt.play("c3:up")
    assert start.match().row == dealt.row != Start("locus", dealt.options, 1, ("c3:up",)).match().row
    assert start.after("d3:up").key != start.key == start.after("d3:up").before().key
