"""Answers in advance by mail: a line, a tree, a single move; what is queued, and nothing any more."""

import pytest

from fivefold.contract.errors import FivefoldError
from fivefold.doors.mail.answers import Failed, Listed, Said, Shown
from fivefold.doors.mail.commands import moves
from fivefold.house.errors import NotOffered, NotYours, Stale
from tests.doors.mail.commands.conftest import asking, begun, line
from tests.house.people import ANNA, BEN, CLEO

pytestmark = pytest.mark.slow


def queue(house, person, now, text="", **more):
    return moves.queue(asking(house, person, **more), line("queue", text, now.id))


def tree(house, person, now):
    return house.answers.given(person, now.id).plan.tree


def move(house, now, person, text):
    after = house.play(now.id, person, house.known(now.id).number + 1, text)
    house.answers.look(now.id)
    return house.known(after.id)


def test_a_line_in_any_spelling(house):
    now = begun(house)
    (listed,) = queue(house, BEN, now, "C2 - C1 d2–d1.")
    assert listed.rows == [("c2-c1:1 d2-d1:1", "If Anna plays 1 piece from c2 to c1, you play 1 piece from d2 to d1.")]
    assert [entry.text for entry in move(house, now, ANNA, "c2-c1").entries] == ["c2-c1:1", "d2-d1:1"]


def test_a_tree_on_one_line_or_several(house):
    now = begun(house)
    queue(house, BEN, now, "c2-c1 d2-d1 c1-d1 e2-e1 / f2-f1 d2-d1")
    (listed,) = queue(house, BEN, now, "c2-c3 e2-e1")
    assert isinstance(listed, Listed)
    assert [row[0] for row in listed.rows] == ["c2-c1:1 d2-d1:1 c1-d1:1 e2-e1:1", "f2-f1:1 d2-d1:1", "c2-c3:1 e2-e1:1"]
    assert list(queue(house, BEN, now)) == [listed]
    (said,) = queue(house, BEN, now, "none")
    assert isinstance(said, Said)
    assert not tree(house, BEN, now)


def test_an_answer_that_is_there_stays(house):
    now = begun(house)
    queue(house, BEN, now, "c2-c1 d2-d1")
    with pytest.raises(NotOffered, match="you already answer c2-c1:1 with d2-d1:1"):
        queue(house, BEN, now, "c2-c1 e2-e1")
    assert tree(house, BEN, now) == {"c2-c1:1": {"d2-d1:1": {}}}


def test_a_wrong_line_of_several_is_told_and_the_others_are_kept(house):
    now = begun(house)
    answers = queue(house, BEN, now, "c2-c1 d2-d1 / f2-f9 d2-d1")
    assert [type(each) for each in answers] == [Failed, Listed]
    with pytest.raises(FivefoldError, match="f2-f9"):
        queue(house, BEN, now, "f2-f9 d2-d1")
    with pytest.raises(NotOffered, match="c1-d1:1 was read as Anna's move; add your answer"):
        queue(house, BEN, now, "c2-c1 d2-d1 c1-d1")


def test_one_move_whatever_they_play(house):
    now = begun(house)
    queue(house, BEN, now, "c2-c1 d2-d1")
    (listed,) = queue(house, BEN, now, "* e2-e1")
    assert [row[0] for row in listed.rows] == ["c2-c1:1 d2-d1:1", "* e2-e1:1"]
    assert listed.rows[1][1] == "Otherwise you play e2-e1:1, if you can."
    for theirs, mine in (("c2-c1", "d2-d1:1"), ("f2-f1", "e2-e1:1")):
        other = begun(house)
        queue(house, BEN, other, "* e2-e1 / c2-c1 d2-d1")
        assert move(house, other, ANNA, theirs).entries[-1].text == mine
        assert not tree(house, BEN, other), "what was meant for another move of theirs is gone"
    queue(house, BEN, now, "none")
    (said,) = queue(house, BEN, now, "d2-d1")
    assert said.sentences == ("You will play d2-d1:1 next, if you can.",)
    assert move(house, now, ANNA, "f2-f1").entries[-1].text == "d2-d1:1"


def test_one_move_that_both_could_play(house):
    now = begun(house, "locus")
    waiting = now.seats[1 - now.to_act].person
    (said,) = queue(house, waiting, now, "a1:up")
    assert said.sentences == ("You will play a1:up next, if you can.",)
    (said,) = queue(house, waiting, now, "any a1:down")
    assert said.sentences == ("You will play a1:down next, if you can.",)


def test_on_my_turn_it_is_a_move_and_the_rest_is_queued(house):
    now = begun(house)
    (shown,) = queue(house, ANNA, now, "c2-c1")
    assert isinstance(shown, Shown)
    other = begun(house)
    answers = queue(house, ANNA, other, "c2-c1 d2-d1 c1-d1")
    assert [type(each) for each in answers] == [Shown, Listed]
    assert tree(house, ANNA, other) == {"d2-d1:1": {"c1-d1:1": {}}}


def test_on_my_turn_a_wrong_line_plays_nothing(house):
    now = begun(house)
    with pytest.raises(FivefoldError):
        queue(house, ANNA, now, "c2-c1 d2-d9 c1-d1")
    assert house.known(now.id).number == 0


def test_a_number_says_which_move_it_is_for(house):
    now = begun(house)
    for number in (1, 2):
        moves.queue(asking(house, BEN), line("queue", "c2-c1 d2-d1", now.id, number=number))
    with pytest.raises(NotOffered, match="move 3: the next one is move 1"):
        moves.queue(asking(house, BEN), line("queue", "c2-c1 d2-d1", now.id, number=3))


def test_a_reply_to_an_older_mail_stores_nothing(house):
    old = begun(house)
    house.play(old.id, ANNA, 1, "c2-c1")
    house.play(old.id, BEN, 2, "d2-d1")
    house.play(old.id, ANNA, 3, "f2-f1")
    house.play(old.id, BEN, 4, "d1-c1")
    with pytest.raises(Stale):
        moves.queue(asking(house, BEN, answers=old), line("queue", "c2-c3 e2-e1"))


def test_not_for_hidden_cards_nor_for_others(house):
    now = begun(house, "pokeros")
    waiting = now.seats[1 - now.to_act].person
    with pytest.raises(NotOffered, match="you don't see everything"):
        queue(house, waiting, now, now.match.legal_moves()[0])
    with pytest.raises(NotYours):
        queue(house, CLEO, now, "c2-c1")
