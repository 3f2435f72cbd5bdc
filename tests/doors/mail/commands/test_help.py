import pytest

from fivefold.contract.errors import InvalidOption
from fivefold.doors.mail import words
from fivefold.doors.mail.answers import Told
from fivefold.doors.mail.commands import run_of
from fivefold.doors.mail.commands.help import example_game, example_moves, example_option, rules_text
from fivefold.doors.mail.commands.requests import MailRequest
from fivefold.doors.mail.reading.lines import CommandLine
from fivefold.play import catalogue
from fivefold.play.match import Match
from tests.house.people import ANNA

pytestmark = pytest.mark.slow

REAL_GAMES = ("locus", "focus", "pokeros", "dice_poker", "solitaire")


@pytest.fixture
def stranger(house):
    house.mail.domain = "mail.example"
    return MailRequest(house, None, "new@example.org", "", base="https://fivefold.example")


def told(asking, word, *arguments, game=None):
    """Return the pages that answer a command."""
    answers = run_of(word)(asking, CommandLine(word, game, arguments=arguments))
    assert all(isinstance(each, Told) for each in answers)
    return answers


def test_every_word_has_a_page_and_stands_in_the_list_once():
    listed = [name for names in words.GROUPS.values() for name in names]
    assert sorted(listed) == sorted(words.BY_NAME)
    assert all(word.text and word.examples for word in words.WORDS)


def test_the_first_page_fits_on_two_screens_of_a_phone(stranger):
    (page,) = told(stranger, "help")
    lines = [line for each in page.markdown.split("\n") for line in range(0, max(1, len(each)), 44)]
    assert len(lines) <= 2 * 32


def test_a_stranger_is_told_to_sign_up_and_where_to_write(stranger):
    (page,) = told(stranger, "help")
    assert "`signup Anna`" in page.markdown
    assert "play@mail.example" in page.markdown


def test_a_player_is_told_who_they_are(house):
    (page,) = told(MailRequest(house, ANNA, "anna@example.org", ""), "help")
    assert "You play as **Anna**" in page.markdown
    assert "signup Anna" not in page.markdown


@pytest.mark.parametrize("word", words.BY_NAME)
def test_help_explains_every_word_with_an_example(stranger, word):
    (page,) = told(stranger, "help", word)
    assert words.BY_NAME[word].help in page.markdown
    assert "xample" in page.markdown
    assert "<" not in page.markdown


def test_help_understands_what_is_understood_elsewhere(stranger):
    assert [page.title for page in told(stranger, "help", "mvoe", "invite")] == ["Help: move", "Help: challenge"]


def test_help_with_a_game_tells_its_rules(stranger):
    (page,) = told(stranger, "help", "dice")
    assert page.title == "The rules of Dice Poker"


def test_an_unknown_word_is_refused_with_the_nearest(stranger):
    with pytest.raises(InvalidOption, match=r"chalange: there is no such command; did you mean challenge\?"):
        told(stranger, "help", "chalange")


def test_examples_are_of_the_game_that_is_named(stranger):
    (page,) = told(stranger, "help", "move", game="pokeros")
    assert f"pokeros move 101 {example_moves(catalogue.find('pokeros'))[0]}" in page.markdown


@pytest.mark.parametrize("key", REAL_GAMES)
def test_moves_of_examples_can_be_made(key):
    game = catalogue.find(key)
    match = Match(game, seed=1)
    for move in example_moves(game):
        match.play(move)
    assert example_option(game)


def test_the_game_of_examples_has_no_chance_so_that_a_copied_move_is_legal():
    match = Match(example_game(), seed=99)
    match.play(example_moves(example_game())[0])


@pytest.mark.parametrize("key", REAL_GAMES)
def test_rules_tell_every_option(key):
    game = catalogue.find(key)
    text = rules_text(game)
    assert "```play" not in text
    assert all(f"**-{option.name}**" in text for option in game.setup.options)


def test_rules_show_positions_where_they_are_asked_for(stranger):
    (short,), (long,) = told(stranger, "rules", "focus"), told(stranger, "rules", "examples", game="focus")
    assert "Reserves for Player Red" not in short.markdown
    assert "Send `rules focus examples`" in short.markdown
    assert "Reserves for Player Red" in long.markdown


def test_rules_without_a_game_ask_for_one(stranger):
    with pytest.raises(InvalidOption, match="which game"):
        told(stranger, "rules")


def test_a_broadcast_says_where_to_find_opponents(stranger):
    (page,) = told(stranger, "broadcast", "hello", "all")
    assert "seek 1" in page.markdown
