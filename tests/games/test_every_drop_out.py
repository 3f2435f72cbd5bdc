"""Where players can drop out, any seat can at any time, in every set-up, and the others play on without it."""

from random import Random

import pytest

from fivefold.contract import DropOut, Encoding
from fivefold.contract.drop_outs import FLAG, RESIGN
from fivefold.contract.errors import IllegalMove, InvalidMove, MatchOver
from fivefold.contract.words import narration
from fivefold.engine.kernels import PlainKernels
from fivefold.engine.opponents import Opponent
from fivefold.parts.messages import Reader
from fivefold.play.match import Match
from tests.games.cases import Case, cases
from tests.quick import first, in_turn

CASES = [case for case in cases() if case.game.plays_on(case.match().options)]
EVERY_CASE = in_turn("case", first(2, sorted(CASES, key=lambda case: case.seed)), by=lambda case: case.key)
WORDS = (RESIGN, FLAG)
FAR = 40
"""Leave after at most so many moves, and play on for as many."""


def play_on(match: Match, random: Random, moves: int) -> None:
    for _ in range(moves):
        if match.outcome is None:
            match.make(random.choice(match.legal()))


def leave(match: Match, out: DropOut) -> None:
    if out.word == RESIGN:
        match.resign(out.seat)
    else:
        match.lose_on_time(out.seat, drawn=False)


def begun(case: Case, random: Random) -> Match:
    """Return a match after some moves."""
    match = case.match()
    play_on(match, random, random.randrange(FAR))
    return match


def every_way(case: Case) -> list[DropOut]:
    return [DropOut(seat, word) for seat in range(len(case.match().seats)) for word in WORDS]


def test_there_are_such_games() -> None:
    assert {case.key for case in CASES} == {"focus", "dice_poker"}


@EVERY_CASE
def test_a_seat_that_drops_out_never_moves_again(case: Case) -> None:
    for number, out in enumerate(every_way(case)):
        random = Random(f"{case} {number}")
        match = begun(case, random)
        if match.outcome is not None or not match.plays_on_without(out.seat):
            continue
        moves, turn = len(match.moves), match.to_move
        leave(match, out)
        assert (match.movers[moves], match.history[moves]) == (out.seat, out.text), out
        assert match.outcome is not None or turn in {out.seat, match.to_move}, "whose turn it was goes on"
        assert match.game.is_out(match.row, out.seat)
        assert team(match, out) or not match.game.can_win(match.row, out.seat)
        play_on(match, random, FAR)
        assert out.seat not in match.movers[moves + 1 :] and match.to_move != out.seat
        with pytest.raises(MatchOver):
            leave(match, out)


def team(match: Match, out: DropOut) -> bool:
    return len(match.game.setup.team(match.options, out.seat)) > 1


@EVERY_CASE
def test_when_one_side_is_left_it_wins_and_who_left_does_not(case: Case) -> None:
    for number in range(4):
        random = Random(f"{case} {number}")
        match = begun(case, random)
        seats = list(range(len(match.seats)))
        random.shuffle(seats)
        for seat in seats:
            if match.outcome is None:
                leave(match, DropOut(seat, random.choice(WORDS)))
        assert match.outcome is not None and sum(match.outcome.returns) == pytest.approx(1)
        gone = {seat for seat, _ in match.left}
        for seat, share in enumerate(match.outcome.returns):
            if gone.issuperset(match.game.setup.team(match.options, seat)):
                assert share == 0, (number, seat)


@EVERY_CASE
def test_a_record_is_read_back_move_by_move(case: Case) -> None:
    for number, out in enumerate(every_way(case)):
        random = Random(f"{case} {number}")
        match = begun(case, random)
        if match.outcome is None:
            leave(match, out)
        play_on(match, random, FAR)
        again = Match.from_record(match.to_record())
        assert (again.row, again.history, again.movers) == (match.row, match.history, match.movers)
        assert again.decisions == match.decisions and again.outcome == match.outcome
        assert match.replayed(match.history).decisions == match.decisions
        assert match.copy().dropped_out == match.dropped_out == again.dropped_out


@EVERY_CASE
def test_nothing_is_taken_back_beyond_it_and_nobody_can_type_it(case: Case) -> None:
    random = Random(str(case))
    match = begun(case, random)
    play_on(match, random, 2)
    if match.outcome is not None or not match.plays_on_without(0):
        return  # over too soon
    match.resign(0)
    for ply in match.decisions:
        with pytest.raises(IllegalMove, match=r"dropped out after|cannot be unseen"):
            match.check_undo(ply)
    moves = list(match.moves)
    for text in ("resign:1", "flag:1", "resign:0", f"flag:{len(match.seats)}"):
        with pytest.raises(InvalidMove):
            match.play(text)
    with pytest.raises(IllegalMove):
        match.make(match.game.drop_out(DropOut(0, RESIGN)))
    assert match.moves == moves


@EVERY_CASE
def test_it_is_told_and_shown(case: Case) -> None:
    match = begun(case, Random(str(case)))
    notation, picture, names = match.game.notation, match.game.picture, ("Anna", "Ben", "Cleo", "Dora")
    reader = Reader(names[: len(match.seats)], you=1)
    for out in every_way(case):
        row, move = match.row.copy(), match.game.drop_out(out)
        said = narration(notation.WORDS, [notation.account(row, move)], out.text, reader)
        who = "You" if out.seat == 1 else names[out.seat]
        assert said.startswith(f"{who} r") and said.endswith("; the others play on"), said
        assert not picture.spotlight(row, move) and not picture.motions(row, move)
        match.game.rules.play(row, move)
        assert notation.diagram(row, 0) and picture.draw(row, 0, {}).svg
        encoding = match.game.extra_of(Encoding)
        assert encoding is not None
        seen = [0] * encoding.length
        encoding.observe_into(row, out.seat, seen)
        assert seen[-max(match.game.traits.seats) :][0] == 1, "the observation ends with who is out, oneself first"


@EVERY_CASE
def test_computers_play_on_without_who_dropped_out(case: Case) -> None:
    random = Random(str(case))
    match = begun(case, random)
    if match.outcome is not None:
        return  # over too soon
    leave(match, DropOut(match.to_move, RESIGN))
    if match.outcome is None:
        seat, opponent = match.to_move, Opponent(match.game, 2, 1, PlainKernels(match.game))
        thought = opponent.think(match)
        match.play(thought.text)
        assert match.movers[match.decisions[-1]] == seat
        assert sum(thought.values) == pytest.approx(1)


@EVERY_CASE
def test_search_takes_who_dropped_out_for_beaten(case: Case) -> None:
    match = begun(case, Random(str(case)))
    points, search = [0] * len(match.seats), match.game.search
    for out in every_way(case):
        row = match.row.copy()
        match.game.rules.play(row, match.game.drop_out(out))
        search.value(row, points)
        mates = [mate for mate in match.game.setup.team(match.options, out.seat) if mate != out.seat]
        least = min(points) == points[out.seat] < -search.points_scale * 1000
        assert least or (mates and points[mates[0]] == points[out.seat])
