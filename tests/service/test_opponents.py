"""Opponents at a real house: they move when it is their turn, once, whatever happens meanwhile; hints; analysis.

Who thinks here is made up, so that a test decides how long it takes and what comes out; the last tests use processes.
"""

import logging
import os
import signal
from concurrent.futures import ThreadPoolExecutor
from threading import Condition, Event

import pytest

from fivefold.engine.answering import rebuild
from fivefold.engine.opponents import LEVELS, PLAIN_NOTE, Thought
from fivefold.engine.workers import NoAnswer, Workers
from fivefold.play.catalogue import find
from fivefold.play.contract import CHANCE
from fivefold.service import opponents as module
from fivefold.service.analysis import QUICK_NOTE
from fivefold.service.errors import NotOffered, NotYours
from fivefold.service.house import House
from fivefold.service.opponents import HINT_BUDGET, Opponents
from fivefold.service.wishes import Wish
from fivefold.store import open_database

ANNA, BERT = "anna567abcdefghi", "bert567abcdefghi"
WAIT = 60
"""Seconds after which a test fails rather than hangs."""


class Thinkers:
    """Plays the first legal move; ``gate`` holds every answer back, ``failures`` are raised first."""

    def __init__(self, count=2):
        self.count, self.asked, self.note = count, [], ""
        self.gate, self.change, self.failures, self.stopped, self.tended = Event(), Condition(), [], False, 0
        self.gate.set()

    def start(self):
        pass

    def stop(self):
        self.stopped = True
        self.gate.set()

    def tend(self):
        self.tended += 1

    def think(self, asked):
        with self.change:
            self.asked.append(asked)
            self.change.notify_all()
        assert self.gate.wait(WAIT)
        if self.stopped:
            raise NoAnswer("stopped")
        if self.failures:
            raise self.failures.pop()
        match = rebuild(find(asked.game), asked.options, asked.moves, asked.chance)
        moves = match.legal_moves()
        return Thought(moves[0], (0.75, 0.25), 12.0, tuple(moves[:1]), 3, 100, 0.0, note=self.note)

    def until_asked(self, count):
        with self.change:
            assert self.change.wait_for(lambda: len(self.asked) >= count, WAIT), f"asked {len(self.asked)} of {count}"


@pytest.fixture
def house(url):
    return House(open_database(url))


@pytest.fixture
def seated(house):
    """Let opponents sit down: a sweep comes only at their start, and when a test asks for it."""
    started = []

    def sit(thinkers=None, **more):
        started.append(Opponents(house, thinkers or Thinkers(), sweep_seconds=3600, **more))
        started[-1].start()
        return started[-1]

    yield sit
    for opponents in started:
        opponents.stop()


def until(house, match_id, condition):
    """Wait until a match stands as wanted; return how it does."""
    news = Condition()

    def tell(standing):
        with news:
            news.notify_all()

    stop = house.listen(match_id, tell)
    with news:
        assert news.wait_for(lambda: condition(house.standing(match_id)), WAIT), house.standing(match_id).entries[-3:]
    stop()
    return house.standing(match_id)


def begin(house, *others, game="locus", by=ANNA, **more):
    against_computers = {"seed": 1} if not {"here", "link"} & set(others) else {}
    return house.create(by, Wish(game, {}, others or ("3",), **{"begin": "me", **against_computers, **more}))


def play(house, standing, by=ANNA):
    return house.play(standing.id, by, standing.number + 1, standing.match.legal_moves()[0])


def her_turn(standing):
    return standing.to_act in standing.seats_of(ANNA)


# --- moves -----------------------------------------------------------------------------------------------------------


def test_a_whole_game_is_played(house, seated):
    thinkers = Thinkers()
    seated(thinkers)
    now = begin(house, "5", begin="them")
    while now.status != "over":
        now = until(house, now.id, lambda standing: standing.status == "over" or her_turn(standing))
        now = play(house, now) if now.status != "over" else now
    assert [asked.level for asked in thinkers.asked] == [5] * 18
    assert [entry.number for entry in now.entries] == list(range(1, 36 + 36 + 1))


def test_three_computers_move_one_after_the_other(house, seated):
    thinkers = Thinkers()
    seated(thinkers)
    now = house.create(ANNA, Wish("focus", {"players": "4"}, ("1", "2", "3"), "me"))
    play(house, now)
    now = until(house, now.id, lambda standing: her_turn(standing) and standing.number >= 4)
    assert [asked.level for asked in thinkers.asked] == [1, 2, 3]


def test_what_was_due_before_a_start_is_found(house, seated):
    matches = [begin(house, "2", begin="them", seed=seed) for seed in range(3)]
    seated()
    for match in matches:
        assert until(house, match.id, her_turn).number == match.number + 1


def test_a_sweep_finds_what_nobody_told(house, seated):
    opponents = seated()
    house.on_due = None
    match = begin(house, begin="them")
    opponents._sweep()
    assert until(house, match.id, her_turn) and opponents._workers.tended >= 1


def test_an_answer_that_comes_too_late_is_dropped(house, seated, caplog):
    caplog.set_level(logging.INFO)
    thinkers = Thinkers(count=1)
    opponents = seated(thinkers)
    thinkers.gate.clear()
    first, other = begin(house, begin="them"), begin(house, begin="them", seed=2)
    thinkers.until_asked(1)
    resigned = house.resign(first.id, ANNA, first.number + 1)
    thinkers.gate.set()
    until(house, other.id, her_turn)
    assert house.standing(first.id) is resigned and opponents.thinking(first.id) is None
    assert f"Match {first.id}: the opponent's answer came too late and is dropped" in caplog.text


def test_one_match_is_thought_about_once_at_a_time(house, seated):
    thinkers = Thinkers(count=3)
    opponents = seated(thinkers)
    thinkers.gate.clear()
    match = begin(house, begin="them")
    thinkers.until_asked(1)
    assert opponents.thinking(match.id) == match.to_act
    for _ in range(3):
        opponents._due(match.id)
        opponents._sweep()
    other = begin(house, begin="them", seed=2)
    thinkers.until_asked(2)
    thinkers.gate.set()
    for one in (match, other):
        until(house, one.id, her_turn)
    opponents.stop()
    assert len(thinkers.asked) == 2 and opponents.thinking(match.id) is None


def test_what_fails_is_said_and_tried_again_after_a_rest(house, seated, caplog):
    thinkers, time = Thinkers(count=1), [0.0]
    opponents = seated(thinkers, clock=lambda: time[0])
    thinkers.failures = [NoAnswer("locus: 3 workers in a row ended")]
    match = begin(house, begin="them")
    other = begin(house, seed=2)
    play(house, other)
    until(house, other.id, lambda standing: her_turn(standing) and standing.number > other.number)
    assert f"match {match.id}, move: locus: 3 workers in a row ended; tried again in 10 seconds" in caplog.text
    opponents._sweep()
    assert opponents.thinking(match.id) is None
    time[0] = 11.0
    opponents._sweep()
    until(house, match.id, her_turn)


def test_a_fault_of_ours_is_logged_with_its_place_and_the_others_go_on(house, seated, caplog):
    thinkers = Thinkers(count=1)
    seated(thinkers)
    thinkers.failures = [ZeroDivisionError("a bug")]
    begin(house, begin="them")
    other = begin(house, seed=2)
    play(house, other)
    until(house, other.id, lambda standing: her_turn(standing) and standing.number > other.number)
    assert "a bug" in caplog.text and "Traceback" in caplog.text


def test_stopping_drops_what_is_thought_about_and_logs_nothing(house, seated, caplog):
    thinkers = Thinkers()
    opponents = seated(thinkers)
    thinkers.gate.clear()
    match = begin(house, begin="them")
    thinkers.until_asked(1)
    opponents.stop()
    assert house.standing(match.id) is match and not caplog.records
    seated()
    until(house, match.id, her_turn)


# --- hints -----------------------------------------------------------------------------------------------------------


def test_a_hint_says_the_move_its_reason_and_the_chance(house, seated):
    thinkers = Thinkers()
    now = begin(house)
    hint = seated(thinkers).hint(now.id, ANNA)
    text, move = now.match.legal_moves()[0], now.match.legal()[0]
    game = now.match.game
    assert hint["text"] == text and hint["picks"] == list(game.notation.clicks(now.match.row, move))
    assert hint["said"].startswith(f"{text}: {game.notation.explain(now.match.row, move)}. ")
    chance = {0: "75 %", 1: "25 %"}[now.to_act]
    assert hint["said"].endswith(f"Chance to win: {chance}.") and hint["values"] == [0.75, 0.25]
    assert hint["marks"] == game.spotlight(now.match.row, move) and hint["note"] == ""
    assert (thinkers.asked[0].level, thinkers.asked[0].budget) == (len(LEVELS), HINT_BUDGET)


def test_a_hint_that_was_found_quickly_says_so(house, seated):
    thinkers = Thinkers()
    thinkers.note = PLAIN_NOTE
    assert seated(thinkers).hint(begin(house).id, ANNA)["note"] == QUICK_NOTE


def test_a_quick_hint_is_found_again_when_the_engine_is_compiled(house, seated, monkeypatch):
    warm, thinkers = [False], Thinkers()
    monkeypatch.setattr(module, "is_warm", lambda game: warm[0])
    opponents, match = seated(thinkers), begin(house)
    thinkers.note = PLAIN_NOTE
    assert opponents.hint(match.id, ANNA) is opponents.hint(match.id, ANNA)
    warm[0], thinkers.note = True, ""
    assert opponents.hint(match.id, ANNA)["note"] == "" and len(thinkers.asked) == 2


def test_who_may_have_a_hint(house, seated):
    opponents = seated()
    here, linked = begin(house, "here"), begin(house, "link")
    assert opponents.hint(here.id, ANNA)["text"]
    house.sit(linked.id, BERT)
    over = begin(house, seed=2)
    house.resign(over.id, ANNA, over.number + 1)
    for match, guest, error, words in [
        (here, BERT, NotYours, "you look on"),
        (linked, ANNA, NotOffered, "between people"),
        (over, ANNA, NotOffered, "the match is over"),
    ]:
        with pytest.raises(error, match=words):
            opponents.hint(match.id, guest)


def test_no_hint_while_it_is_the_others_turn(house, seated):
    thinkers = Thinkers()
    opponents = seated(thinkers)
    thinkers.gate.clear()
    match = begin(house, begin="them")
    with pytest.raises(NotOffered, match="not your turn"):
        opponents.hint(match.id, ANNA)


def test_however_many_ask_one_hint_is_found_for_a_position(house, seated):
    thinkers = Thinkers()
    opponents = seated(thinkers)
    thinkers.gate.clear()
    match = begin(house)
    with ThreadPoolExecutor(4) as pool:
        hints = [pool.submit(opponents.hint, match.id, ANNA) for _ in range(4)]
        thinkers.until_asked(1)
        thinkers.gate.set()
        assert len({hint.result(WAIT)["text"] for hint in hints}) == 1
    assert len(thinkers.asked) == 1


def test_a_hint_that_failed_is_looked_for_again(house, seated):
    thinkers = Thinkers()
    opponents = seated(thinkers)
    thinkers.failures = [NoAnswer("locus: 3 workers in a row ended")]
    match = begin(house)
    with pytest.raises(NotOffered, match="too busy just now"):
        opponents.hint(match.id, ANNA)
    assert opponents.hint(match.id, ANNA)["text"]


def test_stopping_lets_those_go_who_wait_for_a_hint(house, seated):
    thinkers = Thinkers(count=1)
    opponents = seated(thinkers)
    thinkers.gate.clear()
    matches = [begin(house, seed=seed) for seed in (1, 2)]
    with ThreadPoolExecutor(2) as pool:
        hints = [pool.submit(opponents.hint, match.id, ANNA) for match in matches]
        thinkers.until_asked(1)
        opponents.stop()
        for hint in hints:
            with pytest.raises(NotOffered, match="too busy just now"):
                hint.result(WAIT)


# --- analysis --------------------------------------------------------------------------------------------------------


def finished(house, moves=3):
    """Return a match of Anna against herself at one screen that she gave up after some moves."""
    now = begin(house, "here", game="focus")
    for _ in range(moves):
        now = house.play(now.id, ANNA, now.number + 1, now.match.legal_moves()[-1])
    return house.resign(now.id, ANNA, now.number + 1)


class Stored(House):
    """A house that tells when an analysis is stored."""

    def __init__(self, database):
        super().__init__(database)
        self.news, self.order = Condition(), []

    def store_analysis(self, match_id, ply, estimate):
        super().store_analysis(match_id, ply, estimate)
        with self.news:
            self.order.append(ply)
            self.news.notify_all()

    def until_stored(self, count):
        with self.news:
            assert self.news.wait_for(lambda: len(self.order) >= count, WAIT)


@pytest.fixture
def telling(tmp_path):
    return Stored(open_database(f"sqlite:///{tmp_path / 'telling.db'}"))


def test_every_ply_of_a_finished_match_is_analysed_once(telling):
    opponents = Opponents(telling, Thinkers(count=1), sweep_seconds=3600)
    match = finished(telling)
    opponents.start()
    for _ in range(3):
        opponents.analyse(match.id)
    telling.until_stored(4)
    opponents.analyse(match.id)
    asked = opponents._workers.asked
    opponents._agenda.add(module.Job(module.Urgency.ANALYSIS, "last", opponents._agenda.close))
    for thread in opponents._threads[1:]:
        thread.join(WAIT)
    opponents.stop()
    assert telling.order == [0, 1, 2, 3]
    assert [len(question.moves) for question in asked if question.seat is None] == [0, 1, 2, 3]
    known = telling.analyses(match.id)
    assert sorted(known) == [0, 1, 2, 3] and known[0].loss == pytest.approx(0.0)
    assert known[1].played == match.match.history[1] and known[1].values == (0.75, 0.25)


def test_a_match_that_goes_on_is_not_analysed(house, seated):
    with pytest.raises(NotOffered, match="comes when the match is over"):
        seated().analyse(begin(house).id)


def test_quick_estimates_are_made_again_when_the_engine_is_compiled(telling, monkeypatch):
    warm = [False]
    monkeypatch.setattr(module, "is_warm", lambda game: warm[0])
    thinkers = Thinkers(count=1)
    thinkers.note = PLAIN_NOTE
    opponents = Opponents(telling, thinkers, sweep_seconds=3600)
    match = finished(telling, 1)
    opponents.start()
    opponents.analyse(match.id)
    telling.until_stored(2)
    warm[0], thinkers.note = True, ""
    opponents.analyse(match.id)
    telling.until_stored(4)
    opponents.stop()
    assert telling.order == [0, 1, 0, 1]
    assert [estimate.note for estimate in telling.analyses(match.id).values()] == ["", ""]


def until_waiting(agenda, urgency):
    with agenda._change:
        assert agenda._change.wait_for(lambda: any(key[0] == urgency for key in agenda._waiting), WAIT)


def test_moves_and_hints_come_between_the_plies_of_an_analysis(telling):
    thinkers = Thinkers(count=1)
    opponents = Opponents(telling, thinkers, sweep_seconds=3600)
    match, hinted = finished(telling, 5), begin(telling)
    opponents.start()
    thinkers.gate.clear()
    opponents.analyse(match.id)
    thinkers.until_asked(1)
    with ThreadPoolExecutor(1) as pool:
        hint = pool.submit(opponents.hint, hinted.id, ANNA)
        moving = begin(telling, "2", begin="them", seed=3)
        until_waiting(opponents._agenda, module.Urgency.HINT)
        thinkers.gate.set()
        hint.result(WAIT)
        telling.until_stored(6)
    until(telling, moving.id, her_turn)
    opponents.stop()
    kinds = [(asked.level, asked.fresh) for asked in thinkers.asked]
    assert kinds.index((2, False)) <= 2 and kinds.index((7, False)) == kinds.index((2, False)) + 1
    assert kinds[0] == kinds[-1] == (7, True)


# --- with real processes ---------------------------------------------------------------------------------------------


def test_a_worker_killed_in_mid_thought_loses_nothing(house, tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    workers = Workers(1, keys=("locus",))
    workers._compile = lambda: None
    opponents = Opponents(house, workers, sweep_seconds=3600)
    opponents.start()
    (worker,) = workers._free
    asked, ask = Event(), worker.ask
    worker.ask = lambda *question: (asked.set(), ask(*question))[1]
    os.kill(worker.process.pid, signal.SIGSTOP)
    match = begin(house, "1", begin="them")
    assert asked.wait(WAIT)
    os.kill(worker.process.pid, signal.SIGKILL)
    now = until(house, match.id, her_turn)
    opponents.stop()
    assert now.number == match.number + 1 and now.match.movers[-1] != CHANCE
    assert not worker.process.is_alive() and not workers._free
