"""Sentences made outside of the games come from catalogues, too: none is written among the code that needs it."""

import ast
from functools import cache
from importlib import import_module
from pathlib import Path

import pytest

from fivefold import keys
from fivefold.house.computers import hints
from fivefold.house.computers.analysis import Estimate
from fivefold.house.match_view import words
from fivefold.parts.messages import BLANK, Reader
from fivefold.play.match import Match
from fivefold.session import narration
from tests.games.test_every_word import assert_foreign, foreign, words_of

SPEAKERS = ("house.match_view.words", "house.computers.hints", "house.puzzle_words", "session.narration")
EVERY_SPEAKER = pytest.mark.parametrize("name", (*SPEAKERS, "doors.terminal.thinkers"))
MOST_GLUED = 2
"""Words, an f-string may glue together so many: a sign, a word of notation."""


@cache
def parsed(name):
    module = import_module(f"fivefold.{name}")
    return module.WORDS.templates, list(ast.walk(ast.parse(Path(module.__file__).read_text())))


def messages(name):
    """Yield where a module makes messages: their keys, and the names of their facts."""
    for node in parsed(name)[1]:
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "Message":
            yield node.args[0], {keyword.arg for keyword in node.keywords}


@EVERY_SPEAKER
def test_every_message_has_a_template_for_its_facts(name):
    templates, _ = parsed(name)
    for key, facts in messages(name):
        if isinstance(key, ast.Constant):
            assert {found[1] for found in BLANK.finditer(templates[key.value])} == facts, key.value


@EVERY_SPEAKER
def test_no_template_is_unused(name):
    templates, nodes = parsed(name)
    own = {id(key) for node in nodes if isinstance(node, ast.Dict) for key in node.keys}
    texts = {node.value for node in nodes if isinstance(node, ast.Constant) and id(node) not in own}
    kinds = tuple(key.values[0].value for key, _ in messages(name) if isinstance(key, ast.JoinedStr))
    by_name = {"somebody"}  # (what ``narration.player`` says of a seat without a name)
    assert {key for key in templates.keys() - texts - by_name if not key.startswith(kinds)} == set()


@EVERY_SPEAKER
def test_no_sentence_is_glued_together(name):
    for node in parsed(name)[1]:
        if isinstance(node, ast.JoinedStr):
            glue = "".join(str(part.value) for part in node.values if isinstance(part, ast.Constant))
            assert len(glue.split()) <= MOST_GLUED, ast.unparse(node)


@pytest.fixture
def abroad(monkeypatch):
    """Let the house speak the made-up language."""
    for module in (words, hints, narration):
        monkeypatch.setattr(module, "WORDS", foreign(module.WORDS))


@pytest.mark.usefixtures("abroad")
@pytest.mark.parametrize("key", keys())
def test_hints_and_the_coach_name_a_move_in_any_language(key, monkeypatch):
    match = Match(key, seed=7)
    notation = match.game.notation
    monkeypatch.setattr(notation, "WORDS", foreign(words_of(match.game)))
    for move in match.legal()[:6]:
        assert_foreign(hints.in_words(notation, match.row, move))
    texts, ply = match.legal_moves(), len(match.moves)
    match.play(texts[0])
    estimate = Estimate(ply, texts[-1], "", (0.6, 0.4), 0.0, (), texts[0], 0.2)
    for you in range(len(match.seats)):
        assert_foreign(hints.coach_view(match, ply, estimate, you)["words"])


@pytest.mark.usefixtures("abroad")
def test_how_a_match_stands_is_said_in_any_language():
    reader = Reader(("ａ", "ｂ"), you=0)
    for scores in ((3, 3), (3, 5), (0, 0)):
        assert_foreign(narration.status_line(reader, 1, scores))
        assert_foreign(narration.score_line(reader, scores))
