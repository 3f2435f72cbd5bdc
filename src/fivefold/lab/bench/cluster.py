"""`fivefold bench ray`: how much sooner two of Ray's workers end a job than one, and two processes of this machine."""

import sys
import time
from typing import Final

from fivefold.contract.errors import InvalidOption
from fivefold.lab.bench.measurement import Measurement
from fivefold.lab.measuring.pairing import Matchup, Pair, Task, pairs_job
from fivefold.lab.players.known import prepare
from fivefold.lab.running import cluster
from fivefold.lab.running.cluster import Ray
from fivefold.lab.running.job import Job
from fivefold.lab.running.places import Place, Processes
from fivefold.play.catalogue import find

MATCHUP: Final = Matchup("focus", "3", "2")
PAIRS, QUICK_PAIRS = 80, 16
FIRST: Final = 8
"""Pairs that are not timed: meanwhile workers start and load what they play with."""
TARGET: Final = 1.7


def measure_ray(quick: bool) -> list[Measurement]:
    """Measure pairs of games a second with one worker of Ray, with two, and with two processes."""
    try:
        ray = cluster.imported()
    except InvalidOption as error:
        print(error, file=sys.stderr)
        return []
    prepare(find(MATCHUP.game), (MATCHUP.a, MATCHUP.b))
    job = pairs_job(MATCHUP, QUICK_PAIRS if quick else PAIRS, "ray")
    rates = []
    for place in (Ray(count=1), Ray(count=2)):
        rates.append(rate(job, place))
        ray.shutdown()
    one, two = rates
    processes = rate(job, Processes(2))
    said = f"{two:.2f} and {one:.2f} pairs of Focus a second, {len(job.tasks) - FIRST} timed"
    return [
        Measurement("a job on Ray: two workers, against one", two / one, "times", TARGET, note=said),
        Measurement(
            "a job with --jobs 2, against two of Ray's workers",
            processes / two,
            "times",
            note=f"{processes:.2f} a second",
        ),
    ]


def rate(job: Job[Task, Pair, list[Pair]], place: Place) -> float:
    """Return the tasks a second after the first few."""
    ends = [time.perf_counter() for _ in place.results(job.function, list(enumerate(job.tasks)))]
    return (len(ends) - FIRST) / (ends[-1] - ends[FIRST - 1])
