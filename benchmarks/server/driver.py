"""A process of its own that plays: ``main``, with a plan on its input as JSON.

So what the server takes is seen apart from what driving it takes.
"""

import asyncio
import json
import subprocess
import sys
from dataclasses import asdict
from typing import Final

from benchmarks.server.playing import Load, Plan, Played, Report

PATIENCE: Final = 120.0
"""Seconds beyond those of the plan."""


def drive(plan: Plan) -> Report:
    """Have a process play as a plan says. Raises ``ConnectionError`` with its words where it fails."""
    command = [sys.executable, "-c", f"from {__name__} import main; main()"]
    done = subprocess.run(  # noqa: S603
        command,
        input=json.dumps(asdict(plan)),
        capture_output=True,
        text=True,
        timeout=plan.seconds + PATIENCE,
        check=False,
    )
    if done.returncode:
        raise ConnectionError(f"the driver failed:\n{done.stderr[-2000:]}")
    return read_report(done.stdout)


def read_report(text: str) -> Report:
    """Return a report from what a driver has printed."""
    told = json.loads(text)
    played = [
        Played(**{**each, "acknowledged": [tuple(move) for move in each["acknowledged"]]})
        for each in told.pop("played")
    ]
    return Report(**told, played=played)


def main() -> None:
    """Read a plan, play, and print the report."""
    plan = Plan(**json.load(sys.stdin))
    print(json.dumps(asyncio.run(Load(plan).run()).as_json()))
