"""Offers at one keyboard: a draw between friends and with a computer, and calling a game off."""

import pytest

from tests.doors.terminal.test_table import play, unwrapped


def test_friends_at_one_keyboard_agree_on_a_draw():
    table, text = play(["draw", "decline", "draw", "b2-b3", "draw", "accept", ""], game="focus", against="friend")
    said = unwrapped(text)
    assert "Red offers a draw. Waiting for Green. Type accept or decline." in said
    assert "Green declines the draw." in said and "draw: Green declined; ask again after the next move." in said
    assert "A draw. By agreement." in said and table.match.ending.kind == "agreed"


def test_a_move_answers_no():
    table, text = play(["draw", "b2-b3", "accept", "quit"], game="focus", against="friend")
    assert "accept: nobody has offered anything." in unwrapped(text) and table.match.outcome is None


def test_a_computer_answers_at_once():
    _, text = play(["draw", "quit"], game="focus")
    assert "declines the draw." in text


def test_a_game_is_called_off_while_it_is_young():
    table, text = play(["abort", ""], game="focus")
    assert "Cancelled: you stopped the match. No result." in unwrapped(text)
    assert table.match.ending.kind == "abandoned"


WORDS = ("draw", "accept", "decline", "abort", "hint", "undo", "same", "hindsight")


@pytest.mark.parametrize("line", ["resign later", "undo all", "abort it", "draw d4", "quit it"])
def test_words_behind_a_command_that_stands_alone_are_refused(line):
    table, text = play(["b2-b3", line, "quit"], game="focus", against="friend")
    assert f"{line}: just {line.partition(' ')[0]}." in unwrapped(text)
    assert table.match.outcome is None and len(table.match.moves) == 1


def test_help_lists_what_means_something_here():
    listed = {
        (game, against): {word for word in WORDS if f"\n  {word} " in text}
        for game, against in (("focus", "friend"), ("focus", "3"), ("locus", "3"), ("solitaire", "3"))
        for _, text in [play(["help", "quit"], game=game, against=against)]
    }
    assert listed["focus", "friend"] == {"draw", "accept", "decline", "abort", "hint", "undo"}
    assert listed["focus", "3"] == {"draw", "abort", "hint", "undo"}
    assert listed["locus", "3"] == {"abort", "hint", "undo"}
    assert listed["solitaire", "3"] == {"hint", "undo", "same", "hindsight"}
    assert "draw: Locus Poker always comes to an end" in play(["draw", "quit"])[1]
