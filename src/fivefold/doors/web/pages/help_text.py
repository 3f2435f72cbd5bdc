"""A game's help page as HTML: its markdown, with its examples as boards to play on and its terms as links."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache, lru_cache
from itertools import groupby
from typing import Any, Final

from markdown_it import MarkdownIt
from markdown_it.token import Token
from markupsafe import Markup, escape

from fivefold.contract import Game
from fivefold.doors.web.pages import page_parts
from fivefold.house.trial import Boards
from fivefold.play import catalogue
from fivefold.play.start import Start

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


def _anchor_of(title: str) -> str:
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
            yield Term(title.lower(), _anchor_of(title), place, end - 1, True), token


def _definitions(tokens: Sequence[Token]) -> Iterator[tuple[Term, Token]]:
    for place, token in enumerate(tokens):
        words, holder = _bold_beginning(token)
        if holder is not None and tokens[place - 1].type in ("paragraph_open", "td_open"):
            first, last = _surrounding_block(tokens, place)
            yield Term(ARTICLE.sub("", words.lower(), count=1), _anchor_of(words), first, last, False), holder


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
        for words, term in _mentions(child.content, terms, place, seen):
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
    parts = _mentions(words, terms, place, set())
    link_to = Markup('<a href="{}#{}" class="term">{}</a>')
    return Markup("").join(link_to.format(page, term.anchor, part) if term else escape(part) for part, term in parts)


def _mentions(words: str, terms: tuple[Term, ...], place: int, seen: set[str]) -> Iterator[tuple[str, Term | None]]:
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


FENCE: Final = "play"
TOLD_FIRST: Final = ("paragraph_open", "bullet_list_open", "ordered_list_open", "table_open")
"""Blocks that may stand for their section in short help."""


@dataclass(slots=True)
class Example:
    """A position to play with, from a fenced block of a help page with a word and its value on each line."""

    options: dict[str, str] = field(default_factory=dict)
    seed: int = 0
    moves: list[str] = field(default_factory=list)
    caption: str = ""

    @classmethod
    def read(cls, block: str) -> "Example":
        """Return the example in a block. Raises ``ValueError`` for an unknown line."""
        example = cls()
        for line in filter(None, map(str.strip, block.splitlines())):
            example._take(*line.partition(" ")[::2])
        return example

    def _take(self, word: str, value: str) -> None:
        match word:
            case "option":
                name, _, chosen = value.partition(" ")
                self.options[name] = chosen.strip()
            case "seed":
                self.seed = int(value)
            case "move":
                self.moves += value.split()
            case "caption":
                self.caption = f"{self.caption} {value}".strip()
            case _:
                raise ValueError(f"{word}: a play block has lines that begin with option, seed, move or caption")


@dataclass(frozen=True, slots=True)
class Section:
    """A heading of a page and its anchor."""

    title: str
    anchor: str


def _source(game: Game) -> str:
    return catalogue.help_text(game)


@cache
def page(game: Game) -> tuple[Markup, tuple[Section, ...]]:
    """Return the help page without its title, and its sections."""
    tokens, known = _parse(game)
    link_terms(tokens, known)
    sections = tuple(Section(title, _anchor_of(title)) for title in _titles(tokens))
    return _render(game, tokens, known), sections


@cache
def turn_help(game: Game) -> Markup:
    """Return the section on what to do in a turn, to look up at the table."""
    tokens, known = _parse(game)
    link_terms(tokens, known, _rules_page(game))
    return _render(game, [token for token in _turn_tokens(tokens) if token.info.strip() != FENCE])


@cache
def terms(game: Game) -> Mapping[str, Markup]:
    """Return a short explanation for the anchor of every section and every other term."""
    tokens, known = _parse(game)
    link_terms(tokens, known, _rules_page(game))
    return {term.anchor: _render(game, _summary(tokens, term)) for term in known}


def _rules_page(game: Game) -> str:
    return f"/rules/{game.key}"


def _parse(game: Game) -> tuple[list[Token], tuple[Term, ...]]:
    """Return the page as tokens, with ids but without its title, and its terms."""
    tokens = _without_title(_reader().parse(_source(game)))
    for token in tokens:
        _narrow_columns(token)
    return tokens, collect(tokens)


def _titles(tokens: Sequence[Token]) -> Iterator[str]:
    for place, token in enumerate(tokens):
        if token.type == "heading_open" and token.tag == "h2":
            yield tokens[place + 1].content


def _summary(tokens: Sequence[Token], term: Term) -> Sequence[Token]:
    """Return the tokens that explain a term in short: its paragraph, item or row, or the first block of its section."""
    part = tokens[term.first : term.last + 1]
    if not term.heading:
        return _line(tokens, term) if part[0].type == "tr_open" else _without_ids(part)
    start = next((n for n, token in enumerate(part) if token.type in TOLD_FIRST), len(part))
    closing = part[start].type.replace("open", "close") if start < len(part) else ""
    end = next((n for n in range(start, len(part)) if part[n].type == closing), len(part))
    return _without_ids(part[start : end + 1])


def _line(tokens: Sequence[Token], term: Term) -> list[Token]:
    """Return a table row as a paragraph: the term, then every other cell after its column heading."""
    cells = [token.content for token in tokens[term.first : term.last] if token.type == "inline"]
    start = max(place for place in range(term.first) if tokens[place].type == "table_open")
    heads = [token.content for token in tokens[start : term.first] if token.type == "inline"]
    said = [f"{head}: {cell}" for head, cell in zip(heads, cells, strict=False) if cell and not _names(cell, term)]
    name = next(cell for cell in cells if _names(cell, term))
    return _reader().parse(f"{name}. {', '.join(said)}.")


def _names(cell: str, term: Term) -> bool:
    """Tell whether a cell is the bold one that names a term."""
    return cell.startswith("**") and _anchor_of(cell) == term.anchor


def _without_ids(tokens: Sequence[Token]) -> Sequence[Token]:
    for token in tokens:
        for one in (token, *(token.children or ())):
            one.attrs.pop("id", None)
    return tokens


def _reader() -> MarkdownIt:
    return MarkdownIt("commonmark", {"html": False}).enable("table")


def _renderer(game: Game, known: tuple[Term, ...]) -> MarkdownIt:
    """Return a renderer that draws fences as boards, with the page's terms as links in the captions."""
    reader = _reader()

    def draw_fence(renderer: Any, tokens: Sequence[Token], index: int, options: Any, env: Any) -> str:
        token = tokens[index]
        if token.info.strip() == FENCE:
            example = Example.read(token.content)
            return try_board(game, example, with_links(example.caption, known, index))
        return f'<pre tabindex="0"><code>{escape(token.content)}</code></pre>\n'

    def open_table(renderer: Any, tokens: Sequence[Token], index: int, options: Any, env: Any) -> str:
        return '<div class="scrolls" tabindex="0" role="region" aria-label="Table"><table>\n'

    def close_table(renderer: Any, tokens: Sequence[Token], index: int, options: Any, env: Any) -> str:
        return "</table></div>\n"

    reader.add_render_rule("fence", draw_fence)
    reader.add_render_rule("table_open", open_table)
    reader.add_render_rule("table_close", close_table)
    return reader


def try_board(game: Game, example: Example, caption: Markup | None = None) -> str:
    """Return a board to play on, with its caption as plain words or, if given, as markup."""
    view = Boards().view(Start(game.key, example.options, example.seed, tuple(example.moves)))
    options = "&".join(f"{name}={value}" for name, value in example.options.items())
    picture = page_parts.as_markup(view["picture"])
    return Markup(
        '<figure class="example"><div class="try-board felt {}" data-game="{}" data-seed="{}" data-options="{}"'
        ' data-moves="{}">{}</div><figcaption>{}</figcaption></figure>\n'
    ).format(
        page_parts.ratio_class(view["size"]),
        game.key,
        example.seed,
        options,
        " ".join(example.moves),
        picture,
        example.caption if caption is None else caption,
    )


def _without_title(tokens: list[Token]) -> list[Token]:
    if tokens and tokens[0].type == "heading_open" and tokens[0].tag == "h1":
        return tokens[3:]
    return tokens


def _narrow_columns(token: Token) -> None:
    """Say a column's alignment by a class: style attributes are not allowed on our pages."""
    style = token.attrs.pop("style", None)
    if isinstance(style, str):
        token.attrSet("class", style.replace("text-align:", "align-"))


def _turn_tokens(tokens: Sequence[Token]) -> Sequence[Token]:
    """Return the section about one's turn, or else what stands before the first section."""
    heads = [place for place, token in enumerate(tokens) if token.type == "heading_open" and token.tag == "h2"]
    for head, end in zip(heads, [*heads[1:], len(tokens)], strict=True):
        if tokens[head + 1].content.lower() == "your turn":
            return tokens[head + 3 : end]
    return tokens[: heads[0]] if heads else tokens


def _render(game: Game, tokens: Sequence[Token], known: tuple[Term, ...] = ()) -> Markup:
    reader = _renderer(game, known)
    html: str = reader.renderer.render(tokens, reader.options, {})
    return Markup(html)  # noqa: S704  (rendered with raw HTML off from a file of this package)
