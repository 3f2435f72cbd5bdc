"""The puzzles of every game: what they ask for can be found, and it is the best."""

import pytest

from fivefold.contract import NOBODY
from fivefold.play import catalogue
from fivefold.play.lessons import Kind, gain, puzzles_of
from tests.quick import in_turn

GAMES = [catalogue.find(key) for key in catalogue.keys()]  # noqa: SIM118  (no mapping)
EACH = [pytest.param(puzzle, id=f"{game.key}-{n}") for game in GAMES for n, puzzle in enumerate(puzzles_of(game), 1)]


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.key)
def test_there_are_ten_from_different_positions_the_easiest_first(game):
    puzzles = puzzles_of(game)
    assert len(puzzles) == 10
    assert len({(puzzle.seed, puzzle.moves) for puzzle in puzzles}) == 10
    assert [len(puzzle.found_by) for puzzle in puzzles] == sorted((len(p.found_by) for p in puzzles), reverse=True)


@in_turn("puzzle", EACH)
def test_the_answer_is_legal_and_no_other_move_is_as_good(puzzle):
    match = puzzle.match()
    texts = match.legal_moves()
    assert match.to_move == puzzle.seat
    assert puzzle.answer in texts
    assert set(puzzle.values) | set(puzzle.replies) <= set(texts)
    others = [text for text in texts if text != puzzle.answer]
    assert others
    if puzzle.kind == Kind.POINTS:
        assert puzzle.points == gain(match, puzzle.answer) > max(gain(match, text) for text in others)
    if puzzle.kind != Kind.WIN:
        best, *rest = sorted(puzzle.values, key=lambda text: -puzzle.values[text])
        assert best == puzzle.answer
        assert puzzle.values[best] > puzzle.values[rest[0]] + 0.05


@pytest.mark.parametrize("puzzle", [each for each in EACH if each.values[0].kind == Kind.WIN])
def test_a_win_in_one_wins_and_a_reply_is_legal(puzzle):
    match = puzzle.match()
    for move, reply in puzzle.replies.items():
        after = match.copy()
        after.play(move)
        assert reply in after.legal_moves()
    match.play(puzzle.answer)
    ended = match.game.rules.to_move(match.row) == NOBODY
    assert ended == (puzzle.turns == 1)
    if ended:
        assert match.outcome.returns[puzzle.seat] == 1
