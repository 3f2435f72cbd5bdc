"""What is settled for all challenges by mail, and the matches that are looked for."""

import pytest

from fivefold.contract.errors import FivefoldError, InvalidOption
from fivefold.doors.mail.commands.meeting import accept, challenge, limit, reject, seek
from fivefold.house.errors import NotOffered
from tests.doors.mail.commands.conftest import asking, line
from tests.house.people import ANNA, BEN, CLEO

pytestmark = pytest.mark.slow


def say(run, house, text="", person=ANNA, game="focus", **options):
    word = run.__name__
    (answer,) = run(asking(house, person), line(word, text, game=game, **options))
    return " ".join(answer.sentences)


def test_nobody_can_challenge_who_rejects_all(house):
    assert say(reject, house, "all", BEN) == (
        "Nobody can challenge you to Focus any more. To change that, send “focus accept all”."
    )
    with pytest.raises(InvalidOption, match="Ben: they take no challenges to Focus; name somebody else"):
        challenge(asking(house), line("challenge", "ben", game="focus"))
    assert say(accept, house, "all", BEN, game=None).startswith("Others can challenge you to any game again.")
    challenge(asking(house), line("challenge", "ben", game="focus"))
    assert "Anna's challenge still waits for your answer." in say(reject, house, "all", BEN, game=None)


def test_a_game_alone_means_all_its_challenges_where_none_waits(house):
    assert "Nobody can challenge you to Focus" in say(reject, house, "", BEN)
    assert house.standing.why_not(BEN, "focus") == "rejects"


def test_limits_by_mail(house):
    assert say(limit, house) == "You can be challenged to Focus however many matches of it you play."
    assert say(limit, house, "2") == (
        "Nobody can challenge you to Focus while you play 2 matches of it with others. You play 0 matches of it now."
    )
    assert say(limit, house, "0").startswith("Nobody can challenge you to Focus: your limit is 0.")
    assert say(limit, house, "off") == "You can be challenged to Focus however many matches of it you play."
    with pytest.raises(InvalidOption, match="for example limit 3, or limit off"):
        say(limit, house, "many")


def test_looking_for_matches_by_mail(house):
    assert say(seek, house, "2", time="weekly", rated="") == (
        "You look for 2 more matches of Focus. Others can join you in the lobby, or by mail with “focus accept 101”."
        " The match begins then, a mail tells you, and the next table is opened."
        " To look no more, send “focus seek off”."
    )
    (table,) = house.lobby.tables()
    assert table.rated and table.time.text == "7d/move"
    assert say(seek, house, "off") == "You look for no match of Focus any more."
    assert say(seek, house, "off") == "You do not look for a match of Focus."


def test_two_who_look_for_the_same_match_meet(house):
    say(seek, house, "1", time="weekly")
    assert "Others can join you" in say(seek, house, "1", BEN, time="daily"), "not the same match"
    shown, said = seek(asking(house, CLEO), line("seek", "2", game="focus", time="weekly"))
    assert shown.said == ("You have joined Anna's table: Focus, board 101.",)
    now = house.snapshot(shown.match_id)
    assert now.status == "live" and {seat.person for seat in now.seats} == {ANNA, CLEO}
    assert "You look for one more match" in said.sentences[0]
    assert [(each.person, each.matches) for each in house.slow_seeks.seekers("focus")] == [(BEN, 1), (CLEO, 1)]
    house.blocks.block(BEN, CLEO)
    seek(asking(house, CLEO), line("seek", "1", game="focus", time="daily"))
    assert len(house.slow_seeks.seekers("focus")) == 2, "those who block each other do not meet"


@pytest.mark.parametrize(("board", "text", "game"), [("101", "", "focus"), ("101", "", None), (None, "anna", "focus")])
def test_an_open_table_is_joined_by_mail(house, board, text, game):
    say(seek, house, "1")
    (shown,) = accept(asking(house, BEN), line("accept", text, board, game))
    assert shown.said == ("You have joined Anna's table: Focus, board 101.",) and shown.since == 0
    assert house.snapshot(shown.match_id).status == "live"
    with pytest.raises(FivefoldError):
        accept(asking(house, CLEO), line("accept", text, board, game))


def test_of_several_tables_the_board_is_asked_for(house):
    say(seek, house, "1")
    say(seek, house, "1", time="weekly", game="locus")
    with pytest.raises(NotOffered, match=r"name the board: (focus|locus) 101 or"):
        accept(asking(house, BEN), line("accept", "anna"))


def test_looking_for_three_players(house):
    say(seek, house, "1", players="3")
    (table,) = house.lobby.tables()
    assert table.free == 2


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"time": "none"}, "a match with anybody needs a clock"),
        ({"time": "5m+3s"}, "count in days"),
        ({"double": ""}, "only for a challenge"),
        ({"handicap": "50"}, "only for a challenge"),
    ],
)
def test_what_cannot_be_looked_for_says_why(house, options, words):
    with pytest.raises(InvalidOption, match=words):
        say(seek, house, "1", **options)
    assert house.lobby.tables() == []
