"""Who resigns or runs out of time among three or four: out, while the others play on, or the match is cancelled."""

from dataclasses import replace
from datetime import timedelta

import pytest

from fivefold.contract.errors import MatchOver
from fivefold.parts.messages import Reader
from fivefold.play.clocks import NO_STOPS
from fivefold.play.match import Match
from fivefold.play.outcome import Termination
from fivefold.play.time_control import TimeControl
from fivefold.session import history, narration, offers, rights, steps
from fivefold.session.errors import NotOffered, NotYours, Stale
from fivefold.session.offers import ABORT, DRAW, REMATCH, UNDO
from fivefold.session.seats import Terms
from fivefold.session.snapshot import LIVE, MOVE, OVER
from fivefold.session.timing import replayed, timed, timing_of

from .tables import ANNA, BEN, NOON, computer, person, table
from .test_offers import CLEO, make, played

DORA = "dora"


def three(*seats, **options):
    return table("focus", *(seats or map(person, (ANNA, BEN, CLEO))), players="3", **options)


def resign(now, who):
    return steps.resign(now, who, now.number + 1)


def test_the_others_play_on():
    now = resign(played(three(), 4), CLEO)
    assert now.status == LIVE and now.out == {2}
    assert (now.entries[-1].kind, now.entries[-1].mover, now.entries[-1].text) == (MOVE, 2, "resign:2")
    assert now.entries[-1].gives_up == Termination.RESIGNED and now.to_act == 1
    now = played(now, 6)
    assert {entry.mover for entry in now.entries[-6:]} == {0, 1}
    assert resign(now, BEN).match.outcome.returns == (1.0, 0.0, 0.0)


def test_on_their_turn_it_is_the_next_ones_turn():
    now = played(three(), 3)
    assert now.to_act == 0
    assert steps.out_of_time(now, 0).to_act == 1 and steps.out_of_time(now, 0).entries[-1].text == "flag:0"


def test_resigning_once_more_changes_nothing_and_who_is_late_is_told_of_it():
    now = played(three(), 4)
    after = resign(now, CLEO)
    assert steps.resign(after, CLEO, after.number) is after
    with pytest.raises(NotYours, match="you have dropped out of this match"):
        resign(after, CLEO)
    with pytest.raises(Stale, match="Cleo resigned meanwhile"):
        steps.play(after, {1}, after.number, "d2-d3")
    with pytest.raises(MatchOver):
        after.match.copy().resign(2)


@pytest.mark.parametrize("moves", [0, 1, 2])
@pytest.mark.parametrize("who", [ANNA, CLEO])
def test_in_the_first_round_the_match_is_cancelled(moves, who):
    now = resign(played(three(), moves), who)
    last = now.entries[-1]
    seat = {ANNA: 0, CLEO: 2}[who]
    assert now.status == OVER and (last.kind, last.mover, last.text) == ("abandoned", seat, "resigned-early")
    assert now.match.outcome.termination == Termination.ABANDONED
    assert steps.resign(now, who, now.number) is now


def test_in_the_first_round_who_is_out_of_time_is_late():
    now = steps.out_of_time(played(three(), 2), 2)
    assert (now.entries[-1].kind, now.entries[-1].mover, now.entries[-1].text) == ("abandoned", 2, "late")


def test_the_others_can_begin_anew_without_who_left_early():
    now = resign(played(three(), 1), BEN)
    assert now.gone == {1} and now.out == frozenset()
    asked = make(now, ANNA, REMATCH)
    assert offers.waits_for(asked) == (2,)
    assert offers.is_agreed(offers.answer(asked, CLEO, True))
    with pytest.raises(NotYours, match="dropped out"):
        make(now, BEN, REMATCH)


def test_whoever_was_the_cause_of_another_cancelled_match_is_asked_as_well():
    now = resign(played(three(), 1), BEN)
    for text in ("", "agreed", "stopped"):
        last = replace(now.entries[-1], text=text)
        assert replace(now, entries=(*now.entries[:-1], last)).gone == frozenset()


def test_computers_alone_do_not_play_on():
    now = played(three(person(ANNA), computer(2), computer(3, "Sage")), 4)
    after = resign(now, ANNA)
    assert after.status == OVER and after.entries[-1].kind == "resigned"
    assert after.match.outcome.returns == (0.0, 0.5, 0.5)


def test_with_the_option_or_with_two_the_match_ends():
    assert resign(played(three(dropping="end"), 4), CLEO).match.outcome.returns == (0.5, 0.5, 0.0)
    assert resign(played(table("focus"), 4), BEN).match.outcome.returns == (1.0, 0.0)


def test_one_of_several_at_one_screen_leaves_and_the_others_play_on():
    now = played(three(*map(person, (ANNA, ANNA, ANNA))), 4)
    after = resign(now, ANNA)
    assert after.out == {1} and after.status == LIVE and after.to_act == 2
    assert resign(after, ANNA).match.outcome.winner == 0


def test_partners_play_on_alone_and_win_together():
    now = played(table("focus", *map(person, (ANNA, BEN, CLEO, DORA)), players="4", teams="on"), 5)
    after = resign(resign(now, ANNA), BEN)
    assert after.status == LIVE and after.out == {0, 1} and after.to_act in {2, 3}
    done = resign(after, DORA)
    assert done.match.outcome.returns == (0.5, 0.0, 0.5, 0.0)


def test_who_is_out_is_asked_nothing_and_asks_nothing():
    now = resign(played(three(), 7), CLEO)
    for kind in (UNDO, DRAW, ABORT):
        with pytest.raises(NotYours, match="you have dropped out of this match; you can watch the others"):
            make(now, CLEO, kind)
    asked = make(now, ANNA, DRAW)
    assert offers.waits_for(asked) == (1,) and not offers.may_answer(asked, CLEO)
    with pytest.raises(NotYours):
        offers.answer(asked, CLEO, False)
    drawn = offers.answer(asked, BEN, True)
    assert drawn.match.outcome.returns == (0.5, 0.5, 0.0), "who has left has no part in a draw"


def test_nothing_is_taken_back_beyond_it():
    now = resign(played(three(), 7), CLEO)
    with pytest.raises(NotOffered, match="somebody dropped out after that move"):
        make(now, ANNA, UNDO)
    assert rights.undo_target(played(now), {now.to_act}) == len(now.match.moves)


def test_what_happened_is_told_to_each():
    now = resign(played(three(), 4), CLEO)
    assert list(history.sentences(now, Reader(now.names, 0), 0))[-1] == "Cleo resigns; the others play on."
    assert list(history.sentences(now, Reader(now.names, 2), 2))[-1] == "You resign; the others play on."
    over = resign(now, BEN)
    assert narration.outcome_line(over, over.match.outcome, Reader(over.names, 0)) == "You win. Ben resigned."


@pytest.mark.parametrize(("control", "left"), [("5m+3s", 300), ("30s/move", 30)])
def test_a_clock_stops_with_its_seat_and_the_running_one_runs_on(control, left):
    now, at = begun(control)
    for _ in range(4):
        now, at = after(now, played(now), at, 5)
    now, at = after(now, resign(now, CLEO), at, 4)
    assert now.clocks.running == 1, "it is still the same player's turn"
    now, at = after(now, played(now), at, 3)
    assert now.clocks.seats[1].used == (5 + 4 + 3) * 1000
    now, at = after(now, steps.out_of_time(now, 0), at, 20)
    assert now.status == OVER and now.clocks.running is None
    assert now.clocks.seats[2].left <= left * 1000 and now.clocks.seats[2].used == 5000


def test_the_clock_of_one_who_ran_out_of_time_stays_at_nothing():
    now, at = begun("30s/move")
    for _ in range(4):
        now, at = after(now, played(now), at, 5)
    now, at = after(now, steps.out_of_time(now, 1), at, 30)
    assert now.clocks.seats[1].left == 0 and now.clocks.running == 2 and now.status == LIVE
    now, _ = after(now, played(now), at, 2)
    stored = replayed(replace(now, clocks=None), NO_STOPS)
    assert stored.clocks == now.clocks
    record = now.match.to_record(timing=timing_of(now))
    again = Match.from_record(record)
    assert again.to_record() == record and "\n5 1 flag:1 #" in record and "\nspent 1 30.000 #" in record
    assert [clock.left for clock in again.timing.stands().seats][1] == 0


def begun(control):
    now = replace(three(), terms=Terms(time=TimeControl.parse(control)))
    return timed(None, now, NOON, NO_STOPS), NOON


def after(before, now, at, seconds):
    """The snapshot with its clocks moved on by so many seconds, and when that is."""
    at += timedelta(seconds=seconds)
    return timed(before, now, at, NO_STOPS), at
