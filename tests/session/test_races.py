"""Races at a table: which seat a text speaks for, and that it is read and refused as that seat sees the position."""

from dataclasses import replace
from datetime import timedelta
from types import SimpleNamespace

import pytest

from fivefold.contract import Chance, Information, PolicyRollouts, TurnOrder
from fivefold.contract.errors import InvalidMove
from fivefold.play.observation import observed
from fivefold.session import races, steps
from fivefold.session.errors import NotYours, Stale
from fivefold.session.snapshot import reaction_seconds, stamped
from tests.games import fakes

from .tables import ANNA, NOON, computer, person, table


@pytest.fixture
def secret_race(monkeypatch):
    """Return a race in which each seat's stake is hidden from the other, and the positions in which texts were read.

    No search plays such a game yet, so it is refused when it is made; what people do at a table must hold even so.
    """
    monkeypatch.setattr("fivefold.contract.game.check", lambda game: None)
    open_race = fakes.fake(TurnOrder.RACE, Information.OPEN, Chance.NONE, PolicyRollouts)
    hidden = fakes.rules_of(race=True, hidden=True, chance=Chance.NONE)
    rules = SimpleNamespace(**{**vars(open_race.rules), **hidden})
    seen = []

    def read(row, text):
        seen.append(list(row))
        return open_race.notation.read(row, text)

    notation = SimpleNamespace(**{**vars(open_race.notation), "read": read})
    traits = replace(open_race.traits, information=Information.HIDDEN)
    return replace(open_race, rules=rules, notation=notation, traits=traits), seen


@pytest.mark.parametrize(("text", "error"), [("2:take3", None), ("take3", None), ("2:hello", InvalidMove)])
def test_what_is_typed_in_a_race_is_read_as_its_seat_sees_the_position(secret_race, text, error):
    game, seen = secret_race
    now = table(game)
    if error is None:
        assert steps.play(now, (1,), 1, text).match.history == ["2:take3"]
    else:
        with pytest.raises(error):
            steps.play(now, (1,), 1, text)
    assert seen == [observed(game, now.match.row, 1)] != [now.match.row]


def test_whether_a_move_still_counts_is_decided_by_what_its_seat_sees(secret_race):
    game, _ = secret_race
    asked = []

    def still_meant(then, now, move):
        asked.extend([then, now])
        return False

    start = table(game)
    now = steps.play(start, (0,), 1, "1:take5")
    game.rules.still_meant = still_meant
    with pytest.raises(Stale, match=r"^Anna was quicker$"):  # in a game with secrets not with what
        steps.play(now, (1,), 1, "2:take3")
    assert {tuple(row) for row in asked} == {tuple(observed(game, row, 1)) for row in (start.match.row, now.match.row)}


@pytest.mark.parametrize(
    ("seats", "text", "seat"), [((0,), "take1", 0), ((1,), "take1", 1), ((0, 1), "2:take1", 1), ((1,), " 2 : take1", 1)]
)
def test_a_text_speaks_for_the_seat_it_names_or_for_the_only_one(seats, text, seat):
    now = table("grab")
    assert races.addressed_seat(now, seats, text) == seat


@pytest.mark.parametrize(
    ("seats", "text", "error", "said"),
    [
        ((0, 1), "up", InvalidMove, "up: write whose move it is first; 1: is Anna and 2: is Ben"),
        ((0,), "2:up", NotYours, "2:up: that is Ben's to do; your moves begin with 1:"),
        ((0, 1), "3:up", NotYours, "3:up: nobody has that number; your moves begin with 1: or 2:"),
    ],
)
def test_a_text_that_speaks_for_nobody_here_is_refused(seats, text, error, said):
    with pytest.raises(error) as refused:
        races.addressed_seat(table("grab"), seats, text)
    assert str(refused.value) == said


def after(seconds):
    return NOON + timedelta(seconds=seconds)


def seconds_of(call):
    return (call.at - NOON).total_seconds()


def test_a_computers_time_runs_from_its_own_move_whatever_the_others_do():
    now = stamped(table("grab", person(ANNA), computer(3)), NOON)
    (call,) = now.calls
    assert call.seat == 1 and seconds_of(call) == pytest.approx(reaction_seconds(3, "table", 1), abs=0.001)
    now = stamped(steps.play(now, (0,), now.number + 1, "take"), after(1))  # and another card comes
    assert now.calls == (call,), "who is quick does not keep it from its turn"
    now = stamped(steps.play(now, (1,), now.number + 1, "take"), after(4))
    (later,) = now.calls
    assert seconds_of(later) == pytest.approx(4 + reaction_seconds(3, "table", 4), abs=0.001)


def test_a_computer_that_has_only_just_moved_is_refused():
    now = stamped(table("grab", person(ANNA), computer(7)), NOON)
    with pytest.raises(Stale, match="has only just moved"):
        races.refuse_haste(now, 1, after(0.1))
    races.refuse_haste(now, 1, after(2))
    races.refuse_haste(now, 1, NOON - timedelta(days=1))  # a clock that was set back


def test_which_computer_moves_first_is_known():
    now = stamped(table("grab", computer(1), computer(7)), NOON)
    first = races.first_call(now, NOON)
    assert first.seat == 1 and first == min(now.calls, key=lambda call: call.at)
    assert races.first_call(table("locus"), NOON) is None
