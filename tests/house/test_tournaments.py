"""Tournaments: who takes part, what counts, and whose they are."""

import pytest
from sqlalchemy import update

from fivefold.contract.errors import InvalidOption
from fivefold.house import availability
from fivefold.house.database import open_database
from fivefold.house.database.schema import seats
from fivefold.house.errors import InvalidName, NotOffered, NotYours, UnknownTournament
from fivefold.house.house import House
from fivefold.house.links import PACK_OF, TOURNAMENT
from fivefold.house.match_view import views
from fivefold.session.seats import COMPUTER
from fivefold.session.snapshot import OVER, Link
from tests.house.cards import FREE, alone, laid
from tests.house.people import ANNA, BEN, resigned
from tests.house.test_solo import cards
from tests.house.test_two_writers import together

pytestmark = pytest.mark.slow

PEOPLE = [("Anna", None), ("Ben", None), ("", 3)]


@pytest.fixture
def tournament(house):
    return house.tournaments.begin(ANNA, " Sunday  night ", "solitaire", FREE, PEOPLE)


def played(house, tournament, entrant, same=None, last=0):
    """Play a game of one entrant to its end, always with the first legal move, or the last."""
    snapshot = house.tournaments.play(tournament.id, ANNA, [entrant], same)
    while snapshot.match.outcome is None:
        text = snapshot.match.legal_moves()[last]
        if snapshot.seats[0].kind == COMPUTER:
            snapshot = house.play_for(snapshot.id, snapshot.number + 1, text)
        else:
            snapshot = house.play(snapshot.id, ANNA, snapshot.number + 1, text)
    return snapshot


def row(house, tournament, entrant):
    found = house.tournaments.find(tournament.id).rows[entrant]
    return found.games, found.highest, found.lowest, found.average


def test_it_begins_with_its_entrants_and_no_games(house, tournament):
    assert (tournament.name, tournament.seats, tournament.games) == ("Sunday night", 1, ())
    assert [(each.number, each.name, each.level) for each in tournament.rows][:2] == [
        (0, "Anna", None),
        (1, "Ben", None),
    ]
    assert tournament.rows[2].level == 3 and tournament.rows[2].name
    assert row(house, tournament, 0) == (0, None, None, None)
    assert [each.id for each in house.tournaments.of_person(ANNA)] == [tournament.id]
    assert house.tournaments.of_person(BEN) == [] and tournament.belongs_to(ANNA) and not tournament.belongs_to(BEN)


def test_highest_lowest_and_average_are_worked_out_from_the_games(house, tournament):
    games = [played(house, tournament, 0, last=last) for last in (0, -1, 0)]
    points = [game.match.scores[0] for game in games]
    assert row(house, tournament, 0) == (3, max(points), min(points), sum(points) / 3)
    assert row(house, tournament, 1) == (0, None, None, None)
    listed = house.tournaments.find(tournament.id).games
    assert [(game.number, game.match, game.points) for game in listed] == [
        (number, game.id, game.match.scores) for number, game in reversed(list(enumerate(games, start=1)))
    ]


@pytest.mark.slow
def test_a_replay_counts_for_the_lowest_only(house, tournament):
    first = played(house, tournament, 0)
    better = played(house, tournament, 0)
    points = sorted([first.match.scores[0], better.match.scores[0]])
    before = row(house, tournament, 0)
    replay = played(house, tournament, 0, first.id, last=-1)
    assert cards(replay) == cards(first) and replay.linked(PACK_OF) == first.id
    lowest = min(points[0], replay.match.scores[0])
    assert row(house, tournament, 0) == (2, before[1], lowest, before[3])
    again = played(house, tournament, 0, replay.id)
    assert again.linked(PACK_OF) == first.id and row(house, tournament, 0) == (2, before[1], lowest, before[3])
    assert [game.replay for game in house.tournaments.find(tournament.id).games] == [
        (True,),
        (True,),
        (False,),
        (False,),
    ]


def test_the_same_cards_are_new_to_who_was_not_dealt_them(house, tournament):
    first = played(house, tournament, 0)
    other = played(house, tournament, 1, first.id, last=-1)
    assert cards(other) == cards(first)
    points = other.match.scores[0]
    assert row(house, tournament, 1) == (1, points, points, points)


def test_what_is_not_played_to_its_end_counts_nowhere(house, tournament):
    laid(house, house.tournaments.play(tournament.id, ANNA, [0]), cards=3)
    resigned(house, laid(house, house.tournaments.play(tournament.id, ANNA, [0]), cards=3))
    assert row(house, tournament, 0) == (0, None, None, None)
    assert [(game.points, game.status) for game in house.tournaments.find(tournament.id).games] == [
        (None, "over"),
        (None, "live"),
    ]


def test_computers_play_their_games_themselves(house, tournament):
    snapshot = house.tournaments.play(tournament.id, ANNA, [2])
    assert (snapshot.due, snapshot.seats_of(ANNA)) == (3, ())
    assert [due.match for due in house.due()] == [snapshot.id]
    assert played(house, tournament, 2).status == OVER and row(house, tournament, 2)[0] == 1


def test_a_game_knows_its_tournament_and_goes_on_in_it(house, tournament):
    snapshot = house.tournaments.play(tournament.id, ANNA, [1])
    assert snapshot.names == ("Ben",)
    assert views.table(snapshot, ANNA)["tournament"] == f"/tournaments/{tournament.id}"
    laid(house, snapshot, cards=1)
    fresh = house.new_cards(snapshot.id, ANNA)
    assert (fresh.links[TOURNAMENT], fresh.seats[0].entrant) == (Link(tournament.id, 2), 1)
    over = laid(house, fresh)
    replay = house.same_cards(over.id, ANNA)
    assert (replay.links[TOURNAMENT], replay.linked(PACK_OF)) == (Link(tournament.id, 3), over.id)


def test_there_is_no_help_in_it_and_no_second_look_before_the_end(house, tournament):
    snapshot = laid(house, house.tournaments.play(tournament.id, ANNA, [0]), cards=2)
    with pytest.raises(NotOffered, match="game of a tournament"):
        availability.check_hint(snapshot, ANNA)
    for ask in (house.same_cards, house.shadow_matches.begin):
        with pytest.raises(NotOffered, match="game of a tournament"):
            ask(snapshot.id, ANNA)
    with pytest.raises(NotOffered, match="finish that game first"):
        house.tournaments.play(tournament.id, ANNA, [1], snapshot.id)
    other = laid(house, alone(house))
    with pytest.raises(NotOffered, match="not part of this tournament"):
        house.tournaments.play(tournament.id, ANNA, [1], other.id)


def test_two_play_at_one_screen_or_against_a_computer(house):
    tournament = house.tournaments.begin(BEN, "Pairs", "solitaire", {"mode": "alternate"}, PEOPLE)
    assert tournament.seats == 2 and "first" not in tournament.options
    both = house.tournaments.play(tournament.id, BEN, [1, 0])
    assert both.seats_of(BEN) == (0, 1) and both.names == ("Ben", "Anna")
    orders = [[0, 2], [2, 0]] * 10
    firsts = {house.tournaments.play(tournament.id, BEN, order).match.options["first"] for order in orders}
    assert firsts == {"0", "1"}
    for entrants in ([0], [0, 0], [0, 1, 2], [0, 3], [0, -1]):
        with pytest.raises(InvalidOption, match="entrant"):
            house.tournaments.play(tournament.id, BEN, entrants)


def test_wins_and_draws_rank_the_entrants_and_among_equals_their_average(house, database):
    tournament = house.tournaments.begin(BEN, "Pairs", "solitaire", {"mode": "alternate"}, PEOPLE)
    for entrants, points in (([0, 1], (40, 30)), ([1, 0], (50, 50)), ([2, 1], (5, 5))):
        game = house.tournaments.play(tournament.id, BEN, entrants)
        house.resign(game.id, BEN, game.number + 1)
        over(database, game.id, points)
    rows = house.tournaments.find(tournament.id).rows
    assert [(row.wins, row.draws, row.rank) for row in rows] == [(1, 1, 1), (0, 2, 2), (0, 1, 3)]
    assert [game.winners for game in house.tournaments.find(tournament.id).games] == [(0, 1), (0, 1), (0,)]


def over(database, match_id, points):
    """Store the points of a match as if it had been played out."""
    with database.writing(1.0) as connection:
        for seat, reached in enumerate(points):
            here = (seats.c.match == match_id) & (seats.c.seat == seat)
            connection.execute(update(seats).where(here).values(points=reached))


def test_where_scores_do_not_decide_the_outcome_does(house):
    tournament = house.tournaments.begin(ANNA, "Stacks", "focus", {}, [("Anna", None), ("Ben", None), ("Cleo", None)])
    now = house.tournaments.play(tournament.id, ANNA, [2, 0])
    while now.status != OVER:
        now = house.play(now.id, ANNA, now.number + 1, now.match.legal_moves()[0])
    found = house.tournaments.find(tournament.id)
    assert found.games[0].winners == tuple(seat for seat, share in enumerate(now.match.outcome.returns) if share)
    assert sum(row.wins for row in found.rows) + sum(row.draws for row in found.rows) / 2 == 1
    assert [row.rank for row in found.rows if not row.games] == [3]


def test_entrants_are_renamed(house, tournament):
    renamed = house.tournaments.rename_entrant(tournament.id, ANNA, 1, " Bert ")
    assert [each.name for each in renamed.rows][:2] == ["Anna", "Bert"]
    for name, said in (("anna", "twice"), ("", "has none"), ("x" * 25, "too long"), ("Pip (computer)", "computer")):
        with pytest.raises(InvalidName, match=said):
            house.tournaments.rename_entrant(tournament.id, ANNA, 1, name)
    with pytest.raises(InvalidOption, match="0 to 2"):
        house.tournaments.rename_entrant(tournament.id, ANNA, 3, "Zoe")


def test_a_stranger_may_look_and_nothing_else(house, tournament):
    assert house.tournaments.find(tournament.id).name == "Sunday night"
    for ask in (
        lambda: house.tournaments.play(tournament.id, BEN, [0]),
        lambda: house.tournaments.rename_entrant(tournament.id, BEN, 0, "Zoe"),
    ):
        with pytest.raises(NotYours, match="belongs to somebody else"):
            ask()
    with pytest.raises(UnknownTournament):
        house.tournaments.find("nowhere")


@pytest.mark.parametrize(
    ("name", "options", "entrants", "error", "said"),
    [
        ("", {}, PEOPLE, InvalidName, "1 to 40"),
        ("x" * 41, {}, PEOPLE, InvalidName, "1 to 40"),
        ("Cup", {"mode": "chess"}, PEOPLE, InvalidOption, "mode=chess"),
        ("Cup", {}, [], InvalidOption, "1 to 5"),
        ("Cup", {}, [(f"P{number}", None) for number in range(6)], InvalidOption, "1 to 5"),
        ("Cup", {"mode": "race"}, [("Anna", None)], InvalidOption, "2 to 5"),
        ("Cup", {}, [("Anna", None), ("ANNA", None)], InvalidName, "twice"),
        ("Cup", {}, [("", None)], InvalidName, "player 1 has none"),
        ("Cup", {}, [("", 8)], InvalidOption, "1 to 7"),
    ],
)
def test_a_tournament_that_cannot_be_says_what_would_do(house, name, options, entrants, error, said):
    with pytest.raises(error, match=said):
        house.tournaments.begin(ANNA, name, "solitaire", options, entrants)
    assert house.tournaments.of_person(ANNA) == []


def test_two_processes_number_its_games_one_by_one(url):
    houses = [House(open_database(url)) for _ in range(2)]
    tournament = houses[0].tournaments.begin(ANNA, "Cup", "solitaire", FREE, PEOPLE)

    def play_on(house, entrant):
        for _ in range(4):
            laid(house, house.tournaments.play(tournament.id, ANNA, [entrant]), cards=1)

    assert together(lambda: play_on(houses[0], 0), lambda: play_on(houses[1], 1)) == []
    games = houses[0].tournaments.find(tournament.id).games
    assert [game.number for game in games] == list(range(8, 0, -1))
    assert sorted(game.entrants for game in games) == [(0,)] * 4 + [(1,)] * 4


def test_a_game_asked_for_twice_is_begun_once(house, tournament):
    begun = house.tournaments.play(tournament.id, ANNA, [0])
    assert house.tournaments.play(tournament.id, ANNA, [0]).id == begun.id == house.new_cards(begun.id, ANNA).id
    other = house.tournaments.play(tournament.id, ANNA, [1])
    assert other.id != begun.id
    assert house.tournaments.play(tournament.id, ANNA, [0]).links[TOURNAMENT].number == 3


def test_a_rematch_in_a_tournament_is_its_next_game_the_other_way_round(house):
    tournament = house.tournaments.begin(ANNA, "Pairs", "solitaire", {"mode": "alternate"}, PEOPLE)
    over = resigned(house, house.tournaments.play(tournament.id, ANNA, [0, 1]))
    after = house.rematch(over.id, ANNA)
    assert (after.names, after.links[TOURNAMENT]) == (("Ben", "Anna"), Link(tournament.id, 2))


def asked_at_once(*jobs):
    """Return the ids of the matches that these jobs, begun at the same moment, lead to."""
    found = []
    assert together(*(lambda job=job: found.append(job().id) for job in jobs)) == []
    return set(found)


@pytest.mark.parametrize("houses", [1, 2])
def test_games_asked_for_at_once_are_one_game(house, tournament, url, houses):
    others = [house, House(open_database(url)) if houses == 2 else house] * 4
    play = [lambda each=each: each.tournaments.play(tournament.id, ANNA, [0]) for each in others]
    for _ in range(3):
        (match_id,) = asked_at_once(*play)
        resigned(house, house.snapshot(match_id))
    assert [game.number for game in house.tournaments.find(tournament.id).games] == [3, 2, 1]


def test_new_and_same_cards_asked_for_at_once_are_one_game_each(house, tournament):
    first = played(house, tournament, 0)
    (same,) = asked_at_once(*[lambda: house.same_cards(first.id, ANNA)] * 6)
    assert house.snapshot(same).linked(PACK_OF) == first.id
    over = resigned(house, house.snapshot(same))
    (new,) = asked_at_once(*[lambda: house.new_cards(over.id, ANNA)] * 6)
    assert new not in {first.id, same} and house.snapshot(new).links[TOURNAMENT].number == 3
