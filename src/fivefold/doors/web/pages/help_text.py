"""A game's help page as HTML: its markdown, with its examples as boards to play on and its terms as links."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import Any, Final

from markdown_it import MarkdownIt
from markdown_it.token import Token
from markupsafe import Markup, escape

from fivefold.contract import Game
from fivefold.doors.web.pages import glossary, page_parts
from fivefold.doors.web.pages.glossary import Term
from fivefold.house.trial import Boards
from fivefold.play import catalogue

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


def source(game: Game) -> str:
    """Return the markdown of a game's help page."""
    return catalogue.help_text(game)


@cache
def page(game: Game) -> tuple[Markup, tuple[Section, ...]]:
    """Return the help page without its title, and its sections."""
    tokens, known = _parse(game)
    glossary.link_terms(tokens, known)
    sections = tuple(Section(title, glossary.anchor_of(title)) for title in _titles(tokens))
    return _render(game, tokens, known), sections


@cache
def turn_help(game: Game) -> Markup:
    """Return the section on what to do in a turn, to look up at the table."""
    tokens, known = _parse(game)
    glossary.link_terms(tokens, known, rules_page(game))
    return _render(game, [token for token in _turn_tokens(tokens) if token.info.strip() != FENCE])


@cache
def terms(game: Game) -> Mapping[str, Markup]:
    """Return a short explanation for the anchor of every section and every other term."""
    tokens, known = _parse(game)
    glossary.link_terms(tokens, known, rules_page(game))
    return {term.anchor: _render(game, _summary(tokens, term)) for term in known}


def rules_page(game: Game) -> str:
    """Return the path of a game's rules page."""
    return f"/rules/{game.key}"


def _parse(game: Game) -> tuple[list[Token], tuple[Term, ...]]:
    """Return the page as tokens, with ids but without its title, and its terms."""
    tokens = _without_title(_reader().parse(source(game)))
    for token in tokens:
        _narrow_columns(token)
    return tokens, glossary.collect(tokens)


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
    return cell.startswith("**") and glossary.anchor_of(cell) == term.anchor


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
            return try_board(game, example, glossary.with_links(example.caption, known, index))
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
    view = Boards().view(game.key, example.options, example.seed, example.moves)
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
