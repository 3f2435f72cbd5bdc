"""A game's help page as HTML: its markdown, with positions to play drawn where it tells of them."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cache
from importlib import resources
from typing import Any, Final

from markdown_it import MarkdownIt
from markdown_it.token import Token
from markupsafe import Markup, escape

from fivefold.play.contract import Game
from fivefold.service import trial
from fivefold.web.pages import shown

FENCE: Final = "play"


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
    return (resources.files(f"fivefold.games.{game.key}") / "help.md").read_text(encoding="utf-8")


@cache
def page(game: Game) -> tuple[Markup, tuple[Section, ...]]:
    """Return the help page without its title, and its sections."""
    reader = _reader(game)
    tokens = _without_title(reader.parse(source(game)))
    sections = tuple(_anchored(tokens))
    return _rendered(reader, tokens), sections


@cache
def short(game: Game) -> Markup:
    """Return what to do in one's turn, the part a player wants to see again at the table."""
    reader = _reader(game)
    tokens = _without_title(reader.parse(source(game)))
    part = [token for token in _turn(tokens) if token.info.strip() != FENCE]
    for token in part:
        _narrow_columns(token)
    return _rendered(reader, part)


def _reader(game: Game) -> MarkdownIt:
    reader = MarkdownIt("commonmark", {"html": False}).enable("table")

    def draw_fence(renderer: Any, tokens: Sequence[Token], index: int, options: Any, env: Any) -> str:
        token = tokens[index]
        if token.info.strip() == FENCE:
            return board(game, Example.read(token.content))
        return f'<pre tabindex="0"><code>{escape(token.content)}</code></pre>\n'

    def open_table(renderer: Any, tokens: Sequence[Token], index: int, options: Any, env: Any) -> str:
        return '<div class="scrolls" tabindex="0" role="region" aria-label="Table"><table>\n'

    def close_table(renderer: Any, tokens: Sequence[Token], index: int, options: Any, env: Any) -> str:
        return "</table></div>\n"

    reader.add_render_rule("fence", draw_fence)
    reader.add_render_rule("table_open", open_table)
    reader.add_render_rule("table_close", close_table)
    return reader


def board(game: Game, example: Example) -> str:
    """Return a position to play with, its caption below."""
    view = trial.try_view(game.key, example.options, example.seed, example.moves)
    options = "&".join(f"{name}={value}" for name, value in example.options.items())
    picture = shown.drawn(view["picture"])
    return Markup(
        '<figure class="example"><div class="try-board felt {}" data-game="{}" data-seed="{}" data-options="{}"'
        ' data-moves="{}">{}</div><figcaption>{}</figcaption></figure>\n'
    ).format(
        shown.shape(view["picture"]), game.key, example.seed, options, " ".join(example.moves), picture, example.caption
    )


def _without_title(tokens: list[Token]) -> list[Token]:
    if tokens and tokens[0].type == "heading_open" and tokens[0].tag == "h1":
        return tokens[3:]
    return tokens


def _anchored(tokens: Sequence[Token]) -> list[Section]:
    """Give every heading of the second rank an id, and return them."""
    found = []
    for place, token in enumerate(tokens):
        if token.type == "heading_open":
            title = tokens[place + 1].content
            anchor = "-".join("".join(letter if letter.isalnum() else " " for letter in title.lower()).split())
            token.attrSet("id", anchor)
            if token.tag == "h2":
                found.append(Section(title, anchor))
        _narrow_columns(token)
    return found


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


def _rendered(reader: MarkdownIt, tokens: Sequence[Token]) -> Markup:
    html: str = reader.renderer.render(tokens, reader.options, {})
    return Markup(html)  # noqa: S704  (rendered with raw HTML off from a file of this package)
