"""A player's page without script: what others see of it, and that what is switched off is not sent."""

import re
from dataclasses import fields

import pytest

from fivefold.doors.web.pages.player import SHARED
from fivefold.house.people.accounts import Preferences
from fivefold.house.people.signing_in import Device
from fivefold.house.table.seating import MatchRequest
from tests.doors.web.reader import Reader
from tests.house.people import keep_accounts

pytestmark = pytest.mark.slow

ANNA, BEN = "anna567812345678", "ben5678123456789"


@pytest.fixture
def played(house):
    """Return the match that Anna won against Ben; both have accounts."""
    keep_accounts(house, {ANNA: "Anna", BEN: "Ben"})
    now = house.create(ANNA, MatchRequest("focus", {}, ("link",), begin="me"))
    now = house.sit(now.id, BEN)
    now = house.play(now.id, ANNA, now.number + 1, now.match.legal_moves()[0])
    return house.resign(now.id, BEN, now.number + 1)


@pytest.fixture
def signed_in(reader, house, played):
    """Return what makes a reader who is signed in to an account."""

    def sign_in(person):
        made = Reader(reader.app, person)
        session = house.signing_in.admit(person, Device("Firefox on Linux", "192.0.2.1")).session
        made.cookies.set("guest", reader.app.state.visitors.cookie(session))
        return made

    return sign_in


def words(page):
    return page.one("main")["words"]


def test_a_stranger_sees_results_opponents_and_recent_games(reader, played):
    page = reader.open("/players/Anna")
    for told in ("1 finished game", "1 won", "Moving first", "Won by resignation", "Most played against"):
        assert told in words(page), told
    assert page.all("a", href="/players/Ben") and page.all("a", href=f"/matches/{played.id}")
    assert "What others see" not in words(page) and ANNA not in page.text


def test_what_is_switched_off_is_gone_for_others_and_there_for_oneself(reader, signed_in):
    anna, shown = signed_in(ANNA), {"public_games": "Recent games", "public_opponents": "Most played against"}
    for key, told in shown.items():
        page = anna.open("/players/Anna")
        anna.fill(page, "/account/shown", **{name: "yes" for name in SHARED if name != key}, **{key: ""})
        assert told not in words(reader.open("/players/Anna")) and told in words(anna.open("/players/Anna"))


def test_a_page_that_is_private_tells_the_name_alone(reader, signed_in, house):
    anna = signed_in(ANNA)
    anna.fill(anna.open("/players/Anna"), "/account/shown", **dict.fromkeys(SHARED, ""))
    unknown, private = (reader.get(f"/players/{name}") for name in ("Annb", "Anna"))  # to a stranger it is not there
    assert private.status_code == 404 and _same(private, "Anna") == _same(unknown, "Annb")
    page = signed_in(BEN).open("/players/Anna")
    assert "Anna keeps this page private" in words(page) and not page.all("a", href="/players/Ben")
    view = house.histories.player(house.accounts.by_name("Anna"), BEN, "here")
    kept = {name: getattr(view, name) for name in ("since", "presence", "records", "recent", "favourites")}
    assert kept == dict.fromkeys(kept) and not view.shows_ratings


def _same(answer, name):
    return re.sub(r'nonce[-="][^"\';]*', "", answer.text.replace(name, "NAME"))


def test_everything_that_can_be_kept_back_is_a_choice_of_a_person():
    assert set(SHARED) <= {field.name for field in fields(Preferences)}


def test_only_somebody_with_an_account_chooses_what_others_see(anna):
    assert anna.post("/account/shown", data={}).status_code == 404


def test_nobody_of_a_name_gets_a_friendly_page(reader):
    assert "Nobody here is called Nemo" in reader.open("/players/Nemo", status=404).text


def test_a_former_name_leads_to_the_page(signed_in, house):
    house.rename(ANNA, "Annabel")
    page = signed_in(BEN).open("/players/Anna")
    assert page.path == "/players/Annabel" and "Annabel" in words(page)


def test_blocking_is_a_button_that_turns_round(signed_in, house):
    ben = signed_in(BEN)
    page = ben.fill(ben.open("/players/Anna"), "/players/Anna/block")
    assert house.blocks.blocked(ANNA, BEN) and "You block Anna" in words(page)
    ben.fill(page, "/players/Anna/unblock")
    assert not house.blocks.blocked(ANNA, BEN)


def test_following_is_a_button_that_turns_round_and_nobody_else_sees_it(signed_in, house):
    ben = signed_in(BEN)
    page = ben.fill(ben.open("/players/Anna"), "/players/Anna/follow")
    assert house.follows.of(BEN) == [ANNA] and "Following" in words(page)
    assert "Follow" not in words(signed_in(ANNA).open("/players/Anna"))
    ben.fill(page, "/players/Anna/unfollow")
    assert house.follows.of(BEN) == []


def test_a_challenge_leads_to_the_form_with_the_name_in_it(signed_in):
    ben = signed_in(BEN)
    link = next(
        a["attrs"]["href"] for a in ben.open("/players/Anna").all("a") if a["attrs"]["href"].startswith("/new/f")
    )
    form = ben.open(link)
    assert form.one("input", id="to")["attrs"]["value"] == "Anna"
    assert not ben.open("/players/Ben").all("a", href=link.replace("Anna", "Ben"))


def test_todays_deal_opens_for_others_only_once_its_day_is_over(reader, house, played):
    now = house.daily.begin("focus", ANNA)
    house.resign(now.id, ANNA, now.number + 1)
    page = reader.open("/players/Anna")
    assert "Lost by resignation" in words(page) and now.id not in page.text


def test_what_goes_on_is_not_on_the_page(reader, house, played):
    now = house.create(ANNA, MatchRequest("focus", {}, ("link",), begin="me"))
    assert now.id not in reader.open("/players/Anna").text


def test_a_guests_name_with_markup_in_it_stays_a_name(reader, house, played):
    now = house.create(ANNA, MatchRequest("focus", {}, ("link",), begin="me"))
    now = house.sit(now.id, "c" * 16, name="<b>Cleo</b>")
    house.resign(now.id, ANNA, now.number + 1)
    page = reader.open("/players/Anna")
    assert "<b>Cleo" not in page.text and "&lt;b&gt;Cleo" in page.text
