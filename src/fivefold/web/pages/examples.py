"""Examples of hands, five cards in text, as small pictures; what is no hand stays text."""

from collections.abc import Iterable
from typing import Final

from markupsafe import Markup, escape

from fivefold.parts import drawn_cards, svg
from fivefold.parts.words import card_from_text, card_name, card_text
from fivefold.web.pages.page_parts import drawn

STEP: Final = drawn_cards.WIDTH + 8
MARGIN: Final = 4.0
"""For a card's shadow."""


def cards(example: str) -> list[int] | None:
    """Return the cards of an example, ``None`` where it is something else."""
    try:
        return [card_from_text(each) for each in example.split()]
    except ValueError:
        return None


def shapes(examples: Iterable[str]) -> Markup:
    """Return what the pictures of these examples are made of, once for a page; empty where none is a hand."""
    used = sorted({card for example in examples for card in cards(example) or ()})
    faces = "".join(svg.element("g", drawn_cards.short_face(card), id=_name(card)) for card in used)
    if not used:
        return Markup("")
    inside = svg.element("defs", drawn_cards.SHORT_SHAPES, faces)
    return drawn(svg.element("svg", inside, class_="fivefold shapes", aria_hidden="true"))


def picture(example: str) -> Markup:
    """Return an example drawn, or its text."""
    found = cards(example)
    if not found:
        return escape(example)
    width, height = STEP * len(found) - 8 + 2 * MARGIN, drawn_cards.SHORT + 2 * MARGIN
    return drawn(
        svg.element(
            "svg",
            *(_card(card, MARGIN + STEP * place) for place, card in enumerate(found)),
            viewBox=f"0 0 {svg.number(width)} {svg.number(height)}",
            class_="fivefold example-cards",
            role="img",
            aria_label=", ".join(card_name(card) for card in found),
        )
    )


def _card(card: int, x: float) -> str:
    """Return one card; its colour is said where it is used, as styles do not reach from there to the shapes."""
    return svg.use(_name(card), x=x, y=MARGIN, class_=f"card {drawn_cards.suit_class(card)}")


def _name(card: int) -> str:
    return f"example-{card_text(card)}"
