"""Lessons: each can be played through by the rules, from the first step to the last."""

import re

import pytest

from fivefold.contract.errors import FivefoldError
from fivefold.play import catalogue
from fivefold.play.lessons import gain, lesson_of, matches
from fivefold.play.match import Match

GAMES = [catalogue.find(key) for key in catalogue.keys()]  # noqa: SIM118  (no mapping)
LONGEST = 260
"""Characters to read in a step."""


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.key)
def test_a_lesson_can_be_played_through(game):
    steps = lesson_of(game)
    assert 4 <= len(steps) <= 10
    for step in steps:
        match = step.start.match()
        texts = match.legal_moves()
        assert step.answers[0] in texts, (step.answers[0], texts)
        assert step.accepts(match, step.answers[0])
        assert not all(step.accepts(match, text) for text in texts), "every move will do"
        for move in (step.answers[0], *step.reply):
            match.play(move)
        assert match.scores == step.start.after(step.answers[0], *step.reply).match().scores


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.key)
def test_what_a_step_names_is_there(game):
    for step in lesson_of(game):
        match = step.start.match()
        drawing = match.game.picture.draw(match.seen_by(match.to_move), match.to_move, {})
        names = set(re.findall(r'data-(?:pick|thing)="([^"]*)"', str(getattr(drawing, "svg", drawing))))
        assert set(step.light) <= names, (step.words, sorted(names))
        texts = match.legal_moves()
        for wrong in step.wrong:
            meant = [text for text in texts if matches(wrong.moves, text)]
            assert any(not step.accepts(match, text) for text in meant), (wrong.moves, "no move is meant")


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.key)
def test_a_step_is_short_and_never_leaves_one_without_words(game):
    for step in lesson_of(game):
        for words in (step.words, step.after, step.otherwise, *(wrong.words for wrong in step.wrong)):
            assert 0 < len(words) <= LONGEST, (len(words), words)
        assert not (step.reply and (step.least is not None or len(step.answers) > 1)), "the reply is to one move"


def test_a_step_goes_on_where_the_one_before_ended():
    first, second, *_ = lesson_of(catalogue.find("locus"))
    assert second.start.moves == (*first.start.moves, first.answers[0], *first.reply)


def test_a_step_may_ask_for_points():
    step = lesson_of(catalogue.find("locus"))[2]
    match = step.start.match()
    texts = match.legal_moves()
    assert {step.accepts(match, text) for text in texts if gain(match, text) >= step.least} == {True}
    assert not any(step.accepts(match, text) for text in texts if gain(match, text) < step.least)


def test_a_game_without_a_lesson_has_no_steps(monkeypatch):
    monkeypatch.setattr(catalogue, "data_text", lambda game, name: "")
    assert lesson_of.__wrapped__(catalogue.find("focus")) == ()


def test_a_lesson_is_about_the_moves_that_its_start_allows():
    start = lesson_of(catalogue.find("focus"))[0].start
    with pytest.raises(FivefoldError):
        start.after("z9-z8").match()
    assert isinstance(start.match(), Match)
