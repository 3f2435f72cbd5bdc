"""The expert beside: it plays the same cards out of sight, and is shown only as far as the player's cards have come."""

import json
from threading import Event

import pytest

from fivefold.contract import CHANCE
from fivefold.house import availability
from fivefold.house.computers.agenda import Urgency
from fivefold.house.computers.opponents import Opponents
from fivefold.house.computers.shadow_match import ply_of_card
from fivefold.house.errors import NotOffered, NotYours, UnknownMatch
from fivefold.house.house import House
from fivefold.house.links import COMPANION
from fivefold.house.match_view import views
from fivefold.play.match import Match
from fivefold.session import steps
from fivefold.session.seats import PERSON, Seat
from fivefold.session.snapshot import OVER
from tests.house.cards import FREE, alone, laid, race
from tests.house.people import ANNA, BEN
from tests.house.test_opponents import WAIT, Thinkers
from tests.house.test_solo import cards
from tests.quick import first


def beside(house, snapshot):
    return house.known(house.known(snapshot.id).linked(COMPANION))


def ahead(house, snapshot, count=25):
    """Let the expert play so many cards."""
    now = beside(house, snapshot)
    for _ in range(count):
        if now.match.outcome is None:
            now = house.play_for(now.id, now.number + 1, now.match.legal_moves()[-1])
    return now


def test_it_plays_the_same_cards_once_and_strongest(house):
    snapshot = alone(house, deal="2")
    assert house.shadow_matches.of(snapshot.id, ANNA) is None and not views.table(snapshot, ANNA)["companion"]
    house.shadow_matches.begin(snapshot.id, ANNA)
    expert = beside(house, snapshot)
    house.shadow_matches.begin(snapshot.id, ANNA)
    assert beside(house, snapshot).id == expert.id and views.table(house.snapshot(snapshot.id), ANNA)["companion"]
    assert [(due.match, due.level) for due in house.due()] == [(expert.id, 7)]
    assert cards(ahead(house, snapshot)) == cards(laid(house, house.snapshot(snapshot.id)))


def test_it_is_shown_facing_the_card_that_the_player_faces(house):
    snapshot = alone(house)
    house.shadow_matches.begin(snapshot.id, ANNA)
    told = house.shadow_matches.of(snapshot.id, ANNA)
    assert (told["cards"], told["thinking"], told["score"], told["over"]) == (1, False, 0, False)
    snapshot = laid(house, snapshot, cards=4)
    assert house.shadow_matches.of(snapshot.id, ANNA) | {"picture": ""} == {**told, "thinking": True, "picture": ""}
    ahead(house, snapshot, 10)
    told = house.shadow_matches.of(snapshot.id, ANNA)
    assert (told["cards"], told["thinking"], told["over"]) == (5, False, False)
    assert json.dumps(told)


def dealt_alike(house, seed, known):
    """Return a game of Anna's whose first cards are given, the others as the seed says."""
    match = Match("solitaire", seed=seed, chance=known, **FREE)
    return house.begin(steps.open_table(f"match{seed:05}", match, [Seat(0, PERSON, ANNA, None, "Anna", "")]))


def test_two_packs_that_begin_alike_are_told_alike(house):
    """Whatever the expert was dealt and did since: no byte that leaves the house tells the packs apart."""
    known = cards(laid(house, alone(house), cards=7))[:7]
    told, coming = [], []
    for seed in (1, 2):
        snapshot = laid(house, dealt_alike(house, seed, known), cards=6)
        house.shadow_matches.begin(snapshot.id, ANNA)
        expert = ahead(house, snapshot)
        now = house.snapshot(snapshot.id)
        table = views.table(now, ANNA) | {"chance": None}  # open numbers, which differ
        # (The version is a digest of all that is seen, the open numbers too.)
        view = views.Views().view(now, ANNA, history=True) | {"chance": None, "version": ""}
        told.append((house.shadow_matches.of(now.id, ANNA), view, table))
        assert cards(expert)[:7] == known == cards(now)
        told[-1] = json.dumps(told[-1]).replace(snapshot.id, "match")
        coming.append(cards(expert)[7:])
    assert len(coming[0]) == 18 and coming[0] != coming[1]
    assert told[0] == told[1] and '"cards": 7' in told[0]


@pytest.mark.parametrize("deal", first(1, ["1", "3", "5"]))
def test_no_card_is_shown_before_the_player_has_it(house, deal):
    snapshot = alone(house, deal=deal)
    house.shadow_matches.begin(snapshot.id, ANNA)
    ahead(house, snapshot)
    while snapshot.match.outcome is None:
        told, expert = house.shadow_matches.of(snapshot.id, ANNA), beside(house, snapshot)
        ply = ply_of_card(expert.match.movers, told["cards"])
        assert told["cards"] <= snapshot.match.movers.count(CHANCE)
        assert set(expert.match.history[:ply]) & set(cards(expert)) <= set(cards(snapshot))
        snapshot = laid(house, snapshot, cards=1)
    assert house.shadow_matches.of(snapshot.id, ANNA)["over"]


ASKED = {
    "standing": lambda house, hidden: house.snapshot(hidden),
    "play": lambda house, hidden: house.play(hidden, ANNA, 1, "x"),
    "undo": lambda house, hidden: house.undo(hidden, ANNA, 1),
    "answer": lambda house, hidden: house.answer(hidden, ANNA, True),
    "resign": lambda house, hidden: house.resign(hidden, ANNA, 1),
    "sit": lambda house, hidden: house.sit(hidden, ANNA),
    "rematch": lambda house, hidden: house.rematch(hidden, ANNA),
    "second": lambda house, hidden: house.second(hidden, ANNA),
    "same cards": lambda house, hidden: house.same_cards(hidden, ANNA),
    "new cards": lambda house, hidden: house.new_cards(hidden, ANNA),
    "a companion's companion": lambda house, hidden: house.shadow_matches.begin(hidden, ANNA),
    "companion": lambda house, hidden: house.shadow_matches.of(hidden, ANNA),
    "hint": lambda house, hidden: Opponents(house, Thinkers()).hint(hidden, ANNA),
    "analysis": lambda house, hidden: Opponents(house, Thinkers()).analyse(hidden, ANNA),
    "hindsight": lambda house, hidden: Opponents(house, Thinkers()).hindsight(hidden, ANNA),
}


@pytest.mark.parametrize("ask", first(4, ASKED.values()), ids=ASKED.keys())
def test_nobody_finds_its_match_before_the_players_is_over(house, database, ask):
    snapshot = alone(house)
    house.shadow_matches.begin(snapshot.id, ANNA)
    hidden = ahead(house, snapshot, 3).id
    for each in (house, House(database)):
        with pytest.raises(UnknownMatch, match="it does not exist"):
            ask(each, hidden)


def test_its_match_is_in_no_list_and_no_view_and_can_be_looked_at_afterwards(house):
    snapshot = alone(house)
    house.shadow_matches.begin(snapshot.id, ANNA)
    hidden = ahead(house, snapshot, 3).id
    now = house.snapshot(snapshot.id)
    assert [summary.id for summary in house.matches_of(ANNA)] == [snapshot.id]
    told = [views.Views().view(now, ANNA, history=True), views.table(now, ANNA), house.shadow_matches.of(now.id, ANNA)]
    assert hidden not in json.dumps(told)
    laid(house, now)
    assert house.snapshot(hidden).id == hidden


def test_after_the_end_all_of_it_is_shown(house):
    snapshot = alone(house)
    house.shadow_matches.begin(snapshot.id, ANNA)
    ahead(house, snapshot, 3)
    laid(house, snapshot)
    told = house.shadow_matches.of(snapshot.id, ANNA)
    assert (told["cards"], told["thinking"], told["over"]) == (4, True, False)
    expert = ahead(house, snapshot)
    told = house.shadow_matches.of(snapshot.id, ANNA)
    assert (told["cards"], told["thinking"], told["over"]) == (25, False, True)
    assert told["score"] == expert.match.scores[0]


def test_it_is_there_for_who_plays_alone(house):
    snapshot = alone(house)
    for ask in (house.shadow_matches.begin, house.shadow_matches.of):
        with pytest.raises(NotYours, match="you are watching"):
            ask(snapshot.id, BEN)
    other = race(house, "1")
    with pytest.raises(NotOffered, match="when you play alone"):
        house.shadow_matches.begin(other.id, ANNA)
    assert availability.available(other, ANNA)["companion"] == "plays beside you only when you play alone"


def test_it_plays_to_its_end_out_of_sight_after_moves_that_people_wait_for(house):
    snapshot = alone(house)
    house.shadow_matches.begin(snapshot.id, ANNA)
    hidden = beside(house, snapshot).id
    finished = Event()
    house.listen(hidden, lambda now: now.status == OVER and finished.set())
    opponents = Opponents(house, Thinkers(count=1), sweep_seconds=3600)
    job = opponents._move_job(hidden)
    assert (job.urgency, job.whose, job.quick) == (Urgency.BESIDE, ANNA, False)
    opponents.start()
    assert finished.wait(WAIT)
    opponents.stop()
    assert house.shadow_matches.of(snapshot.id, ANNA)["cards"] == 1
