"""Jobs: what they come to does not depend on where they run or whether they were stopped in between."""

import pytest

from fivefold.lab import jobs
from fivefold.lab.jobs import Figure, Job, Processes, ResultCoding, Stopped, finished


def square(task):
    return task * task


def squares(count, function=square, terms="squares"):
    coding = ResultCoding(lambda result: result, int)
    figure = Figure(float, lambda mean: f"{mean:.1f} on average")
    return Job(
        title="Squares",
        unit="numbers",
        terms=terms,
        tasks=range(count),
        function=function,
        reduce=tuple,
        coding=coding,
        figure=figure,
    )


class Backwards:
    """A place that carries tasks out in the opposite order, each twice, and may be stopped after some."""

    def __init__(self, most=1000):
        self.most, self.done = most, []

    def results(self, function, tasks):
        for number, task in reversed(tasks):
            if len(self.done) == self.most:
                raise KeyboardInterrupt
            self.done.append(number)
            yield number, function(task)
            yield number, function(task)


def outcome(job, place):
    with finished(job, place) as came:
        return came


def test_the_order_of_results_is_that_of_the_tasks():
    assert outcome(squares(5), Backwards()) == outcome(squares(5), Processes()) == (0, 1, 4, 9, 16)


@pytest.mark.slow
def test_several_processes_come_to_the_same():
    assert outcome(squares(5), Processes(2)) == (0, 1, 4, 9, 16)


def test_a_stopped_job_goes_on_where_it_was(kept):
    with pytest.raises(Stopped, match=r"2 of 5 numbers are kept, and the same command goes on"):
        outcome(squares(5), Backwards(most=2))
    again = Backwards()
    assert outcome(squares(5), again) == (0, 1, 4, 9, 16)
    assert again.done == [2, 1, 0]
    assert list(kept.iterdir()) == []


def test_a_job_that_has_enough_ends_after_the_same_task_wherever_it_runs():
    """Whether results come in order or backwards, and whether some were kept before."""
    with pytest.raises(Stopped):
        outcome(squares(6), Backwards(most=3))
    for place in (Backwards(), Processes(), Backwards()):
        asked = []
        with finished(
            squares(6), place, lambda results, asked=asked: asked.append(len(results)) or sum(results) > 5
        ) as came:
            assert came == (0, 1, 4, 9)
        assert asked == [1, 2, 3, 4]


def test_what_was_kept_under_other_terms_does_not_count():
    with pytest.raises(Stopped):
        outcome(squares(5), Backwards(most=2))
    fresh = Backwards()
    outcome(squares(5, terms="other"), fresh)
    assert len(fresh.done) == 5


def test_a_longer_job_begins_with_what_a_shorter_one_kept():
    with pytest.raises(Stopped):
        outcome(squares(2), Backwards(most=1))
    place = Backwards()
    assert outcome(squares(3), place) == (0, 1, 4)
    assert place.done == [2, 0]


def test_results_stay_where_saving_the_outcome_fails():
    with pytest.raises(OSError, match="full"), finished(squares(3), Backwards()):
        raise OSError("the disk is full")
    place = Backwards()
    assert outcome(squares(3), place) == (0, 1, 4)
    assert place.done == []


def test_a_line_that_was_cut_off_is_done_again():
    with pytest.raises(Stopped):
        outcome(squares(4), Backwards(most=3))
    file = jobs.draft_file(squares(4))
    file.write_text(file.read_text()[:-2])
    place = Backwards()
    outcome(squares(4), place)
    assert len(place.done) == 2


def test_progress_tells_what_is_done_how_fast_and_what_is_left(capsys):
    outcome(squares(5), Processes())
    first = capsys.readouterr().err.splitlines()[0]
    assert first.startswith("Squares: 1 of 5 numbers, 0.0 on average, ")
    assert first.endswith("left")
