"""Links in mails: good for one person, purpose and time, and some of them once."""

from datetime import timedelta

import pytest

from fivefold.contract.errors import InvalidOption
from fivefold.house.house import House
from fivefold.house.notices.mail import links
from fivefold.house.notices.mail import mail_queue as outgoing_mails
from fivefold.house.notices.mail.mail_queue import CONFIRM_ADDRESS
from tests.house.conftest import START, numbered
from tests.house.people import ANNA, BEN, keep_accounts


class Later:
    """A clock that can be put forward."""

    def __init__(self):
        self.now = START

    def __call__(self):
        return self.now


@pytest.fixture
def clock():
    return Later()


@pytest.fixture
def house(database, clock):
    house = House(database, clock, numbered())
    keep_accounts(house, {ANNA: "Anna", BEN: "Ben"})
    return house


def key_of(path):
    return path.partition("?key=")[2]


def mailed(house, mail_id):
    """Return the key in a mail that is there for its link."""
    with house.reading() as connection:
        return key_of(house.mail.links.of_mail(outgoing_mails.load(connection, mail_id)))


def test_a_link_says_whose_it_is_to_the_house_and_to_nobody_else(house):
    path = house.mail.links.path(links.STOP, ANNA, "match-1")
    assert path.startswith("/mail/stop?key=") and path == house.mail.links.path(links.STOP, ANNA, "match-1")
    assert ANNA not in path and len(path) < 160
    found = house.mail.links.read(links.STOP, key_of(path))
    assert (found.person, found.match) == (ANNA, "match-1")
    assert house.mail.links.read(links.STOP, key_of(path).upper()).person == ANNA


def test_a_link_serves_no_other_purpose(house):
    key = key_of(house.mail.links.path(links.STOP, ANNA))
    for purpose in (links.CONFIRM, links.PASSWORD, links.SIGN_IN):
        with pytest.raises(InvalidOption, match="not whole"):
            house.mail.links.read(purpose, key)


@pytest.mark.parametrize("key", ["", "a", "abc", "!" * 40, "ä" * 40, "a" * 5000, "a" * 120, "\n"])
def test_keys_that_are_made_up_are_refused(house, key):
    with pytest.raises(InvalidOption, match="not whole"):
        house.mail.links.read(links.STOP, key)


def test_a_key_that_was_changed_anywhere_is_refused(house):
    key = key_of(house.mail.links.path(links.STOP, ANNA))
    for place in range(0, len(key), 7):
        other = key[:place] + ("b" if key[place] == "a" else "a") + key[place + 1 :]
        with pytest.raises(InvalidOption, match="not whole"):
            house.mail.links.read(links.STOP, other)


def test_links_end_after_their_time_but_mails_can_always_be_stopped(house, clock):
    stop, password = (key_of(house.mail.links.path(purpose, ANNA)) for purpose in (links.STOP, links.PASSWORD))
    clock.now += timedelta(days=8)
    with pytest.raises(InvalidOption, match="too old"):
        house.mail.links.read(links.PASSWORD, password)
    clock.now += timedelta(days=3650)
    assert house.mail.links.read(links.STOP, stop).person == ANNA


def test_an_address_is_confirmed_by_the_link_of_its_own_mail(house):
    wanted = house.mail.addresses.want(ANNA, "anna@example.org")
    key = mailed(house, house.mail.outgoing.put(CONFIRM_ADDRESS, ANNA, wanted))
    assert house.mail.links.read(links.CONFIRM, key).person == ANNA
    house.mail.addresses.want(ANNA, "other@example.org")
    with pytest.raises(InvalidOption, match="something newer"):
        house.mail.links.read(links.CONFIRM, key)


def test_a_password_is_set_once(house):
    key = key_of(house.mail.links.path(links.PASSWORD, ANNA))
    assert house.mail.links.use(links.PASSWORD, key).person == ANNA
    house.signing_in.change_password(ANNA, "", "three red apples", "192.0.2.1")
    with pytest.raises(InvalidOption, match="was used"):
        house.mail.links.use(links.PASSWORD, key)


def test_a_link_to_choose_a_password_ends_with_the_address_it_was_sent_to(house):
    key = key_of(house.mail.links.path(links.PASSWORD, ANNA))
    house.mail.addresses.want(ANNA, "new@example.org")
    house.mail.addresses.confirm(ANNA, "new@example.org")
    with pytest.raises(InvalidOption, match="something newer"):
        house.mail.links.read(links.PASSWORD, key)


def test_a_device_is_signed_in_once(house, clock):
    house.mail.addresses.want(ANNA, "anna@example.org")
    house.mail.addresses.confirm(ANNA, "anna@example.org")
    mail = house.mail.outgoing.put(links.SIGN_IN, ANNA, "anna@example.org")
    key = mailed(house, mail)
    assert house.mail.links.read(links.SIGN_IN, key).person == ANNA
    assert house.mail.links.use(links.SIGN_IN, key).person == ANNA
    for ask in (house.mail.links.read, house.mail.links.use):
        with pytest.raises(InvalidOption, match="was used"):
            ask(links.SIGN_IN, key)
    late = mailed(house, house.mail.outgoing.put(links.SIGN_IN, ANNA, "anna@example.org"))
    clock.now += timedelta(minutes=16)
    with pytest.raises(InvalidOption, match="too old"):
        house.mail.links.use(links.SIGN_IN, late)


def test_nobody_is_signed_in_by_a_link_to_an_address_that_is_not_theirs_any_more(house):
    house.mail.addresses.want(ANNA, "anna@example.org")
    house.mail.addresses.confirm(ANNA, "anna@example.org")
    key = mailed(house, house.mail.outgoing.put(links.SIGN_IN, ANNA, "anna@example.org"))
    assert house.mail.links.read(links.SIGN_IN, key).person == ANNA
    house.mail.addresses.forget(ANNA)
    with pytest.raises(InvalidOption, match="something newer"):
        house.mail.links.use(links.SIGN_IN, key)


def test_nobody_is_signed_in_without_a_mail(house):
    key = key_of(house.mail.links.path(links.SIGN_IN, ANNA))
    with pytest.raises(InvalidOption, match="was used"):
        house.mail.links.use(links.SIGN_IN, key)


def test_an_address_that_was_changed_meanwhile_is_not_confirmed(house):
    wanted = house.mail.addresses.want(ANNA, "anna@example.org")
    key = mailed(house, house.mail.outgoing.put(CONFIRM_ADDRESS, ANNA, wanted))
    assert house.mail.links.to_confirm(key) == (ANNA, "anna@example.org")
    house.mail.addresses.want(ANNA, "victim@example.org")
    with pytest.raises(InvalidOption):
        house.mail.links.to_confirm(key)
