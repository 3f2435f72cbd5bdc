"""Examples made of cards, such as five that make a hand, as small pictures."""

from collections.abc import Iterable, Sequence
from typing import Final

from markupsafe import Markup

from fivefold.doors.web.pages.page_parts import as_markup
from fivefold.parts import drawn_cards, svg
from fivefold.parts.words import card_name, card_text

STEP: Final = drawn_cards.WIDTH + 8
MARGIN: Final = 4.0
"""For a card's shadow."""

Cards = Sequence[int]


def shapes(examples: Iterable[Cards]) -> Markup:
    """Return the shapes that the pictures of these examples use, once for a page; empty where there are no cards."""
    used = sorted({card for example in examples for card in example})
    faces = "".join(svg.element("g", drawn_cards.short_face(card), id=_shape(card)) for card in used)
    if not used:
        return Markup("")
    inside = svg.element("defs", drawn_cards.SHORT_SHAPES, faces)
    return as_markup(svg.element("svg", inside, class_="fivefold shapes", aria_hidden="true"))


def picture(example: Cards) -> Markup:
    """Return the cards in a row; empty where there are none."""
    if not example:
        return Markup("")
    width, height = STEP * len(example) - 8 + 2 * MARGIN, drawn_cards.SHORT + 2 * MARGIN
    return as_markup(
        svg.element(
            "svg",
            *(_card(card, MARGIN + STEP * place) for place, card in enumerate(example)),
            viewBox=f"0 0 {svg.number(width)} {svg.number(height)}",
            class_="fivefold example-cards",
            role="img",
            aria_label=", ".join(card_name(card) for card in example),
        )
    )


def _card(card: int, x: float) -> str:
    """Return one card. Its colour is set here, since styles do not reach from here into the shapes."""
    return svg.use(_shape(card), x=x, y=MARGIN, class_=f"card {drawn_cards.suit_class(card)}")


def _shape(card: int) -> str:
    return f"example-{card_text(card)}"
