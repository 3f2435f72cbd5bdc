"""Ray as a place for jobs: the same outcomes as here, whatever happens to workers; without Ray, a sentence."""

import builtins
import importlib.util
import os
import sys
import time
from collections import Counter
from dataclasses import replace
from pathlib import Path

import pytest

from fivefold.contract.errors import InvalidOption
from fivefold.lab import jobs
from fivefold.lab.jobs import Processes, Ray, place_named
from fivefold.lab.matches import Matchup, pairs_job
from tests.lab.test_jobs import outcome, square, squares
from tests.lab.test_match import without_times


@pytest.mark.parametrize(
    ("text", "address"),
    [
        ("ray", ""),
        ("Ray", ""),
        ("ray:auto", "auto"),
        ("ray:10.0.0.7:6379", "10.0.0.7:6379"),
        ("ray://head:10001", "ray://head:10001"),
    ],
)
def test_places_are_named_as_rays_users_name_clusters(text, address):
    assert place_named(text, 3) == Ray(address, 3)


@pytest.mark.parametrize("text", ["moon", "ray:", "ray://", "rays", ":ray"])
def test_another_name_is_refused_with_those_that_would_do(text):
    with pytest.raises(
        InvalidOption, match=r"^--on .*: no such place; it takes ray, ray:auto, ray:HOST:PORT or ray://"
    ):
        place_named(text, None)


def test_without_ray_the_sentence_says_what_to_install(monkeypatch):
    def missing(name, *more):
        if name == "ray":
            raise ModuleNotFoundError("No module named 'ray'", name="ray")
        return actual(name, *more)

    actual = builtins.__import__
    monkeypatch.delitem(sys.modules, "ray", raising=False)
    monkeypatch.setattr(builtins, "__import__", missing)
    with pytest.raises(InvalidOption, match=r"Ray is not installed; pip install ray"):
        list(Ray().results(square, [(0, 1)]))


def test_nothing_to_do_needs_no_ray():
    assert list(Ray("nowhere:1").results(square, [])) == []


def test_a_worker_refuses_work_for_other_code():
    with pytest.raises(InvalidOption, match=r"another fivefold is installed there .*; install the same on every"):
        jobs._carried_out("0123456789abcdef", square, (0, 1))
    assert jobs._carried_out(jobs.code_digest(), square, (3, 5)) == (3, 25)


def refused(task):
    raise InvalidOption("never that")


@pytest.fixture(scope="module")
def ray():
    """Return Ray, and end it after all tests of this module; where it is missing they are skipped, in CI they fail."""
    if importlib.util.find_spec("ray") is None:
        (pytest.fail if os.environ.get("CI") else pytest.skip)("needs Ray: pip install ray")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PYTHONPATH", os.pathsep.join(["src", "."]))
        ray = jobs.imported()
        yield ray
        ray.shutdown()


@pytest.mark.long
@pytest.mark.parametrize("address", ["localhost:1", "ray://localhost:1"])
def test_an_address_at_which_nobody_listens_is_refused_at_once(ray, address):
    with pytest.raises(InvalidOption, match=r"no cluster lets us in there \(.*refused.*\); is it running"):
        Ray(address).results(square, [(0, 1)])


@pytest.mark.slow
def test_a_job_comes_to_the_same_on_ray(ray, capfd):
    assert outcome(squares(30), Ray(count=2)) == tuple(number * number for number in range(30))
    said = capfd.readouterr()
    assert said.out == ""
    assert all(line.startswith(("Starting Ray", "Squares: ")) for line in said.err.splitlines())


@pytest.mark.long
def test_paired_games_are_the_same_on_ray(ray):
    job = pairs_job(Matchup("locus", "greedy", "random", (("grid", "6x5"),)), 6, "Pairs")
    here, there = (outcome(job, place) for place in (Processes(1), Ray(count=2)))
    assert [without_times(pair) for pair in there] == [without_times(pair) for pair in here]


@pytest.mark.slow
def test_an_error_in_a_task_is_the_error_of_the_job(ray):
    with pytest.raises(InvalidOption, match=r"^never that$"):
        outcome(squares(3, refused), Ray(count=2))


FIRST, ALL = 8, 40
"""From this task on the machine that will be lost is slow, so that it is lost in the middle of one."""


def mark_and_square(task):
    """Leave a mark of the machine that this runs on."""
    folder, number = Path(task[0]), task[1]
    import ray

    machine = ray.get_runtime_context().get_node_id()
    (folder / f"{number}-{machine}").touch()
    if number >= FIRST:
        wait_until_both_work(folder)
    time.sleep(5 if number >= FIRST and (folder / machine).exists() else 0.1)
    return number * number


def wait_until_both_work(folder):
    """Wait until the machine that will be lost is at one of the tasks from ``FIRST`` on, or was."""
    until = time.monotonic() + 120
    lost = next(each.name for each in folder.iterdir() if "-" not in each.name)
    while time.monotonic() < until:
        if any(int(mark.name.split("-")[0]) >= FIRST for mark in folder.glob(f"*-{lost}")):
            return
        time.sleep(0.05)


class KillsOneMachine:
    """A cluster of two machines, one of which is lost in the middle of a job."""

    def __init__(self, ray, folder):
        from ray.cluster_utils import Cluster

        ray.shutdown()
        self.cluster = Cluster(initialize_head=True, head_node_args={"num_cpus": 1, "include_dashboard": False})
        self.other, self.folder = self.cluster.add_node(num_cpus=1), folder
        (folder / self.other.node_id).touch()
        self.killed = False

    def results(self, function, tasks):
        for result in Ray(self.cluster.address).results(function, tasks):
            begun = {int(mark.name.split("-")[0]) for mark in self.folder.glob(f"*-{self.other.node_id}")}
            if not self.killed and max(begun, default=0) >= FIRST:
                self.cluster.remove_node(self.other, allow_graceful=False)
                self.killed = True
            yield result


@pytest.mark.long
def test_the_work_of_a_lost_machine_is_done_again(ray, tmp_path, capfd):
    marks = tmp_path / "marks"  # of its own: other things lie in a test's folder
    marks.mkdir()
    job = replace(squares(ALL, mark_and_square), tasks=[(str(marks), number) for number in range(ALL)])
    place = KillsOneMachine(ray, marks)
    try:
        assert outcome(job, place) == tuple(number * number for number in range(ALL))
        assert place.killed
        begun = Counter(mark.name.split("-")[0] for mark in marks.glob("*-*"))
        assert set(begun.values()) == {1, 2}, "what the lost machine had begun was begun again"
        assert "(raylet)" not in "".join(capfd.readouterr()), "Ray says nothing between results"
    finally:
        ray.shutdown()
        place.cluster.shutdown()
