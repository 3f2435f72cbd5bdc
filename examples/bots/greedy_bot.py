"""A bot that takes the points it sees: of all legal moves one that brings most at once.

python examples/bots/greedy_bot.py --url https://play.example.org --token-file token
"""

import random

from fivefold.client import Bot
from fivefold.client.positions import gains
from fivefold.client.types import CompactMatch


def choose(match: CompactMatch) -> str:
    """Return one of the moves that bring most points, any of those."""
    points = dict(gains(match))
    most = max(points.values())
    return random.choice([move for move, each in points.items() if each == most])


if __name__ == "__main__":
    Bot(choose).main()
