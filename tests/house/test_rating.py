"""The numbers of ratings: as a library computes them, fair to losers, with marks that do not move."""

from collections import Counter
from itertools import pairwise
from math import exp, log, sqrt

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from openskill.models import PlackettLuce

from fivefold.house.records import rating
from fivefold.house.records.rating import CHANCE, DRIFT, MEAN, START, RatedResult, Rating, Side, meeting, rated, weight

NUMBERS = st.builds(Rating, st.floats(500, 2500), st.floats(30, 300), st.integers(1, 100))
PEOPLE = ("anna", "ben", "cleo", "dora")


def after(sides, known=None, anchors=None):
    """Return the ratings after one match; each side has its share and its players."""
    return rated([RatedResult("m", "2026", [Side(*side) for side in sides])], anchors or {}, known).ratings


def by_library(sides, known):
    """Return mean and deviation of each player as openskill has them."""
    model = PlackettLuce(mu=MEAN, sigma=START, beta=CHANCE, tau=DRIFT, kappa=rating.LEAST, gamma=lambda *_: 1.0)
    teams = [[model.rating(mu=known[who].mean, sigma=known[who].deviation) for who in players] for _, players in sides]
    places = sorted({share for share, _ in sides}, reverse=True)
    found = model.rate(teams, ranks=[places.index(share) for share, _ in sides])
    names = [who for _, players in sides for who in players]
    return dict(zip(names, [(each.mu, each.sigma) for team in found for each in team], strict=True))


@settings(max_examples=25)
@given(
    numbers=st.tuples(*[NUMBERS] * 4), shares=st.sampled_from([(1.0, 0.0), (0.5, 0.5), (0.0, 1.0)]), pairs=st.booleans()
)
def test_two_sides_are_rated_as_the_library_does_it(numbers, shares, pairs):
    known = dict(zip(PEOPLE, numbers, strict=True))
    players = [("anna", "cleo"), ("ben", "dora")] if pairs else [("anna",), ("ben",)]
    sides = list(zip(shares, players, strict=True))
    found = after(sides, known)
    for who, (mean, deviation) in by_library(sides, known).items():
        assert found[who].mean == pytest.approx(mean)
        assert found[who].deviation == pytest.approx(deviation)


@settings(max_examples=25)
@given(numbers=st.tuples(*[NUMBERS] * 4))
def test_a_winner_among_four_and_a_draw_of_all_are_rated_as_the_library_does_it(numbers):
    known = dict(zip(PEOPLE, numbers, strict=True))
    won = [(1.0, ("anna",)), *((0.0, (who,)) for who in PEOPLE[1:])]
    assert after(won, known)["anna"].mean == pytest.approx(by_library(won, known)["anna"][0])
    drawn = [(0.25, (who,)) for who in PEOPLE]
    found = after(drawn, known)
    for who, (mean, deviation) in by_library(drawn, known).items():
        assert (found[who].mean, found[who].deviation) == (pytest.approx(mean), pytest.approx(deviation))


def test_the_same_people_count_less_from_the_fourth_match_of_a_day_on():
    assert [weight(before) for before in range(6)] == [1, 1, 1, 1 / 2, 1 / 4, 1 / 8]
    days = ["2026-03-01"] * 6 + ["2026-03-02"]
    results = [
        RatedResult(f"m{number}", f"{day}T{number}", [Side(1.0, ("anna",)), Side(0.0, ("ben",))])
        for number, day in enumerate(days)
    ]
    means = [MEAN, *(each.mean for each in rated(results, {}).changes if each.player == "anna")]
    gains = [after - before for before, after in pairwise(means)]
    assert gains[2] > 1.5 * gains[3] > 2.5 * gains[4] and gains[6] > gains[3]
    marks = {"ben": Rating(1500, 40)}
    spread = [each._replace(ended=f"2026-04-{number + 10}") for number, each in enumerate(results)]
    assert rated(results, marks).ratings == rated(spread, marks).ratings != rated(spread, {}).ratings
    one_by_one, known, met = [], {}, Counter()
    for result in results:
        met = met if result.ended < "2026-03-02" else Counter()
        found = rated([result], {}, known, met)
        one_by_one += found.changes
        known, met[frozenset({"anna", "ben"})] = found.ratings, met[frozenset({"anna", "ben"})] + 1
    assert one_by_one == list(rated(results, {}).changes)


@settings(max_examples=25)
@given(numbers=st.tuples(*[NUMBERS] * 3))
def test_losers_are_not_compared_with_each_other(numbers):
    """Each loses what the likelihood of the win, and nothing else, says: its slope times the variance."""
    known = dict(zip(PEOPLE, numbers, strict=False))
    variances = {who: each.deviation**2 + DRIFT**2 for who, each in known.items()}
    spread = sqrt(sum(variances.values()) + 3 * CHANCE**2)

    def chance(means):
        return exp(means["anna"] / spread) / sum(exp(mean / spread) for mean in means.values())

    means, step = {who: each.mean for who, each in known.items()}, 0.01
    found = after([(1.0, ("anna",)), (0.0, ("ben",)), (0.0, ("cleo",))], known)
    for who in ("ben", "cleo"):
        more, less = ({**means, who: means[who] + way * step} for way in (1, -1))
        slope = (log(chance(more)) - log(chance(less))) / (2 * step)
        assert found[who].mean - means[who] == pytest.approx(variances[who] * slope, rel=1e-3, abs=1e-6)


def test_four_hundred_points_more_win_ten_times_as_often():
    """Between two whose strength is known a loser is expected to win one match in eleven."""
    known = {"anna": Rating(1900, 0.001, 9), "ben": Rating(1500, 0.001, 9)}
    won = after([(1.0, ("anna",)), (0.0, ("ben",))], known)["anna"].mean - 1900
    lost = 1900 - after([(0.0, ("anna",)), (1.0, ("ben",))], known)["anna"].mean
    assert lost / won == pytest.approx(10, rel=0.01)


def test_computers_are_marks_that_stay_where_they_are():
    marks = {"level:7": Rating(2500, 40)}
    found = rated([RatedResult("m", "2026", [Side(1, ["anna"]), Side(0, ["level:7"])])], marks)
    assert list(found.ratings) == ["anna"]
    assert found.ratings["anna"].mean > MEAN + 100
    assert found.changes[0].before is None


def test_a_rating_settles_with_play_and_stays_open_to_change():
    results = [
        RatedResult(f"{n:03}", f"{n:010}", [Side(n % 2, ["anna"]), Side(1 - n % 2, ["ben"])]) for n in range(300)
    ]
    changes = [change for change in rated(results, {}).changes if change.player == "anna"]
    settled = next(change.games for change in changes if not change.rating.provisional)
    assert 10 <= settled <= 25
    assert 15 < changes[-1].deviation < 60
    assert changes[-1].rating.surely < changes[-1].mean - 30


results = st.lists(
    st.tuples(st.permutations(PEOPLE), st.sampled_from([(1.0, 0.0), (0.5, 0.5), (0.0, 1.0)]), st.booleans()),
    max_size=12,
)


@settings(max_examples=25)
@given(played=results, cut=st.integers(0, 12))
def test_going_on_from_where_one_was_is_the_same_as_all_at_once(played, cut):
    stored = [
        RatedResult(
            f"{n:02}",
            "2026",
            [Side(shares[0], who[:2] if teams else who[:1]), Side(shares[1], who[2:3] + who[3:] * teams)],
        )
        for n, (who, shares, teams) in enumerate(played)
    ]
    whole, first = rated(stored, {}), rated(stored[:cut], {})
    met = Counter(filter(None, (meeting(each, {}) for each in stored[:cut])))
    second = rated(stored[cut:], {}, first.ratings, met)
    assert second.ratings == whole.ratings
    assert [*first.changes, *second.changes] == whole.changes
