import re
from itertools import product
from xml.etree import ElementTree

import pytest
from tests.quick import in_turn

from fivefold import games  # noqa: F401
from fivefold.parts import drawn_dice, portrait
from fivefold.play.catalogue import find, keys

SHAPES = list(ElementTree.fromstring(f"<defs>{drawn_dice.SHAPES}</defs>"))
NAMES = [shape.get("id") for shape in SHAPES]


def spots(shape: ElementTree.Element, ink: str) -> list[tuple[float, float]]:
    """Return where the points of a path in this ink are."""
    drawn = [node.get("d", "") for node in shape.iter("path") if node.get("stroke") == ink]
    return [(float(x), float(y)) for x, y in re.findall(r"M(-?[\d.]+) (-?[\d.]+)h", "".join(drawn))]


def test_every_face_has_a_name_of_its_own() -> None:
    assert len(SHAPES) == len(set(NAMES)) == 14
    assert {f"face-{face}" for face in range(7)} | {f"small-{face}" for face in range(7)} == set(NAMES)


@in_turn("face", range(7))
@in_turn("size", ["face", "small"])
def test_a_face_has_as_many_pips_as_it_shows(face: int, size: str) -> None:
    shape = SHAPES[NAMES.index(f"{size}-{face}")]
    pips = spots(shape, "var(--pip)")
    assert len(set(pips)) == len(pips) == face
    assert sorted((-x, -y) for x, y in pips) == sorted(pips), "turned by half it looks the same"


def test_pips_do_not_touch_each_other_or_the_edge() -> None:
    for shape in SHAPES:
        edge = max(float(node.get("width", 0)) for node in shape.iter("rect")) / 2
        pips = spots(shape, "var(--pip)")
        across = [
            float(node.get("stroke-width", 0)) for node in shape.iter("path") if node.get("stroke") == "var(--pip)"
        ]
        for place, (x, y) in enumerate(pips):
            assert max(abs(x), abs(y)) + across[0] / 2 < edge
            assert all(abs(x - right) + abs(y - low) > across[0] for right, low in pips[place + 1 :])


def test_a_die_tumbles_through_its_six_faces() -> None:
    assert drawn_dice.TUMBLING.split() == [drawn_dice.face_shape(face) for face in range(1, 7)]
    assert drawn_dice.face_shape(0) not in drawn_dice.TUMBLING.split(), "a die not rolled shows none of them"


def test_a_small_face_is_put_where_it_belongs() -> None:
    assert ElementTree.fromstring(drawn_dice.small(5, 20, 30)).attrib == {"href": "#small-5", "x": "20", "y": "30"}
    assert ElementTree.fromstring(drawn_dice.small(5, 20, 30, 0.5)).get("transform") == "translate(20 30) scale(0.5)"


PLAIN = {
    "face": "round",
    "skin": "#f2c9a0",
    "hair": "short",
    "hair_color": "#5b3a29",
    "eyes": "dots",
    "mouth": "smile",
    "wear": "none",
    "accent": "#2a9d8f",
    "background": "#cfe3f5",
}


def test_every_face_goes_with_every_other_feature() -> None:
    drawings = set()
    for face, feature in product(portrait.ALLOWED["face"], portrait.ALLOWED):
        for choice in portrait.ALLOWED[feature]:
            text = portrait.draw({**PLAIN, "face": face, feature: choice})
            assert ElementTree.fromstring(text).get("viewBox") == "0 0 120 120"
            drawings.add(text)
    assert len(drawings) > 7 * (6 + 5 + 3 + 6)


@pytest.mark.parametrize(
    ("feature", "choice", "says"),
    [
        ("face", "horse", "face 'horse': allowed are round, oval, square, fox, owl, cat, robot"),
        ("wear", "crowns", "wear 'crowns': allowed are none, cap, crown"),
        ("skin", "pink", "skin 'pink': a colour is written as # and six digits"),
        ("accent", '#12345"', "a colour is written"),
        ("beard", "long", "'beard' is no feature; allowed are face, hair"),
    ],
)
def test_unknown_features_are_named(feature: str, choice: str, says: str) -> None:
    with pytest.raises(ValueError) as caught:
        portrait.draw({**PLAIN, feature: choice})
    assert says in str(caught.value)


def test_a_missing_feature_is_named() -> None:
    with pytest.raises(ValueError, match="lacks 'mouth'"):
        portrait.draw({name: choice for name, choice in PLAIN.items() if name != "mouth"})


@pytest.mark.parametrize("amount", [-1, -0.5, 0, 0.5, 1])
def test_shades_are_colours(amount: float) -> None:
    assert portrait.COLOUR.fullmatch(portrait.shade("#0a80ff", amount))
    assert portrait.shade("#0a80ff", 0) == "#0a80ff"
    assert portrait.shade("#0a80ff", -1) == "#000000" and portrait.shade("#0a80ff", 1) == "#ffffff"


def test_every_persona_can_be_drawn_and_is_alone_in_its_looks() -> None:
    drawings = []
    for key in keys():
        for persona in find(key).personas:
            text = portrait.draw(persona.portrait, persona.name)
            assert ElementTree.fromstring(text)[0].text == persona.name
            drawings.append(portrait.draw(persona.portrait))
    assert len(set(drawings)) == len(drawings) >= 14
