"""How long a computer opponent takes to react where the quicker player moves first."""

import hashlib
from typing import Final

REACTION_SECONDS: Final = (6.0, 4.5, 3.5, 2.6, 1.9, 1.3, 0.8)
"""On average, by level."""
SPREAD: Final = 0.25
"""The fraction of the average by which a reaction may be quicker or slower."""
LONGEST_SECONDS: Final = max(REACTION_SECONDS) * (1 + SPREAD)


def reaction_seconds(level: int, match_id: str, number: int) -> float:
    """Return how long after entry ``number`` of a match an opponent of this level moves: every time the same."""
    digest = hashlib.sha256(f"{match_id} {number} {level}".encode()).digest()
    drawn = int.from_bytes(digest[:8], "big") / (1 << 64)
    return REACTION_SECONDS[level - 1] * (1 + SPREAD * (2 * drawn - 1))
