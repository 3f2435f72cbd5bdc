"""A drawing that stands beside another of the same game on one page: with ids of its own, and only to look at."""

from dataclasses import replace
from typing import Final
from xml.etree import ElementTree

from fivefold.parts.svg import Drawing

PICKING: Final = ("data-pick", "data-keys", "tabindex", "aria-pressed")
"""Attributes of what can be picked."""
ID_ATTRIBUTES: Final = ("id", "aria-labelledby", "aria-describedby")


def second(drawing: Drawing, prefix: str) -> Drawing:
    """Return a drawing on which nothing can be picked and every id begins with ``prefix``."""
    shapes, content = (_separate(markup, prefix) for markup in (drawing.shapes, drawing.content))
    return replace(drawing, shapes=shapes, content=content, role="img")


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
