"""Tournaments of players: who is how strong, and how surely that is known.

>>> from fivefold.lab.tournament import round_robin
>>> def first_move(match):
...     return match.legal_moves()[0]
>>> table = round_robin("pokeros", [first_move, "greedy"], pairs=2)
>>> table.standings[0].label
'greedy'
"""

from fivefold.lab.tournament.python import Result, gauntlet, ladder, round_robin, sprt
from fivefold.lab.tournament.sequential import Test

__all__ = ["Result", "Test", "gauntlet", "ladder", "round_robin", "sprt"]
