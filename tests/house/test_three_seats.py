"""Three at a table, with chance inside a turn: people here and elsewhere, computers, and how it ends."""

from itertools import pairwise

import pytest

from fivefold.contract.errors import InvalidOption
from fivefold.house import availability
from fivefold.house.errors import NotOffered
from fivefold.house.match_view import views
from fivefold.house.table.seating import MatchRequest
from fivefold.parts.messages import Message, Reader
from fivefold.play.outcome import Outcome, Termination
from fivefold.session import narration
from fivefold.session.seats import COMPUTER, OPEN, PERSON
from fivefold.session.snapshot import LIVE, WAITING
from tests.house.people import ANNA, BEN, CLEO, play, resigned

THREE = {"players": "3"}


def dice(house, *others, **more):
    return house.create(ANNA, MatchRequest("dice_poker", {**THREE, **more}, others, "me"))


def first_move(snapshot):
    return snapshot.match.legal_moves()[0]


def test_a_friend_by_link_and_a_computer_sit_after_the_person(house):
    waiting = dice(house, "link", "4")
    (own,) = waiting.seats_of(ANNA)
    kinds = [waiting.seats[(own + place) % 3].kind for place in range(3)]
    assert kinds == [PERSON, OPEN, COMPUTER] and waiting.status == WAITING
    assert views.table(waiting, ANNA)["note"].startswith("Waiting for somebody to sit down.")
    live = house.sit(waiting.id, BEN)
    assert live.status == LIVE and live.seats_of(ANNA) == (live.to_act,)
    assert [live.seats[(live.to_act + place) % 3].kind for place in range(3)] == [PERSON, PERSON, COMPUTER]


def test_two_friends_by_the_same_link_fill_the_table_one_after_the_other(house):
    waiting = house.create(ANNA, MatchRequest("focus", {"players": "4"}, ("link", "link", "5"), "me"))
    assert " and " in views.table(waiting, ANNA)["note"]
    assert house.sit(waiting.id, BEN).status == WAITING
    live = house.sit(waiting.id, CLEO)
    assert live.status == LIVE and [len(live.seats_of(person)) for person in (ANNA, BEN, CLEO)] == [1, 1, 1]


def test_turns_go_round_through_rolls_of_chance(house):
    now = dice(house, "here", "4")
    own = now.seats_of(ANNA)
    turns = []
    for _ in range(40):
        turns.append(now.to_act)
        now = play(house, now, first_move(now))
    seen = [turn for place, turn in enumerate(turns) if place == 0 or turns[place - 1] != turn]
    assert all(later == (turn + 1) % 3 for turn, later in pairwise(seen)) and len(set(seen)) == 3
    assert {now.seats[turn].kind for turn in own} == {PERSON} and house.snapshot(now.id) is now


@pytest.mark.parametrize("first", ["0", "1", "2"])
def test_only_a_seat_that_is_there_is_drawn_to_begin(house, first):
    assert dice(house, "1", first=first).match.options["first"] == first
    for seed in range(12):
        two = house.create(ANNA, MatchRequest("dice_poker", {}, ("1",), "draw", seed=seed))
        assert two.match.options["first"] in {"0", "1"}
    with pytest.raises(InvalidOption, match="Saffron begins only with three players"):
        house.create(ANNA, MatchRequest("dice_poker", {"first": "2"}, ("1",)))


def test_who_resigns_of_three_loses_and_the_others_share(house):
    over = resigned(house, dice(house, "2", "3"))
    (own,) = over.seats_of(ANNA)
    assert [over.match.outcome.returns[seat] for seat in range(3)] == [0.0 if seat == own else 0.5 for seat in range(3)]
    said = views.Views().view(over, ANNA)["outcome"]["said"]
    assert said.startswith("A draw between ") and said.endswith(". You resigned.")


def test_a_rematch_lets_the_next_begin_each_time(house):
    now, beginners = dice(house, "2", "3"), []
    for _ in range(3):
        beginners.append(now.seats[now.match.to_move].level)
        resigned(house, now)
        now = house.rematch(now.id, ANNA)
    assert beginners == [None, 3, 2]


def test_there_is_no_double_match_where_chance_goes_on(house):
    with pytest.raises(InvalidOption, match="has no double match"):
        house.create(ANNA, MatchRequest("dice_poker", {}, ("here",), double=True))
    with pytest.raises(NotOffered, match="not a double match"):
        house.second(resigned(house, dice(house, "here", "here")).id, ANNA)


def test_a_roll_cannot_be_unseen_and_the_reason_is_said(house):
    now = dice(house, "here", "here")
    assert availability.available(now, ANNA)["undo"] == "you have not moved yet"
    now = play(house, now, "keep:")
    assert availability.available(now, ANNA)["undo"].endswith("came after that move and cannot be unseen")


@pytest.mark.parametrize(
    ("scores", "winner", "said"),
    [
        ((2, 1, 0), 0, "Ruby wins 2–1–0. There is a reason."),
        ((0, 1, 2), 2, "Saffron wins 2–1–0. There is a reason."),
        ((1, 1, 0), 0, "Ruby wins. There is a reason."),
        ((0, 0, 0), 1, "Azure wins. There is a reason."),
        ((1, 1, 0), None, "A draw between Ruby and Azure. There is a reason."),
        ((1, 1, 1), None, "A draw. There is a reason."),
    ],
)
def test_the_result_of_three_is_told_with_the_scores_that_decided(house, scores, winner, said):
    snapshot = dice(house, "here", "here")
    best = [seat for seat in range(3) if scores[seat] == max(scores)] if winner is None else [winner]
    returns = tuple(1 / len(best) if seat in best else 0.0 for seat in range(3))
    outcome = Outcome(returns, scores, winner, Termination.PLAYED_OUT, "there is a reason")
    assert narration.outcome_line(snapshot, outcome, Reader(snapshot.names)) == said


def test_who_leads_by_sets_is_said(house):
    assert narration.lead(Reader(("Ruby", "Azure")), (1, 0)) == "Ruby leads 1–0"
    assert narration.lead(Reader(("Ruby", "Azure", "Anna"), you=2), (0, 0, 1)) == "You lead with 1"


def test_why_it_is_over_is_told_with_the_players_names(house):
    snapshot = dice(house, "2", "3")
    (own,) = snapshot.seats_of(ANNA)
    reader, notation = Reader(snapshot.names, you=own), snapshot.match.game.notation
    for seat, said in (
        (own, "you have completed two sets"),
        ((own + 1) % 3, f"{snapshot.names[(own + 1) % 3]} has completed two sets"),
    ):
        returns = tuple(float(each == seat) for each in range(3))
        who, two = notation.seat(snapshot.match.row, seat), Message("sets", number=Message("number-2"))
        cause = Message("sets-completed", who=who, sets=two)
        outcome = Outcome(returns, (0, 0, 0), seat, Termination.PLAYED_OUT, "in the words of records", cause)
        assert narration.reason(snapshot, outcome, reader) == said
