"""What is shown of a match beyond its table: previews of links, pictures of positions, games in motion."""

import io
import re
import threading
import time

import pytest
from PIL import Image

from fivefold.doors.web import share
from fivefold.doors.web.share import Drawer, Rasters
from fivefold.house.errors import Busy
from fivefold.play.catalogue import find, keys
from fivefold.play.match import Match
from fivefold.raster import letters, making, posters, styled
from fivefold.raster.jobs import Board, Moving, Poster, SeatLine, Still
from tests.doors.web.conftest import PATIENCE, Person, create_app, wait_until
from tests.doors.web.pictures import facts
from tests.doors.web.test_accounts import sign_up
from tests.doors.web.test_result import over
from tests.house.cards import laid

pytestmark = pytest.mark.slow

PNG = b"\x89PNG\r\n\x1a\n"
HTML = {"Accept": "text/html"}


def told(job):
    """Stand in for a picture: the facts on it. What moves takes a while."""
    if isinstance(job, Moving):
        time.sleep(0.03)
    return facts(job)


@pytest.fixture
def app(app):
    app.state.rasters = Rasters(told)
    yield app
    app.state.rasters.close()


def tag(page, name):
    return re.search(rf'<meta (?:property|name)="{name}" content="([^"]*)">', page)[1]


# --- previews of links -----------------------------------------------------------------------------------------------


def test_an_invitation_tells_who_invites_to_what_and_which_seat_is_free(anna, stranger):
    anna.post("/name", data={"name": "Anna"})
    match = anna.begin("focus", **{"other-1": "link"})["match"]
    page = stranger.get(f"/matches/{match}", headers=HTML).text
    assert tag(page, "og:title") == "Anna invites you to Focus"
    assert tag(page, "og:description").startswith("1 free seat. Open the link to sit down")
    assert tag(page, "og:image").startswith("http://") and tag(page, "og:image").endswith(f"/matches/{match}/card.png")
    assert tag(page, "twitter:card") == "summary_large_image"
    card = stranger.get(f"/matches/{match}/card.png")
    assert card.headers["content-type"] == "image/png"
    assert "Anna invites you to Focus" in card.text and "Take your seat" in card.text and "Free seat" in card.text


def test_a_match_going_on_is_shown_anew_and_one_that_is_over_may_be_kept(anna, live, stranger):
    path = f"/matches/{live['match']}/card.png"
    before = stranger.get(path)
    assert before.headers["cache-control"] == "public, no-cache" and "against" in before.text
    tagged = {"If-None-Match": before.headers["etag"]}
    assert stranger.get(path, headers=tagged).status_code == 304
    assert anna.move(live).status_code == 200
    assert stranger.get(path, headers=tagged).status_code == 200
    anna.resign(live["match"])
    after = stranger.get(path)
    assert "max-age=86400" in after.headers["cache-control"] and "Bert wins" in after.text


@pytest.mark.parametrize(
    ("page", "image"),
    [
        ("/", "/cards/house.png"),
        ("/rules/focus", "/cards/focus.png"),
        ("/new/pokeros", "/cards/pokeros.png"),
        ("/days?day=2025-03-01", "/days/card.png?day=2025-03-01"),
        ("/about", "/cards/house.png"),
        ("/lobby", "/cards/lobby.png"),
    ],
)
def test_every_page_has_a_picture_that_there_is(stranger, page, image):
    found = stranger.get(page, headers=HTML)
    assert tag(found.text, "og:image").endswith(image) and tag(found.text, "og:title")
    assert stranger.get(image).status_code == 200


def test_an_error_has_no_preview_and_unknown_pictures_are_not_there(stranger):
    assert "og:image" not in stranger.get("/matches/nothing", headers=HTML).text
    for path in ("/cards/nothing.png", "/matches/nothing/card.png"):
        assert stranger.get(path).status_code == 404


def test_every_well_known_set_up_has_a_picture_of_its_own(stranger):
    presets = find("solitaire").setup.presets
    pictures = [stranger.get(f"/games/solitaire.png?preset={place}") for place in range(len(presets))]
    assert [picture.status_code for picture in pictures] == [200] * len(presets)
    assert len({picture.headers["etag"] for picture in pictures}) == len(presets)
    assert stranger.get(f"/games/solitaire.png?preset={len(presets)}").status_code == 404


def test_a_players_page_shows_what_a_stranger_may_see(anna, stranger):
    sign_up(anna, "Ottilie")
    page = stranger.get("/players/Ottilie", headers=HTML).text
    assert tag(page, "og:title") == "Ottilie" and tag(page, "og:image").endswith("/players/Ottilie/card.png")
    assert "Ottilie" in stranger.get("/players/Ottilie/card.png").text
    assert stranger.get("/players/Nobody/card.png").status_code == 404


# --- positions and games in motion -----------------------------------------------------------------------------------


def test_a_position_is_shown_as_it_was(anna):
    view = over(anna, moves=3, **{"other-1": "here"})
    path = f"/matches/{view['match']}/picture.png"
    first = view["ply"] - 2
    early, late = anna.get(f"{path}?ply={first}"), anna.get(path)
    assert "move 1" in early.text and "square=True" in early.text and early.text != late.text
    assert "square=False" in anna.get(f"{path}?wide=1").text
    assert anna.get(f"{path}?ply=999").status_code == 404
    assert late.headers["content-disposition"].startswith('inline; filename="locus-')


def test_a_game_in_motion_is_made_in_the_background(anna):
    view = over(anna, moves=4, **{"other-1": "here"})
    path, found = f"/matches/{view['match']}/animation.gif", []

    def there():
        found.append(anna.get(path))
        return found[-1].status_code == 200

    wait_until(there)
    assert found[0].status_code == 202 and found[0].json() == {"state": "making"}
    assert found[-1].headers["content-type"] == "image/gif" and found[-1].text.count("Poster(") == 5


def test_somebody_who_follows_a_link_waits_at_a_page(anna):
    view = over(anna, moves=2, **{"other-1": "here"})
    found = anna.get(f"/matches/{view['match']}/animation.gif", headers=HTML)
    assert found.status_code == 202 and "Making the animation" in found.text and 'http-equiv="refresh"' in found.text


def test_a_long_game_leaves_positions_out_evenly_and_ends_with_its_end(house):
    from fivefold.session import steps
    from fivefold.session.seats import PERSON, Seat

    match = Match("locus", seed=1)
    while match.outcome is None:
        match.make(match.legal()[0])
    seats = [Seat(seat, PERSON, "anna567abcdefghi", None, "", "") for seat in range(2)]
    snapshot = steps.open_table("long", match, seats)
    whole = share.frames(house.views, snapshot)
    assert len(whole) == sum(mover >= 0 for mover in match.movers) + 1
    most, share.MOST_FRAMES = share.MOST_FRAMES, 7
    try:
        some = share.frames(house.views, snapshot)
    finally:
        share.MOST_FRAMES = most
    assert len(some) == 7 and some[0] == whole[0] and some[-1] == whole[-1]


# --- the day's cards -------------------------------------------------------------------------------------------------


def test_a_deal_of_today_is_shown_without_its_cards(anna, stranger):
    answer = anna.post("/daily/solitaire", data={})
    match = answer.headers["location"].rpartition("/")[2] if answer.status_code == 303 else answer.json()["match"]
    card = stranger.get(f"/matches/{match}/card.png").text
    assert "Deal of the day" in card and "Board(" not in card
    for part in ("picture.png", "animation.gif"):
        assert stranger.get(f"/matches/{match}/{part}").status_code == 403
    mine = anna.get(f"/matches/{match}/picture.png")
    assert "Board(" in mine.text and mine.headers["cache-control"] == "private, no-cache"


def test_the_picture_of_a_day_has_ones_own_scores_and_no_card(anna, stranger, house):
    laid(house, house.daily.begin("solitaire", anna.person_id), anna.person_id)
    mine, other = anna.get("/days/card.png"), stranger.get("/days/card.png")
    assert "'0 of 500'" in mine.text and "'Poker Solitaire'" in mine.text and "'–'" in mine.text, (
        "the house still plays"
    )
    assert "one try each" in other.text and "Solitaire" not in other.text and "Board(" not in mine.text + other.text
    assert mine.headers["cache-control"] == "private, no-cache"


# --- limits ----------------------------------------------------------------------------------------------------------


def test_pictures_have_limits(house, opponents):
    app = create_app(house, opponents)
    app.state.rasters = Rasters(told)
    person = Person(app, "anna567abcdefghi")
    asked = [person.get("/cards/house.png").status_code for _ in range(31)]
    assert asked == [200] * 30 + [429]
    app.state.rasters.close()


def test_who_asks_for_too_many_at_a_time_is_told_to_come_back():
    may_end = threading.Event()
    drawer = Drawer(1, 2, lambda job: may_end.wait(60) and b"")
    with pytest.raises(Busy):
        for number in range(9):
            drawer.ask(number)
    may_end.set()
    drawer.close()


def test_a_picture_is_made_once_and_the_oldest_are_forgotten(monkeypatch):
    made = []
    monkeypatch.setattr(share, "KEPT_BYTES", 25)
    kept = Rasters(lambda job: made.append(job) or b"x" * 10)
    for job in ("one", "one", "two", "three", "one"):
        kept.moving(job)
        wait_until(lambda job=job: kept.moving(job) is not None)
    assert made == ["one", "two", "three", "one"]
    kept.close()


# --- drawing ---------------------------------------------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.parametrize("key", keys())
def test_what_is_drawn_needs_no_style_and_is_small(key):
    match, seats = Match(key, seed=3), 1 if key == "solitaire" else 2
    for _ in range(12):
        match.make(match.legal()[0])
    lines = tuple(SeatLine(seat, f"Player {seat}", "", "12") for seat in range(seats))
    poster = Poster("Anna wins 106–96", above="Move 12", boards=(Board(key, tuple(match.row), -1),), seats=lines)
    plain = styled.plain(posters.draw(poster))
    assert "var(" not in plain and "class=" not in plain and 'fill=""' not in plain
    drawn = making.make(Still(poster))
    assert drawn.startswith(PNG) and len(drawn) <= making.MOST_BYTES
    assert Image.open(io.BytesIO(drawn)).size == (1200, 630)


def test_a_name_that_our_letters_cannot_write_leaves_no_boxes():
    assert letters.readable("Anna 花子 😀") == "Anna  "
    assert letters.named("花子", "Red") == "Red" and letters.named("Жанна", "Red") == "Жанна"
    drawn = posters.draw(Poster("花子 wins 3–2", "Red wins 3–2", seats=(SeatLine(0, "花子", "Red"),)))
    assert "花" not in drawn and ">Red wins 3–2<" in drawn and ">Red<" in drawn


@pytest.mark.slow
def test_the_same_picture_is_the_same_bytes_for_every_process():
    poster = Poster("A title", big="22 November", below="Play it", pressed=True)
    assert making.make(Still(poster)) == making.make(Still(poster))


@pytest.mark.slow
def test_a_process_draws_a_game_in_motion_and_ends_with_nothing_to_do():
    boards = []
    match = Match("locus", seed=3)
    for _ in range(4):
        boards.append(Board("locus", tuple(match.row), -1))
        match.make(match.legal()[0])
    job = Moving(tuple(Poster("", boards=(board,), square=True) for board in boards))
    pictures = Rasters()
    wait_until(lambda: pictures.moving(job) is not None, PATIENCE)
    drawn = pictures.moving(job)
    pictures.close()
    shown = Image.open(io.BytesIO(drawn))
    assert shown.format == "GIF" and shown.n_frames == 4 and shown.size == (600, 600)
    assert len(drawn) < making.MOST_MOVING_BYTES


@pytest.mark.slow
def test_a_picture_that_cannot_be_drawn_is_an_error_and_the_next_one_is_drawn():
    drawer = Drawer(PATIENCE, 5)
    with pytest.raises(RuntimeError, match="could not be drawn"):
        drawer.ask(Still(Poster("", boards=(Board("focus", (), -1),)))).result(PATIENCE)
    assert drawer.ask(Still(Poster("A title"))).result(PATIENCE).startswith(PNG)
    drawer.close()
