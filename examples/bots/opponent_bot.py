"""A bot with the house's own engine, at a level of your choice; it sees only what its seat sees.

python examples/bots/opponent_bot.py 5 --url https://play.example.org --token-file token
"""

import sys

from fivefold.client import Bot
from fivefold.client.opponent import HouseOpponent

if __name__ == "__main__":
    level, *options = sys.argv[1:] or ["3"]
    Bot(HouseOpponent(level).choose).main(options)
