"""Alpha-beta against a plain search through everything, and plain against compiled."""

import threading
from dataclasses import replace
from random import Random

import pytest

from fivefold.contract import NOBODY
from fivefold.contract.search import untold
from fivefold.engine import alphabeta
from fivefold.engine.alphabeta import Deepening
from fivefold.engine.budget import Budget
from fivefold.engine.kernels import PlainKernels
from fivefold.play import catalogue
from fivefold.play.match import Match

from .positions import after, focus_position, legal, locus_ending

LOCUS, FOCUS = catalogue.find("locus"), catalogue.find("focus")
SMALL = [
    focus_position({"c3": "0", "d3": "11", "e5": "10", "f6": "0"}),
    focus_position({"c3": "010", "d5": "1", "f4": "0011"}, turn=1),
    focus_position({"b4": "00", "e4": "10101", "g4": "11"}, reserve=(1, 0)),
]
SMALL_FOR_THREE = [
    focus_position({"c3": "0", "d4": "12", "f5": "01", "e6": "20"}, players=3),
    focus_position({"b3": "01", "d3": "2", "d6": "10"}, players=3, turn=1),
]
SMALL_FOR_FOUR = focus_position({"c3": "0", "d4": "1", "f5": "02", "e6": "13"}, players=4)
PARTNERS = focus_position({"c3": "0", "d4": "1", "f5": "02", "e6": "13"}, players=4, teams="on")


def seats_of(row):
    return row[0]


def lead(game, row, seats, root, ply):
    """The root side's lead over its best rival, a decided game worth less the later it is decided."""
    points, side = [0] * seats, game.search.side
    game.search.value(row, points)
    rivals = [points[seat] for seat in range(seats) if side(row, seat) != side(row, root)]
    ahead = points[root] - max(rivals)
    if game.rules.to_move(row) == NOBODY and abs(ahead) > alphabeta.DECISIVE:
        ahead += -ply if ahead > 0 else ply
    return ahead


def minimax(game, row, depth, seats, root, ply=0):
    """What the root side gets if everybody else plays against it, every move looked at."""
    mover = game.rules.to_move(row)
    if depth == 0 or mover == NOBODY:
        return lead(game, row, seats, root, ply)
    friend = game.search.side(row, mover) == game.search.side(row, root)
    values = [minimax(game, after(game, row, move), depth - 1, seats, root, ply + 1) for move in legal(game, row)]
    return max(values) if friend else min(values)


def best_replies(game, row, depth, seats, root, ply=0):
    """The same where only the one rival with the best reply moves, then the root again."""
    mover = game.rules.to_move(row)
    if depth == 0 or mover == NOBODY:
        return lead(game, row, seats, root, ply)
    side, values = game.search.side, []
    if side(row, mover) == side(row, root):
        children = [after(game, row, move) for move in legal(game, row)]
        values = [best_replies(game, child, depth - 1, seats, root, ply + 1) for child in children]
        # Out of turn the root may be without a move, where the rules would have passed it over.
        return max(values) if values else lead(game, row, seats, root, ply)
    for rival in range(seats):
        if side(row, rival) == side(row, root):
            continue
        turned = list(row)
        game.search.give_turn(turned, rival)
        for move in legal(game, turned):
            child = after(game, turned, move)
            if game.rules.to_move(child) != NOBODY:
                game.search.give_turn(child, root)
            values.append(best_replies(game, child, depth - 1, seats, root, ply + 1))
    return min(values) if values else lead(game, row, seats, root, ply)


def check(game, row, seats, found, oracle, depth):
    """The value is the oracle's, and the move is one that reaches it."""
    root = game.rules.to_move(row)
    assert found.points == oracle(game, row, depth, seats, root)
    assert found.points == oracle(game, after(game, row, found.move), depth - 1, seats, root, 1)
    assert found.line[0] == found.move


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("free", [1, 2, 3, 4])
def test_endings_are_exact(seed, free, kernels):
    match = locus_ending(seed, free)
    found = Deepening(kernels("locus"), 2, nodes=4096).think(match.row, Budget())
    assert found.exact and found.depth == free == len(found.line)
    check(LOCUS, match.row, 2, found, minimax, free)


@pytest.mark.parametrize("seed", range(3))
def test_the_expected_line_earns_what_it_promises(seed, kernels):
    match = locus_ending(seed + 50, 5)
    found = Deepening(kernels("locus"), 2, nodes=4096).think(match.row, Budget())
    seat, row = match.to_move, match.row
    for move in found.line:
        assert move in legal(LOCUS, row)
        row = after(LOCUS, row, move)
    assert LOCUS.rules.to_move(row) == NOBODY
    sign = 1 if seat == 0 else -1
    assert sign * LOCUS.search.banked(row) == found.points


@pytest.mark.slow
@pytest.mark.parametrize("depth", [1, 2, 3])
@pytest.mark.parametrize("place", range(len(SMALL)))
def test_two_sides_to_a_small_depth(place, depth, kernels):
    row = SMALL[place]
    found = Deepening(kernels("focus"), 2, nodes=4096).think(row, Budget(depth=depth))
    if abs(found.points) <= alphabeta.DECISIVE:
        assert found.depth == depth
    check(FOCUS, row, 2, found, minimax, found.depth)


@pytest.mark.parametrize("row", [*SMALL_FOR_THREE, SMALL_FOR_FOUR, PARTNERS], ids=["three", "pass", "four", "teams"])
@pytest.mark.parametrize(("best_reply", "oracle"), [(False, minimax), (True, best_replies)], ids=["all", "best"])
def test_several_sides_to_a_small_depth(row, best_reply, oracle, kernels):
    for depth in (1, 2, 3):
        search = Deepening(kernels("focus"), seats_of(row), best_reply, nodes=4096)
        found = search.think(row, Budget(depth=depth))
        check(FOCUS, row, seats_of(row), found, oracle, found.depth)


def test_a_win_is_found_and_the_sooner_the_better(kernels):
    row = focus_position({"c3": "000", "f3": "1", "c6": "0"})
    found = Deepening(kernels("focus"), 2, nodes=4096).think(row, Budget(depth=3))
    assert FOCUS.notation.say(row, found.move, -1) == "c3-f3:3"
    assert found.exact and found.depth == 1 and found.shares == pytest.approx((1.0, 0.0), abs=1e-6)


def test_the_table_does_not_change_the_value(kernels):
    match = locus_ending(3, 4)
    search, random = Deepening(kernels("locus"), 2, nodes=4096), Random(3)
    while match.outcome is None:
        kept = search.think(match.row, Budget())
        fresh = Deepening(kernels("locus"), 2, nodes=4096).think(match.row, Budget())
        assert kept.points == fresh.points and kept.exact
        match.make(random.choice(match.legal()))


def found_alike(compiled, key, row, seats, budget, best_reply=False, salt=0):
    findings = []
    for kernels in (PlainKernels(catalogue.find(key)), compiled(key)):
        search = Deepening(kernels, seats, best_reply, nodes=budget.nodes)
        found = search.think(row, budget, salt)
        left = [[int(cell) for cell in block] for block in (search.workspace.killers, search.workspace.table)]
        findings.append(
            (found.move, found.points, found.shares, found.line, found.depth, found.nodes, found.exact, left)
        )
    return findings


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize(("key", "players"), [("locus", 2), ("focus", 2), ("focus", 3), ("focus", 4)])
def test_plain_and_compiled_search_the_same_tree(key, players, seed, compiled):
    match = Match(key, seed=seed, **({"players": players} if key == "focus" else {}))
    random = Random(seed)
    for _ in range(8 * seed):
        match.make(random.choice(match.legal()))
    for best_reply in {False, players > 2}:
        plain, twin = found_alike(compiled, key, match.row, players, Budget(nodes=1200), best_reply)
        assert plain == twin


@pytest.mark.parametrize("slip", [10, 60, 100])
def test_plain_and_compiled_overlook_the_same(slip, compiled):
    for row, key in ((locus_ending(1, 12).row, "locus"), (SMALL[0], "focus")):
        plain, twin = found_alike(compiled, key, row, 2, Budget(nodes=600, depth=4, slip=slip), salt=77)
        assert plain == twin


def test_overlooking_is_a_whim_that_salt_decides(compiled):
    match = locus_ending(5, 20)
    moves = []
    for salt in range(40):
        found = Deepening(compiled("locus"), 2).think(match.row, Budget(depth=1, slip=65), salt)
        again = Deepening(compiled("locus"), 2).think(match.row, Budget(depth=1, slip=65), salt)
        assert found.move == again.move and found.move in match.legal()
        moves.append(found.move)
    assert len(set(moves)) >= 4
    best = Deepening(compiled("locus"), 2).think(match.row, Budget(depth=1)).move
    assert 0 < moves.count(best) < 40


@pytest.mark.slow
@pytest.mark.parametrize(("players", "teams"), [(3, "off"), (4, "off"), (4, "on")])
def test_best_reply_search_plays_legal_games(players, teams, compiled):
    match = Match("focus", players=players, teams=teams)
    search = Deepening(compiled("focus"), players, best_reply=True)
    for _ in range(40):
        found = search.think(match.row, Budget(depth=3, nodes=3000))
        assert sum(found.shares) == pytest.approx(1.0) and len(found.shares) == players
        match.make(found.move)  # refuses what is not legal
        if match.outcome is not None:
            break


def test_shares_add_up_for_both_sides_and_favour_who_leads(kernels):
    row = focus_position({"c3": "000", "d5": "00", "f3": "1"}, turn=1)
    found = Deepening(kernels("focus"), 2, nodes=4096).think(row, Budget(depth=1))
    assert sum(found.shares) == pytest.approx(1.0)
    assert found.points < 0 and found.shares[0] > 0.5 > found.shares[1]


def test_a_budget_of_nodes_is_kept(kernels):
    match = Match("locus", seed=4)
    search = Deepening(kernels("locus"), 2, nodes=500)
    found = search.think(match.row, Budget(nodes=500))
    assert found.nodes <= 500 and not found.exact and found.move in match.legal()
    little = search.think(match.row, Budget(nodes=1))
    assert little.depth == 1 and little.move in match.legal()


def test_time_that_is_up_leaves_a_move_all_the_same(kernels):
    match = Match("focus")
    found = Deepening(kernels("focus"), 2).think(match.row, Budget(seconds=0.0))
    assert found.depth == 1 and found.move in match.legal()


def test_a_search_can_be_stopped_from_another_thread(kernels):
    match, found = Match("focus"), []
    search = Deepening(kernels("focus"), 2)
    thinking = threading.Thread(target=lambda: found.append(search.think(match.row, Budget())))
    thinking.start()
    while thinking.is_alive():
        search.stop()
        thinking.join(0.01)
    assert found[0].move in match.legal() and found[0].depth < alphabeta.MAX_DEPTH


def test_a_long_list_of_moves_and_no_time_at_all_still_give_a_move(kernels):
    match = Match("focus", seed=1, opening="swap")
    found = Deepening(kernels("focus"), 2).think(match.row, Budget(seconds=1e-9))
    assert found.move in match.legal() and found.line[0] == found.move


@pytest.mark.parametrize("seed", range(4))
def test_who_has_solved_the_ending_is_sure_of_the_result(seed, kernels):
    found = Deepening(kernels("locus"), 2).think(locus_ending(seed, 4).row, Budget())
    assert found.exact and sorted(found.shares) in ([0.5, 0.5], pytest.approx([0.0, 1.0]))


@pytest.mark.parametrize(
    "index, depth, less", [(3, 9, 0), (4, 2, 0), (4, 3, 1), (10, 3, 1), (10, 4, 2), (20, 4, 2), (20, 5, 3), (50, 9, 3)]
)
def test_the_later_a_move_the_less_deep_it_is_searched_but_not_near_the_leaves(index, depth, less):
    assert alphabeta.late(index, depth) == less


# --- what moves tell of themselves -----------------------------------------------------------------------------------


@pytest.mark.parametrize("place", range(len(SMALL)))
def test_a_last_ply_whose_positions_are_not_made_has_the_same_value(place, kernels):
    """Nothing is passed over in the first two plies."""
    row, search, reached = SMALL[place], Deepening(kernels("focus"), 2, nodes=4096), set()
    for nodes in range(1, 1_500, 50):
        found = search.think(row, Budget(nodes=nodes))
        if found.depth <= 2:
            check(FOCUS, row, 2, found, minimax, found.depth)
            reached.add(found.depth)
    assert reached == {1, 2} or abs(found.points) > alphabeta.DECISIVE


def test_moves_that_fall_too_far_short_are_passed_over(compiled, monkeypatch):
    match, chance, nodes = Match("focus", seed=4), Random(4), []
    for _ in range(20):
        match.make(chance.choice(match.legal()))
    for steady in (alphabeta.STEADY, 1000.0):
        monkeypatch.setattr(alphabeta, "STEADY", steady)
        nodes.append(Deepening(compiled("focus"), 2).think(match.row, Budget(depth=7)).nodes)
    assert 3 * nodes[0] < 2 * nodes[1]


@pytest.mark.parametrize("depth, most", [(2, 0), (3, 40), (4, 10), (5, 50), (8, 30)])
def test_what_a_move_may_bring_grows_with_the_depth_and_where_its_side_moves_last(depth, most):
    control = [0] * alphabeta.CONTROL_CELLS
    control[alphabeta.MARGIN] = 10
    assert alphabeta.beyond(control, depth) == most


@pytest.mark.parametrize("seed", range(6))
def test_a_win_that_is_told_is_one(seed, compiled):
    """Moves that are passed over count as what they might have come to, never as a win or a loss."""
    match, random = Match("focus", seed=seed, win="quota"), Random(seed)
    players = [Deepening(compiled("focus"), 2) for _ in range(2)]
    while match.outcome is None:
        found = players[match.to_move].think(match.row, Budget(nodes=4_000))
        if abs(found.points) > alphabeta.DECISIVE:
            full = Deepening(compiled("focus"), 2, reduced=0)
            full.functions = replace(full.functions, gain=untold)
            checked = full.think(match.row, Budget(depth=found.depth))
            assert (checked.points > 0) == (found.points > 0) and abs(checked.points) > alphabeta.DECISIVE
        match.make(found.move if random.random() < 0.8 else random.choice(match.legal()))


def test_a_loss_is_not_told_where_moves_were_passed_over(compiled):
    """The moves searched lose here; one that was passed over does not."""
    stacks = {"d3": "000", "f3": "010", "g4": "0", "f5": "0", "h5": "101", "b6": "0", "b7": "110"}
    row, search = focus_position(stacks, turn=1), Deepening(compiled("focus"), 2)
    assert abs(search.think(row, Budget(depth=4)).points) < alphabeta.DECISIVE


@pytest.mark.parametrize("game", [LOCUS, FOCUS], ids=lambda game: game.key)
def test_a_search_of_three_plies_leaves_nothing_out(game):
    """So levels 1 to 5 play alike, however late moves are treated."""
    row = Match(game, seed=4).row
    budget = Budget(depth=2 if game is LOCUS else 3, slip=25)
    found = [Deepening(PlainKernels(game), 2, reduced=reduced).think(list(row), budget, 7) for reduced in (0, 1, 3)]
    assert len({(each.move, each.points, each.nodes) for each in found}) == 1
