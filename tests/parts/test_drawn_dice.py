import re
from xml.etree import ElementTree

from tests.quick import in_turn

from fivefold.parts import drawn_dice

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
