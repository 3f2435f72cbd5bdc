"""The games of a sweep: a round of games with several option sets is one job; later rounds go to what is still open."""

from collections.abc import Callable, Sequence
from typing import Final, TypeAlias

from fivefold.lab.measuring import self_play
from fivefold.lab.measuring.level_pair import budget_text
from fivefold.lab.measuring.pairing import Matchup, Task, derived_seed, tasks
from fivefold.lab.measuring.self_play import Start, play_start
from fivefold.lab.running.job import Coding, Figure, Job
from fivefold.lab.sweep.findings import Measured, Terms, is_open, measure
from fivefold.lab.sweep.option_sets import OptionSet

Round: TypeAlias = Job[Task, Start, list[Start]]
Carry: TypeAlias = Callable[[Round], list[Start]]
"""Carries a round out, wherever that may be."""
LEAST: Final = 8
"""Starts of the first round, at least: fewer don't tell how much games differ."""
ROUNDS: Final = 4
"""Each goes as far as twice the one before."""


def play(terms: Terms, sets: Sequence[OptionSet], carry: Carry, what: str = "") -> list[Measured]:
    """Play games with these option sets: first some with each, then more with those of which they would tell more.

    ``what``: what these games are, for whoever watches.
    """
    played: dict[OptionSet, list[Start]] = {each: [] for each in sets}
    found: dict[OptionSet, Measured] = {}
    ends = rounds(terms.starts, terms.even)
    for number, (begin, end) in enumerate(zip((0, *ends), ends, strict=False), start=1):
        left = [each for each in sets if each not in found or is_open(terms, found[each])]
        if not left:
            break
        title = ", ".join(filter(None, (terms.game.name, what, f"round {number} of {len(ends)}")))
        starts = carry(job(terms, left, range(begin, end), title))
        for place, each in enumerate(left):
            played[each] += starts[place * (end - begin) : (place + 1) * (end - begin)]
            found[each] = measure(terms, each, played[each])
    return [found[each] for each in sets]


def rounds(starts: int, even: bool) -> list[int]:
    """Return how many starts a set has after each round."""
    if even:
        return [starts]
    ends = [-(-starts // 2**later) for later in reversed(range(ROUNDS))]
    return sorted({end for end in ends if end >= LEAST} | {starts})


def job(terms: Terms, sets: Sequence[OptionSet], numbers: range, title: str) -> Round:
    """Return the job of playing the starts of these numbers with each set, one set after the other."""
    matchups = [matchup_of(terms, each) for each in sets]
    listed = [task for each in matchups for task in tasks_of(each, numbers)]
    spent = budget_text(terms.game, int(terms.player)) if terms.player.isdigit() else ""
    drawn: Figure[Start] = Figure(_drawn, lambda share: f"{100 * share:.0f} % drawn")
    return Job(
        title=title,
        unit="starts",
        terms=f"sweep, version {terms.game.rules.VERSION}, {spent}, {numbers}, {matchups}",
        tasks=listed,
        function=play_start,
        reduce=list,
        coding=Coding(self_play.dump, self_play.load),
        figure=drawn,
    )


def matchup_of(terms: Terms, options: OptionSet) -> Matchup:
    """Return who plays with an option set, and how."""
    return Matchup(terms.game.key, terms.player, terms.player, options.given, terms.scale, terms.seed)


def tasks_of(matchup: Matchup, numbers: range) -> list[Task]:
    """Return the starts of these numbers."""
    return list(tasks(matchup, numbers.stop))[numbers.start :]


def fresh(seed: int) -> int:
    """Return the seed of starts that have no part in choosing a set."""
    return derived_seed(seed, -1)


def _drawn(start: Start) -> float:
    return sum(game.drawn for game in start.games) / len(start.games)
