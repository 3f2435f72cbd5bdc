"""The terms of a help page: where each is explained, and links from its mentions to the explanation.

A term is a heading of the second or third level, or bold words at the start of a paragraph, list item or table cell
that explains them: ``**Touch.** The first card …``, ``**steal**: a card …``, ``| **full house** | 10 |``.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import groupby
from typing import Final

from markdown_it.token import Token
from markupsafe import Markup, escape

HEADINGS: Final = ("h2", "h3")
AROUND: Final = {"list_item_open": "list_item_close", "tr_open": "tr_close", "paragraph_open": "paragraph_close"}
"""The tokens that open and close a block around a term in bold; the innermost last."""
ARTICLE: Final = re.compile("(?:the|an?) ", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Term:
    """Words with an explanation."""

    words: str
    """In lower case, singular or plural as in the heading."""
    anchor: str
    first: int
    last: int
    """The tokens of the explanation, in which the words are not linked."""
    heading: bool

    def explains(self, place: int) -> bool:
        """Tell whether a token is part of the explanation."""
        return self.first <= place <= self.last


def anchor_of(title: str) -> str:
    """Return the anchor of a title: ``steal-and-plant`` for ``Steal and plant``."""
    return "-".join("".join(letter if letter.isalnum() else " " for letter in title.lower()).split())


def collect(tokens: Sequence[Token]) -> tuple[Term, ...]:
    """Return the terms of a page in order, and set the id of each as the target of links.

    If words are explained several times, the first heading counts, or else the first explanation.
    """
    found: dict[str, Term] = {}
    for term, holder in (*_headings(tokens), *_definitions(tokens)):
        if term.anchor not in found:
            found[term.anchor] = term
            holder.attrSet("id", term.anchor)
    return tuple(sorted(found.values(), key=lambda term: (term.first, -term.last)))


def _headings(tokens: Sequence[Token]) -> Iterator[tuple[Term, Token]]:
    for place, token in enumerate(tokens):
        if token.type == "heading_open" and token.tag in HEADINGS:
            title = tokens[place + 1].content
            after = range(place + 1, len(tokens))
            end = next(
                (n for n in after if tokens[n].type == "heading_open" and tokens[n].tag <= token.tag), len(tokens)
            )
            yield Term(title.lower(), anchor_of(title), place, end - 1, True), token


def _definitions(tokens: Sequence[Token]) -> Iterator[tuple[Term, Token]]:
    for place, token in enumerate(tokens):
        words, holder = _bold_beginning(token)
        if holder is not None and tokens[place - 1].type in ("paragraph_open", "td_open"):
            first, last = _surrounding_block(tokens, place)
            yield Term(ARTICLE.sub("", words.lower(), count=1), anchor_of(words), first, last, False), holder


def _bold_beginning(token: Token) -> tuple[str, Token | None]:
    """Return the bold words at the start of a text that explains them, and the token for their id."""
    children = [child for child in token.children or () if child.type != "text" or child.content]
    if len(children) < 3 or [child.type for child in children[:3]] != ["strong_open", "text", "strong_close"]:
        return "", None
    words, rest = children[1].content, children[3].content if len(children) > 3 else ""
    if len(children) > 3 and not words.endswith((".", ":")) and not rest.startswith(":"):
        return "", None
    return words.rstrip(".:"), children[0]


def _surrounding_block(tokens: Sequence[Token], place: int) -> tuple[int, int]:
    """Return the first and last token of the list item, table row or paragraph around a token."""
    for opening, closing in AROUND.items():
        begins = next((n for n in range(place, -1, -1) if tokens[n].type in (opening, closing)), -1)
        if begins >= 0 and tokens[begins].type == opening:
            return begins, next(n for n in range(place, len(tokens)) if tokens[n].type == closing)
    return place, place


# --- links -----------------------------------------------------------------------------------------------------------


def link_terms(tokens: Sequence[Token], terms: tuple[Term, ...], page: str = "") -> None:
    """Turn the first mention of every term in each text into a link, in place; not in headings, code, links, or the
    term's own explanation. ``page``: the path of the page with the terms, if it is another."""
    for place, token in enumerate(tokens):
        if token.type == "inline" and token.children and tokens[place - 1].type != "heading_open":
            token.children = list(_linked(token.children, place, terms, page))


def _linked(children: Sequence[Token], place: int, terms: tuple[Term, ...], page: str) -> Iterator[Token]:
    seen: set[str] = set()
    depth = 0
    for child in _joined(children):
        depth += {"link_open": 1, "link_close": -1}.get(child.type, 0)
        if child.type != "text" or depth:
            yield child
            continue
        for words, term in mentions(child.content, terms, place, seen):
            yield from _link(words, term, page) if term else [_text(words)]


def _joined(children: Sequence[Token]) -> Iterator[Token]:
    """Yield a text's parts, joining words across line breaks."""
    for is_words, several in groupby(children, lambda child: child.type in ("text", "softbreak")):
        if is_words:
            yield _text("".join("\n" if child.type == "softbreak" else child.content for child in several))
        else:
            yield from several


def _link(words: str, term: Term, page: str) -> list[Token]:
    href = f"{page}#{term.anchor}"
    return [
        Token("link_open", "a", 1, attrs={"href": href, "class": "term"}),
        _text(words),
        Token("link_close", "a", -1),
    ]


def _text(words: str) -> Token:
    return Token("text", "", 0, content=words)


def with_links(words: str, terms: tuple[Term, ...], place: int, page: str = "") -> Markup:
    """Return the plain words of the token at ``place`` as markup, with mentions as links."""
    parts = mentions(words, terms, place, set())
    link_to = Markup('<a href="{}#{}" class="term">{}</a>')
    return Markup("").join(link_to.format(page, term.anchor, part) if term else escape(part) for part, term in parts)


def mentions(words: str, terms: tuple[Term, ...], place: int, seen: set[str]) -> Iterator[tuple[str, Term | None]]:
    """Yield the words in pieces: a mention to link with its term, everything else with ``None``."""
    end = 0
    pattern = _pattern(terms)
    for found in pattern.finditer(words) if pattern else ():
        term = terms[int((found.lastgroup or "t0")[1:])]
        if term.anchor in seen or term.explains(place):
            continue
        seen.add(term.anchor)
        yield words[end : found.start()], None
        yield found[0], term
        end = found.end()
    yield words[end:], None


@lru_cache(maxsize=32)
def _pattern(terms: tuple[Term, ...]) -> re.Pattern[str] | None:
    """Return a pattern that finds any term, the longest first; the matching group is ``t`` and the term's index."""
    longest = sorted(range(len(terms)), key=lambda number: -len(terms[number].words))
    any_of = "|".join(f"(?P<t{number}>{_forms(terms[number].words)})" for number in longest)
    return re.compile(rf"(?<![\w-])(?:{any_of})(?![\w-])", re.IGNORECASE) if terms else None


def _forms(words: str) -> str:
    """Return a pattern for words, singular or plural, with any blanks between; for a single word its verb forms too."""
    *before, last = words.split()
    verb = "" if before else "|ed|ing"
    if last.endswith("s") and not last.endswith("ss"):
        form = f"{re.escape(last[:-1])}(?:s{verb})?"
    elif last.endswith("y") and last[-2:-1] not in "aeiou":
        form = f"{re.escape(last[:-1])}(?:y|ies)"
    else:
        form = f"{re.escape(last)}(?:e?s{verb})?"
    return r"\s+".join([*map(re.escape, before), form])
