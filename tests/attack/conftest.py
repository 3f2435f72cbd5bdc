"""How long to attack: as long as a test run has time for, or with FIVEFOLD_ATTACK=long far longer."""

import os

LONG = os.environ.get("FIVEFOLD_ATTACK") == "long"


def many(usually, at_length):
    """Return how many examples to try."""
    return at_length if LONG else usually
