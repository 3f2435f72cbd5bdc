"""Clocks at one keyboard, on a clock that goes on only while somebody types or thinks."""

import re

import pytest

from fivefold import Match
from fivefold.contract.errors import InvalidOption
from fivefold.doors.terminal import archive, table_clocks
from fivefold.doors.terminal.loop import run
from fivefold.doors.terminal.saved_matches import load
from fivefold.doors.terminal.table import Table, opponents, seated, seated_again
from fivefold.play.time_control import TimeControl

from .test_race import Day, Thinking, Typist
from .test_start import run as run_command
from .test_start import shelf  # noqa: F401  (games are kept in a folder of the test)
from .test_table import FirstMove, unwrapped

pytestmark = pytest.mark.slow


class Slow(FirstMove):
    """An opponent that thinks for two seconds, and whose answer takes a second more to arrive."""

    def __init__(self, day):
        super().__init__()
        self.day = day

    def think(self, match, level, seat=None, budget=None):
        self.day.seconds += 3
        thought = super().think(match, level, seat)
        thought.seconds = 2.0
        return thought


def play(script, control="5m+3s", against="3", handicap=100, file=None, kept=None, day=None, **options):
    """Type lines, each with the seconds before it; return the table and what was written."""
    day = day or Day()
    match = kept or Match("locus", seed=1, **{"first": 0, **options})
    clocks = table_clocks.ClockWish(TimeControl.parse(control), handicap)
    seats = seated_again(match) if kept else seated(match, 0, opponents(match.game, against, len(match.seats) - 1))
    seats = seats if kept else table_clocks.with_handicap(seats, 0, clocks)
    screen = Typist(day, script)
    content = file.read_bytes() if kept else None
    table = Table(match, seats, Slow(day), screen, file, content, clock=day, control=clocks.control)
    run(table, lambda think, *about: Thinking(day, 0, think(*about)))
    return table, screen.written.getvalue()


def test_the_clocks_stand_before_each_move():
    _, text = play([(9, "a1:up"), (1, "quit")])
    assert "[You 5:00 · Biscuit 5:00] Your move (Amber): a1:up" in text.replace(name_of(3), "Biscuit")
    assert "[You 4:54 · Biscuit 5:01] Your move (Amber): quit" in text.replace(name_of(3), "Biscuit")


def name_of(level):
    return Match("locus", seed=1).game.personas[level - 1].name


def test_without_clocks_nothing_is_said_of_time():
    match = Match("locus", seed=1, first=0)
    day = Day()
    screen = Typist(day, [(900, "a1:up"), (900, "help"), (1, "time"), (1, "pause")])
    run(Table(match, seated(match, 0, opponents(match.game, "3", 1)), FirstMove(), screen, None, clock=day))
    text = unwrapped(screen.written.getvalue())
    assert "Your move (Amber): a1:up" in text and "[" not in text.partition("help")[0].replace("[WHERE", "")
    assert "go on" not in text and "There is no clock in this game" in text and "nobody has a clock here" in text


def test_a_flag_falls_while_nothing_is_typed():
    table, text = play([(9, "a1:up"), (400, "b2:up"), (1, "")])
    assert f"{name_of(3)} wins. You ran out of time." in text
    assert table.match.ending.seat == 0


def test_a_line_that_comes_too_late_loses(monkeypatch):
    monkeypatch.setattr(Typist, "ask", lambda self, prompt, seconds=None: late(self, prompt))
    table, text = play([(400, "a1:up"), (1, "")])
    assert "That came too late: your time had run out." in text and "You ran out of time." in text
    assert not table.match.decisions


def late(typist, prompt):
    """A pipe, which cannot be waited for with an end to it."""
    if not typist.script:
        return None
    seconds, line = typist.script.pop(0)
    typist.day.seconds += seconds
    return line


def test_a_key_pressed_just_after_the_flag_fell_does_not_leave():
    _, text = play([(301, ""), (1, ""), (5, ""), (1, "never")])
    assert text.count("Over: ") >= 2 and "never" not in text


def test_every_clock_in_words():
    _, text = play([(61, "time"), (1, "pause"), (1, "time"), (1, "quit")], handicap=50)
    told = unwrapped(text)
    assert "5 minutes each, and 3 seconds more after each move. You have half the time." in told
    assert f"You have 1 minute and 29 seconds left. {name_of(3)} has 5 minutes left. Your clock is running." in told
    assert "The clocks stand still until you type go on." in told


def test_a_pause_stops_the_clocks_for_as_long_as_one_likes():
    table, text = play([(10, "pause"), (9000, "a1:up"), (9000, "go on"), (10, "more time"), (1, "a1:up"), (0, "quit")])
    told = unwrapped(text)
    assert "Paused: the clocks stand still" in told and "a1:up: the match is paused; go on with it first." in told
    assert "The clocks go on." in told and "You get 1 minute more." in told
    assert table.now.clocks.seats[0].left == (300 - 21 + 60 + 3) * 1000


def test_taking_a_move_back_does_not_give_its_time_back():
    table, _ = play([(10, "a1:up"), (5, "undo"), (0, "quit")])
    assert table.now.clocks.seats[0].left == (300 - 15 + 3) * 1000
    assert not table.match.decisions


def test_a_computer_loses_only_what_it_thought():
    table, _ = play([(0, "a1:up"), (0, "quit")])
    assert table.now.clocks.seats[1].used == 2000


def test_a_kept_game_goes_on_with_its_clocks_as_they_stood(tmp_path):
    file = tmp_path / "game.fivefold"
    play([(10, "a1:up"), (5, "undo"), (1, "a1:up"), (7, "quit")], file=file, handicap=50)
    day = Day()
    day.seconds = 99_999.0  # days later
    second, text = play([(0, "time"), (4, "quit")], kept=load(file), file=file, day=day)
    assert second.now.seats[0].handicap == 50 and second.now.terms.time.text == "5m+3s"
    assert "The clocks go on from where they stood." in unwrapped(text)
    third = load(file).timing.stands().seats
    assert third[0].used == (10 + 5 + 1 + 7 + 4) * 1000
    assert third[0].left == 150_000 + 2 * 1500 - third[0].used and third[1].used == 4000


def test_a_kept_pause_is_still_one(tmp_path):
    file = tmp_path / "game.fivefold"
    play([(1, "a1:up"), (10, "pause"), (500, "quit")], file=file)
    _, text = play([(900, "go on"), (3, "quit")], kept=load(file), file=file)
    assert "Paused (go on, or quit): go on" in text
    assert load(file).timing.stands().seats[0].used == (1 + 10 + 3) * 1000


def test_a_race_ends_when_its_time_is_up():
    match = Match("solitaire", seed=1, mode="race", decks=2, deal=3)
    day, control = Day(), TimeControl.parse("30s/game")
    screen = Typist(day, [(10, "time"), (1, "pause"), (100, "show"), (5, "")])
    table = Table(match, seated(match, 0, opponents(match.game, "3", 1)), Slow(day), screen, None, None, day, control)
    run(table, lambda think, *about: Thinking(day, 0, think(*about)))
    told = unwrapped(screen.written.getvalue())
    assert "left for the whole game." in told and "one time counts for the whole game" in told
    assert "The time was up." in told and table.match.ending.time_up


def test_a_record_shows_how_long_each_move_took(tmp_path, capsys):
    file = tmp_path / "game.fivefold"
    play([(65, "a1:up"), (4.2, "a2:up"), (1, "resign"), (1, "")], file=file)
    archive.show(file, None, None)
    text = capsys.readouterr().out
    assert "[1:05]" in text and "[4.2 s]" in text and "[2.0 s]" in text
    assert "Time: 5 minutes each, and 3 seconds more after each move; left at the end of the record: Amber 3:55" in text
    assert archive.verify([file]) == 0
    assert "the times add up" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        (["--time", "3d/move"], "played in the browser"),
        (["--time", "5m/game"], "races and games for one"),
        (["--time", "soon"], "not a time to play with"),
        (["--handicap", "50"], "there is no clock"),
        (["--time", "5m+3s", "--handicap", "33"], "it is 100%"),
        (["--continue", "--time", "5m+3s"], "leave out --time"),
    ],
)
def test_clocks_that_do_not_go_with_a_game_are_refused(arguments, reason):
    game = [] if "--continue" in arguments else ["locus", "--against", "1"]
    with pytest.raises(InvalidOption, match=reason):
        run_command([*game, *arguments])


def test_clocks_can_be_asked_for_in_the_menu_and_are_not_asked_about():
    text = unwrapped(run_command(["--first", "me"], ["locus", "time=soon", "?", "time=5m+3s handicap=50", "1", "quit"]))
    assert "time=30s/move thirty seconds for each move" in text and "not a time to play with" in text
    assert "You have half the time." in text and re.search(r"[\[ ]You 2:(30|29)[\] ]", text)
    assert "clock" not in run_command(["--first", "me"], ["locus", "", "1", "quit"])


def test_another_game_has_the_same_clocks():
    text = run_command(["locus", "--against", "1", "--time", "5m+3s", "--handicap", "50"], ["resign", "again", "quit"])
    assert text.count("You have half the time.") == 2


@pytest.mark.parametrize(
    ("milliseconds", "shown"), [(291_000, "4:51"), (3_723_000, "1:02:03"), (9_450, "0:09.4"), (0, "0:00.0")]
)
def test_what_a_clock_shows(milliseconds, shown):
    assert table_clocks.face(milliseconds) == shown


def test_a_pipe_with_clocks_is_played_like_any_other():
    text = run_command(["locus", "--against", "1", "--seat", "0", "--time", "5m+3s"], ["c3:up"])
    assert "] Your move (Amber): c3:up" in text
