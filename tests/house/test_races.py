"""Races: anyone may move, the first in the log counts, and what came late is made where it is still meant."""

import json
import random

import pytest

from fivefold.contract import ANYONE
from fivefold.contract.errors import IllegalMove, InvalidMove, MatchOver
from fivefold.house import availability
from fivefold.house.database import open_database
from fivefold.house.errors import NotOffered, NotYours, Stale
from fivefold.house.house import House
from fivefold.house.match_view import views
from fivefold.parts.words import card_from_text, card_name
from fivefold.play.match import Match
from fivefold.session.snapshot import MOVE, OVER
from tests.house.cards import begun, race
from tests.house.people import ANNA, BEN, CLEO, facts
from tests.house.test_two_writers import together
from tests.quick import first


@pytest.fixture
def running(house):
    """Return a race of Anna and Ben, three cards face up, at which both have just looked."""
    house.rename(ANNA, "Anna")
    snapshot = race(house, deal="3")
    return begun(house, house.sit(snapshot.id, BEN, name="Ben"))


def faces(snapshot):
    """Return the cards that lie face up."""
    return [text.partition(":")[2].partition("@")[0] for text in snapshot.match.legal_moves() if text.endswith("@1a1")]


def last_move(snapshot):
    return next(entry for entry in reversed(snapshot.entries) if entry.kind == MOVE and entry.mover >= 0)


# --- moving ----------------------------------------------------------------------------------------------------------


def test_both_may_move_and_each_is_told_their_own_moves(running):
    for person, seat in ((ANNA, 0), (BEN, 1)):
        view = views.Views().view(running, person)
        assert (view["anyone"], view["to_move"], view["turn"], view["viewer"]) == (True, None, True, seat)
        assert {move["seat"] for move in view["moves"]} == {seat} and len(view["moves"]) == 75
        assert all(move["text"].startswith(f"{seat + 1}:") for move in view["moves"])
        assert json.dumps(view)
    onlooking = views.Views().view(running, CLEO)
    assert (onlooking["turn"], onlooking["moves"], onlooking["anyone"]) == (False, [], True)
    assert views.Views().preview(running, CLEO, [])["moves"] == []
    assert views.table(running, ANNA)["race"]


def test_at_one_screen_the_moves_of_both_are_there_and_the_picks_tell_them_apart(house):
    snapshot = race(house, "here")
    view = views.Views().view(snapshot, ANNA)
    assert {move["seat"] for move in view["moves"]} == {0, 1} and view["yours"] == [0, 1] and view["turn"]
    assert len({tuple(move["picks"]) for move in view["moves"]}) == len(view["moves"])
    for move in (view["moves"][0], view["moves"][-1]):
        preview = views.Views().preview(snapshot, ANNA, move["picks"])
        assert [told["seat"] for told in preview["moves"]] == [move["seat"]]
        assert all(f'data-pick="{pick}"' in view["picture"] for pick in move["picks"])


def test_the_number_in_front_is_added_for_who_has_one_seat(house, running):
    card = faces(running)[0]
    snapshot = house.play(running.id, BEN, running.number + 1, f"{card}@2c3")
    assert (last_move(snapshot).text, last_move(snapshot).mover) == (f"2:{card}@2c3", 1)
    told = views.Views().view(snapshot, CLEO, history=True)["history"]
    assert [line["said"].partition(":")[0] for line in told if line["mover"] == 1] == [
        f"Ben puts the {card_name(card_from_text(card))} on c3 of Ben's square"
    ]


def test_nobody_moves_for_another(house, running):
    card = faces(running)[0]
    with pytest.raises(NotYours, match="that is Anna's to do; your moves begin with 2:"):
        house.play(running.id, BEN, running.number + 1, f"1:{card}@1c3")
    with pytest.raises(NotYours, match="you are watching"):
        house.play(running.id, CLEO, running.number + 1, f"1:{card}@1c3")
    for text, error in (("nonsense", InvalidMove), (f"2:{card}@1c3", IllegalMove)):
        with pytest.raises(error):
            house.play(running.id, BEN, running.number + 1, text)
    assert house.snapshot(running.id) is running


def test_before_everybody_sits_nobody_races(house):
    waiting = race(house)
    with pytest.raises(NotOffered, match="every seat is taken"):
        house.play(waiting.id, ANNA, waiting.number + 1, "1:7h@1a1")
    assert not views.Views().view(waiting, ANNA)["turn"]


def test_a_move_sent_a_little_late_is_made_all_the_same(house, running):
    first, second, _ = faces(running)
    number = running.number + 1
    house.play(running.id, ANNA, number, f"1:{first}@1a1")
    snapshot = house.play(running.id, BEN, number, f"2:{second}@2a1")
    assert [entry.text for entry in snapshot.entries if entry.mover >= 0] == [f"1:{first}@1a1", f"2:{second}@2a1"]
    assert [entry.number for entry in snapshot.entries] == list(range(1, snapshot.number + 1))


def test_who_comes_late_for_a_card_is_told_who_was_quicker(house, running):
    first, second, _ = faces(running)
    number = running.number + 1
    house.play(running.id, BEN, number, f"2:{second}@2e5")
    ahead = house.play(running.id, BEN, number, f"2:{first}@2c3")
    with pytest.raises(Stale, match=r"^Ben was quicker$") as stale:
        house.play(running.id, ANNA, number, f"1:{first}@1a1")
    assert stale.value.news is ahead
    assert views.Views().view(ahead, ANNA)["last"]["mover"] == -1


def test_a_card_of_the_square_that_is_another_by_now_is_not_taken(house):
    """Ben means to steal the card he sees on 1a1: Anna has put another there since."""
    snapshot = race(house, steal="on", move="movable", deal="3", rejects="0/1/1")
    snapshot = begun(house, house.sit(snapshot.id, BEN, name="Ben"))
    first, second, third = faces(snapshot)
    for person, text in ((ANNA, f"1:{first}@1a1"), (BEN, f"2:{third}@2a1")):
        snapshot = house.play(snapshot.id, person, snapshot.number + 1, text)
    seen = snapshot.number + 1
    for text in ("1:1a1-1b1", f"1:{second}@1a1"):
        snapshot = house.play(snapshot.id, ANNA, snapshot.number + 1, text)
    assert "2:1a1-2b1" in snapshot.match.legal_moves()
    with pytest.raises(Stale, match=r"was quicker$"):
        house.play(snapshot.id, BEN, seen, "2:1a1-2b1")
    assert last_move(house.play(snapshot.id, BEN, snapshot.number + 1, "2:1a1-2b1")).mover == 1


def test_a_move_sent_twice_counts_once_wherever_it_went(house, running):
    first, second, _ = faces(running)
    number = running.number + 1
    house.play(running.id, ANNA, number, f"1:{first}@1a1")
    ahead = house.play(running.id, BEN, number, f"{second}@2a1")
    for person, text in ((ANNA, f"1:{first}@1a1"), (ANNA, f" {first} @ a1 "), (BEN, f"2:{second}@2a1")):
        assert house.play(running.id, person, number, text) is ahead


def test_numbers_that_never_were_are_stale(house, running):
    for number in (0, running.number + 2):
        with pytest.raises(Stale):
            house.play(running.id, ANNA, number, f"1:{faces(running)[0]}@1a1")


@pytest.mark.slow
@pytest.mark.parametrize("seed", first(1, range(3)))
def test_requests_doubled_and_out_of_order_leave_one_log(house, database, seed):
    """Two people play from what each saw last; their requests arrive late, twice, and in any order."""
    dice = random.Random(seed)
    snapshot = race(house, deal="2", mode="race", rejects="1/1/1", move="movable", steal="on")
    snapshot = begun(house, house.sit(snapshot.id, BEN))
    seen, waiting, answered = {ANNA: snapshot, BEN: snapshot}, [], {}
    for _ in range(70):
        person = dice.choice([ANNA, BEN])
        moves = [move["text"] for move in views.Views().view(seen[person], person)["moves"]]
        if moves:
            waiting += [(person, seen[person].number + 1, dice.choice(moves))] * dice.choice([1, 1, 2])
        dice.shuffle(waiting)
        while waiting and dice.random() < 0.6:
            request = waiting.pop()
            try:
                after = house.play(snapshot.id, *request)
                answered[request] = True
            except Stale as refused:
                after = refused.news
                assert not answered.setdefault(request, False)
            seen[request[0]] = after
    final = house.snapshot(snapshot.id)
    assert facts(final) == facts(House(database).snapshot(snapshot.id))
    replayed = Match.prepared(final.match.game, final.match.options, final.match.source)
    for entry in final.entries:
        if entry.mover >= 0 and entry.kind == MOVE:
            assert entry.text in replayed.legal_moves()
            replayed.play(entry.text)
    assert replayed.row == final.match.row and sum(answered.values()) > 10


@pytest.mark.slow
def test_of_two_processes_one_is_first_and_nothing_is_lost(url):
    first, second = House(open_database(url)), House(open_database(url))
    snapshot = race(first, deal="3")
    begun(first, first.sit(snapshot.id, BEN))
    made = {ANNA: [], BEN: []}

    def play_on(house, person):
        now = house.snapshot(snapshot.id)
        for _ in range(12):
            moves = views.Views().view(now, person)["moves"]
            if not moves:
                return
            try:
                now = house.play(snapshot.id, person, now.number + 1, moves[0]["text"])
                made[person].append(moves[0]["text"])
            except Stale as stale:
                now = stale.news

    assert together(lambda: play_on(first, ANNA), lambda: play_on(second, BEN)) == []
    final = House(open_database(url)).snapshot(snapshot.id)
    assert [entry.number for entry in final.entries] == list(range(1, final.number + 1))
    for person, seat in ((ANNA, 0), (BEN, 1)):
        assert [entry.text for entry in final.entries if entry.mover == seat] == made[person]
    assert final.match.to_move == ANYONE or final.status == OVER


# --- the end, and what there is not ----------------------------------------------------------------------------------


def test_in_a_race_nothing_is_taken_back_and_nobody_gets_a_hint(house, running):
    snapshot = house.play(running.id, ANNA, running.number + 1, running.match.legal_moves()[0])
    with pytest.raises(NotOffered, match="there is no undo in a race"):
        house.undo(snapshot.id, ANNA, snapshot.number + 1)
    assert availability.available(snapshot, ANNA)["undo"] == "there is no undo in a race"
    own = race(house, "here")
    with pytest.raises(NotOffered, match="there is no help in a race"):
        availability.check_hint(own, ANNA)


def test_giving_up_a_race_does_not_have_to_hurry(house, running):
    seen = running.number + 1
    house.play(running.id, BEN, seen, f"2:{faces(running)[0]}@2a1")
    over = house.resign(running.id, ANNA, seen)
    assert (over.status, over.match.outcome.winner) == (OVER, 1)
    assert house.resign(running.id, ANNA, seen) is over
    with pytest.raises(Stale, match="Anna resigned meanwhile"):
        house.resign(running.id, BEN, seen)
    with pytest.raises(Stale, match="the match is over"):
        house.play(running.id, BEN, seen, f"2:{faces(running)[1]}@2a2")
    with pytest.raises(MatchOver):
        house.play(running.id, BEN, over.number + 1, "done")


def test_a_race_against_oneself_is_called_off_without_a_loser(house):
    snapshot = race(house, "here")
    over = house.resign(snapshot.id, ANNA, snapshot.number + 1)
    assert over.match.outcome.winner is None and over.entries[-1].kind == "abandoned"


@pytest.mark.slow
def test_a_finished_race_is_a_record_and_its_rematch_swaps_the_squares(house, running):
    snapshot, dice = running, random.Random(1)
    while snapshot.status != OVER:
        person = dice.choice([person for person in (ANNA, BEN) if snapshot.may_move(person)])
        text = views.Views().view(snapshot, person)["moves"][-1]["text"]
        snapshot = house.play(snapshot.id, person, snapshot.number + 1, text)
    again = Match.from_record(views.record(snapshot, ""))
    assert (again.row, again.history) == (snapshot.match.row, snapshot.match.history)
    assert views.table(snapshot, ANNA)["race"]
    house.rematch(snapshot.id, ANNA)
    after = house.answer(snapshot.id, BEN, True, "rematch")
    assert (after.seats_of(ANNA), after.seats_of(BEN)) == ((1,), (0,))
    same = house.same_cards(snapshot.id, BEN)
    assert same.id == house.same_cards(snapshot.id, ANNA).id and same.seats_of(ANNA) == (0,)
    assert begun(house, same).match.history[:3] == snapshot.match.history[:3]
