"""Questions to worker processes: answered, asked again when a worker is lost, and nothing left behind."""

import logging
import os
import select
import signal
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from threading import Event

import pytest

from fivefold.contract.errors import InvalidOption
from fivefold.engine import worker_main
from fivefold.engine.budget import Budget
from fivefold.engine.kernels import PlainKernels
from fivefold.engine.opponents import PLAIN_NOTE, Opponent, judge
from fivefold.engine.search_kinds import ALPHABETA_LEVELS
from fivefold.engine.worker_main import Question, Respondent, question
from fivefold.engine.workers import NoAnswer, Thinker, WorkerLost, Workers
from fivefold.play.catalogue import find
from fivefold.play.match import Match

WAIT = 60
"""Seconds after which a test fails rather than hangs."""


class Script:
    """Workers that do as told, one instruction a question: an answer, an error, or an event to wait for."""

    def __init__(self, *instructions):
        self.instructions, self.hired, self.asked = list(instructions), [], Event()

    def hire(self):
        self.hired.append(ScriptedWorker(self))
        return self.hired[-1]


class ScriptedWorker:
    def __init__(self, script):
        self.script, self.deal, self.alive, self.killed = script, None, True, Event()

    def ask(self, asked, seconds):
        told = self.script.instructions.pop(0) if self.script.instructions else "answer"
        self.script.asked.set()
        if told == "wait until killed":
            assert self.killed.wait(WAIT)
            raise WorkerLost("killed")
        if told == "die":
            raise WorkerLost("it died")
        return told

    def is_alive(self):
        return self.alive

    def kill(self):
        self.killed.set()

    def close(self):
        self.alive = False


@pytest.fixture
def staffed():
    """Make workers of a script, without processes."""
    opened = []

    def make(*instructions, count=1):
        script = Script(*instructions)
        workers = Workers(count, keys=(), hire=script.hire)
        workers._compile = lambda: None
        workers.start()
        opened.append(workers)
        return workers, script

    yield make
    for workers in opened:
        workers.stop()


ASKED = Question("locus", {}, (), (), 1)


# --- who is asked, and how often -------------------------------------------------------------------------------------


def test_a_question_is_asked_again_of_another_worker_when_one_is_lost(staffed, caplog):
    workers, script = staffed("die", "die", "c3:up")
    assert workers.think(ASKED) == "c3:up"
    assert len(script.hired) == 3 and [worker.alive for worker in script.hired] == [False, False, True]
    assert [record.levelno for record in caplog.records] == [logging.WARNING] * 2


def test_after_three_lost_workers_it_gives_up_and_the_next_question_is_answered(staffed):
    workers, _ = staffed("die", "die", "die", "c3:up")
    with pytest.raises(NoAnswer, match="locus: 3 workers in a row"):
        workers.think(ASKED)
    assert workers.think(ASKED) == "c3:up"


def test_spare_workers_come_on_top_and_are_replaced_too():
    script = Script()
    workers = Workers(2, spare=1, keys=(), hire=script.hire)
    workers._compile = lambda: None
    with workers:
        assert workers.count == 2 and len(workers._free) == 3
        workers._free[0].kill()
        workers.tend()
        assert len(workers._free) == 3 and all(worker.alive for worker in workers._free)


def test_what_is_wrong_with_a_question_is_raised_and_the_worker_stays(staffed):
    workers, script = staffed(InvalidOption("grid: no"))
    with pytest.raises(InvalidOption, match="grid: no"):
        workers.think(ASKED)
    assert len(script.hired) == 1 and script.hired[0].alive


def test_stopping_ends_questions_being_asked_and_those_that_wait(staffed, caplog):
    workers, script = staffed("wait until killed")
    with ThreadPoolExecutor(2) as pool:
        asked = [pool.submit(workers.think, ASKED) for _ in range(2)]
        assert script.asked.wait(WAIT)
        workers.stop()
        for one in asked:
            with pytest.raises(NoAnswer, match="stopped"):
                one.result(WAIT)
    assert not any(worker.alive for worker in script.hired) and not caplog.records


def test_the_worker_that_knows_a_deal_is_asked_about_it_again(staffed):
    workers, script = staffed(count=3)
    deals = [Question("locus", {"grid": "6x5"}, (), (text,), 1) for text in ("deal:7h", "deal:8h", "deal:9h")]
    for asked in (*deals, deals[2], deals[0]):
        workers.think(asked)
    first, second, third = script.hired
    assert (first.deal, second.deal, third.deal) == tuple(asked.deal for asked in deals)


def test_a_worker_that_died_idle_is_replaced(staffed, caplog):
    workers, script = staffed(count=2)
    script.hired[0].alive = False
    workers.tend()
    assert len(script.hired) == 3 and "ended while it was idle" in caplog.text
    workers.tend()
    assert len(script.hired) == 3


def test_a_place_that_could_not_be_filled_is_filled_later(staffed):
    workers, script = staffed("die")
    hire, workers._hire = workers._hire, lambda: (_ for _ in ()).throw(OSError("no more processes"))
    with pytest.raises(OSError, match="no more processes"):
        workers.think(ASKED)
    workers._hire = hire
    workers.tend()
    assert workers.think(ASKED) == "answer" and len(script.hired) == 2


# --- what a worker answers -------------------------------------------------------------------------------------------


@pytest.fixture
def cold(monkeypatch):
    """No engine is compiled."""
    monkeypatch.setattr(worker_main, "is_warm", lambda game: False)


def test_a_question_carries_the_match(cold):
    match = Match("locus", seed=3)
    for _ in range(3):
        match.play(match.legal_moves()[0])
    rebuilt = worker_main.rebuild(match.game, match.options, match.moves, question(match, 1).chance)
    assert (rebuilt.row, rebuilt.history) == (match.row, match.history)
    thought = Respondent(patient=False).answer(question(match, 3))
    assert thought.text in match.legal_moves() and thought.note == PLAIN_NOTE


def test_what_is_wrong_with_a_question_is_an_answer(cold):
    asked = question(Match("locus", seed=3), 9)
    told = Respondent(patient=False).answer(asked)
    assert isinstance(told, InvalidOption) and "no such opponent" in str(told)


def test_a_budget_stands_instead_of_the_levels_own(cold):
    match, respondent = Match("locus", seed=3), Respondent(patient=False)
    shallow = respondent.answer(question(match, 7, Budget(depth=1)))
    assert shallow.depth == 1 and ALPHABETA_LEVELS[6].depth > 1


def test_a_fresh_question_is_answered_the_same_whatever_was_asked_before(compiled):
    compiled("locus")
    match, respondent = Match("locus", seed=3), Respondent(patient=False)
    asked = Question("locus", match.options, tuple(match.moves), question(match, 7).chance, 7, Budget(nodes=5000), True)
    first = respondent.answer(asked)
    respondent.answer(question(match, 7, Budget(nodes=20_000)))
    again = respondent.answer(asked)
    assert first.note == "" and (again.text, again.points, again.nodes) == (first.text, first.points, first.nodes)


@pytest.mark.parametrize("win", ["last", "quota"])
def test_a_seat_judges_a_position_in_which_another_is_to_move(win, cold):
    match = Match("focus", players=3, win=win)
    match.play(match.legal_moves()[0])
    asked = Question("focus", match.options, tuple(match.moves), (), 7, Budget(nodes=500), True, seat=0)
    judged, own = (Respondent(patient=False).answer(one) for one in (asked, question(match, 7, Budget(nodes=500))))
    assert judged.text == "" and judged.line == () and sum(judged.values) == pytest.approx(1.0)
    if win == "quota":
        assert judged.values == own.values, "everybody plays for themselves, whoever asks"
    else:
        assert judged.values[1] == pytest.approx(judged.values[2]) and own.values[0] == pytest.approx(own.values[2])


def test_two_players_judge_a_position_alike(compiled):
    match = Match("locus", seed=3, first=0)
    for budget in (Budget(depth=1), Budget(depth=4)):
        mine, theirs = (judge(compiled("locus"), match, seat, budget) for seat in (0, 1))
        assert mine.values == pytest.approx(theirs.values) and mine.points == -theirs.points


def test_only_a_few_opponents_keep_what_they_learnt(cold):
    respondent, match = Respondent(patient=False), Match("focus")
    for level in (1, 2, 3, 1, 4, 5):
        respondent.answer(question(match, level, Budget(depth=1, slip=level)))
    assert [key[1] for key in respondent._seated] == [3, 1, 4, 5]


def test_one_ply_deep_nobody_waits_until_the_engine_is_loaded(monkeypatch):
    monkeypatch.setattr(worker_main, "is_warm", lambda game: True)
    loaded = []
    monkeypatch.setattr(Respondent, "load", lambda self, game: loaded.append(game.key))
    match = Match("focus")
    for level in (1, 2, 3):
        assert Respondent(patient=False).answer(question(match, level)).note == PLAIN_NOTE
    assert loaded == []
    Respondent(patient=True).answer(question(match, 1))
    Respondent(patient=False).answer(question(match, 4))
    assert loaded == ["focus", "focus"]


def test_one_ply_deep_plain_python_thinks_the_same_as_the_compiled_engine(compiled):
    for key in ("locus", "focus"):
        for level in (1, 2, 3):
            match = Match(key, seed=5)
            plain, fast = (Opponent(find(key), level, 1, one) for one in (PlainKernels(find(key)), compiled(key)))
            assert plain.find(match).move == fast.find(match).move


def test_engines_are_loaded_as_they_get_ready(monkeypatch):
    ready, loaded = {"focus"}, []
    monkeypatch.setattr(worker_main, "is_warm", lambda game: game.key in ready)
    monkeypatch.setattr(Respondent, "load", lambda self, game: loaded.append(game.key))
    monkeypatch.setattr(worker_main.time, "sleep", lambda seconds: ready.add("locus"))
    Respondent(patient=False).load_all([find("locus"), find("focus")])
    assert loaded == ["focus", "locus"]


# --- real processes --------------------------------------------------------------------------------------------------


@pytest.mark.slow
def test_the_terminals_thinker_thinks_for_all_levels_with_the_compiled_engine(compiled):
    compiled("locus")
    match = Match("locus", seed=3)
    with Thinker(match.game) as thinker:
        for level in (1, 3):
            thought = thinker.think(match, level)
            match.play(thought.text)
    assert thought.note == "" and len(match.moves) == 38


@pytest.mark.slow
def test_a_worker_that_hangs_or_is_killed_is_replaced_and_its_question_answered(tmp_path, monkeypatch, caplog):
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    asked = question(Match("locus", seed=3), 1)
    with Workers(1, keys=("locus",), silent_seconds=WAIT) as workers, ThreadPoolExecutor(1) as pool:
        workers.think(asked)
        (worker,) = workers._free
        begun, ask = Event(), worker.ask
        worker.ask = lambda *question: (begun.set(), ask(*question))[1]
        os.kill(worker.process.pid, signal.SIGSTOP)
        answer = pool.submit(workers.think, asked)
        assert begun.wait(WAIT)
        os.kill(worker.process.pid, signal.SIGKILL)
        assert answer.result(WAIT).text
        (other,) = workers._free
        os.kill(other.process.pid, signal.SIGSTOP)
        with pytest.raises(WorkerLost, match="was silent for"):
            other.ask(asked, 0.01)
    assert f"process {worker.process.pid} ended" in caplog.text
    assert not any(gone.process.is_alive() for gone in (worker, other))


SERVER = """
import sys
from fivefold.engine.workers import Workers, question
from fivefold.play.match import Match
if __name__ == "__main__":
    workers = Workers(1, keys=("focus",))
    workers.start()
    workers.think(question(Match("focus"), 1))
    print(workers._free[0].process.pid, workers._compiling.pid, flush=True)
    sys.stdin.read()
"""


@pytest.mark.slow
@pytest.mark.skipif(not hasattr(os, "pidfd_open"), reason="waits for processes that are not its own: Linux only")
def test_a_server_that_is_killed_leaves_no_process_behind(tmp_path):
    file = tmp_path / "server.py"
    file.write_text(SERVER)
    environment = os.environ | {"XDG_CACHE_HOME": str(tmp_path / "cache")}
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "text": True}
    with subprocess.Popen([sys.executable, str(file)], env=environment, **pipes) as server:
        left = [os.pidfd_open(int(pid)) for pid in server.stdout.readline().split()]
        server.kill()
    for process in left:
        assert select.select([process], [], [], WAIT)[0], "a process outlived the server"
        os.close(process)
