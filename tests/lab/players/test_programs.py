"""Programs as players: whatever one does, it loses its game at most, and no process is left behind."""

import os
import signal
import subprocess
import sys
import time
from contextlib import suppress
from pathlib import Path

import psutil
import pytest

from fivefold.contract.errors import InvalidOption
from fivefold.lab.matches import Matchup, PairTask, played_game
from fivefold.lab.players import programs
from fivefold.lab.players.programs import ProgramProcess
from fivefold.lab.players.registry import canonical_name, new_player, prepare, title
from fivefold.lab.players.replies import Forfeit
from fivefold.play.catalogue import find
from fivefold.play.match import Match

pytestmark = pytest.mark.slow
FAULTY = Path(__file__).with_name("faulty_engine.py")
RANDOM = Path(__file__).parents[3] / "examples/engines/random_engine.py"
LONG = (("dice", "off"), ("goal", "40"))


def started_commands():
    """Yield the words of every command that this process has started and that still runs."""
    for each in psutil.Process().children(recursive=True):
        with suppress(psutil.NoSuchProcess):  # also one that has just ended
            yield each.cmdline()


@pytest.fixture(autouse=True)
def nothing_is_left():
    yield
    programs.end_idle()
    assert not [words for words in started_commands() if {str(FAULTY), str(RANDOM), "sleep"} & set(words)]


def faulty(fault):
    return programs.canonical(f"program:{sys.executable} {FAULTY} {fault}")


def lost(fault, seconds=0.3):
    """Return how a faulty program loses a game that it begins."""
    return played_game(PairTask(Matchup("race", faulty(fault), "random", LONG), 0, ()), 0, seconds)


@pytest.mark.parametrize(
    ("fault", "offence", "detail"),
    [
        ("crash", "crash", "ended with status 1: 'RuntimeError: no idea'"),
        ("exit", "crash", "ended with status 3"),
        ("silent", "time", "no move within 0.3 s"),
        ("flood", "time", "no move within 0.3 s"),
        ("complains", "time", "no move within 0.3 s"),
        ("garbage", "protocol", "where bestmove belongs"),
        ("giant", "protocol", "a line of more than 65,536 bytes"),
        ("cheat", "illegal", "move:999"),
        ("error", "protocol", "answered 'error 12 I do not like this'"),
        ("wordless", "illegal", "''"),
    ],
)
def test_a_program_that_does_wrong_loses_its_game_and_it_is_said_why(fault, offence, detail):
    game = lost(fault)
    assert game.lost is not None and game.lost.seat == 0
    assert game.lost.offence == offence and detail in game.lost.detail
    assert game.match.outcome.returns == (0.0, 1.0)
    assert len(game.findings[0]) == 2, "its first two moves count"
    record = Match.from_record(game.match.to_record())
    assert record.outcome.returns == (0.0, 1.0), "the record is true"


def test_what_a_program_tells_of_its_search_is_kept():
    first = lost("exit").findings[0][0]
    assert (first.depth, first.nodes, first.shares) == (1, 7, (0.25, 0.75))


def test_a_program_plays_game_after_game_in_one_process():
    name = faulty("fine")
    starts = []
    for number in range(3):
        played = played_game(PairTask(Matchup("race", name, "random", LONG), number, ()), 0)
        assert played.lost is None
        ((_, idle),) = programs._idle.items()
        starts.append(idle.process)
    assert starts[0] is starts[1] is starts[2]


def test_an_idle_program_that_has_ended_is_started_again():
    programs.check(faulty("fine"), "race")
    ((_, idle),) = programs._idle.items()
    os.killpg(idle.process._process.pid, signal.SIGKILL)
    idle.process._process.wait()
    assert played_game(PairTask(Matchup("race", faulty("fine"), "random", LONG), 0, ()), 0).lost is None


def test_a_killed_program_loses_and_the_next_game_starts_it_afresh():
    name, match = faulty("fine"), Match("race", seed=1, **dict(LONG))
    player = new_player(match.game, name, 1.0, 1)
    match.make(player.find(match).move)
    match.make(match.legal()[0])
    (guard,) = (each for each in psutil.Process().children() if "guard.py" in " ".join(each.cmdline()))
    guard.children()[0].kill()
    with pytest.raises(Forfeit, match="ended with status 137"):
        player.find(match)
    assert played_game(PairTask(Matchup("race", name, "random", LONG), 0, ()), 0).lost is None


@pytest.mark.parametrize("command", ["stubborn", "fine"])
def test_nothing_outlives_a_program_that_is_ended(command):
    before = psutil.Process().children(recursive=True)
    programs.check(faulty(command), "race")
    began = [each for each in psutil.Process().children(recursive=True) if each not in before]
    assert len(began) >= (5 if command == "stubborn" else 2)
    programs.end_idle()
    assert not any(each.is_running() for each in began)


def test_nothing_outlives_a_process_that_is_killed():
    code = (
        "import sys, time; from fivefold.lab.players import programs;"
        f"programs.check({faulty('stubborn')!r}, 'race'); print('started', flush=True); time.sleep(1000)"
    )
    house = subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE)
    assert house.stdout.readline() == b"started\n"
    began = psutil.Process(house.pid).children(recursive=True)
    assert len(began) >= 5
    house.kill()
    house.wait()
    house.stdout.close()
    _, alive = psutil.wait_procs(began, timeout=20)
    assert alive == []


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("program:no-such-program-here", "there is no program no-such-program-here to run"),
        ("program:", "the command is missing"),
        ("program:python3 'unclosed", "the command cannot be read"),
    ],
)
def test_a_program_that_is_not_there_is_refused_at_once(name, said):
    with pytest.raises(InvalidOption, match=said):
        canonical_name(find("race"), name)


@pytest.mark.parametrize(
    ("fault", "said"), [("other-version", "speaks 'fivefold 9', not fivefold 1"), ("mute", "no answer in time")]
)
def test_a_program_that_does_not_greet_is_refused_before_anything_is_played(fault, said, monkeypatch):
    monkeypatch.setattr(programs, "START_SECONDS", 0.5)
    with pytest.raises(InvalidOption, match=said):
        prepare(find("race"), [faulty(fault)])


def test_a_program_has_to_play_the_game():
    with pytest.raises(InvalidOption, match="does not play focus, it plays race, locus"):
        prepare(find("focus"), [faulty("fine")])


def test_what_a_program_does_not_read_does_not_hold_up_the_house():
    process = ProgramProcess([sys.executable, "-c", "import time; time.sleep(1000)"])
    started = time.monotonic()
    with pytest.raises(Forfeit, match="did not read what it was sent"):
        process.say("x" * 1_000_000, started + 0.2)
    process.end(politely=False)


def test_the_sample_engine_plays_every_game():
    name = programs.canonical(f"program:{sys.executable} {RANDOM}")
    assert title(find("focus"), name).endswith("random_engine.py")
    for key, options in {"pokeros": (), "dice_poker": (("sets", "1"),), "solitaire": (("mode", "race"),)}.items():
        played = played_game(PairTask(Matchup(key, name, name, options), 0, ()), 0)
        assert played.lost is None and played.match.outcome is not None, key
    again = played_game(PairTask(Matchup("solitaire", name, name, (("mode", "race"),)), 0, ()), 0)
    assert again.match.moves == played.match.moves, "the seed it is given decides"


def test_a_changed_program_is_another(tmp_path):
    engine = tmp_path / "engine.py"
    engine.write_text("one")
    name = programs.canonical(f"program:{sys.executable} {engine}")
    before = programs.digest(name)
    assert programs.digest(name) == before
    engine.write_text("two")
    assert programs.digest(name) != before
