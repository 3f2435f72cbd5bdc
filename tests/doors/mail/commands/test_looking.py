"""Positions and legal moves by mail, as the one who asks may see them."""

import pytest

from fivefold.contract.errors import InvalidOption
from fivefold.doors.mail.answers import Failed, Said, Shown
from fivefold.doors.mail.commands import moves
from fivefold.house.errors import NotOffered
from tests.doors.mail.commands.conftest import asking, begun, line
from tests.house.people import ANNA, BEN, CLEO, play

pytestmark = pytest.mark.slow


def test_a_board_as_it_is_and_as_it_was(house):
    now = begun(house, "locus")
    board = house.mail.boards.number(now.id)
    assert moves.show(asking(house), line("show", "", board, "locus")) == [Shown(now.id, ANNA, whole=True)]
    after = play(house, now, *now.match.legal_moves()[:1])
    (then,) = moves.show(asking(house), line("show", "", board, "locus", number=1))
    assert then.ply == len(after.match.moves)
    (then,) = moves.show(asking(house), line("show", "", board, "locus", number=0))
    assert then.ply == 36  # the cards are dealt
    with pytest.raises(NotOffered, match="move 2: the match has 1 so far"):
        moves.show(asking(house), line("show", "", board, "locus", number=2))


def test_several_boards_one_of_them_unknown(house):
    for _ in range(2):
        house.mail.boards.number(begun(house).id)
    shown = moves.show(asking(house), line("show", "102#0 107", 101))
    assert [type(each) for each in shown] == [Shown, Shown, Failed]
    assert [each.ply for each in shown[:2]] == [None, 0]


def test_matches_of_players(house):
    with_ben, with_cleo = begun(house), begun(house, others=2, players="3")
    found = moves.show(asking(house), line("show", "cleo"))
    assert [each.match_id for each in found] == [with_cleo.id]
    found = moves.show(asking(house), line("show", "next"))
    assert {each.match_id for each in found} == {with_ben.id, with_cleo.id}
    assert isinstance(moves.show(asking(house), line("show", "ben inactive"))[0], Said)
    house.resign(with_ben.id, ANNA, 1)
    found = moves.show(asking(house), line("show", "ben inactive"))
    assert [each.match_id for each in found] == [with_ben.id]
    with pytest.raises(InvalidOption, match="Zoe"):
        moves.show(asking(house), line("show", "Zoe"))


def test_strangers_see_a_board_as_everybody_does(house):
    now = begun(house, "pokeros")
    assert moves.show(asking(house, CLEO), line("show", "", now.id)) == [Shown(now.id, CLEO, whole=True)]


def test_not_more_than_one_mail_holds(house):
    for _ in range(11):
        begun(house)
    with pytest.raises(NotOffered, match="11 boards are more"):
        moves.show(asking(house), line("show", "active"))


@pytest.mark.parametrize(("game", "place"), [("focus", "c2"), ("locus", "a1"), ("pokeros", ""), ("dice_poker", "keep")])
def test_legal_moves(house, game, place):
    now = begun(house, game)
    if not place:
        place = now.match.legal_moves()[0].partition("@")[0]
    person = now.seats[now.to_act].person
    (all_of_them,) = moves.moves(asking(house, person, now), line("moves"))
    said = " ".join(" ".join(row) for row in all_of_them.rows)
    assert all(text in said for text in now.match.legal_moves())
    (some,) = moves.moves(asking(house, person, now), line("moves", place))
    assert some.headings == ("Move", "")
    assert 0 < len(some.rows) < len(now.match.legal())
    assert all(row[0].lower().startswith(place.lower()) for row in some.rows)


def test_no_moves_from_there_or_not_now(house):
    now = begun(house)
    with pytest.raises(InvalidOption, match="a1: no legal move begins there; there are moves from b2, c2"):
        moves.moves(asking(house, ANNA, now), line("moves", "a1"))
    with pytest.raises(NotOffered, match="it is Anna's turn"):
        moves.moves(asking(house, BEN, now), line("moves"))
