"""A house under random commands, legal and not: what it says is always what its store says, and the log is complete."""

import tempfile
from contextlib import ExitStack
from dataclasses import replace

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import Bundle, RuleBasedStateMachine, consumes, initialize, invariant, rule

from fivefold.contract.errors import IllegalMove, InvalidMove, InvalidOption, MatchOver
from fivefold.house.database import open_database
from fivefold.house.errors import NotOffered, NotYours, SeatTaken, Stale
from fivefold.house.house import House
from fivefold.house.match_view import views
from fivefold.house.table.seating import MatchRequest
from fivefold.play import catalogue
from fivefold.play.audit import verify
from fivefold.session import offers
from fivefold.session.offers import KINDS, REMATCH
from fivefold.session.seats import COMPUTER, OPEN
from fivefold.session.snapshot import LIVE, MOVE, OVER, WAITING
from tests import postgresql
from tests.house.conftest import ticking
from tests.house.people import ANNA, BEN, CLEO, DORA, facts

PERSONS = st.sampled_from([ANNA, BEN, CLEO])
OTHERS = st.sampled_from(["1", "here", "link"])
PICK = st.integers(0, 1_000)


class Tables(RuleBasedStateMachine):
    matches = Bundle("matches")

    @initialize(target=matches)
    def open_house(self):
        catalogue._modules["track"] = "tests.house.track"
        self.held = ExitStack()
        self.database = self.new_database()
        self.clock = ticking()
        self.house = House(self.database, self.clock)
        self.ids = []
        self.told = []
        return self.note(self.house.create(ANNA, MatchRequest("track", {"dice": "off"}, ("link",), "me", double=True)))

    def new_database(self):
        folder = self.held.enter_context(tempfile.TemporaryDirectory())
        return open_database(f"sqlite:///{folder}/house.sqlite")

    def teardown(self):
        self.database.close()
        self.held.close()
        catalogue._modules.pop("track", None)

    def note(self, snapshot):
        if snapshot.id not in self.ids:
            self.ids.append(snapshot.id)
            self.house.listen(snapshot.id, self.told.append)
        return snapshot.id

    @rule(
        target=matches,
        person=PERSONS,
        others=st.lists(OTHERS, min_size=2, max_size=2),
        three=st.booleans(),
        begin=st.sampled_from(["me", "them", "draw"]),
        dice=st.booleans(),
        seed=st.none() | st.integers(0, 9),
        nonce=st.sampled_from(["", "mine", "x" * 64]),
    )
    def create(self, person, others, three, begin, dice, seed, nonce):
        options = {"players": "3" if three else "2", "dice": "on" if dice or three else "off", "goal": "9"}
        others = tuple(others[: 1 + three])
        wish = MatchRequest("track", options, others, begin, double=not three, seed=seed, nonce=nonce)
        if seed is not None and {"here", "link"} & set(others):
            with pytest.raises(InvalidOption):
                self.house.create(person, wish)
            wish = replace(wish, seed=None)
        return self.note(self.house.create(person, wish))

    @rule(match=matches, person=PERSONS)
    def sit(self, match, person):
        before = self.house.snapshot(match)
        free = [seat.seat for seat in before.seats if seat.kind == OPEN]
        if before.seats_of(person):
            assert self.house.sit(match, person) is before
        elif not free:
            with pytest.raises(SeatTaken):
                self.house.sit(match, person)
        else:
            after = self.house.sit(match, person, free[-1], "Zoe", "theirs")
            begun = len(free) == 1 and before.status != OVER
            assert after.match.dealt == begun and len(after.seats_of(person)) == 1
            assert begun or after.seats_of(person) == (free[-1],)
            assert after.status == before.status or (begun and after.status in {LIVE, OVER})
            assert after.match.source.public == before.match.source.public

    def mover(self, snapshot):
        """Return how to make a move for whose turn it is."""
        seat = snapshot.seats[snapshot.match.to_move]
        if seat.kind == COMPUTER:
            return lambda number, text: self.house.play_for(snapshot.id, number, text)
        return lambda number, text: self.house.play(snapshot.id, seat.person, number, text)

    @rule(match=matches, pick=PICK)
    def play(self, match, pick):
        before = self.house.snapshot(match)
        if before.status == WAITING:
            person = next(seat.person for seat in before.seats if seat.person is not None)
            with pytest.raises(NotOffered):
                self.house.play(match, person, before.number + 1, "go")
        if before.status != LIVE:
            return
        legal = before.match.legal_moves()
        text = legal[pick % len(legal)]
        after = self.mover(before)(before.number + 1, f" {text.upper()} ")
        assert after.entries[: before.number] == before.entries
        assert after.entries[before.number] == (type(after.entries[0])(before.number + 1, MOVE, before.to_act, text))

    @rule(match=matches, pick=PICK)
    def play_again(self, match, pick):
        before = self.house.snapshot(match)
        made = [entry for entry in before.entries if entry.kind == MOVE and entry.mover >= 0]
        if made:
            entry = made[pick % len(made)]
            seat = before.seats[entry.mover]
            if seat.kind == COMPUTER:
                assert self.house.play_for(match, entry.number, entry.text) is before
            elif seat.kind != OPEN:
                assert self.house.play(match, seat.person, entry.number, entry.text) is before

    @rule(match=matches, pick=PICK, person=PERSONS)
    def play_late(self, match, pick, person):
        before = self.house.snapshot(match)
        if before.number:
            with pytest.raises(Stale) as stale:
                self.house.play(match, person, 1 + pick % before.number, "step:9")
            assert stale.value.news is before

    @rule(match=matches, text=st.sampled_from(["nonsense", "step:6", "die:1"]))
    def play_wrongly(self, match, text):
        before = self.house.snapshot(match)
        if before.status == LIVE:
            with pytest.raises((InvalidMove, IllegalMove)):
                self.mover(before)(before.number + 1, text)
        assert self.house.snapshot(match) is before

    @rule(match=matches)
    def play_as_stranger(self, match):
        before = self.house.snapshot(match)
        with pytest.raises((NotYours, MatchOver)):
            self.house.play(match, DORA, before.number + 1, "go")

    @rule(match=matches, person=PERSONS)
    def undo(self, match, person):
        before = self.house.snapshot(match)
        self.attempt(lambda: self.house.undo(match, person, before.number + 1), before)

    @rule(match=matches, person=PERSONS, kind=st.sampled_from(sorted(KINDS)))
    def offer(self, match, person, kind):
        before = self.house.snapshot(match)
        if kind == REMATCH:
            return  # ``go_on`` notes the match that begins
        if self.attempt(lambda: self.house.offer(match, person, kind, before.number + 1), before):
            after = self.house.snapshot(match)
            assert after.number > before.number or after.offer is not None or after.declined

    @rule(match=matches, person=PERSONS, agree=st.booleans())
    def answer(self, match, person, agree):
        before = self.house.snapshot(match)
        if before.offer is None or before.offer.kind != REMATCH or not agree:
            self.attempt(lambda: self.house.answer(match, person, agree), before)

    @rule(match=matches, person=PERSONS)
    def withdraw(self, match, person):
        if self.attempt(lambda: self.house.answer(match, person, False), self.house.snapshot(match)):
            assert self.house.snapshot(match).offer is None

    @rule(match=matches, person=PERSONS)
    def resign(self, match, person):
        before = self.house.snapshot(match)
        if self.attempt(lambda: self.house.resign(match, person, before.number + 1), before):
            assert self.house.resign(match, person, before.number + 1).status == OVER

    @rule(target=matches, match=consumes(matches), person=PERSONS, second=st.booleans())
    def go_on(self, match, person, second):
        follow = self.house.second if second else self.house.rematch
        before = self.house.snapshot(match)
        try:
            after = follow(match, person)
        except (NotOffered, NotYours):
            assert self.house.snapshot(match) is before
            return match
        assert before.status == OVER and follow(match, person).id == after.id
        if after.id == match:
            assert self.house.snapshot(match).offer is not None or self.house.snapshot(match).agreed
        return self.note(after)

    @rule(person=PERSONS, name=st.sampled_from(["", "Ann", "Ben", "Zoe"]))
    def rename(self, person, name):
        assert self.house.rename(person, name) == self.house.person(person)

    @rule()
    def restart(self):
        self.house = House(self.database, self.clock)
        for match_id in self.ids:
            self.house.listen(match_id, self.told.append)

    def attempt(self, command, before):
        """Do something that may be refused; then nothing has changed."""
        try:
            command()
        except (NotOffered, NotYours, MatchOver):
            assert self.house.snapshot(before.id) is before
            return False
        return True

    @invariant()
    def the_log_is_the_truth(self):
        fresh = House(self.database, self.clock)
        for match_id in self.ids:
            snapshot = self.house.snapshot(match_id)
            assert facts(snapshot) == facts(fresh.snapshot(match_id))
            assert [entry.number for entry in snapshot.entries] == list(range(1, snapshot.number + 1))
            assert snapshot.plies[-1:] in ((), (len(snapshot.match.moves),))

    @invariant()
    def what_is_offered_waits_for_somebody(self):
        for match_id in self.ids:
            snapshot = self.house.snapshot(match_id)
            assert (snapshot.offer is not None) == bool(offers.waits_for(snapshot))
            assert snapshot.offer is None or snapshot.status == (OVER if snapshot.offer.kind == REMATCH else LIVE)

    @invariant()
    def nothing_is_dealt_before_everybody_sits(self):
        for match_id in self.ids:
            snapshot = self.house.snapshot(match_id)
            waits = any(seat.kind == OPEN for seat in snapshot.seats)
            assert snapshot.match.dealt != (waits or (snapshot.status == OVER and not snapshot.match.dealt))
            assert snapshot.match.dealt or not snapshot.match.moves
            if snapshot.status == OVER:
                assert verify(views.record(snapshot, self.house.sealed(snapshot))).ok

    @invariant()
    def computers_to_move_are_found(self):
        snapshots = [self.house.snapshot(match_id) for match_id in self.ids]
        due = {(s.id, s.number + 1, s.due) for s in snapshots if s.due is not None}
        assert {due[:3] for due in self.house.due()} == due

    @invariant()
    def news_came_in_order_and_is_what_was_stored(self):
        newest = {}
        for snapshot in self.told:
            known = newest.get(snapshot.id)
            assert known is None or known.revision < snapshot.revision
            newest[snapshot.id] = snapshot
        for match_id, snapshot in newest.items():
            assert snapshot.revision == self.house.snapshot(match_id).revision


class TablesOnPostgreSQL(Tables):
    def new_database(self):
        return open_database(self.held.enter_context(postgresql.shared().house()))


TestTables = pytest.mark.slow(Tables.TestCase)
TestTables.settings = settings(
    max_examples=15, stateful_step_count=30, deadline=None, suppress_health_check=[HealthCheck.too_slow]
)
TestTablesOnPostgreSQL = pytest.mark.slow(TablesOnPostgreSQL.TestCase)
TestTablesOnPostgreSQL.settings = settings(TestTables.settings, max_examples=8)
