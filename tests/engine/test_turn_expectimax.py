"""Search over whole turns: against a plain one through everything, plain against compiled, and what is kept."""

import threading
from dataclasses import replace
from random import Random

import pytest

from fivefold.contract import NOBODY
from fivefold.engine import expectimax
from fivefold.engine.budget import Budget
from fivefold.engine.expectimax import TurnExpectimax
from fivefold.engine.kernels import PlainKernels
from fivefold.engine.search_kinds import TURN_LEVELS
from fivefold.games.dice_poker import evaluation, rules, turn
from fivefold.games.dice_poker.board import NAMES, SPACES
from fivefold.games.dice_poker.patterns import NUMBER_OF
from fivefold.play import catalogue, options
from fivefold.play.match import Match
from tests.quick import first

from .positions import after, legal

DICE_POKER = catalogue.find("dice_poker")
QUICK = Budget(depth=2)


def dice_position(pieces=("", "", ""), dice="", roll=1, turn=0, open_spaces=None, **given):
    """Return a row: each seat's pieces by name, five dice as faces.

    With ``open_spaces`` all others are covered, by turns, and no piece can be bounced.
    """
    values = options.resolve(DICE_POKER, {"first": "0", **given})
    row = [0] * rules.SIZE
    rules.setup(row, options.codes(DICE_POKER, values))
    placed = [(seat, NAMES.index(name)) for seat, names in enumerate(pieces) for name in names.split()]
    if open_spaces is not None:
        rest = [space for space in range(SPACES) if space not in map(NAMES.index, open_spaces.split())]
        rest = [space for space in rest if space != rules.FREE_SPACE and space not in dict(map(reversed, placed))]
        placed += [(blocker(space, row[rules.PLAYERS]), space) for space in rest]
    for seat, space in placed:
        row[rules.TURN] = seat
        rules.place(row, space)
        row[rules.OWNER + space] |= rules.LOCKED if open_spaces else 0
    row[rules.TURN], row[rules.ROLL] = turn, roll
    rules.lay_out(row, NUMBER_OF[tuple(sorted(map(int, dice)))])
    return row


def blocker(space, players):
    """Return the seat whose piece stands there where nobody shall get five in a row."""
    return (space % 9 + 2 * (space // 9)) // 2 % players


def think(kernels, row, budget=QUICK, salt=1, **more):
    return TurnExpectimax(kernels, row[rules.PLAYERS]).think(row, budget, salt, **more)


def space(name):
    return NAMES.index(name)


# --- a search through everything -------------------------------------------------------------------------------------


def estimate(row):
    """Each seat's chance to win at first sight."""
    seats = row[rules.PLAYERS]
    if rules.to_move(row) == NOBODY:
        shares = [0.0] * seats
        rules.returns(row, shares)
        return shares
    points, shares = [0] * seats, [0.0] * seats
    evaluation.value(row, points)
    expectimax.share_out(points, evaluation.POINTS_SCALE, shares, 0, seats)
    return shares


def finishes(row):
    out = [0] * turn.MAX_FINISHES
    return out[: turn.finishes(row, out)]


def through_everything(row, depth):
    """Each seat's chance to win if everybody plays best for himself, so many turns ahead."""
    if depth == 0 or rules.to_move(row) == NOBODY:
        return estimate(row)
    mover, found = rules.turn_of(row), []
    for move in finishes(row):
        child = list(row)
        turn.finish(child, move)
        found.append(through_everything(child, depth - 1))

    def best(worth):
        return turn.outlook(row, worth, [0.0] * rules.MAX_MOVES, [0.0] * turn.SCRATCH)

    # How often a finish happens is how much its worth counts; chance tells equals apart.
    noise, step, shares = Random(1), 1e-10, [0.0] * row[rules.PLAYERS]
    worth = [share[mover] + 1e-5 * noise.random() for share in found]
    value = best(worth)
    for index, share in enumerate(found):
        happens = (best([each + step * (place == index) for place, each in enumerate(worth)]) - value) / step
        shares = [so_far + happens * each for so_far, each in zip(shares, share, strict=True)]
    return shares


NEARLY_FULL = [
    dice_position(dice="11234", open_spaces="a1 a2 e1 i9"),
    dice_position(dice="22456", roll=2, turn=1, open_spaces="b1 c3 d4 g7 h8", pieces=("c1 d1 e1 f1", "", "")),
    dice_position(dice="33666", roll=3, open_spaces="g1 i2 h4"),
]
NEARLY_FULL_FOR_THREE = [
    dice_position(dice="12456", open_spaces="a1 a2 i9", players="3"),
    dice_position(dice="11145", roll=2, turn=2, open_spaces="b1 c3 d4 g7", players="3"),
]


@pytest.mark.slow
@pytest.mark.parametrize("depth", first(1, [2, 1, 3]))
@pytest.mark.parametrize("row", [*NEARLY_FULL, *NEARLY_FULL_FOR_THREE])
def test_a_search_finds_what_a_search_through_everything_finds(row, depth, monkeypatch):
    monkeypatch.setattr(expectimax, "NEGLIGIBLE", -1.0)
    found = think(PlainKernels(DICE_POKER), row, Budget(depth=depth))
    assert found.shares == pytest.approx(through_everything(row, depth), abs=1e-3)
    assert found.depth == depth


@pytest.mark.parametrize("row", [NEARLY_FULL[2], NEARLY_FULL_FOR_THREE[0]])
def test_every_legal_move_is_weighed_and_the_best_made(row):
    found = think(PlainKernels(DICE_POKER), row)
    assert list(found.weighed) == legal(DICE_POKER, row)
    mover = rules.to_move(row)
    assert found.weighed[found.move] == max(found.weighed.values()) == pytest.approx(found.shares[mover])
    assert found.line == (found.move,)
    for move, chance in found.weighed.items():
        if move < rules.KEEP:
            expected = through_everything(after(DICE_POKER, row, move), 1)[mover]
            assert chance == pytest.approx(expected, abs=0.02)


# --- plain and compiled ----------------------------------------------------------------------------------------------


def alike(found, other):
    """Tell whether two findings are the same but for the time and the last digits."""
    assert (found.move, found.depth, found.nodes, found.exact) == (other.move, other.depth, other.nodes, other.exact)
    assert found.shares == pytest.approx(other.shares, abs=1e-9)
    assert found.weighed == pytest.approx(other.weighed, abs=1e-9)
    assert found.points == pytest.approx(other.points, abs=1e-5)


@pytest.mark.slow
@pytest.mark.parametrize("players", [2, pytest.param(3, marks=pytest.mark.slow)])
def test_plain_and_compiled_find_the_same(players, compiled):
    match, random = Match("dice_poker", seed=players, players=str(players)), Random(players)
    budgets = [TURN_LEVELS[0], TURN_LEVELS[2], Budget(nodes=900)]
    for ply in range(90):
        if ply % 30 == 29:
            for budget in budgets:
                alike(
                    *(
                        think(kernels, match.row, budget, ply)
                        for kernels in (PlainKernels(DICE_POKER), compiled("dice_poker"))
                    )
                )
        match.make(random.choice([move for move in match.legal() if move < rules.KEEP] or match.legal()))


# --- what it plays ---------------------------------------------------------------------------------------------------


@pytest.fixture
def plain():
    return PlainKernels(DICE_POKER)


def test_a_won_game_is_won(plain):
    row = dice_position(("b3 c3 e3 f3", "b4 c4 e4 f4", ""), "12246", sets="1")
    found = think(plain, row)
    assert NAMES[found.move] == "d3" and found.exact and found.shares == (1.0, 0.0)


def test_it_sees_what_the_next_one_will_do(plain):
    """Azure lacks d3, a pair of twos; Ruby has two of them, too, and nothing to win at once."""
    row = dice_position(("g9", "b3 c3 e3 f3", ""), "22333", roll=3, sets="1")
    found = think(plain, row, Budget(depth=2))
    assert NAMES[found.move] == "d3"
    others = [chance for move, chance in found.weighed.items() if move != found.move]
    assert found.weighed[found.move] > max(others) + 0.1


def test_without_insight_the_longest_run_of_its_own_counts(plain):
    row = dice_position(("a4 b4", "a3 b3 c3", ""), "33344", roll=3)
    found = think(plain, row, Budget(depth=1, insight=False))
    matching = {name for name in NAMES if space(name) in legal(DICE_POKER, row)}
    runs = {name: evaluation.longest_run(row, space(name), 0) for name in matching}
    assert runs[NAMES[found.move]] == max(runs.values()) > 1


def test_a_seat_may_be_asked_for_that_is_not_to_move(plain):
    row = NEARLY_FULL[0]
    mine, theirs = (think(plain, row, seat=seat) for seat in (0, 1))
    assert mine.shares == theirs.shares and mine.points == pytest.approx(-theirs.points)


# --- overlooking -----------------------------------------------------------------------------------------------------


@pytest.mark.slow
def test_what_is_overlooked_depends_on_the_salt_alone(plain):
    row = dice_position(("d5 c5", "g5", ""), "11333")
    blind = Budget(depth=1, slip=70)
    moves = [think(plain, row, blind, salt).move for salt in range(12)]
    assert moves == [think(plain, row, blind, salt).move for salt in range(12)]
    assert len(set(moves)) > 2


def test_who_overlooks_everything_still_makes_legal_moves(plain):
    row = dice_position(("d5 c5", "g5", ""), "11333", roll=3)
    assert think(plain, row, Budget(depth=1, slip=100)).move in legal(DICE_POKER, row)


# --- limits ----------------------------------------------------------------------------------------------------------


def test_nodes_limit_the_search_and_repeat_it(compiled):
    match = Match("dice_poker", seed=2)
    once, again = (think(compiled("dice_poker"), match.row, Budget(nodes=3000)) for _ in range(2))
    assert replace(once, seconds=0.0) == replace(again, seconds=0.0)
    assert 3000 <= once.nodes < 3000 + 2 * 81
    more = think(compiled("dice_poker"), match.row, Budget(nodes=30_000))
    assert more.depth > once.depth


def test_time_limits_the_search(compiled):
    match = Match("dice_poker", seed=2)
    found = think(compiled("dice_poker"), match.row, Budget(seconds=0.05))
    assert found.depth >= 1, "and it came to an end"


def test_a_search_can_be_stopped(compiled):
    match, search = Match("dice_poker", seed=2), TurnExpectimax(compiled("dice_poker"), 2)
    timer = threading.Timer(0.05, search.stop)
    timer.start()
    found = search.think(match.row, Budget())
    assert found.move in match.legal(), "and it came to an end"


# --- what is kept ----------------------------------------------------------------------------------------------------


@pytest.mark.slow
def test_later_decisions_of_a_turn_are_answered_from_the_first_one(plain):
    search = TurnExpectimax(plain, 2)
    first = search.think(dice_position(("d5", "g5", ""), "12345"), QUICK)
    again = search.think(dice_position(("d5", "g5", ""), "22245", roll=2), QUICK)
    last = search.think(dice_position(("d5", "g5", ""), "22255", roll=3), QUICK)
    assert first.nodes > 300 and again.nodes < 100 and last.nodes < 100
    assert first.depth == again.depth == last.depth == 2
    for move in last.weighed:
        assert last.weighed[move] == again.weighed.get(move, last.weighed[move])


@pytest.mark.slow
@pytest.mark.parametrize("change", [{"turn": 1}, {"pieces": ("d5 a1", "g5", "")}])
def test_nothing_is_taken_from_another_turn(change, plain):
    search, same = TurnExpectimax(plain, 2), {"pieces": ("d5", "g5", ""), "dice": "22255", "roll": 3}
    search.think(dice_position(**same), QUICK)
    other = dice_position(**same | change)
    assert search.think(other, QUICK).weighed == think(plain, other).weighed


def test_nothing_is_taken_from_a_search_with_less_to_spend(plain):
    search, row = TurnExpectimax(plain, 2), NEARLY_FULL[0]
    assert search.think(row, Budget(depth=1)).depth == 1
    assert search.think(row, Budget(depth=2)).depth == 2
