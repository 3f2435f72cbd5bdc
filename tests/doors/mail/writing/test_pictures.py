"""The pictures of letters, drawn."""

import io

import pytest
from PIL import Image

from fivefold.doors.mail.writing.match_letters import PICTURE_WIDTH, match_letter
from fivefold.doors.mail.writing.message import described, drawn_by, drawn_here
from fivefold.doors.web.share import Rasters
from fivefold.house.errors import Busy
from fivefold.raster.making import MOST_BYTES
from tests.doors.mail.writing.tables import ANNA, BEN, GAMES, begun, played
from tests.quick import landing


@pytest.mark.slow
@pytest.mark.parametrize("game", landing({"focus", "solitaire"}, GAMES))
def test_a_picture_is_sharp_and_not_too_large(house, game):
    now = played(house, begun(house, game), 9)
    (picture,) = match_letter(house, now.id, ANNA, 0).pictures
    drawn = drawn_here(picture.board, picture.width)
    assert drawn is not None
    assert Image.open(io.BytesIO(drawn.png)).width == 2 * PICTURE_WIDTH
    assert len(drawn.png) < MOST_BYTES / 1.5
    assert len(drawn.says) > 40


@pytest.mark.slow
def test_pictures_are_drawn_in_a_process_of_their_own(house):
    (picture,) = match_letter(house, begun(house, "focus").id, ANNA, 0).pictures
    rasters = Rasters()
    try:
        drawn = drawn_by(rasters.waited_for)(picture.board, picture.width)
    finally:
        rasters.close()
    assert drawn == drawn_here(picture.board, picture.width)


def test_what_a_picture_shows_tells_no_secret(house):
    now = played(house, begun(house, "pokeros"), 4)
    told = {person: described(match_letter(house, now.id, person, 0).pictures[0].board) for person in (ANNA, BEN)}
    assert told[ANNA] != told[BEN]
    assert "holds 3 cards" in told[ANNA]
    assert "holds 3 cards" in told[BEN]


def test_where_nothing_can_be_drawn_a_letter_goes_without(house):
    def busy(job):
        raise Busy("full")

    board = match_letter(house, begun(house, "focus").id, ANNA, 0).pictures[0].board
    assert drawn_by(busy)(board, 100) is None
    drawn = drawn_by(lambda job: b"png")(board, 100)
    assert drawn is not None
    assert drawn.png == b"png"
    assert "Row 1" in drawn.says
