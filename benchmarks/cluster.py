"""How much sooner two of Ray's workers end a job than one, and two processes of this machine."""

import sys
import time
from statistics import median
from typing import Final

from benchmarks.measurement import Measurement, Peer
from fivefold.contract.errors import InvalidOption
from fivefold.lab import jobs
from fivefold.lab.jobs import Job, JobPlace, Processes, Ray
from fivefold.lab.matches import Matchup, Pair, PairTask, pairs_job
from fivefold.lab.players.registry import prepare
from fivefold.play.catalogue import find

MATCHUP: Final = Matchup("focus", "3", "2")
PAIRS, QUICK_PAIRS = 40, 12
ROUNDS, QUICK_ROUNDS = 3, 1
FIRST: Final = 6
"""Pairs that are not timed: meanwhile workers start and load what they play with."""
TARGET: Final = 1.7


def measure_ray(quick: bool) -> list[Measurement]:
    """Measure pairs of games a second with one worker of Ray and with two, and with as many processes, by turns."""
    try:
        ray = jobs.imported()
    except InvalidOption as error:
        print(error, file=sys.stderr)
        return []
    prepare(find(MATCHUP.game), (MATCHUP.a, MATCHUP.b))
    job, rounds = pairs_job(MATCHUP, QUICK_PAIRS if quick else PAIRS, "ray"), QUICK_ROUNDS if quick else ROUNDS
    two = Ray(count=2)
    list(two.results(job.function, list(enumerate(job.tasks))[:FIRST]))
    one = Ray("auto", count=1)  # the same Ray, one task at a time
    places: list[tuple[JobPlace, int]] = [(one, 0), (two, 0), (Processes(1), 0), (Processes(2), FIRST)]
    by_turns = [[rate(job, place, untimed) for place, untimed in places] for _ in range(rounds)]
    ray.shutdown()
    single, double, process, processes = map(median, zip(*by_turns, strict=True))
    said = f"median of {rounds}, {len(job.tasks)} pairs of Focus each: {double:.2f} and {single:.2f} a second"
    name, other = "a job on Ray: two workers, against one", "a job with --jobs 2, against two of Ray's workers"
    alone = Peer("two processes, against one", processes / process)
    return [
        Measurement(name, double / single, "times", TARGET, peers=(alone,), note=said),
        Measurement(other, processes / double, "times", note=f"{processes:.2f} a second"),
    ]


def rate(job: Job[PairTask, Pair, list[Pair]], place: JobPlace, untimed: int = 0) -> float:
    """Return the tasks a second after so many that are not timed."""
    ends = [time.perf_counter()]
    ends += [time.perf_counter() for _ in place.results(job.function, list(enumerate(job.tasks)))]
    return (len(job.tasks) - untimed) / (ends[-1] - ends[untimed])
