"""Pictures and scripts agree on attributes: neither uses one that ``Picture`` does not declare."""

import inspect
import re

import pytest

from fivefold import Match
from fivefold.contract import ANYONE, TABLE, picture
from fivefold.doors.web.app import TEMPLATES
from fivefold.doors.web.pages import help_text
from fivefold.doors.web.static_files import SCRIPTS
from fivefold.play import catalogue

ATTRIBUTE = re.compile(r"\bdata-[a-z]+(?:-[a-z]+)*")
DECLARED = set(ATTRIBUTE.findall(inspect.getsource(picture)))
SET_UPS = [
    *((key, {}) for key in catalogue.keys()),  # noqa: SIM118  (no mapping)
    ("solitaire", {"mode": "race", "deal": "3", "move": "movable"}),
    ("solitaire", {"mode": "alternate"}),
]


def pictures(key, options):
    """Return the pictures of a short match, as whoever is to move sees it."""
    match = Match(key, seed=1, **options)
    drawn = [seen_by_mover(match)]
    for _ in range(6):
        match.play(match.legal_moves()[-1])
        drawn.append(seen_by_mover(match))
    return drawn


def seen_by_mover(match):
    return match.game.picture.draw(match.row, TABLE if match.to_move == ANYONE else match.to_move, {}).svg


@pytest.mark.parametrize(("key", "options"), SET_UPS)
def test_a_picture_has_no_attribute_that_is_not_declared(key, options):
    used = {name for drawn in pictures(key, options) for name in re.findall(r'\s(data-[a-z-]+)="', drawn)}
    assert {"data-pick", "data-thing"} <= used <= DECLARED


@pytest.mark.slow
@pytest.mark.parametrize(("key", "options"), SET_UPS)
def test_help_on_a_thing_leads_to_a_term_of_the_rules(key, options):
    anchors = {name for drawn in pictures(key, options) for name in re.findall(r'data-help="([^"]*)"', drawn)}
    assert anchors <= help_text.terms(catalogue.find(key)).keys()


def test_scripts_look_for_nothing_else_in_pictures():
    scripts = "".join(path.read_text() for path in SCRIPTS.glob("*.js"))
    of_pages = "".join(path.read_text() for path in [*TEMPLATES.glob("*.html"), *TEMPLATES.parent.glob("pages/*.py")])
    made = set(re.findall(r'setAttribute\("(data-[a-z-]+)"', scripts))
    assert set(ATTRIBUTE.findall(scripts)) <= DECLARED | set(ATTRIBUTE.findall(of_pages)) | made
