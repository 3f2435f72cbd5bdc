"""The agenda: urgent jobs first, nothing twice at once, nothing lost."""

import threading
from concurrent.futures import ThreadPoolExecutor

from fivefold.service.agenda import Agenda, Job, Urgency


def job(urgency, about="a"):
    return Job(Urgency[urgency], about, lambda: None)


def taken(agenda, count):
    return [agenda.take() for _ in range(count)]


def test_moves_come_first_then_hints_then_analysis_each_in_order():
    agenda = Agenda()
    jobs = [job("ANALYSIS"), job("HINT"), job("MOVE", "b"), job("ANALYSIS", "b"), job("MOVE")]
    for one in jobs:
        agenda.add(one)
    assert taken(agenda, 5) == [jobs[2], jobs[4], jobs[1], jobs[0], jobs[3]]


def test_the_same_job_waits_once():
    agenda = Agenda()
    first, other = job("MOVE"), job("HINT")
    for one in (first, job("MOVE"), other):
        agenda.add(one)
    assert taken(agenda, 2) == [first, other]


def test_what_is_noted_while_it_is_done_is_done_once_more_afterwards():
    agenda = Agenda()
    agenda.add(job("MOVE"))
    running = agenda.take()
    for _ in range(2):
        agenda.add(job("MOVE"))
    agenda.add(job("MOVE", "b"))
    assert agenda.take().about == "b"
    agenda.done(running)
    again = agenda.take()
    assert again.about == "a" and agenda.holds(Urgency.MOVE, "a")
    agenda.done(again)
    assert not agenda.holds(Urgency.MOVE, "a")


def test_what_a_sweep_finds_being_done_is_not_noted_again():
    agenda = Agenda()
    agenda.add(job("MOVE"))
    running = agenda.take()
    agenda.add(job("MOVE"), again=False)
    agenda.done(running)
    assert not agenda.holds(Urgency.MOVE, "a")


def test_closing_lets_everybody_go():
    agenda = Agenda()
    with ThreadPoolExecutor(2) as pool:
        waiting = [pool.submit(agenda.take) for _ in range(2)]
        agenda.close()
        assert [one.result(10) for one in waiting] == [None, None]
    agenda.add(job("MOVE"))
    assert agenda.take() is None


def test_who_is_there_for_the_urgent_leaves_the_rest_to_others():
    agenda, taken = Agenda(), []
    agenda.add(Job(Urgency.BESIDE, "expert", lambda: None))
    waiting = threading.Thread(target=lambda: taken.append(agenda.take(Urgency.HINT)))
    waiting.start()
    assert agenda.take().about == "expert"
    agenda.add(Job(Urgency.ANALYSIS, "review", lambda: None))
    agenda.add(Job(Urgency.MOVE, "race", lambda: None))
    waiting.join(10)
    assert [job.about for job in taken] == ["race"] and agenda.take().about == "review"
