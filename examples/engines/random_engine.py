"""A whole engine in plain Python: it makes any legal move. The protocol is in docs/engine-protocol.md.

fivefold match 1 "program:python3 examples/engines/random_engine.py" --game focus --pairs 10
"""

import random
import sys

GAMES = ("dice_poker", "focus", "locus", "pokeros", "solitaire")
legal, draws = [], random.Random()

for line in sys.stdin:
    word, *rest = line.split() or [""]
    if word == "fivefold":
        print("name Random", *(f"game {game}" for game in GAMES), "wants legal", "fivefold 1", sep="\n", flush=True)
    elif word == "newgame":
        draws.seed(rest[rest.index("seed") + 1])
    elif word == "isready":
        print("readyok", flush=True)
    elif word == "legal":
        legal = rest
    elif word == "go":
        print("bestmove", draws.choice(legal), flush=True)
    elif word == "quit":
        break
