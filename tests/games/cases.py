"""What the conformance suite plays: every game with option values that meet in pairs, by random moves."""

import re
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from functools import cache
from random import Random
from typing import Any, TypeVar

from fivefold import keys
from fivefold.contract import ANYONE, CHANCE, NOBODY, Game, Rules
from fivefold.play import catalogue
from fivefold.play.match import Match
from fivefold.play.observation import observed
from tests.games.corners import corners
from tests.quick import Test, in_turn, is_tried, long, slow

PLY_CAP = 400
"""Random play may go on for ever in some games; it is watched for so long."""
QUICK = 1
"""So many sets of options of a game are tried by the quick part, and one for each number of players or mode of play."""
LANDING = 8
"""So many of a game are tried before a change lands."""
SEAT_BUTTON = re.compile(r"take-[0-9]")
"""The last pick of a race's move that tells whose it is, where nothing else does."""
MANY = 60
"""Of more moves of one position only so many are read, judged and so on."""
SAMPLED = 6
"""Positions of a game that are looked at closely."""

Thing = TypeVar("Thing")


@dataclass(frozen=True)
class Case:
    """A game with options, and the seed for chance and for the players' random moves."""

    key: str
    options: tuple[tuple[str, str], ...]
    seed: int

    def __str__(self) -> str:
        usual = {option.name: option.default for option in self.game.setup.options}
        told = [f"{name}={value}" for name, value in self.options if value != usual[name]]
        return "-".join([self.key, *told, str(self.seed)])

    @property
    def game(self) -> Game:
        return catalogue.find(self.key)

    def match(self) -> Match:
        return Match(self.key, seed=self.seed, **dict(self.options))


@cache
def cases() -> Sequence[Case]:
    """Return all cases; a game's seeds count from 0."""
    return [
        Case(key, tuple(options.items()), seed)
        for key in keys()
        for seed, options in enumerate(corners(catalogue.find(key)))
    ]


def every(chosen: Sequence[Case]) -> Callable[[Test], Test]:
    """Try all cases of a game in one item, the later ones, which hold few new pairs, where there is more time."""
    return in_turn("case", map(_marked, chosen), by=lambda case: case.key)


def _marked(case: Case) -> object:
    return case if case in quick_cases() else slow(case) if case.seed < LANDING else long(case)


@cache
def quick_cases() -> Collection[Case]:
    """Return the first cases, and the first with each value of the option that decides how many play."""
    first: dict[tuple[str, str | None], Case] = {}
    for case in cases():
        deciding = case.game.setup.seat_option
        first.setdefault((case.key, dict(case.options)[deciding.name] if deciding else None), case)
    return {*first.values(), *(case for case in cases() if case.seed < QUICK)}


def tried(key: str) -> Sequence[Case]:
    """Return the cases of a game that this run tries."""
    return [case for case in cases() if case.key == key and is_tried(_marked(case))]


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


def some(case: Case, things: Sequence[Thing]) -> Sequence[Thing]:
    """Return all of few things, some of many: where cards may move about there are hundreds of moves."""
    return things if len(things) <= MANY else Random(case.seed).sample(things, MANY)


def movers(case: Case, row: list[int]) -> Sequence[int]:
    """Return who may move, as viewers of a picture: a seat; in a race ``ANYONE`` (who sits on all seats) and each."""
    turn = case.game.rules.to_move(row)
    if turn != ANYONE:
        return [turn] if turn >= 0 else []
    seats = {mover(case.game, row, move) for move in legal(case.game, row)}
    return [ANYONE, *sorted(seats)]


def mover(game: Game, row: list[int], move: int) -> int:
    """Return the seat that makes a move of a race."""
    assert game.race is not None
    return game.race.mover(row, move)


def spellings(case: Case, row: list[int], viewer: int) -> Sequence[tuple[str, ...]]:
    """Return the clicks of the moves that one of ``movers`` may make; a single seat needs no button to say whose."""
    game = case.game
    spelled = {move: game.notation.clicks(row, move) for move in legal(game, row)}
    if viewer == ANYONE or game.rules.to_move(row) != ANYONE:
        return list(spelled.values())
    own = [clicks for move, clicks in spelled.items() if mover(game, row, move) == viewer]
    return [clicks[:-1] if SEAT_BUTTON.fullmatch(clicks[-1]) else clicks for clicks in own]


def legal(game: Game, row: list[int]) -> list[int]:
    out = [0] * game.rules.MAX_MOVES
    return out[: game.rules.legal_moves(row, out)]


def best_lead(rules: Rules, row: list[int], seat: int) -> int:
    """Return the most that a seat can be ahead of the other in the end, every way of the rest tried, chance too."""
    if rules.to_move(row) == NOBODY:
        points = [0, 0]
        rules.scores(row, points)
        return points[seat] - points[1 - seat]
    out, leads = [0] * rules.MAX_MOVES, []
    for move in out[: rules.legal_moves(row, out)]:
        after = row.copy()
        rules.play(after, move)
        leads.append(best_lead(rules, after, seat))
    return max(leads)


def with_best_lead(rules: Any, row: list[int], seat: int, lead: int) -> list[int]:
    """Return a position with the other's points changed, so that ``lead`` is the most that a seat can be ahead."""
    changed = row.copy()
    changed[rules.SCORE + 1 - seat] += best_lead(rules, row, seat) - lead
    return changed
