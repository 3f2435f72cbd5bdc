"""How many matches a person may have going on, however they begin."""

import pytest

from fivefold.house import bounds
from fivefold.house.errors import NotOffered
from fivefold.house.links import COMPANION
from fivefold.house.table.seating import MatchRequest
from tests.house.cards import alone, laid
from tests.house.people import ANNA, BEN, STEPS, by_link, resigned


@pytest.fixture(autouse=True)
def few(monkeypatch):
    monkeypatch.setattr(bounds, "MOST_UNFINISHED", 3)
    monkeypatch.setattr(bounds, "MOST_AMONG_COMPUTERS", 2)


def begin(house, by=ANNA):
    return house.create(by, MatchRequest("track", STEPS, ("link",), "me"))


def fill(house):
    """Let Anna have as many matches as she may; return them."""
    return [begin(house) for _ in range(bounds.MOST_UNFINISHED)]


def tournament(house, *levels, players="2", by=ANNA):
    entrants = [("", level) if level else ("Anna", None) for level in levels]
    return house.tournaments.begin(by, "Cup", "focus", {"players": players}, entrants)


def test_one_too_many_is_refused_with_the_one_left_alone_longest(house):
    first, second, _ = fill(house)
    house.sit(first.id, BEN)
    with pytest.raises(NotOffered, match=f"you have 3 .* finish one first: /matches/{second.id} is the oldest"):
        begin(house)
    begin(house, by=BEN)
    resigned(house, second)
    begin(house)


def test_it_does_not_matter_how_a_match_would_begin(house):
    over, cards, between = resigned(house, by_link(house)), laid(house, alone(house)), resigned(house, by_link(house))
    own = tournament(house, None, 1)
    house.rematch(between.id, BEN)
    known = house.rematch(between.id, ANNA)
    house.rematch(over.id, BEN)
    for _ in range(bounds.MOST_UNFINISHED - 1):
        begin(house)
    beginnings = [
        lambda: begin(house),
        lambda: house.rematch(over.id, ANNA),
        lambda: house.new_cards(over.id, ANNA),
        lambda: house.new_cards(cards.id, ANNA),
        lambda: house.same_cards(cards.id, ANNA),
        lambda: house.daily.begin("solitaire", ANNA),
        lambda: house.tournaments.play(own.id, ANNA, (0, 1)),
    ]
    for beginning in beginnings:
        with pytest.raises(NotOffered, match="another match: you have 3"):
            beginning()
    assert house.rematch(between.id, ANNA).id == known.id


def test_games_of_ones_tournaments_count_and_companions_do_not(house):
    own = tournament(house, 1, 2)
    house.tournaments.play(own.id, ANNA, (0, 1))
    snapshot = alone(house)
    house.shadow_matches.begin(snapshot.id, ANNA)
    begin(house)
    with pytest.raises(NotOffered, match="you have 3"):
        begin(house)


def test_only_so_many_games_go_on_in_which_computers_play_among_themselves(house, monkeypatch):
    monkeypatch.setattr(bounds, "MOST_UNFINISHED", 100)
    cups = [tournament(house, 1, 2, None) for _ in range(3)]
    games = [house.tournaments.play(cup.id, ANNA, (0, 1)) for cup in cups[:2]]
    with pytest.raises(NotOffered, match=f"2 go on already.*/matches/{games[0].id} has waited"):
        house.tournaments.play(cups[2].id, ANNA, (0, 1))
    house.tournaments.play(cups[2].id, ANNA, (0, 2))
    others = tournament(house, 1, 2, by=BEN)
    assert house.tournaments.play(others.id, BEN, (0, 1))


def test_whose_the_thinking_is(house):
    own = tournament(house, 1, 2)
    game = house.tournaments.play(own.id, ANNA, (0, 1))
    linked = by_link(house)
    snapshot = alone(house)
    house.shadow_matches.begin(snapshot.id, ANNA)
    beside = house.known(house.known(snapshot.id).linked(COMPANION))
    assert [house.patron(each) for each in (game, linked, beside)] == [ANNA] * 3
