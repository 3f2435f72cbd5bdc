"""Picks of things on a picture and the moves they lead to (``Notation.clicks``); the page has the same once more.

Names with a star are members of a set: ``5*2`` is a five, whichever.
"""

from collections import Counter
from collections.abc import Sequence

STAR = "*"


def leads(picks: Sequence[str], clicks: Sequence[str]) -> bool:
    """Tell whether these picks can be continued to those clicks, or are all of them."""
    if picks and STAR not in picks[0]:  # no members of a set: most picks, and soon told
        return tuple(clicks[: len(picks)]) == tuple(picks) and not any(STAR in name for name in picks)
    chosen, wanted = _members(picks), _members(clicks)
    rest = picks[chosen.total() :]
    if any(STAR in name for name in rest) or chosen - wanted:
        return False
    if not rest:
        return True
    follow = clicks[wanted.total() :]
    return chosen == wanted and list(follow[: len(rest)]) == list(rest)


def _members(picks: Sequence[str]) -> Counter[str]:
    """Return the kinds of the set that picks begin with."""
    kinds = Counter[str]()
    for name in picks:
        kind, star, _ = name.partition(STAR)
        if not star:
            break
        kinds[kind] += 1
    return kinds
