"""The smallest bot: it makes any legal move.

python examples/bots/random_bot.py --url https://play.example.org --token-file token
"""

import random

from fivefold.client import Bot
from fivefold.client.types import CompactMatch


def choose(match: CompactMatch) -> str:
    """Return any of the legal moves."""
    return random.choice(match["legal"])


if __name__ == "__main__":
    Bot(choose).main()
