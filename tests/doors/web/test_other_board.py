"""The other board of a duplicate on the pages of a match and of its review."""

import pytest

from fivefold.house.table.seating import MatchRequest
from tests.doors.web.reader import Reader

ANNA, BEN, CLEO = (f"{letter * 15}5" for letter in "abc")


@pytest.fixture
def boards(house):
    """Return both boards of a duplicate, of which Anna begins on the first."""
    house.rename(ANNA, "Anna")
    house.rename(BEN, "Ben")
    wish = MatchRequest("locus", {"grid": "6x5", "first": "0"}, ("link",), "me", duplicate=True)
    first = house.sit(house.create(ANNA, wish).id, BEN)
    return first, house.snapshot(first.linked("second"))


def played(house, *boards):
    for board in boards:
        now = house.snapshot(board.id)
        house.play(now.id, now.seats[now.to_act].person, now.number + 1, now.match.legal_moves()[0])


def test_the_table_shows_the_other_board_and_where_it_is_ones_turn(app, house, boards):
    first, second = boards
    page = Reader(app, ANNA).open(f"/matches/{first.id}")
    assert "board 1 of 2" in page.one("h1")["words"]
    assert page.one("a", **{"class": "other-board"})["attrs"]["href"] == f"/matches/{second.id}#stay"
    played(house, first, second)
    page = Reader(app, ANNA).open(f"/matches/{first.id}")
    shown = page.one("a", **{"class": "other-board turn"})
    assert shown["attrs"]["data-goes"] == f"/matches/{second.id}"
    assert "Your turn" in shown["words"] and "Both boards: Anna" in shown["words"]
    assert "Both boards: Ben" in Reader(app, BEN).get(f"/matches/{first.id}/other-board").text


def test_what_waits_on_the_other_board_is_said_and_not_shown(app, house, boards):
    first, second = boards
    played(house, first)
    text = house.snapshot(first.id).entries[-1].text
    for person, words in ((ANNA, "You have moved"), (BEN, "Anna has moved"), (CLEO, "Anna has moved")):
        part = Reader(app, person).get(f"/matches/{second.id}/other-board").text
        assert words in part and text not in part and "Amber's chip" not in part


def test_a_match_on_one_board_has_no_other(app, house):
    now = house.create(ANNA, MatchRequest("locus", {}, ("3",), "me"))
    assert Reader(app, ANNA).get(f"/matches/{now.id}/other-board").status_code == 404
    assert not Reader(app, ANNA).open(f"/matches/{now.id}").all("a", **{"class": "other-board"})


def test_a_review_shows_both_boards_at_the_same_move(app, house, boards):
    first, second = boards
    for _ in range(3):
        played(house, *boards)
    house.resign(first.id, ANNA, house.snapshot(first.id).number + 1)
    ply = len(house.snapshot(first.id).match.moves) - 2
    page = Reader(app, BEN).open(f"/matches/{first.id}/review?ply={ply}")
    beside = page.one("section", **{"class": "review-other"})
    assert "Board 2, at the same move" in beside["words"] and "You play" in beside["words"]
    assert page.all("a", href=f"/matches/{second.id}/review?ply={ply}")


def test_the_list_of_ones_games_says_which_board_is_which(app, house, boards):
    lines = Reader(app, ANNA).open("/games/mine").all("li")
    words = " ".join(line["words"] for line in lines if "game-line" in line["attrs"].get("class", ""))
    assert "Board 1 of 2" in words and "Board 2 of 2" in words


def test_an_invitation_says_that_there_are_two_boards(house, anna, bert):
    wish = MatchRequest("locus", {"grid": "6x5", "first": "0"}, ("link",), "me", duplicate=True)
    match = house.create(anna.person_id, wish).id
    told = bert.get(f"/matches/{match}", headers={"Accept": "text/html"}).text
    assert "two boards at once, the same cards from both seats" in told
