"""Blocks and preferences: what a person wants, guests and accounts alike."""

import pytest

from fivefold.contract.errors import InvalidOption
from fivefold.house.errors import NotOffered
from fivefold.house.people.accounts import Preferences


def test_a_block_holds_either_way_until_it_is_taken_back(house):
    house.blocks.block("anna", "bert")
    house.blocks.block("anna", "bert")
    assert house.blocks.blocked("anna", "bert") and house.blocks.blocked("bert", "anna")
    assert not house.blocks.blocked("anna", "carl")
    assert house.blocks.of("anna") == ["bert"] and house.blocks.of("bert") == []
    assert house.blocks.around("bert") == {"anna"}
    house.blocks.unblock("bert", "anna")
    assert house.blocks.blocked("anna", "bert")
    house.blocks.unblock("anna", "bert")
    assert not house.blocks.blocked("anna", "bert")
    with pytest.raises(NotOffered, match="yourself"):
        house.blocks.block("anna", "anna")


def test_preferences_are_kept_and_only_those_there_are(house):
    assert house.accounts.preferences("anna") == Preferences()
    house.accounts.set_preference("anna", "chat", False)
    house.accounts.set_preference("anna", "quiet_from", "22")
    assert house.accounts.preferences("anna") == Preferences(quiet_from="22", chat=False)
    for name, value in (("chat", "no"), ("quiet_from", "friends"), ("nonsense", True)):
        with pytest.raises(InvalidOption):
            house.accounts.set_preference("anna", name, value)
    assert Preferences.read({"chat": "no", "nonsense": 1, "public_games": False}) == Preferences(public_games=False)


def test_the_hours_of_mails_are_hours_of_a_day_each_once():
    chosen = Preferences().having("mail_of_matches", "digest").having("mail_hours", "07,12,23")
    assert Preferences.read(chosen.stored()) == chosen
    for wrong in ("", "7", "24", "18,08", "08,08", "08, 18", ",".join(["08"] * 30)):
        with pytest.raises(InvalidOption):
            chosen.having("mail_hours", wrong)
    with pytest.raises(InvalidOption):
        chosen.having("mail_of_matches", "sometimes")
