"""Dropping out in a house: what is stored, rated, listed and mailed of it, and how clocks lead to it."""

import tempfile
from contextlib import ExitStack, suppress

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule
from sqlalchemy import text

from fivefold.contract.errors import FivefoldError, MatchOver
from fivefold.house.database import open_database
from fivefold.house.errors import NotYours
from fivefold.house.house import House
from fivefold.house.match_view import views
from fivefold.house.notices.awaited import to_claim
from fivefold.house.records.pools import result_of
from fivefold.house.records.rating import MEAN, rated
from fivefold.house.table.answers import answers_view
from fivefold.house.table.seating import MatchRequest
from fivefold.play.match import Match
from fivefold.session import steps
from fivefold.session.offers import DRAW, UNDO
from fivefold.session.snapshot import LIVE, OVER, WAITING
from tests.house.conftest import numbered
from tests.house.mail_people import to_send, with_mail
from tests.house.people import ANNA, BEN, CLEO, DORA, facts, keep_accounts
from tests.house.test_histories import kept
from tests.house.test_mails import forget_mails
from tests.house.virtual import VirtualClock

NAMES = {ANNA: "Anna", BEN: "Ben", CLEO: "Cleo", DORA: "Dora"}
PEOPLE = [*NAMES]


@pytest.fixture
def clock():
    return VirtualClock()


@pytest.fixture
def house(database, clock):
    house = House(database, clock, numbered())
    keep_accounts(house, NAMES)
    return house


def table(house, players=3, **more):
    """Return a match of Focus for three or four, seated in the order of their names."""
    options = {"players": str(players), **more.pop("options", {})}
    now = house.create(ANNA, MatchRequest("focus", options, ("link",) * (players - 1), "me", **more))
    for person in PEOPLE[1:players]:
        now = house.sit(now.id, person)
    return now


def move(house, now, times=1):
    for _ in range(times):
        person = now.seats[now.to_act].person
        now = house.play(now.id, person, now.number + 1, now.match.legal_moves()[0])
    return now


def resign(house, now, person):
    return house.resign(now.id, person, now.number + 1)


def test_a_match_is_none_of_the_unfinished_ones_of_who_dropped_out(house):
    now = resign(house, move(house, table(house), 4), CLEO)
    going_on = {person: [line.match for line in house.histories.running(person)] for person in (ANNA, BEN, CLEO)}
    assert going_on == {ANNA: [now.id], BEN: [now.id], CLEO: []}
    over = resign(house, now, BEN)
    assert over.status == OVER and len(kept(house)) == 3


def test_it_is_stored_and_read_again(house, database, clock):
    now = resign(house, move(house, table(house), 4), CLEO)
    now = move(house, now, 3)
    again = House(database, clock, numbered()).snapshot(now.id)
    assert facts(again) == facts(now) and again.out == {2} and again.match.decisions == now.match.decisions


def test_a_match_from_before_the_option_ends_as_it_did(house, database, clock):
    now = move(house, table(house), 4)
    with house.writing() as connection:
        options = '{"players": "3", "win": "last", "patience": "40", "opening": "plain", "teams": "off"}'
        connection.execute(text("UPDATE matches SET options = :options"), {"options": options})
    older = House(database, clock, numbered())
    assert older.snapshot(now.id).match.options["dropping"] == "end"
    over = resign(older, older.snapshot(now.id), CLEO)
    assert over.match.outcome.returns == (0.5, 0.5, 0.0)
    assert facts(House(database, clock, numbered()).snapshot(now.id)) == facts(over)


def test_who_drops_out_is_last_and_who_did_so_first_is_lowest(house):
    now = move(house, table(house, 4, rated=True), 5)
    for person in (CLEO, ANNA, DORA):
        now = resign(house, now, person)
    assert now.status == OVER and now.match.outcome.returns == (0.0, 1.0, 0.0, 0.0)
    assert [side.share for side in result_of(now).sides] == [-2, 1, -3, -1]
    ratings = [house.ratings.shown(person, "focus-4")["rating"] for person in (BEN, DORA, ANNA, CLEO)]
    assert ratings == sorted(ratings, reverse=True) and ratings[0] > MEAN > ratings[-1] and len(set(ratings)) == 4


def test_places_count_only_where_somebody_dropped_out(house):
    over = resign(house, move(house, table(house, options={"dropping": "end"}, rated=True), 4), CLEO)
    (winner, other, loser) = result_of(over).sides
    assert winner.share == other.share == 0.5 and loser.share < 0
    plain = rated([result_of(over)._replace(sides=[winner, other, loser._replace(share=0.0)])], {})
    assert rated([result_of(over)], {}).ratings == plain.ratings


def test_each_finds_in_their_results_how_it_ended_for_them(house):
    now = resign(house, move(house, table(house), 4), CLEO)
    assert kept(house) == []
    house.change({now.id: lambda now: steps.out_of_time(now, 0)})
    rows = {row["person"]: (row["result"], row["termination"]) for row in kept(house)}
    assert rows == {ANNA: ("lost", "time"), BEN: ("won", "time"), CLEO: ("lost", "resigned")}
    before = kept(house)
    house.histories.rebuild()
    assert kept(house) == before


def test_a_clock_that_runs_out_drops_its_seat_and_the_others_play_on(house, clock):
    now = move(house, table(house, time="1m+2s"), 4)
    clock.pass_(64)
    house.clocks.look(now.id)
    now = house.snapshot(now.id)
    assert now.status == LIVE and now.entries[-1].text == "flag:1" and now.clocks.running == 2
    with pytest.raises(NotYours):
        house.play(now.id, BEN, now.number + 1, now.match.legal_moves()[0])
    clock.pass_(5)
    assert move(house, now, 2).clocks.seats[1].left == 0


def test_a_move_that_comes_too_late_drops_its_player(house, clock):
    now = move(house, table(house, time="1m+2s"), 4)
    clock.pass_(70)
    with pytest.raises(MatchOver, match="your time was up before this move arrived"):
        house.play(now.id, BEN, now.number + 1, now.match.legal_moves()[0])
    assert house.snapshot(now.id).out == {1} and house.snapshot(now.id).status == LIVE


def test_a_slow_clock_is_claimed_and_then_drops_the_seat(house, clock):
    now = move(house, table(house, time="3d/move"), 4)
    clock.pass_(4 * 24 * 3600)
    house.clocks.outages._beat = house.clocks.outages._seen = clock.moment
    house.clocks.look(now.id)
    assert house.snapshot(now.id).status == LIVE
    after = house.clocks.claim(now.id, CLEO)
    assert after.entries[-1].text == "flag:1" and after.to_act == 2 and after.status == LIVE
    with pytest.raises(NotYours, match="you have dropped out"):
        house.clocks.claim(now.id, BEN)
    clock.pass_(4 * 24 * 3600)
    house.clocks.outages._beat = house.clocks.outages._seen = clock.moment
    house.clocks.look(now.id)
    assert to_claim(house.snapshot(now.id)) == {0}, "who has dropped out is told of no clock"


def test_a_record_with_clocks_is_read_back(house, clock):
    now = move(house, table(house, time="1m+2s"), 4)
    clock.pass_(10)
    now = resign(house, now, ANNA)
    clock.pass_(7)
    now = move(house, now, 2)
    clock.pass_(70)
    house.clocks.look(now.id)
    now = house.snapshot(now.id)
    record = views.record(now, "", house.stops(now))
    again = Match.from_record(record)
    assert again.to_record() == record and again.outcome == now.match.outcome and "0 resign:0 #" in record
    assert [each.left for each in again.timing.stands().seats] == [each.left for each in now.clocks.seats]


def test_who_is_out_hears_by_mail_of_their_leaving_and_of_the_end_only(house):
    with_mail(house, {person: f"{name.lower()}@example.org" for person, name in NAMES.items()}, NAMES)
    now = move(house, table(house), 4)
    forget_mails(house)
    now = house.change({now.id: lambda now: steps.out_of_time(now, 2)})[0]
    assert {mail.person for mail in to_send(house)} == {ANNA, BEN, CLEO}
    forget_mails(house)
    now = move(house, now, 2)
    assert {mail.person for mail in to_send(house)} == {ANNA, BEN}
    forget_mails(house)
    resign(house, now, ANNA)
    assert {mail.person for mail in to_send(house)} == {BEN, CLEO}


def test_after_the_first_round_was_left_the_others_begin_anew_with_a_seat_to_fill(house):
    now = resign(house, move(house, table(house), 1), CLEO)
    assert now.status == OVER and now.match.outcome.termination == "abandoned"
    house.offer(now.id, ANNA, "rematch", now.number + 1)
    begun = house.answer(now.id, BEN, True, "rematch")
    assert begun.id != now.id and begun.status == WAITING and begun.match.options == now.match.options
    assert sorted(seat.person or "" for seat in begun.seats) == sorted(["", ANNA, BEN])
    assert house.sit(begun.id, DORA).status == LIVE


def test_whoever_leaves_the_house_has_left_their_matches_once(house):
    now = resign(house, move(house, table(house), 4), CLEO)
    house.leaving._give_up_matches(CLEO)
    assert house.snapshot(now.id).number == now.number
    house.leaving._give_up_matches(BEN)
    assert house.snapshot(now.id).match.outcome.winner == 0


def test_answers_in_advance_are_dropped(house):
    now = move(house, table(house), 4)
    line, later = [], now.match.copy()
    for _ in range(3):  # Ben's move, Cleo's, and Anna's answer
        line.append(later.legal_moves()[0])
        later.play(line[-1])
    given = house.answers.add_line(ANNA, now.id, now.number + 1, line)
    assert answers_view(given)["lines"]
    resign(house, now, CLEO)
    found = answers_view(house.answers.given(ANNA, now.id))
    assert found["lines"] == [] and found["told"] == "Cleo dropped out, so your answers were dropped."
    with pytest.raises(NotYours, match="you have dropped out"):
        house.answers.given(CLEO, now.id)


class Leaving(RuleBasedStateMachine):
    """A match of three or four in which people move, leave, run out of time and take back, in any order."""

    @initialize(
        game=st.sampled_from(["focus", "dice_poker"]), four=st.booleans(), teams=st.booleans(), quota=st.booleans()
    )
    def begin(self, game, four, teams, quota):
        self.held = ExitStack()
        folder = self.held.enter_context(tempfile.TemporaryDirectory())
        self.database, self.clock = open_database(f"sqlite:///{folder}/house.sqlite"), VirtualClock()
        self.house = House(self.database, self.clock, numbered())
        players = 4 if four and game == "focus" else 3
        options = {"teams": "on" if teams and players == 4 else "off", "win": "quota" if quota else "last"}
        options = {"players": str(players), **(options if game == "focus" else {})}
        wish = MatchRequest(game, options, ("link",) * (players - 1), "me", time="1m+2s")
        self.id = self.house.create(ANNA, wish).id
        for person in PEOPLE[1:players]:
            self.house.sit(self.id, person)
        self.gone = []

    def teardown(self):
        self.database.close()
        self.held.close()

    @property
    def now(self):
        return self.house.snapshot(self.id)

    @rule(pick=st.integers(0, 10**6), times=st.integers(1, 9), seconds=st.integers(0, 3))
    def move(self, pick, times, seconds):
        for _ in range(times):
            now = self.now
            if now.to_act is not None:
                self.clock.pass_(seconds)
                legal = now.match.legal_moves()
                person = now.seats[now.to_act].person
                self.house.play(self.id, person, now.number + 1, legal[pick % len(legal)])

    @rule(seat=st.integers(0, 3))
    def resign(self, seat):
        before = self.now
        person = before.seats[seat % len(before.seats)].person
        self._left(before, seat % len(before.seats), lambda: resign(self.house, before, person))

    @rule()
    def run_out(self):
        before = self.now
        self.clock.pass_(3600)
        self._left(before, before.to_act, lambda: self.house.clocks.look(self.id))

    def _left(self, before, seat, leave):
        if before.status == OVER:
            return
        if seat in before.out:
            with pytest.raises(NotYours):
                leave()
            return
        leave()
        self.gone.append(seat)
        after = self.now
        inside, moved = self.inside(before), {before.match.movers[ply] for ply in before.match.decisions}
        first, left = not moved.issuperset(inside), [each for each in inside if each != seat]
        sides = {before.match.game.setup.team(before.match.options, each) for each in left}
        if len(sides) < 2:
            assert after.entries[-1].kind in {"resigned", "time"}
        elif first:
            assert after.entries[-1].kind == "abandoned"
        else:
            assert after.entries[before.number].drop_out.seat == seat

    def inside(self, now):
        return [seat for seat in range(len(now.seats)) if seat not in now.out]

    @rule(asking=st.integers(0, 3), kind=st.sampled_from([UNDO, DRAW]), agree=st.booleans())
    def offer(self, asking, kind, agree):
        people = [seat.person for seat in self.now.seats]
        with suppress(FivefoldError):
            self.house.offer(self.id, people[asking % len(people)], kind, self.now.number + 1)
        for person in people:
            if self.now.offer is not None and self.now.offer.seat not in self.now.seats_of(person):
                with suppress(FivefoldError):
                    self.house.answer(self.id, person, agree and kind == UNDO, kind)

    @invariant()
    def nobody_who_is_out_is_waited_for(self):
        now = self.now
        assert now.to_act not in now.out and now.out <= set(self.gone)
        assert now.clocks is None or now.clocks.running not in now.out
        assert now.offer is None or now.offer.seat not in now.out

    @invariant()
    def the_store_leads_to_the_same(self):
        again = House(self.database, self.clock, numbered()).snapshot(self.id)
        assert facts(again) == facts(self.now) and again.clocks == self.now.clocks


TestLeaving = Leaving.TestCase
TestLeaving.settings = settings(
    max_examples=10, stateful_step_count=12, deadline=None, suppress_health_check=[HealthCheck.too_slow]
)
