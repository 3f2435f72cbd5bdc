"""Lines that come through a pipe or are typed key by key, with an end to waiting for them."""

import io
import os
import pty
import termios
from threading import Timer

import pytest

from fivefold.doors.terminal.screen import Keyboard, PipedLines, Screen, TimeUp


@pytest.fixture
def pipe():
    reading, writing = os.pipe()
    with os.fdopen(reading) as source, os.fdopen(writing, "wb", buffering=0) as target:
        yield PipedLines(source), target


@pytest.fixture
def terminal():
    """Return where somebody types, and the terminal that a program reads."""
    ours, theirs = pty.openpty()
    yield ours, theirs
    os.close(ours)
    os.close(theirs)


def test_a_pipe_is_read_line_by_line_and_what_has_no_end_yet_waits(pipe):
    lines, target = pipe
    target.write(b"first\n\nthird\nfou")
    assert [lines.next(0), lines.next(0), lines.next()] == ["first", "", "third"]
    with pytest.raises(TimeUp):
        lines.next(0)
    target.write(b"rth\nlast")
    target.close()
    assert [lines.next(0), lines.next(0), lines.next(0), lines.next()] == ["fourth", "last", None, None]


def test_a_line_is_waited_for_as_long_as_there_is_time(pipe, terminal):
    (lines, target), (ours, theirs) = pipe, terminal
    keyboard = Keyboard(theirs, io.StringIO())
    Timer(0.05, lambda: (target.write(b"piped\n"), os.write(ours, b"typed\n"))).start()
    assert (lines.next(60), keyboard.next(60)) == ("piped", "typed")


def test_a_letter_cut_in_two_is_one_letter(pipe):
    lines, target = pipe
    target.write("caf\u00e9".encode()[:-1])
    with pytest.raises(TimeUp):
        lines.next(0)
    target.write("\u00e9\n".encode()[1:])
    assert lines.next(0) == "caf\u00e9"


def test_text_that_lies_ready_never_keeps_anybody_waiting():
    lines = PipedLines(io.StringIO("one\n\ntwo"))
    assert [lines.next(0), lines.next(9), lines.next(), lines.next(9)] == ["one", "", "two", None]


@pytest.mark.parametrize(
    ("keys", "line"),
    [
        (b"1:7h@c3\n", "1:7h@c3"),
        (b"1:7h@d\x7fc3\r", "1:7h@c3"),
        (b"nonsense\x15quit\n", "quit"),
        (b"\x7f\x7fa\n", "a"),
        (b"\x1b[A\x1b[3~\x1bOPpass\x1b[1;5D\n", "pass"),
        (b"a\x04b\tc\n", "abc"),
        (b"\x04", None),
        ("\u00e9\u00e8\n".encode(), "\u00e9\u00e8"),
    ],
)
def test_keys_become_a_line(terminal, keys, line):
    ours, theirs = terminal
    keyboard = Keyboard(theirs, io.StringIO())
    os.write(ours, keys)
    assert keyboard.next(5) == line


def test_what_was_typed_so_far_is_kept_while_time_runs_out(terminal):
    ours, theirs = terminal
    before, shown = termios.tcgetattr(theirs), io.StringIO()
    keyboard = Keyboard(theirs, shown)
    os.write(ours, b"one\ntwo")
    assert keyboard.next(5) == "one"
    with pytest.raises(TimeUp):
        keyboard.next(0.05)
    assert keyboard.typed == "two" and shown.getvalue() == "one\ntwo"
    os.write(ours, b"!\n")
    assert keyboard.next(5) == "two!" and keyboard.typed == ""
    keyboard.close()
    assert termios.tcgetattr(theirs) == before


def test_a_question_stands_until_there_is_news_and_is_asked_again_with_what_was_typed(terminal):
    ours, theirs = terminal
    with os.fdopen(os.dup(theirs)) as source, os.fdopen(os.dup(theirs), "w") as target:
        screen = Screen(source, target)
        assert screen.interactive
        for news in ("", "", "Pip plays.", ""):
            if news:
                screen.show(news)
            os.write(ours, b"a" if news else b"")
            with pytest.raises(TimeUp):
                screen.ask("Your move: ", 0.05)
        os.write(ours, b"b\n")
        assert screen.ask("Your move: ", 5) == "ab"
        screen.show("You play.")
        screen.rest()
    told = ""
    while not told.endswith("You play.\n"):  # a terminal hands on in pieces
        told += os.read(ours, 10_000).decode().replace("\r", "")
    assert told == "Your move: \nPip plays.\nYour move: ab\nYou play.\n"
