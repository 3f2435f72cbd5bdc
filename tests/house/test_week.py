"""A person's week: what they finished in the last seven days, and what their mistakes had in common."""

from datetime import timedelta

import pytest

from fivefold.doors.mail.commands import lists
from fivefold.doors.mail.post.outgoing import DeliveryRules, Messages
from fivefold.house.computers.analysis import Estimate, MistakeKind
from fivefold.house.errors import NotOffered
from fivefold.house.house import House
from fivefold.house.notices.mail.mail_queue import WAITING, WEEK
from fivefold.house.records.week import Mistake, Practice, week_of
from fivefold.house.table.seating import MatchRequest
from fivefold.play.catalogue import find
from fivefold.play.puzzles import Kind, Puzzle, Theme, puzzles_of
from fivefold.play.start import Start
from tests.doors.mail.commands.conftest import asking, line

from .conftest import START, numbered
from .mail_people import to_send, with_mail
from .people import ANNA, BEN, play

pytestmark = pytest.mark.slow
LOCUS = {"grid": "6x5", "first": "0"}


@pytest.fixture
def time():
    return [START]


@pytest.fixture
def house(database, time):
    return House(database, lambda: time[0], numbered())


def finished(house):
    """Return a match of Anna against a computer, which she has resigned after a move of each."""
    now = house.create(ANNA, MatchRequest("locus", LOCUS, ("3",), "me"))
    now = play(house, now, "c3:up", "d4:down")
    return house.resign(now.id, ANNA, now.number + 1)


def judged(house, match, ply, loss, kind, seat=0):
    estimate = Estimate(ply, "a1:up", "", (0.5, 0.5), 0, (), "c3:up", loss, seat=seat, kind=kind)
    house.estimates.keep(match.id, estimate)


def test_what_was_finished_within_seven_days_and_reviewed_is_counted(house, time):
    old = finished(house)
    judged(house, old, 30, 0.9, MistakeKind.MISSED)
    time[0] += timedelta(days=8)
    match = finished(house)
    house.lobby.close(house.create(ANNA, MatchRequest("locus", LOCUS, ("link",), "me")).id, ANNA)  # finished by nobody
    time[0] += timedelta(minutes=1)
    other = finished(house)
    judged(house, match, 30, 0.3, MistakeKind.MISSED)
    judged(house, match, 31, 0.4, MistakeKind.MISSED, seat=1)  # the computer's
    judged(house, match, 32, 0.01, MistakeKind.HASTY)  # too little to be a mistake
    judged(house, match, 33, 0.06, MistakeKind.HASTY)
    week = week_of(house, house.results, ANNA)
    assert (week.matches, week.reviewed) == (2, 1)
    assert [each.match for each in week.played["locus"]] == [other.id, match.id]
    assert week.mistakes == [
        Mistake(match.id, "locus", 30, MistakeKind.MISSED, 0.3, False),
        Mistake(match.id, "locus", 33, MistakeKind.HASTY, 0.06, False),
    ]
    assert not week_of(house, house.results, BEN).matches


def test_what_fits_the_most_frequent_kind_is_practised(house):
    match = finished(house)
    for ply in (30, 31):
        judged(house, match, ply, 0.2, MistakeKind.MISSED)
    judged(house, match, 32, 0.8, MistakeKind.HASTY)
    practice = week_of(house, house.results, ANNA).practice
    assert (practice.game, practice.kind) == ("locus", MistakeKind.MISSED)
    ids = house.puzzles.fitting(ANNA, find("locus"), practice.fits, 3)
    assert 0 < len(ids) <= 3 and {puzzles_of(find("locus"))[each].kind for each in ids} == {Kind.POINTS}
    assert week_of(house, house.results, BEN).practice is None


@pytest.mark.parametrize(
    "kind, fitting", [(MistakeKind.MISSED, {0}), (MistakeKind.HASTY, {1, 2}), (MistakeKind.UNSEEN, {3, 4})]
)
def test_each_kind_of_mistake_has_puzzles_of_its_own(kind, fitting):
    kinds = (Kind.POINTS, Kind.BEST, Kind.BEST, Kind.BEST, Kind.WIN)
    themes = ((Theme.ONLY,), (Theme.GREEDY,), (Theme.QUIET, Theme.ONLY), (Theme.MISSED,), ())
    start = Start("locus", {}, 1, ())
    puzzles = [
        Puzzle(kind=each, start=start, seat=0, answer="a1:up", elo=1500, themes=which)
        for each, which in zip(kinds, themes, strict=True)
    ]
    assert {at for at, puzzle in enumerate(puzzles) if Practice("locus", kind).fits(puzzle)} == fitting


def test_an_estimate_that_is_older_than_kinds_counts_for_nothing(house):
    match = finished(house)
    old = Estimate(30, "a1:up", "", (0.5, 0.5), 0, (), "c3:up", 0.5).view()
    del old["seat"], old["kind"]
    assert Estimate.from_json(old).kind == ""
    house.estimates.keep(match.id, Estimate.from_json(old))
    assert week_of(house, house.results, ANNA).mistakes == []


def test_it_is_told_by_mail(house):
    match = finished(house)
    judged(house, match, 30, 0.3, MistakeKind.MISSED)
    played, mistakes = lists.week(asking(house), line("week"))
    assert played.rows == [("Locus Poker", "1", "", "", "1", "")]
    assert mistakes.rows == [("Locus Poker", "1", "Points left on the table: another move scored more at once.")]


def letters(house):
    return [mail for mail in to_send(house) if mail.kind == WEEK and mail.state == WAITING]


def test_it_comes_on_mondays_to_those_who_want_it(house, time):
    with_mail(house)
    lists.week(asking(house), line("week", "on"))
    match = finished(house)
    judged(house, match, 30, 0.3, MistakeKind.MISSED)
    told = []
    while len(told) < 2:  # (the first of March 2025 is a Saturday)
        time[0] += timedelta(hours=1)
        house.mail.outgoing.add_weeks()
        for mail in letters(house):
            told.append(time[0])
            if len(told) == 1:
                assert mail.person == ANNA and "Points left on the table" in Messages(house).letter(mail).text
            house.mail.outgoing.fix(mail, "anna@example.org", None, b"told")
    assert [each.strftime("%A %H") for each in told] == ["Monday 08"] * 2 and told[1] - told[0] == timedelta(days=7)


def test_nobody_is_mailed_a_week_who_wants_none_any_more_or_finished_nothing(house, time):
    with_mail(house)
    house.accounts.set_preference(ANNA, "mail_of_week", True)
    time[0] += timedelta(days=1, hours=21)
    house.mail.outgoing.add_weeks()
    (mail,) = letters(house)
    with pytest.raises(NotOffered, match="finished nothing"):
        Messages(house).letter(mail)
    rules = DeliveryRules(house)
    assert rules.verdict(mail) == "send"
    house.mail.stopping.stop(ANNA)
    assert rules.verdict(mail) == "drop" and not house.accounts.preferences(ANNA).mail_of_week
