"""Offers by mail, and who may answer them."""

from datetime import timedelta

import pytest

from fivefold.contract.errors import FivefoldError, InvalidOption
from fivefold.doors.mail.commands import run_of
from fivefold.doors.mail.commands.requests import Ambiguous
from fivefold.house.database import open_database
from fivefold.house.errors import NotOffered, NotYours
from fivefold.house.house import House
from fivefold.house.table.seating import MatchRequest
from fivefold.play import catalogue
from fivefold.session.snapshot import OVER
from tests.doors.mail.commands.conftest import asking, begun, line
from tests.house.conftest import START, numbered
from tests.house.people import ANNA, BEN, CLEO, keep_accounts, play

pytestmark = pytest.mark.slow


def say(house, person, word, now=None, text="", **more):
    run = run_of(word)
    return run(asking(house, person, kind="match", **more), line(word, text, None if now is None else now.id))


def test_a_draw_is_proposed_and_accepted(house):
    games = map(catalogue.find, catalogue.keys())
    now = begun(house, next(game.key for game in games if game.traits.agreed_draw))
    (shown,) = say(house, ANNA, "propose", now)
    assert shown.said == ("Your offer is made.",)
    (shown,) = say(house, BEN, "accept", now)
    assert house.known(now.id).status == OVER
    assert shown.said == ("You agreed.",)


def test_a_draw_where_the_game_knows_none(house):
    now = begun(house, "locus")
    with pytest.raises(NotOffered, match="played to the end"):
        say(house, ANNA, "propose", now)
    with pytest.raises(NotOffered, match="nobody can propose that"):
        say(house, ANNA, "propose", now, "marriage")


@pytest.mark.parametrize("answered", ["accept", "yes", "reject", "no"])
def test_an_undo_is_asked_for_and_answered(house, answered):
    now = play(house, begun(house), "c2-c1")
    (shown,) = say(house, ANNA, "undo", now, comment="A slip.")
    assert shown.said == ("Your offer is made.",)
    assert house.chat.view(now, BEN)["lines"][-1]["text"] == "A slip."
    (shown,) = say(house, BEN, answered, None, answers=house.known(now.id))
    taken = answered in ("accept", "yes")
    assert shown.said == ("You agreed." if taken else "You declined.",)
    assert len(house.known(now.id).match.moves) == (0 if taken else 1)


def test_propose_undo_is_undo(house):
    now = play(house, begun(house), "c2-c1")
    say(house, ANNA, "propose", now, "undo")
    assert house.known(now.id).offer.kind == "undo"


def test_the_one_who_offers_withdraws_with_a_no(house):
    now = play(house, begun(house), "c2-c1")
    say(house, ANNA, "undo", now)
    with pytest.raises(NotYours, match="withdraw"):
        say(house, ANNA, "accept", now)
    assert say(house, ANNA, "reject", now)[0].said == ("Your offer is withdrawn.",)
    assert house.known(now.id).offer is None


def test_an_answer_to_an_older_mail_agrees_to_nothing(house):
    old = begun(house)
    now = play(house, old, "c2-c1")
    say(house, ANNA, "undo", now)
    with pytest.raises(NotOffered, match="something else is offered by now"):
        say(house, BEN, "accept", None, answers=old)
    assert house.known(now.id).offer is not None


def test_accept_finds_the_only_offer(house):
    begun(house)
    now = play(house, begun(house), "c2-c1")
    say(house, ANNA, "undo", now)
    say(house, BEN, "accept")
    assert not house.known(now.id).match.moves
    others = [play(house, begun(house), "c2-c1") for _ in range(2)]
    for each in others:
        say(house, ANNA, "undo", each)
    with pytest.raises(Ambiguous, match="2 of your matches"):
        say(house, BEN, "accept")


def test_clocks_are_paused_and_go_on_and_get_more_time(house):
    now = begun(house, time="2d/move")
    say(house, BEN, "pause", now)
    say(house, ANNA, "accept", now)
    assert house.known(now.id).paused
    say(house, ANNA, "resume", now)
    say(house, BEN, "yes", now)
    assert not house.known(now.id).paused
    say(house, ANNA, "more", now, "time")
    say(house, BEN, "accept", now)
    assert house.known(now.id).entries[-1].kind == "more-time"
    assert say(house, BEN, "give", now)[0].since is not None
    with pytest.raises(NotOffered, match="still has time"):
        say(house, BEN, "claim", now)


def test_more_time_is_as_much_as_the_house_gives(house):
    now = begun(house, time="3d/move")
    for word in ("give", "more"):
        with pytest.raises(InvalidOption, match=f"{word} takes no other amount; send {word} 101, which is 1 day"):
            say(house, BEN, word, now, "2d")
    for text in ("1d", "24 hours", "time", ""):
        say(house, BEN, "give", house.known(now.id), text)
    assert house.known(now.id).number == now.number + 4


def test_a_match_is_claimed_when_their_time_is_out(url):
    database, at = open_database(url), [START]
    house = House(database, lambda: at[0], numbered())
    keep_accounts(house, {ANNA: "Anna", BEN: "Ben"})
    now = begun(house, time="2d/move")
    now = play(house, now, "c2-c1", "d2-d1")
    at[0] += timedelta(days=3)
    with pytest.raises(NotOffered, match="your own time"):
        say(house, ANNA, "claim", now)
    (shown,) = say(house, BEN, "claim")
    assert shown.since == now.number
    assert house.known(now.id).match.outcome.winner == 1
    database.close()


def test_calling_off_and_another_match(house):
    now = begun(house)
    say(house, BEN, "abort", now)
    assert say(house, ANNA, "accept", now)[0].said == ("You agreed.",)
    say(house, ANNA, "rematch", now)
    (shown,) = say(house, BEN, "accept", now)
    assert shown.match_id != now.id
    assert shown.said == ("The next game has begun.",)


def test_nobody_answers_for_others(house):
    now = play(house, begun(house), "c2-c1")
    say(house, ANNA, "undo", now)
    with pytest.raises(FivefoldError):
        say(house, CLEO, "accept", now)
    with pytest.raises(NotYours):
        say(house, CLEO, "undo", now)
    assert house.known(now.id).offer is not None


def test_the_second_game_of_a_double_match(house):
    game = next(key for key in catalogue.keys() if catalogue.find(key).traits.doubles)  # noqa: SIM118
    now = house.sit(house.create(ANNA, MatchRequest(game, {}, ("link",), double=True)).id, BEN)
    with pytest.raises(NotOffered, match="finish the first game"):
        say(house, ANNA, "ready", now)
    house.resign(now.id, ANNA, now.number + 1)
    (said,) = say(house, ANNA, "ready", now)
    assert "waits for Ben" in said.sentences[0]
    (shown,) = say(house, BEN, "ready", now)
    assert shown.said == ("The next game has begun.",)
    assert house.known(shown.match_id).status == "live"
