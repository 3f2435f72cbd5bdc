"""Challenges by page and form, and an invitation as a QR code."""

import pytest

from fivefold.house.notices import news_words
from fivefold.house.notices.news import Note
from fivefold.house.people.signing_in import CHEAP, Passwords

pytestmark = pytest.mark.slow

PAGE = {"Accept": "text/html"}


@pytest.fixture(autouse=True)
def cheap_passwords(house):
    house.signing_in.passwords = Passwords(CHEAP)


@pytest.fixture
def asked(anna, bert):
    """Annabel has asked Benedict to play."""
    for person, name in ((anna, "Annabel"), (bert, "Benedict")):
        person.post("/sign-up", data={"name": name, "password": "a long enough phrase"}, headers=PAGE)
    return anna.begin("focus", who="name", to="Benedict")["match"]


def challenge_of(person):
    shown = person.get("/challenges", headers=PAGE).text
    return shown.split('data-challenge="', 1)[1].split('"', 1)[0]


@pytest.mark.slow
def test_a_challenge_is_declined_by_form_with_a_word(asked, anna, bert):
    number = challenge_of(bert)
    too_long = bert.post(f"/challenges/{number}/decline", data={"word": "x" * 141}, headers=PAGE)
    assert too_long.status_code == 422 and "x" * 141 in too_long.text
    assert anna.post(f"/challenges/{number}/accept").status_code == 403
    assert bert.post(f"/challenges/{number}/decline", data={"word": "<i>later</i>"}).status_code == 200
    shown = anna.get("/challenges", headers=PAGE).text
    assert "&lt;i&gt;later" in shown and "<i>later" not in shown
    assert bert.person_id not in shown and anna.person_id not in shown


def test_both_sides_of_a_challenge_read_what_it_waits_for(asked, anna, bert, stranger):
    table = f"/matches/{asked}"
    hers = anna.get(table, headers=PAGE).text
    assert "Benedict has been asked." in hers and "invite-link" not in hers and "Send this link" not in hers
    strangers = stranger.get(table, headers=PAGE).text
    assert "Annabel challenges Benedict to Focus" in strangers and "The seat is kept for Benedict" in strangers
    assert f'action="{table}/seats"' not in strangers
    refused = stranger.post(f"{table}/seats")
    assert refused.status_code == 409 and "kept for Benedict" in refused.text
    his = bert.get("/games/mine", headers=PAGE).text
    number = challenge_of(bert)
    for answer in ("accept", "decline"):
        assert f'action="/challenges/{number}/{answer}"' in his


def test_news_of_a_challenge_says_where_it_is_answered(asked, bert, house):
    told = news_words.item(house, Note(bert.person_id, "challenge", asked))
    assert told["challenge"] == f"/challenges/{challenge_of(bert)}" and told["title"] == "Annabel challenges you"


@pytest.mark.slow
def test_a_challenge_is_accepted_or_its_maker_blocked(asked, anna, bert, house):
    number = challenge_of(bert)
    assert bert.post(f"/challenges/{number}/accept").json() == {"path": f"/matches/{asked}"}
    assert bert.post(f"/challenges/{number}/block").status_code == 409
    seat = anna.see(asked)["yours"][0]
    assert bert.post(f"/matches/{asked}/block", data={"seat": seat}).status_code == 200
    assert house.blocks.blocked(anna.person_id, bert.person_id)


@pytest.mark.slow
def test_a_name_that_nobody_has_is_said_beside_the_field_and_kept(asked, anna):
    fields = {"other-1": "link", "who": "name", "to": "Nobody here"}
    refused = anna.post("/new/focus", data=fields, headers=PAGE)
    assert refused.status_code == 422
    assert 'value="Nobody here"' in refused.text and "nobody has an account of this name" in refused.text


def test_a_tables_link_is_a_qr_code(anna):
    mine = anna.begin("focus")["match"]
    code = anna.get(f"/matches/{mine}/qr.svg")
    assert code.headers["content-type"].startswith("image/svg+xml") and 'fill="#fff"' in code.text
    assert anna.get("/matches/nonsense/qr.svg").status_code == 404
