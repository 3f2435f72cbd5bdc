"""What is looked up at a table: things explained to one person, and the score card."""

import pytest

from fivefold.contract import ANYONE
from fivefold.games.pokeros.notation import card_text
from fivefold.house.errors import NotOffered
from fivefold.house.match_view.words import card_in_words, explained, lines_scored, task
from fivefold.parts.messages import Reader
from fivefold.play.match import Match
from fivefold.play.observation import observed


def locus():
    match = Match("locus", seed=1, first="0")
    match.play("c3:up")
    match.play("c4:down")
    return match


def test_a_card_is_explained_as_this_very_one_to_this_very_reader():
    match = locus()
    mine = explained(match.game, match.row, 0, "c3", Reader(("Anna", "Ben"), 0))
    assert mine["said"][0].startswith("Your ") and mine["said"][0].endswith("on c3, played face up.")
    assert mine["anchor"] == "the-bonus"
    dead = explained(match.game, match.row, 0, "c4", Reader(("Anna", "Ben"), 0))
    assert dead["said"][0].startswith("Ben's ")
    free = explained(match.game, match.row, 0, "d3", Reader(("Anna", "Ben"), 0))
    points = match.game.rules.gain(match.row, 2 * (6 * 2 + 3))
    assert "It is free: you may put a chip on it." in free["said"][0]
    assert free["said"][1] == f"Face up: full house, {points} points."


def test_what_is_not_there_is_not_explained():
    match = locus()
    with pytest.raises(NotOffered, match="nothing to explain"):
        explained(match.game, match.row, 0, "z9")


def test_a_rivals_hidden_card_is_not_there():
    match = Match("pokeros", seed=4)
    rival = 1 - match.to_move
    row = observed(match.game, match.row, match.to_move)
    held = match.row[match.game.rules.HELD + 3 * rival : match.game.rules.HELD + 3 * rival + 3]

    for card in held:
        with pytest.raises(NotOffered):
            explained(match.game, row, match.to_move, card_text(card))


def test_a_move_lights_the_lines_it_scores():
    match = locus()
    card = card_in_words(match.game, match.row)
    keys = {line["key"] for line in card["lines"]}
    lit = {key for move in match.legal() for key in lines_scored(match.game, match.row, move)}
    assert lit <= keys
    assert "bonus-edge" in lines_scored(match.game, match.row, match.game.notation.read(match.row, "d3:up"))


@pytest.mark.parametrize(
    ("options", "words"),
    [({"players": "3"}, "place the piece from your reserve on an empty square"), ({"players": "2"}, "")],
)
def test_the_first_turn_of_three_says_what_has_to_be_done(options, words):
    match = Match("focus", seed=1, **options)
    assert task(match.game, match.row) == words


def test_a_race_is_explained_to_anybody():
    match = Match("solitaire", seed=1, mode="race")
    assert match.to_move == ANYONE
    assert explained(match.game, observed(match.game, match.row, 0), 0, "line-1-1")["said"] == [
        "Row 1 of Sage's square: nothing."
    ]
