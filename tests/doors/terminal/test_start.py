"""From the command line, or the menu, to the table and back."""

import io
from contextlib import nullcontext
from itertools import pairwise

import pytest

from fivefold import InvalidOption, Match, find
from fivefold.cli import build_parser
from fivefold.doors.terminal import start
from fivefold.doors.terminal.saved_matches import load
from fivefold.doors.terminal.screen import Screen
from tests.quick import in_turn

from .test_table import FirstMove, unwrapped

NAMES = [persona.name for persona in find("locus").personas]


@pytest.fixture(autouse=True)
def shelf(tmp_path, monkeypatch):
    """Keep games that name no file in a folder of the test."""
    monkeypatch.setattr("fivefold.doors.terminal.saved_matches.folder", lambda: tmp_path / "shelf")
    return tmp_path / "shelf"


def run(arguments, script=(), thinker=None):
    """Run `fivefold play ...` with these lines typed, and return what was written."""
    options = build_parser().parse_args(["play", *arguments])
    options.option = dict(options.option)
    written = io.StringIO()
    screen = Screen(io.StringIO("".join(line + "\n" for line in script)), written)
    assert start.play(options, screen, lambda game, at_once: nullcontext(thinker or FirstMove())) == 0
    return written.getvalue()


def test_the_menu_leads_to_a_game():
    text = run(["--first", "me"], ["1", "", NAMES[0], "a1:up"])
    assert "1  Locus Poker: " in text and "The usual: grid 6x6, first drawn." in text
    assert "You play the " in text and f"{NAMES[0]} plays " in text


def test_the_menu_asks_again_after_a_wrong_answer():
    text = unwrapped(
        run(["--first", "me"], ["chess", "focus", "grid=1", "players=x", "?", "players=3", "9", "1/f", "a"])
    )
    assert "chess: there is no such game" in text and "Focus has no such option" in text and "players=x: " in text
    assert "9: no such opponent" in text and "Focus (players 3," in text


def test_a_word_that_several_games_share_is_asked_about():
    text = unwrapped(run([], ["poker", "Dice Poker", "quit"]))
    assert "poker: Locus Poker, Dice Poker or Poker Solitaire? Type its number." in text
    assert text.count("Dice Poker. The usual: ") == 1


@pytest.mark.parametrize("script", [[], ["1"], ["locus", "quit"], ["2", ""], ["quit"]])
def test_the_menu_can_be_left_at_every_question(script, shelf):
    run([], script)
    assert not shelf.exists()


def test_the_command_line_answers_every_question():
    text = run(["locus", "--against", "7", "--first", "them", "--option", "grid=6x5", "--seed", "4"])
    assert text.startswith("Locus Poker (grid 6x5, ") and f"{NAMES[6]} plays " in unwrapped(text)


@pytest.mark.parametrize(
    ("answers", "said"),
    [
        (["1", "", "3", "me", "quit"], "Your move ("),
        (["1", "", "3", "t"], f"{NAMES[2]} plays "),
        (["1", "", "3", "who", ""], "type me, them or double, or nothing"),
        (["1", "", "f", "double", "resign", ""], "The second game of the double match"),
        (["2", "", "f"], "Focus (players 2"),
    ],
)
def test_the_menu_asks_who_begins_and_offers_a_double_match(answers, said):
    assert said in unwrapped(run([], answers))


@pytest.mark.parametrize("seat", ["1", "indigo"])
def test_a_seat_can_be_named_or_numbered(seat):
    assert "Dot is Amber and you are Indigo." in unwrapped(run(["locus", "--against", "1", "--seat", seat]))


@in_turn(
    "arguments, said",
    [
        (["chess"], "no such game"),
        (["locus", "--against", "9"], "no such opponent"),
        (["locus", "--against", "1/2"], "2 opponents, but this game needs 1"),
        (["locus", "--against", "1", "--seat", "7"], "the seats are 0 (Amber), 1 (Indigo)"),
        (["locus", "--option", "size=3"], "no such option"),
        (["locus", "--option", "seed=3"], "no such option"),
        (["focus", "--against", "1", "--double"], "has no double match"),
        (["--continue", "--against", "1", "--seed", "0"], "leave out --against and --seed"),
        (["focus", "--continue"], "no unfinished game of focus in "),
    ],
)
def test_a_wish_that_cannot_be_met_says_what_would_do(arguments, said):
    with pytest.raises(InvalidOption, match="^.*" + said.replace("(", r"\(").replace(")", r"\)")):
        run(arguments)


def test_nothing_typed_chooses_no_opponent():
    assert "1 is a good beginning" in run(["focus"], ["", "f"])


def test_a_new_game_never_overwrites_a_record(tmp_path):
    file = tmp_path / "game.fivefold"
    wish = ["locus", "--against", "friend", "--record", str(file)]
    run(wish, ["a1:up"])
    before = file.read_bytes()
    for again in (wish, ["--continue", str(file), "--record", str(file)]):
        with pytest.raises(InvalidOption, match=r"exists already; name another file, or continue it: .*--continue"):
            run(again, ["b1:up"])
    with pytest.raises(InvalidOption, match="is a folder; name a file in it"):
        run([*wish[:-1], str(tmp_path)])
    assert file.read_bytes() == before and list(tmp_path.iterdir()) == [file]


def test_a_record_that_cannot_be_written_is_told_before_the_first_move(tmp_path):
    (tmp_path / "occupied").write_text("")
    with pytest.raises(OSError):
        run(["locus", "--against", "friend", "--record", str(tmp_path / "occupied" / "game")], ["a1:up"])


def test_a_kept_game_can_go_on_in_another_file(tmp_path):
    first, second = tmp_path / "first", tmp_path / "second"
    run(["locus", "--against", "f", "--record", str(first)], ["a1:up"])
    run(["--continue", str(first), "--record", str(second)], ["b1:up"])
    assert load(first).history[36:] == ["a1:up"] and load(second).history[36:] == ["a1:up", "b1:up"]


def test_the_game_named_is_the_one_that_goes_on(tmp_path):
    run(["locus", "--against", "friend"], ["a1:up"])
    run(["focus", "--against", "friend", "--record", str(tmp_path / "focus")], ["b2-c2"])
    run(["focus", "--against", "friend"], ["b2-c2"])
    assert "Locus Poker (" in run(["locus", "--continue"])
    with pytest.raises(InvalidOption, match="a game of Focus; leave locus out"):
        run(["locus", "--continue", str(tmp_path / "focus")])


def test_the_same_seed_deals_and_seats_alike():
    arguments = ["locus", "--against", "1", "--seed", "11"]
    assert run(arguments) == run(arguments)


def test_a_double_match_swaps_who_begins_and_adds_up(shelf):
    moves = [text for text in Match("locus", seed=1, first=0, grid="6x5").legal_moves() if text.endswith(":up")]
    script = [*moves, "", *moves, ""]
    text = run(["locus", "--against", "friend", "--double", "--seed", "1", "--option", "grid=6x5"], script)
    first, second = sorted((load(path) for path in shelf.iterdir()), key=lambda match: match.started)
    assert first.history[:30] == second.history[:30]
    assert {first.options["first"], second.options["first"]} == {"0", "1"}
    totals = [mine + more for mine, more in zip(first.scores, second.scores, strict=True)]
    assert f"The double match is a draw, {totals[0]}–{totals[1]}." in text
    assert f"Indigo wins {first.scores[1]}–{first.scores[0]}." in text or "Amber wins" in text
    assert all(f"= {points}." in text for points in first.scores)
    match, sums = Match("locus", seed=1, first=first.options["first"], grid="6x5"), [0]
    for move in moves:
        match.play(move)
        sums.append(sum(match.scores))
    gains = [after - before for before, after in pairwise(sums)]
    assert f", move {gains.index(max(gains)) + 1}, +{max(gains)} " in unwrapped(text).partition("Best turn:")[2][:60]


def test_a_double_match_can_be_left_between_its_games(shelf):
    text = run(["locus", "--against", "friend", "--double"], ["a1:up", "resign", "again", "quit"])
    assert "Over (Enter for the second game, or quit): quit" in text
    assert "first; press Enter to begin it" in unwrapped(text)
    assert len(list(shelf.iterdir())) == 1


def test_who_leaves_a_double_match_in_its_first_game_reads_that_the_second_is_lost(shelf):
    text = run(["locus", "--against", "friend", "--double"], ["a1:up", "quit"])
    assert "Only this game is kept: the second one of the double match will not follow it." in unwrapped(text)
    assert "Only this game" not in run(["locus", "--against", "friend"], ["a1:up", "quit"])


def test_a_game_given_up_is_not_added_to_the_other():
    text = run(["locus", "--against", "friend", "--double"], ["a1:up", "resign", "", "a1:up", "resign", ""])
    assert "no points are added" in text and "win the double match" not in text


def test_a_kept_game_goes_on_with_the_same_opponent(tmp_path):
    file = tmp_path / "game.fivefold"
    run(["locus", "--against", "2", "--first", "me", "--record", str(file)], ["a1:up"])
    before = load(file)
    text = run(["--continue", str(file)], ["history", "undo", "b2:down"])
    after = load(file)
    assert NAMES[1] in text and after.source.public == before.source.public
    assert after.history[36] == "b2:down" and len(after.moves) == 38


def test_continue_without_a_file_takes_the_latest_unfinished_game(shelf):
    run(["locus", "--against", "2", "--first", "me"], ["a1:up", "resign"])
    run(["locus", "--against", "5", "--first", "me"], ["b2:up"])
    assert NAMES[4] in run(["--continue"], ["quit"])


def test_continue_without_any_unfinished_game_says_what_would_do():
    with pytest.raises(InvalidOption, match="no unfinished game"):
        run(["--continue"])


def test_again_begins_another_game_in_a_file_of_its_own(tmp_path, shelf):
    file = tmp_path / "first.fivefold"
    text = run(["locus", "--against", "f", "--record", str(file)], ["resign", "again", "a1:up"])
    assert text.count("Locus Poker (grid 6x6") == 2
    assert load(file).outcome is not None
    assert [load(path).outcome for path in shelf.iterdir()] == [None]


def test_a_file_that_is_no_record_does_not_hide_the_game_to_go_on_with(shelf):
    run(["locus", "--against", "5", "--first", "me"], ["b2:up"])
    (shelf / "zzz.fivefold").write_text("nothing of the kind")
    assert NAMES[4] in run(["--continue"], ["quit"])
