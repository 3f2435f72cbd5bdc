"""Where people get mail: one address a person, confirmed, switched off after bounces."""

import pytest

from fivefold.contract.errors import InvalidOption
from fivefold.house.errors import NotOffered
from fivefold.house.notices.mail.addresses import MOST_FAILURES, check_address
from fivefold.house.notices.mail.mail_queue import MOVED
from tests.house.mail_people import with_mail
from tests.house.people import ANNA, BEN, keep_accounts
from tests.quick import in_turn


def test_an_address_counts_once_it_is_confirmed(house):
    keep_accounts(house, {ANNA: "Anna"})
    assert house.mail.addresses.of(ANNA) is None
    assert house.mail.addresses.want(ANNA, " <Anna@Example.org> ") == "anna@example.org"
    waiting = house.mail.addresses.of(ANNA)
    assert (waiting.address, waiting.wanted, waiting.reached) == ("", "anna@example.org", False)
    assert house.mail.addresses.owner("anna@example.org") is None
    house.mail.addresses.confirm(ANNA, "ANNA@example.org")
    found = house.mail.addresses.of(ANNA)
    assert (found.address, found.wanted, found.reached) == ("anna@example.org", "", True)
    assert house.mail.addresses.owner("Anna@example.org") == ANNA


def test_the_old_address_holds_until_the_new_one_is_confirmed(house):
    with_mail(house)
    addresses = house.mail.addresses
    addresses.want(ANNA, "new@example.org")
    assert addresses.owner("anna@example.org") == ANNA and addresses.owner("new@example.org") is None
    addresses.confirm(ANNA, "new@example.org")
    assert addresses.owner("anna@example.org") is None and addresses.owner("new@example.org") == ANNA


def test_another_address_can_be_wanted_after_all_and_the_first_cannot_be_confirmed_then(house):
    keep_accounts(house, {ANNA: "Anna"})
    house.mail.addresses.want(ANNA, "one@example.org")
    house.mail.addresses.want(ANNA, "two@example.org")
    with pytest.raises(InvalidOption, match="does not wait to be confirmed"):
        house.mail.addresses.confirm(ANNA, "one@example.org")


def test_nobody_confirms_the_address_of_another(house):
    with_mail(house)
    house.mail.addresses.want(BEN, "anna@example.org")
    with pytest.raises(InvalidOption, match="belongs to another account"):
        house.mail.addresses.confirm(BEN, "anna@example.org")
    assert house.mail.addresses.owner("anna@example.org") == ANNA
    assert house.mail.addresses.of(BEN).address == "ben@example.org"


def test_guests_have_no_mail(house):
    with pytest.raises(NotOffered, match="only accounts get mail"):
        house.mail.addresses.want(ANNA, "anna@example.org")


@in_turn(
    "wrong",
    [
        *("", "anna", "anna@", "@example.org", "anna@example", "an na@example.org", "a..b@example.org"),
        *("a" * 65 + "@example.org", "anna@example.org, ben@example.org", '"a b"@example.org', "anna@exämple.org"),
        *("anna@example.org\nBcc: ben@example.org", "a@" + "b." * 130 + "org"),
    ],
)
def test_what_is_no_address_is_refused(wrong):
    with pytest.raises(InvalidOption, match="address"):
        check_address(wrong)


def test_an_address_from_which_mails_come_back_is_switched_off_until_somebody_writes_from_there(house):
    with_mail(house)
    for _ in range(MOST_FAILURES - 1):
        house.mail.addresses.failed(ANNA, "anna@example.org", "no such mailbox")
    assert house.mail.addresses.of(ANNA).reached
    house.mail.addresses.failed(ANNA, "anna@example.org", "no such mailbox")
    assert house.mail.addresses.of(ANNA).off == "no such mailbox" and not house.mail.addresses.of(ANNA).reached
    house.mail.addresses.arrived(ANNA)
    assert house.mail.addresses.of(ANNA).reached


def test_a_failure_of_an_old_address_does_not_count(house):
    with_mail(house)
    for _ in range(2 * MOST_FAILURES):
        house.mail.addresses.failed(ANNA, "elsewhere@example.org", "gone")
    assert house.mail.addresses.of(ANNA).reached


def test_the_owner_of_the_address_before_is_told_that_mails_go_elsewhere(house):
    with_mail(house)
    assert house.mail.outgoing.of_person(ANNA, MOVED) == []
    house.mail.addresses.want(ANNA, "new@example.org")
    house.mail.addresses.confirm(ANNA, "new@example.org")
    assert [mail.address for mail in house.mail.outgoing.of_person(ANNA, MOVED)] == ["anna@example.org"]
    house.mail.addresses.confirm(ANNA, "new@example.org")
    assert len(house.mail.outgoing.of_person(ANNA, MOVED)) == 1
