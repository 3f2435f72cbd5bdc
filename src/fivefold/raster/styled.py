"""A picture with its style worked out, for renderers that know no CSS custom properties.

Our pictures get their colours from custom properties, which elements inherit, also from where a shape is used. Here
each element gets what its classes mean as plain properties, in light colours; a shape is drawn once for every set of
values that it inherits.
"""

import re
from collections.abc import Callable, Iterator, Mapping
from functools import lru_cache
from typing import Any, Final, NamedTuple, cast
from xml.etree import ElementTree

import cssselect2
import tinycss2

SVG: Final = "{http://www.w3.org/2000/svg}"
VARIABLE: Final = re.compile(r"var\(\s*--([\w-]+)\s*(?:,\s*([^()]*))?\)")
ONLY_ON_PAGES: Final = frozenset({"cursor", "pointer-events", "outline", "font-variant-numeric", "transition"})
WRITTEN: Final = (f"{SVG}text", f"{SVG}tspan")
LENGTH: Final = re.compile(r"(-?[\d.]+)px")
RGB: Final = re.compile(r"rgb\(\s*([\d.]+)\s+([\d.]+)\s+([\d.]+)\s*/\s*([\d.]+)\s*\)")
MOVED: Final = re.compile(r"translate\(([-\d.]+)[ ,]([-\d.]+)\)(?: scale\(([\d.]+)\))?")

NAMED: Final = re.compile(r"#([a-zA-Z][\w-]*)")

Values = Mapping[str, str]
Declared = list[tuple[str, str]]
ElementTree.register_namespace("", SVG.strip("{}"))


def plain(svg: str, words: Callable[[str], str] = str) -> str:
    """Return an SVG with its style as plain properties of each element; ``words`` changes what is written in it."""
    return _Plain(ElementTree.fromstring(svg), words).text()  # noqa: S314  (our own pictures)


class Window(NamedTuple):
    """The part of a picture that can be seen, in the units of an element."""

    x: float
    y: float
    width: float
    height: float

    @classmethod
    def of(cls, given: ElementTree.Element, around: "Window") -> "Window":
        """Return what can be seen of what is in an element; turns are rare, and taken for none."""
        if given.tag == f"{SVG}svg" and given.get("viewBox") is None and given.get("width"):
            return cls(0, 0, float(given.get("width", 0)), float(given.get("height", 0)))
        if given.tag == f"{SVG}svg":
            return cls(*map(float, given.get("viewBox", "0 0 10000 10000").split()))
        moved = MOVED.match(given.get("transform", ""))
        if moved is None:
            return around
        scale = float(moved[3] or 1)
        left, top = (around.x - float(moved[1])) / scale, (around.y - float(moved[2])) / scale
        return cls(left, top, around.width / scale, around.height / scale)


NOWHERE: Final = Window(0, 0, 0, 0)


class _Plain:
    def __init__(self, root: ElementTree.Element, words: Callable[[str], str]) -> None:
        self.root, self.words = root, words
        self.matched = _matched(root)
        self.shapes = {shape.get("id", ""): shape for shape in root.iter() if shape.get("id")}
        self.wanted: dict[str, frozenset[str]] = {}
        self.made: dict[tuple[str, tuple[tuple[str, str], ...]], str] = {}
        self.defined = ElementTree.Element(f"{SVG}defs")

    def text(self) -> str:
        """Return the whole picture."""
        drawn = self.element(self.root, {}, NOWHERE)
        drawn.insert(0, self.defined)
        return ElementTree.tostring(drawn, encoding="unicode")

    def element(self, given: ElementTree.Element, inherited: Values, around: Window) -> ElementTree.Element:
        """Return a copy of an element and what is in it."""
        window = Window.of(given, around)
        declared = self.matched.get(given, [])
        values = _inherited(inherited, declared)
        kept = {name: said for name, said in given.attrib.items() if name not in ("class", "style")}
        made = ElementTree.Element(given.tag, kept)
        self.dress(made, declared, values)
        if given.tag == f"{SVG}use":
            made.set("href", f"#{self.shape(given.get('href', '#')[1:], values)}")
        if given.get("fill", "").startswith("url("):
            # A ground without end takes the renderer seconds.
            made.attrib.update({name: f"{each:g}" for name, each in window._asdict().items()})
        made.text = self.words(given.text) if given.text and given.tag in WRITTEN else given.text
        made.tail = given.tail
        made.extend(self.children(given, values, window))
        return made

    def children(self, given: ElementTree.Element, values: Values, window: Window) -> Iterator[ElementTree.Element]:
        """Yield what is drawn in an element."""
        for child in given:
            if child.tag == f"{SVG}defs":
                self.define(child, values)
            elif child.tag not in (f"{SVG}style", f"{SVG}title", f"{SVG}desc"):
                yield self.element(child, values, window)

    def define(self, shapes: ElementTree.Element, values: Values) -> None:
        """Keep what is neither drawn nor used, but named: a pattern to fill with."""
        self.defined.extend(self.element(shape, values, NOWHERE) for shape in shapes if shape.tag == f"{SVG}pattern")

    def dress(self, made: ElementTree.Element, declared: Declared, values: Values) -> None:
        """Give an element its plain properties."""
        said = {
            name: _resolved(value, values)
            for name, value in declared
            if not name.startswith("--") and name not in ONLY_ON_PAGES
        }
        moved = said.pop("transform", "")
        if moved:
            made.set("transform", _transform(moved))
        attributes = {name: _resolved(value, values) for name, value in made.attrib.items() if "var(" in value}
        made.attrib.update(attributes)
        if said:
            made.set("style", ";".join(f"{name}:{_known(name, value)}" for name, value in said.items() if value))

    def shape(self, name: str, values: Values) -> str:
        """Return the id of a shape as it looks where these values are inherited."""
        given = self.shapes[name]
        matter = tuple(sorted((each, values[each]) for each in self.asked(name) if each in values))
        known = self.made.get((name, matter))
        if known is None:
            known = self.made[name, matter] = f"shape-{len(self.made)}"
            drawn = self.element(given, values, NOWHERE)
            drawn.set("id", known)
            self.defined.append(drawn)
        return known

    def asked(self, name: str) -> frozenset[str]:
        """Return which custom properties matter to a shape."""
        if name not in self.wanted:
            self.wanted[name] = frozenset()
            self.wanted[name] = frozenset(self._asked(self.shapes[name]))
        return self.wanted[name]

    def _asked(self, shape: ElementTree.Element) -> Iterator[str]:
        for each in shape.iter():
            for said in (*each.attrib.values(), *(value for _, value in self.matched.get(each, []))):
                yield from (found[1] for found in VARIABLE.finditer(said))
            if each.tag == f"{SVG}use":
                yield from self.asked(each.get("href", "#")[1:])


def _inherited(above: Values, declared: Declared) -> Values:
    """Return the values of custom properties in an element."""
    own = {name[2:]: said for name, said in declared if name.startswith("--")}
    if not own:
        return above
    together = {**above, **own}
    return {**together, **{name: _resolved(said, together) for name, said in own.items()}}


def _resolved(said: str, values: Values) -> str:
    """Return a value without custom properties; empty where one is missing."""
    for _ in range(8):
        if "var(" not in said:
            return said
        said = VARIABLE.sub(lambda found: values.get(found[1], found[2] or ""), said)
    return ""


def _known(name: str, value: str) -> str:
    """Return a value as the renderer reads it."""
    if name == "font-weight" and value.isdecimal():
        return str(min(900, (int(value) + 50) // 100 * 100))
    return value


def _transform(said: str) -> str:
    """Return a CSS transform as an attribute."""
    return LENGTH.sub(r"\1", said).replace("translateY(", "translate(0,")


def _matched(root: ElementTree.Element) -> dict[ElementTree.Element, Declared]:
    """Return what the picture's rules say of each element."""
    rules = _rules("".join(style.text or "" for style in root.iter(f"{SVG}style")))
    found: dict[ElementTree.Element, Declared] = {}
    kinds: dict[ElementTree.Element, int] = {}
    for wrapped in cssselect2.ElementWrapper.from_xml_root(root).iter_subtree():
        element, parent = wrapped.etree_element, wrapped.parent
        above = kinds[parent.etree_element] if parent is not None else 0
        kinds[element] = rules.kind(element, above, wrapped.index == 0)
        found[element] = rules.of(wrapped, kinds[element])
    return found


class _Rules:
    """The rules of a style. What they say of a kind of element is worked out once: of pips there are hundreds."""

    def __init__(self, style: str) -> None:
        self._matcher = cssselect2.Matcher()
        self._named = frozenset(NAMED.findall(style))
        self._kinds: dict[tuple[object, ...], int] = {}
        self._known: dict[int, Declared] = {}
        for rule in tinycss2.parse_stylesheet(style, skip_comments=True, skip_whitespace=True):
            if rule.type == "qualified-rule":  # those within @media are for other surroundings than a light page
                self._add(rule)

    def _add(self, rule: Any) -> None:
        told = [
            (cast(str, each.name), RGB.sub(_as_hex, tinycss2.serialize(each.value).strip()))
            for each in tinycss2.parse_blocks_contents(rule.content)
            if each.type == "declaration"
        ]
        for selector in cssselect2.compile_selector_list(_still(tinycss2.serialize(rule.prelude))):
            self._matcher.add_selector(selector, told)

    def kind(self, element: ElementTree.Element, above: int, first: bool) -> int:
        """Return the kind of an element below one of the kind ``above``: no rule tells it from others of its kind."""
        name = element.get("id", "")
        known = name if name in self._named else ""
        key = (above, element.tag, element.get("class", ""), known, "data-pick" in element.attrib, first)
        return self._kinds.setdefault(key, len(self._kinds) + 1)

    def of(self, wrapped: Any, kind: int) -> Declared:
        """Return what the rules say of an element of this kind, the latest word on each property."""
        if kind not in self._known:
            told = (each for *_, declared in self._matcher.match(wrapped) for each in declared)
            self._known[kind] = list(dict(told).items())
        return self._known[kind]


@lru_cache(maxsize=16)
def _rules(style: str) -> _Rules:
    return _Rules(style)


def _still(selectors: str) -> str:
    """Return selectors with those states left out of lists that nothing in a still picture is in."""
    return re.sub(r",?:(active|focus-visible|hover)(?=[,)])", "", selectors)


def _as_hex(found: re.Match[str]) -> str:
    """Return a colour without parentheses, which would end those of ``var(…)`` around it."""
    red, green, blue, opacity = map(float, found.groups())
    return "#" + "".join(f"{round(each):02x}" for each in (red, green, blue, 255 * opacity))
