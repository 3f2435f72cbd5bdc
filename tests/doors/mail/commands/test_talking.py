import pytest

from fivefold.contract.errors import InvalidOption
from fivefold.doors.mail.commands.requests import pass_on
from fivefold.house.errors import NotOffered, TooFast
from tests.doors.mail.commands.conftest import asking, begun, by, mails, replying, said, sent, with_addresses
from tests.house.people import ANNA, BEN, CLEO, DORA

pytestmark = pytest.mark.slow


@pytest.fixture
def written(house):
    """Return a message from Anna that waits for Ben."""
    with_addresses(house)
    sent(by(house, ANNA, comment="Shall we play again?"), "message", "Ben")
    return mails(house, "message")[0]


# --- chat ------------------------------------------------------------------------------------------------------------


def test_players_write_to_the_players(house):
    with_addresses(house)
    now = begun(house)
    answers = sent(by(house, ANNA, comment="Good luck!", match_id=now.id), "chat")
    assert said(answers) == "What you wrote has gone to the players, at Focus 101."
    (line,) = house.chat.view(house.snapshot(now.id), BEN)["lines"]
    assert (line["text"], line["name"]) == ("Good luck!", "Anna")
    (mail,) = mails(house, "chat")
    assert (mail.person, mail.match) == (BEN, now.id)
    assert mail.content == {"by": "Anna", "text": "Good luck!", "line": line["id"]}


def test_who_watches_writes_to_others_who_watch(house):
    with_addresses(house)
    now = begun(house)
    number = str(house.mail.boards.number(now.id))
    sent(by(house, DORA), "subscribe", board=number, game="focus")
    answers = sent(by(house, CLEO, comment="What a game!"), "chat", board=number, game="focus")
    assert "to the others who watch; players see it once the match is over" in said(answers)
    assert house.chat.view(house.snapshot(now.id), BEN)["lines"] == []
    assert mails(house, "chat") == []  # Dora has no address


def test_who_hears_nothing_from_somebody_gets_no_mail_of_it(house):
    with_addresses(house)
    now = begun(house)
    house.chat.mute(BEN, ANNA)
    sent(by(house, ANNA, comment="Hello", match_id=now.id), "chat")
    assert mails(house, "chat") == []


def test_a_chat_without_a_text_is_refused(house):
    now = begun(house)
    with pytest.raises(InvalidOption, match="leave a line blank"):
        sent(by(house, ANNA, match_id=now.id), "chat")


# --- messages --------------------------------------------------------------------------------------------------------


def test_a_message_goes_to_the_players_named(house):
    with_addresses(house)
    answers = sent(by(house, ANNA, comment="Shall we play?"), "message", "Ben,", "cleo")
    assert said(answers) == "Your message has gone to Ben and Cleo."
    assert {(each.person, each.content["by"], each.content["text"]) for each in mails(house, "message")} == {
        (BEN, "Anna", "Shall we play?"),
        (CLEO, "Anna", "Shall we play?"),
    }


def test_an_answer_goes_back_without_a_name(house, written):
    sent(replying(house, written, BEN, comment="Gladly!"), "message")
    assert [each.content["text"] for each in mails(house, "message") if each.person == ANNA] == ["Gladly!"]


def test_who_is_blocked_does_not_learn_it(house):
    with_addresses(house)
    house.blocks.block(BEN, ANNA)
    assert said(sent(by(house, ANNA, comment="Hello"), "message", "Ben")) == "Your message has gone to Ben."
    assert mails(house, "message") == []


@pytest.mark.parametrize(("name", "value"), [("chat", False), ("mail_of_matches", "never")])
def test_who_wants_no_messages_gets_none(house, name, value):
    with_addresses(house)
    house.accounts.set_preference(BEN, name, value)
    assert said(sent(by(house, ANNA, comment="Hello"), "message", "Ben")) == "Ben takes no messages by mail."


@pytest.mark.parametrize(
    ("names", "why"), [("Zoe", "no player of this name"), ("", "whom is it for"), ("Anna", "that is you")]
)
def test_a_message_to_nobody_is_refused(house, names, why):
    with pytest.raises((InvalidOption, NotOffered), match=why):
        sent(by(house, ANNA, comment="Hello"), "message", *names.split())


def test_messages_are_bounded_by_the_day(house):
    with_addresses(house)
    for _ in range(10):
        sent(by(house, ANNA, comment="Hello"), "message", "Ben", "Cleo")
    with pytest.raises(TooFast, match="20 messages may be sent in a day"):
        sent(by(house, ANNA, comment="Hello"), "message", "Ben")
    sent(by(house, BEN, comment="Hello"), "message", "Anna")


def test_strangers_write_to_nobody(house):
    with pytest.raises(NotOffered, match="you have no account yet"):
        sent(by(house, comment="Hello"), "message", "Ben")


# --- reports and blocks ----------------------------------------------------------------------------------------------


def test_a_message_is_reported_with_its_text(house, written):
    answers = sent(replying(house, written, BEN, comment="I do not know her."), "report", "spam")
    assert "what Anna wrote" in said(answers)
    (report,) = house.reports.list()
    assert (report.by_name, report.about_name, report.reason, report.match) == ("Ben", "Anna", "spam", None)
    assert report.why == "I do not know her. (The message: Shall we play again?)"


def test_a_chat_is_reported_by_its_line(house):
    with_addresses(house)
    now = begun(house)
    sent(by(house, ANNA, comment="Loser", match_id=now.id), "chat")
    (mail,) = mails(house, "chat")
    sent(replying(house, mail, BEN), "report", "rude")
    (report,) = house.reports.list()
    assert (report.about_name, report.line) == ("Anna", mail.content["line"])


def test_only_what_was_written_is_reported(house):
    with pytest.raises(NotOffered, match="a report is an answer to a message"):
        sent(by(house, ANNA), "report")


def test_a_player_is_blocked_and_unblocked(house):
    assert "You block Ben" in said(sent(by(house, ANNA), "block", "Ben"))
    assert house.blocks.blocked(ANNA, BEN)
    sent(by(house, ANNA), "unblock", "Ben")
    assert not house.blocks.blocked(ANNA, BEN)


def test_a_player_is_followed_and_no_longer(house):
    assert "You follow Ben" in said(sent(by(house, ANNA), "follow", "Ben"))
    assert house.follows.of(ANNA) == [BEN]
    assert "no longer follow Ben" in said(sent(by(house, ANNA), "unfollow", "Ben"))
    assert house.follows.of(ANNA) == []


def test_what_is_cut_off_of_a_comment_is_said(house):
    now = begun(house)
    text = " ".join(["never again"] * 60)
    (told,) = pass_on(asking(house, ANNA, comment=text), now, ANNA)
    kept = sum(len(each["text"]) for each in house.chat.since(now.id, BEN, house.chat.rooms(now, BEN), 0)[0])
    assert kept and told.startswith(f"The rest of your comment, after {kept} characters, was not passed on: ")
