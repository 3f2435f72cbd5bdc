"""What a measurement is, and how things are timed."""

import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

PEERS_MISSING: Final = "not installed: pip install eval7 phevaluator"


@dataclass(frozen=True, slots=True)
class Peer:
    """Another program, or our own plain Python, measured in the same run for comparison."""

    name: str
    figure: float | None
    """In the unit of the measurement; ``None`` where it could not be measured, see ``note``."""
    note: str = ""


@dataclass(frozen=True, slots=True)
class Measurement:
    """One figure beside the target it should reach."""

    name: str
    figure: float
    unit: str
    target: float | None = None
    at_most: bool = False
    """Whether less is better: times, not rates."""
    peers: tuple[Peer, ...] = ()
    note: str = ""

    @property
    def reached(self) -> bool:
        """Whether the figure is as good as its target; true without one."""
        if self.target is None:
            return True
        return self.figure <= self.target if self.at_most else self.figure >= self.target

    def times(self, peer: Peer) -> float | None:
        """Return how many times as good as the peer this is."""
        if peer.figure is None or not peer.figure or not self.figure:
            return None
        return peer.figure / self.figure if self.at_most else self.figure / peer.figure


def seconds(action: Callable[[], object]) -> float:
    """Return how long an action takes."""
    started = time.perf_counter()
    action()
    return time.perf_counter() - started


def best_rate(action: Callable[[], object], amount: float, repeats: int) -> float:
    """Return ``amount`` a second in the fastest of ``repeats`` runs: what else the machine does only slows them."""
    return amount / min(seconds(action) for _ in range(repeats))


def best_rate_of_a_core(action: Callable[[], object], amount: float, repeats: int) -> float:
    """Return the same for each second in which this thread ran, for work of one thread: time that others had does not
    count, but they still share caches and the core's units."""

    def spent() -> float:
        started = time.thread_time()
        action()
        return time.thread_time() - started

    return amount / min(spent() for _ in range(repeats))
