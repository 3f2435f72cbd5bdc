"""The array through which a search and its kernel talk to each other: the same cells come first in all of them."""

from typing import Any, Final

from fivefold.engine.budget import Budget
from fivefold.engine.hashing import overlooked

NODES, NODE_LIMIT, STOP, ABORTED, ROOT, PLAYERS, SLIP, SALT, INSIGHT, NUMBER, VARIES, SHARED = range(12)
"""Cells of ``control``, and how many all kernels share; a kernel's own cells come after them.

``NODES``: positions looked at, or moves made, so far; ``NODE_LIMIT``: at most.
``STOP``: not 0 where the search is to end soon; may be set from another thread.
``ABORTED``: not 0 where it ended before its time, and what was begun last is void.
``ROOT``: the seat to find a move for; ``PLAYERS``: how many seats there are.
``SLIP``, ``SALT``, ``INSIGHT``: how much is overlooked, what decides it, and whether positions are estimated (see
``Budget``).
``NUMBER``: how many possibilities of what is unknown are done; ``VARIES``: not 0 once two of them differed.
"""
NO_LIMIT: Final = 1 << 40
"""More nodes, possibilities or points than there can be."""


def reset(control: Any, budget: Budget, root: int, players: int, salt: int) -> None:
    """Prepare all cells for another search; those of the kernel's own become 0."""
    for cell in range(len(control)):
        control[cell] = 0
    control[NODE_LIMIT], control[SLIP], control[INSIGHT] = budget.nodes, budget.slip, int(budget.insight)
    control[ROOT], control[PLAYERS], control[SALT] = root, players, salt


def misses(control: Any, position: int, move: int) -> bool:
    """Tell whether the players of this search overlook a move in a position, given as a hash."""
    return bool(control[SLIP] > 0 and overlooked(position, move, control[SLIP], control[SALT]))
