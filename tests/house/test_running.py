"""What those who run the house do, seen from the house it is done to and from another process on the same database."""

import pytest

from fivefold.contract.errors import InvalidOption
from fivefold.house.errors import InvalidName, NotOffered, UnknownLine
from fivefold.house.house import House
from fivefold.house.moderation.active_rules import Banned, GameClosed
from fivefold.house.moderation.operators import MOST_SHOWN, AuditPoller, Operator, UnknownPerson, masked, person_of
from fivefold.house.people.sessions import SESSION_ENDED
from fivefold.house.people.signing_in import CHEAP, Device, Passwords
from fivefold.house.table.seating import MatchRequest
from fivefold.session.snapshot import LIVE, OVER
from tests.house.conftest import numbered, ticking
from tests.house.people import ANNA, BEN, CLEO, STEPS, by_link, keep_accounts, play, resigned

DOUBLE = MatchRequest("track", STEPS, ("link",), "me", double=True)
OPEN = MatchRequest("track", STEPS, ("link",), "me")


@pytest.fixture
def operator(house):
    keep_accounts(house, {ANNA: "Anna", BEN: "Ben"})
    return Operator(house, "root")


@pytest.fixture
def other(database):
    """Another process on the same database, as `fivefold admin` is."""
    return House(database, ticking(), numbered(1000))


def acts(house):
    return [(act.act, act.by, act.why) for act in house.moderation.acts.list()]


# --- announcements ---------------------------------------------------------------------------------------------------


def test_an_announcement_is_shown_until_its_time_is_over_or_it_is_withdrawn(house, operator):
    first = operator.announce("The house rests  tonight.\n", hours=0.5)
    second = operator.announce("Welcome!")
    assert [each.text for each in house.moderation.announced()] == ["The house rests tonight.", "Welcome!"]
    operator.withdraw(second.number, "it was a try")
    house._clock = lambda until=first.until: until
    assert house.moderation.announced() == []
    third = operator.announce("Back again.")
    assert third.number == second.number + 1, "no number is given twice: a page remembers which were closed"
    with pytest.raises(NotOffered, match=f"announcement {first.number}: it is not shown"):
        operator.withdraw(first.number)
    assert acts(house)[0] == ("announce", "root", "Back again.")


@pytest.mark.parametrize(("text", "hours"), [(" ", None), ("x" * 301, None), ("x", 0), ("x", -1), ("x", 1e9)])
def test_an_announcement_without_words_or_for_ever_is_refused(house, operator, text, hours):
    with pytest.raises(InvalidOption):
        operator.announce(text, hours)
    assert acts(house) == []


def test_no_more_are_shown_than_leave_room_for_the_page(operator):
    for number in range(MOST_SHOWN):
        operator.announce(f"Number {number}")
    with pytest.raises(NotOffered, match="withdraw one first"):
        operator.announce("One more")


# --- closed games ----------------------------------------------------------------------------------------------------


def test_no_match_of_a_closed_game_begins_and_those_that_go_on_go_on(house, operator):
    house.quick_match.seek(CLEO, "track")
    waiting, first = house.create(ANNA, OPEN), house.sit(house.create(ANNA, DOUBLE).id, BEN)
    over = resigned(house, by_link(house))
    operator.close_game("track", "a mistake in its scores")
    assert house.quick_match.search(CLEO) is None
    said = r"no match of .* begins for now; the reason: a mistake in its scores"
    for beginning in (
        lambda: house.create(ANNA, OPEN),
        lambda: house.sit(waiting.id, BEN),
        lambda: house.quick_match.seek(BEN, "track"),
        lambda: house.new_cards(over.id, ANNA),
        lambda: house.play_on(over.id, ANNA, 0, "1"),
    ):
        with pytest.raises(GameClosed, match=said):
            beginning()
    house.rematch(over.id, ANNA)
    with pytest.raises(GameClosed, match=said):
        house.answer(over.id, BEN, agree=True)
    ended = resigned(house, play(house, first, "step:2"))
    house.second(ended.id, ANNA)
    assert house.second(ended.id, BEN).status == LIVE, "the second game belongs to a match that goes on"
    operator.open_game("track", "mended")
    assert house.sit(waiting.id, BEN).status == LIVE
    with pytest.raises(NotOffered, match="track: it is open"):
        operator.open_game("track")
    assert [act for act, _, _ in acts(house)] == ["open-game", "close-game"]


# --- matches, reports, chat ------------------------------------------------------------------------------------------


def test_a_match_that_is_annulled_is_noted_with_the_reason_in_the_same_step(house, operator):
    over = resigned(house, by_link(house))
    assert operator.annul(over.id, "both sides were one person")
    assert not operator.annul(over.id, "once more"), "nothing happens twice"
    assert house.known(over.id).terms.annulled
    (act,) = house.moderation.acts.list(match=over.id)
    assert (act.act, act.why, act.match) == ("annul", "both sides were one person", over.id)
    assert operator.restore(over.id, "they were not") and not house.known(over.id).terms.annulled
    with pytest.raises(NotOffered, match="only a match that is over"):
        operator.annul(by_link(house).id, "x")
    assert [act for act, _, _ in acts(house)] == ["restore", "annul"]


def test_reading_and_handling_a_report_is_noted(house, operator):
    match = by_link(house)
    line = house.chat.say(match, BEN, "loser")["id"]
    number = house.reports.add(match, ANNA, "rude", "", line, None)
    report, around = operator.report(number)
    assert report.about_name == "Ben" and [each.text for each in around] == ["loser"]
    assert operator.handle(number, "warned").handled is not None
    with pytest.raises(NotOffered, match="handled before"):
        operator.handle(number, "warned")
    with pytest.raises(UnknownLine):
        operator.report(99)
    assert acts(house) == [("handle", "root", "warned"), ("read-report", "root", "")]
    assert [act.person for act in house.moderation.acts.list(person=BEN)] == ["Ben", "Ben"]


def test_a_hidden_line_is_read_by_nobody_and_can_be_shown_again(house, operator):
    match = by_link(house)
    line = house.chat.say(match, BEN, "loser")["id"]
    heard = []
    house.chat.listen(match.id, lambda: heard.append(house.chat.edits(match.id)))
    operator.hide(line, "an insult")
    for person in (ANNA, BEN):
        assert [each["text"] for each in house.chat.view(match, person)["lines"]] == [
            "(This line was removed by those who run the house.)"
        ]
    with pytest.raises(NotOffered, match="hidden already"):
        operator.hide(line, "an insult")
    with pytest.raises(InvalidOption):
        house.chat.say(match, BEN, phrase="removed")
    operator.show(line, "it was a quotation")
    assert [each["text"] for each in house.chat.view(match, ANNA)["lines"]] == ["loser"] and heard == [1, 2]


# --- people ----------------------------------------------------------------------------------------------------------


def test_an_offensive_name_is_taken_away_for_good(house, operator):
    match = by_link(house)
    assert operator.rename("Ben", "Benjamin", "offensive") == ("Ben", "Benjamin")
    assert house.person(BEN).shown == "Benjamin" and "Benjamin" in house.known(match.id).names
    for person in (BEN, CLEO):
        with pytest.raises(InvalidName, match="is not allowed here"):
            house.rename(person, "BEN")
    operator.rename("Benjamin", "Ben", "a mistake")
    assert house.accounts.by_name("Ben").id == BEN
    with pytest.raises(InvalidName, match="belongs to an account"):
        operator.rename("Ben", "Anna", "x")
    assert [(act.facts["before"], act.facts["name"]) for act in house.moderation.acts.list(person=BEN)] == [
        ("Benjamin", "Ben"),
        ("Ben", "Benjamin"),
    ]


def test_guests_are_named_by_a_report_or_a_seat(house, operator):
    match = by_link(house)
    house.rename(CLEO, "Cleo")
    guest = house.create(CLEO, OPEN)
    line = house.chat.say(match, BEN, "loser")["id"]
    number = house.reports.add(match, ANNA, "rude", "", line, None)
    assert person_of(house, f"report:{number}") == BEN and person_of(house, f"match:{guest.id}:1") == CLEO
    for wrong in ("Cleo", f"match:{guest.id}:2", f"match:{guest.id}:x", "report:x", "report:99"):
        with pytest.raises((UnknownPerson, UnknownLine)):
            person_of(house, wrong)
    assert operator.rename(f"match:{guest.id}:1", "Cleopatra", "x") == ("Cleo", "Cleopatra")


def test_a_person_is_shown_with_no_secret_and_the_look_is_noted(house, operator):
    page = operator.page("anna")
    assert (page.name, page.ban, page.address) == ("Anna", None, "")
    assert [act for act, _, _ in acts(house)] == ["read-person"]
    assert [each.person.name for each in operator.list("an")] == ["Anna"] and len(operator.list()) == 2
    assert masked("anna.b@mail.example") == "a…@mail.example"


def test_a_code_is_made_for_somebody_who_has_lost_everything(house, operator):
    house.signing_in.passwords = Passwords(CHEAP)
    name, code = operator.recover("Ben", "asked by letter")
    assert house.signing_in.recover(name, code, "four green herons", Device("here", "net")).person_id == BEN
    assert code not in str(house.moderation.acts.list()), "the code is shown once and written down nowhere"


# --- other processes -------------------------------------------------------------------------------------------------


def test_a_running_process_hears_within_a_second_of_what_another_decides(house, other, operator):
    now = [0.0]
    house.moderation._seconds = lambda: now[0]
    house.moderation.look()
    assert house.moderation.ban_of(BEN) is None
    Operator(other, "root").ban("Ben", "spam", 3)
    Operator(other, "root").close_game("track", "broken")
    Operator(other, "root").announce("Hello")
    now[0] += 1.0
    assert house.moderation.ban_of(BEN).why == "spam" and house.moderation.closed_games().get("track").why == "broken"
    assert [each.text for each in house.moderation.announced()] == ["Hello"]
    with pytest.raises(Banned):
        house.create(BEN, OPEN)


def test_nothing_is_looked_up_more_than_once_a_second(house, monkeypatch):
    house.moderation._seconds = lambda: 5.0
    house.moderation.look()
    monkeypatch.setattr(house.moderation._ledger, "read", None)
    house.moderation.refuse_banned(ANNA)


def test_a_running_process_takes_over_what_was_done_in_another(house, other, operator):
    following = AuditPoller(house)
    over, going = resigned(house, by_link(house)), by_link(house)
    line = house.chat.say(going, BEN, "loser")["id"]
    with house.writing() as connection:
        session = house.sessions.begun(connection, BEN, "Firefox")
    assert house.sessions.person(session) == BEN
    ended, seen = [], []
    house.bus.subscribe(SESSION_ENDED, ended.append)
    house.listen(over.id, seen.append)
    house.listen(going.id, seen.append)
    following.begin()
    far = Operator(other, "root")
    far.annul(over.id, "x")
    far.hide(line, "x")
    far.end_sessions("Ben", "all", "a stolen phone")
    far.rename("Ben", "Benjamin", "x")
    following.look()
    assert house.known(over.id).terms.annulled and [now.terms.annulled for now in seen if now.id == over.id] == [True]
    assert house.chat.view(going, ANNA)["lines"][0]["phrase"] == "removed"
    assert ended == [session] and house.sessions.person(session) is None
    assert house.accounts.account(BEN).name == "Benjamin" and "Benjamin" in house.known(going.id).names


def test_a_search_that_slips_in_beside_a_ban_ends(house, other, operator):
    following = AuditPoller(house)
    following.begin()
    Operator(other, "root").ban("Ben", "x", 3)
    house.quick_match.seek(BEN, "track")  # a second is not over yet
    following.look()
    assert house.quick_match.search(BEN) is None


def test_matches_given_up_by_a_ban_elsewhere_end_here(house, other, operator):
    following = AuditPoller(house)
    going = by_link(house)
    following.begin()
    Operator(other, "root").ban("Ben", "x")
    following.look()
    assert house.known(going.id).status == OVER


def test_an_act_is_looked_at_twice_since_what_follows_may_come_a_moment_later(house, operator, monkeypatch):
    taken = []
    following = AuditPoller(house)
    following.begin()
    monkeypatch.setattr(following, "_take", taken.append)
    operator.ban("Ben", "x", 1)
    following.look()
    monkeypatch.setattr("fivefold.house.moderation.operators.monotonic", lambda: float("inf"))
    following.look()
    following.look()
    assert [act.act for act in taken] == ["ban", "ban"]
