"""The results of unfinished jobs, kept in the user's cache, a line of JSON each."""

import hashlib
import json
import re
from pathlib import Path
from typing import Any

from platformdirs import user_cache_path

from fivefold.lab.running.code import code_digest
from fivefold.lab.running.job import Job


def draft_file(job: Job[Any, Any, Any]) -> Path:
    """Return the file of a job's results, another one for other terms or other code."""
    digest = hashlib.sha256(f"{code_digest()} {job.terms}".encode()).hexdigest()[:16]
    name = re.sub(r"[^a-z0-9]+", "-", job.title.casefold()).strip("-")[:60]
    return user_cache_path("fivefold", appauthor=False) / "jobs" / f"{name}-{digest}.jsonl"


def load(job: Job[Any, Any, Any]) -> dict[int, Any]:
    """Return the results that are kept, by the numbers of their tasks; a last line that was cut off does not count."""
    file = draft_file(job)
    if not file.exists():
        return {}
    lines = file.read_text().splitlines(keepends=True)
    whole = [line for line in lines if line.endswith("\n")]
    if whole != lines:
        file.write_text("".join(whole))
    return {number: job.coding.load(data) for number, data in map(json.loads, whole) if number < len(job.tasks)}


def append(job: Job[Any, Any, Any], number: int, result: Any) -> None:
    """Keep a result."""
    file = draft_file(job)
    file.parent.mkdir(parents=True, exist_ok=True)
    with file.open("a") as lines:
        lines.write(f"{json.dumps([number, job.coding.dump(result)])}\n")


def forget(job: Job[Any, Any, Any]) -> None:
    """Forget what is kept of a job."""
    draft_file(job).unlink(missing_ok=True)
