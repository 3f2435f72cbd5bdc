"""Drawing parts shared by the games: elements, themes, cards.

Everything is text: an element is its markup, a picture is the markup of its elements inside one ``<svg>``. Colours are
CSS custom properties with a light, a dark and a high-contrast set, so that a picture fits its surroundings by itself;
``data-theme="light|dark"`` or ``data-contrast="more"`` on any element around it decides for it. The class
``four-colour`` around or on a picture gives every suit its own colour. All shapes are drawn as paths designed here, so
that a picture looks the same whatever fonts are installed; only words and numbers are text.
"""

from collections.abc import Iterator, Mapping
from html import escape as escape_html
from typing import Final

from fivefold.parts.words import SUITS

Attribute = str | int | float | None

CARD_WIDTH: Final = 92.0
CARD_HEIGHT: Final = 124.0
CARD_CORNER: Final = 11.0

SYSTEM_FONT: Final = "ui-sans-serif, system-ui, 'Segoe UI', 'Helvetica Neue', Arial, 'DejaVu Sans', sans-serif"


def escape(words: str) -> str:
    """Return words as they may stand inside an element or a quoted attribute."""
    return escape_html(words, quote=True)


def number(value: float) -> str:
    """Return a number with at most two decimals and no trailing zeros."""
    return f"{value:.2f}".rstrip("0").rstrip(".") if isinstance(value, float) else str(value)


def attribute_name(name: str) -> str:
    """Return an attribute's name from a keyword: ``class_`` is class, ``data_pick`` data-pick, ``viewBox`` stays."""
    return name.rstrip("_").replace("_", "-")


def element(tag: str, *children: str, **attributes: Attribute) -> str:
    """Return one element; children are markup, attributes are escaped, those that are ``None`` left out."""
    pairs = [(attribute_name(name), value) for name, value in attributes.items() if value is not None]
    opening = "".join(
        f' {name}="{escape(value) if isinstance(value, str) else number(value)}"' for name, value in pairs
    )
    return f"<{tag}{opening}>{''.join(children)}</{tag}>" if children else f"<{tag}{opening}/>"


def group(*children: str, **attributes: Attribute) -> str:
    """Return a ``<g>``; empty text for one without children."""
    return element("g", *children, **attributes) if any(children) else ""


def words(x: float, y: float, string: str, **attributes: Attribute) -> str:
    """Return a ``<text>``, its words escaped."""
    return element("text", escape(string), x=x, y=y, **attributes)


def rectangle(x: float, y: float, width: float, height: float, radius: float = 0, **attributes: Attribute) -> str:
    """Return a ``<rect>``, its corners rounded by ``radius``."""
    return element("rect", x=x, y=y, width=width, height=height, rx=radius or None, **attributes)


def circle(x: float, y: float, radius: float, **attributes: Attribute) -> str:
    """Return a ``<circle>``."""
    return element("circle", cx=x, cy=y, r=radius, **attributes)


def path(d: str, **attributes: Attribute) -> str:
    """Return a ``<path>``."""
    return element("path", d=d, **attributes)


def tooltip(string: str) -> str:
    """Return a ``<title>``: what a pointer at rest shows and a screen reader says of the element it stands in."""
    return element("title", escape(string))


def moved(x: float, y: float, scale: float = 1, turn: float = 0) -> str:
    """Return a ``transform`` to a place, then scaled, then turned clockwise by degrees."""
    parts = [f"translate({number(x)} {number(y)})"]
    if scale != 1:
        parts.append(f"scale({number(float(scale))})")
    if turn:
        parts.append(f"rotate({number(float(turn))})")
    return " ".join(parts)


def picture(
    width: float,
    height: float,
    *children: str,
    title: str,
    description: str,
    style: str,
    classes: str = "",
    role: str = "group",
) -> str:
    """Return a complete SVG of this size in drawing units; it scales to whatever room it is given.

    ``title`` and ``description`` are words for people who hear the picture. ``style`` is CSS, its selectors beginning
    with one of ``classes`` or ``.fivefold``: in a page the rules would otherwise reach beyond the picture. ``role`` is
    ``group`` for a picture with things to pick, ``img`` for one to look at.
    """
    return element(
        "svg",
        element("title", escape(title)),
        element("desc", escape(description)),
        element("style", style),
        *children,
        xmlns="http://www.w3.org/2000/svg",
        viewBox=f"0 0 {number(width)} {number(height)}",
        role=role,
        class_=f"fivefold {classes}".strip(),
        font_family=SYSTEM_FONT,
    )


# --- themes ----------------------------------------------------------------------------------------------------------

Tokens = Mapping[str, str]
"""CSS custom properties, without the two leading hyphens, and their values."""

LIGHT: Final[Tokens] = {
    "table": "#d5e0d8",
    "table-deep": "#c5d3ca",
    "ink": "#1d2b26",
    "ink-soft": "#51635b",
    "panel": "#f7f8f4",
    "card": "#fffefb",
    "card-lit": "#dcf5e8",
    "card-edge": "#c9cfc6",
    "shadow": "rgb(20 45 35 / .16)",
    "club": "#1b2026",
    "diamond": "#c8253a",
    "heart": "#c8253a",
    "spade": "#1b2026",
    "accent": "#0d7d5f",
    "accent-soft": "#b5e3d0",
    "warm": "#d9730d",
}
DARK: Final[Tokens] = {
    "table": "#15211d",
    "table-deep": "#1d2c27",
    "ink": "#e9efe9",
    "ink-soft": "#9fb2a8",
    "panel": "#20302a",
    "card": "#f1eee4",
    "card-lit": "#c9ecd6",
    "card-edge": "#0b1310",
    "shadow": "rgb(0 0 0 / .45)",
    "club": "#1b2026",
    "diamond": "#bf1f36",
    "heart": "#bf1f36",
    "spade": "#1b2026",
    "accent": "#4fd6a6",
    "accent-soft": "#2b6e57",
    "warm": "#ffab4a",
}
CONTRAST: Final[Tokens] = {
    "table": "#ffffff",
    "table-deep": "#c8c8c8",
    "ink": "#000000",
    "ink-soft": "#000000",
    "panel": "#ffffff",
    "card": "#ffffff",
    "card-lit": "#d0fbe8",
    "card-edge": "#000000",
    "shadow": "transparent",
    "club": "#000000",
    "diamond": "#b00020",
    "heart": "#b00020",
    "spade": "#000000",
    "accent": "#004d3a",
    "accent-soft": "#d0fbe8",
    "warm": "#8a4200",
}
FOUR_COLOURS: Final[Tokens] = {"club": "#18753a", "diamond": "#1c5fd4"}


def declared(tokens: Tokens) -> str:
    """Return tokens as CSS declarations."""
    return "".join(f"--{name}:{value};" for name, value in tokens.items())


def theme(light: Tokens, dark: Tokens, contrast: Tokens) -> str:
    """Return the CSS that sets the shared tokens and a game's own for every kind of surroundings."""
    plain, night = declared({**LIGHT, **light}), declared({**DARK, **dark})
    sharp = declared({**CONTRAST, **contrast})
    return (
        f".fivefold{{{plain}}}"
        f"@media (prefers-color-scheme:dark){{.fivefold{{{night}}}}}"
        f"[data-theme=light] .fivefold{{{plain}}}[data-theme=dark] .fivefold{{{night}}}"
        f"@media (prefers-contrast:more){{.fivefold,[data-theme] .fivefold{{{sharp}}}}}"
        f"[data-contrast=more] .fivefold.fivefold{{{sharp}}}"
        f".four-colour .fivefold.fivefold.fivefold,.fivefold.fivefold.fivefold.four-colour{{{declared(FOUR_COLOURS)}}}"
    )


# --- cards -----------------------------------------------------------------------------------------------------------

CLUB: Final = (
    "M0-14.5a6.9 6.9 0 0 1 5.6 10.9a6.9 6.9 0 1 1-3.9 12.2c.3 2.7 1.3 4.7 3.3 6.4h-10c2-1.7 3-3.7 3.3-6.4"
    "a6.9 6.9 0 1 1-3.9-12.2a6.9 6.9 0 0 1 5.6-10.9z"
)
DIAMOND: Final = "M0-15.5q4.6 8.3 11.6 15.5q-7 7.2-11.6 15.5q-4.6-8.3-11.6-15.5q7-7.2 11.6-15.5z"
HEART: Final = (
    "M0 14.5c-3.2-5-14-10.6-14-19.2c0-5.2 3.5-8.5 7.5-8.5c3 0 5.3 1.8 6.5 4.9c1.2-3.1 3.5-4.9 6.5-4.9"
    "c4 0 7.5 3.3 7.5 8.5c0 8.6-10.8 14.2-14 19.2z"
)
SPADE: Final = (
    "M0-15c3.4 5.6 13.6 10.6 13.6 18.6c0 4.7-3.2 7.5-6.8 7.5c-2.2 0-4-1-5.1-2.7c.3 2.7 1.3 4.9 3.3 6.6h-10"
    "c2-1.7 3-3.9 3.3-6.6c-1.1 1.7-2.9 2.7-5.1 2.7c-3.6 0-6.8-2.8-6.8-7.5c0-8 10.2-13 13.6-18.6z"
)
PIPS: Final = (CLUB, DIAMOND, HEART, SPADE)
"""Outlines by suit, centred on the origin, about 30 units high."""


def ring(x: float, y: float, rx: float, ry: float) -> str:
    """Return the path of an ellipse about (x, y)."""
    left = number(x - rx)
    return f"M{left} {number(y)}a{rx} {ry} 0 1 0 {number(2 * rx)} 0a{rx} {ry} 0 1 0 -{number(2 * rx)} 0"


FIGURES: Final = (
    "M1.2 30L10 0.6L18.8 30M4.6 20.6H15.4",
    "M2 8.6C2 3.6 5.4 0.6 10 0.6S18 3.6 18 8.2C18 12.2 15.6 14.8 12 18.6L2 29.4H18.6",
    "M2.6 0.8H17.2L9.2 11.6C15 11.6 18.6 15.2 18.6 20.5S14.9 29.4 9.8 29.4C5.6 29.4 2.6 27.2 1.4 23.8",
    "M14.2 30V0.8L1.4 21H19.2",
    "M16.8 0.8H4.8L3.4 13.4C5 11.8 7.4 10.9 10 10.9C15.2 10.9 18.6 14.8 18.6 20.1S15 29.4 9.8 29.4"
    "C5.8 29.4 2.8 27.5 1.6 24.2",
    ring(10, 20.7, 8.7, 8.7) + "M14 0.6L3 16",
    "M1.8 0.8H18.4L7.6 30",
    ring(10, 7.7, 7.1, 7.1) + ring(10, 21.8, 8.4, 7.6),
    ring(10, 9.3, 8.7, 8.7) + "M6 29.4L17 14",
    "M-3.4 5.6L2.2 0.8V30" + ring(15.4, 15, 7.2, 14.4),
    "M15.4 0.6V20.6C15.4 26.4 12.6 29.4 8.4 29.4S1.8 26.8 1.4 22.6",
    ring(10, 15, 9.2, 14.4) + "M11.6 21.6L19.2 31",
    "M2.6 0V30M18 0.6L2.8 18.2M8 12.4L18.8 30",
)
"""Ranks A 2 … K as strokes in a box 20 wide and 30 high; the ten is wider and reaches from -4 to 23."""

CROWNS: Final[Mapping[int, str]] = {
    10: "M-12 9C-9 1-11.5-4.5-19-4C-16-12.5-4.5-13-0-3.5C4.5-13 16-12.5 19-4C11.5-4.5 9 1 12 9Z",
    11: "M-12.5 9L-17-4.5L-7.5 1L0-10L7.5 1L17-4.5L12.5 9Z",
    12: "M-13.5 9V-4L-6.5 1.5L0-7.5L6.5 1.5L13.5-4V9ZM0-14.5V-7.5M-3.4-11.4H3.4",
}
"""The motifs of jack, queen and king, about the origin: cap with bells, coronet with pearls, crown with a cross."""

JEWELS: Final[Mapping[int, tuple[tuple[float, float], ...]]] = {
    10: ((-19, -1.2), (19, -1.2), (0, 4)),
    11: ((-17, -7), (0, -12.5), (17, -7)),
    12: ((-13.5, -6.5), (13.5, -6.5)),
}

CARD_STYLE: Final = (
    ".fivefold .suit-c{--suit:var(--club)}.fivefold .suit-d{--suit:var(--diamond)}"
    ".fivefold .suit-h{--suit:var(--heart)}.fivefold .suit-s{--suit:var(--spade)}"
    ".fivefold .card-shadow{fill:var(--shadow)}"
    ".fivefold .card-face{fill:var(--card);stroke:var(--card-edge);stroke-width:1}"
    ".fivefold .figure{fill:none;stroke:var(--suit);stroke-width:5;stroke-linecap:round;stroke-linejoin:round}"
    ".fivefold .pip{fill:var(--suit)}"
    ".fivefold .crown{fill:var(--suit);fill-opacity:.16;stroke:var(--suit)}"
    ".fivefold .crown{stroke-width:2.6;stroke-linecap:round;stroke-linejoin:round}"
    ".fivefold .card-back{fill:var(--back,#33524a)}.fivefold .card-weave{fill:none;stroke:#fff;stroke-opacity:.35}"
)
"""What cards need in a picture's style, after its theme."""


def pip(suit: int, x: float, y: float, height: float) -> str:
    """Return one suit mark, centred on (x, y)."""
    return path(PIPS[suit], class_="pip", transform=moved(x, y, height / 30))


def figure(rank: int, x: float, y: float, height: float) -> str:
    """Return a rank's letter or number, its box's upper left corner at (x, y)."""
    return path(FIGURES[rank], class_="figure", transform=moved(x, y, height / 30))


def crown(rank: int, x: float, y: float, scale: float = 1) -> str:
    """Return a court card's motif about (x, y), 24 units high at ``scale`` 1; empty for other ranks."""
    if rank not in CROWNS:
        return ""
    jewels = [circle(jewel_x, jewel_y, 2.6, class_="pip") for jewel_x, jewel_y in JEWELS[rank]]
    return group(path(CROWNS[rank], class_="crown"), *jewels, transform=moved(x, y, scale))


def card_shape(classes: str = "card-face", spread: float = 0) -> str:
    """Return a card's outline at the origin, larger on every side by ``spread``."""
    return rectangle(
        -spread, -spread, CARD_WIDTH + 2 * spread, CARD_HEIGHT + 2 * spread, CARD_CORNER + spread, class_=classes
    )


def card_shadow() -> str:
    """Return a card's soft shadow, to be drawn before it."""
    return rectangle(-1, 1.5, CARD_WIDTH + 2, CARD_HEIGHT + 2.5, CARD_CORNER + 1, class_="card-shadow") + rectangle(
        0.5, 3, CARD_WIDTH - 1, CARD_HEIGHT + 3, CARD_CORNER, class_="card-shadow"
    )


def card_index(card: int) -> str:
    """Return the large rank and small suit at a card's upper edge."""
    rank, suit = divmod(card, 4)
    left = 15.5 if rank == 9 else 11.5
    return figure(rank, left, 11, 34) + pip(suit, CARD_WIDTH - 22, 28, 30)


def card_centre(card: int, y: float = 80) -> str:
    """Return what fills a card's middle, about height ``y``: a court card's motif, a large suit, larger on an ace."""
    rank, suit = divmod(card, 4)
    middle = CARD_WIDTH / 2
    if rank in CROWNS:
        return crown(rank, middle, y + 2, 1.35)
    return pip(suit, middle, y, 46 if rank == 0 else 36)


def card_face(card: int, centre: float | None = 80) -> str:
    """Return a card face up at the origin, ``CARD_WIDTH`` by ``CARD_HEIGHT``.

    ``centre`` is the height of the large suit's middle; ``None`` leaves it out, where something lies on the card.
    """
    drawn = [card_shadow(), card_shape(), card_index(card)]
    if centre is not None:
        drawn.append(card_centre(card, centre))
    return group(*drawn, class_=f"card {suit_class(card)}")


def suit_class(card: int) -> str:
    """Return the class that gives an element its card's suit colour."""
    return f"suit-{SUITS[card % 4]}"


def card_back() -> str:
    """Return a card face down at the origin."""
    return card_shadow() + card_shape("card-back") + card_weave()


def card_weave() -> str:
    """Return the pattern of a card's back: lozenges inside a frame."""
    inset, step = 7, 13
    right, bottom = CARD_WIDTH - inset, CARD_HEIGHT - inset
    frame = rectangle(inset, inset, right - inset, bottom - inset, 6, class_="card-weave")
    return frame + path("".join(lozenges(inset, right, bottom, step)), class_="card-weave")


def lozenges(low: float, right: float, bottom: float, step: float) -> Iterator[str]:
    """Yield the slanting lines of a weave, cut at the frame from (low, low) to (right, bottom)."""
    width, height = right - low, bottom - low
    offset = step
    while offset < width + height:
        start, rise = max(0.0, offset - height), min(offset, height)
        run = min(width, offset) - start
        yield f"M{number(low + start)} {number(low + rise)}l{number(run)} {number(-run)}"
        yield f"M{number(right - start)} {number(low + rise)}l{number(-run)} {number(-run)}"
        offset += step
