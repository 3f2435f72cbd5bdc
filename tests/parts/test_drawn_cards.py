import re
from collections import Counter
from xml.etree import ElementTree

import pytest
from tests.quick import in_turn

from fivefold.parts import drawn_cards

SHAPES = set(re.findall(r' id="([^"]+)"', drawn_cards.SHAPES))


def uses(text: str) -> list[str]:
    return re.findall(r'href="#([^"]+)"', text)


def test_the_shapes_are_well_formed_and_have_their_own_names() -> None:
    shapes = list(ElementTree.fromstring(f"<defs>{drawn_cards.SHAPES}</defs>"))
    assert [shape.get("id") for shape in shapes if shape.get("id") is None] == []
    assert len(shapes) == len(SHAPES)


@in_turn("card", range(52))
def test_every_card_is_drawn_whole(card: int) -> None:
    rank, suit = "A23456789TJQK"[card // 4], "cdhs"[card % 4]
    for text in (drawn_cards.card_face(card), drawn_cards.card_face(card, None, name="mine")):
        assert f"suit-{suit}" in ElementTree.fromstring(text).get("class", "")
        assert uses(text)[:3] == ["sheet", f"ranks-{rank}", f"suits-{suit}"]
        assert set(uses(text)) <= SHAPES
        assert "nan" not in text and "None" not in text
    assert ElementTree.fromstring(drawn_cards.card_face(card, None, name="mine")).get("id") == "mine"


def test_cards_look_different_from_each_other() -> None:
    assert len({drawn_cards.card_face(card) for card in range(52)}) == 52
    assert len({drawn_cards.card_face(card, None) for card in range(52)}) == 52


def test_a_card_face_down_tells_nothing() -> None:
    assert uses(drawn_cards.card_back()) == ["reverse"]


def test_short_cards_are_drawn_whole_and_differ_wild_ones_too() -> None:
    shapes = set(re.findall(r' id="([^"]+)"', drawn_cards.SHORT_SHAPES))
    faces = [drawn_cards.short_face(card) for card in range(54)]
    assert len(set(faces)) == 54
    for card, text in enumerate(faces):
        suit = "w" if card >= drawn_cards.WILD else "cdhs"[card % 4]
        assert ElementTree.fromstring(text).get("class") == f"card suit-{suit}"
        assert uses(text)[0] == "short-sheet"
        assert set(uses(text)) <= shapes
    assert {"wild-1", "wild-2"} <= shapes
    assert uses(drawn_cards.short_back()) == ["short-reverse"]
    assert ElementTree.fromstring(drawn_cards.short_back("mine")).get("id") == "mine"


@in_turn("card", range(52))
def test_every_set_shows_a_cards_rank_and_suit_in_both_sizes(card: int) -> None:
    shapes = {each.get("id"): each for each in ElementTree.fromstring(f"<defs>{drawn_cards.SHORT_SHAPES}</defs>")}

    def seen(element: ElementTree.Element, shown: set[str]) -> Counter[str]:
        choice = re.match(r"var\(--(\w+),", element.get("display", ""))
        if choice and choice[1] not in shown:
            return Counter()
        used = shapes.get(element.get("href", "")[1:])
        inside = [*element, *([] if used is None else [used])]
        return sum((seen(each, shown) for each in inside), Counter([element.get("id", "")]))

    face = ElementTree.fromstring(drawn_cards.short_face(card))
    rank, suit = f"rank-{'A23456789TJQK'[card // 4]}", f"pip-{'cdhs'[card % 4]}"
    for size in ("normal", "larger"):
        modern, classic, plain = (seen(face, {kind, size}) for kind in ("modern", "classic", "plain"))
        assert (modern[rank], modern[suit]) == (plain[rank], plain[suit]) == (1, 1)
        assert (classic[rank], classic[suit]) == (2, 2 + (card // 4 + 1 if card < 40 else 0))


def test_a_small_rank_keeps_its_proportions() -> None:
    for rank in (0, 9):
        shape = re.search(rf'id="rank-{"AT"[rank == 9]}" d="[^"]+" transform="([^"]+)"', drawn_cards.SHAPES)
        assert shape is not None
        left, top, size = map(float, re.findall(r"[\d.]+", shape[1]))
        x, y, scale = map(float, re.findall(r"-?[\d.]+", drawn_cards.figure(rank, 29, 17.5, 19).split("transform=")[1]))
        assert (x + scale * left, y + scale * top) == pytest.approx((29, 17.5), abs=0.1)
        assert 30 * scale * size == pytest.approx(19, abs=0.3)


def test_the_weave_stays_inside_its_frame() -> None:
    lines = re.findall(r"M([\d.]+) ([\d.]+)l(-?[\d.]+) (-?[\d.]+)", drawn_cards.SHAPES)
    assert len(lines) > 20
    for x, y, run, rise in lines:
        for across, down in ((float(x), float(y)), (float(x) + float(run), float(y) + float(rise))):
            assert 6.9 <= across <= drawn_cards.WIDTH - 6.9
            assert 6.9 <= down <= drawn_cards.HEIGHT - 6.9
