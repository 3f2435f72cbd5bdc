"""The one shape of everything inside: a flat row of integers."""

from collections.abc import MutableSequence

Row = MutableSequence[int]
"""A position, a list of moves, or scores: ``int64`` values in a list or a one-dimensional array."""
