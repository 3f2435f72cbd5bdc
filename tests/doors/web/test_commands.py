"""Every command of the table at every door: who may, who may not, twice, late, and with senseless values."""

import pytest

from fivefold.doors.mail.words import WORDS
from fivefold.doors.web.app import create_app
from fivefold.doors.web.forms import BETWEEN, IN_FORMS, WITH_MOVES
from fivefold.doors.web.settings import Settings
from fivefold.house.availability import CHECKS
from fivefold.house.commands import PLAYING, TABLE
from fivefold.house.database import open_database
from fivefold.house.house import House
from fivefold.house.moderation.operators import Operator
from tests.doors.web.api_examples import ANNA, Helpful, Situations
from tests.doors.web.conftest import Person
from tests.doors.web.programs import Program, program_of

STRANGER, BANNED = "carl567abcdefghi", "dora567abcdefghi"
FOR_NOTHING = {"stand_up", "mute", "report", "block", "unblock", "follow", "unfollow"}
"""Refused to nobody: whoever has no seat stands already, and what anybody may do about somebody else."""
OPEN_TO_STRANGERS = {"sit", "play_on", "say"}
EVERY_COMMAND = pytest.mark.parametrize("command", TABLE, ids=lambda each: each.name)
SENSELESS = {int: ["", "x", "-1", "9" * 30, "1.5"], str: ["x" * 6000], bool: ["perhaps"]}


class Doors:
    """A house of several people, each with a page and a program."""

    def __init__(self, situations):
        self.situations, self.house = situations, situations.house
        self.people = {ANNA: situations.anna}
        for person in (STRANGER, BANNED):
            self.people[person] = program_of(situations.app, person)
        with self.house.writing() as connection:
            begun = {each: self.house.sessions.begun(connection, each, "a browser") for each in self.people}
        self.sessions = begun
        self.house.moderation._seconds = iter(range(0, 10**9, 10)).__next__  # every look is a fresh one
        Operator(self.house, "root").ban(self.house.person(BANNED).name, "insults")

    def example(self, command, match):
        return self.situations.filled(dict(command.example or {}), match)

    def about(self, command, match):
        """Return the id of what a command is about: this match, or a challenge that waits."""
        if command.about != "challenge_id":
            return self.situations.filled(command.stands_for, match)
        sender = self.situations.anna if "own" in command.stands_for else self.situations.bert
        known = [each for each in sender.get("challenges").json()["challenges"] if each["mine"]]
        waiting = [each["id"] for each in known if each["state"] == "open"]
        return waiting[0] if waiting else self.situations.filled(command.stands_for, match)

    def by_api(self, command, about, person=ANNA, sent=None):
        path = (command.at + command.path).format_map({command.about: about})
        return self.people[person].request(command.method, path.removeprefix("/"), json=sent)

    def by_page(self, command, about, person=ANNA, sent=None):
        """Send the same by a form, where the number is that of the last entry seen but with moves."""
        fields = {IN_FORMS.get(name, name): value for name, value in (sent or {}).items()}
        if isinstance(fields.get("number"), int) and command.sent not in WITH_MOVES:
            fields["number"] -= 1
        fields = {name: typed(value) for name, value in fields.items()}
        browser = Person(self.situations.app, person)
        browser.cookies.set("guest", self.situations.app.state.visitors.cookie(self.sessions[person]))
        path = command.at + (command.form or command.path)
        return browser.post(path.format_map({command.about: about}), data=fields)

    def stands(self, match):
        now = self.house.snapshot(match)
        return now.number, now.status, now.seats, now.offer, now.links


def typed(value):
    """Return a value as a form sends it."""
    if isinstance(value, list):
        return BETWEEN.join(value)
    return {True: "yes", False: "no"}[value] if isinstance(value, bool) else value


@pytest.fixture(scope="module")
def doors(tmp_path_factory):
    house = House(open_database(f"sqlite:///{tmp_path_factory.mktemp('commands')}/house.sqlite"))
    yield Doors(Situations(create_app(house, Helpful(), Settings(limited=False))))
    house._database.close()


@EVERY_COMMAND
@pytest.mark.parametrize("door", ["page", "api"])
def test_a_command_at_a_door(doors, door, command):
    send = getattr(doors, f"by_{door}")
    match = doors.situations.of(command.given)
    sent, about = doors.example(command, match), doors.about(command, match)
    before = doors.stands(match)
    for person in (STRANGER, BANNED):
        if command.name not in FOR_NOTHING and (person == BANNED or command.name not in OPEN_TO_STRANGERS):
            refused = send(command, about, person, sent)
            assert refused.status_code in (403, 404, 409), (person, refused.text)
    for name, kind, value in senseless(command):
        refused = send(command, about, ANNA, {**sent, name: value})
        assert refused.status_code in ((422,) if door == "api" else (403, 404, 409, 422)), (name, kind, refused.text)
    if "number" in sent:
        refused = send(command, about, ANNA, {**sent, "number": sent["number"] + 5})
        assert refused.status_code == 409, refused.text
    assert doors.stands(match) == before, "what was refused has changed something"
    done = send(command, about, ANNA, sent)
    if door == "api" or command.feature == PLAYING or command.status == 409:
        assert done.status_code == command.status, done.text
    assert done.is_success or command.status == 409, done.text
    again = send(command, about, ANNA, sent)
    assert again.status_code < 500, again.text


def senseless(command):
    """Yield for each field of a command what cannot be meant by it."""
    for name, field in command.sent.model_fields.items() if command.sent else ():
        kind = bool if field.annotation is bool else int if "int" in str(field.annotation) else str
        for value in SENSELESS[kind]:
            if value or field.is_required():
                yield name, kind, value


@pytest.mark.parametrize(
    "command", [each for each in TABLE if each.name not in FOR_NOTHING], ids=lambda each: each.name
)
def test_both_doors_refuse_in_the_same_words(doors, command):
    match = doors.situations.of(command.given)
    sent, about = doors.example(command, match), doors.about(command, match)
    page, api = doors.by_page(command, about, BANNED, sent).json(), doors.by_api(command, about, BANNED, sent).json()
    assert api["detail"] == page["error"], (api, page)


def test_nobody_in_particular_is_asked_for_a_token(doors):
    guest = Program(doors.situations.app)
    match = doors.situations.of("live")
    for command in TABLE:
        path = (command.at + command.path).format_map({command.about: match}).removeprefix("/")
        assert guest.request(command.method, path, json={}).status_code == 401, command.name


def test_the_words_of_mails_and_the_names_of_views_are_known():
    mailed = {word.name for word in WORDS}
    assert {word for command in TABLE for word in command.words} <= mailed | {"play"}
    assert {command.can for command in TABLE} - {""} <= CHECKS.keys()
    places = {(command.method, command.at + command.path) for command in TABLE}
    assert len({command.name for command in TABLE}) == len(places) == len(TABLE)
