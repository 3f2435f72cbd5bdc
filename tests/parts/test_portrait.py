from itertools import product
from xml.etree import ElementTree

import pytest

from fivefold import games  # noqa: F401
from fivefold.parts import portrait
from fivefold.play.catalogue import find, keys

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
