"""How likely a pattern is, exactly, if one plays for it alone; for people, so in plain Python.

Whoever plays for a pattern stops once the dice contain it, and otherwise keeps what is best for it. Chances are counted
in whole numbers, of ``7776 ** rolls`` equally likely ways the dice may fall, and divided only at the end.
"""

from functools import lru_cache

from fivefold.games.dice_poker.patterns import (
    BOUNCES,
    DICE,
    FACES,
    FIRST_ROLL,
    FULL_HOUSE,
    KEEP_COUNT,
    KEEP_START,
    KEPT,
    MATCHES,
    MULTISETS,
    NUMBER_OF,
    PATTERNS,
    ROLLS,
    SIZE_OF,
    STRAIGHT,
    WITH,
)

WAYS = FACES**DICE
"""How five dice may fall, as long as each is told from the others."""
FIVE_OF_A_KIND = PATTERNS
FULL_HOUSE_BOUNCER, STRAIGHT_BOUNCER = PATTERNS + 1, PATTERNS + 2
"""What else one may play for, besides the patterns: the dice of a bouncer, which five of a kind never is."""
TARGETS = PATTERNS + 3


def chance_of(target: int, kept: tuple[int, ...], rolls: int) -> float:
    """Return the chance to have a pattern, or what else one plays for, after one of ``rolls`` (1 or more) more rolls.

    ``kept``: the faces of the 0 to 4 dice that are not thrown in the first of them, in any order. After that any may
    be kept. Five of a kind counts as every pattern.
    """
    return float(hits(target, rolls)[NUMBER_OF[tuple(sorted(kept))]] / WAYS**rolls)


def percent(chance: float) -> str:
    """Return a chance in whole percent, without the sign: ``36``; ``<1``, ``>99`` where it is not certain."""
    if 0 < chance < 0.01:
        return "<1"
    if 0.99 < chance < 1:
        return ">99"
    return str(round(100 * chance))


@lru_cache(maxsize=256)
def hits(target: int, rolls: int) -> tuple[int, ...]:
    """Return for each multiset that can be kept in how many of ``WAYS ** rolls`` ways a target comes."""
    ways = [0] * FIRST_ROLL + hits_from_roll(target, rolls - 1)
    for kept in reversed(range(FIRST_ROLL)):
        ways[kept] = sum(ways[WITH[FACES * kept + face]] for face in range(FACES))
    return tuple(ways[kept] * FACES ** SIZE_OF[kept] for kept in range(FIRST_ROLL))


def hits_from_roll(target: int, rolls: int) -> list[int]:
    """Return for each roll of five in how many of ``WAYS ** rolls`` ways a target is there or comes with best play."""
    if rolls == 0:
        return [int(_is_hit(target, roll)) for roll in range(ROLLS)]
    after = hits(target, rolls)
    return [
        WAYS**rolls
        if _is_hit(target, roll)
        else max(after[kept] for kept in KEPT[KEEP_START[roll] : KEEP_START[roll] + KEEP_COUNT[roll]])
        for roll in range(ROLLS)
    ]


def _is_hit(target: int, roll: int) -> bool:
    if target < PATTERNS:
        return bool(MATCHES[roll] >> target & 1)
    if target == FIVE_OF_A_KIND:
        return len(set(MULTISETS[FIRST_ROLL + roll])) == 1
    return BOUNCES[roll] == (FULL_HOUSE if target == FULL_HOUSE_BOUNCER else STRAIGHT)
