"""Opponents at a real house: they move when it is their turn, once, whatever happens meanwhile; hints; analysis.

Who thinks here is made up, so that a test decides how long it takes and what comes out; the last tests use processes.
"""

import logging
import os
import signal
import threading
import time
from threading import Condition, Event

import pytest

from fivefold.contract import CHANCE
from fivefold.engine.calibration import calibration_at
from fivefold.engine.opponents import LEVELS, PLAIN_NOTE, Thought
from fivefold.engine.worker_main import rebuild
from fivefold.engine.workers import NoAnswer, Workers
from fivefold.house.bus import COMPUTER_DUE
from fivefold.house.computers import opponents as module
from fivefold.house.computers import pending_results
from fivefold.house.computers.agenda import Agenda, Job, Urgency
from fivefold.house.computers.analysis import QUICK_NOTE
from fivefold.house.computers.hints import in_words
from fivefold.house.computers.opponents import BUSY_SECONDS, HINT_BUDGET, REST_SECONDS, Opponents
from fivefold.house.computers.pending_results import AT_ONCE
from fivefold.house.database import open_database
from fivefold.house.errors import Busy, NotKept, NotOffered, NotYours
from fivefold.house.house import House
from fivefold.house.table.seating import MatchRequest
from fivefold.play.catalogue import find
from fivefold.play.match import Match
from fivefold.session.narration import percent

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


class Slow(Thinkers):
    """Answers the weakest level at once, however long the others are held back."""

    def think(self, asked):
        if asked.level > 1:
            return super().think(asked)
        moves = rebuild(find(asked.game), asked.options, asked.moves, asked.chance).legal_moves()
        return Thought(moves[0], (0.5, 0.5), 0.0, (), 1, 1, 0.0)


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

    def tell(snapshot):
        with news:
            news.notify_all()

    stop = house.listen(match_id, tell)
    with news:
        assert news.wait_for(lambda: condition(house.snapshot(match_id)), WAIT), house.snapshot(match_id).entries[-3:]
    stop()
    return house.snapshot(match_id)


def begin(house, *others, game="locus", by=ANNA, **more):
    against_computers = {"seed": 1} if not {"here", "link"} & set(others) else {}
    return house.create(by, MatchRequest(game, {}, others or ("3",), **{"begin": "me", **against_computers, **more}))


def play(house, snapshot, by=ANNA):
    return house.play(snapshot.id, by, snapshot.number + 1, snapshot.match.legal_moves()[0])


def her_turn(snapshot):
    return snapshot.to_act in snapshot.seats_of(ANNA)


# --- moves -----------------------------------------------------------------------------------------------------------


def test_a_whole_game_is_played(house, seated):
    thinkers = Thinkers()
    seated(thinkers)
    now = begin(house, "5", begin="them")
    while now.status != "over":
        now = until(house, now.id, lambda snapshot: snapshot.status == "over" or her_turn(snapshot))
        now = play(house, now) if now.status != "over" else now
    assert [asked.level for asked in thinkers.asked] == [5] * 18
    assert [entry.number for entry in now.entries] == list(range(1, 36 + 36 + 1))


@pytest.mark.parametrize(("time", "seconds"), [("", None), ("3d/move", 2.0), ("15s+1s", 1.4)])
def test_with_a_clock_it_thinks_no_longer_than_it_can_afford(house, seated, time, seconds):
    thinkers = Thinkers()
    seated(thinkers)
    now = begin(house, "7", begin="them", time=time)
    until(house, now.id, her_turn)
    (asked,) = thinkers.asked
    assert seconds == (asked.budget and pytest.approx(asked.budget.seconds, abs=0.1))


def test_three_computers_move_one_after_the_other(house, seated):
    thinkers = Thinkers()
    seated(thinkers)
    now = house.create(ANNA, MatchRequest("focus", {"players": "4"}, ("1", "2", "3"), "me"))
    play(house, now)
    now = until(house, now.id, lambda snapshot: her_turn(snapshot) and snapshot.number >= 4)
    assert [asked.level for asked in thinkers.asked] == [1, 2, 3]


def test_what_was_due_before_a_start_is_found(house, seated):
    matches = [begin(house, "2", begin="them", seed=seed) for seed in range(3)]
    seated()
    for match in matches:
        assert until(house, match.id, her_turn).number == match.number + 1


def test_a_sweep_finds_what_nobody_told(house, seated):
    opponents = seated()
    house.bus._subscribers[COMPUTER_DUE].clear()
    match = begin(house, begin="them")
    opponents._sweep()
    assert until(house, match.id, her_turn) and opponents._workers.tended >= 1


@pytest.mark.parametrize("count", [1, 2])
def test_a_quick_answer_never_stands_behind_long_ones(house, seated, count):
    thinkers = Slow(count)
    seated(thinkers)
    thinkers.gate.clear()
    long = [begin(house, "7", begin="them", seed=seed) for seed in range(3 * count)]
    thinkers.until_asked(count)
    quick = begin(house, "1", begin="them", by=BERT)
    until(house, quick.id, lambda snapshot: snapshot.to_act in snapshot.seats_of(BERT))
    assert all(house.snapshot(match.id).number == match.number for match in long)


def test_an_answer_that_comes_too_late_is_dropped(house, seated, caplog):
    caplog.set_level(logging.INFO)
    thinkers = Thinkers(count=1)
    opponents = seated(thinkers)
    thinkers.gate.clear()
    first, other = begin(house, "7", begin="them"), begin(house, "7", begin="them", seed=2)
    thinkers.until_asked(1)
    resigned = house.resign(first.id, ANNA, first.number + 1)
    thinkers.gate.set()
    until(house, other.id, her_turn)
    assert house.snapshot(first.id) is resigned and opponents.thinking(first.id) is None
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
    match = begin(house, "7", begin="them")
    other = begin(house, "7", seed=2)
    play(house, other)
    until(house, other.id, lambda snapshot: her_turn(snapshot) and snapshot.number > other.number)
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
    begin(house, "7", begin="them")
    other = begin(house, "7", seed=2)
    play(house, other)
    until(house, other.id, lambda snapshot: her_turn(snapshot) and snapshot.number > other.number)
    assert "a bug" in caplog.text and "Traceback" in caplog.text


def test_stopping_drops_what_is_thought_about_and_logs_nothing(house, seated, caplog):
    thinkers = Thinkers()
    opponents = seated(thinkers)
    thinkers.gate.clear()
    match = begin(house, begin="them")
    thinkers.until_asked(1)
    opponents.stop()
    assert house.snapshot(match.id) is match and not caplog.records
    seated()
    until(house, match.id, her_turn)


# --- hints -----------------------------------------------------------------------------------------------------------


def arrived(look):
    """Wait for what comes later; what is no answer is raised."""
    until = time.monotonic() + WAIT
    while (found := look()) is None:
        assert time.monotonic() < until, "it was not found in time"
        time.sleep(0.002)
    return found


def hinted(opponents, match_id, person=ANNA):
    """Ask for a hint and wait for it."""
    return opponents.hint(match_id, person) or arrived(lambda: opponents.look_for_hint(match_id, person))


def test_a_hint_says_the_move_its_reason_and_the_chance(house, seated):
    thinkers = Thinkers()
    now = begin(house)
    hint = hinted(seated(thinkers), now.id)
    text, move = now.match.legal_moves()[0], now.match.legal()[0]
    game = now.match.game
    assert hint["text"] == text and hint["picks"] == list(game.notation.clicks(now.match.row, move))
    assert hint["said"].startswith(f"{in_words(game.notation, now.match.row, move)}. ")
    shown = calibration_at(now.match, now.levels).shares((0.75, 0.25))
    assert hint["said"].endswith(f"Chance to win: {percent(shown[now.to_act])}.")
    assert hint["values"] == list(shown) != [0.75, 0.25]
    assert hint["marks"] == game.picture.spotlight(now.match.row, move) and hint["note"] == ""
    assert (thinkers.asked[0].level, thinkers.asked[0].budget) == (len(LEVELS), HINT_BUDGET)


def test_a_hint_that_was_found_quickly_says_so(house, seated):
    thinkers = Thinkers()
    thinkers.note = PLAIN_NOTE
    assert hinted(seated(thinkers), begin(house).id)["note"] == QUICK_NOTE


def test_a_quick_hint_is_found_again_when_the_engine_is_compiled(house, seated, monkeypatch):
    warm, thinkers = [False], Thinkers()
    monkeypatch.setattr(module, "is_warm", lambda game: warm[0])
    opponents, match = seated(thinkers), begin(house)
    thinkers.note = PLAIN_NOTE
    assert hinted(opponents, match.id) == opponents.hint(match.id, ANNA) and len(thinkers.asked) == 1
    warm[0], thinkers.note = True, ""
    assert hinted(opponents, match.id)["note"] == "" and len(thinkers.asked) == 2


def test_who_may_have_a_hint(house, seated):
    opponents = seated()
    here, linked = begin(house, "here"), begin(house, "link")
    assert hinted(opponents, here.id)["text"]
    house.sit(linked.id, BERT)
    over = begin(house, seed=2)
    house.resign(over.id, ANNA, over.number + 1)
    for match, person, error, words in [
        (here, BERT, NotYours, "you are watching"),
        (linked, ANNA, NotOffered, "between people"),
        (over, ANNA, NotOffered, "the match is over"),
    ]:
        for ask in (opponents.hint, opponents.look_for_hint):
            with pytest.raises(error, match=words):
                ask(match.id, person)


def test_no_hint_while_it_is_the_others_turn(house, seated):
    thinkers = Thinkers()
    opponents = seated(thinkers)
    thinkers.gate.clear()
    match = begin(house, begin="them")
    with pytest.raises(NotOffered, match="not your turn"):
        opponents.hint(match.id, ANNA)


def test_a_hint_is_asked_for_at_once_and_found_once_however_often_it_is_asked_for(house, seated):
    thinkers = Thinkers()
    opponents = seated(thinkers)
    thinkers.gate.clear()
    match = begin(house)
    with pytest.raises(NotOffered, match="ask for it first"):
        opponents.look_for_hint(match.id, ANNA)
    assert [opponents.hint(match.id, ANNA) for _ in range(4)] == [None] * 4
    assert opponents.look_for_hint(match.id, ANNA) is None
    thinkers.gate.set()
    assert arrived(lambda: opponents.look_for_hint(match.id, ANNA)) == opponents.hint(match.id, ANNA)
    assert len(thinkers.asked) == 1


@pytest.mark.parametrize(
    ("error", "words"), [(NoAnswer("locus: 3 workers ended"), "are busy"), (ZeroDivisionError(), "on our side")]
)
def test_a_hint_that_failed_says_so_and_can_be_asked_for_again(house, seated, caplog, error, words):
    thinkers = Thinkers()
    opponents = seated(thinkers)
    thinkers.failures = [error]
    match = begin(house)
    with pytest.raises(NotOffered, match=words):
        hinted(opponents, match.id)
    assert hinted(opponents, match.id)["text"] and caplog.records


def test_a_hint_for_a_position_that_is_gone_is_not_worked_out(house, seated):
    thinkers = Thinkers(count=1)
    opponents = seated(thinkers)
    thinkers.gate.clear()
    first, here = begin(house, "here"), begin(house, "here")
    assert opponents.hint(first.id, ANNA) is None
    thinkers.until_asked(1)
    assert opponents.hint(here.id, ANNA) is None
    play(house, here)
    thinkers.gate.set()
    with pytest.raises(NotOffered, match="ask for it first"):
        opponents.look_for_hint(here.id, ANNA)
    about = pending_results.Subject(f"{here.id} at {here.number}", here.id, here.number)

    def failure():
        try:
            opponents._hints.look(about)
        except NotOffered as error:
            return str(error)
        return None

    assert "the match has gone on" in arrived(failure) and len(thinkers.asked) == 1


def test_only_so_many_hints_of_one_person_are_worked_out_at_a_time(house, seated):
    thinkers = Thinkers(count=1)
    opponents = seated(thinkers)
    thinkers.gate.clear()
    matches = [begin(house, seed=seed) for seed in range(AT_ONCE + 1)]
    for match in matches[:-1]:
        assert opponents.hint(match.id, ANNA) is None
    with pytest.raises(NotOffered, match="4 that you asked for"):
        opponents.hint(matches[-1].id, ANNA)
    assert opponents.hint(begin(house, by=BERT).id, BERT) is None
    thinkers.gate.set()
    arrived(lambda: opponents.look_for_hint(matches[0].id, ANNA))
    assert hinted(opponents, matches[-1].id)


def test_stopping_lets_nobody_go_on_waiting_for_a_hint(house, seated):
    if house.bus.shared:
        pytest.skip("another process may answer")
    thinkers = Thinkers(count=1)
    opponents = seated(thinkers)
    thinkers.gate.clear()
    matches = [begin(house, seed=seed) for seed in (1, 2)]
    for match in matches:
        assert opponents.hint(match.id, ANNA) is None
    thinkers.until_asked(1)
    opponents.stop()
    for match in matches:
        with pytest.raises(NotOffered, match="are busy"):
            opponents.look_for_hint(match.id, ANNA)


def test_answers_are_kept_and_forgotten_but_never_while_somebody_waits(monkeypatch):
    monkeypatch.setattr(pending_results, "KEPT", 2)
    agenda = Agenda()
    answers = pending_results.LocalResults(agenda, Urgency.HINT)
    a, b, c = (pending_results.Subject(name, name, 1) for name in "abc")
    for about in (a, b):
        assert answers.ask(about, about.name, dict) is None
    with pytest.raises(NotOffered, match="are busy"):
        answers.ask(c, "c", dict)
    agenda.take().work()
    assert answers.look(a) == {} and answers.ask(c, "c", dict) is None
    assert answers.look(b) is None
    with pytest.raises(NotOffered, match="ask for it first"):
        answers.look(a)


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
        self.keep, self.estimates.keep = self.estimates.keep, self.keep_and_tell

    def keep_and_tell(self, match_id, estimate):
        self.keep(match_id, estimate)
        with self.news:
            self.order.append(estimate.ply)
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
        opponents.analyse(match.id, ANNA)
    telling.until_stored(4)
    opponents.analyse(match.id, ANNA)
    asked = opponents._workers.asked
    reached = threading.Event()
    opponents._agenda.add(module.Job(module.Urgency.ANALYSIS, "last", reached.set))
    assert reached.wait(WAIT)
    opponents.stop()
    assert telling.order == [0, 1, 2, 3]
    assert [len(question.moves) for question in asked if question.seat is None] == [0, 1, 2, 3]
    known = telling.estimates.of(match.id)
    assert sorted(known) == [0, 1, 2, 3] and known[0].loss == pytest.approx(0.0)
    shown = calibration_at(match.match, match.levels, 1, match.row_at(1)).shares((0.75, 0.25))
    assert known[1].played == match.match.history[1] and known[1].values == shown != (0.75, 0.25)


def test_a_match_that_goes_on_is_not_analysed(house, seated):
    with pytest.raises(NotOffered, match="you get it when the match is over"):
        seated().analyse(begin(house).id, ANNA)


def test_quick_estimates_are_made_again_when_the_engine_is_compiled(telling, monkeypatch):
    warm = [False]
    monkeypatch.setattr(module, "is_warm", lambda game: warm[0])
    thinkers = Thinkers(count=1)
    thinkers.note = PLAIN_NOTE
    opponents = Opponents(telling, thinkers, sweep_seconds=3600)
    match = finished(telling, 1)
    opponents.start()
    opponents.analyse(match.id, ANNA)
    telling.until_stored(2)
    warm[0], thinkers.note = True, ""
    opponents.analyse(match.id, ANNA)
    telling.until_stored(4)
    opponents.stop()
    assert telling.order == [0, 1, 0, 1]
    assert [estimate.note for estimate in telling.estimates.of(match.id).values()] == ["", ""]


def test_moves_and_hints_come_between_the_plies_of_an_analysis(telling):
    thinkers = Thinkers(count=1)
    opponents = Opponents(telling, thinkers, sweep_seconds=3600)
    match, to_hint = finished(telling, 5), begin(telling)
    opponents.start()
    thinkers.gate.clear()
    opponents.analyse(match.id, ANNA)
    thinkers.until_asked(1)
    assert opponents.hint(to_hint.id, ANNA) is None
    moving = begin(telling, "7", begin="them", seed=3)
    thinkers.gate.set()
    telling.until_stored(6)
    until(telling, moving.id, her_turn)
    opponents.stop()
    kinds = [(asked.budget, asked.fresh) for asked in thinkers.asked]
    assert kinds.index((None, False)) <= 2 and kinds.index((HINT_BUDGET, False)) == kinds.index((None, False)) + 1
    assert kinds[0] == kinds[-1] and kinds[0][1]


# --- with real processes ---------------------------------------------------------------------------------------------


@pytest.mark.slow
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


def test_a_move_that_others_kept_from_being_written_is_tried_again_soon(house, caplog):
    opponents = Opponents(house, Thinkers(count=1), clock=lambda: 100.0)
    job = Job(Urgency.MOVE, "match", lambda: None, ANNA)
    for error, seconds in (
        (Busy("locked"), BUSY_SECONDS),
        (NotKept("full"), REST_SECONDS),
        (NoAnswer(""), REST_SECONDS),
    ):
        opponents._failed(job, error)
        assert opponents._resting[job.key] == 100.0 + seconds
    assert len(caplog.records) == 1  # the ledger says once for all matches what is wrong with the disk


@pytest.mark.parametrize(
    ("game", "ply", "told"),
    [
        ("locus", 0, "Eight of clubs face up on a1: no hand"),
        ("focus", 0, "1 piece from b2 onto Red's stack on c2"),
        ("solitaire", 0, "Nine of diamonds on a1"),
    ],
)
def test_a_hint_names_its_move_in_words(game, ply, told):
    match = Match(game, seed=7)
    assert in_words(match.game.notation, match.row, match.legal()[ply]) == told
