import pytest

from fivefold.contract.errors import InvalidOption
from fivefold.doors.mail.answers import Told
from fivefold.doors.mail.commands.people import signed_off
from fivefold.doors.mail.commands.requests import MailRequest
from fivefold.doors.mail.writing.letters import Letter
from fivefold.house.errors import InvalidName, NotOffered
from tests.doors.mail.commands.conftest import begun, by, mails, replying, said, sent, with_addresses
from tests.house.people import ANNA, BEN

pytestmark = pytest.mark.slow


def signed_up(house, name="Emma", address="emma@example.org"):
    """Sign somebody up by mail, and return their id."""
    sent(by(house, address=address), "signup", name)
    (mail,) = mails(house, "sign-up")
    sent(replying(house, mail), "yes")
    return house.mail.addresses.owner(address)


# --- signing up ------------------------------------------------------------------------------------------------------


def test_signing_up_only_asks_the_address(house):
    assert sent(by(house), "signup", "Emma") == []
    (mail,) = mails(house)
    assert (mail.kind, mail.person, mail.address) == ("sign-up", None, "new@example.org")
    letter = Letter.read(mail.content)
    assert letter.subject == "Fivefold: do you want to play as Emma?"
    assert "no account is made" in letter.text
    assert house.accounts.by_name("Emma") is None


def test_a_yes_makes_the_account_and_tells_how_to_begin(house):
    sent(by(house), "signup", "Emma")
    (mail,) = mails(house)
    welcome, page = sent(replying(house, mail), "yes")
    assert welcome.sentences[0] == "Welcome, Emma! Your account is made."
    assert isinstance(page, Told)
    assert "You play as **Emma**" in page.markdown
    account = house.accounts.by_name("Emma")
    assert account is not None
    assert not account.has_password
    assert house.signing_in.codes_left(account.id) == 0
    assert house.sessions.of(account.id) == []
    assert house.mail.addresses.of(account.id).address == "new@example.org"


def test_a_second_yes_changes_nothing(house):
    person = signed_up(house)
    (mail,) = mails(house, "sign-up")
    assert said(sent(replying(house, mail), "yes")).startswith("You play as Emma, at this address.")
    assert house.mail.addresses.owner("emma@example.org") == person


def test_the_name_may_have_several_words_and_another_address_may_be_named(house):
    sent(by(house), "signup", "Emma", "Maria", "Emma@Example.org")
    (mail,) = mails(house)
    assert (mail.address, mail.content["name"]) == ("emma@example.org", "Emma Maria")


@pytest.mark.parametrize("name", ["Anna", "A", "Guest 1", "admin", "x/y"])
def test_a_name_that_cannot_be_had_is_refused(house, name):
    with pytest.raises(InvalidName):
        sent(by(house), "signup", *name.split())
    assert mails(house) == []


def test_no_name_is_refused_with_an_example(house):
    with pytest.raises(InvalidOption, match="write it like this: signup Anna"):
        sent(by(house), "signup")


def test_a_name_that_was_taken_meanwhile_is_refused(house):
    sent(by(house), "signup", "Emma")
    sent(by(house, address="other@example.org"), "signup", "Emma")
    first, second = mails(house)
    sent(replying(house, first), "yes")
    with pytest.raises(InvalidName, match="belongs to an account"):
        sent(replying(house, second), "yes")
    assert house.mail.addresses.owner("other@example.org") is None


def test_whether_an_address_has_an_account_is_told_to_its_owner_alone(house):
    with_addresses(house, ANNA)
    answers = sent(by(house), "signup", "Emma", "anna@example.org")
    assert said(answers) == "A mail has gone to anna@example.org. Reply to it with yes, and you are Emma."
    (mail,) = mails(house)
    assert "you play as Anna" in Letter.read(mail.content).text
    assert "You play as Anna" in said(sent(replying(house, mail), "yes"))
    assert house.accounts.by_name("Emma") is None


def test_nobody_is_flooded_with_questions(house):
    for number in range(8):
        sent(by(house, address=f"x{number}@example.org"), "signup", f"Emma{number}", "victim@example.org")
    assert len(mails(house)) == 4
    assert "Several mails were sent to you today" in said(
        sent(by(house, address="victim@example.org"), "signup", "Emma")
    )


def test_who_has_an_account_makes_no_second(house):
    with pytest.raises(NotOffered, match="you have an account already, Anna"):
        sent(by(house, ANNA), "signup", "Emma")


# --- address ---------------------------------------------------------------------------------------------------------


def test_a_new_address_counts_once_it_has_answered(house):
    with_addresses(house)
    answers = sent(by(house, ANNA), "address", "new@example.org")
    assert "Until then it goes to anna@example.org." in said(answers)
    (mail,) = mails(house)
    assert (mail.kind, mail.person, mail.address) == ("address", ANNA, "new@example.org")
    assert house.mail.addresses.of(ANNA).address == "anna@example.org"
    answers = sent(replying(house, mail, ANNA), "yes")
    assert said(answers).startswith("Thank you, Anna. From now on your mail goes to new@example.org.")
    assert house.mail.addresses.of(ANNA).address == "new@example.org"
    assert said(sent(replying(house, mail, ANNA), "yes")) == "Your mail goes to new@example.org."


def test_an_address_that_belongs_to_somebody_else_is_not_taken(house):
    with_addresses(house)
    sent(by(house, ANNA), "address", "ben@example.org")
    with pytest.raises(InvalidOption, match="belongs to another account"):
        sent(replying(house, mails(house)[0], ANNA), "yes")


def test_the_address_is_told_without_a_new_one(house):
    with_addresses(house)
    assert said(sent(by(house, ANNA), "address")).startswith("Your mail goes to anna@example.org.")
    assert said(sent(by(house, ANNA), "address", "ANNA@example.org")) == "Your mail goes to anna@example.org already."


@pytest.mark.parametrize("word", ["address", "name", "password", "signoff"])
def test_strangers_have_no_account_to_change(house, word):
    with pytest.raises(NotOffered, match="send signup and the name you want"):
        sent(by(house), word)


# --- name and password -----------------------------------------------------------------------------------------------


def test_a_name_is_changed(house):
    assert "You are called Anna Maria now." in said(sent(by(house, ANNA), "name", "Anna", "Maria"))
    assert house.person(ANNA).shown == "Anna Maria"
    with pytest.raises(InvalidName):
        sent(by(house, ANNA), "name", "Ben")


def test_a_password_is_chosen_on_the_page(house):
    person = signed_up(house)
    answers = said(sent(by(house, person), "password"))
    key = answers.partition("key=")[2].split()[0]
    assert "https://fivefold.example/mail/password?key=" in answers
    assert house.mail.links.read("password", key).person == person


def test_without_an_address_of_the_pages_there_is_no_link(house):
    with pytest.raises(NotOffered, match="does not know the address of its pages"):
        sent(MailRequest(house, ANNA, "anna@example.org", ""), "password")


# --- leaving ---------------------------------------------------------------------------------------------------------


def test_signing_off_says_what_will_be_gone_and_deletes_nothing(house):
    with_addresses(house)
    begun(house)
    assert sent(by(house, ANNA), "signoff") == []
    (mail,) = mails(house, "sign-off")
    text = Letter.read(mail.content).text
    assert "You give up 1 match that you are playing" in text
    assert "cannot be undone" in text
    assert house.accounts.is_named(ANNA)


def test_a_yes_deletes_the_account_and_gives_up_its_matches(house):
    with_addresses(house)
    now = begun(house)
    sent(by(house, ANNA), "signoff")
    (mail,) = mails(house, "sign-off")
    assert "Your account Anna is deleted" in said(sent(replying(house, mail, ANNA), "yes"))
    assert not house.accounts.is_named(ANNA)
    assert house.mail.addresses.owner("anna@example.org") is None
    assert house.snapshot(now.id).status == "over"


def test_an_old_question_deletes_nothing(house):
    with_addresses(house)
    sent(by(house, ANNA), "signoff")
    (mail,) = mails(house, "sign-off")
    old = mail._replace(made="2025-02-01T12:00:00.000+00:00")
    with pytest.raises(NotOffered, match="this mail is too old"):
        signed_off(by(house, ANNA), old)
    assert house.accounts.is_named(ANNA)


def test_a_no_changes_nothing(house):
    with_addresses(house)
    sent(by(house, ANNA), "signoff")
    (mail,) = mails(house, "sign-off")
    assert said(sent(replying(house, mail, ANNA), "no")) == "Nothing was done, and everything is as it was."
    assert house.accounts.is_named(ANNA)


def test_only_the_mail_can_be_stopped(house):
    with_addresses(house)
    assert "Your account stays" in said(sent(by(house, ANNA), "signoff", "mail"))
    assert house.accounts.preferences(ANNA).mail_of_matches == "never"
    assert house.accounts.is_named(ANNA)


def test_a_yes_to_nothing_is_refused(house):
    with pytest.raises(InvalidOption, match="there is no question that this answers"):
        sent(by(house, BEN), "yes")
