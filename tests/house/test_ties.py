"""Ties and preferences: whom a person blocks and follows, and what they want, guests and accounts alike."""

import pytest

from fivefold.contract.errors import InvalidOption
from fivefold.house.errors import NotOffered
from fivefold.house.people.accounts import Preferences
from tests.house.people import ANNA, BEN, CLEO, DORA, keep_accounts


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


@pytest.fixture
def known(house):
    """A house in which all but Anna, a guest, have accounts."""
    keep_accounts(house, {BEN: "Ben", CLEO: "Cleo", DORA: "Dora"})
    return house


def test_whom_one_follows_is_listed_with_who_is_here_first(known):
    for other in (BEN, CLEO, DORA, DORA):
        known.follows.follow(ANNA, other)
    assert known.follows.of(ANNA) == [DORA, CLEO, BEN] and known.follows.of(DORA) == []
    known.accounts.set_preference(CLEO, "show_presence", False)
    with known.presence.connected(BEN, "pages", "tab"), known.presence.connected(CLEO, "pages", "tab"):
        told = [(each.account.name, each.presence) for each in known.follows.followed_by(ANNA)]
    assert told == [("Ben", "here"), ("Dora", "gone"), ("Cleo", None)]
    assert [each.name for each in known.challenges.acquaintances(ANNA)] == ["Ben", "Dora", "Cleo"]
    known.follows.unfollow(ANNA, CLEO)
    assert known.follows.of(ANNA) == [DORA, BEN]


def test_who_cannot_be_followed(known, monkeypatch):
    known.blocks.block(BEN, ANNA)
    known.blocks.block(ANNA, CLEO)
    cases = ((ANNA, "yourself"), ("guest", "guests"), (BEN, "do not play together"), (CLEO, "do not play together"))
    for other, why in cases:
        with pytest.raises(NotOffered, match=why):
            known.follows.follow(ANNA, other)
    monkeypatch.setattr(known.follows, "_most", 1)
    known.follows.follow(BEN, DORA)
    with pytest.raises(NotOffered, match="you follow 1 people already"):
        known.follows.follow(BEN, CLEO)


def test_blocking_ends_following_both_ways(known):
    for one, other in ((BEN, CLEO), (CLEO, BEN), (BEN, DORA)):
        known.follows.follow(one, other)
    known.blocks.block(CLEO, BEN)
    assert (known.follows.of(BEN), known.follows.of(CLEO)) == ([DORA], [])


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
