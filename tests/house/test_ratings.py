"""Ratings of the house: kept with every end, the same numbers as computed anew, annulled and restored."""

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from sqlalchemy import text

from fivefold.engine.opponents import LEVELS
from fivefold.house.database import open_database
from fivefold.house.errors import InvalidOption, NotOffered
from fivefold.house.house import House
from fivefold.house.records import pools, rating_store
from fivefold.house.records.rating import MEAN
from fivefold.house.records.ratings import REASONS, WHO_COUNTS, change, counted_less, full_name, pool_name, said
from fivefold.house.table.seating import MatchRequest
from fivefold.play import catalogue
from tests.house.conftest import numbered, ticking
from tests.house.people import ANNA, BEN, CLEO, DORA, STEPS, keep_accounts

POOL = "track-2"
NAMES = {ANNA: "Anna", BEN: "Ben", CLEO: "Cleo", DORA: "Dora"}


def begin(house, first=ANNA, second=BEN, others=("link",), **more):
    """Return a match of two that is rated."""
    now = house.create(first, MatchRequest("track", STEPS, others, **{"begin": "me", "rated": True, **more}))
    return house.sit(now.id, second) if "link" in others else now


def lost_by(house, now, person):
    """Return the match after everybody has moved and a person resigned."""
    for _ in range(2):
        if now.status == "live" and now.seats[now.to_act].person is not None:
            now = house.play(now.id, now.seats[now.to_act].person, now.number + 1, "step:1")
        elif now.status == "live":
            now = house.play_for(now.id, now.number + 1, "step:1")
    return house.resign(now.id, person, now.number + 1)


def stored(house):
    """Return all that is stored of ratings."""
    with house.reading() as connection:
        changes = list(rating_store.stored_changes(connection, POOL))
        return changes, sorted(rating_store.all_ratings(connection, POOL))


def quiet(*_):
    """Say nothing."""


@pytest.fixture
def rating_house(house):
    keep_accounts(house, NAMES)
    return house


def test_a_rated_match_changes_both_with_its_end(rating_house):
    house = rating_house
    now = begin(house)
    assert house.ratings.pool(now) == POOL
    assert [seat["provisional"] for seat in house.ratings.at_table(now)] == [True, True]
    over = lost_by(house, now, BEN)
    anna, ben = house.ratings.shown(ANNA, POOL), house.ratings.shown(BEN, POOL)
    assert anna["rating"] > MEAN > ben["rating"]
    assert anna["games"] == ben["games"] == 1
    seats = house.ratings.at_table(over)
    assert [seat["before"] for seat in seats] == [1500, 1500]
    assert [each.pool.key for each in house.ratings.of(ANNA)] == [POOL]
    assert house.ratings.curve(ANNA, POOL)[0].match == over.id


def test_a_rematch_is_rated_as_the_match_before(rating_house):
    house = rating_house
    now = begin(house, others=("3",))
    over = lost_by(house, now, ANNA)
    assert house.ratings.pool(house.rematch(over.id, ANNA)) == POOL


def test_what_does_not_count_changes_nothing(rating_house):
    house = rating_house
    unrated = house.sit(house.create(ANNA, MatchRequest("track", STEPS, ("link",), begin="me")).id, BEN)
    lost_by(house, unrated, BEN)
    waiting = house.create(ANNA, MatchRequest("track", STEPS, ("link",), begin="me"))
    house.resign(waiting.id, ANNA, waiting.number + 1)
    assert stored(house) == ([], [])
    lost_by(house, begin(house, others=("3",)), ANNA)
    assert [change.person for change in stored(house)[0]] == [ANNA]


@pytest.mark.parametrize("moves", [0, 1])
def test_a_match_that_ends_before_everybody_has_moved_does_not_count(rating_house, moves):
    house = rating_house
    now = begin(house)
    for _ in range(moves):
        now = house.play(now.id, ANNA, now.number + 1, "step:1")
    over = house.resign(now.id, BEN, now.number + 1)
    assert stored(house) == ([], []) and house.ratings.met_before(over) is None
    said = "This match ended before everybody had moved, so it does not count for ratings."
    assert counted_less(over, None) == said


def test_the_same_two_count_less_after_three_matches_in_a_day(rating_house):
    house = rating_house
    gains, told = [], []
    for _ in range(6):
        over = lost_by(house, begin(house), BEN)
        gains.append(house.ratings.rating(ANNA, POOL).deviation)
        told.append(counted_less(over, house.ratings.met_before(over)))
    lost_by(house, begin(house, ANNA, CLEO), CLEO)
    assert told[:3] == ["", "", ""] and [each.split()[-1] for each in told[3:]] == ["half.", "quarter.", "eighth."]
    assert told[4] == "The same players had played 4 rated matches that day, so this one counts a quarter."
    live = stored(house)
    assert not any(each.mended for each in house.ratings.recompute(quiet))
    house.ratings.annul(house.ratings.curve(ANNA, POOL)[0].match)
    assert not any(each.mended for each in house.ratings.recompute(quiet)) and stored(house) != live


def test_what_cannot_be_rated_is_refused_with_a_reason(rating_house):
    house = rating_house

    def refused(person=ANNA, **wish):
        with pytest.raises(InvalidOption) as found:
            asked = {"game": "locus", "options": {}, "others": ("link",), "rated": True}
            house.create(person, MatchRequest(**{**asked, **wish}))
        return str(found.value)

    assert REASONS["here"] in refused(others=("here",))
    assert REASONS["seeded"] in refused(others=("3",), seed=4)
    assert REASONS["double"] in refused(game="pokeros", double=True)
    assert REASONS["guest"] in refused(person="g" * 16)
    now = house.create(ANNA, MatchRequest("locus", {}, ("link",), rated=True))
    assert house.ratings.pool(now) == "locus"
    with pytest.raises(NotOffered, match="account"):
        house.sit(now.id, "g" * 16)
    with pytest.raises(NotOffered, match="account"):
        house.quick_match.seek("g" * 16, "locus", rated=True)


def test_an_annulled_match_leaves_no_trace_in_the_numbers(rating_house):
    house = rating_house
    lost_by(house, begin(house, CLEO, DORA), DORA)
    without = stored(house)
    wrong = lost_by(house, begin(house), BEN)
    house.ratings.annul(wrong.id)
    assert stored(house) == without
    assert house.ratings.shown(ANNA, POOL)["games"] == 0
    later = lost_by(house, begin(house, BEN, CLEO), CLEO)
    annulled = stored(house)
    assert house.ratings.annul(wrong.id, annulled=False)
    assert not house.ratings.annul(wrong.id, annulled=False)
    assert stored(house) != annulled
    house.ratings.annul(wrong.id)
    assert stored(house) == annulled
    assert house.ratings.at_table(house.snapshot(wrong.id))[0]["before"] is None
    assert house.ratings.at_table(house.snapshot(later.id))[0]["before"] == 1500
    with pytest.raises(NotOffered, match="over"):
        house.ratings.annul(begin(house).id)


@pytest.mark.slow
@settings(max_examples=15, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    events=st.lists(
        st.one_of(
            st.tuples(st.just("ends"), st.permutations((ANNA, BEN, CLEO, DORA)), st.booleans()),
            st.tuples(st.sampled_from(["annul", "restore"]), st.integers(0, 7)),
        ),
        max_size=14,
    ),
    set_back=st.booleans(),
)
def test_any_history_gives_the_numbers_that_computing_anew_gives(tmp_path_factory, events, set_back):
    """Matches end, some are annulled and count again, and the clock may stand still, so that ends share a moment."""
    database = open_database(f"sqlite:///{tmp_path_factory.mktemp('house') / 'house.db'}")
    clock = ticking()
    still = clock()
    house = House(database, (lambda: still) if set_back else clock, numbered())
    keep_accounts(house, NAMES)
    over = []
    for kind, *what in events:
        if kind == "ends":
            (first, second, *_), wins = what
            over.append(lost_by(house, begin(house, first, second), second if wins else first).id)
        elif over:
            house.ratings.annul(over[what[0] % len(over)], annulled=kind == "annul")
    before = stored(house)
    assert not any(each.mended for each in house.ratings.recompute(quiet))
    with house.writing() as connection:
        found = [rating_store.rewrite(connection, pools.find(name), quiet) for name in [POOL]]
    assert sum(each.changed for each in found) == 0
    assert stored(house) == before
    database.close()


def test_recomputing_mends_what_is_wrong_and_says_how_many_changed(rating_house):
    house = rating_house
    for _ in range(3):
        lost_by(house, begin(house), BEN)
    right = stored(house)
    with house.writing() as connection:
        connection.execute(text("UPDATE ratings SET mu = 2400 WHERE person = :who"), {"who": ANNA})
    (found,) = house.ratings.recompute(quiet)
    assert (found.mended, found.changed, found.results, found.players) == (True, 1, 3, 2)
    assert stored(house) == right
    with house.writing() as connection:
        connection.execute(text("DELETE FROM rating_changes"))
    assert house.ratings.recompute(quiet)[0].mended
    assert stored(house) == right
    assert not house.ratings.recompute(quiet)[0].mended


def test_a_leaderboard_has_settled_accounts_only_with_the_computers_as_marks(rating_house, monkeypatch):
    house, now = rating_house, "2025-03-01T00:00:00.000+00:00"
    guest = "g" * 16
    rows = [
        (ANNA, 1700.0, 60.0),
        (BEN, 1720.0, 100.0),
        (CLEO, 1400.0, 50.0),
        (DORA, 1900.0, 250.0),
        (guest, 2000.0, 50.0),
    ]
    with house.writing() as connection:
        rating_store.add_ratings(connection, [rating_store.RatingRow(POOL, *row, 40, now) for row in rows])
    board = house.ratings.leaderboard(POOL, DORA)
    people = [rank for rank in board.ranks if rank.level is None]
    assert [(rank.place, rank.name, rank.path) for rank in people] == [
        (1, "Anna", "/players/Anna"),
        (2, "Ben", "/players/Ben"),
        (3, "Cleo", "/players/Cleo"),
    ]
    assert board.people == 3
    assert [rank.level for rank in board.ranks if rank.level] == [7, 6, 5, 4, 3, 2, 1]
    assert (board.yours.name, board.yours.place) == ("Dora", None), "too early to tell"
    assert house.ratings.leaderboard("chess") is None
    monkeypatch.setattr("fivefold.house.records.ratings.SHOWN", 1)
    board = house.ratings.leaderboard(POOL, CLEO)
    assert (board.yours.name, board.yours.place) == ("Cleo", 3), "far down, and still shown"
    with house.writing() as connection:
        connection.execute(text("UPDATE ratings SET changed = '2024-01-01'"))
    assert house.ratings.leaderboard(POOL).people == 0


@pytest.mark.slow
def test_every_game_has_its_pools_and_marks():
    for name in list(catalogue.keys()):
        game = catalogue.find(name)
        keys = [pool.key for pool in pools.pools_of(game)]
        assert len(set(keys)) == len(keys)
        assert [pools.find(key) for key in keys] == list(pools.pools_of(game))
        assert len(game.traits.seats) == 1 or len({pool_name(pool) for pool in pools.pools_of(game)}) == len(keys)
        for pool in pools.pools_of(game):
            anchors = pools.anchors(pool)
            marks = [anchors[pools.computer(level)].mean for level in LEVELS]
            assert marks == sorted(marks)
            assert marks[3] == MEAN
            assert full_name(pool).startswith(game.name)


def test_set_ups_that_do_not_compare_have_pools_of_their_own():
    def pool(name, **given):
        game = catalogue.find(name)
        found = pools.pool_of(game, given)
        return found and found.key

    assert pool("focus", players="2") != pool("focus", players="3")
    assert pool("solitaire", mode="race") != pool("solitaire", mode="alternate")
    assert pool("solitaire", mode="one-hand") is None


def test_ratings_are_said_with_their_uncertainty():
    view = {"rating": 1612, "deviation": 80, "provisional": False, "games": 40}
    assert said(view) == "1612 ± 80"
    assert said({**view, "provisional": True}) == "1612?"
    assert [change(1612, 1624), change(1612, 1600), change(5, 5)] == ["+12", "−12", "±0"]
    assert "account" in WHO_COUNTS
