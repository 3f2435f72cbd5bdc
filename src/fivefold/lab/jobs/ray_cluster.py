"""Jobs on Ray: one begun on this machine, or a running cluster of many. Ray is an extra that may be missing."""

import atexit
import logging
import os
import platform
import socket
import sys
import time
from collections.abc import Callable, Generator, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Any, Final, TypeVar

from fivefold import __version__
from fivefold.contract.errors import FivefoldError, InvalidOption
from fivefold.lab.jobs.job import code_digest
from fivefold.lab.jobs.processes import ignored_interrupt

Task = TypeVar("Task")
Result = TypeVar("Result")

NAME: Final = "ray"
ADDRESSES: Final = "ray, ray:auto, ray:HOST:PORT or ray://HOST:PORT"
QUIETLY: Final = {
    "RAY_ACCEL_ENV_VAR_OVERRIDE_ON_ZERO": "0",
    "RAY_IGNORE_UNHANDLED_ERRORS": "1",
    "RAY_USAGE_STATS_ENABLED": "0",
}
"""Has Ray say and send nothing that a job does not ask for."""
EACH: Final = 2
"""Tasks under way for each processor: one works while the next is on its way."""
PATIENCE: Final = 5.0
"""Seconds for somebody to answer at an address."""
RETRIES: Final = 5
"""How often a task is begun again whose worker is lost."""
LOOK: Final = 5.0
"""Seconds after which machines that have joined are counted."""


@dataclass(frozen=True, slots=True)
class Ray:
    """Ray's workers. The first job connects to them, the end of this process disconnects and ends a Ray of its own."""

    address: str = ""
    """As ``ray.init`` takes it; empty: begin a Ray of one's own on this machine."""
    count: int | None = None
    """Tasks at the same time; as many as there are processors unless given."""

    @property
    def name(self) -> str:
        """The place as ``--on`` names it."""
        return self.address if "//" in self.address else f"{NAME}:{self.address}" if self.address else NAME

    def results(
        self, function: Callable[[Task], Result], tasks: Sequence[tuple[int, Task]]
    ) -> Generator[tuple[int, Result]]:
        """Call ``function`` with each task and yield each result, with its task's number, as soon as it is there."""
        ray = _connected(self) if tasks else None
        return _results(ray, self, function, tasks)


def place_named(text: str, count: int | None) -> Ray:
    """Return the place that ``--on`` names. Raises ``InvalidOption``."""
    word, _, address = text.partition(":")
    if word.casefold() != NAME or (":" in text and not address.strip("/")):
        raise InvalidOption("no such place", subject=f"--on {text}", remedy=f"it takes {ADDRESSES}")
    return Ray(text if address.startswith("//") else address, count)


def imported() -> Any:
    """Return Ray. Raises ``InvalidOption`` where it is not installed."""
    for name, value in QUIETLY.items():
        os.environ.setdefault(name, value)
    try:
        import ray  # noqa: PLC0415
    except ModuleNotFoundError as error:
        if error.name != "ray":
            raise
        remedy = "pip install ray"
        raise InvalidOption("Ray is not installed", subject="--on ray", remedy=remedy) from None
    # What it has to say of lost workers would come between the results on standard output.
    ray._private.worker._worker_logs_enabled = False
    return ray


def _connected(place: Ray) -> Any:
    """Return Ray, connected; as it is if this process is connected."""
    ray = imported()
    if not ray.is_initialized():
        print(f"Connecting to Ray at {place.address} ..." if place.address else "Starting Ray ...", file=sys.stderr)
        own = {} if place.address else {"num_cpus": place.count, "include_dashboard": False}
        try:
            _knock(place.address)
            ray.init(place.address or "local", log_to_driver=False, logging_level=logging.ERROR, **own)
        except (ConnectionError, ImportError, OSError, RuntimeError, ValueError) as error:
            reason = str(error).strip().partition("\n")[0]
            remedy = "is it running, and does RAY_AUTH_MODE here say what it says there?"
            subject = f"--on {place.name}"
            raise InvalidOption(f"no cluster lets us in there ({reason})", subject=subject, remedy=remedy) from error
        atexit.register(_disconnect, ray)
    return ray


def _knock(address: str) -> None:
    """Raise ``OSError`` where nobody listens at an address that names a port: Ray itself would wait for minutes."""
    host, _, port = address.rpartition("/")[2].rpartition(":")
    if host and port.isdigit():
        socket.create_connection((host.strip("[]"), int(port)), timeout=PATIENCE).close()


def _disconnect(ray: Any) -> None:
    with ignored_interrupt():
        ray.shutdown()


def _results(
    ray: Any, place: Ray, function: Callable[[Task], Result], tasks: Sequence[tuple[int, Task]]
) -> Generator[tuple[int, Result]]:
    """Yield results as they come; if anything stops that, cancel what is under way."""
    if not tasks:
        return
    remote = ray.remote(num_cpus=1, max_retries=RETRIES)(_carried_out)
    code = code_digest() if place.address else ""
    waiting, under_way, width = iter(tasks), list[Any](), _Width(ray, place)
    try:
        while True:
            for task in islice(waiting, max(0, width.now() - len(under_way))):
                under_way.append(remote.remote(code, function, task))
            if not under_way:
                return
            ready, under_way = ray.wait(under_way)
            yield _result(ray, ready[0])
    except BaseException:
        with ignored_interrupt():
            for each in under_way:
                ray.cancel(each, force=True)
        raise


class _Width:
    """How many tasks may be under way; machines that join a cluster are counted after a while."""

    def __init__(self, ray: Any, place: Ray) -> None:
        self._ray, self._fixed = ray, place.count if place.address else None
        self._known, self._looked = 0, 0.0

    def now(self) -> int:
        if self._fixed:
            return self._fixed
        if not self._known or time.monotonic() - self._looked > LOOK:
            self._known = max(1, EACH * int(self._ray.cluster_resources().get("CPU", 0)))
            self._looked = time.monotonic()
        return self._known


def _result(ray: Any, reference: Any) -> tuple[int, Any]:
    try:
        return ray.get(reference)  # type: ignore[no-any-return]
    except ray.exceptions.RayTaskError as error:
        if isinstance(error.cause, FivefoldError):
            raise error.cause from None
        raise
    except ray.exceptions.RayError as error:
        reason = str(error).strip().partition("\n")[0]
        message = f"a task was lost {RETRIES + 1} times ({reason})"
        raise InvalidOption(message, subject="--on ray", remedy="the same command goes on from what is kept") from error


def _carried_out(code: str, function: Callable[[Task], Result], task: tuple[int, Task]) -> tuple[int, Result]:
    """Carry a task out on a worker, which runs the code of whoever sent it if that said which."""
    if code and code != code_digest():
        raise InvalidOption(
            f"another fivefold is installed there (version {__version__}, code {code_digest()}, not {code})",
            subject=platform.node(),
            remedy="install the same on every machine",
        )
    return task[0], function(task[1])
