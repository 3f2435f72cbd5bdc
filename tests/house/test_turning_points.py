"""What computers say at turning points, worked out from what happened."""

from types import SimpleNamespace

import pytest

from fivefold.house.match_view.words import spoken
from fivefold.play.catalogue import find
from fivefold.play.match import Match

LOCUS = find("locus")
EARLY = 10
"""With the smallest grid each seat moves 15 times in a usual game: what happens in ten moves is too early."""


def table(*levels, game="locus", **options):
    match = Match(game, seed=1, options=options)
    seats = [SimpleNamespace(seat=seat, level=level) for seat, level in enumerate(levels)]
    return SimpleNamespace(match=match, seats=seats)


def events(*gains, before=EARLY):
    """Return moves of both seats in turn, none of the first ``before`` of which earns anything."""
    told = [(0, 0)] * before + [(gain, 0) if number % 2 == 0 else (0, gain) for number, gain in enumerate(gains)]
    return [SimpleNamespace(mover=number % 2, gains=gain) for number, gain in enumerate(told)]


@pytest.fixture
def now():
    return table(None, 1, grid="6x5")


def test_as_a_match_begins_a_computer_says_hello_for_four_moves(now):
    hello = LOCUS.personas[0].hello
    assert [spoken(now, events(before=made))[1] for made in range(6)] == [hello] * 4 + [""] * 2
    assert spoken(now, events())[0] == "", "a person says what they like"


def test_it_speaks_when_it_takes_the_lead_and_when_it_loses_it(now):
    dot = LOCUS.personas[0]
    said = [spoken(now, events(2, 5, 9, 1, 1)[: EARLY + made])[1] for made in range(1, 6)]
    assert said == ["", dot.ahead, dot.behind, dot.behind, dot.behind]


def test_it_says_each_once_a_match(now):
    dot = LOCUS.personas[0]
    course = events(2, 5, 9, 9, 0, 0, 0, 0, 9, 0)
    assert [spoken(now, course[: EARLY + made])[1] for made in (4, 6, 7, 10)] == [dot.behind, dot.behind, "", ""]


def test_in_the_first_third_it_says_nothing_of_the_lead(now):
    assert spoken(now, events(0, 5, 0, 0, before=4))[1] == ""


def test_whoever_was_never_ahead_loses_no_lead(now):
    assert spoken(now, events(5, 0))[1] == ""


def test_of_two_computers_only_the_one_that_moved_speaks():
    now, ahead = table(3, 1, grid="6x5"), [LOCUS.personas[2].ahead, LOCUS.personas[0].ahead]
    assert spoken(now, events(2, 5)) == ahead, "and nobody complains"


@pytest.mark.parametrize("key", ["locus", "focus", "dice_poker", "pokeros", "solitaire"])
def test_every_character_has_a_short_word_for_both(key):
    words = [word for persona in find(key).personas for word in (persona.ahead, persona.behind)]
    assert all(5 <= len(word) <= 40 and word.endswith((".", "!", "?")) for word in words)
    assert len(set(words)) == 14
