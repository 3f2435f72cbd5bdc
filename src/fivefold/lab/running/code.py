"""Which code a process runs: machines that share a job must run the same."""

import functools
import hashlib
from itertools import chain
from pathlib import Path
from typing import Final

import fivefold

DIGITS: Final = 16


@functools.cache
def code_digest() -> str:
    """Return a digest of what the games and the lab are made of: the package's modules and the games' tables."""
    root, digest = Path(fivefold.__file__).parent, hashlib.sha256()
    for file in sorted(chain(root.glob("**/*.py"), root.glob("games/*/data/*"))):
        if file.is_file():
            content = file.read_bytes()
            digest.update(f"{file.relative_to(root).as_posix()} {len(content)}\n".encode())
            digest.update(content)
    return digest.hexdigest()[:DIGITS]
