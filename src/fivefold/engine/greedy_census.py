"""Greedy self-play, and a count of what it makes: the kernel of ``fivefold hands``."""

from collections.abc import Callable
from typing import Any, NamedTuple

from fivefold.contract import CHANCE, NOBODY, HandCounts
from fivefold.engine.functions import RuleFunctions
from fivefold.engine.kernels import Jit
from fivefold.parts.dice import below


class Counts(NamedTuple):
    """The arrays of a count, all int64. What is added up comes with its squares, for intervals."""

    made: Any
    """[kinds]: in the game being played."""
    made_sum: Any
    """[kinds]"""
    made_squares: Any
    """[kinds]"""
    scores: Any
    """[seats]: scratch."""
    score_sum: Any
    """[seats], in turn order: the one to make the first move comes first."""
    score_squares: Any
    """[seats]"""
    won: Any
    """[seats]: games won alone, in turn order."""
    cut_short: Any
    """[1]: games that ended early."""
    moves: Any
    """[MAX_MOVES]: scratch."""
    hands: Any
    """[MOST_MADE]: scratch."""
    dice: Any
    """[1]: the state of the generator."""


def make_most_points(hands: HandCounts, jit: Jit) -> Callable[[Counts, Any, int], int]:
    """Make ``most_points(counts, row, count) -> move``: of the first ``count`` moves one with the most points, drawn
    evenly among those."""
    points = hands.points

    @jit
    def most_points(counts: Any, row: Any, count: int) -> int:
        best, most, equals = counts.moves[0], -(1 << 40), 0
        for index in range(count):
            worth = points(row, counts.moves[index])
            if worth > most:
                best, most, equals = counts.moves[index], worth, 1
            elif worth == most:
                equals += 1
                if below(counts.dice, equals) == 0:
                    best = counts.moves[index]
        return int(best)

    return most_points


def make_greedy_games(
    rules: RuleFunctions, hands: HandCounts, jit: Jit, kernel: Jit
) -> Callable[[Counts, Any, Any, int, int], None]:
    """Make ``greedy_games(counts, start, row, seats, games)``: play games from ``start`` and add up.

    ``start`` and ``row`` (scratch) are int64[SIZE].
    """
    to_move, legal_moves, play, scores, size = rules.to_move, rules.legal_moves, rules.play, rules.scores, rules.size
    made, cut_short, most_points = hands.made, hands.cut_short, make_most_points(hands, jit)

    @jit
    def play_game(counts: Any, row: Any) -> int:
        first = -1
        while to_move(row) != NOBODY:
            count = legal_moves(row, counts.moves)
            if to_move(row) == CHANCE:
                play(row, counts.moves[below(counts.dice, count)])
                continue
            first = to_move(row) if first < 0 else first
            move = most_points(counts, row, count)
            for index in range(made(row, move, counts.hands)):
                counts.made[counts.hands[index]] += 1
            play(row, move)
        return int(first)

    @jit
    def add_up(counts: Any, row: Any, seats: int, first: int) -> None:
        for kind in range(len(counts.made)):
            counts.made_sum[kind] += counts.made[kind]
            counts.made_squares[kind] += counts.made[kind] * counts.made[kind]
            counts.made[kind] = 0
        scores(row, counts.scores)
        counts.cut_short[0] += 1 if cut_short(row) else 0
        for place in range(seats):
            mine, rivals = counts.scores[(first + place) % seats], -(1 << 40)
            for other in range(1, seats):
                rivals = max(rivals, counts.scores[(first + place + other) % seats])
            counts.score_sum[place] += mine
            counts.score_squares[place] += mine * mine
            counts.won[place] += 1 if mine > rivals else 0

    @kernel
    def greedy_games(counts: Any, start: Any, row: Any, seats: int, games: int) -> None:
        for _ in range(games):
            for place in range(size):
                row[place] = start[place]
            add_up(counts, row, seats, play_game(counts, row))

    return greedy_games
