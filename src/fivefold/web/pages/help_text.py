"""A game's help page as HTML: its markdown, with positions to play drawn where it tells of them, terms as links."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import Any, Final

from markdown_it import MarkdownIt
from markdown_it.token import Token
from markupsafe import Markup, escape

from fivefold.contract import Game
from fivefold.play import catalogue
from fivefold.service.trial import Boards
from fivefold.web.pages import glossary, page_parts
from fivefold.web.pages.glossary import Term

FENCE: Final = "play"
TOLD_FIRST: Final = ("paragraph_open", "bullet_list_open", "ordered_list_open", "table_open")
"""What a section may begin with to be told in short."""


@dataclass(slots=True)
class Example:
    """A position to play with, as a fenced block of a help page tells of it, a word and its value on each line."""

    options: dict[str, str] = field(default_factory=dict)
    seed: int = 0
    moves: list[str] = field(default_factory=list)
    caption: str = ""

    @classmethod
    def read(cls, block: str) -> "Example":
        """Return the example a block tells of. Raises ``ValueError`` for a line it does not know."""
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
    """A heading of a page and where it is."""

    title: str
    anchor: str


def source(game: Game) -> str:
    """Return a game's help page as it was written."""
    return catalogue.help_text(game)


@cache
def page(game: Game) -> tuple[Markup, tuple[Section, ...]]:
    """Return the help page without its title, and its sections."""
    tokens, known = _parsed(game)
    glossary.link(tokens, known)
    sections = tuple(Section(title, glossary.anchor_of(title)) for title in _titles(tokens))
    return _rendered(game, tokens, known), sections


@cache
def short(game: Game) -> Markup:
    """Return what to do in one's turn, the part a player wants to see again at the table."""
    tokens, known = _parsed(game)
    glossary.link(tokens, known, rules_page(game))
    return _rendered(game, [token for token in _turn(tokens) if token.info.strip() != FENCE])


@cache
def terms(game: Game) -> Mapping[str, Markup]:
    """Return, for the id of every section and of every other term, what it is, in short."""
    tokens, known = _parsed(game)
    glossary.link(tokens, known, rules_page(game))
    return {term.anchor: _rendered(game, _told(tokens, term)) for term in known}


def rules_page(game: Game) -> str:
    """Return the path of the page that a game's help is on."""
    return f"/rules/{game.key}"


def _parsed(game: Game) -> tuple[list[Token], tuple[Term, ...]]:
    """Return the page as tokens, with ids and without its title, and its terms."""
    tokens = _without_title(_reader().parse(source(game)))
    for token in tokens:
        _narrow_columns(token)
    return tokens, glossary.collect(tokens)


def _titles(tokens: Sequence[Token]) -> Iterator[str]:
    for place, token in enumerate(tokens):
        if token.type == "heading_open" and token.tag == "h2":
            yield tokens[place + 1].content


def _told(tokens: Sequence[Token], term: Term) -> Sequence[Token]:
    """Return the tokens that tell a term in short: its paragraph, item or line, or the first block of its section."""
    part = tokens[term.first : term.last + 1]
    if not term.heading:
        return _line(tokens, term) if part[0].type == "tr_open" else _without_ids(part)
    start = next((n for n, token in enumerate(part) if token.type in TOLD_FIRST), len(part))
    closing = part[start].type.replace("open", "close") if start < len(part) else ""
    end = next((n for n in range(start, len(part)) if part[n].type == closing), len(part))
    return _without_ids(part[start : end + 1])


def _line(tokens: Sequence[Token], term: Term) -> list[Token]:
    """Return a line of a table as a paragraph: the term, then every other cell after the heading of its column."""
    cells = [token.content for token in tokens[term.first : term.last] if token.type == "inline"]
    start = max(place for place in range(term.first) if tokens[place].type == "table_open")
    heads = [token.content for token in tokens[start : term.first] if token.type == "inline"]
    said = [f"{head}: {cell}" for head, cell in zip(heads, cells, strict=False) if cell and not _names(cell, term)]
    name = next(cell for cell in cells if _names(cell, term))
    return _reader().parse(f"{name}. {', '.join(said)}.")


def _names(cell: str, term: Term) -> bool:
    """Tell whether a cell is the one in bold that names a term."""
    return cell.startswith("**") and glossary.anchor_of(cell) == term.anchor


def _without_ids(tokens: Sequence[Token]) -> Sequence[Token]:
    for token in tokens:
        for one in (token, *(token.children or ())):
            one.attrs.pop("id", None)
    return tokens


def _reader() -> MarkdownIt:
    return MarkdownIt("commonmark", {"html": False}).enable("table")


def _renderer(game: Game, known: tuple[Term, ...]) -> MarkdownIt:
    """Return a reader whose fences are boards, with the page's terms as links in their captions."""
    reader = _reader()

    def draw_fence(renderer: Any, tokens: Sequence[Token], index: int, options: Any, env: Any) -> str:
        token = tokens[index]
        if token.info.strip() == FENCE:
            example = Example.read(token.content)
            return board(game, example, glossary.marked_up(example.caption, known, index))
        return f'<pre tabindex="0"><code>{escape(token.content)}</code></pre>\n'

    def open_table(renderer: Any, tokens: Sequence[Token], index: int, options: Any, env: Any) -> str:
        return '<div class="scrolls" tabindex="0" role="region" aria-label="Table"><table>\n'

    def close_table(renderer: Any, tokens: Sequence[Token], index: int, options: Any, env: Any) -> str:
        return "</table></div>\n"

    reader.add_render_rule("fence", draw_fence)
    reader.add_render_rule("table_open", open_table)
    reader.add_render_rule("table_close", close_table)
    return reader


def board(game: Game, example: Example, caption: Markup | None = None) -> str:
    """Return a position to play with, its caption below, as plain words unless it is given as markup."""
    view = Boards().view(game.key, example.options, example.seed, example.moves)
    options = "&".join(f"{name}={value}" for name, value in example.options.items())
    picture = page_parts.drawn(view["picture"])
    return Markup(
        '<figure class="example"><div class="try-board felt {}" data-game="{}" data-seed="{}" data-options="{}"'
        ' data-moves="{}">{}</div><figcaption>{}</figcaption></figure>\n'
    ).format(
        page_parts.shape(view["picture"]),
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


def _turn(tokens: Sequence[Token]) -> Sequence[Token]:
    """Return the section about one's turn, or else what stands before the first section."""
    heads = [place for place, token in enumerate(tokens) if token.type == "heading_open" and token.tag == "h2"]
    for head, end in zip(heads, [*heads[1:], len(tokens)], strict=True):
        if tokens[head + 1].content.lower() == "your turn":
            return tokens[head + 3 : end]
    return tokens[: heads[0]] if heads else tokens


def _rendered(game: Game, tokens: Sequence[Token], known: tuple[Term, ...] = ()) -> Markup:
    reader = _renderer(game, known)
    html: str = reader.renderer.render(tokens, reader.options, {})
    return Markup(html)  # noqa: S704  (rendered with raw HTML off from a file of this package)
