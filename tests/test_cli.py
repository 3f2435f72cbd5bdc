"""The command line as a process, and what it answers to wrong usage."""

import os
import pty
import runpy
import select
import subprocess
import sys

import pytest

from fivefold import Match, cli
from fivefold.lab import games
from tests.quick import first


def run(*arguments, typed="", home=None):
    """Run `fivefold` with these lines typed into a pipe."""
    environment = {**os.environ, "XDG_DATA_HOME": str(home)} if home else None
    command = [sys.executable, "-m", "fivefold", *map(str, arguments)]
    return subprocess.run(
        command, input=typed, capture_output=True, text=True, env=environment, timeout=300, check=False
    )


@pytest.mark.parametrize(
    ("line", "offered"),
    [
        ("fivefold pla", "play"),
        ("fivefold perft f", "focus"),
        ("fivefold play focus --aga", "--against"),
        ("fivefold mail ", "--help -h deliver read"),
        ("fivefold mail deliver --data", "--data --database --database-password-file"),
        ("fivefold nothing x", ""),
    ],
)
def test_a_shell_completes_what_was_begun(line, offered, monkeypatch, capsys):
    monkeypatch.setenv("COMP_LINE", line)
    assert cli.main(["fivefold", "", ""]) == 0
    assert capsys.readouterr().out.split() == offered.split()


@pytest.mark.slow
def test_two_friends_at_a_pipe(tmp_path):
    typed = "a1:up\nb2:down\nnonsense\nquit\n"
    done = run("play", "locus", "--against", "friend", "--seed", 1, typed=typed, home=tmp_path)
    assert done.returncode == 0 and done.stderr == ""
    assert "\x1b" not in done.stdout and "nonsense: " in done.stdout
    (kept,) = tmp_path.rglob("*.fivefold")
    assert done.stdout.endswith(f"The game is saved in {kept}\nContinue it with: fivefold play --continue\n")
    assert run("verify", kept).returncode == 0


@pytest.mark.slow
def test_a_terminal_is_prompted_and_left_cleanly(tmp_path):
    ours, theirs = pty.openpty()
    command = [sys.executable, "-m", "fivefold", "play", "locus", "--against", "friend", "--seed", "1"]
    environment = {**os.environ, "XDG_DATA_HOME": str(tmp_path), "TERM": "dumb"}
    with subprocess.Popen(command, stdin=theirs, stdout=theirs, stderr=theirs, env=environment) as process:
        os.close(theirs)
        os.write(ours, b"a1:up\nquit\n")
        text = b"".join(iter(lambda: read_some(ours), b"")).decode()
    assert process.returncode == 0
    assert "Indigo to move: " in text and " face up: " in text and "Continue it with: " in text


@pytest.mark.slow
def test_a_flag_falls_in_a_terminal_while_somebody_types(tmp_path):
    ours, theirs = pty.openpty()
    command = [sys.executable, "-m", "fivefold", "play", "locus", "--against", "friend", "--time", "5s/move"]
    environment = {**os.environ, "XDG_DATA_HOME": str(tmp_path), "TERM": "dumb"}
    with subprocess.Popen(command, stdin=theirs, stdout=theirs, stderr=theirs, env=environment) as process:
        os.close(theirs)
        told = read_until(ours, b" to move: ")
        for typed, answer in ((b"pause\n", b"Paused (go on"), (b"go on\n", b"The clocks go on."), (b"a1", b"Over (")):
            os.write(ours, typed)
            told += read_until(ours, answer)
        os.write(ours, b"quit\n")
        told += b"".join(iter(lambda: read_some(ours), b""))
    assert process.returncode == 0 and b"ran out of time." in told
    (kept,) = tmp_path.rglob("*.fivefold")
    assert "the times add up" in run("verify", kept).stdout


@pytest.mark.slow
def test_a_rival_in_a_race_does_not_wait_for_who_is_typing(tmp_path):
    ours, theirs = pty.openpty()
    command = [sys.executable, "-m", "fivefold", "play", "solitaire", "--preset", "race", "--against", "7"]
    environment = {**os.environ, "XDG_DATA_HOME": str(tmp_path), "TERM": "dumb"}
    with subprocess.Popen(command, stdin=theirs, stdout=theirs, stderr=theirs, env=environment) as process:
        os.close(theirs)
        told = b""
        while b"Ready to race?" not in told:
            told += read_some(ours)
        os.write(ours, b"\n")
        while told.count(b"Your move") < 1:
            told += read_some(ours)
        os.write(ours, b"qui")
        while told.count(b" puts ") < 2 or not told.endswith(b"Your move (Sage): qui"):
            told += read_some(ours)
        os.write(ours, b"t\n")
        told += b"".join(iter(lambda: read_some(ours), b""))
    assert process.returncode == 0 and b"Continue it with: " in told
    assert Match.from_record(next(tmp_path.rglob("*.fivefold")).read_text()).movers.count(1) >= 2


def read_until(terminal, text, seconds=60):
    """Return what there is to read up to this text; fail where it does not come."""
    told = b""
    while text not in told:
        assert select.select([terminal], [], [], seconds)[0], f"waited in vain for {text}: {told.decode()}"
        more = read_some(terminal)
        assert more, f"closed before {text}: {told.decode()}"
        told += more
    return told


def read_some(terminal):
    """Return what is there to read, nothing when the other side has closed."""
    try:
        return os.read(terminal, 65536)
    except OSError:
        return b""


@pytest.mark.slow
def test_a_computer_opponent_answers_through_a_pipe(tmp_path):
    file = tmp_path / "game.fivefold"
    # The opponent may take b2 itself; then it has not taken f6.
    typed = "a1:up\nhint\nb2:up\nf6:up\nresign\n"
    arguments = ("locus", "--against", 1, "--first", "me", "--seed", 1, "--record", file)
    done = run("play", *arguments, typed=typed, home=tmp_path)
    assert done.returncode == 0 and done.stderr == ""
    match = Match.from_record(file.read_text())
    assert len(match.moves) >= 36 + 4 and match.outcome.winner is not None
    assert "Hint: " in done.stdout and "Chances to win: " in done.stdout


@pytest.mark.slow
def test_the_reader_of_a_pipe_may_leave_early(tmp_path):
    (tmp_path / "game").write_text(Match("locus", seed=1).to_record())
    command = f"{sys.executable} -m fivefold show {tmp_path}/game | head -1"
    done = subprocess.run(command, shell=True, capture_output=True, text=True, timeout=300, check=True)
    assert done.stdout.startswith("Locus Poker: ") and done.stderr == ""


@pytest.mark.slow
@pytest.mark.parametrize("closed", first(1, ["<&-", "<&- >&-", "</dev/null >/dev/null"]))
def test_closed_streams_end_the_game_quietly(closed, tmp_path):
    command = f"{sys.executable} -m fivefold play locus --against friend {closed}"
    environment = {**os.environ, "XDG_DATA_HOME": str(tmp_path)}
    done = subprocess.run(command, shell=True, capture_output=True, text=True, timeout=300, check=True, env=environment)
    assert done.stderr == ""


@pytest.mark.slow
def test_bytes_and_letters_the_encoding_lacks_are_no_crash(tmp_path):
    environment = {**os.environ, "XDG_DATA_HOME": str(tmp_path), "PYTHONIOENCODING": "ascii"}
    command = [sys.executable, "-m", "fivefold", "play", "locus", "--against", "friend"]
    typed = "a1:\u2191\n".encode() + b"\xff\na1:up\n"
    done = subprocess.run(command, input=typed, capture_output=True, timeout=300, check=True, env=environment)
    assert b" face up: " in done.stdout and done.stderr == b""


def test_perft_agrees_with_the_rules_page(capsys):
    assert cli.main(["perft", "focus", "--depth", "2", "--plain", "--option", "patience=0"]) == 0
    assert capsys.readouterr().out.splitlines() == ["depth 1: 68", "depth 2: 4,460"]


def test_every_command_with_options_takes_a_table_from_a_file(tmp_path, capsys):
    (tmp_path / "mine").write_text("fivefold table\n1 = 5\n")
    options = ["--option", "scoring=user", "--option", f"table=@{tmp_path}/mine"]
    assert cli.main(["perft", "solitaire", "--depth", "1", "--plain", *options]) == 0
    (tmp_path / "mine").write_text("fivefold table\n1 = five\n")
    assert cli.main(["perft", "solitaire", "--depth", "1", "--plain", *options]) == 2
    assert f"fivefold: {tmp_path}/mine: line 2: '1 = five'" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["play", "chess"], "'chess': there is no such game"),
        (["play", "locus", "--option", "grid"], "grid: an option is written NAME=VALUE"),
        (["show", "/nowhere/game"], "/nowhere/game: No such file or directory"),
        (["perft", "focus", "--depth", "1", "--option", "players=9"], "players=9: "),
    ],
)
def test_a_refusal_is_one_line_and_exit_status_2(arguments, said, capsys):
    assert cli.main(arguments) == 2
    error = capsys.readouterr().err
    assert error.startswith("fivefold: ") and said in error and error.count("\n") == 1


@pytest.mark.parametrize("arguments", [[], ["dance"], ["perft", "focus"], ["play", "--first", "me", "--seat", "1"]])
def test_wrong_usage_is_exit_status_2(arguments, capsys):
    with pytest.raises(SystemExit) as left:
        cli.main(arguments)
    said = capsys.readouterr().err
    assert left.value.code == 2 and "usage: fivefold" in said and "--help shows what there is" in said


@pytest.mark.parametrize(
    ("arguments", "meant"), [(["serv"], "serve"), (["admin", "bann", "Ben"], "ban"), (["study", "pokerus"], "pokeros")]
)
def test_what_was_probably_meant_is_named(arguments, meant, capsys):
    with pytest.raises(SystemExit):
        cli.main(arguments)
    assert f"there is no {arguments[len(arguments) > 1]!r}; perhaps you mean {meant!r}; " in capsys.readouterr().err


@pytest.mark.parametrize(
    ("words", "told"), [(["mail", "deliver"], "Envelope-To"), (["admin", "ban"], "kept in the log, and shown to them")]
)
def test_help_tells_what_there_is_to_choose_and_who_reads_it(words, told, capsys):
    with pytest.raises(SystemExit):
        cli.main([*words, "--help"])
    assert told in " ".join(capsys.readouterr().out.split())


def test_the_module_is_the_command_too(monkeypatch, capsys):
    monkeypatch.setattr(sys, "argv", ["fivefold", "--version"])
    monkeypatch.delitem(sys.modules, "fivefold.cli")
    with pytest.raises(SystemExit) as left:
        runpy.run_module("fivefold.cli", run_name="__main__")
    assert left.value.code == 0 and capsys.readouterr().out.startswith("fivefold ")


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["play", "--seed", "x"], "--seed: x: takes a whole number"),
        (["match", "1", "2", "--game", "locus", "--scale", "0"], "--scale: 0: takes a number above 0, as 0.5"),
        (["match", "1", "2", "--game", "locus", "--scale", "x"], "--scale: x: takes a number above 0, as 0.5"),
    ],
)
def test_a_wrong_number_is_told_in_words(arguments, said, capsys):
    with pytest.raises(SystemExit):
        cli.main(arguments)
    assert said in capsys.readouterr().err


def test_an_interrupt_is_no_traceback(monkeypatch, capsys):
    def interrupted(game):
        raise KeyboardInterrupt

    monkeypatch.setattr(games, "warm", interrupted)
    assert cli.main(["warm"]) == 130
    assert "Traceback" not in capsys.readouterr().err


def test_version(capsys):
    with pytest.raises(SystemExit) as left:
        cli.main(["--version"])
    assert left.value.code == 0 and capsys.readouterr().out.startswith("fivefold ")
