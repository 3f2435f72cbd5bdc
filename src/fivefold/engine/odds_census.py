"""Counts of what becomes of the parts of a position (``OutcomeOdds``): the kernel, and the arrays it works on."""

from collections.abc import Callable
from typing import Any, Final, NamedTuple

from fivefold.contract import CHANCE, NOBODY, OutcomeOdds, PolicyRollouts
from fivefold.engine.functions import RuleFunctions
from fivefold.engine.kernels import Jit, Kernels
from fivefold.parts.dice import below

MOST_SEEN: Final = 128
"""Positions of a game that are counted; later ones of a longer game are not."""


class Census(NamedTuple):
    """The arrays of a count, all int64 (lists of such shapes in plain Python)."""

    rows: Any
    """[2, SIZE]: the start, and the game being played."""
    moves: Any
    """[MAX_MOVES]: scratch."""
    states: Any
    """[parts, MOST_SEEN]: the states that each part has been in during the game."""
    seen: Any
    """[parts]: how many of them there are."""
    counts: Any
    """[states * outcomes]: at ``outcomes * state + outcome`` how often the one became the other."""
    dice: Any
    """[1]: the state of the generator."""


def new_census(kernels: Kernels, parts: int, entries: int) -> Census:
    """Return arrays in which nothing has been counted; ``entries``: states times outcomes."""
    rules, zeros = kernels.rules, kernels.zeros
    return Census(
        rows=zeros(2, rules.size),
        moves=zeros(rules.max_moves),
        states=zeros(parts, MOST_SEEN),
        seen=zeros(parts),
        counts=zeros(entries),
        dice=zeros(1),
    )


def make_count_outcomes(
    rules: RuleFunctions, policy: PolicyRollouts, odds: OutcomeOdds, jit: Jit, kernel: Jit
) -> Callable[[Census, int], None]:
    """Make ``count_outcomes(census, games)``: play so many games at first sight and add to the counts.

    Every position right after a player's move counts.
    """
    to_move, legal_moves, play, size, choose = rules.to_move, rules.legal_moves, rules.play, rules.size, policy.choose
    state_of, outcome_of, outcomes = odds.state_of, odds.outcome_of, odds.outcomes

    @jit
    def note_states(census: Any, row: Any) -> None:
        for part in range(len(census.seen)):
            state = state_of(row, part)
            if state >= 0 and census.seen[part] < MOST_SEEN:
                census.states[part][census.seen[part]] = state
                census.seen[part] += 1

    @jit
    def play_game(census: Any) -> None:
        row = census.rows[1]
        for place in range(size):
            row[place] = census.rows[0][place]
        while to_move(row) != NOBODY:
            if to_move(row) == CHANCE:
                play(row, census.moves[below(census.dice, legal_moves(row, census.moves))])
            else:
                play(row, choose(row, to_move(row)))
                note_states(census, row)

    @kernel
    def count_outcomes(census: Census, games: int) -> None:
        for _ in range(games):
            play_game(census)
            for part in range(len(census.seen)):
                outcome = outcome_of(census.rows[1], part)
                for index in range(census.seen[part]):
                    if outcome >= 0:
                        census.counts[outcomes * census.states[part][index] + outcome] += 1
                census.seen[part] = 0

    return count_outcomes
