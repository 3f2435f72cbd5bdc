"""A search among a game's options for what is wanted of it, from the command line and from Python.

>>> from fivefold.lab.sweep import sweep
>>> found = sweep("locus", {"grid": ["6x5", "6x6"]}, ["plies<35"], player="greedy", matches=16)
>>> found.best.options.title, found.best.verdict.value
('grid 6x5', 'met')
"""

from fivefold.lab.sweep.effects import Effect, effects
from fivefold.lab.sweep.findings import Findings, Measured
from fivefold.lab.sweep.sweeping import sweep
from fivefold.lab.sweep.wants import Verdict, Want

__all__ = ["Effect", "Findings", "Measured", "Verdict", "Want", "effects", "sweep"]
