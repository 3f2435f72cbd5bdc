"""Lists by mail: matches, how they ended, who is how strong, who plays here and what."""

import pytest

from fivefold.contract.errors import InvalidOption
from fivefold.doors.mail.commands.lists import games, history, list_all, matches, standings
from fivefold.house.errors import NotOffered
from fivefold.house.table.seating import LINK, MatchRequest
from tests.doors.mail.commands.conftest import asking, begun, line
from tests.house.people import ANNA, BEN, CLEO, DORA

pytestmark = pytest.mark.slow


def say(run, house, text="", person=ANNA, game=None):
    return list(run(asking(house, person), line(run.__name__, text, game=game)))


def resign(house, now, person=ANNA):
    return house.resign(now.id, person, house.snapshot(now.id).number + 1)


def test_ones_own_matches(house):
    first, second = begun(house), begun(house, "locus", time="3d/move")
    waiting = house.create(ANNA, MatchRequest("focus", {}, (LINK,)))
    (listed,) = say(games, house)
    assert listed.title == "Your matches"
    assert {row[0] for row in listed.rows} == {"focus 101", "focus 102", "locus 101"}
    row = next(row for row in listed.rows if row[0] == "locus 101")
    assert row[2] == "1" and row[4].endswith("left")
    assert next(row for row in listed.rows if row[0] == "focus 102")[3] == "not begun"
    (listed,) = say(games, house, game="focus")
    assert len(listed.rows) == 2 and waiting.id
    (listed,) = say(games, house, "next")
    assert {row[3] for row in listed.rows} == {"yours"}
    resign(house, first)
    resign(house, second)
    running, finished = say(games, house, "all")
    assert len(running.rows) == 1 and {row[3] for row in finished.rows} == {"lost"}


def test_of_others_only_the_matches_with_oneself_go_on(house):
    begun(house)
    with_cleo = house.create(BEN, MatchRequest("focus", {}, (LINK,)))
    house.sit(with_cleo.id, CLEO)
    (listed,) = say(games, house, "ben")
    assert [row[1] for row in listed.rows] == ["Anna – Ben"]
    (listed,) = say(games, house, "cleo")
    assert listed.rows == [] and listed.empty.startswith("There are none. The matches of others are not shown")
    with pytest.raises(InvalidOption, match="did you mean Cleo"):
        say(games, house, "clea")


def test_how_matches_ended_as_far_as_a_player_shows_it(house):
    resign(house, begun(house))
    (listed,) = say(history, house, "ben")
    assert [row[1:4] for row in listed.rows] == [("focus 101", "Anna", "won")]
    house.accounts.set_preference(BEN, "public_games", False)
    (private,) = say(history, house, "ben")
    assert private.sentences == ("Ben keeps results private.",)
    (own,) = say(history, house, "ben", BEN)
    assert own.title == "Your matches that are over" and len(own.rows) == 1


def test_matches_that_one_may_watch(house):
    now, other = begun(house), begun(house, "locus")
    private = house.create(BEN, MatchRequest("focus", {}, (LINK,)))
    house.sit(private.id, DORA)
    house.accounts.set_preference(DORA, "public_games", value=False)
    house.create(BEN, MatchRequest("focus", {}, ("1",)))
    (listed,) = matches(asking(house, CLEO), line("matches"))
    numbers = {each.id: house.mail.boards.number(each.id) for each in (now, other)}
    assert sorted(listed.rows) == [
        (f"focus {numbers[now.id]}", "Anna – Ben", f"send: focus subscribe {numbers[now.id]}"),
        (f"locus {numbers[other.id]}", "Anna – Ben", f"send: locus subscribe {numbers[other.id]}"),
    ]
    (listed,) = matches(asking(house, CLEO), line("matches", game="locus"))
    assert len(listed.rows) == 1
    assert not matches(asking(house, ANNA), line("matches"))[0].rows, "those that one plays are in games"


def test_standings_of_the_game_whose_mail_is_answered(house):
    now = begun(house)
    assert standings(asking(house, answers=now), line("standings"))[0].title.startswith("Focus")


def test_standings_tell_who_is_how_strong_and_who_looks_for_a_match(house):
    house.slow_seeks.seek(BEN, 2, MatchRequest("focus", {}, (LINK,), time="3d/move"))
    two, *_, seekers = say(standings, house, game="focus")
    assert two.title == "Focus, 2 players: who is how strong" and any("level 7" in row[1] for row in two.rows)
    assert seekers.rows == [("Ben", "2 more matches", "send: focus accept 101")]
    house.blocks.block(BEN, ANNA)
    assert say(standings, house, game="focus")[-1].rows == []
    with pytest.raises(InvalidOption, match="no game is named"):
        say(standings, house)


def test_games_are_listed_for_anybody(house):
    listed, more = say(list_all, house, person=None)
    assert ("Focus", "focus", "2, 3 or 4", "") in listed.rows and "list players" in more.sentences[0]
    (about,) = say(list_all, house, game="focus", person=None)
    assert about.title == "Focus" and "win" in about.markdown
    assert say(list_all, house, "dice")[0].title == "Dice Poker"
    with pytest.raises(InvalidOption, match="there is Locus Poker"):
        say(list_all, house, "chess")


def test_players_are_listed_who_show_themselves(house):
    house.accounts.set_preference(BEN, "public_profile", False)
    house.blocks.block(ANNA, CLEO)
    (listed,) = say(list_all, house, "players")
    assert listed.rows == [("Anna",), ("Dora",)]
    (listed,) = say(list_all, house, "players d", CLEO)
    assert listed.rows == [("Dora",)]
    with pytest.raises(NotOffered):
        say(list_all, house, "players", None)


def test_long_lists_of_players_are_bounded(house, monkeypatch):
    monkeypatch.setattr("fivefold.house.people.near_names.MOST_SHOWN", 2)
    listed, more = say(list_all, house, "players")
    assert len(listed.rows) == 2 and more.sentences[0].startswith("These are the first 2")
