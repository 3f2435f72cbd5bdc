"""`fivefold engine`: every line has its answer, and the house's opponents play as they do at home."""

import io
import re
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fivefold import Match, keys
from fivefold.engine.kernels import PlainKernels
from fivefold.lab.engine import EngineSession, converse
from fivefold.lab.matches import Matchup, PairTask, played_game
from fivefold.lab.players import programs
from fivefold.lab.players.protocol import LONGEST_LINE

WORDS = ["fivefold", "1", "newgame", "position", "go", "stop", "legal", "isready", "setoption", "level", "7", "nodes"]
WORDS += [
    "depth",
    "time",
    "infinite",
    "you",
    "seats",
    "seed",
    "0",
    "2",
    "chance",
    "deal:??",
    "deal:5h",
    "b2-c2:1",
    "-1",
]
WORDS += [*keys(), "players=3", "grid=9", "hand=1", "mode=race", "=", "99999999999999999999", "go\x00", "é"]
LINES = st.lists(st.one_of(st.sampled_from(WORDS), st.text(max_size=8)), max_size=8).map(" ".join)


def session(level=2):
    said = []
    return EngineSession(said.append, PlainKernels, level), said


def answers(*lines, level=2):
    """Return what is said to these lines, each thought awaited."""
    talk, said = session(level)
    for line in lines:
        talk.receive(line)
        talk.wait()
    return said


def told(match):
    made = zip(match.movers, match.history, strict=True)
    return " ".join(f"{'chance' if mover < 0 else mover} {text}" for mover, text in made)


def test_it_greets_with_its_games_and_options():
    said = answers("fivefold 1")
    assert said[0].startswith("name Fivefold ") and said[-1] == "fivefold 1"
    assert [line for line in said if line.startswith("game ")] == [f"game {key}" for key in keys()]
    assert "option level whole 2 1 7" in said


@pytest.mark.slow
def test_it_thinks_and_says_what_it_found():
    info, best = answers("newgame focus seed 3", "position 0 b2-c2:1", "go")
    assert re.fullmatch(r"info depth 1 nodes \d+ time \d+ chances 0\.\d{3} 0\.\d{3} line \S+", info)
    match = Match("focus")
    match.play("b2-c2:1")
    assert best.removeprefix("bestmove ") in match.legal_moves()


@pytest.mark.slow
@pytest.mark.parametrize("key", ["locus", "dice_poker", "solitaire", "pokeros"])
def test_it_plays_a_position_of_every_game(key):
    match = Match(key, seed=5)
    settled = " ".join(f"{name}={value}" for name, value in match.options.items())
    ready, legal, info, best = answers(
        f"newgame {key} you 0 {settled}", "isready", f"position {told(match)}", "legal", "go", level=1
    )
    assert ready == "readyok" and info.startswith("info ")
    if match.to_move == 0:
        assert legal.split()[1:] == match.legal_moves()
    assert best.removeprefix("bestmove ") in legal.split()


@pytest.mark.parametrize(
    ("lines", "said"),
    [
        (["hum"], "error 1 'hum' is no command; the commands are fivefold, isready,"),
        (["fivefold 2"], "error 1 fivefold: this engine speaks version 1; write fivefold 1"),
        (["go"], "error 1 go: there is no position; send newgame and position first"),
        (["newgame focus", "go"], "error 2 go: there is no position; send position first"),
        (["newgame chess"], "error 1 newgame: 'chess': there is no such game"),
        (["newgame focus players=9"], "error 1 newgame: players=9"),
        (["newgame focus seats 3"], "error 1 newgame: with these options 2 play, not 3; write seats 2"),
        (["newgame focus you 2"], "error 1 newgame: there is no seat 2; the seats are 0 to 1"),
        (["newgame pokeros"], "error 1 newgame: Pokeros has secrets, so it matters who is looking; say which"),
        (["newgame focus", "position 0"], "error 2 position: each move stands behind who made it"),
        (["newgame focus", "position 1 b2-c2:1"], "error 2 position: move 1: b2-c2:1: is a move of 0, not of 1"),
        (["newgame focus", "position 0 a9"], "error 2 position: move 1: a9: not a move of Focus"),
        (["newgame locus", "position", "go"], "error 3 go: chance is to move; send position with what it brings"),
        (["newgame focus", "position", "go fast"], "error 3 go: 'fast' is no limit; write go, and behind it"),
        (["newgame focus", "position", "go level 8"], "error 3 go level: 8 is no level; the levels are 1 to 7"),
        (["newgame focus", "position", "go nodes"], "error 3 go nodes: '' stands where a whole number from 1 up"),
        (["setoption speed 5"], "error 1 setoption: the only option is level; write setoption level 5"),
        (["stop"], "error 1 stop: the engine is not thinking; send go first"),
    ],
    ids=lambda value: None if isinstance(value, list) else value[8:40],
)
def test_what_cannot_be_done_is_said_with_where_and_what_would_do(lines, said):
    last = answers(*lines)[-1]
    assert last.startswith(said)


def test_in_a_race_it_has_to_know_its_seat():
    match = Match("solitaire", mode="race", seed=2)
    said = answers("newgame solitaire mode=race", f"position {told(match)}", "go")
    assert said == ["error 3 go: anyone may be to move; say which seat is yours: newgame … you 0"]
    _, best = answers("newgame solitaire mode=race you 1", f"position {told(match)}", "go", level=1)
    assert best.startswith("bestmove 2:")


def test_while_it_thinks_it_hears_and_stops_when_told():
    talk, said = session(7)
    for line in ("newgame focus", "position", "go infinite", "isready", "position 0 b2-c2:1", "stop"):
        talk.receive(line)
    assert said[:2] == ["readyok", "error 5 position: the engine is thinking; wait for bestmove, or send stop"]
    assert said[2].startswith("info ") and said[3].startswith("bestmove ") and len(said) == 4


@pytest.mark.slow
def test_quit_ends_a_thought_with_its_move():
    talk, said = session()
    assert all(talk.receive(line) for line in ("newgame focus", "position", "go infinite", ""))
    assert not talk.receive("quit")
    assert said[-1].startswith("bestmove ")


def test_a_limit_holds():
    for limit in ("nodes 1", "depth 1", "level 1"):
        info, best = answers("newgame focus", "position", f"go {limit}", level=5)
        assert "depth 1 " in info and best.startswith("bestmove ")


def test_a_line_without_end_is_refused_and_the_next_one_heard():
    talk, said = session()
    lines = b"x" * (3 * LONGEST_LINE) + b"\n\xff\xfe\n" + b"y" * LONGEST_LINE + b"\nisready\nquit\nisready\n"
    converse(talk, io.BytesIO(lines))
    assert said[0] == f"error 1 the line has more than {LONGEST_LINE} bytes; send a shorter one"
    assert said[1].startswith("error 2 ") and said[2].startswith("error 3 ")
    assert said[3:] == ["readyok"]


@pytest.mark.slow
@settings(deadline=None, max_examples=60)
@given(st.lists(LINES, max_size=12))
def test_whatever_is_sent_there_is_an_answer_and_never_a_traceback(lines):
    talk, said = session(1)
    for number, line in enumerate(lines, start=1):
        before = len(said)
        if not talk.receive(line):
            break
        talk.end()
        words = line.split()
        silent = not words or words[0] in {"newgame", "position", "setoption"} or words[:1] == ["legal"] != words
        assert silent or len(said) > before, line
        for each in said[before:]:
            assert each.split()[0] in {
                "name",
                "author",
                "game",
                "option",
                "fivefold",
                "readyok",
                "legal",
                "info",
                "bestmove",
                "error",
            }
            assert "\n" not in each and "search failed" not in each
            assert not each.startswith("error") or int(each.split()[1]) == number


@pytest.mark.slow
def test_behind_the_protocol_a_level_makes_the_moves_it_makes_at_home():
    engine = programs.canonical(f"program:{sys.executable} -m fivefold engine --level 3")
    home, away = (played_game(PairTask(Matchup("pokeros", player, "2", seed=4), 0, ()), 0) for player in ("3", engine))
    programs.end_idle()
    assert away.lost is None and home.match.moves == away.match.moves


def example():
    page = (Path(__file__).parents[2] / "docs/engine-protocol.md").read_text()
    (block,) = re.findall(r"^```session\n(.*?)^```$", page, re.DOTALL | re.MULTILINE)
    return [(line[0], line[2:]) for line in block.splitlines()]


@pytest.mark.slow
def test_the_example_session_of_the_page_is_what_happens():
    command = [sys.executable, "-m", "fivefold", "engine", "--level", "3"]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as engine:
        for mark, line in example():
            if mark == ">":
                print(line, file=engine.stdin, flush=True)
                continue
            heard = engine.stdout.readline()
            while heard.startswith("info text"):
                heard = engine.stdout.readline()
            assert without_figures(heard) == without_figures(line)
        assert engine.stdout.read() == ""
    assert engine.returncode == 0


def without_figures(line):
    """Return a line without what differs from machine to machine, or version to version."""
    return re.sub(r"(time|Fivefold) \S+", r"\1", line.strip())
