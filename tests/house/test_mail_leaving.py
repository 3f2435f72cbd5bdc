"""What is kept of somebody's mail: in the copy of their data, and gone when they go."""

import io
import json
import zipfile

import pytest
from sqlalchemy import select

from fivefold.house.database.schema import incoming_mails, mail_addresses, outgoing_mails, standing_answers
from fivefold.house.notices.mail import followings as mail_followings
from fivefold.house.notices.mail.followings import Following
from fivefold.house.notices.mail.mail_queue import CONFIRM_ADDRESS
from tests.house.mail_people import ADDRESSES, with_mail
from tests.house.people import ANNA, BEN

pytestmark = pytest.mark.slow


@pytest.fixture
def house(house):
    with_mail(house)
    for person in (ANNA, BEN):
        with house.writing() as connection:
            mail_followings.keep_following(connection, Following(person, "track", "", "every", "2025"))
            values = {"person": person, "game": "track", "most": 3, "terms": {}}
            connection.execute(standing_answers.insert(), values)
        house.mail.outgoing.put(CONFIRM_ADDRESS, person, ADDRESSES[person])
        house.mail.outgoing.put("sign-up", None, ADDRESSES[person], {"subject": "Welcome"})
        house.mail.incoming.add(f"digest of {person}", ADDRESSES[person], ["play@mail.example"], b"From: somebody")
    for mail in house.mail.incoming.to_do():
        house.mail.incoming.done(mail)
    return house


def test_the_copy_of_ones_data_has_address_and_what_is_followed_of_nobody_else(house):
    archive = zipfile.ZipFile(io.BytesIO(house.export.archive(house.accounts.account(ANNA))))
    address = json.loads(archive.read("mail_addresses.json"))
    assert [(each["address"], each["off"]) for each in address] == [(ADDRESSES[ANNA], "")]
    assert [each["game"] for each in json.loads(archive.read("mail_followings.json"))] == ["track"]
    assert [each["most"] for each in json.loads(archive.read("standing_answers.json"))] == [3]
    for name in archive.namelist():
        text = archive.read(name).decode()
        assert ADDRESSES[BEN] not in text and ANNA not in text and BEN not in text, name


def test_who_deletes_an_account_leaves_no_address_behind(house, database):
    house.leaving.delete(house.accounts.account(ANNA))
    with house.reading() as connection:
        for column in (mail_addresses.c.address, outgoing_mails.c.address):
            left = set(connection.scalars(select(column)))
            assert ADDRESSES[ANNA] not in left and ADDRESSES[BEN] in left, column
        assert set(connection.scalars(select(incoming_mails.c.sender))) == {None}
        assert mail_followings.of_person(connection, ANNA) == [] != mail_followings.of_person(connection, BEN)
        assert list(connection.scalars(select(standing_answers.c.person))) == [BEN]
    assert house.mail.addresses.owner(ADDRESSES[ANNA]) is None


def test_the_address_of_a_deleted_account_can_be_linked_anew(house):
    house.leaving.delete(house.accounts.account(ANNA))
    house.mail.addresses.want(BEN, ADDRESSES[ANNA])
    house.mail.addresses.confirm(BEN, ADDRESSES[ANNA])
    assert house.mail.addresses.owner(ADDRESSES[ANNA]) == BEN


def test_links_to_a_deleted_account_do_nothing(house):
    path = house.mail.links.path("sign-in", ANNA)
    house.leaving.delete(house.accounts.account(ANNA))
    with pytest.raises(Exception, match="was used"):
        house.mail.links.use("sign-in", path.partition("key=")[2])
