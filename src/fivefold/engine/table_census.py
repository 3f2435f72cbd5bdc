"""Games between players who go by a table of hands, and a count of what they make: the kernels of the lab's ``design``
and, one game at a time, of its ``sweep``.

Cards and choices among equals are drawn from two streams, both begun anew for each game. So a game deals the same cards
whatever the table, and comes to the same in whichever block of games it is played.
"""

from collections.abc import Callable
from typing import Any, Final, NamedTuple

from fivefold.contract import CHANCE, NOBODY, HandTable, PolicyRollouts
from fivefold.engine.functions import RuleFunctions
from fivefold.engine.kernels import Jit, Kernels
from fivefold.parts.dice import below


class Census(NamedTuple):
    """The arrays of a count, all int64. What is added up comes with its squares, for intervals."""

    start: Any
    """[SIZE]: the position before the first chance move."""
    row: Any
    """[SIZE]: scratch."""
    table: Any
    """[hands]: points."""
    made: Any
    """[hands]: in the game being played."""
    made_sum: Any
    """[hands]"""
    made_squares: Any
    """[hands]"""
    points: Any
    """[seats]: in the game being played, by seat."""
    point_sum: Any
    """[seats], in turn order: the one to make the first move comes first."""
    point_squares: Any
    """[seats]"""
    won: Any
    """[seats]: games won alone, in turn order."""
    lead: Any
    """[2]: the points by which the first to move was ahead of the second, and their squares; 0 for one player."""
    cut_short: Any
    """[1]: games that ended before their usual length."""
    moves: Any
    """[MAX_MOVES]: scratch."""
    hands: Any
    """[MOST_MADE]: scratch."""
    deals: Any
    """[1]: the state of the generator that deals,"""
    choices: Any
    """[1]: and of the one that chooses among equals."""
    decisions: Any
    """[1]: how often players chose in the game being played,"""
    course: Any
    """[MOST_DECISIONS, 3]: and each time which seat, among how many moves, and the points that its move scored."""


MOST_DECISIONS: Final = 128
"""Those of a game that ``course`` has room for."""
Play = Callable[[Census, Any, int], None]
"""``play(census, seeds, seats)``: play a game for each line of ``seeds``, the states of both generators, and add up."""
Choose = Callable[[Census, int], int]


def make_greedy_census(rules: RuleFunctions, hands: HandTable, jit: Jit, kernel: Jit) -> Play:
    """Make ``Play`` for players who take a move with the most points, drawn evenly among those."""
    return census_of(rules, hands, make_most_points(hands, jit), jit, kernel)


def make_greedy_game(rules: RuleFunctions, hands: HandTable, jit: Jit, kernel: Jit) -> Callable[[Census, Any], None]:
    """Make ``play_one(census, seeds)``: play one game between such players, with these states of both generators; leave
    its ``course``, how many ``decisions`` there were, and the ``points`` of each seat at the end."""
    play_game = make_play_game(rules, hands, make_most_points(hands, jit), jit)

    @kernel
    def play_one(census: Any, seeds: Any) -> None:
        play_game(census, seeds, len(census.points))

    return play_one


def make_most_points(hands: HandTable, jit: Jit) -> Choose:
    """Make ``most_points(census, count) -> move``: one with the most points, drawn evenly among those."""
    points = hands.points

    @jit
    def most_points(census: Any, count: int) -> int:
        best, most, equals = census.moves[0], -(1 << 40), 0
        for index in range(count):
            worth = points(census.row, census.moves[index], census.table)
            if worth > most:
                best, most, equals = census.moves[index], worth, 1
            elif worth == most:
                equals += 1
                if below(census.choices, equals) == 0:
                    best = census.moves[index]
        return int(best)

    return most_points


def make_policy_census(rules: RuleFunctions, hands: HandTable, search: PolicyRollouts, jit: Jit, kernel: Jit) -> Play:
    """Make ``Play`` for players who take what their game's own policy chooses at first sight."""
    choose, to_move = search.choose, rules.to_move

    @jit
    def first_sight(census: Any, count: int) -> int:
        return int(choose(census.row, to_move(census.row)))

    return census_of(rules, hands, first_sight, jit, kernel)


def make_play_game(
    rules: RuleFunctions, hands: HandTable, chosen: Choose, jit: Jit
) -> Callable[[Census, Any, int], int]:
    """Make ``play_game(census, seeds, seats) -> first to move`` for players who choose like this."""
    to_move, legal_moves, play, size = rules.to_move, rules.legal_moves, rules.play, rules.size
    points, made, left, cut_short = hands.points, hands.made, hands.left, hands.cut_short

    @jit
    def begin(census: Any, seeds: Any, seats: int) -> None:
        for place in range(size):
            census.row[place] = census.start[place]
        for hand in range(len(census.made)):
            census.made[hand] = 0
        for seat in range(seats):
            census.points[seat] = 0
        census.deals[0], census.choices[0], census.decisions[0] = seeds[0], seeds[1], 0

    @jit
    def note(census: Any, count: int) -> int:
        worth = 0
        for index in range(count):
            census.made[census.hands[index]] += 1
            worth += census.table[census.hands[index]]
        return worth

    @jit
    def score(census: Any, seat: int, count: int, scored: int) -> None:
        census.points[seat] += scored
        if census.decisions[0] < len(census.course):
            told = census.course[census.decisions[0]]
            told[0], told[1], told[2] = seat, count, scored
            census.decisions[0] += 1

    @jit
    def play_game(census: Any, seeds: Any, seats: int) -> int:
        row, first = census.row, -1
        begin(census, seeds, seats)
        while to_move(row) != NOBODY:
            count = legal_moves(row, census.moves)
            if to_move(row) == CHANCE:
                play(row, census.moves[below(census.deals, count)])
                continue
            seat = to_move(row)
            first = seat if first < 0 else first
            move = chosen(census, count)
            score(census, seat, count, points(row, move, census.table))
            note(census, made(row, move, census.table, census.hands))
            play(row, move)
        for seat in range(seats):
            census.points[seat] += note(census, left(row, seat, census.table, census.hands))
        census.cut_short[0] += 1 if cut_short(row) else 0
        return max(first, 0)

    return play_game


def census_of(rules: RuleFunctions, hands: HandTable, chosen: Choose, jit: Jit, kernel: Jit) -> Play:
    """Return ``Play`` for players who choose like this among the first moves of ``census.moves``."""
    play_game = make_play_game(rules, hands, chosen, jit)

    @jit
    def add_up(census: Any, seats: int, first: int) -> None:
        for hand in range(len(census.made)):
            census.made_sum[hand] += census.made[hand]
            census.made_squares[hand] += census.made[hand] * census.made[hand]
        for place in range(seats):
            mine, rivals = census.points[(first + place) % seats], -(1 << 40)
            for other in range(1, seats):
                rivals = max(rivals, census.points[(first + place + other) % seats])
            census.point_sum[place] += mine
            census.point_squares[place] += mine * mine
            census.won[place] += 1 if mine > rivals and seats > 1 else 0
        if seats > 1:
            lead = census.points[first] - census.points[(first + 1) % seats]
            census.lead[0] += lead
            census.lead[1] += lead * lead

    @kernel
    def census_games(census: Any, seeds: Any, seats: int) -> None:
        for game in range(len(seeds)):
            add_up(census, seats, play_game(census, seeds[game], seats))

    return census_games


def new_census(kernels: Kernels, hands: HandTable, seats: int) -> Census:
    """Return counts of nothing yet, with arrays to be filled in: start and table."""
    kinds, zeros, size = len(hands.cards), kernels.zeros, kernels.rules.size
    return Census(
        start=zeros(size),
        row=zeros(size),
        table=zeros(kinds),
        made=zeros(kinds),
        made_sum=zeros(kinds),
        made_squares=zeros(kinds),
        points=zeros(seats),
        point_sum=zeros(seats),
        point_squares=zeros(seats),
        won=zeros(seats),
        lead=zeros(2),
        cut_short=zeros(1),
        moves=zeros(kernels.rules.max_moves),
        hands=zeros(hands.most_made),
        deals=zeros(1),
        choices=zeros(1),
        decisions=zeros(1),
        course=zeros(MOST_DECISIONS, 3),
    )
