"""What is on a picture: its elements by what they are called, and their words."""

from xml.etree.ElementTree import Element

SVG = "{http://www.w3.org/2000/svg}"


def node(tree: Element, identity: str) -> Element:
    return next(each for each in tree.iter() if each.get("id") == identity)


def classes(tree: Element, identity: str) -> list[str]:
    return node(tree, identity).get("class", "").split()


def named(tree: Element) -> dict[str, Element]:
    """Return the elements with an id that are drawn, by it."""
    shapes = {each for defs in tree.iter(f"{SVG}defs") for each in defs.iter()}
    return {each.attrib["id"]: each for each in tree.iter() if each.get("id") and each not in shapes}


def picks(tree: Element) -> dict[str, Element]:
    return {each.attrib["data-pick"]: each for each in tree.iter() if "data-pick" in each.attrib}


def labels(tree: Element) -> dict[str, str]:
    """Return what can be picked, with how it is called for who cannot see it."""
    return {name: each.get("aria-label", "") for name, each in picks(tree).items()}


def thing(tree: Element, name: str) -> Element:
    return next(each for each in tree.iter() if name in (each.get("data-pick"), each.get("data-thing")))


def words(tree: Element) -> list[str]:
    return [each.text or "" for each in tree.iter(f"{SVG}text")]
