"""Who is paired with whom."""

from datetime import UTC, datetime, timedelta

from fivefold.house.meeting.quick_match import Seek, pairs

NOW = datetime(2025, 3, 1, 12, tzinfo=UTC)


def seek(person, rating=1500.0, waited=0.0, game="focus", rated=False):
    return Seek(person, game, rated, NOW - timedelta(seconds=waited), rating)


def who(*seeks, **more):
    return [(one.person, other.person) for one, other in pairs(seeks, NOW, **more)]


def test_two_who_want_the_same_meet():
    assert who(seek("anna", waited=5), seek("bert")) == [("anna", "bert")]


def test_other_games_and_other_terms_do_not_meet():
    assert who(seek("anna"), seek("bert", game="locus"), seek("carl", rated=True)) == []


def test_nobody_meets_themselves():
    assert who(seek("anna"), seek("anna", waited=90)) == []


def test_the_nearest_rating_is_chosen_by_who_waited_longest():
    people = seek("anna", 1500, 9), seek("bert", 1580, 8), seek("carl", 1480, 7), seek("dora", 1600, 6)
    assert who(*people) == [("anna", "carl"), ("bert", "dora")]


def test_the_window_widens_until_anybody_will_do():
    far = seek("bert", 1900)
    assert who(seek("anna", 1500, 20), far) == []
    assert who(seek("anna", 1500, 31), far) == [("anna", "bert")]
    assert who(seek("anna", 0, 60), far) == [("anna", "bert")]


def test_people_who_are_kept_apart_do_not_meet():
    apart = {frozenset({"anna", "bert"})}
    people = seek("anna", waited=3), seek("bert", waited=2), seek("carl")
    assert who(*people, apart=lambda one, other: frozenset({one, other}) in apart) == [("anna", "carl")]


def test_everybody_meets_at_most_once():
    people = [seek(f"p{number}", 1500 + number, number) for number in range(7)]
    met = [person for pair in who(*people) for person in pair]
    assert len(met) == len(set(met)) == 6
