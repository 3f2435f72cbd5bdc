"""The pictures of the README and the page of the opponents are the ones that would be drawn now."""

import io
import re
import runpy
from pathlib import Path
from xml.etree import ElementTree

import pytest
from PIL import Image, ImageChops, ImageStat

from fivefold.doors.web import share
from fivefold.play.catalogue import find, keys

ROOT = Path(__file__).parent.parent
AGAIN = "draw them again: make pictures"


def drawn():
    """Return the text of every file that `make pictures` writes, by its name."""
    program = runpy.run_path(str(ROOT / "docs" / "images" / "draw.py"))
    return {str(name): text for name, text in program["files"]()}


def test_every_picture_and_the_page_are_current():
    stale = [name for name, text in drawn().items() if (ROOT / name).read_text(encoding="utf-8") != text]
    assert stale == [], AGAIN


def test_no_picture_is_left_over():
    there = {str(path.relative_to(ROOT)) for path in (ROOT / "docs" / "images").rglob("*.svg")}
    assert there == {name for name in drawn() if name.endswith(".svg")}, AGAIN


@pytest.mark.slow
def test_pictures_for_lists_of_games_are_current():
    thumbnail = runpy.run_path(str(ROOT / "docs" / "images" / "draw.py"))["thumbnail"]
    for key in keys():
        shown, wanted = (Image.open(io.BytesIO(data)).convert("RGB") for data in (read(key), thumbnail(key)))
        # Not to the byte: how edges are smoothed may differ from one processor to another.
        assert max(ImageStat.Stat(ImageChops.difference(shown, wanted)).mean) < 1, AGAIN


def read(key):
    return (share.DRAWN / f"{key}.png").read_bytes()


def test_the_page_shows_every_opponent_beside_the_right_portrait():
    page = (ROOT / "docs" / "opponents.md").read_text(encoding="utf-8")
    rows = re.findall(r'^\| <img src="([^"]+)".*?> \| (\d) \| (.+?) \| (.+?) \|$', page, re.MULTILINE)
    personas = [(level, persona) for key in keys() for level, persona in enumerate(find(key).personas, start=1)]
    assert [(level, name, style) for _, level, name, style in rows] == [
        (str(level), persona.name, persona.style) for level, persona in personas
    ]
    for image, _, name, _ in rows:
        assert ElementTree.parse(ROOT / "docs" / image).getroot()[0].text == name


def test_the_readme_shows_pictures_that_are_there():
    images = re.findall(r'<img src="([^"]+)"', (ROOT / "README.md").read_text(encoding="utf-8"))
    assert images and all((ROOT / image).is_file() for image in images)
