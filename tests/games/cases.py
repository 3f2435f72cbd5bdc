"""What the conformance suite plays: every game with option values that meet in pairs, by random moves."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import combinations, product
from random import Random

import pytest

from fivefold import keys
from fivefold.play import catalogue
from fivefold.play.contract import CHANCE, Game
from fivefold.play.match import Match
from fivefold.play.observing import observed
from fivefold.play.offered import Option

PLY_CAP = 400
"""Random play may go on for ever in some games; it is watched for so long."""
QUICK = 5
"""So many sets of options a game are tried by the quick part of the tests."""
SAMPLED = 6
"""Positions of a game that are looked at closely."""


@dataclass(frozen=True)
class Case:
    """A game with options, and the seed for chance and for the players' random moves."""

    key: str
    options: tuple[tuple[str, str], ...]
    seed: int

    def __str__(self) -> str:
        return "-".join([self.key, *(f"{name}={value}" for name, value in self.options), str(self.seed)])

    @property
    def game(self) -> Game:
        return catalogue.find(self.key)

    def match(self) -> Match:
        return Match(self.key, seed=self.seed, **dict(self.options))


def values(option: Option) -> list[str]:
    """Return the values to try: those on offer, the default, and where numbers are allowed the second lowest."""
    numbers = () if option.numbers is None else (option.numbers[1],)
    tried = [*option.values, *([option.default] if option.default else []), *map(str, numbers)]
    return list(dict.fromkeys(tried))


def corners(game: Game) -> Iterator[Mapping[str, str]]:
    """Choose sets of options until each two values that go together have met, the most new pairs first."""
    names = [option.name for option in game.options]
    everything = [dict(zip(names, chosen, strict=True)) for chosen in product(*map(values, game.options))]
    possible = [options for options in everything if game.refusal(options) is None]
    left = {pair for options in possible for pair in _pairs(options)}
    while left:
        best = max(possible, key=lambda options: len(left & _pairs(options)))
        left -= _pairs(best)
        yield best


def _pairs(options: Mapping[str, str]) -> set[tuple[tuple[str, str], ...]]:
    return set(combinations(options.items(), min(2, len(options))))


def cases() -> list[Case]:
    return [
        Case(key, tuple(options.items()), seed)
        for key in keys()
        for seed, options in enumerate(corners(catalogue.find(key)))
    ]


def every(chosen: Sequence[Case]) -> pytest.MarkDecorator:
    """Parametrize a test by cases; those after a game's first few, which hold the most new pairs, are slow."""
    marks = {case: [pytest.mark.slow] if case.seed >= QUICK else [] for case in chosen}
    return pytest.mark.parametrize("case", [pytest.param(case, marks=marks[case], id=str(case)) for case in chosen])


@cache
def played(case: Case) -> Match:
    """Return the match after random moves to its end, or to the cap; not to be changed."""
    match, random = case.match(), Random(case.seed)
    while match.outcome is None and len(match.moves) < PLY_CAP:
        match.make(random.choice(match.legal()))
    return match


@cache
def sampled(case: Case) -> Sequence[list[int]]:
    """Return positions of that match: the first, the first and the last in which a player chose, some between."""
    match = played(case)
    before = [ply.before for ply in match.replay()]
    chosen = {0, match.decisions[0], match.decisions[-1], len(before) - 1}
    chosen |= set(Random(case.seed).sample(range(len(before)), min(SAMPLED - len(chosen), len(before))))
    return [before[index] for index in sorted(chosen)]


def decisions(case: Case) -> Sequence[list[int]]:
    """Return those of the sampled positions in which a player chooses."""
    return [row for row in sampled(case) if case.game.rules.to_move(row) != CHANCE]


def seen(case: Case, row: list[int]) -> list[int]:
    """Return a position as who is to move sees it."""
    return observed(case.game, row, case.game.rules.to_move(row))


def legal(game: Game, row: list[int]) -> list[int]:
    out = [0] * game.rules.MAX_MOVES
    return out[: game.rules.legal_moves(row, out)]
