"""How long to attack: as long as a test run has time for, or for a quarter of an hour with FIVEFOLD_ATTACK=long."""

import os

LONG = os.environ.get("FIVEFOLD_ATTACK") == "long"


def many(usually, at_length):
    """Return how many examples to try."""
    return at_length if LONG else usually
