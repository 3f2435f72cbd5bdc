"""The one writer of reports: Markdown from templates, plots as SVG, and an HTML file that opens offline."""

import html
import os
import platform
import re
from collections.abc import Callable, Container, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from importlib.util import find_spec
from io import StringIO
from pathlib import Path
from typing import Any, Final, TypeAlias

from jinja2 import Environment, PackageLoader, StrictUndefined
from markdown_it import MarkdownIt

from fivefold.parts.words import counted, listed

NO_PLOT: Final = "The plot is left out: it needs matplotlib (pip install matplotlib)."
INK, LINE, FAINT = "#7a8290", "#2f8f83", "#7a829055"
"""Colours that can be read on white and on black."""
Axes: TypeAlias = Any
"""Matplotlib's: it is an extra that may be missing."""


def this_machine() -> str:
    """Return what is measured on, in words."""
    return f"Python {platform.python_version()} with {os.cpu_count()} processors"


def written(folder: Path, contents: Mapping[str, str]) -> list[Path]:
    """Write files of these names to a folder, which is made if it is missing; return them."""
    folder.mkdir(parents=True, exist_ok=True)
    for name, content in contents.items():
        (folder / name).write_text(content, encoding="utf-8")
    return [folder / name for name in contents]


# --- Markdown --------------------------------------------------------------------------------------------------------


NEWLINE: Final = "\r"
"""Ends the lines of a template, so that they can be told from line breaks in what is put into it."""
TEMPLATES: Final = Environment(  # noqa: S701  Markdown has no such escapes
    loader=PackageLoader("fivefold.lab"),
    newline_sequence=NEWLINE,
    trim_blocks=True,
    lstrip_blocks=True,
    keep_trailing_newline=True,
    undefined=StrictUndefined,
)


def page(template: str, macro: str = "page", **facts: Any) -> str:
    """Return what a macro of a template says as a page of Markdown, see ``say``."""
    return say(template, macro, **facts) + "\n"


def say(template: str, macro: str, *facts: Any, **named: Any) -> str:
    """Return what a macro says. Paragraphs stand between empty lines of the template; the lines of each are joined."""
    return _flowing(getattr(TEMPLATES.get_template(template).module, macro)(*facts, **named))


def _flowing(text: str) -> str:
    paragraphs = re.split(f"{NEWLINE}(?: *{NEWLINE})+", text)
    joined = (" ".join(filter(None, (line.strip(" ") for line in each.split(NEWLINE)))) for each in paragraphs)
    return "\n\n".join(filter(None, joined))


def table(columns: Sequence[str], rows: Iterable[Sequence[str]], align: str = "lr") -> str:
    """Return a table; ``align``: l or r for each column, the last of them for all that follow."""
    letters = align + align[-1] * (len(columns) - len(align))
    rule = "|".join("---" if letter == "l" else "--:" for letter in letters)
    lines = [f"| {' | '.join(columns)} |", f"|{rule}|", *(f"| {' | '.join(row)} |" for row in rows)]
    return "\n".join(lines)


def block(*lines: str) -> str:
    """Return lines as they stand in a terminal."""
    return "```\n" + "\n".join(line.strip() for line in lines) + "\n```"


def aligned(rows: Sequence[Sequence[str]], left: Sequence[int] = (0,)) -> list[str]:
    """Return lines of plain text in columns, those of ``left`` to the left and the others to the right."""
    widths = [max(len(row[place]) for row in rows) for place in range(len(rows[0]))]
    return ["  ".join(_padded(row, widths, left)).rstrip() for row in rows]


def _padded(row: Sequence[str], widths: Sequence[int], left: Sequence[int]) -> Iterator[str]:
    for place, (cell, width) in enumerate(zip(row, widths, strict=True)):
        yield cell.ljust(width) if place in left else cell.rjust(width)


def picture(name: str, caption: str, drawn: Container[str]) -> str:
    """Return a plot as a paragraph, empty unless it is drawn."""
    return f"![{caption}]({name})" if name in drawn else ""


TEMPLATES.globals |= {"block": block, "counted": counted, "listed": listed, "picture": picture, "table": table}
TEMPLATES.globals |= {"INTERVAL": "95 % interval", "NO_PLOT": NO_PLOT}


# --- plots -----------------------------------------------------------------------------------------------------------


def can_draw() -> bool:
    """Tell whether matplotlib is there."""
    return find_spec("matplotlib") is not None


@contextmanager
def drawing(height: float, width: float = 7.2, font_size: float = 11) -> Iterator[tuple[Any, Callable[[], str]]]:
    """Provide a figure of so many inches, and what returns it as SVG: the same bytes with the same matplotlib."""
    import matplotlib  # noqa: PLC0415  an extra that may be missing
    from matplotlib.backends.backend_svg import FigureCanvasSVG  # noqa: PLC0415
    from matplotlib.figure import Figure  # noqa: PLC0415

    style: Any = {
        "svg.hashsalt": "fivefold",
        "svg.fonttype": "none",
        "font.family": "sans-serif",
        "font.size": font_size,
    }
    with matplotlib.rc_context(style):
        figure = Figure(figsize=(width, height), layout="constrained")
        FigureCanvasSVG(figure)
        yield figure, lambda: _svg(figure)


def _svg(figure: Any) -> str:
    file = StringIO()
    figure.savefig(file, format="svg", transparent=True, metadata={"Date": None, "Creator": None})
    return file.getvalue()


def plain(axes: Axes, grid: str = "", title: str = "", across: str = "", up: str = "") -> None:
    """Take away what a plot can do without; ``grid``: x, y, both or none; and name its axes."""
    if title:
        axes.set_title(title, color=INK, loc="left", fontsize=12)
    if across:
        axes.set_xlabel(across, color=INK)
    if up:
        axes.set_ylabel(up, color=INK)
    if grid:
        axes.grid(axis=grid, color=FAINT, linewidth=0.8)
    axes.tick_params(colors=INK, length=0, which="both")
    for side in axes.spines.values():
        side.set_visible(False)


# --- HTML ------------------------------------------------------------------------------------------------------------

PICTURE: Final = re.compile(r'<p><img src="([^"]*)" alt="([^"]*)"[^>]*></p>')
DECLARATIONS: Final = re.compile(r"<\?xml[^>]*\?>|<!DOCTYPE[^>]*>|<metadata>.*?</metadata>", re.DOTALL)


def html_report(markdown: str, pictures: Mapping[str, str]) -> str:
    """Return a report as a page: the title is its first heading, ``pictures`` are SVG texts by their file names.

    A picture stands alone in its paragraph; its alternative text is its caption too.
    """
    title = next((line.removeprefix("# ") for line in markdown.splitlines() if line.startswith("# ")), "")
    body = MarkdownIt("commonmark", {"html": False}).enable("table").render(markdown)
    body = body.replace("<table>", '<div class="table" tabindex="0"><table>').replace("</table>", "</table></div>")
    body = body.replace(" %", "\u00a0%")
    body = PICTURE.sub(lambda found: _figure(found[1], found[2], pictures), body)
    return TEMPLATES.get_template("page.html").render(title=html.escape(title), body=body).replace(NEWLINE, "\n")


def _figure(name: str, caption: str, pictures: Mapping[str, str]) -> str:
    drawn = _inline(pictures[name], re.sub(r"\W+", "-", name), html.unescape(caption))
    return f"<figure>{drawn}<figcaption>{caption}</figcaption></figure>"


def _inline(svg: str, prefix: str, description: str) -> str:
    """Return an SVG file as an element of a page; ``prefix`` keeps its names apart from those of other pictures."""
    drawn = DECLARATIONS.sub("", svg).strip()
    drawn = re.sub(r'\bid="([^"]+)"', rf'id="{prefix}-\1"', drawn)
    drawn = re.sub(r'href="#([^"]+)"', rf'href="#{prefix}-\1"', drawn)
    drawn = re.sub(r"url\(#([^)]+)\)", rf"url(#{prefix}-\1)", drawn)
    return drawn.replace("<svg ", f'<svg role="img" aria-label="{html.escape(description)}" ', 1)
