"""`fivefold admin`: what each action answers, in words and as JSON, and what is written down of it."""

import json
from contextlib import closing

import pytest

from fivefold.admin.command import ACTIONS, machine_user
from fivefold.cli import main
from fivefold.house.database import open_database
from fivefold.house.database.place import database_url
from fivefold.house.house import House
from fivefold.house.people.signing_in import CHEAP, Device, Passwords
from fivefold.house.table.seating import MatchRequest
from fivefold.session.snapshot import OVER
from tests.house.people import ANNA, BEN, CLEO, keep_accounts

pytestmark = pytest.mark.slow


@pytest.fixture
def folder(tmp_path):
    """The folder of a house in which Anna has beaten Ben and has been insulted by him, in a match that is over."""
    with closing(open_database(database_url(tmp_path))) as database:
        house = House(database)
        keep_accounts(house, {ANNA: "Anna", BEN: "Ben"})
        match = house.sit(house.create(ANNA, MatchRequest("focus", {}, ("link",), "me", rated=True)).id, BEN)
        house.chat.say(match, ANNA, phrase="luck")
        line = house.chat.say(match, BEN, "you will need it, loser")["id"]
        house.reports.add(match, ANNA, "rude", "not nice", line, None)
        house.reports.add(match, ANNA, "unfair", "", None, match.seats_of(BEN)[0])
        for person in (ANNA, BEN):
            match = house.play(match.id, person, match.number + 1, match.match.legal_moves()[0])
        house.resign(match.id, BEN, match.number + 1)
        with house.writing() as connection:
            house.sessions.begun(connection, BEN, "Firefox on Windows")
            house.sessions.begun(connection, BEN, "Safari on iPhone")
    return tmp_path


@pytest.fixture
def said(folder, capsys):
    """Carry out an action and return what it prints; with ``status``, what it complains about."""

    def said(*words, status=0):
        assert main(["admin", *words, "--data", str(folder)]) == status
        told = capsys.readouterr()
        return told.err if status else told.out

    return said


@pytest.fixture
def data(said):
    """Carry out an action and return its answer as data."""
    return lambda *words: json.loads(said(*words, "--json"))


def opened(folder):
    return closing(open_database(database_url(folder)))


def match_of(data):
    return data("reports")[0]["match"]


def test_reports_are_listed_read_and_handled(said, data):
    listed = said("reports").splitlines()
    assert [line.split()[0] for line in listed if line.strip()[:1].isdigit()] == ["2", "1", "2"]
    assert "Ben" in listed[-2] and "Insults or hate" in listed[-2] and listed[-1].startswith("2 reports.")
    shown = said("report", "1")
    assert "Insults or hate: not nice" in shown and "not yet" in shown
    (marked,) = [line for line in shown.splitlines() if line.startswith(">")]
    assert "Ben" in marked and "loser" in marked
    assert said("handle", "1", "--why", "warned by mail") == "Report 1 is handled.\n"
    assert [each["number"] for each in data("reports")] == [2]
    assert [each["number"] for each in data("reports", "--all")] == [2, 1]
    assert "it was handled before" in said("handle", "1", "--why", "again", status=2)
    assert "report 9: it does not exist" in said("report", "9", status=2)
    assert data("report", "1")["lines"][1]["text"] == "you will need it, loser"
    assert [each["act"] for each in data("acts", "--person", "Ben")] == ["read-report", "handle", "read-report"]


def test_a_line_is_hidden_and_shown_again(said, data):
    line = data("report", "1")["line"]
    assert said("hide-line", str(line), "--why", "an insult") == f"Line {line} is hidden.\n"
    assert "loser (hidden)" in said("report", "1") and "hidden already" in said(
        "hide-line", str(line), "--why", "x", status=2
    )
    assert said("show-line", str(line), "--why", "a mistake") == f"Line {line} is shown again.\n"


def test_a_match_is_annulled_and_restored(said, data):
    match = match_of(data)
    won = data("person", "Anna")["ratings"]
    assert said("annul", match, "--why", "both are one person") == f"Match {match} does not count any more.\n"
    assert "annulled before" in said("annul", match, "--why", "again") and data("person", "Anna")["ratings"] == []
    assert said("restore", match, "--why", "they are not") == f"Match {match} counts again.\n"
    assert data("person", "Anna")["ratings"] == won and won[0]["pool"] == "focus-2"
    assert [(each["act"], each["why"]) for each in data("acts", "--match", match)][:2] == [
        ("restore", "they are not"),
        ("annul", "both are one person"),
    ]
    assert "match nothing: it does not exist" in said("annul", "nothing", "--why", "x", status=2)


def test_how_much_mail_of_somebody_there_is(said, data, folder):
    with opened(folder) as database:
        house = House(database)
        house.mail.addresses.want(ANNA, "anna@example.org")
        house.mail.addresses.confirm(ANNA, "anna@example.org")
        mails = [house.mail.outgoing.put("answer", ANNA, "anna@example.org", {}) for _ in range(3)]
        for mail in mails[:2]:
            house.mail.outgoing.sent(mail)
    assert data("person", "anna")["mail"] == {"sent": 2, "read": 3, "waiting": 1}
    assert "2 to them (limit 60), 1 waiting; 3 of theirs read (limit 120)" in said("person", "anna")


def test_people_are_found_and_shown(said, data):
    assert sorted(each["name"] for each in data("people")) == ["Anna", "Ben"]
    assert "Ben" in said("people", "en") and said("people", "zz") == "Nobody here is called so.\n"
    shown = said("person", "ben")
    assert "0 going on, 1 over" in shown and "2, 2 of them open" in shown and "2 devices" in shown
    assert data("person", "report:1")["name"] == "Ben"
    seats = [data("person", f"match:{match_of(data)}:{seat}")["name"] for seat in (1, 2)]
    assert sorted(seats) == ["Anna", "Ben"]
    assert "no account here has this name" in said("person", "Nobody", status=2)


def test_sessions_are_listed_and_ended(folder, said, data):
    found = data("sessions", "Ben")
    assert {each["device"] for each in found} == {"Firefox on Windows", "Safari on iPhone"}
    with opened(folder) as database:
        ids = [each.id for each in House(database).sessions.of(BEN)]
    assert not set(ids) & {each["id"] for each in found}, "whoever reads the list cannot make a cookie of it"
    (fox,) = [each["id"] for each in found if each["device"].startswith("Firefox")]
    assert "say why" in said("sessions", "Ben", "--end", fox, status=2)
    ended = said("sessions", "Ben", "--end", fox, "--why", "a stolen laptop")
    assert ended == "Signed out on 1 device: Firefox on Windows.\n"
    assert data("sessions", "Ben", "--end", "all", "--why", "to be sure")[0]["device"] == "Safari on iPhone"
    assert said("sessions", "Ben") == "They are signed in nowhere.\n"
    assert "no such session" in said("sessions", "Ben", "--end", "all", "--why", "x", status=2)
    assert not any(each in said("acts") for each in ids), "nor of the log"


def test_somebody_is_banned_and_let_in_again(folder, said, data):
    told = said("ban", "Ben", "--days", "3", "--why", "insults")
    assert told.startswith("Ben may not play or write until ") and told.endswith("They are told why: insults\n")
    assert data("people", "Ben")[0]["ban"]["why"] == "insults" and "banned until" in said("people")
    with opened(folder) as database:
        assert House(database).moderation.ban_of(BEN).why == "insults"
    assert said("lift-ban", "Ben", "--why", "they are sorry") == "Ben may play and write again.\n"
    assert "there is no ban" in said("lift-ban", "Ben", "--why", "x", status=2)
    assert "takes 1 to 3650" in said("ban", "Ben", "--days", "0", "--why", "x", status=2)


def test_a_ban_closes_tables_and_a_guest_can_be_banned_too(folder, said):
    with opened(folder) as database:
        table = House(database).create(CLEO, MatchRequest("locus", {}, ("link",), "me", listed=True)).id
    said("ban", f"match:{table}:1", "--why", "spam")
    with opened(folder) as database:
        house = House(database)
        assert house.known(table).status == OVER and house.moderation.ban_of(CLEO).until is None


def test_somebody_gets_another_name_and_a_code(folder, said, data):
    assert said("rename", "Ben", "Benjamin", "--why", "offensive").startswith("Ben is called Benjamin now.")
    assert "belongs to an account" in said("rename", "Benjamin", "Anna", "--why", "x", status=2)
    code = said("recover", "Benjamin", "--why", "asked by letter").split()[0]
    assert code not in said("acts")
    with opened(folder) as database:
        house = House(database)
        house.signing_in.passwords = Passwords(CHEAP)
        assert house.signing_in.recover("Benjamin", code, "four green herons", Device("here", "net")).person_id == BEN
    assert data("recover", "Anna", "--why", "x")["name"] == "Anna"


def test_announcements_are_made_and_withdrawn(said, data):
    assert said("announcements") == "Nothing is announced.\n"
    assert said("announce", "The house rests tonight.", "--hours", "2").startswith("Announcement 1 is on every page")
    (made,) = data("announcements")
    assert made["text"] == "The house rests tonight." and made["until"]
    assert said("withdraw", "1") == "Announcement 1 is withdrawn.\n"
    assert "it is not shown" in said("withdraw", "1", status=2)
    assert "there is nothing in this line" in said("announce", " ", status=2)


def test_a_game_is_closed_and_opened(said, data):
    assert said("close-game", "focus", "--why", "a mistake in its rules").startswith("No match of Focus begins")
    assert data("closed-games")[0]["why"] == "a mistake in its rules" and "focus" in said("closed-games")
    assert said("open-game", "focus") == "Matches of Focus begin again.\n"
    assert said("closed-games") == "Every game is open.\n" and "it is open" in said("open-game", "focus", status=2)


def test_the_log_says_when_who_what_and_why(said, data, monkeypatch):
    assert said("acts") == "Nothing was done.\n"
    monkeypatch.setenv("SUDO_USER", "maria")
    said("close-game", "focus", "--why", "a mistake")
    monkeypatch.delenv("SUDO_USER")
    (act,) = data("acts")
    assert {"by": "maria", "act": "close-game", "why": "a mistake", "facts": {"game": "focus"}}.items() <= act.items()
    assert machine_user() not in {"", "maria"}


@pytest.mark.parametrize("action", ACTIONS, ids=[action.name for action in ACTIONS])
def test_every_action_explains_itself(action, capsys):
    with pytest.raises(SystemExit) as ended:
        main(["admin", action.name, "--help"])
    told = capsys.readouterr().out
    assert ended.value.code == 0 and action.help[1:20] in told and "--json" in told and "--data" in told


@pytest.mark.parametrize("words", [[], ["forget"], ["ban", "Ben"], ["annul", "x"], ["acts", "--most", "many"]])
def test_wrong_usage_is_refused(words):
    with pytest.raises(SystemExit) as ended:
        main(["admin", *words])
    assert ended.value.code == 2
