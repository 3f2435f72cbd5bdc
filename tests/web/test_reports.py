"""`fivefold reports` lists what people have reported, and shows a report with the lines around it."""

import pytest

from fivefold.service.errors import UnknownLine
from fivefold.service.house import House
from fivefold.service.match_request import MatchRequest
from fivefold.store import open_database
from fivefold.web.reports import reports

ANNA, BEN = "a" * 16, "b" * 16


@pytest.fixture
def folder(tmp_path):
    database = open_database(f"sqlite:///{tmp_path / 'fivefold.db'}")
    house = House(database)
    house.rename(ANNA, "Anna")
    match = house.create(ANNA, MatchRequest("locus", {}, ("link",), "me"))
    match = house.sit(match.id, BEN, name="Ben")
    house.chat.say(match, ANNA, phrase="luck")
    bad = house.chat.say(match, BEN, "you will need it, loser")["id"]
    house.reports.add(match, ANNA, "rude", "not nice", bad, None)
    seat = match.seats_of(BEN)[0]
    house.reports.add(match, ANNA, "unfair", "", None, seat)
    database.close()
    return tmp_path


def told(capsys, *arguments, **more):
    reports(*arguments, **{"every": False, "handled": False} | more)
    return capsys.readouterr().out


def test_reports_are_listed_shown_and_handled(folder, capsys):
    listed = told(capsys, None, folder)
    assert [line.split()[0] for line in listed.splitlines() if line[:1].isdigit()] == ["2", "1", "2"]
    assert "Ben" in listed and "Anna" in listed and "Insults or hate" in listed and "2 reports." in listed
    shown = told(capsys, 1, folder)
    assert "Insults or hate: not nice" in shown and "not yet" in shown
    assert [line[0] for line in shown.splitlines()[-2:]] == [" ", ">"] and "loser" in shown.splitlines()[-1]
    assert "not yet" not in told(capsys, 1, folder, handled=True)
    assert "1 report." in told(capsys, None, folder) and "handled" in told(capsys, None, folder, every=True)


def test_a_report_that_does_not_exist_is_named(folder):
    with pytest.raises(UnknownLine, match="report 9"):
        reports(9, folder, every=False, handled=False)
