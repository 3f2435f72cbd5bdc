"""A game for one: nobody is beaten, the points count, and the same cards can come again."""

import io
from contextlib import nullcontext

import pytest

from fivefold import InvalidOption, Match, find
from fivefold.cli import build_parser
from fivefold.contract import CHANCE, SPECTATOR
from fivefold.contract.errors import MatchOver
from fivefold.doors.terminal import archive, start
from fivefold.doors.terminal.saved_matches import load
from fivefold.doors.terminal.screen import Screen
from tests.quick import first

from .test_start import run
from .test_table import Arranged, FirstMove, play, unwrapped

GAME = "solitaire"
SQUARES = {"rejects": "0/0/0", "touch": "anywhere"}
FULL = "the square is full"


@pytest.fixture(autouse=True)
def shelf(tmp_path, monkeypatch):
    """Keep games that name no file in a folder of the test."""
    monkeypatch.setattr("fivefold.doors.terminal.saved_matches.folder", lambda: tmp_path / "shelf")
    return tmp_path / "shelf"


def first_moves(seed=1, count=99, **options):
    """Return the first legal move of every turn of a game for one, and the match that they lead to."""
    match, script = Match(GAME, seed=seed, **{**SQUARES, **options}), []
    while match.outcome is None and len(script) < count:
        script.append(match.legal_moves()[0])
        match.play(script[-1])
    return script, match


def cards(match):
    return [text for text, mover in zip(match.history, match.movers, strict=True) if mover == CHANCE]


def kept(shelf):
    return sorted((load(path) for path in shelf.iterdir()), key=lambda match: len(match.moves))


def test_a_whole_game_ends_with_its_points():
    script, match = first_moves()
    table, text = play(script, game=GAME, **SQUARES)
    end = text.rpartition("\n\n")[2]
    assert end.startswith(f"{match.scores[0]} points.")
    assert table.match.outcome == match.outcome
    assert "win" not in text and "draw" not in text and "Pip" not in text


def test_nobody_is_named_before_or_during_it():
    _, text = play(["7h", "history"], game=GAME, **SQUARES)
    assert text.startswith("Poker Solitaire (Poker Squares).\n")
    assert "Your move: " in text and "Your move (" not in text


def test_points_are_told_as_they_come():
    script, match = first_moves(count=12)
    _, text = play([*script, "quit"], game=GAME, **SQUARES)
    assert text.rpartition("Score: ")[2].startswith(f"{match.scores[0]}.\n")


def test_giving_up_beats_nobody():
    script, match = first_moves(count=3)
    _, text = play([*script, "resign"], game=GAME, **SQUARES)
    points = match.scores[0]
    assert f"{points} point{'' if points == 1 else 's'}. Given up." in text


def test_a_hint_says_what_to_expect():
    _, text = play(["hint", "quit"], game=GAME, **SQUARES)
    assert "Expect about 62 points in the end." in text and "Chances" not in text


def test_a_record_of_it_is_shown_with_its_points(tmp_path, capsys):
    _, match = first_moves()
    (tmp_path / "game").write_text(match.to_record())
    archive.show(tmp_path / "game", None, None)
    told = capsys.readouterr().out
    assert told.endswith(f"\n\n{match.scores[0]} points.\n")


def test_help_says_where_tournaments_are():
    _, text = play(["help", "quit"], game=GAME, **SQUARES)
    assert "Tournaments and the deal of the day are in the browser: fivefold serve --open." in text


# From the command line


def test_nobody_is_asked_for():
    text = run([GAME, "--seed", "1"], ["quit"])
    assert "Against" not in text and "\nPoker Solitaire (Standard 1990).\n" in text
    told = unwrapped(text)
    assert told.startswith("Besides Standard 1990 --preset offers Poker Squares, ") and " and Steal and plant. " in told
    assert "--preset" not in run([GAME, "--preset", "1"], ["quit"])


@pytest.mark.parametrize("arguments", [["--against", "3"], ["--against", "friend"]])
def test_who_names_an_opponent_is_told_why_there_is_none(arguments):
    with pytest.raises(InvalidOption, match="with mode=one-hand is for one; leave it out"):
        run([GAME, *arguments])


@pytest.mark.slow
@pytest.mark.parametrize("number", first(2, range(1, len(find(GAME).setup.presets) + 1)))
def test_every_set_up_is_played_to_its_end(number, shelf):
    preset = find(GAME).setup.presets[number - 1]
    match = Match(GAME, seed=1, **preset.options)
    end = FirstToEnd(match)
    run([GAME, "--preset", str(number), "--seed", "1", *(["--against", "friend"] if len(match.seats) > 1 else [])], end)
    (game,) = kept(shelf)
    assert game.outcome is not None and game.ending is None


class FirstToEnd(list):
    """The first moves of a game that bring it on, until it is over."""

    def __init__(self, match):
        super().__init__()
        while match.outcome is None:
            self.append(self.better(match))
            match.play(self[-1])

    def better(self, match):
        """Return a move that fills a square if there is one, or else ends it."""
        moves = match.legal_moves()
        return next((text for text in moves if "@" in text or "done" in text or "pass" in text), moves[0])


# More games


@pytest.mark.parametrize("word", ["new cards", "new", "again"])
def test_new_cards_are_other_ones(word, shelf):
    script, _ = first_moves()
    run([GAME, "--preset", "2", "--seed", "1"], [*script, word, "resign"])
    other, first = kept(shelf)
    assert cards(first)[0] != cards(other)[0]
    assert first.outcome.reason == FULL and len(other.decisions) == 0


@pytest.mark.parametrize("seed", [["--seed", "1"], []])
def test_the_same_cards_come_again_in_the_same_order(seed, shelf):
    run([GAME, "--preset", "2", *seed], ["resign", "same cards", "resign"])
    first, second = (cards(match) for match in kept(shelf))
    assert first == second
    assert kept(shelf)[0].source.public == kept(shelf)[1].source.public


def test_what_was_drawn_for_the_first_game_stays_for_the_second(shelf):
    run([GAME, "--preset", "steal", "--against", "friend", "--seed", "1"], ["resign", "same cards", "resign"])
    first, second = kept(shelf)
    assert first.drawn == second.drawn == {"first"} and first.options == second.options


def test_alone_an_unfinished_game_may_be_left_which_asks_first(shelf):
    script, _ = first_moves(count=2)
    text = run([GAME, "--preset", "2", "--seed", "1"], [*script, "same cards", "no", "new cards", "yes", "quit"])
    assert text.count("will not count. Leave it? Type yes: ") == 2
    assert "The game goes on." in text
    (left,) = kept(shelf)
    assert left.outcome is None and len(left.decisions) == 2


def test_leaving_a_replay_asks_nothing():
    script, _ = first_moves(count=2)
    text = run([GAME, "--preset", "2", "--seed", "1"], ["resign", "same", *script, "same cards", *script, "quit"])
    assert "Leave it?" not in text and text.count("(Poker Squares)") == 3


def test_a_kept_game_leads_to_more(tmp_path, shelf):
    script, match = first_moves()
    (tmp_path / "game").write_text(Match.from_record(match.to_record()).to_record())
    unfinished = first_moves(count=1)[1]
    (tmp_path / "other").write_text(unfinished.to_record())
    run(["--continue", str(tmp_path / "other")], ["resign", "same cards", script[0], "quit"])
    (again,) = kept(shelf)
    assert again.history[:2] == unfinished.history[:2] and again.options == unfinished.options


def test_cards_that_are_not_dealt_twice_say_so():
    _, text = play(["resign", "same cards"], first=0)
    assert "same cards: Locus Poker cannot be played again with the same cards" in unwrapped(text)


@pytest.mark.parametrize("line", ["new deck", "same again"])
def test_other_words_are_no_command(line):
    _, text = play([line, "quit"], game=GAME, **SQUARES)
    assert f"{line}: just {line.split()[0]} cards." in text


# Hindsight


class Wise(FirstMove):
    """Finds that a hundred points more could have been made."""

    def arrange(self, match, seat):
        return Arranged(seat, list(match.row), match.scores[seat] + 100)


def test_hindsight_tells_what_the_cards_could_have_made():
    script, match = first_moves()
    _, text = play([*script, "hindsight"], game=GAME, thinker=Wise(), **SQUARES)
    made, could = match.scores[0], match.scores[0] + 100
    share = f"{made / could * 100:.0f}%"
    assert f"Best possible: {could}. You scored {made} ({share})." in unwrapped(text)
    assert text.count(match.game.notation.diagram(match.row, SPECTATOR)) == 2


def test_a_game_given_up_has_no_hindsight():
    _, text = play(["resign", "hindsight"], game=GAME, **SQUARES)
    assert "hindsight: this game was not played to its end." in text


def test_hindsight_comes_only_after_the_end_of_a_game_that_has_it(tmp_path):
    _, text = play(["hindsight", "quit"], first=0)
    assert "hindsight: Locus Poker has none." in text
    (tmp_path / "game").write_text(first_moves(count=1)[1].to_record())
    with pytest.raises((MatchOver, InvalidOption), match="hindsight: "):
        archive.of_record(tmp_path / "game", lambda game, at_once: nullcontext(Wise()))


def test_hindsight_of_a_record_names_who_sat_there(tmp_path, capsys):
    match = Match(GAME, seed=1, seats=["Anna", "Ben"], mode="alternate", **SQUARES, touch2="anywhere")
    while match.outcome is None:
        match.play(match.legal_moves()[0])
    (tmp_path / "game").write_text(match.to_record())
    assert archive.of_record(tmp_path / "game", lambda game, at_once: nullcontext(Wise())) == 0
    told, points = unwrapped(capsys.readouterr().out), match.scores[0]
    assert f"Best possible with Anna's cards: {points + 100}. Anna scored {points} (" in told
    assert "Best possible with Ben's cards" in told


def test_the_first_seat_is_for_whoever_plays_where_seats_have_options_of_their_own(shelf):
    for wish, begins in (("me", "0"), ("them", "1")):
        options = build_parser().parse_args(
            ["play", GAME, "--preset", "Steal", "--against", "3", "--first", wish, "--seed", "1"]
        )
        options.option = {}
        written = io.StringIO()
        start.play(options, Screen(io.StringIO("resign\n"), written), lambda game, at_once: nullcontext(FirstMove()))
        match = kept(shelf)[-1]
        assert match.options["first"] == begins and match.seats[1].endswith("(computer)")
        for path in shelf.iterdir():
            path.unlink()
