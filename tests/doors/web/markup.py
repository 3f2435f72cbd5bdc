"""Pages read as a browser would, strictly: every element closed where it should be, and what is on it."""

from collections import Counter
from html.parser import HTMLParser

VOID = {"area", "base", "br", "col", "hr", "img", "input", "link", "meta", "source", "wbr"}
LABELLED = {"input", "select", "textarea"}


class Element(dict):
    """An element of a page: itself and no other, however alike they are."""

    __eq__, __ne__, __hash__ = object.__eq__, object.__ne__, object.__hash__


class Page(HTMLParser):
    """The elements of a page in order, each with its attributes, its parents and its own words."""

    def __init__(self, text):
        super().__init__(convert_charrefs=True)
        self.text, self.elements, self.stack = text, [], []
        self.feed(text)
        self.close()
        assert not self.stack, f"never closed: {[element['tag'] for element in self.stack]}"

    def handle_starttag(self, tag, attrs):
        names = [name for name, _ in attrs]
        assert len(names) == len(set(names)), f"<{tag}> says something twice: {names}"
        element = Element(tag=tag, attrs=dict(attrs), words="", parents=list(self.stack))
        self.elements.append(element)
        if tag not in VOID:
            self.stack.append(element)

    def handle_startendtag(self, tag, attrs):
        self.handle_starttag(tag, attrs)
        if tag not in VOID:
            self.stack.pop()

    def handle_endtag(self, tag):
        assert self.stack, f"</{tag}> closes nothing"
        assert self.stack[-1]["tag"] == tag, f"</{tag}> closes <{self.stack[-1]['tag']}> at {self.getpos()}"
        self.stack.pop()

    def handle_data(self, data):
        for element in self.stack:
            element["words"] += data

    def all(self, tag, **attrs):
        wanted = {name.rstrip("_").replace("_", "-"): value for name, value in attrs.items()}
        return [e for e in self.elements if e["tag"] == tag and wanted.items() <= e["attrs"].items()]

    def one(self, tag, **attrs):
        found = self.all(tag, **attrs)
        assert len(found) == 1, f"{len(found)} of <{tag} {attrs}>"
        return found[0]

    def within(self, element, tag):
        return [e for e in self.elements if e["tag"] == tag and element in e["parents"]]

    def fields(self, form):
        """Return what a browser without script would send for a form, nothing changed in it."""
        sent = {}
        for element in self.elements:
            attrs = element["attrs"]
            if form not in element["parents"] or "name" not in attrs or "disabled" in attrs:
                continue
            if element["tag"] == "input" and attrs.get("type") in {"radio", "checkbox"} and "checked" not in attrs:
                continue
            if element["tag"] == "select":
                options = self.within(element, "option")
                chosen = next((o for o in options if "selected" in o["attrs"]), options[0])
                sent[attrs["name"]] = chosen["attrs"]["value"]
            elif element["tag"] == "textarea":
                sent[attrs["name"]] = element["words"]
            elif element["tag"] == "input" and attrs.get("type") != "file":
                sent[attrs["name"]] = attrs.get("value", "on")
        return sent


def complaints(page):
    """Return what is wrong with a page, whatever it is about."""
    found = []
    if len(page.all("h1")) != 1:
        found.append(f"{len(page.all('h1'))} main headings")
    if len(page.all("main")) != 1:
        found.append(f"{len(page.all('main'))} mains")
    if not page.one("html")["attrs"].get("lang"):
        found.append("no language")
    if len(titles := page.within(page.one("head"), "title")) != 1 or not titles[0]["words"].strip():
        found.append("no title")
    if not page.one("meta", name="description")["attrs"]["content"].strip():
        found.append("no description")
    if not any(e["attrs"].get("id") == "content" for e in page.elements):
        found.append("the skip link leads nowhere")
    own = [e["attrs"]["id"] for e in page.elements if "id" in e["attrs"] and not drawn(e)]
    found += [f"two elements are #{name}" for name, count in Counter(own).items() if count > 1]
    return found + element_complaints(page) + label_complaints(page)


def drawn(element):
    """Return whether an element is part of a picture; several pictures of a page may share names."""
    return any(parent["tag"] == "svg" for parent in element["parents"])


def element_complaints(page):
    found = []
    for element in page.elements:
        tag, attrs = element["tag"], element["attrs"]
        if "style" in attrs or any(name.startswith("on") for name in attrs):
            found.append(f"<{tag}> has a style or a script of its own: {attrs}")
        if tag == "style":
            found.append("a style sheet within the page")
        if tag == "script" and "src" not in attrs and attrs.get("type") != "application/json":
            found.append("a script within the page")
        if tag == "img" and "alt" not in attrs:
            found.append(f"a picture without words: {attrs}")
        if tag in {"a", "button"} and not (element["words"].strip() or attrs.get("aria-label")):
            found.append(f"<{tag}> says nothing: {attrs}")
    return found


def label_complaints(page):
    found = []
    for_ids = {e["attrs"].get("for") for e in page.all("label")}
    for element in page.elements:
        attrs = element["attrs"]
        if element["tag"] not in LABELLED or attrs.get("type") in {"hidden", "submit"} or "hidden" in attrs:
            continue
        inside = any(parent["tag"] == "label" for parent in element["parents"])
        if not (inside or attrs.get("id") in for_ids or attrs.get("aria-label")):
            found.append(f"<{element['tag']}> without a label: {attrs}")
    return found
