"""Which code a process runs: machines that share a job, and runs that share its results, must have the same."""

import functools
import hashlib
from itertools import chain
from pathlib import Path
from typing import Final

import fivefold

PARTS: Final = ("contract", "engine", "games", "lab", "parts", "play", "service", "session")
"""Packages that the results of a job can depend on."""
DIGITS: Final = 16


@functools.cache
def code_digest() -> str:
    """Return a digest of what the games and the lab are made of: their modules, and the games' tables."""
    root, digest = Path(fivefold.__file__).parent, hashlib.sha256()
    for file in sorted(chain(*(root.glob(f"{part}/**/*.py") for part in PARTS), root.glob("games/*/data/*"))):
        content = file.read_bytes()
        digest.update(f"{file.relative_to(root).as_posix()} {len(content)}\n".encode())
        digest.update(content)
    return digest.hexdigest()[:DIGITS]
