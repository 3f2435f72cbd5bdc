"""Tree search for several sides against a plain search through everything, and plain against compiled."""

import threading
from random import Random

import pytest

from fivefold.contract import NOBODY
from fivefold.contract.errors import InvalidOption
from fivefold.engine import tree_search
from fivefold.engine.alphabeta import Deepening
from fivefold.engine.budget import Budget
from fivefold.engine.kernels import PlainKernels
from fivefold.engine.opponents import new_search
from fivefold.engine.strength import levels_of
from fivefold.engine.tree_search import TreeSearch
from fivefold.games.focus import rules
from fivefold.play import catalogue
from fivefold.play.match import Match

from .positions import after, focus_position, legal

FOCUS = catalogue.find("focus")
TABLES = [(3, "off"), (4, "off"), (4, "on")]


def search_of(kernels, players, nodes=4000):
    return TreeSearch(kernels("focus"), players, nodes=nodes)


def said(row, move):
    return FOCUS.notation.say(row, move, -1)


def midgame(players, teams="off", seed=0, plies=20, **options):
    match, random = Match("focus", seed=seed, players=players, teams=teams, **options), Random(seed)
    for _ in range(plies):
        match.make(random.choice(match.legal()))
    return match


@pytest.mark.parametrize(("players", "teams"), TABLES)
def test_each_seat_finds_a_win_in_one(players, teams, kernels):
    for seat in range(players):
        stacks = {"c3": str(seat) * 3, "f3": str((seat + 1) % players), "c6": str(seat)}
        row = focus_position(stacks, turn=seat, players=players, teams=teams)
        found = search_of(kernels, players).think(row, Budget(nodes=500))
        assert said(row, found.move) == "c3-f3:3" and found.exact and found.depth == 1
        partners = FOCUS.setup.team({"teams": teams}, seat)
        assert found.shares == tuple((each in partners) / len(partners) for each in range(players))


@pytest.mark.parametrize(("players", "teams"), TABLES)
def test_nobody_walks_into_a_loss_in_one(players, teams, kernels):
    for seat in range(players):
        rival = (seat + 1) % players
        row = focus_position({"c3": str(seat), "f3": str(rival) * 3}, turn=seat, players=players, teams=teams)
        found = search_of(kernels, players).think(row, Budget(nodes=3000))
        assert said(row, found.move) in {"c3-b3:1", "c3-c2:1", "c3-c4:1"}, "d3 lies within reach, the others do not"


def sure_winner(row, plies):
    """Return the side that has won whatever the others do, in so many plies at most, by looking at everything."""
    mover = FOCUS.rules.to_move(row)
    if mover == NOBODY:
        results = [0.0] * row[0]
        FOCUS.rules.returns(row, results)
        won = {FOCUS.search.side(row, seat) for seat in range(row[0]) if results[seat] > 0}
        return won.pop() if len(won) == 1 else None
    if plies == 0:
        return None
    winners = {sure_winner(after(FOCUS, row, move), plies - 1) for move in legal(FOCUS, row)}
    own = FOCUS.search.side(row, mover)
    return own if own in winners else winners.pop() if len(winners) == 1 else None


SQUARES = ("c3", "d3", "c4", "d4", "e4", "d5")


def random_ending(seed):
    """A few pieces close together: somebody often wins within three plies."""
    random = Random(seed)
    players = random.choice([3, 4])
    places = random.sample(SQUARES, 3)
    owners = ["".join(str(random.randrange(players)) for _ in range(random.randint(1, 3))) for _ in places]
    teams = "on" if players == 4 and seed % 2 else "off"
    turn = int(owners[0][-1])
    return focus_position(dict(zip(places, owners, strict=True)), turn=turn, players=players, teams=teams)


def test_a_winner_that_looking_at_everything_finds_is_certain(compiled):
    decided = 0
    for seed in range(60):
        row = random_ending(seed)
        if len({FOCUS.search.side(row, seat) for seat in range(row[0]) if row[rules.STACKS + seat]}) < 2:
            continue
        winner = sure_winner(row, 3)
        found = search_of(compiled, row[0], 20_000).think(row, Budget(nodes=20_000))
        if winner is not None:
            decided += 1
            sides = [FOCUS.search.side(row, seat) for seat in range(row[0])]
            assert found.exact, seed
            assert [share > 0 for share in found.shares] == [side == winner for side in sides], seed
    assert decided >= 10


def facts(found):
    return found.move, found.points, found.shares, found.line, found.depth, found.nodes, found.exact


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(2))
@pytest.mark.parametrize(("players", "teams"), TABLES)
def test_plain_and_compiled_grow_the_same_tree(players, teams, seed, compiled):
    match, found = midgame(players, teams, seed, win=("last", "quota")[seed]), []
    for kernels in (lambda key: PlainKernels(FOCUS), compiled):
        search = search_of(kernels, players)
        nodes = search.think(match.row, Budget(nodes=2500))
        found.append((facts(nodes), [[int(cell) for cell in node] for node in search.workspace.nodes]))
    assert found[0] == found[1]


def test_the_same_nodes_and_salt_find_the_same(compiled):
    match = midgame(3)
    used, fresh = search_of(compiled, 3), search_of(compiled, 3)
    used.think(midgame(3, seed=5).row, Budget(nodes=3000), 1)
    assert facts(used.think(match.row, Budget(nodes=4000), 7)) == facts(fresh.think(match.row, Budget(nodes=4000), 7))


@pytest.mark.parametrize(("players", "teams"), TABLES)
def test_shares_add_up_and_partners_share(players, teams, kernels):
    for plies in (6, 21):
        match = midgame(players, teams, plies=plies)
        found = search_of(kernels, players).think(match.row, Budget(nodes=600))
        assert sum(found.shares) == pytest.approx(1.0) and len(found.shares) == players
        assert min(found.shares) >= 0 and found.line[0] == found.move in match.legal()
        if teams == "on":
            assert found.shares[:2] == found.shares[2:]


def test_who_leads_has_the_greatest_share_and_a_lead_in_points(kernels):
    row = focus_position({"c3": "000", "d5": "00", "f3": "1", "e6": "2"}, turn=0, players=3)
    found = search_of(kernels, 3).think(row, Budget(nodes=800))
    assert found.points > 0 and found.shares[0] == max(found.shares) > 1 / 3


def test_what_is_expected_of_another_seat_is_its_own_move(kernels):
    match = midgame(3)
    mover = match.to_move
    found = search_of(kernels, 3).think(match.row, Budget(nodes=500), seat=(mover + 1) % 3)
    assert found.move in match.legal()


def test_a_budget_of_nodes_is_kept(kernels):
    match = midgame(3)
    found = search_of(kernels, 3, 500).think(match.row, Budget(nodes=500))
    assert 500 <= found.nodes < 500 + FOCUS.rules.MAX_MOVES and not found.exact
    little = search_of(kernels, 3, 1).think(match.row, Budget(nodes=1))
    assert little.move in match.legal() and little.depth == 1


def test_time_that_is_up_leaves_a_move_all_the_same(kernels):
    match = Match("focus", players=4)
    found = search_of(kernels, 4).think(match.row, Budget(seconds=0.0))
    assert found.move in match.legal()


def test_a_search_can_be_stopped_from_another_thread(kernels):
    match, found = Match("focus", players=3), []
    search = search_of(kernels, 3)
    thinking = threading.Thread(target=lambda: found.append(search.think(match.row, Budget())))
    thinking.start()
    while thinking.is_alive():
        search.stop()
        thinking.join(0.01)
    assert found[0].move in match.legal()


def test_a_full_tree_is_weighed_on(compiled, monkeypatch):
    monkeypatch.setattr(tree_search, "MOST_NODES", 800)
    match = midgame(3)
    search = search_of(compiled, 3, 20_000)
    found = search.think(match.row, Budget(nodes=20_000))
    assert search.control[tree_search.FILLED] <= 800 and found.move in match.legal() and found.nodes >= 20_000


@pytest.mark.slow
@pytest.mark.parametrize(("players", "teams"), TABLES)
def test_tree_search_plays_whole_games(players, teams, compiled):
    match = Match("focus", players=players, teams=teams, win="quota")
    search = search_of(compiled, players)
    while match.outcome is None:
        match.make(search.think(match.row, Budget(nodes=2000)).move)  # refuses what is not legal
    assert len(match.moves) < 1000


def test_levels_that_overlook_nothing_play_short_games_for_several_with_it(compiled):
    for win in ("last", "quota"):
        row = midgame(3, win=win).row
        tree, best_reply = search_of(compiled, 3), Deepening(compiled("focus"), 3, best_reply=True, nodes=3000)
        wanted = (tree if win == "quota" else best_reply).think(row, Budget(nodes=3000))
        for budget in levels_of(FOCUS)[5:]:
            assert facts(new_search(compiled("focus"), 3, budget).think(row, Budget(nodes=3000))) == facts(wanted)
    assert all(type(new_search(compiled("focus"), 3, budget)) is Deepening for budget in levels_of(FOCUS)[:5])
    assert all(type(new_search(compiled("focus"), 2, budget)) is Deepening for budget in levels_of(FOCUS))


@pytest.mark.parametrize("win", ["last", "quota"])
def test_either_search_can_be_stopped_from_another_thread(win, compiled):
    match, found = Match("focus", players=3, win=win), []
    search = new_search(compiled("focus"), 3, Budget())
    thinking = threading.Thread(target=lambda: found.append(search.think(match.row, Budget())))
    thinking.start()
    while thinking.is_alive():
        search.stop()
        thinking.join(0.01)
    assert found[0].move in match.legal()


def test_a_game_of_another_kind_is_refused():
    with pytest.raises(InvalidOption, match="AlphaBeta"):
        TreeSearch(PlainKernels(catalogue.find("dice_poker")), 3)
