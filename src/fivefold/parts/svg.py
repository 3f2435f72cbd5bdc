"""Drawing parts shared by the games: elements, pictures, themes, a second picture beside another on one page.

An element is text, its markup; a picture is a ``Drawing``: the markup of its elements with its size and words.
Colours are CSS custom properties with a light and a dark set and one of high contrast for each, so that a picture fits
its surroundings; ``data-theme="light|dark"`` or ``data-contrast="more"`` on any element around it decides for it. The
class ``four-colour`` around or on a picture gives every suit its own colour, ``data-board``, ``data-cards`` and
``data-figures`` around it choose others of each. All shapes are drawn as paths designed here, so that a picture looks
the same whatever fonts are installed; only words and numbers are text.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from html import escape as escape_html
from pathlib import Path
from typing import Final, NamedTuple
from xml.etree import ElementTree

Attribute = str | int | float | None
Things = tuple[str, ...]
"""Markup cut into what stays or changes as one: a thing in a state on a place is the same text in every picture. Each
begins with a tag, together they are the markup."""

SYSTEM_FONT: Final = "ui-sans-serif, system-ui, 'Segoe UI', 'Helvetica Neue', Arial, 'DejaVu Sans', sans-serif"


def escape(words: str) -> str:
    """Return words as they may stand inside an element or a quoted attribute."""
    return escape_html(words, quote=True)


def number(value: float) -> str:
    """Return a number with at most two decimals and no trailing zeros."""
    return f"{value:.2f}".rstrip("0").rstrip(".") if isinstance(value, float) else str(value)


def element(tag: str, *children: str, given: Attribute = "", **attributes: Attribute) -> str:
    """Return an element; children are markup, ``given`` too; keywords are attributes (``data_pick``: data-pick)."""
    opening = _opening(tag, given, attributes)
    return f"{opening}>{''.join(children)}</{tag}>" if children else f"{opening}/>"


def spread(tag: str, *children: str, **attributes: Attribute) -> Things:
    """Return an element as things: its opening tag, each child, its closing tag."""
    return (f"{_opening(tag, '', attributes)}>", *filter(None, children), f"</{tag}>")


def _opening(tag: str, given: Attribute, attributes: Mapping[str, Attribute]) -> str:
    opening = f"<{tag} {given}" if given else f"<{tag}"
    for name, value in attributes.items():
        if value is not None:
            said = escape(value) if isinstance(value, str) else number(value)
            opening += f' {name.rstrip("_").replace("_", "-")}="{said}"'
    return opening


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


def use(name: str, **attributes: Attribute) -> str:
    """Return a ``<use>`` of the shape with this id.

    What a shape leaves open, a fill or a custom property, it inherits from where it is used.
    """
    return element("use", href=f"#{name}", **attributes)


def tooltip(string: str) -> str:
    """Return a ``<title>``: what a pointer at rest shows and a screen reader says of the element it stands in."""
    return element("title", escape(string))


def named(name: str, said: str, pickable: bool) -> str:
    """Return the attributes of a thing of a board: its name for the page, and in words for people who hear it."""
    what = f'data-pick="{name}" role="button" tabindex="-1"' if pickable else f'data-thing="{name}" role="img"'
    return f'{what} aria-label="{escape(said)}"'


def ring(x: float, y: float, rx: float, ry: float) -> str:
    """Return the path of an ellipse about (x, y)."""
    left = number(x - rx)
    return f"M{left} {number(y)}a{rx} {ry} 0 1 0 {number(2 * rx)} 0a{rx} {ry} 0 1 0 -{number(2 * rx)} 0"


def moved(x: float, y: float, scale: float = 1, turn: float = 0) -> str:
    """Return a ``transform`` to a place, then scaled, then turned clockwise by degrees."""
    parts = [f"translate({number(x)} {number(y)})"]
    if scale != 1:
        parts.append(f"scale({number(float(scale))})")
    if turn:
        parts.append(f"rotate({number(float(turn))})")
    return " ".join(parts)


class Markup(str):
    """The markup of a picture, which knows the things that it is made of."""

    __slots__ = ("things",)
    things: Things

    @classmethod
    def of(cls, things: Things) -> "Markup":
        """Return what these things are together."""
        found = cls("".join(things))
        found.things = things
        return found


@dataclass(frozen=True, slots=True)
class Drawing:
    """A picture as data: its size in drawing units, its words, its style and the markup of what is on it."""

    width: float
    height: float
    title: str
    """What it shows, for people who hear it."""
    description: str
    style: str
    """Its CSS; empty on a page that has loaded it already."""
    shapes: str
    """Markup of elements with an id each, drawn only where they are used."""
    content: Things
    """What is drawn."""
    classes: str = ""
    role: str = "group"
    """``group`` for a picture with things to pick, ``img`` for one to look at."""

    @property
    def svg(self) -> Markup:
        """The complete SVG; it scales to whatever room it is given."""
        things = spread(
            "svg",
            element("title", escape(self.title)),
            element("desc", escape(self.description)),
            element("style", self.style) if self.style else "",
            element("defs", self.shapes) if self.shapes else "",
            *self.content,
            xmlns="http://www.w3.org/2000/svg",
            viewBox=f"0 0 {number(self.width)} {number(self.height)}",
            role=self.role,
            class_=f"fivefold {self.classes}".strip(),
            font_family=SYSTEM_FONT,
        )
        return Markup.of(things)

    def within(self, side: float) -> str:
        """Return the complete SVG as large as fits into a square of so many pixels."""
        scale = side / max(self.width, self.height)
        size = f'width="{number(round(self.width * scale))}" height="{number(round(self.height * scale))}"'
        return self.svg.replace("<svg ", f"<svg {size} ", 1)


def picture(
    width: float,
    height: float,
    *children: str,
    title: str,
    description: str,
    style: str,
    shapes: str = "",
    classes: str = "",
    role: str = "group",
) -> Drawing:
    """Return a drawing of this size in drawing units, its children things.

    ``title`` and ``description`` are words for people who hear the picture. ``style`` is CSS, its selectors beginning
    with one of ``classes`` or ``.fivefold``: in a page the rules would otherwise reach beyond the picture. ``shapes``
    are elements with an id each, drawn only where they are used; several pictures of a page may bring the same.
    """
    content = tuple(filter(None, children))
    return Drawing(width, height, title, description, style, shapes, content, classes, role)


def icon(size: float, drawn: str, classes: str) -> str:
    """Return a small square picture about the origin, hidden from those who hear the page: words stand beside it."""
    half = number(-size / 2)
    return element(
        "svg",
        drawn,
        xmlns="http://www.w3.org/2000/svg",
        viewBox=f"{half} {half} {number(size)} {number(size)}",
        class_=f"fivefold {classes}",
        aria_hidden="true",
    )


# --- themes ----------------------------------------------------------------------------------------------------------

Tokens = Mapping[str, str]
"""CSS custom properties, without the two leading hyphens, and their values."""

TOKEN_BLOCK: Final = re.compile(r"^(light|dark|contrast|contrast-dark) \{\n(.*?)^\}\n", re.MULTILINE | re.DOTALL)
TOKEN: Final = re.compile(r"^  --([\w-]+): (.*);$", re.MULTILINE)
COMMENT: Final = re.compile(r"/\*.*?\*/", re.DOTALL)


class GameLook(NamedTuple):
    """The looks of a game's pictures: its own tokens in each kind of surroundings, and its rules."""

    light: Tokens
    dark: Tokens
    contrast: Tokens
    contrast_dark: Tokens
    rules: str

    def style(self, scope: str) -> str:
        """Return the CSS for pictures with the class ``scope``."""
        return theme(scope, *self[:4]) + self.rules


def stored_look(module: str) -> GameLook:
    """Return the looks in ``style.css`` beside a game's module, by its ``__file__``.

    A file begins with blocks of tokens: ``light``, what is different in ``dark`` and in ``contrast``, and what differs
    from that in ``contrast-dark``.
    """
    text = Path(module).with_name("style.css").read_text(encoding="utf-8")
    blocks = {block[1]: dict(TOKEN.findall(block[2])) for block in TOKEN_BLOCK.finditer(text)}
    light, sharp = blocks["light"], blocks["contrast"]
    contrast = {**sharp, **light, **sharp}
    rules = COMMENT.sub("", TOKEN_BLOCK.sub("", text)).replace("\n", "")
    return GameLook(light, {**light, **blocks["dark"]}, contrast, {**contrast, **blocks["contrast-dark"]}, rules)


LIGHT, DARK, CONTRAST, CONTRAST_DARK, RULES = stored_look(__file__)
"""The tokens and rules that all pictures share."""


def declared(tokens: Tokens) -> str:
    """Return tokens as CSS declarations."""
    return "".join(f"--{name}:{value};" for name, value in tokens.items())


def seat_classes(scope: str, name: str) -> str:
    """Return the classes of an element that has the colour of a seat's pieces."""
    return f"fivefold {scope} pieces-{name}"


def theme(scope: str, light: Tokens, dark: Tokens, contrast: Tokens, contrast_dark: Tokens) -> str:
    """Return the CSS that sets the shared tokens on every picture, and a game's own on those with the class ``scope``.

    A page may so show pictures of several games beside each other.
    """
    shared = _surroundings(".fivefold", LIGHT, DARK, CONTRAST, CONTRAST_DARK)
    return shared + _surroundings(f".fivefold.{scope}", light, dark, contrast, contrast_dark) + RULES


def _surroundings(picture: str, light: Tokens, dark: Tokens, contrast: Tokens, contrast_dark: Tokens) -> str:
    """Return the CSS that sets tokens on what a selector finds, for every kind of surroundings.

    Each layer has what differs from those beneath, and selectors that weigh no less: the order decides between equals.
    """
    night = declared(_differing(dark, light))
    sharp = declared({**_differing(contrast, light), **_differing(contrast, {**light, **dark})})
    sharp_night = declared(_differing({**contrast, **contrast_dark}, {**light, **contrast}))
    here, more = f"{picture}.fivefold", "(prefers-contrast:more)"
    return (
        f"{picture}{{{declared(light)}}}"
        f"@media (prefers-color-scheme:dark){{{picture}:not([data-theme=light] *){{{night}}}}}"
        f"[data-theme=dark] {picture}{{{night}}}"
        f"@media {more}{{{here}{{{sharp}}}}}"
        f"[data-contrast=more] {here}{{{sharp}}}"
        f"@media {more} and (prefers-color-scheme:dark){{{here}:not([data-theme=light] *){{{sharp_night}}}}}"
        f"@media {more}{{[data-theme=dark] {here}{{{sharp_night}}}}}"
        f"@media (prefers-color-scheme:dark){{[data-contrast=more] {here}:not([data-theme=light] *){{{sharp_night}}}}}"
        f"[data-contrast=more] {here}:is([data-theme=dark] *){{{sharp_night}}}"
    )


def _differing(tokens: Tokens, beneath: Tokens) -> Tokens:
    return {name: value for name, value in tokens.items() if beneath.get(name) != value}


PICKING: Final = ("data-pick", "data-keys", "tabindex", "aria-pressed")
"""Attributes of what can be picked."""
ID_ATTRIBUTES: Final = ("id", "aria-labelledby", "aria-describedby")


def second(drawing: Drawing, prefix: str) -> Drawing:
    """Return a drawing on which nothing can be picked and every id begins with ``prefix``."""
    shapes, content = (_separate(markup, prefix) for markup in (drawing.shapes, "".join(drawing.content)))
    return replace(drawing, shapes=shapes, content=(content,), role="img")


def _separate(markup: str, prefix: str) -> str:
    root = ElementTree.fromstring(f"<svg>{markup}</svg>")  # noqa: S314  (drawn by ourselves)
    for element in root.iter():
        _make_separate(element, prefix)
    return "".join(ElementTree.tostring(element, encoding="unicode") for element in root)


def _make_separate(element: ElementTree.Element, prefix: str) -> None:
    for name in PICKING:
        element.attrib.pop(name, None)
    if element.get("role") == "button":
        element.set("role", "img")
    for name, value in element.attrib.items():
        if name in ID_ATTRIBUTES:
            element.set(name, prefix + value)
        elif name == "href" or value.startswith("url(#"):
            element.set(name, value.replace("#", f"#{prefix}", 1))
