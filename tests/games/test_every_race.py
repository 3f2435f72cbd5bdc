"""What every game in which anyone may move has to keep: each move says whose it is, and only theirs are offered."""

import re
from itertools import pairwise

import pytest

from fivefold.contract import ANYONE, TABLE, Race
from fivefold.contract.errors import IllegalMove, InvalidMove
from fivefold.play.match import Match
from tests.games.cases import SEAT_BUTTON, Case, cases, decisions, every, legal, mover, movers, played, spellings

RACES = [case for case in cases() if case.game.race is not None and case.game.rules.to_move(case.match().row) == ANYONE]
EVERY_CASE = every(RACES)


def race(case: Case) -> Race:
    assert case.game.race is not None
    return case.game.race


@EVERY_CASE
def test_every_move_says_whose_it_is(case: Case) -> None:
    seats = range(len(played(case).seats))
    for row in decisions(case):
        for move in legal(case.game, row):
            seat, text = mover(case.game, row, move), case.game.notation.say(row, move, TABLE)
            assert seat in seats
            assert text.startswith(f"{seat + 1}:")


@EVERY_CASE
def test_a_record_tells_who_moved(case: Case) -> None:
    match = played(case)
    for ply in match.replay():
        if case.game.rules.to_move(ply.before) == ANYONE:
            assert ply.mover == mover(case.game, ply.before, ply.move)
    again = Match.from_record(match.to_record())
    assert again.movers == match.movers


@EVERY_CASE
def test_nobody_makes_a_move_for_a_seat_that_is_not_there(case: Case) -> None:
    count = len(played(case).seats)
    for row in decisions(case)[:2]:
        for move in legal(case.game, row)[:3]:
            text = case.game.notation.say(row, move, TABLE)
            for prefix in (f"{count + 1}:", "0:", "-1:", "1:1:", ":"):
                with pytest.raises((InvalidMove, IllegalMove)):
                    case.game.notation.read(row, re.sub("^[0-9]:", prefix, text))


@EVERY_CASE
def test_without_the_seat_a_text_is_no_move(case: Case) -> None:
    for row in decisions(case)[:2]:
        text = case.game.notation.say(row, legal(case.game, row)[-1], TABLE)
        with pytest.raises((InvalidMove, IllegalMove)):
            case.game.notation.read(row, text.partition(":")[2])


@EVERY_CASE
def test_a_move_is_still_meant_where_nothing_has_changed(case: Case) -> None:
    for row in decisions(case):
        assert all(race(case).still_meant(row, row.copy(), move) for move in legal(case.game, row))


@pytest.mark.slow
@EVERY_CASE
def test_a_move_that_is_still_meant_is_written_alike(case: Case) -> None:
    """Somebody else was quicker at something: what goes through all the same is what was typed."""
    rows = [ply.before for ply in played(case).replay() if case.game.rules.to_move(ply.before) == ANYONE]
    checked = 0
    for then, now in pairwise(rows):
        before, after = then.copy(), now.copy()
        for move in set(legal(case.game, then)) & set(legal(case.game, now)):
            if race(case).still_meant(then, now, move):
                checked += 1
                assert case.game.notation.say(then, move, TABLE) == case.game.notation.say(now, move, TABLE)
        assert (then, now) == (before, after)
    assert checked


@EVERY_CASE
def test_seats_share_their_first_picks_where_they_want_the_same_thing(case: Case) -> None:
    """Whoever sits on all seats tells whose move it is last of all, by a place of theirs or by a button."""
    for row in decisions(case):
        everybody = set(spellings(case, row, ANYONE))
        for seat in movers(case, row)[1:]:
            own = spellings(case, row, seat)
            assert len(set(own)) == len(own)
            assert all(clicks in everybody or (*clicks, f"take-{seat + 1}") in everybody for clicks in own)
        assert not any(SEAT_BUTTON.fullmatch(name) for clicks in everybody for name in clicks[:-1])
