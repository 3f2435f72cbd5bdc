"""Worked cases: landing, breaking, passing over, every way a game ends, who can still win; counted positions."""

from pathlib import Path
from typing import NamedTuple

import focus_oracle as oracle
import pytest
from tests.quick import first, landing

from fivefold.contract import NOBODY
from fivefold.contract.errors import InvalidOption
from fivefold.contract.words import ending_text
from fivefold.games.focus import GAME, evaluation, notation, rules, table_help
from fivefold.games.focus.board import NAMES, SQUARES, STEP, STEP_COUNT
from fivefold.games.focus.rules import can_win
from fivefold.play import options
from fivefold.play.match import Match


def play(row, *texts):
    for text in texts:
        rules.play(row, notation.read(row, text))
    return row


def at(row, name):
    return notation.letters(row, notation.stack(row, NAMES.index(name)))


def legal(row):
    out = [0] * rules.MAX_MOVES
    count = rules.legal_moves(row, out)
    return [notation.say(row, move, 0) for move in out[:count]]


def result(row):
    shares = [0.0] * row[rules.PLAYERS]
    rules.returns(row, shares)
    return shares


def test_the_last_who_can_move_wins(lay):
    row = play(lay({"c3": "R", "c4": "G"}), "c3-c4")
    assert rules.to_move(row) == NOBODY and legal(row) == []
    assert result(row) == [1.0, 0.0]
    assert ending_text(notation, row) == "nobody but Red can move or place"


def test_partners_win_together(lay):
    row = lay({"c3": "R", "c4": "G", "h3": "B"}, players=4, teams="on")
    row = play(row, "c3-c4")
    assert result(row) == [0.5, 0.0, 0.5, 0.0]
    assert ending_text(notation, row) == "nobody but Red and Blue can move or place"


@pytest.mark.parametrize(
    ("players", "captured", "reason"),
    [
        (2, [(0, 1, 5)], "Red has captured 6 pieces"),
        (3, [(0, 1, 2), (0, 2, 3)], "Red has captured 3 pieces or more from both opponents"),
        (3, [(0, 1, 9)], "Red has captured 10 pieces"),
        (4, [(0, 1, 2), (0, 2, 2), (0, 3, 1)], "Red has captured 2 pieces or more from all opponents"),
    ],
)
def test_quota(lay, players, captured, reason):
    stacks = {"c3": "R", "c4": "GGGGG", "h3": "G", "h4": "Y" if players > 2 else "G"}
    short = play(lay(stacks, players=players, win="quota"), "c3-c4")
    assert rules.to_move(short) == 1
    row = play(lay(stacks, players=players, win="quota", captured=captured), "c3-c4")
    assert rules.to_move(row) == NOBODY and result(row)[0] == 1.0
    assert ending_text(notation, row) == reason
    row = play(lay(stacks, players=players, captured=captured), "c3-c4")
    assert rules.to_move(row) == 1


def test_partners_count_together_and_not_each_other(lay):
    stacks = {"c3": "R", "c4": "GGGGG", "h3": "Y", "h5": "G"}
    kind = {"players": 4, "teams": "on", "win": "quota"}
    row = play(lay(stacks, captured=[(0, 1, 1), (2, 1, 1), (2, 3, 1)], **kind), "c3-c4")
    assert ending_text(notation, row) == "Red and Blue have captured 2 pieces or more from both opponents"
    assert result(row) == [0.5, 0.0, 0.5, 0.0]
    row = play(lay({**stacks, "c4": "BGGGG"}, captured=[(0, 2, 9), (0, 3, 1)], **kind), "c3-c4")
    assert rules.to_move(row) == 1
    points = [0] * 4
    rules.scores(row, points)
    assert points == [1, 0, 0, 0]


def test_patience_runs_out_for_all(lay):
    row = lay({"c3": "R", "h3": "G"}, patience=2, quiet=3)
    assert result(play(row, "c3-c4")) == [0.5, 0.5]
    assert ending_text(notation, row) == "2 turns per player without a piece captured or put into reserve"
    assert rules.to_move(play(lay({"c3": "R", "h3": "G"}, patience=0, quiet=999), "c3-c4")) == 1


def test_the_second_exchange_leaves_no_symmetry(begin):
    row = play(begin(opening="swap"), "swap:b2-d2")
    assert "swap:b2-d2" not in legal(row) and rules.to_move(row) == 1
    with pytest.raises(Exception, match="symmetric"):
        notation.read(row, "swap:b2-d2")
    play(row, "swap:c3-f2")
    assert (at(row, "b2"), at(row, "d2"), at(row, "c3"), at(row, "f2")) == ("G", "R", "R", "G")
    assert rules.to_move(row) == 0 and row[rules.QUIET] == 0


def test_what_does_not_go_together():
    for kind in ({"players": 3, "opening": "swap"}, {"players": 2, "teams": "on"}):
        with pytest.raises(InvalidOption, match=f"players, not {kind['players']}; choose"):
            options.resolve(GAME, kind)
    assert GAME.setup.team({"teams": "on"}, 3) == (1, 3) and GAME.setup.team({"teams": "off"}, 3) == (3,)


def test_the_board_has_its_corners_cut():
    rows = [sum(name[1] == str(number) for name in NAMES) for number in range(1, 9)]
    assert rows == [4, 6, 8, 8, 8, 8, 6, 4] and len(NAMES) == SQUARES
    assert max(STEP) < rules.PLACING and len(STEP) == sum(STEP_COUNT)


def test_a_partners_piece_in_ones_stack_is_worth_more_than_an_opponents(lay):
    """Otherwise a search would push it off the board as gladly as any."""
    four = {"players": 4, "teams": "on"}
    worth = {}
    for inside in "BY":
        row, out = lay({"c3": f"{inside}R", "g3": "Y", "g4": "B", "g5": "G"}, **four), [0] * 4
        evaluation.value(row, out)
        worth[inside] = out[0] - out[1]
    assert worth["B"] > worth["Y"]


def test_a_seat_has_as_many_moves_as_its_stacks_and_its_reserve_have(lay):
    row, moves = lay({"g3": "G", "c3": "R"}, reserve=(1, 0)), [0] * rules.MAX_MOVES
    counts = [table_help.moves_left(row, seat) for seat in (0, 1)]
    assert [table_help.standing(row, seat) for seat in (0, 1)] == [counts[0] + SQUARES, counts[1]]
    assert rules.legal_moves(row, moves) == table_help.standing(row, row[rules.TURN])
    row[rules.OPENING_LEFT] = 1
    assert table_help.standing(row, 0) == -1, "an opening has rules of its own"


def able(row):
    return [can_win(row, seat) for seat in range(row[rules.PLAYERS])]


def stacks(*, without=""):
    return {name: pieces for name, pieces in {"c3": "RRR", "f3": "BY", "d6": "GG"}.items() if pieces != without}


def test_a_piece_deep_in_a_stack_may_come_back(lay):
    assert able(lay(stacks(), players="4")) == [True, True, True, True]


def test_a_side_without_a_piece_anywhere_cannot_win(lay):
    assert able(lay(stacks(without="BY"), players="4")) == [True, False, False, True]
    assert able(lay(stacks(without="BY"), reserve=(0, 1, 0, 0), players="4")) == [True, True, False, True]


def test_partners_can_win_as_long_as_one_of_them_has_a_piece(lay):
    assert able(lay(stacks(without="GG"), players="4", teams="on")) == [True, True, True, True]
    assert able(lay({"c3": "RRR", "f3": "BBB"}, players="4", teams="on")) == [True, False, True, False]


@pytest.mark.parametrize(("quiet", "stack", "sure"), [(39, "GG", True), (38, "GG", False), (39, "GGGGG", False)])
def test_nobody_can_win_where_the_last_turn_takes_nothing_off_a_stack(lay, quiet, stack, sure):
    row = lay({"c3": "RR", "e3": stack, "h6": "G"}, quiet=quiet, patience="20")
    assert able(row) == ([False, False] if sure else [True, True])


def test_the_last_turn_may_leave_the_other_without_a_stack(lay):
    row = lay({"c3": "RR", "e3": "GG", "c6": "R"}, quiet=39, patience="20")
    assert able(row) == [True, False]


@pytest.mark.parametrize(
    ("options", "returns"),
    [
        ({}, (1 / 3, 0.0, 1 / 3, 1 / 3)),
        ({"teams": "on"}, (0.5, 0.0, 0.5, 0.0)),
        ({"win": "quota"}, (1 / 3, 0.0, 1 / 3, 1 / 3)),
    ],
)
def test_where_they_do_not_play_on_who_runs_out_of_time_loses_with_their_partner(options, returns):
    match = Match("focus", seed=1, players=4, dropping="end", **options)
    match.make(match.legal()[0])
    match.lose_on_time(1)
    assert match.outcome.returns == pytest.approx(returns)
    assert match.outcome.reason == "seat 1 (Yellow) ran out of time"
    assert Match.from_record(match.to_record()).outcome == match.outcome


def test_who_has_dropped_out_cannot_win_but_a_partner_can(lay):
    row, teams = lay(stacks(), players="4"), lay(stacks(), players="4", teams="on")
    for each in (row, teams):
        rules.play(each, rules.DROP_OUT)
    assert able(row) == [False, True, True, True] and able(teams) == [True, True, True, True]
    rules.play(row, rules.DROP_OUT + 1)
    assert able(row) == [False, False, True, True]


def test_at_four_seats_it_is_a_draw_where_patience_is_sure_to_run_out():
    match = Match("focus", seed=1, players=4)
    match.row[rules.QUIET] = 4 * 40 - 1
    match.lose_on_time(1)
    assert match.outcome.returns == (0.25,) * 4
    assert match.outcome.reason == "seat 1 (Yellow) ran out of time, and nobody else could win any more"


FILES = sorted((Path(__file__).parent / "perft").glob("*.txt"))
PLAIN_LIMIT, ORACLE_LIMIT = 30_000, 7_000


class Counts(NamedTuple):
    """A perft file: lines `options name=value …`, `moves …`, then `depth count`; `#` begins a comment."""

    options: dict[str, str]
    moves: list[str]
    counts: list[int]


def load(path):
    lines = [line for line in path.read_text().splitlines() if line and not line.startswith("#")]
    chosen, moves = (line.split()[1:] for line in lines[:2])
    assert [line.split()[0] for line in lines] == ["options", "moves", *(str(n) for n in range(1, len(lines) - 1))]
    return Counts(dict(item.split("=") for item in chosen), moves, [int(line.split()[1]) for line in lines[2:]])


def position(counts):
    row = [0] * rules.SIZE
    rules.setup(row, options.codes(GAME, options.resolve(GAME, counts.options)))
    for move in counts.moves:
        rules.play(row, notation.read(row, move))
    return row


def oracle_position(counts):
    numbers = {name: int(value) for name, value in counts.options.items() if name in ("players", "patience")}
    place = oracle.start(**{**counts.options, **numbers})
    for move in counts.moves:
        place = oracle.after(place, move)
    return place


def perft(row, depth):
    moves = [0] * rules.MAX_MOVES
    count = rules.legal_moves(row, moves)
    if depth == 1:
        return count
    total = 0
    for move in moves[:count]:
        child = row.copy()
        rules.play(child, move)
        total += perft(child, depth - 1)
    return total


def small(counts, limit):
    return [(depth, count) for depth, count in enumerate(counts, start=1) if count <= limit]


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_counts(path):
    file = load(path)
    row = position(file)
    for depth, count in small(file.counts, PLAIN_LIMIT):
        assert perft(row, depth) == count, f"depth {depth}"


@pytest.mark.parametrize("path", first(2, FILES), ids=lambda path: path.stem)
def test_the_oracle_counts_the_same(path):
    file = load(path)
    place = oracle_position(file)
    for depth, count in small(file.counts, ORACLE_LIMIT):
        assert oracle.perft(place, depth) == count, f"depth {depth}"


@pytest.mark.slow
@pytest.mark.parametrize("path", landing(FILES[:3], FILES), ids=lambda path: path.stem)
def test_deeper_counts(path):
    file = load(path)
    row = position(file)
    for depth, count in small(file.counts, 1_000_000)[-1:]:
        assert perft(row, depth) == count, f"depth {depth}"


def test_the_published_counts_are_in_the_files():
    published = {2: [68, 4460, 299912, 19521582], 3: [16, 240, 3360, 156240], 4: [44, 1895, 80983]}
    for players, counts in published.items():
        file = load(next(path for path in FILES if path.stem == f"start-{players}"))
        assert file.counts[: len(counts)] == counts
        assert file.options == {"players": str(players), "patience": "0"} and not file.moves
