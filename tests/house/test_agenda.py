"""The agenda: what a person waits for first, then whoever had least; nothing twice at once, nothing lost."""

import threading
from concurrent.futures import ThreadPoolExecutor

import pytest

from fivefold.house.computers import agenda as module
from fivefold.house.computers.agenda import AWAITED, HALF_LIFE, QUICK, REMEMBERED, Agenda, Job, Urgency, Usage

ANNA, BERT = "anna", "bert"


def job(urgency="MOVE", about="a", whose=ANNA, quick=False):
    return Job(Urgency[urgency], about, lambda: None, whose, quick)


class Day:
    """An agenda whose clock the test sets."""

    def __init__(self):
        self.now = 0.0
        self.agenda = Agenda(lambda: self.now)

    def note(self, *jobs):
        for one in jobs:
            self.agenda.add(one)

    def think(self, seconds, **more):
        """Take a job and do it for so long; return what it was about."""
        taken = self.agenda.take(**more)
        self.now += seconds
        self.agenda.done(taken)
        return taken.about


@pytest.fixture
def day():
    return Day()


def taken(agenda, count):
    return [agenda.take() for _ in range(count)]


# --- the order -------------------------------------------------------------------------------------------------------


def test_of_one_person_moves_come_first_then_hints_then_what_nobody_waits_for(day):
    jobs = [job("ANALYSIS"), job("HINDSIGHT"), job("BESIDE"), job("HINT"), job("MOVE", "b"), job("MOVE")]
    day.note(*jobs)
    assert taken(day.agenda, 6) == [jobs[4], jobs[5], jobs[3], jobs[1], jobs[2], jobs[0]]


def test_thirty_matches_of_one_person_never_stand_before_anothers_first(day):
    day.note(*(job(about=f"anna {number}") for number in range(30)))
    assert [day.think(2) for _ in range(3)] == ["anna 0", "anna 1", "anna 2"]
    day.note(job("ANALYSIS", "bert's review", BERT), job("HINT", "bert's hint", BERT), job("MOVE", "bert's", BERT))
    assert [day.think(2) for _ in range(4)] == ["bert's", "bert's hint", "anna 3", "anna 4"]


def test_while_nothing_is_charged_yet_what_is_being_done_counts(day):
    day.note(job(about="anna 0"), job(about="anna 1"), job(about="bert's", whose=BERT))
    assert [one.about for one in taken(day.agenda, 3)] == ["anna 0", "bert's", "anna 1"]


def test_what_a_person_waits_for_comes_before_any_number_of_other_things(day):
    day.note(*(job("BESIDE", f"game {number}", BERT) for number in range(30)))
    day.note(*(job("ANALYSIS", f"review {number}", BERT) for number in range(30)))
    for number in range(20):
        day.note(job(about=f"anna {number}"))
        assert day.think(2) == f"anna {number}"
    assert day.think(2) == "game 0"


def test_what_was_used_is_forgotten_by_and_by(day):
    day.note(job(about="long"))
    day.think(8)
    day.note(job(about="bert's", whose=BERT))
    day.think(1)
    for later, first in ((day.now + 1, "bert's"), (day.now + 40 * HALF_LIFE, "anna's")):
        day.now = later
        day.note(job(about="anna's"), job(about="bert's", whose=BERT))
        assert [day.think(0), day.think(0)][0] == first


def test_a_person_who_played_much_is_not_put_off_for_ever_by_new_ones(day):
    day.note(*(job(about=f"anna {number}") for number in range(10)))
    for _ in range(9):
        day.think(2)
    order = []
    for number in range(30):
        day.note(job(about=f"new {number}", whose=f"new {number}"))
        order.append(day.think(2))
    assert order[0] == "new 0" and "anna 9" in order


def test_a_person_who_is_served_does_not_gain_by_waiting_with_the_rest(day):
    """A hundred matches of one person wait for minutes; still another's first comes next."""
    day.note(*(job(about=f"anna {number}") for number in range(100)))
    for _ in range(80):
        day.think(2)
    day.note(job(about="bert's", whose=BERT))
    assert day.think(2) == "bert's"


def test_everybody_gets_about_as_much(day):
    people = [f"person {number}" for number in range(5)]
    day.note(*(job(about=f"{person} {number}", whose=person) for person in people for number in range(20)))
    served = [day.think(2)[:8] for _ in range(50)]
    assert {served.count(person) for person in people} == {10}


# --- who takes what --------------------------------------------------------------------------------------------------


def test_who_takes_quick_work_leaves_what_takes_long(day):
    day.note(job(about="long"), job(about="quick", whose=BERT, quick=True))
    assert day.agenda.take(QUICK).about == "quick" and day.agenda.take().about == "long"


def test_who_is_there_for_who_waits_leaves_the_rest_to_others():
    agenda, taken = Agenda(), []
    agenda.add(job("BESIDE", "expert"))
    waiting = threading.Thread(target=lambda: taken.append(agenda.take(AWAITED)))
    waiting.start()
    assert agenda.take().about == "expert"
    agenda.add(job("ANALYSIS", "review"))
    agenda.add(job("MOVE", "race"))
    waiting.join(10)
    assert [job.about for job in taken] == ["race"] and agenda.take().about == "review"


# --- once, and not lost ----------------------------------------------------------------------------------------------


def test_the_same_job_waits_once(day):
    first, other = job("MOVE"), job("HINT")
    day.note(first, job("MOVE"), other)
    assert taken(day.agenda, 2) == [first, other]


def test_what_is_noted_while_it_is_done_is_done_once_more_afterwards(day):
    agenda = day.agenda
    day.note(job())
    running = agenda.take()
    day.note(job(), job(), job(about="b"))
    assert agenda.take().about == "b"
    agenda.done(running)
    again = agenda.take()
    assert again.about == "a" and agenda.holds(Urgency.MOVE, "a")
    agenda.done(again)
    assert not agenda.holds(Urgency.MOVE, "a")


def test_what_a_sweep_finds_being_done_is_not_noted_again(day):
    day.note(job())
    running = day.agenda.take()
    day.agenda.add(job(), again=False)
    day.agenda.done(running)
    assert not day.agenda.holds(Urgency.MOVE, "a")


def test_it_tells_how_much_waits_and_since_when(day):
    assert day.agenda.load() == (0, 0, 0.0)
    day.note(job(about="a"), job(about="b"))
    day.now = 3.0
    day.agenda.take()
    assert day.agenda.load() == (1, 1, 3.0)


def test_closing_lets_everybody_go():
    agenda = Agenda()
    with ThreadPoolExecutor(2) as pool:
        waiting = [pool.submit(agenda.take) for _ in range(2)]
        agenda.close()
        assert [one.result(10) for one in waiting] == [None, None]
    agenda.add(job())
    assert agenda.take() is None and agenda.load()[0] == 0


# --- memory ----------------------------------------------------------------------------------------------------------


def test_only_so_much_waits(day, monkeypatch):
    monkeypatch.setattr(module, "MOST", 3)
    day.note(*(job("ANALYSIS", str(number)) for number in range(5)), job("HINT"))
    assert day.agenda.load()[0] == 4 and day.agenda.take().urgency == Urgency.HINT


def test_only_so_many_people_are_remembered(day):
    for number in range(REMEMBERED + 100):
        day.note(job(about=str(number), whose=f"person {number}"))
        day.think(0.1)
    assert len(day.agenda._usage._used) == REMEMBERED and len(day.agenda._served) < 50


def test_what_is_used_halves_and_what_goes_on_is_added():
    usage = Usage()
    usage.begin(ANNA, 0.0)
    assert usage.of(ANNA, 0.5) == 2.0 and usage.of(ANNA, 3.0) == 3.0
    usage.end(ANNA, 0.0, 4.0)
    assert usage.of(ANNA, 4.0 + HALF_LIFE) == pytest.approx(2.0) and usage.of(BERT, 9.0) == 0.0
    assert not usage._begun
